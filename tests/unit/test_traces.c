/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distinct stacks of a view, and the list of them. */
#include "prelude.h"

#include <inttypes.h>
#include <locale.h>

#include "testing.h"

#include "base/compiler.h"
#include "engine/regexp.h"
#include "analysis/traces.h"
#include "present/traces.h"
#include "stacks.h"
#include "util_view.h"

#define SHOP \
	"types cpu/milliseconds\n" \
	"main;api.Checkout;price.Quote;price.applyRules<rules.go:42> 1200 " \
	"{tenant=acme endpoint=/checkout}\n" \
	"main;api.Checkout;price.Quote;price.applyRules<rules.go:42> 900 " \
	"{tenant=globex endpoint=/checkout}\n" \
	"main;api.Checkout;price.Quote;price.applyRules<rules.go:42>;" \
	"regexp.Find+regexp.do 3720 {tenant=acme bytes=16kb}\n" \
	"main;api.Search 500 {bytes=16kb}\n" \
	"main;api.Search 0 {tenant=nobody}\n" \
	"main 80\n" \
	"- 70 {tenant=acme}\n" \
	"main;api.Checkout;price.Quote;price.applyRules<rules.go:42> 100 " \
	"{tenant=acme endpoint=/checkout}\n"

struct bench {
	struct profile *profile;
	struct engine *engine;
	struct traces *traces;
	struct traces_pane *pane;
	struct traces_draw d;
};

static void
set_up(struct bench *b, const char *text, const struct query *query)
{
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	*b = (struct bench){ .profile = stacks_read(text) };
	b->engine = engine_new(b->profile);
	b->traces =
		traces_new(b->engine, query != NULL ? query : &q, NULL, &err);
	if (b->traces == NULL)
		fail_msg("%s", err.msg);
	b->pane = traces_pane_new(b->traces, NULL);
	b->d.focused = true;
}

static void
tear_down(struct bench *b)
{
	traces_pane_free(b->pane);
	traces_free(b->traces);
	engine_free(b->engine);
	profile_unref(b->profile);
}

static void
shows(struct bench *b, int rows, int cols, bool ascii, const char *want)
{
	struct grid g;

	grid_init(&g, rows, cols, ascii);
	b->d.first = traces_pane_scroll(b->pane, b->d.first, b->d.at, rows);
	traces_pane_draw(&g, (struct rect){ 0, 0, rows, cols }, b->pane, &b->d);
	grid_is(&g, want);
	grid_fini(&g);
}

TEST(samples_with_one_stack_are_one_and_zeros_none)
{
	struct bench b;

	set_up(&b, SHOP, NULL);
	assert_int_equal(b.pane->rank.n, 4);
	assert_int_equal(traces_pane_trace(b.pane, 0)->value, 3720);
	assert_int_equal(traces_pane_trace(b.pane, 1)->value, 2200);
	assert_int_equal(traces_pane_trace(b.pane, 1)->samples, 3);
	assert_int_equal(traces_pane_trace(b.pane, 1)->n_parts, 2);
	assert_int_equal(traces_pane_trace(b.pane, 2)->value, 500);
	assert_int_equal(traces_pane_trace(b.pane, 2)->samples, 1);
	assert_int_equal(traces_pane_trace(b.pane, 3)->value, 80);
	assert_null(traces_pane_trace(b.pane, 4));
	assert_int_equal(traces_pane_sum(b.pane, 1), 5920);
	assert_int_equal(traces_pane_sum(b.pane, 3), 6500);
	assert_int_equal(traces_pane_sum(b.pane, 0), 3720);
	tear_down(&b);
}

TEST(a_closed_stack_shows_where_it_was_and_an_open_one_all)
{
	struct bench b;

	set_up(&b, SHOP, NULL);
	shows(&b, 12, 72, false,
		"▶ 1  3.72s 56.6%   bytes=16kB  tenant=acme\n"
		"       regexp.doᵢ\n"
		"       main › Checkout › Quote › applyRules › Find   "
		"5 callers (Enter)\n"
		"  2  2.20s 33.5%   endpoint=/checkout  tenant=acme 59.1% "
		"+1\n"
		"       price.applyRules                                "
		"     rules.go:42\n"
		"       main › Checkout › Quote   3 callers (Enter)\n"
		"  3  0.50s  7.6%   bytes=16kB\n"
		"       api.Search\n"
		"       main\n"
		"  4  0.08s  1.2%\n"
		"       main\n"
		"\n");
	traces_pane_toggle(b.pane, 0);
	b.d.at = traces_pane_step(b.pane, b.d.at, 2);
	shows(&b, 8, 40, true,
		"  1  3.72s 56.6%   bytes=16kB  tenant=a~\n"
		"       regexp.do~\n"
		">      regexp.Find\n"
		"       price.applyRules\n"
		"       price.Quote\n"
		"       api.Checkout\n"
		"       main\n"
		"  2  2.20s 33.5%   endpoint=/checkout  ~\n");
	tear_down(&b);
}

TEST(recursion_is_folded_on_the_way_to_a_stack)
{
	struct bench b;

	set_up(&b, "main;serve;walk;walk;walk;read 30", NULL);
	shows(&b, 3, 60, false,
		"▶ 1  30  100%\n"
		"       read\n"
		"       main › serve › walk ×3   5 callers (Enter)\n");
	tear_down(&b);
}

