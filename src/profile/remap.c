/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a profile in another: see remap.h. */
#include "config.h"

#include "profile/remap.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { PAGE = 0x1000 };

void
remap_keys_init(struct remap_keys *k, struct builder *b)
{
	*k = (struct remap_keys){ .builder = b };
	intern_init(&k->maps, &k->arena);
	intern_init(&k->funcs, &k->arena);
	intern_init(&k->locs, &k->arena);
}

void
remap_keys_fini(struct remap_keys *k)
{
	intern_fini(&k->maps);
	intern_fini(&k->funcs);
	intern_fini(&k->locs);
	strbuf_free(&k->key);
	free(k->start);
	arena_free(&k->arena);
}

void
remap_init(struct remap *r, struct remap_keys *k, const struct profile *p)
{
	*r = (struct remap){
		.keys = k, .profile = p, .extra = { .key = NONE }
	};
	r->string = ids_in(&r->arena, p->strings.n);
	r->map = ids_in(&r->arena, p->map.n);
	r->func = ids_in(&r->arena, p->func.n);
	r->loc = ids_in(&r->arena, p->loc.n);
	r->node = ids_in(&r->arena, p->trie.n);
	r->labels = ids_in(&r->arena, p->labels.n);
	r->node[0] = 0;
}

void
remap_fini(struct remap *r)
{
	arena_free(&r->arena);
}

static void
key_start(struct remap_keys *k)
{
	strbuf_reset(&k->key);
}

static void
remap_key_add(struct remap_keys *k, uint64_t part)
{
	char bytes[sizeof(part)];

	memcpy(bytes, &part, sizeof(part));
	strbuf_add(&k->key, str_from(bytes, sizeof(bytes)));
}

/* The row of the key, and whether it is new. */
static uint32_t
key_row(struct intern *in, const struct strbuf *key, bool *is_new)
{
	size_t before = in->n;
	uint32_t row = intern_copy(in, strbuf_str(key)) - 1;

	*is_new = in->n != before;
	return row;
}

str_id
remap_string(struct remap *r, str_id string)
{
	if (r->string[string] == NONE)
		r->string[string] = builder_string(
			r->keys->builder, profile_str(r->profile, string));
	return r->string[string];
}

/* Remember where a new mapping starts. */
static void
start_put(struct remap_keys *k, map_id map, uint64_t start)
{
	if (map >= k->start_cap) {
		k->start_cap = (size_t)map * 2 + 8;
		k->start = xrealloc(k->start, k->start_cap, sizeof(*k->start));
	}
	k->start[map] = start;
}

map_id
remap_mapping(struct remap *r, map_id map)
{
	const struct profile *p = r->profile;
	struct remap_keys *k = r->keys;
	struct builder_mapping row;
	uint64_t size;
	bool is_new;

	if (map == NONE || r->map[map] != NONE)
		return map == NONE ? NONE : r->map[map];
	row = (struct builder_mapping){ .start = p->map.start[map],
		.limit = p->map.limit[map],
		.offset = p->map.offset[map],
		.file = remap_string(r, p->map.file[map]),
		.build_id = remap_string(r, p->map.build_id[map]),
		.has = p->map.has[map] };
	size = row.limit - row.start + PAGE - 1;
	key_start(k);
	remap_key_add(k, size - size % PAGE);
	remap_key_add(k, row.offset);
	remap_key_add(k, row.build_id != 0 ? row.build_id : row.file);
	r->map[map] = key_row(&k->maps, &k->key, &is_new);
	if (is_new) {
		(void)builder_mapping(k->builder, &row);
		start_put(k, r->map[map], row.start);
	}
	return r->map[map];
}

static func_id
remap_function(struct remap *r, func_id func)
{
	const struct profile *p = r->profile;
	struct remap_keys *k = r->keys;
	struct builder_function row;
	bool is_new;

	if (r->func[func] != NONE)
		return r->func[func];
	row = (struct builder_function){ .name = remap_string(
						 r, p->func.name[func]),
		.system = remap_string(r, p->func.system[func]),
		.file = remap_string(r, p->func.file[func]),
		.start_line = p->func.start_line[func] };
	key_start(k);
	remap_key_add(k, (uint64_t)row.start_line);
	remap_key_add(k, row.name);
	remap_key_add(k, row.system);
	remap_key_add(k, row.file);
	r->func[func] = key_row(&k->funcs, &k->key, &is_new);
	if (is_new)
		(void)builder_function(k->builder, &row);
	return r->func[func];
}

