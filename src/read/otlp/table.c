/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the dictionaries of OpenTelemetry's messages. */
#include "prelude.h"

#include "read/otlp/otlp.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "read/rows.h"

static const char *const table_names[OTLP_TABLES] = { "", "mappings",
	"locations", "functions", "links", "strings", "attributes", "stacks" };

/* ---- Errors ---- */

size_t
otlp_at(const struct otlp_dict *d, const char *p)
{
	const char *file = d->job->bytes.p;

	return (size_t)(p -
		(p >= file && p < file + d->job->bytes.n ? file
							 : d->message.p));
}

int
otlp_bad(const struct otlp_dict *d, const struct wire *w)
{
	return err_set(d->err, ERR_FORMAT, "%s (byte %zu)", w->bad,
		otlp_at(d, w->bytes.p + w->bad_at));
}

/* Get a row of a table. */
static int
otlp_row(struct otlp_dict *d, enum otlp_table table, uint64_t index,
	struct str in, struct str *row)
{
	const struct otlp_rows *t = &d->table[table];

	if (index < t->span.n) {
		*row = t->span.p[index];
		return 0;
	}
	return err_set(d->err, ERR_FORMAT,
		"index %" PRIu64 ", but only %zu %s (byte %zu)", index,
		t->span.n, table_names[table], otlp_at(d, in.p));
}

int
otlp_string(struct otlp_dict *d, uint64_t index, struct str in, str_id *id)
{
	struct otlp_rows *t = &d->table[OTLP_STRING];
	struct str text;

	*id = 0;
	if (index == 0 && !d->from_zero)
		return 0;
	if (otlp_row(d, OTLP_STRING, index, in, &text) != 0)
		return -1;
	if (t->made.p[index] == NONE)
		t->made.p[index] = builder_string(d->b, text);
	*id = t->made.p[index];
	return read_check(d->b, d->err);
}

/* ---- Repeated numbers ---- */

void
otlp_push(uint64_t **p, size_t *n, size_t *cap, uint64_t v)
{
	if (*n == *cap) {
		*cap = *cap < 8 ? 8 : 2 * *cap;
		*p = xrealloc(*p, *cap, sizeof(**p));
	}
	(*p)[(*n)++] = v;
}

uint64_t
otlp_fixed64(const char *p)
{
	uint64_t v = 0;

	for (int i = 8; i-- > 0;)
		v = v << 8 | (unsigned char)p[i];
	return v;
}

int
otlp_numbers(const struct otlp_dict *d, const struct wire_field *f,
	uint64_t **p, size_t *n, size_t *cap)
{
	struct wire w = wire_of(f->span);
	uint64_t v;
	int more;

	if (f->type == WIRE_VARINT)
		otlp_push(p, n, cap, f->value);
	else if (f->type == WIRE_FIXED64)
		otlp_push(p, n, cap, otlp_fixed64(f->span.p));
	if (f->type != WIRE_BYTES)
		return 0;
	while ((more = wire_number(&w, &v)) == 1)
		otlp_push(p, n, cap, v);
	return more == 0 ? 0 : otlp_bad(d, &w);
}

/* ---- Tables ---- */

int
otlp_tables(struct otlp_dict *d, struct str dictionary)
{
	struct wire w = wire_of(dictionary);
	struct wire_field f;
	size_t bytes = 0;
	int more;

	for (int t = 1; t < OTLP_TABLES; t++)
		d->table[t].span.n = d->table[t].made.n = 0;
	while ((more = wire_next(&w, &f)) == 1) {
		struct otlp_rows *t;

		if (f.number >= OTLP_TABLES || f.number == 0 ||
			f.type != WIRE_BYTES)
			continue;
		t = &d->table[f.number];
		vec_push(&t->span, f.span);
		vec_push(&t->made, NONE);
		bytes += sizeof(f.span) + sizeof(uint32_t);
		if (t->span.n % 4096 == 0 &&
			read_limit(d->job, 2 * bytes, "tables need", d->err) !=
				0)
			return -1;
	}
	d->from_zero = d->table[OTLP_STRING].span.n > 0 &&
		d->table[OTLP_STRING].span.p[0].n > 0;
	d->label.n = 0;
	for (size_t i = 0; i < d->table[OTLP_ATTRIBUTE].span.n; i++)
		vec_push(&d->label, ((struct label){ .key = NONE }));
	d->link.n = 0;
	for (size_t i = 0; i < 2 * d->table[OTLP_LINK].span.n; i++)
		vec_push(&d->link, ((struct label){ .key = NONE }));
	return more == 0 ? 0 : otlp_bad(d, &w);
}

