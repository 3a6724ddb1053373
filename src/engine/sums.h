/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One sample type, summed per leaf over the samples that pass the label
 * filters. What focus and ignore do with a leaf they do with all its
 * samples, so the sums are exact and a keystroke need not see samples.
 */
#ifndef FT_ENGINE_SUMS_H
#define FT_ENGINE_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/noise.h"
#include "engine/stage.h"

struct run;
struct subject;
struct tagged;

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
	/* Columns over the subject's slots. */
	int64_t *value;     /* signed sum */
	int64_t *magnitude; /* sum of |value| */
	int64_t *div;       /* of the first type; NULL unless mean */
	/* The same over the samples of a base; NULL when there
	   are none. */
	int64_t *base_magnitude, *base_div;
	/* Signed sums of the samples that belong to a base, whether or not
	   tagshow and taghide leave the label that says so; NULL when there
	   are none (base_value_div: or without mean). */
	int64_t *base_value, *base_value_div;
	/* Variances of value, see evidence.h; NULL when unknown or no diff. */
	double *noise;
	struct noise whole; /* of all samples before any filter */
	uint32_t *count;    /* passing samples */
	uint8_t *flags;     /* SUM_* */
	/* 100 %, over all samples before any filter. */
	int64_t total, total_div;
};

/* The same sums as long as the same label sets pass, whatever the filters. */
const struct sums *sums_get(const struct run *run,
	const struct subject *subject, const struct tagged *tagged,
	uint32_t column, bool mean);

/* 3.5 from the four sums: the base's when it has any, divided with mean.
 *total_div is the divisor used, or 0. */
int64_t sums_total(int64_t magnitude, int64_t div, int64_t base_magnitude,
	int64_t base_div, int64_t *total_div);

#endif
