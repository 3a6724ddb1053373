/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects and completes a call graph with costs (costs.h). */
#include "prelude.h"

#include "read/costs/costs.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/num.h"
#include "profile/unit.h"
#include "read/reader.h"

void
cost_graph_init(struct cost_graph *g, uint32_t events)
{
	*g = (struct cost_graph){ .events = events };
	intern_init(&g->fn_keys, &g->arena);
}

void
cost_graph_fini(struct cost_graph *g)
{
	vec_free(&g->fn);
	vec_free(&g->site);
	vec_free(&g->cost);
	vec_free(&g->total);
	intern_fini(&g->fn_keys);
	arena_free(&g->arena);
}

int
cost_graph_limit(
	const struct cost_graph *g, const struct read_job *job, struct err *err)
{
	size_t held = g->arena.held + intern_bytes(&g->fn_keys) +
		g->fn.cap * sizeof(*g->fn.p) +
		g->site.cap * sizeof(*g->site.p) +
		(g->cost.cap + g->total.cap) * sizeof(int64_t);

	return read_limit(job, held, "call graph needs", err);
}

int
cost_graph_room(const struct cost_graph *g, struct builder *b, struct err *err)
{
	size_t rows = add_size(g->site.n, mul_size(g->fn.n, 4));

	if (!memory_room(
		    mul_size(rows, ((size_t)g->events + 8) * sizeof(int64_t))))
		builder_fail(b);
	return read_check(b, err);
}

uint32_t
cost_graph_fn(struct cost_graph *g, const struct cost_fn *key)
{
	const uint32_t bytes[] = { key->name, key->file, key->object,
		key->line };
	/* Id 0 is "", which is not a key. */
	uint32_t id = intern_copy(&g->fn_keys,
			      str_from((const char *)bytes, sizeof(bytes))) -
		1;

	if (id == g->fn.n) {
		vec_push(&g->fn, *key);
		g->fn.p[id].is_defined = false;
	}
	g->fn.p[id].is_defined |= key->is_defined;
	return id;
}

/* State of Tarjan's algorithm for components, without recursion. */
struct cost_walk {
	struct cost_graph *g;
	uint32_t *first, *call; /* calls of f: call[first[f] ..] */
	uint32_t *next;         /* [f] index of the next call to follow */
	uint32_t *seen, *low;   /* [f] order of discovery, or NONE */
	uint32_t met;
	VEC(uint32_t) path, open;
};

static void
walk_enter(struct cost_walk *w, uint32_t f)
{
	w->seen[f] = w->low[f] = w->met++;
	w->next[f] = w->first[f];
	vec_push(&w->path, f);
	vec_push(&w->open, f);
}

/* Leave the last function of the path, all of whose calls were followed. */
static void
walk_leave(struct cost_walk *w)
{
	struct cost_graph *g = w->g;
	uint32_t f = w->path.p[--w->path.n], member;

	if (w->path.n > 0) {
		uint32_t *low = &w->low[w->path.p[w->path.n - 1]];

		if (w->low[f] < *low)
			*low = w->low[f];
	}
	if (w->low[f] != w->seen[f])
		return;
	do {
		member = w->open.p[--w->open.n];
		g->fn.p[member].component = g->components;
	} while (member != f);
	g->components++;
}

static void
find_components(struct cost_graph *g)
{
	struct cost_walk w = { .g = g };
	size_t n = g->fn.n;
	struct cost_graph *graph = w.g;
	uint32_t count = (uint32_t)graph->fn.n;

	w.first = ARENA_ZARRAY(&graph->arena, uint32_t, (size_t)count + 2);
	w.call = ARENA_ZARRAY(&graph->arena, uint32_t, graph->site.n);
	for (size_t i = 0; i < graph->site.n; i++)
		if (graph->site.p[i].target != NONE)
			w.first[graph->site.p[i].fn + 2]++;
	for (uint32_t f = 0; f < count; f++)
		w.first[f + 2] += w.first[f + 1];
	for (size_t i = 0; i < graph->site.n; i++)
		if (graph->site.p[i].target != NONE)
			w.call[w.first[graph->site.p[i].fn + 1]++] =
				graph->site.p[i].target;
	w.next = ARENA_ZARRAY(&g->arena, uint32_t, n);
	w.seen = ids_new(n);
	w.low = ARENA_ZARRAY(&g->arena, uint32_t, n);
	g->components = 0;
	for (uint32_t f = 0; f < n; f++)
		g->fn.p[f].component = NONE;
	for (uint32_t f = 0; f < n; f++)
		if (w.seen[f] == NONE) {
			uint32_t root = f;

			walk_enter(&w, root);
			while (w.path.n > 0) {
				uint32_t from_f = w.path.p[w.path.n - 1], to;

				if (w.next[from_f] == w.first[from_f + 1]) {
					walk_leave(&w);
					continue;
				}
				to = w.call[w.next[from_f]++];
				if (w.seen[to] == NONE)
					walk_enter(&w, to);
				else if (w.g->fn.p[to].component == NONE &&
					w.seen[to] < w.low[from_f])
					w.low[from_f] = w.seen[to];
			}
		}
	free(w.seen);
	vec_free(&w.path);
	vec_free(&w.open);
}

