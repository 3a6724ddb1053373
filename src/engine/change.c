/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a frame: see change.h. */
#include "config.h"

#include "engine/change.h"

#include "base/num.h"
#include "profile/unit.h"

#include "base/banned.h"

enum { LEAST_OF_BASE = 100 }; /* a change under 1/100 of the base is none */

/* The base's part and, with what is left of the difference, the new one's;
   each divided by its own count. */
static struct sides
sides_at(const int64_t *delta, const int64_t *div, const int64_t *base,
	const int64_t *base_div, size_t i)
{
	int64_t new = i64_wrap_add(delta[i], base[i]);

	if (div == NULL)
		return (struct sides){ base[i], new };
	return (struct sides){ weight_div(base[i], base_div[i]),
		weight_div(new, i64_wrap_add(div[i], base_div[i])) };
}

struct sides
sides_node(const struct tree *t, node_id node, bool self)
{
	if (self)
		return sides_at(t->self, t->div_self, t->base_self,
			t->base_div_self, node);
	return sides_at(
		t->total, t->div_total, t->base_total, t->base_div_total, node);
}

struct sides
sides_frame(const struct weights *w, frame_id frame, bool cum)
{
	if (cum)
		return sides_at(w->cum, w->cum_div, w->base_cum,
			w->base_cum_div, frame);
	return sides_at(
		w->flat, w->flat_div, w->base_flat, w->base_flat_div, frame);
}

struct sides
sides_kept(const struct weights *w)
{
	return (struct sides){ weight_div(w->base_sum, w->base_sum_div),
		weight_div(w->new_sum, w->new_sum_div) };
}

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
change_sign(enum change c)
{
	static const char *const signs[] = {
		[CHANGE_SAME] = "",
		[CHANGE_UP] = "+",
		[CHANGE_UP_STRONG] = "++",
		[CHANGE_DOWN] = "-",
		[CHANGE_DOWN_STRONG] = "--",
		[CHANGE_ADDED] = "N",
		[CHANGE_REMOVED] = "G",
	};

	return signs[c];
}

const char *
change_doubt(enum change c)
{
	static const char *const signs[] = {
		[CHANGE_SAME] = "",
		[CHANGE_UP] = "+?",
		[CHANGE_UP_STRONG] = "++?",
		[CHANGE_DOWN] = "-?",
		[CHANGE_DOWN_STRONG] = "--?",
		[CHANGE_ADDED] = "N?",
		[CHANGE_REMOVED] = "G?",
	};

	return signs[c];
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
