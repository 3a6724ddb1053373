/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mapping the rows of a profile to rows of the merged profile. */
#include "prelude.h"

#include "profile/merge_internal.h"

#include "base/bits.h"
#include "base/compiler.h"
#include "base/num.h"
#include "base/xalloc.h"

enum { PAGE = 0x1000 };

void
remap_keys_init(struct remap_keys *k, struct builder *b)
{
	*k = (struct remap_keys){ .builder = b };
	intern_init(&k->maps, &k->arena);
	intern_init(&k->funcs, &k->arena);
	intern_init(&k->locs, &k->arena);
}

static void
forget_last(struct remap_keys *k)
{
	profile_unref(k->last.profile);
	arena_free(&k->last.arena);
	k->last = (struct remap){ .profile = NULL };
}

void
remap_keys_fini(struct remap_keys *k)
{
	forget_last(k);
	intern_fini(&k->maps);
	intern_fini(&k->funcs);
	intern_fini(&k->locs);
	vec_free(&k->start);
	vec_free(&k->path);
	vec_free(&k->stack);
	vec_free(&k->label);
	vec_free(&k->line);
	vec_free(&k->key);
	arena_free(&k->arena);
}

/* True if n rows of a column are the same in a and b. */
#define SAME(column, n) \
	((n) == 0 || \
		memcmp(a->column, b->column, (n) * sizeof(*a->column)) == 0)

/* True if all tables are equal, ignoring the ids in the files. */
static bool
same_tables(const struct profile *a, const struct profile *b)
{
	size_t nloc = a->loc.n, nline = a->line.n, nfunc = a->func.n;
	size_t nmap = a->map.n;
	bool same;

	if (nloc != b->loc.n || nline != b->line.n || nfunc != b->func.n ||
		nmap != b->map.n || !SAME(loc.address, nloc) ||
		!SAME(loc.map, nloc) || !SAME(loc.folded, nloc) ||
		!SAME(loc.line0, nloc) || !SAME(line.func, nline) ||
		!SAME(line.line, nline) || !SAME(line.column, nline) ||
		!SAME(func.name, nfunc) || !SAME(func.system, nfunc) ||
		!SAME(func.file, nfunc) || !SAME(func.start_line, nfunc) ||
		!SAME(map.start, nmap) || !SAME(map.limit, nmap) ||
		!SAME(map.offset, nmap) || !SAME(map.file, nmap) ||
		!SAME(map.build_id, nmap) || !SAME(map.has, nmap))
		return false;
	same = a->strings.n == b->strings.n;
	for (str_id i = 0; same && i < a->strings.n; i++)
		same = str_eq(profile_str(a, i), profile_str(b, i));
	return same;
}

/* Return n ids copied from r->like, or all NONE. */
#define IDS_LIKE(r, column, n) \
	((r)->like == NULL ? ids_in(&(r)->arena, n) \
			   : arena_dup(&(r)->arena, (r)->like->column, n, \
				     sizeof(*(r)->column)))

void
remap_init(struct remap *r, struct remap_keys *k, const struct profile *p,
	const struct stacks *stacks)
{
	const struct remap *last = &k->last;

	*r = (struct remap){ .keys = k,
		.profile = p,
		.stacks = stacks,
		.extra = { .key = NONE } };
	if (last->profile != NULL && same_tables(last->profile, p))
		r->like = last;
	r->string = IDS_LIKE(r, string, p->strings.n);
	r->map = IDS_LIKE(r, map, p->map.n);
	r->func = IDS_LIKE(r, func, p->func.n);
	r->loc = IDS_LIKE(r, loc, p->loc.n);
	r->node = ids_in(&r->arena, stacks != NULL ? stacks->n : p->trie.n);
	r->labels = ids_in(&r->arena, p->labels.n);
	if (stacks == NULL)
		r->node[0] = 0;
}

void
remap_fini(struct remap *r)
{
	forget_last(r->keys);
	if (r->stacks != NULL) {
		r->keys->last = *r;
		(void)profile_ref(r->profile);
	} else {
		arena_free(&r->arena);
	}
}

/* Return the row of a key of n numbers, and whether the row is new. */
static uint32_t
key_row(struct intern *in, uint32_t *next, const uint64_t *key, size_t n,
	bool *is_new)
{
	size_t before = in->n;
	struct str bytes = { (const char *)key, n * sizeof(*key) };
	uint32_t id = intern_copy_near(in, bytes, *next);

	*next = id + 1;
	*is_new = in->n != before;
	return id - 1;
}

