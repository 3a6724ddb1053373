/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The profile as the filters leave it: what pprof makes by editing samples,
 * for reports that print samples and not sums (raw, traces, tags, proto).
 *
 *     [A,B,C] 5 {k=v}     hide=B, taghide=k   --->   [A,C] 5 {}
 *
 * Locations lose the lines that were cut and stay in the table, used or not,
 * as in pprof; samples that do not pass are gone, the others keep their
 * order and values. With noinlines every location has its outermost line
 * only, mappings lose their note of inlined frames, and lines their columns
 * unless showcolumns is set. The granularity is not applied:
 * frames are still locations.
 */
#ifndef FT_ENGINE_FILTERED_H
#define FT_ENGINE_FILTERED_H

#include "base/err.h"
#include "engine/query.h"
#include "engine/view.h"
#include "profile/profile.h"

/* A new profile with one reference; the opened one itself when nothing is
   filtered. NULL and err, ERR_CANCELLED when progress, which may be NULL,
   asked to stop. */
struct profile *filtered_profile(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);

#endif
