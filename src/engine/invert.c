/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inverted trees: see invert.h. Each is grown from the live part of the
 * full tree with room for the worst case; of that, only what is used is ever
 * touched.
 */
#include "config.h"

#include "engine/invert.h"

#include <assert.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/grow.h"
#include "engine/weigh.h"

#include "base/banned.h"

struct inverter {
	const struct run *run;
	const struct tree *full;
	struct inverted *out;
	uint32_t *open; /* [frames.n] how often a frame is on a path */
};

/* A tree while it grows, and its columns. */
struct growing {
	struct tree *t;
	struct grow g;
};

/* What ends at a node, or passes. */
struct node_weight {
	struct lane_sum sum;
	double noise;
};

static struct node_weight
weight_at(const struct lanes *lanes, const double *noise, node_id i)
{
	return (struct node_weight){ .sum = lanes_at(lanes, i),
		.noise = noise != NULL ? noise[i] : 0 };
}

static size_t
tree_bytes(size_t cap, const struct tree *like)
{
	size_t lanes = lanes_bytes(&like->self, cap);

	if (like->noise_self != NULL)
		lanes = add_size(lanes, block_size(cap, sizeof(double)));
	return add_size(grow_bytes(cap),
		add_size(block_size(cap, 1), mul_size(2, lanes)));
}

static void
zero_node(const struct tree *t, node_id i)
{
	lanes_zero(&t->self, i);
	lanes_zero(&t->total, i);
	if (t->noise_self != NULL)
		t->noise_self[i] = t->noise_total[i] = 0;
	t->live[i] = 0;
}

/* Weight columns beside the growing structure, the same as `like` has; a
   node's are zeroed when it is made. */
static void
tree_init(struct growing *to, struct tree *t, const struct tree *like,
	struct block *block, uint32_t cap)
{
	grow_init(&to->g, block, cap);
	*t = grow_tree(&to->g);
	t->live = block_take(block, cap, 1);
	lanes_take(&t->self, &like->self, block, cap);
	lanes_take(&t->total, &like->total, block, cap);
	if (like->noise_self != NULL) {
		t->noise_self = block_take(block, cap, sizeof(double));
		t->noise_total = block_take(block, cap, sizeof(double));
	}
	to->t = t;
	zero_node(t, 0);
}

static node_id
grow_step(struct growing *to, node_id at, frame_id frame, uint8_t inl)
{
	uint32_t before = to->g.n;
	node_id child = grow_child(&to->g, at, frame, inl);

	if (child == before)
		zero_node(to->t, child);
	return child;
}

static void
add_total(const struct tree *t, node_id node, const struct node_weight *w)
{
	lanes_add(&t->total, node, &w->sum);
	if (t->noise_total != NULL)
		t->noise_total[node] += w->noise;
	t->live[node] |= LIVE_PASSES;
}

static void
add_self(const struct tree *t, node_id node, const struct node_weight *w)
{
	lanes_add(&t->self, node, &w->sum);
	if (t->noise_self != NULL)
		t->noise_self[node] += w->noise;
	t->live[node] |= LIVE_PASSES | LIVE_ENDS;
}

/* What passes a node, and whether it ends there. */
static void
add_weight(const struct growing *to, node_id node, bool ends,
	const struct node_weight *w)
{
	add_total(to->t, node, w);
	if (ends)
		add_self(to->t, node, w);
}

/* The path of the full tree from `node` up to the root, put into t from `at`
   down: everything along it gets w. The end of the path is where the root
   was reached; for a sample without a stack, `at` itself. */
static void
add_path(const struct inverter *r, struct growing *to, node_id at, node_id node,
	const struct node_weight *w)
{
	const struct tree *full = r->full;

	add_weight(to, at, node == 0, w);
	for (node_id i = node; i != 0; i = full->parent[i]) {
		uint32_t before = to->g.n;

		at = grow_step(
			to, at, full->frame[i], full->flags[i] & TREE_INLINE);
		if (r->open[full->frame[i]]++ == 0 && at == before)
			to->g.flags[at] |= TREE_OUTERMOST;
		add_weight(to, at, full->parent[i] == 0, w);
	}
	for (node_id i = node; i != 0; i = full->parent[i])
		r->open[full->frame[i]]--;
}

/* TREE_OUTERMOST of a finished tree: walk it with a counter per frame. */
static void
mark_outermost(const struct inverter *r, struct grow *g)
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
too_many(const struct inverter *r, size_t n)
{
	return err_set(r->run->err, ERR_LIMIT,
		"inverted tree would need %zu nodes, more than the limit", n);
}

