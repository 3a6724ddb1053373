/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line editor as a state machine: it takes keys, edits a text and returns
 * events. It never waits and draws nothing.
 *
 *     text     apply|Sc          cursor: a byte offset between characters
 *                  ^
 *     Up, Down      through the history of its kind
 *     Ctrl-R        search in it: the text typed is the needle
 *     Tab           the owner is asked to complete
 *
 * Bytes that are not UTF-8 become U+FFFD, one for each, as patterns see them
 * in names: so two of them never become a character.
 */
#ifndef FT_UI_PROMPT_H
#define FT_UI_PROMPT_H

#include "app/history.h"
#include "base/str.h"
#include "base/strbuf.h"

enum prompt_event {
	PROMPT_IGNORED, /* not a key of the prompt */
	PROMPT_MOVED,   /* only the cursor, or nothing */
	PROMPT_CHANGED, /* the text */
	PROMPT_FULL,    /* no change: longer than PROMPT_MAX */
	PROMPT_ENTER,
	PROMPT_CANCEL,
	PROMPT_COMPLETE, /* Tab, Shift-Tab */
	PROMPT_COMPLETE_BACK,
	PROMPT_CASE,    /* Alt-C */
	PROMPT_LITERAL, /* Alt-R */
};

/* Limit in bytes: killing and yanking could double the text for ever. */
enum { PROMPT_MAX = 64 * 1024 };

struct prompt {
	const struct history *history; /* borrowed */
	struct str kind;               /* borrowed: selects the list */
	struct strbuf text;            /* always valid UTF-8 */
	size_t cursor;
	struct strbuf killed; /* for Ctrl-Y */
	bool literal_next;    /* after Ctrl-V */
	size_t at;            /* 0: the typed text; else index in history + 1 */
	struct strbuf draft;  /* typed text, while in the history */
	bool searching;       /* after Ctrl-R */
	struct strbuf needle;
	/* The owner's error: the text is not usable, here and why. */
	bool bad;
	size_t bad_offset;
	struct strbuf bad_message;
};

void prompt_init(struct prompt *p, const struct history *h, struct str kind);
void prompt_fini(struct prompt *p);
void prompt_set(struct prompt *p, struct str text); /* cursor at the end */
/* Replace the bytes from..to, both between characters, and put the cursor after
   them. False: longer than PROMPT_MAX; nothing changes. */
bool prompt_replace(struct prompt *p, size_t from, size_t to, struct str by);
enum prompt_event prompt_feed(struct prompt *p, int key);
void prompt_complain(struct prompt *p, size_t offset, const char *message);
/* Insert pasted text: newlines become blanks, other controls vanish. */
enum prompt_event prompt_paste(struct prompt *p, struct str text);

#endif
