/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares out costs to paths (costs.h). */
#include "prelude.h"

#include "read/costs/costs.h"

#include "base/num.h"
#include "base/xalloc.h"

/* Sites by function and target, the costliest first. */
struct cost_site_key {
	uint32_t fn, target, site;
	int64_t cost; /* in the first event */
};

static void
gets_fini(struct cost_gets *g)
{
	free(g->slot);
	vec_free(&g->id);
	vec_free(&g->cost);
}

static void
gets_reset(struct cost_gets *g)
{
	for (size_t i = 0; i < g->id.n; i++)
		g->slot[g->id.p[i]] = NONE;
	g->id.n = g->cost.n = 0;
}

static void
gets_add(struct cost_gets *g, uint32_t id, uint32_t event, int64_t cost)
{
	uint32_t *slot = &g->slot[id];

	if (*slot == NONE) {
		*slot = (uint32_t)g->id.n;
		vec_push(&g->id, id);
		vec_reserve(&g->cost, g->cost.n + g->events);
		memset(g->cost.p + g->cost.n, 0,
			g->events * sizeof(*g->cost.p));
		g->cost.n += g->events;
	}
	g->cost.p[(size_t)*slot * g->events + event] += cost;
}

static int
by_site_key(const void *a, const void *b)
{
	const struct cost_site_key *x = a, *y = b;

	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	if (x->target != y->target)
		return x->target < y->target ? -1 : 1;
	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	return x->site < y->site ? -1 : x->site > y->site;
}

void
cost_share_init(
	struct cost_share *s, const struct cost_graph *g, struct arena *a)
{
	size_t n = g->events;
	const struct cost_graph *graph;
	struct cost_site_key *key;
	struct cost_group group = { .n = 0 };
	uint32_t fn = 0;

	*s = (struct cost_share){ .g = g };
	graph = s->g;
	key = xcalloc(graph->site.n + 1, sizeof(*key));
	for (uint32_t i = 0; i < graph->site.n; i++) {
		const struct cost_site *site = &graph->site.p[i];

		if (site->target != site->fn)
			key[s->n_order++] = (struct cost_site_key){ site->fn,
				site->target, i, cost_of(graph, i)[0] };
	}
	if (s->n_order > 0)
		qsort(key, s->n_order, sizeof(*key), by_site_key);
	s->order = ARENA_ZARRAY(a, uint32_t, s->n_order);
	s->first = ARENA_ZARRAY(a, uint32_t, graph->fn.n + 1);
	for (size_t i = 0; i < s->n_order; i++) {
		bool same = i > 0 && key[i - 1].fn == key[i].fn &&
			key[i - 1].target == key[i].target;

		s->order[i] = key[i].site;
		while (fn < key[i].fn)
			s->first[++fn] = (uint32_t)s->group.n;
		group.fn = key[i].fn;
		group.target = key[i].target;
		group.first = (uint32_t)i;
		group.is_inner = group.target != NONE &&
			!site_leaves(graph, &graph->site.p[key[i].site]);
		if (!same)
			vec_push(&s->group, group);
		s->group.p[s->group.n - 1].n++;
		s->group.p[s->group.n - 1].is_once =
			!same && graph->site.p[key[i].site].calls == 1;
	}
	while (fn < graph->fn.n)
		s->first[++fn] = (uint32_t)s->group.n;
	free(key);
	s->left = ARENA_ZARRAY(a, int64_t, mul_size(g->fn.n, n));
	s->is_in_cycle = bits_in(a, g->fn.n);
	for (size_t k = 0; k < s->group.n; k++)
		if (s->group.p[k].is_inner)
			bits_set(&s->is_in_cycle, s->group.p[k].fn);
	s->all = ARENA_ZARRAY(a, int64_t, mul_size(g->fn.n, n));
	s->group_all = ARENA_ZARRAY(a, int64_t, mul_size(s->group.n, n));
	s->group_left = ARENA_ZARRAY(a, int64_t, mul_size(s->group.n, n));
	s->site_left = ARENA_ZARRAY(a, int64_t, mul_size(g->site.n, n));
	s->group_from = ARENA_ZARRAY(a, uint32_t, mul_size(g->fn.n, n));
	s->site_from = ARENA_ZARRAY(a, uint32_t, mul_size(s->group.n, n));
	s->groups = (struct cost_gets){ .events = g->events,
		.slot = ids_new(s->group.n) };
	s->sites = (struct cost_gets){ .events = g->events,
		.slot = ids_new(g->site.n) };
}

