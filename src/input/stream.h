/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input in pieces: while one piece is processed, a thread reads and
 * decompresses the next ones into a few reused buffers, so the whole input is
 * never in memory.
 *
 *     thread    read --> inflate --> [ piece ] [ piece ] [ piece ] [ piece ]
 *     reader                             ^ stream_next, one after the other
 *
 * Loading a profile:
 *
 *     reader's thread     scan samples .......... | tables | trie | view
 *     thread of a stream  read, inflate ....... '
 *
 * The scan (read/pprof/pprof.h) keeps up with decompression, so little work is
 * left after the last piece. Damaged input, or input that must be whole, is
 * read again by source_whole().
 */
#ifndef FT_INPUT_STREAM_H
#define FT_INPUT_STREAM_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

struct stream;

/* Return a stream over bytes in memory, packed or not. It takes over the bytes;
 *bytes becomes empty. */
struct stream *stream_of(struct bytes *bytes);
/* Return a stream over `size` bytes of a regular file, from its current offset.
   It takes over the descriptor, and leaves the file's offset unchanged. */
struct stream *stream_of_file(int fd, size_t size);
/* Stop the thread, within a few milliseconds, and free. f may be NULL. */
void stream_free(struct stream *f);

/* Return the descriptor, or -1 for bytes; move the bytes to the caller. */
int stream_fd(const struct stream *f);
void stream_take(struct stream *f, struct bytes *bytes);

enum {
	STREAM_LEAST = 64 << 10, /* smaller input is not read in pieces */
	STREAM_ROOM = 64 << 10,  /* writable bytes before each piece */
};

/* Start reading in pieces; call this once. False if that is not possible: the
   input is small, in memory and not packed, or in zlib format. */
bool stream_start(struct stream *f, struct progress *progress);
/* Return the approximate number of unpacked bytes. */
size_t stream_expected(const struct stream *f);
/* Get the next piece, valid until the next call; the STREAM_ROOM bytes before
   it are writable. False at the end. */
bool stream_next(struct stream *f, struct str *piece);
/* True if the input was complete and undamaged; call it at the end. */
bool stream_is_right(const struct stream *f);

/*
 * A pipe that is read while it grows: a thread reads it, and the complete lines
 * are available at any time.
 *
 *     fd --thread--> [ line line line li ]
 *                      '- growing_read'
 *
 * Only line formats can be used before the end (bytes.h); for others
 * growing_read() waits for the end.
 */
struct growing;

/* Start reading at most max bytes (0: no limit); more are an error. NULL and
   err if no thread can be started. The caller still owns the descriptor. */
struct growing *growing_new(int fd, size_t max, struct err *err);
/* Stop the thread and free. t may be NULL. */
void growing_free(struct growing *t);

/* Return the number of bytes in complete lines so far. *ended becomes true at
   the end of the pipe. Any thread may call this. */
size_t growing_size(struct growing *t, bool *ended);
/* Copy the complete lines, or everything after the end of the pipe. Waits for
   the first line. The caller frees *out. -1 and err if reading failed or was
   cancelled. Any thread may call this. */
int growing_read(struct growing *t, struct bytes *out,
	struct progress *progress, struct err *err);

#endif
