/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of perf script: its lines, its frames, and where files were mapped. */
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

/*
 * Where the files of a recording of perf were mapped. perf prints an address of
 * a stack as an offset into its file, and that of a sample without a stack as
 * it was in the process, which differs from process to process. Both become the
 * address at the place where the file was seen first:
 *
 *     PERF_RECORD_MMAP2 881/881: [0x55d0000(0x40000) @ 0x14000 ...]: ...
 * /opt/app PERF_RECORD_MMAP2 902/902: [0x7aa0000(0x40000) @ 0x14000 ...]: ...
 * /opt/app
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
	struct str build_id;             /* "" where not given */
	VEC(struct perf_mapped) another; /* of other processes */
};

struct perf_maps {
	struct arena *arena; /* borrowed */
	struct intern name;
	VEC(struct perf_mapped_file) file; /* [name]; 0 is none */
};

void perf_maps_init(struct perf_maps *m, struct arena *arena);
void perf_maps_fini(struct perf_maps *m);
void perf_maps_add(struct perf_maps *m, const struct perf_map *map);
/* Bytes held outside the arena. */
size_t perf_maps_bytes(const struct perf_maps *m);
/* NULL: it was not seen. */
const struct perf_mapped_file *perf_maps_find(
	const struct perf_maps *m, struct str file);
/* The address that perf printed, of a sample without a stack or of a stack, as
   an address at the first place; as it is where it belongs to none. */
uint64_t perf_maps_address(
	const struct perf_mapped_file *f, uint64_t printed, bool alone);

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
 * A dso is a mapping, of which only the name is known unless mmap events are
 * printed, too: see perf.h.
 *
 * Frames of a program that perf unwound itself, with DWARF or from the
 * processor's records of branches, are within the call already; those that the
 * kernel found are return addresses (unwound.h).
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
	struct strbuf text;           /* being collected, a line each */
	uint64_t address;             /* ... all at this one */
	bool has_dso;                 /* ... and not only inlined ones */
	bool has_source;              /* ... and lines */
	enum unwound_kind kind;       /* ... of the function that was called */
	struct unwound unwound;       /* of the stack */
	bool placed;                  /* frames of programs are calls already */
	size_t late;                  /* places with the line behind a call */
	struct intern seen;           /* texts, each a location */
	VEC(struct perf_place) place; /* [seen] */
	map_id taken;                 /* the mapping of what was taken last */
	bool alone;                   /* they are of samples without stacks */
	struct map64 func_of, map_by_file;
	VEC(struct perf_map_row) map;
	struct perf_maps maps;
	VEC(struct builder_line) line; /* scratch */
};

/* Texts go to the arena. */
void perf_frames_init(
	struct perf_frames *f, struct builder *b, struct arena *arena);
void perf_frames_fini(struct perf_frames *f);
/* Bytes held outside the arena. */
size_t perf_frames_bytes(const struct perf_frames *f);
/* Before the leaf of a stack. */
void perf_frames_begin(struct perf_frames *f);
/* Add a frame to what is collected, with its line. */
void perf_frames_add(
	struct perf_frames *f, struct str line, const struct perf_frame *frame);
/* Where the frame added last is from, according to perf. */
void perf_frames_source(struct perf_frames *f, struct str line);
/* What was collected, as a location; it is empty then. NONE when it was
   empty, or at a limit. */
loc_id perf_frames_take(struct perf_frames *f);
/* After the last: the program itself becomes the first mapping. It is the one
   that a thread is named after, or the busiest that is not a library. */
void perf_frames_end(struct perf_frames *f, const str_id *comm, size_t n);

/*
 * What `perf script` prints, line by line, into a builder: one sample for
 * each event line and the frames below it.
 *
 *     # cmdline : perf record -g ./app
 *     app 881/881 23797.04:  250000 cpu-clock:     sample: labels, value
 *             55d1 inner+0x1b (inlined)            one location, two lines
 *             55d1 outer+0x1b (/opt/app)
 *       app.c:12                                   ... their source, if given
 *
 * Each event is a sample type, beside the number of samples. Equal texts of
 * frames and of "who" are taken apart once.
 */

struct read_job;
struct perf_text;

/* For job->builder; borrows the job. */
struct perf_text *perf_text_new(struct read_job *job);
void perf_text_free(struct perf_text *t); /* NULL is fine */
/* The next line, without its "\n". -1 when a limit is reached; the error
   comes from perf_text_end(). */
int perf_text_line(struct perf_text *t, struct str line);
size_t perf_text_samples(const struct perf_text *t);
/* No more lines. The samples go to the builder. is_cut: the last line had no
   "\n". -1 and err: there is nothing to show, or a limit. */
int perf_text_end(struct perf_text *t, bool is_cut, struct err *err);

#endif
