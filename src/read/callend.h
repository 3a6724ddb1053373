/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a file of callgrind or cachegrind all there? Their last line tells:
 *
 *     totals: 149137       callgrind, at the end of each part
 *     summary: 150327      cachegrind, at the end
 *
 * Both are the sums of what the lines before cost themselves. (callgrind has a
 * "summary:" as well, above the costs, and it may be more.) Other programs
 * need not write either; of their files only a last line without its end can
 * be told.
 */
#ifndef FT_READ_CALLEND_H
#define FT_READ_CALLEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/notes.h"
#include "base/str.h"
#include "read/callevents.h"

struct call_end {
	bool has_cmd, has_creator, has_version; /* lines of the header */
	bool by_callgrind, by_cachegrind;       /* ... "creator:" says so */
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
	const struct call_end *e, struct str bytes, struct notes *notes);

#endif
