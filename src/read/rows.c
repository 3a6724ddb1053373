/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects samples and locations for a builder. */
#include "prelude.h"

#include "read/rows.h"

#include "base/num.h"
#include "read/reader.h"

void
rows_init(struct rows *r, struct builder *b, size_t ntypes, bool times)
{
	*r = (struct rows){
		.builder = b, .times = times, .ntypes = ntypes, .at = MAP64_INIT
	};
	if (times)
		builder_times(b);
}

void
rows_fini(struct rows *r)
{
	map64_free(&r->at);
	vec_free(&r->leaf);
	vec_free(&r->labels);
	vec_free(&r->value);
}

void
rows_add(struct rows *r, node_id leaf, lset_id labels, const int64_t *value,
	int64_t time)
{
	bool clipped = false;
	uint32_t *row;

	if (leaf == NONE || labels == NONE || builder_err(r->builder) != NULL)
		return;
	if (r->times) {
		if (builder_sample(r->builder, leaf, labels, value) == 0)
			builder_time(r->builder, time);
		r->n++;
		return;
	}
	row = map64_at(&r->at, (uint64_t)labels << 32 | leaf);
	if (*row == NONE) {
		*row = (uint32_t)r->n++;
		vec_push(&r->leaf, leaf);
		vec_push(&r->labels, labels);
		for (size_t t = 0; t < r->ntypes; t++)
			vec_push(&r->value, 0);
	}
	for (size_t t = 0; t < r->ntypes; t++) {
		int64_t *sum = &r->value.p[*row * r->ntypes + t];

		*sum = i64_add(*sum, value[t], &clipped);
	}
	r->clipped += clipped;
}

int
rows_end(struct rows *r, struct err *err)
{
	for (size_t i = 0; i < r->leaf.n && builder_err(r->builder) == NULL;
		i++)
		(void)builder_sample(r->builder, r->leaf.p[i], r->labels.p[i],
			&r->value.p[i * r->ntypes]);
	if (read_check(r->builder, err) != 0)
		return -1;
	if (r->n == 0)
		return err_set(err, ERR_FORMAT, "no samples");
	return 0;
}

/* ---- Locations ---- */

enum { NAMED, STARTED, FUNCTION, LINE, LOCATION };

void
loctable_fini(struct loctable *p)
{
	for (int i = 0; i < LOCTABLE_LEVELS; i++)
		map64_free(&p->level[i]);
	vec_free(&p->func);
	vec_free(&p->loc);
	map64_free(&p->map_of);
}

/* A bit in all numbers of level STARTED: level NAMED has numbers without it. */
#define STARTED_ID 0x80000000u

/* Return the pair's number on its level. *is_new is true if the pair is new. */
static uint32_t
number_pair(struct loctable *p, int level, uint32_t a, uint32_t b, bool *is_new)
{
	uint32_t *id = map64_at(&p->level[level], (uint64_t)a << 32 | b);

	*is_new = *id == NONE;
	if (*is_new)
		*id = p->n[level]++;
	return *id;
}

func_id
loctable_function(struct map64 *of, uint64_t key, struct builder *b,
	const struct builder_function *row)
{
	func_id func = map64_get(of, key);

	if (func == NONE) {
		func = builder_function(b, row);
		if (func != NONE)
			map64_put(of, key, func);
	}
	return func;
}

void
functable_fini(struct functable *t)
{
	map64_free(&t->pair);
	map64_free(&t->of);
}

func_id
functable_at(struct functable *t, struct builder *b,
	const struct builder_function *row)
{
	struct builder_function f = *row;
	uint32_t *pair = map64_at(&t->pair, (uint64_t)f.name << 32 | f.file);

	if (*pair == NONE)
		*pair = t->n++;
	if (f.start_line < 0 || f.start_line >= NONE)
		f.start_line = 0;
	return loctable_function(
		&t->of, (uint64_t)*pair << 32 | (uint32_t)f.start_line, b, &f);
}

map_id
loctable_mapping(struct map64 *of, struct builder *b, str_id file, uint8_t has)
{
	const struct builder_mapping row = { .file = file, .has = has };
	map_id map = map64_get(of, file);

	if (map == NONE) {
		map = builder_mapping(b, &row);
		if (map != NONE)
			map64_put(of, file, map);
	}
	return map;
}

static uint32_t
loctable_small(int64_t n)
{
	return n > 0 && n < NONE ? (uint32_t)n : 0;
}

loc_id
loctable_at(struct loctable *p, const struct loctable_row *at)
{
	struct builder_function f = { .start_line =
					      loctable_small(at->start_line) };
	struct builder_line line = { .line = loctable_small(at->line),
		.column = loctable_small(at->column) };
	struct builder_location l = { .line = &line, .nlines = 1 };
	str_id map = builder_string(p->builder, at->map);
	uint32_t id;
	bool is_new;

	f.name = builder_string(p->builder, at->name);
	f.file = builder_string(p->builder, at->file);
	id = number_pair(p, NAMED, f.name, f.file, &is_new);
	if (f.start_line > 0)
		id = STARTED_ID |
			number_pair(p, STARTED, id, (uint32_t)f.start_line,
				&is_new);
	id = number_pair(p, FUNCTION, id, map, &is_new);
	if (is_new)
		vec_push(&p->func, builder_function(p->builder, &f));
	line.func = p->func.p[id];
	id = number_pair(p, LINE, id, (uint32_t)line.line, &is_new);
	id = number_pair(p, LOCATION, id, (uint32_t)line.column, &is_new);
	if (is_new) {
		l.map = map != 0
			? loctable_mapping(&p->map_of, p->builder, map, MAP_ALL)
			: NONE;
		vec_push(&p->loc, builder_location(p->builder, &l));
	}
	return p->loc.p[id];
}
