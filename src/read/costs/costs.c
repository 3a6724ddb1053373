/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds call paths for a call graph (costs.h). */
#include "prelude.h"

#include "read/costs/costs.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/vec.h"
#include "profile/callgraph.h"
#include "read/reader.h"
#include "read/rows.h"

/* ---- Sites as locations ---- */

/* Sites of a call graph as locations, with their functions and mappings.
   callgrind appends the recursion depth to a function's name, "walk'2", and
   with --separate-callers its caller, "walk'main". The plain name is shown, and
   the whole name is the system name. */

struct cost_locs {
	const struct cost_graph *g;
	struct builder *b;
	struct intern names; /* names of functions, up to the first "'" */
	struct intern seen;  /* (function, file, line, address) */
	VEC(loc_id) loc;     /* [id in seen - 1] */
	struct map64 func_of, map_of;
};

/* Return "hot" for "hot'work'main", "walk" for "walk'2". After a quote, only
   numbers and names of functions are cut: names may contain quotes. */
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

/* Return the function of a site; there is one for each file. */
static func_id
cost_func(struct cost_locs *p, uint32_t fn_id, str_id file)
{
	const struct cost_fn *fn = &p->g->fn.p[fn_id];
	struct builder_function func = {
		.name = fn->name, .system = fn->name, .file = file
	};

	if (p->g->plain) {
		func.system = 0;
		func.start_line = fn->line;
	} else {
		func.name = builder_string(
			p->b, without_callers(p, builder_str(p->b, fn->name)));
	}
	return loctable_function(
		&p->func_of, (uint64_t)fn_id << 32 | file, p->b, &func);
}

/* Return the location of a site; NONE at a limit of the builder. */
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
	struct builder_line line = { .line = s->line };
	struct builder_location row = {
		.address = s->address, .map = NONE, .line = &line, .nlines = 1
	};

	if (seen < p->loc.n)
		return p->loc.p[seen];
	line.func = cost_func(p, s->fn, s->file);
	if (fn->object != 0)
		row.map = loctable_mapping(&p->map_of, p->b, fn->object,
			MAP_FUNCTIONS | MAP_FILENAMES | MAP_LINES);
	vec_push(&p->loc, builder_location(p->b, &row));
	return p->loc.p[seen];
}

/* ---- Paths ---- */

enum {
	STEPS_MAX = 300000,   /* the cutoff keeps the steps below this */
	STEPS_MOST = 3000000, /* hard limit, if no cutoff does so */
	LOOKS_PER_STEP = 100, /* maximum groups examined, on average */
	LOOK_EVERY = 1 << 14, /* visits between cancellation checks */
	DEPTH_MAX = 200,      /* calls of a path within a cycle */
	TINY = 100,           /* costs below cutoff / TINY leave a cycle */
};

/* A path that arrives at a function with costs: paths.brings[at ..]. */
struct costs_visit {
	uint32_t fn, depth; /* depth: calls so far within the cycle */
	node_id node;       /* node of the caller */
	size_t at;
};

/* A node of the paths. */
struct path_node {
	node_id up; /* smaller than the node's own id */
	uint32_t fn;
};

/* An element of paths.heap: a call to a function that no path has reached. */
struct path_way {
	int64_t width; /* cost of the cheapest call on the way */
	uint32_t site;
};

/* A use of a site by a path, with its cost. Values that are not shared out,
   such as the number of calls, are divided in proportion to these costs. */
struct site_use {
	uint32_t site;
	uint32_t seq;
	node_id node;
	int64_t cost; /* in the first event */
};

struct paths {
	struct cost_graph *g;
	struct builder *b;
	const struct progress *progress;
	struct cost_share share;
	struct cost_locs locs;
	VEC(struct costs_visit) todo;
	VEC(int64_t) brings;
	VEC(struct site_use) use;
	VEC(struct path_node) node; /* [node] */
	struct bits is_used;        /* [sites] true: uses are recorded */
	/* [fns] Node of the caller that brings most; NONE: no path yet. */
	node_id *above;
	int64_t *above_cost;   /* [fns] most that a caller brings */
	uint32_t *above_depth; /* [fns] depth of the path through above[] */
	uint32_t *member;    /* [fns] functions by component */
	VEC(struct path_way) heap;
	int64_t *now;   /* [events] costs of the current visit */
	int64_t *large; /* [events] costs up to this are not divided */
	int64_t *row;   /* [events + 1] */
	size_t steps, steps_max;
	size_t looks; /* groups of functions in cycles that were looked at */
	bool is_dry; /* only count steps */
	struct rows *rows;
};

