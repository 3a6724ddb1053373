/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames: what one box of the graph or one row of the table stands for.
 *
 * A frame is a key, not a place: at function granularity all line entries of
 * a function share one frame. The key is pprof's node key:
 * name, address, cleaned file, start line*, line, column, object file*, each
 * dropped where the granularity does not use it (* only for frames without
 * a name, or with FRAMES_OBJECTS; a file is one frame all the same, but with
 * FRAMES_FILES_APART).
 *
 *     profile.line   0     1     2     3        locations without lines
 *     of_line        f0    f1    f0    f2       of_loc   f3
 */
#ifndef FT_ENGINE_FRAME_H
#define FT_ENGINE_FRAME_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"
#include "engine/query.h"
#include "profile/profile.h"

struct frame {
	struct str text; /* printable name, as pprof's; never empty */
	struct str name; /* function name; may be empty */
	struct str file; /* cleaned, trimmed; empty when not part of the key */
	struct str object; /* mapping file; empty when not part of the key */
	uint64_t address;
	int64_t line, column, start_line;
	/* Where details come from that are not part of the key: the first
	   line entry and location that gave this frame. NONE without, as
	   "[system]" is. */
	line_id first_line;
	loc_id first_loc;
};

enum {                        /* flags */
	FRAMES_OBJECTS = 1,   /* start line and object always count */
	FRAMES_UNTRIMMED = 2, /* file names as they are in the profile */
	/* File names trimmed more than once, a number of two bits: see
	   view.again. */
	FRAMES_TRIMMED_TWICE = 4,
	FRAMES_TRIMMED_THRICE = 8,
	FRAMES_SYSTEM = 16, /* one more frame: see frames.system */
	/* A file's functions are one frame each, as in pprof's reports: it
	   tells files apart by where their functions start, too. */
	FRAMES_FILES_APART = 32
};

struct frames {
	struct arena arena;
	const struct profile *profile; /* borrowed */
	uint32_t n;
	struct frame *frame; /* [n] */
	frame_id *of_line;   /* [profile.line.n] */
	bool trims_on;       /* trimmed once more, some file would be another */
	frame_id *of_loc; /* [profile.loc.n]; NONE for locations with lines */
	/* "[system]", for stacks that have nothing but hidden system frames.
	   NONE without FRAMES_SYSTEM. */
	frame_id system;
};

/* Depends on granularity, noinlines, showcolumns, trim_path and source_path
   of q. NULL only when asked to stop; progress may be NULL. */
struct frames *frames_new(const struct profile *p, const struct query *q,
	unsigned flags, const struct progress *progress);
void frames_free(struct frames *f);

/* The file a frame is in, even where it is not part of its key; "" where the
   profile does not say. */
struct str frame_file(const struct frames *f, frame_id frame);

/* The frame whose printable text is this, or NONE. Linear. */
frame_id frames_find(const struct frames *f, struct str text);

#endif
