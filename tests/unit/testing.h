/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A unit test: cmocka with the headers that it wants before it.
 *
 * TEST() is the head of a case, and adds it to those of the program, so that
 * none is forgotten; tests_run() runs them in the order of the file.
 */
#ifndef FT_TESTING_H
#define FT_TESTING_H

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/compiler.h"

enum { TESTS_MOST = 100 }; /* in a program */

/* Milliseconds that nothing takes unless it hangs, be the machine as busy as it
   may. */
enum { TESTS_PATIENCE = 300000 };

static struct CMUnitTest tests_all[TESTS_MOST]; /* the rest is skipped */
static int tests_line[TESTS_MOST];
static size_t tests_n;

static inline void
test_add(int line, struct CMUnitTest test)
{
	size_t i = tests_n;

	if (tests_n++ == TESTS_MOST)
		abort();
	for (; i > 0 && tests_line[i - 1] > line; i--) {
		tests_all[i] = tests_all[i - 1];
		tests_line[i] = tests_line[i - 1];
	}
	tests_all[i] = test;
	tests_line[i] = line;
}

/* A case with its own set-up and tear-down. */
#define TEST_WITH(name, set_up, tear_down) \
	static void name(void **state); \
	__attribute__((constructor)) static void name##_is_a_test(void) \
	{ \
		test_add(__LINE__, \
			(struct CMUnitTest){ \
				#name, name, set_up, tear_down, NULL }); \
	} \
	static void name(void **state UNUSED)

#define TEST(name) TEST_WITH(name, NULL, NULL)

/* A set-up for cases that read and print times, or have a configuration. */
static inline int
tests_in_utc(void **state UNUSED)
{
	(void)setenv("HOME", "/nonexistent", 1);
	(void)setenv("TZ", "UTC", 1);
	tzset();
	return 0;
}

/* Run all cases, with a set-up and a tear-down for them together. Return the
   number of failures. */
static inline int
tests_run(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
	return cmocka_run_group_tests(tests_all, set_up, tear_down);
}

#endif
