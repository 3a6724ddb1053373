/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns as Go reads them; the expected answers are those of Go. */
#include "config.h"

#include "engine/dialect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "engine/match.h"

#include "base/banned.h"

static void
is_written(const char *pattern, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	dialect_to_pcre2(&out, str_c(pattern));
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

/* matches[i] is what the pattern says to subject[i]. */
static void
answers(const char *pattern, const char *const *subject, const char *matches)
{
	struct err err = ERR_INIT;
	struct match *m = match_new(str_c(pattern), NULL, &err);

	if (m == NULL)
		fail_msg("%s: %s", pattern, err.msg);
	for (size_t i = 0; matches[i] != '\0'; i++)
		if (match_str(m, str_c(subject[i])) != (matches[i] == '1'))
			fail_msg("%s on \"%s\"", pattern, subject[i]);
	match_free(m);
}

static void
what_means_the_same_is_not_touched(void **state)
{
	static const char *const same[] = { "", "main\\.(*T).Serve", "a|b*?",
		"[a-z_]+", "[]a]", "[^]a]", "[[:alpha:]_]", "\\Q[\\s^*\\E",
		"\\pL\\p{Greek}", "(?i)x", "(?:a)", "^a$", "\\bfoo\\b",
		"x{2,3}", "(?=a)(?<!b)", "[a", "\\", "a\\x{1f600}" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(same); i++)
		is_written(same[i], same[i]);
}

static void
what_differs_is_rewritten(void **state)
{
	(void)state;
	is_written("a\\sb", "a[\\t\\n\\f\\r\\x20]b");
	is_written("[\\s_]", "[\\t\\n\\f\\r\\x20_]");
	is_written("\\v[\\v]", "\\x0b[\\x0b]");
	is_written("^*a$+\\b{2}", "(?:^)*a(?:$)+(?:\\b){2}");
	is_written("^{", "^{");
	is_written("[\\d-z]", "[\\d\\-z]");
	is_written("[\\d-]", "[\\d\\-]");
	is_written("[:a:]", "[\\:a:]");
	is_written("[a[b]", "[a\\[b]");
	is_written("(?P<n>a)(?<1>b)", "(a)(b)");
	is_written("a\\x{d800}", "a(?!)");
	is_written("\\Qa\\E\\v", "\\Qa\\E\\x0b");
	is_written("\\Q\\v", "\\Q\\v");
}

static void
spaces_are_those_of_go(void **state)
{
	static const char *const subject[] = { " ", "\t", "\v", "\n", "a",
		"\xc2\xa0" };

	(void)state;
	answers("^\\s$", subject, "110100");
	answers("^[\\s]$", subject, "110100");
	answers("^[[:space:]]$", subject, "111100");
	answers("^\\S$", subject, "001011");
	answers("^[\\S]$", subject, "001011");
	answers("^[^\\S]$", subject, "110100");
	answers("\\v", subject, "001000");
}

static void
patterns_that_only_go_accepts_have_its_meaning(void **state)
{
	static const char *const subject[] = { "", "a", "-", "5", "z", ":",
		"[a]", "ab" };

	(void)state;
	answers("^*a", subject, "01000011");
	answers("\\b*$", subject, "11111111");
	answers("^[\\d-z]$", subject, "00111000");
	answers("^[:alph]$", subject, "01000100");
	answers("[[.]a", subject, "00000010");
	answers("(?P<x>a)(?P<x>b)", subject, "00000001");
	answers("\\x{d800}|b", subject, "00000001");
}

static void
what_go_does_not_know_still_works(void **state)
{
	static const char *const subject[] = { "ab", "ac", "aa" };

	(void)state;
	answers("a(?=b)", subject, "100");
	answers("a(?!b)", subject, "011");
	answers("(?P<x>a)(?P=x)", subject, "001");
	answers("(a)\\1", subject, "001");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_means_the_same_is_not_touched),
		cmocka_unit_test(what_differs_is_rewritten),
		cmocka_unit_test(spaces_are_those_of_go),
		cmocka_unit_test(
			patterns_that_only_go_accepts_have_its_meaning),
		cmocka_unit_test(what_go_does_not_know_still_works),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
