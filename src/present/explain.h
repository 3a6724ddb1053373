/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words where there is no picture: profiles with nothing to draw, filters
 * that left nothing.
 */
#ifndef FT_PRESENT_EXPLAIN_H
#define FT_PRESENT_EXPLAIN_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "present/number.h"

/* Is there nothing to draw in the graph pane? Then `out`, empty before, says
   why: "This profile has no samples." */
bool explain_blank(struct strbuf *out, const struct view *v);

/* The filters took everything: the samples that there were are gone. */
bool explain_is_empty(const struct view *v);
/* "All 3 000 samples are filtered out.", then a line for each filter with
   what it keeps, the one that emptied it marked; lines end in a newline. */
void explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii);

#endif
