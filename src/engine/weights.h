/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights, in columns: the values of each node, frame or leaf, and the numbers
 * that belong to them.
 *
 *     column    exists    holds
 *     value     always    the samples' values; in a diff new minus base
 *     div       `mean`    the divisors of the values
 *     base      a diff    the base's part of the values, positive as in its
 *                         own file: the new side is value + base
 *     base_div  both      the divisors of the base
 *     events    if events differ in weight: their number, in parts
 *               (profile/samplecount.h), of both sides of a diff
 *     as_new, as_base
 *               in a diff of heaps with two sampling periods: the number of
 *               events if both sides had the new side's, or the base's, period
 *
 * A missing column is NULL. Code that treats all columns alike loops over
 * column[].
 */
#ifndef FT_ENGINE_WEIGHTS_H
#define FT_ENGINE_WEIGHTS_H

#include "base/num.h"

enum {
	COLUMN_VALUE,
	COLUMN_DIV,
	COLUMN_BASE,
	COLUMN_BASE_DIV,
	COLUMN_EVENTS,
	COLUMN_AS_NEW,
	COLUMN_AS_BASE,
	COLUMNS
};

/* The columns of many rows. */
struct columns {
	union {
		int64_t *column[COLUMNS];
		struct {
			int64_t *value, *div, *base, *base_div, *events,
				*as_new, *as_base;
		};
	};
};

/* One row, or the sum of several; 0 for a missing column. */
struct row_sum {
	union {
		int64_t column[COLUMNS];
		struct {
			int64_t value, div, base, base_div, events, as_new,
				as_base;
		};
	};
};

/* One side of a comparison. */
struct exposure {
	double scale;  /* factor by which the values were scaled: below 1 for a
			  side that was recorded for longer */
	double weight; /* weight of an event before scaling; 0: weights differ,
			  as in a heap */
	int64_t duration_nanos; /* 0: unknown */
	double value;           /* sum of |values|, scaled and unfiltered */
};

/* The precision of a diff's values as a whole, on which every verdict is based
   (significance.h). */
struct noise {
	const char *unknown; /* why there are no verdicts, or NULL */
	bool normalized;     /* -normalize made the totals equal */
	struct exposure new, base;
	double ratio;    /* weight of an event on the new side, as shown in the
			    view, relative to one on the base side */
	double variance; /* variance of all values, unfiltered */
};

/* Reasons why a frame's total is an estimate (calltotals.h). */
enum {
	ESTIMATED_PART = 1,   /* filters keep only a part of the frame */
	ESTIMATED_SHARED = 2, /* the frame's functions share time */
};

/* One value column of the table: per frame, each sample counted once. */
struct weights {
	uint32_t column;        /* sample type */
	struct columns self, total; /* [frames.n] */
	int64_t whole;         /* the value that is 100%, as in pprof; already
				  divided if `mean` is set */
	int64_t whole_div;     /* divisor of `whole`, or 0 */
	struct row_sum kept;   /* sum of the kept samples */
	/* [frames.n] ESTIMATED_*; NULL: all totals are measured. */
	uint8_t *estimated;
	/* Variances (significance.h); NULL if unknown. */
	double *noise_self, *noise_total; /* [frames.n] */
};

/* Return the value that `mean` shows: v / div, toward zero; v if div is 0. */
static inline int64_t
weight_div(int64_t v, int64_t div)
{
	/* INT64_MIN / -1 overflows; in Go it wraps. */
	if (div == -1)
		return (int64_t)(0 - (uint64_t)v);
	return div != 0 ? v / div : v;
}

/* Return a row's value, divided if `mean` is set. */
static inline int64_t
columns_value(const struct columns *l, size_t i)
{
	return l->div != NULL ? weight_div(l->value[i], l->div[i])
			      : l->value[i];
}

static inline int64_t
row_sum_value(const struct row_sum *s)
{
	return weight_div(s->value, s->div);
}

static inline void
row_sum_add(struct row_sum *s, const struct columns *l, size_t i)
{
	for (int k = 0; k < COLUMNS; k++)
		if (l->column[k] != NULL)
			i64_sum(&s->column[k], l->column[k][i]);
}

static inline struct row_sum
columns_at(const struct columns *l, size_t i)
{
	struct row_sum s = { .value = 0 };

	row_sum_add(&s, l, i);
	return s;
}

static inline void
columns_add(const struct columns *l, size_t i, const struct row_sum *s)
{
	for (int k = 0; k < COLUMNS; k++)
		if (l->column[k] != NULL)
			i64_sum(&l->column[k][i], s->column[k]);
}

static inline void
columns_zero(const struct columns *l, size_t i)
{
	for (int k = 0; k < COLUMNS; k++)
		if (l->column[k] != NULL)
			l->column[k][i] = 0;
}

#endif
