/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges that many numbers fall into. */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "base/strbuf.h"
#include "present/tags.h"

static void
ranges(int64_t least, int64_t largest, bool binary, const char *want)
{
	struct bucket b[BUCKETS_MAX];
	size_t n = buckets_of(least, largest, binary, b);
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < n; i++)
		strbuf_addf(
			&text, "%" PRId64 "..%" PRId64 " ", b[i].lo, b[i].hi);
	assert_string_equal(strbuf_c(&text), want);
	strbuf_free(&text);
}

TEST(numbers_far_apart_grow_by_a_factor)
{
	ranges(17, 900000, true,
		"16..64 64..256 256..1024 1024..4096 "
		"4096..16384 16384..65536 65536..262144 "
		"262144..1048576 ");
	ranges(5, 730, false,
		"5..10 10..20 20..50 50..100 100..200 200..500 500..1000 ");
	ranges(3, 4000000, false,
		"1..10 10..100 100..1000 1000..10000 10000..100000 "
		"100000..1000000 1000000..10000000 ");
	ranges(0, 1000, false, "0..1 1..10 10..100 100..1000 1000..10000 ");
}

TEST(numbers_close_together_have_equal_steps)
{
	ranges(10, 80, false,
		"10..20 20..30 30..40 40..50 50..60 60..70 "
		"70..80 80..90 ");
	ranges(-3, 14, false, "-5..0 0..5 5..10 10..15 ");
	ranges(100, 100, false, "100..101 ");
	ranges(4096, 9000, true,
		"4096..5120 5120..6144 6144..7168 "
		"7168..8192 8192..9216 ");
}

/* Whatever the numbers: the ranges follow one another, and hold them all. */
TEST(no_number_is_left_out)
{
	static const int64_t ends[] = { INT64_MIN, INT64_MIN + 1, -1000000, -17,
		-1, 0, 1, 2, 3, 15, 16, 17, 1000, 1023, 1024, 65537,
		INT64_MAX / 3, INT64_MAX - 1, INT64_MAX };

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		for (size_t k = i; k < sizeof(ends) / sizeof(*ends); k++) {
			struct bucket b[BUCKETS_MAX];
			size_t n = buckets_of(ends[i], ends[k], k % 2 == 0, b);

			assert_in_range(n, 1, BUCKETS_MAX);
			assert_true(b[0].lo <= ends[i]);
			assert_true(b[n - 1].hi > ends[k] ||
				b[n - 1].hi == INT64_MAX);
			for (size_t x = 0; x < n; x++) {
				assert_true(b[x].lo < b[x].hi);
				if (x > 0)
					assert_true(b[x].lo == b[x - 1].hi);
			}
		}
	}
}

int
main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return tests_run(NULL, NULL);
}
