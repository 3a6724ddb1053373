/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers, callees and details of one function (peek.h). */
#include "prelude.h"

#include "analysis/peek.h"

#include "analysis/label_sums.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/calltotals.h"
#include "engine/labelunits.h"
#include "engine/opencalls.h"
#include "engine/sides.h"

/* ---- Callers and callees ---- */

/* All calls at an outermost place count. If the function occurs again further
   down, a walk from the outermost place finds the other calls that count.
   Weights are added in the order of nodes. */

struct edge_sum {
	frame_id frame;
	uint8_t inlined;
	int64_t calls;
	struct row_sum sum;
	double variance;
};

struct sums_by_frame {
	struct map64 at;
	VEC(struct edge_sum) sums;
};

enum {
	WAY_LEADS = 1,  /* on the path from an outermost place to a place */
	WAY_COUNTS = 2, /* the call into this node counts */
};

struct peeker {
	const struct view *v;
	const struct tree *t;
	frame_id frame;
	VEC(node_id) places;    /* ascending; { 0 } for the root */
	VEC(node_id) outermost; /* the outermost of places[] */
	uint8_t *way;           /* [t->n] WAY_*; NULL: no recursion */
	struct sums_by_frame callers, callees;
};

static void
see_places(struct peeker *k)
{
	const struct tree *t = k->t;
	uint32_t left = k->frame == NONE ? 0 : k->v->nodes[k->frame];

	if (k->frame == NONE) {
		vec_push(&k->places, 0);
		vec_push(&k->outermost, 0);
	}
	for (node_id i = 0; left > 0;) {
		i = tree_next_of(t, i + 1, k->frame);
		if (i >= t->n)
			break;
		if (tree_live(t, i) == 0)
			continue;
		left--;
		vec_push(&k->places, i);
		if ((k->t->flags[i] & TREE_OUTERMOST) != 0)
			vec_push(&k->outermost, i);
		else {
			node_id place = i;
			node_id j = place;

			/* Mark the path up to an outermost place. */
			if (k->way == NULL)
				k->way = xcalloc(t->n, sizeof(*k->way));
			for (; k->way[j] == 0; j = t->parent[j]) {
				k->way[j] = WAY_LEADS;
				if (t->frame[j] == k->frame &&
					(k->t->flags[j] & TREE_OUTERMOST) != 0)
					break;
			}
		}
	}
}

/* A node on the walk's path. */
struct way_step {
	node_id node;
	uint32_t row; /* row in opencalls of the call into the node, or NONE */
};

struct way_walk {
	struct opencalls calls;
	VEC(struct way_step) path;
};

/* Return the first of node i and its next siblings that is a callee or leads
   further down; or 0. */
static node_id
next_on_way(const struct peeker *k, node_id i)
{
	const struct tree *t = k->t;

	while (i != 0 && (k->way[i] & WAY_LEADS) == 0 &&
		(t->frame[t->parent[i]] != k->frame || tree_live(t, i) == 0))
		i = t->next[i];
	return i;
}

static void
walk_recursion(struct peeker *k, struct way_walk *w, node_id place)
{
	const struct tree *t = k->t;
	node_id i = place;

	do {
		struct way_step here;

		if (i != 0) {
			frame_id from = k->t->frame[k->t->parent[i]],
				 to = k->t->frame[i];
			struct way_step call_here = { .node = i, .row = NONE };

			/* Count calls into the frame or out of it. */
			if (from != to &&
				(from == k->frame || to == k->frame)) {
				call_here.row =
					opencalls_row(&w->calls, from, to);
				if (opencalls_enter(&w->calls, call_here.row))
					k->way[i] |= WAY_COUNTS;
			}
			vec_push(&w->path, call_here);
			i = (k->way[i] & WAY_LEADS) != 0
				? next_on_way(k, t->first[i])
				: 0;
			continue;
		}
		here = w->path.p[--w->path.n];
		if (here.row != NONE)
			(void)opencalls_leave(&w->calls, here.row);
		if (w->path.n > 0)
			i = next_on_way(k, t->next[here.node]);
	} while (w->path.n > 0);
}

