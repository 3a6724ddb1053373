/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The graph without nodes and edges that are too small to matter. When nodes
 * are dropped, the graph is rebuilt from the tree with the remaining nodes, so
 * its numbers are exact. A call tree needs no rebuild for that.
 */
#include "prelude.h"

#include "analysis/graph.h"

#include <math.h>

#include "base/bits.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"

/* ---- A drawn graph's order ---- */

/* As in pprof, nodes are sorted by entropy, so that nodes where calls fan out
   come early; and redundant edges are removed. */

/* Return log2(x), rounded like Go's math.Log2: exact for powers of two. */
static double
log_2(double x)
{
	int exponent;
	double fraction = frexp(x, &exponent);

	if (fraction == 0.5) /* NOLINT: exactly */
		return exponent - 1;
	return log(fraction) * (1 / 0.693147180559945309417232121458176568) +
		exponent;
}

/* Return one term of an entropy; as in pprof, NaN if total < 0. */
static double
surprise(int64_t part, int64_t total)
{
	double f = fabs((double)part) / (double)total;

	return -f * log_2(f);
}

/* Return the entropy of the edges' weights and of `self`. */
static double
edges_entropy(struct graph_edge *const *edge, uint32_t n, int64_t self)
{
	int64_t total = self;
	double sum = 0;

	for (uint32_t i = 0; i < n; i++)
		if (edge[i]->weight > 0)
			total = i64_wrap_add(total, edge[i]->weight);
	if (total == 0)
		return 0;
	for (uint32_t i = 0; i < n; i++)
		sum += surprise(edge[i]->weight, total);
	if (self > 0)
		sum += surprise(self, total);
	return sum;
}

enum { NODELETS = 4 };

/* Return how many nodes fit into a drawing of `count` boxes: a node takes one,
   plus one for each tag, up to four. */
static uint32_t
visual_count(const struct graph *g, int64_t count)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t nodelets_count = 0;

		for (uint32_t j = 0; j < g->node[i].n_tags; j++) {
			const struct graph_tag *tag = &g->node[i].tag[j];

			nodelets_count +=
				tag->name.n > 0 && !tag->low && tag->self != 0;
			for (uint32_t k = 0; k < tag->n_nums; k++)
				nodelets_count += !tag->nums[k].low &&
					tag->nums[k].self != 0;
		}
		sum += 1 +
			(nodelets_count < NODELETS ? nodelets_count : NODELETS);
		if (sum >= count)
			return i + 1;
	}
	return g->n < count ? g->n : (uint32_t)count;
}

struct edge_search {
	struct graph_node **vertex; /* [n_vertices] */
	uint32_t *seen;             /* [n_vertices] equal to `stamp`: seen by
				       this search */
	uint32_t stamp;
	VEC(uint32_t) queue;
};

/* True if e's caller reaches its callee without e. */
static bool
is_redundant(struct edge_search *s, const struct graph_edge *e)
{
	s->stamp++;
	s->queue.n = 0;
	s->seen[e->to] = s->stamp;
	vec_push(&s->queue, e->to);
	for (size_t at = 0; at < s->queue.n; at++) {
		const struct graph_node *n = s->vertex[s->queue.p[at]];

		for (uint32_t i = 0; i < n->n_in; i++) {
			const struct graph_edge *in = n->in[i];

			if (in == e || s->seen[in->from] == s->stamp)
				continue;
			if (in->from == e->from)
				return true;
			s->seen[in->from] = s->stamp;
			vec_push(&s->queue, in->from);
		}
	}
	return false;
}

static void
remove_from(struct graph_edge **edge, uint32_t *n, const struct graph_edge *e)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < *n; i++)
		if (edge[i] != e)
			edge[left++] = edge[i];
	*n = left;
}

/* Remove residual edges whose caller also reaches the node on another path, the
   lightest first, up to the first edge that is not residual. */
static void
visual_thin(struct graph *g)
{
	struct edge_search s = { .vertex = graph_vertices(g) };

	s.seen = xcalloc((size_t)g->n_vertices + 1, sizeof(*s.seen));
	for (uint32_t i = g->n; i > 0; i--) {
		struct graph_node *n = &g->node[i - 1];

		for (uint32_t k = n->n_in; k > 0; k--) {
			struct graph_edge *e = n->in[k - 1];
			struct graph_node *from = s.vertex[e->from];

			if (!e->residual)
				break;
			if (!is_redundant(&s, e))
				continue;
			remove_from(from->out, &from->n_out, e);
			remove_from(n->in, &n->n_in, e);
		}
	}
	vec_free(&s.queue);
	free(s.seen);
	free(s.vertex);
}

/* ---- Trimming ---- */

void
graph_options_init(struct graph_options *o, const struct query *q)
{
	*o = (struct graph_options){ .sort = q->sort,
		.drop_negative = q->drop_negative };
}

