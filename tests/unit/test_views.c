/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views: totals, directions, search, warnings, effects, cache, cancelling. */
#include "prelude.h"

#include "engine/view.h"

#include <inttypes.h>
#include <pthread.h>

#include "testing.h"

#include "base/compiler.h"
#include "analysis/peek.h"
#include "stacks.h"

/* A profile, its engine, and the view of a query on it. */
struct bed {
	struct profile *p;
	struct engine *e;
	struct query q;
	const struct view *v;
};

static void
bed_init(struct bed *b, const char *text)
{
	b->p = stacks_read(text);
	b->e = engine_new(b->p);
	b->v = NULL;
	query_init(&b->q);
}

static void
show(struct bed *b)
{
	struct err err = ERR_INIT;
	const struct view *v = view_compute(b->e, &b->q, NULL, &err);

	if (v == NULL)
		fail_msg("%s", err.msg);
	view_unref(b->v);
	b->v = v;
}

static void
bed_fini(struct bed *b)
{
	view_unref(b->v);
	engine_free(b->e);
	profile_unref(b->p);
}

static frame_id
frame(const struct bed *b, const char *text)
{
	frame_id f = frames_find(b->v->frames, str_c(text));

	if (f == NONE)
		fail_msg("no frame %s", text);
	return f;
}

/* "name total(self) [ children ]" */
static void
print_node(struct strbuf *out, const struct view *v, const struct tree *t,
	node_id i)
{
	if (tree_live(t, i) == 0)
		return;
	if (out->n > 0)
		strbuf_addch(out, ' ');
	if (i > 0)
		strbuf_add(out, v->frames->frame[t->frame[i]].text);
	strbuf_addf(out, "%s%" PRId64, i > 0 ? ":" : "",
		t->total.value[tree_row(t, i)]);
	if (t->self.value[tree_self_row(t, i)] != 0)
		strbuf_addf(out, "(%" PRId64 ")",
			t->self.value[tree_self_row(t, i)]);
	if (t->first[i] == 0)
		return;
	strbuf_addstr(out, " [");
	for (node_id c = t->first[i]; c != 0; c = t->next[c])
		print_node(out, v, t, c);
	strbuf_addstr(out, " ]");
}

static void
check_tree(const struct view *v, const struct tree *t, const char *want)
{
	struct strbuf got = STRBUF_INIT;

	print_node(&got, v, t, 0);
	assert_string_equal(strbuf_c(&got), want);
	strbuf_free(&got);
}

TEST(children_come_in_the_order_of_the_file)
{
	struct bed b;

	bed_init(&b, "m;z 1\nm;a 2\nm;k 4\nm;a;x 8\n");
	show(&b);
	check_tree(b.v, &b.v->tree,
		"15 [ m:15 [ z:1(1) a:10(2) [ x:8(8) ] k:4(4) ] ]");
	assert_int_equal(b.v->max_depth, 3);
	assert_int_equal(b.v->n_live, 5);
	assert_int_equal(b.v->samples, 4);
	bed_fini(&b);
}

TEST(wide_nodes_find_their_children)
{
	struct strbuf text = STRBUF_INIT;
	struct bed b;

	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 100; i++)
			strbuf_addf(&text, "m;f%d;x%d 1\n", i, round);
	bed_init(&b, strbuf_c(&text));
	show(&b);
	assert_int_equal(b.v->tree.n, 1 + 1 + 100 + 200);
	assert_int_equal(b.v->w.total.value[frame(&b, "f99")], 2);
	b.q.hide = STR("f");
	show(&b);
	check_tree(
		b.v, &b.v->tree, "200 [ m:200 [ x0:100(100) x1:100(100) ] ]");
	bed_fini(&b);
	strbuf_free(&text);
}

