/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inverted trees. Trees of callers are unfolded on demand (lazycallers.h). The
 * tree of a pivot's callees is grown in memory for the worst case; unused pages
 * are never touched.
 */
#include "prelude.h"


#include <assert.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/engine_internal.h"
#include "engine/lazycallers.h"
#include "engine/treebuild.h"
#include "engine/treetotals.h"

struct inverter {
	const struct run *run;
	const struct tree *full;
	struct inverted *out;
};

/* A growing tree with its weight columns. */
struct invert_growing {
	struct tree *t;
	struct grow g;
};

/* A weight that ends at a node or passes through it. */
struct node_weight {
	struct row_sum sum;
	double noise;
};

static node_id
grow_step(struct invert_growing *to, node_id at, frame_id frame, uint8_t inl)
{
	uint32_t before = to->g.n;
	node_id child = grow_child(&to->g, at, frame, inl);

	if (child == before)
		grow_zero(to->t, child);
	return child;
}

/* Add a weight to a node's total (LIVE_PASSES), self (LIVE_ENDS) or both. */
static void
add_weight(const struct invert_growing *to, node_id node, unsigned what,
	const struct node_weight *w)
{
	const struct tree *t = to->t;
	bool noise = t->noise_self != NULL;

	if ((what & LIVE_PASSES) != 0)
		columns_add(&t->total, node, &w->sum);
	if ((what & LIVE_PASSES) != 0 && noise)
		t->noise_total[node] += w->noise;
	if ((what & LIVE_ENDS) != 0)
		columns_add(&t->self, node, &w->sum);
	if ((what & LIVE_ENDS) != 0 && noise)
		t->noise_self[node] += w->noise;
	t->live[node] |= LIVE_PASSES | (uint8_t)what;
}

static bool
is_pivot_node(const struct inverter *r, node_id i)
{
	return tree_live(r->full, i) != 0 &&
		r->full->frame[i] == r->out->pivot &&
		(r->full->flags[i] & TREE_OUTERMOST) != 0;
}

/* Merge all subtrees below the pivot's outermost nodes. */
static int
below_fill(struct inverter *r, size_t cap)
{
	const struct tree *full = r->full;
	struct arena *scratch = &r->run->e->scratch;
	struct invert_growing to;
	node_id *image;
	int rc = 0;
	int finish_rc;
	size_t size = grow_bytes(cap, true) + grow_weights_bytes(r->full, cap);
	struct block block;

	if (cap > GROW_MAX)
		return err_set(r->run->err, ERR_LIMIT,
			"inverted tree would need %zu nodes, more than the "
			"limit",
			cap);
	/* Allocate the same weight columns as the full tree has; grow_step()
	   zeroes them node by node. */
	if (run_room(r->run, size) != 0)
		return -1;
	block_init(&block, &r->out->stage.arena, size);
	grow_init(&to.g, &block, (uint32_t)cap, true);
	r->out->tree = grow_tree(&to.g);
	grow_take_weights(&r->out->tree, r->full, &block, cap);
	to.t = &r->out->tree;
	grow_zero(&r->out->tree, 0);
	arena_reset(scratch);
	image = ARENA_ZARRAY(scratch, node_id, full->n);
	for (node_id i = 1; i < full->n && rc == 0; i++) {
		struct node_weight total, self;
		const double *noise;
		uint32_t row;
		const double *weight_noise;
		uint32_t weight_row;

		if (i % RUN_STRIDE == 0)
			rc = run_check(r->run);
		if (tree_live(full, i) == 0)
			continue;
		noise = full->noise_total;
		row = tree_row(full, i);
		total = (struct node_weight){ .sum = columns_at(
						      &full->total, row),
			.noise = noise != NULL ? noise[row] : 0 };
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
		if ((tree_live(full, i) & LIVE_ENDS) == 0)
			continue;
		weight_noise = full->noise_self;
		weight_row = tree_self_row(full, i);
		self = (struct node_weight){ .sum = columns_at(
						     &full->self, weight_row),
			.noise = weight_noise != NULL ? weight_noise[weight_row]
						      : 0 };
		add_weight(&to, image[i], LIVE_ENDS, &self);
	}
	finish_rc = grow_finish(&to.g, r->run);
	to.t->n = to.g.n;
	grow_free(&to.g);
	return finish_rc != 0 ? -1 : rc;
}

