/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that grow row by row, and sealing them into a profile. */
#include "prelude.h"

#include "profile/builder.h"

#include <assert.h>

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/budget.h"
#include "profile/labels.h"
#include "profile/stacks.h"
#include "profile/trie.h"
#include "profile/unit.h"

enum { MANY_STRINGS = 4096 };

/* Tables are arrays of structs until the profile is sealed; samples, of which
   there are many, are columns from the start. */
struct type_row {
	str_id type, unit;
};

struct location_row {
	uint64_t id, address;
	map_id map;
	uint32_t line0;
	bool folded;
};

struct builder {
	struct profile *profile; /* only strings, arena and header are set
				    before sealing */
	struct budget budget;
	const struct progress *progress; /* or NULL; see builder_watch() */
	size_t looks;                    /* rows made so far, for looks_on() */
	size_t string_bytes;             /* bytes of budget used for strings */
	struct err err;
	VEC(struct type_row) type;
	VEC(struct builder_function) func;
	VEC(struct builder_mapping) map;
	VEC(struct location_row) loc;
	VEC(struct builder_line) line;
	VEC(str_id) comment;
	struct callgraph_rows callgraph;
	VEC(struct label) sort; /* scratch for builder_labels() */
	struct trie trie;
	struct labelsets labels;
	bool part, bulk, raw, times;
	/* Columns with room for `cap` samples. leaf[] has nodes or, after
	   builder_bulk(), indices into the stacks. */
	struct builder_bulk sample;
	size_t cap;
	int64_t times_from; /* see builder_times_from() */
};

/* Return the number of values per sample, raw values included. */
static inline size_t
builder_columns(const struct builder *b)
{
	return b->raw ? 2 * b->type.n : b->type.n;
}

struct builder *
builder_new(size_t max_bytes)
{
	struct builder *b = xcalloc(1, sizeof(*b));

	b->budget.max = max_bytes;
	b->profile = xcalloc(1, sizeof(*b->profile));
	atomic_init(&b->profile->refs, 1);
	b->profile->arena = (struct arena)ARENA_INIT;
	intern_init(&b->profile->strings, &b->profile->arena);
	trie_init(&b->trie, &b->budget);
	labelsets_init(&b->labels, &b->budget);
	b->times_from = INT64_MAX;
	return b;
}

void
builder_free(struct builder *b)
{
	if (b == NULL)
		return;
	free(b->sample.leaf);
	free(b->sample.labels);
	free(b->sample.time);
	for (size_t i = 0; b->sample.value != NULL && i < builder_columns(b);
		i++)
		free(b->sample.value[i]);
	free(b->sample.value);
	vec_free(&b->type);
	vec_free(&b->func);
	vec_free(&b->map);
	vec_free(&b->loc);
	vec_free(&b->line);
	vec_free(&b->comment);
	callgraph_rows_free(&b->callgraph);
	vec_free(&b->sort);
	trie_fini(&b->trie);
	builder_bulk_free(&b->sample);
	labelsets_fini(&b->labels);
	profile_unref(b->profile);
	free(b);
}

size_t
builder_bytes(const struct builder *b)
{
	return b->budget.used;
}

const struct err *
builder_err(const struct builder *b)
{
	return b->err.code == ERR_NONE ? NULL : &b->err;
}

static bool
failed(const struct builder *b)
{
	return b->err.code != ERR_NONE;
}

/* Set the error, unless there is one already. */
void
builder_fail(struct builder *b)
{
	char left[UNIT_TEXT_MAX];

	if (failed(b))
		return;
	if (progress_stopped(b->progress)) {
		err_set(&b->err, ERR_CANCELLED, "cancelled");
		return;
	}
	if (b->budget.max == 0 || b->budget.max > INT64_MAX) {
		err_set(&b->err, ERR_LIMIT, "more rows than 32 bits can count");
		return;
	}
	(void)unit_label(
		(int64_t)b->budget.max, STR("bytes"), STR("auto"), left);
	err_set(&b->err, ERR_LIMIT,
		"its tables need more than the %s left of the memory limit "
		"(see --max-memory)",
		left);
}

