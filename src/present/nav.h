/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moving in the graph. Each function takes a selection and returns the new one,
 * or the same one if it cannot move.
 *
 * Moves follow what is drawn: if a frame's children are all too thin, the
 * selection goes to their group. So moves between neighbours need the zoom and
 * the columns. Afterwards zoom_reveal() and zoom_scroll() bring the new
 * selection on screen.
 */
#ifndef FT_PRESENT_NAV_H
#define FT_PRESENT_NAV_H

#include "present/flamegraph.h"
#include "present/layout.h"

/* The screen state that moves depend on, and their scratch memory. */
struct nav {
	struct flamegraph *flamegraph;
	struct zoom zoom;
	int cols;
	struct layout *scratch; /* any layout; its contents are lost */
};

/* Remember the selection, so that a move to a child returns to it. */
void nav_visit(const struct nav *nav, struct selection s);

/* Move one row up or down on a screen with the root at the top: to the parent;
   or to the child last visited, else the heaviest, else the group. Moves cross
   the pivot of a sandwich. */
struct selection nav_up(const struct nav *nav, struct selection s);
struct selection nav_down(const struct nav *nav, struct selection s);
/* Move to the neighbour on the same row in direction step (-1, +1), also to
   cousins and beyond the window; or to the row's first or last box. */
struct selection nav_sideways(
	const struct nav *nav, struct selection s, int step);
struct selection nav_row_edge(
	const struct nav *nav, struct selection s, bool last);
/* Move n rows, for paging; stop at the ends. */
struct selection nav_rows(const struct nav *nav, struct selection s, int n);

/* Return the deepest frame below the selection. */
struct selection nav_deepest(struct flamegraph *p, struct selection s);

/* Return the frame's heaviest node within a selection, on a tie the node on
   SIDE_MAIN; node NONE if there is none. */
struct selection nav_widest(
	struct flamegraph *p, struct selection within, frame_id frame);

/* Return the selection as drawn: itself, the group that hides it, or its
   nearest drawn ancestor. */
struct selection nav_shown(const struct nav *nav, struct selection s);

#endif