TEST(filters_of_samples_keep_the_nodes)
{
	struct bed b;
	const struct view *all;

	bed_init(&b, "m;a 1\nm;b 2\n");
	show(&b);
	all = view_ref(b.v);
	b.q.focus = STR("b");
	show(&b);
	assert_ptr_equal(all->tree.parent, b.v->tree.parent);
	assert_int_equal(b.v->tree.n, 4);
	check_tree(b.v, &b.v->tree, "2 [ m:2 [ b:2(2) ] ]");
	/* the older view is as it was */
	check_tree(all, &all->tree, "3 [ m:3 [ a:1(1) b:2(2) ] ]");
	view_unref(all);
	bed_fini(&b);
}

TEST(views_outlive_the_engine)
{
	struct bed b;
	const struct view *v;

	bed_init(&b, "m;a 1 {t=x}\n");
	b.q.tagroot = STR("t");
	b.q.search = STR("a");
	show(&b);
	v = view_ref(b.v);
	bed_fini(&b);
	check_tree(v, &v->tree, "1 [ x:1 [ m:1 [ a:1(1) ] ] ]");
	assert_int_equal(v->found.n_frames, 1);
	view_unref(v);
}

/* Read and drop a replaced view, as a screen does. */
static void *
look_and_drop(void *arg)
{
	const struct view *v = arg;
	int64_t *sum = malloc(sizeof(*sum));

	*sum = 0;
	for (node_id i = 0; i < v->tree.n; i++)
		*sum += v->tree.self.value[tree_self_row(&v->tree, i)] +
			(int64_t)tree_depth(&v->tree, i);
	for (frame_id f = 0; f < v->frames->n; f++)
		*sum += v->w.total.value[f];
	view_unref(v);
	return sum;
}

TEST(another_thread_may_drop_views)
{
	const struct str patterns[] = { STR(""), STR("a"), STR("b"), STR("x") };
	struct bed b;

	bed_init(&b, "m;a;x 1\nm;b;x 2\nm;b;y 4\n");
	for (unsigned i = 0; i < 100; i++) {
		pthread_t thread;
		void *sum;

		b.q.focus = patterns[i % 4];
		b.q.hide = patterns[i / 4 % 4];
		b.q.direction = i % 3 == 0 ? DIR_CALLERS : DIR_CALLEES;
		show(&b);
		assert_int_equal(pthread_create(&thread, NULL, look_and_drop,
					 (void *)(uintptr_t)view_ref(b.v)),
			0);
		b.q.focus = patterns[(i + 1) % 4];
		show(&b);
		b.q.hide = patterns[(i + 1) / 4 % 4];
		show(&b);
		assert_int_equal(pthread_join(thread, &sum), 0);
		free(sum);
	}
	bed_fini(&b);
}

TEST(the_total_is_of_everything_unless_relative)
{
	struct bed b;

	bed_init(&b, "m;a 3\nm;b -2\nm;c 5\n");
	b.q.focus = STR("a|b");
	show(&b);
	assert_int_equal(b.v->w.whole, 10);
	assert_int_equal(b.v->w.kept.value, 1);
	b.q.relative_percentages = true;
	show(&b);
	assert_int_equal(b.v->w.whole, 5);
	bed_fini(&b);
}

TEST(a_base_is_what_its_diff_is_relative_to)
{
	struct bed b;

	bed_init(&b, "m;a 7 {x=y}\nm;a -5 {pprof::base=true}\n");
	show(&b);
	assert_int_equal(b.v->w.whole, 5);
	assert_int_equal(b.v->w.kept.value, 2);
	/* with its label taken away before the total it is no base */
	b.q.taghide = STR("base");
	show(&b);
	assert_int_equal(b.v->w.whole, 5);
	b.q.relative_percentages = true;
	show(&b);
	assert_int_equal(b.v->w.whole, 12);
	bed_fini(&b);
}

TEST(mean_divides_by_the_first_type)
{
	struct bed b;

	bed_init(&b, "m;a 2,10\nm;b 3,60\n");
	b.q.mean = true;
	show(&b);
	assert_int_equal(b.v->w.whole, 14);
	assert_int_equal(b.v->w.whole_div, 5);
	assert_int_equal(columns_value(&b.v->w.total, frame(&b, "m")), 14);
	assert_int_equal(columns_value(&b.v->w.self, frame(&b, "b")), 20);
	bed_fini(&b);
}

