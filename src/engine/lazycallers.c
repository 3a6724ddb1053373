/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of callers that is built on demand. The paths through a node are
 * stored side by side in way[], each with its next node in the full tree, so
 * opening a node is one pass over its paths:
 *
 *     way    next  main b b a main      paths through `a`; next: the caller
 *            from  |------a-----|
 *     opened       | b b | main main | a |      paths grouped by child
 *
 * Paths that have reached the root come first and have no child. In each group
 * paths keep the order of their start nodes.
 */
#include "prelude.h"

#include "engine/lazycallers.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/vec.h"
#include "engine/engine_internal.h"
#include "engine/treebuild.h"

/* Prefetch distance, in paths. */
enum { AHEAD = 12 };

/* A path from a start node towards the root. */
struct way {
	node_id next; /* in the full tree; 0: the root is reached */
	uint32_t row; /* row of its weight in unfold.weight */
	uint32_t levels;
};

struct unfold {
	pthread_mutex_t lock; /* protects all data that grows */
	struct tree full;
	bool has_pivot;
	struct columns weight; /* weights of paths, by row */
	double *noise;

	struct grow g;
	struct tree t;           /* the new tree with its weights */
	atomic_uchar *is_open;   /* [n] the children have been made */
	uint32_t *from, *to;     /* [n] paths of a node: way[from .. to - 1] */
	struct way *way, *space; /* [paths] space: scratch */
	node_id *of_way;         /* [paths] scratch: child of each path */
	node_id *of_frame;       /* [frames.n * 2] newest child by frame * 2,
				    plus 1 if it is inlined */
	node_id opened;          /* all nodes before this one are open */
};

static node_id
add_node(struct unfold *u, node_id parent, frame_id frame, uint8_t flags)
{
	struct grow *g = &u->g;
	node_id i = g->n++;

	assert(i < g->cap);
	g->parent[i] = parent;
	g->first[i] = g->next[i] = 0;
	g->frame[i] = frame;
	g->depth[i] = i == 0 ? 0 : g->depth[parent] + 1;
	g->flags[i] = flags;
	grow_zero(&u->t, i);
	atomic_init(&u->is_open[i], 0);
	u->from[i] = u->to[i] = 0;
	return i;
}

/* Return the child of `parent` for a node of the full tree, making it if
   needed. `first` is the parent's first child. */
static node_id
child_of(struct unfold *u, node_id parent, node_id first, node_id place)
{
	frame_id frame = u->full.frame[place];
	uint8_t flags = u->full.flags[place] & TREE_INLINE;
	node_id *child;

	if (u->has_pivot && parent == 0)
		flags = 0; /* inlined or not, the pivot is one node */
	child = &u->of_frame[(size_t)frame * 2 + (flags != 0)];
	/* A child before `first` belongs to another parent. */
	if (*child < first)
		*child = add_node(u, parent, frame, flags);
	return *child;
}

/* Add a path's weight to a node that the path passes or ends at. */
static void
add_path(struct unfold *u, node_id node, const struct way *way)
{
	bool ends = way->next == 0;

	for (int k = 0; k < COLUMNS; k++) {
		if (u->weight.column[k] == NULL)
			continue;
		i64_sum(&u->t.total.column[k][node],
			u->weight.column[k][way->row]);
		if (ends)
			i64_sum(&u->t.self.column[k][node],
				u->weight.column[k][way->row]);
	}
	if (u->noise != NULL) {
		u->t.noise_total[node] += u->noise[way->row];
		u->t.noise_self[node] += ends ? u->noise[way->row] : 0;
	}
	u->t.live[node] |= ends ? LIVE_PASSES | LIVE_ENDS : LIVE_PASSES;
}

