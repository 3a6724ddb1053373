/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Children's answers, kept while the program runs: reading a profile again, or
 * another of the same program, asks only for new addresses.
 *
 *     path, build id, inode, size, time ... --> struct known
 *                                                address -> what is there
 *
 * Only one thread at a time may use it.
 */
#ifndef FT_SYMBOL_CACHE_H
#define FT_SYMBOL_CACHE_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

/* One binary, as it was mapped. */
struct known {
	struct map64 at;        /* address -> row of `record` */
	VEC(struct str) record; /* in the format of child.h */
	struct arena text;
	struct str words;    /* sources that were read */
	struct str build_id; /* the file's own */
	bool has_lines;      /* debug information */
	uint64_t used;
};

bool known_find(const struct known *k, uint64_t address, struct str *record);
/* Add a copy of the record. */
void known_add(struct known *k, uint64_t address, struct str record);
void known_clear(struct known *k);

struct symbol_cache;
struct symbol_cache *symbol_cache_new(void);
void symbol_cache_free(struct symbol_cache *c); /* NULL is fine */
/* Return the entry of a key, empty if it is new. It is valid until the next
   call, which may drop entries that were not used for long. */
struct known *symbol_cache_get(struct symbol_cache *c, struct str key);

#endif
