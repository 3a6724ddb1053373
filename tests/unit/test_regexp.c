/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns: what they match, how they fail, what bounds them. */
#include "prelude.h"

#include "engine/regexp.h"

#include <sys/resource.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"

static bool
matches(const char *pattern, struct str text)
{
	struct err err = ERR_INIT;
	struct regexp *m = regexp_new(str_c(pattern), NULL, &err);
	bool yes;

	if (m == NULL)
		fail_msg("%s: %s", pattern, err.msg);
	yes = regexp_str(m, text);
	assert_false(regexp_stopped(m));
	regexp_free(m);
	return yes;
}

static bool
smart(const char *pattern, const char *text)
{
	struct err err = ERR_INIT;
	struct regexp *m = regexp_new_smart(str_c(pattern), NULL, &err);
	bool yes;

	assert_non_null(m);
	yes = regexp_str(m, str_c(text));
	regexp_free(m);
	return yes;
}

TEST(patterns_search_anywhere_and_tell_case)
{
	assert_true(matches("Serve", STR("net/http.(*conn).Serve")));
	assert_false(matches("serve", STR("net/http.(*conn).Serve")));
	assert_true(matches("(?i)serve", STR("net/http.(*conn).Serve")));
	assert_true(matches("", STR("")));
	assert_true(matches("", STR("x")));
	assert_true(matches("^$", STR_EMPTY));
	assert_false(matches("^$", STR("x")));
}

TEST(dollar_is_the_very_end)
{
	assert_false(matches("a$", STR("a\n")));
	assert_true(matches("a$", STR("ba")));
}

TEST(classes_are_ascii_as_in_go)
{
	assert_false(matches("^\\w$", STR("\xC3\xA9")));
	assert_true(matches("^\\pL$", STR("\xC3\xA9")));
	assert_true(matches("(?i)\xC3\x89", STR("\xC3\xA9")));
	assert_true(matches("^.$", STR("\xE6\x97\xA5")));
	/* a character outside ASCII is no word, digit or blank */
	assert_true(matches("^\\W$", STR("\xE6\x97\xA5")));
	assert_true(matches("^\\S\\D$", STR("\xC3\xA9\xF0\x9F\x98\x80")));
}

TEST(each_bad_byte_is_one_replacement_character)
{
	assert_true(matches("a.b",
		STR("a\xFF"
		    "b")));
	assert_true(matches("a[^x]b",
		STR("a\x80"
		    "b")));
	assert_true(matches("^a\xEF\xBF\xBD"
			    "b$",
		STR("a\xC0"
		    "b")));
	/* a cut sequence is as many characters as it has bytes */
	assert_true(matches("^a..b$",
		STR("a\xE2\x82"
		    "b")));
	assert_true(matches("^...$", STR("\xED\xA0\x80"))); /* surrogate */
	assert_true(matches("^....$", STR("\xF4\x90\x80\x80")));
	assert_true(matches("^..$", STR("\xC0\x80"))); /* overlong */
	assert_true(matches("^...$", STR("\xE0\x80\x80")));
	assert_true(matches("^b\\W$", STR("b\xFF")));
	assert_true(matches("x$",
		STR("\xFF"
		    "x")));
	assert_true(matches("^12345678.x$", STR("12345678\xFFx")));
	assert_true(matches("^\xF0\x9F\x98\x80$", STR("\xF0\x9F\x98\x80")));
}

