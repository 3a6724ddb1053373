/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The filters one by one, for the chips and for the filter menu, which switches
 * them off, edits and deletes them.
 *
 *     query.focus = "Checkout"          { focus, "Checkout" }
 *     query.tagfocus = "tenant=acme"    { tagfocus, "tenant=acme" }
 *     query.more_tagfocus = "p=1\nq=2"  { more_tagfocus, "p=1", line 0 }
 *                                       { more_tagfocus, "q=2", line 1 }
 *     state.off = "hide=^main$"         { hide, "^main$", off }
 */
#ifndef FT_APP_FILTER_H
#define FT_APP_FILTER_H

#include "analysis/label_sums.h"
#include "app/app.h"
#include "conf/options.h"
#include "engine/query.h"

struct filter {
	const struct option *option;
	struct str value; /* lives as long as the state */
	size_t line;      /* from 0; in a list option or state.off */
	bool off;         /* inactive: from state.off */
};

enum { FILTERS_MAX = 64 };

/* Fill in the filters, the inactive ones last, and return their number. */
size_t filters_of(const struct state *s, struct filter out[FILTERS_MAX]);
/* Append "focus=Checkout"; more_tagfocus is printed as tagfocus. */
void filter_text(struct strbuf *out, const struct filter *f);

/* filter_delete(), filter_switch() and filters_clear() change `now`: call them
   between change_begin() and change_done(). */
void filter_delete(struct app *app, const struct filter *f);
/* Switch a filter off, or on again. Unless the option is a list, a filter that
   is switched on replaces the active one, which is switched off. */
void filter_switch(struct app *app, const struct filter *f);
void filters_clear(struct app *app);

/* Return the option to set, and its pooled value in *out, to filter `base` by
   `value` too. A further tag filter goes to option->more; any other filter
   replaces the old one. */
const struct option *filter_target(struct app *app, const struct state *base,
	const struct option *option, struct str value, struct str *out);

/* Keys F I X O: set focus, ignore, hide or show to the selected function; one
   undo step. */
int filter_apply(struct app *app, const struct option *o, struct err *err);

/*
 * Label filters as sets of values: which values of a key are chosen or dropped,
 * and the filters for them.
 *
 *     tagfocus=tenant=acme            tenant  [x] acme  [ ] globex
 *         and after choosing globex:
 *     tagfocus=tenant=^acme$,^globex$         [x] acme  [x] globex
 *
 *     tagfocus=bytes=16bytes:64bytes  bytes   [x] 16B [x] 64B [ ] 1kB
 *
 * The filters on one key are one list of values or one range of numbers. Each
 * value is matched against them, so typed filters are shown too. Filters
 * without a key are left alone.
 */

/* The label filters of a query that name a key, compiled. */
struct tagset;
struct tagset *tagset_new(const struct query *q);
void tagset_free(struct tagset *t); /* NULL is fine */

enum tagset_choice {
	TAGSET_NONE,
	TAGSET_CHOSEN,  /* matched by tagfocus on this key */
	TAGSET_DROPPED, /* matched by tagignore on this key */
};

enum tagset_choice tagset_choice(const struct tagset *t,
	const struct tag_key *key, const struct tag_value *value);

/* True if a filter names this key. */
bool tagset_names(const struct tagset *t, const struct tag_key *key);

/* Changes to the values of a key. */
enum tagset_change {
	TAGSET_TOGGLE, /* add to the chosen, or remove */
	TAGSET_ONLY,   /* choose only these */
	TAGSET_DROP,   /* add to the dropped, or remove */
};

/* Change the state's filters for the values value[n], indices into key->value.
   Call between change_begin() and change_done(). -1 and err if no filter can
   separate the values from others or a range would have a hole. */
int tagset_change(struct app *app, const struct tag_key *key,
	const uint32_t *value, size_t n, enum tagset_change what,
	struct err *err);

/* Filter samples without the key: show only these (TOGGLE, ONLY) or drop them
   (DROP). The same change again removes the filter. */
int tagset_without(struct app *app, const struct tag_key *key,
	enum tagset_change what, struct err *err);
/* Return how samples without the key are filtered. */
enum tagset_choice tagset_choice_without(
	const struct query *q, const struct tag_key *key);

/* Append a filter for values of a key, like "tenant=acme", as short as it can
   be without matching other values in the profile. -1 and err if that is
   impossible. */
int tagset_filter(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const uint32_t *value, size_t n,
	struct err *err);

#endif
