/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a terminal sends, as K_* codes: one state machine for keys, reports of
 * the mouse, pasted text and answers. It is a function of bytes and of the
 * times at which they came, so that it is the same however they are cut:
 *
 *     "j"                       j
 *     ESC                       K_ESC, when nothing follows for a moment
 *     ESC x                     Alt-x
 *     ESC [ 1 ; 5 F             Ctrl-End
 *     ESC [ < 0 ; 40 ; 12 M     K_MOUSE
 *     ESC [ 2 0 0 ~ text ...    K_PASTE
 *     ESC ] 5 2 ; ... BEL       nothing, like all that is not known
 *
 * Nobody types "ESC [ <", so the rest of what began like this may take
 * seconds, and is thrown away with it when it does not come. "ESC [" alone may
 * be Alt-[: after a second it is.
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
	KEYS_SEQUENCE = 64,     /* bytes of a sequence that are looked at */
	KEYS_SHORT = 1000,      /* ms for the rest of what somebody may type, */
	KEYS_LONG = 2000,       /* of what only a terminal sends, */
	KEYS_PASTE_WAIT = 5000, /* and of a paste */
};

enum keys_state {
	KEYS_PLAIN,  /* or in a sequence, when there is a part of one */
	KEYS_STRING, /* ESC ] and the like, up to its end */
	KEYS_PASTE,
	KEYS_BROKEN,  /* a paste stopped half way: what comes next is its rest,
		       */
	KEYS_SKIPPED, /* this, up to its end or the next silence */
};

/* A key of the terminal's description. */
struct key_bytes {
	struct str bytes; /* begins with ESC; lives as long as the keys */
	int key;
};

struct keys {
	VEC(struct key_bytes) known;
	int esc_delay; /* ms that ESC waits for more */
	int64_t since; /* when the last byte came */
	enum keys_state state;
	uint8_t part[KEYS_SEQUENCE]; /* what has come of a sequence */
	size_t n_part;               /* at least so much of it */
	/* With the key that says so: */
	struct strbuf paste; /* K_PASTE: line ends and tabs are blanks, other
				control characters gone */
	bool paste_fits;
	struct mouse mouse; /* K_MOUSE */
};

#define KEYS_INIT(delay) \
	{ \
		.esc_delay = (delay) \
	}

void keys_free(struct keys *k);
/* Teach it the keys of the terminal's description, whose strings are asked for
   by the names of terminfo(5) and must live as long as the keys; NULL: it has
   no such key. */
void keys_describe(struct keys *k, const char *(*text)(const char *name));

/* The next key: a character, a K_* of keymap.h or of term.h. Takes from *in,
   which came at `now` (of a clock that only goes forward), until there is one;
   -1 when there is none. Without bytes it says what the time that has passed
   makes of those before. */
int keys_next(struct keys *k, struct str *in, int64_t now);
/* In how many milliseconds that may be something; -1: never. */
int keys_wait(const struct keys *k, int64_t now);

#endif
