/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frame filters. Each pattern is matched once against each distinct name.
 * Matches are stored per function, their effects per location. Stacks share
 * locations, so there are a hundred times fewer locations than samples.
 *
 *     strings   "main"  "parse"  "a.c"         hide=parse
 *                          |
 *     hits      func  0 0 1 0 1                which functions match
 *                         |   |
 *     line      0  1  2  3  4  5  6            functions of lines
 *     loc       [0][1  2  3][4][5  6]          lines of locations, the
 *                         |   |                innermost first
 *     pick.loc  F  F        F  -               focus, ignore   -> weigh
 *     cut.line  1  1  0  1  0  1  1            hide, show, show_from,
 *     cut.loc   0  0        H  0               prune_from, system -> shape
 *
 * The filters apply to locations in pprof's order: hide, show, show_from,
 * prune_from. Each sees only the lines that the earlier ones left. System
 * frames, which pprof cannot hide, are removed last.
 */
#ifndef FT_ENGINE_FRAMEFILTER_H
#define FT_ENGINE_FRAMEFILTER_H

#include "base/bits.h"
#include "engine/stage.h"
#include "profile/ids.h"

struct run;

enum {
	PICK_FOCUS = 1,  /* matches focus, does not match ignore */
	PICK_IGNORE = 2, /* matches ignore */
};

struct pick {
	struct stage stage;
	uint8_t *loc; /* [loc.n] PICK_* bits; NULL without focus and ignore */
	bool focus_hit, ignore_hit; /* some location matches */
};

enum {
	CUT_BY_HIDE = 1, /* hide left no line */
	CUT_BY_SHOW = 2, /* show left no line */
	CUT_HIDDEN = CUT_BY_HIDE | CUT_BY_SHOW,
	CUT_FROM = 4,    /* not hidden; matches show_from */
	CUT_PRUNE = 8,   /* not hidden; matches prune_from */
	CUT_SYSTEM = 16, /* hidden only because it is a system frame */
	CUT_GONE = CUT_HIDDEN | CUT_SYSTEM, /* no line is left */
};

struct cut {
	struct stage stage;
	uint8_t *loc;  /* [loc.n] CUT_* bits; NULL: nothing is cut */
	uint8_t *line; /* [line.n] 1: stays; NULL: all stay */
	bool hide_hit, show_hit, from_hit; /* some location matches */
};

/* True if a pattern names an origin or a kind: "origin:library", "kind:gc". */
bool pattern_is_origin(struct str pattern);
const struct pick *pick_get(const struct run *run);
const struct cut *cut_get(const struct run *run);
/* Apply prune_from: samples below the last match on their path end at that
   match instead. image[i] is the node of a new tree at which the samples of
   trie node i end, or NONE. -1 when stopped. */
int cut_ends(const struct run *run, node_id *image);

#endif
