/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A place in the graph in words, so that it can be found again in another
 * view: after a filter, a reload, another sample type.
 *
 *     main > parse > lex~        ~ : the call was inlined
 *
 * A path owns its texts.
 */
#ifndef FT_PRESENT_PATH_H
#define FT_PRESENT_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "present/plan.h"
#include "present/zoom.h"

struct path_step {
	struct str text; /* the frame's printable name */
	bool inlined;
};

struct path {
	size_t n;
	struct path_step *step; /* from below the root to the node; owned with
				   the texts, in one block */
	uint8_t side;
	uint32_t count;	    /* of a group: its members, else 0 */
	bool has_member;    /* the last step is the group's first member */
	uint32_t x0, x1;    /* of a zoom */
};

#define PATH_INIT { .step = NULL, .x1 = ZOOM_ONE }

void path_fini(struct path *path);
/* Replace *path. */
void path_of(struct path *path, struct plan *p, struct spot s);
void path_of_zoom(struct path *path, struct plan *p, const struct zoom *z);
void path_copy(struct path *to, const struct path *from);
bool path_equal(const struct path *a, const struct path *b);

/* The place, or its nearest ancestor that is still there; *exact, unless
   NULL, tells which. */
struct spot path_find(const struct path *path, struct plan *p, bool *exact);
struct zoom path_find_zoom(const struct path *path, struct plan *p);

#endif
