/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaled values add up, exactly. */
#include "prelude.h"

#include "profile/scale.h"

#include <math.h>
#include <inttypes.h>

#include "testing.h"

#include "base/num.h"
#include "base/strbuf.h"
#include "profile/merge.h"
#include "stacks.h"
#include "util_random.h"

static uint64_t
below(uint64_t *state, uint64_t n)
{
	return random_next(state) % n;
}

/* How far a value is from sum * ratio, times 2^bits: a double is a whole number
   over a power of two. */
static i128
off_by(int64_t value, int64_t sum, double ratio, int *bits)
{
	int exponent;
	int64_t up = (int64_t)ldexp(frexp(ratio, &exponent), 53);

	*bits = 53 - exponent;
	return (i128)value * ((i128)1 << *bits) - (i128)sum * up;
}

/* Is it at most half of `halves` off? */
static bool
is_near(int64_t value, int64_t sum, double ratio, int halves)
{
	int bits;
	i128 off = off_by(value, sum, ratio, &bits);
	i128 most = (i128)halves << (bits - 1);

	return off <= most && off >= -most;
}

/* Random stacks of few samples, as those of a long base are in a minute. */
static struct profile *
random_profile(uint64_t *state)
{
	struct strbuf text = STRBUF_INIT;
	uint64_t n = 1 + below(state, 60);
	struct profile *p;

	strbuf_addstr(&text, "types samples/count cpu/nanoseconds\n");
	for (uint64_t i = 0; i < n; i++) {
		int64_t value =
			(int64_t)below(state, below(state, 5) == 0 ? 2000 : 4);

		stacks_put_random(&text, state, 6, 5);
		strbuf_addf(&text, " %" PRId64 ",%" PRId64 "\n", value,
			value * 10000000);
	}
	p = stacks_read(strbuf_c(&text));
	strbuf_free(&text);
	return p;
}

/* The sum of a column below each node. */
static int64_t *
node_sums(const struct profile *p, const int64_t *value)
{
	int64_t *sum = xcalloc(p->trie.n, sizeof(*sum));

	for (size_t i = 0; i < p->sample.n; i++)
		sum[p->sample.leaf[i]] += value[i];
	for (node_id n = p->trie.n - 1; n > 0; n--)
		sum[p->trie.parent[n]] += sum[n];
	return sum;
}

TEST(what_is_below_a_node_is_at_most_one_off)
{
	const char *rounds = getenv("RANGE_ROUNDS");
	uint64_t seed = 41;

	for (long k = rounds != NULL ? 10 * atol(rounds) : 300; k > 0; k--) {
		struct profile *p = random_profile(&seed);
		int64_t up = 1 + (int64_t)below(&seed, 50);
		int64_t down = 1 + (int64_t)below(&seed, 1000);
		const double ratio[2] = { (double)up / (double)down,
			-(double)up / (double)down };
		struct arena arena = ARENA_INIT;
		int64_t **scaled = scale_values(p, ratio, &arena);

		for (uint32_t t = 0; t < 2; t++) {
			int64_t *was = node_sums(p, p->sample.value[t]);
			int64_t *is = node_sums(p, scaled[t]);

			assert_true(is_near(is[0], was[0], ratio[t], 1));
			for (node_id n = 0; n < p->trie.n; n++)
				assert_true(
					is_near(is[n], was[n], ratio[t], 2));
			for (size_t i = 0; i < p->sample.n; i++)
				assert_true(is_near(scaled[t][i],
					p->sample.value[t][i], ratio[t], 2));
			free(was);
			free(is);
		}
		arena_free(&arena);
		profile_unref(p);
	}
}

static int64_t
column_total(const struct profile *p, uint32_t column)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		sum += p->sample.value[column][i];
	return sum;
}

/* Ten stacks of two samples each, a tenth of them. */
static struct profile *
tenth(bool of_sums, bool is_base)
{
	static const double ratio[1] = { 0.1 };
	struct strbuf text = STRBUF_INIT;
	struct merge_options options = { .max_memory = 0 };
	struct merge_part part = {
		.ratio = ratio, .of_sums = of_sums, .is_base = is_base
	};
	struct err err = ERR_INIT;
	struct profile *p, *made;

	strbuf_addstr(&text, "types goroutine/count\n");
	for (int i = 0; i < 10; i++)
		strbuf_addf(&text, "main;f%d 2\n", i);
	p = stacks_read(strbuf_c(&text));
	part.profile = p;
	made = merge_profiles(&part, 1, &options, &err);
	assert_non_null(made);
	profile_unref(p);
	strbuf_free(&text);
	return made;
}

TEST(a_mean_of_many_small_numbers_is_not_zero)
{
	struct profile *p = tenth(true, false);

	assert_int_equal(column_total(p, 0), 2);
	assert_int_equal(p->sample.n, 2);
	profile_unref(p);
}

TEST(a_base_keeps_what_was_sampled_of_what_is_zero)
{
	struct profile *p = tenth(true, true);
	int64_t raw = 0;

	assert_int_equal(column_total(p, 0), 2);
	assert_int_equal(p->sample.n, 10);
	for (size_t i = 0; i < p->sample.n; i++)
		raw += p->sample.raw[0][i];
	assert_int_equal(raw, 20);
	profile_unref(p);
}

TEST(a_ratio_of_pprof_rounds_each_value)
{
	struct profile *p = tenth(false, false);

	assert_int_equal(p->sample.n, 0);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
