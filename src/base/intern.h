/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps byte strings to dense ids and back. Equal strings have the same id, id 0
 * is the empty string, and ids are numbered in order of first appearance. The
 * bytes are copied into the arena given to intern_init(), or borrowed with
 * intern_borrowed() if the caller keeps them alive.
 */
#ifndef FT_BASE_INTERN_H
#define FT_BASE_INTERN_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"

struct intern_slot {
	uint32_t hash; /* lower half of the string's hash */
	uint32_t id;   /* NONE: free */
};

struct intern {
	struct arena *arena;      /* borrowed; holds the copies of strings */
	struct str *str;          /* [n], owned heap array */
	struct intern_slot *slot; /* [slots] */
	size_t n, cap, slots;
};

void intern_init(struct intern *in, struct arena *arena);
void intern_fini(struct intern *in);
/* Make room for n strings, so that adding them does not grow the table. */
void intern_reserve(struct intern *in, size_t n);
/* Return the id of s. If s is new, intern_copy() adds a copy of its bytes, and
   intern_borrowed() adds the caller's bytes. */
uint32_t intern_copy(struct intern *in, struct str s);
uint32_t intern_borrowed(struct intern *in, struct str s);
/* Like intern_copy(), but first compare s with string `near`. If they are
   equal, s is not hashed. */
uint32_t intern_copy_near(struct intern *in, struct str s, uint32_t near);
/* Call intern_copy() for n strings and fill in id[n], with prefetching. */
void intern_copy_each(
	struct intern *in, const struct str *s, size_t n, uint32_t *id);
/* Copy all strings of another table and fill in id[from->n], their new ids,
   without hashing them again. */
void intern_copy_table(
	struct intern *in, const struct intern *from, uint32_t *id);
/* Add s under a new id, even if it has one. The bytes are borrowed, and lookups
   do not find the new id. */
uint32_t intern_unlisted(struct intern *in, struct str s);
/* Copy all strings of another table, with their ids, into a new table. False if
   progress, which may be NULL, asked to stop: then only intern_fini() may
   follow. */
bool intern_copy_all(struct intern *in, const struct intern *from,
	const struct progress *progress);
/* Likewise, but borrow the bytes, which must outlive the new table. */
void intern_borrow_all(struct intern *in, const struct intern *from);
/* Return the id of s, or NONE if it was never added. */
uint32_t intern_find(const struct intern *in, struct str s);
/* Return the bytes held outside the arena, for memory limits. */
size_t intern_bytes(const struct intern *in);

static inline struct str
intern_str(const struct intern *in, uint32_t id)
{
	return in->str[id];
}

/* Add s if it is new, and return the table's copy of it. */
static inline struct str
intern_keep(struct intern *in, struct str s)
{
	return intern_str(in, intern_copy(in, s));
}

#endif
