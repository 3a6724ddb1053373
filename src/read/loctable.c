/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and locations, found again by what they are: see loctable.h. */
#include "config.h"

#include "read/loctable.h"

#include "base/banned.h"

enum { NAMED, FUNCTION, LINE, LOCATION };

void
loctable_fini(struct loctable *p)
{
	for (int i = 0; i < LOCTABLE_LEVELS; i++)
		map64_free(&p->level[i]);
	vec_free(&p->func);
	vec_free(&p->loc);
	map64_free(&p->map_of);
}

/* The number of the pair on its level; *is_new: it had none yet. */
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
	struct builder_function f = { .start_line = 0 };
	struct builder_line line = { .line = loctable_small(at->line),
		.column = loctable_small(at->column) };
	struct builder_location l = { .line = &line, .nlines = 1 };
	str_id map = builder_string(p->builder, at->map);
	uint32_t id;
	bool is_new;

	f.name = builder_string(p->builder, at->name);
	f.file = builder_string(p->builder, at->file);
	id = number_pair(p, NAMED, f.name, f.file, &is_new);
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
