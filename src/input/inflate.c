/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams and members, with any library (inflate.h). */
#include "prelude.h"

#include "input/inflate.h"

#include "base/compiler.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "input/bytes.h"
#include "input/inflate_engine.h"
#include "input/unpack.h"

/* Fastest first, zlib last. */
static const struct inflate_engine *const engines[] = {
#if defined(HAVE_ISAL) && !defined(FT_STATIC)
	&inflate_isal,
#endif
	&inflate_zlib,
};

enum {
	GZIP_HEADER = 10,
	STEP = 256 << 10,   /* bytes between cancellation checks: 1 ms */
	ASK_MAX = 64 << 20, /* largest output to inflate again for a message */
	/* Largest plausible ratios of inflated to compressed size: */
	RATIO_LIKELY = 16,
	RATIO_MAX = 1032, /* limit of the deflate format */
};

struct inflater {
	const struct inflate_engine *engine;
	void *state;
	struct str in;
	size_t used; /* bytes of `in` consumed by the engine */
	size_t max;  /* bytes of output; 0: no limit */
	struct bytes *out;
	struct progress *progress;
	struct err *err;
};

static int
inflate_fail(struct inflater *f, const char *why)
{
	return err_set(f->err, ERR_FORMAT,
		"decompressing profile: %s (compressed byte %zu)", why,
		f->used);
}

bool
inflate_is_gzip(struct str in)
{
	return str_starts(in, STR("\x1f\x8b"));
}

static bool
is_zlib(struct str in)
{
	return str_starts(in, STR("\x78\x01")) ||
		str_starts(in, STR("\x78\x9c")) ||
		str_starts(in, STR("\x78\xda"));
}

static size_t
room_by(const char last[4], size_t packed, size_t ratio)
{
	const unsigned char *p = (const unsigned char *)last;
	size_t size = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 |
		(size_t)p[3] << 24;

	return size < packed || size / ratio > packed ? mul_size(packed, 4)
						      : size;
}

size_t
inflate_guess(const char last[4], size_t packed)
{
	return room_by(last, packed, RATIO_MAX);
}

bool
inflate_is_packed(struct str in)
{
	return inflate_is_gzip(in) || is_zlib(in);
}

/* Inflate one stream from f->used on. Return 0 at its end, or -1. */
static int
one_stream(struct inflater *f)
{
	enum inflate_outcome outcome = INFLATE_MORE;

	while (outcome != INFLATE_END) {
		size_t left = f->in.n - f->used, room;
		struct inflate_step step;

		if (progress_stopped(f->progress))
			return err_set(f->err, ERR_CANCELLED, "cancelled");
		if (bytes_cut(f->out, f->used, f->in.n, f->progress)) {
			f->used = f->in.n;
			return 0;
		}
		/* Make room for output. */
		if (ratio_check(f->used, f->out->n, f->max, f->err) != 0)
			return -1;
		if (f->out->n == f->out->cap) {
			struct str in = f->in;

			/* First capacity: the size in gzip's last four bytes,
			   if that is plausible. */

			f->out->cap = ratio_room(f->out,
				add_size(in.n < GZIP_HEADER + 8
						? 64 * 1024
						: room_by(in.p + in.n - 4, in.n,
							  RATIO_LIKELY),
					1),
				f->max);
			f->out->p = xrealloc(f->out->p, f->out->cap, 1);
		}
		room = f->out->cap - f->out->n;
		step.in = f->in.p + f->used;
		step.nin = left < STEP ? left : STEP;
		step.out = f->out->p + f->out->n;
		step.nout = room < STEP ? room : STEP;
		outcome = f->engine->step(f->state, &step);
		f->used += step.used;
		f->out->n += step.made;
		if (outcome == INFLATE_BAD)
			return inflate_fail(f, step.why);
		if (outcome == INFLATE_STUCK && f->used == f->in.n) {
			return inflate_fail(
				f, "unexpected EOF, the file is truncated");
		}
		progress_done(f->progress, f->used);
	}
	return ratio_check(f->used, f->out->n, f->max, f->err);
}

/* Inflate members until the end of the input. */
static int
members(struct inflater *f)
{
	while (f->used < f->in.n) {
		struct str rest = str_skip(f->in, f->used);

		if (rest.n < GZIP_HEADER) {
			return inflate_fail(
				f, "unexpected EOF, the file is truncated");
		}
		if (memcmp(rest.p, "\x1f\x8b\x08", 3) != 0)
			return inflate_fail(f, "gzip: invalid header");
		if (f->engine->refuses(rest.p))
			return inflate_fail(f, "not for this library");
		f->engine->again(f->state);
		if (one_stream(f) != 0)
			return -1;
	}
	return 0;
}