static void
add_edge(struct sums_by_frame *s, const struct tree *t, frame_id other,
	node_id node)
{
	uint32_t *at = map64_at(&s->at, other);
	struct edge_sum fresh = { .frame = other };
	struct edge_sum *edge;

	if (*at == NONE) {
		*at = (uint32_t)s->sums.n;
		vec_push(&s->sums, fresh);
	}
	edge = &s->sums.p[*at];
	row_sum_add(&edge->sum, &t->total, tree_row(t, node));
	if (t->noise_total != NULL)
		edge->variance += t->noise_total[tree_row(t, node)];
	edge->inlined |= (t->flags[node] & TREE_INLINE) != 0 ? 1 : 2;
}

static void
forget_edges(struct sums_by_frame *s)
{
	map64_free(&s->at);
	s->at = (struct map64)MAP64_INIT;
	s->sums.n = 0;
}

static void
tell_edge(struct sums_by_frame *s, frame_id other, const struct row_sum *sum,
	int64_t calls)
{
	struct edge_sum edge = {
		.frame = other, .inlined = 2, .sum = *sum, .calls = calls
	};

	vec_push(&s->sums, edge);
}

static bool
weighs_more(int64_t a, int64_t b)
{
	return i64_abs(a) > i64_abs(b);
}

struct peek_ranked {
	struct peek_edge edge;
	struct str text;
};

static int
by_edge_weight(const void *a, const void *b)
{
	const struct peek_ranked *x = a, *y = b;

	if (weighs_more(x->edge.weight, y->edge.weight))
		return -1;
	if (weighs_more(y->edge.weight, x->edge.weight))
		return 1;
	if (!str_eq(x->text, y->text))
		return str_cmp(x->text, y->text);
	return (x->edge.frame > y->edge.frame) -
		(x->edge.frame < y->edge.frame);
}

static struct peek_edge *
sorted_edges(const struct peeker *k, const struct sums_by_frame *s,
	struct arena *arena)
{
	size_t n = s->sums.n;
	struct peek_ranked *rank = xcalloc(n, sizeof(*rank));
	struct peek_edge *edge = ARENA_ARRAY(arena, struct peek_edge, n);

	for (size_t i = 0; i < n; i++) {
		const struct edge_sum *sum = &s->sums.p[i];

		rank[i].edge = (struct peek_edge){ .frame = sum->frame,
			.weight = weight_div(sum->sum.value, sum->sum.div),
			.inlined = sum->inlined,
			.calls = sum->calls,
			.sides = sides_of(&sum->sum),
			.variance = sum->variance };
		rank[i].text = sum->frame == NONE
			? STR("(root)")
			: k->v->frames->frame[sum->frame].text;
	}
	if (n > 0)
		qsort(rank, n, sizeof(*rank), by_edge_weight);
	for (size_t i = 0; i < n; i++)
		edge[i] = rank[i].edge;
	free(rank);
	return edge;
}

