/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bottlenecks of the processor. */
#include "prelude.h"

#include <math.h>

#include "testing.h"

#include "base/strbuf.h"
#include "engine/bottleneck.h"
#include "stacks.h"

#define CALLGRIND \
	"types Ir/count D1mr/count DLmr/count sysCpuTime/nanoseconds\n"

static const struct {
	double cost[BOTTLENECK_COSTS];
	enum bottleneck want;
	int percent;
} judged[] = {
	{ { 1000, 190, 100, 0 }, BOTTLENECK_INSTRUCTIONS, 77 },
	{ { 100, 280, 200, 0 }, BOTTLENECK_CACHE, 48 },
	{ { 100, 10, 800, 0 }, BOTTLENECK_MEMORY, 87 },
	{ { 500, 0, 0, 3000 }, BOTTLENECK_SYSTEM, 85 },
	{ { 0, 0, 0, 0 }, BOTTLENECK_NOTHING, 0 },
	{ { 39, 30, 31, 0 }, BOTTLENECK_MIXED, 39 },
	{ { 40, 30, 30, 0 }, BOTTLENECK_INSTRUCTIONS, 40 },
};

TEST(the_largest_cost_decides_if_it_is_large)
{
	for (size_t i = 0; i < sizeof(judged) / sizeof(judged[0]); i++) {
		double share;

		assert_int_equal(bottleneck_judge(judged[i].cost, &share),
			judged[i].want);
		assert_int_equal((int)(share * 100 + 0.01), judged[i].percent);
	}
}

struct opened {
	struct profile *p;
	struct engine *e;
	const struct view *v;
};

static void
open_query(struct opened *x, const char *text, const struct query *q)
{
	struct err err = ERR_INIT;

	x->p = stacks_read(text);
	x->e = engine_new(x->p);
	x->v = view_compute(x->e, q, NULL, &err);
	assert_non_null(x->v);
}

static void
open_text(struct opened *x, const char *text, const char *focus)
{
	struct query q;

	query_init(&q);
	q.focus = str_c(focus);
	open_query(x, text, &q);
}

static void
close_it(struct opened *x)
{
	view_unref(x->v);
	engine_free(x->e);
	profile_unref(x->p);
}

/* "1000 190 100 0" */
static void
costs_are(
	const struct opened *x, const char *name, bool kernel, const char *want)
{
	frame_id f = frames_find(x->v->frames, str_c(name));
	double c[BOTTLENECK_COSTS];
	char got[4 * 320];

	assert_true(f != NONE);
	assert_non_null(x->v->bottlenecks);
	bottleneck_costs(x->v->bottlenecks, f, kernel, c);
	(void)snprintf(got, sizeof(got), "%.0f %.0f %.0f %.0f", c[0], c[1],
		c[2], c[3]);
	assert_string_equal(got, want);
}

TEST(callgrind_counts_are_weighed)
{
	struct opened x;

	open_text(&x,
		CALLGRIND
		"main;a 1000,20,1,0\nmain;b 100,30,2,0\nmain;c 100,9,8,0\n"
		"main;d 500,0,0,1000\nmain;e 0,0,0,0\n",
		"");
	assert_string_equal(x.v->bottlenecks->source, "callgrind's events");
	costs_are(&x, "a", false, "1000 190 100 0");
	costs_are(&x, "b", false, "100 280 200 0");
	costs_are(&x, "c", false, "100 10 800 0");
	costs_are(&x, "d", false, "500 0 0 3000");
	costs_are(&x, "e", false, "0 0 0 0");
	/* what its callees cost is not main's own */
	costs_are(&x, "main", false, "0 0 0 0");
	close_it(&x);
}

/* Fewer instructions and some more misses: it is not busy with misses. */
TEST(of_a_diff_it_is_the_new_side)
{
	struct opened x;

	open_text(&x,
		CALLGRIND "main;a 500,11,0,0\n"
			  "main;a -1000,-10,0,0 {pprof::base=true}\n",
		"");
	costs_are(&x, "a", false, "500 110 0 0");
	close_it(&x);
	/* A subtracted profile has no bottleneck. */
	open_text(&x, CALLGRIND "main;a -500,1,0,0\nmain;b 1,1,0,0\n", "");
	costs_are(&x, "a", false, "0 0 0 0");
	costs_are(&x, "b", false, "0 0 0 0");
	close_it(&x);
}

