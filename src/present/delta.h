/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What changed between the sides of a diff, as text:
 *
 *       Base      New      delta        share   times
 *      1.10s    2.46s     +1.36s      +123.6%    2.24
 *      0.00s    0.90s     +0.90s          new     new
 *      0.61s    0.00s     -0.61s         gone       0
 */
#ifndef FT_PRESENT_DELTA_H
#define FT_PRESENT_DELTA_H

#include <stdint.h>

#include "base/strbuf.h"
#include "engine/change.h"
#include "present/number.h"
#include "present/style.h"

enum { DELTA_MAX = 24 };

/* "+1.36s"; a change of nothing has no sign. Each is NUL-terminated; the
   length is returned. */
int delta_number(const struct numbers *n, struct sides s, char buf[NUMBER_MAX]);
/* The same with a unit of its own, for running text. */
int delta_alone(const struct numbers *n, struct sides s, char buf[NUMBER_MAX]);
/* "+123.6%" of the base, "new", "gone"; "" when there is nothing. */
int delta_share(struct sides s, char buf[DELTA_MAX]);
/* "2.24", "new", "0". */
int delta_times(struct sides s, char buf[DELTA_MAX]);
/* The order of shares and of times: what is new last of all, then the larger
   ones; of shares without their sign. */
uint64_t delta_share_key(struct sides s);
uint64_t delta_times_key(struct sides s);

/* The category of a change of a total, or of a self value, in a view. */
enum change delta_change(const struct view *v, struct sides s, bool self);
/* What a change looks like on the terminal's own background. */
enum style delta_style(enum change c);

/* "0.21s" as "\xC2\xB1 0.21s" (ASCII "+-0.21s"): a standard error. */
void delta_error(
	struct strbuf *out, const struct numbers *n, double error, bool ascii);

#endif
