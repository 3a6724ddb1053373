/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * builder_seal(): from rows that grew to columns that stay. Long columns
 * only change hands; the trie is put into preorder here. When it is told to
 * stop, the columns stay as they are: nobody will see them.
 */
#include "config.h"

#include "profile/builder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "profile/builderrows.h"

#include "base/banned.h"

#define NEW(type, n) ARENA_ARRAY(&p->arena, type, (n))

/* Sealing: one column of a table of rows, with room for an end mark. */
#define COLUMN(dst, type, rows, field) \
	do { \
		(dst) = NEW(type, (rows).n + 1); \
		for (size_t i_ = 0; i_ < (rows).n && builder_goes_on(b, i_); \
			i_++) \
			(dst)[i_] = (rows).p[i_].field; \
	} while (0)

static void
seal_tables(struct builder *b, struct profile *p)
{
	p->types.n = (uint32_t)b->type.n;
	COLUMN(p->types.type, str_id, b->type, type);
	COLUMN(p->types.unit, str_id, b->type, unit);

	p->func.n = (uint32_t)b->func.n;
	COLUMN(p->func.id, uint64_t, b->func, id);
	COLUMN(p->func.name, str_id, b->func, name);
	COLUMN(p->func.system, str_id, b->func, system);
	COLUMN(p->func.file, str_id, b->func, file);
	COLUMN(p->func.start_line, int64_t, b->func, start_line);
	vec_free(&b->func);

	p->map.n = (uint32_t)b->map.n;
	COLUMN(p->map.id, uint64_t, b->map, id);
	COLUMN(p->map.start, uint64_t, b->map, start);
	COLUMN(p->map.limit, uint64_t, b->map, limit);
	COLUMN(p->map.offset, uint64_t, b->map, offset);
	COLUMN(p->map.file, str_id, b->map, file);
	COLUMN(p->map.build_id, str_id, b->map, build_id);
	COLUMN(p->map.has, uint8_t, b->map, has);
	vec_free(&b->map);
}

static void
seal_locations(struct builder *b, struct profile *p)
{
	p->loc.n = (uint32_t)b->loc.n;
	COLUMN(p->loc.id, uint64_t, b->loc, id);
	COLUMN(p->loc.address, uint64_t, b->loc, address);
	COLUMN(p->loc.map, map_id, b->loc, map);
	COLUMN(p->loc.folded, uint8_t, b->loc, folded);
	COLUMN(p->loc.line0, uint32_t, b->loc, line0);
	p->loc.line0[b->loc.n] = (uint32_t)b->line.n;
	vec_free(&b->loc);

	p->line.n = (uint32_t)b->line.n;
	COLUMN(p->line.func, func_id, b->line, func);
	COLUMN(p->line.line, int64_t, b->line, line);
	COLUMN(p->line.column, int64_t, b->line, column);
	vec_free(&b->line);
}

/* The first is 0. */
static void
rebase_times(int64_t *time, size_t n)
{
	int64_t first = n > 0 ? time[0] : 0;

	for (size_t i = 1; i < n; i++)
		if (time[i] < first)
			first = time[i];
	for (size_t i = 0; i < n; i++)
		if (__builtin_sub_overflow(time[i], first, &time[i]))
			time[i] = INT64_MAX;
}

/* A heap array of n rows becomes the profile's. */
static void *
keep(struct profile *p, void *from, size_t n, size_t row)
{
	void *to;

	if (n == 0) {
		free(from);
		return arena_alloc(&p->arena, 0);
	}
	to = xrealloc(from, n, row);
	arena_own(&p->arena, to, n * row);
	return to;
}

/* Samples end at nodes of the sealed trie from now on. */
static void
number_leaves(struct builder *b, const node_id *now)
{
	for (size_t i = 0; i < b->sample.n && builder_goes_on(b, i); i++)
		b->sample.leaf[i] = now[b->sample.leaf[i]];
}