static void
path_push(struct paths *p, uint32_t fn, uint32_t depth, node_id node,
	const int64_t *cost)
{
	uint32_t n = p->g->events;

	vec_reserve(&p->brings, p->brings.n + n);
	memcpy(p->brings.p + p->brings.n, cost, n * sizeof(*cost));
	vec_push(&p->todo,
		((struct costs_visit){ fn, depth, node, p->brings.n }));
	p->brings.n += n;
}

static node_id
path_step(struct paths *p, node_id node, uint32_t site)
{
	node_id at;

	p->steps++;
	if (p->is_dry)
		return node;
	at = builder_step(p->b, node, cost_loc(&p->locs, site));
	while (at != NONE && p->node.n <= at)
		vec_push(&p->node,
			((struct path_node){ node, p->g->site.p[site].fn }));
	return at;
}

/* Add a step to a site, and record which part of the site's cost it uses. */
static node_id
path_use(struct paths *p, node_id node, uint32_t site, int64_t cost)
{
	node_id at = path_step(p, node, site);

	if (!p->is_dry && bits_get(&p->is_used, site))
		vec_push(&p->use,
			((struct site_use){
				site, (uint32_t)p->use.n, at, cost }));
	return at;
}

/* Add a sample with costs, without calls. */
static void
path_end(struct paths *p, node_id leaf, const int64_t *cost)
{
	if (p->is_dry)
		return;
	memcpy(p->row, cost, p->g->events * sizeof(*cost));
	p->row[p->g->events] = 0;
	rows_add(p->rows, leaf, 0, p->row, 0);
}

/* Give a group's amount at a node to the group's lines or calls. */
static void
path_give(struct paths *p, const struct costs_visit *v, uint32_t group_id,
	const int64_t *amount)
{
	const struct cost_group *group = &p->share.group.p[group_id];
	const struct cost_gets *sites = &p->share.sites;

	cost_share_sites(&p->share, group_id, amount);
	for (size_t k = 0; k < sites->id.n; k++) {
		const int64_t *cost = sites->cost.p + k * p->g->events;
		node_id leaf = path_use(p, v->node, sites->id.p[k], cost[0]);

		if (group->target != NONE)
			path_push(p, group->target,
				group->is_inner ? v->depth + 1 : 0, leaf, cost);
		else
			path_end(p, leaf, cost);
	}
}

/* Keep the node of the caller that brings most to a function, and of nearly
   equal ones the innermost: rests belong to the last round of a cycle. */
static void
path_above(struct paths *p, const struct costs_visit *v)
{
	int64_t *most = &p->above_cost[v->fn], now = p->now[0];
	bool is_first = p->above[v->fn] == NONE;

	if (!is_first && now <= *most &&
		(now < *most - *most / 8 || v->depth <= p->above_depth[v->fn]))
		return;
	p->above[v->fn] = v->node;
	p->above_depth[v->fn] = v->depth;
	if (is_first || now > *most)
		*most = now;
}

/* Run until all paths have ended. False if there are too many, or the user has
   stopped. */
