/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the constants of a chunk of a flight recording (jfr.h). */
#include "prelude.h"

#include "read/jfr/jfr.h"

#include <inttypes.h>

#include "base/num.h"

enum { LOOK_EVERY = 4096, USUAL_KEYS = 1 << 14 };

static const struct {
	const char *class;
	const char *field[JFR_POOL_SLOTS];
} kept[JFR_POOLS] = {
	[JFR_THREADS] = { "java.lang.Thread",
		{ "osName", "osThreadId", "javaName", "javaThreadId",
			"virtual" } },
	[JFR_CLASSES] = { "java.lang.Class", { "name" } },
	[JFR_METHODS] = { "jdk.types.Method",
		{ "type", "name", "descriptor" } },
	[JFR_SYMBOLS] = { "jdk.types.Symbol", { "string" } },
	[JFR_STACKS] = { "jdk.types.StackTrace", { "truncated", "frames" } },
	[JFR_FRAME_TYPES] = { "jdk.types.FrameType", { "description" } },
	[JFR_STATES] = { "jdk.types.ThreadState", { "name" } },
	[JFR_STRINGS] = { "java.lang.String", { NULL } },
	[JFR_OBJECTS] = { "jdk.types.OldObject", { "type" } },
};

/* State for error messages. */
struct pool_reader {
	struct jfr_pools *p;
	const struct read_job *job;
	struct err *err;
};

static size_t
pool_at(const struct pool_reader *r, const unsigned char *p)
{
	return (size_t)((const char *)p - r->job->bytes.p);
}

static int
pool_look(const struct pool_reader *r)
{
	const struct jfr_pools *p;
	size_t bytes;

	if (progress_stopped(r->job->progress))
		return err_set(r->err, ERR_CANCELLED, "cancelled");
	p = r->p;
	bytes = jfr_types_bytes(p->types);
	for (int i = 0; i < JFR_POOLS; i++)
		bytes += p->pool[i].row.cap * sizeof(*p->pool[i].row.p) +
			idmap_bytes(&p->pool[i].of_key);
	return read_limit(r->job, bytes, "constants need", r->err);
}

static struct jfr_pool *
pool_of_class(struct jfr_pools *p, uint32_t class)
{
	for (int i = 0; i < JFR_POOLS; i++)
		if (p->pool[i].class == class)
			return &p->pool[i];
	return NULL;
}

/* Read the constants of one class. */
static int
read_pool(const struct pool_reader *r, struct jfr_bytes *in)
{
	const unsigned char *at = in->p;
	uint64_t type = jfr_number(in), n = jfr_number(in);
	uint32_t class = map64_get(&r->p->types->of_id, type);
	struct jfr_pool *pool;

	if (in->bad == NULL && class == NONE)
		return err_set(r->err, ERR_FORMAT,
			"constant pool of class %" PRIu64
			", which the metadata does not describe (byte %zu)",
			type, pool_at(r, at));
	pool = class != NONE ? pool_of_class(r->p, class) : NULL;
	for (uint64_t i = 0; i < n && in->bad == NULL; i++) {
		uint64_t key = jfr_number(in);

		if (pool != NULL) {
			uint32_t row = idmap_get(&pool->of_key, key);

			/* A repeated key has an older value of the constant,
			   since checkpoints are read backwards; the JDK's
			   reader also uses the oldest. */
			if (row == NONE) {
				row = (uint32_t)pool->row.n;
				idmap_put(&pool->of_key, key, row);
				vec_push(&pool->row,
					((struct jfr_constant){ NULL, NONE }));
			}
			pool->row.p[row].at = in->p;
		}
		jfr_skip(r->p->types, class, in);
		if (i % LOOK_EVERY == LOOK_EVERY - 1 && pool_look(r) != 0)
			return -1;
	}
	if (in->bad == NULL)
		return 0;
	if (class == NONE)
		return err_set(r->err, ERR_FORMAT,
			"constant pool: %s (byte %zu)", in->bad,
			pool_at(r, in->p));
	return err_set(r->err, ERR_FORMAT,
		"constant pool of %.*s: %s (byte %zu)",
		STR_ARG(r->p->types->class.p[class].name), in->bad,
		pool_at(r, in->p));
}

int
jfr_pools_read(struct jfr_pools *p, const struct jfr_types *types,
	struct str chunk, uint64_t last, const struct read_job *job,
	struct err *err)
{
	const struct pool_reader r = { p, job, err };
	const unsigned char *first = (const unsigned char *)chunk.p;
	uint64_t offset = last, before = chunk.n;
	int64_t delta = 0;

