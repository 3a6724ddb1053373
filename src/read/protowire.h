/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The outer layer of a protobuf message, field by field, without copying.
 *
 *     0a 04 08 01 10 02 48 05     field 1, type 2, 4 bytes at offset 2
 *     '---------------' '---'     field 9, type 0, value 5
 *
 * Follows pprof's decoder: keys and numbers may take up to 10
 * bytes, bits beyond 64 are lost, groups and types 6 and 7 are errors.
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

enum { WIRE_NUMBER_MAX = 10 }; /* bytes of a number */

struct wire {
	struct str bytes; /* the message */
	size_t pos;       /* of the next field */
	const char *bad;  /* after -1: what is wrong ... */
	size_t bad_at;    /* ... and where */
};

struct wire_field {
	uint64_t number;
	unsigned type;   /* WIRE_* */
	size_t at;       /* offset of the field's key */
	uint64_t value;  /* VARINT */
	struct str span; /* BYTES and FIXED: the content */
};

static inline struct wire
wire_of(struct str bytes)
{
	return (struct wire){ .bytes = bytes };
}

/* A number; returns what is behind it, or NULL: it is cut, or too long. */
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

/* 1 and a field; 0 at the end; -1 and bad, bad_at (and f->number, f->type if
   it is the rest of the field that is bad; else number is 0). */
int wire_any_field(struct wire *w, struct wire_field *f);

/* The same; most fields are short messages with a key of one byte. */
static inline int
wire_next(struct wire *w, struct wire_field *f)
{
	size_t left = w->bytes.n - w->pos, n;
	const unsigned char *p;

	/* An empty message may be at NULL. */
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

/* One number of a packed field: 1, 0 or -1 as above. */
int wire_any_number(struct wire *w, uint64_t *value);

/* The same; most numbers are small. */
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

/* Which wire types the fields of a profile may have, and what is wrong with
   a message that does not decode: protobuf-c only says no. */
enum { SCHEMA_FIELDS = 16, SCHEMA_STRING_TABLE = 6 };

struct schema {
	const char *name; /* "sample" */
	/* 'n' number, 'p' numbers (packed or not), 's' string, 'm' message */
	char kind[SCHEMA_FIELDS];
	const struct schema *sub[SCHEMA_FIELDS];
};

extern const struct schema schema_profile, schema_value_type, schema_sample,
	schema_mapping, schema_location, schema_function;

/* Is this field known? */
static inline bool
schema_knows(const struct schema *s, uint64_t number)
{
	return number < SCHEMA_FIELDS && s->kind[number] != '\0';
}

/* May this field have this wire type? Unknown fields may have any. */
bool schema_allows(const struct schema *s, const struct wire_field *f);

/* What keeps the bytes from being such a message: NULL, or a text, and *at,
   an offset into them. */
const char *schema_explain(
	const struct schema *s, struct str bytes, size_t *at);

/* Append a message that nothing is wrong with, written as everybody writes
   it: without fields that are not known, and no number longer than it needs
   to be. protobuf-c does not take a field 0, or a length of six bytes. */
void schema_plain(const struct schema *s, struct str bytes, struct strbuf *out);

#endif
