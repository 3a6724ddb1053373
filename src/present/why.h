/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a verdict on a change rests on (engine/significance.h), as lines:
 *
 *     total     29.39s → 34.10s, +4.71s (+16.0%)  95%: +3.14..+6.28s, real
 *       base  2,939 samples of 10ms, exposure 1 (recorded for 30s)
 *       new   3,410 samples of 10ms, exposure 1 (recorded for 30s)
 *       without a change 50% of them are in new: p = 1.2e-08
 *       312 tests on 171 functions: real up to p = 0.021
 *
 * Where there is no verdict, they say what is not known, or too little.
 */
#ifndef FT_PRESENT_WHY_H
#define FT_PRESENT_WHY_H

#include "base/strbuf.h"
#include "present/flamegraph.h"
#include "present/number.h"

/* Of what is selected in the graph of a diff: where it is, and everywhere. */
void why_put_target(struct strbuf *out, struct flamegraph *p,
	struct selection t, const struct numbers *n, bool ascii);

/* "base 10s, new 20s": how long both sides were recorded. */
void why_put_lengths(struct strbuf *out, const struct view *v);

#endif
