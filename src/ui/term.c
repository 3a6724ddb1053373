/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/ansi.h"
#include "ui/term.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "ui/color.h"
#include "ui/frame_pacing.h"
#include "ui/pbcopy.h"
#include "ui/term_caps.h"
#include "ui/term_guard.h"
#include "ui/term_key.h"
#include "ui/term_link.h"
#include "ui/term_poll.h"
#include "ui/term_sync.h"

/* Report buttons, the wheel, and motion with a button down, in SGR form. */
#define MOUSE_ON "\033[?1000h\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"
/* Bracketed paste. Many terminal descriptions lack it; terminals without it
   ignore the sequences. */
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

/* Save the title on the terminal's own stack, and restore it from there. */
#define TITLE_SAVE "\033[22;0t"
#define TITLE_RESTORE "\033[23;0t"

enum {
	ESC_DELAY = 25,     /* ms to wait for more after Escape */
	ANSWER_DELAY = 100, /* ... while an answer is expected */
	FAREWELL = 250, /* ms to wait for answers before leaving the terminal */
	ASK_WAIT = 1000,    /* ms to wait for the background's colour */
	SLOW_LINE = B19200, /* highest speed of a slow serial line */
};

/* Signals that are handled only while waiting for keys. */
static const int outside[] = { SIGWINCH, SIGTSTP, SIGCONT };
enum { RESIZED, STOP, CONTINUED, OUTSIDE };

static struct {
	bool open;
	SCREEN *screen;
	FILE *in; /* /dev/tty, when standard input is data; else NULL */
	int in_fd;
	struct keys keys;
	char bytes[512];   /* last bytes read */
	struct str unread; /* rest of bytes[], not yet decoded */
	int64_t read_at;   /* clock_ms() of that read */
	sigset_t outside;  /* signal mask while waiting */
	struct sigaction old[OUTSIDE];
	volatile sig_atomic_t came[OUTSIDE]; /* signals that arrived */
	struct scheme scheme;
	enum background background; /* the user's setting */
	enum shade shade;           /* the terminal's answer */
	int64_t asked; /* deadline for the answer; 0: none is due */
	struct sync sync;
	bool sync_asked; /* its answer, or that on links, may still come */
	bool can_sync;   /* the terminal can show a frame in one step */
	bool sync_on;    /* the user's setting */
	enum linking linking; /* the terminal's answer */
	struct linked linked;
	bool colors_started;
	bool direct; /* palette numbers must be given as RGB */
	bool resized;
	struct pace pace;
	bool full; /* the terminal accepts no bytes now */
	bool slow_line;
	int esc_delay, told_delay;
	bool has_mouse, mouse_on;
	bool has_paste;
	bool has_title;
	bool title_saved;    /* by this program, not by smcup */
	struct strbuf title; /* as written; empty: the terminal's own */
	int caught;       /* result of caught_begin() */
	VEC(cchar_t) row; /* scratch of term_draw */
} term;

/* ---- Pairs of colours ---- */

/* curses needs a number for each pair of colours and has few of them, so the
   least recently used number is reused. */

enum { PAIRS_MAX = 1008 };

/* pair[i] is curses' pair i + 1. Pair 0 has the terminal's own colours. */
static struct {
	int n, limit;
	unsigned frame;
	struct {
		int fg, bg;
		unsigned frame; /* last frame that used the pair */
	} pair[PAIRS_MAX];
	struct map64 of; /* colours -> index into pair */
} pairs;

static uint64_t
key_of(int fg, int bg)
{
	return (uint64_t)(uint32_t)fg << 32 | (uint32_t)bg;
}

/* Remove all pairs. At most `limit` can be added. */
static void
pairs_begin(int limit)
{
	pairs.n = 0;
	pairs.limit = limit < PAIRS_MAX ? limit : PAIRS_MAX;
	pairs.frame = 1;
	map64_free(&pairs.of);
}

/* Return the number of a pair of colours (-1: the terminal's own). If this
   frame uses all pairs, return a pair with the same background, else 0. */
