/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading keys: see term_key.h. */
#include "config.h"

#include "ui/term_key.h"

#include <curses.h>

#include "base/utf8.h"
#include "conf/keymap.h"
#include "ui/pace.h"
#include "ui/term.h"
#include "ui/term_caps.h"

#include "base/banned.h"

enum {
	OWN_CODE = KEY_MAX + 1, /* curses codes of our own sequences */
	PASTE_BEGIN = 0x310000,
	PASTE_END,
	MOUSE_BEGIN,
	PASTE_MAX = 64 * 1024,
	PASTE_WAIT = 500,  /* ms for the rest of a paste */
	MOUSE_WAIT = 100,  /* ms for the rest of a report of the mouse */
	ANSWER_WAIT = 100, /* ... of an answer of the terminal */
	MOUSE_BYTES = 24,
	ANSWER_BYTES = 64,
	FAR = 100000, /* no screen is as wide */
};

/* clang-format off */
static const struct { const char *bytes; int key; } sequences[] = {
	{ "\033[A", K_UP }, { "\033OA", K_UP },
	{ "\033[B", K_DOWN }, { "\033OB", K_DOWN },
	{ "\033[C", K_RIGHT }, { "\033OC", K_RIGHT },
	{ "\033[D", K_LEFT }, { "\033OD", K_LEFT },
	{ "\033[H", K_HOME }, { "\033OH", K_HOME },
	{ "\033[1~", K_HOME }, { "\033[7~", K_HOME },
	{ "\033[F", K_END }, { "\033OF", K_END },
	{ "\033[4~", K_END }, { "\033[8~", K_END },
	{ "\033[2~", K_INSERT }, { "\033[3~", K_DELETE },
	{ "\033[5~", K_PGUP }, { "\033[6~", K_PGDN },
	{ "\033[Z", K_BACKTAB },
	{ "\033[1;5D", K_WORD_LEFT }, { "\033[1;5C", K_WORD_RIGHT },
	{ "\033OP", K_F1 }, { "\033[11~", K_F1 }, { "\033[[A", K_F1 },
	{ "\033OQ", K_F1 + 1 }, { "\033[12~", K_F1 + 1 },
	{ "\033[[B", K_F1 + 1 },
	{ "\033OR", K_F1 + 2 }, { "\033[13~", K_F1 + 2 },
	{ "\033[[C", K_F1 + 2 },
	{ "\033OS", K_F1 + 3 }, { "\033[14~", K_F1 + 3 },
	{ "\033[[D", K_F1 + 3 },
	{ "\033[15~", K_F1 + 4 }, { "\033[[E", K_F1 + 4 },
	{ "\033[17~", K_F1 + 5 }, { "\033[18~", K_F1 + 6 },
	{ "\033[19~", K_F1 + 7 }, { "\033[20~", K_F1 + 8 },
	{ "\033[21~", K_F1 + 9 }, { "\033[23~", K_F1 + 10 },
	{ "\033[24~", K_F1 + 11 },
	{ "\033[<", MOUSE_BEGIN },
	{ PACE_ANSWER, K_ANSWER },
	{ "\033[200~", PASTE_BEGIN }, { "\033[201~", PASTE_END },
};

static const struct { int code, key; } codes[] = {
	{ KEY_UP, K_UP }, { KEY_DOWN, K_DOWN }, { KEY_LEFT, K_LEFT },
	{ KEY_RIGHT, K_RIGHT }, { KEY_HOME, K_HOME }, { KEY_END, K_END },
	{ KEY_PPAGE, K_PGUP }, { KEY_NPAGE, K_PGDN }, { KEY_IC, K_INSERT },
	{ KEY_DC, K_DELETE }, { KEY_BACKSPACE, K_BACKSPACE },
	{ KEY_BTAB, K_BACKTAB }, { KEY_ENTER, K_ENTER },
	{ KEY_FIND, K_HOME }, { KEY_SELECT, K_END },
};
/* clang-format on */

void
keys_begin(void)
{
	for (size_t i = 0; i < COUNT_OF(sequences); i++)
		(void)define_key(sequences[i].bytes, OWN_CODE + (int)i);
}

/* A code above the bytes; -1 for one that means nothing here. */
static int
from_code(int c)
{
	if (c >= OWN_CODE && c < OWN_CODE + (int)COUNT_OF(sequences))
		return sequences[c - OWN_CODE].key;
	if (c >= KEY_F(1) && c <= KEY_F(12))
		return K_F1 + (c - KEY_F(1));
	for (size_t i = 0; i < COUNT_OF(codes); i++)
		if (codes[i].code == c)
			return codes[i].key;
	return -1;
}

/* The rest of a character whose first byte is `lead`. The bytes may come
   in pieces: they are waited for, but not long. */