static bool
paths_run(struct paths *p)
{
	struct cost_share *s = &p->share;
	uint32_t count = p->g->events;
	size_t n = 0;

	while (p->todo.n > 0) {
		struct costs_visit v;
		uint32_t groups;
		bool is_large = false, is_tiny = true;

		if (p->steps > p->steps_max ||
			p->looks / LOOKS_PER_STEP > p->steps_max ||
			(++n % LOOK_EVERY == 0 &&
				progress_stopped(p->progress)) ||
			builder_err(p->b) != NULL)
			return false;
		v = p->todo.p[--p->todo.n];
		memcpy(p->now, p->brings.p + v.at, count * sizeof(*p->now));
		p->brings.n = v.at;
		path_above(p, &v);
		for (uint32_t e = 0; e < count; e++) {
			is_large |= p->now[e] > p->large[e];
			is_tiny &= p->now[e] <= p->large[e] / TINY;
		}
		if (!is_tiny && v.depth < DEPTH_MAX &&
			bits_get(&s->is_in_cycle, v.fn)) {
			p->looks += s->first[v.fn + 1] - s->first[v.fn];
			groups = cost_share_whole(s, v.fn, p->now, p->large);
		} else {
			groups = cost_share_out(s, v.fn, p->now,
				is_large && v.depth < DEPTH_MAX);
		}
		p->steps += groups;
		for (uint32_t i = 0; i < groups; i++) {
			uint32_t id = s->groups.id.p[i];

			/* Steps that only end paths are not counted. */
			if (!p->is_dry || s->group.p[id].target != NONE)
				path_give(p, &v, id,
					s->groups.cost.p + (size_t)i * count);
		}
	}
	return true;
}

/* ---- What is left of a component ---- */

static bool
is_wider(const struct path_way *a, const struct path_way *b)
{
	return a->width != b->width ? a->width > b->width : a->site < b->site;
}

/* Add a function's calls of functions without a path to the heap. */
static void
heap_push(struct paths *p, uint32_t fn, int64_t width)
{
	const struct cost_share *s = &p->share;

	for (uint32_t k = s->first[fn]; k < s->first[fn + 1]; k++) {
		const struct cost_group *group = &s->group.p[k];
		uint32_t site = s->order[group->first];
		int64_t cost = cost_of(p->g, site)[0];
		struct path_way way = { cost < width ? cost : width, site };
		size_t i = p->heap.n;

		if (!group->is_inner || p->above[group->target] != NONE)
			continue;
		vec_push(&p->heap, way);
		for (; i > 0 && is_wider(&way, &p->heap.p[(i - 1) / 2]);
			i = (i - 1) / 2)
			p->heap.p[i] = p->heap.p[(i - 1) / 2];
		p->heap.p[i] = way;
	}
}

