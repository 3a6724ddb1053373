/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cache of children's answers. If a profile is read again, or another one of
 * the same program is read, children are asked only about new addresses.
 *
 *     path, build id, inode, size, time ... --> struct known
 *                                                address -> record
 *
 * Only one thread at a time may use a cache.
 */
#ifndef FT_SYMBOL_CACHE_H
#define FT_SYMBOL_CACHE_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

/* The answers about one mapping of a binary. */
struct known {
	struct map64 at;        /* address -> index into record[] */
	VEC(struct str) record; /* calls in the format of child.h */
	struct arena text;      /* owns records and strings */
	struct str words;       /* sources read: "12 symbols, DWARF" */
	struct str build_id;    /* build id of the file; "": none */
	bool has_lines;         /* debug information was found */
	uint64_t used;          /* time of last use, as a count of calls */
};

bool known_find(const struct known *k, uint64_t address, struct str *record);
/* Add a copy of the record. */
void known_add(struct known *k, uint64_t address, struct str record);
void known_clear(struct known *k);

struct symbol_cache;
struct symbol_cache *symbol_cache_new(void);
void symbol_cache_free(struct symbol_cache *c); /* NULL is fine */
/* Return the entry for a key, empty if it is new. The next call may clear it
   if the cache has become too large. */
struct known *symbol_cache_get(struct symbol_cache *c, struct str key);

#endif
