/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles that go to one extreme each, to find steps whose cost grows faster
 * than what they are given:
 *
 *     deep     200 stacks of 5,000 levels, each leaving another one somewhere
 *     wide     100,000 siblings below main
 *     types    200 sample types
 *     labels   1,000,000 distinct label values
 *     name     10 MB of one name
 *
 * `times` 2 makes each twice as large in what it is about.
 */
#ifndef FT_BENCH_EXTREME_H
#define FT_BENCH_EXTREME_H

#include "base/str.h"

/* -1 and errno when it could not be written, 1 when nothing is called that. */
int extreme_write(struct str what, uint32_t times, uint64_t seed);

#endif
