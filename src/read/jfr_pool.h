/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#ifndef FT_READ_JFR_POOL_H
#define FT_READ_JFR_POOL_H

#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "read/idmap.h"
#include "read/jfr_type.h"
#include "read/read.h"

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

#endif
