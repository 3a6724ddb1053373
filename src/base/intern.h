/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Byte strings to dense ids and back. Equal bytes get equal ids; id 0 is
 * always the empty string; ids are given in order of first appearance.
 * The bytes are copied into the arena named at init (or borrowed, with
 * intern_borrowed(), when the caller keeps them alive).
 */
#ifndef FT_BASE_INTERN_H
#define FT_BASE_INTERN_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"

struct intern_slot {
	uint32_t hash; /* lower half of the string's */
	uint32_t id;   /* NONE: free */
};

struct intern {
	struct arena *arena;      /* borrowed: where copies go */
	struct str *str;          /* [n], owned heap array */
	struct intern_slot *slot; /* [slots] */
	size_t n, cap, slots;
};

void intern_init(struct intern *in, struct arena *arena);
void intern_fini(struct intern *in);
/* Room for n strings, so that it need not grow on the way there. */
void intern_reserve(struct intern *in, size_t n);
/* The id of s, new or known. */
uint32_t intern_copy(struct intern *in, struct str s);
uint32_t intern_borrowed(struct intern *in, struct str s);
/* The same, where `near` is likely to be the id, whatever it is: then only the
   bytes are compared. */
uint32_t intern_copy_near(struct intern *in, struct str s, uint32_t near);
/* The ids of n strings, into id[n]: as one by one, but with fewer waits for
   memory. */
void intern_copy_each(
	struct intern *in, const struct str *s, size_t n, uint32_t *id);
/* The same of all that another one holds, into id[from->n]; no string is
   hashed again. */
void intern_copy_table(
	struct intern *in, const struct intern *from, uint32_t *id);
/* A new id, although there may be one already. The bytes are borrowed, and no
   look-up finds them. */
uint32_t intern_unlisted(struct intern *in, struct str s);
/* All that another one holds, under the same ids, into one that is new: no
   string is looked up. False when progress, which may be NULL, asked to stop:
   then it is only good for intern_fini(). */
bool intern_copy_all(struct intern *in, const struct intern *from,
	const struct progress *progress);
/* The same, of bytes that stay where they are. */
void intern_borrow_all(struct intern *in, const struct intern *from);
/* The id of s, or NONE when it was never added. */
uint32_t intern_find(const struct intern *in, struct str s);
/* Bytes held outside the arena, for memory limits. */
size_t intern_bytes(const struct intern *in);

static inline struct str
intern_str(const struct intern *in, uint32_t id)
{
	return in->str[id];
}

#endif
