/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the user opened and Esc closes again, the last first: row filters,
 * panes, the full screen, the docked inspector, callers and sandwich, zooms,
 * the search. Nobody says when something is opened: what there is more of
 * than before, was. Boxes, prompts and reports take their keys themselves.
 *
 *     /recurse  Enter  6  \list      Esc: \  6  Enter  /
 */
#ifndef FT_UI_ESC_STACK_H
#define FT_UI_ESC_STACK_H

#include "app/state.h"

struct screen;

struct opened {
	unsigned n;
	/* Rows of the table, the last opened at the end. */
	unsigned char row[ZOOM_STEPS + 2 * PANES];
};

/* After anything that may have opened or closed something. */
void opened_look(struct screen *s);
/* Close what was opened last; false: there is nothing. */
bool opened_close(struct screen *s);
/* The same of what has to do with panes only. */
bool opened_close_pane(struct screen *s);

#endif
