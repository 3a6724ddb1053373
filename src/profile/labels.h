/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The label sets of a builder. Each set is sorted by key bytes, then strings
 * before numbers; values of a key keep their order, since pprof treats them as
 * a list. Equal sets share an id; set 0 is empty.
 */
#ifndef FT_PROFILE_LABELS_H
#define FT_PROFILE_LABELS_H

#include "base/intern.h"
#include "base/progress.h"
#include "base/str.h"
#include "profile/budget.h"
#include "profile/profile.h"

/* Key of the label with which pprof marks the samples of a base profile:
   pprof::base=true. */
#define LABEL_BASE "pprof::base"

static inline bool
label_is_base(struct str key)
{
	return str_is(key, LABEL_BASE);
}

/* Key of the label with a sample's process id, for symbolising addresses. */
#define LABEL_PID "pid"

struct labelset_slot {
	uint32_t hash;
	lset_id id;        /* NONE: free */
	uint32_t first, n; /* range in label[] */
};

struct labelsets {
	struct budget *budget; /* borrowed */
	uint32_t n;
	size_t cap;
	uint32_t *first;     /* [n + 1] offsets into label[] */
	struct label *label; /* [first[n]] */
	size_t label_cap;
	struct labelset_slot *slot; /* [slots] */
	size_t slots;
	bool copied;        /* true while slot[] lacks the copied sets */
	struct label *sort; /* [sort_cap] scratch */
	size_t sort_cap;
};

void labelsets_init(struct labelsets *ls, struct budget *budget);
void labelsets_fini(struct labelsets *ls);
/* Return the id of a set, which is added if it is new. Sorts the labels in
   place. NONE when the budget is spent. */
lset_id labelsets_add(struct labelsets *ls, const struct intern *strings,
	struct label *label, size_t n);
/* Return room for n labels after all others, from which labelsets_add() adds a
   set without a copy. NULL when the budget is spent. */
struct label *labelsets_room(struct labelsets *ls, size_t n);
/* Sort the labels of a set that will be added soon, and prefetch its slot. */
void labelsets_ahead(struct labelsets *ls, const struct intern *strings,
	struct label *label, size_t n);
/* Copy a profile's sets into an empty table, keeping their ids. The next call
   of labelsets_add() adds them to the hash table. False when the budget is
   spent or progress, which may be NULL, asked to stop. */
bool labelsets_copy(struct labelsets *ls, const struct labels *from,
	const struct progress *progress);

#endif
