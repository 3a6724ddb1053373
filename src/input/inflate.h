/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gzip and zlib, bounded. gzip is read as Go's reader does it, so that a file
 * is damaged here when it is damaged there: several members are joined, and
 * what follows a member must be a member (verified: no padding is skipped).
 */
#ifndef FT_INPUT_INFLATE_H
#define FT_INPUT_INFLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

/* Inflate all of `in` into *out, which is empty before. At most max bytes;
   0 is no limit. Returns 1, or 0 when `in` is not compressed (*out stays
   empty), or -1 and err: "decompressing profile: why (place)". */
int inflate_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

#endif
