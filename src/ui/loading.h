/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * While a profile loads: its progress, and the keys that work before there is
 * anything to show. Esc means "enough": what has been read is shown, marked as
 * partial. Ctrl-C quits.
 */
#ifndef FT_UI_LOADING_H
#define FT_UI_LOADING_H

#include "base/str.h"
#include "present/grid.h"

struct screen;

/* Start of a stage, to estimate the time left. */
struct loading {
	int stage;     /* enum progress_stage */
	int64_t since; /* clock_ms() */
	int64_t load;  /* app->loading_since of that load */
};

/* True if a load is running and takes long enough to be shown. */
bool loading_shows(const struct screen *s);
/* Draw the progress in place of the status line. */
void loading_line(struct screen *s, struct grid *g, int row);
/* Draw the whole screen before the first profile is there. */
void loading_draw(struct screen *s, struct grid *g);

/* Handle a key before the first profile is there. */
void loading_key(struct screen *s, int key);
/* Handle Esc: keep what was read, or stop. False: nothing loads. */
bool loading_enough(struct screen *s);

#endif