struct peek *
peek_new(const struct view *v, frame_id frame, const struct hottest *all)
{
	struct peeker k = { .v = v, .t = &v->full, .frame = frame };
	struct peek *p = xcalloc(1, sizeof(*p));
	struct way_walk w = { .path = { .p = NULL } };
	bool root;
	const struct columns *self;
	const struct columns *total;
	uint32_t at;
	const struct tree *t;

	see_places(&k);
	for (size_t n = 0; n < k.outermost.n && k.way != NULL; n++)
		if ((k.way[k.outermost.p[n]] & WAY_LEADS) != 0)
			walk_recursion(&k, &w, k.outermost.p[n]);
	opencalls_free(&w.calls);
	vec_free(&w.path);
	t = k.t;
	for (size_t n = 0; n < k.places.n; n++) {
		node_id calls_at = k.places.p[n];
		bool calls_all = k.way == NULL || k.way[calls_at] == 0;

		if (calls_at != 0 &&
			(calls_all || (k.way[calls_at] & WAY_COUNTS) != 0))
			add_edge(&k.callers, t, t->frame[t->parent[calls_at]],
				calls_at);
		for (node_id i = t->first[calls_at]; i != 0; i = t->next[i])
			if (calls_all ? tree_live(t, i) != 0
				      : (k.way[i] & WAY_COUNTS) != 0)
				add_edge(&k.callees, t, t->frame[i], i);
	}
	if (frame != NONE && v->w.estimated != NULL &&
		v->w.estimated[frame] != ESTIMATED_PART) {
		const struct view *edges_v = k.v;
		struct arena arena = ARENA_INIT;
		bool has_root = map64_get(&k.callers.at, NONE) != NONE;
		struct row_sum edges_root = { .value = 0 };
		size_t n, ours = 0;
		const struct call_edge *edge =
			calltotals_edges(edges_v, false, &arena, &n);

		/* Use the call totals in the profile's file instead of sums
		   over stacks. The rest of the total has no caller. */
		for (size_t i = 0; i < n; i++)
			ours += edge[i].from == k.frame ||
				edge[i].to == k.frame;
		if (ours > 0) {
			forget_edges(&k.callers);
			forget_edges(&k.callees);
			edges_root = columns_at(&edges_v->w.total, k.frame);
		}
		for (size_t i = 0; i < n && ours > 0; i++) {
			if (edge[i].from == k.frame)
				tell_edge(&k.callees, edge[i].to, &edge[i].sum,
					edge[i].calls);
			if (edge[i].to != k.frame)
				continue;
			tell_edge(&k.callers, edge[i].from, &edge[i].sum,
				edge[i].calls);
			edges_root.value = i64_wrap_sub(
				edges_root.value, edge[i].sum.value);
			edges_root.base =
				i64_wrap_sub(edges_root.base, edge[i].sum.base);
		}
		if (ours > 0 && has_root && edges_root.value > 0)
			tell_edge(&k.callers, NONE, &edges_root, 0);
		arena_free(&arena);
	}
	p->frame = frame;
	/* Take the frame's weights; for the root, those of the tree. */
	root = k.frame == NONE;
	self = root ? &k.t->self : &k.v->w.self;
	total = root ? &k.t->total : &k.v->w.total;
	at = root ? 0 : k.frame;
	p->self = columns_value(self, at);
	p->total = columns_value(total, at);
	p->self_sides = sides_at(self, at);
	p->total_sides = sides_at(total, at);
	p->n_callers = k.callers.sums.n;
	p->caller = sorted_edges(&k, &k.callers, &p->arena);
	p->n_callees = k.callees.sums.n;
	p->callee = sorted_edges(&k, &k.callees, &p->arena);
	p->lacks_stacks = !hottest_through(
		v, k.outermost.p, k.outermost.n, all, p->stack, &p->n_stacks);
	vec_free(&k.places);
	vec_free(&k.outermost);
	free(k.way);
	map64_free(&k.callers.at);
	map64_free(&k.callees.at);
	vec_free(&k.callers.sums);
	vec_free(&k.callees.sums);
	return p;
}

void
peek_free(struct peek *p)
{
	if (p == NULL)
		return;
	arena_free(&p->arena);
	free(p);
}

/* ---- Details from samples ---- */

/* Nodes of the tree are marked first, from the root down. A sample is then
   classified by the mark of its leaf node. */

enum {
	MARK_HERE = 1, /* at the place or below it */
	MARK_ALL = 2,  /* at or below any place of the frame */
	MARK_ENDS = 4, /* at a place of the frame */
};

struct hot {
	int64_t line, value;
};

struct examiner {
	const struct view *v;
	const struct profile *p;
	struct detail *d;
	node_id here;    /* NONE: no place is selected */
	uint8_t *mark;   /* [full.n] */
	line_id *line;   /* [trie.n] innermost line of the frame, or NONE */
	struct map64 at; /* line number -> index into lines[] */
	VEC(struct hot) lines;
};

/* Mark the nodes at or below a place, and find the deepest recursion. */
static void
mark_nodes(struct examiner *x)
{
	const struct tree *t = &x->v->full;
	frame_id frame = x->d->frame;
	uint32_t *depth = xcalloc(t->n, sizeof(*depth));

	x->mark = xcalloc(t->n, 1);
	if (frame == NONE)
		x->mark[0] = MARK_HERE | MARK_ALL | MARK_ENDS;
	for (node_id i = 1; i < t->n; i++) {
		node_id above = t->parent[i];
		uint8_t mark = x->mark[above] & (MARK_HERE | MARK_ALL);

		depth[i] = depth[above];
		if (i == x->here)
			mark |= MARK_HERE;
		if (frame != NONE && t->frame[i] == frame) {
			mark |= MARK_ALL | MARK_ENDS;
			depth[i]++;
		}
		x->mark[i] = mark;
		if (tree_live(t, i) != 0 && depth[i] > x->d->recursion)
			x->d->recursion = depth[i];
	}
	free(depth);
}

