/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting many rows and texts, and being told to stop. */
#include "prelude.h"

#include "base/sort.h"

#include "testing.h"

#include "base/arena.h"
#include "base/compiler.h"
#include "base/hash.h"
#include "base/xalloc.h"
#include "util_random.h"

struct row {
	uint32_t key, was; /* was: its place before */
	char rest[5];      /* rows need not be of a round size */
};

static int
by_key(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

/* No two are equal, so qsort() has no choice in the short runs. */
static int
by_all(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return by_key(a, b) != 0 ? by_key(a, b)
				 : (x->was > y->was) - (x->was < y->was);
}

static struct row *
rows_new(uint32_t n, uint32_t keys)
{
	struct row *row = xcalloc((size_t)n + 1, sizeof(*row));

	for (uint32_t i = 0; i < n; i++) {
		row[i].key = (uint32_t)(hash_mix(i + 1) % keys);
		row[i].was = i;
		row[i].rest[4] = (char)('a' + i % 26);
	}
	return row;
}

static void
assert_sorted(const struct row *row, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		assert_int_equal(row[i].rest[4], 'a' + row[i].was % 26);
		if (i > 0)
			assert_true(by_all(&row[i - 1], &row[i]) < 0);
	}
}

TEST(rows_come_out_in_order)
{
	static const uint32_t sizes[] = { 0, 1, 2, 3, 1023, 1024, 1025, 2047,
		2048, 2049, 3072, 3073, 5000, 40000 };

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		struct row *row = rows_new(sizes[i], 1 + sizes[i] / 3);

		assert_true(
			merge_sort(row, sizes[i], sizeof(*row), by_all, NULL));
		assert_sorted(row, sizes[i]);
		free(row);
	}
}

TEST(runs_that_have_all_keys_are_merged)
{
	enum { N = 8192, RUN = 1024 };
	struct row *row = rows_new(N, 5);

	for (uint32_t i = 0; i < N; i++)
		row[i].key = i % RUN / 300;
	assert_true(merge_sort(row, N, sizeof(*row), by_all, NULL));
	assert_sorted(row, N);
	free(row);
}

TEST(it_stops_wherever_it_looks)
{
	enum { N = 20000, NEVER = 1 << 30 };
	struct progress all = { .stop = PROGRESS_STOP_AT(NEVER) };
	struct row *row = rows_new(N, 100);
	uint64_t looks;

	assert_true(merge_sort(row, N, sizeof(*row), by_all, &all));
	free(row);
	looks = PROGRESS_LOOKS(&all, NEVER);
	/* Each run, and in each of five rounds of merging. */
	assert_in_range(looks, 20 + 5 * (N / PROGRESS_STRIDE), 100);
	for (uint64_t look = 1; look <= looks; look++) {
		struct progress stop = { .stop = PROGRESS_STOP_AT(look) };

		row = rows_new(N, 100);
		assert_false(merge_sort(row, N, sizeof(*row), by_all, &stop));
		assert_int_equal(PROGRESS_LOOKS(&stop, look), look);
		free(row);
	}
}

/* Of few letters, with zeros and long beginnings in common. */
static struct str
any_text(struct arena *arena, uint64_t *seed)
{
	static const char letters[] = "\0aab\xff";
	char buf[64];
	size_t n = random_next(seed) % 12, same = random_next(seed) % 3 * 20;

	memset(buf, 'x', same);
	for (size_t i = 0; i < n; i++)
		buf[same + i] =
			letters[random_next(seed) % (sizeof(letters) - 1)];
	return arena_str(arena, str_from(buf, same + n));
}

TEST(ranks_of_texts_compare_as_texts_do)
{
	static const size_t sizes[] = { 0, 1, 2, 63, 64, 65, 3000 };

	for (size_t k = 0; k < COUNT_OF(sizes); k++) {
		struct arena arena = ARENA_INIT;
		size_t n = sizes[k];
		struct str *text = ARENA_ARRAY(&arena, struct str, n);
		uint32_t *rank = ARENA_ARRAY(&arena, uint32_t, n);
		uint64_t seed = n;

		for (size_t i = 0; i < n; i++)
			text[i] = any_text(&arena, &seed);
		assert_true(sort_text_ranks(text, n, rank, NULL));
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j += 1 + n / 100) {
				int order = str_cmp(text[i], text[j]);

				assert_int_equal((order > 0) - (order < 0),
					(rank[i] > rank[j]) -
						(rank[i] < rank[j]));
			}
		arena_free(&arena);
	}
}

TEST(ranking_stops_wherever_it_looks)
{
	enum { N = 20000, NEVER = 1 << 30 };
	struct progress all = { .stop = PROGRESS_STOP_AT(NEVER) };
	struct arena arena = ARENA_INIT;
	struct str *text = ARENA_ARRAY(&arena, struct str, N);
	uint32_t *rank = ARENA_ARRAY(&arena, uint32_t, N);
	uint64_t seed = 1, looks;

	for (size_t i = 0; i < N; i++)
		text[i] = any_text(&arena, &seed);
	assert_true(sort_text_ranks(text, N, rank, &all));
	looks = PROGRESS_LOOKS(&all, NEVER);
	assert_in_range(looks, 3, 1000);
	for (uint64_t look = 1; look <= looks; look++) {
		struct progress stop = { .stop = PROGRESS_STOP_AT(look) };

		assert_false(sort_text_ranks(text, N, rank, &stop));
		assert_int_equal(PROGRESS_LOOKS(&stop, look), look);
	}
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
