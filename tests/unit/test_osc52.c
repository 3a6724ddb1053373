/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for the clipboard: its bytes, its limit, and that it stays text. */
#include "prelude.h"

#include "ui/ansi.h"

#include "testing.h"

#include "base/compiler.h"

static void
becomes(struct str text, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	assert_true(osc52_put(&out, text));
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

/* The examples of RFC 4648. */
TEST(text_is_sent_as_base64)
{
	becomes(STR(""), "\033]52;c;\a");
	becomes(STR("f"), "\033]52;c;Zg==\a");
	becomes(STR("fo"), "\033]52;c;Zm8=\a");
	becomes(STR("foo"), "\033]52;c;Zm9v\a");
	becomes(STR("foob"), "\033]52;c;Zm9vYg==\a");
	becomes(STR("fooba"), "\033]52;c;Zm9vYmE=\a");
	becomes(STR("foobar"), "\033]52;c;Zm9vYmFy\a");
	becomes(STR("\xfb\xff\xfe"), "\033]52;c;+//+\a");
	becomes(STR("a\0b"), "\033]52;c;YQBi\a");
}

/* Names in a profile may hold whole control sequences. */
TEST(nothing_in_the_text_ends_the_sequence)
{
	static const char safe[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789+/=";
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
	struct str inside;

	for (int rest = 0; rest < 3; rest++) {
		strbuf_reset(&text);
		strbuf_reset(&out);
		strbuf_addn(&text, 'x', (size_t)rest);
		strbuf_addstr(&text, "\a\033\\\033]0;title\a\033[2J");
		for (int c = 0; c < 256; c++)
			strbuf_addch(&text, (char)(unsigned char)c);
		assert_true(osc52_put(&out, strbuf_str(&text)));
		inside = str_sub(strbuf_str(&out), 7, out.n - 1);
		assert_int_equal(inside.n, (text.n + 2) / 3 * 4);
		for (size_t i = 0; i < inside.n; i++)
			if (inside.p[i] == '\0' ||
				strchr(safe, inside.p[i]) == NULL)
				fail_msg("byte %zu is %d", i, inside.p[i]);
		assert_int_equal(out.p[out.n - 1], '\a');
	}
	strbuf_free(&text);
	strbuf_free(&out);
}

TEST(what_terminals_throw_away_is_not_sent)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;

	strbuf_addn(&text, 'x', OSC52_MAX);
	assert_true(osc52_put(&out, strbuf_str(&text)));
	assert_true(out.n <= 100000);
	strbuf_reset(&out);
	strbuf_addch(&text, 'x');
	assert_false(osc52_put(&out, strbuf_str(&text)));
	assert_int_equal(out.n, 0);
	strbuf_free(&text);
	strbuf_free(&out);
}

/* The terminal gets the text between ESC P and ESC \. */
TEST(screen_gets_pieces)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
	struct strbuf wrapped = STRBUF_INIT, got = STRBUF_INIT;
	struct str rest;

	strbuf_addn(&text, 'x', 5000);
	assert_true(osc52_put(&out, strbuf_str(&text)));
	screen_pass(&wrapped, strbuf_str(&out));
	rest = strbuf_str(&wrapped);
	while (rest.n > 0) {
		ptrdiff_t end = str_find(rest, STR("\033\\"), 0);

		assert_true(str_starts(rest, STR("\033P")));
		assert_true(end > 2 && end - 2 < 768);
		strbuf_add(&got, str_sub(rest, 2, (size_t)end));
		rest = str_skip(rest, (size_t)end + 2);
	}
	assert_true(str_eq(strbuf_str(&got), strbuf_str(&out)));
	strbuf_free(&text);
	strbuf_free(&out);
	strbuf_free(&wrapped);
	strbuf_free(&got);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