/* ---- Attributes ---- */

/* Names of labels as in other readers. */
static const struct {
	const char *otel, *ours;
} renamed[] = { { "process.pid", "pid" }, { "thread.id", "tid" },
	{ "thread.name", "thread_comm" }, { "process.executable.name", "comm" },
	{ "cpu.logical_number", "cpu" } };

static str_id
attribute_key(struct otlp_dict *d, struct str key)
{
	for (size_t i = 0; i < COUNT_OF(renamed); i++)
		if (str_is(key, renamed[i].otel))
			return builder_string(d->b, str_c(renamed[i].ours));
	return builder_string(d->b, key);
}

static str_id
hex_string(struct otlp_dict *d, struct str bytes)
{
	struct strbuf hex = STRBUF_INIT;
	str_id id;

	for (size_t i = 0; i < bytes.n; i++)
		strbuf_addf(&hex, "%02x", (unsigned)(unsigned char)bytes.p[i]);
	id = builder_string(d->b, strbuf_str(&hex));
	strbuf_free(&hex);
	return id;
}

/* Read an AnyValue. A list cannot be a label; its key becomes NONE. */
static int
attribute_value(struct otlp_dict *d, struct str s, struct label *l)
{
	struct wire w = wire_of(s);
	struct wire_field f;
	uint64_t bits;
	double real;
	int more;

	l->str = builder_string(d->b, STR_EMPTY);
	while ((more = wire_next(&w, &f)) == 1) {
		if (f.number == 1 && f.type == WIRE_BYTES) {
			l->str = builder_string(d->b, f.span);
		} else if (f.number == 2 && f.type == WIRE_VARINT) {
			l->str = builder_string(d->b,
				f.value != 0 ? STR("true") : STR("false"));
		} else if (f.number == 3 && f.type == WIRE_VARINT) {
			l->str = NONE;
			l->num = (int64_t)f.value;
		} else if (f.number == 4 && f.type == WIRE_FIXED64) {
			char text[40];

			bits = otlp_fixed64(f.span.p);
			memcpy(&real, &bits, sizeof(real));
			(void)snprintf(text, sizeof(text), "%.17g", real);
			l->str = builder_string(d->b, str_c(text));
		} else if (f.number == 7 && f.type == WIRE_BYTES) {
			l->str = hex_string(d, f.span);
		} else if (f.number == 8 && f.type == WIRE_VARINT) {
			if (otlp_string(d, f.value, s, &l->str) != 0)
				return -1;
		} else if (f.number == 5 || f.number == 6) {
			l->key = NONE;
			d->skipped++;
			return 0;
		}
	}
	return more == 0 ? 0 : otlp_bad(d, &w);
}

int
otlp_label(
	struct otlp_dict *d, struct str s, unsigned key_index, struct label *l)
{
	struct wire w = wire_of(s);
	struct str value = STR_EMPTY;
	struct wire_field f;
	str_id id;
	int more;

	*l = (struct label){ .key = 0, .str = 0 };
	while ((more = wire_next(&w, &f)) == 1) {
		if (f.number == 1 && f.type == WIRE_BYTES) {
			l->key = attribute_key(d, f.span);
		} else if (f.number == 2 && f.type == WIRE_BYTES) {
			value = f.span;
		} else if (f.type == WIRE_VARINT && f.number == key_index) {
			if (otlp_string(d, f.value, s, &id) != 0)
				return -1;
			l->key = attribute_key(d, builder_str(d->b, id));
		} else if (f.type == WIRE_VARINT && f.number == 3) {
			if (otlp_string(d, f.value, s, &l->unit) != 0)
				return -1;
		}
	}
	if (more != 0)
		return otlp_bad(d, &w);
	if (read_check(d->b, d->err) != 0 || attribute_value(d, value, l) != 0)
		return -1;
	if (l->str != NONE)
		l->unit = 0;
	if (l->key == 0)
		l->key = NONE;
	return read_check(d->b, d->err);
}

