/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values whose sums fit into 64 bits. pprof's sums wrap around: two values of
 * 2^63 - 1 add up to -2. If the largest values of a column are cut so that the
 * sum of all fits, then so does every other sum of its values, which needs no
 * check:
 *
 *     values   2^63-1   2^63-1   5        sum -2
 *     cut to   2^62-3   2^62-3   5        sum 2^63-1
 *
 * Smaller values stay exact.
 */
#ifndef FT_PROFILE_FIT_H
#define FT_PROFILE_FIT_H

#include "base/progress.h"
#include "base/warnings.h"
#include "profile/profile.h"

/* Return p if all sums of its values fit, else a copy whose values do; always a
   new reference. If values are cut, call-graph totals are dropped, as they no
   longer match. Warn of each column that is cut; `warnings` and progress may be
   NULL. */
struct profile *fit_values(const struct profile *p, struct warnings *warnings,
	const struct progress *progress);
/* Warn of each column whose sums may wrap around. */
void fit_warn(const struct profile *p, struct warnings *warnings);

#endif
