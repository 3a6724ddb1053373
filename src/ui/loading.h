/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen while a profile loads: its progress, and the keys that work before
 * the first view. Esc shows what has been read so far, marked as partial.
 * Ctrl-C quits.
 */
#ifndef FT_UI_LOADING_H
#define FT_UI_LOADING_H

#include "base/str.h"
#include "present/grid.h"

struct screen;

/* The current stage, to estimate the time left. */
struct loading {
	int stage;     /* enum progress_stage */
	int64_t since; /* clock_ms() at the start of the stage */
	int64_t load;  /* app->loading_since of the load */
	bool keeps;    /* the last message was that Esc keeps what is loaded */
};

/* True if a load is running and takes long enough to be shown. */
bool loading_shows(const struct screen *s);
/* Draw the progress in place of the status line. */
void loading_line(struct screen *s, struct grid *g, int row);
/* Draw the whole screen until the first profile is loaded. */
void loading_draw(struct screen *s, struct grid *g);

/* Handle a key until the first profile is loaded. */
void loading_key(struct screen *s, int key);
/* Handle Esc: keep what was read, or stop. Return false if no load is shown. */
bool loading_enough(struct screen *s);

#endif
