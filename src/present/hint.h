/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hints about a view, one line each: doubts about the data, and other views
 * worth opening.
 *
 *     note   only 57 samples in view: small differences may be noise
 *     hint   34% of this allocates: alloc_space shows what and where
 *
 * Each rule is one row of hint.c. Rules read only sums that the view and the
 * facts contain, so hints are recomputed for each view.
 */
#ifndef FT_PRESENT_HINT_H
#define FT_PRESENT_HINT_H

#include "analysis/profile_summary.h"
#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "engine/view.h"

struct hint {
	const char *id;     /* "few-samples": names it in a dismissal */
	bool is_look;       /* suggests a view; else a doubt */
	bool is_loud;       /* none of the numbers shown is reliable */
	struct str text;    /* one line */
	struct str command; /* opens what the text suggests, or empty */
};

struct hints {
	struct arena arena; /* holds the texts */
	VEC(struct hint) row;
};

/* Replace the hints in `out`; doubts come first. */
void hints_find(
	struct hints *out, const struct view *v, const struct facts *facts);
void hints_free(struct hints *r);

/* Return how many sampled events, in parts, make up a sum of the view's
   weights; 0 if they are unknown or were counted. */
int64_t hint_events(const struct view *v, struct row_sum sum);

#endif