static int
from_utf8(WINDOW *w, int lead)
{
	char bytes[4] = { (char)lead };
	size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2, n = 1;
	uint32_t cp;

	if (lead < 0xC2 || lead > 0xF4)
		return UTF8_BAD;
	wtimeout(w, 100);
	while (n < need) {
		int c = wgetch(w);

		if (c == ERR)
			break;
		if (c > 0xFF || (c & 0xC0) != 0x80) {
			(void)ungetch(c);
			break;
		}
		bytes[n++] = (char)c;
	}
	wtimeout(w, 0);
	(void)utf8_decode(str_from(bytes, n), &cp);
	return (int)cp;
}

/* The rest of an answer about the background: K_LIGHT, K_DARK, or -1 for one
   that says nothing. 0: it is none. */
static int
from_answer(WINDOW *w)
{
	int c = wgetch(w);
	char text[ANSWER_BYTES];
	size_t n = 0;
	enum shade shade;

	if (c != '1') {
		if (c != ERR)
			(void)ungetch(c);
		return 0;
	}
	wtimeout(w, ANSWER_WAIT);
	for (; c != ERR && c != '\a' && c != K_ESC && n < sizeof(text);
		c = wgetch(w))
		text[n++] = (char)c;
	if (c == K_ESC)
		c = wgetch(w);
	wtimeout(w, 0);
	if (c != '\a' && c != '\\')
		return -1;
	shade = shade_answered(str_from(text, n));
	return shade == SHADE_LIGHT   ? K_LIGHT
		: shade == SHADE_DARK ? K_DARK
				      : -1;
}

/* A sequence that nobody knows: of it the rest must not act as typed letters.
   K_ASKED: "ESC [?62;4c", what the terminal is. */
static int
from_sequence(WINDOW *w)
{
	int c = wgetch(w);
	bool asked = c == '?';

	for (int i = 0; i < 32 && c != ERR && c < 0x40; i++)
		c = wgetch(w);
	return asked && c == 'c' ? K_ASKED : -1;
}

/* After ESC: nothing (the key itself), a key with Alt, an answer, or a
   sequence that nobody knows. */
static int
from_escape(WINDOW *w)
{
	int c = wgetch(w), answer;

	if (c == ERR)
		return K_ESC;
	if (c == '[' || c == 'O')
		return from_sequence(w);
	if (c == ']' && (answer = from_answer(w)) != 0)
		return answer;
	if (c > 0xFF) {
		(void)ungetch(c);
		return K_ESC;
	}
	if (c >= 0x80)
		return from_utf8(w, c) | K_ALT;
	if (c == K_ESC) {
		(void)ungetch(c);
		return K_ESC;
	}
	return c | K_ALT;
}

static int
read_paste(WINDOW *w, struct strbuf *paste)
{
	bool fits = true;
	int c;

	strbuf_reset(paste);
	wtimeout(w, PASTE_WAIT);
	while ((c = wgetch(w)) != ERR && from_code(c) != PASTE_END) {
		if (c == '\n' || c == '\r' || c == '\t')
			c = ' ';
		if (c < 0x20 || c == 0x7F || c > 0xFF)
			continue;
		fits = paste->n < PASTE_MAX;
		if (fits)
			strbuf_addch(paste, (char)c);
	}
	wtimeout(w, 0);
	return fits ? K_PASTE : K_PASTE_TOO_LONG;
}

/* "code;column;rowM" (or m), behind the sequence that begins it. */
static bool
read_mouse(WINDOW *w, struct mouse *mouse)
{
	int number[3] = { 0 }, n = 0, c = 0;

	wtimeout(w, MOUSE_WAIT);
	for (int i = 0; i < MOUSE_BYTES; i++) {
		c = wgetch(w);
		if (c >= '0' && c <= '9')
			number[n] = 10 * (number[n] % FAR) + c - '0';
		else if (c == ';' && n < 2)
			n++;
		else
			break;
	}
	wtimeout(w, 0);
	return n == 2 && (c == 'M' || c == 'm') &&
		mouse_decode(mouse, number[0], number[1], number[2], c == 'M');
}

int
keys_read(
	void *window, struct strbuf *paste, struct mouse *mouse, bool *resized)
{
	WINDOW *w = window;

	for (;;) {
		int c = wgetch(w), key;

		if (c == ERR)
			return -1;
		if (c == KEY_RESIZE) {
			*resized = true;
			continue;
		}
		if (c == K_ESC)
			key = from_escape(w);
		else if (c == 0x7F || c == 0x08)
			key = K_BACKSPACE;
		else if (c == '\n')
			key = K_ENTER;
		else if (c < 0x80)
			key = c;
		else if (c <= 0xFF)
			key = from_utf8(w, c);
		else
			key = from_code(c);
		if (key == PASTE_BEGIN)
			return read_paste(w, paste);
		if (key == MOUSE_BEGIN) {
			if (read_mouse(w, mouse))
				return K_MOUSE;
			continue;
		}
		if (key >= 0 && key != PASTE_END)
			return key;
	}
}
