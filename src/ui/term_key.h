/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decodes a terminal's input to K_* codes, with one state machine for keys,
 * mouse events, pasted text and answers. The result depends only on the bytes
 * and their times, not on how reads split them:
 *
 *     "j"                       j
 *     ESC                       K_ESC, when nothing follows for a moment
 *     ESC x                     Alt-x
 *     ESC [ 1 ; 5 F             Ctrl-End
 *     ESC [ < 0 ; 40 ; 12 M     K_MOUSE
 *     ESC [ 2 0 0 ~ text ...    K_PASTE
 *     ESC ] 5 2 ; ... BEL       nothing, like all unknown sequences
 *
 * Users do not type "ESC [ <", so the rest of such a sequence may take seconds;
 * if it does not come, the sequence is discarded. "ESC [" alone may be Alt-[:
 * it is, after a second without more.
 *
 * Sources: ECMA-48 5.4 and 5.6 (control sequences and strings), XTerm Control
 * Sequences (keys with modifiers, mouse, paste), rxvt's own forms, and the
 * strings of the terminal's description.
 */
#ifndef FT_UI_TERM_KEY_H
#define FT_UI_TERM_KEY_H

#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "ui/mouse.h"

enum {
	KEYS_SEQUENCE = 64,     /* maximum bytes stored of a sequence */
	KEYS_SHORT = 1000,      /* ms to wait for more that a user may type */
	KEYS_LONG = 2000,       /* ms to wait for more that no user types */
	KEYS_PASTE_WAIT = 5000, /* ms to wait for more of a paste */
};

enum keys_state {
	KEYS_PLAIN,  /* or in a sequence, if n_part > 0 */
	KEYS_STRING, /* ESC ] and the like, up to its end */
	KEYS_PASTE,
	KEYS_BROKEN,  /* a paste stopped; its rest may follow */
	KEYS_SKIPPED, /* skip the rest, up to its end or a pause */
};

/* Key in the terminal's description. */
struct key_bytes {
	struct str bytes; /* begins with ESC; lives as long as the keys */
	int key;
};

struct keys {
	VEC(struct key_bytes) known;
	int esc_delay; /* ms to wait for more after ESC */
	int64_t since; /* time of the last byte, in ms */
	enum keys_state state;
	uint8_t part[KEYS_SEQUENCE]; /* sequence so far */
	size_t n_part;               /* number of bytes in part[] */
	/* Valid after keys_next() has returned the key named: */
	struct strbuf paste; /* K_PASTE: blanks for line ends and tabs */
	bool paste_fits;
	struct mouse mouse; /* K_MOUSE */
};

#define KEYS_INIT(delay) \
	{ \
		.esc_delay = (delay) \
	}

void keys_free(struct keys *k);
/* Add the keys in the terminal's description. text() returns the string for a
   name in terminfo(5), valid as long as the keys; NULL: there is no such
   key. */
void keys_describe(struct keys *k, const char *(*text)(const char *name));

/* Return the next key: a character, a K_* of keymap.h or of term.h; -1: none.
   Takes bytes from *in, which arrived at `now` (monotonic, ms), until a key is
   complete. An incomplete sequence becomes a key when its time is over. */
int keys_next(struct keys *k, struct str *in, int64_t now);
/* Return the milliseconds until keys_next() takes an incomplete sequence as a
   key; -1: never. */
int keys_wait(const struct keys *k, int64_t now);

#endif
