/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far a load is:
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
	uint64_t part, parts; /* of profiles that are read one by one; parts 0:
				 there is one. The bar is of them */
	uint64_t samples;     /* so far */
	uint64_t files, files_of; /* read, of how many; files_of 0: one */
	int64_t left;             /* milliseconds; -1: unknown */
	uint64_t resident;        /* bytes; 0: unknown */
	struct str hint;          /* of keys, "Esc keeps" */
};

/* One row; of the facts behind the bar as many as leave it room. */
void progressbar_draw(struct grid *g, int row, const struct progressbar *bar);
/* The facts of that row for where it is too narrow for them. */
void progressbar_facts_draw(
	struct grid *g, int row, const struct progressbar *bar);
/* All stages, which are done, and the memory. */
void progressbar_stages_draw(
	struct grid *g, int row, const struct progressbar *bar);

#endif
