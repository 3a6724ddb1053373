/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decompression by libzstd (zstd.h). */
#include "prelude.h"

#include "input/zstd.h"

#ifdef HAVE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "input/bytes.h"
#include "input/unpack.h"

#endif

#ifdef HAVE_ZSTD

enum {
	STEP = 1 << 20,  /* bytes of output between cancellation checks */
	RATIO_MAX = 16,  /* largest ratio believed in a frame's header */
	WINDOW_MIN = 23, /* log2: decoders must accept this window */
	WINDOW_MAX = 27, /* log2: largest of `zstd --ultra` without --long */
};

struct unpacking {
	ZSTD_DCtx *ctx;
	struct str in;
	size_t used; /* bytes of `in` consumed */
	size_t max;  /* bytes of output; 0: no limit */
	struct bytes *out;
	struct progress *progress;
	struct err *err;
};

static int
zstd_fail(struct unpacking *u, const char *why)
{
	return err_set(u->err, ERR_FORMAT,
		"decompressing profile: zstd: %s (compressed byte %zu)", why,
		u->used);
}

static int
fail_data(struct unpacking *u, size_t rc)
{
	switch (ZSTD_getErrorCode(rc)) {
	case ZSTD_error_memory_allocation:
		die("out of memory (decompressing zstd)");
	case ZSTD_error_frameParameter_windowTooLarge:
		if (u->max == 0 || u->max >> WINDOW_MAX != 0)
			return zstd_fail(u,
				"it was packed with --long; run: zstd -dc "
				"--long=31 FILE | flametop -");
		return err_set(u->err, ERR_LIMIT,
			"decompressing profile: zstd: its window is larger "
			"than the memory limit allows (compressed byte %zu, "
			"see --max-memory)",
			u->used);
	case ZSTD_error_prefix_unknown:
		return zstd_fail(u, "invalid header");
	default:
		return zstd_fail(u, ZSTD_getErrorName(rc));
	}
}

size_t
zstd_guess(struct str in, size_t packed)
{
	unsigned long long size = ZSTD_getFrameContentSize(in.p, in.n);

	if (size == ZSTD_CONTENTSIZE_UNKNOWN ||
		size == ZSTD_CONTENTSIZE_ERROR || size < packed ||
		size / RATIO_MAX > packed)
		return add_size(mul_size(packed, 4), STEP);
	return (size_t)size;
}

/* Make room for output. */
static int
zstd_make_room(struct unpacking *u)
{
	struct bytes *out = u->out;

	if (ratio_check(u->used, out->n, u->max, u->err) != 0)
		return -1;
	if (out->n == out->cap) {
		out->cap = ratio_room(
			out, add_size(zstd_guess(u->in, u->in.n), 1), u->max);
		out->p = xrealloc(out->p, out->cap, 1);
	}
	return 0;
}

/* Return the size of a frame's header, from the byte after the magic number:
   RFC 8878, 3.1.1. Wrong for skippable frames, which is harmless. */
static size_t
header_size(struct str frame)
{
	static const unsigned char dictionary[] = { 0, 1, 2, 4 };
	static const unsigned char content[] = { 0, 2, 4, 8 };
	unsigned what = frame.n > 4 ? (unsigned char)frame.p[4] : 0;
	bool single = (what >> 5 & 1) != 0;
	size_t size = 5u + dictionary[what & 3] + content[what >> 6];

	return !single || what >> 6 == 0 ? size + 1 : size;
}

/* Decompress all frames. libzstd returns the number of bytes to pass next, 0 at
   the end of a frame. It gets exactly that many, so that `used` is the start of
   a damaged block. Headers are passed whole, because libzstd 1.5.4 mistakes the
   rest of a split header for a new frame. */
