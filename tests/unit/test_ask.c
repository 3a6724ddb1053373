/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of terminals about their background, and which terminals are
   queried. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "ui/term_caps.h"

static const struct {
	const char *bytes;
	enum shade shade;
} answers[] = {
	{ "11;rgb:ffff/ffff/dddd", SHADE_LIGHT },
	{ "11;rgb:1e/1e/2e", SHADE_DARK },
	{ "11;rgba:f/f/f/f", SHADE_LIGHT },
	{ "11;rgb:0/f/0", SHADE_LIGHT },
	{ "11;rgb:f/0/0", SHADE_DARK },
	/* nonsense */
	{ "", SHADE_UNKNOWN },
	{ "11;?", SHADE_UNKNOWN },
	{ "11;white", SHADE_UNKNOWN },
	{ "11;rgb:fffff/0/0", SHADE_UNKNOWN },
	{ "11;rgb:g/0/0", SHADE_UNKNOWN },
	{ "11;rgb:f/f", SHADE_UNKNOWN },
	{ "4;1;rgb:f/f/f", SHADE_UNKNOWN },
};

TEST(answers_are_light_dark_or_none)
{
	for (size_t i = 0; i < COUNT_OF(answers); i++)
		assert_int_equal(shade_answered(str_c(answers[i].bytes)),
			answers[i].shade);
}

TEST(only_terminals_that_are_known_are_asked)
{
	assert_true(ask_is_safe(STR("xterm-256color")));
	assert_true(ask_is_safe(STR("tmux-256color")));
	assert_true(ask_is_safe(STR("xterm-kitty")));
	assert_true(ask_is_safe(STR("foot")));
	assert_true(ask_is_safe(STR("st-256color")));
	assert_false(ask_is_safe(STR("stv52")));
	assert_false(ask_is_safe(STR("linux")));
	assert_false(ask_is_safe(STR("vt100")));
	assert_false(ask_is_safe(STR("screen-256color")));
	assert_false(ask_is_safe(STR("dumb")));
	assert_false(ask_is_safe(STR("")));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