void
builder_part(struct builder *b)
{
	b->part = true;
}

bool
builder_is_part(const struct builder *b)
{
	return b->part;
}

void
builder_watch(struct builder *b, const struct progress *progress)
{
	b->progress = progress;
	b->budget.progress = progress;
}

bool
builder_goes_on(struct builder *b, size_t row)
{
	if (!failed(b) && progress_stops_at(b->progress, row))
		builder_fail(b);
	return !failed(b);
}

/* Like builder_goes_on(), for n more rows of any table. It stops readers whose
   own loops do not check. */
static bool
looks_on(struct builder *b, size_t n)
{
	size_t before = b->looks;

	b->looks += n;
	if (LIKELY(before / PROGRESS_STRIDE == b->looks / PROGRESS_STRIDE))
		return !failed(b);
	if (!failed(b) && progress_stopped(b->progress))
		builder_fail(b);
	return !failed(b);
}

void
builder_size(struct builder *b, size_t bytes)
{
	b->budget.max_steps =
		add_size(BUDGET_STEPS, mul_size(bytes, BUDGET_STEPS_PER_BYTE));
}

bool
builder_hold(struct builder *b, size_t bytes)
{
	if (!failed(b) && !budget_take(&b->budget, bytes))
		builder_fail(b);
	return !failed(b);
}

void
builder_release(struct builder *b, size_t bytes)
{
	budget_give(&b->budget, bytes);
}

bool
builder_steps(struct builder *b, size_t n)
{
	struct budget *s = &b->budget;
	uint64_t before = s->steps;

	s->steps += n;
	if (LIKELY(before / PROGRESS_STRIDE == s->steps / PROGRESS_STRIDE) ||
		failed(b))
		return !failed(b);
	if (progress_stopped(b->progress))
		err_set(&b->err, ERR_CANCELLED, "cancelled");
	else if (s->max_steps != 0 && s->steps > s->max_steps)
		err_set(&b->err, ERR_LIMIT,
			"it is damaged, or made to be slow: reading it takes "
			"too many steps for its size");
	return !failed(b);
}

/* Take the memory for `more` rows of `row` bytes in a table of n rows. */
static bool
builder_take(struct builder *b, size_t n, size_t more, size_t row)
{
	if (!looks_on(b, more))
		return false;
	if (n + more < NONE - 2 && budget_take(&b->budget, more * row))
		return true;
	builder_fail(b);
	return false;
}

/* Adjust the budget to the current size of the strings plus `more` bytes. */
static bool
take_strings(struct builder *b, size_t more)
{
	const struct intern *in = &b->profile->strings;
	size_t bytes = add_size(intern_bytes(in), b->profile->arena.held);

	bytes = add_size(bytes, more);
	budget_give(&b->budget, b->string_bytes);
	b->string_bytes = 0;
	if (in->n >= NONE - 2 || !budget_take(&b->budget, bytes)) {
		builder_fail(b);
		return false;
	}
	b->string_bytes = bytes;
	return true;
}

void
builder_strings_ahead(struct builder *b, size_t n)
{
	/* upper bound: at most four hash slots per string */
	const size_t row = sizeof(struct str) + 4 * sizeof(struct intern_slot);

	/* In a long list, half may be duplicates. The extra 64 are for strings
	   that the reader adds itself, which would double a full table. */
	n = n < MANY_STRINGS ? n + 64 : MANY_STRINGS;
	if (!b->part && !failed(b) && take_strings(b, n * row))
		intern_reserve(&b->profile->strings, n);
}

str_id
builder_file_string(struct builder *b, struct str s)
{
	struct intern *in = &b->profile->strings;

	if (!b->part)
		return builder_string(b, s);
	if (failed(b) ||
		(in->n == in->cap && !take_strings(b, intern_bytes(in))))
		return NONE;
	return intern_unlisted(in, s);
}

