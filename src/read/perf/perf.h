/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text of perf script: lines, frames, and mappings of files. */
#ifndef FT_READ_PERF_PERF_H
#define FT_READ_PERF_PERF_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/unwound.h"

/*
 * Parses the lines that `perf script` prints. For a sample:
 *
 *     page worker 7 881/912 [003] 23797.040983950:  250000 cpu-clock:u: rest
 *     '--- comm --' pid tid  cpu        time        period '- event -'
 *
 *             55d1 std::map<int, int>::find(int const&)+0x1b (/opt/app)
 *          address '---------- symbol ----------------'        dso
 *
 * Any part of the event line may be missing, depending on perf's version and
 * -F: "912 23797.04: cycles:", "page worker 7", or nothing before the frames. A
 * lone number is the tid, or the period if its column is wider. All strings
 * point into the line.
 */

struct perf_event {
	struct str who; /* comm, ids and cpu as printed, to compare */
	struct str comm, pid, tid, cpu;     /* "" if missing */
	bool has_time, has_period, clipped; /* clipped: the period */
	int64_t time;                       /* ns since boot */
	int64_t period;
	struct str event; /* "cycles:u", "sched:sched_switch"; "": missing */
	struct str rest;  /* a frame, or the text of a tracepoint; or "" */
};

struct perf_frame {
	uint64_t address;
	struct str symbol; /* without "+0x1b"; may be "" or "[unknown]" */
	struct str dso;    /* without " (deleted)"; "" if missing */
	bool inlined;      /* is inlined into the next frame */
};

/* A line of --show-mmap-events:

       app 881/881 23797.04: PERF_RECORD_MMAP2 881/881:
	   [0x55d0000(0x40000) @ 0x14000 fe:00 10070 98]: r-xp /opt/app
	      start   size       offset                        file

   in one line; with --buildid-mmap "<0f3a...>" follows the offset. */
struct perf_map {
	uint64_t start, size, offset;
	struct str build_id; /* hex digits; "" if missing */
	struct str file;
	bool executable;
};

/* Parse a line; false if it is a different kind. An event line has an event. */
bool perf_event_line(struct str line, struct perf_event *out);
bool perf_frame_line(struct str line, struct perf_frame *out);
/* True if the line has a time, or a comm and a tid. Any other event line must
   be followed by frames, because other programs' text may look like one. */
bool perf_event_is_sure(const struct perf_event *e);
/* Parse an event line that names no event. The comm is all text before the
   first part that is recognized. */
void perf_bare_line(struct str line, struct perf_event *out);
/* True for a frame with perf's indentation, or with a dso. */
bool perf_frame_is_sure(struct str line);
bool perf_map_line(struct str line, struct perf_map *out);

/*
 * Mappings of the files in a recording. perf prints addresses in stacks as file
 * offsets, but the address of a sample without a stack as in its process, which
 * differs between processes. Both are translated to the file's first mapping:
 *
 *     PERF_RECORD_MMAP2 881/881: [0x55d0000(0x40000) @ 0x14000 ...]: /opt/app
 *     PERF_RECORD_MMAP2 902/902: [0x7aa0000(0x40000) @ 0x14000 ...]: /opt/app
 *
 *     stack          14ea3 (/opt/app)  \
 *     sample alone 55d0ea3 (/opt/app)   >  55d0ea3
 *     sample alone 7aa0ea3 (/opt/app)  /
 */

struct perf_mapped {
	uint64_t start, limit, offset;
};

struct perf_mapped_file {
	struct perf_mapped first;
	struct str build_id;             /* "" if missing */
	VEC(struct perf_mapped) another; /* mappings at other addresses */
};

struct perf_maps {
	struct arena *arena; /* borrowed */
	struct intern name;
	VEC(struct perf_mapped_file) file; /* [id in name]; 0 is unused */
};

void perf_maps_init(struct perf_maps *m, struct arena *arena);
void perf_maps_fini(struct perf_maps *m);
void perf_maps_add(struct perf_maps *m, const struct perf_map *map);
/* Return the bytes held outside the arena. */
size_t perf_maps_bytes(const struct perf_maps *m);
/* Find a file. NULL if it has no mapping. */
const struct perf_mapped_file *perf_maps_find(
	const struct perf_maps *m, struct str file);