TEST(sample_types_are_named_or_numbered)
{
	struct err err = ERR_INIT;
	struct bed b;

	bed_init(&b, "types space/bytes cpu/ns\nm;a 1,10\n");
	show(&b);
	assert_int_equal(b.v->column, 1);
	b.q.sample_index = STR("inuse_space");
	show(&b);
	assert_int_equal(b.v->column, 0);
	assert_int_equal(b.v->w.whole, 1);
	b.q.beside = STR("cpu, nonsense ,0");
	show(&b);
	assert_int_equal(b.v->n_beside, 2);
	assert_int_equal(b.v->beside[0].total.value[frame(&b, "m")], 10);
	assert_int_equal(b.v->beside[0].self.value[frame(&b, "m")], 0);
	assert_int_equal(b.v->beside[0].whole, 10);
	assert_int_equal(b.v->beside[1].column, 0);
	assert_int_equal(b.v->warnings.n, 1);
	b.q.sample_index = STR("9");
	assert_null(view_compute(b.e, &b.q, NULL, &err));
	assert_int_equal(err.code, ERR_USAGE);
	bed_fini(&b);
}

TEST(types_beside_obey_the_filters)
{
	struct bed b;

	bed_init(&b,
		"types n/count s/bytes\n"
		"m;a;a 1,10 {t=x}\nm;b 2,20 {t=x}\nm;a 4,40 {t=y}\n");
	b.q.beside = STR("s");
	b.q.sample_index = STR("n");
	b.q.focus = STR("^a$");
	b.q.tagfocus = STR("x");
	show(&b);
	assert_int_equal(b.v->beside[0].total.value[frame(&b, "a")], 10);
	assert_int_equal(b.v->beside[0].total.value[frame(&b, "m")], 10);
	assert_int_equal(b.v->beside[0].kept.value, 10);
	assert_int_equal(b.v->beside[0].whole, 70);
	bed_fini(&b);
}

TEST(callers_grow_from_the_leaves)
{
	struct bed b;

	bed_init(&b, "main;a;b 3\nmain;b 1\nmain;a 1\nb 2\n");
	b.q.direction = DIR_CALLERS;
	show(&b);
	check_tree(b.v, &b.v->tree,
		"7 [ a:1 [ main:1(1) ] "
		"b:6(2) [ a:3 [ main:3(3) ] main:1(1) ] ]");
	check_tree(b.v, &b.v->full,
		"7 [ main:5 [ a:4(1) [ b:3(3) ] b:1(1) ] b:2(2) ]");
	assert_int_equal(b.v->max_depth, 3);
	bed_fini(&b);
}

TEST(a_sandwich_has_callers_and_callees)
{
	struct bed b;

	bed_init(&b, "main;a;b 3\nmain;a;x;a;c 5\nmain;b 1\na 7\nq;a 9\n");
	b.q.direction = DIR_SANDWICH;
	b.q.pivot = STR("a");
	show(&b);
	assert_int_equal(b.v->pivot, frame(&b, "a"));
	check_tree(b.v, &b.v->tree,
		"24 [ a:24(16) [ b:3(3) x:5 [ a:5 [ c:5(5) ] ] ] ]");
	check_tree(b.v, &b.v->callers, "24 [ a:24(7) [ main:8(8) q:9(9) ] ]");
	b.q.focus = STR("zz");
	show(&b);
	assert_int_equal(b.v->pivot, NONE);
	assert_int_equal(b.v->callers.n, 0);
	b.q.focus = STR_EMPTY;
	b.q.pivot = STR("nobody");
	show(&b);
	assert_int_equal(b.v->pivot, NONE);
	assert_int_equal(b.v->tree.n, 1);
	bed_fini(&b);
}

