/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Remote symbolization as in pprof, after the local one. Only the addresses
 * from which profiles were fetched are asked.
 *
 *     mapping x, at 0x400000 in the merged profile
 *         0x401000  --- 0x401000 --> http://a/pprof/symbol   has x at
 *                                                            0x400000
 *         0x401000  --- 0x501000 --> http://b/pprof/symbol   at 0x500000
 *
 * The first answer is used.
 */
#ifndef FT_LOAD_REMOTE_H
#define FT_LOAD_REMOTE_H

#include "base/arena.h"
#include "base/vec.h"
#include "fetch/fetch.h"
#include "profile/profile.h"
#include "symbol/symbolize.h"

/* A mapping in one source, which can be asked for the mapping's names. */
struct remote {
	struct str key;  /* build ID or, without one, file of the mapping */
	struct str name; /* address of the source */
	uint64_t start;  /* start of the mapping in that source */
};

struct remotes {
	VEC(struct remote) remote;
	const struct fetch_options *fetch; /* borrowed */
	struct arena arena;
};

/* Add the mappings of a profile from the address `name`. */
void remotes_add(struct remotes *r, const struct profile *p, struct str name,
	const struct fetch_options *fetch);
void remotes_copy(struct remotes *to, const struct remotes *from);
void remotes_free(struct remotes *r);

/* A function for symbol_spec.ask: get the names from servers. `whom` in the
   spec is a struct remotes. */
struct profile *remotes_symbolize(const struct profile *p,
	const struct symbol_spec *spec, const struct symbol_words *words,
	struct progress *progress);

#endif