int
otlp_table_label(
	struct otlp_dict *d, uint64_t index, struct str in, struct label *l)
{
	struct otlp_rows *t = &d->table[OTLP_ATTRIBUTE];
	struct str row;

	if (otlp_row(d, OTLP_ATTRIBUTE, index, in, &row) != 0)
		return -1;
	if (t->made.p[index] == NONE) {
		if (otlp_label(d, row, 1, &d->label.p[index]) != 0)
			return -1;
		t->made.p[index] = 0;
	}
	*l = d->label.p[index];
	return 0;
}

int
otlp_link(struct otlp_dict *d, uint64_t index, struct str in,
	struct label label[2])
{
	static const struct {
		const char *key;
		size_t bytes;
	} id[] = { { "trace_id", 16 }, { "span_id", 8 } };
	struct otlp_rows *t = &d->table[OTLP_LINK];
	struct label *made;
	struct str row;
	struct wire_field f;
	struct wire w;
	int more;

	label[0] = label[1] = (struct label){ .key = NONE };
	if (index == 0)
		return 0;
	if (otlp_row(d, OTLP_LINK, index, in, &row) != 0)
		return -1;
	made = &d->link.p[2 * index];
	w = wire_of(row);
	more = t->made.p[index] == NONE ? 1 : 0;
	while (more == 1 && (more = wire_next(&w, &f)) == 1) {
		bool is_set = false;

		if (f.number < 1 || f.number > 2 || f.type != WIRE_BYTES)
			continue;
		for (size_t i = 0; i < f.span.n; i++)
			is_set = is_set || f.span.p[i] != '\0';
		if (f.span.n != id[f.number - 1].bytes)
			d->odd_ids += f.span.n > 0;
		else if (is_set)
			made[f.number - 1] = (struct label){
				.key = builder_string(
					d->b, str_c(id[f.number - 1].key)),
				.str = hex_string(d, f.span)
			};
	}
	if (more != 0)
		return otlp_bad(d, &w);
	t->made.p[index] = 0;
	label[0] = made[0];
	label[1] = made[1];
	return read_check(d->b, d->err);
}

/* Get the text of the attribute `key` among d->attributes[from ..], or "". */
static int
find_attribute(struct otlp_dict *d, size_t from, struct str in, const char *key,
	struct str *text)
{
	*text = STR_EMPTY;
	for (size_t i = from; i < d->attributes.n; i++) {
		struct label l;

		if (otlp_table_label(d, d->attributes.p[i], in, &l) != 0)
			return -1;
		if (l.key != NONE && l.str != NONE &&
			str_is(builder_str(d->b, l.key), key))
			*text = builder_str(d->b, l.str);
	}
	return 0;
}

/* Return the row in the builder; NONE if not made yet or out of range. */
static inline uint32_t
otlp_made(const struct otlp_rows *t, uint64_t index)
{
	return index < t->made.n ? t->made.p[index] : NONE;
}

/* ---- Functions, mappings, locations, stacks ---- */

static int
otlp_function(struct otlp_dict *d, uint64_t index, struct str in, func_id *func)
{
	struct otlp_rows *t = &d->table[OTLP_FUNCTION];
	struct builder_function row = { .start_line = 0 };
	struct wire_field f;
	struct wire w;
	struct str span;
	int more;

	*func = otlp_made(t, index);
	if (*func != NONE)
		return 0;
	if (otlp_row(d, OTLP_FUNCTION, index, in, &span) != 0)
		return -1;
	w = wire_of(span);
	while ((more = wire_next(&w, &f)) == 1) {
		str_id *to = f.number == 1 ? &row.name
			: f.number == 2    ? &row.system
			: f.number == 3    ? &row.file
					   : NULL;

		if (f.type != WIRE_VARINT)
			continue;
		if (f.number == 4)
			row.start_line = (int64_t)f.value;
		else if (to != NULL && otlp_string(d, f.value, span, to) != 0)
			return -1;
	}
	if (more != 0)
		return otlp_bad(d, &w);
	if (row.name == 0)
		row.name = row.system != 0
			? row.system
			: builder_string(d->b, STR("[unknown]"));
	*func = t->made.p[index] = builder_function(d->b, &row);
	return read_check(d->b, d->err);
}