/* Unfold a tree of callers. Unfold it completely if it is small, belongs to a
   diff or has negative weights; otherwise only where many paths meet, so that
   no key press waits long. */
static int
callers_unfold(const struct inverter *r, const struct unfold_paths *paths,
	size_t n_nodes, struct tree *t)
{
	enum { LARGE = 1 << 18, MANY = 64 };
	const struct run *run = r->run;

	if (unfold_new(run, &r->out->stage.arena, paths, t) != 0)
		return -1;
	if (n_nodes > LARGE && !r->full->negative && r->full->self.base == NULL)
		return unfold_wide(run, t, MANY);
	t->n = tree_whole(t, run->progress);
	unfold_free(t->unfold);
	t->unfold = NULL;
	return run_check(run);
}

/* Make the tree of callers: the paths from the pivot's nodes up to the root or,
   without a pivot, those from every node at which samples end. */
static int
above_fill(const struct inverter *r, struct tree *t, uint32_t *max_depth)
{
	const struct tree *full = r->full;
	struct unfold_paths paths = { .full = full, .pivot = r->out->pivot };
	VEC(node_id) start = { 0 };
	node_id end = tree_end_from(full, 0);
	size_t n_nodes = 0;
	int rc = 0;

	*max_depth = 0;
	for (node_id i = 0; i < full->n && rc == 0; i++) {
		if (i % RUN_STRIDE == 0)
			rc = run_check(r->run);
		if (paths.pivot == NONE ? i != end : !is_pivot_node(r, i))
			continue;
		if (i == end)
			end = tree_end_from(full, i + 1);
		vec_push(&start, i);
		n_nodes += tree_depth(full, i);
		if (tree_depth(full, i) > *max_depth)
			*max_depth = tree_depth(full, i);
	}
	paths.start = start.p;
	paths.n = (uint32_t)start.n;
	if (rc == 0)
		rc = callers_unfold(r, &paths, n_nodes, t);
	vec_free(&start);
	return rc;
}

static int
sandwich_fill(struct inverter *r)
{
	const struct tree *full = r->full;
	size_t below = 2;
	uint32_t ignored;

	for (node_id i = 1; i < full->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(r->run) != 0)
			return -1;
		below += tree_live(full, i) != 0;
	}
	if (below_fill(r, below) != 0)
		return -1;
	if (r->out->tree.n == 1)
		r->out->pivot = NONE; /* not in the profile, or filtered out */
	for (node_id i = 1; i < r->out->tree.n; i++)
		if (tree_depth(&r->out->tree, i) > r->out->max_depth)
			r->out->max_depth = tree_depth(&r->out->tree, i);
	if (r->out->pivot == NONE)
		return 0;
	return above_fill(r, &r->out->callers, &ignored);
}

/* Set t->negative: some weight is negative. */
static void
see_signs(struct tree *t)
{
	int64_t sign = 0;

	for (node_id i = 0; i < t->n; i++)
		sign |= t->self.value[i] | t->total.value[i];
	t->negative = sign < 0;
}

static int
inverted_fill(const struct run *run, void *stage, const void *arg)
{
	struct inverter r = {
		.run = run, .full = &run->weighed->tree, .out = stage
	};
	int rc;

	(void)arg;
	r.out->pivot = NONE;
	if (run->q->direction == DIR_CALLERS) {
		rc = above_fill(&r, &r.out->tree, &r.out->max_depth);
	} else {
		r.out->pivot = frames_find(run->framed->frames, run->q->pivot);
		rc = sandwich_fill(&r);
	}
	if (rc != 0)
		return -1;
	see_signs(&r.out->tree);
	see_signs(&r.out->callers);
	return 0;
}

void
inverted_fini(struct stage *stage)
{
	struct inverted *inverted = (struct inverted *)stage;

	unfold_free(inverted->tree.unfold);
	unfold_free(inverted->callers.unfold);
}

const struct inverted *
invert_get(const struct run *run)
{
	const struct query *q = run->q;
	struct strbuf key = STRBUF_INIT;

	/* The inverted tree is made from the full tree. */
	key_num(&key, run->weighed->stage.id);
	key_num(&key, q->direction);
	key_str(&key, q->direction == DIR_SANDWICH ? q->pivot : STR_EMPTY);
	return stages_get(&run->e->inverted, &key, sizeof(struct inverted), run,
		inverted_fill, NULL);
}
