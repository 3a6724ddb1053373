/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of terminals: see term_caps.h. */
#include "config.h"

#include "ui/term_caps.h"

#include <curses.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <term.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/clock.h"
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

/* ---- The background ---- */

enum { PATIENCE = 150, ANSWER_MAX = 4096 };

bool
ask_is_safe(struct str type)
{
	/* The others are known to print it, to pass it on to who knows whom,
	   or are not known at all. */
	static const char *const safe[] = { "xterm", "tmux", "alacritty",
		"foot", "kitty", "xterm-kitty", "wezterm", "ghostty", "contour",
		"rxvt-unicode", "vte", "konsole", "gnome", "st", "iterm",
		"mintty" };

	for (size_t i = 0; i < COUNT_OF(safe); i++) {
		struct str name = str_c(safe[i]);

		/* "st" and "st-256color", not "stv52" */
		if (str_starts(type, name) &&
			(type.n == name.n || type.p[name.n] == '-' ||
				type.p[name.n] == '2'))
			return true;
	}
	return false;
}

/* "ffff" of one to four digits as 0 .. 1; -1 for anything else. */
static double
channel(struct str hex)
{
	double v = 0, most = 0;

	if (hex.n < 1 || hex.n > 4)
		return -1;
	for (size_t i = 0; i < hex.n; i++) {
		int digit = ascii_hex(hex.p[i]);

		if (digit < 0)
			return -1;
		v = v * 16 + digit;
		most = most * 16 + 15;
	}
	return v / most;
}

/* "rgb:ffff/ffff/dddd", "rgba:..." */
static enum shade
shade_of(struct str color)
{
	static const double weight[3] = { 0.299, 0.587, 0.114 };
	struct str rest = color;
	double light = 0;

	if (!str_starts(color, STR("rgb")))
		return SHADE_UNKNOWN;
	(void)str_cut(&rest, ':');
	for (int i = 0; i < 3; i++) {
		double v = channel(str_cut(&rest, '/'));

		if (v < 0)
			return SHADE_UNKNOWN;
		light += weight[i] * v;
	}
	return light > 0.5 ? SHADE_LIGHT : SHADE_DARK;
}

/* The length of an answer at the start of s: 0 when it is none, SIZE_MAX
   when it does not end here. */
static size_t
answer_length(struct str s)
{
	if (s.n < 2)
		return SIZE_MAX;
	if (s.p[1] == ']') {
		for (size_t i = 2; i < s.n; i++) {
			if (s.p[i] == '\a')
				return i + 1;
			if (s.p[i] == '\033' && i + 1 < s.n)
				return s.p[i + 1] == '\\' ? i + 2 : 0;
		}
		return SIZE_MAX;
	}
	if (s.p[1] != '[')
		return 0;
	if (s.n < 3)
		return SIZE_MAX;
	if (s.p[2] != '?')
		return 0;
	for (size_t i = 3; i < s.n; i++)
		if (s.p[i] >= 0x40)
			return s.p[i] == 'c' ? i + 1 : 0;
	return SIZE_MAX;
}

struct answers
ask_parse(struct str bytes, struct strbuf *typed)
{
	struct answers a = { SHADE_UNKNOWN, false, false };

	while (bytes.n > 0) {
		size_t n = bytes.p[0] == '\033' ? answer_length(bytes) : 0;

		/* Esc alone was typed, unless there is more to come. */
		if (n == SIZE_MAX) {
			a.partial = true;
			return a;
		}
		if (n == 0) {
			strbuf_addch(typed, bytes.p[0]);
			n = 1;
		} else if (bytes.p[1] == '[') {
			a.complete = true;
		} else if (str_starts(bytes, STR("\033]11;"))) {
			size_t end = bytes.p[n - 1] == '\a' ? n - 1 : n - 2;

			a.shade = shade_of(str_sub(bytes, 5, end));
		}
		bytes = str_skip(bytes, n);
	}
	return a;
}

static bool
is_readable(int fd, int64_t ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return ms >= 0 && poll(&p, 1, (int)ms) > 0;
}

enum shade
ask_background(int in, int out, struct strbuf *typed)
{
	static const char question[] = "\033]11;?\033\\\033[c";
	struct strbuf got = STRBUF_INIT;
	struct answers a = { SHADE_UNKNOWN, false, false };
	int64_t since = clock_ms();
	struct stat from, to;

	if (!isatty(in) || !isatty(out) || fstat(in, &from) != 0 ||
		fstat(out, &to) != 0 || from.st_rdev != to.st_rdev ||
		is_readable(in, 0) ||
		write(out, question, sizeof(question) - 1) < 0)
		return SHADE_UNKNOWN;
	while (!a.complete && got.n < ANSWER_MAX) {
		int64_t until = since + (a.partial ? 2 : 1) * PATIENCE;
		char bytes[256];
		ssize_t n;

		if (!is_readable(in, until - clock_ms()))
			break;
		n = read(in, bytes, sizeof(bytes));
		if (n <= 0)
			break;
		strbuf_add(&got, str_from(bytes, (size_t)n));
		strbuf_reset(typed);
		a = ask_parse(strbuf_str(&got), typed);
	}
	/* Esc, and nothing after it: that was a key. */
	if (a.partial && got.p[got.n - 1] == '\033')
		strbuf_addch(typed, '\033');
	strbuf_free(&got);
	return a.shade;
}
