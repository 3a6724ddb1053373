/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Picking a function by a few letters: the view's functions, best matches
 * first, equally good matches by weight.
 *
 * Another letter searches only the previous matches, so typing stays fast with
 * a hundred thousand names.
 */
#ifndef FT_PRESENT_PICKER_H
#define FT_PRESENT_PICKER_H

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/view.h"

enum { PICKER_SHOWN = 200 };

/* A function. All texts are contiguous in one buffer, for fast scans. */
struct picker_name {
	struct str text;
	uint64_t letters; /* fuzzy_letters(text) */
	int64_t weight;
	frame_id frame;
};

struct picked {
	const struct picker_name *name;
	int score;
};

struct picker {
	struct picker_name *name; /* [n] */
	size_t n;
	struct strbuf texts;
	struct strbuf typed;
	size_t n_left;
	uint32_t *left; /* [n_left] indices of matches in name[], ascending */
	size_t n_best;
	struct picked best[PICKER_SHOWN]; /* best first */
};

/* Build a picker with nothing typed; borrows nothing from the view. */
struct picker *picker_new(const struct view *v);
void picker_free(struct picker *p); /* NULL is fine */
/* Set the typed text and find its matches. */
void picker_type(struct picker *p, struct str text);

/*
 * How well a few typed letters match a name.
 *
 *     "chk"  in  api.(*CartHandler).Checkout     C h  k         good
 *     "srvhttp"  (*Router).ServeHTTP             S rv HTTP      better
 *     "serve h"  (*Router).ServeHTTP             words match separately
 *
 * A word's letters must occur in this order. Runs of letters, starts of words
 * and whole words count more, gaps less. A lower-case letter matches either
 * case, a capital only itself.
 */
/* Return the set of bytes in s, without case and blanks, as a bit mask. A text
   that lacks a bit of the pattern scores 0. */
uint64_t fuzzy_letters(struct str s);
/* Return the score, 0 for no match. An empty pattern scores 1. */
int fuzzy_score(struct str pattern, struct str text);

#endif
