/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees turned round: see turn.h. Each is grown from the live part of the
 * full tree with room for the worst case; of that, only what is used is ever
 * touched.
 */
#include "config.h"

#include "engine/turn.h"

#include <assert.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/grow.h"
#include "engine/lanes.h"
#include "engine/shape.h"
#include "engine/subject.h"
#include "engine/sums.h"
#include "engine/weigh.h"

#include "base/banned.h"

struct turner {
	const struct run *run;
	const struct tree *full;
	struct lanes lanes; /* of full */
	struct turned *out;
	uint32_t *open; /* [frames.n] how often a frame is on a path */
};

/* A tree while it grows, and its columns. */
struct growing {
	struct tree *t;
	struct grow g;
	struct lanes lanes;
};

static size_t
tree_bytes(size_t cap, const struct tree *like)
{
	return add_size(grow_bytes(cap),
		add_size(block_size(cap, 1), lanes_bytes(like, cap)));
}

/* Weight columns beside the growing structure, the same as `like` has; a
   node's are zeroed when it is made. */
static void
tree_init(struct growing *to, struct tree *t, const struct tree *like,
	struct block *block, uint32_t cap)
{
	struct grow *g = &to->g;

	grow_init(g, block, cap);
	*t = (struct tree){ .parent = g->parent,
		.first = g->first,
		.next = g->next,
		.frame = g->frame,
		.flags = g->flags,
		.depth = g->depth };
	t->live = block_take(block, cap, 1);
	lanes_take(t, like, block, cap);
	to->t = t;
	to->lanes = lanes_of(t);
	lanes_zero(&to->lanes, 0);
	t->live[0] = 0;
}

static node_id
step(struct growing *to, node_id at, frame_id frame, uint8_t inl)
{
	uint32_t before = to->g.n;
	node_id child = grow_child(&to->g, at, frame, inl);

	if (child == before) {
		lanes_zero(&to->lanes, child);
		to->t->live[child] = 0;
	}
	return child;
}

static void
add_total(const struct growing *to, node_id node, const struct lane_weight *w)
{
	lanes_add_total(&to->lanes, node, w);
	to->t->live[node] |= LIVE_PASSES;
}

static void
add_self(const struct growing *to, node_id node, const struct lane_weight *w)
{
	lanes_add_self(&to->lanes, node, w);
	to->t->live[node] |= LIVE_PASSES | LIVE_ENDS;
}

/* What passes a node, and whether it ends there. */
static void
add_weight(const struct growing *to, node_id node, bool ends,
	const struct lane_weight *w)
{
	add_total(to, node, w);
	if (ends)
		add_self(to, node, w);
}

/* The path of the full tree from `node` up to the root, put into t from `at`
   down: everything along it gets w. The end of the path is where the root
   was reached; for a sample without a stack, `at` itself. */
static void
add_path(const struct turner *r, struct growing *to, node_id at, node_id node,
	const struct lane_weight *w)
{
	const struct tree *full = r->full;

	add_weight(to, at, node == 0, w);
	for (node_id i = node; i != 0; i = full->parent[i]) {
		uint32_t before = to->g.n;

		at = step(to, at, full->frame[i], full->flags[i] & TREE_INLINE);
		if (r->open[full->frame[i]]++ == 0 && at == before)
			to->g.flags[at] |= TREE_OUTERMOST;
		add_weight(to, at, full->parent[i] == 0, w);
	}
	for (node_id i = node; i != 0; i = full->parent[i])
		r->open[full->frame[i]]--;
}

/* TREE_OUTERMOST of a finished tree: walk it with a counter per frame. */
static void
mark_outermost(const struct turner *r, struct grow *g)
{
	uint32_t *open = r->open;
	node_id at = g->first[0];

	while (at != 0) {
		if (open[g->frame[at]]++ == 0)
			g->flags[at] |= TREE_OUTERMOST;
		if (g->first[at] != 0) {
			at = g->first[at];
			continue;
		}
		while (at != 0) {
			open[g->frame[at]]--;
			if (g->next[at] != 0) {
				at = g->next[at];
				break;
			}
			at = g->parent[at];
		}
	}
}

