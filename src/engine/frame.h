/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames: each box of the graph and each row of the table is one frame.
 *
 * A frame is identified by a key: at function granularity all lines of a
 * function share one frame. The key is pprof's node key: name, address, cleaned
 * file, start line*, line, column, object file*, each left out if the
 * granularity does not use it. Parts marked * count only for frames without a
 * name, or with FRAMES_OBJECTS. At file granularity each file is one frame,
 * except with FRAMES_FILES_APART.
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
	/* The first line and location with this frame, for details that are not
	   part of the key; NONE if there is none, as for "[system]". */
	line_id first_line;
	loc_id first_loc;
};

enum {                        /* flags */
	FRAMES_OBJECTS = 1,   /* start line and object in every key */
	FRAMES_UNTRIMMED = 2, /* file names exactly as in the profile */
	/* Further trims of file names, in two bits (see view.again). */
	FRAMES_TRIMMED_TWICE = 4,
	FRAMES_TRIMMED_THRICE = 8,
	FRAMES_SYSTEM = 16, /* add the frame frames.system */
	/* At file granularity, a frame for each start line of a function in the
	   file, as in pprof's reports. */
	FRAMES_FILES_APART = 32
};

struct frames {
	struct arena arena;
	const struct profile *profile; /* borrowed */
	uint32_t n;
	struct frame *frame; /* [n] */
	frame_id *of_line;   /* [profile.line.n] */
	bool trims_on;       /* trimming once more would change some file
				name */
	frame_id *of_loc; /* [profile.loc.n]; NONE for locations with lines */
	/* Frame "[system]", for stacks that consist of hidden system frames;
	   NONE without FRAMES_SYSTEM. */
	frame_id system;
};

/* Return the frames of p. They depend on granularity, noinlines, showcolumns,
   trim_path and source_path in q. NULL when stopped; progress may be NULL. */
struct frames *frames_new(const struct profile *p, const struct query *q,
	unsigned flags, const struct progress *progress);
void frames_free(struct frames *f);

/* Return the file of a frame, even if it is not part of the key; "" if
   unknown. */
struct str frame_file(const struct frames *f, frame_id frame);

/* Return the frame with this printable text, or NONE, by linear search. */
frame_id frames_find(const struct frames *f, struct str text);

#endif
