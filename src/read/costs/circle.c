/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths within a component (costs.h). */
#include "prelude.h"

#include "read/costs/costs.h"

#include "base/num.h"
#include "base/xalloc.h"

enum { CELLS_MAX = 1 << 24 }; /* functions in all trees together */

/* A group's share at a place before rounding: want[at ..], [events]. */
struct circle_part {
	uint32_t place, group;
	size_t at;
};

/* Cost that ends at a place: want[at ..]. */
struct path_end {
	uint32_t place;
	uint32_t site; /* last call of the path, or NONE */
	size_t at;
};

/* A candidate in the heap of widest_tree(). */
struct circle_candidate {
	int64_t width;
	uint32_t hops, site;
};

struct cost_circle_work {
	VEC(double) weight; /* [places][events] */
	VEC(double) want;
	VEC(struct circle_part) part;
	VEC(struct path_end) end;
	uint32_t *on_path; /* [fns] stamp of the last path with the function */
	uint32_t stamp;
	double *share, *used; /* [events] of the entered place */
	double *sum, *before; /* [groups in share->groups][events] */
	int64_t *rest;        /* [groups in share->groups][events] */
	VEC(struct circle_candidate) heap;
	uint32_t *hops; /* [fns] */
	int64_t *width; /* [fns] */
};

/* ---- Indexes by function ---- */

void
cost_circle_init(
	struct cost_circle *c, struct cost_share *share, struct arena *arena)
{
	const struct cost_graph *g = share->g;
	size_t fns = g->fn.n, groups = share->group.n, n = g->events;
	struct cost_circle_work *w;
	const struct cost_graph *graph;
	struct cost_site_key *key;
	uint32_t count = 0, fn = 0;

	*c = (struct cost_circle){ .g = g, .share = share, .arena = arena };
	graph = c->g;
	key = xcalloc(graph->site.n + 1, sizeof(*key));
	for (uint32_t i = 0; i < graph->site.n; i++) {
		const struct cost_site *s = &graph->site.p[i];

		if (s->target != NONE && s->target != s->fn &&
			!site_leaves(graph, s))
			/* The costliest first, whatever the callee. */
			key[count++] = (struct cost_site_key){ .fn = s->fn,
				.site = i,
				.cost = cost_of(graph, i)[0] };
	}
	cost_site_keys_sort(key, count);
	c->first = ARENA_ZARRAY(c->arena, uint32_t, graph->fn.n + 1);
	c->call = ARENA_ZARRAY(c->arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++) {
		while (fn < key[i].fn)
			c->first[++fn] = i;
		c->call[i] = key[i].site;
	}
	while (fn < graph->fn.n)
		c->first[++fn] = count;
	free(key);
	c->index = ARENA_ZARRAY(arena, uint32_t, fns);
	c->size = ARENA_ZARRAY(arena, uint32_t, g->components);
	for (uint32_t f = 0; f < fns; f++)
		c->index[f] = c->size[g->fn.p[f].component]++;
	c->group = ids_in(arena, fns + 1);
	for (uint32_t k = (uint32_t)groups; k-- > 0;)
		c->group[share->group.p[k].fn] = k;
	c->work = w = ARENA_ZARRAY(arena, struct cost_circle_work, 1);
	w->on_path = ARENA_ZARRAY(arena, uint32_t, fns);
	w->hops = ARENA_ZARRAY(arena, uint32_t, fns);
	w->width = ARENA_ZARRAY(arena, int64_t, fns);
	w->share = ARENA_ZARRAY(arena, double, n);
	w->used = ARENA_ZARRAY(arena, double, n);
	w->sum = ARENA_ZARRAY(arena, double, mul_size(groups, n));
	w->before = ARENA_ZARRAY(arena, double, mul_size(groups, n));
	w->rest = ARENA_ZARRAY(arena, int64_t, mul_size(groups, n));
}

void
cost_circle_fini(struct cost_circle *c)
{
	vec_free(&c->place);
	vec_free(&c->hand);
	vec_free(&c->amount);
	map64_free(&c->tree_of);
	vec_free(&c->tree);
	vec_free(&c->path);
	vec_free(&c->work->weight);
	vec_free(&c->work->want);
	vec_free(&c->work->part);
	vec_free(&c->work->end);
	vec_free(&c->work->heap);
}

/* ---- Places ---- */

static size_t
want_row(struct cost_circle_work *w, size_t n)
{
	vec_reserve(&w->want, w->want.n + n);
	memset(w->want.p + w->want.n, 0, n * sizeof(*w->want.p));
	w->want.n += n;
	return w->want.n - n;
}

