/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decodes protobuf's wire format, and the fields of profile.proto. */
#include "prelude.h"

#include "read/protowire.h"

/* ---- Fields ---- */

static int
wire_bad(struct wire *w, size_t at, const char *why)
{
	w->bad = why;
	w->bad_at = at;
	return -1;
}

static inline int
take_number(struct wire *w, uint64_t *value)
{
	const unsigned char *p = (const unsigned char *)w->bytes.p + w->pos;
	size_t left = w->bytes.n - w->pos;
	const unsigned char *next;

	if (left > 0 && *p < 0x80) {
		*value = *p;
		w->pos++;
		return 0;
	}
	next = wire_varint(p, p + left, value);
	if (next == NULL)
		return wire_bad(w, w->pos,
			left < WIRE_NUMBER_MAX
				? "truncated within a number"
				: "a number has more than 10 bytes");
	w->pos += (size_t)(next - p);
	return 0;
}

/* Take n bytes of content. */
static int
wire_take(struct wire *w, uint64_t n, struct str *span)
{
	if (n > w->bytes.n - w->pos)
		return wire_bad(w, w->pos, "a field reaches beyond the end");
	*span = str_from(w->bytes.p + w->pos, (size_t)n);
	w->pos += (size_t)n;
	return 0;
}

int
wire_any_field(struct wire *w, struct wire_field *f)
{
	uint64_t key, n;

	if (w->pos == w->bytes.n)
		return 0;
	f->at = w->pos;
	f->number = 0;
	if (take_number(w, &key) != 0)
		return -1;
	f->number = key >> 3;
	f->type = key & 7;
	f->value = 0;
	switch (f->type) {
	case WIRE_VARINT:
		return take_number(w, &f->value) != 0 ? -1 : 1;
	case WIRE_BYTES:
		if (take_number(w, &n) != 0)
			return -1;
		return wire_take(w, n, &f->span) != 0 ? -1 : 1;
	case WIRE_FIXED64:
		return wire_take(w, 8, &f->span) != 0 ? -1 : 1;
	case WIRE_FIXED32:
		return wire_take(w, 4, &f->span) != 0 ? -1 : 1;
	default:
		w->pos = f->at;
		return wire_bad(w, f->at, "a field has an unknown wire type");
	}
}

int
wire_any_number(struct wire *w, uint64_t *value)
{
	if (w->pos == w->bytes.n)
		return 0;
	return take_number(w, value) != 0 ? -1 : 1;
}

/* ---- The fields of profile.proto ---- */

/* schema.kind[i] belongs to field i; there is no field 0. */
static const struct schema schema_label = { "label", "\0nnnn", { NULL } };
static const struct schema schema_line = { "line", "\0nnn", { NULL } };
const struct schema schema_value_type = { "value type", "\0nn", { NULL } };
const struct schema schema_sample = { "sample", "\0ppm",
	{ [3] = &schema_label } };
const struct schema schema_mapping = { "mapping", "\0nnnnnnnnnn", { NULL } };
const struct schema schema_location = { "location", "\0nnnmn",
	{ [4] = &schema_line } };
const struct schema schema_function = { "function", "\0nnnnn", { NULL } };
const struct schema schema_profile = { "profile", "\0mmmmmsnnnnmnpnn",
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
		if (s->kind[f.number] == 'p') {
			struct wire packed_w = wire_of(f.span);
			uint64_t value;
			int packed_more;

			/* Find a bad number in a packed field. */
			do
				packed_more = wire_number(&packed_w, &value);
			while (packed_more > 0);
			*at = packed_w.bad_at;
			why = packed_more < 0 ? packed_w.bad : NULL;
		} else if (s->sub[f.number] != NULL)
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
wire_put(struct strbuf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		strbuf_addch(out, (char)(unsigned char)(v | 0x80));
	strbuf_addch(out, (char)(unsigned char)v);
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
		wire_put(out, f.number << 3 | f.type);
		if (f.type == WIRE_VARINT) {
			wire_put(out, f.value);
			continue;
		}
		strbuf_reset(&inner);
		if (s->kind[f.number] == 'p') {
			struct wire packed = wire_of(f.span);

			while (wire_number(&packed, &f.value) > 0)
				wire_put(&inner, f.value);
		} else if (s->sub[f.number] != NULL) {
			schema_plain(s->sub[f.number], f.span, &inner);
		} else {
			strbuf_add(&inner, f.span);
		}
		wire_put(out, inner.n);
		strbuf_add(out, strbuf_str(&inner));
	}
	strbuf_free(&inner);
}