void
graph_options_trim(
	struct graph_options *o, const struct query *q, int64_t nodecount)
{
	if (!q->trim)
		return;
	o->nodecount = q->nodecount == -1 ? nodecount : q->nodecount;
	o->nodefraction = q->nodefraction;
	o->edgefraction = q->edgefraction;
}

int64_t
trim_cut(int64_t total, double fraction)
{
	return i64_abs(i64_trunc((double)total * fraction));
}

/* Remove the edges below `cut` from a list; return the number left. */
static uint32_t
filter_edges(struct graph_edge **list, uint32_t n, const uint8_t *is_node,
	int64_t cut)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < n; i++)
		if (is_node[list[i]->to] == 0 ||
			i64_abs(list[i]->weight) >= cut)
			list[left++] = list[i];
	return left;
}

/* Remove edges into nodes with |weight| < cut; return their number. */
static uint32_t
drop_edges(struct graph *g, int64_t cut)
{
	uint8_t *is_node = xcalloc((size_t)g->n_vertices + 1, 1);
	uint32_t dropped = 0;

	for (uint32_t i = 0; i < g->n; i++)
		is_node[g->node[i].vertex] = 1;
	for (uint32_t i = 0; i < g->n; i++) {
		struct graph_node *n = &g->node[i];
		uint32_t left = filter_edges(n->in, n->n_in, is_node, cut);

		dropped += n->n_in - left;
		n->n_in = left;
		/* Edges into nodes that cancelled out stay. */
		n->n_out = filter_edges(n->out, n->n_out, is_node, cut);
	}
	free(is_node);
	return dropped;
}

/* A graph while it is trimmed. */
struct trimming {
	struct graph *g;
	const struct view *v; /* view of g; a rebuild may use v->again */
	const struct graph_options *o;
};

/* Return a text, in *b, that identifies a frame in other views. */
static struct str
frame_identity(const struct frame *f, struct strbuf *b)
{
	strbuf_reset(b);
	strbuf_addf(b, "%llx %lld %lld %lld %zu ",
		(unsigned long long)f->address, (long long)f->line,
		(long long)f->column, (long long)f->start_line, f->name.n);
	strbuf_add(b, f->name);
	strbuf_addf(b, " %zu ", f->file.n);
	strbuf_add(b, f->file);
	strbuf_add(b, f->object);
	return strbuf_str(b);
}

/* Sort the nodes; for a drawing by total times the entropy of incoming and
   outgoing edges, plus self. */
static void
order_nodes(struct graph *g, const struct graph_options *o)
{
	struct graph_rank *rank;

	if (!o->visual) {
		graph_sort(g, o->sort);
		return;
	}
	rank = xcalloc(g->n, sizeof(*rank));
	for (uint32_t i = 0; i < g->n; i++) {
		const struct graph_node *n = &g->node[i];
		double sum =
			n->n_in == 0 ? 1 : edges_entropy(n->in, n->n_in, 0);

		sum += n->n_out == 0 ? 1
				     : edges_entropy(n->out, n->n_out, n->self);
		rank[i].weight = graph_magnitude(i64_wrap_add(
			i64_trunc(sum * (double)n->total), n->self));
	}
	graph_rank_sort(g, rank);
	free(rank);
}

/* Keep only the vertices in `kept` as nodes. */
static void
keep_only(struct trimming *t, const struct bits *kept)
{
	const struct view *v = t->v;
	struct bits found = { .word = NULL };

	if (t->o->call_tree) {
		calltree_keep(t->g, kept);
		return;
	}
	graph_free(t->g);
	if (v->again != NULL) {
		const struct frames *f, *again;
		struct arena arena = ARENA_INIT;
		struct strbuf b = STRBUF_INIT;
		struct intern seen;

		found = bits_new(v->again->frames->n);
		/* Find the frames of v->again that equal a kept frame of v. If
		   a frame's file was renamed in between, it is not found, or
		   mistaken for another frame. */
		f = v->frames;
		again = v->again->frames;
		intern_init(&seen, &arena);
		for (frame_id i = 0; i < f->n; i++)
			if (bits_get(kept, i))
				(void)intern_copy(&seen,
					frame_identity(&f->frame[i], &b));
		for (frame_id i = 0; i < again->n; i++)
			if (intern_find(&seen,
				    frame_identity(&again->frame[i], &b)) !=
				NONE)
				bits_set(&found, i);
		intern_fini(&seen);
		strbuf_free(&b);
		arena_free(&arena);
		t->v = v->again;
		kept = &found;
	}
	t->g = graph_kept(t->v, t->o, kept);
	free(found.word);
}