static int
otlp_mapping(struct otlp_dict *d, uint64_t index, struct str in, map_id *map)
{
	struct otlp_rows *t = &d->table[OTLP_MAPPING];
	struct builder_mapping row = { .has = 0 };
	struct str span, build_id, other;
	size_t attributes = d->attributes.n;
	struct wire_field f;
	struct wire w;
	int more;

	*map = otlp_made(t, index);
	if (*map != NONE)
		return 0;
	if (otlp_row(d, OTLP_MAPPING, index, in, &span) != 0)
		return -1;
	w = wire_of(span);
	while ((more = wire_next(&w, &f)) == 1) {
		if (f.number == 1)
			row.start = f.value;
		else if (f.number == 2)
			row.limit = f.value;
		else if (f.number == 3)
			row.offset = f.value;
		else if (f.number == 4 && f.type == WIRE_VARINT &&
			otlp_string(d, f.value, span, &row.file) != 0)
			return -1;
		else if (f.number == 5 &&
			OTLP_NUMBERS(d, &f, &d->attributes) != 0)
			return -1;
	}
	if (more != 0)
		return otlp_bad(d, &w);
	if (find_attribute(d, attributes, span,
		    "process.executable.build_id.gnu", &build_id) != 0 ||
		find_attribute(d, attributes, span,
			"process.executable.build_id.htlhash", &other) != 0)
		return -1;
	d->attributes.n = attributes;
	row.build_id = builder_string(d->b, build_id.n > 0 ? build_id : other);
	*map = t->made.p[index] = builder_mapping(d->b, &row);
	return read_check(d->b, d->err);
}

static int
otlp_line(struct otlp_dict *d, struct str s)
{
	struct builder_line line = { .func = NONE };
	struct wire w = wire_of(s);
	struct wire_field f;
	int more;

	while ((more = wire_next(&w, &f)) == 1) {
		if (f.type != WIRE_VARINT)
			continue;
		if (f.number == 1 && (f.value != 0 || d->from_zero) &&
			otlp_function(d, f.value, s, &line.func) != 0)
			return -1;
		if (f.number == 2)
			line.line = (int64_t)f.value;
		if (f.number == 3)
			line.column = (int64_t)f.value;
	}
	if (more != 0)
		return otlp_bad(d, &w);
	if (line.func != NONE)
		vec_push(&d->line, line);
	return 0;
}

static int
otlp_location(struct otlp_dict *d, uint64_t index, struct str in, loc_id *loc)
{
	struct otlp_rows *t = &d->table[OTLP_LOCATION];
	struct builder_location row = { .map = NONE };
	size_t attributes = d->attributes.n;
	struct wire_field f;
	struct wire w;
	struct str span;
	int more;

	*loc = otlp_made(t, index);
	if (*loc != NONE)
		return 0;
	if (otlp_row(d, OTLP_LOCATION, index, in, &span) != 0)
		return -1;
	d->line.n = 0;
	w = wire_of(span);
	while ((more = wire_next(&w, &f)) == 1) {
		if (f.number == 1 && f.type == WIRE_VARINT && f.value != 0 &&
			otlp_mapping(d, f.value, span, &row.map) != 0)
			return -1;
		if (f.number == 2 && f.type == WIRE_VARINT)
			row.address = f.value;
		if (f.number == 3 && f.type == WIRE_BYTES &&
			otlp_line(d, f.span) != 0)
			return -1;
		if (f.number == d->location_attributes &&
			OTLP_NUMBERS(d, &f, &d->attributes) != 0)
			return -1;
	}
	if (more != 0)
		return otlp_bad(d, &w);
	/* Without a mapping, use "[kernel]" or "[cpython]", by frame type. */
	if (row.map == NONE) {
		struct strbuf name = STRBUF_INIT;
		struct str type;

		if (find_attribute(d, attributes, span, "profile.frame.type",
			    &type) != 0)
			return -1;
		if (type.n != 0 && !str_is(type, "native")) {
			strbuf_add3(&name, "[", type, "]");
			row.map = loctable_mapping(&d->map_of, d->b,
				builder_string(d->b, strbuf_str(&name)),
				MAP_ALL);
			strbuf_free(&name);
		}
	}
	d->attributes.n = attributes;
	if (d->line.n == 0 && row.address == 0) {
		if (d->unknown == NONE)
			d->unknown = builder_function(d->b,
				&(struct builder_function){
					.name = builder_string(
						d->b, STR("[unknown]")) });
		if (d->unknown != NONE)
			vec_push(&d->line,
				((struct builder_line){ .func = d->unknown }));
	}
	if (read_check(d->b, d->err) != 0)
		return -1;
	row.line = d->line.p;
	row.nlines = d->line.n;
	*loc = t->made.p[index] = builder_location(d->b, &row);
	return read_check(d->b, d->err);
}

