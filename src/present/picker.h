/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Picking a function by a few letters: all functions of a view, the best
 * matches of what is typed first, equal ones the heaviest first.
 *
 * Another letter at the end only looks at what the letters before it left,
 * so typing stays quick among a hundred thousand names.
 */
#ifndef FT_PRESENT_PICKER_H
#define FT_PRESENT_PICKER_H

#include "base/str.h"
#include "base/strbuf.h"
#include "engine/view.h"

enum { PICKER_SHOWN = 200 };

/* A function. Their texts are copied, to be read one after another. */
struct picker_name {
	struct str text;
	uint64_t letters; /* fuzzy_letters() of it */
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
	uint32_t *left; /* [n_left] indices into name that match, ascending */
	size_t n_best;
	struct picked best[PICKER_SHOWN]; /* in order */
};

/* Keeps nothing of the view. Nothing is typed. */
struct picker *picker_new(const struct view *v);
void picker_free(struct picker *p); /* NULL is fine */
/* What is typed now. */
void picker_type(struct picker *p, struct str text);

/*
 * How well a few typed letters name something.
 *
 *     "chk"  in  api.(*CartHandler).Checkout     C h  k         good
 *     "srvhttp"  (*Router).ServeHTTP             S rv HTTP      better
 *     "serve h"  (*Router).ServeHTTP             each word for itself
 *
 * The letters of a word must occur in their order. Runs of letters, starts of
 * words and whole words count more, gaps less. A small letter means either
 * case, a capital letter itself.
 */
/* The letters and other bytes of s as a set, small and capital alike, without
   blanks. A text whose set lacks one of the pattern's scores 0. */
uint64_t fuzzy_letters(struct str s);
/* The larger the better; 0: no match. An empty pattern scores 1. */
int fuzzy_score(struct str pattern, struct str text);

#endif