void
cost_share_reset(struct cost_share *s)
{
	const struct cost_graph *g = s->g;
	size_t n = g->events;

	memset(s->left, 0, g->fn.n * n * sizeof(int64_t));
	memset(s->group_left, 0, s->group.n * n * sizeof(int64_t));
	memset(s->group_from, 0, g->fn.n * n * sizeof(uint32_t));
	memset(s->site_from, 0, s->group.n * n * sizeof(uint32_t));
	for (uint32_t f = 0; f < g->fn.n; f++)
		for (uint32_t k = s->first[f]; k < s->first[f + 1]; k++) {
			int64_t *sum = s->group_left + k * n;
			int64_t *all = s->left + f * n;
			size_t count = s->g->events;

			/* Initially all is left, without negative costs, and
			   limited so that sums fit in 64 bits. */
			for (uint32_t i = s->group.p[k].first;
				i < s->group.p[k].first + s->group.p[k].n;
				i++) {
				const int64_t *cost =
					cost_of(s->g, s->order[i]);
				int64_t *left =
					s->site_left + s->order[i] * count;

				for (size_t e = 0; e < count; e++) {
					int64_t most = INT64_MAX - all[e];

					left[e] = cost[e] < 0    ? 0
						: cost[e] < most ? cost[e]
								 : most;
					sum[e] += left[e];
					all[e] += left[e];
				}
			}
		}
	if (s->group.n > 0)
		memcpy(s->group_all, s->group_left,
			s->group.n * n * sizeof(int64_t));
	if (g->fn.n > 0)
		memcpy(s->all, s->left, g->fn.n * n * sizeof(int64_t));
}