static int
pairs_get(int fg, int bg)
{
	uint32_t known = map64_get(&pairs.of, key_of(fg, bg));
	int i = -1, alike = 0;

	if (known != NONE) {
		pairs.pair[known].frame = pairs.frame;
		return (int)known + 1;
	}
	/* Find the least recently used pair that this frame does not need. */
	for (int k = pairs.n - 1; k >= 0; k--) {
		if (pairs.pair[k].bg == bg)
			alike = k + 1;
		if (pairs.pair[k].frame != pairs.frame &&
			(i < 0 || pairs.pair[k].frame <= pairs.pair[i].frame))
			i = k;
	}
	if (pairs.n < pairs.limit)
		i = pairs.n;
	if (i < 0)
		return alike;
	if (init_extended_pair(i + 1, fg, bg) == ERR)
		return 0;
	pairs.pair[i].fg = fg;
	pairs.pair[i].bg = bg;
	pairs.pair[i].frame = pairs.frame;
	if (i == pairs.n) {
		pairs.n++;
		map64_put(&pairs.of, key_of(fg, bg), (uint32_t)i);
	} else {
		map64_free(&pairs.of);
		for (int k = 0; k < pairs.n; k++)
			map64_put(&pairs.of,
				key_of(pairs.pair[k].fg, pairs.pair[k].bg),
				(uint32_t)k);
	}
	return i + 1;
}

/* ---- Opening and closing ---- */

static void
tell(const char *bytes)
{
	if (bytes == NULL)
		return;
	(void)fputs(bytes, stdout);
	(void)fflush(stdout);
}

/* Turn paste and mouse reports on or off, which curses does not do. */
static void
switch_input(bool on)
{
	if (term.has_paste)
		tell(on ? PASTE_ON : PASTE_OFF);
	if (term.mouse_on)
		tell(on ? MOUSE_ON : MOUSE_OFF);
}

/* ---- The title ---- */

/* Prepare the bytes written at any exit, even by a signal. */
static void
prepare_farewell(void)
{
	struct strbuf more = STRBUF_INIT, bytes = STRBUF_INIT;

	strbuf_addstr(&more, term.title_saved ? TITLE_RESTORE : "");
	strbuf_addstr(&more, term.has_mouse ? MOUSE_OFF : "");
	strbuf_addstr(&more, term.has_paste ? PASTE_OFF : "");
	caps_farewell(&bytes, strbuf_c(&more));
	/* End a frame that may be half written. */
	strbuf_addstr(&bytes, term.can_sync ? SYNC_END : "");
	guard_farewell(strbuf_str(&bytes));
	strbuf_free(&more);
	strbuf_free(&bytes);
}

/* Write the title, after saving the old one unless smcup did that. */
static void
write_title(void)
{
	struct strbuf out = STRBUF_INIT;

	if (term.title.n == 0)
		return;
	if (!term.title_saved && !title_is_kept()) {
		strbuf_addstr(&out, TITLE_SAVE);
		term.title_saved = true;
		prepare_farewell();
	}
	strbuf_add3(&out, "\033]0;", strbuf_str(&term.title), "\a");
	tell(strbuf_c(&out));
	strbuf_free(&out);
}

/* Restore the old title, while the screen stays or before leaving it. */
static void
restore_title(bool stays)
{
	if (term.title_saved)
		tell(TITLE_RESTORE);
	else if (stays && title_is_kept())
		tell(TITLE_RESTORE TITLE_SAVE);
	term.title_saved = false;
	prepare_farewell();
}

void
term_title(struct str title)
{
	if (!term.has_title || str_eq(title, strbuf_str(&term.title)))
		return;
	if (title.n == 0)
		restore_title(true);
	strbuf_reset(&term.title);
	strbuf_add(&term.title, title);
	write_title();
}

/* ---- Signals ---- */

static void
on_outside_signal(int sig)
{
	for (int i = 0; i < OUTSIDE; i++)
		if (outside[i] == sig)
			term.came[i] = 1;
}

static void
outside_end(void)
{
	for (int i = 0; i < OUTSIDE; i++)
		(void)sigaction(outside[i], &term.old[i], NULL);
	(void)pthread_sigmask(SIG_SETMASK, &term.outside, NULL);
}

/* Use the terminal's own size; LINES and COLUMNS, which curses prefers, only if
   it has none. */
static void
fit_to_terminal(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
		size.ws_col > 0 &&
		(size.ws_row != LINES || size.ws_col != COLS))
		(void)resizeterm(size.ws_row, size.ws_col);
}

