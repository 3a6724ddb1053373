/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call graph with costs, while it is read: see costs.h. */
#include "config.h"

#include "read/costs.h"

#include "read/read.h"

#include "base/banned.h"

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
		g->cost.cap * sizeof(*g->cost.p);

	return read_limit(job, held, "call graph needs", err);
}

uint32_t
cost_graph_fn(struct cost_graph *g, const struct cost_fn *key)
{
	const uint32_t bytes[] = { key->name, key->file, key->object,
		key->line };
	/* Text 0 is the empty one, which no key is. */
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

/* For each name the only function of it that has costs. */
static void
redirect_calls(struct cost_graph *g)
{
	struct map64 only = MAP64_INIT;
	uint32_t many = (uint32_t)g->fn.n;

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
}

/* Tarjan's components, without recursion of our own. */
struct cost_walk {
	struct cost_graph *g;
	uint32_t *first, *call; /* calls of f: call[first[f] .. first[f+1]-1] */
	uint32_t *next;         /* the call to look at next */
	uint32_t *seen, *low;   /* order in which they were met; NONE */
	uint32_t met;
	VEC(uint32_t) path, open;
};

static void
list_calls(struct cost_walk *w)
{
	struct cost_graph *g = w->g;
	uint32_t n = (uint32_t)g->fn.n;

	w->first = ARENA_ZARRAY(&g->arena, uint32_t, (size_t)n + 2);
	w->call = ARENA_ZARRAY(&g->arena, uint32_t, g->site.n);
	for (size_t i = 0; i < g->site.n; i++)
		if (g->site.p[i].target != NONE)
			w->first[g->site.p[i].fn + 2]++;
	for (uint32_t f = 0; f < n; f++)
		w->first[f + 2] += w->first[f + 1];
	for (size_t i = 0; i < g->site.n; i++)
		if (g->site.p[i].target != NONE)
			w->call[w->first[g->site.p[i].fn + 1]++] =
				g->site.p[i].target;
}

static void
walk_enter(struct cost_walk *w, uint32_t f)
{
	w->seen[f] = w->low[f] = w->met++;
	w->next[f] = w->first[f];
	vec_push(&w->path, f);
	vec_push(&w->open, f);
}

/* All calls of the last function of the path were followed. */
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
walk_from(struct cost_walk *w, uint32_t root)
{
	walk_enter(w, root);
	while (w->path.n > 0) {
		uint32_t f = w->path.p[w->path.n - 1], to;

		if (w->next[f] == w->first[f + 1]) {
			walk_leave(w);
			continue;
		}
		to = w->call[w->next[f]++];
		if (w->seen[to] == NONE)
			walk_enter(w, to);
		else if (w->g->fn.p[to].component == NONE &&
			w->seen[to] < w->low[f])
			w->low[f] = w->seen[to];
	}
}

void
cost_graph_close(struct cost_graph *g)
{
	struct cost_walk w = { .g = g };
	size_t n = g->fn.n;

	redirect_calls(g);
	list_calls(&w);
	w.next = ARENA_ZARRAY(&g->arena, uint32_t, n);
	w.seen = ids_new(n);
	w.low = ARENA_ZARRAY(&g->arena, uint32_t, n);
	for (uint32_t f = 0; f < n; f++)
		g->fn.p[f].component = NONE;
	for (uint32_t f = 0; f < n; f++)
		if (w.seen[f] == NONE)
			walk_from(&w, f);
	free(w.seen);
	vec_free(&w.path);
	vec_free(&w.open);
}

void
cost_paths_remark(
	const struct cost_paths *paths, bool has_calls, struct read_job *job)
{
	static const char estimated[] =
		"No stacks in the file: costs are exact, call paths are "
		"estimated";

	if (has_calls) {
		read_comment(job->builder, STR(estimated));
		warnings_add(job->warnings, "%s", estimated);
	}
	if (paths->has_circles)
		warnings_add(job->warnings,
			"Mutually recursive functions: only their self costs "
			"are exact");
	if (paths->is_cut)
		warnings_add(job->warnings,
			"Too many paths: some functions are shown without "
			"their callers");
}
