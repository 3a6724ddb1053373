/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What samples tell about one place and about all places of a function. */
#include "config.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "engine/peek.h"
#include "util_view.h"

#include "base/banned.h"

#define STACKS \
	"main;serve;read 4\nmain;serve;read 2\nmain;serve 1\n" \
	"main;gc;serve 2\nmain;gc 7\n"

static void
samples_are_counted_here_and_at_all_places(void **state)
{
	struct fixture f;
	struct detail *d;

	(void)state;
	fixture_init(&f, STACKS, "count", NULL);
	d = detail_new(f.view, fixture_node(&f, &f.view->full, "main;serve"));
	assert_int_equal(d->frame, fixture_frame(&f, "serve"));
	assert_int_equal(d->samples[DETAIL_HERE], 3);
	assert_int_equal(d->samples[DETAIL_ALL], 4);
	assert_int_equal(d->ends[DETAIL_HERE], 1);
	assert_int_equal(d->ends[DETAIL_ALL], 2);
	assert_int_equal(d->stacks[DETAIL_HERE], 2);
	assert_int_equal(d->stacks[DETAIL_ALL], 3);
	assert_int_equal(d->recursion, 1);
	assert_int_equal(d->n_values, 1);
	assert_int_equal(d->value[0].self[DETAIL_HERE], 1);
	assert_int_equal(d->value[0].total[DETAIL_HERE], 7);
	assert_int_equal(d->value[0].self[DETAIL_ALL], 3);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 9);
	detail_free(d);
	d = detail_new_frame(f.view, fixture_frame(&f, "serve"));
	assert_int_equal(d->samples[DETAIL_HERE], 0);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 9);
	detail_free(d);
	fixture_fini(&f);
}

static void
the_root_has_all_samples(void **state)
{
	struct fixture f;
	struct detail *d;

	(void)state;
	fixture_init(&f, STACKS, "count", NULL);
	d = detail_new(f.view, 0);
	assert_int_equal(d->frame, NONE);
	assert_int_equal(d->samples[DETAIL_HERE], 5);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 16);
	assert_int_equal(d->value[0].self[DETAIL_ALL], 0);
	detail_free(d);
	fixture_fini(&f);
}

static void
a_recursive_function_counts_a_sample_once(void **state)
{
	struct fixture f;
	struct detail *d;

	(void)state;
	fixture_init(
		&f, "fib;fib;fib 5\nfib;fib 2\nfib;leaf 1\n", "count", NULL);
	d = detail_new(f.view, fixture_node(&f, &f.view->full, "fib;fib"));
	assert_int_equal(d->recursion, 3);
	assert_int_equal(d->samples[DETAIL_ALL], 3);
	assert_int_equal(d->samples[DETAIL_HERE], 2);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 8);
	assert_int_equal(d->value[0].self[DETAIL_ALL], 7);
	assert_int_equal(d->value[0].total[DETAIL_HERE], 7);
	assert_int_equal(d->value[0].self[DETAIL_HERE], 2);
	detail_free(d);
	fixture_fini(&f);
}

static void
the_hottest_line_is_that_of_the_innermost_call(void **state)
{
	struct fixture f;
	struct detail *d;

	(void)state;
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

static void
what_the_filters_drop_does_not_count(void **state)
{
	struct query q;
	struct fixture f;
	struct detail *d;

	(void)state;
	query_init(&q);
	q.ignore = STR("read");
	fixture_init(&f, STACKS, "count", &q);
	d = detail_new_frame(f.view, fixture_frame(&f, "serve"));
	assert_int_equal(d->samples[DETAIL_ALL], 2);
	assert_int_equal(d->value[0].total[DETAIL_ALL], 3);
	detail_free(d);
	fixture_fini(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_counted_here_and_at_all_places),
		cmocka_unit_test(the_root_has_all_samples),
		cmocka_unit_test(a_recursive_function_counts_a_sample_once),
		cmocka_unit_test(
			the_hottest_line_is_that_of_the_innermost_call),
		cmocka_unit_test(what_the_filters_drop_does_not_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