/* Set how long to wait for more after Escape: longer if an answer is expected,
   which begins with Escape and must not be split. ESCDELAY takes precedence. */
static void
delay_escape(void)
{
	bool waits = term.pace.asked || term.asked > 0;

	term.keys.esc_delay = term.told_delay >= 0       ? term.told_delay
		: waits && term.esc_delay < ANSWER_DELAY ? ANSWER_DELAY
							 : term.esc_delay;
}

static void
close_input(void)
{
	if (term.in != NULL)
		(void)fclose(term.in);
	term.in = NULL;
}

static enum color_level
term_level(const struct settings *set)
{
	int colors = has_colors() ? caps_number("colors") : 0;
	enum color_level level =
		color_level_for(colors, set->color, getenv("NO_COLOR"));

	return set->low_bandwidth && level > LEVEL_8 ? LEVEL_8 : level;
}

/* Open the terminal to read keys from it while standard input is data. On macOS
   use its own name, because poll() does not support /dev/tty there. */
static FILE *
open_keys(void)
{
	FILE *in = NULL;
#ifdef __APPLE__
	const char *name = ttyname(STDOUT_FILENO);

	if (name != NULL)
		in = fopen(name, "re");
#endif
	return in != NULL ? in : fopen("/dev/tty", "re");
}

int
term_open(const struct settings *set, const char *like, struct strbuf *remark,
	struct err *err)
{
	const char *move;
	struct str text;
	int64_t ms;
	const char *type;
	struct termios line;
	struct sigaction act;
	sigset_t begin_set;

	if (!isatty(STDOUT_FILENO))
		return err_set(
			err, ERR_IO, "standard output is not a terminal");
	term.in = NULL;
	term.in_fd = STDIN_FILENO;
	if (!isatty(STDIN_FILENO)) {
		term.in = open_keys();
		if (term.in == NULL)
			return err_errno(
				err, errno, "cannot read keys: /dev/tty");
		term.in_fd = fileno(term.in);
	}
	if (guard_begin(term.in_fd, err) != 0) {
		close_input();
		return -1;
	}
	/* Block the signals except while waiting, so that none is missed
	   between looking for keys and sleeping. Do it before curses starts,
	   which handles signals that have no handler. */
	act = (struct sigaction){ .sa_handler = on_outside_signal };
	(void)sigemptyset(&act.sa_mask);
	(void)sigemptyset(&begin_set);
	for (int i = 0; i < OUTSIDE; i++) {
		term.came[i] = 0;
		(void)sigaddset(&begin_set, outside[i]);
	}
	(void)pthread_sigmask(SIG_BLOCK, &begin_set, &term.outside);
	for (int i = 0; i < OUTSIDE; i++) {
		(void)sigdelset(&term.outside, outside[i]);
		(void)sigaction(outside[i], NULL, &term.old[i]);
		/* Without job control SIGTSTP is ignored and must stay so. */
		if (outside[i] != SIGTSTP || term.old[i].sa_handler != SIG_IGN)
			(void)sigaction(outside[i], &act, NULL);
	}
	term.screen = begin_screen(sync_stream(&term.sync),
		term.in != NULL ? term.in : stdin, like, remark, err);
	if (term.screen == NULL) {
		sync_close(&term.sync);
		outside_end();
		guard_restore();
		guard_end();
		close_input();
		return -1;
	}
	term.open = true;
	term.resized = false;
	fit_to_terminal();
	term.pace = (struct pace)PACE_INIT(caps_text("u7") != NULL);
	term.esc_delay = set->esc_delay > 0 ? (int)set->esc_delay : ESC_DELAY;
	/* Use ESCDELAY, in milliseconds as in curses, unless the user has set
	   esc_delay. */
	text = str_c(getenv("ESCDELAY"));
	term.told_delay = set->esc_delay == ESC_DELAY &&
			str_to_i64(text, &ms) && ms >= 0 && ms <= KEYS_SHORT
		? (int)ms
		: -1;
	term.keys = (struct keys)KEYS_INIT(term.esc_delay);
	delay_escape();
	term.unread = STR_EMPTY;
	keys_describe(&term.keys, caps_text);
	/* curses reads no keys, but makes the terminal send them. */
	(void)keypad(stdscr, TRUE);
	(void)cbreak();
	(void)noecho();
	(void)nonl();
	(void)intrflush(stdscr, FALSE);
	/* Ctrl-C and Ctrl-Z are keys here. Ctrl-S must not freeze the screen;
	   only old terminals need it. */
	if (tcgetattr(term.in_fd, &line) == 0) {
		line.c_cc[VINTR] = _POSIX_VDISABLE;
		line.c_cc[VSUSP] = _POSIX_VDISABLE;
		term.slow_line = cfgetospeed(&line) != B0 &&
			cfgetospeed(&line) <= SLOW_LINE;
		if (!caps_stops_us(getenv("TERM")))
			line.c_iflag &= ~(tcflag_t)IXON;
		(void)tcsetattr(term.in_fd, TCSANOW, &line);
		(void)def_prog_mode();
	}
	move = caps_text("cup");
	term.has_paste = move != NULL && str_starts(str_c(move), STR("\033["));
	term.has_mouse = caps_text("kmous") != NULL;
	term.mouse_on = false;
	type = getenv("TERM");
	term.has_title = type != NULL && title_is_safe(str_c(type));
	term.title_saved = false;
	term.can_sync = term.sync_asked = false;
	term.linking = LINKING_UNKNOWN;
	prepare_farewell();
	/* Before the query: text pasted meanwhile must not act as keys. */
	switch_input(true);
	/* Query the background, if the answer matters and the query is safe.
	   The first frame does not wait for the answer. */
	term.shade = SHADE_UNKNOWN;
	term.asked = 0;
	if (set->background == BACKGROUND_AUTO && term.in == NULL &&
		type != NULL && term_level(set) != LEVEL_MONO &&
		ask_is_safe(str_c(type)) &&
		ask_terminal(STDIN_FILENO, STDOUT_FILENO,
			set->hyperlinks == HYPERLINKS_AUTO)) {
		term.asked = clock_ms() + ASK_WAIT;
		term.sync_asked = true;
	}
	delay_escape();
	term.caught = caught_begin();
	return 0;
}

