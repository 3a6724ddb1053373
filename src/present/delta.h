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

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "engine/change.h"
#include "present/number.h"
#include "present/style.h"

/* Each appends. "+1.36s"; a change of nothing has no sign: */
void delta_put(struct strbuf *out, const struct numbers *n, struct sides s);
/* The same with a unit of its own, for running text. */
void delta_put_alone(
	struct strbuf *out, const struct numbers *n, struct sides s);
/* "+123.6%" of the base, "new", "gone"; nothing, and false, when there is
   nothing. */
bool share_put(struct strbuf *out, struct sides s);
/* "2.24", "new", "0". */
void times_put(struct strbuf *out, struct sides s);
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
