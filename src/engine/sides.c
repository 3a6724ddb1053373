/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Categories of changes, their signs and words. */
#include "prelude.h"

#include "engine/sides.h"

#include "profile/unit.h"

enum { LEAST_OF_BASE = 100 }; /* a change up to base / 100 counts as none */

enum change
change_of(struct sides s, const struct change_scale *scale)
{
	int64_t delta = sides_delta(s);
	uint64_t size = u64_abs(delta), base = u64_abs(s.base);
	bool strong;

	if (delta == 0)
		return CHANGE_SAME;
	if (s.base == 0)
		return CHANGE_ADDED;
	if (s.new == 0)
		return CHANGE_REMOVED;
	if (size <= u64_abs(scale->least) || size <= base / LEAST_OF_BASE)
		return CHANGE_SAME;
	strong = size >= u64_abs(scale->most) / 3;
	if (delta > 0)
		return strong ? CHANGE_UP_STRONG : CHANGE_UP;
	return strong ? CHANGE_DOWN_STRONG : CHANGE_DOWN;
}

const char *
change_word(enum change c, struct str unit)
{
	switch (c) {
	case CHANGE_ADDED:
		return "added";
	case CHANGE_REMOVED:
		return "removed";
	case CHANGE_UP:
	case CHANGE_UP_STRONG:
		return unit_is_time(unit) ? "slower" : "more";
	case CHANGE_DOWN:
	case CHANGE_DOWN_STRONG:
		if (unit_is_time(unit))
			return "faster";
		return unit_is_memory(unit) ? "less" : "fewer";
	case CHANGE_SAME:
		break;
	}
	return "same";
}

