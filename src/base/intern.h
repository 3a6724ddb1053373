/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Byte strings to dense ids and back. Equal bytes get equal ids; id 0 is always
 * the empty string; ids are numbered in order of first appearance. The bytes
 * are copied into the arena given to intern_init(), or borrowed with
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
	struct arena *arena;      /* borrowed; holds the copies */
	struct str *str;          /* [n], owned heap array */
	struct intern_slot *slot; /* [slots] */
	size_t n, cap, slots;
};

void intern_init(struct intern *in, struct arena *arena);
void intern_fini(struct intern *in);
/* Make room for n strings, so that the table need not grow on the way. */
void intern_reserve(struct intern *in, size_t n);
/* Return the id of s, new or known. */
uint32_t intern_copy(struct intern *in, struct str s);
uint32_t intern_borrowed(struct intern *in, struct str s);
/* Return the id of s, which is probably `near`: then only the bytes are
   compared. */
uint32_t intern_copy_near(struct intern *in, struct str s, uint32_t near);
/* Fill in the ids of n strings, id[n], with fewer waits for memory than one by
   one. */
void intern_copy_each(
	struct intern *in, const struct str *s, size_t n, uint32_t *id);
/* Add all strings of another table and fill in their ids, id[from->n], without
   hashing them again. */
void intern_copy_table(
	struct intern *in, const struct intern *from, uint32_t *id);
/* Return a new id, even if the string has one. The bytes are borrowed, and no
   lookup finds them. */
uint32_t intern_unlisted(struct intern *in, struct str s);
/* Copy all strings of another table, with their ids, into an empty one, without
   lookups. False if progress, which may be NULL, asked to stop: then only
   intern_fini() may follow. */
bool intern_copy_all(struct intern *in, const struct intern *from,
	const struct progress *progress);
/* Borrow all strings of another table, whose bytes must stay. */
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

#endif