/* Make a node's children. Needs the lock if the tree is shared. */
static void
open_node(struct unfold *u, node_id node)
{
	node_id first = u->g.n;
	uint32_t ended;
	uint32_t step_from, step_to;

	/* Move all paths through the node one step up. Make the children, count
	   their paths in `to`, and count the paths that had already ended. */
	step_from = u->from[node];
	step_to = u->to[node];
	ended = 0;
	for (uint32_t k = step_from; k < step_to; k++) {
		struct way *way = &u->way[k];
		node_id place = way->next, child = 0;

		if (k + AHEAD < step_to) {
			PREFETCH(&u->full.frame[way[AHEAD].next]);
			PREFETCH(&u->full.parent[way[AHEAD].next]);
		}
		if (place != 0) {
			child = child_of(u, node, first, place);
			u->to[child]++;
			way->next = u->full.parent[place];
			add_path(u, child, way);
		}
		ended += place == 0;
		u->of_way[k - step_from] = child;
	}

	if (ended == 0 && u->g.n == first + 1) {
		u->from[first] = u->from[node];
		u->to[first] = u->to[node];
	} else {
		uint32_t from = u->from[node], n = u->to[node] - from;
		uint32_t at = from + ended, done = 0;

		/* Group the paths by child. */
		for (node_id i = first; i < u->g.n; i++) {
			uint32_t ways = u->to[i];

			u->from[i] = u->to[i] = at;
			at += ways;
		}
		for (uint32_t k = 0; k < n; k++) {
			node_id child = u->of_way[k];
			uint32_t to =
				child != 0 ? u->to[child]++ - from : done++;

			u->space[to] = u->way[from + k];
		}
		memcpy(&u->way[from], u->space, n * sizeof(*u->way));
	}
	for (node_id i = first; i + 1 < u->g.n; i++)
		u->g.next[i] = i + 1;
	u->g.first[node] = u->g.n > first ? first : 0;
	atomic_store_explicit(&u->is_open[node], 1, memory_order_release);
}

static bool
node_is_open(const struct unfold *u, node_id node)
{
	return atomic_load_explicit(&u->is_open[node], memory_order_acquire) !=
		0;
}

node_id
unfold_first(struct unfold *u, node_id node)
{
	if (!node_is_open(u, node)) {
		pthread_mutex_lock(&u->lock);
		if (!node_is_open(u, node))
			open_node(u, node);
		pthread_mutex_unlock(&u->lock);
	}
	return u->g.first[node];
}

uint32_t
tree_whole(const struct tree *t, struct progress *progress)
{
	struct unfold *u = t->unfold;
	uint32_t n;

	if (u == NULL)
		return t->n;
	/* Release the lock at intervals, so that other threads can take it. */
	do {
		uint32_t left = RUN_STRIDE;

		pthread_mutex_lock(&u->lock);
		for (; u->opened < u->g.n && left > 0; u->opened++, left--)
			if (!node_is_open(u, u->opened))
				open_node(u, u->opened);
		n = left > 0 ? 0 : u->g.n;
		pthread_mutex_unlock(&u->lock);
	} while (n != 0 && !progress_stopped(progress));
	pthread_mutex_lock(&u->lock);
	n = u->g.n;
	pthread_mutex_unlock(&u->lock);
	return n;
}

int
unfold_wide(const struct run *run, struct tree *t, uint32_t least)
{
	/* Limit on moved paths: about a second. */
	const uint64_t most = UINT64_C(1) << 24;
	struct unfold *u = t->unfold;
	uint64_t work = 0, looked = 0;

	for (node_id i = 0; i < u->g.n && work < most; i++) {
		uint32_t ways = u->to[i] - u->from[i];

		if (ways < least)
			continue;
		open_node(u, i);
		work += ways;
		if (work - looked < RUN_STRIDE)
			continue;
		looked = work;
		if (run_check(run) != 0)
			return -1;
	}
	t->n = u->g.n;
	return 0;
}

/* ---- Look-ups ---- */

uint32_t
unfold_height(struct unfold *u, node_id node)
{
	uint32_t deepest = 0;

	/* Another thread may be reordering the paths. */
	pthread_mutex_lock(&u->lock);
	for (uint32_t k = u->from[node]; k < u->to[node]; k++) {
		if (u->way[k].levels > deepest)
			deepest = u->way[k].levels;
	}
	pthread_mutex_unlock(&u->lock);
	return deepest - (deepest > 0 ? u->g.depth[node] : 0);
}

/* A heap of nodes to visit, heaviest first; parents come before children. */
struct lazycallers_queue {
	const struct tree *t;
	VEC(node_id) node;
};

static bool
node_is_before(const struct tree *t, node_id a, node_id b)
{
	int64_t x = t->total.value[a], y = t->total.value[b];

	if (x != y)
		return x > y;
	return tree_depth(t, a) != tree_depth(t, b)
		? tree_depth(t, a) < tree_depth(t, b)
		: a < b;
}