static void
add_values(struct detail *d, size_t sample, const struct profile *p,
	enum detail_part part, bool ends)
{
	for (size_t i = 0; i < d->n_values; i++) {
		struct detail_value *v = &d->value[i];
		int64_t value = p->sample.value[v->column][sample];

		v->total[part] = i64_wrap_add(v->total[part], value);
		if (ends)
			v->self[part] = i64_wrap_add(v->self[part], value);
	}
}

/* Sum the samples. Returns the weights of label sets at the place, on the
   heap, [labels.n]; NULL without labels. */
static int64_t *
look_at_samples(struct examiner *x)
{
	const struct view *v = x->v;
	const struct profile *p = x->p;
	struct detail *d = x->d;
	int64_t *set = NULL;

	if (p->labels.n > 1)
		set = xcalloc(p->labels.n, sizeof(*set));
	for (size_t i = 0; i < p->sample.n; i++) {
		int64_t value = p->sample.value[v->column][i], events;
		node_id node = view_end(v, i);
		uint8_t mark = node != NONE ? x->mark[node] : 0;
		bool here = (mark & MARK_HERE) != 0;
		bool ends = (mark & MARK_ENDS) != 0;
		node_id leaf;
		line_id line;
		int64_t number;
		struct hot fresh;
		uint32_t *at;

		if ((mark & MARK_ALL) == 0 || !view_keeps(v, i))
			continue;
		add_values(d, i, p, DETAIL_ALL, ends);
		if (here)
			add_values(d, i, p, DETAIL_HERE, node == x->here);
		if (value == 0)
			continue;
		events = events_parts(v->events, i);
		i64_sum(&d->events[DETAIL_ALL], events);
		i64_sum(&d->ends[DETAIL_ALL], ends ? events : 0);
		i64_sum(&d->events[DETAIL_HERE], here ? events : 0);
		i64_sum(&d->ends[DETAIL_HERE], node == x->here ? events : 0);
		leaf = p->sample.leaf[i];
		line = x->line != NULL ? x->line[leaf] : NONE;
		number = line != NONE ? x->p->line.line[line] : 0;
		fresh = (struct hot){ .line = number };
		if (number > 0) {
			at = map64_at(&x->at, (uint64_t)number);
			if (*at == NONE) {
				*at = (uint32_t)x->lines.n;
				vec_push(&x->lines, fresh);
			}
			x->lines.p[*at].value =
				i64_wrap_add(x->lines.p[*at].value, value);
		}
		if (set != NULL && (here || x->here == NONE))
			set[p->sample.labels[i]] =
				i64_wrap_add(set[p->sample.labels[i]], value);
	}
	return set;
}

static int
by_key_and_weight(const void *a, const void *b)
{
	const struct detail_label *x = a, *y = b;
	int64_t i = i64_abs(x->weight), j = i64_abs(y->weight);

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (i != j)
		return i > j ? -1 : 1;
	if (x->str != y->str)
		return x->str < y->str ? -1 : 1;
	return (x->num > y->num) - (x->num < y->num);
}

