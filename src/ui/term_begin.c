/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curses started: see term_begin.h. */
#include "config.h"

#include "ui/term_begin.h"

#include <curses.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "base/str.h"
#include "ui/term_caps.h"

#include "base/banned.h"

static bool
contains(const char *s, const char *part)
{
	return str_find(str_c(s), str_c(part), 0) >= 0;
}

/* The description to ask for instead of a type that is not known. */
static const char *
stand_in(const char *type)
{
	static const char *const capable[] = { "xterm", "kitty", "foot",
		"ghostty", "wezterm", "contour", "alacritty", "256color",
		"tmux", "screen", "rxvt", "konsole", "gnome", "vte", "iterm" };

	for (size_t i = 0; i < COUNT_OF(capable); i++)
		if (contains(type, capable[i]))
			return "xterm-256color";
	return "vt100";
}

void *
begin_screen(FILE *in, struct strbuf *remark, struct err *err)
{
	SCREEN *screen = NULL;
	const char *type = getenv("TERM"), *truecolor = getenv("COLORTERM");

	if (type == NULL || *type == '\0')
		type = "unknown";
	/* A bare xterm that says it can do more, can do more. */
	if (str_is(str_c(type), "xterm") && truecolor != NULL &&
		(contains(truecolor, "truecolor") ||
			contains(truecolor, "24bit")))
		screen = newterm("xterm-256color", stdout, in);
	if (screen == NULL)
		screen = newterm(type, stdout, in);
	if (screen == NULL) {
		const char *other = stand_in(type);

		screen = newterm(other, stdout, in);
		if (screen != NULL)
			strbuf_addf(remark,
				"terminal type '%s' is not known here; "
				"treating it as %s",
				type, other);
	}
	if (screen == NULL) {
		(void)err_set(err, ERR_IO,
			"cannot use the terminal: type '%s' is not known "
			"(set TERM, or ask for a report: -top)",
			type);
		return NULL;
	}
	if (caps_text("cup") == NULL) {
		(void)endwin();
		delscreen(screen);
		(void)err_set(err, ERR_IO,
			"cannot use the terminal: type '%s' cannot move the "
			"cursor (ask for a report: -top)",
			type);
		return NULL;
	}
	return screen;
}
