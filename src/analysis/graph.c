/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The call graph (graph.h): sort orders, the assembly of vertices and edges,
 * and two walks of the tree that count them: with a node per frame, or with a
 * node per place for call_tree.
 */
#include "prelude.h"

#include "analysis/graph.h"

#include <assert.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/calltotals.h"
#include "engine/framesums.h"
#include "engine/opencalls.h"

/* ---- Sort orders ---- */

void
graph_order_texts(const struct frames *frames, const frame_id *frame, size_t n,
	uint32_t *order)
{
	struct str *text = xcalloc(n, sizeof(*text));
	uint32_t *rank = xcalloc(n, sizeof(*rank));

	for (size_t i = 0; i < n; i++)
		text[i] = frames->frame[frame[i]].text;
	(void)sort_text_ranks(text, n, rank, NULL);
	for (size_t i = 0; i < n; i++)
		order[frame[i]] = rank[i];
	free(text);
	free(rank);
}

static uint32_t
vertex_order(const struct graph *g, uint32_t vertex)
{
	return g->order[graph_frame(g, vertex)];
}

uint64_t
graph_magnitude(int64_t v)
{
	return (uint64_t)i64_abs(v) ^ (UINT64_C(1) << 63);
}

struct graph_rank
graph_rank(int64_t self, int64_t total, enum query_sort sort)
{
	bool by_total = sort == SORT_CUM;

	return (struct graph_rank){ .weight = graph_magnitude(
					    by_total ? total : self),
		.tie = graph_magnitude(by_total ? self : total) };
}

/* Sort by the least significant criterion first: sort_keys() is stable. */
void
graph_rank_order(struct graph_rank *rank, size_t n)
{
	struct sort_key *key = xmalloc(mul_size(n, 2 * sizeof(*key)));
	struct graph_rank *sorted = xmalloc(mul_size(n, sizeof(*sorted)));

	for (size_t i = 0; i < n; i++)
		key[i] = (struct sort_key){ ~rank[i].tie, (uint32_t)i };
	sort_keys(key, key + n, n);
	for (size_t i = 0; i < n; i++)
		key[i].word = rank[key[i].at].order;
	sort_keys(key, key + n, n);
	for (size_t i = 0; i < n; i++)
		key[i].word = ~rank[key[i].at].weight;
	sort_keys(key, key + n, n);
	for (size_t i = 0; i < n; i++)
		sorted[i] = rank[key[i].at];
	memcpy(rank, sorted, n * sizeof(*rank));
	free(sorted);
	free(key);
}

/* Fill g->node[] with the rows of `from`, sorted by rank. */
static void
place_nodes(
	struct graph *g, const struct graph_node *from, struct graph_rank *rank)
{
	enum { AHEAD = 16 };
	struct graph_node *node =
		ARENA_ARRAY(&g->arena, struct graph_node, g->n);

	graph_rank_order(rank, g->n);
	for (uint32_t i = 0; i < g->n; i++) {
		if (g->n - i > AHEAD)
			PREFETCH(&from[rank[i + AHEAD].at]);
		node[i] = from[rank[i].at];
	}
	g->node = node;
}

void
graph_rank_sort(struct graph *g, struct graph_rank *rank)
{
	for (uint32_t i = 0; i < g->n; i++) {
		rank[i].order = vertex_order(g, g->node[i].vertex);
		rank[i].at = i;
	}
	place_nodes(g, g->node, rank);
}

