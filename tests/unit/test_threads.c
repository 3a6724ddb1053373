/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work for two cores: each piece once, and all of it seen afterwards. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/threads.h"

enum { MANY = 1000 };

struct work {
	unsigned times[MANY];         /* not shared: a piece is one thread's */
	unsigned sum[PIECES_THREADS]; /* of the numbers of its pieces */
	unsigned above;               /* pieces of a thread there is not */
};

static void
note(void *arg, unsigned thread, unsigned piece)
{
	struct work *w = arg;

	w->times[piece]++;
	if (thread < PIECES_THREADS)
		w->sum[thread] += piece;
	else
		w->above++;
}

TEST(each_piece_is_done_once)
{
	static const unsigned sizes[] = { 1, 2, 3, 64, MANY };

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		struct work w = { .above = 0 };
		unsigned n = sizes[i];

		pieces_do(n, note, &w);
		for (unsigned k = 0; k < MANY; k++)
			assert_int_equal(w.times[k], k < n ? 1 : 0);
		assert_int_equal(w.sum[0] + w.sum[1], n * (n - 1) / 2);
		assert_int_equal(w.above, 0);
	}
}

static void *
make_number(void *arg, unsigned piece)
{
	(void)arg;
	return (void *)(uintptr_t)(piece * 3 + 1);
}

static void
take_number(void *arg, unsigned piece, void *made)
{
	struct work *w = arg;

	/* The next piece, from either thread. */
	assert_int_equal(w->above, piece);
	assert_int_equal((uintptr_t)made, piece * 3 + 1);
	w->above++;
}

TEST(what_was_made_is_taken_in_order)
{
	struct work w = { .above = 0 };

	pieces_in_order(MANY, make_number, take_number, &w);
	assert_int_equal(w.above, MANY);
}

TEST(one_piece_is_the_callers)
{
	struct work w = { .above = 0 };

	w.sum[1] = 7;
	pieces_do(1, note, &w);
	assert_int_equal(w.times[0], 1);
	assert_int_equal(w.sum[1], 7);
}

TEST(nothing_is_done_without_pieces)
{
	struct work w = { .above = 0 };

	pieces_do(0, note, &w);
	assert_int_equal(w.times[0], 0);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
