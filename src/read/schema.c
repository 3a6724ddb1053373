/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields of profile.proto: see schema.h. */
#include "config.h"

#include "read/schema.h"

#include "base/banned.h"

static const struct schema label = { "label",
	{ [1] = 'n', [2] = 'n', [3] = 'n', [4] = 'n' }, { NULL } };
static const struct schema line = { "line", { [1] = 'n', [2] = 'n', [3] = 'n' },
	{ NULL } };

const struct schema schema_value_type = { "value type",
	{ [1] = 'n', [2] = 'n' }, { NULL } };

const struct schema schema_sample = { "sample",
	{ [1] = 'p', [2] = 'p', [3] = 'm' }, { [3] = &label } };

const struct schema schema_mapping = { "mapping",
	{ [1] = 'n',
		[2] = 'n',
		[3] = 'n',
		[4] = 'n',
		[5] = 'n',
		[6] = 'n',
		[7] = 'n',
		[8] = 'n',
		[9] = 'n',
		[10] = 'n' },
	{ NULL } };

const struct schema schema_location = { "location",
	{ [1] = 'n', [2] = 'n', [3] = 'n', [4] = 'm', [5] = 'n' },
	{ [4] = &line } };

const struct schema schema_function = { "function",
	{ [1] = 'n', [2] = 'n', [3] = 'n', [4] = 'n', [5] = 'n' }, { NULL } };

const struct schema schema_profile = { "profile",
	{ [1] = 'm',
		[2] = 'm',
		[3] = 'm',
		[4] = 'm',
		[5] = 'm',
		[6] = 's',
		[7] = 'n',
		[8] = 'n',
		[9] = 'n',
		[10] = 'n',
		[11] = 'm',
		[12] = 'n',
		[13] = 'p',
		[14] = 'n',
		[15] = 'n' },
	{ [1] = &schema_value_type,
		[2] = &schema_sample,
		[3] = &schema_mapping,
		[4] = &schema_location,
		[5] = &schema_function,
		[11] = &schema_value_type } };

bool
schema_allows(const struct schema *s, const struct wire_field *f)
{
	if (!schema_knows(s, f->number))
		return true;
	switch (s->kind[f->number]) {
	case 'n':
		return f->type == WIRE_VARINT;
	case 'p':
		return f->type == WIRE_VARINT || f->type == WIRE_BYTES;
	default:
		return f->type == WIRE_BYTES;
	}
}

/* The first number of a packed field that is none. */
static const char *
explain_packed(struct str bytes, size_t *at)
{
	struct wire w = wire_of(bytes);
	uint64_t value;
	int more;

	do
		more = wire_number(&w, &value);
	while (more > 0);
	*at = w.bad_at;
	return more < 0 ? w.bad : NULL;
}

const char *
schema_explain(const struct schema *s, struct str bytes, size_t *at)
{
	struct wire w = wire_of(bytes);
	struct wire_field f;
	int more;

	while ((more = wire_next(&w, &f)) > 0) {
		const char *why = NULL;

		*at = f.at;
		if (!schema_allows(s, &f))
			return "a field has the wrong wire type";
		if (f.type != WIRE_BYTES || !schema_knows(s, f.number))
			continue;
		if (s->kind[f.number] == 'p')
			why = explain_packed(f.span, at);
		else if (s->sub[f.number] != NULL)
			why = schema_explain(s->sub[f.number], f.span, at);
		if (why != NULL) {
			*at += (size_t)(f.span.p - bytes.p);
			return why;
		}
	}
	if (more == 0)
		return NULL;
	*at = w.bad_at;
	return w.bad;
}

static void
put_number(struct strbuf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		strbuf_addch(out, (char)(unsigned char)(v | 0x80));
	strbuf_addch(out, (char)(unsigned char)v);
}

static void
plain_packed(struct str bytes, struct strbuf *out)
{
	struct wire w = wire_of(bytes);
	uint64_t value;

	while (wire_number(&w, &value) > 0)
		put_number(out, value);
}

void
schema_plain(const struct schema *s, struct str bytes, struct strbuf *out)
{
	struct wire w = wire_of(bytes);
	struct strbuf inner = STRBUF_INIT;
	struct wire_field f;

	while (wire_next(&w, &f) > 0) {
		if (!schema_knows(s, f.number))
			continue;
		put_number(out, f.number << 3 | f.type);
		if (f.type == WIRE_VARINT) {
			put_number(out, f.value);
			continue;
		}
		strbuf_reset(&inner);
		if (s->kind[f.number] == 'p')
			plain_packed(f.span, &inner);
		else if (s->sub[f.number] != NULL)
			schema_plain(s->sub[f.number], f.span, &inner);
		else
			strbuf_add(&inner, f.span);
		put_number(out, inner.n);
		strbuf_add(out, strbuf_str(&inner));
	}
	strbuf_free(&inner);
}