void
cost_share_fini(struct cost_share *s)
{
	vec_free(&s->group);
	gets_fini(&s->groups);
	gets_fini(&s->sites);
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void
share_give(struct cost_share *s, uint32_t group, uint32_t event, int64_t cost)
{
	if (cost <= 0)
		return;
	s->group_left[(size_t)group * s->g->events + event] -= cost;
	gets_add(&s->groups, group, event, cost);
}

uint32_t
cost_share_out(
	struct cost_share *s, uint32_t fn, int64_t *brings, bool in_proportion)
{
	int64_t *left = s->left + (size_t)fn * s->g->events;

	gets_reset(&s->groups);
	for (uint32_t e = 0; e < s->g->events; e++) {
		int64_t rest;
		int64_t fill_rest;
		size_t n;
		uint32_t *from;
		uint32_t end;

		brings[e] = least(brings[e], left[e]);
		rest = brings[e];
		if (rest <= 0)
			continue;
		if (in_proportion) {
			int64_t divide_brings = rest;
			size_t count = s->g->events;
			int64_t all = s->left[fn * count + e],
				divide_rest = divide_brings;
			double part = (double)divide_brings / (double)all;

			for (uint32_t k = s->first[fn]; k < s->first[fn + 1];
				k++) {
				int64_t divide_left =
					s->group_left[k * count + e];
				int64_t cost = least(
					least(i64_trunc((double)divide_left *
						      part),
						divide_left),
					divide_rest);

				if (cost <= 0)
					continue;
				share_give(s, k, e, cost);
				divide_rest -= cost;
			}
			rest = divide_rest;
		}
		/* Give the rest to the first groups with something left. */
		fill_rest = rest;
		n = s->g->events;
		from = &s->group_from[fn * n + e];
		end = s->first[fn + 1];
		for (uint32_t k = s->first[fn] + *from;
			fill_rest > 0 && k < end; k++) {
			bool is_inner = s->group.p[k].is_inner;
			int64_t cost = is_inner
				? 0
				: least(s->group_left[k * n + e], fill_rest);

			share_give(s, k, e, cost);
			fill_rest -= cost;
			if ((is_inner || s->group_left[k * n + e] == 0) &&
				k == s->first[fn] + *from)
				++*from;
		}
		left[e] -= brings[e] - fill_rest;
	}
	return (uint32_t)s->groups.id.n;
}

/* Return how much a group lacks of its proportional part of all costs that its
   function has shared out, including `more`. */
static double
group_lacks(const struct cost_share *s, uint32_t group, uint32_t event,
	int64_t more)
{
	size_t n = s->g->events, fn = s->group.p[group].fn * n + event;
	double all = (double)s->group_all[group * n + event];
	double given = all - (double)s->group_left[group * n + event];

	return all * (double)(s->all[fn] - s->left[fn] + more) /
		(double)s->all[fn] -
		given;
}

/* Share out more of `all`: `rest` has not been given yet. Give each group of a
   function what it lacks, if that is above `large`. Returns the new rest. */
static int64_t
give_lacks(struct cost_share *s, uint32_t fn, uint32_t event, int64_t all,
	int64_t rest, int64_t large)
{
	for (uint32_t k = s->first[fn]; rest > large && k < s->first[fn + 1];
		k++) {
		int64_t left = s->group_left[k * (size_t)s->g->events + event];
		int64_t cost = i64_trunc(group_lacks(s, k, event, all));

		cost = least(least(cost, left), rest);
		if (cost <= large)
			continue;
		share_give(s, k, event, cost);
		rest -= cost;
	}
	return rest;
}

/* Give the rest to the group that lacks most. */
static int64_t
give_most(struct cost_share *s, uint32_t fn, uint32_t event, int64_t all,
	int64_t rest)
{
	size_t n = s->g->events;
	double most = 0;
	uint32_t to = NONE;
	int64_t cost;

	for (uint32_t k = s->first[fn]; k < s->first[fn + 1]; k++) {
		double lacks = group_lacks(s, k, event, all);

		if (s->group_left[k * n + event] > 0 &&
			(to == NONE || lacks > most)) {
			most = lacks;
			to = k;
		}
	}
	if (to == NONE)
		return rest;
	cost = least(s->group_left[to * n + event], rest);
	share_give(s, to, event, cost);
	return rest - cost;
}

/* Find the costliest call made once, within a cycle, that takes most of what a
   path brings. Two such calls cannot be one after the other: they are nested,
   and the costliest is the outermost. NONE if there is none. */
static uint32_t
only_call(const struct cost_share *s, uint32_t fn, int64_t brings)
{
	size_t n = s->g->events;
	uint32_t found = NONE;

	for (uint32_t k = s->first[fn]; k < s->first[fn + 1]; k++) {
		const struct cost_group *group = &s->group.p[k];
		int64_t all = s->group_all[k * n], left = s->group_left[k * n];

		/* Other paths may have used a little of it. */
		if (group->is_once && group->is_inner && left > brings / 2 &&
			left > all / 2 && all / 9 <= brings / 8 &&
			(found == NONE || all > s->group_all[found * n]))
			found = k;
	}
	return found;
}

uint32_t
cost_share_whole(struct cost_share *s, uint32_t fn, const int64_t *brings,
	const int64_t *large)
{
	size_t n = s->g->events;
	uint32_t only = only_call(s, fn, brings[0]);

	gets_reset(&s->groups);
	for (uint32_t e = 0; e < n; e++) {
		int64_t *left = &s->left[fn * n + e];
		int64_t all = least(brings[e], *left), rest = all;

		if (only != NONE) {
			int64_t cost = least(s->group_left[only * n + e], rest);

			share_give(s, only, e, cost);
			rest -= cost;
		}
		rest = give_lacks(s, fn, e, all, rest, large[e]);
		if (rest > 0)
			rest = give_most(s, fn, e, all, rest);
		/* One group cannot take all of it: give each what it lacks. */
		if (rest > 0)
			rest = give_lacks(s, fn, e, all, rest, 0);
		for (uint32_t k = s->first[fn];
			rest > 0 && k < s->first[fn + 1]; k++) {
			int64_t cost = least(s->group_left[k * n + e], rest);

			share_give(s, k, e, cost);
			rest -= cost;
		}
		*left -= all;
	}
	return (uint32_t)s->groups.id.n;
}

void
cost_share_sites(struct cost_share *s, uint32_t group_id, const int64_t *amount)
{
	const struct cost_group *group = &s->group.p[group_id];
	size_t n = s->g->events;

	gets_reset(&s->sites);
	for (uint32_t e = 0; e < n; e++) {
		int64_t rest = amount[e];
		uint32_t *from = &s->site_from[group_id * n + e];

		while (rest > 0 && *from < group->n) {
			uint32_t site = s->order[group->first + *from];
			int64_t *left = &s->site_left[site * n + e];
			int64_t cost = least(*left, rest);

			if (cost > 0)
				gets_add(&s->sites, site, e, cost);
			*left -= cost;
			rest -= cost;
			if (*left == 0)
				++*from;
		}
	}
}
