/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of folded stacks, taken apart from the right, so that frames may
 * hold blanks and end in numbers:
 *
 *     main;parse json;f 12 5
 *     '---- stack ------' value
 *     '-- outer ----' before value     (in differential files)
 */
#ifndef FT_READ_FOLDEDLINE_H
#define FT_READ_FOLDEDLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* A number as it stands there: [+-]digits[.digits][e[+-]digits]. */
struct folded_number {
	bool negative;
	struct str whole, fraction; /* the fraction without zeros at its end */
	int exponent;
};

enum folded_kind { FOLDED_BLANK, FOLDED_RECORD, FOLDED_BAD };

struct folded_record {
	struct str stack;
	struct folded_number value;
	bool two; /* the stack ends in a number, too, after other text: */
	struct str outer;
	struct folded_number before;
};

/* Comments are blank, unless they are records. Points into the line. */
enum folded_kind folded_parse(struct str line, struct folded_record *r);
/* Digits behind the decimal point, 6 at most. */
int folded_digits(const struct folded_number *v);
/* The number times 10^shift, rounded half away from zero. *clipped counts
   those that do not fit. */
int64_t folded_scaled(
	const struct folded_number *v, int shift, size_t *clipped);

#endif
