/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs put together: see assemble.h. */
#include "config.h"

#include "engine/assemble.h"

#include <stdlib.h>

#include "base/num.h"
#include "base/sort.h"
#include "base/xalloc.h"

#include "base/banned.h"

static struct str
text_of(const struct graph *g, uint32_t vertex)
{
	return g->frames->frame[graph_frame(g, vertex)].text;
}

uint64_t
graph_magnitude(int64_t v)
{
	return (uint64_t)i64_abs(v) ^ (UINT64_C(1) << 63);
}

static int
by_rank(const void *a, const void *b)
{
	const struct graph_rank *x = a, *y = b;
	int order;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	order = str_cmp(x->text, y->text);
	if (order != 0)
		return order;
	if (x->tie != y->tie)
		return x->tie > y->tie ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

void
graph_rank_order(struct graph_rank *rank, size_t n)
{
	if (n > 0)
		qsort(rank, n, sizeof(*rank), by_rank);
}

void
graph_rank_sort(struct graph *g, struct graph_rank *rank)
{
	struct graph_node *sorted =
		ARENA_ARRAY(&g->arena, struct graph_node, g->n);

	for (uint32_t i = 0; i < g->n; i++) {
		rank[i].text = text_of(g, g->node[i].vertex);
		rank[i].at = i;
	}
	graph_rank_order(rank, g->n);
	for (uint32_t i = 0; i < g->n; i++)
		sorted[i] = g->node[rank[i].at];
	g->node = sorted;
}

void
graph_sort(struct graph *g, enum query_sort sort)
{
	struct graph_rank *rank = xcalloc(g->n, sizeof(*rank));

	for (uint32_t i = 0; i < g->n; i++) {
		uint64_t flat = graph_magnitude(g->node[i].flat);
		uint64_t cum = graph_magnitude(g->node[i].cum);

		rank[i].weight = sort == SORT_CUM ? cum : flat;
		rank[i].tie = sort == SORT_CUM ? flat : cum;
	}
	graph_rank_sort(g, rank);
	free(rank);
}

static int
by_age(const void *a, const void *b)
{
	const struct graph_edge *x = *(struct graph_edge *const *)a;
	const struct graph_edge *y = *(struct graph_edge *const *)b;

	if (x->age != y->age)
		return x->age < y->age ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

void
graph_edges_by_age(struct graph_edge **edge, size_t n)
{
	if (n > 1)
		qsort(edge, n, sizeof(struct graph_edge *), by_age);
}

/* qsort() has no argument to carry the graph: sort these instead. */
struct edge_rank {
	uint64_t weight; /* graph_magnitude() */
	struct str from, to;
	struct graph_edge *edge;
};

static int
by_names(const struct edge_rank *x, const struct edge_rank *y)
{
	int order = str_cmp(x->from, y->from);

	return order != 0 ? order : str_cmp(x->to, y->to);
}

static int
by_edge(const void *a, const void *b)
{
	const struct edge_rank *x = a, *y = b;
	int order;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	order = by_names(x, y);
	if (order != 0)
		return order;
	if (x->edge->from != y->edge->from)
		return x->edge->from > y->edge->from ? 1 : -1;
	return (x->edge->to > y->edge->to) - (x->edge->to < y->edge->to);
}

/* What pprof compares: names decide between equal weights, and nothing
   between those that differ in their sign only. */
static int
by_edge_rule(const void *a, const void *b)
{
	const struct edge_rank *x = a, *y = b;

	if (x->edge->weight == y->edge->weight)
		return by_names(x, y);
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return 0;
}

void
graph_edges_sort(const struct graph *g, struct graph_edge **edge, size_t n)
{
	struct edge_rank *rank;

	if (n < 2)
		return;
	rank = xcalloc(n, sizeof(*rank));
	for (size_t i = 0; i < n; i++)
		rank[i] = (struct edge_rank){ .weight = graph_magnitude(
						      edge[i]->weight),
			.from = text_of(g, edge[i]->from),
			.to = text_of(g, edge[i]->to),
			.edge = edge[i] };
	(void)gosort(rank, n, sizeof(*rank), by_edge_rule, by_edge, NULL);
	for (size_t i = 0; i < n; i++)
		edge[i] = rank[i].edge;
	free(rank);
}

/* Lists of edges, the oldest first. */
static void
make_lists(struct graph *g, struct graph_node *vertex, struct graph_edge **edge,
	size_t n)
{
	for (size_t i = 0; i < n; i++) {
		vertex[edge[i]->from].n_out++;
		vertex[edge[i]->to].n_in++;
	}
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		struct graph_node *v = &vertex[i];

		v->in = ARENA_ARRAY(&g->arena, struct graph_edge *, v->n_in);
		v->out = ARENA_ARRAY(&g->arena, struct graph_edge *, v->n_out);
		v->n_in = v->n_out = 0;
	}
	for (size_t i = 0; i < n; i++) {
		struct graph_node *from = &vertex[edge[i]->from];
		struct graph_node *to = &vertex[edge[i]->to];

		from->out[from->n_out++] = edge[i];
		to->in[to->n_in++] = edge[i];
	}
}

bool
graph_wanted(const struct graph_node *n, const struct graph_options *o)
{
	if (n->flat == 0 && n->cum == 0)
		return false;
	return !o->drop_negative ||
		(n->flat >= 0 && (n->flat != 0 || n->cum >= 0));
}

static void
make_nodes(struct graph *g, const struct graph_node *vertex,
	const struct graph_options *o)
{
	uint32_t lost = 0;

	for (uint32_t i = 0; i < g->n_vertices; i++)
		g->n += graph_wanted(&vertex[i], o);
	for (uint32_t i = 0; i < g->n_vertices; i++)
		g->n_lost += !graph_wanted(&vertex[i], o) &&
			vertex[i].n_in + vertex[i].n_out > 0;
	g->node = ARENA_ARRAY(&g->arena, struct graph_node, g->n);
	g->lost = ARENA_ARRAY(&g->arena, struct graph_node, g->n_lost);
	g->n = 0;
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		if (graph_wanted(&vertex[i], o))
			g->node[g->n++] = vertex[i];
		else if (vertex[i].n_in + vertex[i].n_out > 0)
			g->lost[lost++] = vertex[i];
	}
}

