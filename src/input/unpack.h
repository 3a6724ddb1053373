/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decompressing in steps, for stream.c: each way is a row of functions. Who
 * takes the steps asks inflate_all() or zstd_all() in the end for what is
 * wrong, so these need no words for it.
 */
#ifndef FT_INPUT_UNPACK_H
#define FT_INPUT_UNPACK_H

/* Bytes of input that each step gets, as long as there are so many: the
   longest header. */
enum { UNPACK_LEAST = 18 };

enum unpack_outcome {
	UNPACK_MORE, /* goes on with more input or more room */
	UNPACK_END,  /* all of the input is right, and has been used */
	UNPACK_BAD,
};

struct unpack_step {
	const char *in;
	size_t nin;
	char *out;
	size_t nout;       /* not 0 */
	size_t used, made; /* of in, of out */
};

struct unpacker {
	void *(*start)(void); /* dies for lack of memory only */
	enum unpack_outcome (*step)(void *state, struct unpack_step *step);
	void (*end)(void *state);
};

extern const struct unpacker unpack_gzip;
#ifdef HAVE_ZSTD
extern const struct unpacker unpack_zstd;
#endif

#endif
