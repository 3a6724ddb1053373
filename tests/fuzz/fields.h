/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A message of protobuf as a tree of its fields, to be changed and written
 * again, also wrongly:
 *
 *     field 1 (sample_type)   inside: 1 = 1, 2 = 2
 *     field 2 (sample)        inside: 1 = packed "01 02", 2 = packed "07"
 *     field 6 (string_table)  text "main"
 *     field 12 (period)       value 10000000
 */
#ifndef FT_FUZZ_FIELDS_H
#define FT_FUZZ_FIELDS_H

#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum wire_kind {
	VARINT,
	FIXED64,
	BYTES,
	GROUP,
	END_GROUP,
	FIXED32,
	NO_WIRE_6,
	NO_WIRE_7
};

/* Messages of profile.proto. */
enum message {
	PROFILE,
	VALUE_TYPE,
	SAMPLE,
	LABEL,
	MAPPING,
	LOCATION,
	LINE,
	FUNCTION,
	NO_MESSAGE
};

struct field {
	uint64_t number;
	enum wire_kind wire;
	uint64_t value;        /* value of VARINT */
	struct strbuf text;    /* bytes of other types without a message */
	enum message message;  /* BYTES: the message's type, or NO_MESSAGE */
	struct fields *inside; /* ... and its content, owned */
	bool packed;           /* text is a list of numbers */
	int excess;            /* added to the length that is written */
	int padding;           /* bytes that a number takes too many */
};

struct fields {
	VEC(struct field) field;
};

/* Owned: to be given to fields_free(). The bytes must be a sound message. */
struct fields *fields_take(struct str bytes, enum message m);
void fields_put(const struct fields *all, struct strbuf *out);
void fields_free(struct fields *all);

struct field field_number(uint64_t number, uint64_t value);
struct field field_text(uint64_t number, struct str text);
struct field field_copy(const struct field *f);
void field_fini(struct field *f);

/* Added fields are owned by the message from then on. */
void fields_add(struct fields *all, struct field f);
void fields_insert(struct fields *all, size_t at, struct field f);
void fields_drop(struct fields *all, size_t at);
/* How many fields of this number, and the place of the n-th; it is there. */
size_t fields_count(const struct fields *all, uint64_t number);
size_t fields_nth(const struct fields *all, uint64_t number, size_t n);
/* The value of a number, 0 when it is not there; and set, added if need be. */
uint64_t fields_get(const struct fields *all, uint64_t number);
void fields_set(struct fields *all, uint64_t number, uint64_t value);

/* Numbers as a packed list holds them. */
void put_varint(struct strbuf *out, uint64_t v, int padding);
uint64_t take_varint(struct str *s);

#endif
