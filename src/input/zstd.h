/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decompresses Zstandard, with limits: like inflate.h, with its messages.
 * Frames are joined, skippable frames are skipped, and only frames may follow.
 * Without libzstd no input is zstd.
 */
#ifndef FT_INPUT_ZSTD_H
#define FT_INPUT_ZSTD_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

/* True if the first four bytes are zstd's. */
bool zstd_is_packed(struct str in);
/* Return the size in the first frame, which may be false, or a guess. `in` is
   the beginning; packed: the compressed size. */
size_t zstd_guess(struct str in, size_t packed);
/* Decompress `in` into *out, which must be empty, to at most max bytes (0: no
   limit), with a window of at most that or 8 MiB. Return 1, or 0 if `in` is not
   zstd (*out stays empty), or -1 and err: "decompressing profile: why
   (place)". */
int zstd_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

#endif
