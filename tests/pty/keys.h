/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keys by name: "Enter", "Up", "C-r" (Ctrl), "M-c" (Alt), "S-Tab" (Shift),
 * "F10", "Space". Anything that is no name is typed as it stands.
 */
#ifndef FT_TESTS_PTY_KEYS_H
#define FT_TESTS_PTY_KEYS_H

#include "base/str.h"

enum key_kind {
	KEY_TEXT,    /* `text` as it stands */
	KEY_CONTROL, /* the byte `code` */
	KEY_ESC,     /* Escape alone: what follows must come later */
	KEY_NAMED,   /* an enum key_code that each terminal sends otherwise */
};

enum key_code {
	KEY_CODE_UP,
	KEY_CODE_DOWN,
	KEY_CODE_LEFT,
	KEY_CODE_RIGHT,
	KEY_CODE_HOME,
	KEY_CODE_END,
	KEY_CODE_PGUP,
	KEY_CODE_PGDN,
	KEY_CODE_INSERT,
	KEY_CODE_DELETE,
	KEY_CODE_TAB,
	KEY_CODE_ENTER,
	KEY_CODE_BACKSPACE,
	KEY_CODE_F0, /* + n */
};

enum { KEY_SHIFT = 1, KEY_ALT = 2, KEY_CTRL = 4 };

struct key {
	enum key_kind kind;
	int code;
	int mods;        /* KEY_SHIFT ..., of KEY_NAMED */
	struct str text; /* borrowed from the word */
	bool alt;        /* of KEY_TEXT: Escape in front, in one piece */
};

struct key key_of_word(struct str word);

#endif