str_id
remap_string(struct remap *r, str_id string)
{
	struct remap_keys *k = r->keys;

	if (r->string[string] == NONE) {
		r->string[string] = builder_string_near(k->builder,
			profile_str(r->profile, string), k->next.string);
		k->next.string = r->string[string] + 1;
	}
	return r->string[string];
}

map_id
remap_mapping(struct remap *r, map_id map)
{
	const struct profile *p = r->profile;
	struct remap_keys *k = r->keys;
	struct builder_mapping row;
	uint64_t size, key[3];
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
	key[0] = size - size % PAGE;
	key[1] = row.offset;
	key[2] = row.build_id != 0 ? row.build_id : row.file;
	r->map[map] =
		key_row(&k->maps, &k->next.map, key, COUNT_OF(key), &is_new);
	if (is_new) {
		(void)builder_mapping(k->builder, &row);
		vec_push(&k->start, row.start);
	}
	return r->map[map];
}

/* ---- Functions ---- */

enum { FUNCTION_KEY = 4 };

static struct builder_function
function_row(struct remap *r, func_id func, uint64_t key[FUNCTION_KEY])
{
	const struct profile *p = r->profile;
	struct builder_function row = { .name = remap_string(
						r, p->func.name[func]),
		.system = remap_string(r, p->func.system[func]),
		.file = remap_string(r, p->func.file[func]),
		.start_line = p->func.start_line[func] };

	key[0] = (uint64_t)row.start_line;
	key[1] = row.name;
	key[2] = row.system;
	key[3] = row.file;
	return row;
}

func_id
remap_function(struct remap *r, func_id func)
{
	struct remap_keys *k = r->keys;
	struct builder_function row;
	uint64_t key[FUNCTION_KEY];
	bool is_new;

	if (r->func[func] != NONE)
		return r->func[func];
	row = function_row(r, func, key);
	r->func[func] =
		key_row(&k->funcs, &k->next.func, key, COUNT_OF(key), &is_new);
	if (is_new)
		(void)builder_function(k->builder, &row);
	return r->func[func];
}

/* ---- Locations ---- */

/* Return a location with new ids. Appends its key and lines to *r->keys. */
static struct builder_location
location_row(struct remap *r, loc_id loc)
{
	const struct profile *p = r->profile;
	struct remap_keys *k = r->keys;
	map_id own = p->loc.map[loc];
	uint32_t first = p->loc.line0[loc], end = p->loc.line0[loc + 1];
	struct builder_location row = { .address = p->loc.address[loc],
		.map = remap_mapping(r, own),
		.folded = p->loc.folded[loc] != 0,
		.nlines = end - first };

	/* Compare offsets: the mapping may start at a different address. */
	if (own != NONE)
		row.address -= p->map.start[own];
	vec_push(&k->key, row.address);
	vec_push(&k->key, row.map);
	vec_push(&k->key, row.folded);
	vec_push(&k->key, end > first ? (uint64_t)p->line.column[end - 1] : 0);
	for (uint32_t i = first; i < end; i++) {
		struct builder_line line = { .func = remap_function(
						     r, p->line.func[i]),
			.line = p->line.line[i],
			.column = p->line.column[i] };

		vec_push(&k->line, line);
		vec_push(&k->key, line.func);
		vec_push(&k->key, (uint64_t)line.line);
	}
	if (own != NONE)
		row.address += k->start.p[row.map];
	return row;
}

loc_id
remap_location(struct remap *r, loc_id loc)
{
	if (r->loc[loc] == NONE) {
		struct remap_keys *k = r->keys;
		struct builder_location row;
		loc_id to;
		bool is_new;

		k->key.n = k->line.n = 0;
		row = location_row(r, loc);
		row.line = k->line.p;
		to = key_row(
			&k->locs, &k->next.loc, k->key.p, k->key.n, &is_new);
		if (is_new && builder_err(k->builder) == NULL)
			(void)builder_location(k->builder, &row);
		r->loc[loc] = to;
	}
	return r->loc[loc];
}

