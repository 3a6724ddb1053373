/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of one sample type per leaf, over the samples that pass the label
 * filters. focus and ignore treat all samples of a leaf alike, so the sums are
 * exact and a keystroke need not read samples.
 */
#ifndef FT_ENGINE_SUMS_H
#define FT_ENGINE_SUMS_H

#include "engine/stage.h"
#include "engine/weights.h"

struct run;

enum {
	SUM_NONZERO = 1,   /* some passing sample is not zero */
	SUM_TAGFOCUS = 2,  /* some sample matches tagfocus */
	SUM_TAGIGNORE = 4, /* likewise tagignore; all four are for warnings */
	SUM_TAGSHOW = 8,   /* some passing sample has a key for tagshow */
	SUM_TAGHIDE = 16,
};

struct sums {
	struct stage stage;
	uint32_t column;
	/* Columns over the input's slots. */
	struct columns value;
	/* Sums of |value|; base: of the samples whose base label tagshow and
	   taghide keep; div is that of value. */
	struct columns magnitude;
	/* Variances of value, see significance.h; NULL if unknown or not a
	   diff. */
	double *noise;
	struct noise whole; /* all samples, before any filter */
	uint32_t *count;    /* passing samples */
	uint8_t *flags;     /* SUM_* */
	/* 100 %: over all samples, before any filter. */
	int64_t total, total_div;
};

/* Return the sums of the input's samples that run->tagged lets pass. Filters
   that let the same label sets pass share them. */
const struct sums *sums_get(const struct run *run, uint32_t column);

/* Return 100 % from sums of magnitudes: the base's if there is one, divided
   with `mean`. *total_div is the divisor, or 0. */
int64_t sums_total(const struct row_sum *magnitude, int64_t *total_div);

#endif
