/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sites as locations: see costplace.h. */
#include "config.h"

#include "read/costplace.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/vec.h"
#include "read/costgraph.h"
#include "read/places.h"

#include "base/banned.h"

struct cost_places {
	const struct cost_graph *g;
	struct builder *b;
	struct arena arena;
	struct intern names; /* of functions, up to their first "'" */
	struct intern seen;  /* (function, file, line, address) */
	VEC(loc_id) loc;     /* [seen], without text 0 */
	struct map64 func_of, map_of;
};

static struct str
up_to_quote(struct str s)
{
	ptrdiff_t at = str_chr(s, '\'');

	return at < 0 ? s : str_sub(s, 0, (size_t)at);
}

struct cost_places *
cost_places_new(const struct cost_graph *g, struct builder *b)
{
	struct cost_places *p = xcalloc(1, sizeof(*p));

	p->g = g;
	p->b = b;
	intern_init(&p->names, &p->arena);
	intern_init(&p->seen, &p->arena);
	for (size_t i = 0; i < g->fn.n; i++)
		(void)intern_copy(&p->names,
			up_to_quote(builder_str(b, g->fn.p[i].name)));
	return p;
}

void
cost_places_free(struct cost_places *p)
{
	intern_fini(&p->names);
	intern_fini(&p->seen);
	arena_free(&p->arena);
	vec_free(&p->loc);
	map64_free(&p->func_of);
	map64_free(&p->map_of);
	free(p);
}

/* "hot'work'main" -> "hot", "walk'2" -> "walk"; what is behind a quote has to
   be a number or another function's name: names of some languages have quotes
   of their own. */
static struct str
plain(const struct cost_places *p, struct str s)
{
	for (;;) {
		ptrdiff_t at = str_rchr(s, '\'');
		struct str tail;
		int64_t n;

		if (at <= 0)
			return s;
		tail = str_skip(s, (size_t)at + 1);
		if (!str_to_i64(tail, &n) &&
			(tail.n == 0 || intern_find(&p->names, tail) == NONE))
			return s;
		s = str_sub(s, 0, (size_t)at);
	}
}

static func_id
function(struct cost_places *p, uint32_t fn, str_id file)
{
	struct builder_function row = { .system = p->g->fn.p[fn].name,
		.file = file };

	row.name =
		builder_string(p->b, plain(p, builder_str(p->b, row.system)));
	if (row.name == NONE)
		return NONE;
	return places_function(
		&p->func_of, (uint64_t)fn << 32 | file, p->b, &row);
}

static map_id
mapping(struct cost_places *p, str_id object)
{
	struct builder_mapping row = { .file = object,
		.has = MAP_FUNCTIONS | MAP_FILENAMES | MAP_LINES };

	return object != 0 ? places_mapping(&p->map_of, object, p->b, &row)
			   : NONE;
}

loc_id
cost_place(struct cost_places *p, uint32_t site)
{
	const struct cost_site *s = &p->g->site.p[site];
	const uint64_t bytes[] = { (uint64_t)s->fn << 32 | s->file,
		(uint64_t)s->line, s->address };
	uint32_t seen = intern_copy(&p->seen,
				str_from((const char *)bytes, sizeof(bytes))) -
		1;
	struct builder_line line = { .line = s->line };
	struct builder_location row = {
		.address = s->address, .line = &line, .nlines = 1
	};
	loc_id loc;

	if (seen < p->loc.n)
		return p->loc.p[seen];
	line.func = function(p, s->fn, s->file);
	row.map = mapping(p, p->g->fn.p[s->fn].object);
	loc = line.func == NONE || builder_err(p->b) != NULL
		? NONE
		: builder_location(p->b, &row);
	vec_push(&p->loc, loc);
	return loc;
}

void
cost_places_end(struct cost_places *p)
{
	for (size_t i = 0; i < p->g->fn.n; i++) {
		const struct cost_fn *fn = &p->g->fn.p[i];
		uint32_t map;

		if (!str_is(builder_str(p->b, fn->name), "main"))
			continue;
		map = map64_get(&p->map_of, fn->object);
		if (map != NONE && map < builder_mappings(p->b)) {
			builder_mapping_first(p->b, map);
			return;
		}
	}
}
