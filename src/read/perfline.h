/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines that `perf script` prints, taken apart. Of a sample:
 *
 *     page worker 7 881/912 [003] 23797.040983950:  250000 cpu-clock:u: rest
 *     '--- comm --' pid tid  cpu        time        period '- event -'
 *
 *             55d1 std::map<int, int>::find(int const&)+0x1b (/opt/app)
 *          address '---------- symbol ----------------'        dso
 *
 * Anything in the event line may be missing, as the version of perf and its -F
 * have it: "912 23797.04: cycles:", "page worker 7", or nothing before the
 * frames. Where nothing but its place tells a number, it is the tid, or the
 * period if it is printed wider. Nothing is copied: all texts point into the
 * line.
 */
#ifndef FT_READ_PERFLINE_H
#define FT_READ_PERFLINE_H

#include "base/str.h"

struct perf_event {
	struct str who; /* comm, ids and cpu together, to be compared */
	struct str comm, pid, tid, cpu;     /* digits; "" where not given */
	bool has_time, has_period, clipped; /* clipped: the period */
	int64_t time; /* ns since the machine was started */
	int64_t period;
	struct str event; /* "cycles:u", "sched:sched_switch"; "" not given */
	struct str rest;  /* a frame, or the text of a tracepoint; or "" */
};

struct perf_frame {
	uint64_t address;
	struct str symbol; /* without its "+0x1b"; "" and "[unknown]" occur */
	struct str dso;    /* without " (deleted)"; "" when not given */
	bool inlined;      /* into the next frame */
};

/* Of --show-mmap-events:

       app 881/881 23797.04: PERF_RECORD_MMAP2 881/881:
	   [0x55d0000(0x40000) @ 0x14000 fe:00 10070 98]: r-xp /opt/app
	      start   size       offset                        file

   in one line; with --buildid-mmap "<0f3a...>" is behind the offset. */
struct perf_map {
	uint64_t start, size, offset;
	struct str build_id; /* hex digits; "" where not given */
	struct str file;
	bool executable;
};

/* False when it is not such a line. An event line has an event. */
bool perf_event_line(struct str line, struct perf_event *out);
bool perf_frame_line(struct str line, struct perf_frame *out);
/* Has it a time, or both a comm and a tid? Otherwise other texts look so, too,
   and frames have to follow it. */
bool perf_event_is_sure(const struct perf_event *e);
/* An event line without an event; what makes no sense is the comm. */
void perf_bare_line(struct str line, struct perf_event *out);
/* A frame that is indented as perf indents it, or in a file. */
bool perf_frame_is_sure(struct str line);
bool perf_map_line(struct str line, struct perf_map *out);

#endif
