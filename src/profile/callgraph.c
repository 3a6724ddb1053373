/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The totals of a call graph, as columns. */
#include "prelude.h"

#include "profile/callgraph.h"

#include "base/arena.h"

void
callgraph_rows_free(struct callgraph_rows *r)
{
	vec_free(&r->row);
	vec_free(&r->value);
}

const struct callgraph *
callgraph_new(const struct callgraph_rows *r, size_t types, struct arena *arena)
{
	struct callgraph *g;
	size_t n = r->row.n;

	if (n == 0 || n >= NONE)
		return NULL;
	g = ARENA_ZARRAY(arena, struct callgraph, 1);
	g->n = (uint32_t)n;
	g->row = arena_dup(arena, r->row.p, n, sizeof(*r->row.p));
	g->value = ARENA_ARRAY(arena, int64_t *, types);
	for (size_t t = 0; t < types; t++) {
		g->value[t] = ARENA_ARRAY(arena, int64_t, n);
		for (size_t i = 0; i < n; i++)
			g->value[t][i] = r->value.p[i * types + t];
	}
	return g;
}
