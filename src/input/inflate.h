/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gzip and zlib, bounded. gzip is read as Go's reader does it, so that a file
 * is damaged here when it is damaged there: several members are joined, and
 * what follows a member must be a member (verified: no padding is skipped).
 *
 * ISA-L does it in a third of zlib's time where there is one. It has fewer
 * words for what is wrong, so zlib is asked again then, and is right: the
 * answers are zlib's, with either.
 */
#ifndef FT_INPUT_INFLATE_H
#define FT_INPUT_INFLATE_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "input/bytes.h"

/* Inflate all of `in` into *out, which is empty before. At most max bytes;
   0 is no limit. Returns 1, or 0 when `in` is not compressed (*out stays
   empty), or -1 and err: "decompressing profile: why (place)". */
int inflate_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

/* Is it gzip, or might it be zlib, too, by its first two bytes? */
bool inflate_is_gzip(struct str in);
bool inflate_is_packed(struct str in);
/* How many bytes gzip's own last four say that there are, which need not be
   true; packed: how many it takes. */
size_t inflate_guess(const char last[4], size_t packed);

/* "zlib 1.2.13, ISA-L 2.30.0" */
void inflate_version(struct strbuf *out);

#endif