/* Leave curses' screen. Show the cursor, because some emulators restore its
   state from before the alternate screen, which may be hidden. */
static void
end_window(void)
{
	(void)endwin();
	tell(caps_text("cnorm"));
}

void
term_size(int *rows, int *cols)
{
	*rows = LINES;
	*cols = COLS;
}

/* True if the background is light by the user's setting, else by the terminal's
   answer, else by COLORFGBG: "text;background", in palette numbers. */
static bool
background_is_light(void)
{
	const char *hint = getenv("COLORFGBG");
	struct str last;
	int64_t color;

	if (term.background != BACKGROUND_AUTO)
		return term.background == BACKGROUND_LIGHT;
	if (term.shade != SHADE_UNKNOWN)
		return term.shade == SHADE_LIGHT;
	if (hint == NULL)
		return false;
	last = str_c(hint);
	last = str_skip(last, (size_t)(str_rchr(last, ';') + 1));
	return str_to_i64(last, &color) && (color == 7 || color == 15);
}

int
term_colors_set(const struct settings *set)
{
	term.background = set->background;
	term.scheme.light = background_is_light();
	term.scheme.palette = set->diff_palette;
	term.scheme.level = term_level(set);
	if (term.scheme.level != LEVEL_MONO) {
		/* Before start_color() curses writes no colour at all. */
		if (!term.colors_started)
			(void)start_color();
		term.colors_started = true;
		(void)use_default_colors();
		term.direct = COLORS > 256;
		pairs_begin((COLOR_PAIRS < 1024 ? COLOR_PAIRS : 1024) - 16);
	}
	term_redraw();
	return color_count(term.scheme.level);
}

bool
term_unicode(const char **why_not)
{
	const char *type = getenv("TERM");

	*why_not = NULL;
	if (!utf8_locale())
		*why_not = "the locale is not UTF-8";
	else if (type != NULL && str_is(str_c(type), "linux"))
		*why_not = "the console's font has no such characters";
	else if (type != NULL && str_starts(str_c(type), STR("vt")) &&
		str_find(str_c(type), STR("vte"), 0) < 0)
		*why_not = "this type of terminal has no such characters";
	return *why_not == NULL;
}

