/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * While a profile loads: how far it is, and the keys that work although there
 * is nothing to show yet. Esc is "enough": what has been read is shown,
 * marked as partial. Ctrl-C leaves.
 */
#ifndef FT_UI_LOADING_H
#define FT_UI_LOADING_H

#include "base/str.h"
#include "present/grid.h"

struct screen;

/* For the time that is left: when a stage began. */
struct loading {
	int stage;     /* enum progress_stage */
	int64_t since; /* clock_ms() */
	int64_t load;  /* app->loading_since of the load that this is of */
};

/* A load goes on, and takes long enough to say so. */
bool loading_shows(const struct screen *s);
/* The row about it, in place of the status line. */
void loading_line(struct screen *s, struct grid *g, int row);
/* The whole picture before the first profile is there. */
void loading_draw(struct screen *s, struct grid *g);

/* A key before the first profile is there. */
void loading_key(struct screen *s, int key);
/* Esc: enough, or stop it where a part is of no use. False: nothing loads. */
bool loading_enough(struct screen *s);

#endif
