/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree while it is made: finding and adding children. */
#include "prelude.h"

#include "engine/treebuild.h"

#include <assert.h>

#include "base/xalloc.h"
#include "engine/engine_internal.h"

size_t
grow_bytes(size_t cap, bool depth)
{
	return add_size(
		mul_size(depth ? 5 : 4, block_size(cap, sizeof(uint32_t))),
		block_size(cap, 1));
}

void
grow_init(struct grow *g, struct block *block, uint32_t cap, bool depth)
{
	*g = (struct grow){ .n = 1, .cap = cap, .wide = MAP64_INIT };
	g->parent = block_take(block, cap, sizeof(*g->parent));
	g->first = block_take(block, cap, sizeof(*g->first));
	g->next = block_take(block, cap, sizeof(*g->next));
	g->frame = block_take(block, cap, sizeof(*g->frame));
	if (depth)
		g->depth = block_take(block, cap, sizeof(*g->depth));
	g->flags = block_take(block, cap, sizeof(*g->flags));
	/* Not zeroed, so that unused pages are never touched. */
	g->width = xmalloc(cap);
	g->parent[0] = g->first[0] = g->next[0] = 0;
	g->frame[0] = NONE;
	if (depth)
		g->depth[0] = 0;
	g->flags[0] = 0;
	g->width[0] = 0;
}

void
grow_free(struct grow *g)
{
	free(g->width);
	g->width = NULL;
	map64_free(&g->wide);
}

static uint64_t
wide_key(node_id at, frame_id frame, uint8_t inl)
{
	/* Frame ids are below 2^31, so one bit is free. */
	return (uint64_t)at << 32 | (uint64_t)frame << 1 | (inl != 0);
}

void
grow_ahead(const struct grow *g, node_id at, frame_id frame, uint8_t inl)
{
	if (g->width[at] > GROW_WIDE)
		map64_ahead(&g->wide, wide_key(at, frame, inl));
}

node_id
grow_far(struct grow *g, node_id at, frame_id frame, uint8_t inl)
{
	node_id child = g->n;

	if (g->width[at] > GROW_WIDE) {
		uint32_t *known = map64_at(&g->wide, wide_key(at, frame, inl));

		if (*known != NONE)
			return *known;
		*known = child;
	}
	assert(g->n < g->cap);
	g->n++;
	g->parent[child] = at;
	g->next[child] = g->first[at];
	g->first[at] = child;
	g->first[child] = 0;
	g->frame[child] = frame;
	if (g->depth != NULL)
		g->depth[child] = g->depth[at] + 1;
	g->flags[child] = inl;
	g->width[child] = 0;
	if (g->width[at] > GROW_WIDE || ++g->width[at] <= GROW_WIDE)
		return child;
	/* From now on the table has all children of the node. */
	for (node_id c = g->first[at]; c != 0; c = g->next[c])
		map64_put(&g->wide,
			wide_key(at, g->frame[c], g->flags[c] & TREE_INLINE),
			c);
	return child;
}

int
grow_finish(struct grow *g, const struct run *run)
{
	run_zero(run, g->first, g->n * sizeof(*g->first));
	for (node_id i = g->n - 1; i > 0; i--) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		g->next[i] = g->first[g->parent[i]];
		g->first[g->parent[i]] = i;
	}
	return run_check(run);
}

struct tree
grow_tree(const struct grow *g)
{
	return (struct tree){ .n = g->n,
		.parent = g->parent,
		.first = g->first,
		.next = g->next,
		.frame = g->frame,
		.flags = g->flags,
		.depth = g->depth };
}

size_t
grow_weights_bytes(const struct tree *like, size_t cap)
{
	size_t noise = like->noise_self != NULL ? sizeof(double) : 0;

	return block_size(cap, 1) + 2 * columns_bytes(&like->self, cap) +
		2 * block_size(cap, noise);
}

void
grow_take_weights(struct tree *t, const struct tree *like, struct block *block,
	size_t cap)
{
	t->live = block_take(block, cap, 1);
	columns_take(&t->self, &like->self, block, cap);
	columns_take(&t->total, &like->total, block, cap);
	if (like->noise_self == NULL)
		return;
	t->noise_self = block_take(block, cap, sizeof(double));
	t->noise_total = block_take(block, cap, sizeof(double));
}

void
grow_zero(const struct tree *t, node_id node)
{
	columns_zero(&t->self, node);
	columns_zero(&t->total, node);
	if (t->noise_self != NULL)
		t->noise_self[node] = t->noise_total[node] = 0;
	t->live[node] = 0;
}