static void
place_push(struct cost_circle *c, struct cost_place place, const double *weight)
{
	struct cost_circle_work *w = c->work;
	uint32_t n = c->g->events;

	vec_push(&c->place, place);
	vec_reserve(&w->weight, w->weight.n + n);
	memcpy(w->weight.p + w->weight.n, weight, n * sizeof(*weight));
	w->weight.n += n;
}

/* Follow a call of a place: make a place with the call's share, or what is left
   of it, unless that is too small. */
static bool
follow_call(
	struct cost_circle *c, uint32_t at, uint32_t site, const int64_t *least)
{
	struct cost_circle_work *w = c->work;
	const int64_t *cost = cost_of(c->g, site);
	uint32_t n = c->g->events;
	size_t row = want_row(w, n);
	bool is_large = false;

	for (uint32_t e = 0; e < n; e++) {
		double part = (double)cost[e] * w->share[e];
		double left = w->weight.p[(size_t)at * n + e] - w->used[e];

		part = part < left ? part : left;
		w->want.p[row + e] = part > 0 ? part : 0;
		is_large |= part > (double)least[e];
	}
	if (is_large) {
		for (uint32_t e = 0; e < n; e++)
			w->used[e] += w->want.p[row + e];
		place_push(c,
			(struct cost_place){
				c->g->site.p[site].target, at, site, false },
			w->want.p + row);
	}
	w->want.n = row;
	return is_large;
}

/* Divide a place's costs among its groups and calls; the rest ends there. */
static void
enter_place(
	struct cost_circle *c, uint32_t at, const int64_t *least, size_t most)
{
	struct cost_circle_work *w = c->work;
	uint32_t n = c->g->events, fn = c->place.p[at].fn;
	const int64_t *total = c->g->total.p + (size_t)fn * n;
	struct path_end end = { .place = at, .site = NONE };
	bool rest = false;
	uint32_t path_at = at;
	const struct cost_share *s;
	uint32_t count, groups_fn;
	size_t fit;

	c->work->stamp++;
	for (; path_at != NONE; path_at = c->place.p[path_at].up)
		c->work->on_path[c->place.p[path_at].fn] = c->work->stamp;
	for (uint32_t e = 0; e < n; e++) {
		double weight = w->weight.p[(size_t)at * n + e];

		w->used[e] = 0;
		w->share[e] = total[e] <= 0         ? 0
			: weight < (double)total[e] ? weight / (double)total[e]
						    : 1;
	}
	for (uint32_t i = c->first[fn]; i < c->first[fn + 1]; i++) {
		uint32_t site = c->call[i];
		uint32_t to = c->g->site.p[c->call[i]].target;

		/* Follow calls to functions that are not on the path. */

		if ((c->work->on_path[to] == c->work->stamp ||
			    c->place.n >= most ||
			    !follow_call(c, at, site, least)) &&
			(end.site == NONE ||
				cost_of(c->g, site)[0] >
					cost_of(c->g, end.site)[0]))
			end.site = site;
	}
	/* The function's own groups get the place's share, or what the calls
	   within the cycle leave of it: both may be the same cost. */
	s = c->share;
	count = c->g->events;
	groups_fn = c->place.p[at].fn;
	fit = want_row(w, count);
	for (uint32_t e = 0; e < count; e++) {
		double left = w->weight.p[(size_t)at * count + e] - w->used[e];
		double sum = 0;

		/* The part of their shares that is left for the groups, for one
		   event. */
		for (uint32_t k = c->group[groups_fn];
			k < s->group.n && s->group.p[k].fn == groups_fn; k++)
			if (s->groups.slot[k] != NONE)
				sum += (double)s->group_all[(size_t)k *
						       c->g->events +
					       e] *
					c->work->share[e];
		w->want.p[fit + e] = sum > left ? left > 0 ? left / sum : 0 : 1;
	}
	for (uint32_t k = c->group[groups_fn];
		k < s->group.n && s->group.p[k].fn == groups_fn; k++) {
		uint32_t got = s->groups.slot[k];
		size_t row;

		if (got == NONE)
			continue;
		row = want_row(w, count);
		for (uint32_t e = 0; e < count; e++) {
			double want =
				(double)s->group_all[(size_t)k * count + e] *
				w->share[e] * w->want.p[fit + e];

			w->want.p[row + e] = want;
			w->used[e] += want;
			w->sum[(size_t)got * count + e] += want;
		}
		vec_push(&w->part, ((struct circle_part){ at, k, row }));
	}
	end.at = want_row(w, n);
	for (uint32_t e = 0; e < n; e++) {
		double left = w->weight.p[(size_t)at * n + e] - w->used[e];

		w->want.p[end.at + e] = left > 0 ? left : 0;
		rest |= left > 0;
	}
	if (rest)
		vec_push(&w->end, end);
}

