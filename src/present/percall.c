/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of one call. */
#include "prelude.h"

#include "present/percall.h"

#include "base/num.h"
#include "engine/sides.h"
#include "present/number.h"

bool
percall_sides(const struct view *v, frame_id frame, struct sides *out)
{
	struct sides calls, total;

	if (!percall_is_known(v))
		return false;
	calls = sides_at(&v->entries, frame);
	total = sides_at(&v->w.total, frame);
	*out = (struct sides){ .base = calls.base > 0 ? total.base / calls.base
						      : 0,
		.new = calls.new > 0 ? total.new / calls.new : 0 };
	return calls.base > 0 || calls.new > 0;
}

void
percall_put(struct strbuf *out, const struct view *v, frame_id frame)
{
	struct str unit =
		profile_str(v->profile, v->profile->types.unit[v->column]);
	struct sides s;

	if (!percall_sides(v, frame, &s))
		return;
	if (v->is_diff && s.base != 0) {
		amount_put(out, s.base, unit);
		strbuf_addstr(out, s.new != 0 ? " to " : ", then not called");
	}
	if (s.new != 0 || !v->is_diff)
		amount_put(out, s.new, unit);
}
