/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which terminals take links, by their names. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "ui/term_link.h"

TEST(answers_name_the_terminal_and_its_version)
{
	static const struct {
		const char *bytes;
		enum linking is;
	} answers[] = { { ">|kitty(0.36.4)", LINKING_YES },
		{ ">|WezTerm 20240203-110809-5046fc22", LINKING_YES },
		{ ">|foot(1.16.2)", LINKING_YES },
		{ ">|ghostty 1.0.1", LINKING_YES },
		{ ">|iTerm2 3.5.0", LINKING_YES },
		{ ">|VTE(7600)", LINKING_YES }, { ">|VTE(5000)", LINKING_YES },
		{ ">|VTE(4803)", LINKING_NO },
		{ ">|Konsole 24.02.1", LINKING_YES },
		{ ">|Konsole 20.12.0", LINKING_YES },
		{ ">|Konsole 20.08.3", LINKING_NO },
		{ ">|contour 0.4.3.6442", LINKING_YES },
		{ ">|tmux 3.4", LINKING_YES }, { ">|tmux 3.5a", LINKING_YES },
		{ ">|tmux next-3.6", LINKING_YES },
		{ ">|tmux 3.3a", LINKING_NO }, { ">|tmux master", LINKING_NO },
		{ ">|Windows Terminal 1.22", LINKING_YES },
		/* others */
		{ ">|XTerm(388)", LINKING_NO },
		{ ">|libvterm(0.3)", LINKING_NO },
		{ ">|kittycat 9", LINKING_NO }, { ">|", LINKING_NO },
		{ ">|VTE", LINKING_NO },
		{ ">|VTE(99999999999999999999)", LINKING_NO },
		/* answers to other questions */
		{ "", LINKING_UNKNOWN }, { ">", LINKING_UNKNOWN },
		{ "1$r0m", LINKING_UNKNOWN }, { "kitty", LINKING_UNKNOWN } };

	for (size_t i = 0; i < COUNT_OF(answers); i++)
		assert_int_equal(linking_answered(str_c(answers[i].bytes)),
			answers[i].is);
}

/* "TERM=foot WT_SESSION=1", the environment that env() reads. */
static const char *variables;
static char value[64];

static const char *
env(const char *name)
{
	struct str rest = str_c(variables), word, key;

	while (rest.p != NULL) {
		word = str_cut(&rest, ' ');
		key = str_cut(&word, '=');
		if (!str_is(key, name))
			continue;
		(void)snprintf(value, sizeof(value), "%.*s", STR_ARG(word));
		return value;
	}
	return NULL;
}

TEST(without_an_answer_the_environment_decides)
{
	static const struct {
		const char *variables;
		bool is;
	} rows[] = { { "TERM=xterm-256color", false },
		{ "TERM=xterm-kitty", true }, { "TERM=foot-extra", true },
		{ "TERM=alacritty", true }, { "TERM=contour", true },
		{ "TERM=xterm-256color VTE_VERSION=7600", true },
		{ "TERM=xterm-256color VTE_VERSION=4803", false },
		{ "TERM=xterm-256color VTE_VERSION=x", false },
		{ "TERM=xterm-256color WT_SESSION=1f", true },
		{ "TERM=xterm-256color TERM_PROGRAM=iTerm.app", true },
		{ "TERM=xterm-256color TERM_PROGRAM=Apple_Terminal", false },
		/* the terminal around tmux */
		{ "TERM=tmux-256color VTE_VERSION=7600", false },
		{ "TERM=screen-256color WT_SESSION=1f", false },
		{ "TERM=linux TERM_PROGRAM=vscode", false },
		{ "TERM=vte-256color VTE_VERSION=7600", true },
		{ "VTE_VERSION=7600", false } };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		variables = rows[i].variables;
		assert_int_equal(
			linking_wanted(HYPERLINKS_AUTO, LINKING_UNKNOWN, env),
			rows[i].is);
	}
}

TEST(the_setting_comes_first_and_then_the_answer)
{
	variables = "TERM=xterm-kitty";
	assert_false(linking_wanted(HYPERLINKS_AUTO, LINKING_NO, env));
	assert_false(linking_wanted(HYPERLINKS_OFF, LINKING_YES, env));
	variables = "TERM=tmux-256color";
	assert_true(linking_wanted(HYPERLINKS_AUTO, LINKING_YES, env));
	assert_true(linking_wanted(HYPERLINKS_ON, LINKING_NO, env));
	/* These print what they do not know. */
	variables = "TERM=linux";
	assert_false(linking_wanted(HYPERLINKS_ON, LINKING_YES, env));
	variables = "TERM=dumb";
	assert_false(linking_wanted(HYPERLINKS_ON, LINKING_UNKNOWN, env));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