/* Translate an address that perf printed to the first mapping of the file.
   `alone`: the sample has no stack. An address in no mapping is unchanged. */
uint64_t perf_maps_address(
	const struct perf_mapped_file *f, uint64_t printed, bool alone);

/*
 * Turns frames of perf script into locations. Frames inlined at one place share
 * an address and become one location:
 *
 *     55d1 inner+0x1b (inlined)       \
 *     55d1 middle+0x1b (inlined)       > inner, middle, outer at 55d1
 *     55d1 outer+0x1b (/opt/app)      /
 *
 * The frame with a dso is the function that was called. Sometimes perf prints
 * it as the innermost, and again after the others with the name in its debug
 * information ("sum" for "ring<int>::sum"); or, if that name differs from the
 * symbol's, it prints all frames as inlined.
 *
 * A dso becomes a mapping with only a name, unless mmap events are printed too
 * (see above).
 *
 * Program frames that perf itself unwound, by DWARF or from branch records,
 * already point into the call. Frames that the kernel unwound are return
 * addresses (unwound.h).
 */

struct perf_map_row {
	str_id file;
	size_t hits;
	uint8_t has; /* MAP_* */
};

struct perf_place {
	loc_id loc;
	map_id map;
};

struct perf_frames {
	struct builder *builder;
	struct strbuf text;           /* frames being collected, one per line */
	uint64_t address;             /* address of the frames in `text` */
	bool has_dso;                 /* a frame has a dso, is not inlined */
	bool has_source;              /* a frame has a source line */
	enum unwound_kind kind;       /* kind of the function that was called */
	struct unwound unwound;       /* state of the stack */
	bool placed;                  /* program frames point into the call */
	size_t late;                  /* locations with the line after a call */
	struct intern seen;           /* texts of locations */
	VEC(struct perf_place) place; /* [id in seen] */
	map_id taken;                 /* mapping of the last location taken */
	bool alone;                   /* samples have no stacks */
	struct map64 func_of, map_by_file;
	VEC(struct perf_map_row) map;
	struct perf_maps maps;
	VEC(struct builder_line) line; /* scratch */
};

/* Begin; strings go to the arena. */
void perf_frames_init(
	struct perf_frames *f, struct builder *b, struct arena *arena);
void perf_frames_fini(struct perf_frames *f);
/* Return the bytes held outside the arena. */
size_t perf_frames_bytes(const struct perf_frames *f);
/* Begin a stack, before its leaf. */
void perf_frames_begin(struct perf_frames *f);
/* Add a frame and its line to the location being collected. */
void perf_frames_add(
	struct perf_frames *f, struct str line, const struct perf_frame *frame);
/* Add the source of the last frame, from perf's output. */
void perf_frames_source(struct perf_frames *f, struct str line);
/* Return the collected location and begin a new one. NONE if no frame was
   added, or at a limit. */
loc_id perf_frames_take(struct perf_frames *f);
/* Make the program the first mapping, after the last stack. It is the mapping
   with the name of a thread, or the most used one that is not a library. */
void perf_frames_end(struct perf_frames *f, const str_id *comm, size_t n);

/*
 * Adds the output of `perf script` to a builder, line by line: one sample per
 * event line and the frames below it.
 *
 *     # cmdline : perf record -g ./app
 *     app 881/881 23797.04:  250000 cpu-clock:     sample: labels, value
 *             55d1 inner+0x1b (inlined)            one location, two lines
 *             55d1 outer+0x1b (/opt/app)
 *       app.c:12                                   ... their source, if given
 *
 * Each event is a sample type, in addition to the number of samples. Equal
 * texts of frames and of "who" are parsed only once.
 */

struct read_job;
struct perf_text;

/* Begin; the job is borrowed. */
struct perf_text *perf_text_new(struct read_job *job);
void perf_text_free(struct perf_text *t); /* NULL is fine */
/* Parse the next line, without its "\n". -1 at a limit; perf_text_end() then
   sets the error. */
int perf_text_line(struct perf_text *t, struct str line);
size_t perf_text_samples(const struct perf_text *t);
/* End after the last line, and add the samples to the builder. is_cut: the last
   line had no "\n". -1 and err if there are no samples, or at a limit. */
int perf_text_end(struct perf_text *t, bool is_cut, struct err *err);

#endif
