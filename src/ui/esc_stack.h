/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Things that the user opened and Esc closes again, last first: row filters,
 * panes, the full screen, the docked inspector, callers and sandwich, zooms,
 * the search. They are found by counting: a higher count means that something
 * was opened. Boxes, prompts and reports handle their keys themselves.
 *
 *     /recurse  Enter  6  \list      Esc: \  6  Enter  /
 */
#ifndef FT_UI_ESC_STACK_H
#define FT_UI_ESC_STACK_H

#include "app/state.h"

struct screen;

struct opened {
	unsigned n;
	/* indices into rows[] of esc_stack.c, last opened at the end */
	unsigned char row[ZOOM_STEPS + 2 * PANES];
};

/* Update the list. Call after anything that may open or close something. */
void opened_look(struct screen *s);
/* Close what was opened last. Return false if nothing is open. */
bool opened_close(struct screen *s);
/* Close the pane opened or maximized last. Return false if there is none. */
bool opened_close_pane(struct screen *s);

#endif
