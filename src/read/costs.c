/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks for a call graph: see costs.h. */
#include "config.h"

#include "read/costs.h"
#include "read/read.h"
#include "read/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/vec.h"

#include "base/banned.h"

/* ---- Costs shared out ---- */

/* What is left of the costs of a call graph while they are shared out to
   paths. Sites of one function with one target (a callee, or itself) are a
   group; the groups of a component share what paths bring to it:

       brings 90 --> group work itself   left 120 of 200   -> 45
		     group work -> read  left  60 of 100   -> 22
		     group work -> list  left  60 of 100   -> 23

   in proportion to what is left, or, for small things, to the first ones that
   have enough left. Nothing is given twice and nothing is lost: when all that
   callers know of was brought, nothing is left. */

struct group {
	uint32_t fn, target;
	uint32_t first, n; /* sites: order[first ..] */
};

/* Which things get something, and how much. */
struct gets {
	uint32_t events;
	uint32_t *slot; /* [things]: where in id, or NONE */
	VEC(uint32_t) id;
	VEC(int64_t) cost; /* [id.n][events] */
};

struct cost_share {
	const struct cost_graph *g;
	uint32_t *order; /* sites, group by group */
	size_t n_order;
	VEC(struct group) group;
	uint32_t *first;     /* [components + 1] into group */
	int64_t *left;       /* [components][events] */
	int64_t *group_left; /* [groups][events] */
	int64_t *site_left;  /* [sites][events] */
	/* Those before have nothing left: [components], [groups][events]. */
	uint32_t *group_from, *site_from;
	struct gets groups, sites;
};

static void
gets_fini(struct gets *g)
{
	free(g->slot);
	vec_free(&g->id);
	vec_free(&g->cost);
}

static void
gets_reset(struct gets *g)
{
	for (size_t i = 0; i < g->id.n; i++)
		g->slot[g->id.p[i]] = NONE;
	g->id.n = g->cost.n = 0;
}

static void
gets_add(struct gets *g, uint32_t id, uint32_t event, int64_t cost)
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

/* For sorting sites: by what they have in common, then costly ones first. */
struct site_key {
	uint32_t component, fn, target, site;
	int64_t cost; /* of the first event */
};