/* regexp_str() looks at the first byte first, regexp_next() does not. */
TEST(the_first_byte_rules_out_only_what_cannot_match)
{
	static const char *const patterns[] = { "^foo", "^(foo|bar)",
		"^[a-f]+$", "^[^a-f]", "^", "^$", "^x*", "^(x|)y",
		"(?i)^foo|^BAR", "^Ä|^[é-ö]", "(?m)^foo", "^\\d", "^\\W",
		"^\\pL", "^\\bfoo", "\\Afoo", "^.", "(?s)^.", "^(?:^foo)?b",
		"foo|^bar", "^[[:^alpha:]]" };
	static const struct str texts[] = { { "", 0 }, { "foo", 3 },
		{ "Foo", 3 }, { "bar", 3 }, { "BAR", 3 }, { "y", 1 },
		{ "xy", 2 }, { "\nfoo", 4 }, { "\0foo", 4 }, { "7", 1 },
		{ " foo", 4 }, { "\303\204", 2 }, { "\303\251", 2 },
		{ "\377", 1 } };

	for (size_t i = 0; i < COUNT_OF(patterns); i++) {
		struct err err = ERR_INIT;
		struct regexp *m = regexp_new(str_c(patterns[i]), NULL, &err);

		if (m == NULL)
			fail_msg("%s: %s", patterns[i], err.msg);
		for (size_t k = 0; k < COUNT_OF(texts); k++) {
			size_t from = 0, to = 0;
			struct str clean =
				texts[k].n == 1 && texts[k].p[0] == '\377'
				? STR("\357\277\275")
				: texts[k];

			if (regexp_str(m, texts[k]) !=
				regexp_next(m, clean, &from, &to))
				fail_msg("%s, text %zu", patterns[i], k);
		}
		regexp_free(m);
	}
}

TEST(nul_bytes_are_text)
{
	assert_true(matches("^a.b$", STR("a\0b")));
	assert_true(matches("a\\x00b", STR("a\0b")));
}

TEST(smart_case_looks_for_a_capital)
{
	assert_true(smart("serve", "net/http.Serve"));
	assert_true(smart("Serve", "net/http.Serve"));
	assert_false(smart("SErve", "net/http.Serve"));
	assert_true(smart("\\Serve", "aERVE")); /* \S is no capital */
	assert_true(smart("\\p{Lu}erve", "SERVE"));
	assert_true(smart("\\pLerve", "SERVE"));
	assert_false(smart("\\pLErve", "serve"));
}

