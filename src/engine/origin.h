/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whose code the functions of a profile are, by the rules of originrule.h.
 * Each pair of function and mapping is judged once, when it is first asked
 * for.
 *
 * Borrows the profile; belongs to one thread.
 */
#ifndef FT_ENGINE_ORIGIN_H
#define FT_ENGINE_ORIGIN_H

#include "base/err.h"
#include "base/str.h"
#include "engine/frame.h"
#include "engine/originrule.h"
#include "engine/query.h"
#include "profile/profile.h"

struct origins;

/* Of the query its patterns for what is the user's own, a library's and the
   system's, whatever the rules say: tried in this order, on names, files and
   mappings. NULL: none. NULL and err (ERR_USAGE) when one is bad. */
struct origins *origins_new(
	const struct profile *p, const struct query *q, struct err *err);
void origins_free(struct origins *o); /* NULL is fine */

/* Either may be NONE. */
struct origin origin_of(struct origins *o, func_id func, map_id map);
/* A frame of this profile: that of the first place that gave it. */
struct origin origin_of_frame(
	struct origins *o, const struct frames *frames, frame_id frame);

#endif
