/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moving in the graph. Each function takes where the selection is and gives
 * where it goes; the same selection when there is nowhere to go.
 *
 * A move sees what the eye sees: below a frame whose children are all too
 * thin is the group of them. So the moves between neighbours
 * take the zoom and the columns. Afterwards zoom_reveal() and zoom_scroll()
 * bring the new selection on screen.
 */
#ifndef FT_PRESENT_NAV_H
#define FT_PRESENT_NAV_H

#include "present/flamegraph.h"
#include "present/layout.h"

/* What the moves need to know of the screen, and their memory. */
struct nav {
	struct flamegraph *flamegraph;
	struct zoom zoom;
	int cols;
	struct layout *scratch; /* any layout; its contents are lost */
};

/* Remember that the selection was here: a move to a child comes back. */
void nav_visit(const struct nav *nav, struct selection s);

/* One row up or down on a screen with the root at the top: to the parent, or
   to the child last visited, else the heaviest, else the group; and through
   the pivot of a sandwich. */
struct selection nav_up(const struct nav *nav, struct selection s);
struct selection nav_down(const struct nav *nav, struct selection s);
/* The neighbour on the same row in direction step (-1, +1), also across to
   cousins, also beyond the window; the first or last box of the row. */
struct selection nav_sideways(
	const struct nav *nav, struct selection s, int step);
struct selection nav_row_edge(
	const struct nav *nav, struct selection s, bool last);
/* n rows at once, for paging; stops at the ends. */
struct selection nav_rows(const struct nav *nav, struct selection s, int n);

/* The deepest frame below the selection. */
struct selection nav_deepest(struct flamegraph *p, struct selection s);
/* The heaviest child, again and again, down to a leaf. */
struct selection nav_hot_path(struct flamegraph *p, struct selection s);

/* The place of a frame that weighs most of those that a selection contains,
   SIDE_MAIN first; node NONE when it has none there. */
struct selection nav_widest(
	struct flamegraph *p, struct selection within, frame_id frame);

/* The selection as it is drawn: itself, or the group that hides it, or the
   nearest ancestor that is drawn. */
struct selection nav_shown(const struct nav *nav, struct selection s);

#endif
