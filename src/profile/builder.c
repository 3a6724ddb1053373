/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that grow: see builder.h. seal.c makes a profile of them. */
#include "config.h"

#include "profile/builder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "profile/builderrows.h"
#include "profile/unit.h"

#include "base/banned.h"

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
	return b;
}

static void
samples_free(struct builder *b)
{
	free(b->sample.leaf);
	free(b->sample.labels);
	free(b->sample.time);
	for (size_t i = 0;
		b->sample.value != NULL && i < builder_columns(b); i++)
		free(b->sample.value[i]);
	free(b->sample.value);
}

void
builder_free(struct builder *b)
{
	if (b == NULL)
		return;
	samples_free(b);
	vec_free(&b->type);
	vec_free(&b->func);
	vec_free(&b->map);
	vec_free(&b->loc);
	vec_free(&b->line);
	vec_free(&b->comment);
	vec_free(&b->sort);
	trie_fini(&b->trie);
	stacks_free(&b->stacks);
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

/* The first refusal stays. */
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
builder_watch(struct builder *b, const struct progress *progress)
{
	b->progress = progress;
}

bool
builder_goes_on(struct builder *b, size_t row)
{
	if (!failed(b) && progress_stops_at(b->progress, row))
		builder_fail(b);
	return !failed(b);
}

/* May a table of n rows get `more`, of `row` bytes each? */
static bool
take(struct builder *b, size_t n, size_t more, size_t row)
{
	if (failed(b))
		return false;
	if (n + more < NONE - 2 && budget_take(&b->budget, more * row))
		return true;
	builder_fail(b);
	return false;
}

/* Count the strings and what there will be `more`, in bytes. */
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

str_id
builder_string(struct builder *b, struct str s)
{
	struct intern *in = &b->profile->strings;
	/* A full table doubles, a long string gets its own chunk. */
	size_t more = (in->n == in->cap ? intern_bytes(in) : 0) + s.n + 32;

	if (failed(b) || !take_strings(b, more))
		return NONE;
	return intern_copy(in, s);
}

int
builder_strings(struct builder *b, const struct profile *p)
{
	if (failed(b))
		return -1;
	if (intern_copy_all(&b->profile->strings, &p->strings, b->progress))
		return take_strings(b, 0) ? 0 : -1;
	builder_fail(b);
	return -1;
}

int
builder_label_sets(struct builder *b, const struct profile *p)
{
	if (!failed(b) && !labelsets_copy(&b->labels, &p->labels, b->progress))
		builder_fail(b);
	return failed(b) ? -1 : 0;
}

struct str
builder_str(const struct builder *b, str_id id)
{
	return intern_str(&b->profile->strings, id);
}

void
builder_type(struct builder *b, str_id type, str_id unit)
{
	struct type_row row = { type, unit };

	assert(b->sample.n == 0);
	if (take(b, b->type.n, 1, sizeof(row)))
		vec_push(&b->type, row);
}

void
builder_raw(struct builder *b)
{
	assert(b->sample.n == 0);
	b->sample.raw = true;
}

func_id
builder_function(struct builder *b, const struct builder_function *f)
{
	struct builder_function row = *f;

	if (!take(b, b->func.n, 1, sizeof(row)))
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

	if (!take(b, b->map.n, 1, sizeof(row)))
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

	assert(l->map == NONE || l->map < b->map.n);
	if (!take(b, b->loc.n, 1, sizeof(row)) ||
		!take(b, b->line.n, l->nlines, sizeof(*l->line)))
		return NONE;
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
	node_id node = failed(b) ? NONE : trie_stack(&b->trie, leaf_first, n);

	if (node == NONE)
		builder_fail(b);
	return node;
}

node_id
builder_step(struct builder *b, node_id parent, loc_id loc)
{
	node_id node = failed(b) ? NONE : trie_step(&b->trie, parent, loc);

	if (node == NONE)
		builder_fail(b);
	return node;
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

	if (!failed(b)) {
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

static size_t
sample_bytes(const struct builder *b)
{
	return sizeof(node_id) + sizeof(lset_id) +
		(builder_columns(b) + b->sample.times) * sizeof(int64_t);
}

static bool
samples_grow(struct builder *b)
{
	size_t cap = budget_grow(
		&b->budget, b->sample.cap, b->sample.n + 1, sample_bytes(b));

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
	if (b->sample.times)
		b->sample.time =
			xrealloc(b->sample.time, cap, sizeof(int64_t));
	b->sample.cap = cap;
	return true;
}

int
builder_sample(
	struct builder *b, node_id leaf, lset_id labels, const int64_t *value)
{
	size_t n = b->sample.n;

	if (failed(b))
		return -1;
	assert(!b->bulk);
	assert(leaf < b->trie.n && labels < b->labels.n);
	if (n == b->sample.cap && !samples_grow(b)) {
		builder_fail(b);
		return -1;
	}
	b->sample.leaf[n] = leaf;
	b->sample.labels[n] = labels;
	for (size_t i = 0; i < builder_columns(b); i++)
		b->sample.value[i][n] = value[i];
	if (b->sample.times)
		b->sample.time[n] = 0;
	b->sample.n++;
	return 0;
}

void
builder_times(struct builder *b)
{
	assert(b->sample.n == 0);
	b->sample.times = true;
}

void
builder_time(struct builder *b, int64_t nanos)
{
	assert(b->sample.times);
	if (!failed(b))
		b->sample.time[b->sample.n - 1] = nanos;
}

int
builder_bulk(struct builder *b, struct builder_bulk *bulk)
{
	size_t row = sample_bytes(b);
	size_t stacks = add_size(mul_size(bulk->stacks.n, sizeof(uint32_t)),
		mul_size(bulk->stacks.nloc, sizeof(loc_id)));

	assert(!b->bulk && b->sample.n == 0 && b->trie.n == 1);
	assert(b->sample.times == (bulk->time != NULL));
	b->bulk = true;
	b->stacks = bulk->stacks;
	b->sample.n = b->sample.cap = bulk->n;
	b->sample.leaf = bulk->stack;
	b->sample.labels = bulk->labels;
	b->sample.value = bulk->value;
	b->sample.time = bulk->time;
	*bulk = (struct builder_bulk){ .n = 0 };
	if (failed(b))
		return -1;
	if (budget_take(&b->budget,
		    add_size(stacks, mul_size(b->sample.n, row))))
		return 0;
	builder_fail(b);
	return -1;
}

struct header *
builder_header(struct builder *b)
{
	return &b->profile->header;
}

void
builder_comment(struct builder *b, str_id text)
{
	if (take(b, b->comment.n, 1, sizeof(text)))
		vec_push(&b->comment, text);
}

void
builder_mapping_has(struct builder *b, map_id map, uint8_t has)
{
	b->map.p[map].has |= has;
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

uint32_t
builder_mappings(const struct builder *b)
{
	return (uint32_t)b->map.n;
}

void
builder_main_file(struct builder *b, str_id file)
{
	assert(b->map.n > 0);
	if (file != NONE)
		b->map.p[0].file = file;
}

void
builder_main_build_id(struct builder *b, str_id build_id)
{
	assert(b->map.n > 0);
	if (build_id != NONE && b->map.p[0].build_id == 0)
		b->map.p[0].build_id = build_id;
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

/* Has it a scheme, as in "https://host/x" or "app:x"? Go's url.Parse and
   IsAbs, without the finer points of hosts. */
static bool
is_url(struct str s)
{
	ptrdiff_t colon = str_chr(s, ':');

	for (ptrdiff_t i = 0; i < colon; i++) {
		char c = s.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		if (!letter && (i == 0 || strchr("0123456789+-.", c) == NULL))
			return false;
	}
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f)
			return false;
	return colon > 0;
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
