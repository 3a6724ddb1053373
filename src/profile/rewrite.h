/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of a profile with other stacks, or with some of its columns: the
 * tables are copied into a builder with the same ids.
 */
#ifndef FT_PROFILE_REWRITE_H
#define FT_PROFILE_REWRITE_H

#include "profile/builder.h"
#include "profile/profile.h"

/* Return a builder with p's strings, types, functions, mappings, label sets and
   header; and its locations unless the caller makes its own. No stacks, no
   samples. Mappings keep the MAP_* bits that are in `has`. If progress, which
   may be NULL, asks to stop, the builder fails. */
struct builder *rewrite_tables(const struct profile *p, bool locations,
	unsigned has, const struct progress *progress);
/* The lines of a location to keep: those in from..to that are not 0 in `stays`
   ([line.n]; NULL: all), with or without their columns. */
struct rewrite_lines {
	line_id from, to;
	const uint8_t *stays;
	bool columns;
};
loc_id rewrite_location(struct builder *b, const struct profile *p, loc_id loc,
	struct rewrite_lines lines);
/* Add sample i of p with another leaf and a label set of the builder. */
int rewrite_sample(struct builder *b, const struct profile *p, size_t i,
	node_id leaf, lset_id labels);

/* Return the part of a profile in from <= t < until, in ns since the first
   sample; its header has this time. A value that lasts (kind_lasts()) is cut;
   other samples are kept if they begin there. p must have times. NULL and
   err. */
struct profile *rewrite_times(const struct profile *p, int64_t from,
	int64_t until, const struct progress *progress, struct err *err);

/* Return a copy with n of the value columns; default_type is the new default.
   It is not sealed, so that the caller may change it; the builder fails if it
   needs more than max_memory (0: no limit). */
struct builder *rewrite_select(const struct profile *p, const uint32_t *column,
	size_t n, struct str default_type, size_t max_memory);

#endif
