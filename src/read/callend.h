/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a file of callgrind or its kin all there? A line at the end tells:
 *
 *     totals: 149137           callgrind, at the end of each part
 *     summary: 150327          cachegrind, at the end
 *     summary: 58964 439096    Xdebug, at the end, or before the last lines
 *
 * The first two are the sums of what the lines before cost themselves; what
 * Xdebug writes is more. (callgrind has a "summary:" as well, above the costs,
 * which may be more, too.) Other programs need not write either; of their
 * files only a last line without its end can be told.
 */
#ifndef FT_READ_CALLEND_H
#define FT_READ_CALLEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/warnings.h"
#include "read/callevents.h"

enum call_writer { BY_ANYBODY, BY_CALLGRIND, BY_CACHEGRIND, BY_XDEBUG };

struct call_end {
	bool has_cmd, has_creator, has_version; /* lines of the header */
	enum call_writer by;
	bool is_ended;                /* totals, and nothing after them */
	size_t wrong;                 /* line of totals that are not; 0: none */
	int64_t sum[CALL_EVENTS_MAX]; /* of the costs since the last totals */
};

/* A line "key: value". */
void call_end_header(
	struct call_end *e, struct str key, struct str value, size_t line);
/* A line of what something costs itself, n values. */
void call_end_cost(struct call_end *e, const int64_t *cost, uint32_t n);
/* Remark what may be missing from these bytes. */
void call_end_note(
	const struct call_end *e, struct str bytes, struct warnings *warnings);

#endif
