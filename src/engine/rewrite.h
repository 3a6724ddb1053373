/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile like another one but for its stacks: the tables are copied into
 * a builder with the same ids, so the caller only makes new leaves.
 */
#ifndef FT_ENGINE_REWRITE_H
#define FT_ENGINE_REWRITE_H

#include "profile/builder.h"
#include "profile/profile.h"

/* Strings, types, functions, mappings, label sets, header; and locations
   unless the caller wants to make its own. No stacks, no samples. Mappings
   keep those MAP_* bits that are in `has`. progress may be NULL; when it asks
   to stop, the builder fails. */
struct builder *rewrite_tables(const struct profile *p, bool locations,
	unsigned has, const struct progress *progress);
/* One location as it is, or with the lines from..to of the profile only. */
loc_id rewrite_location(struct builder *b, const struct profile *p, loc_id loc,
	line_id from, line_id to);
/* Sample i, ending at another leaf. */
int rewrite_sample(
	struct builder *b, const struct profile *p, size_t i, node_id leaf);

#endif
