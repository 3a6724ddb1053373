/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and locations, found again by what they are: see places.h. */
#include "config.h"

#include "read/places.h"

#include "base/banned.h"

enum { NAMED, FUNCTION, LINE, LOCATION };

void
places_init(struct places *p, struct builder *b)
{
	*p = (struct places){ .builder = b };
}

void
places_fini(struct places *p)
{
	for (int i = 0; i < PLACES_LEVELS; i++)
		map64_free(&p->level[i]);
	vec_free(&p->func);
	vec_free(&p->loc);
	vec_free(&p->map);
}

/* The number of the pair on its level; *is_new: it had none yet. */
static uint32_t
number(struct places *p, int level, uint32_t a, uint32_t b, bool *is_new)
{
	uint32_t *id = map64_at(&p->level[level], (uint64_t)a << 32 | b);

	*is_new = *id == NONE;
	if (*is_new)
		*id = p->n[level]++;
	return *id;
}

static map_id
mapping(struct places *p, str_id name)
{
	struct builder_mapping m = { .file = name, .has = MAP_ALL };

	while (p->map.n <= name)
		vec_push(&p->map, NONE);
	if (p->map.p[name] == NONE)
		p->map.p[name] = builder_mapping(p->builder, &m);
	return p->map.p[name];
}

static uint32_t
small(int64_t n)
{
	return n > 0 && n < NONE ? (uint32_t)n : 0;
}

loc_id
places_at(struct places *p, const struct place *at)
{
	struct builder_function f = { .start_line = 0 };
	struct builder_line line = { .line = small(at->line),
		.column = small(at->column) };
	struct builder_location l = { .line = &line, .nlines = 1 };
	str_id map = builder_string(p->builder, at->map);
	uint32_t id;
	bool is_new;

	f.name = builder_string(p->builder, at->name);
	f.file = builder_string(p->builder, at->file);
	if (map == NONE || f.name == NONE || f.file == NONE)
		return NONE;
	id = number(p, NAMED, f.name, f.file, &is_new);
	id = number(p, FUNCTION, id, map, &is_new);
	if (is_new)
		vec_push(&p->func, builder_function(p->builder, &f));
	line.func = p->func.p[id];
	id = number(p, LINE, id, (uint32_t)line.line, &is_new);
	id = number(p, LOCATION, id, (uint32_t)line.column, &is_new);
	if (is_new && line.func != NONE) {
		l.map = map != 0 ? mapping(p, map) : NONE;
		vec_push(&p->loc, builder_location(p->builder, &l));
	} else if (is_new) {
		vec_push(&p->loc, NONE);
	}
	return p->loc.p[id];
}
