/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one call of a function cost with all that it called: its total, by how
   often it was called while it was not running already. Only call graphs say
   that (engine/calltotals.h). */
#ifndef FT_PRESENT_PERCALL_H
#define FT_PRESENT_PERCALL_H

#include "base/strbuf.h"
#include "engine/calltotals.h"
#include "engine/sides.h"
#include "engine/view.h"

/* Does the profile say it of any function? */
static inline bool
percall_is_known(const struct view *v)
{
	return v->entries.value != NULL && v->w.total.div == NULL &&
		v->column != calltotals_column(v->profile);
}

/* Of both sides of a diff, else of `new` alone. False: not of this frame. */
bool percall_sides(const struct view *v, frame_id frame, struct sides *out);
/* Append "23.4us"; of a diff "1.51us to 0.20us", or one side if the other was
   not called. Nothing where it is not known. */
void percall_put(struct strbuf *out, const struct view *v, frame_id frame);

#endif
