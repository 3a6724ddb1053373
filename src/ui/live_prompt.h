/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prompts that show their effect while the user types.
 *
 *      focus: applyRules|Sc_            2 functions  2 frames  35.1% kept
 *      Enter keep  Esc cancel  Alt-C case  Alt-R regex  Tab complete
 *
 * Each change of the pattern is checked. If it is valid, the worker computes a
 * view, and the last valid view is shown meanwhile. Enter keeps the shown view
 * as one undo step; Esc restores the previous view. The command line is a
 * prompt without a preview.
 */
#ifndef FT_UI_LIVE_PROMPT_H
#define FT_UI_LIVE_PROMPT_H

#include "app/complete.h"
#include "base/err.h"
#include "base/str.h"
#include "conf/options.h"
#include "present/grid.h"
#include "ui/prompt.h"

struct screen;

enum live_kind {
	LIVE_COMMAND,
	LIVE_BASE, /* a base profile */
	LIVE_SEARCH,
	LIVE_FILTER,
	LIVE_TAGS,
	LIVE_ROWS
};

struct live {
	bool active;
	enum live_kind kind;
	const struct option *option; /* NULL: sets no option */
	struct prompt prompt;
	bool touched; /* the user has typed something */
	bool full;    /* the last key or paste was refused as too long */
	bool literal; /* Alt-R: the text is matched literally */
	int64_t due;  /* clock_ms() at which to preview; 0: previewed */
	/* The completion list; wants_*: it waits for the worker. */
	bool listing, wants_tags, wants_offers;
	bool offered; /* the list came with a letter, not with Tab */
	struct completion completion;
	size_t picked; /* index into completion.item, or SIZE_MAX */
};

/* Open a prompt for `what`: "command", "base", "rows", or a pattern option such
   as "search". Return -1 and set err for anything else. */
int live_start(
	struct screen *s, struct str what, struct str text, struct err *err);
/* Handle a key. Return false if the prompt does not use it. */
bool live_key(struct screen *s, int key);
void live_paste(struct screen *s, struct str text);
/* Update after a result of the worker or after live_timeout(). */
void live_news(struct screen *s);
/* Return the milliseconds until the text is previewed; -1: none is due. */
int live_timeout(const struct screen *s);
void live_fini(struct live *l);

/* True if the prompt has a preview. Other prompts only run their text. */
static inline bool
live_previews(const struct live *l)
{
	return l->kind != LIVE_COMMAND && l->kind != LIVE_BASE;
}

/* Return the prompt's name: "focus". */
const char *live_name(const struct live *l);
/* Draw the prompt and, in the next row, key hints or an error. */
void live_draw(struct screen *s, struct grid *g, int row);

#endif
