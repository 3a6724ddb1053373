/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of terminals: see term_caps.h. */
#include "config.h"

#include "ui/term_caps.h"

#include <curses.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <term.h>

#include "base/compiler.h"
#include "base/str.h"

#include "base/banned.h"

/* tputs() takes a function without an argument of ours. */
static struct strbuf *collected;

static int
caps_collect(int c)
{
	strbuf_addch(collected, (char)c);
	return c;
}

const char *
caps_text(const char *name)
{
	char buf[16];
	const char *s;

	(void)snprintf(buf, sizeof(buf), "%s", name);
	s = tigetstr(buf);
	/* -1: the name is not that of a text */
	return s == (const char *)(intptr_t)-1 ? NULL : s;
}

int
caps_number(const char *name)
{
	char buf[16];
	int n;

	(void)snprintf(buf, sizeof(buf), "%s", name);
	n = tigetnum(buf);
	return n < 0 ? -1 : n;
}

bool
caps_stops_us(const char *type)
{
	static const char *const emulators[] = { "linux", "rxvt" };
	char name[] = "xon";

	for (size_t i = 0; type != NULL && i < COUNT_OF(emulators); i++)
		if (str_starts(str_c(type), str_c(emulators[i])))
			return false;
	return tigetflag(name) > 0;
}

void
caps_farewell(struct strbuf *out, const char *more)
{
	static const char *const names[] = { "sgr0", "op", "rmkx", "rmcup",
		"cnorm" };

	strbuf_addc(out, more);
	collected = out;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *s = caps_text(names[i]);

		if (s != NULL)
			(void)tputs(s, 1, caps_collect);
	}
	collected = NULL;
}

void
caps_scroll_all(struct strbuf *out, int rows)
{
	const char *csr = caps_text("csr");

	if (csr == NULL)
		return;
	collected = out;
	(void)tputs(tparm(csr, 0L, (long)rows - 1, 0L, 0L, 0L, 0L, 0L, 0L, 0L),
		1, caps_collect);
	collected = NULL;
}

/* ---- Curses started ---- */

static bool
str_contains(const char *s, const char *part)
{
	return str_find(str_c(s), str_c(part), 0) >= 0;
}

void *
begin_screen(FILE *in, struct strbuf *remark, struct err *err)
{
	SCREEN *screen = NULL;
	static const char *const capable[] = { "xterm", "kitty", "foot",
		"ghostty", "wezterm", "contour", "alacritty", "256color",
		"tmux", "screen", "rxvt", "konsole", "gnome", "vte", "iterm" };
	const char *type = getenv("TERM"), *truecolor = getenv("COLORTERM");
	const char *other = "vt100";

	if (type == NULL || *type == '\0')
		type = "unknown";
	/* A bare xterm that says it can do more, can do more. */
	if (str_is(str_c(type), "xterm") && truecolor != NULL &&
		(str_contains(truecolor, "truecolor") ||
			str_contains(truecolor, "24bit")))
		screen = newterm("xterm-256color", stdout, in);
	if (screen == NULL)
		screen = newterm(type, stdout, in);
	if (screen == NULL) {
		/* The description to ask for instead. */
		for (size_t i = 0; i < COUNT_OF(capable); i++)
			if (str_contains(type, capable[i]))
				other = "xterm-256color";
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