static int
frames(struct unpacking *u)
{
	size_t rc = 0;

	do {
		size_t left = u->in.n - u->used, room;
		size_t want =
			rc != 0 ? rc : header_size(str_skip(u->in, u->used));
		ZSTD_inBuffer in = { .src = u->in.p + u->used };
		ZSTD_outBuffer out = { .pos = 0 };

		if (progress_stopped(u->progress))
			return err_set(u->err, ERR_CANCELLED, "cancelled");
		if (bytes_cut(u->out, u->used, u->in.n, u->progress))
			return 0;
		if (zstd_make_room(u) != 0)
			return -1;
		room = u->out->cap - u->out->n;
		in.size = left < want ? left : want;
		out.dst = u->out->p + u->out->n;
		out.size = room < STEP ? room : STEP;
		rc = ZSTD_decompressStream(u->ctx, &out, &in);
		u->used += in.pos;
		u->out->n += out.pos;
		progress_done(u->progress, u->used);
		if (ZSTD_isError(rc))
			return fail_data(u, rc);
		if (rc != 0 && left == 0 && out.pos == 0)
			return zstd_fail(
				u, "unexpected EOF, the file is truncated");
	} while (rc != 0 || u->used < u->in.n);
	return ratio_check(u->used, u->out->n, u->max, u->err);
}

/* Return log2 of the largest window to accept: at most max bytes, but at least
   the 8 MiB of RFC 8878, used by compressors that do not know the size. */
static int
window(size_t max)
{
	int log = WINDOW_MAX;

	while (max != 0 && log > WINDOW_MIN && max >> log == 0)
		log--;
	return log;
}

/* True for a frame or a skippable frame (50 2a 4d 18 to 5f 2a 4d 18). */
bool
zstd_is_packed(struct str in)
{
	return str_starts(in, STR("\x28\xb5\x2f\xfd")) ||
		(in.n >= 4 && (in.p[0] & 0xf0) == 0x50 &&
			memcmp(in.p + 1, "\x2a\x4d\x18", 3) == 0);
}

int
zstd_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err)
{
	struct unpacking u = { .in = in,
		.max = max,
		.out = out,
		.progress = progress,
		.err = err };
	int rc;

	if (!zstd_is_packed(in))
		return 0;
	u.ctx = ZSTD_createDCtx();
	if (u.ctx == NULL)
		die("out of memory (starting zstd)");
	(void)ZSTD_DCtx_setParameter(u.ctx, ZSTD_d_windowLogMax, window(max));
	progress_stage(progress, PROGRESS_INFLATE, in.n);
	rc = frames(&u);
	(void)ZSTD_freeDCtx(u.ctx);
	if (rc != 0)
		bytes_free(out);
	return rc != 0 ? -1 : 1;
}

/* ---- In steps (unpack.h) ---- */

struct zstd_steps {
	ZSTD_DCtx *ctx;
	bool inside; /* within a frame */
};

static void *
zstd_start(void)
{
	struct zstd_steps *z = xcalloc(1, sizeof(*z));

	z->ctx = ZSTD_createDCtx();
	if (z->ctx == NULL)
		die("out of memory (starting zstd)");
	(void)ZSTD_DCtx_setParameter(z->ctx, ZSTD_d_windowLogMax, WINDOW_MAX);
	return z;
}

static void
zstd_end(void *state)
{
	struct zstd_steps *z = state;

	(void)ZSTD_freeDCtx(z->ctx);
	free(z);
}

static enum unpack_outcome
zstd_step(void *state, struct unpack_step *s)
{
	struct zstd_steps *z = state;
	ZSTD_inBuffer in = { .src = s->in, .size = s->nin };
	ZSTD_outBuffer out = { .dst = s->out, .size = s->nout };
	size_t rc;

	s->used = s->made = 0;
	if (!z->inside && s->nin == 0)
		return UNPACK_END;
	rc = ZSTD_decompressStream(z->ctx, &out, &in);
	if (ZSTD_isError(rc) || (in.pos == 0 && out.pos == 0))
		return UNPACK_BAD;
	z->inside = rc != 0;
	s->used = in.pos;
	s->made = out.pos;
	return UNPACK_MORE;
}

const struct unpacker unpack_zstd = { zstd_start, zstd_step, zstd_end };

#else

size_t
zstd_guess(struct str in, size_t packed)
{
	(void)in;
	return packed;
}

bool
zstd_is_packed(struct str in)
{
	(void)in;
	return false;
}

int
zstd_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err)
{
	(void)in;
	(void)max;
	(void)out;
	(void)progress;
	(void)err;
	return 0;
}

#endif