void
graph_sort(struct graph *g, enum query_sort sort)
{
	struct graph_rank *rank = xcalloc(g->n, sizeof(*rank));

	for (uint32_t i = 0; i < g->n; i++)
		rank[i] = graph_rank(g->node[i].self, g->node[i].total, sort);
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

/* Edges are almost always in this order already. */
void
graph_edges_by_age(struct graph_edge **edge, size_t n)
{
	size_t i = 1;

	while (i < n && by_age(&edge[i - 1], &edge[i]) <= 0)
		i++;
	if (i < n)
		qsort(edge, n, sizeof(struct graph_edge *), by_age);
}

/* Sort key of an edge, because a qsort() callback cannot access the graph. */
struct edge_rank {
	uint64_t weight;   /* graph_magnitude() */
	uint32_t from, to; /* ranks of both frames' texts */
	struct graph_edge *edge;
};

/* Compare edges as pprof does: edges with equal weights by name. Edges whose
   weights differ only in sign are unordered. */
static int
by_edge_rule(const void *a, const void *b)
{
	const struct edge_rank *x = a, *y = b;

	if (x->edge->weight == y->edge->weight) {
		if (x->from != y->from)
			return x->from < y->from ? -1 : 1;
		return (x->to > y->to) - (x->to < y->to);
	}
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return 0;
}

void
graph_edges_sort(const struct graph *g, struct graph_edge **edge, size_t n)
{
	struct edge_rank few[GOSORT_FEW], *rank = few;

	if (n < 2)
		return;
	if (n > GOSORT_FEW)
		rank = xmalloc(mul_size(n, sizeof(*rank)));
	for (size_t i = 0; i < n; i++)
		rank[i] = (struct edge_rank){ .weight = graph_magnitude(
						      edge[i]->weight),
			.from = vertex_order(g, edge[i]->from),
			.to = vertex_order(g, edge[i]->to),
			.edge = edge[i] };
	if (n > GOSORT_FEW) {
		struct sort_key *key = xmalloc(mul_size(n, 2 * sizeof(*key)));

		/* +5 and -5 may be in any order here: use a stable sort. */
		for (size_t i = 0; i < n; i++) {
			const struct graph_edge *e = rank[i].edge;

			key[i] = (struct sort_key){
				(uint64_t)e->from << 32 | e->to, (uint32_t)i
			};
		}
		sort_keys(key, key + n, n);
		for (size_t i = 0; i < n; i++) {
			const struct edge_rank *r = &rank[key[i].at];

			key[i].word = (uint64_t)r->from << 32 | r->to;
		}
		sort_keys(key, key + n, n);
		for (size_t i = 0; i < n; i++)
			key[i].word = ~rank[key[i].at].weight;
		sort_keys(key, key + n, n);
		for (size_t i = 0; i < n; i++)
			edge[i] = rank[key[i].at].edge;
		free(key);
		free(rank);
		return;
	}
	(void)gosort(rank, n, sizeof(*rank), by_edge_rule, by_edge_rule, NULL);
	for (size_t i = 0; i < n; i++)
		edge[i] = rank[i].edge;
}

/* ---- Vertices and edges put together ---- */

bool
graph_wanted(const struct graph_node *n, const struct graph_options *o)
{
	if (n->self == 0 && n->total == 0)
		return false;
	return !o->drop_negative ||
		(n->self >= 0 && (n->self != 0 || n->total >= 0));
}

static void
graph_assemble(struct graph *g, struct graph_node *vertex,
	struct graph_edge *edge, size_t n, const struct graph_options *o)
{
	struct graph_edge **aged = xcalloc(n, sizeof(struct graph_edge *));
	uint32_t *order;
	frame_id *frame;
	size_t count = 0;
	struct graph_rank *rank;
	uint32_t lost = 0;

	for (size_t i = 0; i < n; i++)
		aged[i] = &edge[i];
	if (!o->any_order)
		graph_edges_by_age(aged, n);
	/* Fill the lists of edges, oldest first. */
	for (size_t i = 0; i < n; i++) {
		vertex[aged[i]->from].n_out++;
		vertex[aged[i]->to].n_in++;
	}
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		struct graph_node *v = &vertex[i];

		v->in = ARENA_ARRAY(&g->arena, struct graph_edge *, v->n_in);
		v->out = ARENA_ARRAY(&g->arena, struct graph_edge *, v->n_out);
		v->n_in = v->n_out = 0;
	}
	for (size_t i = 0; i < n; i++) {
		struct graph_node *from = &vertex[aged[i]->from];
		struct graph_node *to = &vertex[aged[i]->to];

		from->out[from->n_out++] = aged[i];
		to->in[to->n_in++] = aged[i];
	}
	order = ids_in(&g->arena, g->frames->n);
	frame = xmalloc(mul_size(g->frames->n, sizeof(*frame)));
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		frame_id f = graph_frame(g, i);

		if (order[f] != NONE ||
			(vertex[i].n_in + vertex[i].n_out == 0 &&
				!graph_wanted(&vertex[i], o)))
			continue;
		order[f] = 0;
		frame[count++] = f;
	}
	graph_order_texts(g->frames, frame, count, order);
	g->order = order;
	free(frame);
	for (uint32_t i = 0; !o->any_order && i < g->n_vertices; i++) {
		graph_edges_sort(g, vertex[i].in, vertex[i].n_in);
		graph_edges_sort(g, vertex[i].out, vertex[i].n_out);
	}
	rank = xcalloc(g->n_vertices, sizeof(*rank));
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		const struct graph_node *v = &vertex[i];

		if (!graph_wanted(v, o)) {
			g->n_lost += v->n_in + v->n_out > 0;
			continue;
		}
		rank[g->n] = graph_rank(v->self, v->total, o->sort);
		rank[g->n].order = vertex_order(g, i);
		rank[g->n++].at = i;
	}
	place_nodes(g, vertex, rank);
	free(rank);
	g->lost = ARENA_ARRAY(&g->arena, struct graph_node, g->n_lost);
	for (uint32_t i = 0; lost < g->n_lost; i++)
		if (vertex[i].n_in + vertex[i].n_out > 0 &&
			!graph_wanted(&vertex[i], o))
			g->lost[lost++] = vertex[i];
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