TEST(all_misses_and_wrong_guesses_count)
{
	struct opened x;

	open_text(&x,
		"types Ir/c Bcm/c Bim/c I1mr/c D1mr/c D1mw/c ILmr/c DLmr/c "
		"DLmw/c sysTime/microseconds\n"
		"a 100,1,2,3,4,5,1,1,2,7\n",
		"");
	costs_are(&x, "a", false, "130 80 400 21000");
	close_it(&x);
}

/* Each weight alone; a weight that is not above 0 means the default. */
TEST(a_query_can_have_other_weights)
{
	static const char text[] =
		"types Ir/c Bcm/c I1mr/c D1mr/c DLmr/c sysTime/ns\n"
		"a 100,1,3,4,2,7\n";
	static const struct {
		struct bottleneck_weights weights;
		const char *want;
	} t[] = {
		{ { 0 }, "110 50 200 21" },
		{ { .l1 = 2 }, "110 10 200 21" },
		{ { .ll = 7.5 }, "110 50 15 21" },
		{ { .branch = 25 }, "125 50 200 21" },
		{ { .freq = 2 }, "110 50 200 14" },
		{ { .ipc = 2, .l1 = -1 }, "110 50 200 21" },
	};
	struct opened x;
	struct query q;

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		query_init(&q);
		q.bottleneck = t[i].weights;
		open_query(&x, text, &q);
		costs_are(&x, "a", false, t[i].want);
		close_it(&x);
	}
	query_init(&q);
	q.bottleneck.ipc = 2;
	open_query(&x,
		"types instructions_event/count "
		"L1-dcache-load-misses_event/count\na 400,1\n",
		&q);
	costs_are(&x, "a", false, "200 12 0 0");
	close_it(&x);
}

TEST(costs_obey_the_filters_and_sum_all_places)
{
	struct opened x;
	const char *text = CALLGRIND "main;x;a 100,0,0,0\nmain;y;a 10,0,0,0\n"
				     "main;y;z;a 1,0,0,0\n";

	open_text(&x, text, "");
	costs_are(&x, "a", false, "111 0 0 0");
	close_it(&x);
	open_text(&x, text, "^y$");
	costs_are(&x, "a", false, "11 0 0 0");
	close_it(&x);
}

TEST(perf_events_are_an_estimate)
{
	struct opened x;

	open_text(&x,
		"types cycles_sample/count cycles_event/count "
		"instructions_event/count L1-dcache-load-misses_event/count "
		"LLC-load-misses_event/count\n"
		"a 1,900,400,10,2\nb 1,900,400,1,5\n",
		"");
	assert_string_equal(
		x.v->bottlenecks->source, "estimated from perf events");
	costs_are(&x, "a", false, "100 96 200 0");
	costs_are(&x, "a", true, "100 96 200 900");
	/* fewer misses of the first level than of the last */
	costs_are(&x, "b", false, "100 0 500 0");
	close_it(&x);
}

TEST(one_type_alone_tells_nothing)
{
	static const char *const texts[] = { "a 1\n",
		"types samples/count cpu/nanoseconds\na 1,2\n",
		"types Ir/count\na 1\n", "types Ir/count D1mr/count\na 1,1\n" };
	struct opened x;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		open_text(&x, texts[i], "");
		assert_null(x.v->bottlenecks);
		assert_false(bottleneck_is_known(x.p));
		close_it(&x);
	}
}

TEST(topdown_events_need_no_weights)
{
	struct opened x;

	open_text(&x,
		"types topdown-retiring/count topdown-fe-bound/count "
		"topdown-bad-spec/count topdown-be-bound/count\n"
		"a 10,2,3,20\n",
		"");
	costs_are(&x, "a", false, "10 5 20 0");
	close_it(&x);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