int
otlp_locations(struct otlp_dict *d, const uint64_t *index, size_t n,
	struct str in, uint32_t *stack)
{
	uint32_t first = (uint32_t)d->stack_loc.n;
	size_t more = sizeof(loc_id) * vec_more(&d->stack_loc, first + n + 1) +
		sizeof(first) * vec_more(&d->stack_first, d->stack_first.n + 1);
	loc_id loc;

	if (d->stack_loc.n + n >= NONE - 1)
		return err_set(d->err, ERR_LIMIT,
			"more frames than 32 bits can count");
	if (!builder_hold(d->b, more) || !builder_steps(d->b, n))
		return read_check(d->b, d->err);
	d->held += more;
	vec_reserve(&d->stack_loc, first + n + 1);
	for (size_t i = n; i-- > 0;) {
		if (otlp_location(d, index[i], in, &loc) != 0) {
			d->stack_loc.n = first;
			return -1;
		}
		vec_push(&d->stack_loc, loc);
	}
	vec_push(&d->stack_loc, NONE);
	*stack = (uint32_t)d->stack_first.n;
	vec_push(&d->stack_first, first);
	return 0;
}

int
otlp_stack(struct otlp_dict *d, uint64_t index, struct str in, uint32_t *stack)
{
	struct otlp_rows *t = &d->table[OTLP_STACK];
	struct wire_field f;
	struct wire w;
	struct str span;
	int more, rc = 0;

	/* Index 0 is the empty stack, even in an empty table. */
	if (index == 0 && t->span.n == 0) {
		if (d->no_stack == NONE)
			return otlp_locations(d, NULL, 0, in, &d->no_stack) != 0
				? -1
				: otlp_stack(d, index, in, stack);
		*stack = d->no_stack;
		return 0;
	}
	*stack = otlp_made(t, index);
	if (*stack != NONE)
		return 0;
	if (otlp_row(d, OTLP_STACK, index, in, &span) != 0)
		return -1;
	w = wire_of(span);
	d->indices.n = 0;
	while (rc == 0 && (more = wire_next(&w, &f)) == 1)
		if (f.number == 1)
			rc = OTLP_NUMBERS(d, &f, &d->indices);
	if (rc != 0 || more != 0)
		return rc != 0 ? rc : otlp_bad(d, &w);
	if (otlp_locations(d, d->indices.p, d->indices.n, span, stack) != 0)
		return -1;
	t->made.p[index] = *stack;
	return 0;
}

void
otlp_tables_free(struct otlp_dict *d)
{
	for (int t = 0; t < OTLP_TABLES; t++) {
		vec_free(&d->table[t].span);
		vec_free(&d->table[t].made);
	}
	map64_free(&d->map_of);
	bytes_free(&d->inflated);
	vec_free(&d->label);
	vec_free(&d->link);
	vec_free(&d->attributes);
	vec_free(&d->indices);
	vec_free(&d->stack_first);
	vec_free(&d->stack_loc);
	vec_free(&d->line);
}
