/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of call_tree: see calltree.h. */
#include "config.h"

#include "engine/calltree.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/assemble.h"

#include "base/banned.h"

/* A tree has a place for a call that was inlined and one for the same call
   that was not; here they are one. */
struct planter {
	const struct tree *t;
	const uint32_t *age; /* [t->n] see graph_ages() */
	struct map64 index;  /* (vertex above + 1, frame) -> vertex */
	uint32_t *place_of;  /* [t->n] */
	VEC(struct graph_node) nodes;
	VEC(struct graph_edge) edges;
};

static uint32_t
vertex_at(struct planter *p, uint32_t up, frame_id frame)
{
	/* NONE + 1 is 0: no vertex above. */
	uint32_t *at =
		map64_at(&p->index, (uint64_t)(uint32_t)(up + 1) << 32 | frame);
	struct graph_node node = { .frame = frame };
	struct graph_edge edge = {
		.from = up, .age = UINT64_MAX, .inlined = true
	};

	if (*at == NONE) {
		*at = node.vertex = edge.to = (uint32_t)p->nodes.n;
		vec_push(&p->nodes, node);
		/* The edge into vertex i is the i-th; into roots it is no
		   edge, and goes at the end. */
		vec_push(&p->edges, edge);
	}
	return *at;
}

static void
plant(struct planter *p, node_id i)
{
	const struct tree *t = p->t;
	uint32_t up = t->parent[i] != 0 ? p->place_of[t->parent[i]] : NONE;
	uint32_t at = vertex_at(p, up, t->frame[i]);
	struct graph_node *n = &p->nodes.p[at];
	struct graph_edge *e = &p->edges.p[at];

	p->place_of[i] = at;
	if (p->age[i] < e->age)
		e->age = p->age[i];
	i64_sum(&n->cum, t->total[i]);
	i64_sum(&n->flat, t->self[i]);
	i64_sum(&e->weight, t->total[i]);
	if (t->div_total != NULL) {
		i64_sum(&n->cum_div, t->div_total[i]);
		i64_sum(&n->flat_div, t->div_self[i]);
		i64_sum(&e->div, t->div_total[i]);
	}
	if ((t->flags[i] & TREE_INLINE) == 0)
		e->inlined = false;
}

static size_t
take_edges(struct graph *g, const struct planter *p, struct graph_edge **edge)
{
	size_t n = 0;

	*edge = ARENA_ARRAY(&g->arena, struct graph_edge, p->edges.n);
	for (size_t i = 0; i < p->edges.n; i++)
		if (p->edges.p[i].from != NONE)
			(*edge)[n++] = p->edges.p[i];
	return n;
}

struct graph *
calltree_graph(const struct view *v, const struct graph_options *o)
{
	const struct tree *t = &v->full;
	struct graph *g = xcalloc(1, sizeof(*g));
	struct planter p = { .t = t, .index = MAP64_INIT };
	struct graph_edge *edge;
	frame_id *frame_of;
	uint32_t *age = graph_ages(v);
	size_t n;

	g->frames = v->frames;
	p.age = age;
	p.place_of = ids_in(&g->arena, t->n);
	for (node_id i = 1; i < t->n; i++)
		if (tree_is_live(t, i))
			plant(&p, i);
	g->n_vertices = (uint32_t)p.nodes.n;
	frame_of = ARENA_ARRAY(&g->arena, frame_id, p.nodes.n);
	for (size_t i = 0; i < p.nodes.n; i++)
		frame_of[i] = p.nodes.p[i].frame;
	g->frame_of = frame_of;
	g->place_of = p.place_of;
	n = take_edges(g, &p, &edge);
	graph_assemble(g, p.nodes.p, edge, n, o);
	free(age);
	map64_free(&p.index);
	vec_free(&p.nodes);
	vec_free(&p.edges);
	return g;
}

/* The edge into a vertex starts at the nearest caller that stays. Callers
   have smaller numbers, so theirs are done. */
static void
lift_edges(const struct graph *g, struct graph_node **vertex, const bool *gone)
{
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		struct graph_node *n = vertex[i], *up;
		struct graph_edge *e;

		if (n == NULL || n->n_in == 0)
			continue;
		e = n->in[0];
		up = vertex[e->from];
		if (!gone[e->from])
			continue;
		if (up->n_in == 0) {
			n->n_in = 0;
			continue;
		}
		e->from = up->in[0]->from;
		e->residual = true;
		e->inlined = e->inlined && up->in[0]->inlined;
	}
}

/* All lists of callees from those of callers. */
static void
relink(struct graph *g, struct graph_node **vertex, const bool *gone)
{
	for (uint32_t i = 0; i < g->n_vertices; i++)
		if (vertex[i] != NULL)
			vertex[i]->n_out = 0;
	for (uint32_t i = 0; i < g->n_vertices; i++)
		if (vertex[i] != NULL && !gone[i] && vertex[i]->n_in > 0)
			vertex[vertex[i]->in[0]->from]->n_out++;
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		if (vertex[i] == NULL)
			continue;
		vertex[i]->out = ARENA_ARRAY(
			&g->arena, struct graph_edge *, vertex[i]->n_out);
		vertex[i]->n_out = 0;
	}
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		struct graph_node *up;

		if (vertex[i] == NULL || gone[i] || vertex[i]->n_in == 0)
			continue;
		up = vertex[vertex[i]->in[0]->from];
		up->out[up->n_out++] = vertex[i]->in[0];
	}
}

void
calltree_keep(struct graph *g, const struct bits *kept)
{
	struct graph_node **vertex = graph_vertices(g);
	bool *gone = xcalloc((size_t)g->n_vertices + 1, sizeof(*gone));
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		gone[g->node[i].vertex] = !bits_get(kept, g->node[i].vertex);
	lift_edges(g, vertex, gone);
	relink(g, vertex, gone);
	for (uint32_t i = 0; i < g->n; i++)
		if (!gone[g->node[i].vertex])
			g->node[n++] = g->node[i];
	g->n = n;
	for (uint32_t i = 0; i < g->n; i++) {
		graph_edges_by_age(g->node[i].out, g->node[i].n_out);
		graph_edges_sort(g, g->node[i].out, g->node[i].n_out);
	}
	free(gone);
	free(vertex);
}
