/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A view's distinct stacks as a list, heaviest first.
 *
 *     ▶ 1   2.10s  7.0%   endpoint=/checkout  tenant=acme 62% +2
 *           regexp.(*Regexp).backtrack                    regexp.go:141
 *           serve › Checkout › … › doExecute   9 callers (Enter)
 *       2   1.62s  5.4%   endpoint=/checkout  tenant=globex
 *           runtime.mallocgc                             malloc.go:1024
 *           serve › Checkout › … › applyRules   7 callers (Enter)
 *
 * A stack has a line of its own and one for each frame, innermost first. A long
 * closed stack shows only its first frame, then its callers in one line,
 * recursion folded. The cursor stops once in a closed stack and at each frame
 * of an open one. Stacks are sorted only as far as they are viewed (lazysort.h)
 * and measured only on screen, so a million are ready at once.
 */
#ifndef FT_PRESENT_TRACES_H
#define FT_PRESENT_TRACES_H

#include "analysis/traces.h"
#include "base/arena.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/vec.h"
#include "present/caption.h"
#include "present/grid.h"
#include "present/lazysort.h"
#include "present/number.h"

struct traces_pane {
	const struct traces *traces; /* borrowed */
	struct numbers numbers;
	struct rank
		rank; /* stacks shown; ids are indices into traces.trace */
	struct bits open; /* [traces.n] stacks that are open */
	/* Cache of traces_pane_sum(): `sum` of the first `summed` stacks. */
	uint32_t summed;
	int64_t sum;
	/* Labels of stacks drawn before: index in traces.trace -> text. */
	struct arena arena;
	struct map64 known;
	VEC(struct str) label_text;
	bool has_negatives;
};

/* A line: its stack, where 0 is the heaviest, and its number in the stack: 0
   has the weight, the frames begin at 1. */
struct traces_at {
	uint32_t stack, line;
};

/* Build the list, which borrows the traces; with `frames`, only of stacks that
   contain one of these frames. */
struct traces_pane *traces_pane_new(
	const struct traces *t, const struct bits *frames);
void traces_pane_free(struct traces_pane *tp); /* NULL is fine */

const struct trace *traces_pane_trace(struct traces_pane *tp, uint32_t stack);
/* Return the summed weight of the stacks up to this one. */
int64_t traces_pane_sum(struct traces_pane *tp, uint32_t stack);
/* Return the line's node in view.full; NONE if there is no such stack. */
node_id traces_pane_node(struct traces_pane *tp, struct traces_at at);
/* Return the nearest stack from `stack` on, in a direction (-1, +1), that has
   one of these frames; NONE if there is none. */
uint32_t traces_pane_find(struct traces_pane *tp, uint32_t stack, int step,
	const struct bits *frames);

bool traces_pane_is_open(struct traces_pane *tp, uint32_t stack);
void traces_pane_toggle(struct traces_pane *tp, uint32_t stack);

/* Return the cursor `steps` stops away, kept within the list. */
struct traces_at traces_pane_step(
	struct traces_pane *tp, struct traces_at at, int64_t steps);
/* Return the line `lines` below another; if negative, above. */
struct traces_at traces_pane_line(
	struct traces_pane *tp, struct traces_at at, int64_t lines);
/* Return the first line to show in `rows` so that the cursor is visible, with
   all of a closed stack. Scrolls no more than needed. */
struct traces_at traces_pane_scroll(struct traces_pane *tp,
	struct traces_at first, struct traces_at at, int rows);

struct traces_draw {
	struct traces_at at, first;
	int skip; /* columns of names scrolled off at the left */
	bool focused;
	enum caption_mode labels;
	const struct bits *matches; /* frames the search found, or NULL */
};

/* Draw the list. The hit of a line is its distance from the top of r. */
void traces_pane_draw(struct grid *g, struct rect r, struct traces_pane *tp,
	const struct traces_draw *d);

#endif
