/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads OpenTelemetry's profiles. A message has a dictionary of tables, which
 * its profiles refer to by index; a file has one message or several.
 *
 *     message     dictionary   strings, functions, locations, stacks, ...
 *                 resource     attributes of the measured program
 *                   scope      attributes of the measuring program
 *                     profile  samples of one type
 *                       sample a stack, attributes, values, times
 */
#ifndef FT_READ_OTLP_OTLP_H
#define FT_READ_OTLP_OTLP_H

#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "input/bytes.h"
#include "profile/builder.h"
#include "read/protowire.h"
#include "read/reader.h"

/* Field numbers for members that only the JSON of schema 1.7 has. The schema
   does not number them, so these numbers differ from all others. */
enum {
	OTLP_JSON_START = 1001,
	OTLP_JSON_LENGTH,
	OTLP_JSON_LOCATIONS,
};

/* Put protobuf messages, perhaps compressed, or JSON converted to them, into
   the builder. Compressed ones are in memory one at a time. */
int otlp_messages(struct read_job *job, const struct str *message, size_t n,
	bool is_json, struct err *err);

/*
 * The dictionary of an OpenTelemetry message: tables whose rows are added to
 * the builder when they are first used.
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
	VEC(uint32_t) made; /* [index into span] row in the builder, or NONE */
};

struct otlp_dict {
	struct read_job *job;
	struct builder *b;
	struct err *err;
	unsigned location_attributes; /* field number in a location */
	bool from_zero; /* row 0 of a table is valid, not "none" */
	struct str message;           /* decompressed */
	struct str packed;            /* as in the file */
	struct bytes inflated; /* what `message` borrows, if compressed */
	struct otlp_rows table[OTLP_TABLES];
	VEC(struct label) label; /* [row of OTLP_ATTRIBUTE] */
	VEC(struct label) link;  /* [2 * row of OTLP_LINK] */
	func_id unknown;         /* NONE at first */
	struct map64 map_of;
	size_t skipped; /* attributes left out */
	size_t odd_ids; /* trace and span ids of unexpected length */
	/* Stacks in the form for builder_bulk(). */
	VEC(uint32_t) stack_first;
	VEC(loc_id) stack_loc;
	size_t held;       /* bytes of stacks, taken from the budget */
	uint32_t no_stack; /* number of the empty stack; NONE at first */
	/* Scratch: */
	VEC(uint64_t) attributes, indices;
	VEC(struct builder_line) line;
};

/* These functions return -1 and d->err, "what (byte 12)", on errors. */

/* Read the tables of a dictionary. */
int otlp_tables(struct otlp_dict *d, struct str dictionary);
void otlp_tables_free(struct otlp_dict *d);

/* In these functions, `in` is the message with the index, for the position in
   errors. */

/* Get the string with an index; 0 for index 0. */
int otlp_string(struct otlp_dict *d, uint64_t index, struct str in, str_id *id);
/* Get an attribute from the table. Its key is NONE if it cannot be a label. */
int otlp_table_label(
	struct otlp_dict *d, uint64_t index, struct str in, struct label *l);
/* Read a KeyValue, in which field `key_index` is the index of the key; or a
   KeyValueAndUnit, with key_index 1. */
int otlp_label(
	struct otlp_dict *d, struct str s, unsigned key_index, struct label *l);
/* Get the labels trace_id and span_id of a link; a key is NONE if the link
   lacks that id. */
int otlp_link(struct otlp_dict *d, uint64_t index, struct str in,
	struct label label[2]);
/* Get the stack with an index, or make one of locations, leaf first. *stack
   becomes an index into stack_first. */
int otlp_stack(
	struct otlp_dict *d, uint64_t index, struct str in, uint32_t *stack);
int otlp_locations(struct otlp_dict *d, const uint64_t *index, size_t n,
	struct str in, uint32_t *stack);

/* Return the offset of p in the file, or in a message made from it. */
size_t otlp_at(const struct otlp_dict *d, const char *p);
/* Set d->err to the error of w. Always -1. */
int otlp_bad(const struct otlp_dict *d, const struct wire *w);

/* Append the values of a field, packed or not. */
#define OTLP_NUMBERS(d, f, list) \
	otlp_numbers((d), (f), &(list)->p, &(list)->n, &(list)->cap)

int otlp_numbers(const struct otlp_dict *d, const struct wire_field *f,
	uint64_t **p, size_t *n, size_t *cap);
void otlp_push(uint64_t **p, size_t *n, size_t *cap, uint64_t v);
uint64_t otlp_fixed64(const char *p);

#endif
