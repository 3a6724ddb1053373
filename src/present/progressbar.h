/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The progress of a load:
 *
 *      parse      ████████▍     41%  1.31GB of 3.20GB  4s left  Esc keeps
 *      read ✓   inflate ✓   parse ▸   sort –   compute –    812MB resident
 */
#ifndef FT_PRESENT_PROGRESSBAR_H
#define FT_PRESENT_PROGRESSBAR_H

#include "present/grid.h"

struct progressbar {
	int stage;            /* enum progress_stage */
	uint64_t done, total; /* bytes of the stage; total 0: unknown */
	uint64_t part, parts; /* profiles read so far, and in all; shown by
				 the bar; parts 0: there is only one */
	uint64_t samples;     /* records read so far */
	uint64_t files, files_of; /* files read, and in all; 0: only one */
	int64_t left;             /* remaining milliseconds; -1: unknown */
	uint64_t resident;        /* bytes of memory; 0: unknown */
	struct str hint;          /* key hint, "Esc keeps" */
	struct str whom;          /* the server that must answer; or "" */
};

/* Draw one row: the bar, and after the bar as many facts as fit. */
void progressbar_draw(struct grid *g, int row, const struct progressbar *bar);
/* Draw only the facts, for rows too narrow for bar and facts. */
void progressbar_facts_draw(
	struct grid *g, int row, const struct progressbar *bar);
/* Draw all stages, marked as done or not, and the memory. */
void progressbar_stages_draw(
	struct grid *g, int row, const struct progressbar *bar);

#endif
