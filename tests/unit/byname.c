/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of functions (byname.h). */
#include "prelude.h"

#include "byname.h"

#include <inttypes.h>

#include "testing.h"

#include "base/xalloc.h"

struct by_name
by_name_weigh(const struct profile *p, uint32_t column)
{
	size_t n = p->strings.n;
	struct by_name w = { p, xcalloc(n, sizeof(int64_t)),
		xcalloc(n, sizeof(int64_t)) };
	size_t *seen = xcalloc(n, sizeof(*seen));

	for (size_t s = 0; s < p->sample.n; s++) {
		int64_t value = p->sample.value[column][s];
		node_id leaf = p->sample.leaf[s];

		for (node_id i = leaf; i != 0; i = p->trie.parent[i]) {
			loc_id loc = p->trie.loc[i];
			str_id name =
				p->func.name[p->line.func[p->loc.line0[loc]]];

			w.self[name] += i == leaf ? value : 0;
			w.all[name] += seen[name] != s + 1 ? value : 0;
			seen[name] = s + 1;
		}
	}
	free(seen);
	return w;
}

void
by_name_fini(struct by_name *w)
{
	free(w->self);
	free(w->all);
}

void
by_name_get(
	const struct by_name *w, struct str name, int64_t *self, int64_t *all)
{
	str_id id = intern_find(&w->p->strings, name);

	*self = id == NONE ? 0 : w->self[id];
	*all = id == NONE ? 0 : w->all[id];
}

void
by_name_is(const struct profile *p, const char *name, int64_t self, int64_t all)
{
	struct by_name w = by_name_weigh(p, 0);
	int64_t have_self, have_all;

	by_name_get(&w, str_c(name), &have_self, &have_all);
	if (have_self != self || have_all != all)
		fail_msg("%s: %" PRId64 " of %" PRId64 ", not %" PRId64
			 " of %" PRId64,
			name, have_self, have_all, self, all);
	by_name_fini(&w);
}

static bool
is_called(const struct profile *p, func_id func, const char *name)
{
	return func == NONE ? name == NULL
			    : name != NULL &&
			str_is(profile_str(p, p->func.name[func]), name);
}

struct told
by_name_told(const struct profile *p, uint32_t column, const char *name,
	const char *callee)
{
	const struct callgraph *g = p->callgraph;
	struct told told = { 0 };

	for (uint32_t i = 0; g != NULL && i < g->n; i++) {
		const struct callgraph_row *row = &g->row[i];

		if (!is_called(p, row->func, name) ||
			!is_called(p, row->target, callee))
			continue;
		told.value += g->value[column][i];
		told.entries += row->entries;
		told.rows++;
	}
	return told;
}

void
by_name_told_is(const struct profile *p, const char *name, const char *callee,
	int64_t value)
{
	struct told told = by_name_told(p, 0, name, callee);

	if (told.rows == 0 || told.value != value)
		fail_msg("%s to %s: %" PRId64 ", not %" PRId64, name,
			callee != NULL ? callee : "all", told.value, value);
}

uint32_t
by_name_column(const struct profile *p, const char *type)
{
	for (uint32_t i = 0; i < p->types.n; i++)
		if (str_is(profile_str(p, p->types.type[i]), type))
			return i;
	return NONE;
}
