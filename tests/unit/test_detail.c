/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of one place and of all places of a function. */
#include "prelude.h"

#include "testing.h"

#include "analysis/peek.h"
#include "stacks.h"
#include "util_view.h"

#define STACKS \
	"types samples/count\nmain;serve;read 4\nmain;serve;read " \
	"2\nmain;serve 1\n" \
	"main;gc;serve 2\nmain;gc 7\n"

static void
counted(struct fixture *f, const char *stacks, const struct query *query)
{
	f->profile = stacks_read(stacks);
	f->engine = engine_new(f->profile);
	f->view = NULL;
	fixture_query(f, query);
}

TEST(samples_are_counted_here_and_at_all_places)
{
	struct fixture f;
	struct detail *d;

	counted(&f, STACKS, NULL);
	d = detail_new(f.view, fixture_node(&f, &f.view->full, "main;serve"));
	assert_int_equal(d->frame, fixture_frame(&f, "serve"));
	assert_int_equal(d->events[DETAIL_HERE], 7 * EVENT_PARTS);
	assert_int_equal(d->events[DETAIL_ALL], 9 * EVENT_PARTS);
	assert_int_equal(d->ends[DETAIL_HERE], EVENT_PARTS);
	assert_int_equal(d->ends[DETAIL_ALL], 3 * EVENT_PARTS);
	assert_int_equal(d->recursion, 1);
	assert_int_equal(d->n_values, 1);
	assert_int_equal(d->value[0].self[DETAIL_HERE], 1);
	assert_int_equal(d->value[0].total[DETAIL_HERE], 7);
	assert_int_equal(d->value[0].self[DETAIL_ALL], 3);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 9);
	detail_free(d);
	d = detail_new_frame(f.view, fixture_frame(&f, "serve"));
	assert_int_equal(d->events[DETAIL_HERE], 0);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 9);
	detail_free(d);
	fixture_fini(&f);
}

TEST(the_root_has_all_samples)
{
	struct fixture f;
	struct detail *d;

	counted(&f, STACKS, NULL);
	d = detail_new(f.view, 0);
	assert_int_equal(d->frame, NONE);
	assert_int_equal(d->events[DETAIL_HERE], 16 * EVENT_PARTS);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 16);
	assert_int_equal(d->value[0].self[DETAIL_ALL], 0);
	detail_free(d);
	fixture_fini(&f);
}

TEST(a_recursive_function_counts_a_sample_once)
{
	struct fixture f;
	struct detail *d;

	counted(&f,
		"types samples/count\n"
		"fib;fib;fib 5\nfib;fib 2\nfib;leaf 1\n",
		NULL);
	d = detail_new(f.view, fixture_node(&f, &f.view->full, "fib;fib"));
	assert_int_equal(d->recursion, 3);
	assert_int_equal(d->events[DETAIL_ALL], 8 * EVENT_PARTS);
	assert_int_equal(d->events[DETAIL_HERE], 7 * EVENT_PARTS);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 8);
	assert_int_equal(d->value[0].self[DETAIL_ALL], 7);
	assert_int_equal(d->value[0].total[DETAIL_HERE], 7);
	assert_int_equal(d->value[0].self[DETAIL_HERE], 2);
	detail_free(d);
	fixture_fini(&f);
}

TEST(the_hottest_line_is_that_of_the_innermost_call)
{
	struct fixture f;
	struct detail *d;

	fixture_init(&f,
		"m@m.c:1;f@f.c:10;a 3\nm@m.c:1;f@f.c:12 4\n"
		"m@m.c:1;f@f.c:10;f@f.c:12;b 2\n",
		"count", NULL);
	d = detail_new_frame(f.view, fixture_frame(&f, "f"));
	assert_int_equal(d->hot_line, 12);
	assert_int_equal(d->hot_value, 6);
	detail_free(d);
	fixture_fini(&f);
}

TEST(what_the_filters_drop_does_not_count)
{
	struct query q;
	struct fixture f;
	struct detail *d;

	query_init(&q);
	q.ignore = STR("read");
	counted(&f, STACKS, &q);
	d = detail_new_frame(f.view, fixture_frame(&f, "serve"));
	assert_int_equal(d->events[DETAIL_ALL], 3 * EVENT_PARTS);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 3);
	detail_free(d);
	fixture_fini(&f);
}

/* In a heap the events are not proportional to the values. */
TEST(all_ways_to_count_agree)
{
	static const char heap[] =
		"types objects/count space/bytes\nperiod space/bytes 65536\n"
		"main;serve;read 273,65656\nmain;serve 1,8388608\n"
		"main;gc 40,90000\n";
	struct fixture f;
	struct detail *d;
	int64_t all, serve;

	counted(&f, heap, NULL);
	all = events_sum(f.view->events, f.profile);
	assert_true(all > 2 * EVENT_PARTS && all < 4 * EVENT_PARTS);
	assert_int_equal(view_events(f.view, f.view->w.kept), all);
	d = detail_new(f.view, 0);
	assert_int_equal(d->events[DETAIL_ALL], all);
	detail_free(d);
	serve = view_events(f.view,
		columns_at(&f.view->w.total, fixture_frame(&f, "serve")));
	d = detail_new_frame(f.view, fixture_frame(&f, "serve"));
	assert_int_equal(d->events[DETAIL_ALL], serve);
	assert_true(serve > EVENT_PARTS && serve < all);
	detail_free(d);
	fixture_fini(&f);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
