/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function with its callers and callees; or the root, with what it calls.
 *
 *      Callers  % of its total
 *        5.70s 100%  price.(*Engine).Quote
 *
 *      ◆ price.applyRules
 *        self 0.84s  total 5.70s  19.0% of all
 *
 *      Callees  % of its total
 *        3.72s 65.3%  regexp.FindStringSubmatch
 *        0.84s 14.7%  (self)
 *
 *      Hottest stacks
 *        1.90s  Quote › applyRules › FindStringSubmatch › backtrack
 *
 * Of a diff, with both sides and the change, "1.10s 2.46s ++ +1.36s"; where
 * that is too wide, without the base.
 *
 * Made from a struct peek when the selection changes; borrows it and its
 * view. A pane with few rows gets the same without blank lines, the
 * function's numbers behind its name, and the stacks always in the same rows
 * at its bottom.
 */
#ifndef FT_PRESENT_PEEK_H
#define FT_PRESENT_PEEK_H

#include "analysis/peek.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/view.h"
#include "present/caption.h"
#include "present/grid.h"
#include "present/number.h"

enum peek_line_kind {
	PEEK_BLANK,
	PEEK_HEADING,
	PEEK_CALLER,
	PEEK_OWN,         /* the function itself */
	PEEK_OWN_NUMBERS, /* ... where they have a line of their own */
	PEEK_CALLEE,
	PEEK_SELF_SHARE, /* (self) among the callees */
	PEEK_STACK,
	PEEK_MORE, /* "+12 callers": Enter makes the pane again with all */
};

struct peek_line {
	enum peek_line_kind kind;
	frame_id frame; /* what Enter goes to, or NONE */
	uint32_t count; /* PEEK_MORE: how many; PEEK_STACK: how many of its
			   innermost frames another stack here has, too */
	bool inlined;   /* every call was */
	bool varies;    /* PEEK_STACK: see struct peek_stack */
	node_id node;   /* PEEK_STACK: the place in view.full, else NONE */
	int64_t value;
	int64_t calls;      /* of a caller or callee; 0: not known */
	struct sides sides; /* of a diff */
	double variance;
};

struct peek_pane {
	const struct view *view; /* borrowed */
	const struct peek *peek; /* borrowed */
	struct numbers numbers;
	bool tight; /* no blank lines */
	bool per_call; /* calls are known: a column says what one cost */
	int percent_cols;
	VEC(struct peek_line) line;
};

/* For a pane of `rows`: the lightest callers and callees are summed up when
   there are too many for that; PEEK_ALL rows show them all. */
enum { PEEK_ALL = INT32_MAX };
struct peek_pane *peek_pane_new(
	const struct view *v, const struct peek *k, int rows);
void peek_pane_free(struct peek_pane *pp); /* NULL is fine */
/* The nearest line in a direction (-1, +1) that can be selected; `from` when
   there is none, NONE is before the first. */
uint32_t peek_pane_step(const struct peek_pane *pp, uint32_t from, int step);

struct peek_draw {
	uint32_t selected; /* line or NONE */
	uint32_t first;
	int skip; /* columns scrolled out at the left of the names */
	bool focused;
	enum caption_mode labels;
};

/* Hits: the line number. */
void peek_pane_draw(struct grid *g, struct rect r, const struct peek_pane *pp,
	const struct peek_draw *d);

#endif