static bool
ends(const struct tree *t, node_id i)
{
	return (t->live[i] & LIVE_ENDS) != 0;
}

static void
add_end(const struct inverter *r, struct growing *to, node_id i)
{
	struct node_weight w =
		weight_at(&r->full->self, r->full->noise_self, i);

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
callers_fill(struct inverter *r, size_t n_frames)
{
	const struct tree *full = r->full;
	struct inverted *out = r->out;
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
is_pivot_node(const struct inverter *r, node_id i)
{
	return r->full->live[i] != 0 && r->full->frame[i] == r->out->pivot &&
		(r->full->flags[i] & TREE_OUTERMOST) != 0;
}

/* All subtrees below the pivot's outermost places, merged. */
static int
below_fill(struct inverter *r, struct block *block, uint32_t cap)
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
		struct node_weight total, self;

		if (i % RUN_STRIDE == 0)
			rc = run_check(r->run);
		if (full->live[i] == 0)
			continue;
		total = weight_at(&full->total, full->noise_total, i);
		if (is_pivot_node(r, i)) {
			image[i] = grow_step(&to, 0, full->frame[i], 0);
			add_total(to.t, 0, &total);
		} else if (image[full->parent[i]] != 0) {
			image[i] = grow_step(&to, image[full->parent[i]],
				full->frame[i], full->flags[i] & TREE_INLINE);
		} else {
			continue;
		}
		add_total(to.t, image[i], &total);
		if (!ends(full, i))
			continue;
		self = weight_at(&full->self, full->noise_self, i);
		add_self(to.t, image[i], &self);
	}
	if (tree_finish(&to, r->run) != 0)
		rc = -1;
	if (rc == 0)
		mark_outermost(r, &to.g);
	return rc;
}

/* The paths from these places up to the root. */
static int
above_fill(struct inverter *r, struct block *block, uint32_t cap)
{
	const struct tree *full = r->full;
	struct growing to;
	node_id pivot;
	int rc = 0;

	tree_init(&to, &r->out->callers, full, block, cap);
	pivot = grow_step(&to, 0, r->out->pivot, 0);
	to.g.flags[pivot] |= TREE_OUTERMOST;
	r->open[r->out->pivot]++;
	for (node_id i = 1; i < full->n && rc == 0; i++) {
		struct node_weight w;

		if (i % RUN_STRIDE == 0)
			rc = run_check(r->run);
		if (!is_pivot_node(r, i))
			continue;
		w = weight_at(&full->total, full->noise_total, i);
		add_weight(&to, 0, false, &w);
		add_path(r, &to, pivot, full->parent[i], &w);
	}
	r->open[r->out->pivot]--;
	return tree_finish(&to, r->run) != 0 ? -1 : rc;
}

static int
sandwich_fill(struct inverter *r)
{
	const struct tree *full = r->full;
	size_t below = 2, above = 2;
	struct block block;

	for (node_id i = 1; i < full->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(r->run) != 0)
			return -1;
		below += full->live[i] != 0;
		if (is_pivot_node(r, i))
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
		sign |= t->self.value[i] | t->total.value[i];
	t->negative = sign < 0;
}

static int
make_trees(struct inverter *r)
{
	const struct query *q = r->run->q;
	const struct frames *frames = r->run->framed->frames;

	if (q->direction == DIR_CALLERS) {
		r->out->pivot = NONE;
		return callers_fill(r, frames->n);
	}
	r->out->pivot = frames_find(frames, q->pivot);
	return sandwich_fill(r);
}

static int
inverted_fill(const struct run *run, void *stage, const void *arg)
{
	struct inverter r = {
		.run = run, .full = &run->weighed->tree, .out = stage
	};
	struct tree *t = &r.out->tree;
	int rc;

	(void)arg;
	r.open = xcalloc((size_t)run->framed->frames->n + 1, sizeof(*r.open));
	rc = make_trees(&r);
	free(r.open);
	if (rc != 0)
		return -1;
	for (node_id i = 0; i < t->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (t->depth[i] > r.out->max_depth)
			r.out->max_depth = t->depth[i];
	}
	see_signs(t);
	see_signs(&r.out->callers);
	return 0;
}

const struct inverted *
invert_get(const struct run *run)
{
	const struct query *q = run->q;
	struct strbuf key = STRBUF_INIT;

	strbuf_add(&key, run->weighed->stage.key);
	key_num(&key, q->direction);
	key_str(&key, q->direction == DIR_SANDWICH ? q->pivot : STR_EMPTY);
	return stages_get(&run->e->inverted, &key, sizeof(struct inverted), run,
		inverted_fill, NULL);
}
