/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cache of children's answers (cache.h). */
#include "prelude.h"

#include "symbol/cache.h"

#include "base/intern.h"
#include "base/xalloc.h"

enum { BYTES_MOST = 64 << 20 };

struct symbol_cache {
	struct intern keys;
	struct arena arena;
	VEC(struct known *) known; /* [keys] owned entries */
	uint64_t uses;
};

bool
known_find(const struct known *k, uint64_t address, struct str *record)
{
	uint32_t row = map64_get(&k->at, address);

	if (row == NONE)
		return false;
	*record = k->record.p[row];
	return true;
}

void
known_add(struct known *k, uint64_t address, struct str record)
{
	map64_put(&k->at, address, (uint32_t)k->record.n);
	vec_push(&k->record, arena_str(&k->text, record));
}

void
known_clear(struct known *k)
{
	map64_free(&k->at);
	vec_free(&k->record);
	arena_free(&k->text);
	*k = (struct known){ .text = ARENA_INIT, .used = k->used };
}

struct symbol_cache *
symbol_cache_new(void)
{
	struct symbol_cache *c = xcalloc(1, sizeof(*c));

	intern_init(&c->keys, &c->arena);
	return c;
}

void
symbol_cache_free(struct symbol_cache *c)
{
	if (c == NULL)
		return;
	for (size_t i = 0; i < c->known.n; i++) {
		known_clear(c->known.p[i]);
		free(c->known.p[i]);
	}
	vec_free(&c->known);
	intern_fini(&c->keys);
	arena_free(&c->arena);
	free(c);
}

struct known *
symbol_cache_get(struct symbol_cache *c, struct str key)
{
	uint32_t id;

	/* Clear the least recently used entries until the rest fits. */
	for (;;) {
		struct known *oldest = NULL;
		size_t bytes = 0;

		for (size_t i = 0; i < c->known.n; i++) {
			struct known *k = c->known.p[i];

			bytes += k->text.held +
				k->at.cap * sizeof(*k->at.slot) +
				k->record.cap * sizeof(*k->record.p);
			if (k->record.n > 0 &&
				(oldest == NULL || k->used < oldest->used))
				oldest = k;
		}
		if (bytes <= BYTES_MOST || oldest == NULL)
			break;
		known_clear(oldest);
	}
	id = intern_copy(&c->keys, key);
	while (id >= c->known.n) {
		struct known *k = xcalloc(1, sizeof(*k));

		vec_push(&c->known, k);
	}
	c->known.p[id]->used = ++c->uses;
	return c->known.p[id];
}
