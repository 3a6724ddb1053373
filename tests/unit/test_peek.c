/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers and callees of one function, as lines. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/strbuf.h"
#include "present/peek.h"
#include "util_view.h"

#define SHOP \
	"api.Checkout;price.(*Engine).Quote;price.applyRules 840\n" \
	"api.Checkout;price.(*Engine).Quote;price.applyRules;" \
	"regexp.Find 3720\n" \
	"api.Checkout;api.retry;price.(*Engine).Quote;price.applyRules;" \
	"~runtime.mallocgc 1140\nidle 24300\n"

struct shot {
	struct fixture f;
	struct peek *peek;
	struct peek_draw d;
};

static void
shot_init(struct shot *s, const char *folded, const char *frame)
{
	fixture_init(&s->f, folded, "milliseconds", NULL);
	s->peek = peek_new(s->f.view,
		frame != NULL ? fixture_frame(&s->f, frame) : NONE, NULL);
	s->d = (struct peek_draw){ .list.at = NONE };
}

static void
shot_fini(struct shot *s)
{
	peek_free(s->peek);
	fixture_fini(&s->f);
}

static void
shows(struct shot *s, int rows, int cols, bool ascii, const char *want)
{
	struct peek_pane *pp = peek_pane_new(s->f.view, s->peek, rows);
	struct grid g;

	grid_init(&g, rows, cols, ascii);
	peek_pane_draw(&g, (struct rect){ 0, 0, rows, cols }, pp, &s->d);
	grid_is(&g, want);
	grid_fini(&g);
	peek_pane_free(pp);
}

TEST(callers_self_and_callees_are_listed_with_their_share)
{
	struct shot s;

	shot_init(&s, SHOP, "price.applyRules");
	shows(&s, 17, 56, false,
		" Callers  % of its total\n"
		"    5.70s  100%  price.(*Engine).Quote\n"
		"\n"
		" ◆ price.applyRules\n"
		"   self 0.84s  total 5.70s  19.0% of all\n"
		"\n"
		" Callees  % of its total\n"
		"    3.72s 65.3%  regexp.Find\n"
		"    1.14s 20.0%  runtime.mallocgcᵢ\n"
		"    0.84s 14.7%  (self)\n"
		"\n"
		" Hottest stacks\n"
		"    3.72s  Checkout › Quote › applyRules › Find\n"
		"    1.14s  … › retry › Quote › applyRules › mallocgc\n"
		"    0.84s  Checkout › Quote › applyRules\n"
		"\n"
		"\n");
	shot_fini(&s);
}

TEST(few_rows_have_no_blank_lines)
{
	struct shot s;

	shot_init(&s, SHOP, "price.applyRules");
	shows(&s, 9, 40, false,
		" Callers  % of its total\n"
		"    5.70s  100%  price.(*Engine).Quote\n"
		" ◆ price.applyRules  5.70s  19.0% of all\n"
		" Callees  % of its total\n"
		"    3.72s 65.3%  regexp.Find\n"
		"    1.14s 20.0%  runtime.mallocgcᵢ\n"
		"    0.84s 14.7%  (self)\n"
		" Hottest stacks\n"
		"    3.72s  … › Quote › applyRules › Find\n");
	shows(&s, 4, 30, true,
		" Callers  % of its total\n"
		"    5.70s  100%  price.E~Quote\n"
		" = price.applyRules  19.0%\n"
		" Callees  % of its total\n");
	shot_fini(&s);
}

