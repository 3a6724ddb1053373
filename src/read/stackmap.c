/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of plain symbols: see stackmap.h. */
#include "config.h"

#include "read/stackmap.h"

#include "base/ascii.h"
#include "base/strbuf.h"
#include "read/loctable.h"

#include "base/banned.h"

void
stack_map_init(struct stack_map *m, struct builder *b)
{
	memset(m, 0, sizeof(*m));
	m->b = b;
	intern_init(&m->seen, &m->arena);
}

void
stack_map_fini(struct stack_map *m)
{
	intern_fini(&m->seen);
	arena_free(&m->arena);
	vec_free(&m->loc);
	map64_free(&m->func_of);
	map64_free(&m->map_of);
	vec_free(&m->type);
	vec_free(&m->row);
	vec_free(&m->stack);
	vec_free(&m->label);
}

loc_id
stack_map_frame(struct stack_map *m, struct str map, struct str symbol,
	uint64_t address)
{
	str_id file = builder_string(m->b, map);
	struct builder_function f = { .name = builder_string(m->b, symbol) };
	const uint64_t key[] = { (uint64_t)file << 32 | f.name, address };
	struct builder_line line = { .func = 0 };
	struct builder_location row = {
		.address = address, .line = &line, .nlines = 1
	};
	uint32_t seen;

	f.system = f.name;
	if (builder_err(m->b) != NULL)
		return NONE;
	seen = intern_copy(&m->seen, str_from((const char *)key, sizeof(key))) -
		1;
	if (seen < m->loc.n)
		return m->loc.p[seen];
	row.map = loctable_mapping(&m->map_of, m->b, 0, 0);
	if (file != 0)
		row.map =
			loctable_mapping(&m->map_of, m->b, file, MAP_FUNCTIONS);
	line.func = loctable_function(&m->func_of, f.name, m->b, &f);
	if (builder_err(m->b) != NULL)
		return NONE;
	vec_push(&m->loc, builder_location(m->b, &row));
	return m->loc.p[seen];
}

void
stack_map_key(struct stack_map *m, struct str value)
{
	struct strbuf key = STRBUF_INIT;
	struct label l = { .str = builder_string(m->b, value) };

	strbuf_addf(&key, "key%zu", m->label.n + 1);
	l.key = builder_string(m->b, strbuf_str(&key));
	strbuf_free(&key);
	if (l.str != NONE && l.key != NONE)
		vec_push(&m->label, l);
}

static uint32_t
type_of(struct stack_map *m, struct str type)
{
	str_id name = builder_string(m->b, type);

	for (uint32_t i = 0; i < m->type.n; i++)
		if (m->type.p[i] == name)
			return i;
	if (name == NONE)
		return NONE;
	vec_push(&m->type, name);
	return (uint32_t)m->type.n - 1;
}

void
stack_map_sample(struct stack_map *m, struct str type, int64_t value)
{
	struct stack_row row = { .value = value, .type = type_of(m, type) };

	row.leaf = builder_stack(m->b, m->stack.p, m->stack.n);
	row.labels = builder_labels(m->b, m->label.p, m->label.n);
	if (row.leaf != NONE && row.labels != NONE && row.type != NONE)
		vec_push(&m->row, row);
	m->stack.n = m->label.n = 0;
}

int
stack_map_end(struct stack_map *m)
{
	int64_t *value = xcalloc(m->type.n + 1, sizeof(*value));
	str_id count = builder_string(m->b, STR("count"));

	for (size_t i = 0; i < m->type.n; i++)
		builder_type(m->b, m->type.p[i], count);
	for (size_t i = 0; i < m->row.n && builder_err(m->b) == NULL; i++) {
		const struct stack_row *row = &m->row.p[i];

		value[row->type] = row->value;
		(void)builder_sample(m->b, row->leaf, row->labels, value);
		value[row->type] = 0;
	}
	if (m->type.n > 0)
		builder_header(m->b)->default_type = m->type.p[0];
	free(value);
	return m->row.n > 0 && builder_err(m->b) == NULL ? 0 : -1;
}

struct str
stack_map_symbol(struct str s)
{
	ptrdiff_t plus = str_rchr(s, '+');
	struct str tail = plus > 0 ? str_skip(s, (size_t)plus + 1) : STR_EMPTY;

	if (str_starts(tail, STR("0x")))
		tail = str_skip(tail, 2);
	if (tail.n == 0)
		return s;
	for (size_t i = 0; i < tail.n; i++)
		if (ascii_low_hex(tail.p[i]) < 0)
			return s;
	return str_sub(s, 0, (size_t)plus);
}
