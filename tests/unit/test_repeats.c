/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repetitions: what Go's regexp takes and refuses, in its words. */
#include "config.h"

#include "engine/repeats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "base/strbuf.h"
#include "engine/match.h"

#include "base/banned.h"

static void
says(const char *pattern, const char *want)
{
	struct strbuf out = STRBUF_INIT, whole = STRBUF_INIT;

	strbuf_addf(&whole, "error parsing regexp: %s", want);
	if (!match_explain(&out, str_c(pattern)))
		fail_msg("%s is taken", pattern);
	assert_string_equal(strbuf_c(&out), strbuf_c(&whole));
	strbuf_free(&out);
	strbuf_free(&whole);
}

static void
a_thousand_times_is_the_most(void **state)
{
	(void)state;
	says("a{1001}", "invalid repeat count: `{1001}`");
	says("a{1001,}", "invalid repeat count: `{1001,}`");
	says("a{0,1001}b", "invalid repeat count: `{0,1001}`");
	says("a{99999999999999999999}",
		"invalid repeat count: `{99999999999999999999}`");
	says("[]x{2}]\\x{41}{1001}", "invalid repeat count: `{1001}`");
	says("\\p{Greek}{1001}", "invalid repeat count: `{1001}`");
	says("a|{1001}", "invalid repeat count: `{1001}`");
}

static void
counts_within_counts_multiply(void **state)
{
	(void)state;
	says("(a{100}){100}", "invalid repeat count: `{100}`");
	says("((a{10}){10}){11}", "invalid repeat count: `{11}`");
	says("(?:a{2,}){600}", "invalid repeat count: `{600}`");
	says("(?P<n>a{1,2}){501}", "invalid repeat count: `{501}`");
	says("(a|b{1000}){2}", "invalid repeat count: `{2}`");
	says("((a*){500}){3}", "invalid repeat count: `{3}`");
	says("(?i:(a{40}){5}b{3}){6}", "invalid repeat count: `{6}`");
}

static void
operators_do_not_follow_one_another(void **state)
{
	(void)state;
	says("operator++", "invalid nested repetition operator: `++`");
	says("a{2}+", "invalid nested repetition operator: `{2}+`");
	says("a??+b", "invalid nested repetition operator: `??+`");
	says("(?i:a)*+", "invalid nested repetition operator: `*+`");
}

static void
the_first_error_counts(void **state)
{
	(void)state;
	says("a{1001}(", "invalid repeat count: `{1001}`");
	says("(?z)a{1001}", "invalid or unsupported Perl syntax: `(?z`");
}

static void
the_rest_is_taken(void **state)
{
	static const char *const fine[] = { "a{1000}", "(a{100}){10}",
		"((a{40}){5}b{3}){5}", "(x{0}){900}", "((a{1000}){0}){5}",
		"(a{0,}){1000}", "(a{1000}|b){1}", "[a{1001}]",
		"\\Qa{1001}++\\E", "x{1001", "x{ 1001}", "a{,1001}",
		"[[:alpha:]{1001}]", "a{1000}?", "a+?", "(?i)a+", "()+", "\\++",
		"[+]+", "(?<=a)b+", "" };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(fine); i++)
		if (match_explain(&out, str_c(fine[i])))
			fail_msg("%s: %s", fine[i], strbuf_c(&out));
	strbuf_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thousand_times_is_the_most),
		cmocka_unit_test(counts_within_counts_multiply),
		cmocka_unit_test(operators_do_not_follow_one_another),
		cmocka_unit_test(the_first_error_counts),
		cmocka_unit_test(the_rest_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