static int
tree_finish(struct growing *to, const struct run *run)
{
	int rc = grow_finish(&to->g, run);

	to->t->n = to->g.n;
	grow_free(&to->g);
	return rc;
}

static int
too_many(const struct turner *r, size_t n)
{
	return err_set(r->run->err, ERR_LIMIT,
		"%zu frames on the way to the callers are too many", n);
}

static bool
ends(const struct tree *t, node_id i)
{
	return (t->live[i] & LIVE_ENDS) != 0;
}

static void
add_end(const struct turner *r, struct growing *to, node_id i)
{
	struct lane_weight w = lanes_self(&r->lanes, i);

	add_path(r, to, 0, i, &w);
}

/* The nodes at which samples end, those with one frame together, frames in
   the order of their first node. Their paths share most at the leaf, so a
   walk in this order stays in one part of the new tree. */
static node_id *
ends_by_frame(const struct tree *t, size_t n_frames, size_t *n_ends)
{
	uint32_t *rank = xcalloc(n_frames + 1, sizeof(*rank));
	uint32_t *start = xcalloc(n_frames + 2, sizeof(*start));
	uint32_t ranks = 0;
	size_t n = 0;
	node_id *end;

	for (node_id i = 1; i < t->n; i++) {
		if (!ends(t, i))
			continue;
		n++;
		if (rank[t->frame[i]] == 0)
			rank[t->frame[i]] = ++ranks;
		start[rank[t->frame[i]]]++;
	}
	for (uint32_t k = 1; k <= ranks; k++)
		start[k] += start[k - 1];
	end = xcalloc(n + 1, sizeof(*end));
	for (node_id i = 1; i < t->n; i++)
		if (ends(t, i))
			end[start[rank[t->frame[i]] - 1]++] = i;
	free(rank);
	free(start);
	*n_ends = n;
	return end;
}

/* Every leaf's path, from the leaf. */
static int
callers_fill(struct turner *r, size_t n_frames)
{
	const struct tree *full = r->full;
	struct turned *out = r->out;
	size_t cap = 1, n_ends;
	struct block block;
	struct growing to;
	node_id *end;
	int rc = 0;

	for (node_id i = 1; i < full->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(r->run) != 0)
			return -1;
		if (ends(full, i))
			cap += full->depth[i];
	}
	if (cap > GROW_MAX)
		return too_many(r, cap);
	block_init(&block, &out->stage.arena, tree_bytes(cap, full));
	tree_init(&to, &out->tree, full, &block, (uint32_t)cap);
	end = ends_by_frame(full, n_frames, &n_ends);
	if (ends(full, 0))
		add_end(r, &to, 0);
	for (size_t i = 0; i < n_ends && rc == 0; i++) {
		add_end(r, &to, end[i]);
		if (i % 64 == 0)
			rc = run_check(r->run);
	}
	free(end);
	return tree_finish(&to, r->run) != 0 ? -1 : rc;
}

static bool
is_pivot(const struct turner *r, node_id i)
{
	return r->full->live[i] != 0 && r->full->frame[i] == r->out->pivot &&
		(r->full->flags[i] & TREE_OUTERMOST) != 0;
}

/* All subtrees below the pivot's outermost places, merged. */
static int
below_fill(struct turner *r, struct block *block, uint32_t cap)
{
	const struct tree *full = r->full;
	struct arena *scratch = &r->run->e->scratch;
	struct growing to;
	node_id *image;
	int rc = 0;

	tree_init(&to, &r->out->tree, full, block, cap);
	arena_reset(scratch);
	image = ARENA_ZARRAY(scratch, node_id, full->n);
	for (node_id i = 1; i < full->n && rc == 0; i++) {
		struct lane_weight total, self;

		if (i % RUN_STRIDE == 0)
			rc = run_check(r->run);
		if (full->live[i] == 0)
			continue;
		total = lanes_total(&r->lanes, i);
		if (is_pivot(r, i)) {
			image[i] = step(&to, 0, full->frame[i], 0);
			add_total(&to, 0, &total);
		} else if (image[full->parent[i]] != 0) {
			image[i] = step(&to, image[full->parent[i]],
				full->frame[i], full->flags[i] & TREE_INLINE);
		} else {
			continue;
		}
		add_total(&to, image[i], &total);
		if (!ends(full, i))
			continue;
		self = lanes_self(&r->lanes, i);
		add_self(&to, image[i], &self);
	}
	if (tree_finish(&to, r->run) != 0)
		rc = -1;
	if (rc == 0)
		mark_outermost(r, &to.g);
	return rc;
}

