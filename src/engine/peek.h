/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function seen from all its places: who calls it, whom it calls, on
 * which stacks it is hottest. Computed on demand from a view, so that a
 * screen pays for one frame and not for all edges.
 *
 * A caller's (callee's) weight counts a sample once however often the pair
 * occurs on its stack, as pprof's edges do; a frame calling itself is no
 * edge. Samples in which the frame is the root have the caller NONE
 * ("(root)"), so that the callers' weights sum to the frame's total when it
 * does not recurse; the frame's self weight closes the callees likewise.
 */
#ifndef FT_ENGINE_PEEK_H
#define FT_ENGINE_PEEK_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "engine/change.h"
#include "engine/view.h"

struct peek_edge {
	frame_id frame;     /* the other end; NONE: none, the frame is a root */
	int64_t weight;     /* mean-divided when the view is */
	uint8_t inlined;    /* bits as in view.inlined, of this edge */
	struct sides sides; /* of a diff: what weight is the delta of */
};

struct peek_stack {
	node_id node;   /* a place of the frame in view.full */
	int64_t weight; /* its total */
	struct sides sides;
};

struct peek {
	struct arena arena;
	frame_id frame;
	int64_t self, total;
	struct sides self_sides, total_sides; /* of a diff */
	size_t n_callers, n_callees, n_stacks;
	struct peek_edge *caller, *callee; /* by |weight|, then text */
	struct peek_stack *stack;          /* the heaviest first, at most 20 */
};

/* Needs a view whose tree runs from callers to callees, or one of the other
   directions: the result is the same. Free with peek_free. */
struct peek *peek_new(const struct view *v, frame_id frame);
void peek_free(struct peek *p);

#endif