/* Keep the first `nodecount` nodes. False if that is all of them. */
static bool
keep_first(struct trimming *t)
{
	const struct graph *g = t->g;
	uint32_t count = g->n;
	struct bits kept;

	if (t->o->visual)
		count = visual_count(g, t->o->nodecount);
	else if (t->o->nodecount < count)
		count = (uint32_t)t->o->nodecount;
	if (count >= g->n)
		return false;
	kept = bits_new(g->n_vertices);
	for (uint32_t i = 0; i < count; i++)
		bits_set(&kept, g->node[i].vertex);
	keep_only(t, &kept);
	order_nodes(t->g, t->o);
	free(kept.word);
	return true;
}

struct graph *
graph_trimmed(const struct view *v, const struct graph_options *o)
{
	struct trimming t;
	int64_t sum = 0, cut_nodes, cut_edges;
	uint32_t dropped = 0, count;
	bool tagged = false;

	if (!o->visual && !o->call_tree && o->labels == NULL &&
		v->again == NULL) {
		const struct weights *w = &v->w;
		struct graph_rank *rank =
			xcalloc((size_t)v->frames->n + 1, sizeof(*rank));
		struct bits kept = bits_new(v->frames->n);
		uint32_t wanted = 0, once_count = 0, n;
		int64_t once_sum = 0, nodes, edges;
		struct graph *g;

		/* One pass suffices if only weights decide, because the weights
		   of nodes do not depend on which other nodes stay. */
		for (frame_id f = 0; f < v->frames->n; f++) {
			struct graph_node node = { .self = w->self.value[f],
				.total = w->total.value[f] };

			if (!graph_wanted(&node, o))
				continue;
			once_sum = i64_wrap_add(once_sum, node.self);
			rank[wanted] =
				graph_rank(node.self, node.total, o->sort);
			rank[wanted++].at = f;
		}
		nodes = trim_cut(once_sum, o->nodefraction);
		edges = trim_cut(once_sum, o->edgefraction);
		for (uint32_t i = 0; i < wanted; i++)
			if (nodes <= 0 ||
				i64_abs(w->total.value[rank[i].at]) >= nodes)
				rank[once_count++] = rank[i];
		n = once_count;
		if (o->nodecount > 0 && o->nodecount < once_count) {
			frame_id *frame = xcalloc(once_count, sizeof(*frame));
			uint32_t *order = ids_new(v->frames->n);

			/* Rank the frames by text. */
			for (uint32_t i = 0; i < once_count; i++)
				frame[i] = rank[i].at;
			graph_order_texts(v->frames, frame, once_count, order);
			for (uint32_t i = 0; i < once_count; i++)
				rank[i].order = order[rank[i].at];
			graph_rank_order(rank, once_count);
			free(order);
			free(frame);
			n = (uint32_t)o->nodecount;
		}
		for (uint32_t i = 0; i < n; i++)
			bits_set(&kept, rank[i].at);
		g = graph_kept(v, o, n < wanted ? &kept : NULL);
		/* As below: pprof does not count these edges as dropped. */
		if (o->nodecount > 0 && n == once_count)
			(void)drop_edges(g, edges);
		g->dropped_edges = drop_edges(g, edges);
		g->dropped_nodes = wanted - once_count;
		g->orig_count = once_count;
		free(rank);
		free(kept.word);
		return g;
	}
	t = (struct trimming){ .g = graph_full(v, o), .v = v, .o = o };
	for (uint32_t i = 0; i < t.g->n; i++)
		sum = i64_wrap_add(sum, t.g->node[i].self);
	cut_nodes = trim_cut(sum, o->nodefraction);
	cut_edges = trim_cut(sum, o->edgefraction);
	if (cut_nodes > 0) {
		const struct graph *g = t.g;
		struct bits kept = bits_new(g->n_vertices);

		/* Keep nodes with a total of at least `cut_nodes`. */
		dropped = 0;
		for (uint32_t i = 0; i < g->n; i++) {
			if (i64_abs(g->node[i].total) >= cut_nodes)
				bits_set(&kept, g->node[i].vertex);
			else
				dropped++;
		}
		if (dropped > 0)
			keep_only(&t, &kept);
		free(kept.word);
	}
	count = t.g->n;
	order_nodes(t.g, o);
	if (o->nodecount > 0) {
		/* If nodes are dropped, only the first ones need tags. */
		graph_add_tags(t.g, t.v, o->labels, cut_nodes,
			o->nodecount < UINT32_MAX ? (uint32_t)o->nodecount
						  : UINT32_MAX);
		/* If all nodes stay, pprof does not count these edges as
		   dropped. */
		(void)drop_edges(t.g, cut_edges);
		tagged = !keep_first(&t);
	}
	if (!tagged)
		graph_add_tags(t.g, t.v, o->labels, cut_nodes, UINT32_MAX);
	t.g->dropped_edges = drop_edges(t.g, cut_edges);
	t.g->dropped_nodes = dropped;
	t.g->orig_count = count;
	if (o->visual)
		visual_thin(t.g);
	return t.g;
}
