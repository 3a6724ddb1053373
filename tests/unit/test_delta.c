/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diff in pictures: widths, changes as text, rows of the table, and what the
   option diff means. */
#include "prelude.h"

#include "testing.h"

#include "base/xalloc.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "load/compare.h"
#include "load/load.h"
#include "present/layout.h"
#include "present/number.h"
#include "present/segments.h"
#include "present/top.h"
#include "present/why.h"
#include "stacks.h"

static const char samples[] = "types samples/count\n"
			      "main;parse 700\n"
			      "main;emit 100\n"
			      "main;fresh 90\n"
			      "main;serve;same 500\n"
			      "main;parse -400 {pprof::base=true}\n"
			      "main;emit -300 {pprof::base=true}\n"
			      "main;drop -120 {pprof::base=true}\n"
			      "main;serve;same -500 {pprof::base=true}\n";

struct shop {
	struct profile *profile;
	struct engine *engine;
	const struct view *view;
};

static int
set_up(void **state)
{
	struct shop *s = xcalloc(1, sizeof(*s));
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	s->profile = stacks_read(samples);
	s->engine = engine_new(s->profile);
	s->view = view_compute(s->engine, &q, NULL, &err);
	assert_non_null(s->view);
	assert_true(s->view->is_diff);
	*state = s;
	return 0;
}

static int
tear_down(void **state)
{
	struct shop *s = *state;

	view_unref(s->view);
	engine_free(s->engine);
	profile_unref(s->profile);
	free(s);
	return 0;
}

/* "parse 0-50, serve 50-100": the boxes of a level. */
static void
row_is(const struct shop *s, enum flamegraph_span span, int level,
	const char *want)
{
	struct flamegraph *p = flamegraph_new(s->view, FLAME_BY_WEIGHT, span);
	struct zoom z = zoom_all(p);
	struct layout l = LAYOUT_INIT;
	struct strbuf b = STRBUF_INIT;
	const struct box *box;
	uint32_t n;

	layout_build(&l, p, &z, 100, 0, 3);
	box = layout_row(&l, level, &n);
	for (uint32_t i = 0; i < n; i++) {
		strbuf_addstr(&b, i > 0 ? ", " : "");
		strbuf_add(&b, flamegraph_text(p, SIDE_MAIN, box[i].at.node));
		strbuf_addf(&b, " %d-%d", box[i].x0, box[i].x1);
	}
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
	layout_fini(&l);
	flamegraph_free(p);
}

TEST_WITH(a_width_is_of_one_side_or_of_both_or_of_the_change, set_up, tear_down)
{
	const struct shop *s = *state;

	/* of 1390: 700, 500, 100, 90 */
	row_is(s, FLAME_OF_AFTER, 2,
		"parse 0-50, serve 50-86, emit 86-93, fresh 93-100");
	/* of 1320: 500, 400, 300, 120 */
	row_is(s, FLAME_OF_BEFORE, 2,
		"serve 0-37, parse 37-68, emit 68-90, drop 90-100");
	/* of 1710: 700, 500, 300, 120, 90 */
	row_is(s, FLAMEGRAPH_MAX, 2,
		"parse 0-40, serve 40-70, emit 70-87, drop 87-94, "
		"fresh 94-100");
	/* of 2710: 1100, 1000, 400, 120, 90 */
	row_is(s, FLAME_OF_SUM, 2,
		"parse 0-40, serve 40-77, emit 77-92, drop 92-96, "
		"fresh 96-100");
	/* of 710: 300, 200, 120, 90; what stayed has none */
	row_is(s, FLAME_BY_DELTA, 2,
		"parse 0-42, emit 42-70, drop 70-87, fresh 87-100");
}

/* Under any span, what children have together their parent has at least. */
TEST_WITH(children_never_stick_out, set_up, tear_down)
{
	const struct shop *s = *state;

	for (int span = FLAME_OF_AFTER; span <= FLAME_BY_DELTA; span++) {
		struct flamegraph *p = flamegraph_new(
			s->view, FLAME_BY_WEIGHT, (enum flamegraph_span)span);
		const struct tree *t = flamegraph_tree(p, SIDE_MAIN);

		for (node_id i = 0; i < t->n; i++) {
			uint64_t sum = flamegraph_own(p, SIDE_MAIN, i);

			for (node_id k = t->first[i]; k != 0; k = t->next[k])
				sum += flamegraph_width(p, SIDE_MAIN, k);
			assert_int_equal(
				sum, flamegraph_width(p, SIDE_MAIN, i));
		}
		flamegraph_free(p);
	}
}

