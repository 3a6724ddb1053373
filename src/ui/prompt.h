/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line editor as a state machine: it takes keys, edits a text and returns
 * events. It never waits and draws nothing.
 *
 *     text     apply|Sc          cursor: a byte offset between characters
 *                  ^
 *     Up, Down      step through the history of its kind
 *     Ctrl-R        search the history for the text typed next
 *     Tab           ask the owner to complete
 *
 * Each byte that is not UTF-8 becomes U+FFFD, as in names that patterns match,
 * so that two such bytes never form a character.
 */
#ifndef FT_UI_PROMPT_H
#define FT_UI_PROMPT_H

#include "app/history.h"
#include "base/str.h"
#include "base/strbuf.h"

enum prompt_event {
	PROMPT_IGNORED, /* not a key of the prompt */
	PROMPT_MOVED,   /* at most the cursor moved */
	PROMPT_CHANGED, /* the text changed */
	PROMPT_FULL,    /* refused: longer than PROMPT_MAX */
	PROMPT_ENTER,
	PROMPT_CANCEL,
	PROMPT_COMPLETE, /* Tab, Shift-Tab */
	PROMPT_COMPLETE_BACK,
	PROMPT_CASE,    /* Alt-C */
	PROMPT_LITERAL, /* Alt-R */
};

/* Limit in bytes, because repeated yanking could grow the text for ever. */
enum { PROMPT_MAX = 64 * 1024 };

struct prompt {
	const struct history *history; /* borrowed */
	struct str kind;               /* borrowed; history list's name */
	struct strbuf text;            /* always valid UTF-8 */
	size_t cursor;
	struct strbuf killed; /* text that Ctrl-Y inserts */
	bool literal_next;    /* after Ctrl-V: insert the next key */
	size_t at;            /* index in history + 1; 0: the typed text */
	struct strbuf draft;  /* typed text, while at > 0 */
	bool searching;       /* after Ctrl-R: keys edit needle */
	struct strbuf needle;
	/* Error set with prompt_complain(), and its offset in text. */
	bool bad;
	size_t bad_offset;
	struct strbuf bad_message;
};

void prompt_init(struct prompt *p, const struct history *h, struct str kind);
void prompt_fini(struct prompt *p);
void prompt_set(struct prompt *p, struct str text); /* cursor at the end */
/* Replace the bytes between two character boundaries; the cursor moves after
   the new text. Return false, without a change, if it exceeds PROMPT_MAX. */
bool prompt_replace(struct prompt *p, size_t from, size_t to, struct str by);
enum prompt_event prompt_feed(struct prompt *p, int key);
void prompt_complain(struct prompt *p, size_t offset, const char *message);
/* Insert pasted text: blanks for line ends, no other control characters. */
enum prompt_event prompt_paste(struct prompt *p, struct str text);

#endif