void
graph_assemble(struct graph *g, struct graph_node *vertex,
	struct graph_edge *edge, size_t n, const struct graph_options *o)
{
	struct graph_edge **aged = xcalloc(n, sizeof(struct graph_edge *));

	for (size_t i = 0; i < n; i++)
		aged[i] = &edge[i];
	graph_edges_by_age(aged, n);
	make_lists(g, vertex, aged, n);
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		graph_edges_sort(g, vertex[i].in, vertex[i].n_in);
		graph_edges_sort(g, vertex[i].out, vertex[i].n_out);
	}
	make_nodes(g, vertex, o);
	graph_sort(g, o->sort);
	g->orig_count = g->n;
	free(aged);
}

struct graph_node **
graph_vertices(struct graph *g)
{
	struct graph_node **vertex =
		xcalloc((size_t)g->n_vertices + 1, sizeof(struct graph_node *));

	for (uint32_t i = 0; i < g->n; i++)
		vertex[g->node[i].vertex] = &g->node[i];
	for (uint32_t i = 0; i < g->n_lost; i++)
		vertex[g->lost[i].vertex] = &g->lost[i];
	return vertex;
}

uint32_t *
graph_ages(const struct view *v)
{
	const struct profile *p = v->profile;
	const struct tree *t = &v->full;
	uint32_t *age = ids_new(t->n);

	for (size_t i = 0; i < p->sample.n && i < NONE; i++) {
		node_id end = v->of_stack[p->sample.leaf[i]];
		int64_t div = v->query.mean ? p->sample.value[0][i] : 0;

		if (end != NONE && age[end] == NONE && view_keeps(v, i) &&
			(p->sample.value[v->column][i] | div) != 0)
			age[end] = (uint32_t)i;
	}
	for (node_id i = t->n; i > 1; i--)
		if (age[i - 1] < age[t->parent[i - 1]])
			age[t->parent[i - 1]] = age[i - 1];
	return age;
}
