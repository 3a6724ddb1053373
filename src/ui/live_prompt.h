/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prompts that show their effect while the user types.
 *
 *      focus: applyRules|Sc_            2 functions  2 frames  35.1% kept
 *      Enter keep  Esc cancel  Alt-C case  Alt-R regex  Tab complete
 *
 * Each change of the text is checked here; the worker computes a view for a
 * valid pattern, and the last valid view stays meanwhile. Enter keeps what is
 * shown as one undo step, Esc restores the view from before. The command line
 * is a prompt without a preview.
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
	LIVE_BASE, /* a file to compare with */
	LIVE_SEARCH,
	LIVE_FILTER,
	LIVE_TAGS,
	LIVE_ROWS
};

struct live {
	bool active;
	enum live_kind kind;
	const struct option *option; /* NULL: LIVE_COMMAND, LIVE_BASE,
					LIVE_ROWS */
	struct prompt prompt;
	bool touched; /* the user has typed something */
	bool full;    /* the last key or paste was refused: too long */
	bool literal; /* Alt-R: the text is matched literally */
	int64_t due;  /* clock_ms() at which to try the text; 0: tried */
	/* The list above the prompt. */
	bool listing, wants_tags, wants_offers;
	struct completion completion;
	size_t picked; /* SIZE_MAX: none yet */
};

/* Open a prompt: "command", "base", "search", "rows", or an option that is a
   pattern. -1 and err for anything else. */
int live_start(
	struct screen *s, struct str what, struct str text, struct err *err);
/* Handle a key. False: it means nothing here. */
bool live_key(struct screen *s, int key);
void live_paste(struct screen *s, struct str text);
/* Update after a result of the worker or when live_timeout() is over. */
void live_news(struct screen *s);
/* Return the milliseconds until the text is tried; -1: nothing is due. */
int live_timeout(const struct screen *s);
void live_fini(struct live *l);

/* True if it has a preview; the text of other prompts is only run. */
static inline bool
live_previews(const struct live *l)
{
	return l->kind != LIVE_COMMAND && l->kind != LIVE_BASE;
}

/* Return its name: "focus". */
const char *live_name(const struct live *l);
/* Draw two rows: the prompt; hints, or the error. */
void live_draw(struct screen *s, struct grid *g, int row);

#endif
