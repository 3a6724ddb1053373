/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The content of a file, of which the first bytes can be read while the rest
 * is still inflated by another thread:
 *
 *     thread     inflate ----> [ bytes bytes bytes ......... ]
 *                               |               ^
 *     reader     flow_wait:     '--- readable --' grows, never moves
 *                flow_end:      all of it, or what was wrong
 *
 * This is how a profile is loaded:
 *
 *     reader's thread    read the file | scan samples | tables | trie | view
 *     thread of a flow                  inflate ...... '
 *
 * The scan (read/pprof_scan.h) is as fast as inflating, so that little is
 * left to do when the last bytes come. How many bytes are readable is behind a
 * lock, taken once for each half MiB; those are not written to any more. All
 * else belongs to the thread until it was joined.
 */
#ifndef FT_INPUT_FLOW_H
#define FT_INPUT_FLOW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

struct flow;

/* Of bytes that are all there; takes them over and empties *bytes. */
struct flow *flow_of(struct bytes *bytes);
/* Starts to inflate gzip; takes the bytes over and empties *in. At most max
   bytes will come, 0 is no limit. */
struct flow *flow_inflate(
	struct bytes *in, size_t max, struct progress *progress);
/* Stops the thread, in a few milliseconds. NULL is fine. */
void flow_free(struct flow *f);

/* Is there a thread, which may be done already? */
bool flow_is_running(const struct flow *f);
/* Where the bytes come; they stay there until flow_free(). */
const char *flow_bytes(const struct flow *f);
/* How many may come there, at most. */
size_t flow_room(const struct flow *f);
/* Wait for more than `have` bytes. How many there are; `have` means that no
   more will come here. */
size_t flow_wait(struct flow *f, size_t have);
/* Wait for the end. -1 and err: inflate.h's errors. */
int flow_end(struct flow *f, struct err *err);
/* After that, if it went well: all bytes, which may be in another place now.
   They stay the flow's, or become the caller's. */
const struct bytes *flow_all(const struct flow *f);
void flow_take(struct flow *f, struct bytes *bytes);

#endif