void
builder_own(struct builder *b, void *p, size_t n)
{
	arena_own(&b->profile->arena, p, n);
}

str_id
builder_string(struct builder *b, struct str s)
{
	return builder_string_near(b, s, NONE);
}

str_id
builder_string_near(struct builder *b, struct str s, str_id near)
{
	struct intern *in = &b->profile->strings;
	/* A full table doubles; a long string gets its own arena chunk. */
	size_t more = (in->n == in->cap ? intern_bytes(in) : 0) + s.n + 32;

	if (failed(b) || !take_strings(b, more))
		return NONE;
	return intern_copy_near(in, s, near);
}

void
builder_strings(struct builder *b, const struct str *s, size_t n, str_id *id)
{
	struct intern *in = &b->profile->strings;
	size_t more = in->n + n > in->cap ? intern_bytes(in) : 0;

	for (size_t i = 0; i < n; i++) {
		more = add_size(more, add_size(s[i].n, 32));
		id[i] = NONE;
	}
	for (size_t i = 0; b->part && i < n; i++)
		id[i] = builder_file_string(b, s[i]);
	if (!b->part && !failed(b) && take_strings(b, more))
		intern_copy_each(in, s, n, id);
}

void
builder_string_table(struct builder *b, const struct intern *from, str_id *id)
{
	struct intern *in = &b->profile->strings;
	size_t n = in->n < from->n ? from->n : from->n / 2, text = 0;

	for (size_t i = 0; i < from->n; i++) {
		text = add_size(text, from->str[i].n);
		id[i] = NONE;
	}
	n += in->n;
	if (failed(b) || !take_strings(b, add_size(text, intern_bytes(from))))
		return;
	intern_reserve(in, n);
	intern_copy_table(in, from, id);
}

void
builder_copy(struct builder *b, const struct profile *p)
{
	if (failed(b))
		return;
	if (!intern_copy_all(&b->profile->strings, &p->strings, b->progress) ||
		!labelsets_copy(&b->labels, &p->labels, b->progress))
		builder_fail(b);
	else
		(void)take_strings(b, 0);
}

/* A failed builder returned NONE instead of an id. */
struct str
builder_str(const struct builder *b, str_id id)
{
	return id != NONE ? intern_str(&b->profile->strings, id) : STR_EMPTY;
}

void
builder_type(struct builder *b, str_id type, str_id unit)
{
	struct type_row row = { type, unit };

	assert(b->sample.n == 0);
	if (builder_take(b, b->type.n, 1, sizeof(row)))
		vec_push(&b->type, row);
}

void
builder_raw(struct builder *b)
{
	assert(b->sample.n == 0);
	b->raw = true;
}

func_id
builder_function(struct builder *b, const struct builder_function *f)
{
	struct builder_function row = *f;

	if (!builder_take(b, b->func.n, 1, sizeof(row)))
		return NONE;
	if (row.id == 0)
		row.id = b->func.n + 1;
	vec_push(&b->func, row);
	return (func_id)(b->func.n - 1);
}

map_id
builder_mapping(struct builder *b, const struct builder_mapping *m)
{
	struct builder_mapping row = *m;

	if (!builder_take(b, b->map.n, 1, sizeof(row)))
		return NONE;
	if (row.id == 0)
		row.id = b->map.n + 1;
	vec_push(&b->map, row);
	return (map_id)(b->map.n - 1);
}

loc_id
builder_location(struct builder *b, const struct builder_location *l)
{
	struct location_row row = { .id = l->id,
		.address = l->address,
		.map = l->map,
		.line0 = (uint32_t)b->line.n,
		.folded = l->folded };

	if (!builder_take(b, b->loc.n, 1, sizeof(row)) ||
		!builder_take(b, b->line.n, l->nlines, sizeof(*l->line)))
		return NONE;
	assert(l->map == NONE || l->map < b->map.n);
	for (size_t i = 0; i < l->nlines; i++) {
		assert(l->line[i].func < b->func.n);
		vec_push(&b->line, l->line[i]);
	}
	if (row.id == 0)
		row.id = b->loc.n + 1;
	vec_push(&b->loc, row);
	return (loc_id)(b->loc.n - 1);
}

