/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The evidence for a verdict on a change (engine/significance.h), as lines:
 *
 *     total     29.39s → 34.10s, +4.71s (+16.0%)  95% CI ...
 *       base  2,939 samples of 10ms, exposure 1 (recorded for 30s)
 *       new   3,410 samples of 10ms, exposure 1 (recorded for 30s)
 *       without a change 50% of them would be in new: p = 1.2e-08
 *       312 tests on 171 functions: significant up to p = 0.021
 *
 * Without a verdict, the lines show what is unknown or insufficient.
 */
#ifndef FT_PRESENT_WHY_H
#define FT_PRESENT_WHY_H

#include "base/strbuf.h"
#include "present/flamegraph.h"
#include "present/number.h"

/* Append a selection's evidence: for this node, and for its whole function. */
void why_put_target(struct strbuf *out, struct flamegraph *p,
	struct selection t, const struct numbers *n, bool ascii);

/* Append "replaced: decode -> decodeSync, -2.74s" about a frame of a diff, or
   for NONE about the largest replacement; nothing if there is none. */
void why_put_replaced(struct strbuf *out, const struct view *v, frame_id frame,
	const struct numbers *n, bool ascii);

/* Append what would settle a change that may be chance: "a change of 14% needs
   about 1,600 samples a side; there are 350 (4.6 times as long)" or, if brief,
   "4.6 times as long would tell"; nothing if that is unknown. */
void why_put_needs(struct strbuf *out, const struct view *v, struct sides s,
	const struct verdict *verdict, bool brief);

/* Append how long both sides were recorded: "base 10s, new 20s". */
void why_put_lengths(struct strbuf *out, const struct view *v);

#endif