static void
a_change_says(struct sides s, const char *share, const char *times)
{
	struct strbuf b = STRBUF_INIT;

	assert_int_equal(share_put(&b, s), share[0] != '\0');
	assert_string_equal(strbuf_c(&b), share);
	strbuf_reset(&b);
	times_put(&b, s);
	assert_string_equal(strbuf_c(&b), times);
	strbuf_free(&b);
}

TEST(changes_as_text)
{
	a_change_says((struct sides){ 110, 246 }, "+123.6%", "2.24");
	a_change_says((struct sides){ 320, 228 }, "-28.8%", "0.71");
	a_change_says((struct sides){ 0, 90 }, "new", "new");
	a_change_says((struct sides){ 61, 0 }, "gone", "0");
	a_change_says((struct sides){ 5, 5 }, "0.0%", "1.00");
	a_change_says((struct sides){ 0, 0 }, "", "");
	a_change_says((struct sides){ 1, 5000 }, "+499900%", "5000");
	a_change_says((struct sides){ 1, INT64_MAX }, "+9e+20%", "9e+18");
	assert_true(delta_share_key((struct sides){ 0, 1 }) >
		delta_share_key((struct sides){ 1, INT64_MAX }));
	assert_true(delta_share_key((struct sides){ 10, 1 }) >
		delta_share_key((struct sides){ 10, 12 }));
	assert_true(delta_times_key((struct sides){ 10, 12 }) >
		delta_times_key((struct sides){ 10, 1 }));
}

/* The names of the rows in the order of a sort key. */
static void
rows_are(const struct shop *s, const char *sort, double diff_min,
	const char *want)
{
	struct top_options o = { .diff_min = diff_min };
	struct err err = ERR_INIT;
	struct strbuf b = STRBUF_INIT, back = STRBUF_INIT;
	struct top *t;

	assert_int_equal(
		top_sort_parse(str_c(sort), s->view, &o.sort, &err), 0);
	top_sort_print(o.sort, s->view, &back);
	assert_string_equal(strbuf_c(&back), sort);
	t = top_new(s->view, &o);
	for (uint32_t i = 0; i < t->n; i++) {
		strbuf_addstr(&b, i > 0 ? " " : "");
		strbuf_add(&b, s->view->frames->frame[top_frame(t, i)].text);
	}
	assert_string_equal(strbuf_c(&b), want);
	assert_int_equal(t->n + t->hidden, 7);
	top_free(t);
	strbuf_free(&b);
	strbuf_free(&back);
}

TEST_WITH(rows_in_the_order_of_either_side_and_of_the_change, set_up, tear_down)
{
	const struct shop *s = *state;

	rows_are(s, "self", 0, "parse emit drop fresh main same serve");
	rows_are(s, "base", 0, "same parse emit drop fresh main serve");
	rows_are(s, "new", 0, "parse same emit fresh drop main serve");
	rows_are(s, "delta%", 0, "fresh drop parse emit main same serve");
	rows_are(s, "times", 0, "fresh parse same emit drop main serve");
	rows_are(s, "base:total", 0, "main same serve parse emit drop fresh");
	rows_are(s, "-total", 0, "same serve main fresh drop emit parse");
	/* of 1390, the larger total */
	rows_are(s, "self", 0.08, "parse emit drop");
	rows_are(s, "self", 0.2, "parse");
}

TEST_WITH(walking_the_columns_ends_at_the_name, set_up, tear_down)
{
	const struct shop *s = *state;
	struct top_options o = { .sort = { .by = TOP_BASE } };
	struct strbuf b = STRBUF_INIT;

	for (int i = 0; i < 12; i++) {
		struct top *t = top_new(s->view, &o);

		top_sort_print(o.sort, s->view, &b);
		strbuf_addch(&b, ' ');
		o.sort = top_sort_step(t, 1);
		top_free(t);
	}
	assert_string_equal(strbuf_c(&b),
		"base new self delta% times cause base:total new:total total "
		"delta%:total times:total name ");
	strbuf_free(&b);
}

