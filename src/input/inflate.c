/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inflating, with zlib behind it: see inflate.h. */
#include "config.h"

#include "input/inflate.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <zlib.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "input/cut.h"
#include "input/ratio.h"

#include "base/banned.h"

enum {
	GZIP_HEADER = 10,
	STEP = 256 << 10, /* bytes between two looks at the stop flag: 1 ms */
	GZIP_BITS = 15 + 16,
	ZLIB_BITS = 15,
	RATIO_MAX = 16, /* of a first guess that is believed */
};

struct inflater {
	z_stream z;
	struct str in;
	size_t used; /* of in, given to zlib and taken by it */
	size_t max;
	struct bytes *out;
	struct progress *progress;
	struct err *err;
};

static int
fail(struct inflater *f, enum err_code code, const char *why)
{
	return err_set(f->err, code,
		"decompressing profile: %s (compressed byte %zu)", why,
		f->used);
}

static int
fail_cut(struct inflater *f)
{
	return fail(f, ERR_FORMAT, "unexpected EOF, the file is cut");
}

/* What is wrong with the data, in the words of Go's packages. */
static int
fail_data(struct inflater *f)
{
	const char *msg = f->z.msg != NULL ? f->z.msg : "unknown error";
	char why[128];

	if (strcmp(msg, "incorrect data check") == 0 ||
		strcmp(msg, "incorrect length check") == 0)
		return fail(f, ERR_FORMAT, "gzip: invalid checksum");
	if (strstr(msg, "header") != NULL)
		return fail(f, ERR_FORMAT, "gzip: invalid header");
	(void)snprintf(why, sizeof(why), "flate: corrupt input, %s", msg);
	return fail(f, ERR_FORMAT, why);
}

/* A first guess of the size: the last member's own word (the last four
   bytes), if that can be true. */
static size_t
guess(struct str in)
{
	const unsigned char *p;
	size_t size;

	if (in.n < GZIP_HEADER + 8)
		return 64 * 1024;
	p = (const unsigned char *)in.p + in.n - 4;
	size = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 |
		(size_t)p[3] << 24;
	if (size < in.n || size / RATIO_MAX > in.n)
		size = mul_size(in.n, 4);
	return size;
}

/* Room for more output. The buffer may hold one byte more than allowed, by
   which too much shows. */
static int
make_room(struct inflater *f)
{
	struct bytes *out = f->out;
	size_t cap = out->cap == 0 ? add_size(guess(f->in), 1)
				   : mul_size(out->cap, 2);

	if (ratio_check(f->used, out->n, f->max, f->err) != 0)
		return -1;
	if (out->n < out->cap)
		return 0;
	if (f->max != 0 && cap > f->max)
		cap = f->max + 1;
	out->p = xrealloc(out->p, cap, 1);
	out->cap = cap;
	return 0;
}

/* Inflate one stream from f->used on. 0 at its end, or -1. */
static int
one_stream(struct inflater *f)
{
	int rc = Z_OK;

	while (rc != Z_STREAM_END) {
		size_t left = f->in.n - f->used, room;
		uInt in, out;

		if (progress_stopped(f->progress))
			return err_set(f->err, ERR_CANCELLED, "cancelled");
		if (cut_enough(f->out, f->used, f->in.n, f->progress)) {
			f->used = f->in.n;
			return 0;
		}
		if (make_room(f) != 0)
			return -1;
		room = f->out->cap - f->out->n;
		in = (uInt)(left < STEP ? left : STEP);
		out = (uInt)(room < STEP ? room : STEP);
		/* zlib declares its input writable on some systems. */
		f->z.next_in = (Bytef *)(uintptr_t)(f->in.p + f->used);
		f->z.avail_in = in;
		f->z.next_out = (Bytef *)f->out->p + f->out->n;
		f->z.avail_out = out;
		rc = inflate(&f->z, Z_NO_FLUSH);
		f->used += in - f->z.avail_in;
		f->out->n += out - f->z.avail_out;
		progress_done(f->progress, f->used);
		if (rc == Z_MEM_ERROR)
			die("out of memory (inflating)");
		if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
			return fail_data(f);
		if (rc == Z_BUF_ERROR && f->used == f->in.n)
			return fail_cut(f);
	}
	return ratio_check(f->used, f->out->n, f->max, f->err);
}

/* Members until the end of the input. */
static int
members(struct inflater *f)
{
	while (f->used < f->in.n) {
		struct str rest = str_skip(f->in, f->used);

		if (rest.n < GZIP_HEADER)
			return fail_cut(f);
		if (memcmp(rest.p, "\x1f\x8b\x08", 3) != 0)
			return fail(f, ERR_FORMAT, "gzip: invalid header");
		if (inflateReset(&f->z) != Z_OK || one_stream(f) != 0)
			return -1;
	}
	return 0;
}

static void
start(struct inflater *f, int bits)
{
	if (inflateInit2(&f->z, bits) != Z_OK)
		die("out of memory (starting zlib)");
	progress_stage(f->progress, PROGRESS_INFLATE, f->in.n);
}

/* A profile may begin with the two bytes of zlib by chance: what is not zlib
   to its end is not zlib. */
static int
zlib_all(struct inflater *f)
{
	int rc;

	start(f, ZLIB_BITS);
	rc = one_stream(f);
	(void)inflateEnd(&f->z);
	if (rc == 0 && f->used == f->in.n)
		return 1;
	if (rc != 0 && f->err->code != ERR_FORMAT)
		return -1;
	bytes_free(f->out);
	*f->err = (struct err)ERR_INIT;
	return 0;
}

int
inflate_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err)
{
	struct inflater f = { .in = in,
		.max = max,
		.out = out,
		.progress = progress,
		.err = err };
	int rc;

	if (str_starts(in, STR("\x78\x01")) ||
		str_starts(in, STR("\x78\x9c")) ||
		str_starts(in, STR("\x78\xda")))
		return zlib_all(&f);
	if (!str_starts(in, STR("\x1f\x8b")))
		return 0;
	start(&f, GZIP_BITS);
	rc = members(&f);
	(void)inflateEnd(&f.z);
	if (rc != 0)
		bytes_free(out);
	return rc != 0 ? -1 : 1;
}
