/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flight recordings of Java: the chunks of a file, their types, constants,
   stacks and events. */
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
#include "read/read.h"

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

/*
 * A chunk of a flight recording: its header, and its events, one after the
 * other.
 */

enum { JFR_HEADER = 68 }; /* bytes */

/* What async-profiler was told. Later chunks do not repeat it. */
struct jfr_settings {
	enum { OF_CPU, OF_WALL, OF_OTHER } of;
	str_id event; /* when it is another */
	int64_t interval, wall, alloc;
};

struct jfr_chunk {
	struct str bytes;              /* as far as they are there */
	size_t at;                     /* of the file */
	size_t number;                 /* in the file, from 1 */
	uint64_t checkpoint, metadata; /* offsets */
	int64_t start_nanos, nanos, start_ticks, ticks_per_second;
	bool is_finished, is_cut;
	struct jfr_settings settings;
};

/* What the header at the start of `rest` says. -1 and err: there is none, or it
   is of no use. */
int jfr_chunk_header(struct jfr_chunk *c, struct str rest, struct err *err);

/* Take the setting of which v[] are the name and the value. */
void jfr_setting(
	struct jfr_chunk *c, const struct jfr_value *v, struct builder *b);

/* Over its events, constants and metadata among them. */
struct jfr_walk {
	const unsigned char *at, *end; /* of the next event */
	uint64_t type;
	struct jfr_bytes in; /* what is in the event */
	bool is_cut;         /* it does not fit into the chunk */
};

struct jfr_walk jfr_walk(const struct jfr_chunk *c);
/* False: there are no more, or the next one is cut. */
bool jfr_next(struct jfr_walk *w);

/*
 * Which events of a flight recording are counted, and in which columns: a row
 * for each.
 */

/* What a sum is made of. */
enum jfr_sum {
	SUM_NONE,
	SUM_FIELD,  /* as it is */
	SUM_TIMES,  /* as many times as the sample stands for */
	SUM_TICKS,  /* a time in ticks */
	SUM_LEAKED, /* the count, for what was never freed (jfr.h) */
	SUM_LEAKED_FIRST, /* the first sum, likewise */
	SUM_CPU, /* an interval of async-profiler's settings, each time */
	SUM_WALL,
};

enum { JFR_SUMS = 3, JFR_EVENT_COLUMNS = JFR_SUMS + 1 };

struct jfr_row {
	const char *event;
	const char *count; /* column */
	const char *times; /* the field for it; NULL: each is 1 */
	struct {
		const char *column, *unit, *field;
		enum jfr_sum what;
	} sum[JFR_SUMS];
	const char *class; /* field */
};

/* In the order of their columns; the last has no event. The first is that of
   JDKs; samples of async-profiler are another row, by what it was told to take
   them of. */
extern const struct jfr_row jfr_event_rows[];
extern const struct jfr_row jfr_async_cpu, jfr_async_wall;
/* The column has the name of the event. */
extern const struct jfr_row jfr_async_other;
/* What profiler.Malloc and profiler.Free are. */
extern const char jfr_malloc[], jfr_free[];
/* A field that is a jdk.types.OldObject, which has a class. */
extern const char jfr_object[];

/* The first of these that a profile has is what it opens with; NULL at the
   end. */
extern const char *const jfr_opens[];

/*
 * Which allocations of a recording of async-profiler were never freed, by the
 * rules of its converter (--nativemem --leak): in the order of their times, a
 * free takes away the last allocation at its address, and so does the next
 * allocation there; what was allocated in the last tenth of the time may be
 * freed yet, and does not count.
 *
 *     address   time -->                    | last tenth
 *     a         malloc ......... free       |
 *     b         malloc ...................... leaked
 *     c                                     | malloc
 */

struct jfr_heap_event {
	int64_t when;
	uint64_t address;
	uint32_t nth;   /* allocation, as they were added; NONE: a free */
	uint32_t added; /* after so many others */
};

/* All 0 at first. */
struct jfr_leaks {
	VEC(struct jfr_heap_event) event;
	uint32_t mallocs;
	size_t frees;
	struct bits leaked; /* [mallocs] */
	size_t next;
};

/* First all of them, in any order. */
void jfr_leaks_add(
	struct jfr_leaks *l, int64_t when, uint64_t address, bool is_malloc);