/* The paths from these places up to the root. */
static int
above_fill(struct turner *r, struct block *block, uint32_t cap)
{
	const struct tree *full = r->full;
	struct growing to;
	node_id pivot;
	int rc = 0;

	tree_init(&to, &r->out->callers, full, block, cap);
	pivot = step(&to, 0, r->out->pivot, 0);
	to.g.flags[pivot] |= TREE_OUTERMOST;
	r->open[r->out->pivot]++;
	for (node_id i = 1; i < full->n && rc == 0; i++) {
		struct lane_weight w;

		if (i % RUN_STRIDE == 0)
			rc = run_check(r->run);
		if (!is_pivot(r, i))
			continue;
		w = lanes_total(&r->lanes, i);
		add_weight(&to, 0, false, &w);
		add_path(r, &to, pivot, full->parent[i], &w);
	}
	r->open[r->out->pivot]--;
	return tree_finish(&to, r->run) != 0 ? -1 : rc;
}

static int
sandwich_fill(struct turner *r)
{
	const struct tree *full = r->full;
	size_t below = 2, above = 2;
	struct block block;

	for (node_id i = 1; i < full->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(r->run) != 0)
			return -1;
		below += full->live[i] != 0;
		if (is_pivot(r, i))
			above += full->depth[i];
	}
	if (above > GROW_MAX)
		return too_many(r, above);
	block_init(&block, &r->out->stage.arena,
		tree_bytes(below, full) + tree_bytes(above, full));
	if (below_fill(r, &block, (uint32_t)below) != 0)
		return -1;
	if (r->out->tree.n == 1)
		r->out->pivot = NONE; /* unknown, or filtered away */
	if (r->out->pivot == NONE)
		return 0;
	return above_fill(r, &block, (uint32_t)above);
}

static void
see_signs(struct tree *t)
{
	int64_t sign = 0;

	for (node_id i = 0; i < t->n; i++)
		sign |= t->self[i] | t->total[i];
	t->negative = sign < 0;
}

static int
fill(struct turner *r, const struct frames *frames)
{
	const struct query *q = r->run->q;
	struct tree *t = &r->out->tree;
	int rc;

	r->open = xcalloc((size_t)frames->n + 1, sizeof(*r->open));
	if (q->direction == DIR_CALLERS) {
		r->out->pivot = NONE;
		rc = callers_fill(r, frames->n);
	} else {
		r->out->pivot = frames_find(frames, q->pivot);
		rc = sandwich_fill(r);
	}
	free(r->open);
	if (rc != 0)
		return -1;
	for (node_id i = 0; i < t->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(r->run) != 0)
			return -1;
		if (t->depth[i] > r->out->max_depth)
			r->out->max_depth = t->depth[i];
	}
	see_signs(t);
	see_signs(&r->out->callers);
	return 0;
}

const struct turned *
turn_get(const struct run *run, const struct layers *on,
	const struct weighed *weighed)
{
	struct stages *cache = &run->e->turned;
	struct strbuf key = STRBUF_INIT;
	struct turned *t;

	strbuf_add(&key, weighed->stage.key);
	key_num(&key, run->q->direction);
	key_str(&key,
		run->q->direction == DIR_SANDWICH ? run->q->pivot : STR_EMPTY);
	t = (struct turned *)stages_find(cache, strbuf_str(&key));
	if (t == NULL) {
		struct turner r = { .run = run,
			.full = &weighed->tree,
			.lanes = lanes_of(&weighed->tree) };

		t = (struct turned *)stages_new(
			cache, sizeof(*t), strbuf_str(&key), NULL);
		r.out = t;
		if (fill(&r, on->framed->frames) == 0) {
			stages_keep(cache, &t->stage);
		} else {
			stages_abandon(cache, &t->stage);
			t = NULL;
		}
	}
	strbuf_free(&key);
	return t;
}
