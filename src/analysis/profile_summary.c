/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts from one pass over the samples (profile_summary.h). */
#include "prelude.h"

#include "analysis/profile_summary.h"

#include "base/num.h"
#include "base/xalloc.h"
#include "profile/samplecount.h"
#include "profile/sampletype.h"

/* Return the function with the largest self weight in a column, or NONE. */
static func_id
top_function(const struct profile *p, uint32_t column)
{
	int64_t *total = xcalloc(p->func.n > 0 ? p->func.n : 1, sizeof(*total));
	func_id top = NONE;
	bool clamped = false;

	for (size_t s = 0; s < p->sample.n; s++) {
		int64_t v = i64_abs(p->sample.value[column][s]);
		node_id leaf = p->sample.leaf[s];
		loc_id loc = p->trie.loc[leaf];
		func_id func;

		if (v == 0 || leaf == 0 ||
			p->loc.line0[loc] == p->loc.line0[loc + 1])
			continue;
		func = p->line.func[p->loc.line0[loc]];
		total[func] = i64_add(total[func], v, &clamped);
		if (top == NONE || total[func] > total[top])
			top = func;
	}
	free(total);
	return top;
}

struct facts *
facts_new(const struct profile *p)
{
	struct facts *f = xcalloc(1, sizeof(*f));
	int64_t *first;
	uint32_t *depth;

	f->columns = p->types.n;
	f->sum = xcalloc(p->types.n, sizeof(*f->sum));
	f->most = xcalloc(p->types.n, sizeof(*f->most));
	f->events = xcalloc(p->types.n, sizeof(*f->events));
	f->top = xcalloc(p->types.n, sizeof(*f->top));
	for (uint32_t i = 0; i < p->types.n; i++) {
		struct events events = events_of(p, i);
		enum kind_group group = kind_of_column(p, i)->group;
		bool memory = group == GROUP_INUSE || group == GROUP_ALLOC;
		bool clamped = false;

		for (size_t s = 0; s < p->sample.n; s++) {
			int64_t v = i64_abs(p->sample.value[i][s]);

			f->sum[i] = i64_add(f->sum[i], v, &clamped);
			f->most[i] = v > f->most[i] ? v : f->most[i];
		}
		f->events[i] = events_sum(&events, p);
		f->top[i] = memory ? top_function(p, i) : NONE;
	}
	for (loc_id i = 0; i < p->loc.n && !f->addresses; i++)
		f->addresses = p->loc.address[i] != 0;
	/* Formats that give only the first line of a function have one line
	   per function. */
	first = xcalloc(p->func.n, sizeof(*first));
	for (line_id i = 0; i < p->line.n && !f->inner_lines; i++) {
		int64_t line = p->line.line[i], *at = &first[p->line.func[i]];

		if (line <= 0)
			continue;
		f->inner_lines = *at > 0 && *at != line;
		f->lines = true;
		*at = line;
	}
	free(first);
	depth = xcalloc(p->trie.n, sizeof(*depth));
	for (node_id i = 1; i < p->trie.n; i++)
		depth[i] = depth[p->trie.parent[i]] + 1;
	for (size_t s = 0; s < p->sample.n; s++) {
		uint32_t d = depth[p->sample.leaf[s]];

		if (d > f->depth) {
			f->n_shallower = d == f->depth + 1 ? f->n_deepest : 0;
			f->n_deepest = 0;
			f->depth = d;
		}
		f->n_deepest += d == f->depth;
		f->n_shallower += d + 1 == f->depth;
	}
	free(depth);
	return f;
}

void
facts_free(struct facts *f)
{
	if (f == NULL)
		return;
	free(f->sum);
	free(f->most);
	free(f->events);
	free(f->top);
	free(f);
}
