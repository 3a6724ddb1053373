/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call graph: see graph.h. pprof walks every sample with a set of the
 * nodes and pairs it has seen; here one walk of the tree has a counter for
 * each frame and each pair that is open on the path, and adds a node's total
 * when its counter was zero: the same numbers.
 */
#include "config.h"

#include "engine/graph.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/assemble.h"
#include "engine/calltree.h"

#include "base/banned.h"

/* One step of the path that the walk is on. */
struct open_step {
	node_id node;
	frame_id near; /* the nearest frame from here up that is kept */
	bool residual; /* frames between it and here were not kept */
	uint32_t edge; /* open while the walk is below; NONE */
};

struct edge_state {
	struct graph_edge edge;
	uint32_t open;
};

struct walker {
	const struct tree *t;
	const uint32_t *age;     /* [t->n] see graph_ages() */
	const struct bits *kept; /* NULL: all */
	/* [t->n] not 0 where the walk goes: what is live, and with `kept` only
	   what has a kept frame at or below it. */
	const uint8_t *leads;
	struct graph_node *node; /* [frames.n] */
	uint32_t *open;          /* [frames.n] */
	struct map64 index;      /* (from, to) -> edge */
	VEC(struct edge_state) edges;
	VEC(struct open_step) path;
};

static uint32_t
edge_open(struct walker *w, const struct open_step *up, node_id i)
{
	frame_id to = w->t->frame[i];
	uint64_t age = (uint64_t)w->age[i] << 32 | w->path.n;
	uint32_t *at;
	struct edge_state *e;

	if (up->near == NONE || up->near == to)
		return NONE;
	at = map64_at(&w->index, (uint64_t)up->near << 32 | to);
	if (*at == NONE) {
		struct edge_state fresh = { .edge = { .from = up->near,
						    .to = to,
						    .age = age,
						    .inlined = true } };

		*at = (uint32_t)w->edges.n;
		vec_push(&w->edges, fresh);
	}
	e = &w->edges.p[*at];
	if (age < e->edge.age)
		e->edge.age = age;
	if (e->open++ == 0) {
		i64_sum(&e->edge.weight, w->t->total[i]);
		if (w->t->div_total != NULL)
			i64_sum(&e->edge.div, w->t->div_total[i]);
		if (up->residual)
			e->edge.residual = true;
		if ((w->t->flags[i] & TREE_INLINE) == 0)
			e->edge.inlined = false;
	}
	return *at;
}

static void
enter(struct walker *w, struct open_step up, node_id i)
{
	const struct tree *t = w->t;
	frame_id f = t->frame[i];
	struct open_step here = { .node = i, .near = f, .edge = NONE };
	struct graph_node *n = &w->node[f];

	if (w->kept != NULL && !bits_get(w->kept, f)) {
		here.near = up.near;
		here.residual = true;
		vec_push(&w->path, here);
		return;
	}
	if (w->open[f]++ == 0) {
		i64_sum(&n->cum, t->total[i]);
		if (t->div_total != NULL)
			i64_sum(&n->cum_div, t->div_total[i]);
	}
	i64_sum(&n->flat, t->self[i]);
	if (t->div_self != NULL)
		i64_sum(&n->flat_div, t->div_self[i]);
	here.edge = edge_open(w, &up, i);
	vec_push(&w->path, here);
}

static void
leave(struct walker *w)
{
	struct open_step here = w->path.p[--w->path.n];
	frame_id f = w->t->frame[here.node];

	if (w->kept == NULL || bits_get(w->kept, f))
		w->open[f]--;
	if (here.edge != NONE)
		w->edges.p[here.edge].open--;
}

static node_id
next_of(const struct walker *w, node_id i)
{
	while (i != 0 && w->leads[i] == 0)
		i = w->t->next[i];
	return i;
}

/* Most frames are small and most of the tree is theirs: one loop finds what
   need not be walked. */
static uint8_t *
leads_to(const struct tree *t, const struct bits *kept)
{
	uint8_t *leads = xcalloc((size_t)t->n + 1, 1);

	for (node_id i = t->n - 1; i > 0; i--) {
		if (t->live[i] == 0)
			continue;
		if (leads[i] == 0 && bits_get(kept, t->frame[i]))
			leads[i] = 1;
		leads[t->parent[i]] |= leads[i];
	}
	return leads;
}

static void
walk(struct walker *w)
{
	const struct tree *t = w->t;
	struct open_step top = { .near = NONE };
	node_id i = next_of(w, t->first[0]);

	while (i != 0 || w->path.n > 0) {
		if (i == 0) {
			i = w->path.p[w->path.n - 1].node;
			leave(w);
			i = next_of(w, t->next[i]);
			continue;
		}
		enter(w, w->path.n > 0 ? w->path.p[w->path.n - 1] : top, i);
		i = next_of(w, t->first[i]);
	}
}

/* The edges as the graph keeps them. */
static struct graph_edge *
edges_of(struct graph *g, const struct walker *w)
{
	struct graph_edge *edge =
		ARENA_ARRAY(&g->arena, struct graph_edge, w->edges.n);

	for (size_t i = 0; i < w->edges.n; i++)
		edge[i] = w->edges.p[i].edge;
	return edge;
}

struct graph *
graph_kept(const struct view *v, const struct graph_options *o,
	const struct bits *kept)
{
	struct graph *g = xcalloc(1, sizeof(*g));
	size_t n = (size_t)v->frames->n + 1;
	uint32_t *age = graph_ages(v);
	uint8_t *leads = kept != NULL ? leads_to(&v->full, kept) : NULL;
	struct walker w = { .t = &v->full,
		.age = age,
		.kept = kept,
		.leads = leads != NULL ? leads : v->full.live,
		.index = MAP64_INIT };

	g->frames = v->frames;
	w.node = xcalloc(n, sizeof(*w.node));
	w.open = xcalloc(n, sizeof(*w.open));
	walk(&w);
	for (frame_id f = 0; f < v->frames->n; f++)
		w.node[f].frame = w.node[f].vertex = f;
	g->n_vertices = v->frames->n;
	graph_assemble(g, w.node, edges_of(g, &w), w.edges.n, o);
	free(age);
	free(leads);
	free(w.node);
	free(w.open);
	map64_free(&w.index);
	vec_free(&w.edges);
	vec_free(&w.path);
	return g;
}

struct graph *
graph_full(const struct view *v, const struct graph_options *o)
{
	return o->call_tree ? calltree_graph(v, o) : graph_kept(v, o, NULL);
}

void
graph_free(struct graph *g)
{
	if (g == NULL)
		return;
	arena_free(&g->arena);
	free(g);
}

unsigned
graph_inlined(const struct graph_node *n)
{
	unsigned bits = 0;

	for (uint32_t i = 0; i < n->n_in; i++)
		bits |= n->in[i]->inlined ? 1 : 2;
	return bits;
}
