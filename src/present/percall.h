/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of one call of a function, callees included: its total divided by
   its calls, not counting recursive calls. Only call graphs contain the number
   of calls (engine/calltotals.h). */
#ifndef FT_PRESENT_PERCALL_H
#define FT_PRESENT_PERCALL_H

#include "base/strbuf.h"
#include "engine/calltotals.h"
#include "engine/sides.h"
#include "engine/view.h"

/* True if there are call counts for the sample type shown. */
static inline bool
percall_is_known(const struct view *v)
{
	return v->entries.value != NULL && v->w.total.div == NULL &&
		v->column != calltotals_column(v->profile);
}

/* Set both sides of a diff, else only `new`; return false if unknown. */
bool percall_sides(const struct view *v, frame_id frame, struct sides *out);
/* Append "23.4us"; in a diff "1.51us to 0.20us", or one side if the other was
   not called. Appends nothing if unknown. */
void percall_put(struct strbuf *out, const struct view *v, frame_id frame);

#endif
