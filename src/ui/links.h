/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links to source lines (engine/link.h): the key's, and those in the picture,
 * which the terminal opens on a click.
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
	struct strbuf order; /* for the revision of that view's program */
	bool waits;          /* cmd_link() waits for that revision */
	struct strbuf url[SPOTS];
};

void links_free(struct links *l);
/* Copy a link to the selection. */
int cmd_link(const struct call *call);
/* Go on with cmd_link() once the revision is known. Call after results. */
void links_go_on(struct screen *s);
/* A key was pressed: a link that waits is not wanted any more. */
void links_stop(struct screen *s);
/* Find the place in the status line: SPOT_PLACE. */
void links_mark(struct screen *s, struct grid *g, int row, struct str status);
/* True if the picture may have links. */
bool links_wanted(const struct screen *s);
/* Get the links of the spots; empty ones are none. Valid until the next
   call. */
void links_of(struct screen *s, struct str url[SPOTS]);

#endif
