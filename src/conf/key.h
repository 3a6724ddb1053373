/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys as numbers. */
#ifndef FT_CONF_KEY_H
#define FT_CONF_KEY_H

/* A key: a Unicode character (control characters included) or one of these.
   K_ALT is a bit on top of a character: it was sent with Alt (after ESC). */
enum {
	K_CTRL_C = 3,
	K_TAB = '\t',
	K_ENTER = '\r',
	K_ESC = 0x1b,
	K_UP = 0x200000,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_HOME,
	K_END,
	K_PGUP,
	K_PGDN,
	K_INSERT,
	K_DELETE,
	K_BACKSPACE,
	K_BACKTAB,
	K_WORD_LEFT, /* Ctrl-Left */
	K_WORD_RIGHT,
	K_F1, /* K_F1 + 11 is F12 */
	K_SPECIAL_END = K_F1 + 12,
	K_ALT = 0x400000,
};

#endif
