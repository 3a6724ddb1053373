/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units and numbers as pprof prints them. Reports need every byte of this; the
 * screen uses the same text.
 */
#ifndef FT_PROFILE_UNIT_H
#define FT_PROFILE_UNIT_H

#include "base/str.h"
#include "base/strbuf.h"

enum { UNIT_TEXT_MAX = 64 };

/* Return v, in the unit `from`, as pprof's scale() converts it to `to`. *unit
   is the printed name, "" for none; it is static or `to` itself. */
double unit_scale(int64_t v, struct str from, struct str to, struct str *unit);
/* Write pprof's label(), "1.50kB", "0", "12", with a NUL. Returns its
   length. */
int unit_label(
	int64_t v, struct str from, struct str to, char buf[UNIT_TEXT_MAX]);
/* Write pprof's percentage(v, total): "  100%", " 4.56%", " 0.12%". */
int unit_percentage(int64_t v, int64_t total, char buf[UNIT_TEXT_MAX]);

/* Return the unit that "minimum" means for values between the smallest non-zero
   |value| shown and the total; `from` if its family is unknown. */
struct str unit_minimum(
	int64_t smallest, int64_t total, struct str from, bool integers);

/* True if values can be converted: the same family, or equal names. */
bool unit_compatible(struct str a, struct str b);
/* True for a unit of time, or of memory. */
bool unit_is_time(struct str unit);
bool unit_is_memory(struct str unit);

#endif
