/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths within a component: see costinner.h. */
#include "config.h"

#include "read/costinner.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"
#include "read/costgraph.h"

#include "base/banned.h"

enum { CELLS_MAX = 1 << 24 }; /* of all trees together */

struct cost_inner {
	const struct cost_graph *g;
	uint32_t *first;      /* [fns + 1] into call */
	uint32_t *call;       /* sites within a component, by their function */
	uint32_t *index;      /* [fns] within the component */
	uint32_t *size;       /* [components] */
	struct map64 tree_of; /* function -> tree */
	VEC(uint32_t *) tree; /* each [size]: the site that leads there */
	size_t cells;
	VEC(uint32_t) queue, path;
};

/* For sorting calls: costly ones first. */
struct key {
	uint32_t fn, site;
	int64_t cost;
};

static int
by_cost(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	return x->site < y->site ? -1 : x->site > y->site;
}

struct cost_inner *
cost_inner_new(const struct cost_graph *g)
{
	struct cost_inner *in = xcalloc(1, sizeof(*in));
	struct key *key = xcalloc(g->site.n + 1, sizeof(*key));
	uint32_t n = 0, fn = 0;

	in->g = g;
	in->first = xcalloc(g->fn.n + 1, sizeof(uint32_t));
	in->index = xcalloc(g->fn.n + 1, sizeof(uint32_t));
	in->size = xcalloc((size_t)g->components + 1, sizeof(uint32_t));
	for (uint32_t f = 0; f < g->fn.n; f++)
		in->index[f] = in->size[g->fn.p[f].component]++;
	for (uint32_t i = 0; i < g->site.n; i++) {
		const struct cost_site *s = &g->site.p[i];

		if (s->target != NONE && s->target != s->fn &&
			!site_leaves(g, s))
			key[n++] = (struct key){ s->fn, i, cost_of(g, i)[0] };
	}
	qsort(key, n, sizeof(*key), by_cost);
	in->call = xcalloc((size_t)n + 1, sizeof(uint32_t));
	for (uint32_t i = 0; i < n; i++) {
		while (fn < key[i].fn)
			in->first[++fn] = i;
		in->call[i] = key[i].site;
	}
	while (fn < g->fn.n)
		in->first[++fn] = n;
	free(key);
	return in;
}

void
cost_inner_free(struct cost_inner *in)
{
	for (size_t i = 0; i < in->tree.n; i++)
		free(in->tree.p[i]);
	vec_free(&in->tree);
	map64_free(&in->tree_of);
	free(in->first);
	free(in->call);
	free(in->index);
	free(in->size);
	vec_free(&in->queue);
	vec_free(&in->path);
	free(in);
}

/* All functions of the component, from one on, level by level. */
static uint32_t *
grow(struct cost_inner *in, uint32_t from)
{
	const struct cost_graph *g = in->g;
	uint32_t n = in->size[g->fn.p[from].component];
	uint32_t *tree = ids_new(n);

	in->queue.n = 0;
	vec_push(&in->queue, from);
	for (size_t i = 0; i < in->queue.n; i++) {
		uint32_t f = in->queue.p[i];

		for (uint32_t k = in->first[f]; k < in->first[f + 1]; k++) {
			uint32_t to = g->site.p[in->call[k]].target;

			if (to == from || tree[in->index[to]] != NONE)
				continue;
			tree[in->index[to]] = in->call[k];
			vec_push(&in->queue, to);
		}
	}
	return tree;
}

size_t
cost_inner_path(struct cost_inner *in, uint32_t from, uint32_t to,
	const uint32_t **site)
{
	const struct cost_graph *g = in->g;
	uint32_t size = in->size[g->fn.p[from].component], *at;
	const uint32_t *tree;

	*site = NULL;
	if (from == to)
		return 0;
	at = map64_at(&in->tree_of, from);
	if (*at == NONE) {
		/* Beyond all measure: as if it were called directly. */
		if (in->cells + size > CELLS_MAX) {
			*at = 0;
			return 0;
		}
		in->cells += size;
		*at = (uint32_t)in->tree.n + 1;
		vec_push(&in->tree, grow(in, from));
	}
	if (*at == 0)
		return 0;
	tree = in->tree.p[*at - 1];
	in->path.n = 0;
	while (to != from) {
		uint32_t last = tree[in->index[to]];

		vec_push(&in->path, last);
		to = g->site.p[last].fn;
	}
	vec_reverse(uint32_t, &in->path);
	*site = in->path.p;
	return in->path.n;
}
