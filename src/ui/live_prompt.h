/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prompts that show their effect while one types.
 *
 *      focus: applyRules|Sc_            2 functions  2 frames  35.1% kept
 *      Enter keep  Esc cancel  Alt-C case  Alt-R regex  Tab complete
 *
 * Each change of the text is checked here and, when it is a good pattern,
 * computed by the worker; the view of the last good one stays meanwhile.
 * Enter keeps what is shown as one step for undo, Esc brings back exactly
 * what there was. The command line is a prompt without a preview.
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
	bool touched; /* something was typed */
	bool full;    /* the last key or paste would have made it too long */
	bool literal; /* Alt-R: the text means itself */
	int64_t due;  /* clock_ms() when the text is to be tried; 0: it was */
	/* The list above the prompt. */
	bool listing, wants_tags, wants_offers;
	struct completion completion;
	size_t picked; /* SIZE_MAX: none yet */
};

/* What may be prompted for: "command", "base", "search", "rows", or an option
   that is a pattern. -1 and err for anything else. */
int live_start(
	struct screen *s, struct str what, struct str text, struct err *err);
/* False when the key means nothing here. */
bool live_key(struct screen *s, int key);
void live_paste(struct screen *s, struct str text);
/* The worker has brought something, or live_timeout() is over. */
void live_news(struct screen *s);
/* Milliseconds until the text is to be tried; -1: nothing is due. */
int live_timeout(const struct screen *s);
void live_fini(struct live *l);

/* The text of the other prompts is run, and shows nothing before. */
static inline bool
live_previews(const struct live *l)
{
	return l->kind != LIVE_COMMAND && l->kind != LIVE_BASE;
}

/* "focus" */
const char *live_name(const struct live *l);
/* Two rows: the prompt; hints, or what is wrong. */
void live_draw(struct screen *s, struct grid *g, int row);

#endif
