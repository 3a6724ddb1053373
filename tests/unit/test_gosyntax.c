/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns as Go reads them; the expected answers and words are those of Go. */
#include "prelude.h"

#include "engine/gosyntax.h"

#include "testing.h"

#include "base/compiler.h"
#include "engine/regexp.h"

static void
is_written(const char *pattern, const char *want)
{
	struct strbuf out = STRBUF_INIT;
	size_t at;

	(void)gosyntax_to_pcre2(&out, str_c(pattern), false, &at);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

/* matches[i]: whether the pattern matches subject[i]. */
static void
answers(const char *pattern, const char *const *subject, const char *matches)
{
	struct err err = ERR_INIT;
	struct regexp *m = regexp_new(str_c(pattern), NULL, &err);

	if (m == NULL)
		fail_msg("%s: %s", pattern, err.msg);
	for (size_t i = 0; matches[i] != '\0'; i++)
		if (regexp_str(m, str_c(subject[i])) != (matches[i] == '1'))
			fail_msg("%s on \"%s\"", pattern, subject[i]);
	regexp_free(m);
}

TEST(what_means_the_same_is_not_touched)
{
	static const char *const same[] = { "", "main\\.(*T).Serve", "a|b*?",
		"[a-z_]+", "[]a]", "[^]a]", "\\Q[\\s^*\\E", "\\pL\\p{Greek}",
		"(?i)x", "(?:a)", "^a$", "\\bfoo\\b", "x{2,3}", "(?=a)(?<!b)",
		"[a", "\\", "a\\x{1f600}" };

	for (size_t i = 0; i < COUNT_OF(same); i++)
		is_written(same[i], same[i]);
}

TEST(what_differs_is_rewritten)
{
	is_written("a\\sb", "a[\\x{9}-\\x{a}\\x{c}-\\x{d}\\x{20}]b");
	is_written("[\\s_]", "[\\x{9}-\\x{a}\\x{c}-\\x{d}\\x{20}_]");
	is_written("[[:alpha:]_]", "[\\x{41}-\\x{5a}\\x{61}-\\x{7a}_]");
	is_written("[[:^digit:]]", "[\\x{0}-\\x{2f}\\x{3a}-\\x{10ffff}]");
	is_written("\\v[\\v]", "\\x0b[\\x0b]");
	is_written("^*a$+\\b{2}", "(?:^)*a(?:$)+(?:\\b){2}");
	is_written("^{", "^{");
	is_written("[\\d-z]", "[\\x{30}-\\x{39}\\-z]");
	is_written("[\\d-]", "[\\x{30}-\\x{39}\\-]");
	is_written("[:a:]", "[\\:a:]");
	is_written("[a[b]", "[a\\[b]");
	is_written("(?P<n>a)(?<1>b)", "(a)(b)");
	is_written("a\\x{d800}", "a(?!)");
	is_written("\\Qa\\E\\v", "\\Qa\\E\\x0b");
	is_written("\\Q\\v", "\\Q\\v");
	is_written("a\\Q\\E+\\Q\\E{2}", "(?:a+){2}");
	is_written("^\\Q\\E*", "(?:^)*");
}

TEST(spaces_are_those_of_go)
{
	static const char *const subject[] = { " ", "\t", "\v", "\n", "a",
		"\xc2\xa0" };

	answers("^\\s$", subject, "110100");
	answers("^[\\s]$", subject, "110100");
	answers("^[[:space:]]$", subject, "111100");
	answers("^\\S$", subject, "001011");
	answers("^[\\S]$", subject, "001011");
	answers("^[^\\S]$", subject, "110100");
	answers("\\v", subject, "001000");
}

/* Several sets in one class, negated or not, within and beyond Latin-1. */
TEST(sets_in_a_class_are_those_of_go)
{
	static const char *const subject[] = { "a", "A", "5", " ", "\x1f",
		"\xc3\xa9", "\xce\xb1", "\xc5\xbf", "\xe4\xb8\x80" };
	static const struct {
		const char *pattern, *matches;
	} rows[] = {
		{ "^[!-~[:^alpha:][:upper:]]$", "111111111" },
		{ "^[[:^alpha:][:cntrl:]]$", "001111111" },
		{ "^[[:^alpha:][:upper:]]$", "011111111" },
		{ "^[^[:^alpha:][:upper:]]$", "100000000" },
		{ "^[[:^ascii:][:cntrl:]]{1,2}$", "000011111" },
		{ "^[^[:^lower:][:^blank:]]$", "000000000" },
		{ "^[\\s\\p{L}]$", "110101111" },
		{ "^([\\s\\p{L}[:digit:]]){1}?$", "111101111" },
		{ "^[^\\W[:space:]\\p{^Lu}\\W]$", "010000000" },
		{ "^[\\W\\D]$", "110111111" },
		{ "^[^\\D]$", "001000000" },
		{ "^(?i)[[:^alpha:]]$", "001111101" },
		{ "^(?i)[[:^upper:]]$", "001111101" },
		{ "^(?i)[[:lower:]]$", "110000010" },
		{ "^(?i:\\w)$", "111000010" },
		{ "^(?i:x)|^\\w$", "111000000" },
		{ "^(?i)(?-i:\\W)$", "000111111" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		answers(rows[i].pattern, subject, rows[i].matches);
}

TEST(nothing_quoted_is_nothing)
{
	static const char *const subject[] = { "", "a", "aa", "aaaa" };

	answers("^a\\Q\\E{2,}$", subject, "0011");
	answers("^(a{2})\\Q\\E{2}$", subject, "0001");
	answers("^a{2}\\Q\\E{2}$", subject, "0001");
	answers("^\\Q\\E*a*\\Q\\E*$", subject, "1111");
}

TEST(patterns_that_only_go_accepts_have_its_meaning)
{
	static const char *const subject[] = { "", "a", "-", "5", "z", ":",
		"[a]", "ab" };

	answers("^*a", subject, "01000011");
	answers("\\b*$", subject, "11111111");
	answers("^[\\d-z]$", subject, "00111000");
	answers("^[:alph]$", subject, "01000100");
	answers("[[.]a", subject, "00000010");
	answers("(?P<x>a)(?P<x>b)", subject, "00000001");
	answers("\\x{d800}|b", subject, "00000001");
}

TEST(what_go_does_not_know_still_works)
{
	static const char *const subject[] = { "ab", "ac", "aa" };

	answers("a(?=b)", subject, "100");
	answers("a(?!b)", subject, "011");
	answers("(?P<x>a)(?P=x)", subject, "001");
	answers("(a)\\1", subject, "001");
}

static void
says(const char *pattern, const char *want)
{
	struct strbuf out = STRBUF_INIT, whole = STRBUF_INIT;

	strbuf_addf(&whole, "error parsing regexp: %s", want);
	if (!regexp_explain(&out, str_c(pattern)))
		fail_msg("%s is taken", pattern);
	assert_string_equal(strbuf_c(&out), strbuf_c(&whole));
	strbuf_free(&out);
	strbuf_free(&whole);
}

TEST(a_thousand_times_is_the_most)
{
	says("a{1001}", "invalid repeat count: `{1001}`");
	says("a{1001,}", "invalid repeat count: `{1001,}`");
	says("a{0,1001}b", "invalid repeat count: `{0,1001}`");
	says("a{99999999999999999999}",
		"invalid repeat count: `{99999999999999999999}`");
	says("[]x{2}]\\x{41}{1001}", "invalid repeat count: `{1001}`");
	says("\\p{Greek}{1001}", "invalid repeat count: `{1001}`");
	says("a|{1001}", "invalid repeat count: `{1001}`");
}

TEST(counts_within_counts_multiply)
{
	says("(a{100}){100}", "invalid repeat count: `{100}`");
	says("((a{10}){10}){11}", "invalid repeat count: `{11}`");
	says("(?:a{2,}){600}", "invalid repeat count: `{600}`");
	says("(?P<n>a{1,2}){501}", "invalid repeat count: `{501}`");
	says("(a|b{1000}){2}", "invalid repeat count: `{2}`");
	says("((a*){500}){3}", "invalid repeat count: `{3}`");
	says("(?i:(a{40}){5}b{3}){6}", "invalid repeat count: `{6}`");
}

TEST(operators_do_not_follow_one_another)
{
	says("operator++", "invalid nested repetition operator: `++`");
	says("a{2}+", "invalid nested repetition operator: `{2}+`");
	says("a??+b", "invalid nested repetition operator: `??+`");
	says("(?i:a)*+", "invalid nested repetition operator: `*+`");
}

TEST(the_first_error_counts)
{
	says("a{1001}(", "invalid repeat count: `{1001}`");
	says("(?z)a{1001}", "invalid or unsupported Perl syntax: `(?z`");
}

TEST(the_rest_is_taken)
{
	static const char *const fine[] = { "a{1000}", "(a{100}){10}",
		"((a{40}){5}b{3}){5}", "(x{0}){900}", "((a{1000}){0}){5}",
		"(a{0,}){1000}", "(a{1000}|b){1}", "[a{1001}]",
		"\\Qa{1001}++\\E", "x{1001", "x{ 1001}", "a{,1001}",
		"[[:alpha:]{1001}]", "a{1000}?", "a+?", "(?i)a+", "()+", "\\++",
		"[+]+", "(?<=a)b+", "" };
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(fine); i++)
		if (regexp_explain(&out, str_c(fine[i])))
			fail_msg("%s: %s", fine[i], strbuf_c(&out));
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