TEST(the_cursor_stops_at_frames_of_open_stacks)
{
	struct bench b;
	struct traces_at at = { 0, 0 };

	set_up(&b, SHOP, NULL);
	at = traces_pane_step(b.pane, at, 1);
	assert_int_equal(at.stack, 1);
	assert_int_equal(at.line, 0);
	at = traces_pane_step(b.pane, at, -1);
	traces_pane_toggle(b.pane, 0);
	at = traces_pane_step(b.pane, at, 6);
	assert_int_equal(at.stack, 0);
	assert_int_equal(at.line, 6);
	at = traces_pane_step(b.pane, at, 1);
	assert_int_equal(at.stack, 1);
	at = traces_pane_step(b.pane, at, -1);
	assert_int_equal(at.line, 6);
	at = traces_pane_step(b.pane, at, 100);
	assert_int_equal(at.stack, 3);
	at = traces_pane_step(b.pane, at, -100);
	assert_int_equal(at.stack, 0);
	assert_int_equal(at.line, 0);
	/* It closes under the cursor. */
	traces_pane_toggle(b.pane, 0);
	at = traces_pane_step(b.pane, (struct traces_at){ 0, 5 }, 0);
	assert_int_equal(at.line, 0);
	tear_down(&b);
}

static const char *
name_at(struct bench *b, struct traces_at at)
{
	const struct view *v = b->traces->view;
	node_id node = traces_pane_node(b->pane, at);

	return v->frames->frame[v->full.frame[node]].text.p;
}

TEST(a_line_names_its_place_in_the_graph)
{
	struct bench b;

	set_up(&b, SHOP, NULL);
	assert_memory_equal(
		name_at(&b, (struct traces_at){ 0, 0 }), "regexp.do", 9);
	assert_memory_equal(
		name_at(&b, (struct traces_at){ 0, 1 }), "regexp.do", 9);
	assert_memory_equal(
		name_at(&b, (struct traces_at){ 0, 2 }), "regexp.Find", 11);
	assert_memory_equal(name_at(&b, (struct traces_at){ 0, 6 }), "main", 4);
	assert_int_equal(
		traces_pane_node(b.pane, (struct traces_at){ 9, 0 }), NONE);
	tear_down(&b);
}

/* The list from its end: no line is empty, and a closed stack is whole. */
TEST(scrolling_keeps_all_of_the_stack_in_view)
{
	struct bench b;

	set_up(&b, SHOP, NULL);
	b.d.at = (struct traces_at){ 1, 0 };
	shows(&b, 5, 24, false,
		"       regexp.doᵢ\n"
		"          5 callers (Ent\n"
		"▶ 2  2.20s 33.5%   endp…\n"
		"       price.applyRules\n"
		"          3 callers (Ent\n");
	b.d.at = (struct traces_at){ 3, 0 };
	shows(&b, 5, 24, false,
		"  3  0.50s  7.6%   byte…\n"
		"       api.Search\n"
		"       main\n"
		"▶ 4  0.08s  1.2%\n"
		"       main\n");
	b.d.at = (struct traces_at){ 2, 0 };
	shows(&b, 2, 24, false,
		"▶ 3  0.50s  7.6%   byte…\n"
		"       api.Search\n");
	tear_down(&b);
}

TEST(a_row_filter_and_a_search_look_at_all_frames)
{
	struct bits frames = { .word = (uint64_t[4]){ 0 }, .n = 256 };
	struct traces_pane *kept;
	struct bench b;

	set_up(&b, SHOP, NULL);
	bits_set(&frames,
		frames_find(b.traces->view->frames, STR("api.Search")));
	kept = traces_pane_new(b.traces, &frames);
	assert_int_equal(kept->rank.n, 1);
	assert_int_equal(kept->traces->n, 4);
	assert_int_equal(traces_pane_trace(kept, 0)->value, 500);
	traces_pane_free(kept);
	assert_int_equal(traces_pane_find(b.pane, 0, 1, &frames), 2);
	assert_int_equal(traces_pane_find(b.pane, 3, -1, &frames), 2);
	assert_int_equal(traces_pane_find(b.pane, 3, 1, &frames), NONE);
	tear_down(&b);
}

TEST(filters_and_types_are_those_of_the_query)
{
	struct query q;
	struct bench b;

	query_init(&q);
	q.tagfocus = STR("tenant=globex");
	set_up(&b, SHOP, &q);
	assert_int_equal(b.pane->rank.n, 1);
	assert_int_equal(traces_pane_trace(b.pane, 0)->value, 900);
	tear_down(&b);
	query_init(&q);
	q.hide = STR("price|regexp");
	set_up(&b, SHOP, &q);
	assert_int_equal(traces_pane_trace(b.pane, 0)->value, 5920);
	assert_int_equal(traces_pane_trace(b.pane, 0)->samples, 4);
	tear_down(&b);
	query_init(&q);
	q.mean = true;
	set_up(&b, "types n/count cpu/ms\na;b 2,100 {t=x}\na;c 4,120 {t=y}\n",
		&q);
	assert_int_equal(traces_pane_trace(b.pane, 0)->value, 50);
	assert_int_equal(traces_pane_trace(b.pane, 1)->value, 30);
	tear_down(&b);
}

TEST(values_below_zero_are_sorted_by_their_size)
{
	struct bench b;

	set_up(&b, "types n/count\na;b 3\na;c -5\na;d 1\n", NULL);
	shows(&b, 4, 30, false,
		"▶ 1  -5  -55.6%\n"
		"       c\n"
		"       a\n"
		"  2   3   33.3%\n");
	tear_down(&b);
}

TEST(nothing_can_be_shown_and_moved_in)
{
	struct traces_at at;
	struct bench b;

	set_up(&b, "types n/count\n- 3\n", NULL);
	shows(&b, 2, 10, false, "\n\n");
	at = traces_pane_step(b.pane, (struct traces_at){ 7, 7 }, 3);
	assert_int_equal(at.stack, 0);
	assert_int_equal(traces_pane_sum(b.pane, 0), 0);
	traces_pane_toggle(b.pane, 0);
	tear_down(&b);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return tests_run(NULL, NULL);
}
