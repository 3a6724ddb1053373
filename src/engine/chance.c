/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chances: see chance.h. */
#include "config.h"

#include "engine/chance.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"

/* From here on the normal distribution is as good. */
static const double many = 1e6;

/* ln Gamma(x), x > 0, by Stirling's series. lgamma() would do, but it writes
   to a global variable, and this runs in a thread. */
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

/* At least a of a + b events, where each counts with probability x. As a
   tail: a is not below (a + b) * x, so the terms fall from the start. It is
   the incomplete beta function I_x(a, b + 1), by its power series. */
static double
upper_tail(double a, double b, double x)
{
	double n = a + b, term, sum;

	if (a <= 0)
		return 1;
	/* x^a (1-x)^(b+1) / (a B(a, b+1)) */
	term = exp(log_gamma(n + 1) - log_gamma(a + 1) - log_gamma(b + 1) +
		a * log(x) + (b + 1) * log1p(-x));
	sum = term;
	for (double i = 1; term > sum * 1e-12; i++) {
		term *= (n + i) / (a + i) * x;
		sum += term;
	}
	return sum < 1 ? sum : 1;
}

double
chance_split(double a, double b, double share)
{
	double n = a + b, p;

	if (n <= 0)
		return 1;
	if (n > many) {
		double z = (a - n * share) / sqrt(n * share * (1 - share));

		return erfc(fabs(z) / sqrt(2));
	}
	p = a >= n * share ? upper_tail(a, b, share)
			   : upper_tail(b, a, 1 - share);
	return p < 0.5 ? 2 * p : 1;
}

double
chance_least(double n, double share)
{
	double p = pow(share < 0.5 ? share : 1 - share, n);

	return p < 0.5 ? 2 * p : 1;
}

static int
by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

double
chance_limit(double *p, size_t n, size_t m, double alpha)
{
	if (n == 0)
		return 0;
	qsort(p, n, sizeof(*p), by_size);
	while (n > 0 && p[n - 1] > alpha * (double)n / (double)m)
		n--;
	return n > 0 ? p[n - 1] : 0;
}