/* Collect labels. Numbers are in the unit of their key. */
static void
gather_labels(struct examiner *x, const int64_t *set)
{
	const struct labels *labels = &x->p->labels;
	VEC(struct detail_label) found = { 0 };
	struct map64 number = { 0 }, at = { 0 };
	struct tag_units units;
	uint32_t numbers = 0;

	for (lset_id s = 0; s < labels->n; s++) {
		if (set[s] == 0)
			continue;
		for (uint32_t i = labels->first[s]; i < labels->first[s + 1];
			i++) {
			const struct label *l = &labels->label[i];
			struct detail_label fresh = {
				.key = l->key, .str = l->str, .num = l->num
			};
			uint64_t value = l->str;
			uint32_t *where;

			/* Numbers get ids from UINT32_MAX - 1 down, which no
			   string has. */
			if (l->str == NONE) {
				where = map64_at(&number, (uint64_t)l->num);
				if (*where == NONE)
					*where = numbers++;
				value = UINT32_MAX - (uint64_t)*where - 1;
			}
			where = map64_at(&at, (uint64_t)l->key << 32 | value);
			if (*where == NONE) {
				*where = (uint32_t)found.n;
				vec_push(&found, fresh);
			}
			found.p[*where].weight =
				i64_wrap_add(found.p[*where].weight, set[s]);
		}
	}
	map64_free(&number);
	map64_free(&at);
	x->d->n_labels = found.n;
	if (found.n > 0)
		qsort(found.p, found.n, sizeof(*found.p), by_key_and_weight);
	x->d->label =
		arena_dup(&x->d->arena, found.p, found.n, sizeof(*found.p));
	vec_free(&found);
	units = tag_units(x->p, &x->d->arena, NULL);
	for (size_t i = 0; i < x->d->n_labels; i++)
		x->d->label[i].unit = tag_unit(&units, x->d->label[i].key);
}

static struct detail *
examine(const struct view *v, frame_id frame, node_id here)
{
	struct detail *d = xcalloc(1, sizeof(*d));
	struct examiner x = { .v = v, .p = v->profile, .d = d, .here = here };
	int64_t *set;

	d->frame = frame;
	d->n_values = x.p->types.n;
	d->value = ARENA_ZARRAY(&d->arena, struct detail_value, d->n_values);
	for (uint32_t i = 0; i < d->n_values; i++)
		d->value[i].column = i;
	mark_nodes(&x);
	if (frame != NONE && v->frames->frame[frame].name.n > 0) {
		const struct profile *p = x.p;
		const frame_id *of_line = x.v->frames->of_line;
		line_id *of_loc = ids_new(p->loc.n);

		/* Find the innermost line of the frame in each stack. */
		x.line = xcalloc(p->trie.n, sizeof(*x.line));
		for (loc_id loc = 0; loc < p->loc.n; loc++) {
			for (line_id i = p->loc.line0[loc + 1];
				i-- > p->loc.line0[loc];)
				if (of_line[i] == x.d->frame)
					of_loc[loc] = i;
		}
		x.line[0] = NONE;
		for (node_id i = 1; i < p->trie.n; i++) {
			line_id line = of_loc[p->trie.loc[i]];

			x.line[i] =
				line != NONE ? line : x.line[p->trie.parent[i]];
		}
		free(of_loc);
	}
	set = look_at_samples(&x);
	for (size_t i = 0; i < x.lines.n; i++) {
		const struct hot *h = &x.lines.p[i];
		int64_t best = i64_abs(d->hot_value), now = i64_abs(h->value);

		if (now < best ||
			(now == best && d->hot_line != 0 &&
				h->line > d->hot_line))
			continue;
		d->hot_line = h->line;
		d->hot_value = h->value;
	}
	if (set != NULL)
		gather_labels(&x, set);
	if (v->query.mean && d->n_values > 0) {
		struct detail_value by = d->value[0];

		/* With `mean`, all values are divided by the first type's. */
		for (size_t i = 0; i < d->n_values; i++) {
			for (int part = 0; part < DETAIL_PARTS; part++) {
				struct detail_value *divide_v = &d->value[i];

				divide_v->self[part] = weight_div(
					divide_v->self[part], by.self[part]);
				divide_v->total[part] = weight_div(
					divide_v->total[part], by.total[part]);
			}
		}
	}
	free(set);
	free(x.mark);
	free(x.line);
	vec_free(&x.lines);
	map64_free(&x.at);
	return d;
}

struct detail *
detail_new(const struct view *v, node_id node)
{
	return examine(v, v->full.frame[node], node);
}

struct detail *
detail_new_frame(const struct view *v, frame_id frame)
{
	return examine(v, frame, NONE);
}

void
detail_free(struct detail *d)
{
	if (d == NULL)
		return;
	arena_free(&d->arena);
	free(d);
}
