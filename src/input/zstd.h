/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Zstandard, bounded: what inflate.h is for gzip, with its words. Frames are
 * joined, skippable ones skipped, and what follows a frame must be a frame.
 * In a build without libzstd nothing is zstd.
 */
#ifndef FT_INPUT_ZSTD_H
#define FT_INPUT_ZSTD_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

/* By its first four bytes. */
bool zstd_is_packed(struct str in);
/* How many bytes the first frame says that there are, which need not be true,
   or some number. `in` is how it begins, packed: how many bytes it takes. */
size_t zstd_guess(struct str in, size_t packed);
/* Decompress all of `in` into *out, which is empty before. At most max bytes
   (0: no limit), and no window larger than that or 8 MiB. Returns 1, or 0
   when `in` is no zstd (*out stays empty), or -1 and err: "decompressing
   profile: why (place)". */
int zstd_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

#endif
