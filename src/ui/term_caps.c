/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/term_caps.h"

#include <curses.h>
#include <poll.h>
#include <sys/stat.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "base/file.h"
#include "base/str.h"
#include "ui/term_known.h"

enum { KIND_WAIT = 500 }; /* ms to wait for an unknown terminal's answer */

/* Output of caps_collect(), because tputs() passes no user data. */
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
	/* -1: not the name of a string capability */
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

	strbuf_addstr(out, more);
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

/* ---- Starting curses ---- */

static const char *
terminal_type(void)
{
	const char *type = getenv("TERM");

	return type == NULL || *type == '\0' ? "unknown" : type;
}

static bool
str_contains(const char *s, const char *part)
{
	return str_find(str_c(s), str_c(part), 0) >= 0;
}

static bool
is_described(const char *type)
{
	int why;

	if (setupterm(type, STDOUT_FILENO, &why) != OK)
		return false;
	(void)del_curterm(cur_term);
	return true;
}

/* Find the terminal's reply about its kind, "ESC [ ? 62 ; 4 c". *is_more: the
   terminal is more than a VT100, which replies 1. */
static bool
read_kind(struct str text, bool *is_more)
{
	ptrdiff_t at = str_find(text, STR("\033[?"), 0);
	struct str rest, number;

	if (at < 0)
		return false;
	rest = str_skip(text, (size_t)at + 3);
	if (str_chr(rest, 'c') < 0)
		return false;
	number = str_cut_digits(&rest);
	*is_more = number.n > 0 && !str_is(number, "1");
	return true;
}

/* True if the terminal replies that it is more than a VT100. Terminals that
   understand xterm's sequences, or ignore unknown ones, give this reply. */
static bool
is_like_xterm(void)
{
	static const char question[] = "\033[c";
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	struct termios line, raw;
	struct strbuf text = STRBUF_INIT;
	int64_t left, end = clock_ms() + KIND_WAIT;
	bool is_more = false;
	char bytes[64];
	ssize_t n;

	if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &line) != 0)
		return false;
	raw = line;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0)
		return false;
	(void)fd_write(STDOUT_FILENO, STR(question));
	while ((left = end - clock_ms()) > 0 && poll(&in, 1, (int)left) > 0) {
		n = read(STDIN_FILENO, bytes, sizeof(bytes));
		if (n <= 0)
			break;
		strbuf_add(&text, str_from(bytes, (size_t)n));
		if (read_kind(strbuf_str(&text), &is_more))
			break;
	}
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &line);
	strbuf_free(&text);
	return is_more;
}

const char *
caps_provide(void)
{
	struct strbuf own = STRBUF_INIT;
	const char *type = terminal_type(), *other = known_alike(type);

	if (is_described(type))
		return other;
	if (!known_is_like(type) && is_like_xterm())
		other = known_alike("xterm");
	if (!is_described(other) && known_description(other, &own))
		(void)setenv("TERMINFO", strbuf_c(&own), 1);
	strbuf_free(&own);
	return other;
}

void *
begin_screen(FILE *out, FILE *in, const char *other, struct strbuf *remark,
	struct err *err)
{
	SCREEN *screen = NULL;
	const char *type = terminal_type(), *truecolor = getenv("COLORTERM");

	/* If COLORTERM promises more colours, TERM=xterm has at least 256. */
	if (str_is(str_c(type), "xterm") && truecolor != NULL &&
		(str_contains(truecolor, "truecolor") ||
			str_contains(truecolor, "24bit")))
		screen = newterm("xterm-256color", out, in);
	if (screen == NULL)
		screen = newterm(type, out, in);
	if (screen == NULL) {
		screen = newterm(other, out, in);
		if (screen != NULL)
			strbuf_addf(remark,
				"terminal type '%s' is not known here; "
				"treating it as %s",
				type, other);
	}
	if (screen == NULL) {
		(void)err_set(err, ERR_IO,
			"cannot use the terminal: type '%s' is not known (set "
			"TERM, or use a report such as -top)",
			type);
		return NULL;
	}
	if (caps_text("cup") == NULL) {
		(void)endwin();
		delscreen(screen);
		(void)err_set(err, ERR_IO,
			"cannot use the terminal: type '%s' cannot move the "
			"cursor (use a report such as -top)",
			type);
		return NULL;
	}
	return screen;
}

/* ---- The background ---- */

bool
ask_is_safe(struct str type)
{
	/* Other terminals print the query, pass it on to another terminal, or
	   are unknown. */
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

bool
title_is_safe(struct str type)
{
	return ask_is_safe(type) || str_starts(type, STR("screen"));
}

bool
title_is_kept(void)
{
	const char *begin = caps_text("smcup");

	return begin != NULL && str_contains(begin, "\033[22;0;0t");
}

/* Convert 1 to 4 hexadecimal digits, as "ffff", to 0 .. 1; -1: invalid. */
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

/* "11;rgb:ffff/ffff/dddd", "11;rgba:..." */
enum shade
shade_answered(struct str answer)
{
	static const double weight[3] = { 0.299, 0.587, 0.114 };
	struct str rest = answer;
	double light = 0;

	if (!str_starts(answer, STR("11;rgb")))
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

bool
ask_terminal(int in, int out, bool name)
{
	static const char all[] = "\033[>0q\033]11;?\033\\\033[?2026$p\033[c";
	struct str question = str_skip(STR(all), name ? 0 : 5);
	struct stat from, to;

	return isatty(in) && isatty(out) && fstat(in, &from) == 0 &&
		fstat(out, &to) == 0 && from.st_rdev == to.st_rdev &&
		write(out, question.p, question.n) > 0;
}
