/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The filters that are set, one by one: what the chips show, what the filter
 * menu switches off, edits and deletes.
 *
 *     query.focus = "Checkout"          { focus, "Checkout" }
 *     query.tagfocus = "tenant=acme"    { tagfocus, "tenant=acme" }
 *     query.more_tagfocus = "p=1\nq=2"  { more_tagfocus, "p=1", line 0 }
 *                                       { more_tagfocus, "q=2", line 1 }
 *     state.off = "hide=^main$"         { hide, "^main$", off }
 */
#ifndef FT_APP_FILTER_H
#define FT_APP_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"
#include "conf/options.h"

struct filter {
	const struct option *option;
	struct str value; /* lives as long as the state */
	size_t line;      /* which line of a list option, or of state.off */
	bool off;
};

enum { FILTERS_MAX = 64 };

/* Fill `out`, at most FILTERS_MAX; those switched off come last. */
size_t filters_of(const struct state *s, struct filter out[FILTERS_MAX]);
/* "focus=Checkout"; the further tag filters are called like the first. */
void filter_text(struct strbuf *out, const struct filter *f);

/* Changes of `now`, each between change_begin() and change_done(). */
void filter_delete(struct app *app, const struct filter *f);
/* Off and on again. On: another filter of the same option goes off. */
void filter_switch(struct app *app, const struct filter *f);
void filters_clear(struct app *app);

/* The option that `option` is set with and the value that it gets so that
   `value` goes beside the filters that are there: tag filters are added,
   all others replaced. The value is pooled. */
const struct option *filter_target(struct app *app, const struct state *base,
	const struct option *option, struct str value, struct str *out);

/* The keys F I X O: the selected function as a pattern into focus, ignore,
   hide or show; one undo step. */
int filter_apply(struct app *app, const struct option *o, struct err *err);

#endif
