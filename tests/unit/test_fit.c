/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums beyond 64 bits: values are cut until they fit. */
#include "prelude.h"

#include "profile/fit.h"

#include <inttypes.h>

#include "testing.h"

#include "base/num.h"
#include "base/strbuf.h"
#include "stacks.h"
#include "util_random.h"

/* Check the values of column 0 after the cut, as "1 2 3 ". */
static void
is_cut_to(const char *text, const char *want, const char *remark)
{
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct profile *p = stacks_read(text), *q;
	struct strbuf have = STRBUF_INIT;

	warnings_init(&warnings, &arena);
	q = fit_values(p, &warnings, NULL);
	assert_true(profile_check(q));
	for (size_t i = 0; i < q->sample.n; i++)
		strbuf_addf(&have, "%" PRId64 " ", q->sample.value[0][i]);
	assert_string_equal(strbuf_c(&have), want);
	strbuf_cut(&have, 0);
	for (const struct warning *w = warnings.head; w != NULL; w = w->next)
		strbuf_addf(&have, "%.*s|", STR_ARG(w->text));
	assert_string_equal(strbuf_c(&have), remark);
	assert_true((remark[0] == '\0') == (p == q));
	strbuf_free(&have);
	profile_unref(q);
	profile_unref(p);
	arena_free(&arena);
}

TEST(values_whose_sum_fits_stay)
{
	is_cut_to("", "", "");
	is_cut_to("a 9223372036854775807\n", "9223372036854775807 ", "");
	is_cut_to(
		"a 9223372036854775806\nb -1\n", "9223372036854775806 -1 ", "");
	/* Many bits, but a small sum. */
	is_cut_to("a 4611686018427387904\nb 1\nc 1\n",
		"4611686018427387904 1 1 ", "");
}

TEST(the_largest_values_are_cut_and_small_ones_stay)
{
	is_cut_to("a 9223372036854775807\nb 9223372036854775807\nc 5\n",
		"4611686018427387901 4611686018427387901 5 ",
		"t0: the sum is beyond 64 bits, so values were clamped "
		"to 4611686018427387901: 2|");
	is_cut_to("a 9223372036854775807\nb 1000\n",
		"9223372036854774807 1000 ",
		"t0: the sum is beyond 64 bits, so values were clamped "
		"to 9223372036854774807: 1|");
	/* Both sides of a diff count. */
	is_cut_to("a -9223372036854775808\nb 7\n", "-9223372036854775800 7 ",
		"t0: the sum is beyond 64 bits, so values were clamped "
		"to 9223372036854775800: 1|");
}

TEST(a_column_that_fits_is_not_touched)
{
	struct profile *p = stacks_read("types a/count b/count\n"
					"f 9223372036854775807,1\n"
					"g 9223372036854775807,2\n");
	struct profile *q = fit_values(p, NULL, NULL);

	assert_ptr_not_equal(q->sample.value[0], p->sample.value[0]);
	assert_ptr_equal(q->sample.value[1], p->sample.value[1]);
	profile_unref(p);
	/* The copy holds what it shares. */
	assert_int_equal(q->sample.value[1][1], 2);
	profile_unref(q);
}

TEST(any_values_add_up_to_the_limit_at_most)
{
	uint64_t random = 5;

	for (int round = 0; round < 300; round++) {
		struct strbuf text = STRBUF_INIT;
		size_t n = 1 + random_next(&random) % 9;
		struct profile *p, *q;
		uint64_t sum = 0, most = 0;

		for (size_t i = 0; i < n; i++)
			strbuf_addf(&text, "f%zu %" PRId64 "\n", i,
				(int64_t)(random_next(&random) >>
					random_next(&random) % 40));
		p = stacks_read(strbuf_c(&text));
		q = fit_values(p, NULL, NULL);
		for (size_t i = 0; i < n; i++) {
			uint64_t v = u64_abs(q->sample.value[0][i]);

			sum += v;
			most = v > most ? v : most;
			assert_true(sum <= INT64_MAX);
		}
		/* No higher limit would do: n values share the rest. */
		assert_true(p == q || INT64_MAX - sum < n);
		for (size_t i = 0; i < n; i++)
			assert_true(u64_abs(q->sample.value[0][i]) == most ||
				q->sample.value[0][i] == p->sample.value[0][i]);
		profile_unref(q);
		profile_unref(p);
		strbuf_free(&text);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
