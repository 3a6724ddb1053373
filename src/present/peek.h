/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function with its callers and callees; or the root with its callees.
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
 * In a diff, each line has both sides and the change, "1.10s 2.46s ++ +1.36s";
 * a narrow pane omits the base.
 *
 * Built from a struct peek when the selection changes; borrows peek and view. A
 * pane with few rows has no blank lines, shows the function's numbers after its
 * name, and always has the stacks on the same rows at its bottom.
 */
#ifndef FT_PRESENT_PEEK_H
#define FT_PRESENT_PEEK_H

#include "analysis/peek.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/view.h"
#include "present/caption.h"
#include "present/list.h"
#include "present/number.h"

enum peek_line_kind {
	PEEK_BLANK,
	PEEK_HEADING,
	PEEK_CALLER,
	PEEK_OWN,         /* the function itself */
	PEEK_OWN_NUMBERS, /* the function's numbers, unless on its line */
	PEEK_CALLEE,
	PEEK_SELF_SHARE, /* (self) among the callees */
	PEEK_STACK,
	PEEK_MORE, /* "+12 callers": Enter shows them all */
};

struct peek_line {
	enum peek_line_kind kind;
	frame_id frame; /* the frame that Enter selects, or NONE */
	uint32_t count; /* PEEK_MORE: number of edges summed up; PEEK_STACK:
			   innermost frames shared with another stack */
	bool inlined;   /* every call was inlined */
	bool varies;    /* PEEK_STACK: see struct peek_stack */
	node_id node;   /* PEEK_STACK: node in view.full, else NONE */
	int64_t value;
	int64_t calls;      /* calls on the edge; 0: unknown */
	struct sides sides; /* base and new value, in a diff */
	double variance;
};

struct peek_pane {
	const struct view *view; /* borrowed */
	const struct peek *peek; /* borrowed */
	struct numbers numbers;
	bool tight; /* no blank lines */
	bool per_call; /* calls are known: show the cost per call */
	int percent_cols; /* 0: the values are no shares of the total */
	VEC(struct peek_line) line;
};

/* Build the lines for a pane of `rows`. If there are too many callers or
   callees, the lightest are summed up; PEEK_ALL rows show them all. */
enum { PEEK_ALL = INT32_MAX };
struct peek_pane *peek_pane_new(
	const struct view *v, const struct peek *k, int rows);
void peek_pane_free(struct peek_pane *pp); /* NULL is fine */
/* True if the cursor can be on a line. */
bool peek_pane_can(const struct peek_pane *pp, uint32_t i);

struct peek_draw {
	struct list list;
	bool focused;
	enum caption_mode labels;
};

/* Draw the pane. The hit of a line is its index in line[]. */
void peek_pane_draw(struct grid *g, struct rect r, const struct peek_pane *pp,
	const struct peek_draw *d);

#endif
