/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pipe that grows while one looks: a thread takes in what comes, and the
 * lines that are complete can be had at any time.
 *
 *     fd --thread--> [ line line line li ]
 *                      '---- tap_read --'
 *
 * Only formats of lines make sense before their end (see cut.h); of anything
 * else tap_read() waits for the end.
 */
#ifndef FT_INPUT_TAP_H
#define FT_INPUT_TAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/progress.h"
#include "input/bytes.h"

struct tap;

/* Takes in at most max bytes (0: no limit); more end it with an error. NULL
   and err when there can be no thread. The descriptor stays the caller's. */
struct tap *tap_new(int fd, size_t max, struct err *err);
/* Ends the thread. NULL is fine. */
void tap_free(struct tap *t);

/* Bytes of complete lines so far; *ended: no more will come. From any
   thread. */
size_t tap_size(struct tap *t, bool *ended);
/* A copy of the complete lines, at the end of everything. Waits for the
   first one. The caller frees *out. -1 and err when reading failed or
   progress asked to stop. From any thread. */
int tap_read(struct tap *t, struct bytes *out, struct progress *progress,
	struct err *err);

#endif
