/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input in pieces: while one piece is processed, a thread reads and
 * decompresses the next ones into a few reused buffers, so the whole is never
 * in memory.
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
 * left after the last piece. Input that needs to be whole, or is damaged, is
 * read again by source_whole().
 */
#ifndef FT_INPUT_STREAM_H
#define FT_INPUT_STREAM_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

struct stream;

/* Return a stream of bytes in memory, packed or not; takes them over and
   empties *bytes. */
struct stream *stream_of(struct bytes *bytes);
/* Return a stream of a regular file of `size` bytes from its current offset.
   The stream takes over the descriptor and keeps the offset. */
struct stream *stream_of_file(int fd, size_t size);
/* Stop the thread within a few milliseconds, and free. NULL is fine. */
void stream_free(struct stream *f);

/* Return the descriptor, -1 for bytes; hand the bytes to the caller. */
int stream_fd(const struct stream *f);
void stream_take(struct stream *f, struct bytes *bytes);

enum {
	STREAM_LEAST = 64 << 10, /* smaller input needs no thread */
	STREAM_ROOM = 64 << 10,
};

/* Start, only once. False if there are no pieces: the input is small, or bytes
   in memory that are not packed, or in another format. */
bool stream_start(struct stream *f, struct progress *progress);
/* Return about how many bytes there will be. */
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
 * Only line formats can be used before the end (see bytes.h); for others
 * growing_read() waits for the end.
 */
struct growing;

/* Start reading at most max bytes (0: no limit); more are an error. NULL and
   err if there is no thread. The caller keeps the descriptor. */
struct growing *growing_new(int fd, size_t max, struct err *err);
/* Stop the thread, and free. NULL is fine. */
void growing_free(struct growing *t);

/* Return the bytes of complete lines so far; *ended: all has arrived. From any
   thread. */
size_t growing_size(struct growing *t, bool *ended);
/* Copy the complete lines, at the end everything. Waits for the first line. The
   caller frees *out. -1 and err if reading failed or was cancelled. From any
   thread. */
int growing_read(struct growing *t, struct bytes *out,
	struct progress *progress, struct err *err);

#endif
