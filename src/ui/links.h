/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links to source lines (engine/link.h): one to copy with a key, and those on
 * the screen, which the terminal opens on a click.
 */
#ifndef FT_UI_LINKS_H
#define FT_UI_LINKS_H

#include "app/command.h"
#include "engine/link.h"
#include "present/grid.h"

struct screen;

struct links {
	struct link_rules rules;
	uint64_t view; /* shown.serial that the rules were made for */
	struct strbuf order; /* the request for the revision of the profile's
				program */
	bool waits;          /* cmd_link() waits for that revision */
	struct strbuf url[SPOTS];
};

void links_free(struct links *l);
/* Copy a link to the selection. */
int cmd_link(const struct call *call);
/* Continue cmd_link() once the revision is known. Call after results. */
void links_go_on(struct screen *s);
/* Drop a link that waits, because a key was pressed. */
void links_stop(struct screen *s);
/* Set SPOT_PLACE to the source location in the status line. */
void links_mark(struct screen *s, struct grid *g, int row, struct str status);
/* True if the screen may have links. */
bool links_wanted(const struct screen *s);
/* Get the links of the spots, "" for a spot without one. Valid until the next
   call. */
void links_of(struct screen *s, struct str url[SPOTS]);

#endif
