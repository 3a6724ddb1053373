/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chances of counts: known values, limits, and that all of them end. */
#include "prelude.h"

#include "engine/significance.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "engine/chance.h"

static void
near(double have, double want)
{
	if (!(fabs(have - want) <= 1e-9 * want))
		fail_msg("%.17g instead of %.17g", have, want);
}

/* Twice the sum of the rarer tail, term by term. */
static double
by_hand(unsigned a, unsigned b, double share)
{
	unsigned n = a + b;
	double up = 0, down = 0, p;

	for (unsigned k = 0; k <= n; k++) {
		double term = 1;

		for (unsigned i = 0; i < k; i++)
			term *= (double)(n - i) / (i + 1) * share;
		term *= pow(1 - share, n - k);
		if (k >= a)
			up += term;
		if (k <= a)
			down += term;
	}
	p = 2 * (a >= n * share ? up : down);
	return p < 1 ? p : 1;
}

TEST(a_split_has_the_chance_of_the_binomial)
{
	const double shares[] = { 0.5, 0.25, 0.9, 0.01 };

	near(pvalue_split(5, 0, 0.5), 2.0 / 32);
	near(pvalue_split(0, 5, 0.5), 2.0 / 32);
	near(pvalue_split(3, 3, 0.5), 1);
	for (size_t s = 0; s < COUNT_OF(shares); s++)
		for (unsigned a = 0; a < 30; a++)
			for (unsigned b = 0; b < 30; b += 3)
				near(pvalue_split(a, b, shares[s]),
					by_hand(a, b, shares[s]));
}

TEST(many_events_are_as_good_as_normal)
{
	double few, many;

	/* three standard errors, on both sides of the bound */
	few = pvalue_split(499999 / 2.0 + 3 * sqrt(999998) / 2 + 250000,
		499999 / 2.0 - 3 * sqrt(999998) / 2 + 250000, 0.5);
	many = pvalue_split(500001 + 3 * sqrt(1000002) / 2,
		500001 - 3 * sqrt(1000002) / 2, 0.5);
	assert_true(fabs(few / many - 1) < 0.05);
	assert_true(fabs(many / 0.0026998 - 1) < 0.001);
}

/* Then few of very many events are on one side, as Poisson has it. */
TEST(a_share_near_zero_is_not_normal)
{
	for (double mean = 2; mean < 6; mean++)
		for (double share = 1e-6; share > 1e-10; share /= 10) {
			double n = mean / share, none = exp(-mean);
			double below = 0, term = none;

			for (int k = 1; k <= 12; term *= mean / k++)
				below += term;
			assert_true(
				fabs(pvalue_split(0, n, share) / (2 * none) -
					1) < 1e-3);
			assert_true(fabs(pvalue_split(n, 0, 1 - share) /
						    (2 * none) -
					    1) < 1e-3);
			assert_true(fabs(pvalue_split(12, n - 12, share) /
						    (2 * (1 - below)) -
					    1) < 1e-3);
		}
}

TEST(fractions_lie_between_whole_numbers)
{
	double last = 0;

	for (double b = 0; b < 10; b += 0.125) {
		double p = pvalue_split(20, b, 0.5);

		assert_true(p > last);
		last = p;
	}
}

/* Whatever comes: an answer, at once, and never a wrong one. */
TEST(extreme_counts_and_shares_have_chances)
{
	const double counts[] = { 0, 1e-300, 1e-9, 0.3, 1, 7, 1e3, 4e5, 1e9,
		1e18, 1e300 };
	const double shares[] = { 0, 1e-300, 1e-12, 0.1, 0.5, 0.999, 1 - 1e-12,
		1 };

	for (size_t a = 0; a < COUNT_OF(counts); a++)
		for (size_t b = 0; b < COUNT_OF(counts); b++)
			for (size_t s = 0; s < COUNT_OF(shares); s++) {
				double p = pvalue_split(
					counts[a], counts[b], shares[s]);

				assert_true(p >= 0 && p <= 1);
			}
	/* possible, but too rare for a number */
	assert_true(pvalue_split(4000, 0, 0.5) < 1e-300);
	assert_true(pvalue_split(1200, 40, 0.5) < 1e-250);
}

TEST(the_least_chance_is_that_of_one_side_alone)
{
	near(pvalue_least(5, 0.5), pvalue_split(5, 0, 0.5));
	near(pvalue_least(3, 0.25), pvalue_split(3, 0, 0.25));
	near(pvalue_least(0, 0.5), 1);
}

TEST(benjamini_and_hochberg_find_the_limit)
{
	/* their own example, with 15 tests */
	double p[] = { 0.0459, 0.0298, 0.0278, 0.0344, 0.0001, 0.0004, 0.0019,
		0.0095, 0.0201 };
	double one[] = { 0.04 }, none[] = { 0.03, 0.02 };

	near(pvalue_limit(p, COUNT_OF(p), 15).most, 0.0095);
	near(pvalue_limit(one, 1, 1).most, 0.04);
	assert_false(pvalue_limit(none, 2, 10).is_set);
	assert_false(pvalue_limit(NULL, 0, 10).is_set);
}

/* The chance of z = 141 is no double any more. */
TEST(a_chance_of_zero_is_a_limit)
{
	double sure = pvalue_split(60000, 20000, 0.5);
	double p[] = { 1, sure };
	struct limit limit = pvalue_limit(p, 2, 2);

	assert_true(sure <= 0);
	assert_true(limit.is_set);
	assert_true(limit_admits(limit, sure));
	assert_false(limit_admits(limit, 1e-300));
	assert_false(limit_admits(pvalue_limit(NULL, 0, 2), 0));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
