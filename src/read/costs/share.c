/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares out costs to paths (costs.h). */
#include "prelude.h"

#include "read/costs/costs.h"

#include "base/num.h"
#include "base/xalloc.h"

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

	if (x->component != y->component)
		return x->component < y->component ? -1 : 1;
	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	if (x->target != y->target)
		return x->target < y->target ? -1 : 1;
	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	return x->site < y->site ? -1 : x->site > y->site;
}

void
cost_site_keys_sort(struct cost_site_key *key, size_t n)
{
	if (n > 0)
		qsort(key, n, sizeof(*key), by_site_key);
}

void
cost_share_init(
	struct cost_share *s, const struct cost_graph *g, struct arena *a)
{
	size_t n = g->events;
	const struct cost_graph *graph;
	struct cost_site_key *key;
	uint32_t component = 0;

	*s = (struct cost_share){ .g = g };
	graph = s->g;
	key = xcalloc(graph->site.n + 1, sizeof(*key));
	for (uint32_t i = 0; i < graph->site.n; i++) {
		const struct cost_site *site = &graph->site.p[i];

		if (site->target != NONE && !site_leaves(graph, site))
			continue;
		key[s->n_order++] =
			(struct cost_site_key){ graph->fn.p[site->fn].component,
				site->fn, site->target, i,
				cost_of(graph, i)[0] };
	}
	cost_site_keys_sort(key, s->n_order);
	s->order = ARENA_ZARRAY(a, uint32_t, s->n_order);
	s->first = ARENA_ZARRAY(a, uint32_t, (size_t)graph->components + 1);
	for (size_t i = 0; i < s->n_order; i++) {
		bool same = i > 0 && key[i - 1].fn == key[i].fn &&
			key[i - 1].target == key[i].target;

		s->order[i] = key[i].site;
		while (component < key[i].component)
			s->first[++component] = (uint32_t)s->group.n;
		if (!same)
			vec_push(&s->group,
				((struct cost_group){ key[i].fn, key[i].target,
					(uint32_t)i, 0 }));
		s->group.p[s->group.n - 1].n++;
	}
	while (component < graph->components)
		s->first[++component] = (uint32_t)s->group.n;
	free(key);
	s->left = ARENA_ZARRAY(a, int64_t, mul_size(g->components, n));
	s->group_all = ARENA_ZARRAY(a, int64_t, mul_size(s->group.n, n));
	s->group_left = ARENA_ZARRAY(a, int64_t, mul_size(s->group.n, n));
	s->site_left = ARENA_ZARRAY(a, int64_t, mul_size(g->site.n, n));
	s->group_from = ARENA_ZARRAY(a, uint32_t, mul_size(g->components, n));
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

	memset(s->left, 0, g->components * n * sizeof(int64_t));
	memset(s->group_left, 0, s->group.n * n * sizeof(int64_t));
	memset(s->group_from, 0, g->components * n * sizeof(uint32_t));
	memset(s->site_from, 0, s->group.n * n * sizeof(uint32_t));
	for (uint32_t c = 0; c < g->components; c++)
		for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
			int64_t *sum = s->group_left + k * n;
			int64_t *all = s->left + c * n;
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
cost_share_out(struct cost_share *s, uint32_t component, int64_t *brings,
	bool in_proportion)
{
	int64_t *left = s->left + (size_t)component * s->g->events;

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
			int64_t all = s->left[component * count + e],
				divide_rest = divide_brings;
			double part = (double)divide_brings / (double)all;

			for (uint32_t k = s->first[component];
				k < s->first[component + 1]; k++) {
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
		from = &s->group_from[component * n + e];
		end = s->first[component + 1];
		for (uint32_t k = s->first[component] + *from;
			fill_rest > 0 && k < end; k++) {
			int64_t cost =
				least(s->group_left[k * n + e], fill_rest);

			share_give(s, k, e, cost);
			fill_rest -= cost;
			if (s->group_left[k * n + e] == 0 &&
				k == s->first[component] + *from)
				++*from;
		}
		left[e] -= brings[e];
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