node_id
remap_stack(struct remap *r, node_id leaf)
{
	const struct profile *p = r->profile;
	struct remap_keys *k = r->keys;
	node_id at;

	if (r->node[leaf] != NONE)
		return r->node[leaf];
	if (r->stacks != NULL) {
		const struct stacks *s = r->stacks;
		const struct stacks *last =
			r->like != NULL ? r->like->stacks : NULL;
		const loc_id *loc = s->loc + s->first[leaf];
		size_t n = stacks_length(s, leaf);

		/* If the previous part has the same tables, reuse the node of
		   its stack with the same number if the stacks are equal. */
		if (last != NULL && leaf < last->n &&
			stacks_length(last, leaf) == n &&
			memcmp(loc, last->loc + last->first[leaf],
				n * sizeof(*loc)) == 0)
			r->node[leaf] = r->like->node[leaf];
		if (r->node[leaf] != NONE)
			return r->node[leaf];
		k->stack.n = 0;
		vec_reserve(&k->stack, n);
		while (n > 0)
			k->stack.p[k->stack.n++] = remap_location(r, loc[--n]);
		if (builder_err(k->builder) == NULL)
			r->node[leaf] = builder_stack(
				k->builder, k->stack.p, k->stack.n);
		return r->node[leaf];
	}
	k->path.n = 0;
	/* Leaf first: pprof numbers new locations in this order. */
	for (node_id n = leaf; r->node[n] == NONE; n = p->trie.parent[n]) {
		(void)remap_location(r, p->trie.loc[n]);
		vec_push(&k->path, n);
	}
	at = r->node[p->trie.parent[k->path.p[k->path.n - 1]]];
	while (k->path.n > 0 && builder_err(k->builder) == NULL) {
		node_id n = k->path.p[--k->path.n];

		at = builder_step(k->builder, at, r->loc[p->trie.loc[n]]);
		r->node[n] = at;
	}
	return r->node[leaf];
}

/* ---- All stacks ---- */

/* Mapping one stack after the other is slow, as its nodes are scattered in
   memory. Instead, find the order in which samples first use locations, map the
   locations in this order, and make the nodes in preorder. */

bool
remap_find_uses(struct remap *r, const struct progress *progress)
{
	enum { AHEAD = 16 };
	const struct profile *p = r->profile;
	const node_id *leaf = p->sample.leaf;
	struct bits seen = bits_new(p->trie.n), used = bits_new(p->loc.n);
	loc_id *loc = ARENA_ARRAY(&r->arena, loc_id, p->loc.n);
	size_t nodes = 1, n = 0;

	bits_set(&seen, 0);
	for (size_t s = 0; s < p->sample.n; s++) {
		if (progress_stops_at(progress, s)) {
			nodes = 0;
			break;
		}
		if (p->sample.n - s > AHEAD) {
			PREFETCH(&p->trie.parent[leaf[s + AHEAD]]);
			PREFETCH(&p->trie.loc[leaf[s + AHEAD]]);
		}
		for (node_id at = leaf[s]; !bits_get(&seen, at);
			at = p->trie.parent[at]) {
			bits_set(&seen, at);
			nodes++;
			if (bits_get(&used, p->trie.loc[at]))
				continue;
			bits_set(&used, p->trie.loc[at]);
			loc[n++] = p->trie.loc[at];
		}
	}
	free(seen.word);
	free(used.word);
	r->uses.loc = loc;
	/* Give up if some nodes have no samples, as they must not be mapped. */
	r->uses.n = nodes == p->trie.n ? n : 0;
	return r->uses.n > 0;
}

/* Rows looked up together, so that their cache misses overlap. */
enum { BATCH = 64 };

static void
add_function_batch(struct remap *r, const func_id *func, size_t n)
{
	struct remap_keys *k = r->keys;
	struct builder_function row[BATCH];
	uint64_t key[BATCH][FUNCTION_KEY];
	struct str bytes[BATCH] = { STR_EMPTY };
	uint32_t id[BATCH];
	size_t known = k->funcs.n;

	for (size_t i = 0; i < n; i++) {
		row[i] = function_row(r, func[i], key[i]);
		bytes[i] = (struct str){ (const char *)key[i], sizeof(key[i]) };
	}
	intern_copy_each(&k->funcs, bytes, n, id);
	for (size_t i = 0; i < n; i++) {
		r->func[func[i]] = id[i] - 1;
		if (id[i] == known) {
			known++;
			(void)builder_function(k->builder, &row[i]);
		}
	}
}

