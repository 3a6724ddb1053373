/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inflates with zlib, the reference (inflate_engine.h). */
#include "prelude.h"

#include <zlib.h>

#include "base/xalloc.h"
#include "input/inflate_engine.h"

enum { WINDOW_BITS = 15, WITH_GZIP = 16 };

static const char *
zlib_number(void)
{
	return zlibVersion();
}

static void *
zlib_start(enum inflate_wrapper wrapper)
{
	z_stream *z = xcalloc(1, sizeof(*z));
	int bits = wrapper == INFLATE_GZIP ? WINDOW_BITS + WITH_GZIP
					   : WINDOW_BITS;

	if (inflateInit2(z, bits) != Z_OK)
		die("out of memory (starting zlib)");
	return z;
}

static void
zlib_again(void *state)
{
	(void)inflateReset(state);
}

static void
end(void *state)
{
	(void)inflateEnd(state);
	free(state);
}

static enum inflate_outcome
zlib_step(void *state, struct inflate_step *s)
{
	z_stream *z = state;
	int rc;

	/* On some systems zlib's input is not const. */
	z->next_in = (Bytef *)(uintptr_t)s->in;
	z->avail_in = (uInt)s->nin;
	z->next_out = (Bytef *)s->out;
	z->avail_out = (uInt)s->nout;
	rc = inflate(z, Z_NO_FLUSH);
	s->used = s->nin - z->avail_in;
	s->made = s->nout - z->avail_out;
	switch (rc) {
	case Z_OK:
		return INFLATE_MORE;
	case Z_STREAM_END:
		return INFLATE_END;
	case Z_BUF_ERROR:
		return INFLATE_STUCK;
	case Z_MEM_ERROR:
		die("out of memory (inflating)");
	default: {
		const char *msg = z->msg != NULL ? z->msg : "unknown error";

		/* Translate to the messages of Go's packages. */
		if (strcmp(msg, "incorrect data check") == 0 ||
			strcmp(msg, "incorrect length check") == 0) {
			s->why = "gzip: invalid checksum";
		} else if (strstr(msg, "header") != NULL) {
			s->why = "gzip: invalid header";
		} else {
			(void)snprintf(s->text, sizeof(s->text),
				"flate: corrupt input, %s", msg);
			s->why = s->text;
		}
		return INFLATE_BAD;
	}
	}
}

static bool
zlib_refuses(const char *header)
{
	(void)header;
	return false;
}

const struct inflate_engine inflate_zlib = {
	.name = "zlib",
	.version = zlib_number,
	.start = zlib_start,
	.again = zlib_again,
	.step = zlib_step,
	.end = end,
	.refuses = zlib_refuses,
};
