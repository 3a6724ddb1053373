/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8: decoding, columns, and the visible form of hostile bytes. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/utf8.h"

static void
shows(struct str in, bool ascii, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	utf8_put(&b, in, ascii, -1);
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

TEST(control_bytes_never_come_out)
{
	shows(STR("a\033]0;x\007b"), false,
		"a\xEF\xBF\xBD]0;x\xEF\xBF\xBD"
		"b");
	shows(STR("\xC2\x9B"
		  "31m"),
		false,
		"\xEF\xBF\xBD"
		"31m"); /* C1 CSI */
	shows(STR("a\tb\x7F"), true, "a?b?");
	shows(str_from("a\0b", 3), false,
		"a\xEF\xBF\xBD"
		"b");
}

TEST(broken_sequences_become_one_replacement_a_byte)
{
	shows(STR("\xFFz"), false, "\xEF\xBF\xBDz");
	shows(STR("\xE6\x97"), false, "\xEF\xBF\xBD\xEF\xBF\xBD");
	shows(STR("\xC0\x80"), false, "\xEF\xBF\xBD\xEF\xBF\xBD");
	shows(STR("\xED\xA0\x80"), false,
		"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(marks_stay_with_their_base)
{
	struct utf8_cell cell;
	size_t at = 0;
	struct str s = STR("e\xCC\x81x"); /* e + acute */

	assert_true(utf8_next(s, &at, false, &cell));
	assert_int_equal(cell.width, 1);
	assert_int_equal(cell.len, 3);
	assert_true(utf8_next(s, &at, false, &cell));
	assert_string_equal(cell.text, "x");
	assert_false(utf8_next(s, &at, false, &cell));
	/* a lone mark stands on a dotted circle */
	shows(STR("\xCC\x81"), false, "\xE2\x97\x8C\xCC\x81");
}

TEST(wide_characters_take_two_columns)
{
	assert_int_equal(utf8_columns(STR("\xE6\x97\xA5x"), false), 3);
	assert_int_equal(utf8_columns(STR("\xE6\x97\xA5x"), true), 2);
}

TEST(direction_overrides_and_joiners_are_dropped)
{
	shows(STR("a\xE2\x80\xAE"
		  "b\xE2\x80\x8D"
		  "c\xEF\xB8\x8F"),
		false, "abc");
}

/* Every code point there is, next to a letter: whatever the table of the C
   library says, nothing that controls or directs comes out. */
TEST(no_code_point_comes_out_that_is_not_seen)
{
	for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
		bool hidden = cp < 0x20 || (cp >= 0x7F && cp < 0xA0) ||
			cp == 0xAD || cp == 0x61C ||
			(cp >= 0x200B && cp <= 0x200F) ||
			(cp >= 0x2028 && cp <= 0x202E) ||
			(cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF ||
			(cp >= 0xFFF9 && cp <= 0xFFFB) ||
			(cp >= 0xE0000 && cp <= 0xE0FFF);
		char in[6] = { 'a' };
		struct strbuf drawn = STRBUF_INIT, clean = STRBUF_INIT;
		size_t n;

		if (!hidden || (cp >= 0xD800 && cp <= 0xDFFF))
			continue;
		n = utf8_bytes(cp, in + 1);
		utf8_put(&drawn, str_from(in, n + 1), false, -1);
		utf8_clean(&clean, str_from(in, n + 1));
		assert_true(str_find(strbuf_str(&drawn), str_from(in + 1, n),
				    0) < 0);
		assert_true(str_find(strbuf_str(&clean), str_from(in + 1, n),
				    0) < 0);
		strbuf_free(&drawn);
		strbuf_free(&clean);
	}
}

TEST(clean_text_does_not_ask_the_locale)
{
	struct strbuf b = STRBUF_INIT;

	(void)setlocale(LC_CTYPE, "C");
	utf8_clean(&b, STR("caf\xC3\xA9 \xE6\x97\xA5\tx\x9B\xEF\xBF\xBE"));
	assert_string_equal(strbuf_c(&b),
		"caf\xC3\xA9 \xE6\x97\xA5\xEF\xBF\xBDx\xEF\xBF\xBD"
		"\xEF\xBF\xBD");
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	strbuf_free(&b);
}

TEST(the_end_of_a_text_is_found_by_columns)
{
	/* a, a wide one, e with an accent of its own, b */
	struct str s = STR("a\xE6\x97\xA5"
			   "e\xCC\x81"
			   "b");

	assert_int_equal(utf8_end(s, false, 5), 0);
	assert_int_equal(utf8_end(s, false, 4), 1);
	assert_int_equal(utf8_end(s, false, 3), 4);
	assert_int_equal(utf8_end(s, false, 2), 4);
	assert_int_equal(utf8_end(s, false, 1), 7);
	assert_int_equal(utf8_end(s, false, 0), s.n);
	assert_int_equal(utf8_end(s, false, -1), s.n);
	assert_int_equal(utf8_end(STR_EMPTY, false, 0), 0);
}

TEST(cutting_counts_columns_not_bytes)
{
	struct strbuf b = STRBUF_INIT;

	utf8_put(&b, STR("\xE6\x97\xA5\xE6\x9C\xAC"), false, 3);
	assert_string_equal(strbuf_c(&b), "\xE6\x97\xA5");
	strbuf_free(&b);
}

TEST(encoding_is_the_inverse_of_decoding)
{
	static const uint32_t cps[] = { 0x41, 0x7FF, 0x800, 0xFFFD, 0x10000,
		0x10FFFF };

	for (size_t i = 0; i < sizeof(cps) / sizeof(cps[0]); i++) {
		char enc[4];
		uint32_t cp;
		size_t n = utf8_bytes(cps[i], enc);

		assert_int_equal(utf8_decode(str_from(enc, n), &cp), n);
		assert_int_equal(cp, cps[i]);
	}
}

TEST(repairing_changes_only_what_is_broken)
{
	static const struct {
		struct str in, out;
		size_t valid;
	} rows[] = {
		{ { NULL, 0 }, { "", 0 }, 0 },
		{ { "a\0\x1b\xC2\x9B", 5 }, { "a\0\x1b\xC2\x9B", 5 }, 5 },
		{ { "12345678\xFFx", 10 }, { "12345678\xEF\xBF\xBDx", 12 }, 8 },
		{ { "\xEF\xBF\xBD", 3 }, { "\xEF\xBF\xBD", 3 }, 3 },
		{ { "\xE2\x82", 2 }, { "\xEF\xBF\xBD\xEF\xBF\xBD", 6 }, 0 },
		{ { "\xED\xA0\x80", 3 },
			{ "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", 9 }, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf b = STRBUF_INIT;

		assert_int_equal(utf8_valid(rows[i].in), rows[i].valid);
		utf8_repair(&b, rows[i].in);
		assert_true(str_eq(strbuf_str(&b), rows[i].out));
		assert_int_equal(utf8_valid(strbuf_str(&b)), b.n);
		strbuf_free(&b);
	}
}

TEST(lines_are_broken_by_columns_at_blanks)
{
	static const struct {
		const char *text;
		int cols;
		const char *lines; /* each with a '|' behind it */
	} rows[] = {
		{ "", 4, "" },
		{ "one two three\nfour", 7, "one two|three|four|" },
		{ "one two three", 6, "one|two|three|" },
		{ "one   two", 3, "one|two|" },
		{ "one \ntwo", 3, "one|two|" },
		{ "  indented words", 10, "  indented|words|" },
		{ "abcdefgh i", 3, "abc|def|gh|i|" },
		{ "a\n\nb\n", 9, "a||b|" },
		{ "größe zählt", 5, "größe|zählt|" },
		{ "日本語 x", 5, "日本|語 x|" },
		{ "日本", 1, "日|本|" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf b = STRBUF_INIT;
		struct str rest = str_c(rows[i].text);

		while (rest.n > 0)
			strbuf_add3(
				&b, "", utf8_line(&rest, false, rows[i].cols),
				"|");
		assert_string_equal(strbuf_c(&b), rows[i].lines);
		strbuf_free(&b);
	}
}

int
main(void)
{
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		return 77;
	return tests_run(NULL, NULL);
}