/* ---- Unprofiled costs ---- */

/* A component's costs according to its own sites, and according to the calls to
   it. If it is a single function with a total in the file, the total counts
   like calls. */
struct account {
	uint32_t size;      /* number of functions */
	uint32_t head;      /* function that costs its callers most */
	int64_t head_cost;  /* in the first event */
	int64_t *own, *in;  /* [events] from its own sites, from calls to it */
	int64_t items;      /* number of terms in these sums */
	bool has_negatives; /* some costs are negative: sums prove nothing */
};

static void
add_costs(int64_t *sum, const int64_t *cost, uint32_t n)
{
	bool clipped;

	for (uint32_t e = 0; e < n; e++)
		sum[e] = i64_add(sum[e], cost[e], &clipped);
}

static struct account *
make_accounts(struct cost_graph *g)
{
	struct account *a =
		ARENA_ZARRAY(&g->arena, struct account, g->components);
	int64_t *into = ARENA_ZARRAY(&g->arena, int64_t, g->fn.n);

	for (uint32_t c = 0; c < g->components; c++) {
		a[c].head = NONE;
		a[c].own = ARENA_ZARRAY(&g->arena, int64_t, g->events);
		a[c].in = ARENA_ZARRAY(&g->arena, int64_t, g->events);
	}
	for (uint32_t i = 0; i < g->site.n; i++) {
		const struct cost_site *s = &g->site.p[i];
		struct account *from = &a[g->fn.p[s->fn].component], *to;
		const int64_t *cost = cost_of(g, i);

		if (s->target != NONE && !site_leaves(g, s))
			continue;
		for (uint32_t e = 0; e < g->events; e++)
			from->has_negatives |= cost[e] < 0;
		add_costs(from->own, cost, g->events);
		from->items++;
		if (s->target == NONE)
			continue;
		to = &a[g->fn.p[s->target].component];
		add_costs(to->in, cost, g->events);
		to->items++;
		add_costs(&into[s->target], cost, 1);
	}
	for (uint32_t f = 0; f < g->fn.n; f++) {
		struct account *of = &a[g->fn.p[f].component];

		of->size++;
		if (of->head == NONE || into[f] > of->head_cost) {
			of->head = f;
			of->head_cost = into[f];
		}
	}
	return a;
}

/* Add a site without costs to a function. */
static int64_t *
new_site(struct cost_graph *g, uint32_t fn, uint32_t target)
{
	struct cost_site site = { .fn = fn,
		.target = target,
		.file = g->fn.p[fn].file,
		.line = (int64_t)g->fn.p[fn].line,
		.calls = -1 };

	vec_push(&g->site, site);
	vec_reserve(&g->cost, g->cost.n + g->events);
	memset(g->cost.p + g->cost.n, 0, g->events * sizeof(*g->cost.p));
	g->cost.n += g->events;
	return g->cost.p + g->cost.n - g->events;
}

