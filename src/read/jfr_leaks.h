/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which allocations of a recording of async-profiler were never freed, by the
 * rules of its converter (--nativemem --leak): in the order of their times, a
 * free takes away the last allocation at its address, and so does the next
 * allocation there; what was allocated in the last tenth of the time may be
 * freed yet, and does not count.
 *
 *     address   time -->                    | last tenth
 *     a         malloc ......... free       |
 *     b         malloc ...................... leaked
 *     c                                     | malloc
 */
#ifndef FT_READ_JFR_LEAKS_H
#define FT_READ_JFR_LEAKS_H

#include "base/bits.h"
#include "base/progress.h"
#include "base/vec.h"

struct jfr_heap_event {
	int64_t when;
	uint64_t address;
	uint32_t nth;   /* allocation, as they were added; NONE: a free */
	uint32_t added; /* after so many others */
};

/* All 0 at first. */
struct jfr_leaks {
	VEC(struct jfr_heap_event) event;
	uint32_t mallocs;
	size_t frees;
	struct bits leaked; /* [mallocs] */
	size_t next;
};

/* First all of them, in any order. */
void jfr_leaks_add(
	struct jfr_leaks *l, int64_t when, uint64_t address, bool is_malloc);
/* Then this; -1: stopped. */
int jfr_leaks_find(struct jfr_leaks *l, struct progress *progress);
/* Then the allocations again in the order in which they were added. */
void jfr_leaks_next(struct jfr_leaks *l);
/* Is that one leaked? */
bool jfr_leaks_is(const struct jfr_leaks *l);
size_t jfr_leaks_bytes(const struct jfr_leaks *l);
void jfr_leaks_fini(struct jfr_leaks *l);

#endif
