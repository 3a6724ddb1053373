/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copying a profile row by row: see select.h. */
#include "config.h"

#include "profile/select.h"

#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "profile/builder.h"

#include "base/banned.h"

/* Strings keep their ids: the first copy is all of them, in order. */
static void
copy_tables(struct builder *b, const struct profile *p)
{
	for (str_id i = 0; i < p->strings.n; i++)
		(void)builder_string(b, profile_str(p, i));
	for (map_id i = 0; i < p->map.n; i++)
		(void)builder_mapping(b,
			&(struct builder_mapping){ .id = p->map.id[i],
				.start = p->map.start[i],
				.limit = p->map.limit[i],
				.offset = p->map.offset[i],
				.file = p->map.file[i],
				.build_id = p->map.build_id[i],
				.has = p->map.has[i] });
	for (func_id i = 0; i < p->func.n; i++)
		(void)builder_function(b,
			&(struct builder_function){ .id = p->func.id[i],
				.name = p->func.name[i],
				.system = p->func.system[i],
				.file = p->func.file[i],
				.start_line = p->func.start_line[i] });
}

static void
copy_location(struct builder *b, const struct profile *p, loc_id loc)
{
	VEC(struct builder_line) line = { 0 };
	struct builder_location row = { .id = p->loc.id[loc],
		.address = p->loc.address[loc],
		.map = p->loc.map[loc],
		.folded = p->loc.folded[loc] != 0 };

	for (uint32_t i = p->loc.line0[loc]; i < p->loc.line0[loc + 1]; i++) {
		struct builder_line l = { p->line.func[i], p->line.line[i],
			p->line.column[i] };

		vec_push(&line, l);
	}
	row.line = line.p;
	row.nlines = line.n;
	(void)builder_location(b, &row);
	vec_free(&line);
}

/* The trie keeps its numbers too: it is in preorder already. */
static void
copy_samples(struct builder *b, const struct profile *p, const uint32_t *column,
	size_t n)
{
	const struct labels *l = &p->labels;
	int64_t *value = xmalloc(mul_size(n, sizeof(*value)));

	for (node_id i = 1; i < p->trie.n; i++)
		if (builder_err(b) == NULL)
			(void)builder_step(
				b, p->trie.parent[i], p->trie.loc[i]);
	for (lset_id i = 1; i < l->n; i++)
		(void)builder_labels(b, l->label + l->first[i],
			l->first[i + 1] - l->first[i]);
	for (size_t i = 0; i < p->sample.n && builder_err(b) == NULL; i++) {
		for (size_t c = 0; c < n; c++)
			value[c] = p->sample.value[column[c]][i];
		(void)builder_sample(
			b, p->sample.leaf[i], p->sample.labels[i], value);
		if (p->sample.time != NULL)
			builder_time(b, p->sample.time[i]);
	}
	free(value);
}

struct builder *
profile_select(const struct profile *p, const uint32_t *column, size_t n,
	struct str default_type, size_t max_memory)
{
	struct builder *b = builder_new(max_memory);
	struct header *h = builder_header(b);

	copy_tables(b, p);
	for (size_t c = 0; c < n; c++)
		builder_type(
			b, p->types.type[column[c]], p->types.unit[column[c]]);
	for (loc_id i = 0; i < p->loc.n && builder_err(b) == NULL; i++)
		copy_location(b, p, i);
	if (p->sample.time != NULL)
		builder_times(b);
	copy_samples(b, p, column, n);
	*h = p->header;
	h->comment = NULL;
	h->ncomments = 0;
	for (uint32_t i = 0; i < p->header.ncomments; i++)
		builder_comment(b, p->header.comment[i]);
	h->default_type = builder_string(b, default_type);
	return b;
}
