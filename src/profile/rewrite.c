/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of a profile with some parts replaced. */
#include "prelude.h"

#include "profile/rewrite.h"

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/sampletype.h"

loc_id
rewrite_location(struct builder *b, const struct profile *p, loc_id loc,
	struct rewrite_lines want)
{
	VEC(struct builder_line) lines = { 0 };
	struct builder_location l = { .id = p->loc.id[loc],
		.address = p->loc.address[loc],
		.map = p->loc.map[loc],
		.folded = p->loc.folded[loc] != 0 };
	loc_id made;

	for (line_id i = want.from; i < want.to; i++) {
		struct builder_line line = { .func = p->line.func[i],
			.line = p->line.line[i],
			.column = want.columns ? p->line.column[i] : 0 };

		if (want.stays == NULL || want.stays[i] != 0)
			vec_push(&lines, line);
	}
	l.line = lines.p;
	l.nlines = lines.n;
	made = builder_location(b, &l);
	vec_free(&lines);
	return made;
}

/* Copy all tables but locations. column NULL: all columns, raw ones too. */
static void
copy_tables(struct builder *b, const struct profile *p, unsigned has,
	const uint32_t *column, size_t n)
{
	struct header *h = builder_header(b);

	builder_copy(b, p);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t t = column != NULL ? column[i] : i;

		builder_type(b, p->types.type[t], p->types.unit[t]);
	}
	if (column == NULL && p->sample.raw != NULL)
		builder_raw(b);
	if (p->sample.time != NULL) {
		builder_times(b);
		builder_times_from(b, 0);
	}
	for (func_id i = 0; i < p->func.n && builder_goes_on(b, i); i++) {
		struct builder_function f = { .id = p->func.id[i],
			.name = p->func.name[i],
			.system = p->func.system[i],
			.file = p->func.file[i],
			.start_line = p->func.start_line[i] };

		(void)builder_function(b, &f);
	}
	for (map_id i = 0; i < p->map.n; i++) {
		struct builder_mapping m = { .id = p->map.id[i],
			.start = p->map.start[i],
			.limit = p->map.limit[i],
			.offset = p->map.offset[i],
			.file = p->map.file[i],
			.build_id = p->map.build_id[i],
			.has = (uint8_t)(p->map.has[i] & has) };

		(void)builder_mapping(b, &m);
	}
	for (uint32_t i = 0; i < p->header.ncomments; i++)
		builder_comment(b, p->header.comment[i]);
	*h = p->header;
	/* builder_seal() sets these from builder_comment(). */
	h->ncomments = 0;
	h->comment = NULL;
}

static void
copy_locations(struct builder *b, const struct profile *p)
{
	for (loc_id i = 0; i < p->loc.n && builder_goes_on(b, i); i++)
		(void)rewrite_location(b, p, i,
			(struct rewrite_lines){ .from = p->loc.line0[i],
				.to = p->loc.line0[i + 1],
				.columns = true });
}

struct builder *
rewrite_tables(const struct profile *p, bool locations, unsigned has,
	const struct progress *progress)
{
	/* No limit is needed: the original profile was within the limit. */
	struct builder *b = builder_new(0);

	builder_watch(b, progress);
	copy_tables(b, p, has, NULL, p->types.n);
	if (locations)
		copy_locations(b, p);
	return b;
}

int
rewrite_sample(struct builder *b, const struct profile *p, size_t i,
	node_id leaf, lset_id labels)
{
	enum { FEW = 16 };
	int64_t few[FEW];
	VEC(int64_t) many = { 0 };
	int64_t *value = few;
	int rc;

	if (leaf == NONE)
		return -1;
	if (profile_columns(p) > FEW) {
		vec_reserve(&many, profile_columns(p));
		value = many.p;
	}
	for (uint32_t t = 0; t < profile_columns(p); t++)
		value[t] = p->sample.value[t][i];
	rc = builder_sample(b, leaf, labels, value);
	if (p->sample.time != NULL)
		builder_time(b, p->sample.time[i]);
	vec_free(&many);
	return rc;
}

/* Return the part of a value that is within from..until. If `lasts`, the value
   is a duration that begins at `time`. */
static int64_t
cut_value(int64_t value, bool lasts, int64_t time, int64_t from, int64_t until)
{
	bool far = false;
	int64_t end = i64_add(time, value, &far);

	if (!lasts || value <= 0)
		return time >= from && time < until ? value : 0;
	if (from < time)
		from = time;
	if (until > end)
		until = end;
	return until > from ? until - from : 0;
}

struct profile *
rewrite_times(const struct profile *p, int64_t from, int64_t until,
	const struct progress *progress, struct err *err)
{
	struct builder *b = rewrite_tables(p, true, MAP_ALL, progress);
	int64_t *value = xcalloc(profile_columns(p) + 1, sizeof(*value));
	bool *lasts = xcalloc(p->types.n + 1, sizeof(*lasts));

	for (uint32_t t = 0; t < p->types.n; t++)
		lasts[t] = kind_lasts(p, t);
	for (node_id i = 1; i < p->trie.n && builder_err(b) == NULL; i++)
		(void)builder_step(b, p->trie.parent[i], p->trie.loc[i]);
	for (size_t i = 0; i < p->sample.n && builder_goes_on(b, i); i++) {
		int64_t time = p->sample.time[i];
		bool is_there = time >= from && time < until;

		/* Keep the part of a sample in from..until, if there is one. */
		for (uint32_t t = 0; t < profile_columns(p); t++) {
			value[t] = cut_value(p->sample.value[t][i],
				lasts[t % p->types.n], time, from, until);
			is_there = is_there || value[t] != 0;
		}
		if (is_there) {
			(void)builder_sample(b, p->sample.leaf[i],
				p->sample.labels[i], value);
			builder_time(b, time > from ? time : from);
		}
	}
	free(value);
	free(lasts);
	builder_times_from(b, from);
	if (p->header.time_nanos > 0)
		builder_header(b)->time_nanos = from + times_begin(&p->header);
	builder_header(b)->times_nanos = 0;
	builder_header(b)->duration_nanos = until - from;
	return builder_seal(b, err);
}

struct builder *
rewrite_select(const struct profile *p, const uint32_t *column, size_t n,
	struct str default_type, size_t max_memory)
{
	struct builder *b = builder_new(max_memory);
	int64_t *value = xmalloc(mul_size(n, sizeof(*value)));
	const struct callgraph *g;
	struct callgraph_rows *to;

	copy_tables(b, p, MAP_ALL, column, n);
	copy_locations(b, p);
	/* Nodes keep their numbers: the trie is in preorder already. */
	for (node_id i = 1; i < p->trie.n && builder_err(b) == NULL; i++)
		(void)builder_step(b, p->trie.parent[i], p->trie.loc[i]);
	for (size_t i = 0; i < p->sample.n && builder_err(b) == NULL; i++) {
		for (size_t c = 0; c < n; c++)
			value[c] = p->sample.value[column[c]][i];
		(void)builder_sample(
			b, p->sample.leaf[i], p->sample.labels[i], value);
		if (p->sample.time != NULL)
			builder_time(b, p->sample.time[i]);
	}
	free(value);
	/* Copy the same columns of the call graph's totals. */
	g = p->callgraph;
	to = builder_callgraph(b);
	for (uint32_t i = 0; g != NULL && i < g->n; i++) {
		vec_push(&to->row, g->row[i]);
		for (size_t c = 0; c < n; c++)
			vec_push(&to->value, g->value[column[c]][i]);
	}
	builder_header(b)->default_type = builder_string(b, default_type);
	return b;
}
