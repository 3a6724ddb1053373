/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Different spans of bytes: see spans.h. */
#include "config.h"

#include "read/spans.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum {
	SLOTS = 1024, /* room at first */
	SPANS = 512,
	LINE = 64, /* of the cache */
	REACH = 4 * LINE,
};

void
spans_init(struct spans *s, bool copies)
{
	*s = (struct spans){ .slots = SLOTS, .cap = SPANS, .copies = copies };
	s->span = xmalloc(SPANS * sizeof(*s->span));
	s->slot = xmalloc(SLOTS * sizeof(*s->slot));
	memset(s->slot, 0xff, SLOTS * sizeof(*s->slot));
}

void
spans_fini(struct spans *s)
{
	free(s->span);
	free(s->slot);
	arena_free(&s->arena);
	*s = (struct spans){ .n = 0 };
}

size_t
spans_bytes(const struct spans *s)
{
	return s->cap * sizeof(*s->span) + s->slots * sizeof(*s->slot) +
		s->arena.held;
}

static inline uint64_t
word(const char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof(w));
	return w;
}

/* Over every byte of every sample: two chains that do not wait for each
   other, a multiplication for eight bytes. */
static uint32_t
hash_span(struct str span)
{
	uint64_t a = hash_key(span.n), b = ~a, w[2] = { 0, 0 };
	const char *p = span.p;
	size_t n = span.n;

	for (; n >= 16; n -= 16, p += 16) {
		a = hash_join(a, word(p));
		b = hash_join(b, word(p + 8));
	}
	if (span.n >= 16) {
		/* the last 16 bytes, some of them a second time */
		w[0] = word(span.p + span.n - 16);
		w[1] = word(span.p + span.n - 8);
	} else if (n > 0) {
		memcpy(w, p, n);
	}
	a = hash_join(a, w[0]);
	return (uint32_t)(hash_join(a + b, w[1]) >> 32);
}

uint32_t
spans_begin(const struct spans *s, struct str span)
{
	uint32_t hash = hash_span(span);

	PREFETCH(&s->slot[hash & (s->slots - 1)]);
	return hash;
}

void
spans_reach(const struct spans *s, uint32_t hash)
{
	const struct spans_slot *slot = &s->slot[hash & (s->slots - 1)];

	if (slot->number != NONE && slot->hash == hash)
		PREFETCH(&s->span[slot->number]);
}

void
spans_touch(const struct spans *s, uint32_t hash)
{
	const struct spans_slot *slot = &s->slot[hash & (s->slots - 1)];

	if (slot->number != NONE && slot->hash == hash) {
		struct str span = s->span[slot->number];

		for (size_t i = 0; i < span.n && i < REACH; i += LINE)
			PREFETCH(span.p + i);
	}
}

static void
grow_slots(struct spans *s)
{
	struct spans_slot *old = s->slot;
	size_t n = s->slots, mask = 2 * n - 1;

	s->slots = 2 * n;
	s->slot = xmalloc(mul_size(s->slots, sizeof(*s->slot)));
	memset(s->slot, 0xff, s->slots * sizeof(*s->slot));
	for (size_t i = 0; i < n; i++) {
		size_t at = old[i].hash & mask;

		if (old[i].number == NONE)
			continue;
		while (s->slot[at].number != NONE)
			at = (at + 1) & mask;
		s->slot[at] = old[i];
	}
	free(old);
}

uint32_t
spans_number(struct spans *s, struct str span, uint32_t hash)
{
	size_t mask, at;

	/* The slot comes from 32 bits. */
	if (s->n >= (uint32_t)1 << 30)
		return NONE;
	if (((size_t)s->n + 1) * 2 > s->slots)
		grow_slots(s);
	mask = s->slots - 1;
	for (at = hash & mask; s->slot[at].number != NONE; at = (at + 1) & mask)
		if (s->slot[at].hash == hash &&
			str_eq(s->span[s->slot[at].number], span))
			return s->slot[at].number;
	if (s->n == s->cap) {
		s->cap *= 2;
		s->span = xrealloc(s->span, s->cap, sizeof(*s->span));
	}
	if (s->copies && span.n > 0)
		span.p = arena_copy(&s->arena, span.p, span.n);
	s->slot[at] = (struct spans_slot){ hash, s->n };
	s->span[s->n] = span;
	return s->n++;
}