/* A trie that grew, in preorder; samples point into it anew. */
static void
seal_trie(struct builder *b, struct profile *p)
{
	struct trie *t = &b->trie;
	node_id *now = xmalloc(mul_size(t->n, sizeof(*now)));

	trie_freeze(t);
	p->trie.n = t->n;
	p->trie.end = NEW(node_id, t->n);
	trie_preorder(t, now, p->trie.end);
	p->trie.parent = NEW(node_id, t->n);
	p->trie.loc = NEW(loc_id, t->n);
	for (node_id i = 0; i < t->n && builder_goes_on(b, i); i++) {
		p->trie.parent[now[i]] = now[t->node[i].parent];
		p->trie.loc[now[i]] = t->node[i].loc;
	}
	trie_fini(t);
	number_leaves(b, now);
	free(now);
}

/* A trie of stacks that are all known. */
static void
seal_bulk(struct builder *b, struct profile *p)
{
	struct stacks_trie t;
	node_id *leaf = xmalloc(mul_size(b->stacks.n, sizeof(*leaf)));
	bool ok = stacks_to_trie(
		&b->stacks, p->loc.n, &b->budget, b->progress, &t, leaf);

	if (ok) {
		p->trie.n = t.n;
		p->trie.parent = keep(p, t.parent, t.n, sizeof(node_id));
		p->trie.end = keep(p, t.end, t.n, sizeof(node_id));
		p->trie.loc = keep(p, t.loc, t.n, sizeof(loc_id));
		number_leaves(b, leaf);
	} else {
		builder_fail(b);
	}
	free(leaf);
	stacks_free(&b->stacks);
}

/* Samples and their labels. */
static void
seal_samples(struct builder *b, struct profile *p)
{
	size_t n = b->sample.n, columns = builder_columns(b);

	p->sample.n = n;
	p->sample.leaf = keep(p, b->sample.leaf, n, sizeof(node_id));
	p->sample.labels = keep(p, b->sample.labels, n, sizeof(lset_id));
	p->sample.value = NEW(int64_t *, columns);
	if (b->sample.raw)
		p->sample.raw = p->sample.value + p->types.n;
	for (size_t i = 0; i < columns; i++)
		p->sample.value[i] = keep(p,
			b->sample.value != NULL ? b->sample.value[i] : NULL, n,
			sizeof(int64_t));
	free(b->sample.value);
	if (b->sample.times) {
		rebase_times(b->sample.time, n);
		p->sample.time = keep(p, b->sample.time, n, sizeof(int64_t));
	}
	memset(&b->sample, 0, sizeof(b->sample));

	p->labels.n = b->labels.n;
	p->labels.label = keep(p, b->labels.label,
		b->labels.first[b->labels.n], sizeof(struct label));
	p->labels.first = keep(
		p, b->labels.first, b->labels.n + (size_t)1, sizeof(uint32_t));
	b->labels.label = NULL;
	b->labels.first = NULL;
}

struct profile *
builder_seal(struct builder *b, struct err *err)
{
	struct profile *p = b->profile;

	if (b->err.code == ERR_NONE)
		seal_tables(b, p);
	if (b->err.code == ERR_NONE)
		seal_locations(b, p);
	if (b->err.code == ERR_NONE && b->bulk)
		seal_bulk(b, p);
	else if (b->err.code == ERR_NONE)
		seal_trie(b, p);
	if (b->err.code != ERR_NONE) {
		*err = b->err;
		builder_free(b);
		return NULL;
	}
	seal_samples(b, p);
	p->header.ncomments = (uint32_t)b->comment.n;
	p->header.comment =
		keep(p, b->comment.p, b->comment.n, sizeof(str_id));
	b->comment.p = NULL;
	b->profile = NULL;
	builder_free(b);
#ifdef FT_DEBUG
	assert(profile_check(p));
#endif
	return p;
}
