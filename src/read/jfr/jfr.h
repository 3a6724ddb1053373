/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads Java flight recordings: the chunks of a file, with their types,
   constants, stacks and events. */
#ifndef FT_READ_JFR_JFR_H
#define FT_READ_JFR_JFR_H

#include "base/arena.h"
#include "base/bits.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "profile/ids.h"
#include "read/idmap.h"
#include "read/reader.h"

/*
 * Types of the events and constants in a chunk, described in its metadata: a
 * class has fields, and each field has a class as its type. Values are read
 * according to it, by names of fields, as fields and their order differ between
 * versions.
 *
 *     class jdk.ExecutionSample   startTime      long
 *                                 sampledThread  java.lang.Thread, pooled
 *                                 stackTrace     jdk.types.StackTrace, pooled
 *
 *     d7 a5 cf f7 0a | 17 | 07 | 05       a value of the class: startTime, ...
 */

/* ---- Bytes ---- */

/* A read position. After an error all values are 0. */
struct jfr_bytes {
	const unsigned char *p, *end;
	const char *bad; /* error message; NULL: none */
	unsigned idle;   /* classes entered since the last byte read */
};

/* Read a number of more than one byte. */
uint64_t jfr_long_number(struct jfr_bytes *in);

/* Read a number in groups of 7 bits; a 9th byte has 8. It may be padded. */
static inline uint64_t
jfr_number(struct jfr_bytes *in)
{
	if (LIKELY(in->p < in->end && *in->p < 0x80))
		return *in->p++;
	return jfr_long_number(in);
}

/* Read a string and append it to `out`, which may be NULL. If the string is in
   the string pool, *key is set instead. */
void jfr_text(struct jfr_bytes *in, struct strbuf *out, uint64_t *key);

/* ---- Classes ---- */

enum jfr_form {
	JFR_FIELDS, /* the fields of the class, in order */
	JFR_BYTE,
	JFR_SHORT,
	JFR_INT,
	JFR_LONG, /* also char, in the same encoding */
	JFR_FLOAT,
	JFR_DOUBLE,
	JFR_TEXT,
};

struct jfr_field {
	struct str name;
	uint64_t type;  /* id of its type */
	uint32_t class; /* row of its type; NONE: unknown */
	bool is_pooled; /* its value is a key into a pool */
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
	bool is_async; /* written by async-profiler or a descendant */
};

/* Read the metadata event whose payload is at *in. -1 and err. */
int jfr_types_read(struct jfr_types *t, struct jfr_bytes *in,
	const struct read_job *job, struct err *err);
void jfr_types_free(struct jfr_types *t);
size_t jfr_types_bytes(const struct jfr_types *t);
/* Return the row of a class, or NONE. */
uint32_t jfr_class_named(const struct jfr_types *t, const char *name);
/* Return a field of a class, or NULL; the class may be NONE. */
const struct jfr_field *jfr_field_named(
	const struct jfr_types *t, uint32_t class, const char *name);
/* Skip a value of this class. */
void jfr_skip(const struct jfr_types *t, uint32_t class, struct jfr_bytes *in);

/* ---- Values ---- */

/* The fields of a class that are to be read. */
struct jfr_plan {
	uint32_t class; /* NONE: there are no such values */
	uint32_t upto;  /* fields to read; later ones are skipped */
	int8_t *slot;   /* [upto] slot of a field, or -1 */
};

/* Plan to read field name[i] into out[i]; names may be NULL. `whole`: read on
   to the last field, because another value follows. */
struct jfr_plan jfr_plan(const struct jfr_types *t, uint32_t class,
	const char *const *name, size_t n, bool whole);
void jfr_plan_free(struct jfr_plan *plan);
/* True if there is a field for out[i]. */
bool jfr_plan_has(const struct jfr_plan *plan, size_t i);

struct jfr_value {
	int64_t n;               /* an integer, or the key of a constant */
	double real;             /* unrounded, if floating-point; else 0 */
	const unsigned char *at; /* start of any other value */
};

/* Read a value; missing fields leave their out[i] unchanged. */
void jfr_read(const struct jfr_types *t, const struct jfr_plan *plan,
	struct jfr_bytes *in, struct jfr_value *out);

/*
 * A chunk of a flight recording: its header and its sequence of events.
 */

enum { JFR_HEADER = 68 }; /* bytes */

/* async-profiler's settings, which later chunks do not repeat. */
struct jfr_settings {
	enum { OF_CPU, OF_WALL, OF_OTHER } of;
	str_id event; /* name of the event, if OF_OTHER */
	int64_t interval, alloc;
	int64_t wall; /* interval of the second engine; -1: not set */
};

