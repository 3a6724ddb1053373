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

/* The flags 7 to 10 are no numbers here: protobuf-c takes them in any form,
   so they are never the reason. */
const struct schema schema_mapping = { "mapping",
	{ [1] = 'n', [2] = 'n', [3] = 'n', [4] = 'n', [5] = 'n', [6] = 'n' },
	{ NULL } };

const struct schema schema_location = { "location",
	{ [1] = 'n', [2] = 'n', [3] = 'n', [4] = 'm' }, { [4] = &line } };

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
		if (f.number == 0)
			return "a field has the number 0";
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
