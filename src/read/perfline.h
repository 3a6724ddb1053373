/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two kinds of lines that `perf script` prints for a sample, taken apart:
 *
 *     page worker 7 881/912 [003] 23797.040983950:  250000 cpu-clock:u: rest
 *     '--- comm --' pid tid  cpu        time        period '- event -'
 *
 *             55d1 std::map<int, int>::find(int const&)+0x1b (/opt/app)
 *          address '---------- symbol ----------------'        dso
 *
 * What is in brackets in the event line, and period, time and pid, may be
 * missing, as the version of perf and its -F have it. Nothing is copied: all
 * texts point into the line.
 */
#ifndef FT_READ_PERFLINE_H
#define FT_READ_PERFLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "profile/builder.h"

/* ---- Lines ---- */

struct perf_event {
	struct str who; /* comm, ids and cpu together, to be compared */
	struct str comm, pid, tid, cpu; /* digits; "" where not given */
	bool has_time, has_period;
	int64_t time; /* ns since the machine was started */
	int64_t period;
	struct str event; /* "cycles:u", "sched:sched_switch" */
	struct str rest;  /* a frame, or the text of a tracepoint; or "" */
};

struct perf_frame {
	uint64_t address;
	struct str symbol; /* without its "+0x1b"; "" and "[unknown]" occur */
	struct str dso;    /* without " (deleted)"; "" when not given */
	bool inlined;      /* into the next frame */
};

/* False when it is not such a line. */
bool perf_event_line(struct str line, struct perf_event *out);
bool perf_frame_line(struct str line, struct perf_frame *out);
/* Of a line behind a frame, with -F +srcline: "  demo.c:4". False when it
   names none; *number is 0 then. */
bool perf_source_line(struct str line, struct str *file, int64_t *number);
/* Is it a name for times, so that its periods are nanoseconds? */
bool perf_event_is_clock(struct str event);
/* "cycles:u" -> "cycles"; "sched:sched_switch" stays. */
struct str perf_event_plain(struct str event);

/* ---- Frames as locations ---- */

/* Frames of perf script as locations. Frames that were compiled into one
   place have one address, and become one location:

       55d1 inner+0x1b (inlined)       \
       55d1 middle+0x1b (inlined)       > inner, middle, outer at 55d1
       55d1 outer+0x1b (/opt/app)      /

   The one with a dso is the function that really was called. perf takes it for
   the innermost at times, and names it once more behind the others, as its
   debug information does ("sum" for "ring<int>::sum"); or it takes all of them
   for inlined, where that name is another one than the symbol's.

   A dso is a mapping, of which only the name is known. */
struct perf_frames;

struct perf_frames *perf_frames_new(struct builder *b);
void perf_frames_free(struct perf_frames *f); /* NULL is fine */
/* Is this frame of the location that is being collected? */
bool perf_frames_joins(
	const struct perf_frames *f, const struct perf_frame *frame);
/* Then, or when nothing is: add it, with its line. */
void perf_frames_add(
	struct perf_frames *f, struct str line, const struct perf_frame *frame);
/* Where the frame added last is from, according to perf. */
void perf_frames_source(struct perf_frames *f, struct str line);
/* What was collected, as a location; it is empty then. NONE when it was
   empty, or at a limit. */
loc_id perf_frames_take(struct perf_frames *f);
/* Bytes held beside the builder. */
size_t perf_frames_bytes(const struct perf_frames *f);
/* After the last: the program itself becomes the first mapping. It is the one
   that a thread is named after, or the busiest that is not a library. */
void perf_frames_end(struct perf_frames *f, const str_id *comm, size_t n);

#endif