/* ---- Dividing costs ---- */

static int64_t *
hand_row(struct cost_circle *c, uint32_t place, uint32_t group, uint32_t end)
{
	uint32_t n = c->g->events;

	vec_push(&c->hand,
		((struct cost_hand){ place, group, end, c->amount.n }));
	vec_reserve(&c->amount, c->amount.n + n);
	memset(c->amount.p + c->amount.n, 0, n * sizeof(int64_t));
	c->amount.n += n;
	c->place.p[place].is_used = true;
	return c->amount.p + c->amount.n - n;
}

/* Give a group's rest, or `part` of it, to the end of a path. */
static void
hand_rest(struct cost_circle *c, uint32_t got, const struct path_end *end,
	double part)
{
	struct cost_circle_work *w = c->work;
	uint32_t n = c->g->events;
	int64_t *amount =
		hand_row(c, end->place, c->share->groups.id.p[got], end->site);

	for (uint32_t e = 0; e < n; e++) {
		int64_t *rest = &w->rest[(size_t)got * n + e];
		int64_t give =
			part >= 1 ? *rest : i64_trunc((double)*rest * part);

		amount[e] = give;
		*rest -= give;
	}
}

void
cost_circle_walk(struct cost_circle *c, uint32_t fn, const int64_t *brings,
	const int64_t *least, size_t most)
{
	struct cost_circle_work *w = c->work;
	const struct cost_gets *groups = &c->share->groups;
	uint32_t n = c->g->events;
	size_t cells = groups->id.n * n, row;
	uint32_t event_e = 0;
	uint32_t count, rests_groups;
	double ends = 0, rests = 0, room;
	size_t rests_at = 0;

	c->place.n = c->hand.n = c->amount.n = 0;
	w->weight.n = w->want.n = w->part.n = w->end.n = 0;
	memset(w->sum, 0, cells * sizeof(*w->sum));
	memset(w->before, 0, cells * sizeof(*w->before));
	if (cells > 0)
		memcpy(w->rest, groups->cost.p, cells * sizeof(*w->rest));
	row = want_row(w, n);
	for (uint32_t e = 0; e < n; e++)
		w->want.p[row + e] = (double)brings[e];
	place_push(c, (struct cost_place){ fn, NONE, NONE, false },
		w->want.p + row);
	for (uint32_t at = 0; at < c->place.n; at++)
		enter_place(c, at, least, most);
	for (size_t i = 0; i < w->part.n; i++) {
		const struct cost_share *s = c->share;
		uint32_t part_n = c->g->events;
		size_t got =
			(size_t)s->groups.slot[w->part.p[i].group] * part_n;
		int64_t *amount = hand_row(
			c, w->part.p[i].place, w->part.p[i].group, NONE);
		bool any = false;

		/* Each part gets the rounded sum of all parts so far, less that
		   of the parts before it, so that rounding loses nothing. */
		for (uint32_t e = 0; e < part_n; e++) {
			double has = (double)s->groups.cost.p[got + e];
			double sum = w->sum[got + e];
			double fit = sum > has ? has / sum : 1;
			double before = w->before[got + e];
			double after = before + w->want.p[w->part.p[i].at + e];
			int64_t more = i64_trunc(after * fit) -
				i64_trunc(before * fit);

			w->before[got + e] = after;
			more = more < w->rest[got + e] ? more
						       : w->rest[got + e];
			if (more <= 0)
				continue;
			amount[e] = more;
			w->rest[got + e] -= more;
			any = true;
		}
		if (!any) {
			c->hand.n--;
			c->amount.n -= part_n;
		}
	}
	/* If no path ends anywhere, the first place takes the rest. */
	if (w->end.n == 0)
		vec_push(&w->end, ((struct path_end){ 0, NONE, row }));
	/* The first event with costs on this path. */
	while (event_e + 1 < n && brings[event_e] <= 0)
		event_e++;
	/* Give the rests of the groups to the ends of paths, in order, in
	   proportion to what ended there in event `event_e`. */
	count = c->g->events;
	rests_groups = (uint32_t)c->share->groups.id.n;
	for (size_t i = 0; i < w->end.n; i++)
		ends += w->want.p[w->end.p[i].at + event_e];
	for (uint32_t i = 0; i < rests_groups; i++)
		rests += (double)w->rest[(size_t)i * count + event_e];
	room = ends > 0 ? w->want.p[w->end.p[0].at + event_e] / ends * rests
			: 0;
	for (uint32_t i = 0; i < rests_groups; i++) {
		double rest = (double)w->rest[(size_t)i * count + event_e];

		while (rest > room && rests_at + 1 < w->end.n) {
			if (room >= 1) {
				hand_rest(
					c, i, &w->end.p[rests_at], room / rest);
				rest = (double)w->rest[(size_t)i * count +
					event_e];
			}
			rests_at++;
			room = w->want.p[w->end.p[rests_at].at + event_e] /
				ends * rests;
		}
		hand_rest(c, i, &w->end.p[rests_at], 1);
		room -= rest;
	}
	for (size_t i = c->place.n; i-- > 1;)
		if (c->place.p[i].is_used)
			c->place.p[c->place.p[i].up].is_used = true;
}

