/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units and numbers exactly as pprof prints them, for reports and for the
 * screen.
 */
#ifndef FT_PROFILE_UNIT_H
#define FT_PROFILE_UNIT_H

#include "base/str.h"
#include "base/strbuf.h"

enum { UNIT_TEXT_MAX = 64 };

/* Convert v from the unit `from` to the unit `to`, as pprof's scale() does.
   The printed name, "" for none, goes to *unit; it is static or `to` itself. */
double unit_scale(int64_t v, struct str from, struct str to, struct str *unit);
/* Write a value as pprof's label() does: "1.50kB", "0", "12". Returns the
   length. */
int unit_label(
	int64_t v, struct str from, struct str to, char buf[UNIT_TEXT_MAX]);
/* Write v / total as pprof's percentage() does: "  100%", " 4.56%". */
int unit_percentage(int64_t v, int64_t total, char buf[UNIT_TEXT_MAX]);

/* Return the unit that pprof uses for "minimum". `smallest` is the smallest
   non-zero |value| shown. Returns `from` if its family is unknown. */
struct str unit_minimum(
	int64_t smallest, int64_t total, struct str from, bool integers);

/* Readers store fractional counts in parts of a count, which are printed as
   counts again: 334618 "thousandths" as 334.62. Return the unit for a number of
   decimals, at most UNIT_DECIMALS_MAX; "count" for 0. */
enum { UNIT_DECIMALS_MAX = 6 };
struct str unit_of_decimals(int decimals);
/* Return the number of decimals of such a unit; 0 for others. */
int unit_decimals(struct str unit);

/* True if values can be converted: the same family, or equal names. */
bool unit_compatible(struct str a, struct str b);
/* True for a unit of time, or of memory. */
bool unit_is_time(struct str unit);
bool unit_is_memory(struct str unit);

#endif
