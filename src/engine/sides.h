/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The change of a frame between a base and a new profile: its size, category
 * and word.
 *
 *     base 3.20s  new 2.28s   delta -0.92s   "--"  faster
 *     base 0      new 0.90s   delta +0.90s   "N"   added
 *
 * The categories are CodSpeed's: a change counts as none if it is not larger
 * than 0.1% of the larger total, one sample or 1% of the base. significance.h
 * decides whether a change is significant.
 */
#ifndef FT_ENGINE_SIDES_H
#define FT_ENGINE_SIDES_H

#include "base/num.h"
#include "base/str.h"
#include "engine/weights.h"

/* The values of both sides of a diff, positive as in their own files, and
   already divided if `mean` is set. */
struct sides {
	int64_t base, new;
	/* Number of events of both sides together, in parts
	   (profile/samplecount.h), if all had the period of the base side, or
	   of the new side; 0 unless the periods differ. */
	int64_t as_base, as_new;
};

/* Return both sides of a diff's row, or of a sum of rows. */
static inline struct sides
sides_of(const struct row_sum *s)
{
	return (struct sides){ .base = weight_div(s->base, s->base_div),
		.new = weight_div(i64_wrap_add(s->value, s->base),
			i64_wrap_add(s->div, s->base_div)),
		.as_base = s->as_base,
		.as_new = s->as_new };
}

static inline struct sides
sides_at(const struct columns *l, size_t i)
{
	struct row_sum sum = columns_at(l, i);

	return sides_of(&sum);
}

static inline int64_t
sides_delta(struct sides s)
{
	return i64_wrap_sub(s.new, s.base);
}

enum change {
	CHANGE_SAME,
	CHANGE_UP,
	CHANGE_UP_STRONG,
	CHANGE_DOWN,
	CHANGE_DOWN_STRONG,
	CHANGE_ADDED,
	CHANGE_REMOVED,
};

/* Limits of small and large changes in a view, for self values or totals. */
struct change_scale {
	int64_t least; /* a change up to this counts as none */
	int64_t most;  /* the largest |delta|; a change is strong from a third
			  of it on */
};

enum change change_of(struct sides s, const struct change_scale *scale);
/* Return "slower", "faster", "added", "removed" or "same"; for memory "more" or
   "less", for other units "more" or "fewer". */
const char *change_word(enum change c, struct str unit);

#endif
