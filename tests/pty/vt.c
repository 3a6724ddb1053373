/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libvterm around a nanny. The order of the set-up calls matters: UTF-8
 * before anything is written, callbacks before the reset.
 */
#include "prelude.h"

#include "pty/vt.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <vterm.h>

#include "base/compiler.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "pty/calm.h"
#include "pty/wrote.h"

enum { LONGEST_WAIT = 60000 }; /* milliseconds */

struct vt {
	struct nanny nanny;
	VTerm *vterm;
	VTermScreen *screen;
	struct strbuf bytes, unknown;
	struct strbuf held; /* the beginning of a CSI */
	char last;          /* the last character that can be repeated */
	bool escaped;       /* Escape was sent last */
	pid_t reader;       /* who has the terminal, */
	uint64_t reads;     /* and what it will have read in all then */
	int titles, bells;
	int fences, endings; /* fences seen; news of stopping and ending */
	bool alternate, cursor_visible, hung_up;
	const char *reply; /* about the background; NULL: none */
	bool asked;        /* for it */
};

int64_t
vt_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
expect_reading(struct vt *t, size_t n)
{
	pid_t reader = nanny_foreground(&t->nanny);
	uint64_t reads = calm_reads(reader);

	if (reader != t->reader || reads > t->reads)
		t->reads = reads;
	t->reader = reader;
	t->reads += n;
}

/* Write all; a full terminal is emptied by reading the program's output. */
static void
send_bytes(struct vt *t, const char *p, size_t n)
{
	int64_t until = vt_now() + LONGEST_WAIT;

	expect_reading(t, n);
	while (n > 0 && !t->hung_up && vt_now() < until) {
		ssize_t put = write(t->nanny.master, p, n);

		if (put > 0) {
			p += put;
			n -= (size_t)put;
		} else if (put < 0 && errno == EAGAIN) {
			vt_read(t, vt_now() + 10);
		} else if (put < 0 && errno != EINTR) {
			return;
		}
	}
}

/* The emulator's answers, and its bytes for keys. */
static void
on_output(const char *s, size_t len, void *user)
{
	struct vt *t = user;

	/* "CSI ? 1 ; 2 c": what it is; "DCS >| libvterm(0.3) ST": its name. No
	   key is spelt so. */
	if (t->reply != NULL && str_starts(str_from(s, len), STR("\033P>|")))
		return;
	if (t->reply == NULL || !str_starts(str_from(s, len), STR("\033[?")))
		send_bytes(t, s, len);
	else if (!t->asked)
		send_bytes(t, t->reply, strlen(t->reply));
}

void
vt_reply(struct vt *t, const char *bytes)
{
	t->reply = bytes;
}

static int
on_property(VTermProp prop, VTermValue *val, void *user)
{
	struct vt *t = user;

	if (prop == VTERM_PROP_ALTSCREEN)
		t->alternate = val->boolean;
	else if (prop == VTERM_PROP_CURSORVISIBLE)
		t->cursor_visible = val->boolean;
	else if (prop == VTERM_PROP_TITLE || prop == VTERM_PROP_ICONNAME)
		t->titles++;
	return 1;
}

static int
on_bell(void *user)
{
	((struct vt *)user)->bells++;
	return 1;
}

static int
on_csi(const char *leader, const long args[], int n, const char *intermed,
	char command, void *user)
{
	struct vt *t = user;

	if (command == 'z' && n == 1 &&
		CSI_ARG(args[0]) == NANNY_FENCE_NUMBER) {
		t->fences++;
		return 1;
	}
	/* Its name: nothing that no terminal knows. */
	if (command == 'q' && leader != NULL && str_is(str_c(leader), ">"))
		return 1;
	strbuf_addf(&t->unknown, "CSI %s", leader != NULL ? leader : "");
	for (int i = 0; i < n; i++) {
		if (i > 0)
			strbuf_addch(&t->unknown, ';');
		if (!CSI_ARG_IS_MISSING(args[i]))
			strbuf_addf(&t->unknown, "%ld", CSI_ARG(args[i]));
	}
	strbuf_addf(&t->unknown, "%s%c\n", intermed != NULL ? intermed : "",
		command);
	return 1;
}

