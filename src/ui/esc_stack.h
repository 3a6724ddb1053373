/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Things that the user opened and Esc closes again, last first: row filters,
 * panes, the full screen, the docked inspector, callers and sandwich, zooms,
 * the search. Openings are found by counting: if there are more than before,
 * one was opened. Boxes, prompts and reports handle their keys themselves.
 *
 *     /recurse  Enter  6  \list      Esc: \  6  Enter  /
 */
#ifndef FT_UI_ESC_STACK_H
#define FT_UI_ESC_STACK_H

#include "app/state.h"

struct screen;

struct opened {
	unsigned n;
	/* table rows, last opened at the end */
	unsigned char row[ZOOM_STEPS + 2 * PANES];
};

/* Count again. Call after anything that may have opened or closed one. */
void opened_look(struct screen *s);
/* Close the last one opened; false: there is none. */
bool opened_close(struct screen *s);
/* Close the last one that concerns panes; false: there is none. */
bool opened_close_pane(struct screen *s);

#endif