static struct path_way
heap_pop(struct paths *p)
{
	struct path_way *heap = p->heap.p, first = heap[0];
	size_t n = --p->heap.n, i = 0, child;
	struct path_way last = heap[n];

	while ((child = 2 * i + 1) < n) {
		child += child + 1 < n &&
			is_wider(&heap[child + 1], &heap[child]);
		if (!is_wider(&heap[child], &last))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = last;
	return first;
}

/* Give the remaining costs of each function in a component, member[0 .. n - 1],
   to the function's costliest path. A function without a path is reached by the
   widest way (costs.h) from a function with one. */
static bool
paths_rest(struct paths *p, const uint32_t *member, size_t n, uint32_t head)
{
	struct path_way way;
	uint32_t fn;
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= p->above[member[i]] != NONE;
	if (!any)
		p->above[head] = 0;
	p->heap.n = 0;
	for (size_t i = 0; i < n && n > 1; i++)
		if (p->above[member[i]] != NONE)
			heap_push(p, member[i], INT64_MAX);
	while (p->heap.n > 0) {
		way = heap_pop(p);
		fn = p->g->site.p[way.site].target;
		if (p->above[fn] != NONE)
			continue;
		p->above[fn] = path_step(
			p, p->above[p->g->site.p[way.site].fn], way.site);
		heap_push(p, fn, way.width);
	}
	for (size_t i = 0; i < n; i++) {
		fn = member[i];
		/* The remaining costs of a component's only function get no
		   callers. */
		path_push(p, fn, DEPTH_MAX, n > 1 ? p->above[fn] : 0,
			p->share.left + (size_t)fn * p->g->events);
		if (!paths_run(p))
			return false;
	}
	return true;
}

static bool
paths_walk(struct paths *p, const uint32_t *head)
{
	const struct cost_graph *g = p->g;
	uint32_t count = g->events, to = (uint32_t)g->fn.n;
	int64_t *in = xcalloc(
		mul_size((size_t)g->components + 1, count), sizeof(*in));
	bool clipped = false;

	p->todo.n = p->brings.n = p->steps = p->looks = 0;
	for (size_t f = 0; f < g->fn.n; f++)
		p->above[f] = NONE;
	/* Paths begin with what each component costs beyond the calls to it. */
	for (size_t k = 0; k < p->share.group.n; k++) {
		const struct cost_group *group = &p->share.group.p[k];
		const int64_t *cost = p->share.group_left + k * count;
		int64_t *own =
			in + (size_t)g->fn.p[group->fn].component * count;

		for (uint32_t e = 0; e < count && !group->is_inner; e++)
			own[e] = i64_add(own[e], cost[e], &clipped);
	}
	for (uint32_t i = 0; i < g->site.n; i++) {
		const struct cost_site *s = &g->site.p[i];

		for (uint32_t e = 0; e < count && site_leaves(g, s); e++) {
			int64_t *own = in +
				(size_t)g->fn.p[s->target].component * count +
				e;

			*own = i64_sub(*own, cost_of(g, i)[e], &clipped);
		}
	}
	for (uint32_t c = 0; c < g->components; c++) {
		int64_t *own = in + (size_t)c * count;
		bool any = false;

		for (uint32_t e = 0; e < count; e++) {
			own[e] = own[e] > 0 ? own[e] : 0;
			any |= own[e] > 0;
		}
		if (any)
			path_push(p, head[c], 0, 0, own);
	}
	free(in);
	if (!paths_run(p))
		return false;
	/* Callers first: their remaining costs may reach a callee. */
	for (uint32_t c = g->components; c-- > 0;) {
		size_t n = 0;

		while (n < to && g->fn.p[p->member[to - n - 1]].component == c)
			n++;
		to -= (uint32_t)n;
		if (!paths_rest(p, p->member + to, n, head[c]))
			return false;
	}
	return true;
}

/* Make the paths, with the smallest cutoff that keeps them below STEPS_MAX. */
static void
walk_finest(struct paths *p, const uint32_t *head, bool *is_cut)
{
	bool fits = false;

	p->is_dry = true;
	p->steps_max = STEPS_MAX;
	for (double cutoff = 1e-4; !fits && cutoff < 10; cutoff *= 10) {
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
		cost_share_reset(&p->share);
		fits = paths_walk(p, head);
		if (progress_stopped(p->progress))
			return;
	}
	p->is_dry = false;
	p->steps_max = STEPS_MOST;
	cost_share_reset(&p->share);
	*is_cut = !paths_walk(p, head);
	if (*is_cut && !progress_stopped(p->progress)) {
		uint32_t n = p->g->events;

		/* There are too many paths: the remaining costs of each
		   function get no callers. */
		p->todo.n = p->brings.n = 0;
		for (uint32_t i = 0;
			i < p->g->site.n && builder_err(p->b) == NULL; i++) {
			const int64_t *left =
				p->share.site_left + (size_t)i * n;
			bool any = false;

			for (uint32_t e = 0; e < n; e++)
				any |= left[e] > 0;
			if (any && p->g->site.p[i].target == NONE)
				path_end(p, path_use(p, 0, i, left[0]), left);
		}
	}
}

/* ---- Calls and negative costs ---- */

static int
by_site_use(const void *a, const void *b)
{
	const struct site_use *x = a, *y = b;

	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* Return the node of a function's first own site, below its caller. */
static node_id
entry_node(struct paths *p, const uint32_t *entry, uint32_t fn, node_id caller)
{
	return path_step(p, caller, entry[fn]);
}

static void
path_add_calls(struct paths *p, node_id leaf, int64_t calls)
{
	memset(p->row, 0, p->g->events * sizeof(*p->row));
	p->row[p->g->events] = calls;
	if (calls > 0)
		rows_add(p->rows, leaf, 0, p->row, 0);
}

/* Divide the calls of a site among its uses. If it has none, they are put below
   any node of its function, or else the root. */
static void
divide_site(struct paths *p, uint32_t site, const struct site_use *use,
	size_t n, const uint32_t *entry)
{
	const struct cost_site *s = &p->g->site.p[site];
	node_id above = p->above[s->fn] != NONE ? p->above[s->fn] : 0;
	node_id node = n > 0 ? use[0].node : path_step(p, above, site);
	double sum = 0, cost = 0;
	int64_t given = 0;

	if (s->target == NONE) {
		const int64_t *negatives_cost = cost_of(p->g, site);

		/* Put negative costs at a node with other costs. */
		for (uint32_t e = 0; e < p->g->events; e++)
			p->row[e] =
				negatives_cost[e] < 0 ? negatives_cost[e] : 0;
		p->row[p->g->events] = 0;
		rows_add(p->rows, node, 0, p->row, 0);
		return;
	}
	for (size_t i = 0; i < n; i++)
		sum += (double)use[i].cost;
	for (size_t i = 0; i < n && sum > 0; i++) {
		int64_t upto;

		cost += (double)use[i].cost;
		/* Compute the calls of all uses up to this one. */
		upto = cost >= sum ? s->calls
				   : i64_trunc((double)s->calls * (cost / sum));
		if (upto > given)
			path_add_calls(p,
				entry_node(p, entry, s->target, use[i].node),
				upto - given);
		given = upto;
	}
	if (given < s->calls)
		path_add_calls(p, entry_node(p, entry, s->target, node),
			s->calls - given);
}

static void
add_uses(struct paths *p)
{
	const struct cost_graph *g = p->g;
	uint32_t *entry = ids_new(g->fn.n);
	size_t at = 0;

	for (uint32_t i = (uint32_t)g->site.n; i-- > 0;)
		if (g->site.p[i].target == NONE)
			entry[g->site.p[i].fn] = i;
	if (p->use.n > 0)
		qsort(p->use.p, p->use.n, sizeof(*p->use.p), by_site_use);
	for (uint32_t i = 0; i < g->site.n && builder_goes_on(p->b, i); i++) {
		size_t from = at;

		while (at < p->use.n && p->use.p[at].site == i)
			at++;
		if (bits_get(&p->is_used, i))
			divide_site(p, i, at > from ? &p->use.p[from] : NULL,
				at - from, entry);
	}
	if (g->counts_calls) {
		int64_t *left = cost_outer_calls(g);

		/* Add calls that have no site in the graph. */
		for (uint32_t f = 0; f < g->fn.n; f++)
			if (left[f] > 0 && entry[f] != NONE)
				path_add_calls(
					p, entry_node(p, entry, f, 0), left[f]);
		free(left);
	}
	free(entry);
}

/* ---- Totals ---- */

/* Adds the totals of functions and calls in the file to the profile. Several
   functions of the graph, which differ in callers, may be one of the profile.
   The totals of recursive calls ("walk'2") are part of other totals. */
struct totals {
	struct paths *p;
	struct map64 pair;  /* shown pairs -> index into told[], drawn[] */
	VEC(int64_t) told;  /* cost of a call in the file, first event */
	VEC(int64_t) drawn; /* the same cost in the paths */
	struct callgraph_rows *rows;
	struct bits nested;   /* [fns] recursive, as "walk'2" */
	struct intern shown;  /* (name, file, object) as shown */
	VEC(uint32_t) row_of; /* [id in shown - 1] row of the total, or NONE */
	uint32_t *shown_of;   /* [fns] id in shown - 1 */
	struct map64 plain;   /* shown pairs with a call that is not nested */
};

static int64_t *
push_total(struct totals *t, const struct callgraph_row *row)
{
	size_t n = t->p->rows->ntypes;

	vec_push(&t->rows->row, *row);
	vec_reserve(&t->rows->value, t->rows->value.n + n);
	memset(t->rows->value.p + t->rows->value.n, 0,
		n * sizeof(*t->rows->value.p));
	t->rows->value.n += n;
	return t->rows->value.p + t->rows->value.n - n;
}

static void
add_up(int64_t *sum, const int64_t *cost, uint32_t n)
{
	bool clipped;

	for (uint32_t i = 0; i < n; i++)
		sum[i] = i64_add(sum[i], cost[i], &clipped);
}

static void
add_total_rows(struct totals *t)
{
	const struct cost_graph *g = t->p->g;
	uint32_t n = g->events;

	for (uint32_t f = 0; f < g->fn.n && builder_goes_on(t->p->b, f); f++) {
		const struct cost_fn *fn = &g->fn.p[f];
		uint32_t *at = &t->row_of.p[t->shown_of[f]];
		struct callgraph_row row = {
			.target = NONE, .loc = NONE, .entries = -1
		};
		int64_t *value;

		if (bits_get(&t->nested, f))
			continue;
		if (*at == NONE) {
			row.func = cost_func(&t->p->locs, f, fn->file);
			*at = (uint32_t)t->rows->row.n;
			(void)push_total(t, &row);
		}
		value = t->rows->value.p + (size_t)*at * t->p->rows->ntypes;
		add_up(value, g->total.p + (size_t)f * n, n);
		if (fn->entries >= 0) {
			int64_t *entries = &t->rows->row.p[*at].entries;

			*entries = (*entries < 0 ? 0 : *entries) + fn->entries;
		}
	}
}

/* Return the index of a call between shown functions, added if new. */
static uint32_t
pair_of(struct totals *t, uint32_t fn, uint32_t target)
{
	uint32_t *at = map64_at(&t->pair,
		(uint64_t)t->shown_of[fn] << 32 | t->shown_of[target]);

	if (*at == NONE) {
		*at = (uint32_t)t->told.n;
		vec_push(&t->told, 0);
		vec_push(&t->drawn, 0);
	}
	return *at;
}

static void
add_call_rows(struct totals *t)
{
	struct paths *p = t->p;
	const struct cost_graph *g = p->g;

	for (uint32_t i = 0; i < g->site.n && builder_goes_on(p->b, i); i++) {
		const struct cost_site *s = &g->site.p[i];

		if (s->target != NONE &&
			(!bits_get(&t->nested, s->fn) ||
				!bits_get(&t->nested, s->target)))
			map64_put(&t->plain,
				(uint64_t)t->shown_of[s->fn] << 32 |
					t->shown_of[s->target],
				1);
	}
	for (uint32_t i = 0; i < g->site.n && builder_goes_on(p->b, i); i++) {
		const struct cost_site *s = &g->site.p[i];
		struct callgraph_row row = { .entries = -1 };
		int64_t *value;
		uint32_t calls_row, pair;

		if (s->target == NONE)
			continue;
		if (t->shown_of[s->fn] != t->shown_of[s->target]) {
			pair = pair_of(t, s->fn, s->target);
			add_up(&t->told.p[pair], cost_of(g, i), 1);
		}
		/* Count the calls of the target, and its entries: the calls
		   while it was not running. */
		calls_row = t->row_of.p[t->shown_of[s->target]];
		if (calls_row != NONE && s->calls > 0 &&
			t->p->g->counts_calls) {
			add_up(t->rows->value.p +
					(size_t)calls_row * t->p->rows->ntypes +
					t->p->g->events,
				&s->calls, 1);
			if (t->p->g->fn.p[s->target].entries < 0 &&
				s->fn != s->target &&
				!bits_get(&t->nested, s->target)) {
				int64_t *entries =
					&t->rows->row.p[calls_row].entries;

				*entries = (*entries < 0 ? 0 : *entries) +
					s->calls;
			}
		}
		if (s->fn == s->target ||
			(bits_get(&t->nested, s->fn) &&
				bits_get(&t->nested, s->target) &&
				map64_get(&t->plain,
					(uint64_t)t->shown_of[s->fn] << 32 |
						t->shown_of[s->target]) !=
					NONE))
			continue;
		row.func = cost_func(&p->locs, s->fn, s->file);
		row.target =
			cost_func(&p->locs, s->target, g->fn.p[s->target].file);
		row.loc = cost_loc(&p->locs, i);
		value = push_total(t, &row);
		add_up(value, cost_of(g, i), g->events);
		if (g->counts_calls && s->calls > 0)
			value[g->events] = s->calls;
	}
}

/* ---- Approximate calls ---- */

/* The tree of paths, linked for a depth-first walk. */
struct path_tree {
	node_id *first, *next; /* [nodes] first child, next sibling; 0: none */
	int64_t *sum;          /* [nodes] in the first event */
	uint32_t *call;        /* [nodes] pair_of() its parent, or NONE */
};

static void
tree_init(struct path_tree *tree, struct totals *t, struct arena *arena)
{
	const struct paths *p = t->p;
	const struct rows *rows = p->rows;
	size_t n = p->node.n;

	tree->first = ARENA_ZARRAY(arena, node_id, n);
	tree->next = ARENA_ZARRAY(arena, node_id, n);
	tree->sum = ARENA_ZARRAY(arena, int64_t, n);
	tree->call = ids_in(arena, n);
	for (size_t i = 0; i < rows->n; i++)
		if (rows->leaf.p[i] != NONE)
			add_up(&tree->sum[rows->leaf.p[i]],
				rows->value.p + i * rows->ntypes, 1);
	for (node_id i = (node_id)n; i-- > 1;) {
		node_id up = p->node.p[i].up;

		add_up(&tree->sum[up], &tree->sum[i], 1);
		tree->next[i] = tree->first[up];
		tree->first[up] = i;
		if (up != 0 &&
			t->shown_of[p->node.p[up].fn] !=
				t->shown_of[p->node.p[i].fn])
			tree->call[i] =
				pair_of(t, p->node.p[up].fn, p->node.p[i].fn);
	}
}

/* Count the calls whose cost in the paths differs by more than 1% of the total
   from the one in the file. In a path with several such calls it counts once,
   as in a graph of stacks. */
static size_t
count_approximate(struct totals *t, struct arena *arena)
{
	const struct paths *p = t->p;
	struct path_tree tree;
	uint32_t *within;
	node_id at = 0;
	size_t n = 0;
	int64_t least;

	if (p->node.n < 2)
		return 0;
	tree_init(&tree, t, arena);
	within = ARENA_ZARRAY(arena, uint32_t, t->told.n);
	while (at != 0 || tree.first[0] != 0) {
		node_id down = tree.first[at];
		uint32_t call = tree.call[down != 0 ? down : at];

		if (down != 0) {
			/* Each child is entered once. */
			tree.first[at] = tree.next[down];
			at = down;
			if (call != NONE && within[call]++ == 0)
				add_up(&t->drawn.p[call], &tree.sum[at], 1);
		} else {
			if (call != NONE)
				within[call]--;
			at = p->node.p[at].up;
		}
	}
	least = tree.sum[0] / 100;
	for (size_t i = 0; i < t->told.n; i++)
		n += t->told.p[i] > 0 &&
			(t->told.p[i] - t->drawn.p[i] > least ||
				t->drawn.p[i] - t->told.p[i] > least);
	return n;
}

/* ---- Making the paths ---- */

static void
paths_init(struct paths *p, struct arena *arena)
{
	const struct cost_graph *g = p->g;
	const struct cost_graph *graph;
	uint32_t *from;

	cost_share_init(&p->share, g, arena);
	p->locs = (struct cost_locs){ .g = g, .b = p->b };
	intern_init(&p->locs.names, arena);
	intern_init(&p->locs.seen, arena);
	for (size_t i = 0; i < g->fn.n; i++) {
		struct str name = builder_str(p->b, g->fn.p[i].name);

		(void)intern_copy(&p->locs.names, str_cut(&name, '\''));
	}
	p->now = ARENA_ZARRAY(arena, int64_t, g->events);
	p->large = ARENA_ZARRAY(arena, int64_t, g->events);
	p->row = ARENA_ZARRAY(arena, int64_t, (size_t)g->events + 1);
	p->above = ids_in(arena, g->fn.n);
	p->above_cost = ARENA_ZARRAY(arena, int64_t, g->fn.n);
	p->above_depth = ARENA_ZARRAY(arena, uint32_t, g->fn.n);
	/* Order the functions by component. */
	p->member = ARENA_ZARRAY(arena, uint32_t, g->fn.n);
	from = ARENA_ZARRAY(arena, uint32_t, (size_t)g->components + 1);
	for (size_t f = 0; f < g->fn.n; f++)
		from[g->fn.p[f].component + 1]++;
	for (uint32_t c = 0; c < g->components; c++)
		from[c + 1] += from[c];
	for (uint32_t f = 0; f < g->fn.n; f++)
		p->member[from[g->fn.p[f].component]++] = f;
	/* Mark the sites with calls or negative costs. */
	graph = p->g;
	p->is_used = bits_new(graph->site.n);
	for (uint32_t i = 0; i < graph->site.n; i++) {
		const struct cost_site *s = &graph->site.p[i];
		bool negative = false;

		for (uint32_t e = 0; e < graph->events; e++)
			negative |= cost_of(graph, i)[e] < 0;
		if (s->target == NONE ? negative
				      : graph->counts_calls && s->calls > 0)
			bits_set(&p->is_used, i);
	}
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
	uint32_t *head = cost_heads(g);
	struct totals t;
	struct paths *q;
	const struct cost_graph *shown_g;

	paths_init(&p, &arena);
	*out = (struct cost_paths){ .not_profiled = g->not_profiled[0] };
	rows_init(&out->rows, b, (size_t)g->events + (g->counts_calls ? 1 : 0),
		false);
	walk_finest(&p, head, &out->is_cut);
	add_uses(&p);
	t = (struct totals){ .p = &p,
		.rows = builder_callgraph(p.b),
		.nested = bits_in(&arena, p.g->fn.n),
		.shown_of = ARENA_ZARRAY(&arena, uint32_t, p.g->fn.n) };
	intern_init(&t.shown, &arena);
	q = t.p;
	shown_g = q->g;
	for (uint32_t f = 0; f < shown_g->fn.n && builder_goes_on(b, f); f++) {
		const struct cost_fn *fn = &shown_g->fn.p[f];
		struct str name = builder_str(q->b, fn->name);
		struct str plain =
			shown_g->plain ? name : without_callers(&q->locs, name);
		const uint32_t key[] = { builder_string(q->b, plain), fn->file,
			fn->object, fn->line };

		if (cost_name_is_nested(name, plain))
			bits_set(&t.nested, f);
		t.shown_of[f] =
			intern_copy(&t.shown,
				str_from((const char *)key, sizeof(key))) -
			1;
		if (t.shown_of[f] == t.row_of.n)
			vec_push(&t.row_of, NONE);
	}
	if (builder_goes_on(b, 0)) {
		add_total_rows(&t);
		add_call_rows(&t);
		out->approximate = count_approximate(&t, &arena);
	}
	intern_fini(&t.shown);
	map64_free(&t.pair);
	vec_free(&t.told);
	vec_free(&t.drawn);
	map64_free(&t.plain);
	vec_free(&t.row_of);
	/* Make the mapping of main() the first one. */
	for (size_t i = 0; i < p.locs.g->fn.n; i++) {
		const struct cost_fn *fn = &p.locs.g->fn.p[i];
		uint32_t map;

		if (!str_is(builder_str(p.locs.b, fn->name), "main"))
			continue;
		map = map64_get(&p.locs.map_of, fn->object);
		if (map != NONE && map < builder_mappings(p.locs.b)) {
			builder_mapping_first(p.locs.b, map);
			break;
		}
	}
	cost_share_fini(&p.share);
	intern_fini(&p.locs.names);
	intern_fini(&p.locs.seen);
	vec_free(&p.locs.loc);
	map64_free(&p.locs.func_of);
	map64_free(&p.locs.map_of);
	vec_free(&p.todo);
	vec_free(&p.brings);
	vec_free(&p.use);
	vec_free(&p.node);
	vec_free(&p.heap);
	free(p.is_used.word);
	free(head);
	arena_free(&arena);
	if (progress_stopped(progress))
		return err_set(err, ERR_CANCELLED, "cancelled");
	return read_check(b, err);
}
