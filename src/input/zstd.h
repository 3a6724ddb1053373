/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decompresses Zstandard, with the limits and messages of inflate.h. Frames are
 * joined, skippable frames are skipped, and other data after a frame is an
 * error. Without libzstd no input is taken for zstd.
 */
#ifndef FT_INPUT_ZSTD_H
#define FT_INPUT_ZSTD_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

/* True if the first four bytes are zstd's. */
bool zstd_is_packed(struct str in);
/* Return the size in the first frame's header, or a guess if it is missing or
   implausible. `in` is the start of the file, `packed` the compressed size. */
size_t zstd_guess(struct str in, size_t packed);
/* Decompress `in` into *out, which must be empty, to at most max bytes (0: no
   limit), with a window of at most max or 8 MiB, if that is more. Return 1, or
   0 if `in` is not zstd (*out stays empty), or -1 and err: "decompressing
   profile: why (compressed byte 123)". */
int zstd_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

#endif
