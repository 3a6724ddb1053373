/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens and reads input: a file, or "-" for standard input, decompressed. The
 * caller adds the source's name to messages.
 */
#ifndef FT_INPUT_SOURCE_H
#define FT_INPUT_SOURCE_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"
#include "input/stream.h"

struct stat;

/* Open a source, to be read in pieces or as a whole. Pipes are read completely;
   at most max_memory bytes are held at any time (0: no limit). NULL and err if
   the source cannot be opened or read. */
struct stream *source_open(struct str name, size_t max_memory,
	struct progress *progress, struct err *err);
/* Return a stream over the data that a growing pipe has delivered so far. */
struct stream *source_open_growing(
	struct growing *growing, struct progress *progress, struct err *err);
/* Read the whole source, decompressed, into *out, which the caller frees. Call
   this once. The limit is for compressed and decompressed bytes together. -1
   and err as above, or for damaged data. */
int source_whole(struct stream *stream, size_t max_memory, struct bytes *out,
	struct progress *progress, struct err *err);
/* Open a source and read the whole of it. */
int source_read(struct str name, size_t max_memory, struct bytes *out,
	struct progress *progress, struct err *err);

/* Call stat() for a named file. False if that fails, or for "-". */
bool source_stat(struct str name, struct stat *st);
/* True for a regular file that starts like a program (ELF, Mach-O, PE). Pipes
   are not read. */
bool source_is_program(struct str name);

#endif
