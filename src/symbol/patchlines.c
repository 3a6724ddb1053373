/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New lines for a profile (patchlines.h). */
#include "prelude.h"

#include "symbol/patchlines.h"

#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"

enum { LINES_MOST = 1 << 28 };

/* A location's lines in relined.line; if !is_new, the location keeps its old
   lines. */
struct patchlines_lines {
	uint32_t from, n;
	bool is_new;
};

struct relined {
	const struct profile *p;
	struct profile *out;            /* NULL until the first change */
	struct patchlines_lines *lines; /* [loc.n] */
	size_t shared; /* lines of locations that share those of another */
	/* New functions, by hash in `known`, and new lines. */
	struct map64 known;
	struct {
		VEC(str_id) name, file;
		VEC(int64_t) start;
	} func;
	struct {
		VEC(func_id) func;
		VEC(int64_t) line, column;
	} line;
};

struct relined *
relined_new(const struct profile *p)
{
	struct relined *r = xcalloc(1, sizeof(*r));

	r->p = p;
	return r;
}

static int64_t
line_number(uint64_t n)
{
	return n <= INT64_MAX ? (int64_t)n : 0;
}

/* Return the id of a function, which is added if it is new. */
static func_id
relined_function(
	struct relined *r, struct str name, struct str file, int64_t start)
{
	str_id n = intern_copy(&r->out->strings, name);
	str_id f = intern_copy(&r->out->strings, file);
	uint64_t key = hash_join(hash_join(hash_key(n), f), (uint64_t)start);
	uint32_t *at = map64_at(&r->known, key);

	if (*at != NONE && r->func.name.p[*at] == n &&
		r->func.file.p[*at] == f && r->func.start.p[*at] == start)
		return r->p->func.n + *at;
	*at = (uint32_t)r->func.name.n;
	vec_push(&r->func.name, n);
	vec_push(&r->func.file, f);
	vec_push(&r->func.start, start);
	return r->p->func.n + *at;
}

/* Create the output on the first change. */
static void
begin_output(struct relined *r)
{
	if (r->out != NULL)
		return;
	r->out = profile_overlay(r->p);
	r->lines = xcalloc((size_t)r->p->loc.n + 1, sizeof(*r->lines));
	r->out->map.has = ARENA_ARRAY(&r->out->arena, uint8_t, r->p->map.n);
	memcpy(r->out->map.has, r->p->map.has, r->p->map.n);
}

void
relined_mark(struct relined *r, map_id m, unsigned has)
{
	begin_output(r);
	if (m != NONE)
		r->out->map.has[m] |= (uint8_t)has;
}

static void
relined_line(struct relined *r, loc_id l, const struct callsite *c)
{
	struct patchlines_lines *to;

	if (r->shared + r->line.func.n > LINES_MOST)
		return;
	begin_output(r);
	to = &r->lines[l];
	if (!to->is_new)
		*to = (struct patchlines_lines){
			.from = (uint32_t)r->line.func.n, .is_new = true
		};
	vec_push(&r->line.func,
		relined_function(r, c->name, c->file, line_number(c->start)));
	vec_push(&r->line.line, line_number(c->line));
	vec_push(&r->line.column, line_number(c->column));
	to->n++;
}

void
relined_name(struct relined *r, loc_id l, struct str name)
{
	relined_line(r, l, &(struct callsite){ .name = name });
}

void
relined_call(struct relined *r, loc_id l, const struct callsite *c)
{
	relined_mark(r, r->p->loc.map[l],
		(c->name.n > 0 ? MAP_FUNCTIONS : 0u) |
			(c->file.n > 0 ? MAP_FILENAMES : 0u) |
			(c->line != 0 ? MAP_LINES : 0u) | MAP_INLINES);
	relined_line(r, l, c);
}

void
relined_as(struct relined *r, loc_id l, loc_id other)
{
	if (r->shared + r->line.func.n > LINES_MOST)
		return;
	r->lines[l] = r->lines[other];
	r->shared += r->lines[l].n;
}

/* Return a copy of a column of p with n more values, in the arena. */
static void *
longer(struct arena *a, const void *old, size_t n_old, const void *more,
	size_t n, size_t size)
{
	char *p = arena_alloc(a, mul_size(add_size(n_old, n), size));

	if (n_old > 0)
		memcpy(p, old, n_old * size);
	if (n > 0)
		memcpy(p + n_old * size, more, n * size);
	return p;
}
#define LONGER(a, old, n_old, v) \
	longer((a), (old), (n_old), (v).p, (v).n, sizeof(*(v).p))

struct profile *
relined_end(struct relined *r)
{
	struct profile *out = r->out;

	if (out != NULL) {
		const struct profile *p = r->p;
		struct profile *q = r->out;
		struct arena *a = &q->arena;
		uint32_t n = p->func.n, more = (uint32_t)r->func.name.n;
		VEC(uint64_t) id = { 0 };
		uint32_t count = 0;

		for (uint32_t i = 0; i < more; i++)
			vec_push(&id, (uint64_t)n + i + 1);
		q->func.n = n + more;
		q->func.id = LONGER(a, p->func.id, n, id);
		q->func.name = LONGER(a, p->func.name, n, r->func.name);
		q->func.system = LONGER(a, p->func.system, n, r->func.name);
		q->func.file = LONGER(a, p->func.file, n, r->func.file);
		q->func.start_line =
			LONGER(a, p->func.start_line, n, r->func.start);
		vec_free(&id);
		q->loc.line0 = ARENA_ARRAY(a, uint32_t, (size_t)p->loc.n + 1);
		q->loc.folded = ARENA_ARRAY(a, uint8_t, p->loc.n);
		for (loc_id l = 0; l < p->loc.n; l++) {
			q->loc.line0[l] = count;
			q->loc.folded[l] =
				r->lines[l].is_new ? 0 : p->loc.folded[l];
			count += r->lines[l].is_new
				? r->lines[l].n
				: p->loc.line0[l + 1] - p->loc.line0[l];
		}
		q->loc.line0[p->loc.n] = count;
		q->line.n = count;
		q->line.func = ARENA_ARRAY(a, func_id, count);
		q->line.line = ARENA_ARRAY(a, int64_t, count);
		q->line.column = ARENA_ARRAY(a, int64_t, count);
		for (loc_id l = 0; l < p->loc.n; l++) {
			bool is_new = r->lines[l].is_new;
			size_t from =
				is_new ? r->lines[l].from : p->loc.line0[l];
			size_t to = q->loc.line0[l];
			size_t k = q->loc.line0[l + 1] - to;

			if (k == 0)
				continue;
			memcpy(q->line.func + to,
				(is_new ? r->line.func.p : p->line.func) + from,
				k * sizeof(*q->line.func));
			memcpy(q->line.line + to,
				(is_new ? r->line.line.p : p->line.line) + from,
				k * sizeof(*q->line.line));
			memcpy(q->line.column + to,
				(is_new ? r->line.column.p : p->line.column) +
					from,
				k * sizeof(*q->line.column));
		}
	} else {
		out = profile_ref(r->p);
	}
	free(r->lines);
	map64_free(&r->known);
	vec_free(&r->func.name);
	vec_free(&r->func.file);
	vec_free(&r->func.start);
	vec_free(&r->line.func);
	vec_free(&r->line.line);
	vec_free(&r->line.column);
	free(r);
	return out;
}
