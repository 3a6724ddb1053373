/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inflates gzip and zlib, with limits. gzip is read as in Go, with the same
 * errors: several members are joined, and anything else after a member, even
 * padding, is an error.
 *
 * ISA-L takes a third of zlib's time, but has few error messages. So zlib tries
 * again after an error, and the results do not depend on the library.
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
   err: "decompressing profile: why (compressed byte 123)". */
int inflate_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

/* True for the first two bytes of gzip; or of gzip or zlib, maybe by chance. */
bool inflate_is_gzip(struct str in);
bool inflate_is_packed(struct str in);
/* Return the size in gzip's last four bytes, or a guess if that is implausible.
   `packed` is the compressed size. The result may be wrong. */
size_t inflate_guess(const char last[4], size_t packed);

/* Append "zlib 1.2.13, ISA-L 2.30.0". */
void inflate_version(struct strbuf *out);

#endif
