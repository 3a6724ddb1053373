/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of a subject once more, those of a slot side by side: for who
 * sums them up with each key that is typed into a label filter.
 *
 *     sample  0  1  2  3      in the file: each adds to a sum elsewhere
 *     slot    2  0  2  1
 *
 *     first   0  1  2     4   grouped: read and written from the first to
 *     sample  1  3  0  2      the last
 */
#ifndef FT_ENGINE_GROUPED_H
#define FT_ENGINE_GROUPED_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/stage.h"
#include "profile/profile.h"

struct run;
struct subject;

struct grouped {
	struct stage stage;
	/* Slot s has first[s] .. first[s + 1] - 1 of the columns below. */
	uint32_t *first; /* [n_slots + 1] */
	lset_id *labels; /* [sample.n] */
	int64_t *value;  /* [sample.n] of the column */
	int64_t *div;    /* [sample.n] of the first; NULL unless mean */
};

const struct grouped *grouped_get(const struct run *run,
	const struct subject *subject, uint32_t column, bool mean);

#endif