	*p = (struct jfr_pools){ .types = types, .end = first + chunk.n };
	for (int i = 0; i < JFR_POOLS; i++) {
		idmap_init(&p->pool[i].of_key,
			chunk.n < USUAL_KEYS ? chunk.n : USUAL_KEYS);
		p->pool[i].class = jfr_class_named(types, kept[i].class);
		p->pool[i].plan = jfr_plan(types, p->pool[i].class,
			kept[i].field, JFR_POOL_SLOTS, false);
	}
	do {
		const unsigned char *at;
		struct jfr_bytes in;
		uint64_t size, type, n;

		if (offset >= chunk.n)
			return err_set(err, ERR_FORMAT,
				"checkpoint outside of its chunk "
				"(offset %" PRIu64 ")",
				offset);
		/* Read the offset to the previous checkpoint, or 0. */
		at = first + offset;
		in = (struct jfr_bytes){ .p = at, .end = r.p->end };
		size = jfr_number(&in);
		type = jfr_number(&in);
		if (in.bad != NULL || type != 1 ||
			size > (size_t)(r.p->end - at))
			return err_set(r.err, ERR_FORMAT,
				"no checkpoint where one is expected (byte "
				"%zu)",
				pool_at(&r, at));
		if (size < (size_t)(in.p - at))
			return err_set(r.err, ERR_FORMAT,
				"checkpoint of size %" PRIu64 " (byte %zu)",
				size, pool_at(&r, at));
		if (size > before - offset)
			return err_set(r.err, ERR_FORMAT,
				"checkpoint that contains a later one (byte "
				"%zu)",
				pool_at(&r, at));
		in.end = at + size;
		(void)jfr_number(&in); /* start */
		(void)jfr_number(&in); /* duration */
		delta = (int64_t)jfr_number(&in);
		(void)jfr_number(&in); /* flags: one byte */
		n = jfr_number(&in);
		for (; n > 0 && in.bad == NULL; n--)
			if (read_pool(&r, &in) != 0 || pool_look(&r) != 0)
				return -1;
		if (in.bad != NULL || in.p != in.end)
			return err_set(r.err, ERR_FORMAT,
				"checkpoint that does not match its size (byte "
				"%zu)",
				pool_at(&r, at));
		if (delta > 0 || u64_abs(delta) > offset)
			return err_set(err, ERR_FORMAT,
				"checkpoint that does not point back (byte "
				"%zu)",
				pool_at(&r, first + offset));
		before = offset;
		offset -= u64_abs(delta);
	} while (delta != 0);
	return 0;
}

void
jfr_pools_free(struct jfr_pools *p)
{
	for (int i = 0; i < JFR_POOLS; i++) {
		idmap_fini(&p->pool[i].of_key);
		vec_free(&p->pool[i].row);
		jfr_plan_free(&p->pool[i].plan);
	}
}

struct jfr_constant *
jfr_constant(struct jfr_pools *p, enum jfr_pool_id pool, uint64_t key)
{
	uint32_t row = key != 0 ? idmap_get(&p->pool[pool].of_key, key) : NONE;

	return row != NONE ? &p->pool[pool].row.p[row] : NULL;
}

void
jfr_constant_read(const struct jfr_pools *p, enum jfr_pool_id pool,
	const struct jfr_constant *c, struct jfr_value out[JFR_POOL_SLOTS])
{
	struct jfr_bytes in = { .p = c->at, .end = p->end };

	for (int i = 0; i < JFR_POOL_SLOTS; i++)
		out[i] = (struct jfr_value){ .n = 0 };
	jfr_read(p->types, &p->pool[pool].plan, &in, out);
}

void
jfr_value_text(
	struct jfr_pools *p, const struct jfr_value *v, struct strbuf *out)
{
	struct jfr_bytes in = { .p = v->at, .end = p->end };
	const struct jfr_constant *c;
	uint64_t key = 0;

	if (v->at == NULL)
		return;
	jfr_text(&in, out, &key);
	c = jfr_constant(p, JFR_STRINGS, key);
	if (c == NULL)
		return;
	in = (struct jfr_bytes){ .p = c->at, .end = p->end };
	jfr_text(&in, out, NULL);
}

void
jfr_constant_text(struct jfr_pools *p, enum jfr_pool_id pool, uint64_t key,
	struct strbuf *out)
{
	const struct jfr_constant *c = jfr_constant(p, pool, key);
	struct jfr_value value[JFR_POOL_SLOTS];

	if (c == NULL)
		return;
	jfr_constant_read(p, pool, c, value);
	jfr_value_text(p, &value[FIRST_FIELD], out);
}
