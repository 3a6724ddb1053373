/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The descriptions of terminals inside of the program, as curses takes them. */
#include "prelude.h"

#include "testing.h"
#include <curses.h>
#include <term.h>

#include "base/compiler.h"
#include "base/str.h"
#include "ui/term_known.h"

static const struct {
	const char *type;
	int colors;
	bool mouse, paste;
} kinds[] = {
	{ "xterm-256color", 256, true, true },
	{ "screen-256color", 256, true, false },
	{ "tmux-256color", 256, true, true },
	{ "linux", 8, true, false },
	{ "vt100", -1, false, false },
};

static bool
has(const char *name)
{
	const char *s = tigetstr(name);

	return s != NULL && s != (const char *)(intptr_t)-1;
}

TEST(curses_takes_each)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct strbuf own = STRBUF_INIT;
		int why;

		assert_true(known_description(kinds[i].type, &own));
		assert_int_equal(setenv("TERMINFO", strbuf_c(&own), 1), 0);
		strbuf_free(&own);
		assert_int_equal(setupterm(kinds[i].type, 1, &why), OK);
		/* A key that ours have not, so that this is ours. */
		assert_false(has("kDC5"));
		assert_true(has("cup"));
		assert_true(has("kcuu1"));
		assert_int_equal(tigetnum("colors"), kinds[i].colors);
		assert_int_equal(has("BE"), kinds[i].paste);
		assert_int_equal(has("kmous"), kinds[i].mouse);
		assert_int_equal(del_curterm(cur_term), OK);
	}
	(void)unsetenv("TERMINFO");
}

TEST(others_are_like_one_of_them)
{
	static const char *const like[][2] = {
		{ "vt100", "vt100" },
		{ "xterm", "xterm-256color" },
		{ "xterm-kitty", "xterm-256color" },
		{ "screen.xterm-256color", "screen-256color" },
		{ "tmux", "tmux-256color" },
		{ "alacritty", "xterm-256color" },
		{ "unknown", "vt100" },
		{ "", "vt100" },
	};
	struct strbuf own = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(like); i++)
		assert_string_equal(known_alike(like[i][0]), like[i][1]);
	assert_false(known_description("xterm", &own));
	assert_int_equal(own.n, 0);
	strbuf_free(&own);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
