/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decompression in steps, for stream.c: each format is a table of functions.
 * They report no messages, because after an error inflate_all() or zstd_all()
 * is called.
 */
#ifndef FT_INPUT_UNPACK_H
#define FT_INPUT_UNPACK_H

/* Bytes of the longest header. Each step gets at least that much input, unless
   less is left. */
enum { UNPACK_LEAST = 18 };

enum unpack_outcome {
	UNPACK_MORE, /* needs more input or more room */
	UNPACK_END,  /* all input is valid and used */
	UNPACK_BAD,
};

struct unpack_step {
	const char *in;
	size_t nin;
	char *out;
	size_t nout;       /* not 0 */
	size_t used, made; /* bytes consumed and produced */
};

struct unpacker {
	void *(*start)(void); /* dies if there is no memory */
	enum unpack_outcome (*step)(void *state, struct unpack_step *step);
	void (*end)(void *state);
};

extern const struct unpacker unpack_gzip;
#ifdef HAVE_ZSTD
extern const struct unpacker unpack_zstd;
#endif

#endif