TEST(a_bad_pattern_names_its_place)
{
	static const struct {
		const char *pattern, *message;
		size_t offset;
	} rows[] = {
		{ "re(", "missing closing parenthesis", 3 },
		{ "\xC3\xA9(", "missing closing parenthesis", 3 },
		{ "*a", "quantifier does not follow a repeatable item", 0 },
		{ "[b-a]", "range out of order in character class", 3 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct err err = ERR_INIT;
		size_t at = 99;

		assert_null(regexp_new(str_c(rows[i].pattern), &at, &err));
		assert_string_equal(err.msg, rows[i].message);
		assert_int_equal(err.code, ERR_USAGE);
		assert_int_equal(at, rows[i].offset);
	}
}

/* From running Go's regexp.Compile. */
TEST(faults_are_told_in_the_words_of_pprof)
{
	static const char *const rows[][2] = {
		{ "re(", "missing closing ): `re(`" },
		{ "a)", "unexpected ): `a)`" },
		{ "(a))", "unexpected ): `(a))`" },
		{ "*a", "missing argument to repetition operator: `*`" },
		{ "a|*", "missing argument to repetition operator: `*`" },
		{ "(?:+)", "missing argument to repetition operator: `+`" },
		{ "foo$|{2}",
			"missing argument to repetition operator: `{2}`" },
		{ "main\\b({2})",
			"missing argument to repetition operator: `{2}`" },
		{ "+?", "missing argument to repetition operator: `+?`" },
		{ "**", "missing argument to repetition operator: `*`" },
		{ "a**", "invalid nested repetition operator: `**`" },
		{ "x**y", "invalid nested repetition operator: `**`" },
		{ "a*{2}", "invalid nested repetition operator: `*{2}`" },
		{ "a??+", "invalid nested repetition operator: `??+`" },
		{ "a{2,1}", "invalid repeat count: `{2,1}`" },
		{ "a{99999}", "invalid repeat count: `{99999}`" },
		{ "[b-a]", "invalid character class range: `b-a`" },
		{ "[z-a]x", "invalid character class range: `z-a`" },
		{ "[a-\\d]", "invalid escape sequence: `\\d`" },
		{ "x[\\x41-\\w", "invalid escape sequence: `\\w`" },
		{ "[[:foo:]]", "invalid character class range: `[:foo:]`" },
		{ "\\pX", "invalid character class range: `\\pX`" },
		{ "\\p{Foo}", "invalid character class range: `\\p{Foo}`" },
		{ "[abc", "missing closing ]: `[abc`" },
		{ "x[^]", "missing closing ]: `[^]`" },
		{ "[[:alpha:", "missing closing ]: `[[:alpha:`" },
		{ "a\\", "trailing backslash at end of expression: ``" },
		{ "a\\yb", "invalid escape sequence: `\\y`" },
		{ "\\8", "invalid escape sequence: `\\8`" },
		{ "\\C", "invalid escape sequence: `\\C`" },
		{ "\\x{110000}", "invalid escape sequence: `\\x{110000`" },
		{ "(?", "invalid or unsupported Perl syntax: `(?`" },
		{ "(?<", "invalid or unsupported Perl syntax: `(?<`" },
		{ "(?z)", "invalid or unsupported Perl syntax: `(?z`" },
		{ "(?P=n)", "invalid or unsupported Perl syntax: `(?P`" },
		{ "a(?Pn)", "invalid or unsupported Perl syntax: `(?P`" },
		{ "(?i-", "invalid or unsupported Perl syntax: `(?i-`" },
		{ "(?P<n", "invalid named capture: `(?P<n`" },
		{ "\xFF", "invalid UTF-8: `\xFF`" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf out = STRBUF_INIT;

		assert_true(regexp_explain(&out, str_c(rows[i][0])));
		assert_true(str_starts(
			strbuf_str(&out), STR("error parsing regexp: ")));
		assert_string_equal(strbuf_c(&out) + 22, rows[i][1]);
		strbuf_free(&out);
	}
}

TEST(a_good_pattern_has_no_fault)
{
	struct strbuf out = STRBUF_INIT;

	assert_false(regexp_explain(&out, STR("a.*b")));
	assert_int_equal(out.n, 0);
}

TEST(any_bytes_may_be_explained)
{
	static const char alphabet[] = "()[]{}*+?\\pxP<:-^|a1,\xC3\xA9";
	uint32_t seed = 1;

	for (int round = 0; round < 20000; round++) {
		struct strbuf out = STRBUF_INIT;
		char text[8];
		size_t n = 0;

		for (n = 0; n < sizeof(text); n++) {
			seed = seed * 1664525 + 1013904223;
			if ((seed >> 28) == 0)
				break;
			text[n] =
				alphabet[(seed >> 8) % (sizeof(alphabet) - 1)];
		}
		(void)regexp_explain(&out, str_from(text, n));
		strbuf_free(&out);
	}
}

/* By count, not by time: MATCH_STEPS, and what the steps may remember. */
static void
must_stop(const char *pattern, size_t name)
{
	struct err err = ERR_INIT;
	struct regexp *m = regexp_new(str_c(pattern), NULL, &err);
	struct strbuf text = STRBUF_INIT;

	assert_non_null(m);
	strbuf_addn(&text, 'a', name);
	strbuf_addch(&text, 'b');
	assert_false(regexp_stopped(m));
	assert_false(regexp_str(m, strbuf_str(&text)));
	assert_true(regexp_stopped(m));
	assert_false(regexp_str(m, STR("a")));
	regexp_free(m);
	strbuf_free(&text);
}

/* With JIT, and without, as PCRE2 can be asked for in the pattern. */
TEST(hopeless_patterns_stop_instead_of_hanging)
{
	static const size_t names[] = { 40, 1000, 1000 * 1000 };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		must_stop("(a+)+$", names[i]);
		must_stop("(*NO_JIT)(a+)+$", names[i]);
		must_stop("(a|aa)+$", names[i]);
		must_stop("(*NO_JIT)(a|aa)+$", names[i]);
	}
}

/* Nothing of these is a step too many; minutes, if nobody watched. */
TEST(patterns_that_begin_everywhere_stop_on_long_names)
{
	must_stop("a+$", 1000 * 1000);
	must_stop("(*NO_JIT)a+$", 1000 * 1000);
	must_stop("[a-z]*[0-9]", 1000 * 1000);
	must_stop("(?i)a+c", 1000 * 1000);
}

/* Names with and without callouts match alike. */
TEST(long_names_match_as_short_ones)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addn(&text, 'x', 1000 * 1000);
	strbuf_addstr(&text, "\xFF main.Serve");
	assert_true(matches("Serve$", strbuf_str(&text)));
	assert_true(matches("(*NO_JIT)Serve$", strbuf_str(&text)));
	assert_true(matches("(*NO_JIT)a", STR("ba")));
	assert_true(matches("^x+.* main", strbuf_str(&text)));
	assert_true(matches("\xEF\xBF\xBD", strbuf_str(&text)));
	assert_true(matches("(?i)SERVE", strbuf_str(&text)));
	assert_false(matches("serve", strbuf_str(&text)));
	assert_false(matches("^main", strbuf_str(&text)));
	strbuf_free(&text);
}

