/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hash functions and the map. */
#include "prelude.h"

#include "base/hash.h"

#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
#ifdef HAVE_GETRANDOM
#include <sys/random.h>
#endif

#include "base/compiler.h"
#include "base/memory.h"
#include "base/xalloc.h"

struct hash_secret hash_secret;

/* Get random bytes from the system. False if there are none, as in a jail
   without /dev early during boot. */
static bool
draw(void *p, size_t n)
{
	ssize_t got = -1;
	int fd;

#ifdef HAVE_GETRANDOM
	got = getrandom(p, n, GRND_NONBLOCK);
#endif
	if (got == (ssize_t)n)
		return true;
	fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	got = read(fd, p, n);
	(void)close(fd);
	return got == (ssize_t)n;
}

/* Set the secret before main(), while there are no threads or tables. */
CONSTRUCTOR static void
hash_start(void)
{
	struct timespec now = { 0 };
	uint64_t *word = (uint64_t *)&hash_secret;

	if (!draw(&hash_secret, sizeof(hash_secret))) {
		/* As a fallback, use values that an attacker cannot see. */
		(void)clock_gettime(CLOCK_REALTIME, &now);
		word[0] ^= (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec;
		word[0] ^= (uint64_t)getpid() << 40 ^ (uintptr_t)&now;
		for (size_t i = 1; i < sizeof(hash_secret) / 8; i++)
			word[i] = hash_mix(word[i - 1] + i);
	}
	hash_secret.factor[0] |= 1;
	hash_secret.factor[1] |= 1;
}

uint64_t
hash_stable(const void *p, size_t n)
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

static inline uint64_t
rotate(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static inline void
sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = rotate(v[1], 13) ^ v[0];
	v[3] = rotate(v[3], 16) ^ v[2];
	v[0] = rotate(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = rotate(v[1], 17) ^ v[2];
	v[3] = rotate(v[3], 21) ^ v[0];
	v[2] = rotate(v[2], 32);
}

static inline void
sip_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	sip_round(v);
	v[0] ^= word;
}

uint64_t
hash_bytes(const void *p, size_t n)
{
	const uint64_t *key = hash_secret.key;
	uint64_t v[4] = { key[0] ^ UINT64_C(0x736f6d6570736575),
		key[1] ^ UINT64_C(0x646f72616e646f6d),
		key[0] ^ UINT64_C(0x6c7967656e657261),
		key[1] ^ UINT64_C(0x7465646279746573) };
	uint64_t last = (uint64_t)n << 56, word;
	const unsigned char *q = p;

	for (; n >= 8; n -= 8, q += 8) {
		memcpy(&word, q, 8);
		sip_word(v, word);
	}
	for (; n > 0; n--)
		last |= (uint64_t)q[n - 1] << (n - 1) * 8;
	sip_word(v, last);
	v[2] ^= 0xff;
	sip_round(v);
	sip_round(v);
	sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

void
map64_free(struct map64 *m)
{
	free(m->slot);
	*m = (struct map64)MAP64_INIT;
}

static struct map64_slot *
map64_find(const struct map64 *m, uint64_t key)
{
	size_t mask = m->cap - 1;
	size_t i = (size_t)hash_key(key) & mask;

	while (m->slot[i].value != NONE && m->slot[i].key != key)
		i = (i + 1) & mask;
	return &m->slot[i];
}

static void
map64_resize(struct map64 *m, size_t cap)
{
	struct map64 old = *m;

	m->cap = cap;
	m->slot = xrealloc(NULL, m->cap, sizeof(*m->slot));
	for (size_t i = 0; i < m->cap; i++)
		m->slot[i].value = NONE;
	for (size_t i = 0; i < old.cap; i++)
		if (old.slot[i].value != NONE)
			*map64_find(m, old.slot[i].key) = old.slot[i];
	free(old.slot);
}

void
map64_reserve(struct map64 *m, size_t n)
{
	size_t cap = 16;

	while (cap / 3 * 2 <= n && cap <= SIZE_MAX / 4)
		cap *= 2;
	if (cap > m->cap)
		map64_resize(m, cap);
}

uint32_t
map64_get(const struct map64 *m, uint64_t key)
{
	return m->cap == 0 ? NONE : map64_find(m, key)->value;
}

uint32_t *
map64_at(struct map64 *m, uint64_t key)
{
	struct map64_slot *s;

	if ((m->n + 1) * 3 > m->cap * 2 &&
		memory_may_double(m->n, m->cap, sizeof(*m->slot)))
		map64_resize(m, m->cap == 0 ? 16 : m->cap * 2);
	s = map64_find(m, key);
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