node_id
builder_stack(struct builder *b, const loc_id *leaf_first, size_t n)
{
	node_id node = looks_on(b, add_size(n, 1))
		? trie_stack(&b->trie, leaf_first, n)
		: NONE;

	if (node == NONE)
		builder_fail(b);
	return node;
}

node_id
builder_step(struct builder *b, node_id parent, loc_id loc)
{
	node_id node = looks_on(b, 1) ? trie_step(&b->trie, parent, loc) : NONE;

	if (node == NONE)
		builder_fail(b);
	return node;
}

bool
builder_graft(struct builder *b, const struct graft_side side[2])
{
	assert(b->trie.n == 1 && b->sample.trie.n == 0);
	if (!failed(b) &&
		!graft_tries(side, (uint32_t)b->loc.n, &b->budget, b->progress,
			&b->sample.trie))
		builder_fail(b);
	return !failed(b);
}

lset_id
builder_label_sets(const struct builder *b)
{
	return b->labels.n;
}

const struct label *
builder_label_set(const struct builder *b, lset_id set, size_t *n)
{
	uint32_t first = b->labels.first[set];

	*n = b->labels.first[set + 1] - first;
	return *n > 0 ? &b->labels.label[first] : NULL;
}

void
builder_labels_ahead(struct builder *b, struct label *label, size_t n)
{
	labelsets_ahead(&b->labels, &b->profile->strings, label, n);
}

lset_id
builder_labels(struct builder *b, const struct label *label, size_t n)
{
	lset_id id = NONE;

	if (looks_on(b, n)) {
		b->sort.n = 0;
		for (size_t i = 0; i < n; i++)
			vec_push(&b->sort, label[i]);
		id = labelsets_add(
			&b->labels, &b->profile->strings, b->sort.p, n);
	}
	if (id == NONE)
		builder_fail(b);
	return id;
}

struct label *
builder_labels_room(struct builder *b, size_t n)
{
	struct label *room = failed(b) ? NULL : labelsets_room(&b->labels, n);

	if (room == NULL)
		builder_fail(b);
	return room;
}

lset_id
builder_labels_filled(struct builder *b, struct label *room, size_t n)
{
	lset_id id = failed(b)
		? NONE
		: labelsets_add(&b->labels, &b->profile->strings, room, n);

	if (id == NONE)
		builder_fail(b);
	return id;
}

static bool
samples_grow(struct builder *b)
{
	size_t cap = budget_grow(&b->budget, b->cap, b->sample.n + 1,
		sizeof(node_id) + sizeof(lset_id) +
			(builder_columns(b) + b->times) * sizeof(int64_t));

	if (cap == 0)
		return false;
	if (b->sample.value == NULL)
		b->sample.value =
			xcalloc(builder_columns(b), sizeof(int64_t *));
	b->sample.leaf = xrealloc(b->sample.leaf, cap, sizeof(node_id));
	b->sample.labels = xrealloc(b->sample.labels, cap, sizeof(lset_id));
	for (size_t i = 0; i < builder_columns(b); i++)
		b->sample.value[i] =
			xrealloc(b->sample.value[i], cap, sizeof(int64_t));
	if (b->times)
		b->sample.time = xrealloc(b->sample.time, cap, sizeof(int64_t));
	b->cap = cap;
	return true;
}

int
builder_sample(
	struct builder *b, node_id leaf, lset_id labels, const int64_t *value)
{
	size_t n = b->sample.n;

