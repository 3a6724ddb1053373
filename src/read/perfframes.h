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
 * A dso is a mapping, of which only the name is known unless mmap events are
 * printed, too: see perfmaps.h.
 *
 * Frames of a program that perf unwound itself, with DWARF or from the
 * processor's records of branches, are within the call already; those that the
 * kernel found are return addresses (unwound.h).
 */
#ifndef FT_READ_PERFFRAMES_H
#define FT_READ_PERFFRAMES_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/perfline.h"
#include "read/perfmaps.h"
#include "read/unwound.h"

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

#endif