static int
by_site_key(const void *a, const void *b)
{
	const struct site_key *x = a, *y = b;

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

static void
make_groups(struct cost_share *s, struct arena *a)
{
	const struct cost_graph *g = s->g;
	struct site_key *key = xcalloc(g->site.n + 1, sizeof(*key));
	uint32_t component = 0;

	for (uint32_t i = 0; i < g->site.n; i++) {
		const struct cost_site *site = &g->site.p[i];

		if (site->target != NONE && !site_leaves(g, site))
			continue;
		key[s->n_order++] =
			(struct site_key){ g->fn.p[site->fn].component,
				site->fn, site->target, i, cost_of(g, i)[0] };
	}
	qsort(key, s->n_order, sizeof(*key), by_site_key);
	s->order = ARENA_ZARRAY(a, uint32_t, s->n_order);
	s->first = ARENA_ZARRAY(a, uint32_t, (size_t)g->components + 1);
	for (size_t i = 0; i < s->n_order; i++) {
		bool same = i > 0 && key[i - 1].fn == key[i].fn &&
			key[i - 1].target == key[i].target;

		s->order[i] = key[i].site;
		while (component < key[i].component)
			s->first[++component] = (uint32_t)s->group.n;
		if (!same)
			vec_push(&s->group,
				((struct group){ key[i].fn, key[i].target,
					(uint32_t)i, 0 }));
		s->group.p[s->group.n - 1].n++;
	}
	while (component < g->components)
		s->first[++component] = (uint32_t)s->group.n;
	free(key);
}

/* Of a closed graph, which has to stay. */
static void
cost_share_init(
	struct cost_share *s, const struct cost_graph *g, struct arena *a)
{
	size_t n = g->events;

	*s = (struct cost_share){ .g = g };
	make_groups(s, a);
	s->left = ARENA_ZARRAY(a, int64_t, mul_size(g->components, n));
	s->group_left = ARENA_ZARRAY(a, int64_t, mul_size(s->group.n, n));
	s->site_left = ARENA_ZARRAY(a, int64_t, mul_size(g->site.n, n));
	s->group_from = ARENA_ZARRAY(a, uint32_t, mul_size(g->components, n));
	s->site_from = ARENA_ZARRAY(a, uint32_t, mul_size(s->group.n, n));
	s->groups = (struct gets){ .events = g->events,
		.slot = ids_new(s->group.n) };
	s->sites = (struct gets){ .events = g->events,
		.slot = ids_new(g->site.n) };
}

/* All of a group is left: none below 0, and no sum beyond 64 bits. */
static void
reset_group(struct cost_share *s, const struct group *group, int64_t *sum,
	int64_t *all)
{
	size_t n = s->g->events;

	for (uint32_t i = group->first; i < group->first + group->n; i++) {
		const int64_t *cost = cost_of(s->g, s->order[i]);
		int64_t *left = s->site_left + s->order[i] * n;

		for (size_t e = 0; e < n; e++) {
			int64_t most = INT64_MAX - all[e];

			left[e] = cost[e] < 0    ? 0
				: cost[e] < most ? cost[e]
						 : most;
			sum[e] += left[e];
			all[e] += left[e];
		}
	}
}

/* Everything is left. */
static void
cost_share_reset(struct cost_share *s)
{
	const struct cost_graph *g = s->g;
	size_t n = g->events;

	memset(s->left, 0, g->components * n * sizeof(int64_t));
	memset(s->group_left, 0, s->group.n * n * sizeof(int64_t));
	memset(s->group_from, 0, g->components * n * sizeof(uint32_t));
	memset(s->site_from, 0, s->group.n * n * sizeof(uint32_t));
	for (uint32_t c = 0; c < g->components; c++)
		for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++)
			reset_group(s, &s->group.p[k], s->group_left + k * n,
				s->left + c * n);
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

/* Returns what could not be divided. */
static int64_t
share_divide(struct cost_share *s, uint32_t component, uint32_t event,
	int64_t brings)
{
	size_t n = s->g->events;
	int64_t all = s->left[component * n + event], rest = brings;
	double part = (double)brings / (double)all;

	for (uint32_t k = s->first[component]; k < s->first[component + 1];
		k++) {
		int64_t left = s->group_left[k * n + event];
		int64_t cost = least(
			least(i64_trunc((double)left * part), left), rest);

		if (cost <= 0)
			continue;
		share_give(s, k, event, cost);
		rest -= cost;
	}
	return rest;
}

/* To the first ones that have something left. */
static void
share_fill(
	struct cost_share *s, uint32_t component, uint32_t event, int64_t rest)
{
	size_t n = s->g->events;
	uint32_t *from = &s->group_from[component * n + event];
	uint32_t end = s->first[component + 1];

	for (uint32_t k = s->first[component] + *from; rest > 0 && k < end;
		k++) {
		int64_t cost = least(s->group_left[k * n + event], rest);

		share_give(s, k, event, cost);
		rest -= cost;
		if (s->group_left[k * n + event] == 0 &&
			k == s->first[component] + *from)
			++*from;
	}
}

/* Share out `brings`, which is cut to what is left. Returns how many groups
   got something. */
static uint32_t
cost_share_out(struct cost_share *s, uint32_t component, int64_t *brings,
	bool in_proportion)
{
	int64_t *left = s->left + (size_t)component * s->g->events;

	gets_reset(&s->groups);
	for (uint32_t e = 0; e < s->g->events; e++) {
		int64_t rest;

		brings[e] = least(brings[e], left[e]);
		rest = brings[e];
		if (rest <= 0)
			continue;
		if (in_proportion)
			rest = share_divide(s, component, e, rest);
		share_fill(s, component, e, rest);
		left[e] -= brings[e];
	}
	return (uint32_t)s->groups.id.n;
}

/* Share out what the i-th of these groups got, to s->sites. */
static void
cost_share_sites(struct cost_share *s, uint32_t i)
{
	uint32_t id = s->groups.id.p[i];
	const struct group *group = &s->group.p[id];
	size_t n = s->g->events;

	gets_reset(&s->sites);
	for (uint32_t e = 0; e < n; e++) {
		int64_t rest = s->groups.cost.p[i * n + e];
		uint32_t *from = &s->site_from[id * n + e];

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

/* ---- Paths within a circle ---- */

/* Within a component: a short one from the function that was reached to any
   other. */

enum { CELLS_MAX = 1 << 24 }; /* of all trees together */

struct cost_inner {
	const struct cost_graph *g;
	struct arena *arena;  /* of all arrays, trees, too */
	uint32_t *first;      /* [fns + 1] into call */
	uint32_t *call;       /* sites within a component, by their function */
	uint32_t *index;      /* [fns] within the component */
	uint32_t *size;       /* [components] */
	struct map64 tree_of; /* function -> tree */
	VEC(uint32_t *) tree; /* each [size]: the site that leads there */
	size_t cells;
	VEC(uint32_t) queue, path;
};

static void
cost_inner_init(
	struct cost_inner *in, const struct cost_graph *g, struct arena *a)
{
	struct site_key *key = xcalloc(g->site.n + 1, sizeof(*key));
	uint32_t n = 0, fn = 0;

	*in = (struct cost_inner){ .g = g, .arena = a };
	in->first = ARENA_ZARRAY(a, uint32_t, g->fn.n + 1);
	in->index = ARENA_ZARRAY(a, uint32_t, g->fn.n);
	in->size = ARENA_ZARRAY(a, uint32_t, g->components);
	for (uint32_t f = 0; f < g->fn.n; f++)
		in->index[f] = in->size[g->fn.p[f].component]++;
	for (uint32_t i = 0; i < g->site.n; i++) {
		const struct cost_site *s = &g->site.p[i];

		if (s->target != NONE && s->target != s->fn &&
			!site_leaves(g, s))
			key[n++] = (struct site_key){
				.fn = s->fn, .site = i, .cost = cost_of(g, i)[0]
			};
	}
	qsort(key, n, sizeof(*key), by_site_key);
	in->call = ARENA_ZARRAY(a, uint32_t, n);
	for (uint32_t i = 0; i < n; i++) {
		while (fn < key[i].fn)
			in->first[++fn] = i;
		in->call[i] = key[i].site;
	}
	while (fn < g->fn.n)
		in->first[++fn] = n;
	free(key);
}

/* All functions of the component, from one on, level by level. */
static uint32_t *
inner_tree(struct cost_inner *in, uint32_t from)
{
	const struct cost_graph *g = in->g;
	uint32_t n = in->size[g->fn.p[from].component];
	uint32_t *tree = ids_new(n);

	arena_own(in->arena, tree, n * sizeof(*tree));
	in->queue.n = 0;
	vec_push(&in->queue, from);
	for (size_t i = 0; i < in->queue.n; i++) {
		uint32_t f = in->queue.p[i];

		for (uint32_t k = in->first[f]; k < in->first[f + 1]; k++) {
			uint32_t to = g->site.p[in->call[k]].target;

			if (to == from || tree[in->index[to]] != NONE)
				continue;
			tree[in->index[to]] = in->call[k];
			vec_push(&in->queue, to);
		}
	}
	return tree;
}

/* The sites of the calls, first one first; none when from is to. They stay
   until the next call. Of equally short paths the one whose calls cost
   most. */
static size_t
cost_inner_path(struct cost_inner *in, uint32_t from, uint32_t to,
	const uint32_t **site)
{
	const struct cost_graph *g = in->g;
	uint32_t size = in->size[g->fn.p[from].component], *at;
	const uint32_t *tree;

	*site = NULL;
	if (from == to)
		return 0;
	at = map64_at(&in->tree_of, from);
	if (*at == NONE) {
		/* Too large a tree: as if it were called directly. */
		if (in->cells + size > CELLS_MAX) {
			*at = 0;
			return 0;
		}
		in->cells += size;
		*at = (uint32_t)in->tree.n + 1;
		vec_push(&in->tree, inner_tree(in, from));
	}
	if (*at == 0)
		return 0;
	tree = in->tree.p[*at - 1];
	in->path.n = 0;
	while (to != from) {
		uint32_t last = tree[in->index[to]];

		vec_push(&in->path, last);
		to = g->site.p[last].fn;
	}
	vec_reverse(uint32_t, &in->path);
	*site = in->path.p;
	return in->path.n;
}

/* ---- Sites as locations ---- */

/* The sites of a call graph with costs as locations, with the functions and
   mappings that they need. callgrind adds to a function's name how deep it
   was in itself, "walk'2", and with --separate-callers who called it,
   "walk'main": the plain name is shown, the whole one is the system name. */

struct cost_locs {
	const struct cost_graph *g;
	struct builder *b;
	struct intern names; /* of functions, up to their first "'" */
	struct intern seen;  /* (function, file, line, address) */
	VEC(loc_id) loc;     /* [seen], without text 0 */
	struct map64 func_of, map_of;
};

/* "hot'work'main" -> "hot", "walk'2" -> "walk"; what is behind a quote has to
   be a number or another function's name: names of some languages have quotes
   of their own. */
static struct str
without_callers(const struct cost_locs *p, struct str s)
{
	for (;;) {
		ptrdiff_t at = str_rchr(s, '\'');
		struct str tail;
		int64_t n;

		if (at <= 0)
			return s;
		tail = str_skip(s, (size_t)at + 1);
		if (!str_to_i64(tail, &n) &&
			(tail.n == 0 || intern_find(&p->names, tail) == NONE))
			return s;
		s = str_sub(s, 0, (size_t)at);
	}
}

/* NONE at a limit of the builder. */
static loc_id
cost_loc(struct cost_locs *p, uint32_t site)
{
	const struct cost_site *s = &p->g->site.p[site];
	const uint64_t bytes[] = { (uint64_t)s->fn << 32 | s->file,
		(uint64_t)s->line, s->address };
	uint32_t seen = intern_copy(&p->seen,
				str_from((const char *)bytes, sizeof(bytes))) -
		1;
	const struct cost_fn *fn = &p->g->fn.p[s->fn];
	struct builder_function func = { .system = fn->name, .file = s->file };
	struct builder_line line = { .line = s->line };
	struct builder_location row = {
		.address = s->address, .map = NONE, .line = &line, .nlines = 1
	};

	if (seen < p->loc.n)
		return p->loc.p[seen];
	func.name = fn->name;
	if (p->g->plain)
		func.system = 0;
	else
		func.name = builder_string(
			p->b, without_callers(p, builder_str(p->b, fn->name)));
	line.func = loctable_function(
		&p->func_of, (uint64_t)s->fn << 32 | s->file, p->b, &func);
	if (fn->object != 0)
		row.map = loctable_mapping(&p->map_of, p->b, fn->object,
			MAP_FUNCTIONS | MAP_FILENAMES | MAP_LINES);
	vec_push(&p->loc, builder_location(p->b, &row));
	return p->loc.p[seen];
}

/* After the last: what holds main() becomes the first mapping. */
static void
cost_locs_end(struct cost_locs *p)
{
	for (size_t i = 0; i < p->g->fn.n; i++) {
		const struct cost_fn *fn = &p->g->fn.p[i];
		uint32_t map;

		if (!str_is(builder_str(p->b, fn->name), "main"))
			continue;
		map = map64_get(&p->map_of, fn->object);
		if (map != NONE && map < builder_mappings(p->b)) {
			builder_mapping_first(p->b, map);
			return;
		}
	}
}

/* ---- Paths ---- */

enum {
	STEPS_MAX = 300000,   /* frames of all paths, if that can be had */
	STEPS_MOST = 3000000, /* ... and if it cannot */
	LOOK_EVERY = 1 << 14, /* visits between two looks at the user */
};

/* A path that arrives at a function, with what it brings: cost[at ..]. */
struct visit {
	uint32_t fn;
	node_id node; /* of its caller */
	size_t at;
};

struct paths {
	struct cost_graph *g;
	struct builder *b;
	const struct progress *progress;
	struct cost_share share;
	struct cost_inner inner;
	struct cost_locs locs;
	VEC(struct visit) todo;
	VEC(int64_t) brings;
	int64_t *now;   /* [events] of the visit */
	int64_t *large; /* [events]: what is shared out among all calls */
	size_t steps, steps_max;
	bool is_dry; /* only count steps */
	struct rows *rows;
};

static void
path_push(struct paths *p, uint32_t fn, node_id node, const int64_t *cost)
{
	uint32_t n = p->g->events;

	vec_reserve(&p->brings, p->brings.n + n);
	memcpy(p->brings.p + p->brings.n, cost, n * sizeof(*cost));
	vec_push(&p->todo, ((struct visit){ fn, node, p->brings.n }));
	p->brings.n += n;
}

static node_id
path_step(struct paths *p, node_id node, uint32_t site)
{
	p->steps++;
	return p->is_dry ? node
			 : builder_step(p->b, node, cost_loc(&p->locs, site));
}

static void
path_visit(struct paths *p)
{
	struct visit v = p->todo.p[--p->todo.n];
	struct cost_share *s = &p->share;
	const struct gets *sites = &s->sites;
	const uint32_t *way;
	uint32_t groups;
	bool is_large = false;

	memcpy(p->now, p->brings.p + v.at, p->g->events * sizeof(*p->now));
	p->brings.n = v.at;
	for (uint32_t e = 0; e < p->g->events; e++)
		is_large |= p->now[e] > p->large[e];
	groups =
		cost_share_out(s, p->g->fn.p[v.fn].component, p->now, is_large);
	p->steps += groups;
	for (uint32_t i = 0; i < groups; i++) {
		const struct group *group = &s->group.p[s->groups.id.p[i]];
		node_id node;
		size_t n;

		/* Paths end there: enough for counting them. */
		if (p->is_dry && group->target == NONE)
			continue;
		/* Within a circle, on to what gets something. */
		n = cost_inner_path(&p->inner, v.fn, group->fn, &way);
		node = v.node;
		for (size_t k = 0; k < n; k++)
			node = path_step(p, node, way[k]);
		cost_share_sites(s, i);
		/* What it has in one line, or sends down by one call. */
		for (size_t k = 0; k < sites->id.n; k++) {
			const int64_t *cost = sites->cost.p + k * p->g->events;
			node_id leaf = path_step(p, node, sites->id.p[k]);

			if (group->target != NONE)
				path_push(p, group->target, leaf, cost);
			else if (!p->is_dry)
				rows_add(p->rows, leaf, 0, cost, 0);
		}
	}
}

/* Until all paths have come to their ends. False when there are too many, or
   the user stopped it. */
static bool
paths_run(struct paths *p)
{
	size_t n = 0;

	while (p->todo.n > 0) {
		if (p->steps > p->steps_max ||
			(++n % LOOK_EVERY == 0 &&
				progress_stopped(p->progress)) ||
			builder_err(p->b) != NULL)
			return false;
		path_visit(p);
	}
	return true;
}

/* The member of a component that most is called through: for those that
   nobody calls from outside. */
static void
find_heads(const struct paths *p, uint32_t *head)
{
	const struct cost_graph *g = p->g;
	int64_t *most = xcalloc((size_t)g->components + 1, sizeof(*most));
	int64_t *all = xcalloc(g->fn.n + 1, sizeof(*all));
	bool clipped;

	for (uint32_t i = 0; i < g->site.n; i++) {
		int64_t *sum = &all[g->site.p[i].fn];

		*sum = i64_add(*sum, cost_of(g, i)[0], &clipped);
	}
	for (uint32_t f = 0; f < g->fn.n; f++) {
		uint32_t c = g->fn.p[f].component;

		if (head[c] != NONE && all[f] <= most[c])
			continue;
		head[c] = f;
		most[c] = all[f];
	}
	free(most);
	free(all);
}

/* What a component cost beyond what its callers know of: it is where paths
   begin. */
static void
push_roots(struct paths *p, const uint32_t *head)
{
	const struct cost_graph *g = p->g;
	uint32_t n = g->events;
	int64_t *rest =
		xcalloc(mul_size((size_t)g->components + 1, n), sizeof(*rest));
	bool clipped = false;

	for (uint32_t i = 0; i < g->site.n; i++) {
		const struct cost_site *s = &g->site.p[i];
		int64_t *to;

		if (!site_leaves(g, s))
			continue;
		to = rest + (size_t)g->fn.p[s->target].component * n;
		for (uint32_t e = 0; e < n; e++)
			to[e] = i64_add(to[e], cost_of(g, i)[e], &clipped);
	}
	for (uint32_t c = 0; c < g->components; c++) {
		const int64_t *all = p->share.left + (size_t)c * n;
		int64_t *in = rest + (size_t)c * n;
		bool any = false;

		for (uint32_t e = 0; e < n; e++) {
			in[e] = in[e] < all[e]
				? i64_sub(all[e], in[e], &clipped)
				: 0;
			any |= in[e] > 0;
		}
		if (any)
			path_push(p, head[c], 0, in);
	}
	free(rest);
}

static bool
paths_walk(struct paths *p, const uint32_t *head)
{
	size_t n = p->g->events;

	push_roots(p, head);
	if (!paths_run(p))
		return false;
	/* Of graphs that do not add up: what nobody brought anything for. */
	for (uint32_t c = p->g->components; c-- > 0;) {
		path_push(p, head[c], 0, p->share.left + (size_t)c * n);
		if (!paths_run(p))
			return false;
	}
	return true;
}

/* Too many paths: what is left of each function gets no callers. */
static void
leave_alone(struct paths *p)
{
	uint32_t n = p->g->events;

	p->todo.n = p->brings.n = 0;
	for (uint32_t i = 0; i < p->g->site.n && builder_err(p->b) == NULL;
		i++) {
		const int64_t *left = p->share.site_left + (size_t)i * n;
		bool any = false;

		for (uint32_t e = 0; e < n; e++)
			any |= left[e] > 0;
		if (any && p->g->site.p[i].target == NONE)
			rows_add(p->rows, path_step(p, 0, i), 0, left, 0);
	}
}

static void
set_large(struct paths *p, double cutoff)
{
	const struct cost_graph *g = p->g;
	double *sum = xcalloc(g->events, sizeof(*sum));

	for (uint32_t i = 0; i < g->site.n; i++)
		for (uint32_t e = 0; e < g->events; e++)
			if (g->site.p[i].target == NONE)
				sum[e] += (double)cost_of(g, i)[e];
	for (uint32_t e = 0; e < g->events; e++)
		p->large[e] = sum[e] * cutoff < 9e18
			? (int64_t)(sum[e] * cutoff)
			: INT64_MAX;
	free(sum);
}

/* With the finest sharing that is not too much. */
static void
walk_finest(struct paths *p, const uint32_t *head, bool *is_cut)
{
	bool fits = false;

	p->is_dry = true;
	p->steps_max = STEPS_MAX;
	for (double cutoff = 1e-4; !fits && cutoff < 10; cutoff *= 10) {
		set_large(p, cutoff);
		cost_share_reset(&p->share);
		p->todo.n = p->brings.n = p->steps = 0;
		fits = paths_walk(p, head);
		if (progress_stopped(p->progress))
			return;
	}
	p->is_dry = false;
	p->steps = p->todo.n = p->brings.n = 0;
	p->steps_max = STEPS_MOST;
	cost_share_reset(&p->share);
	*is_cut = !paths_walk(p, head);
	if (*is_cut && !progress_stopped(p->progress))
		leave_alone(p);
}

int
cost_paths_make(struct cost_graph *g, struct builder *b,
	const struct progress *progress, struct cost_paths *out,
	struct err *err)
{
	struct paths p = {
		.g = g, .b = b, .progress = progress, .rows = &out->rows
	};
	struct arena arena = ARENA_INIT;
	uint32_t *head = ids_new(g->components);

	cost_share_init(&p.share, g, &arena);
	cost_inner_init(&p.inner, g, &arena);
	p.locs = (struct cost_locs){ .g = g, .b = b };
	intern_init(&p.locs.names, &arena);
	intern_init(&p.locs.seen, &arena);
	for (size_t i = 0; i < g->fn.n; i++) {
		struct str name = builder_str(b, g->fn.p[i].name);

		(void)intern_copy(&p.locs.names, str_cut(&name, '\''));
	}
	*out = (struct cost_paths){ .has_circles = p.inner.first[g->fn.n] > 0 };
	rows_init(&out->rows, b, g->events, false);
	p.now = ARENA_ZARRAY(&arena, int64_t, g->events);
	p.large = ARENA_ZARRAY(&arena, int64_t, g->events);
	find_heads(&p, head);
	walk_finest(&p, head, &out->is_cut);
	cost_locs_end(&p.locs);
	vec_free(&p.share.group);
	gets_fini(&p.share.groups);
	gets_fini(&p.share.sites);
	vec_free(&p.inner.tree);
	map64_free(&p.inner.tree_of);
	vec_free(&p.inner.queue);
	vec_free(&p.inner.path);
	intern_fini(&p.locs.names);
	intern_fini(&p.locs.seen);
	vec_free(&p.locs.loc);
	map64_free(&p.locs.func_of);
	map64_free(&p.locs.map_of);
	vec_free(&p.todo);
	vec_free(&p.brings);
	free(head);
	arena_free(&arena);
	if (progress_stopped(progress))
		return err_set(err, ERR_CANCELLED, "cancelled");
	return read_check(b, err);
}
