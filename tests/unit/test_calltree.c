/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the call tree: their text, and rules for all of them. */
#include "prelude.h"

#include "present/fold.h"
#include "report/report.h"

#include "testing.h"

#include "engine/sides.h"
#include "stacks.h"
#include "util_random.h"
#include "util_report.h"
#include "util_view.h"

static enum chains_mode chains;

static void
report_of(struct strbuf *out, const char *name, const char *stacks,
	const char *pattern, const struct query *q)
{
	struct profile *p = stacks_read(stacks);
	struct err err = ERR_INIT;

	if (report_try(name, p, q,
		    (struct report_job){ .arg = str_c(pattern),
			    .chains = chains,
			    .out = out },
		    &err) != 0)
		strbuf_addstr(out, err.msg);
	profile_unref(p);
}

static void
calltree_is(const char *stacks, const char *pattern, const struct query *q,
	const char *want)
{
	struct strbuf out = STRBUF_INIT;

	report_of(&out, "calltree", stacks, pattern, q);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

static const char routes[] =
	"types samples/count\n"
	"a;b;c;d;e;f 597\na;b;x 3\nh;h;i 200\nh;h;k 100\nm;n 50\nm;o 50\n";

TEST(chains_are_one_row_and_what_is_left_out_is_counted)
{
	struct query q;

	query_init(&q);
	calltree_is(routes, "", &q,
		"1000 samples, 8 rows; (+n: x) is n callees left out, none "
		"above 0.3%\n"
		"total total% self%  call tree\n"
		" 1000   100%     .  root\n"
		"  600  60.0% 59.7%   a › +3 › e › f  (+1: 0.3%)\n"
		"  300  30.0%     .   h ×2\n"
		"  200  20.0% 20.0%    i\n"
		"  100  10.0% 10.0%    k\n"
		"  100  10.0%     .   m\n"
		"   50   5.0%  5.0%    n\n"
		"   50   5.0%  5.0%    o\n");
}

TEST(the_heaviest_rows_come_first_then_the_earlier)
{
	static const char shuffled[] =
		"types samples/count\n"
		"m;o 50\nh;h;k 100\na;b;x 3\nm;n 50\nh;h;i 200\n"
		"a;b;c;d;e;f 597\n";
	static const char want[] =
		"1000 samples, 5 rows; (+n: x) is n callees left out, none "
		"above 10.0%\n"
		"total total% self%  call tree\n"
		" 1000   100%     .  root\n"
		"  600  60.0% 59.7%   a › +3 › e › f  (+1: 0.3%)\n"
		"  300  30.0%     .   h ×2  (+1: 10.0%)\n"
		"  200  20.0% 20.0%    i\n"
		"  100  10.0%     .   m  (+2: 10.0%)\n";
	struct query q;

	query_init(&q);
	q.nodecount = 5;
	calltree_is(routes, "", &q, want);
	calltree_is(shuffled, "", &q, want);
}

static const char walks[] = "types samples/count\n"
			    "main;walk;eval;walk;eval 30\nmain;walk;eval 25\n"
			    "main;load;eval;walk 20\nmain;load 15\nidle 10\n";

TEST(all_places_of_a_function_are_one_row)
{
	struct query q;

	query_init(&q);
	calltree_is(walks, "^eval$", &q,
		"75 of 100 samples, 4 rows\n"
		"total total% self%  call tree\n"
		"   75  75.0%     .  root\n"
		"   75  75.0% 25.0%   eval\n"
		"   50  50.0% 20.0%    walk\n"
		"   30  30.0% 30.0%     eval\n");
	q.direction = DIR_CALLERS;
	calltree_is(walks, "^eval$", &q,
		"75 of 100 samples, 4 rows\n"
		"total total% start%  callers\n"
		"   75  75.0%      .  root\n"
		"   75  75.0%      .   eval\n"
		"   55  55.0%  55.0%    walk ‹ main\n"
		"   20  20.0%  20.0%    load ‹ main\n");
	calltree_is(walks, "^evil$", &q, "no matches found for regexp: ^evil$");
	q.direction = DIR_SANDWICH;
	q.nodecount = 5;
	calltree_is(walks, "^eval$", &q,
		"75 of 100 samples, 3 rows; (+n: x) is n callees left out, "
		"none above 30.0%\n"
		"total total% self%  call tree\n"
		"   75  75.0%     .  root\n"
		"   75  75.0% 25.0%   eval\n"
		"   50  50.0% 20.0%    walk  (+1: 30.0%)\n"
		"\n"
		"75 of 100 samples, 2 rows; (+n: x) is n callers left out, "
		"none above 55.0%\n"
		"total total% start%  callers\n"
		"   75  75.0%      .  root\n"
		"   75  75.0%      .   eval  (+2: 75.0%)\n");
	q.pivot = STR("eval");
	q.nodecount = 0;
	calltree_is(walks, "", &q,
		"75 of 100 samples, 4 rows\n"
		"total total% self%  call tree\n"
		"   75  75.0%     .  root\n"
		"   75  75.0% 25.0%   eval\n"
		"   50  50.0% 20.0%    walk\n"
		"   30  30.0% 30.0%     eval\n"
		"\n"
		"75 of 100 samples, 4 rows\n"
		"total total% start%  callers\n"
		"   75  75.0%      .  root\n"
		"   75  75.0%      .   eval\n"
		"   55  55.0%  55.0%    walk ‹ main\n"
		"   20  20.0%  20.0%    load ‹ main\n");
	q.pivot = STR("evil");
	calltree_is(walks, "", &q, "no frame is named as the pivot: evil");
}

TEST(a_diff_has_both_sides_of_what_changed)
{
	struct query q;

	query_init(&q);
	calltree_is("types samples/count\n"
		    "main;load;read -40 {pprof::base=true}\n"
		    "main;load;parse;lex -300 {pprof::base=true}\n"
		    "main;load;parse;tree -200 {pprof::base=true}\n"
		    "main;save -460 {pprof::base=true}\n"
		    "main;load;read 40\n"
		    "main;load;parse;lex 180\n"
		    "main;load;parse;tree 201\n"
		    "main;save 459\n"
		    "main;send;zip 50\n",
		"", &q,
		"1000 to 930 samples, 8 rows; ? is not significant\n"
		"base new delta   call tree\n"
		"1000 930   -70?  root\n"
		"1000 930   -70?   main\n"
		" 540 421  -119     load\n"
		" 500 381  -119      parse\n"
		" 300 180  -120       lex\n"
		" 200 201    +1?      tree\n"
		"   0  50   +50     send › zip\n"
		" 460 459    -1?    save\n");
}

TEST(names_are_short_and_safe)
{
	struct query q;

	query_init(&q);
	calltree_is("types samples/count\n"
		    "example.com/shop/price.(*Engine).Quote;a\x1b[2Jb 7\n",
		"", &q,
		"7 samples, 2 rows\n"
		"total total% self%  call tree\n"
		"    7   100%     .  root\n"
		"    7   100%  100%   price.Engine.Quote › "
		"a\xef\xbf\xbd[2Jb\n");
}

TEST(without_chains_each_frame_has_a_row)
{
	struct query q;

	query_init(&q);
	chains = CHAINS_OFF;
	calltree_is("types samples/count\na;b;c 7\n", "", &q,
		"7 samples, 4 rows\n"
		"total total% self%  call tree\n"
		"    7   100%     .  root\n"
		"    7   100%     .   a\n"
		"    7   100%     .    b\n"
		"    7   100%  100%     c\n");
	chains = CHAINS_AUTO;
}

/* Data kept by rows, such as the rows of matches, stays valid. */
TEST(a_zoom_to_the_first_frame_of_a_row_changes_no_row)
{
	struct fixture of;
	const struct view *v;
	struct flamegraph *g;
	struct folds *f;
	node_id a = 1, b, d;
	uint32_t version;

	fixture_init(&of, "a;b;c;d 995\na;b;x;y 5\n", "count", NULL);
	v = of.view;
	g = flamegraph_new(v, FLAME_BY_WEIGHT, FLAMEGRAPH_MAX);
	f = folds_new(g);
	b = v->tree.first[a];
	d = fold_tail(f, SIDE_MAIN, a);
	version = folds_version(f);
	folds_zoom(f, selection_of(SIDE_MAIN, a));
	folds_close(f);
	folds_zoom(f, selection_of(SIDE_MAIN, 0));
	assert_int_equal(folds_version(f), version);
	folds_zoom(f, selection_of(SIDE_MAIN, b));
	assert_int_not_equal(folds_version(f), version);
	assert_int_equal(fold_tail(f, SIDE_MAIN, a), a);
	version = folds_version(f);
	folds_zoom(f, selection_of(SIDE_MAIN, a));
	assert_int_not_equal(folds_version(f), version);
	assert_int_equal(fold_tail(f, SIDE_MAIN, a), d);
	/* In an opened chain b begins a row: not when it is closed again. */
	folds_open(f, SIDE_MAIN, b);
	folds_zoom(f, selection_of(SIDE_MAIN, b));
	folds_close(f);
	assert_int_equal(fold_tail(f, SIDE_MAIN, a), a);
	assert_int_equal(fold_place(f, SIDE_MAIN, d).head, b);
	folds_free(f);
	flamegraph_free(g);
	fixture_fini(&of);
}

TEST(zoomed_and_opened_frames_begin_rows)
{
	struct fixture of;
	const struct view *v;
	struct flamegraph *g;
	struct folds *f;
	node_id a = 1, b, c, d, x;

	fixture_init(&of, "a;b;c;d 995\na;b;x 5\n", "count", NULL);
	v = of.view;
	g = flamegraph_new(v, FLAME_BY_WEIGHT, FLAMEGRAPH_MAX);
	f = folds_new(g);
	b = v->tree.first[a];
	d = fold_tail(f, SIDE_MAIN, a);
	c = v->tree.parent[d];
	x = v->tree.first[b] == c ? v->tree.next[c] : v->tree.first[b];
	assert_int_equal(v->tree.parent[c], b);
	assert_int_equal(fold_place(f, SIDE_MAIN, c).head, a);
	assert_int_equal(fold_place(f, SIDE_MAIN, c).row, 1);
	assert_false(fold_place(f, SIDE_MAIN, c).is_hidden);
	assert_true(fold_place(f, SIDE_MAIN, x).is_hidden);
	folds_zoom(f, selection_of(SIDE_MAIN, c));
	assert_int_equal(fold_tail(f, SIDE_MAIN, a), b);
	assert_int_equal(fold_place(f, SIDE_MAIN, d).head, c);
	assert_int_equal(fold_place(f, SIDE_MAIN, d).row, 2);
	assert_false(fold_place(f, SIDE_MAIN, x).is_hidden);
	/* A frame beside a chain opens it, whatever the zoom. */
	folds_open(f, SIDE_MAIN, x);
	assert_true(fold_is_open(f, SIDE_MAIN, d));
	assert_int_equal(fold_tail(f, SIDE_MAIN, a), a);
	assert_int_equal(fold_place(f, SIDE_MAIN, d).row, 4);
	folds_close(f);
	folds_zoom(f, selection_of(SIDE_MAIN, 0));
	assert_int_equal(fold_tail(f, SIDE_MAIN, a), d);
	folds_free(f);
	flamegraph_free(g);
	fixture_fini(&of);
}

TEST(nothing_at_all_is_one_row)
{
	struct query q;

	query_init(&q);
	calltree_is("types samples/count\n", "", &q,
		"0 samples, 1 row\n"
		"total total% self%  call tree\n"
		"    0      .     .  root\n");
}

TEST(nodecount_limits_folded_stacks_to_the_heaviest)
{
	struct strbuf out = STRBUF_INIT;
	struct query q;

	query_init(&q);
	q.nodecount = 2;
	report_of(&out, "folded", routes, "", &q);
	assert_string_equal(strbuf_c(&out), "a;b;c;d;e;f 597\nh;h;i 200\n");
	strbuf_free(&out);
}

/* ---- Random trees ---- */

/* Return the last frame of a row, by the definition. */
static node_id
plain_tail(const struct flamegraph *p, const struct tree *t, bool is_diff,
	node_id head)
{
	uint64_t width = flamegraph_width(p, SIDE_MAIN, head);
	struct sides all = sides_at(&t->total, tree_row(t, head));
	node_id tail = head;

	while (head != 0) {
		node_id most = 0;
		struct sides s;

		for (node_id k = t->first[tail]; k != 0; k = t->next[k])
			if (most == 0 ||
				flamegraph_width(p, SIDE_MAIN, k) >
					flamegraph_width(p, SIDE_MAIN, most))
				most = k;
		if (most == 0 || width == 0 ||
			100 * flamegraph_width(p, SIDE_MAIN, most) < 99 * width)
			break;
		s = sides_at(&t->total, tree_row(t, most));
		if (is_diff &&
			(100 * llabs(s.base) < 99 * llabs(all.base) ||
				99 * llabs(s.base) > 100 * llabs(all.base) ||
				100 * llabs(s.new) < 99 * llabs(all.new) ||
				99 * llabs(s.new) > 100 * llabs(all.new)))
			break;
		tail = most;
	}
	return tail;
}

static void
folds_are_plain(const char *stacks, enum direction direction,
	enum flamegraph_span span, size_t *folded)
{
	struct profile *p = stacks_read(stacks);
	struct engine *engine = engine_new(p);
	struct err err = ERR_INIT;
	struct query q;
	const struct view *v;
	struct flamegraph *g;
	struct folds *f;

	query_init(&q);
	q.direction = direction;
	v = view_compute(engine, &q, NULL, &err);
	assert_non_null(v);
	(void)tree_whole(&v->tree, NULL);
	g = flamegraph_new(v, FLAME_BY_WEIGHT, span);
	f = folds_new(g);
	for (node_id i = 0; i < v->tree.n; i++) {
		node_id tail = fold_tail(f, SIDE_MAIN, i), node = i;

		assert_int_equal(tail, plain_tail(g, &v->tree, v->is_diff, i));
		for (; node != tail; (*folded)++) {
			node_id next = fold_next(f, SIDE_MAIN, node, tail);

			assert_int_equal(v->tree.parent[next], node);
			node = next;
		}
	}
	folds_free(f);
	flamegraph_free(g);
	view_unref(v);
	engine_free(engine);
	profile_unref(p);
}

TEST(rows_of_random_trees_are_those_of_the_definition)
{
	uint64_t seed = 7;
	size_t folded = 0;

	for (int i = 0; i < 200; i++) {
		struct strbuf text = STRBUF_INIT;
		bool is_diff = i % 2 == 1;

		strbuf_addstr(&text, "types samples/count\n");
		for (int k = 0; k < 12; k++) {
			int64_t n = (int64_t)(random_next(&seed) % 400);

			stacks_put_random(&text, &seed, 5, 9);
			strbuf_addf(&text, " %lld\n", (long long)n);
			if (!is_diff || k % 3 == 0)
				continue;
			stacks_put_random(&text, &seed, 5, 9);
			strbuf_addf(&text, " -%lld {pprof::base=true}\n",
				(long long)n);
		}
		folds_are_plain(strbuf_c(&text), (enum direction)(i % 4 / 2),
			is_diff ? FLAME_BY_DELTA : FLAMEGRAPH_MAX, &folded);
		strbuf_free(&text);
	}
	assert_true(folded > 1000);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