/* Add functions for unprofiled costs; true if there are any. */
static bool
add_not_profiled(struct cost_graph *g, struct builder *b)
{
	static const char name[] = "[not profiled]";
	const struct account *a = make_accounts(g);
	struct cost_fn row = { .is_defined = true,
		.calls = -1,
		.entries = -1,
		.name = builder_string(b, STR(name)) };
	int64_t *cost = ARENA_ZARRAY(&g->arena, int64_t, g->events);
	uint32_t components = g->components, fn = NONE;

	for (uint32_t c = 0; c < components; c++) {
		const struct account *missing_a = &a[c];
		const int64_t *total = missing_a->size == 1 && g->total.n > 0
			? g->total.p + (size_t)missing_a->head * g->events
			: NULL;
		bool any = false;

		/* Ignore differences that can come from rounding each number to
		   a whole unit. */
		for (uint32_t e = 0; e < g->events; e++) {
			int64_t want =
				total != NULL && total[e] > missing_a->in[e]
				? total[e]
				: missing_a->in[e];

			cost[e] = 0;
			if (missing_a->has_negatives ||
				want <= missing_a->own[e] ||
				want - missing_a->own[e] <= missing_a->items)
				continue;
			cost[e] = want - missing_a->own[e];
			any = true;
		}
		if (!any)
			continue;
		if (fn == NONE)
			fn = cost_graph_fn(g, &row);
		add_costs(new_site(g, a[c].head, fn), cost, g->events);
		add_costs(g->not_profiled, cost, g->events);
	}
	if (fn != NONE)
		add_costs(new_site(g, fn, NONE), g->not_profiled, g->events);
	return fn != NONE;
}

/* ---- Totals ---- */

/* Some profilers count recursion in a function's total once for each level: the
   total then equals the sum of its own costs and all its calls, and exceeds the
   cost of its whole component. Replace it with the component's cost. */
static void
limit_totals(struct cost_graph *g)
{
	const struct account *a = make_accounts(g);
	size_t n = g->events;
	int64_t *all = ARENA_ZARRAY(&g->arena, int64_t, g->fn.n * n);
	int64_t *items = ARENA_ZARRAY(&g->arena, int64_t, g->fn.n);

	for (uint32_t i = 0; i < g->site.n; i++) {
		uint32_t f = g->site.p[i].fn;

		add_costs(all + f * n, cost_of(g, i), g->events);
		items[f]++;
	}
	for (size_t i = 0; i < g->total.n; i++) {
		const struct account *of = &a[g->fn.p[i / n].component];
		int64_t most = of->own[i % n] > of->in[i % n] ? of->own[i % n]
							      : of->in[i % n];
		int64_t *total = &g->total.p[i], odds = items[i / n];

		if (*total > most && most >= 0 && all[i] >= 0 &&
			*total - all[i] <= odds && all[i] - *total <= odds)
			*total = most;
	}
}

void
cost_graph_close(struct cost_graph *g, struct builder *b)
{
	bool has_totals = g->total.n > 0;
	struct map64 only = MAP64_INIT;
	uint32_t many;

	g->not_profiled = ARENA_ZARRAY(&g->arena, int64_t, g->events);
	/* Find the function with costs for each name, if there is just one. */
	many = (uint32_t)g->fn.n;
	for (uint32_t f = 0; f < g->fn.n; f++) {
		uint32_t *at;

		if (!g->fn.p[f].is_defined)
			continue;
		at = map64_at(&only, g->fn.p[f].name);
		*at = *at == NONE ? f : many;
	}
	for (size_t i = 0; i < g->site.n; i++) {
		uint32_t *target = &g->site.p[i].target, to;

		if (*target == NONE || g->fn.p[*target].is_defined)
			continue;
		to = map64_get(&only, g->fn.p[*target].name);
		if (to != NONE && to != many)
			*target = to;
	}
	map64_free(&only);
	if (g->counts_calls) {
		struct bits has = bits_new(g->fn.n);

		/* Give each function a self cost, where its calls can end. */
		for (size_t i = 0; i < g->site.n; i++)
			if (g->site.p[i].target == NONE)
				bits_set(&has, g->site.p[i].fn);
		for (uint32_t f = 0; f < g->fn.n; f++)
			if (!bits_get(&has, f))
				(void)new_site(g, f, NONE);
		free(has.word);
	}
	find_components(g);
	if (has_totals && !g->guesses_calls)
		limit_totals(g);
	if (!g->guesses_calls && add_not_profiled(g, b))
		find_components(g);
	if (has_totals) {
		size_t n = g->fn.n * g->events, from = g->total.n;

		/* The file has no totals of functions added above: theirs are
		   the costs of their sites. */
		while (g->total.n < n)
			vec_push(&g->total, 0);
		for (uint32_t i = 0; i < g->site.n; i++) {
			uint32_t f = g->site.p[i].fn;

			if ((size_t)f * g->events >= from)
				add_costs(g->total.p + (size_t)f * g->events,
					cost_of(g, i), g->events);
		}
	} else {
		const struct account *a = make_accounts(g);
		size_t n = g->events;
		int64_t *own = ARENA_ZARRAY(&g->arena, int64_t, g->fn.n * n);

		/* A function's total is the sum of the calls to it or, without
		   callers, of its self cost and its calls. Calls to itself are
		   already included. Within a cycle, no function has more than
		   the whole cycle. */
		while (g->total.n < g->fn.n * n)
			vec_push(&g->total, 0);
		for (uint32_t i = 0; i < g->site.n; i++) {
			const struct cost_site *s = &g->site.p[i];

			if (s->target == s->fn)
				continue;
			add_costs(own + s->fn * n, cost_of(g, i), g->events);
			if (s->target != NONE)
				add_costs(g->total.p + s->target * n,
					cost_of(g, i), g->events);
		}
		for (size_t i = 0; i < g->total.n; i++) {
			const struct account *of = &a[g->fn.p[i / n].component];
			int64_t most = of->own[i % n] > of->in[i % n]
				? of->own[i % n]
				: of->in[i % n];
			int64_t *total = &g->total.p[i];

			if (*total == 0 || (of->size == 1 && own[i] > *total))
				*total = own[i];
			if (*total > most && !of->has_negatives)
				*total = most;
		}
	}
}

