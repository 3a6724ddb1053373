/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inflating libraries for inflate.c: each is a table of functions, and only its
 * own file includes the library's header.
 */
#ifndef FT_INPUT_INFLATE_ENGINE_H
#define FT_INPUT_INFLATE_ENGINE_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

enum inflate_wrapper { INFLATE_GZIP, INFLATE_ZLIB };

enum inflate_outcome {
	INFLATE_MORE,  /* needs more input or more room */
	INFLATE_END,   /* end of the stream, and the checksum is right */
	INFLATE_STUCK, /* no progress possible */
	INFLATE_BAD,   /* damaged; step->why is set */
};

/* A piece of input, room for output, and the results. */
struct inflate_step {
	const char *in;
	size_t nin;
	char *out;
	size_t nout;
	size_t used, made; /* bytes consumed and produced */
	const char *why;   /* message in Go's words; static, or `text` */
	char text[96];
};

struct inflate_engine {
	const char *name;
	const char *(*version)(void);
	/* Return a new state, freed by end(). Dies without memory. */
	void *(*start)(enum inflate_wrapper wrapper);
	/* Start a new stream of the same kind. */
	void (*again)(void *state);
	enum inflate_outcome (*step)(void *state, struct inflate_step *step);
	void (*end)(void *state);
	/* True if only zlib can inflate the member with this 10-byte header. */
	bool (*refuses)(const char *header);
};

extern const struct inflate_engine inflate_zlib;
#ifdef HAVE_ISAL
extern const struct inflate_engine inflate_isal;
#endif

/* Like inflate_all(), with one engine, for tests. NULL: the usual engines. */
int inflate_by(const struct inflate_engine *engine, struct str in, size_t max,
	struct bytes *out, struct progress *progress, struct err *err);

#endif
