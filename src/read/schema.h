/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which wire types the fields of a profile may have, and what is wrong with
 * a message that does not decode: protobuf-c only says no.
 */
#ifndef FT_READ_SCHEMA_H
#define FT_READ_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/strbuf.h"
#include "read/wire.h"

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