	if (!looks_on(b, 1))
		return -1;
	assert(!b->bulk);
	assert(leaf < (b->sample.trie.n > 0 ? b->sample.trie.n : b->trie.n) &&
		labels < b->labels.n);
	if (n == b->cap && !samples_grow(b)) {
		builder_fail(b);
		return -1;
	}
	b->sample.leaf[n] = leaf;
	b->sample.labels[n] = labels;
	for (size_t i = 0; i < builder_columns(b); i++)
		b->sample.value[i][n] = value[i];
	if (b->times)
		b->sample.time[n] = 0;
	b->sample.n++;
	return 0;
}

void
builder_times(struct builder *b)
{
	assert(b->sample.n == 0);
	b->times = true;
}

void
builder_time(struct builder *b, int64_t nanos)
{
	assert(b->times);
	if (!failed(b))
		b->sample.time[b->sample.n - 1] = nanos;
}

void
builder_times_from(struct builder *b, int64_t nanos)
{
	b->times_from = nanos;
}

void
builder_times_of_sets(struct builder *b, const int64_t *of_set)
{
	size_t n = b->sample.n, timed = 0;

	assert(!b->times && !b->part);
	for (size_t i = 0; i < n; i++)
		timed += of_set[b->sample.labels[i]] != SAMPLE_UNTIMED;
	if (failed(b) || timed == 0 || timed < n - timed)
		return;
	if (!budget_take(&b->budget, mul_size(n, sizeof(*b->sample.time)))) {
		builder_fail(b);
		return;
	}
	b->times = true;
	b->sample.time = xmalloc(mul_size(n, sizeof(*b->sample.time)));
	for (size_t i = 0; i < n; i++)
		b->sample.time[i] = of_set[b->sample.labels[i]];
}

int
builder_bulk(struct builder *b, struct builder_bulk *bulk)
{
	size_t row = sizeof(node_id) + sizeof(lset_id) +
		(builder_columns(b) + b->times) * sizeof(int64_t);
	size_t stacks = add_size(mul_size(bulk->stacks.n, sizeof(uint32_t)),
		mul_size(bulk->stacks.nloc, sizeof(loc_id)));

	stacks = add_size(stacks,
		mul_size(bulk->trie.n, sizeof(node_id) + sizeof(loc_id)));
	assert(!b->bulk && b->sample.n == 0 && b->trie.n == 1);
	assert(b->times == (bulk->time != NULL));
	b->bulk = true;
	b->sample = *bulk;
	b->cap = bulk->n;
	*bulk = (struct builder_bulk){ .n = 0 };
	if (failed(b))
		return -1;
	if (budget_take(
		    &b->budget, add_size(stacks, mul_size(b->sample.n, row))))
		return 0;
	builder_fail(b);
	return -1;
}

void
builder_bulk_free(struct builder_bulk *bulk)
{
	stacks_free(&bulk->stacks);
	stacks_trie_free(&bulk->trie);
	free(bulk->node);
	bulk->node = NULL;
}

struct header *
builder_header(struct builder *b)
{
	return &b->profile->header;
}

void
builder_comment(struct builder *b, str_id text)
{
	if (builder_take(b, b->comment.n, 1, sizeof(text)))
		vec_push(&b->comment, text);
}

struct builder_mapping *
builder_mapping_at(struct builder *b, map_id map)
{
	assert(map < b->map.n);
	return &b->map.p[map];
}

void
builder_mapping_first(struct builder *b, map_id map)
{
	struct builder_mapping first = b->map.p[map];

	memmove(b->map.p + 1, b->map.p, map * sizeof(first));
	b->map.p[0] = first;
	for (size_t i = 0; i < b->map.n; i++)
		b->map.p[i].id = i + 1;
	for (size_t i = 0; i < b->loc.n; i++) {
		map_id *now = &b->loc.p[i].map;

		if (*now == map)
			*now = 0;
		else if (*now < map)
			++*now;
	}
}

struct callgraph_rows *
builder_callgraph(struct builder *b)
{
	return &b->callgraph;
}

