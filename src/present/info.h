/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything known about the profile itself, as lines to scroll through.
 *
 *      In short
 *        path       most goes through main > handle 90.0%
 *
 *      Profile
 *        file       shop-cpu.pb.gz
 *        taken      2026-03-04 09:00:00 UTC
 *        duration   30s
 *
 *      Sample types
 *      ▶ cpu        30s, 3,000 samples in 625 records, in nanoseconds
 *
 *      Not in the profile
 *        build ids  which build of the binary ran
 *
 * Made once for a profile and a width; borrows nothing afterwards.
 */
#ifndef FT_PRESENT_INFO_H
#define FT_PRESENT_INFO_H

#include "analysis/ownership.h"
#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "present/inshort.h"
#include "present/grid.h"
#include "profile/profile.h"

/* The profile's sources, named as the user gave them. */
struct info_origin {
	const struct str *source, *base;
	size_t n_sources, n_bases;
};

enum info_kind {
	INFO_BLANK,
	INFO_HEADING,
	INFO_FIELD,
	INFO_CURRENT,
	INFO_ROW, /* `value` alone, as in a table */
};

struct info_line {
	enum info_kind kind;
	struct str label, value; /* in the arena */
};

struct info_pane {
	struct arena arena;
	VEC(struct info_line) line;
	int label_cols; /* width of the widest label */
	uint32_t owners; /* the line at which "Whose code" begins */
};

/* Data that a profile may lack. */
enum info_part { KNOWS_FILES, KNOWS_LINES, KNOWS_LABELS };
bool info_knows(const struct profile *p, enum info_part part);

/* Build the lines; `column` is the current sample type. `brief` and `owns` are
   of the shown view; owns NULL: not known yet. `cols` is the pane's width, to
   which the sentences of `brief` are wrapped. */
struct info_pane *info_pane_new(const struct profile *p, uint32_t column,
	const struct info_origin *from, const struct inshort *brief,
	const struct ownership *owns, int cols);
void info_pane_free(struct info_pane *ip); /* NULL is fine */

/* Draw line i, with its value scrolled left by `skip` columns. */
void info_line_draw(struct grid *g, struct rect r, const struct info_pane *ip,
	uint32_t i, int skip);

#endif
