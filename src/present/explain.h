/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words where there is no picture: profiles with nothing to draw, filters
 * that left nothing.
 */
#ifndef FT_PRESENT_EXPLAIN_H
#define FT_PRESENT_EXPLAIN_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "present/caption.h"
#include "present/number.h"
#include "present/plan.h"
#include "present/zoom.h"

/* One line about what is odd in this profile, for the graph pane: "no
   samples", "every value is zero", "no function names: ...". Appends nothing
   when all is well. `blank` tells whether there is nothing to draw. */
void explain_profile(struct strbuf *out, const struct view *v, bool *blank);

/* The filters took everything: the samples that there were are gone. */
bool explain_is_empty(const struct view *v);
/* "All 3 000 samples are filtered out.", then a line for each filter with
   what it keeps, the one that emptied it marked; lines end in a newline. */
void explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii);
/* The option that took the last of it, for "undo": NULL when unknown. */
const struct effect *explain_culprit(const struct view *v);

#endif
