/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job stops when the process has more memory than it may. */
#include "prelude.h"

#include "testing.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/xalloc.h"

enum { MIB = 1 << 20, MUCH = 64 * MIB };

/* Sanitizers take memory of their own; elsewhere it may not be known. */
static size_t
resident_or_skip(void)
{
	size_t now = memory_resident();

	if (now == 0)
		skip();
	return now;
}

/* Blocks of the system's own, which freeing returns. */
static char *
take(size_t n)
{
	char *p = xmalloc(n);

	memset(p, 1, n);
	return p;
}

/* Far from the limit, not every look measures. */
static bool
stops_soon(const struct progress *p)
{
	for (int looks = 0; looks < 8; looks++)
		if (progress_stopped(p))
			return true;
	return false;
}

TEST(a_job_stops_beyond_its_limit)
{
	size_t now = resident_or_skip();
	struct progress p = { .stage = PROGRESS_PARSE };
	char *block;

	assert_false(progress_stopped(&p));
	progress_limit(&p, now + MUCH / 2);
	assert_false(progress_stopped(&p));
	block = take(MUCH);
	assert_true(stops_soon(&p));
	assert_true(progress_spent(&p));
	/* The input has a limit of its own. */
	progress_stage(&p, PROGRESS_INFLATE, 0);
	assert_false(progress_stopped(&p));
	progress_stage(&p, PROGRESS_PARSE, 0);
	free(block);
	/* It does not go on by itself. */
	assert_true(progress_stopped(&p));
	progress_unspend(&p);
	assert_false(progress_stopped(&p));
	block = take(MUCH);
	progress_limit(&p, 0);
	assert_false(progress_stopped(&p));
	free(block);
}

TEST(a_part_has_the_limit_of_the_whole)
{
	size_t now = resident_or_skip();
	struct progress whole = { .stop = 0 }, part[2];
	char *block;

	for (int i = 0; i < 2; i++) {
		(void)progress_share(&part[i], &whole, 1);
		progress_stage(&part[i], PROGRESS_PARSE, 0);
	}
	progress_stage(&whole, PROGRESS_PARSE, 0);
	progress_limit(&whole, now + MUCH / 2);
	block = take(MUCH);
	assert_true(progress_stopped(&part[0]));
	assert_true(progress_spent(&part[0]));
	free(block);
	assert_false(progress_stopped(&part[1]));
	assert_false(progress_stopped(&whole));
	progress_limit(&whole, 0);
}

TEST(a_cancelled_job_is_not_short_of_memory)
{
	struct progress p = { .stage = PROGRESS_PARSE };

	progress_limit(&p, (size_t)1 << 40);
	atomic_store(&p.stop, 1);
	assert_true(progress_stopped(&p));
	assert_false(progress_spent(&p));
	progress_limit(&p, 0);
}

/* Tables become fuller, and lose nothing; the job ends. */
TEST(tables_do_not_grow_beyond_the_limit)
{
	enum { KEYS = 1 << 20, CAP = 1 << 20 };
	size_t now = resident_or_skip();
	struct progress p = { .stage = PROGRESS_PARSE };
	struct map64 map = MAP64_INIT;
	uint32_t n = 0;

	progress_limit(&p, now + 24 * MIB);
	/* 16 bytes a slot: 2^20 fit, of 2^21 there are half. */
	while (n < KEYS / 3 * 2 + 1) {
		map64_put(&map, n, n);
		n++;
	}
	assert_int_equal(map.cap, CAP);
	assert_true(progress_stopped(&p));
	for (uint32_t i = 0; i < n; i++)
		assert_int_equal(map64_get(&map, i), i);
	/* Nor are they ever full. */
	for (; n < 2 * KEYS; n++)
		map64_put(&map, n, n);
	assert_true(map.cap > CAP);
	for (uint32_t i = 0; i < n; i++)
		assert_int_equal(map64_get(&map, i), i);
	map64_free(&map);
	progress_limit(&p, 0);
}

TEST(tables_of_names_do_not_grow_beyond_the_limit)
{
	enum { NAMES = 1 << 18 };
	size_t now = resident_or_skip();
	struct progress p = { .stage = PROGRESS_PARSE };
	struct arena arena = ARENA_INIT;
	struct intern in;
	size_t slots;

	intern_init(&in, &arena);
	for (uint32_t i = 0; i < NAMES / 3; i++)
		(void)intern_copy(&in, str_from((const char *)&i, sizeof(i)));
	slots = in.slots;
	progress_limit(&p, now + 4 * MIB);
	for (uint32_t i = 0; in.n <= slots / 3 * 2 + 100; i++)
		(void)intern_copy(&in, str_from((const char *)&i, sizeof(i)));
	assert_int_equal(in.slots, slots);
	assert_true(progress_stopped(&p));
	for (uint32_t i = 0; in.n < 2 * slots; i++)
		(void)intern_copy(&in, str_from((const char *)&i, sizeof(i)));
	assert_true(in.slots > slots);
	progress_limit(&p, 0);
	intern_fini(&in);
	arena_free(&arena);
}

/* Memory that is in use already leaves three quarters of the limit. */
TEST(a_limit_leaves_room_for_what_follows)
{
	size_t now = resident_or_skip();

	assert_int_equal(memory_allowed(0, 0), 0);
	assert_true(memory_allowed(100 * now, 0) < 100 * now);
	assert_true(memory_allowed(100 * now, 0) > 90 * now);
	assert_true(memory_allowed(MIB, 0) >= now + MIB / 2);
	assert_true(memory_allowed(16 * MIB, 1000 * now) == 15 * MIB);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
