/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hints about a view, one line each: cautions about the data, and other views
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
	const char *id;     /* "few-samples"; used to dismiss the hint */
	bool is_look;       /* suggests another view; false: a caution */
	bool is_aside;      /* the view in short (inshort.h) comes before it */
	bool is_loud;       /* no number on the screen is reliable */
	struct str text;    /* one line */
	struct str command; /* command that opens the view; or empty */
};

struct hints {
	struct arena arena; /* holds the texts */
	VEC(struct hint) row;
};

/* Snapshots of a level, such as memory in use, whose sum is shown. */
struct hint_sum {
	size_t snapshots;
	struct str last; /* option `range` of the last snapshot */
};

/* Replace the hints in `out`; cautions come first. summed: NULL if the view is
   not a sum of snapshots. */
void hints_find(struct hints *out, const struct view *v,
	const struct facts *facts, const struct hint_sum *summed);
void hints_free(struct hints *r);

/* Return how many sampled events a sum of the view's weights contains, times
   EVENT_PARTS; 0 if unknown or if the events were counted, not sampled. */
int64_t hint_events(const struct view *v, struct row_sum sum);

#endif