/* Whatever is above them, as one goes from function to function. */
TEST(in_few_rows_the_stacks_stay_where_they_are)
{
	struct shot s;

	shot_init(&s, SHOP, "price.applyRules");
	shows(&s, 12, 40, false,
		" Callers  % of its total\n"
		"    5.70s  100%  price.(*Engine).Quote\n"
		" ◆ price.applyRules  5.70s  19.0% of all\n"
		" Callees  % of its total\n"
		"    3.72s 65.3%  regexp.Find\n"
		"    1.14s 20.0%  runtime.mallocgcᵢ\n"
		"    0.84s 14.7%  (self)\n"
		"\n"
		"\n"
		" Hottest stacks\n"
		"    3.72s  … › Quote › applyRules › Find\n"
		"    1.14s  … › applyRules › mallocgc\n");
	shot_fini(&s);
	shot_init(&s, SHOP, "idle");
	shows(&s, 12, 40, false,
		" Callers  % of its total\n"
		"   24.30s  100%  (root)\n"
		" ◆ idle  total 24.30s  81.0% of all\n"
		" Callees  % of its total\n"
		"   24.30s  100%  (self)\n"
		"\n"
		"\n"
		"\n"
		"\n"
		" Hottest stacks\n"
		"   24.30s  idle\n"
		"\n");
	shot_fini(&s);
}

/* Two that end alike in a pane too narrow for what sets them apart. */
TEST(a_stack_says_where_it_ends)
{
	struct shot s;

	shot_init(&s,
		"alpha;beta;gamma;compare_everything 5\n"
		"omega;beta;gamma;compare_everything 4\n",
		NULL);
	shows(&s, 8, 36, false,
		" ◆ root  total 9.00ms  100% of all\n"
		" Callees  % of its total\n"
		"   5.00ms 55.6%  alpha\n"
		"   4.00ms 44.4%  omega\n"
		"\n"
		" Hottest stacks\n"
		"   5.00ms  … › compare_everything\n"
		"   4.00ms  … › compare_everything\n");
	shot_fini(&s);
}

TEST(many_callers_are_summed_up_until_asked_for)
{
	struct strbuf text = STRBUF_INIT;
	struct shot s;
	struct peek_pane *pp;

	for (int i = 0; i < 40; i++)
		strbuf_addf(&text, "c%02d;x;d%02d %d\n", i, i, 100 - i);
	shot_init(&s, strbuf_c(&text), "x");
	shows(&s, 12, 40, false,
		" Callers  % of its total\n"
		"   0.10s  3.1%  c00\n"
		"   0.10s  3.1%  c01\n"
		"   3.02s 93.8%  +38 callers\n"
		" ◆ x  self 0  total 3.22s  100% of all\n"
		" Callees  % of its total\n"
		"   0.10s  3.1%  d00\n"
		"   0.10s  3.1%  d01\n"
		"   3.02s 93.8%  +38 callees\n"
		" Hottest stacks\n"
		"   0.10s  c00 › x › d00\n"
		"   0.10s  c01 › x › d01\n");
	pp = peek_pane_new(s.f.view, s.peek, PEEK_ALL);
	assert_in_range(pp->line.n, 80, 120);
	for (uint32_t i = 0; i < pp->line.n; i++)
		assert_int_not_equal(pp->line.p[i].kind, PEEK_MORE);
	peek_pane_free(pp);
	strbuf_free(&text);
	shot_fini(&s);
}

/* The stacks keep their line when only one side needs room. */
TEST(a_heading_is_not_left_without_its_lines)
{
	struct shot s;

	shot_init(&s, "a;x 5\nb;x 4\nc;x 3\nd;x 2\n", "x");
	shows(&s, 8, 40, false,
		" Callers  % of its total\n"
		"    5.00ms 35.7%  a\n"
		"    9.00ms 64.3%  +3 callers\n"
		" ◆ x  total 14.00ms  100% of all\n"
		" Callees  % of its total\n"
		"   14.00ms  100%  (self)\n"
		" Hottest stacks\n"
		"    5.00ms  a › x\n");
	shot_fini(&s);
}

static bool
can(void *pane, uint32_t i)
{
	return peek_pane_can(pane, i);
}