/* Return a palette colour for curses: RGB on direct-colour terminals. */
static int
native_color(int color)
{
	static const int level[] = { 0, 95, 135, 175, 215, 255 };
	int v = color - 16, rgb;

	if (!term.direct || color < 16)
		return color;
	if (color >= 232)
		rgb = (8 + (color - 232) * 10) * 0x10101;
	else
		rgb = level[v / 36] << 16 | level[v / 6 % 6] << 8 |
			level[v % 6];
	return rgb < 8 ? 8 : rgb; /* 0 to 7 are the first palette colours */
}

/* Let curses write the changes. */
static void
show(void)
{
	if (!term.can_sync || !term.sync_on) {
		(void)refresh();
		return;
	}
	sync_hold(&term.sync);
	(void)refresh();
	if (sync_send(&term.sync))
		return;
	/* There was no memory for the frame: redraw all, without holding. */
	term.can_sync = false;
	(void)clearok(curscr, TRUE);
	(void)refresh();
}

void
term_draw(const struct grid *g)
{
	/* Pairs requested from now on stay valid until the next frame. */
	pairs.frame++;
	(void)erase();
	for (int row = 0; row < g->rows && row < LINES; row++) {
		term.row.n = 0;
		for (int col = 0; col < g->cols; col++) {
			const struct cell *cell = grid_at(g, row, col);
			cchar_t c;
			struct look look;
			wchar_t text[CCHARW_MAX + 1];
			struct str rest;
			attr_t attr = A_NORMAL;
			size_t n = 0;
			int pair = 0;

			if (cell->width == 0 && cell->len == 0 && col > 0 &&
				grid_at(g, row, col - 1)->width == 2)
				continue;
			look = color_look(&term.scheme, cell);
			rest = str_from(cell->text, cell->len);
			while (rest.n > 0 && n < CCHARW_MAX) {
				uint32_t cp;

				rest = str_skip(rest, utf8_decode(rest, &cp));
				text[n++] = (wchar_t)cp;
			}
			if (n == 0)
				text[n++] = L' ';
			text[n] = L'\0';
			if (look.attr & LOOK_BOLD)
				attr |= A_BOLD;
			if (look.attr & LOOK_REVERSE)
				attr |= A_REVERSE;
			if (look.attr & LOOK_UNDERLINE)
				attr |= A_UNDERLINE;
			if (term.scheme.level != LEVEL_MONO)
				pair = pairs_get(native_color(look.fg),
					native_color(look.bg));
			(void)setcchar(&c, text, attr, 0, &pair);
			vec_push(&term.row, c);
		}
		(void)mvadd_wchnstr(row, 0, term.row.p, (int)term.row.n);
	}
	if (g->cursor_row >= 0 && g->cursor_row < LINES) {
		(void)curs_set(1);
		(void)move(g->cursor_row, g->cursor_col);
	} else {
		(void)curs_set(0);
	}
	show();
	linked_look(&term.linked, g);
	if (pace_drawn(&term.pace, clock_ms())) {
		tell(PACE_QUESTION);
		delay_escape();
	}
}

static const char *
environment(const char *name)
{
	return getenv(name);
}

bool
term_has_links(enum hyperlinks_mode set)
{
	return linking_wanted(set, term.linking, environment);
}

void
term_links(const struct grid *g, const struct str url[SPOTS])
{
	if (g->rows == LINES && g->cols == COLS)
		linked_write(&term.linked, g, url);
}

bool
term_is_slow(void)
{
	return term.slow_line || pace_is_slow(&term.pace);
}

int
term_busy(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
	int wait = pace_wait(&term.pace, clock_ms());

	term.full = wait == 0 && term_poll(&out, 1, 0, NULL) == 0;
	return term.full ? -1 : wait;
}

/* Send everything again. Set the scroll region to curses' size, because another
   program may have changed it. */
void
term_redraw(void)
{
	struct strbuf all = STRBUF_INIT;

	caps_scroll_all(&all, LINES);
	tell(all.p);
	strbuf_free(&all);
	(void)clearok(curscr, TRUE);
	linked_forget(&term.linked);
}

/* Read the available bytes, waiting for more after a single Escape, so that a
   delay does not split a sequence. Return false if there is nothing. */
