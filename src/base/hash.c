/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mixing and the map: see hash.h. */
#include "config.h"

#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#include "base/banned.h"

uint64_t
hash_bytes(const void *p, size_t n)
{
	const unsigned char *q = p;
	uint64_t h = n * UINT64_C(0x9e3779b97f4a7c15), w;

	for (; n >= 8; n -= 8, q += 8) {
		memcpy(&w, q, 8);
		h = hash_mix(h ^ w);
	}
	if (n > 0) {
		w = 0;
		memcpy(&w, q, n);
		h = hash_mix(h ^ w);
	}
	return h;
}

void
map64_free(struct map64 *m)
{
	free(m->slot);
	*m = (struct map64)MAP64_INIT;
}

static struct map64_slot *
find(const struct map64 *m, uint64_t key)
{
	size_t mask = m->cap - 1;
	size_t i = (size_t)hash_mix(key) & mask;

	while (m->slot[i].value != NONE && m->slot[i].key != key)
		i = (i + 1) & mask;
	return &m->slot[i];
}

static void
grow(struct map64 *m)
{
	struct map64 old = *m;

	m->cap = old.cap == 0 ? 16 : old.cap * 2;
	m->slot = xrealloc(NULL, m->cap, sizeof(*m->slot));
	for (size_t i = 0; i < m->cap; i++)
		m->slot[i].value = NONE;
	for (size_t i = 0; i < old.cap; i++)
		if (old.slot[i].value != NONE)
			*find(m, old.slot[i].key) = old.slot[i];
	free(old.slot);
}

uint32_t
map64_get(const struct map64 *m, uint64_t key)
{
	return m->cap == 0 ? NONE : find(m, key)->value;
}

uint32_t *
map64_at(struct map64 *m, uint64_t key)
{
	struct map64_slot *s;

	if ((m->n + 1) * 3 > m->cap * 2)
		grow(m);
	s = find(m, key);
	if (s->value == NONE) {
		s->key = key;
		m->n++;
	}
	return &s->value;
}

void
map64_put(struct map64 *m, uint64_t key, uint32_t value)
{
	assert(value != NONE);
	*map64_at(m, key) = value;
}