TEST(the_search_counts_each_sample_once)
{
	struct bed b;

	bed_init(&b, "main;Foo;x;foo 3\nmain;bar 2\nmain;foo 4\n");
	b.q.search = STR("foo");
	show(&b);
	assert_true(b.v->found.active);
	assert_int_equal(b.v->found.n_frames, 2);
	assert_int_equal(b.v->found.n_nodes, 3);
	assert_int_equal(b.v->found.value, 7);
	assert_true(bits_get(&b.v->found.frame, frame(&b, "Foo")));
	b.q.search = STR("Foo");
	show(&b);
	assert_int_equal(b.v->found.n_frames, 1);
	assert_int_equal(b.v->found.value, 3);
	b.q.focus = STR("bar");
	show(&b);
	assert_int_equal(b.v->found.n_frames, 0);
	b.q.search = STR("re(");
	show(&b);
	assert_false(b.v->found.active);
	assert_false(b.v->found.stopped);
	bed_fini(&b);
}

TEST(a_search_without_hope_is_told)
{
	struct bed b;

	bed_init(&b, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab 1\n");
	b.q.search = STR("(a+)+$");
	show(&b);
	assert_true(b.v->found.stopped);
	assert_false(b.v->found.active);
	bed_fini(&b);
}

TEST(a_filter_without_hope_is_an_error)
{
	struct err err = ERR_INIT;
	struct bed b;

	bed_init(&b, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab 1\n");
	b.q.focus = STR("(a+)+$");
	assert_null(view_compute(b.e, &b.q, NULL, &err));
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(
		err.msg, "focus: pattern too complex, stopped: (a+)+$");
	bed_fini(&b);
}

static bool
has_warning(const struct view *v, const char *text)
{
	for (const struct warning *n = v->warnings.head; n != NULL; n = n->next)
		if (str_is(n->text, text))
			return true;
	return false;
}

TEST(filters_that_match_nothing_are_noted)
{
	struct bed b;

	bed_init(&b, "m;a 1 {t=x}\nm 2\n");
	b.q.ignore = STR("zz");
	b.q.taghide = STR("zz");
	show(&b);
	assert_true(has_warning(b.v, "Ignore expression matched no samples"));
	assert_true(has_warning(b.v, "TagHide expression matched no samples"));
	assert_int_equal(b.v->warnings.n, 2);
	/* a label that only samples without focus have was not met */
	b.q.ignore = STR_EMPTY;
	b.q.taghide = STR_EMPTY;
	b.q.focus = STR("^zz$");
	b.q.tagfocus = STR("x");
	show(&b);
	assert_true(has_warning(b.v, "Focus expression matched no samples"));
	assert_true(has_warning(b.v, "TagFocus expression matched no samples"));
	bed_fini(&b);
}

TEST(an_empty_view_tells_who_emptied_it)
{
	struct bed b;

	bed_init(&b, "m;a 1 {t=x}\nm;b 2 {t=y}\n- 8\n");
	b.q.focus = STR("a|b");
	show(&b);
	assert_int_equal(b.v->n_effects, 0);
	b.q.hide = STR("^m$");
	b.q.tagfocus = STR("x");
	b.q.more_tagignore = STR("x");
	show(&b);
	assert_int_equal(b.v->n_live, 0);
	assert_int_equal(b.v->n_effects, 4);
	assert_string_equal(b.v->effect[0].option, "focus");
	assert_int_equal(b.v->effect[0].kept, 3);
	assert_string_equal(b.v->effect[1].option, "hide");
	assert_int_equal(b.v->effect[1].kept, 3);
	assert_string_equal(b.v->effect[2].option, "tagfocus");
	assert_int_equal(b.v->effect[2].kept, 1);
	assert_string_equal(b.v->effect[3].option, "tagignore");
	assert_true(str_is(b.v->effect[3].value, "x"));
	assert_int_equal(b.v->effect[3].kept, 0);
	bed_fini(&b);
}

TEST(each_frame_filter_can_be_the_one)
{
	static const struct {
		size_t field;
		const char *value, *option;
	} rows[] = {
		{ offsetof(struct query, focus), "zz", "focus" },
		{ offsetof(struct query, ignore), "m", "ignore" },
		{ offsetof(struct query, hide), ".", "hide" },
		{ offsetof(struct query, show), "zz", "show" },
		{ offsetof(struct query, show_from), "zz", "show_from" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct bed b;

		bed_init(&b, "m;a 1\n");
		*(struct str *)(void *)((char *)&b.q + rows[i].field) =
			str_c(rows[i].value);
		show(&b);
		assert_int_equal(b.v->n_effects, 1);
		assert_string_equal(b.v->effect[0].option, rows[i].option);
		assert_int_equal(b.v->effect[0].kept, 0);
		bed_fini(&b);
	}
}

TEST(a_stopped_computation_leaves_the_engine_sound)
{
	struct progress progress = { .stop = true };
	struct err err = ERR_INIT;
	struct bed b;

	bed_init(&b, "m;a 1\nm;b 2\n");
	b.q.focus = STR("a");
	assert_null(view_compute(b.e, &b.q, &progress, &err));
	assert_int_equal(err.code, ERR_CANCELLED);
	atomic_store(&progress.stop, false);
	show(&b);
	check_tree(b.v, &b.v->tree, "1 [ m:1 [ a:1(1) ] ]");
	bed_fini(&b);
}

TEST(cancelled_samples_stay_places)
{
	struct bed b;

	bed_init(&b, "m;a 3\nm;a -3\nm;b 0\n");
	show(&b);
	assert_int_equal(b.v->nodes[frame(&b, "a")], 1);
	assert_int_equal(b.v->nodes[frame(&b, "b")], 0);
	assert_int_equal(b.v->w.whole, 6);
	assert_int_equal(b.v->samples, 3);
	bed_fini(&b);
}

TEST(a_profile_without_samples_has_an_empty_view)
{
	static const enum direction all[] = { DIR_CALLEES, DIR_CALLERS,
		DIR_SANDWICH };
	struct bed b;

	bed_init(&b, "types cpu/ns\n");
	for (size_t i = 0; i < COUNT_OF(all); i++) {
		b.q.direction = all[i];
		b.q.search = STR("x");
		show(&b);
		assert_int_equal(b.v->tree.n, 1);
		assert_int_equal(b.v->w.whole, 0);
		assert_int_equal(b.v->n_effects, 0);
	}
	bed_fini(&b);
}

TEST(peek_has_both_sides)
{
	struct bed b;
	struct peek *p;

	bed_init(&b, "main;a;b 3\nmain;a;a;c 5\nq;a 9\na;b 2\nmain+z;a+d 1\n");
	show(&b);
	p = peek_new(b.v, frame(&b, "a"), NULL);
	assert_int_equal(p->total, 20);
	assert_int_equal(p->self, 9);
	assert_int_equal(p->n_callers, 4);
	assert_int_equal(p->caller[0].frame, frame(&b, "q"));
	assert_int_equal(p->caller[0].weight, 9);
	assert_int_equal(p->caller[1].frame, frame(&b, "main"));
	assert_int_equal(p->caller[1].weight, 8);
	assert_int_equal(p->caller[2].frame, NONE);
	assert_int_equal(p->caller[2].weight, 2);
	assert_int_equal(p->caller[3].frame, frame(&b, "z"));
	assert_int_equal(p->n_callees, 3);
	assert_int_equal(p->callee[0].weight, 5);
	assert_int_equal(p->callee[0].frame, frame(&b, "b"));
	assert_int_equal(p->callee[1].frame, frame(&b, "c"));
	assert_int_equal(p->callee[2].inlined, 1);
	/* q;a 9, main;a...;c 5, main;a;b 3, a;b 2, main+z;a+d 1 */
	assert_int_equal(p->n_stacks, 5);
	for (int i = 0; i < 5; i++)
		assert_int_equal(
			p->stack[i].weight, ((int[]){ 9, 5, 3, 2, 1 })[i]);
	peek_free(p);
	bed_fini(&b);
}

/* A sample is in one stack, however deep the recursion. */
TEST(peek_folds_recursion_in_stacks)
{
	struct bed b;
	struct peek *p;

	bed_init(&b, "m;r;r;r 5\nm;r;r 7\nm;r;r;s 2\nm;r;s 1\nq;s 3\n");
	show(&b);
	p = peek_new(b.v, frame(&b, "r"), NULL);
	assert_int_equal(p->n_stacks, 2);
	assert_int_equal(p->stack[0].weight, 12);
	assert_true(p->stack[0].varies);
	assert_int_equal(tree_depth(&b.v->full, p->stack[0].node), 3);
	assert_int_equal(p->stack[1].weight, 3);
	peek_free(p);
	p = peek_new(b.v, NONE, NULL);
	assert_int_equal(p->total, 18);
	assert_int_equal(p->n_callers, 0);
	assert_int_equal(p->n_callees, 2);
	assert_int_equal(p->callee[0].frame, frame(&b, "m"));
	assert_int_equal(p->callee[0].weight, 15);
	assert_int_equal(p->n_stacks, 3);
	assert_int_equal(p->stack[1].weight + p->stack[2].weight, 6);
	assert_false(p->stack[2].varies && p->stack[1].varies);
	peek_free(p);
	bed_fini(&b);
}

TEST(peek_shows_the_heaviest_stacks_only)
{
	struct strbuf text = STRBUF_INIT;
	struct bed b;
	struct peek *p;

	for (int i = 1; i <= 50; i++)
		strbuf_addf(&text, "r%d;f %d\n", i, (i * 7) % 51);
	bed_init(&b, strbuf_c(&text));
	show(&b);
	p = peek_new(b.v, frame(&b, "f"), NULL);
	assert_int_equal(p->n_stacks, 20);
	for (int i = 0; i < 20; i++)
		assert_int_equal(p->stack[i].weight, 50 - i);
	peek_free(p);
	bed_fini(&b);
	strbuf_free(&text);
}

/* Too many to be found at once: the worker's are chosen from. */
TEST(peek_takes_stacks_that_are_in_order)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct hottest *all;
	struct bed b;
	struct peek *p;

	for (int i = 0; i < 60000; i++)
		strbuf_addf(&text, "m;%s;r%d %d\n", i % 2 == 0 ? "f;f" : "g", i,
			1 + (int)((int64_t)i * 7919 % 60000));
	strbuf_addstr(&text, "m;f;r0 1\n");
	bed_init(&b, strbuf_c(&text));
	show(&b);
	p = peek_new(b.v, frame(&b, "m"), NULL);
	assert_true(p->lacks_stacks);
	assert_int_equal(p->n_stacks, 0);
	peek_free(p);
	all = hottest_new(b.e, &b.v->query, NULL, &err);
	assert_non_null(all);
	p = peek_new(b.v, frame(&b, "m"), all);
	assert_false(p->lacks_stacks);
	assert_int_equal(p->n_stacks, 20);
	for (int i = 0; i < 20; i++)
		assert_int_equal(p->stack[i].weight, 60000 - i);
	peek_free(p);
	p = peek_new(b.v, frame(&b, "f"), all);
	assert_int_equal(p->n_stacks, 20);
	for (size_t i = 0; i < 20; i++)
		assert_int_equal(p->stack[i].weight % 2, 1);
	peek_free(p);
	p = peek_new(b.v, frame(&b, "r0"), all);
	assert_false(p->lacks_stacks);
	assert_int_equal(p->n_stacks, 1);
	assert_int_equal(p->stack[0].weight, 2);
	assert_true(p->stack[0].varies);
	peek_free(p);
	hottest_free(all);
	bed_fini(&b);
	strbuf_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
