/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a decompressor for some bytes. */
#ifndef FT_TESTS_UTIL_UNPACK_H
#define FT_TESTS_UTIL_UNPACK_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

/* inflate_all(), zstd_all() */
typedef int unpack_fn(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

void unpacks_to(unpack_fn *unpack, struct str in, const char *want);
/* This is the code and the whole message; or part of the message, for what
   is refused at a limit. Nothing comes out. */
void unpack_fails(unpack_fn *unpack, struct str in, size_t max,
	enum err_code code, const char *msg);
void unpack_refuses(
	unpack_fn *unpack, struct str in, size_t max, const char *part);
/* It is not its own. */
void unpack_leaves(unpack_fn *unpack, struct str in);
/* It ends too early. */
void unpack_is_cut(unpack_fn *unpack, struct str in);
void unpack_stops_when_asked(unpack_fn *unpack, struct str in);

#endif
