/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The dictionary of a message of OpenTelemetry: tables whose rows become rows
 * of a builder when they are first used.
 */
#ifndef FT_READ_OTLP_TABLE_H
#define FT_READ_OTLP_TABLE_H

#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/read.h"
#include "read/wire.h"

/* Fields of a dictionary. */
enum otlp_table {
	OTLP_MAPPING = 1,
	OTLP_LOCATION,
	OTLP_FUNCTION,
	OTLP_LINK,
	OTLP_STRING,
	OTLP_ATTRIBUTE,
	OTLP_STACK,
	OTLP_TABLES
};

struct otlp_rows {
	VEC(struct str) span;
	VEC(uint32_t) made; /* [span] the builder's row; NONE: none yet */
};

struct otlp_dict {
	struct read_job *job;
	struct builder *b;
	struct err *err;
	unsigned location_attributes; /* their field */
	struct str message;
	struct otlp_rows table[OTLP_TABLES];
	VEC(struct label) label; /* of a row of attributes */
	func_id unknown;         /* NONE at first */
	struct map64 map_of;
	size_t skipped; /* attributes */
	/* Stacks as builder_bulk() takes them: */
	VEC(uint32_t) stack_first;
	VEC(loc_id) stack_loc;
	uint32_t no_stack; /* the empty one; NONE at first */
	/* Scratch: */
	VEC(uint64_t) attributes, indices;
	VEC(struct builder_line) line;
};

/* All of these: -1 and d->err, "what (byte 12)". */

/* Take the tables of this one. */
int otlp_tables(struct otlp_dict *d, struct str dictionary);
void otlp_tables_free(struct otlp_dict *d);

/* `in` is what refers to a row, for messages. */

/* A text; index 0 is none. */
int otlp_string(struct otlp_dict *d, uint64_t index, struct str in, str_id *id);
/* An attribute of the table. Its key is NONE when it is none for a label. */
int otlp_table_label(
	struct otlp_dict *d, uint64_t index, struct str in, struct label *l);
/* A KeyValue, whose index of a key is the field `key_index`; or a
   KeyValueAndUnit, where that is 1. */
int otlp_label(
	struct otlp_dict *d, struct str s, unsigned key_index, struct label *l);
/* A row of stacks; locations by their indices, leaf first. *stack becomes a
   number in stack_first. */
int otlp_stack(
	struct otlp_dict *d, uint64_t index, struct str in, uint32_t *stack);
int otlp_locations(struct otlp_dict *d, const uint64_t *index, size_t n,
	struct str in, uint32_t *stack);

/* Where in the file, for messages, or in a message that is made of it. */
size_t otlp_at(const struct otlp_dict *d, const char *p);
/* What is wrong on the wire. */
int otlp_bad(const struct otlp_dict *d, const struct wire *w);

/* The values of a field, packed or not. */
#define OTLP_NUMBERS(d, f, list) \
	otlp_numbers((d), (f), &(list)->p, &(list)->n, &(list)->cap)

int otlp_numbers(const struct otlp_dict *d, const struct wire_field *f,
	uint64_t **p, size_t *n, size_t *cap);
void otlp_push(uint64_t **p, size_t *n, size_t *cap, uint64_t v);
uint64_t otlp_fixed64(const char *p);

#endif