struct jfr_chunk {
	struct str bytes;              /* as many as the file has */
	size_t at;                     /* offset in the file */
	size_t number;                 /* position in the file, from 1 */
	uint64_t checkpoint, metadata; /* offsets in the chunk */
	int64_t start_nanos, nanos, start_ticks, ticks_per_second;
	bool is_finished, is_cut;
	struct jfr_settings settings;
};

/* Read the header at the start of `rest`. -1 and err if it is missing or
   unsupported. */
int jfr_chunk_header(struct jfr_chunk *c, struct str rest, struct err *err);

/* Apply the setting whose name and value are v[0] and v[1]. */
void jfr_setting(
	struct jfr_chunk *c, const struct jfr_value *v, struct builder *b);

/* Iterates over a chunk's events, including constants and metadata. */
struct jfr_walk {
	const unsigned char *at, *end; /* next event; end of all events */
	uint64_t type;
	struct jfr_bytes in; /* payload of the event */
	bool is_cut;         /* the event exceeds the chunk */
};

struct jfr_walk jfr_walk(const struct jfr_chunk *c);
/* Return false at the end, or if the next event is truncated. */
bool jfr_next(struct jfr_walk *w);

/*
 * The table of events that are counted, with their columns.
 */

/* Ways to compute a sum. */
enum jfr_sum {
	SUM_NONE,
	SUM_FIELD,        /* the field's value */
	SUM_TIMES,        /* the field times the sample's weight */
	SUM_TICKS,        /* the field, a time in ticks */
	SUM_LEAKED,       /* count of allocations that leaked (see below) */
	SUM_LEAKED_FIRST, /* sum[0]'s field, if the allocation leaked */
	SUM_CPU,          /* weight times async-profiler's interval */
	SUM_WALL,
	SUM_WALL_COUNT, /* weight, the count that belongs to SUM_WALL */
};

enum { JFR_SUMS = 3, JFR_EVENT_COLUMNS = JFR_SUMS + 1 };

struct jfr_row {
	const char *event;
	const char *count; /* column */
	const char *times; /* field with the count; NULL: count 1 */
	struct {
		const char *column, *unit, *field;
		enum jfr_sum what;
	} sum[JFR_SUMS];
	const char *class; /* field */
};

/* Rows in the order of their columns; the last one has no event. The first row
   is for samples of JDKs. Samples of async-profiler use one of the rows below,
   by its settings; before version 3, its second engine, for wall-clock time,
   wrote the same event. */
extern const struct jfr_row jfr_event_rows[];
extern const struct jfr_row jfr_async_cpu, jfr_async_wall;
/* For other events; the column has the name of the event. */
extern const struct jfr_row jfr_async_other;
/* Names of the malloc and free events. */
extern const char jfr_malloc[], jfr_free[];
/* Name of a field of type jdk.types.OldObject. An event with this field has its
   class as a field of the object. */
extern const char jfr_object[];

/* The default column is the first of these in a profile. Ends with NULL. */
extern const char *const jfr_opens[];

/*
 * Finds allocations that were never freed in a recording of async-profiler, by
 * the rules of its converter (--nativemem --leak): in order of time, a free
 * ends the last allocation at its address, and so does another allocation
 * there. Allocations in the last tenth of the time may still be freed, and do
 * not count.
 *
 *     address   time -->                    | last tenth
 *     a         malloc ......... free       |
 *     b         malloc ...................... leaked
 *     c                                     | malloc
 */

struct jfr_heap_event {
	int64_t when;
	uint64_t address;
	uint32_t nth;   /* index of the allocation; NONE: a free */
	uint32_t added; /* number of events added before */
};

/* State of the search, initialised with zeros. */
struct jfr_leaks {
	VEC(struct jfr_heap_event) event;
	uint32_t mallocs;
	size_t frees;
	struct bits leaked; /* [mallocs] true: never freed */
	size_t next;
};

/* First add all events, in any order. */
void jfr_leaks_add(
	struct jfr_leaks *l, int64_t when, uint64_t address, bool is_malloc);
/* Then find the leaks. -1 if cancelled. */
int jfr_leaks_find(struct jfr_leaks *l, struct progress *progress);
/* Then step through the allocations in the order in which they were added. */
void jfr_leaks_next(struct jfr_leaks *l);
/* True if the current allocation leaked. */
bool jfr_leaks_is(const struct jfr_leaks *l);
size_t jfr_leaks_bytes(const struct jfr_leaks *l);
void jfr_leaks_fini(struct jfr_leaks *l);

