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
#include "base/intern.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/assemble.h"
#include "engine/calltree.h"
#include "engine/nodetags.h"
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

/* Remove edges into nodes with |weight| < cut; returns how many. */
static uint32_t
drop_edges(struct graph *g, int64_t cut)
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

/* A graph and what it is made of. */
struct trimming {
	struct graph *g;
	const struct view *v; /* v->again is next */
	const struct graph_options *o;
};

/* All that tells a frame from others. */
static struct str
identity(const struct frame *f, struct strbuf *b)
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

/* The frames of `v->again` that are like one of those kept in `v`. One whose
   file has got another name by then is not found, or is taken for another. */
static void
find_again(const struct view *v, const struct bits *kept, struct bits *found)
{
	const struct frames *f = v->frames, *again = v->again->frames;
	struct arena arena = ARENA_INIT;
	struct strbuf b = STRBUF_INIT;
	struct intern seen;

	intern_init(&seen, &arena);
	for (frame_id i = 0; i < f->n; i++)
		if (bits_get(kept, i))
			(void)intern_copy(&seen, identity(&f->frame[i], &b));
	for (frame_id i = 0; i < again->n; i++)
		if (intern_find(&seen, identity(&again->frame[i], &b)) != NONE)
			bits_set(found, i);
	intern_fini(&seen);
	strbuf_free(&b);
	arena_free(&arena);
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
		found = bits_new(v->again->frames->n);
		find_again(v, kept, &found);
		t->v = v->again;
		kept = &found;
	}
	t->g = graph_kept(t->v, t->o, kept);
	free(found.word);
}

/* The nodes with at least `cut`. Returns how many were dropped. */
static uint32_t
drop_small(struct trimming *t, int64_t cut)
{
	const struct graph *g = t->g;
	struct bits kept = bits_new(g->n_vertices);
	uint32_t dropped = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		if (i64_abs(g->node[i].cum) >= cut)
			bits_set(&kept, g->node[i].vertex);
		else
			dropped++;
	}
	if (dropped > 0)
		keep_only(t, &kept);
	free(kept.word);
	return dropped;
}

/* The first nodes; false when all stay. */
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
	order(t->g, t->o);
	free(kept.word);
	return true;
}

static void
add_tags(struct trimming *t, int64_t cut)
{
	if (t->o->labels == NULL)
		return;
	graph_add_tags(t->g, t->v, t->o->labels);
	graph_cut_tags(t->g, cut);
}

static struct graph *
trimmed_in_turn(const struct view *v, const struct graph_options *o)
{
	struct trimming t = { .g = graph_full(v, o), .v = v, .o = o };
	int64_t sum = flat_sum(t.g);
	int64_t cut_nodes = trim_cut(sum, o->nodefraction);
	int64_t cut_edges = trim_cut(sum, o->edgefraction);
	uint32_t dropped = 0, count;
	bool tagged = false;

	if (cut_nodes > 0)
		dropped = drop_small(&t, cut_nodes);
	count = t.g->n;
	order(t.g, o);
	if (o->nodecount > 0) {
		add_tags(&t, cut_nodes);
		/* Gone for good when no node follows: pprof then counts them
		   as not dropped. */
		(void)drop_edges(t.g, cut_edges);
		tagged = !keep_first(&t);
	}
	if (!tagged)
		add_tags(&t, cut_nodes);
	t.g->dropped_edges = drop_edges(t.g, cut_edges);
	t.g->dropped_nodes = dropped;
	t.g->orig_count = count;
	if (o->visual)
		visual_thin(t.g);
	return t.g;
}

/* What is known of a graph before there is one: a node's numbers are those of
   its frame in the view, whichever others stay. */
struct outlook {
	struct graph_rank *rank; /* [n] at: the frame */
	uint32_t n;
	int64_t sum; /* of flat */
};

static void
look_ahead(
	struct outlook *k, const struct view *v, const struct graph_options *o)
{
	const struct weights *w = &v->w;

	k->rank = xcalloc((size_t)v->frames->n + 1, sizeof(*k->rank));
	for (frame_id f = 0; f < v->frames->n; f++) {
		struct graph_node n = { .flat = w->flat[f], .cum = w->cum[f] };
		uint64_t flat = graph_magnitude(n.flat);
		uint64_t cum = graph_magnitude(n.cum);

		if (!graph_wanted(&n, o))
			continue;
		k->sum = i64_wrap_add(k->sum, n.flat);
		k->rank[k->n++] = (struct graph_rank){
			.weight = o->sort == SORT_CUM ? cum : flat,
			.tie = o->sort == SORT_CUM ? flat : cum,
			.text = v->frames->frame[f].text,
			.at = f
		};
	}
}

/* Those with at least `cut` stay; returns how many do not. */
static uint32_t
drop_small_ahead(struct outlook *k, const struct weights *w, int64_t cut)
{
	uint32_t n = 0, before = k->n;

	for (uint32_t i = 0; i < before; i++)
		if (i64_abs(w->cum[k->rank[i].at]) >= cut)
			k->rank[n++] = k->rank[i];
	k->n = n;
	return before - n;
}

/* The same where only numbers of nodes decide: the graph is
   made once. */
static struct graph *
trimmed_at_once(const struct view *v, const struct graph_options *o)
{
	struct outlook k = { .n = 0 };
	struct bits kept;
	uint32_t dropped = 0, count;
	int64_t cut_nodes, cut_edges;
	struct graph *g;

	look_ahead(&k, v, o);
	cut_nodes = trim_cut(k.sum, o->nodefraction);
	cut_edges = trim_cut(k.sum, o->edgefraction);
	if (cut_nodes > 0)
		dropped = drop_small_ahead(&k, &v->w, cut_nodes);
	count = k.n;
	if (o->nodecount > 0 && o->nodecount < count) {
		graph_rank_order(k.rank, k.n);
		k.n = (uint32_t)o->nodecount;
	}
	kept = bits_new(v->frames->n);
	for (uint32_t i = 0; i < k.n; i++)
		bits_set(&kept, k.rank[i].at);
	g = graph_kept(v, o, dropped > 0 || k.n < count ? &kept : NULL);
	order(g, o);
	/* Edges that go before a node would: see trimmed_in_turn(). */
	if (o->nodecount > 0 && k.n == count)
		(void)drop_edges(g, cut_edges);
	g->dropped_edges = drop_edges(g, cut_edges);
	g->dropped_nodes = dropped;
	g->orig_count = count;
	free(k.rank);
	free(kept.word);
	return g;
}

struct graph *
graph_trimmed(const struct view *v, const struct graph_options *o)
{
	if (!o->visual && !o->call_tree && o->labels == NULL &&
		v->again == NULL)
		return trimmed_at_once(v, o);
	return trimmed_in_turn(v, o);
}