static int
on_osc(const char *command, size_t n, void *user)
{
	struct vt *t = user;

	/* The background: nothing that no terminal knows. */
	if (str_starts(str_from(command, n), STR("11;?"))) {
		t->asked = true;
		if (t->reply != NULL)
			send_bytes(t, t->reply, strlen(t->reply));
		return 1;
	}
	strbuf_addf(&t->unknown, "OSC %.*s\n", (int)n, command);
	return 1;
}

static int
on_dcs(const char *command, size_t n, void *user)
{
	struct vt *t = user;

	strbuf_addf(&t->unknown, "DCS %.*s\n", (int)n, command);
	return 1;
}

static int
on_control(unsigned char control, void *user)
{
	struct vt *t = user;

	strbuf_addf(&t->unknown, "control 0x%02x\n", control);
	return 1;
}

static const VTermScreenCallbacks screen_callbacks = {
	.settermprop = on_property,
	.bell = on_bell,
};

static const VTermParserCallbacks unknown_callbacks = {
	.control = on_control,
	.csi = on_csi,
	.osc = on_osc,
	.dcs = on_dcs,
};

struct vt *
vt_start(const struct nanny_setup *setup, struct err *err)
{
	struct vt *t = xcalloc(1, sizeof(*t));

	t->vterm = vterm_new(setup->rows, setup->cols);
	vterm_set_utf8(t->vterm, 1);
	vterm_output_set_callback(t->vterm, on_output, t);
	t->screen = vterm_obtain_screen(t->vterm);
	vterm_screen_set_callbacks(t->screen, &screen_callbacks, t);
	vterm_screen_set_unrecognised_fallbacks(
		t->screen, &unknown_callbacks, t);
	vterm_screen_enable_altscreen(t->screen, 1);
	vterm_screen_reset(t->screen, 1);
	t->cursor_visible = true;
	if (nanny_start(&t->nanny, setup, err) != 0) {
		vterm_free(t->vterm);
		free(t);
		return NULL;
	}
	return t;
}

void
vt_free(struct vt *t)
{
	if (t == NULL)
		return;
	nanny_end(&t->nanny);
	vterm_free(t->vterm);
	strbuf_free(&t->bytes);
	strbuf_free(&t->unknown);
	strbuf_free(&t->held);
	free(t);
}

/* The emulator takes "CSI n b", repeat the last character, for the end of the
   row when it ends one column before, so it gets the characters instead. */
static void
feed(struct vt *t, struct str bytes)
{
	struct strbuf plain = STRBUF_INIT;

	for (size_t i = 0; i < bytes.n; i++) {
		char c = bytes.p[i];
		bool in_csi = t->held.n > 0;

		if (c == '\033' || (t->held.n == 1 && c == '[') ||
			(t->held.n > 1 && isdigit((unsigned char)c))) {
			if (c == '\033') {
				strbuf_add(&plain, strbuf_str(&t->held));
				strbuf_reset(&t->held);
			}
			strbuf_addch(&t->held, c);
			continue;
		}
		if (in_csi && t->held.n > 1 && c == 'b') {
			int64_t n;

			if (!str_to_i64(str_skip(strbuf_str(&t->held), 2), &n))
				n = 1;
			strbuf_addn(&plain, t->last, (size_t)n);
			strbuf_reset(&t->held);
			continue;
		}
		strbuf_add(&plain, strbuf_str(&t->held));
		strbuf_reset(&t->held);
		strbuf_addch(&plain, c);
		if (!in_csi)
			t->last = c;
	}
	vterm_input_write(t->vterm, plain.p, plain.n);
	strbuf_free(&plain);
}

/* Read once, at most so many bytes. False when there was nothing. */
static bool
take_some(struct vt *t, size_t most)
{
	char buf[16384];
	ssize_t n = read(
		t->nanny.master, buf, most < sizeof(buf) ? most : sizeof(buf));

	if (n <= 0)
		return false;
	strbuf_add(&t->bytes, str_from(buf, (size_t)n));
	feed(t, str_from(buf, (size_t)n));
	return true;
}

static bool
take_output(struct vt *t)
{
	return take_some(t, SIZE_MAX);
}

