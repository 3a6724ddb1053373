/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * OpenTelemetry's profiles. A message has a dictionary of tables, which all of
 * its profiles refer to by index; a file has a message, or several.
 *
 *     message     dictionary   strings, functions, locations, stacks, ...
 *                 resource     what ran: attributes
 *                   scope      what measured
 *                     profile  a type of samples
 *                       sample a stack, attributes, values, times
 */
#ifndef FT_READ_OTLP_OTLP_H
#define FT_READ_OTLP_OTLP_H

#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/protowire.h"
#include "read/read.h"

/* Numbers of fields that JSON's messages have, to be told from others: what
   only schema 1.7 has, which has no numbers of its own there. */
enum {
	OTLP_JSON_START = 1001,
	OTLP_JSON_LENGTH,
	OTLP_JSON_LOCATIONS,
};

/* Messages of protobuf into the builder; `is_json`: made by the function
   below. */
int otlp_messages(struct read_job *job, const struct str *message, size_t n,
	bool is_json, struct err *err);

/*
 * The dictionary of a message of OpenTelemetry: tables whose rows become rows
 * of a builder when they are first used.
 */

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
