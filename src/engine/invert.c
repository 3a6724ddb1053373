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

static void
zero_node(const struct tree *t, node_id i)
{
	lanes_zero(&t->self, i);
	lanes_zero(&t->total, i);
	if (t->noise_self != NULL)
		t->noise_self[i] = t->noise_total[i] = 0;
	t->live[i] = 0;
}

/* Weight columns beside the growing structure, the same as the full tree has; a
   node's are zeroed when it is made. */
static int
tree_init(struct growing *to, const struct inverter *r, struct tree *t,
	size_t cap)
{
	const struct tree *like = r->full;
	size_t noise = like->noise_self != NULL ? sizeof(double) : 0;
	size_t size = grow_bytes(cap) + block_size(cap, 1) +
		2 * lanes_bytes(&like->self, cap) + 2 * block_size(cap, noise);
	struct block block;

	if (cap > GROW_MAX)
		return err_set(r->run->err, ERR_LIMIT,
			"inverted tree would need %zu nodes, more than the "
			"limit",
			cap);
	if (run_room(r->run, size) != 0)
		return -1;
	block_init(&block, &r->out->stage.arena, size);
	grow_init(&to->g, &block, (uint32_t)cap);
	*t = grow_tree(&to->g);
	t->live = block_take(&block, cap, 1);
	lanes_take(&t->self, &like->self, &block, cap);
	lanes_take(&t->total, &like->total, &block, cap);
	if (noise > 0) {
		t->noise_self = block_take(&block, cap, noise);
		t->noise_total = block_take(&block, cap, noise);
	}
	to->t = t;
	zero_node(t, 0);
	return 0;
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

/* What passes a node, what ends there, or what does both: LIVE_*. */
static void
add_weight(const struct growing *to, node_id node, unsigned what,
	const struct node_weight *w)
{
	const struct tree *t = to->t;
	bool noise = t->noise_self != NULL;

	if ((what & LIVE_PASSES) != 0)
		lanes_add(&t->total, node, &w->sum);
	if ((what & LIVE_PASSES) != 0 && noise)
		t->noise_total[node] += w->noise;
	if ((what & LIVE_ENDS) != 0)
		lanes_add(&t->self, node, &w->sum);
	if ((what & LIVE_ENDS) != 0 && noise)
		t->noise_self[node] += w->noise;
	t->live[node] |= LIVE_PASSES | (uint8_t)what;
}

/* The path of the full tree from `node` up to the root, put into t from `at`
   down: everything along it gets w. The end of the path is where the root
   was reached; for a sample without a stack, `at` itself. */
static void
add_path(const struct inverter *r, struct growing *to, node_id at, node_id node,
	const struct node_weight *w)
{
	const struct tree *full = r->full;
	const unsigned passes = LIVE_PASSES, both = LIVE_PASSES | LIVE_ENDS;

	add_weight(to, at, node == 0 ? both : passes, w);
	for (node_id i = node; i != 0; i = full->parent[i]) {
		uint32_t before = to->g.n;

		at = grow_step(
			to, at, full->frame[i], full->flags[i] & TREE_INLINE);
		if (r->open[full->frame[i]]++ == 0 && at == before)
			to->g.flags[at] |= TREE_OUTERMOST;
		add_weight(to, at, full->parent[i] == 0 ? both : passes, w);
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

static bool
ends(const struct tree *t, node_id i)
{
	return (t->live[i] & LIVE_ENDS) != 0;
}

/* The nodes at which samples end: the root, then those with one frame
   together, frames in the order of their first node. Their paths share most at
   the leaf, so a walk in this order stays in one part of the new tree. */
static node_id *
ends_by_frame(const struct tree *t, size_t n_frames, size_t *n_ends)
{
	uint32_t *rank = xcalloc(n_frames + 1, sizeof(*rank));
	uint32_t *start = xcalloc(n_frames + 2, sizeof(*start));
	uint32_t ranks = 0;
	node_id *end;

	start[0] = ends(t, 0);
	for (node_id i = 1; i < t->n; i++) {
		if (!ends(t, i))
			continue;
		if (rank[t->frame[i]] == 0)
			rank[t->frame[i]] = ++ranks;
		start[rank[t->frame[i]]]++;
	}
	for (uint32_t k = 1; k <= ranks; k++)
		start[k] += start[k - 1];
	*n_ends = start[ranks];
	end = xcalloc(*n_ends + 1, sizeof(*end));
	for (node_id i = 1; i < t->n; i++)
		if (ends(t, i))
			end[start[rank[t->frame[i]] - 1]++] = i;
	free(rank);
	free(start);
	return end;
}

/* Every leaf's path, from the leaf. */
static int
callers_fill(struct inverter *r, size_t n_frames)
{
	const struct tree *full = r->full;
	struct inverted *out = r->out;
	size_t cap = 1, n_ends;
	struct growing to;
	node_id *end;
	int rc = 0;

	for (node_id i = 1; i < full->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(r->run) != 0)
			return -1;
		if (ends(full, i))
			cap += full->depth[i];
	}
	if (tree_init(&to, r, &out->tree, cap) != 0)
		return -1;
	end = ends_by_frame(full, n_frames, &n_ends);
	for (size_t i = 0; i < n_ends && rc == 0; i++) {
		struct node_weight w =
			weight_at(&full->self, full->noise_self, end[i]);

		add_path(r, &to, 0, end[i], &w);
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
below_fill(struct inverter *r, size_t cap)
{
	const struct tree *full = r->full;
	struct arena *scratch = &r->run->e->scratch;
	struct growing to;
	node_id *image;
	int rc = 0;

	if (tree_init(&to, r, &r->out->tree, cap) != 0)
		return -1;
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
			add_weight(&to, 0, LIVE_PASSES, &total);
		} else if (image[full->parent[i]] != 0) {
			image[i] = grow_step(&to, image[full->parent[i]],
				full->frame[i], full->flags[i] & TREE_INLINE);
		} else {
			continue;
		}
		add_weight(&to, image[i], LIVE_PASSES, &total);
		if (!ends(full, i))
			continue;
		self = weight_at(&full->self, full->noise_self, i);
		add_weight(&to, image[i], LIVE_ENDS, &self);
	}
	if (tree_finish(&to, r->run) != 0)
		rc = -1;
	if (rc == 0)
		mark_outermost(r, &to.g);
	return rc;
}

/* The paths from these places up to the root. */
static int
above_fill(struct inverter *r, size_t cap)
{
	const struct tree *full = r->full;
	struct growing to;
	node_id pivot;
	int rc = 0;

	if (tree_init(&to, r, &r->out->callers, cap) != 0)
		return -1;
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
		add_weight(&to, 0, LIVE_PASSES, &w);
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

	for (node_id i = 1; i < full->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(r->run) != 0)
			return -1;
		below += full->live[i] != 0;
		if (is_pivot_node(r, i))
			above += full->depth[i];
	}
	if (below_fill(r, below) != 0)
		return -1;
	if (r->out->tree.n == 1)
		r->out->pivot = NONE; /* unknown, or filtered away */
	if (r->out->pivot == NONE)
		return 0;
	return above_fill(r, above);
}

/* Whether a tree has negative weights; returns how deep it is. */
static uint32_t
see_tree(struct tree *t)
{
	int64_t sign = 0;
	uint32_t depth = 0;

	for (node_id i = 0; i < t->n; i++) {
		sign |= t->self.value[i] | t->total.value[i];
		if (t->depth[i] > depth)
			depth = t->depth[i];
	}
	t->negative = sign < 0;
	return depth;
}

static int
inverted_fill(const struct run *run, void *stage, const void *arg)
{
	struct inverter r = {
		.run = run, .full = &run->weighed->tree, .out = stage
	};
	const struct frames *frames = run->framed->frames;
	int rc;

	(void)arg;
	r.open = xcalloc((size_t)frames->n + 1, sizeof(*r.open));
	r.out->pivot = NONE;
	if (run->q->direction == DIR_CALLERS) {
		rc = callers_fill(&r, frames->n);
	} else {
		r.out->pivot = frames_find(frames, run->q->pivot);
		rc = sandwich_fill(&r);
	}
	free(r.open);
	if (rc != 0)
		return -1;
	r.out->max_depth = see_tree(&r.out->tree);
	(void)see_tree(&r.out->callers);
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
