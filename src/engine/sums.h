/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of one sample type per leaf, over the samples that pass the label
 * filters. focus and ignore treat all samples of a leaf alike, so the sums are
 * exact, and typing into these filters does not read samples again.
 */
#ifndef FT_ENGINE_SUMS_H
#define FT_ENGINE_SUMS_H

#include "engine/stage.h"
#include "engine/weights.h"

struct run;

enum {
	SUM_NONZERO = 1,   /* some passing sample is not zero */
	SUM_TAGFOCUS = 2,  /* some sample matches tagfocus */
	SUM_TAGIGNORE = 4, /* some sample matches tagignore */
	SUM_TAGSHOW = 8,   /* tagshow matches a key of a passing sample */
	SUM_TAGHIDE = 16,
};

struct sums {
	struct stage stage;
	uint32_t column;
	/* [n_slots] sums of the passing samples. */
	struct columns value;
	/* [n_slots] sums of |value|. `base` counts only samples with a base
	   label that tagshow and taghide keep; `div` is value.div. */
	struct columns magnitude;
	/* [n_slots] variances of value (significance.h); NULL if unknown or not
	   a diff. */
	double *noise;
	struct noise whole; /* all samples, before any filter */
	uint32_t *count;    /* [n_slots] passing samples */
	uint8_t *flags;     /* [n_slots] SUM_* */
	/* The value that is 100%, before any filter, and its divisor. */
	int64_t total, total_div;
};

/* Return the sums of the input's samples that run->tagged lets pass. Filters
   that pass the same label sets share one stage. */
const struct sums *sums_get(const struct run *run, uint32_t column);

/* Return the value that is 100%, from sums of magnitudes: the base's if there
   is one, divided if `mean` is set. *total_div is the divisor, or 0. */
int64_t sums_total(const struct row_sum *magnitude, int64_t *total_div);

#endif
