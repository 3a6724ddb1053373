/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The graph without what is too small to matter. Whenever nodes
 * go, the graph is made again from the tree with the nodes that stay, so
 * that its numbers are exact.
 */
#include "config.h"

#include "engine/trim.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/xalloc.h"
#include "engine/path.h"

#include "base/banned.h"

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

static int64_t
flat_sum(const struct graph *g)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < g->n; i++)
		sum = i64_wrap_add(sum, g->node[i].flat);
	return sum;
}

static struct bits
no_frames(const struct graph *g)
{
	size_t n = g->frames->n;

	return (struct bits){ .word = xcalloc(1, bits_bytes(n) + 1), .n = n };
}

/* pprof trims file names whenever it makes the graph, also those it has
   trimmed before. A node whose file gets another name the second time is not
   found among those to keep. */
static bool
keeps_its_file(const struct view *v, frame_id frame)
{
	const struct frame *f = &v->frames->frame[frame];
	const struct profile *p = v->profile;
	struct str once, twice;

	if (f->file.n == 0 || f->first_line == NONE)
		return true;
	once = path_trim(
		profile_str(p, p->func.file[p->line.func[f->first_line]]),
		v->query.trim_path, v->query.source_path);
	twice = path_trim(once, v->query.trim_path, v->query.source_path);
	return str_eq(once, twice);
}

static void
keep(struct bits *kept, const struct view *v, frame_id frame)
{
	if (keeps_its_file(v, frame))
		bits_set(kept, frame);
}

/* A graph of fewer nodes in the place of *g. */
static void
rebuild(struct graph **g, const struct view *v, const struct graph_options *o,
	const struct bits *kept)
{
	graph_free(*g);
	*g = graph_kept(v, o, kept);
}

/* The nodes with at least `cut`. Returns how many were dropped. */
static uint32_t
drop_small(struct graph **g, const struct view *v,
	const struct graph_options *o, int64_t cut)
{
	struct bits kept = no_frames(*g);
	uint32_t dropped = 0;

	for (uint32_t i = 0; i < (*g)->n; i++) {
		if (i64_abs((*g)->node[i].cum) >= cut)
			keep(&kept, v, (*g)->node[i].frame);
		else
			dropped++;
	}
	if (dropped > 0)
		rebuild(g, v, o, &kept);
	free(kept.word);
	return dropped;
}

/* The first `count` nodes. */
static void
keep_first(struct graph **g, const struct view *v,
	const struct graph_options *o, int64_t count)
{
	struct bits kept;

	if (count >= (int64_t)(*g)->n)
		return;
	kept = no_frames(*g);
	for (uint32_t i = 0; i < (uint32_t)count; i++)
		keep(&kept, v, (*g)->node[i].frame);
	rebuild(g, v, o, &kept);
	free(kept.word);
}

struct graph *
graph_trimmed(const struct view *v, const struct graph_options *o)
{
	struct graph *g = graph_full(v, o);
	int64_t sum = flat_sum(g);
	int64_t cut_nodes = trim_cut(sum, o->nodefraction);
	int64_t cut_edges = trim_cut(sum, o->edgefraction);
	uint32_t dropped = 0, count;

	if (cut_nodes > 0)
		dropped = drop_small(&g, v, o, cut_nodes);
	count = g->n;
	if (o->nodecount > 0) {
		/* Gone for good when no node follows: pprof then counts them
		   as not dropped. */
		(void)graph_cut_edges(g, cut_edges);
		keep_first(&g, v, o, o->nodecount);
	}
	g->dropped_edges = graph_cut_edges(g, cut_edges);
	g->dropped_nodes = dropped;
	g->orig_count = count;
	return g;
}

/* Take the edges under `cut` out of a list; returns how many are left. */
static uint32_t
filter(struct graph_edge **list, uint32_t n, const uint8_t *is_node,
	int64_t cut)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < n; i++)
		if (is_node[list[i]->to] == 0 ||
			i64_abs(list[i]->weight) >= cut)
			list[left++] = list[i];
	return left;
}

uint32_t
graph_cut_edges(struct graph *g, int64_t cut)
{
	uint8_t *is_node = xcalloc((size_t)g->frames->n + 1, 1);
	uint32_t dropped = 0;

	for (uint32_t i = 0; i < g->n; i++)
		is_node[g->node[i].frame] = 1;
	for (uint32_t i = 0; i < g->n; i++) {
		struct graph_node *n = &g->node[i];
		uint32_t left = filter(n->in, n->n_in, is_node, cut);

		dropped += n->n_in - left;
		n->n_in = left;
		/* Edges into nodes that cancelled out are not looked at. */
		n->n_out = filter(n->out, n->n_out, is_node, cut);
	}
	free(is_node);
	return dropped;
}