TEST(only_lines_with_a_place_to_go_are_selected)
{
	struct shot s;
	struct peek_pane *pp;
	struct list l = { .at = NONE };

	shot_init(&s, SHOP, "price.applyRules");
	pp = peek_pane_new(s.f.view, s.peek, 30);
	list_move(&l, MOVE_FIRST, pp->line.n, 30, can, pp);
	assert_int_equal(pp->line.p[l.at].kind, PEEK_CALLER);
	assert_int_equal(pp->line.p[l.at].frame,
		fixture_frame(&s.f, "price.(*Engine).Quote"));
	list_move(&l, MOVE_UP, pp->line.n, 30, can, pp);
	assert_int_equal(pp->line.p[l.at].kind, PEEK_CALLER);
	list_move(&l, MOVE_DOWN, pp->line.n, 30, can, pp);
	assert_int_equal(pp->line.p[l.at].kind, PEEK_CALLEE);
	assert_int_equal(
		pp->line.p[l.at].frame, fixture_frame(&s.f, "regexp.Find"));
	list_move(&l, MOVE_LAST, pp->line.n, 30, can, pp);
	assert_int_equal(pp->line.p[l.at].kind, PEEK_STACK);
	assert_true(pp->line.p[l.at].node != NONE);
	peek_pane_free(pp);
	shot_fini(&s);
}

TEST(roots_and_leaves_have_one_side_only)
{
	struct shot s;

	shot_init(&s, SHOP, "idle");
	shows(&s, 16, 40, false,
		" Callers  % of its total\n"
		"   24.30s  100%  (root)\n"
		"\n"
		" ◆ idle\n"
		"   total 24.30s  81.0% of all\n"
		"\n"
		" Callees  % of its total\n"
		"   24.30s  100%  (self)\n"
		"\n"
		" Hottest stacks\n"
		"   24.30s  idle\n"
		"\n"
		"\n"
		"\n"
		"\n"
		"\n");
	shot_fini(&s);
}

TEST(the_root_has_its_callees_and_the_hottest_stacks_of_all)
{
	struct shot s;

	shot_init(&s, "m;r;r;r 50\nm;r;r 70\nm;r;r;s 20\nq;s 30\n", NULL);
	shows(&s, 10, 50, false,
		" ◆ root  self 0  total 170.0ms  100% of all\n"
		" Callees  % of its total\n"
		"   140.0ms 82.4%  m\n"
		"    30.0ms 17.6%  q\n"
		"\n"
		"\n"
		" Hottest stacks\n"
		"   120.0ms  m › r ×2+\n"
		"    30.0ms  q › s\n"
		"    20.0ms  m › r ×2 › s\n");
	shot_fini(&s);
}

TEST(the_selected_line_is_marked_and_names_scroll)
{
	struct shot s;

	shot_init(&s, SHOP, "price.applyRules");
	s.d.list.at = 1;
	s.d.focused = true;
	s.d.list.skip = 5;
	shows(&s, 4, 40, false,
		" Callers  % of its total\n"
		"▶   5.70s  100%  …(*Engine).Quote\n"
		" ◆ …applyRules  5.70s  19.0% of all\n"
		" Callees  % of its total\n");
	shot_fini(&s);
}

TEST(peek_can_be_drawn_at_any_size)
{
	struct shot s;

	shot_init(&s, SHOP, "price.applyRules");
	for (int rows = 0; rows < 20; rows++) {
		struct peek_pane *pp = peek_pane_new(s.f.view, s.peek, rows);

		for (int cols = 0; cols < 60; cols++) {
			struct grid g;

			grid_init(&g, rows, cols, rows % 2 == 0);
			s.d.list.first = (uint32_t)(cols % 5);
			s.d.list.skip = cols % 3;
			peek_pane_draw(&g, (struct rect){ 0, 0, rows, cols },
				pp, &s.d);
			grid_fini(&g);
		}
		peek_pane_free(pp);
	}
	shot_fini(&s);
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