static bool
read_keys(void)
{
	struct pollfd in = { .fd = term.in_fd, .events = POLLIN };
	int wait = keys_wait(&term.keys, clock_ms());
	bool is_soon = wait >= 0 && wait <= term.keys.esc_delay;
	ssize_t n;

	if (term_poll(&in, 1, is_soon ? wait : 0, NULL) <= 0)
		return is_soon;
	n = read(term.in_fd, term.bytes, sizeof(term.bytes));
	if (n <= 0)
		return false;
	term.unread = str_from(term.bytes, (size_t)n);
	term.read_at = clock_ms();
	return true;
}

/* Use an answer of the terminal for the next frame. */
static void
take_answer(int key)
{
	if (key == K_ANSWER)
		pace_answered(&term.pace, clock_ms());
	else if (key == K_SYNC) {
		term.can_sync = term.can_sync ||
			(term.sync_asked && sync_open(&term.sync));
		prepare_farewell();
	} else if (key == K_LINKS || key == K_NO_LINKS) {
		if (term.sync_asked)
			term.linking =
				key == K_LINKS ? LINKING_YES : LINKING_NO;
	} else if (key == K_ASKED) {
		term.asked = 0;
		term.sync_asked = false;
	} else if (term.shade == SHADE_UNKNOWN)
		term.shade = key == K_LIGHT ? SHADE_LIGHT : SHADE_DARK;
	term.scheme.light = background_is_light();
	delay_escape();
}

int
term_key(struct strbuf *paste, struct mouse *mouse)
{
	int key;

	if (term.asked > 0 && clock_ms() > term.asked) {
		term.asked = 0;
		delay_escape();
	}
	for (;;) {
		key = keys_next(&term.keys, &term.unread,
			term.unread.n > 0 ? term.read_at : clock_ms());
		if (key < 0 && !read_keys())
			return -1;
		if (key >= K_ANSWER && key <= K_ASKED)
			take_answer(key);
		else if (key >= 0)
			break;
	}
	if (key == K_PASTE) {
		strbuf_reset(paste);
		strbuf_add(paste, strbuf_str(&term.keys.paste));
	}
	*mouse = term.keys.mouse;
	pace_key(&term.pace);
	return key;
}

/* Do not leave a pending reply for the next reader of the terminal. */
static void
await_answer(void)
{
	int64_t left, end = clock_ms() + FAREWELL;
	struct pollfd in = { .fd = term.in_fd, .events = POLLIN };
	struct strbuf paste = STRBUF_INIT;
	struct mouse mouse;

	while ((pace_wait(&term.pace, clock_ms()) > 0 ||
		       term.asked > clock_ms()) &&
		(left = end - clock_ms()) > 0) {
		if (term_poll(&in, 1, (int)left, NULL) > 0 &&
			(in.revents & POLLIN) == 0)
			break;
		while (term_key(&paste, &mouse) >= 0)
			continue;
	}
	strbuf_free(&paste);
}

void
term_mouse_set(bool on)
{
	if (!term.has_mouse || on == term.mouse_on)
		return;
	term.mouse_on = on;
	tell(on ? MOUSE_ON : MOUSE_OFF);
}

void
term_sync_set(bool on)
{
	term.sync_on = on;
}

void
term_close(void)
{
	if (!term.open)
		return;
	await_answer();
	restore_title(false);
	strbuf_free(&term.title);
	term.open = false;
	term.colors_started = false;
	switch_input(false);
	term.mouse_on = false;
	end_window();
	delscreen(term.screen);
	term.screen = NULL;
	sync_close(&term.sync);
	linked_free(&term.linked);
	caught_end();
	outside_end();
	guard_end();
	close_input();
	keys_free(&term.keys);
	pairs_begin(0);
	vec_free(&term.row);
}

void
term_leave(void)
{
	await_answer();
	restore_title(false);
	switch_input(false);
	end_window();
	guard_pause(true);
	caught_pause(true);
}

/* Set up the terminal again after other programs have used it. A process in the
   background stops here until it is in the foreground. */