bool
cost_name_is_nested(struct str name, struct str plain)
{
	struct str rest = str_skip(name, plain.n);

	if (rest.n < 2 || rest.p[0] != '\'')
		return false;
	rest = str_skip(rest, 1);
	return str_cut_digits(&rest).n > 0 &&
		(rest.n == 0 || rest.p[0] == '\'');
}

void
cost_paths_remark(
	const struct cost_paths *paths, bool has_calls, struct read_job *job)
{
	static const char estimated[] =
		"no stacks in the file: functions' totals are exact, call "
		"paths are estimated";

	if (has_calls) {
		read_comment(job->builder, STR(estimated));
		warnings_add(job->warnings, "%s", estimated);
	}
	if (paths->approximate > 0) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text,
			"calls within cycles whose costs on call paths are off "
			"by more than 1%% of the total: %zu",
			paths->approximate);
		read_comment(job->builder, strbuf_str(&text));
		warnings_add(job->warnings, "%s", strbuf_c(&text));
		strbuf_free(&text);
	}
	if (paths->not_profiled > 0) {
		char text[UNIT_TEXT_MAX];

		(void)unit_label(
			paths->not_profiled, paths->unit, STR("auto"), text);
		warnings_add(job->warnings,
			"calls cost %s more than the functions that were "
			"profiled: see \"[not profiled]\"",
			text);
	}
	if (paths->is_cut)
		warnings_add(job->warnings,
			"too many paths: some functions are shown without "
			"their callers");
}

/* ---- Where paths begin ---- */

int64_t *
cost_outer_calls(const struct cost_graph *g)
{
	int64_t *left = xcalloc(g->fn.n + 1, sizeof(*left));

	for (size_t i = 0; i < g->fn.n; i++)
		left[i] = g->fn.p[i].calls;
	for (size_t i = 0; i < g->site.n; i++)
		if (g->site.p[i].target != NONE && g->site.p[i].calls > 0)
			left[g->site.p[i].target] -= g->site.p[i].calls;
	return left;
}

uint32_t *
cost_heads(const struct cost_graph *g)
{
	uint32_t *head = ids_new(g->components);
	int64_t *outer = cost_outer_calls(g);
	int64_t *all = xcalloc(g->fn.n + 1, sizeof(*all));
	bool clipped;

	for (uint32_t i = 0; i < g->site.n; i++) {
		int64_t *sum = &all[g->site.p[i].fn];

		*sum = i64_add(*sum, cost_of(g, i)[0], &clipped);
	}
	for (uint32_t f = 0; f < g->fn.n; f++) {
		uint32_t *to = &head[g->fn.p[f].component];

		if (*to == NONE ||
			((outer[f] > 0) != (outer[*to] > 0)
					? outer[f] > 0
					: all[f] > all[*to]))
			*to = f;
	}
	free(outer);
	free(all);
	return head;
}