static void
unfold_queue_put(struct lazycallers_queue *q, node_id node)
{
	size_t at = q->node.n;

	vec_push(&q->node, node);
	for (; at > 0 && node_is_before(q->t, node, q->node.p[(at - 1) / 2]);
		at = (at - 1) / 2)
		q->node.p[at] = q->node.p[(at - 1) / 2];
	q->node.p[at] = node;
}

node_id
unfold_heaviest(const struct tree *t, const node_id *below, uint32_t n,
	const struct bits *frames)
{
	struct lazycallers_queue q = { .t = t };
	node_id found = NONE;

	for (uint32_t i = 0; i < n; i++)
		unfold_queue_put(&q, below[i]);
	while (q.node.n > 0 && found == NONE) {
		size_t at = 0;
		struct lazycallers_queue *queue = &q;
		node_id i = queue->node.p[0];
		node_id last = queue->node.p[--queue->node.n];
		size_t count = queue->node.n;

		for (size_t k = 1; k < count; at = k, k = 2 * at + 1) {
			if (k + 1 < count &&
				node_is_before(queue->t, queue->node.p[k + 1],
					queue->node.p[k]))
				k++;
			if (!node_is_before(queue->t, queue->node.p[k], last))
				break;
			queue->node.p[at] = queue->node.p[k];
		}
		if (count > 0)
			queue->node.p[at] = last;

		if (t->frame[i] != NONE && bits_get(frames, t->frame[i])) {
			found = i;
			continue;
		}
		for (node_id k = tree_first(t, i); k != 0; k = t->next[k])
			unfold_queue_put(&q, k);
	}
	vec_free(&q.node);
	return found;
}

/* ---- Creation ---- */

int
unfold_new(const struct run *run, struct arena *arena,
	const struct unfold_paths *paths, struct tree *t)
{
	const struct tree *full = paths->full;
	size_t cap = 2, n = paths->n, frames = run->framed->frames->n;
	struct unfold *u = ARENA_ZARRAY(arena, struct unfold, 1);
	struct block block;
	size_t size;
	struct way *way;

	for (uint32_t i = 0; i < n; i++)
		cap += tree_depth(full, paths->start[i]);
	if (cap > GROW_MAX)
		return err_set(run->err, ERR_LIMIT,
			"inverted tree would need %zu nodes, more than the "
			"limit",
			cap);
	size = grow_bytes(cap, true) + grow_weights_bytes(full, cap) +
		block_size(cap, 1) + 2 * block_size(cap, sizeof(uint32_t)) +
		2 * block_size(n, sizeof(struct way)) +
		block_size(n, sizeof(node_id)) +
		block_size(frames * 2, sizeof(node_id));
	if (run_room(run, size) != 0)
		return -1;
	block_init(&block, arena, size);
	grow_init(&u->g, &block, (uint32_t)cap, true);
	grow_free(&u->g);
	u->t = grow_tree(&u->g);
	grow_take_weights(&u->t, full, &block, cap);
	u->is_open = block_take(&block, cap, 1);
	u->from = block_take(&block, cap, sizeof(*u->from));
	u->to = block_take(&block, cap, sizeof(*u->to));
	u->way = block_take(&block, n, sizeof(*u->way));
	u->space = block_take(&block, n, sizeof(*u->space));
	u->of_way = block_take(&block, n, sizeof(*u->of_way));
	u->of_frame = block_take(&block, frames * 2, sizeof(*u->of_frame));
	memset(u->of_frame, 0, frames * 2 * sizeof(*u->of_frame));
	u->full = *full;
	u->has_pivot = paths->pivot != NONE;
	u->weight = u->has_pivot ? full->total : full->self;
	u->noise = u->has_pivot ? full->noise_total : full->noise_self;
	pthread_mutex_init(&u->lock, NULL);
	u->g.n = 0;
	(void)add_node(u, 0, NONE, 0);
	way = u->way;
	u->from[0] = 0;
	u->to[0] = paths->n;
	for (uint32_t i = 0; i < paths->n; i++) {
		way[i].next = paths->start[i];
		way[i].row = u->has_pivot
			? tree_row(&u->full, way[i].next)
			: tree_self_row(&u->full, way[i].next);
		way[i].levels = tree_depth(&u->full, way[i].next);
		add_path(u, 0, &way[i]);
	}
	*t = u->t;
	t->unfold = u;
	return 0;
}

void
unfold_free(struct unfold *u)
{
	if (u != NULL)
		pthread_mutex_destroy(&u->lock);
}
