/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits a protobuf message into fields, one level deep, without copying.
 *
 *     0a 04 08 01 10 02 48 05     field 1, type 2, 4 bytes at offset 2
 *     '---------------' '---'     field 9, type 0, value 5
 *
 * Follows pprof's decoder: keys and numbers may take up to 10 bytes, bits
 * beyond 64 are lost, groups and wire types 6 and 7 are errors.
 */
#ifndef FT_READ_PROTOWIRE_H
#define FT_READ_PROTOWIRE_H

#include "base/str.h"
#include "base/strbuf.h"

enum {
	WIRE_VARINT = 0,
	WIRE_FIXED64 = 1,
	WIRE_BYTES = 2,
	WIRE_FIXED32 = 5,
};

enum { WIRE_NUMBER_MAX = 10 }; /* bytes per varint */

struct wire {
	struct str bytes; /* the message */
	size_t pos;       /* offset of the next field */
	const char *bad;  /* error text, set on -1 */
	size_t bad_at;    /* offset of the error */
};

struct wire_field {
	uint64_t number;
	unsigned type;   /* WIRE_* */
	size_t at;       /* offset of the field's key */
	uint64_t value;  /* content of a WIRE_VARINT */
	struct str span; /* content of any other type */
};

static inline struct wire
wire_of(struct str bytes)
{
	return (struct wire){ .bytes = bytes };
}

/* Decode a varint. Returns its end, or NULL if it is truncated or too long. */
static inline const unsigned char *
wire_varint(const unsigned char *p, const unsigned char *end, uint64_t *value)
{
	uint64_t v = 0;
	unsigned shift = 0;

	do {
		if (p == end || shift > 7 * (WIRE_NUMBER_MAX - 1))
			return NULL;
		v |= (uint64_t)(*p & 0x7f) << shift;
		shift += 7;
	} while (*p++ >= 0x80);
	*value = v;
	return p;
}

/* Read the next field. 1: f is filled in; 0: the end; -1: w->bad and w->bad_at
   are set, and also f->number and f->type unless the key is bad (number 0). */
int wire_any_field(struct wire *w, struct wire_field *f);

/* Like wire_any_field(), inlined for short messages with a one-byte key. */
static inline int
wire_next(struct wire *w, struct wire_field *f)
{
	size_t left = w->bytes.n - w->pos, n;
	const unsigned char *p;

	/* An empty message may have a NULL pointer. */
	if (left < 2)
		return wire_any_field(w, f);
	p = (const unsigned char *)w->bytes.p + w->pos;
	if ((p[0] & 0x87) != WIRE_BYTES || p[1] >= 0x80 || p[1] > left - 2)
		return wire_any_field(w, f);
	n = p[1];
	f->number = p[0] >> 3;
	f->type = WIRE_BYTES;
	f->at = w->pos;
	f->value = 0;
	f->span = str_from((const char *)p + 2, n);
	w->pos += 2 + n;
	return 1;
}

/* Read a number of a packed field: 1, 0 or -1 as above. */
int wire_any_number(struct wire *w, uint64_t *value);

/* Like wire_any_number(), inlined for numbers below 128. */
static inline int
wire_number(struct wire *w, uint64_t *value)
{
	if (w->pos < w->bytes.n && (unsigned char)w->bytes.p[w->pos] < 0x80) {
		*value = (unsigned char)w->bytes.p[w->pos++];
		return 1;
	}
	return wire_any_number(w, value);
}

/* ---- The fields of profile.proto ---- */

/* A schema has the wire types of a message's fields. It serves to explain why a
   message does not decode, as protobuf-c reports only that it failed. */
enum { SCHEMA_FIELDS = 16, SCHEMA_STRING_TABLE = 6 };

struct schema {
	const char *name; /* "sample" */
	/* 'n' number, 'p' numbers (packed or not), 's' string, 'm' message */
	char kind[SCHEMA_FIELDS + 1]; /* with the NUL of a text */
	const struct schema *sub[SCHEMA_FIELDS];
};

extern const struct schema schema_profile, schema_value_type, schema_sample,
	schema_mapping, schema_location, schema_function;

/* True if the schema has this field. */
static inline bool
schema_knows(const struct schema *s, uint64_t number)
{
	return number < SCHEMA_FIELDS && s->kind[number] != '\0';
}

/* True if this field may have its wire type; unknown fields may have any. */
bool schema_allows(const struct schema *s, const struct wire_field *f);

/* Return why bytes are not a message of this schema, with the offset in *at;
   NULL if they are one. */
const char *schema_explain(
	const struct schema *s, struct str bytes, size_t *at);

/* Append a valid message without unknown fields and with each number as short
   as possible, for protobuf-c, which rejects a field number 0 and lengths of
   six bytes. */
void schema_plain(const struct schema *s, struct str bytes, struct strbuf *out);

#endif
