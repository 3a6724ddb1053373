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

#include "analysis/label_sums.h"
#include "app/app.h"
#include "conf/options.h"
#include "engine/query.h"

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

/*
 * Label filters as sets of values: which values of a key are chosen or
 * dropped, and the filters that choose or drop others.
 *
 *     tagfocus=tenant=acme            tenant  [x] acme  [ ] globex
 *         with globex as well
 *     tagfocus=tenant=^acme$,^globex$         [x] acme  [x] globex
 *
 *     tagfocus=bytes=16bytes:64bytes  bytes   [x] 16B [x] 64B [ ] 1kB
 *
 * The filters on one key are one list of values, or one range of numbers: a
 * filter can be no more. Which values a filter means is found out by
 * matching, so those that somebody typed show as well. Filters that name no
 * key are left alone.
 */

/* The label filters of a query that name a key, compiled. */
struct tagset;
struct tagset *tagset_new(const struct query *q);
void tagset_free(struct tagset *t); /* NULL is fine */

enum tagset_choice {
	TAGSET_NONE,
	TAGSET_CHOSEN,  /* tagfocus on this key takes it */
	TAGSET_DROPPED, /* tagignore on this key takes it */
};

enum tagset_choice tagset_choice(const struct tagset *t,
	const struct tag_key *key, const struct tag_value *value);

/* Is there a filter on this key at all? */
bool tagset_names(const struct tagset *t, const struct tag_key *key);

/* What is to be done with values of a key. */
enum tagset_change {
	TAGSET_TOGGLE, /* choose as well, or no longer */
	TAGSET_ONLY,   /* choose these and no others */
	TAGSET_DROP,   /* drop as well, or no longer */
};

/* Change the state's filters for some values of a key: value[n] are indices
   into key->value. To be called between change_begin() and change_done(). -1
   and err: they cannot be told apart from others by a filter, or would leave a
   hole in a range. */
int tagset_change(struct app *app, const struct tag_key *key,
	const uint32_t *value, size_t n, enum tagset_change what,
	struct err *err);

/* Samples that do not have the key at all: only these (TOGGLE, ONLY), or all
   others (DROP); the same again takes it back. */
int tagset_without(struct app *app, const struct tag_key *key,
	enum tagset_change what, struct err *err);
/* Is it filtered that way? */
enum tagset_choice tagset_choice_without(
	const struct query *q, const struct tag_key *key);

/* Append "tenant=acme" for values of a key, as a filter takes it; shortened
   as far as no other value in the profile is meant. -1 and err. */
int tagset_filter(struct strbuf *out, const struct profile *p,
	const struct tag_key *key, const uint32_t *value, size_t n,
	struct err *err);

#endif