static void
retake(void)
{
	sigset_t blocked;

	(void)reset_prog_mode();
	switch_input(true);
	fit_to_terminal();
	term.resized = true; /* the caller gets the size and draws */
	/* Do not move the cursor before curses is back in the alternate screen,
	   because entering it saves the cursor's position. */
	(void)clearok(curscr, TRUE);
	(void)refresh();
	write_title();
	/* Drop pending signals: the size has just been read. */
	(void)pthread_sigmask(SIG_SETMASK, &term.outside, &blocked);
	(void)pthread_sigmask(SIG_SETMASK, &blocked, NULL);
	term.came[RESIZED] = term.came[CONTINUED] = 0;
}

void
term_return(void)
{
	caught_pause(false);
	guard_pause(false);
	retake();
}

/* Stop `whom`, as in kill(): this process alone, or the whole job (0). */
static void
suspend(pid_t whom)
{
	struct sigaction plain = { .sa_handler = SIG_DFL }, old;
	sigset_t stop, blocked;

	term_leave();
	(void)sigemptyset(&plain.sa_mask);
	(void)sigaction(SIGTSTP, &plain, &old);
	(void)kill(whom, SIGTSTP);
	(void)sigemptyset(&stop);
	(void)sigaddset(&stop, SIGTSTP);
	(void)pthread_sigmask(SIG_UNBLOCK, &stop, &blocked);
	(void)pthread_sigmask(SIG_SETMASK, &blocked, NULL);
	(void)sigaction(SIGTSTP, &old, NULL);
	term_return();
}

void
term_suspend(void)
{
	/* As the terminal does: a parent shell or make must also stop. */
	suspend(0);
}

unsigned
term_wait(int wake, int timeout_ms)
{
	enum { KEYS, WAKE, STDERR, OUT, FDS };
	/* poll() ignores negative descriptors. */
	struct pollfd fd[FDS] = {
		[KEYS] = { .fd = term.in_fd, .events = POLLIN },
		[WAKE] = { .fd = wake, .events = POLLIN },
		[STDERR] = { .fd = term.caught, .events = POLLIN },
		[OUT] = { .fd = term.full ? STDOUT_FILENO : -1,
			.events = POLLOUT },
	};
	int ms = clock_sooner(timeout_ms, keys_wait(&term.keys, clock_ms()));
	unsigned seen = 0;

	if (term_poll(fd, FDS, ms, &term.outside) < 0 && errno != EINTR)
		return TERM_GONE;
	/* Handle the signals that arrived. */
	if (term.came[STOP]) {
		term.came[STOP] = 0;
		suspend(getpid());
	}
	if (term.came[CONTINUED]) {
		/* The program was stopped before it could restore the terminal,
		   and others may have changed the terminal's state. */
		(void)reset_prog_mode();
		end_window();
		retake();
	}
	if (term.came[RESIZED]) {
		term.came[RESIZED] = 0;
		fit_to_terminal();
		term.resized = true;
	}
	if (term.resized) {
		term.resized = false;
		return TERM_KEYS | TERM_RESIZED;
	}
	if (fd[KEYS].revents & (POLLHUP | POLLERR | POLLNVAL))
		return TERM_GONE;
	if (fd[KEYS].revents & POLLIN)
		seen |= TERM_KEYS;
	if ((fd[WAKE].revents | fd[STDERR].revents) & POLLIN)
		seen |= TERM_WAKE;
	return seen;
}

void
term_copy(struct str text)
{
	struct strbuf out = STRBUF_INIT, clean = STRBUF_INIT;
	struct strbuf passed = STRBUF_INIT;
	const char *screen = getenv("STY");

	/* Remove sequences, which could end a bracketed paste. */
	while (text.n > 0) {
		size_t before = text.n;
		struct str line = str_cut(&text, '\n');

		utf8_clean(&clean, line);
		if (line.n < before)
			strbuf_addch(&clean, '\n');
	}
	/* GNU screen drops unknown sequences; tmux does not. */
	if (pbcopy(strbuf_str(&clean)) || !osc52_put(&out, strbuf_str(&clean)))
		strbuf_reset(&out);
	if (screen != NULL && *screen != '\0' && getenv("TMUX") == NULL)
		screen_pass(&passed, strbuf_str(&out));
	else
		strbuf_add(&passed, strbuf_str(&out));
	tell(strbuf_c(&passed));
	strbuf_free(&passed);
	strbuf_free(&out);
	strbuf_free(&clean);
}

bool
term_stderr(struct strbuf *out)
{
	return caught_read(out);
}
