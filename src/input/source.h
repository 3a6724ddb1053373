/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where bytes come from: a file, or "-" for standard input, inflated when
 * they are compressed. Messages do not name the source; the caller does.
 */
#ifndef FT_INPUT_SOURCE_H
#define FT_INPUT_SOURCE_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"
#include "input/stream.h"

struct stat;

/* A source, to be read in pieces or as a whole. Pipes are read here; at most
   max_memory bytes are kept at any time (0: no limit). NULL and err for what
   cannot be opened or read. */
struct stream *source_open(struct str name, size_t max_memory,
	struct progress *progress, struct err *err);
/* The same of what a growing pipe has so far. */
struct stream *source_open_growing(
	struct growing *growing, struct progress *progress, struct err *err);
/* All of it, from the beginning, inflated, into *out, which the caller frees;
   once. What is compressed counts too while it is inflated. -1 and err as
   above, or when it cannot be inflated. */
int source_whole(struct stream *stream, size_t max_memory, struct bytes *out,
	struct progress *progress, struct err *err);
/* Both. */
int source_read(struct str name, size_t max_memory, struct bytes *out,
	struct progress *progress, struct err *err);

/* What the system knows of a file by name; false: nothing, as of standard
   input. */
bool source_stat(struct str name, struct stat *st);
/* Is it a regular file that starts like a program (ELF, Mach-O, PE)? Pipes
   are not touched. */
bool source_is_program(struct str name);

#endif