/* Each step of this one is kept until the end. */
TEST(hopeless_patterns_take_no_memory_without_end)
{
	struct rusage before, after;

	assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
	must_stop("(a|aa)+$", 1000 * 1000);
	assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
	/* In KiB: the stack grows by doubling, and a sanitizer keeps freed
	   memory. */
	assert_in_range(after.ru_maxrss, 0, before.ru_maxrss + 100 * 1024);
}

TEST(hopeless_patterns_stop_on_long_names_too)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addn(&text, 'a', 1000000);
	strbuf_addch(&text, 'b');
	for (int interpreted = 0; interpreted < 2; interpreted++) {
		struct err err = ERR_INIT;
		struct regexp *m = regexp_new(STR("(a+)+$"), NULL, &err);

		assert_non_null(m);
		if (interpreted)
			regexp_interpret(m);
		assert_false(regexp_str(m, strbuf_str(&text)));
		assert_true(regexp_stopped(m));
		regexp_free(m);
	}
	strbuf_free(&text);
}

TEST(long_names_do_not_exhaust_the_jit_stack)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addn(&text, 'x', 20000);
	strbuf_addch(&text, 'b');
	assert_true(matches("(.|a)*b", strbuf_str(&text)));
	strbuf_free(&text);
}

TEST(a_quoted_name_matches_itself_alone)
{
	const struct str names[] = {
		STR("main.(*T[...]).f{x}|a+b?^$\\Q"),
		STR("operator()(int)"),
		STR("a\xFF\xFE"
		    "b"),
		STR("\xE6\x97\xA5\n"),
		STR("a\0b"),
	};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct strbuf quoted = STRBUF_INIT, longer = STRBUF_INIT;

		regexp_quote(&quoted, names[i]);
		strbuf_addch(&quoted, '\0');
		strbuf_cut(&quoted, quoted.n - 1);
		{
			struct err err = ERR_INIT;
			struct regexp *m =
				regexp_new(strbuf_str(&quoted), NULL, &err);

			assert_non_null(m);
			assert_true(regexp_str(m, names[i]));
			strbuf_add(&longer, names[i]);
			strbuf_addch(&longer, 'x');
			assert_false(regexp_str(m, strbuf_str(&longer)));
			regexp_free(m);
		}
		strbuf_free(&quoted);
		strbuf_free(&longer);
	}
}

/* More patterns than are remembered, each for itself and with either rule for
   case; those in use stay whatever comes after them. */
TEST(patterns_that_are_remembered_stay_what_they_are)
{
	enum { MANY = 30 };
	struct regexp *m[MANY], *smart[MANY];

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < MANY; i++) {
			char text[] = "a?"; /* aa, ab, ... */
			struct err err = ERR_INIT;

			text[1] = (char)('a' + i % 26);
			m[i] = regexp_new(str_c(text), NULL, &err);
			smart[i] = regexp_new_smart(str_c(text), NULL, &err);
			assert_non_null(m[i]);
			assert_non_null(smart[i]);
		}
		for (int i = 0; i < MANY; i++) {
			char text[] = "xA?";

			text[2] = (char)('a' + i % 26);
			assert_false(regexp_str(m[i], str_c(text)));
			assert_true(regexp_str(smart[i], str_c(text)));
			text[1] = 'a';
			assert_true(regexp_str(m[i], str_c(text)));
			regexp_free(m[i]);
			regexp_free(smart[i]);
		}
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