static uint32_t *
graph_ages(const struct view *v)
{
	const struct profile *p = v->profile;
	const struct tree *t = &v->full;
	uint32_t *age = ids_new(t->n);

	for (size_t i = 0; i < p->sample.n && i < NONE; i++) {
		node_id end = view_end(v, i);
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

/* Add a value and, with `mean`, its divisor. */
static void
add_row(int64_t *value, int64_t *div, const struct columns *l, node_id i)
{
	i64_sum(value, l->value[i]);
	if (l->div != NULL)
		i64_sum(div, l->div[i]);
}

static void
add_to_edge(struct graph_edge *e, const struct columns *l, node_id i)
{
	add_row(&e->weight, &e->div, l, i);
	if (l->base != NULL)
		i64_sum(&e->base, l->base[i]);
	if (l->base_div != NULL)
		i64_sum(&e->base_div, l->base_div[i]);
}

/* ---- A node for each frame ---- */

/*
 * pprof walks every sample, with a set of the nodes and pairs it has seen. Here
 * one walk of the tree counts the occurrences of each frame and pair on the
 * current path (opencalls.h), and adds a node's total if its counter was zero.
 * The numbers are the same.
 */

/* A step on the current path of the walk. */
struct open_step {
	node_id node;
	frame_id near; /* nearest kept frame on the path, or NONE */
	bool residual; /* frames between `near` and this node were dropped */
	uint32_t edge; /* row of the open edge into this node, or NONE */
};

struct graph_walker {
	const struct tree *t;
	const uint32_t *age;     /* [t->n] from graph_ages(); NULL: any_order */
	const struct bits *kept; /* [frames.n] NULL: all */
	/* [t->n] non-zero for live nodes with a kept frame at or below them;
	   NULL: walk all live nodes. */
	const uint8_t *leads;
	struct graph_node *node; /* [frames.n] */
	uint32_t *open;          /* [frames.n] occurrences on the path */
	struct opencalls calls;  /* row i is edges.p[i] */
	VEC(struct graph_edge) edges;
	VEC(struct open_step) path;
};

/* Return the edge of a row; a new row gets `fresh`. */
static inline struct graph_edge *
edge_at(struct graph_walker *w, uint32_t row, const struct graph_edge *fresh)
{
	if (row == w->edges.n)
		vec_push(&w->edges, *fresh);
	return &w->edges.p[row];
}

/* Prefetch data for a sibling of node i, a few nodes ahead. */
static inline void
siblings_ahead(
	const struct graph_walker *w, const struct open_step *up, node_id i)
{
	enum { AHEAD = 8 };
	const struct tree *t = w->t;
	frame_id to;

	if (t->n - i <= AHEAD || t->parent[i + AHEAD] != t->parent[i])
		return;
	to = t->frame[i + AHEAD];
	PREFETCH(&w->node[to]);
	if (up->near != NONE)
		opencalls_ahead(&w->calls, up->near, to);
}

static uint32_t
edge_open(struct graph_walker *w, const struct open_step *up, node_id i)
{
	frame_id to = w->t->frame[i];
	uint64_t age =
		w->age != NULL ? (uint64_t)w->age[i] << 32 | w->path.n : 0;
	struct graph_edge fresh = {
		.from = up->near, .to = to, .age = age, .inlined = true
	};
	struct graph_edge *e;
	uint32_t row;

	if (up->near == NONE || up->near == to)
		return NONE;
	row = opencalls_row(&w->calls, up->near, to);
	e = edge_at(w, row, &fresh);
	if (age < e->age)
		e->age = age;
	if (opencalls_enter(&w->calls, row)) {
		add_to_edge(e, &w->t->total, tree_row(w->t, i));
		if (up->residual)
			e->residual = true;
		if ((w->t->flags[i] & TREE_INLINE) == 0)
			e->inlined = false;
	}
	return row;
}

static node_id
next_of(const struct graph_walker *w, node_id i)
{
	while (i != 0 && !(w->leads != NULL ? w->leads[i] : tree_live(w->t, i)))
		i = w->t->next[i];
	return i;
}

/* Mark nodes with a kept frame at or below them. Most nodes belong to the many
   light frames, so this loop saves most of the walk. */
static uint8_t *
leads_to(const struct tree *t, const struct bits *kept)
{
	uint8_t *leads = xcalloc((size_t)t->n + 1, 1);

	for (node_id i = t->n - 1; i > 0; i--) {
		if (tree_live(t, i) == 0)
			continue;
		if (leads[i] == 0 && bits_get(kept, t->frame[i]))
			leads[i] = 1;
		leads[t->parent[i]] |= leads[i];
	}
	return leads;
}

static struct graph *
graph_of_tree(const struct view *v, const struct graph_options *o,
	const struct bits *kept)
{
	struct graph *g = xcalloc(1, sizeof(*g));
	size_t n = (size_t)v->frames->n + 1;
	uint32_t *age = o->any_order ? NULL : graph_ages(v);
	uint8_t *leads = kept != NULL ? leads_to(&v->full, kept) : NULL;
	struct graph_walker w = {
		.t = &v->full, .age = age, .kept = kept, .leads = leads
	};
	struct graph_walker *walker;
	const struct tree *t;
	struct open_step top = { .near = NONE };
	node_id j;

	g->frames = v->frames;
	w.node = xcalloc(n, sizeof(*w.node));
	w.open = xcalloc(n, sizeof(*w.open));
	walker = &w;
	t = walker->t;
	j = next_of(walker, t->first[0]);
	while (j != 0 || walker->path.n > 0) {
		struct open_step up;
		const struct tree *frame_t;
		frame_id frame_f;
		struct open_step frame_here;
		struct graph_node *count;

		if (j == 0) {
			struct open_step here =
				walker->path.p[--walker->path.n];
			frame_id f = t->frame[here.node];

			if (walker->kept == NULL || bits_get(walker->kept, f))
				walker->open[f]--;
			if (here.edge != NONE)
				(void)opencalls_leave(
					&walker->calls, here.edge);
			j = next_of(walker, t->next[here.node]);
			continue;
		}
		up = walker->path.n > 0 ? walker->path.p[walker->path.n - 1]
					: top;
		frame_t = walker->t;
		frame_f = frame_t->frame[j];
		frame_here = (struct open_step){
			.node = j, .near = frame_f, .edge = NONE
		};
		count = &walker->node[frame_f];
		siblings_ahead(walker, &up, j);
		if (walker->kept != NULL && !bits_get(walker->kept, frame_f)) {
			frame_here.near = up.near;
			frame_here.residual = true;
			vec_push(&walker->path, frame_here);
		} else {
			if (walker->open[frame_f]++ == 0)
				add_row(&count->total, &count->total_div,
					&frame_t->total, tree_row(frame_t, j));
			add_row(&count->self, &count->self_div, &frame_t->self,
				tree_self_row(frame_t, j));
			frame_here.edge = edge_open(walker, &up, j);
			vec_push(&walker->path, frame_here);
		}
		j = next_of(walker, t->first[j]);
	}
	if (v->w.estimated != NULL) {
		struct arena arena = ARENA_INIT;
		size_t count;
		const struct call_edge *edge =
			calltotals_edges(v, false, &arena, &count);

		/* Use the totals of frames and calls in the profile's file
		   instead of sums over stacks. */
		for (frame_id f = 0; f < v->frames->n; f++)
			if (v->nodes[f] > 0 &&
				v->w.estimated[f] != ESTIMATED_PART &&
				(kept == NULL || bits_get(kept, f)))
				w.node[f].total = v->w.total.value[f];
		for (size_t i = 0; i < count; i++) {
			/* The age is unset: this call may be in no stack. */
			struct graph_edge fresh = { .from = edge[i].from,
				.to = edge[i].to,
				.age = UINT64_MAX };
			struct graph_edge *e;

			if (kept != NULL &&
				(!bits_get(kept, fresh.from) ||
					!bits_get(kept, fresh.to)))
				continue;
			e = edge_at(&w,
				opencalls_row(&w.calls, fresh.from, fresh.to),
				&fresh);
			e->weight = edge[i].sum.value;
			e->base = edge[i].sum.base;
		}
		arena_free(&arena);
	}
	for (frame_id f = 0; f < v->frames->n; f++)
		w.node[f].frame = w.node[f].vertex = f;
	g->n_vertices = v->frames->n;
	arena_own(&g->arena, w.edges.p, w.edges.n * sizeof(*w.edges.p));
	graph_assemble(g, w.node, w.edges.p, w.edges.n, o);
	free(age);
	free(leads);
	free(w.node);
	free(w.open);
	opencalls_free(&w.calls);
	vec_free(&w.path);
	return g;
}

/* Build the graph of a view without a tree. */
static struct graph *
graph_of_rows(const struct view *v, const struct graph_options *o,
	const struct bits *kept)
{
	struct graph *g = xcalloc(1, sizeof(*g));
	struct graph_node *node =
		xcalloc((size_t)v->frames->n + 1, sizeof(*node));
	size_t n_edges;
	struct graph_edge *edge =
		framesums_edges(v->framesums, kept, &g->arena, &n_edges);

	assert(o->any_order);
	g->frames = v->frames;
	g->n_vertices = v->frames->n;
	for (frame_id f = 0; f < v->frames->n; f++) {
		node[f].frame = node[f].vertex = f;
		if (kept != NULL && !bits_get(kept, f))
			continue;
		add_row(&node[f].self, &node[f].self_div, &v->w.self, f);
		add_row(&node[f].total, &node[f].total_div, &v->w.total, f);
	}
	graph_assemble(g, node, edge, n_edges, o);
	free(node);
	return g;
}

struct graph *
graph_kept(const struct view *v, const struct graph_options *o,
	const struct bits *kept)
{
	return v->framesums != NULL ? graph_of_rows(v, o, kept)
				    : graph_of_tree(v, o, kept);
}

/* ---- A node for each place: call_tree ---- */

/* A tree has separate nodes for an inlined call and for the same call not
   inlined. Here both share a vertex. */
struct calltree {
	const struct tree *t;
	const uint32_t *age; /* [t->n] from graph_ages() */
	struct map64 index;  /* (vertex above + 1, frame) -> vertex */
	uint32_t *place_of;  /* [t->n] vertex of each node */
	VEC(struct graph_node) nodes;
	VEC(struct graph_edge) edges;
};

static uint32_t
vertex_at(struct calltree *p, uint32_t up, frame_id frame)
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
		/* Edge i leads to vertex i. Edges to roots have no caller and
		   are removed at the end. */
		vec_push(&p->edges, edge);
	}
	return *at;
}

