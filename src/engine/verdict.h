/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a change is significant, in one word. significance.h decides it for
 * each kind of sum; code that draws changes needs only this header.
 */
#ifndef FT_ENGINE_VERDICT_H
#define FT_ENGINE_VERDICT_H

#include "engine/sides.h"

/* The word and its basis, see significance.h. */
struct verdict;

enum significance {
	SIGNIFICANCE_UNKNOWN, /* not a diff, or event counts are unknown */
	SIGNIFICANCE_NONE,    /* no events, or a side is below zero */
	SIGNIFICANCE_EQUAL,   /* -normalize made both sides equal */
	SIGNIFICANCE_TOO_FEW, /* too few events (or snapshots) to test */
	SIGNIFICANCE_CHANCE,  /* tested: may be chance */
	SIGNIFICANCE_REAL,    /* tested: significant */
};

/* True if there is a standard error. */
static inline bool
significance_is_known(enum significance s)
{
	return s >= SIGNIFICANCE_EQUAL;
}

/* True if there is a p value. */
static inline bool
significance_is_tested(enum significance s)
{
	return s >= SIGNIFICANCE_CHANCE;
}

/* True if lists mark the change with "?": chance can be judged, and the change
   is not significant. */
static inline bool
may_be_chance(enum significance s)
{
	return s != SIGNIFICANCE_UNKNOWN && s != SIGNIFICANCE_REAL;
}

/* Return "unknown", "equal", "too few", "may be chance" or "real". */
const char *significance_word(enum significance s);
/* Return the sign of a change: "++", "+", "", "-", "--", "N" or "G". If it may
   be chance, "?", whatever its size and direction, which are not known then; ""
   for CHANGE_SAME. */
const char *change_sign(enum change c, enum significance s);

#endif
