/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which patterns are said to match everything, and whether they do. */
#include "config.h"

#include "engine/always.h"

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

static const struct str texts[] = {
	{ NULL, 0 },
	{ "a", 1 },
	{ "b", 1 },
	{ " ", 1 },
	{ "\n", 1 },
	{ "\0", 1 },
	{ "\xFF", 1 },
	{ "\xC3\xA9", 2 },
	{ "ab", 2 },
	{ "a\n", 2 },
	{ "\na", 2 },
	{ "a b", 3 },
	{ " a ", 3 },
	{ "aabb\naabb", 9 },
};

static void
half_typed_patterns_match_everything(void **state)
{
	static const char *const patterns[] = { "", "a|", "|a", "a||b",
		"\\bmain\\b|", "(a|)", "a*", ".*", "^.*$|", "^", "^a*", "\\A",
		"$", "a*$", "\\z", "(?i)", "(?i)a?", "(?m)^", "(?:a|b*)",
		"(?P<n>a?)(b{0,3})", "(?<n>)", "[|a]*", "[]|]?", "[^]|]*",
		"[[:alpha:]]*", "\\p{Greek}*", "\\x{41}?", "\\x41*", "\\pL{0}",
		"\xC3\xA9*", "\\Qa|b\\E|", "(^)*\\b?", "a*+", "a*+$", "(a+)+|",
		"\\(|", "x{00,1}" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(patterns); i++)
		if (!always_matches(str_c(patterns[i])))
			fail_msg("%s is not said to", patterns[i]);
}

/* Each of them matches the empty text. */
static void
what_depends_on_the_text_does_not(void **state)
{
	static const char *const patterns[] = { "^$", "\\A$", "$\\B", "\\B",
		"\\B\\B", "$^", "^\\z", "\\z\\B", "^(a*)$", "^(?:$|b)", "\\Ba*",
		"a*\\B", "(?m)^$", "^a*+\\B", "(?!a)", "^(?!a)", "(?<!a)",
		"(?=)\\B", "(*COMMIT)^$", "(?x) ^ $", "a*+^", "(?>a*)^", "^\\Z",
		"\\G$" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(patterns); i++)
		if (always_matches(str_c(patterns[i])))
			fail_msg("%s is said to", patterns[i]);
}

static void
what_takes_something_does_not(void **state)
{
	static const char *const patterns[] = { "a", "a+", "[|]", "[]|]",
		"[^]|]", "[a[:x:]|]", "\\|", "\\Q|\\E", "\\Qab\\E*", "\\x{0}",
		"\\x7c", "\\p{L}", "(?P<n>x)", "(?i)x", "a{1,}", "a{10}",
		"a{01}", "(a|b)", "a*b", "\\(\\|\\)", "\xC3\xA9", "(?i:a)",
		"(|a)b", "a{,0}", "a{", "\\a", "(?s)." };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(patterns); i++)
		if (always_matches(str_c(patterns[i])))
			fail_msg("%s is said to", patterns[i]);
}

static void
must_match_all(struct str pattern)
{
	struct err err = ERR_INIT;
	struct match *m = match_new(pattern, NULL, &err);

	if (m == NULL)
		return;
	assert_int_equal(match_is_trivial(m), always_matches(pattern));
	for (size_t i = 0; match_is_trivial(m) && i < COUNT_OF(texts); i++)
		if (!match_str(m, texts[i]) && !match_stopped(m))
			fail_msg("%.*s does not match text %zu",
				STR_ARG(pattern), i);
	match_free(m);
}

static void
what_is_said_of_random_patterns_holds(void **state)
{
	static const char *const words[] = { "a", "b", "^", "$", "|", "|", "(",
		")", ")", "*", "+", "?", "{0}", "{1,2}", "\\b", "\\B", "\\A",
		"\\z", "\\Q", "\\E", "(?:", "(?i)", "(?m)", "(?P<n>",
		"(?=", "(?<=", "(?>", "[^", "[", "]", ".", "\n", "\\x", "\\p{",
		"}", "0", "\\", "(?", "-", ":", "\xC3\xA9" };
	uint32_t seed = 1;

	(void)state;
	for (int round = 0; round < 60000; round++) {
		struct strbuf pattern = STRBUF_INIT;
		uint32_t n;

		seed = seed * 1664525 + 1013904223;
		n = 1 + (seed >> 8) % 8;
		while (n-- > 0) {
			seed = seed * 1664525 + 1013904223;
			strbuf_addc(
				&pattern, words[(seed >> 8) % COUNT_OF(words)]);
		}
		must_match_all(strbuf_str(&pattern));
		strbuf_free(&pattern);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_typed_patterns_match_everything),
		cmocka_unit_test(what_depends_on_the_text_does_not),
		cmocka_unit_test(what_takes_something_does_not),
		cmocka_unit_test(what_is_said_of_random_patterns_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
