/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions weigh: see byname.h. */
#include "config.h"

#include "byname.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/xalloc.h"

#include "base/banned.h"

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

uint32_t
by_name_column(const struct profile *p, const char *type)
{
	for (uint32_t i = 0; i < p->types.n; i++)
		if (str_is(profile_str(p, p->types.type[i]), type))
			return i;
	return NONE;
}
