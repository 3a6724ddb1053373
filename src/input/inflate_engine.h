/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Libraries that inflate, for inflate.c: each is a row of functions, with
 * the library's header in its own file only.
 */
#ifndef FT_INPUT_INFLATE_ENGINE_H
#define FT_INPUT_INFLATE_ENGINE_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

enum inflate_wrapper { INFLATE_GZIP, INFLATE_ZLIB };

enum inflate_outcome {
	INFLATE_MORE,  /* goes on with more input or more room */
	INFLATE_END,   /* of the stream; its checksum is right */
	INFLATE_STUCK, /* could do nothing */
	INFLATE_BAD,   /* damaged: step->why */
};

/* One piece of input and one piece of room, and what became of them. */
struct inflate_step {
	const char *in;
	size_t nin;
	char *out;
	size_t nout;
	size_t used, made; /* of in, of out */
	const char *why;   /* in the words of Go's packages */
	char text[96];     /* room for them */
};

/* No piece may be larger. */
enum { INFLATE_STEP_MAX = 1 << 30 };

struct inflate_engine {
	const char *name;
	const char *(*version)(void);
	/* The state is on the heap. Both die for lack of memory only. */
	void *(*start)(enum inflate_wrapper wrapper);
	/* A new stream of the same kind. */
	void (*again)(void *state);
	enum inflate_outcome (*step)(void *state, struct inflate_step *step);
	void (*end)(void *state);
	/* Must zlib do this member? By its first 10 bytes. */
	bool (*refuses)(const char *header);
};

extern const struct inflate_engine inflate_zlib;
#ifdef HAVE_ISAL
extern const struct inflate_engine inflate_isal;
#endif

/* inflate_all() by one of them alone, for tests. */
int inflate_by(const struct inflate_engine *engine, struct str in, size_t max,
	struct bytes *out, struct progress *progress, struct err *err);

#endif