/* Then this; -1: stopped. */
int jfr_leaks_find(struct jfr_leaks *l, struct progress *progress);
/* Then the allocations again in the order in which they were added. */
void jfr_leaks_next(struct jfr_leaks *l);
/* Is that one leaked? */
bool jfr_leaks_is(const struct jfr_leaks *l);
size_t jfr_leaks_bytes(const struct jfr_leaks *l);
void jfr_leaks_fini(struct jfr_leaks *l);

/*
 * The constants of a chunk of a flight recording: threads, classes, methods,
 * stacks, which events refer to by keys. They come in checkpoints, each of
 * which knows where the one before it is:
 *
 *     header   checkpoint   events   checkpoint   events   metadata
 *        |         ^------------ -delta ---'
 *        '-----------------------------------^
 *
 * Only where a constant begins is kept; it is read when it is asked for, as
 * what it refers to may come later.
 */

/* The pools that are kept; all others are only read over. */
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

/* Slots of their fields. */
enum {
	THREAD_OS_NAME,
	THREAD_OS_ID,
	THREAD_JAVA_NAME,
	THREAD_JAVA_ID,
	THREAD_VIRTUAL
};
enum { METHOD_CLASS, METHOD_NAME, METHOD_DESCRIPTOR };
enum { STACK_TRUNCATED, STACK_FRAMES };
enum { FIRST_FIELD }; /* of all others */
enum { JFR_POOL_SLOTS = 5 };

struct jfr_constant {
	const unsigned char *at;
	uint32_t made; /* for the user: what it has become; NONE: nothing yet */
};

struct jfr_pool {
	uint32_t class; /* NONE: there is no such pool */
	struct idmap of_key;
	VEC(struct jfr_constant) row;
	struct jfr_plan plan;
};

struct jfr_pools {
	const struct jfr_types *types; /* borrowed */
	const unsigned char *end;      /* of the chunk */
	struct jfr_pool pool[JFR_POOLS];
};

/* Of the chunk that is `chunk`, whose last checkpoint begins at such a byte of
   it. -1 and err, whose places are those in job->bytes. */
int jfr_pools_read(struct jfr_pools *p, const struct jfr_types *types,
	struct str chunk, uint64_t last, const struct read_job *job,
	struct err *err);
void jfr_pools_free(struct jfr_pools *p);

/* A constant's row; NULL: there is none, or the key is 0. */
struct jfr_constant *jfr_constant(
	struct jfr_pools *p, enum jfr_pool_id pool, uint64_t key);
/* Its fields. Those that it does not have are 0. */
void jfr_constant_read(const struct jfr_pools *p, enum jfr_pool_id pool,
	const struct jfr_constant *c, struct jfr_value out[JFR_POOL_SLOTS]);
/* Append the text that a field is; and a constant's first field. */
void jfr_value_text(
	struct jfr_pools *p, const struct jfr_value *v, struct strbuf *out);
void jfr_constant_text(struct jfr_pools *p, enum jfr_pool_id pool, uint64_t key,
	struct strbuf *out);

/*
 * Stacks of a flight recording, as nodes of a profile, and its names, as people
 * write them.
 */

/* Of all chunks. */
struct jfr_stacks {
	struct builder *builder; /* borrowed; all else is 0 at first */
	struct map64 func_of;    /* (name, system name) -> function */
	struct map64 map_of;
	struct map64 place_of; /* (mapping, line) -> a; (function, a) -> */
	struct map64 loc_of;
	uint32_t nplaces;
	size_t met, cut; /* stacks; those without their roots */
	size_t depth;    /* the longest of these */
	/* Of one chunk: */
	struct jfr_pools *pools;
	struct jfr_plan frame;
	struct map64 loc_of_frame;
	VEC(loc_id) loc;
	struct strbuf name, raw;
};

void jfr_stacks_fini(struct jfr_stacks *s);
/* From now on stacks are those of these pools. */
void jfr_stacks_begin(struct jfr_stacks *s, struct jfr_pools *pools);
/* The node of a stack: 0 when it is not known, NONE when the builder has
 * failed. */
node_id jfr_stack(struct jfr_stacks *s, uint64_t key);

/* "java/lang/Thread" -> "java.lang.Thread", "[B" -> "byte[]"; without what the
   JVM puts behind the names of classes that it makes: addresses and counters,
   by which equal stacks would differ. */
void jfr_put_class(struct strbuf *out, struct str raw);
/* "STATE_RUNNABLE" -> "runnable" */
void jfr_put_state(struct strbuf *out, struct str raw);

#endif