/* The lines of a location, in the new profile's functions. */
static struct builder_line *
remap_lines(struct remap *r, loc_id loc, size_t *n)
{
	const struct profile *p = r->profile;
	uint32_t first = p->loc.line0[loc];
	struct builder_line *line;

	*n = p->loc.line0[loc + 1] - first;
	line = xmalloc(mul_size(*n, sizeof(*line)));
	for (size_t i = 0; i < *n; i++)
		line[i] = (struct builder_line){
			.func = remap_function(r, p->line.func[first + i]),
			.line = p->line.line[first + i],
			.column = p->line.column[first + i]
		};
	return line;
}

static loc_id
add_location(struct remap *r, loc_id loc)
{
	const struct profile *p = r->profile;
	struct remap_keys *k = r->keys;
	map_id own = p->loc.map[loc];
	struct builder_location row = { .address = p->loc.address[loc],
		.map = remap_mapping(r, own),
		.folded = p->loc.folded[loc] != 0 };
	struct builder_line *line = remap_lines(r, loc, &row.nlines);
	uint64_t address = row.address;
	loc_id to;
	bool is_new;

	if (own != NONE) {
		/* The same file, loaded elsewhere. */
		address -= p->map.start[own];
		row.address = address + k->start[row.map];
	}
	key_start(k);
	remap_key_add(k, address);
	remap_key_add(k, row.map);
	remap_key_add(k, row.folded);
	for (size_t i = 0; i < row.nlines; i++) {
		remap_key_add(k, line[i].func);
		remap_key_add(k, (uint64_t)line[i].line);
	}
	if (row.nlines > 0)
		remap_key_add(k, (uint64_t)line[row.nlines - 1].column);
	to = key_row(&k->locs, &k->key, &is_new);
	row.line = line;
	if (is_new && builder_err(k->builder) == NULL)
		(void)builder_location(k->builder, &row);
	free(line);
	return to;
}

static loc_id
location(struct remap *r, loc_id loc)
{
	if (r->loc[loc] == NONE)
		r->loc[loc] = add_location(r, loc);
	return r->loc[loc];
}

node_id
remap_stack(struct remap *r, node_id leaf)
{
	const struct profile *p = r->profile;
	VEC(node_id) path = { 0 };
	node_id at;

	/* Leaf first: the order in which pprof numbers what is new. */
	for (node_id n = leaf; r->node[n] == NONE; n = p->trie.parent[n]) {
		(void)location(r, p->trie.loc[n]);
		vec_push(&path, n);
	}
	at = r->node[path.n > 0 ? p->trie.parent[path.p[path.n - 1]] : leaf];
	while (path.n > 0 && builder_err(r->keys->builder) == NULL) {
		node_id n = path.p[--path.n];

		at = builder_step(r->keys->builder, at, r->loc[p->trie.loc[n]]);
		r->node[n] = at;
	}
	vec_free(&path);
	return r->node[leaf];
}

lset_id
remap_labels(struct remap *r, lset_id set)
{
	const struct labels *l = &r->profile->labels;
	VEC(struct label) to = { 0 };

	if (r->labels[set] != NONE)
		return r->labels[set];
	for (uint32_t i = l->first[set]; i < l->first[set + 1]; i++) {
		struct label label = l->label[i];

		label.key = remap_string(r, label.key);
		if (label.str != NONE)
			label.str = remap_string(r, label.str);
		label.unit = remap_string(r, label.unit);
		if (label.str == NONE || label.key != r->extra.key)
			vec_push(&to, label);
	}
	if (r->extra.key != NONE)
		vec_push(&to, r->extra);
	if (builder_err(r->keys->builder) == NULL)
		r->labels[set] = builder_labels(r->keys->builder, to.p, to.n);
	vec_free(&to);
	return r->labels[set];
}
