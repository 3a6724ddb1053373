/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fetches names of functions from the profiled program, as pprof does:
 *
 *     profile  http://host:6060/pprof/heap?gc=1
 *     service  http://host:6060/pprof/symbol
 *
 *     POST 0x401000+0x402abc       num_symbols: 1
 *                                  0x401000 main.alpha with (spaces)
 *
 * Go 1.22 and later refuse POST (405); then GET takes fewer addresses each.
 */
#ifndef FT_FETCH_SYMBOLZ_H
#define FT_FETCH_SYMBOLZ_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "fetch/fetch.h"

struct symbolz_name {
	uint64_t address;
	struct str name; /* as received */
};

struct symbolz_names {
	VEC(struct symbolz_name) name;
};

/* Append the path of the symbol service for the path of a profile. */
void symbolz_put_path(struct strbuf *out, struct str path);
/* Read the lines with names. As in pprof, a last line without a newline is
   dropped. Strings are copied into the arena. */
void symbolz_read(
	struct str text, struct arena *arena, struct symbolz_names *out);
/* Request the names of n addresses from the program at the URL `name`. *out
   gets names in any order. -1 and err. */
int symbolz_ask(const struct fetch_options *o, struct str name,
	const uint64_t *address, size_t n, struct arena *arena,
	struct symbolz_names *out, struct progress *progress, struct err *err);

#endif
