/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distinct label sets while they are collected. A set is sorted by (key bytes,
 * text before numbers); values of one key keep their order, since pprof treats
 * them as a list. Equal sets share one id; set 0 is empty.
 */
#ifndef FT_PROFILE_LABELS_H
#define FT_PROFILE_LABELS_H

#include "base/intern.h"
#include "base/progress.h"
#include "base/str.h"
#include "profile/budget.h"
#include "profile/profile.h"

/* pprof's mark on the samples of a base: pprof::base=true. It is not a label of
   the user's. */
#define LABEL_BASE "pprof::base"

static inline bool
label_is_base(struct str key)
{
	return str_is(key, LABEL_BASE);
}

/* The process of a sample, which the names of its addresses may depend on. */
#define LABEL_PID "pid"

struct labelset_slot {
	uint32_t hash;
	lset_id id;        /* NONE: free */
	uint32_t first, n; /* its labels */
};

struct labelsets {
	struct budget *budget; /* borrowed */
	uint32_t n;
	size_t cap;
	uint32_t *first;     /* [n + 1] offsets into label */
	struct label *label; /* [first[n]] */
	size_t label_cap;
	struct labelset_slot *slot; /* [slots] */
	size_t slots;
	bool copied;        /* sets that are not in slot[] yet */
	struct label *sort; /* [sort_cap] scratch */
	size_t sort_cap;
};

void labelsets_init(struct labelsets *ls, struct budget *budget);
void labelsets_fini(struct labelsets *ls);
/* Return the id of a set. Sorts its labels in place. NONE when the budget is
   spent. */
lset_id labelsets_add(struct labelsets *ls, const struct intern *strings,
	struct label *label, size_t n);
/* Sort the labels of a set that will be added soon, and prefetch its slot. */
void labelsets_ahead(struct labelsets *ls, const struct intern *strings,
	struct label *label, size_t n);
/* Copy a profile's sets, with their ids, into an empty table. They are indexed
   when the next set is added. False when the budget is spent or progress, which
   may be NULL, asked to stop. */
bool labelsets_copy(struct labelsets *ls, const struct labels *from,
	const struct progress *progress);

#endif