bool
vt_read(struct vt *t, int64_t until)
{
	struct pollfd fds[2] = {
		{ .fd = t->nanny.news, .events = POLLIN },
		{ .fd = t->hung_up ? -1 : t->nanny.master, .events = POLLIN },
	};
	int64_t left = until - vt_now();

	if (t->nanny.ended)
		fds[0].fd = -1;
	if (poll(fds, 2, left > 0 ? (int)left : 0) <= 0)
		return false;
	if (fds[1].revents & POLLIN && take_output(t))
		return true;
	if (fds[0].revents == 0)
		return false;
	nanny_news(&t->nanny);
	t->endings++;
	/* All that was written before this is still under way. */
	while (!t->hung_up && t->fences < t->endings && vt_now() < until + 1000)
		if (!take_output(t))
			poll(&fds[1], 1, 100);
	return true;
}

void
vt_settle(struct vt *t, int ms, int64_t until)
{
	int64_t quiet;

	do {
		quiet = vt_now() + ms;
		if (quiet > until)
			quiet = until;
	} while (vt_read(t, quiet) && vt_now() < until);
}

/* A key after Escape must not look like Alt and that key: wait until the
   program has taken Escape. It has no delay (sandbox.c), so that whoever
   sleeps has decided. */
static void
after_escape(struct vt *t)
{
	if (!t->escaped)
		return;
	t->escaped = false;
	(void)calm_wait(t, vt_now() + LONGEST_WAIT);
}

void
vt_type(struct vt *t, struct str bytes)
{
	after_escape(t);
	send_bytes(t, bytes.p, bytes.n);
}

void
vt_hold(struct vt *t, const struct key *key, int n, size_t bytes)
{
	for (int i = 0; i < n; i++) {
		int64_t give_up = vt_now() + LONGEST_WAIT;

		vt_key(t, key);
		while (vt_now() < give_up && calm_reads(t->reader) < t->reads)
			(void)poll(NULL, 0, 1);
		if (vt_now() >= give_up)
			return; /* it hangs: what is checked next fails */
		/* Give it the chance to draw; nothing depends on it. */
		(void)poll(NULL, 0, 3);
		(void)take_some(t, bytes);
	}
}

void
vt_paste(struct vt *t, struct str bytes)
{
	after_escape(t);
	vterm_keyboard_start_paste(t->vterm);
	send_bytes(t, bytes.p, bytes.n);
	vterm_keyboard_end_paste(t->vterm);
}

static VTermKey
vterm_code(int code)
{
	static const VTermKey codes[] = {
		[KEY_CODE_UP] = VTERM_KEY_UP,
		[KEY_CODE_DOWN] = VTERM_KEY_DOWN,
		[KEY_CODE_LEFT] = VTERM_KEY_LEFT,
		[KEY_CODE_RIGHT] = VTERM_KEY_RIGHT,
		[KEY_CODE_HOME] = VTERM_KEY_HOME,
		[KEY_CODE_END] = VTERM_KEY_END,
		[KEY_CODE_PGUP] = VTERM_KEY_PAGEUP,
		[KEY_CODE_PGDN] = VTERM_KEY_PAGEDOWN,
		[KEY_CODE_INSERT] = VTERM_KEY_INS,
		[KEY_CODE_DELETE] = VTERM_KEY_DEL,
		[KEY_CODE_TAB] = VTERM_KEY_TAB,
		[KEY_CODE_ENTER] = VTERM_KEY_ENTER,
		[KEY_CODE_BACKSPACE] = VTERM_KEY_BACKSPACE,
	};

	if (code > KEY_CODE_F0)
		return (VTermKey)VTERM_KEY_FUNCTION(code - KEY_CODE_F0);
	return codes[code];
}

