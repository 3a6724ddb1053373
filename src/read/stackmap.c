/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects stacks of plain symbols for a builder. */
#include "prelude.h"

#include "read/stackmap.h"

#include "base/ascii.h"
#include "base/decimal.h"
#include "base/strbuf.h"
#include "read/rows.h"

void
stack_map_init(struct stack_map *m, struct builder *b)
{
	*m = (struct stack_map){ .b = b };
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

void
stack_map_forget(struct stack_map *m)
{
	m->stack.n = m->label.n = 0;
	m->unwound = (struct unwound)UNWOUND_LEAF;
}

void
stack_map_frame(
	struct stack_map *m, struct str map, struct str symbol, uint64_t found)
{
	bool is_kernel = unwound_is_kernel(found) || str_is(map, "[kernel]");
	uint64_t address = unwound_address(
		&m->unwound, unwound_kind(symbol, is_kernel), found);
	str_id file = builder_string(m->b, map);
	struct builder_function f = { .name = builder_string(m->b, symbol) };
	const uint64_t key[] = { (uint64_t)file << 32 | f.name, address };
	struct builder_line line = { .func = 0 };
	struct builder_location row = {
		.address = address, .line = &line, .nlines = 1
	};
	uint32_t seen;

	f.system = f.name;
	seen = intern_copy(&m->seen, str_from((const char *)key, sizeof(key))) -
		1;
	if (seen < m->loc.n) {
		vec_push(&m->stack, m->loc.p[seen]);
		return;
	}
	row.map = loctable_mapping(&m->map_of, m->b, 0, 0);
	if (file != 0)
		row.map =
			loctable_mapping(&m->map_of, m->b, file, MAP_FUNCTIONS);
	line.func = loctable_function(&m->func_of, f.name, m->b, &f);
	vec_push(&m->loc, builder_location(m->b, &row));
	vec_push(&m->stack, m->loc.p[seen]);
}

void
stack_map_label(struct stack_map *m, struct str key, struct str value)
{
	vec_push(&m->label,
		((struct label){ .key = builder_string(m->b, key),
			.str = builder_string(m->b, value) }));
}

void
stack_map_key(struct stack_map *m, struct str value)
{
	struct strbuf key = STRBUF_INIT;

	strbuf_addf(&key, "key%zu", m->label.n + 1);
	stack_map_label(m, strbuf_str(&key), value);
	strbuf_free(&key);
}

bool
stack_map_number(struct str text, int64_t *value, bool *clipped)
{
	for (size_t i = 0; i < text.n; i++)
		if (!ascii_is_digit(text.p[i]) &&
			(i > 0 || text.n == 1 || text.p[i] != '-'))
			return false;
	return decimal_read(text, 0, value, clipped);
}

void
stack_map_sample(struct stack_map *m, struct str type, int64_t value)
{
	struct stack_row row = { .value = value };
	str_id name = builder_string(m->b, type);

	while (row.type < m->type.n && m->type.p[row.type] != name)
		row.type++;
	if (row.type == m->type.n)
		vec_push(&m->type, name);
	row.leaf = builder_stack(m->b, m->stack.p, m->stack.n);
	row.labels = builder_labels(m->b, m->label.p, m->label.n);
	vec_push(&m->row, row);
	stack_map_forget(m);
}

int
stack_map_end(struct stack_map *m)
{
	int64_t *value = xcalloc(m->type.n + 1, sizeof(*value));
	str_id unit =
		builder_string(m->b, m->unit.n > 0 ? m->unit : STR("count"));

	for (size_t i = 0; i < m->type.n; i++)
		builder_type(m->b, m->type.p[i], unit);
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