TEST_WITH(what_is_not_real_is_noise, set_up, tear_down)
{
	const struct shop *s = *state;
	struct top_options o = { .sort = { .by = TOP_SELF } };
	struct top *t = top_new(s->view, &o);

	assert_true(s->view->evidence->known);
	assert_int_equal(t->noise, 3);
	top_free(t);
}

/* A chance is never printed as 0, not even one that no double can hold. */
TEST(no_chance_is_printed_as_zero)
{
	const struct numbers n = { .from = STR("count"), .to = STR("count") };
	struct selection part = { .side = SIDE_MAIN };
	struct strbuf text = STRBUF_INIT;
	struct flamegraph *p;
	struct err err = ERR_INIT;
	struct shop s;
	struct query q;

	query_init(&q);
	s.profile = stacks_read("types samples/count\nmain;work 1000000\n"
				"main;work -10 {pprof::base=true}\n");
	s.engine = engine_new(s.profile);
	s.view = view_compute(s.engine, &q, NULL, &err);
	assert_non_null(s.view);
	p = flamegraph_new(s.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	part.node = 1;
	why_put_target(&text, p, part, &n, true);
	assert_non_null(
		strstr(strbuf_c(&text), "would be in new: p <0.0001\n"));
	assert_non_null(
		strstr(strbuf_c(&text), ": significant up to p <0.0001\n"));
	assert_null(strstr(strbuf_c(&text), "p = 0\n"));
	strbuf_free(&text);
	flamegraph_free(p);
	view_unref(s.view);
	engine_free(s.engine);
	profile_unref(s.profile);
}

static void
means(const char *text, enum diffspec_kind kind, size_t n, const char *second)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct diffspec v;

	assert_int_equal(diffspec_parse(str_c(text), &v, &arena, &err), 0);
	assert_int_equal(v.kind, kind);
	assert_int_equal(v.n, n);
	if (second != NULL)
		assert_true(str_is(v.word[1], second));
	arena_free(&arena);
}

static void
fails(const char *text, const char *why)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct diffspec v;

	assert_int_equal(diffspec_parse(str_c(text), &v, &arena, &err), -1);
	assert_non_null(strstr(err.msg, why));
	arena_free(&arena);
}

TEST(a_comparison_is_of_files_or_of_two_queries)
{
	means("", DIFF_NONE, 0, NULL);
	means("old.pb.gz", DIFF_FILES, 1, NULL);
	means("'my old.pb.gz' b=c", DIFF_FILES, 2, "b=c");
	means("tagfocus=route=/a tagfocus=route=/b", DIFF_SLICES, 2,
		"tagfocus=route=/b");
	means("'focus=a hide=b' 'focus=c'", DIFF_SLICES, 2, "focus=c");
	fails("focus=a", "diff needs a file or two queries");
	fails("focus=a old.pb.gz", "diff needs a file or two queries");
	fails("'old", "unclosed");
	fails("focus=a( focus=b", "diff focus=a(");
}

TEST(parts_of_the_highest_rank_go_first)
{
	const struct segment part[] = { { STR("flametop"), STYLE_TITLE, 0, 2 },
		{ STR("old"), STYLE_BOLD, 1, 0 },
		{ STR("->"), STYLE_DIM, 1, 0 },
		{ STR("new"), STYLE_BOLD, 1, 0 },
		{ STR("+5%"), STYLE_BOLD, 2, 1 } };
	static const struct {
		int cols;
		const char *want;
	} rows[] = { { 24, "flametop old -> new  +5%" },
		{ 23, "old -> new  +5%" }, { 15, "old -> new  +5%" },
		{ 14, "old -> new" }, { 8, "old -> ~" } };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf b = STRBUF_INIT;
		struct grid g;

		grid_init(&g, 1, 30, true);
		assert_true(segments_draw(&g, 0, 0, rows[i].cols, part,
				    COUNT_OF(part)) <= rows[i].cols);
		grid_row_text(&g, 0, &b);
		assert_string_equal(strbuf_c(&b), rows[i].want);
		strbuf_free(&b);
		grid_fini(&g);
	}
}

int
main(void)
{

	return tests_run(NULL, NULL);
}