void
vt_key(struct vt *t, const struct key *key)
{
	char control = (char)key->code;
	VTermModifier mods = VTERM_MOD_NONE;

	after_escape(t);
	switch (key->kind) {
	case KEY_TEXT:
		if (key->alt)
			send_bytes(t, "\033", 1);
		send_bytes(t, key->text.p, key->text.n);
		break;
	case KEY_ESC:
		t->escaped = true;
		send_bytes(t, &control, 1);
		break;
	case KEY_CONTROL:
		send_bytes(t, &control, 1);
		break;
	case KEY_NAMED:
		if (key->mods & KEY_SHIFT)
			mods |= VTERM_MOD_SHIFT;
		if (key->mods & KEY_ALT)
			mods |= VTERM_MOD_ALT;
		if (key->mods & KEY_CTRL)
			mods |= VTERM_MOD_CTRL;
		vterm_keyboard_key(t->vterm, vterm_code(key->code), mods);
		break;
	}
}

void
vt_resize(struct vt *t, int rows, int cols)
{
	struct winsize size = { .ws_row = (unsigned short)rows,
		.ws_col = (unsigned short)cols };
	int rows_now, cols_now;

	/* Nobody is told of a size that stays, and would draw anew. */
	vterm_get_size(t->vterm, &rows_now, &cols_now);
	if (rows == rows_now && cols == cols_now)
		return;
	/* The emulator does not survive a scroll region that is out of the
	   screen, nor a wide character on a single column. (The program never
	   knows of the second one.) */
	vterm_input_write(t->vterm, "\033[r", 3);
	vterm_set_size(t->vterm, rows, cols < 2 ? 2 : cols);
	ioctl(t->nanny.master, TIOCSWINSZ, &size);
}

static int32_t
colour(const VTermColor *c, bool is_default)
{
	if (is_default)
		return PICTURE_DEFAULT;
	if (VTERM_COLOR_IS_INDEXED(c))
		return c->indexed.idx;
	return PICTURE_RGB | c->rgb.red << 16 | c->rgb.green << 8 | c->rgb.blue;
}

static void
copy_cell(const VTermScreenCell *from, struct picture_cell *to)
{
	size_t n = 0;

	to->flags = (uint8_t)((from->attrs.bold ? PICTURE_BOLD : 0) |
		(from->attrs.underline ? PICTURE_UNDERLINE : 0) |
		(from->attrs.reverse ? PICTURE_REVERSE : 0) |
		(from->attrs.blink ? PICTURE_BLINK : 0));
	to->fg = colour(&from->fg, VTERM_COLOR_IS_DEFAULT_FG(&from->fg));
	to->bg = colour(&from->bg, VTERM_COLOR_IS_DEFAULT_BG(&from->bg));
	to->text[0] = '\0';
	if (from->chars[0] == (uint32_t)-1)
		return;
	if (from->chars[0] == 0) {
		memcpy(to->text, " ", 2);
		return;
	}
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && from->chars[i] != 0;
		i++)
		n += utf8_bytes(from->chars[i], to->text + n);
	to->text[n] = '\0';
}

void
vt_screen(struct vt *t, struct picture *out)
{
	int rows, cols;
	VTermPos cursor;

	vterm_get_size(t->vterm, &rows, &cols);
	picture_clear(out, rows, cols);
	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++) {
			VTermPos pos = { row, col };
			VTermScreenCell cell;

			vterm_screen_get_cell(t->screen, pos, &cell);
			copy_cell(&cell, picture_at(out, row, col));
		}
	}
	vterm_state_get_cursorpos(vterm_obtain_state(t->vterm), &cursor);
	out->cursor_row = cursor.row;
	out->cursor_col = cursor.col;
	out->cursor_visible = t->cursor_visible;
}

pid_t
vt_pid(const struct vt *t)
{
	return t->nanny.child;
}

int
vt_unread(const struct vt *t)
{
	return nanny_unread(&t->nanny);
}

pid_t
vt_foreground(const struct vt *t)
{
	return nanny_foreground(&t->nanny);
}

bool
vt_taken(const struct vt *t)
{
	return nanny_foreground(&t->nanny) != t->reader ||
		calm_reads(t->reader) >= t->reads;
}

void
vt_forgive(struct vt *t)
{
	t->reads = calm_reads(t->reader);
}

bool
vt_ended(const struct vt *t)
{
	return t->nanny.ended;
}

bool
vt_stopped(const struct vt *t)
{
	return t->nanny.stopped;
}

