/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hints about a view, a line each: whether the profile bears the weight
 * put on it, and which other view tells the rest of the story.
 *
 *     note   only 57 samples in view: small differences may be noise
 *     hint   34% of this allocates: alloc_space shows what and where
 *
 * Each rule is one row of hint.c. They only look at sums that the view and
 * the facts hold, so they are made again for each view.
 */
#ifndef FT_PRESENT_HINT_H
#define FT_PRESENT_HINT_H

#include "analysis/profile_summary.h"
#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "engine/view.h"

struct hint {
	const char *id;     /* "few-samples": what a user dismisses */
	bool is_look;       /* another view to open; else a doubt */
	bool is_loud;       /* nothing that is shown can be trusted */
	struct str text;    /* one line */
	struct str command; /* shows what the text names, or empty */
};

struct hints {
	struct arena arena; /* of the texts */
	VEC(struct hint) row;
};

/* Replaces what was there; doubts come first. */
void hints_find(
	struct hints *out, const struct view *v, const struct facts *facts);
void hints_free(struct hints *r);

/* How many events make a sum of the view's weights, if by their number it may
   be chance: in parts, else 0. */
int64_t hint_events(const struct view *v, struct row_sum sum);

#endif
