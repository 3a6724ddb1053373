/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list that is sorted only where it is viewed. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/xalloc.h"
#include "present/lazysort.h"
#include "profile/ids.h"

static uint64_t
next(uint64_t *random)
{
	*random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
	return *random >> 33;
}

static int
compare(const void *a, const void *b)
{
	const struct rank_item *x = a, *y = b;

	if (x->key != y->key)
		return x->key > y->key ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static struct rank_item *
sorted(const struct rank *r)
{
	struct rank_item *item = xcalloc(r->n + 1u, sizeof(*item));

	memcpy(item, r->item, r->n * sizeof(*item));
	qsort(item, r->n, sizeof(*item), compare);
	return item;
}

static void
is_sorted(const struct rank *r, const struct rank_item *want, uint32_t from,
	uint32_t to)
{
	for (uint32_t i = from; i < to && i < r->n; i++) {
		assert_int_equal(r->item[i].key, want[i].key);
		assert_int_equal(r->item[i].id, want[i].id);
	}
}

/* Windows anywhere, in any order, over keys of many kinds. */
TEST(any_window_is_in_order_whatever_was_asked_before)
{
	uint64_t random = 7;

	for (int round = 0; round < 60; round++) {
		uint32_t n = (uint32_t)(next(&random) % 3000);
		uint32_t kinds = (uint32_t)(1 + next(&random) % 5000);
		struct rank_item *want;
		struct rank r;

		rank_init(&r, n);
		for (uint32_t i = 0; i < n; i++) {
			uint64_t key = round % 4 == 0 ? i
				: round % 4 == 1      ? n - i
						      : next(&random) % kinds;

			r.item[i] = (struct rank_item){ .key = key, .id = i };
		}
		want = sorted(&r);
		for (int k = 0; k < 12; k++) {
			uint32_t from = (uint32_t)(next(&random) % (n + 1));
			uint32_t to = from + (uint32_t)(next(&random) % 70);

			rank_sort(&r, from, to);
			is_sorted(&r, want, from, to);
		}
		rank_sort(&r, 0, n);
		is_sorted(&r, want, 0, n);
		free(want);
		rank_fini(&r);
	}
}

/* Items before a window are not sorted, but on the right side of it. */
TEST(what_is_before_a_window_belongs_before_it)
{
	uint64_t random = 3, smallest = UINT64_MAX;
	struct rank r;

	rank_init(&r, 5000);
	for (uint32_t i = 0; i < r.n; i++)
		r.item[i] = (struct rank_item){ .key = next(&random), .id = i };
	rank_sort(&r, 900, 901);
	for (uint32_t i = 0; i < 900; i++)
		if (r.item[i].key < smallest)
			smallest = r.item[i].key;
	assert_true(smallest >= r.item[900].key);
	for (uint32_t i = 901; i < r.n; i++)
		assert_true(r.item[i].key <= r.item[900].key);
	rank_fini(&r);
}

/* Odd ids first, then from the largest to the smallest. */
static bool
odd_and_large_first(const void *arg, uint32_t a, uint32_t b)
{
	(void)arg;
	return a % 2 != b % 2 ? a % 2 > b % 2 : a > b;
}

TEST(equal_keys_are_in_the_order_one_wants)
{
	struct rank r;

	rank_init(&r, 1000);
	r.before = odd_and_large_first;
	for (uint32_t i = 0; i < r.n; i++)
		r.item[i] = (struct rank_item){ .key = i / 500, .id = i };
	rank_sort(&r, 240, 260);
	/* 999, 997 ... 501, 998, 996 ... 500: then the others. */
	assert_int_equal(r.item[249].id, 501);
	assert_int_equal(r.item[250].id, 998);
	rank_sort(&r, 0, r.n);
	assert_int_equal(r.item[0].id, 999);
	assert_int_equal(r.item[499].id, 500);
	assert_int_equal(r.item[500].id, 499);
	assert_int_equal(r.item[999].id, 0);
	rank_fini(&r);
}

/* Before anything is sorted, in between, and when all is. */
TEST(the_place_of_an_item_is_known_without_sorting)
{
	uint64_t random = 11;
	struct rank_item *want;
	struct rank r;

	rank_init(&r, 2000);
	for (uint32_t i = 0; i < r.n; i++)
		r.item[i] = (struct rank_item){ .key = next(&random) % 300,
			.id = i };
	want = sorted(&r);
	for (uint32_t round = 0; round < 3; round++) {
		for (uint32_t i = 0; i < r.n; i += 7)
			assert_int_equal(rank_place(&r, want[i].id), i);
		assert_int_equal(rank_place(&r, r.n), NONE);
		rank_sort(&r, round * 900, round == 0 ? 60 : r.n);
	}
	free(want);
	rank_fini(&r);
}

TEST(nothing_and_one_can_be_sorted)
{
	struct rank r;

	rank_init(&r, 0);
	rank_sort(&r, 0, 10);
	assert_int_equal(rank_place(&r, 0), NONE);
	rank_fini(&r);
	rank_init(&r, 1);
	r.item[0] = (struct rank_item){ .key = 5, .id = 0 };
	rank_sort(&r, 0, 10);
	rank_sort(&r, 1, 10);
	assert_int_equal(r.item[0].key, 5);
	rank_fini(&r);
}

int
main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return tests_run(NULL, NULL);
}
