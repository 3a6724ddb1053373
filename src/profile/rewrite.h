/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of a profile with other stacks, or with some of its columns. The
 * tables are copied into a builder with the same ids.
 */
#ifndef FT_PROFILE_REWRITE_H
#define FT_PROFILE_REWRITE_H

#include "profile/builder.h"
#include "profile/profile.h"

/* Return a builder with p's strings, types, functions, mappings, label sets and
   header, and with its locations if `locations` is true, but without stacks and
   samples. Mappings keep only the MAP_* bits in `has`. If progress, which may
   be NULL, asks to stop, the builder fails. */
struct builder *rewrite_tables(const struct profile *p, bool locations,
	unsigned has, const struct progress *progress);
/* The lines of a location to copy: from .. to - 1, without each line i for
   which stays[i] is 0; if `stays` is NULL, all. If `columns` is false, column
   numbers become 0. */
struct rewrite_lines {
	line_id from, to;
	const uint8_t *stays;
	bool columns;
};
loc_id rewrite_location(struct builder *b, const struct profile *p, loc_id loc,
	struct rewrite_lines lines);
/* Add sample i of p with a leaf and a label set of the builder. */
int rewrite_sample(struct builder *b, const struct profile *p, size_t i,
	node_id leaf, lset_id labels);

/* Return the part of a profile in from <= t < until, in ns since the first
   sample. The header gets the time of this part. Values that last, by
   kind_lasts(), are cut; other values are kept if their samples begin in this
   time. p must have times. NULL and err on failure. */
struct profile *rewrite_times(const struct profile *p, int64_t from,
	int64_t until, const struct progress *progress, struct err *err);

/* Return a copy with n of the value columns and a new default type, as a
   builder that the caller may change and must seal. The builder fails if it
   needs more than max_memory bytes (0: no limit). */
struct builder *rewrite_select(const struct profile *p, const uint32_t *column,
	size_t n, struct str default_type, size_t max_memory);

#endif
