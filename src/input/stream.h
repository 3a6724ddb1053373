/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was opened, in pieces: while one is looked at, another thread reads and
 * inflates the next ones, in the same few places again and again, so that
 * nothing is ever there as a whole.
 *
 *     thread    read --> inflate --> [ piece ] [ piece ] [ piece ] [ piece ]
 *     reader                             ^ stream_next, one after the other
 *
 * This is how a profile is loaded:
 *
 *     reader's thread     scan samples .......... | tables | trie | view
 *     thread of a stream  read, inflate ....... '
 *
 * The scan (read/pprof/pprof.h) is as fast as inflating, so that little is
 * left to do when the last piece came. What makes no sense in pieces, or is
 * damaged, is read again as a whole: source_whole().
 */
#ifndef FT_INPUT_STREAM_H
#define FT_INPUT_STREAM_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

struct stream;

/* Of bytes that are all there, packed or not; takes them over and empties
 *bytes. */
struct stream *stream_of(struct bytes *bytes);
/* Of a regular file of so many bytes from where it stands. The descriptor is
   the stream's from now on; where it stands does not change. */
struct stream *stream_of_file(int fd, size_t size);
/* Stops the thread, in a few milliseconds. NULL is fine. */
void stream_free(struct stream *f);

/* Its descriptor, -1 for bytes; the bytes, which become the caller's. */
int stream_fd(const struct stream *f);
void stream_take(struct stream *f, struct bytes *bytes);

enum {
	STREAM_LEAST = 64 << 10, /* smaller ones are not worth a thread */
	STREAM_ROOM = 64 << 10,
};

/* Begin, once. False when there are no pieces: it is too small, or bytes that
   are not packed, or packed in another way. */
bool stream_start(struct stream *f, struct progress *progress);
/* About how many bytes there will be. */
size_t stream_expected(const struct stream *f);
/* The next piece, there until the next call; the STREAM_ROOM bytes in front
   of it are the caller's to write to. False: there are no more. */
bool stream_next(struct stream *f, struct str *piece);
/* Then: was that all, and nothing wrong with it? */
bool stream_is_right(const struct stream *f);

/*
 * A pipe that grows while one looks: a thread takes in what comes, and the
 * lines that are complete can be had at any time.
 *
 *     fd --thread--> [ line line line li ]
 *                      '- growing_read'
 *
 * Only formats of lines make sense before their end (see bytes.h); of anything
 * else growing_read() waits for the end.
 */
struct growing;

/* Takes in at most max bytes (0: no limit); more end it with an error. NULL
   and err when there can be no thread. The descriptor stays the caller's. */
struct growing *growing_new(int fd, size_t max, struct err *err);
/* Ends the thread. NULL is fine. */
void growing_free(struct growing *t);

/* Bytes of complete lines so far; *ended: no more will come. From any
   thread. */
size_t growing_size(struct growing *t, bool *ended);
/* A copy of the complete lines, at the end of everything. Waits for the
   first one. The caller frees *out. -1 and err when reading failed or
   progress asked to stop. From any thread. */
int growing_read(struct growing *t, struct bytes *out,
	struct progress *progress, struct err *err);

#endif
