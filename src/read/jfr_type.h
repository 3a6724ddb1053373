/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the events and constants of a chunk of a flight recording are made of.
 * The chunk tells it itself, in its metadata: classes, which have fields, which
 * are of classes. Everything is read by that and by the names of the fields;
 * which there are, and in which order, differs between versions.
 *
 *     class jdk.ExecutionSample   startTime      long
 *                                 sampledThread  java.lang.Thread, pooled
 *                                 stackTrace     jdk.types.StackTrace, pooled
 *
 *     d7 a5 cf f7 0a | 17 | 07 | 05       a value of it: startTime, ...
 */
#ifndef FT_READ_JFR_TYPE_H
#define FT_READ_JFR_TYPE_H

#include "base/arena.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "read/read.h"

/* ---- Bytes ---- */

/* Where one reads. Behind an error all is 0. */
struct jfr_bytes {
	const unsigned char *p, *end;
	const char *bad; /* what is wrong; NULL: nothing */
	unsigned idle;   /* classes entered since the last byte */
};

/* More of it than fits in a number of one byte. */
uint64_t jfr_long_number(struct jfr_bytes *in);

/* Groups of 7 bits, of which the 9th has 8. Writers pad. */
static inline uint64_t
jfr_number(struct jfr_bytes *in)
{
	if (LIKELY(in->p < in->end && *in->p < 0x80))
		return *in->p++;
	return jfr_long_number(in);
}

/* A string, appended to `out` unless that is NULL. Those that are in the pool
   of strings are not: then *key is set. */
void jfr_text(struct jfr_bytes *in, struct strbuf *out, uint64_t *key);

/* ---- Classes ---- */

enum jfr_form {
	JFR_FIELDS, /* its fields, one after the other */
	JFR_BYTE,
	JFR_SHORT,
	JFR_INT,
	JFR_LONG, /* also char */
	JFR_FLOAT,
	JFR_DOUBLE,
	JFR_TEXT,
};

struct jfr_field {
	struct str name;
	uint64_t type;  /* id of its class */
	uint32_t class; /* the same as a row, NONE: there is no such class */
	bool is_pooled; /* a key into the pool of the class */
	bool is_array;
};

struct jfr_class {
	struct str name;
	uint64_t id;
	enum jfr_form form;
	uint32_t field0, nfields;
	bool is_event;
};

struct jfr_types {
	struct arena arena; /* texts */
	VEC(struct str) string;
	VEC(struct jfr_class) class;
	VEC(struct jfr_field) field;
	struct map64 of_id;
	bool is_async; /* async-profiler wrote it, or a descendant of that */
};

/* What the metadata event says whose payload is at *in. -1 and err. */
int jfr_types_read(struct jfr_types *t, struct jfr_bytes *in,
	const struct read_job *job, struct err *err);
void jfr_types_free(struct jfr_types *t);
size_t jfr_types_bytes(const struct jfr_types *t);
/* The row of a class; NONE. */
uint32_t jfr_class_named(const struct jfr_types *t, const char *name);
/* A field of a class, which may be NONE; NULL. */
const struct jfr_field *jfr_field_named(
	const struct jfr_types *t, uint32_t class, const char *name);
/* Over a value. */
void jfr_skip(const struct jfr_types *t, uint32_t class, struct jfr_bytes *in);

/* ---- Values ---- */

/* Which fields of a class are wanted. */
struct jfr_plan {
	uint32_t class; /* NONE: there are no such values */
	uint32_t upto;  /* fields; what is behind is not read */
	int8_t *slot;   /* [upto] where a field goes, -1: nowhere */
};

/* Those called name[i] go to out[i]; NULLs among the names are passed over.
   `whole`: what is behind the last of them is read over, as more follows. */
struct jfr_plan jfr_plan(const struct jfr_types *t, uint32_t class,
	const char *const *name, size_t n, bool whole);
void jfr_plan_free(struct jfr_plan *plan);
/* Has it a field for out[i]? */
bool jfr_plan_has(const struct jfr_plan *plan, size_t i);

/* What it reads. */
struct jfr_value {
	int64_t n;               /* of a number, or the key of a constant */
	double real;             /* of one with a fraction, unrounded; else 0 */
	const unsigned char *at; /* of anything else: where it begins */
};

/* Fields that are missing leave out[i] as it is. */
void jfr_read(const struct jfr_types *t, const struct jfr_plan *plan,
	struct jfr_bytes *in, struct jfr_value *out);

#endif
