/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inflates gzip and zlib, with limits. gzip is read as by Go, so the same files
 * are damaged: several members are joined, and only a member may follow a
 * member (verified: padding is not skipped).
 *
 * With ISA-L it takes a third of zlib's time. ISA-L has fewer error messages,
 * so after an error zlib tries again: results are the same with either.
 */
#ifndef FT_INPUT_INFLATE_H
#define FT_INPUT_INFLATE_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "input/bytes.h"

/* Inflate `in` into *out, which must be empty, to at most max bytes; 0: no
   limit. Return 1, or 0 if `in` is not compressed (*out stays empty), or -1 and
   err: "decompressing profile: why (place)". */
int inflate_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

/* True if the first two bytes are gzip's; or gzip's or possibly zlib's. */
bool inflate_is_gzip(struct str in);
bool inflate_is_packed(struct str in);
/* Return the size in gzip's last four bytes, which may be false; packed: the
   compressed size. */
size_t inflate_guess(const char last[4], size_t packed);

/* Append "zlib 1.2.13, ISA-L 2.30.0". */
void inflate_version(struct strbuf *out);

#endif
