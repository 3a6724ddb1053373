/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Byte strings and their dense ids. */
#include "prelude.h"

#include "base/intern.h"

#include <assert.h>

#include "base/compiler.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/xalloc.h"

void
intern_init(struct intern *in, struct arena *arena)
{
	*in = (struct intern){ .arena = arena };
	(void)intern_borrowed(in, STR(""));
}

void
intern_fini(struct intern *in)
{
	free(in->str);
	free(in->slot);
	*in = (struct intern){ .arena = NULL };
}

/* Return the slot of s, or the free slot for it. Strings with other hashes are
   not compared, because reading each is likely a cache miss. */
static struct intern_slot *
intern_slot_of(const struct intern *in, struct str s, uint32_t hash)
{
	size_t mask = in->slots - 1, i = hash & mask;

	for (; in->slot[i].id != NONE; i = (i + 1) & mask)
		if (in->slot[i].hash == hash &&
			str_eq(in->str[in->slot[i].id], s))
			break;
	return &in->slot[i];
}

/* Move all strings to new slots. No two are equal, so none are compared. */
static void
intern_rehash(struct intern *in, size_t slots)
{
	struct intern_slot *old = in->slot;
	size_t n = in->slots, mask;

	in->slots = slots;
	in->slot = xrealloc(NULL, in->slots, sizeof(*in->slot));
	mask = in->slots - 1;
	for (size_t i = 0; i < in->slots; i++)
		in->slot[i].id = NONE;
	for (size_t i = 0; i < n; i++) {
		size_t at = old[i].hash & mask;

		if (old[i].id == NONE)
			continue;
		while (in->slot[at].id != NONE)
			at = (at + 1) & mask;
		in->slot[at] = old[i];
	}
	free(old);
}

static uint32_t
intern_hash(struct str s)
{
	return (uint32_t)hash_bytes(s.p, s.n);
}

static uint32_t
intern_push(struct intern *in, struct str s)
{
	if (in->n == in->cap) {
		in->cap = in->cap == 0 ? 64 : in->cap * 2;
		in->str = xrealloc(in->str, in->cap, sizeof(*in->str));
	}
	assert(in->n < NONE);
	in->str[in->n] = s;
	return (uint32_t)in->n++;
}

static uint32_t
intern_add(struct intern *in, struct str s, uint32_t hash, bool copy)
{
	struct intern_slot *slot;

	if ((in->n + 1) * 3 > in->slots * 2 &&
		memory_may_double(in->n, in->slots, sizeof(*in->slot)))
		intern_rehash(in, in->slots == 0 ? 64 : in->slots * 2);
	slot = intern_slot_of(in, s, hash);
	if (slot->id != NONE)
		return slot->id;
	if (copy)
		s.p = arena_copy(in->arena, s.p, s.n);
	*slot = (struct intern_slot){ hash, (uint32_t)in->n };
	return intern_push(in, s);
}

void
intern_reserve(struct intern *in, size_t n)
{
	size_t slots = 64;

	while (slots / 3 * 2 <= n && slots <= SIZE_MAX / 4)
		slots *= 2;
	if (slots > in->slots)
		intern_rehash(in, slots);
	if (n > in->cap) {
		in->str = xrealloc(in->str, n, sizeof(*in->str));
		in->cap = n;
	}
}

uint32_t
intern_copy(struct intern *in, struct str s)
{
	return intern_add(in, s, intern_hash(s), true);
}

uint32_t
intern_borrowed(struct intern *in, struct str s)
{
	return intern_add(in, s, intern_hash(s), false);
}

uint32_t
intern_unlisted(struct intern *in, struct str s)
{
	return s.n == 0 ? 0 : intern_push(in, s);
}

uint32_t
intern_copy_near(struct intern *in, struct str s, uint32_t near)
{
	if (near < in->n && str_eq(in->str[near], s))
		return near;
	return intern_copy(in, s);
}

void
intern_copy_each(struct intern *in, const struct str *s, size_t n, uint32_t *id)
{
	enum { AHEAD = 16 };
	uint32_t hash[AHEAD];

	for (size_t i = 0; i < n + AHEAD; i++) {
		if (i >= AHEAD)
			id[i - AHEAD] = intern_add(
				in, s[i - AHEAD], hash[i % AHEAD], true);
		if (i < n) {
			hash[i % AHEAD] = intern_hash(s[i]);
			PREFETCH(&in->slot[hash[i % AHEAD] & (in->slots - 1)]);
		}
	}
}

void
intern_copy_table(struct intern *in, const struct intern *from, uint32_t *id)
{
	enum { AHEAD = 16 };
	uint32_t *hash = id;

	for (size_t i = 0; i < from->slots; i++)
		if (from->slot[i].id != NONE)
			hash[from->slot[i].id] = from->slot[i].hash;
	for (size_t i = 0; i < from->n; i++) {
		if (from->n - i > AHEAD)
			PREFETCH(&in->slot[hash[i + AHEAD] & (in->slots - 1)]);
		id[i] = intern_add(in, from->str[i], hash[i], true);
	}
}

bool
intern_copy_all(struct intern *in, const struct intern *from,
	const struct progress *progress)
{
	assert(in->n == 1);
	in->str = xrealloc(in->str, from->n, sizeof(*in->str));
	in->cap = from->n;
	in->slot = xrealloc(in->slot, from->slots, sizeof(*in->slot));
	in->slots = from->slots;
	for (size_t i = 0; i < from->slots; i++) {
		if (progress_stops_at(progress, i))
			return false;
		in->slot[i] = from->slot[i];
	}
	for (; in->n < from->n; in->n++) {
		struct str s = from->str[in->n];

		if (progress_stops_at(progress, in->n))
			return false;
		in->str[in->n] = arena_str(in->arena, s);
	}
	return true;
}

void
intern_borrow_all(struct intern *in, const struct intern *from)
{
	assert(in->n == 1);
	in->str = xrealloc(in->str, from->n, sizeof(*in->str));
	in->n = in->cap = from->n;
	memcpy(in->str, from->str, from->n * sizeof(*in->str));
	in->slot = xrealloc(in->slot, from->slots, sizeof(*in->slot));
	in->slots = from->slots;
	memcpy(in->slot, from->slot, from->slots * sizeof(*in->slot));
}

uint32_t
intern_find(const struct intern *in, struct str s)
{
	if (in->slots == 0)
		return NONE;
	return intern_slot_of(in, s, intern_hash(s))->id;
}

size_t
intern_bytes(const struct intern *in)
{
	return in->cap * sizeof(*in->str) + in->slots * sizeof(*in->slot);
}
