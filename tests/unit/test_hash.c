/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hashes: no input can choose what collides. The floods are made for hashes
 * without a secret (hash_mix, hash_stable), all of whose values have the same
 * lower half; they must cost no more than anything else of their size.
 */
#include "prelude.h"

#include "testing.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/strbuf.h"
#include "profile/profile.h"
#include "read/read.h"

enum {
	KEYS = 20000,
	DEARER = 10, /* a flood costs hundreds of times as much */
};

/* Return hash_mix() of x. */
static uint64_t
unmix(uint64_t x)
{
	const uint64_t inverse = UINT64_C(0xcfee444d8b59a89b);

	x ^= x >> 32;
	x *= inverse;
	x ^= x >> 32;
	x *= inverse;
	return x ^ x >> 32;
}

/* Eight bytes, the i-th of a flood or of what is none; not of ASCII. */
static uint64_t
name(bool flood, uint64_t i)
{
	const uint64_t length = 8 * UINT64_C(0x9e3779b97f4a7c15);

	if (flood)
		return unmix((i + 1) << 32 | 0x12345678) ^ length;
	return hash_mix(i + 1);
}

TEST(the_floods_are_floods)
{
	for (uint64_t i = 0; i < 100; i++) {
		uint64_t w = name(true, i);

		assert_int_equal((uint32_t)hash_stable(&w, 8), 0x12345678);
		assert_int_equal(hash_mix(unmix(i)), i);
	}
}

static void
intern_names(bool flood)
{
	struct arena arena = ARENA_INIT;
	struct intern in;

	intern_init(&in, &arena);
	for (uint64_t i = 0; i < KEYS; i++) {
		uint64_t w = name(flood, i);

		(void)intern_copy(&in, str_from((const char *)&w, 8));
	}
	assert_int_equal(in.n, KEYS + 1);
	intern_fini(&in);
	arena_free(&arena);
}

TEST(a_string_is_the_same_wherever_it_is_looked_for_first)
{
	struct arena arena = ARENA_INIT;
	struct intern in;

	intern_init(&in, &arena);
	intern_reserve(&in, 1000);
	assert_int_equal(intern_copy(&in, STR("a")), 1);
	assert_int_equal(intern_copy_near(&in, STR("b"), 1), 2);
	assert_int_equal(intern_copy_near(&in, STR("a"), 1), 1);
	assert_int_equal(intern_copy_near(&in, STR("a"), 2), 1);
	assert_int_equal(intern_copy_near(&in, STR("a"), NONE), 1);
	assert_int_equal(intern_copy_near(&in, STR(""), 2), 0);
	assert_int_equal(in.n, 3);
	intern_fini(&in);
	arena_free(&arena);
}

TEST(keys_reserved_for_are_found)
{
	struct map64 m = MAP64_INIT;

	map64_put(&m, 7, 70);
	map64_reserve(&m, 1000);
	assert_int_equal(map64_get(&m, 7), 70);
	for (uint32_t i = 0; i < 1000; i++)
		map64_put(&m, (uint64_t)i << 32, i);
	for (uint32_t i = 0; i < 1000; i++)
		assert_int_equal(map64_get(&m, (uint64_t)i << 32), i);
	map64_free(&m);
}

static void
map_keys(bool flood)
{
	struct map64 m = MAP64_INIT;

	for (uint64_t i = 0; i < KEYS; i++)
		map64_put(&m, flood ? unmix(i << 32 | 0x5678) : hash_mix(i),
			(uint32_t)i);
	assert_int_equal(m.n, KEYS);
	map64_free(&m);
}

static bool
is_plain(uint64_t word)
{
	for (int i = 0; i < 64; i += 8)
		if ((word >> i & 255) <= ' ' || (word >> i & 255) == ';')
			return false;
	return true;
}

static void
read_folded(bool flood)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	for (uint64_t i = 0, n = 0; n < KEYS; i++) {
		uint64_t w = name(flood, i);

		if (!is_plain(w))
			continue;
		strbuf_add(&text, str_from((const char *)&w, 8));
		strbuf_addstr(&text, " 1\n");
		n++;
	}
	p = read_profile(&(struct read_spec){ .bytes = strbuf_str(&text),
				 .format = STR("folded") },
		NULL, NULL, &err);
	if (p == NULL)
		fail_msg("%s", err.msg);
	assert_int_equal(p->func.n, KEYS);
	profile_unref(p);
	strbuf_free(&text);
}

/* Processor time, the least of a few runs. */
static double
cost(void (*run)(bool flood), bool flood)
{
	double least = 1e9;

	for (int i = 0; i < 3; i++) {
		struct timespec from, to;
		double t;

		(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
		run(flood);
		(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
		t = (double)(to.tv_sec - from.tv_sec) +
			(double)(to.tv_nsec - from.tv_nsec) / 1e9;
		least = t < least ? t : least;
	}
	return least;
}

TEST(a_flood_costs_what_others_cost)
{
	static const struct {
		const char *what;
		void (*run)(bool flood);
	} all[] = { { "names", intern_names }, { "ids", map_keys },
		{ "a folded file", read_folded } };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		double plain = cost(all[i].run, false);
		double flood = cost(all[i].run, true);

		if (flood > DEARER * plain + 0.001)
			fail_msg("%s: %.4f s, and %.4f s as a flood",
				all[i].what, plain, flood);
	}
}

/* The vectors of its authors, with one round a word and three at the end. */
TEST(bytes_are_hashed_by_siphash)
{
	static const unsigned char want[][8] = {
		{ 0xdc, 0xc4, 0x0f, 0x05, 0x58, 0x01, 0xac, 0xab },
		{ 0x93, 0xca, 0x57, 0x7d, 0xf3, 0x9b, 0xf4, 0xc9 },
		{ 0x4d, 0xd4, 0xc7, 0x4d, 0x02, 0x9b, 0xcb, 0x82 },
	};
	const struct hash_secret drawn = hash_secret;
	const unsigned char bytes[2] = { 0, 1 };

	hash_secret.key[0] = UINT64_C(0x0706050403020100);
	hash_secret.key[1] = UINT64_C(0x0f0e0d0c0b0a0908);
	for (size_t n = 0; n < 3; n++) {
		uint64_t h = hash_bytes(bytes, n);

		for (size_t i = 0; i < 8; i++)
			assert_int_equal(h >> 8 * i & 255, want[n][i]);
	}
	hash_secret = drawn;
}

TEST(the_secret_was_drawn)
{
	const uint64_t *key = hash_secret.key, *factor = hash_secret.factor;

	assert_true(key[0] != 0 && key[1] != 0 && key[0] != key[1]);
	assert_true(factor[0] % 2 == 1 && factor[1] % 2 == 1);
	assert_true(factor[0] != factor[1]);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
