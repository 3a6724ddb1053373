/* SPDX-License-Identifier: GPL-3.0-or-later */
/* P values of binomial splits, and the limit for many tests. */
#include "prelude.h"

#include "engine/chance.h"

#include <math.h>

/* With more events than this, the normal approximation is as good unless nearly
   all events are expected on one side. */
static const double many = 1e6;

/* Return ln Gamma(x), x > 0, by Stirling's series. lgamma() writes to a global
   variable, so it is not thread-safe; lgamma_r() is not in POSIX. */
static double
log_gamma(double x)
{
	double shift = 0, y;

	for (; x < 10; x++)
		shift -= log(x);
	y = 1 / (x * x);
	return shift + (x - 0.5) * log(x) - x + 0.91893853320467274178 +
		(1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / x;
}

/* Return the probability that at most b of a + b events miss if each hits with
   probability x: the incomplete beta function I_x(a, b + 1). b must be whole,
   and a not far below (a + b) * x, so that the terms decrease. */
static double
tail(double a, double b, double x)
{
	double term = exp(log_gamma(a + b + 1) - log_gamma(a + 1) -
		log_gamma(b + 1) + a * log(x) + b * log1p(-x));
	double sum = term, odds = x / (1 - x);

	for (double i = 0; i < b && term > sum * 1e-12; i++) {
		term *= (b - i) / (a + 1 + i) * odds;
		sum += term;
	}
	return sum < 1 ? sum : 1;
}

/* Return tail() for any b, interpolated between whole numbers. */
static double
upper_tail(double a, double b, double x)
{
	double whole = floor(b), p;

	if (a <= 0)
		return 1;
	p = tail(a, whole, x);
	if (b > whole)
		p += (tail(a, whole + 1, x) - p) * (b - whole);
	return p;
}

double
pvalue_split(double a, double b, double share)
{
	double n = a + b, variance, p;

	if (n <= 0 || share <= 0 || share >= 1)
		return 1;
	variance = n * share * (1 - share);
	if (n > many && variance > many / 100)
		return erfc(fabs(a - n * share) / sqrt(variance) / sqrt(2));
	p = a >= n * share ? upper_tail(a, b, share)
			   : upper_tail(b, a, 1 - share);
	return p < 0.5 ? 2 * p : 1;
}

double
pvalue_least(double n, double share)
{
	double p = pow(share < 0.5 ? share : 1 - share, n);

	return p < 0.5 ? 2 * p : 1;
}

static int
by_pvalue(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

struct limit
pvalue_limit(double *p, size_t n, size_t m)
{
	if (n == 0)
		return (struct limit){ .is_set = false };
	qsort(p, n, sizeof(*p), by_pvalue);
	while (n > 0 && p[n - 1] > CHANCE_ALLOWED * (double)n / (double)m)
		n--;
	return n > 0 ? limit_of(p[n - 1]) : (struct limit){ .is_set = false };
}
