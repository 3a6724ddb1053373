/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ranges of numeric labels, as label filters take them:
 *
 *     16      16kb      16kb:      :64kb      16kb:1mb
 */
#ifndef FT_ENGINE_TAGRANGE_H
#define FT_ENGINE_TAGRANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct tag_range {
	bool has_lo, has_hi;
	double lo, hi;
	struct str unit; /* canonical name, "" when none was typed; lives as
			    long as the text or is static */
};

/* 1 when the text is a range, 0 when it is a pattern. -1 and err: a number
   that is too large; `option` is named in the message. */
int tag_range_parse(const char *option, struct str text, struct tag_range *out,
	struct err *err);
/* Is a number in this unit inside? */
bool tag_range_has(const struct tag_range *r, int64_t num, struct str unit);

#endif
