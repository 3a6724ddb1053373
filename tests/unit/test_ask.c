/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What terminals answer, and what was typed meanwhile. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "ui/term_caps.h"

#include "base/banned.h"

#define DA "\033[?62;4c"

static const struct {
	const char *bytes, *typed;
	enum shade shade;
	bool complete, partial;
} answers[] = {
	{ "\033]11;rgb:ffff/ffff/dddd\033\\" DA, "", SHADE_LIGHT, true, false },
	{ "\033]11;rgb:1e/1e/2e\a" DA, "", SHADE_DARK, true, false },
	{ "\033]11;rgba:f/f/f/f\a", "", SHADE_LIGHT, false, false },
	{ "\033]11;rgb:0/f/0\a", "", SHADE_LIGHT, false, false },
	{ "\033]11;rgb:f/0/0\a", "", SHADE_DARK, false, false },
	/* it does not know the first question */
	{ DA, "", SHADE_UNKNOWN, true, false },
	{ "\033[?1;2c", "", SHADE_UNKNOWN, true, false },
	/* typed before, between, after */
	{ "j\033]11;rgb:0/0/0\akk" DA "q", "jkkq", SHADE_DARK, true, false },
	{ "\033[A" DA, "\033[A", SHADE_UNKNOWN, true, false },
	{ "\033OB" DA, "\033OB", SHADE_UNKNOWN, true, false },
	{ "\xC3\xA9" DA, "\xC3\xA9", SHADE_UNKNOWN, true, false },
	/* in pieces */
	{ "\033", "", SHADE_UNKNOWN, false, true },
	{ "\033]11;rgb:ff", "", SHADE_UNKNOWN, false, true },
	{ "\033]11;rgb:f/f/f\033", "", SHADE_UNKNOWN, false, true },
	{ "\033]11;rgb:f/f/f\a\033[?6", "", SHADE_LIGHT, false, true },
	/* nonsense */
	{ "\033]11;white\a" DA, "", SHADE_UNKNOWN, true, false },
	{ "\033]11;rgb:fffff/0/0\a" DA, "", SHADE_UNKNOWN, true, false },
	{ "\033]11;rgb:g/0/0\a" DA, "", SHADE_UNKNOWN, true, false },
	{ "\033]11;rgb:f/f\a" DA, "", SHADE_UNKNOWN, true, false },
	{ "\033]4;1;rgb:f/f/f\a" DA, "", SHADE_UNKNOWN, true, false },
};

static void
answers_are_told_from_keys(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		struct strbuf typed = STRBUF_INIT;
		struct answers a = ask_parse(str_c(answers[i].bytes), &typed);

		if (a.shade != answers[i].shade ||
			a.complete != answers[i].complete)
			print_error("row %zu\n", i);
		assert_int_equal(a.shade, answers[i].shade);
		assert_int_equal(a.complete, answers[i].complete);
		assert_int_equal(a.partial, answers[i].partial);
		assert_string_equal(strbuf_c(&typed), answers[i].typed);
		strbuf_free(&typed);
	}
}

static void
only_terminals_that_are_known_are_asked(void **state)
{
	(void)state;
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
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_are_told_from_keys),
		cmocka_unit_test(only_terminals_that_are_known_are_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