static int
inflate_run(struct inflater *f, enum inflate_wrapper wrapper)
{
	int rc;

	f->state = f->engine->start(wrapper);
	progress_stage(f->progress, PROGRESS_INFLATE, f->in.n);
	rc = wrapper == INFLATE_GZIP ? members(f) : one_stream(f);
	f->engine->end(f->state);
	return rc;
}

/* Inflate with f->engine; if it is NULL, with the fastest one. If that fails,
   start over with zlib, which may succeed or give a better message. */
static int
inflate_wrapped(struct inflater *f, enum inflate_wrapper wrapper)
{
	int rc;

	if (f->engine != NULL)
		return inflate_run(f, wrapper);
	f->engine = engines[0];
	rc = inflate_run(f, wrapper);
	/* For ERR_LIMIT, zlib is repeated only to find the exact offset; skip
	   that for a large output. */
	if (rc == 0 || COUNT_OF(engines) == 1 ||
		(f->err->code != ERR_FORMAT &&
			(f->err->code != ERR_LIMIT || f->out->n > ASK_MAX)))
		return rc;
	f->engine = engines[COUNT_OF(engines) - 1];
	*f->err = (struct err)ERR_INIT;
	f->used = f->out->n = 0;
	return inflate_run(f, wrapper);
}

/* Inflate zlib. A profile may begin with zlib's two bytes by chance, so damaged
   input counts as not compressed: 0. */
static int
zlib_all(struct inflater *f)
{
	int rc = inflate_wrapped(f, INFLATE_ZLIB);

	if (rc == 0 && f->used == f->in.n)
		return 1;
	bytes_free(f->out);
	if (rc != 0 && f->err->code != ERR_FORMAT)
		return -1;
	*f->err = (struct err)ERR_INIT;
	return 0;
}

int
inflate_by(const struct inflate_engine *engine, struct str in, size_t max,
	struct bytes *out, struct progress *progress, struct err *err)
{
	struct inflater f = { .engine = engine,
		.in = in,
		.max = max,
		.out = out,
		.progress = progress,
		.err = err };
	int rc = 0;

	if (is_zlib(in))
		rc = zlib_all(&f);
	else if (inflate_is_gzip(in))
		rc = inflate_wrapped(&f, INFLATE_GZIP) == 0 ? 1 : -1;
	if (rc <= 0)
		bytes_free(out);
	return rc;
}

int
inflate_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err)
{
	return inflate_by(NULL, in, max, out, progress, err);
}

/* ---- In steps (unpack.h) ---- */

struct gzip_steps {
	void *state;
	bool inside; /* within a member */
};

static void *
gzip_start(void)
{
	struct gzip_steps *g = xcalloc(1, sizeof(*g));

	g->state = engines[0]->start(INFLATE_GZIP);
	return g;
}

static void
gzip_end(void *state)
{
	struct gzip_steps *g = state;

	engines[0]->end(g->state);
	free(g);
}

static enum unpack_outcome
gzip_step(void *state, struct unpack_step *s)
{
	struct gzip_steps *g = state;
	struct inflate_step step = {
		.in = s->in, .nin = s->nin, .out = s->out, .nout = s->nout
	};

	s->used = s->made = 0;
	if (!g->inside && s->nin == 0)
		return UNPACK_END;
	if (!g->inside) {
		if (s->nin < GZIP_HEADER ||
			memcmp(s->in, "\x1f\x8b\x08", 3) != 0 ||
			engines[0]->refuses(s->in))
			return UNPACK_BAD;
		engines[0]->again(g->state);
		g->inside = true;
	}
	switch (engines[0]->step(g->state, &step)) {
	case INFLATE_END:
		g->inside = false;
		break;
	case INFLATE_MORE:
		break;
	case INFLATE_STUCK:
	case INFLATE_BAD:
	default:
		return UNPACK_BAD;
	}
	s->used = step.used;
	s->made = step.made;
	return UNPACK_MORE;
}

const struct unpacker unpack_gzip = { gzip_start, gzip_step, gzip_end };

void
inflate_version(struct strbuf *out)
{
	for (size_t i = COUNT_OF(engines); i > 0; i--)
		strbuf_addf(out, "%s%s %s", i < COUNT_OF(engines) ? ", " : "",
			engines[i - 1]->name, engines[i - 1]->version());
}