uint32_t
builder_mappings(const struct builder *b)
{
	return (uint32_t)b->map.n;
}

void
builder_fake_mapping(struct builder *b)
{
	struct builder_mapping fake = { .id = 1 };

	if (b->map.n > 0 || builder_mapping(b, &fake) == NONE)
		return;
	for (size_t i = 0; i < b->loc.n; i++)
		b->loc.p[i].map = 0;
}

/* True if a string has a scheme, as in "https://host/x" or "app:x". Like Go's
   url.Parse() and IsAbs(), except that hosts are not validated. */
static bool
is_url(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f)
			return false;
	return str_scheme(s) > 0;
}

void
builder_blank_urls(struct builder *b)
{
	for (size_t i = 0; i < b->map.n; i++)
		if (b->map.p[i].build_id == 0 &&
			is_url(builder_str(b, b->map.p[i].file)))
			b->map.p[i].file = 0;
}

bool
builder_has_urls(const struct profile *p)
{
	for (map_id i = 0; i < p->map.n; i++)
		if (p->map.build_id[i] == 0 &&
			is_url(profile_str(p, p->map.file[i])))
			return true;
	return false;
}

/* ---- Sealing ---- */

/* Sealing copies rows into columns and puts the trie into preorder. Samples and
   labels are handed over without copying. When stopped, sealing leaves columns
   unfinished, as the profile is not returned. */

#define NEW(type, n) ARENA_ARRAY(&p->arena, type, (n))

