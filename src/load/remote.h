/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names from the programs that profiles came from: pprof's remote
 * symbolization, after the local one. Only who was named as a source is asked.
 *
 *     mapping x, at 0x400000 in what was merged
 *         0x401000  --- 0x401000 --> http://a/pprof/symbol   it is there at
 *                                                            0x400000
 *         0x401000  --- 0x501000 --> http://b/pprof/symbol   at 0x500000
 *
 * The first of them that answers is enough.
 */
#ifndef FT_LOAD_REMOTE_H
#define FT_LOAD_REMOTE_H

#include "base/arena.h"
#include "base/vec.h"
#include "fetch/fetch.h"
#include "profile/profile.h"
#include "symbol/symbolize.h"

/* Where a mapping was, and whom to ask about it. */
struct remote {
	struct str key;  /* its build id or, without one, its file */
	struct str name; /* the source */
	uint64_t start;
};

struct remotes {
	VEC(struct remote) remote;
	const struct fetch_options *fetch; /* borrowed */
	struct arena arena;
};

/* The mappings of a profile that came from an address. */
void remotes_add(struct remotes *r, const struct profile *p, struct str name,
	const struct fetch_options *fetch);
void remotes_copy(struct remotes *to, const struct remotes *from);
void remotes_free(struct remotes *r);

/* For symbol_spec.ask: whom is a struct remotes. */
struct profile *remotes_symbolize(const struct profile *p,
	const struct symbol_spec *spec, const struct symbol_words *words,
	struct progress *progress);

#endif
