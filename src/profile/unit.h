/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units and numbers as pprof prints them. Reports need every
 * byte of this; the screen uses the same text.
 */
#ifndef FT_PROFILE_UNIT_H
#define FT_PROFILE_UNIT_H

#include "base/str.h"
#include "base/strbuf.h"

enum { UNIT_TEXT_MAX = 64 };

/* scale(): the value of v `from` in `to`; *unit is the unit's printed
   name, "" when none is printed (it may be `to` itself, so it lives as long
   as `to` does or is static). */
double unit_scale(int64_t v, struct str from, struct str to, struct str *unit);
/* label(): "1.50kB", "0", "12". Returns a length; buf is NUL-terminated. */
int unit_label(
	int64_t v, struct str from, struct str to, char buf[UNIT_TEXT_MAX]);
/* percentage(v, total): "  100%", " 4.56%", " 0.12%". */
int unit_percentage(int64_t v, int64_t total, char buf[UNIT_TEXT_MAX]);

/* The finest unit that "minimum" means for values between the smallest
   non-zero shown |value| and the total; `from` when its family is unknown. */
struct str unit_minimum(
	int64_t smallest, int64_t total, struct str from, bool integers);

/* Same family (or equal names), so values can be converted. */
bool unit_compatible(struct str a, struct str b);
/* Is it a unit of time, or of memory? */
bool unit_is_time(struct str unit);
bool unit_is_memory(struct str unit);

#endif
