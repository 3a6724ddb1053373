/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One sample type, summed per leaf over the samples that pass the label
 * filters. What focus and ignore do with a leaf they do with all its
 * samples, so the sums are exact and a keystroke need not see samples.
 */
#ifndef FT_ENGINE_SUMS_H
#define FT_ENGINE_SUMS_H

#include "engine/stage.h"
#include "engine/weights.h"

struct run;

enum {
	SUM_NONZERO = 1,   /* some passing sample is not zero */
	SUM_TAGFOCUS = 2,  /* some sample holds tagfocus; the next three */
	SUM_TAGIGNORE = 4, /* likewise; all four are for the warnings */
	SUM_TAGSHOW = 8,   /* some passing sample has a key for tagshow */
	SUM_TAGHIDE = 16,
};

struct sums {
	struct stage stage;
	uint32_t column;
	/* Columns over the input's slots. */
	struct columns value;
	/* Sums of |value|, over all samples and over those of a base that
	   tagshow and taghide leave its mark; div is that of value. */
	struct columns magnitude;
	/* Variances of value, see significance.h; NULL when unknown or no
	   diff. */
	double *noise;
	struct noise whole; /* of all samples before any filter */
	uint32_t *count;    /* passing samples */
	uint8_t *flags;     /* SUM_* */
	/* 100 %, over all samples before any filter. */
	int64_t total, total_div;
};

/* Of the input's samples that run->tagged lets pass: the same sums as long as
   the same label sets pass, whatever the filters. */
const struct sums *sums_get(const struct run *run, uint32_t column);

/* 100 % from sums of magnitudes: the base's when it has any, divided with
   `mean`. *total_div is the divisor used, or 0. */
int64_t sums_total(const struct row_sum *magnitude, int64_t *total_div);

#endif