static struct graph *
calltree_graph(const struct view *v, const struct graph_options *o)
{
	const struct tree *t = &v->full;
	struct graph *g = xcalloc(1, sizeof(*g));
	struct calltree p = { .t = t, .index = MAP64_INIT };
	struct graph_edge *edge;
	frame_id *frame_of;
	uint32_t *age = graph_ages(v);
	size_t n = 0;

	g->frames = v->frames;
	p.age = age;
	p.place_of = ids_in(&g->arena, t->n);
	for (node_id i = 1; i < t->n; i++)
		if (tree_live(t, i) != 0) {
			const struct tree *plant_t = p.t;
			uint32_t up = plant_t->parent[i] != 0
				? p.place_of[plant_t->parent[i]]
				: NONE;
			uint32_t at = vertex_at(&p, up, plant_t->frame[i]);
			struct graph_node *count = &p.nodes.p[at];
			struct graph_edge *e = &p.edges.p[at];

			p.place_of[i] = at;
			if (p.age[i] < e->age)
				e->age = p.age[i];
			add_row(&count->total, &count->total_div,
				&plant_t->total, tree_row(plant_t, i));
			add_row(&count->self, &count->self_div, &plant_t->self,
				tree_self_row(plant_t, i));
			add_to_edge(e, &plant_t->total, tree_row(plant_t, i));
			if ((plant_t->flags[i] & TREE_INLINE) == 0)
				e->inlined = false;
		}
	g->n_vertices = (uint32_t)p.nodes.n;
	frame_of = ARENA_ARRAY(&g->arena, frame_id, p.nodes.n);
	for (size_t i = 0; i < p.nodes.n; i++)
		frame_of[i] = p.nodes.p[i].frame;
	g->frame_of = frame_of;
	g->place_of = p.place_of;
	edge = ARENA_ARRAY(&g->arena, struct graph_edge, p.edges.n);
	for (size_t i = 0; i < p.edges.n; i++)
		if (p.edges.p[i].from != NONE)
			edge[n++] = p.edges.p[i];
	graph_assemble(g, p.nodes.p, edge, n, o);
	free(age);
	map64_free(&p.index);
	vec_free(&p.nodes);
	vec_free(&p.edges);
	return g;
}