static void
add_location_batch(struct remap *r, const loc_id *loc, size_t n)
{
	struct remap_keys *k = r->keys;
	struct builder_location row[BATCH];
	size_t end[BATCH], known = k->locs.n;
	struct str bytes[BATCH] = { STR_EMPTY };
	uint32_t id[BATCH];
	size_t at = 0;

	k->key.n = k->line.n = 0;
	for (size_t i = 0; i < n; i++) {
		row[i] = location_row(r, loc[i]);
		end[i] = k->key.n;
	}
	for (size_t i = 0; i < n; i++) {
		size_t begin = i > 0 ? end[i - 1] : 0;

		bytes[i] = (struct str){ (const char *)(k->key.p + begin),
			(end[i] - begin) * sizeof(*k->key.p) };
	}
	intern_copy_each(&k->locs, bytes, n, id);
	for (size_t i = 0; i < n; i++) {
		r->loc[loc[i]] = id[i] - 1;
		row[i].line = row[i].nlines > 0 ? &k->line.p[at] : NULL;
		at += row[i].nlines;
		if (id[i] != known)
			continue;
		known++;
		if (builder_err(k->builder) == NULL)
			(void)builder_location(k->builder, &row[i]);
	}
}

void
remap_strings(struct remap *r)
{
	builder_string_table(r->keys->builder, &r->profile->strings, r->string);
}

bool
remap_uses(struct remap *r)
{
	struct bits taken;
	bool distinct = true;

	for (size_t i = 0; i < r->uses.n; i += BATCH) {
		size_t n = r->uses.n - i < BATCH ? r->uses.n - i : BATCH;
		const loc_id *loc;
		const struct profile *p;
		func_id some[BATCH];
		size_t m = 0;

		if (!builder_goes_on(r->keys->builder, i))
			return false;
		/* List the functions that are not mapped yet. */
		loc = r->uses.loc + i;
		p = r->profile;
		for (size_t j = 0; j < n; j++)
			for (line_id k = p->loc.line0[loc[j]];
				k < p->loc.line0[loc[j] + 1]; k++) {
				func_id func = p->line.func[k];

				if (r->func[func] != NONE)
					continue;
				/* Mark the function as listed. */
				r->func[func] = NONE - 1;
				some[m++] = func;
				if (m == BATCH) {
					add_function_batch(r, some, m);
					m = 0;
				}
			}
		add_function_batch(r, some, m);
		add_location_batch(r, r->uses.loc + i, n);
	}
	taken = bits_new(r->keys->locs.n);
	for (size_t i = 0; i < r->uses.n && distinct; i++) {
		loc_id to = r->loc[r->uses.loc[i]];

		distinct = !bits_get(&taken, to);
		bits_set(&taken, to);
	}
	free(taken.word);
	return distinct && builder_err(r->keys->builder) == NULL;
}

bool
remap_stacks(struct remap *r, const struct progress *progress)
{
	const struct profile *p = r->profile;
	bool all = remap_find_uses(r, progress);

	if (all) {
		remap_strings(r);
		all = remap_uses(r);
	}
	for (node_id n = 1; all && n < p->trie.n; n++) {
		if (progress_stops_at(progress, n))
			break;
		r->node[n] = builder_step(r->keys->builder,
			r->node[p->trie.parent[n]], r->loc[p->trie.loc[n]]);
		all = r->node[n] != NONE;
	}
	r->distinct = all;
	return !progress_stopped(progress);
}

bool
remap_graft(struct remap r[2])
{
	struct graft_side side[2];

	for (size_t k = 0; k < 2; k++)
		side[k] = (struct graft_side){ .n = r[k].profile->trie.n,
			.parent = r[k].profile->trie.parent,
			.loc = r[k].profile->trie.loc,
			.to = r[k].loc,
			.now = r[k].node };
	r[0].distinct = r[1].distinct = builder_graft(r[0].keys->builder, side);
	return r[0].distinct;
}

lset_id
remap_labels(struct remap *r, lset_id set)
{
	const struct labels *l = &r->profile->labels;
	struct remap_keys *k = r->keys;

	if (r->labels[set] != NONE)
		return r->labels[set];
	k->label.n = 0;
	for (uint32_t i = l->first[set]; i < l->first[set + 1]; i++) {
		struct label label = l->label[i];

		label.key = remap_string(r, label.key);
		if (label.str != NONE)
			label.str = remap_string(r, label.str);
		label.unit = remap_string(r, label.unit);
		if (label.str == NONE || label.key != r->extra.key)
			vec_push(&k->label, label);
	}
	if (r->extra.key != NONE)
		vec_push(&k->label, r->extra);
	if (builder_err(k->builder) == NULL)
		r->labels[set] =
			builder_labels(k->builder, k->label.p, k->label.n);
	return r->labels[set];
}
