/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths of frames: places in a view that survive a recompute.
 *
 * A node id means nothing in the next view, so whatever has to be kept - the
 * selection, the zoom, both in every undo step - is kept as the path of
 * frames from the root:
 *
 *     old view  root > main > serve > work     path [main, serve, work]
 *     hide=serve
 *     new view  root > main > work             a frame that is gone is
 *                                              skipped: work is found
 *     ignore=work
 *     new view  root > main > serve            else the nearest one that is
 *                                              left: serve
 *
 * A step remembers the frame's printed text, its function and its file, so
 * that a path taken among functions is found again among lines and files.
 * A path taken among callees is found among callers by its last function.
 *
 * Paths are spans in a pool of strings (an append-only intern table): plain
 * data that is copied freely and lives as long as the pool.
 */
#ifndef FT_APP_FRAMEPATH_H
#define FT_APP_FRAMEPATH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "present/plan.h"
#include "present/layout.h"

struct framepath {
	struct str steps;  /* in the pool; empty: the root */
	uint32_t count;    /* of a group: its members, the last step being
			      the first of them; else 0 */
	uint32_t x0, x1;   /* of a zoom: the part of its width on screen */
	uint8_t direction; /* enum direction it was taken in */
	uint8_t side;      /* enum plan_side */
};

/* All of the graph. */
#define FRAMEPATH_ROOT \
	{ \
		.steps = { NULL, 0 }, .x1 = ZOOM_ONE \
	}

/* A lasting copy of a string. */
struct str pool_str(struct intern *pool, struct str s);

struct framepath framepath_of(
	struct intern *pool, struct plan *p, struct target s);
struct framepath framepath_of_zoom(
	struct intern *pool, struct plan *p, const struct zoom *z);
/* What is there of the path, or the nearest thing that is left. Never
   fails: in the worst case it is the root. */
struct target framepath_find(const struct intern *pool, struct plan *p,
	const struct framepath *path);
struct zoom framepath_find_zoom(const struct intern *pool, struct plan *p,
	const struct framepath *path);

bool framepath_eq(const struct framepath *a, const struct framepath *b);

/* From and to the option `zoom`: printed names, see path_add(). */
struct framepath framepath_from_names(
	struct intern *pool, struct str names, enum direction direction);
void framepath_names(const struct intern *pool, const struct framepath *p,
	struct strbuf *out);

/* The file a frame is in, even where it is not part of its key. */
struct str frame_file(const struct view *v, frame_id frame);

#endif
