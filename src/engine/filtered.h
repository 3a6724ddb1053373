/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile with the filters applied to its samples, as in pprof, for reports
 * that print samples instead of sums (raw, traces, tags, proto).
 *
 *     [A,B,C] 5 {k=v}     hide=B, taghide=k   --->   [A,C] 5 {}
 *
 * Locations lose the lines that were cut and stay in the table even if unused,
 * as in pprof. Samples that do not pass are dropped; the others keep their
 * order and values. With noinlines each location has only its outermost line,
 * mappings lose their flag for inlined frames, and lines lose their columns
 * unless showcolumns is set. The granularity is not applied.
 */
#ifndef FT_ENGINE_FILTERED_H
#define FT_ENGINE_FILTERED_H

#include "base/err.h"
#include "engine/query.h"
#include "engine/view.h"
#include "profile/profile.h"

/* Return a new profile with one reference, or the opened one if nothing is
   filtered. NULL and err on failure, ERR_CANCELLED when stopped. progress may
   be NULL. */
struct profile *filtered_profile(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);

#endif