/* ---- The widest way ---- */

static bool
is_wider(const struct circle_candidate *a, const struct circle_candidate *b)
{
	return a->width != b->width ? a->width > b->width : a->hops < b->hops;
}

static void
push_calls(
	struct cost_circle *c, uint32_t fn, const uint32_t *tree, uint32_t from)
{
	struct cost_circle_work *w = c->work;

	for (uint32_t k = c->first[fn]; k < c->first[fn + 1]; k++) {
		uint32_t site = c->call[k], to = c->g->site.p[site].target;
		int64_t cost = cost_of(c->g, site)[0];
		struct circle_candidate candidate;
		size_t i;

		if (to == from || tree[c->index[to]] != NONE)
			continue;
		candidate = (struct circle_candidate){
			cost < w->width[fn] ? cost : w->width[fn],
			w->hops[fn] + 1, site
		};
		i = w->heap.n;
		vec_push(&w->heap, candidate);
		for (; i > 0 && is_wider(&candidate, &w->heap.p[(i - 1) / 2]);
			i = (i - 1) / 2)
			w->heap.p[i] = w->heap.p[(i - 1) / 2];
		w->heap.p[i] = candidate;
	}
}

/* Return the widest ways from a function to the others of its component. The
   widest call to a function that is not yet reached is added next. */
static uint32_t *
widest_tree(struct cost_circle *c, uint32_t from)
{
	const struct cost_graph *g = c->g;
	struct cost_circle_work *w = c->work;
	uint32_t n = c->size[g->fn.p[from].component];
	uint32_t *tree = ids_new(n);

	arena_own(c->arena, tree, n * sizeof(*tree));
	w->heap.n = 0;
	w->hops[from] = 0;
	w->width[from] = INT64_MAX;
	push_calls(c, from, tree, from);
	while (w->heap.n > 0) {
		uint32_t to;
		size_t i = 0, child;
		struct cost_circle_work *pop_w = w;
		struct circle_candidate next = pop_w->heap.p[0];
		struct circle_candidate last = pop_w->heap.p[--pop_w->heap.n];

		while ((child = 2 * i + 1) < pop_w->heap.n) {
			child += child + 1 < pop_w->heap.n &&
				is_wider(&pop_w->heap.p[child + 1],
					&pop_w->heap.p[child]);
			if (!is_wider(&pop_w->heap.p[child], &last))
				break;
			pop_w->heap.p[i] = pop_w->heap.p[child];
			i = child;
		}
		if (pop_w->heap.n > 0)
			pop_w->heap.p[i] = last;
		to = g->site.p[next.site].target;

		if (tree[c->index[to]] != NONE)
			continue;
		tree[c->index[to]] = next.site;
		w->hops[to] = next.hops;
		w->width[to] = next.width;
		push_calls(c, to, tree, from);
	}
	return tree;
}

size_t
cost_circle_way(struct cost_circle *c, uint32_t from, uint32_t to,
	const uint32_t **site)
{
	const struct cost_graph *g = c->g;
	uint32_t size = c->size[g->fn.p[from].component], *at;
	const uint32_t *tree;

	*site = NULL;
	if (from == to)
		return 0;
	at = map64_at(&c->tree_of, from);
	if (*at == NONE) {
		/* If the tree is too large, act as for a direct call. */
		if (c->cells + size > CELLS_MAX) {
			*at = 0;
			return 0;
		}
		c->cells += size;
		*at = (uint32_t)c->tree.n + 1;
		vec_push(&c->tree, widest_tree(c, from));
	}
	if (*at == 0)
		return 0;
	tree = c->tree.p[*at - 1];
	c->path.n = 0;
	while (to != from) {
		uint32_t last = tree[c->index[to]];

		vec_push(&c->path, last);
		to = g->site.p[last].fn;
	}
	vec_reverse(uint32_t, &c->path);
	*site = c->path.p;
	return c->path.n;
}