void
calltree_keep(struct graph *g, const struct bits *kept)
{
	struct graph_node **vertex = graph_vertices(g);
	bool *gone = xcalloc((size_t)g->n_vertices + 1, sizeof(*gone));
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		gone[g->node[i].vertex] = !bits_get(kept, g->node[i].vertex);
	/* Let the edge into each vertex start at the nearest kept caller.
	   Callers have smaller numbers, so their edges are done. */
	for (uint32_t i = 0; i < g->n_vertices; i++) {
		struct graph_node *count = vertex[i], *up;
		struct graph_edge *e;

		if (count == NULL || count->n_in == 0)
			continue;
		e = count->in[0];
		up = vertex[e->from];
		if (!gone[e->from])
			continue;
		if (up->n_in == 0) {
			count->n_in = 0;
			continue;
		}
		e->from = up->in[0]->from;
		e->residual = true;
		e->inlined = e->inlined && up->in[0]->inlined;
	}
	/* Rebuild the `out` lists from the `in` lists. */
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

/* ---- Graphs of either form ---- */

struct graph *
graph_full(const struct view *v, const struct graph_options *o)
{
	return o->call_tree ? calltree_graph(v, o) : graph_kept(v, o, NULL);
}

int64_t
graph_self_sum(const struct graph *g)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < g->n; i++)
		sum = i64_wrap_add(sum, graph_self(&g->node[i]));
	return sum;
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
