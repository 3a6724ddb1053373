/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs to be drawn: see visual.h. */
#include "config.h"

#include "engine/visual.h"

#include <math.h>
#include <stdlib.h>

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/assemble.h"

#include "base/banned.h"

/* Go's math.Log2: exact for powers of two, and rounded as it is there. */
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

/* NaN for a total below 0, as in pprof. */
static double
surprise(int64_t part, int64_t total)
{
	double f = fabs((double)part) / (double)total;

	return -f * log_2(f);
}

/* The entropy of some edges and of what stays in the node. */
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

static int64_t
score(const struct graph_node *n)
{
	double sum = n->n_in == 0 ? 1 : edges_entropy(n->in, n->n_in, 0);

	sum += n->n_out == 0 ? 1 : edges_entropy(n->out, n->n_out, n->flat);
	return i64_wrap_add(i64_trunc(sum * (double)n->cum), n->flat);
}

void
visual_sort(struct graph *g)
{
	struct graph_rank *rank = xcalloc(g->n, sizeof(*rank));

	for (uint32_t i = 0; i < g->n; i++)
		rank[i].weight = graph_magnitude(score(&g->node[i]));
	graph_rank_sort(g, rank);
	free(rank);
}

enum { NODELETS = 4 };

static uint32_t
nodelets(const struct graph_node *n)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < n->n_tags; i++) {
		const struct graph_tag *tag = &n->tag[i];

		count += tag->name.n > 0 && !tag->low && tag->flat != 0;
		for (uint32_t k = 0; k < tag->n_nums; k++)
			count += !tag->nums[k].low && tag->nums[k].flat != 0;
	}
	return count < NODELETS ? count : NODELETS;
}

uint32_t
visual_count(const struct graph *g, int64_t count)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		sum += 1 + nodelets(&g->node[i]);
		if (sum >= count)
			return i + 1;
	}
	return g->n < count ? g->n : (uint32_t)count;
}

struct search {
	struct graph_node **vertex; /* [n_vertices] */
	uint32_t *seen;             /* [n_vertices] stamps */
	uint32_t stamp;
	VEC(uint32_t) queue;
};

/* Does the caller of e reach its callee without e? */
static bool
is_redundant(struct search *s, const struct graph_edge *e)
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

void
visual_thin(struct graph *g)
{
	struct search s = { .vertex = graph_vertices(g) };

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
