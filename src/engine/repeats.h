/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Repetitions that Go's regexp refuses and PCRE2 takes:
 *
 *     a{1001}         at most 1,000 times,
 *     (a{50}){21}     all in all: this would be 1,050 of the innermost a
 *     operator++      nested; to PCRE2 it is a + that does not give back
 */
#ifndef FT_ENGINE_REPEATS_H
#define FT_ENGINE_REPEATS_H

#include <stddef.h>

#include "base/str.h"

enum repeats {
	REPEATS_FINE,
	REPEATS_TOO_MANY,
	REPEATS_NESTED,
};

/* The first such place of a pattern in Go's dialect, and *at, the offset
   behind it. Of a pattern that is wrong otherwise something. */
enum repeats repeats_check(struct str pattern, size_t *at);

#endif