int64_t
vt_spent(const struct vt *t)
{
#if defined(_POSIX_CPUTIME) && _POSIX_CPUTIME >= 0
	struct timespec spent;
	clockid_t clock;

	if (t->nanny.ended)
		return t->nanny.spent;
	if (clock_getcpuclockid(t->nanny.child, &clock) == 0 &&
		clock_gettime(clock, &spent) == 0)
		return (int64_t)spent.tv_sec * 1000000 + spent.tv_nsec / 1000;
#else
	(void)t;
#endif
	return -1;
}

int
vt_status(const struct vt *t)
{
	return t->nanny.status;
}

void
vt_continue(struct vt *t)
{
	nanny_continue(&t->nanny);
}

void
vt_hang_up(struct vt *t)
{
	t->hung_up = true;
	close(t->nanny.master);
	t->nanny.master = -1;
}

struct str
vt_bytes(const struct vt *t)
{
	return strbuf_str(&t->bytes);
}

struct str
vt_unknown(const struct vt *t)
{
	return strbuf_str(&t->unknown);
}

bool
vt_alternate(const struct vt *t)
{
	return t->alternate;
}

/* The program's own title begins with its name. */
#define OWN_TITLE "\033]0;flametop"

int
vt_titles(const struct vt *t)
{
	struct str all = strbuf_str(&t->bytes);
	ptrdiff_t at = -1;
	int others = 0;

	if (str_find(all, STR(OWN_TITLE), 0) < 0)
		return t->titles;
	while ((at = str_find(all, STR("\033]"), (size_t)(at + 1))) >= 0) {
		struct str one = str_skip(all, (size_t)at);

		/* "ESC ] 0 ;" to 2, or Sun's letters. */
		others += ((one.n > 3 && strchr("012", one.p[2]) != NULL &&
				   one.p[3] == ';') ||
				  (one.n > 2 &&
					  strchr("lL", one.p[2]) != NULL)) &&
			!str_starts(one, STR(OWN_TITLE " ")) &&
			!str_starts(one, STR(OWN_TITLE "\a"));
	}
	return others;
}

struct str
vt_title(const struct vt *t)
{
	struct str all = strbuf_str(&t->bytes);
	ptrdiff_t at = str_rfind(all, STR("\033]0;"));

	if (at < 0)
		return STR_EMPTY;
	all = str_skip(all, (size_t)at + 4);
	return str_cut(&all, '\a');
}

int
vt_bells(const struct vt *t)
{
	return t->bells;
}

static void
left(struct strbuf *what, const char *name)
{
	strbuf_addf(what, "%s%s", what->n > 0 ? ", " : "", name);
}

static void
compare_modes(const struct vt *t, struct strbuf *what)
{
	const struct termios *was = &t->nanny.before;
	struct termios now;

	if (tcgetattr(t->nanny.slave, &now) != 0) {
		left(what, "no modes to be read");
		return;
	}
	if (now.c_iflag != was->c_iflag)
		left(what, "input modes");
	if (now.c_oflag != was->c_oflag)
		left(what, "output modes");
	if (now.c_cflag != was->c_cflag)
		left(what, "control modes");
	if (now.c_lflag != was->c_lflag)
		left(what, "local modes");
	if (memcmp(now.c_cc, was->c_cc, sizeof(now.c_cc)) != 0)
		left(what, "control characters");
}

/* Modes that the emulator does not tell about, or not reliably: it hears
   only the first of several switched at once. */
static const struct {
	int number;
	const char *name;
} modes[] = {
	{ 1, "cursor keys in application mode" },
	{ 1000, "mouse reports" },
	{ 1002, "mouse drag reports" },
	{ 1003, "mouse move reports" },
	{ 1006, "mouse mode 1006" },
	{ 2004, "bracketed paste" },
	{ 2026, "synchronised output" },
};

bool
vt_is_restored(const struct vt *t, struct strbuf *what)
{
	size_t start = what->n;

	compare_modes(t, what);
	if (t->alternate)
		left(what, "alternate screen");
	if (!t->cursor_visible)
		left(what, "hidden cursor");
	for (size_t i = 0; i < COUNT_OF(modes); i++)
		if (wrote_mode_on(strbuf_str(&t->bytes), modes[i].number))
			left(what, modes[i].name);
	return what->n == start;
}