/* Copy a field of all rows into a column that has room for another element. */
#define COLUMN(dst, type, rows, field) \
	do { \
		(dst) = NEW(type, (rows).n + 1); \
		for (size_t i_ = 0; i_ < (rows).n; i_++) { \
			if (i_ % PROGRESS_STRIDE == 0 && \
				!builder_goes_on(b, i_)) \
				break; \
			(dst)[i_] = (rows).p[i_].field; \
		} \
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

/* Trim a heap array to n rows and hand it over to the profile. */
static void *
builder_keep(struct profile *p, void *from, size_t n, size_t row)
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

/* Map the leaf of each sample from an old node or stack to a sealed node. */
static void
builder_number_leaves(struct builder *b, const node_id *now)
{
	for (size_t i = 0; i < b->sample.n && builder_goes_on(b, i); i++)
		b->sample.leaf[i] = now[b->sample.leaf[i]];
}

/* Copy the growing trie in preorder, and renumber the leaves of samples. */
static void
seal_trie(struct builder *b, struct profile *p)
{
	struct trie *t = &b->trie;
	node_id *now = xmalloc(mul_size(t->n, sizeof(*now)));

	trie_freeze(t);
	p->trie.n = t->n;
	if (!trie_preorder(t, now, b->progress)) {
		builder_fail(b);
		goto out;
	}
	p->trie.parent = NEW(node_id, t->n);
	p->trie.loc = NEW(loc_id, t->n);
	for (node_id i = 0; i < t->n && builder_goes_on(b, i); i++) {
		p->trie.parent[now[i]] = now[t->node[i].parent];
		p->trie.loc[now[i]] = t->node[i].loc;
	}
	builder_number_leaves(b, now);
out:
	trie_fini(t);
	free(now);
}

/* Hand over a trie that is in preorder: the one that the reader or
   builder_graft() made or, without one, a new one from the stacks of
   builder_bulk(). */
static void
seal_bulk(struct builder *b, struct profile *p)
{
	struct builder_bulk *all = &b->sample;
	struct stacks_trie *t = &all->trie;

	if (t->n == 0) {
		all->node = xmalloc(mul_size(all->stacks.n, sizeof(node_id)));
		if (!stacks_to_trie(&all->stacks, p->loc.n, &b->budget,
			    b->progress, t, all->node)) {
			builder_fail(b);
			return;
		}
	}
	stacks_free(&all->stacks);
	p->trie.n = t->n;
	p->trie.parent = builder_keep(p, t->parent, t->n, sizeof(node_id));
	p->trie.loc = builder_keep(p, t->loc, t->n, sizeof(loc_id));
	*t = (struct stacks_trie){ .n = 0 };
	if (all->node != NULL)
		builder_number_leaves(b, all->node);
	builder_bulk_free(all);
}

/* Hand over the samples and their labels. */
static void
seal_samples(struct builder *b, struct profile *p)
{
	size_t n = b->sample.n, columns = builder_columns(b);

	p->sample.n = n;
	p->sample.leaf = builder_keep(p, b->sample.leaf, n, sizeof(node_id));
	p->sample.labels =
		builder_keep(p, b->sample.labels, n, sizeof(lset_id));
	p->sample.value = NEW(int64_t *, columns);
	if (b->raw)
		p->sample.raw = p->sample.value + p->types.n;
	for (size_t i = 0; i < columns; i++)
		p->sample.value[i] = builder_keep(p,
			b->sample.value != NULL ? b->sample.value[i] : NULL, n,
			sizeof(int64_t));
	free(b->sample.value);
	if (b->times) {
		int64_t *time = b->sample.time;
		int64_t first = b->times_from;
		bool untimed = first != INT64_MAX;

		/* Make times relative to the earliest sample. */
		for (size_t i = 0; i < n && builder_goes_on(b, i); i++)
			if (time[i] < first &&
				!(untimed && time[i] == SAMPLE_UNTIMED))
				first = time[i];
		for (size_t i = 0; i < n && builder_goes_on(b, i); i++)
			if (!(untimed && time[i] == SAMPLE_UNTIMED) &&
				__builtin_sub_overflow(
					time[i], first, &time[i]))
				time[i] = INT64_MAX;
		p->sample.time =
			builder_keep(p, b->sample.time, n, sizeof(int64_t));
	}
	memset(&b->sample, 0, sizeof(b->sample));

	p->labels.n = b->labels.n;
	p->labels.label = builder_keep(p, b->labels.label,
		b->labels.first[b->labels.n], sizeof(struct label));
	p->labels.first = builder_keep(
		p, b->labels.first, b->labels.n + (size_t)1, sizeof(uint32_t));
	b->labels.label = NULL;
	b->labels.first = NULL;
}

struct profile *
builder_seal_part(
	struct builder *b, const struct stacks **stacks, struct err *err)
{
	struct profile *p = b->profile;

	if (!failed(b))
		seal_tables(b, p);
	if (!failed(b))
		seal_locations(b, p);
	if (!failed(b) && b->bulk && stacks != NULL) {
		struct stacks *s = &b->sample.stacks;

		*stacks = arena_dup(&p->arena, s, 1, sizeof(*s));
		arena_own(&p->arena, s->first, s->n * sizeof(*s->first));
		arena_own(&p->arena, s->loc, s->nloc * sizeof(*s->loc));
		*s = (struct stacks){ .n = 0 };
	} else if (!failed(b)) {
		if (b->bulk || b->sample.trie.n > 0)
			seal_bulk(b, p);
		else
			seal_trie(b, p);
	}
	if (!failed(b))
		seal_samples(b, p);
	if (failed(b)) {
		*err = b->err;
		builder_free(b);
		return NULL;
	}
	p->header.ncomments = (uint32_t)b->comment.n;
	p->header.comment =
		builder_keep(p, b->comment.p, b->comment.n, sizeof(str_id));
	b->comment.p = NULL;
	p->callgraph = callgraph_new(&b->callgraph, b->type.n, &p->arena);
	b->profile = NULL;
	builder_free(b);
	return p;
}

struct profile *
builder_seal(struct builder *b, struct err *err)
{
	struct profile *p = builder_seal_part(b, NULL, err);

#ifdef FT_DEBUG
	assert(p == NULL || profile_check(p));
#endif
	return p;
}
