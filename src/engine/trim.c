/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The graph without what is too small to matter. Whenever nodes
 * go, the graph is made again from the tree with the nodes that stay, so
 * that its numbers are exact. In a call tree they stay exact without that.
 */
#include "config.h"

#include "engine/trim.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "engine/calltree.h"
#include "engine/nodetags.h"
#include "engine/path.h"
#include "engine/visual.h"

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
no_vertices(const struct graph *g)
{
	size_t n = g->n_vertices;

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
order(struct graph *g, const struct graph_options *o)
{
	if (o->visual)
		visual_sort(g);
	else
		graph_sort(g, o->sort);
}

/* Only these vertices stay nodes. */
static void
keep_only(struct graph **g, const struct view *v, const struct graph_options *o,
	const struct bits *kept)
{
	struct bits frames;

	if (o->call_tree) {
		calltree_keep(*g, kept);
		return;
	}
	frames = no_vertices(*g);
	for (uint32_t i = 0; i < kept->n; i++)
		if (bits_get(kept, i) && keeps_its_file(v, i))
			bits_set(&frames, i);
	graph_free(*g);
	*g = graph_kept(v, o, &frames);
	free(frames.word);
}

/* The nodes with at least `cut`. Returns how many were dropped. */
static uint32_t
drop_small(struct graph **g, const struct view *v,
	const struct graph_options *o, int64_t cut)
{
	struct bits kept = no_vertices(*g);
	uint32_t dropped = 0;

	for (uint32_t i = 0; i < (*g)->n; i++) {
		if (i64_abs((*g)->node[i].cum) >= cut)
			bits_set(&kept, (*g)->node[i].vertex);
		else
			dropped++;
	}
	if (dropped > 0)
		keep_only(g, v, o, &kept);
	free(kept.word);
	return dropped;
}

/* The first nodes; false when all stay. */
static bool
keep_first(
	struct graph **g, const struct view *v, const struct graph_options *o)
{
	uint32_t count = (*g)->n;
	struct bits kept;

	if (o->visual)
		count = visual_count(*g, o->nodecount);
	else if (o->nodecount < count)
		count = (uint32_t)o->nodecount;
	if (count >= (*g)->n)
		return false;
	kept = no_vertices(*g);
	for (uint32_t i = 0; i < count; i++)
		bits_set(&kept, (*g)->node[i].vertex);
	keep_only(g, v, o, &kept);
	order(*g, o);
	free(kept.word);
	return true;
}

static void
add_tags(struct graph *g, const struct view *v, const struct graph_options *o,
	int64_t cut)
{
	if (o->labels == NULL)
		return;
	graph_add_tags(g, v, o->labels);
	graph_cut_tags(g, cut);
}

struct graph *
graph_trimmed(const struct view *v, const struct graph_options *o)
{
	struct graph *g = graph_full(v, o);
	int64_t sum = flat_sum(g);
	int64_t cut_nodes = trim_cut(sum, o->nodefraction);
	int64_t cut_edges = trim_cut(sum, o->edgefraction);
	uint32_t dropped = 0, count;
	bool tagged = false;

	if (cut_nodes > 0)
		dropped = drop_small(&g, v, o, cut_nodes);
	count = g->n;
	order(g, o);
	if (o->nodecount > 0) {
		add_tags(g, v, o, cut_nodes);
		/* Gone for good when no node follows: pprof then counts them
		   as not dropped. */
		(void)graph_cut_edges(g, cut_edges);
		tagged = !keep_first(&g, v, o);
	}
	if (!tagged)
		add_tags(g, v, o, cut_nodes);
	g->dropped_edges = graph_cut_edges(g, cut_edges);
	g->dropped_nodes = dropped;
	g->orig_count = count;
	if (o->visual)
		visual_thin(g);
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
	uint8_t *is_node = xcalloc((size_t)g->n_vertices + 1, 1);
	uint32_t dropped = 0;

	for (uint32_t i = 0; i < g->n; i++)
		is_node[g->node[i].vertex] = 1;
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
