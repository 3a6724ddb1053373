/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes that come while they are read.
 *
 * A stream is the content of a file, of which the first bytes can be read
 * while the rest is still inflated by another thread:
 *
 *     thread     inflate ------> [ bytes bytes bytes ......... ]
 *                                 |               ^
 *     reader     stream_wait:     '--- readable --' grows, never moves
 *                stream_end:      all of it, or what was wrong
 *
 * This is how a profile is loaded:
 *
 *     reader's thread    read the file | scan samples | tables | trie | view
 *     thread of a stream              inflate ...... '
 *
 * The scan (read/pprof_scan.h) is as fast as inflating, so that little is
 * left to do when the last bytes come. How many bytes are readable is behind a
 * lock, taken once for each half MiB; those are not written to any more. All
 * else belongs to the thread until it was joined.
 */
#ifndef FT_INPUT_STREAM_H
#define FT_INPUT_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

struct stream;

/* Of bytes that are all there; takes them over and empties *bytes. */
struct stream *stream_of(struct bytes *bytes);
/* Starts to inflate gzip; takes the bytes over and empties *in. At most max
   bytes will come, 0 is no limit. */
struct stream *stream_inflate(
	struct bytes *in, size_t max, struct progress *progress);
/* Stops the thread, in a few milliseconds. NULL is fine. */
void stream_free(struct stream *f);

/* Is there a thread, which may be done already? */
bool stream_is_running(const struct stream *f);
/* Where the bytes come; they stay there until stream_free(). */
const char *stream_bytes(const struct stream *f);
/* How many may come there, at most. */
size_t stream_room(const struct stream *f);
/* Wait for more than `have` bytes. How many there are; `have` means that no
   more will come here. */
size_t stream_wait(struct stream *f, size_t have);
/* Wait for the end. -1 and err: inflate.h's errors. */
int stream_end(struct stream *f, struct err *err);
/* After that, if it went well: all bytes, which may be in another place now.
   They stay the stream's, or become the caller's. */
const struct bytes *stream_all(const struct stream *f);
void stream_take(struct stream *f, struct bytes *bytes);

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
