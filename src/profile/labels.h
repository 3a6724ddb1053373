/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distinct label sets, while they grow. A set is sorted by (key bytes, text
 * before numbers); values of one key keep their order, since pprof treats
 * them as a list. Equal sets share one id; set 0 is the empty one.
 */
#ifndef FT_PROFILE_LABELS_H
#define FT_PROFILE_LABELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"
#include "profile/budget.h"
#include "profile/profile.h"

struct labelsets {
	struct budget *budget; /* borrowed */
	uint32_t n;
	size_t cap;
	uint32_t *first;     /* [n + 1] offsets into label */
	struct label *label; /* [first[n]] */
	size_t label_cap;
	lset_id *slot; /* [slots] hash of the sorted set */
	size_t slots;
	struct label *sort; /* [2 * sort_cap] scratch */
	size_t sort_cap;
};

void labelsets_init(struct labelsets *ls, struct budget *budget);
void labelsets_fini(struct labelsets *ls);
/* The id of a set, its labels in any order. NONE when the budget is spent. */
lset_id labelsets_add(struct labelsets *ls, const struct intern *strings,
	const struct label *label, size_t n);

#endif
