/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile like another one but for its stacks, or for some columns: the
 * tables are copied into a builder with the same ids.
 */
#ifndef FT_PROFILE_REWRITE_H
#define FT_PROFILE_REWRITE_H

#include "profile/builder.h"
#include "profile/profile.h"

/* Strings, types, functions, mappings, label sets, header; and locations
   unless the caller wants to make its own. No stacks, no samples. Mappings
   keep those MAP_* bits that are in `has`. progress may be NULL; when it asks
   to stop, the builder fails. */
struct builder *rewrite_tables(const struct profile *p, bool locations,
	unsigned has, const struct progress *progress);
/* The lines of a location that stay: of from..to those that are not 0 in
   `stays` ([line.n]; NULL: all), with their columns or without. */
struct rewrite_lines {
	line_id from, to;
	const uint8_t *stays;
	bool columns;
};
loc_id rewrite_location(struct builder *b, const struct profile *p, loc_id loc,
	struct rewrite_lines lines);
/* Sample i, ending at another leaf, with this label set of the builder. */
int rewrite_sample(struct builder *b, const struct profile *p, size_t i,
	node_id leaf, lset_id labels);

/* A profile with what is of from <= t < until, in ns since the first sample,
   whose header says when that is: of a value that lasts (kind_lasts()) the part
   in it, of others all if they begin in it. p must have times. NULL and err.
 */
struct profile *rewrite_times(const struct profile *p, int64_t from,
	int64_t until, const struct progress *progress, struct err *err);

/* A copy with n of the value columns; default_type is the new default. Not
   sealed yet, for what the caller may want to change; the builder remembers
   when it needs more than max_memory (0: no limit). */
struct builder *rewrite_select(const struct profile *p, const uint32_t *column,
	size_t n, struct str default_type, size_t max_memory);

#endif