/*
 * The constants of a chunk: threads, classes, methods and stacks, which events
 * refer to by keys. They are in checkpoints, each of which has the offset to
 * the previous one:
 *
 *     header   checkpoint   events   checkpoint   events   metadata
 *        |         ^------------ -delta ---'
 *        '-----------------------------------^
 *
 * The position of a constant is stored, and its value read on demand, since the
 * constants that it refers to may come later.
 */

/* Pools that are stored; others are skipped. */
enum jfr_pool_id {
	JFR_THREADS,
	JFR_CLASSES,
	JFR_METHODS,
	JFR_SYMBOLS,
	JFR_STACKS,
	JFR_FRAME_TYPES,
	JFR_STATES,
	JFR_STRINGS,
	JFR_OBJECTS,
	JFR_POOLS
};

/* Slots of the fields of each pool. */
enum {
	THREAD_OS_NAME,
	THREAD_OS_ID,
	THREAD_JAVA_NAME,
	THREAD_JAVA_ID,
	THREAD_VIRTUAL
};
enum { METHOD_CLASS, METHOD_NAME, METHOD_DESCRIPTOR };
enum { STACK_TRUNCATED, STACK_FRAMES };
enum { FIRST_FIELD }; /* slot in all other pools */
enum { JFR_POOL_SLOTS = 5 };

struct jfr_constant {
	const unsigned char *at;
	uint32_t made; /* row that the caller made from it, or NONE */
};

struct jfr_pool {
	uint32_t class; /* NONE: not in the chunk */
	struct idmap of_key;
	VEC(struct jfr_constant) row;
	struct jfr_plan plan;
};

struct jfr_pools {
	const struct jfr_types *types; /* borrowed */
	const unsigned char *end;      /* end of the chunk */
	struct jfr_pool pool[JFR_POOLS];
};

/* Read the pools of a chunk whose last checkpoint is at offset `last`. -1 and
   err, with offsets in job->bytes. */
int jfr_pools_read(struct jfr_pools *p, const struct jfr_types *types,
	struct str chunk, uint64_t last, const struct read_job *job,
	struct err *err);
void jfr_pools_free(struct jfr_pools *p);

/* Return the row of a constant; NULL if there is none, or the key is 0. */
struct jfr_constant *jfr_constant(
	struct jfr_pools *p, enum jfr_pool_id pool, uint64_t key);
/* Read the fields of a constant; missing ones become 0. */
void jfr_constant_read(const struct jfr_pools *p, enum jfr_pool_id pool,
	const struct jfr_constant *c, struct jfr_value out[JFR_POOL_SLOTS]);
/* Append the text of a field, or of the first field of a constant. */
void jfr_value_text(
	struct jfr_pools *p, const struct jfr_value *v, struct strbuf *out);
void jfr_constant_text(struct jfr_pools *p, enum jfr_pool_id pool, uint64_t key,
	struct strbuf *out);

/*
 * Turns stacks of a flight recording into nodes of a profile, with readable
 * names.
 */

/* Tables that all chunks share. */
struct jfr_stacks {
	struct builder *builder; /* borrowed; the rest starts as zeros */
	struct map64 func_of;    /* (name, system name) -> function */
	struct map64 map_of;
	struct map64 place_of; /* (mapping, line) -> place */
	struct map64 loc_of;   /* (function, place) -> location */
	uint32_t nplaces;
	size_t met, cut; /* stacks seen; those that are truncated */
	size_t depth;    /* depth of the deepest truncated stack */
	/* For the current chunk: */
	struct jfr_pools *pools;
	struct jfr_plan frame;
	struct map64 loc_of_frame;
	VEC(loc_id) loc;
	struct strbuf name, raw;
};

void jfr_stacks_fini(struct jfr_stacks *s);
/* Use these pools from now on. */
void jfr_stacks_begin(struct jfr_stacks *s, struct jfr_pools *pools);
/* Return the node of a stack; 0 if the stack is unknown, NONE if the builder
   has failed. */
node_id jfr_stack(struct jfr_stacks *s, uint64_t key);

/* Append "java/lang/Thread" as "java.lang.Thread", "[B" as "byte[]". Addresses
   and counters in generated class names, which would make equal stacks differ,
   are dropped. */
void jfr_put_class(struct strbuf *out, struct str raw);
/* Append "STATE_RUNNABLE" as "runnable". */
void jfr_put_state(struct strbuf *out, struct str raw);

#endif
