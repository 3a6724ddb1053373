/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames of perf script as locations. Frames that were compiled into one
 * place have one address, and become one location:
 *
 *     55d1 inner+0x1b (inlined)       \
 *     55d1 middle+0x1b (inlined)       > inner, middle, outer at 55d1
 *     55d1 outer+0x1b (/opt/app)      /
 *
 * The one with a dso is the function that really was called. perf takes it for
 * the innermost at times, and names it once more behind the others, as its
 * debug information does ("sum" for "ring<int>::sum"); or it takes all of them
 * for inlined, where that name is another one than the symbol's.
 *
 * A dso is a mapping, of which only the name is known.
 */
#ifndef FT_READ_PERFFRAME_H
#define FT_READ_PERFFRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "profile/builder.h"

struct perf_frame;
struct perf_frames;

struct perf_frames *perf_frames_new(struct builder *b);
void perf_frames_free(struct perf_frames *f); /* NULL is fine */
/* Is this frame of the location that is being collected? */
bool perf_frames_joins(
	const struct perf_frames *f, const struct perf_frame *frame);
/* Then, or when nothing is: add it, with the line it stood in. */
void perf_frames_add(
	struct perf_frames *f, struct str line, const struct perf_frame *frame);
/* Where the frame added last is from, as perf tells it. */
void perf_frames_source(struct perf_frames *f, struct str line);
/* What was collected, as a location; it is empty then. NONE when it was
   empty, or at a limit. */
loc_id perf_frames_take(struct perf_frames *f);
/* Bytes held beside the builder. */
size_t perf_frames_bytes(const struct perf_frames *f);
/* After the last: the program itself becomes the first mapping. It is the one
   that a thread is named after, or the busiest that is no library. */
void perf_frames_end(struct perf_frames *f, const str_id *comm, size_t n);

#endif
