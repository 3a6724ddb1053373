/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trends of series (trend.h). */
#include "prelude.h"

#include "analysis/trend.h"

#include <math.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "engine/chance.h"

enum { EXACT_MAX = 40, PAIRS_OF = 200, PAIRS = 20000, GAP = 10 };
static const double CORRELATED = 0.1, FALL = 0.3;

/* ---- Medians ---- */

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *
trend_sorted(const double *value, size_t n)
{
	double *copy = xrealloc(NULL, n, sizeof(*copy));

	memcpy(copy, value, n * sizeof(*copy));
	qsort(copy, n, sizeof(*copy), by_size);
	return copy;
}

static double
middle_of(const double *sorted, size_t n)
{
	return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

double
trend_median(const double *value, size_t n)
{
	double *sorted, median;

	if (n == 0)
		return 0;
	sorted = trend_sorted(value, n);
	median = middle_of(sorted, n);
	free(sorted);
	return median;
}

/* Return the number of values in the first or last third. */
static size_t
third(size_t n)
{
	return n > 1 ? (n + 1) / 3 : n;
}

double
trend_rise(const double *value, size_t n)
{
	size_t part = third(n);

	return trend_median(value + n - part, part) - trend_median(value, part);
}

double
trend_start(const double *value, size_t n)
{
	for (; n > 0 && fabs(*value) <= 0; n--)
		value++;
	return trend_median(value, third(n));
}

double
trend_reach(const double *value, size_t n)
{
	double *sorted, reach;
	size_t part = third(n);

	if (n == 0)
		return 0;
	sorted = trend_sorted(value, n);
	reach = middle_of(sorted + n - part, part) - middle_of(sorted, part);
	free(sorted);
	return reach;
}

/* ---- The slope ---- */

struct slopes {
	double *slope;
	size_t n;
};

static void
take_all_pairs(struct slopes *all, const double *t, const double *v, size_t n)
{
	for (size_t j = 1; j < n; j++)
		for (size_t i = 0; i < j; i++) {
			if (t[j] > t[i])
				all->slope[all->n++] =
					(v[j] - v[i]) / (t[j] - t[i]);
		}
}

/* Take pseudo-random pairs, always the same (xorshift64*). */
static void
take_some_pairs(struct slopes *all, const double *t, const double *v, size_t n)
{
	uint64_t seed = 0x9E3779B97F4A7C15;

	for (int k = 0; k < PAIRS; k++) {
		size_t i, j;
		size_t pair_i;
		size_t pair_j;

		seed ^= seed >> 12;
		seed ^= seed << 25;
		seed ^= seed >> 27;
		i = (size_t)((seed * 0x2545F4914F6CDD1D >> 33) % n);
		j = (size_t)((seed >> 7) % n);
		pair_i = i < j ? i : j;
		pair_j = i < j ? j : i;
		if (t[pair_j] > t[pair_i])
			all->slope[all->n++] = (v[pair_j] - v[pair_i]) /
				(t[pair_j] - t[pair_i]);
	}
}

double
trend_slope(const double *time, const double *value, size_t n)
{
	struct slopes all = { .n = 0 };
	size_t room = n > PAIRS_OF ? PAIRS : n * (n - 1) / 2;
	double slope;

	if (n < 2)
		return 0;
	all.slope = xrealloc(NULL, room, sizeof(*all.slope));
	(n > PAIRS_OF ? take_some_pairs : take_all_pairs)(&all, time, value, n);
	slope = trend_median(all.slope, all.n);
	free(all.slope);
	return slope;
}

/* ---- Its significance ---- */

/* f[k] is the share of permutations of i values with k inversions. One more
   value can go to i + 1 positions, which adds 0 to i inversions. So next[k] is
   a running sum over f. */
double
trend_chance(size_t n, int64_t s)
{
	enum { MOST = EXACT_MAX * (EXACT_MAX - 1) / 2 };
	double f[MOST + 1] = { 1 }, next[MOST + 1], chance = 0;
	int64_t pairs = (int64_t)(n * (n - 1) / 2);

	if (n < 2 || s <= -pairs)
		return 1;
	if (s > pairs || n > EXACT_MAX)
		return 0;
	for (size_t i = 1; i < n; i++) {
		size_t most = i * (i + 1) / 2;
		double sum = 0;

		for (size_t k = 0; k <= most; k++) {
			sum += k <= most - i ? f[k] : 0;
			sum -= k > i ? f[k - i - 1] : 0;
			next[k] = sum / (double)(i + 1);
		}
		memcpy(f, next, (most + 1) * sizeof(*f));
	}
	for (int64_t k = 0; k <= (pairs - s) / 2; k++)
		chance += f[k];
	return chance < 1 ? chance : 1;
}

/* Corrections for equal values. */
struct ties {
	double pairs, variance; /* tied pairs; correction of 18 * Var(S) */
};

static struct ties
count_ties(const double *value, size_t n)
{
	double *sorted = trend_sorted(value, n);
	struct ties ties = { 0, 0 };

	for (size_t i = 0, end; i < n; i = end) {
		double k;

		for (end = i + 1; end < n && sorted[end] <= sorted[i];)
			end++;
		k = (double)(end - i);
		ties.pairs += k * (k - 1) / 2;
		ties.variance += k * (k - 1) * (2 * k + 5);
	}
	free(sorted);
	return ties;
}

/* Subtract from v its projection onto `part`. */
static void
take_away(double *v, const double *part, size_t n)
{
	double product = 0, square = 0;

	for (size_t i = 0; i < n; i++) {
		product += v[i] * part[i];
		square += part[i] * part[i];
	}
	for (size_t i = 0; i < n && square > 0; i++)
		v[i] -= product / square * part[i];
}

static double
significance(const double *time, const double *value, size_t n, int64_t s,
	const struct ties *ties)
{
	double count = (double)n;
	double variance =
		(count * (count - 1) * (2 * count + 5) - ties->variance) / 18;
	double r;
	double z, p, walk;
	double *rest;
	double squares = 0, products = 0, size = 0;
	double *one;
	double *line;
	double *bend;

	/* Compute r, the correlation of each residual with the one before.
	   Residuals are from the closest parabola, because with a straight line
	   accelerating growth would look like correlated values. */
	rest = xrealloc(NULL, n, sizeof(*rest));
	one = xrealloc(NULL, n, sizeof(*one));
	line = xrealloc(NULL, n, sizeof(*line));
	bend = xrealloc(NULL, n, sizeof(*bend));
	for (size_t i = 0; i < n; i++) {
		rest[i] = value[i];
		one[i] = 1;
		line[i] = time[i] - time[0];
	}
	take_away(line, one, n);
	for (size_t i = 0; i < n; i++)
		bend[i] = line[i] * line[i];
	take_away(bend, one, n);
	take_away(bend, line, n);
	take_away(rest, one, n);
	take_away(rest, line, n);
	take_away(rest, bend, n);
	free(one);
	free(line);
	free(bend);
	for (size_t i = 0; i < n; i++) {
		squares += rest[i] * rest[i];
		size += value[i] * value[i];
		if (i > 0)
			products += rest[i] * rest[i - 1];
	}
	free(rest);
	/* An exact fit leaves only rounding errors. */
	if (squares <= 1e-18 * size) {
		r = 0;
	} else {
		/* Scale, as there is one fewer product than squares. */
		r = fmin(1, products / squares * (double)n / ((double)n - 1));
	}

	if (variance <= 0)
		return 1;
	z = ((double)s - (s > 0 ? 1 : s < 0 ? -1 : 0)) / sqrt(variance);
	p = ties->pairs > 0 || n > EXACT_MAX ? (erfc(z / sqrt(2)) / 2)
					     : trend_chance(n, s);
	if (r <= CORRELATED || s <= 0)
		return p;
	walk = erfc((z * sqrt((1 - r) / (1 + r))) / sqrt(2)) / 2;
	/* Random steps all go up with this probability. */
	if (s == (int64_t)(n * (n - 1) / 2))
		walk = fmin(walk, pow(0.5, count - 1));
	return fmax(p, walk);
}

void
trend_holds(const double *p, size_t n, size_t all, bool *holds)
{
	double *copy = xrealloc(NULL, n, sizeof(*copy));
	struct limit limit;

	if (n > 0)
		memcpy(copy, p, n * sizeof(*copy));
	limit = pvalue_limit(copy, n, all);
	for (size_t i = 0; i < n; i++)
		holds[i] = limit_admits(limit, p[i]);
	free(copy);
}

/* ---- The shape ---- */

static double
least_of(const double *v, size_t n)
{
	double least = v[0];

	for (size_t i = 1; i < n; i++)
		least = fmin(least, v[i]);
	return least;
}

static double
most_of(const double *v, size_t n)
{
	double most = v[0];

	for (size_t i = 1; i < n; i++)
		most = fmax(most, v[i]);
	return most;
}

/* Return the largest fall below the highest value so far. */
static double
deepest_fall(const double *v, size_t n)
{
	double top = v[0], fall = 0;

	for (size_t i = 1; i < n; i++) {
		top = fmax(top, v[i]);
		fall = fmax(fall, top - v[i]);
	}
	return fall;
}

struct trend
trend_of(const double *time, const double *value, size_t n)
{
	struct trend t = { .p = 1 };
	double pairs = (double)n * ((double)n - 1) / 2;
	struct ties ties;
	int64_t s = 0;
	double rise;
	size_t part, half;
	const double *last;

	if (n < 2)
		return t;
	t.slope = trend_slope(time, value, n);
	t.rise = trend_rise(value, n);
	rise = t.rise;
	part = third(n);
	half = n / 2;
	last = value + n - part;
	if (n < TREND_LEAST)
		t.shape = TREND_FEW;
	else if (rise <= 0)
		t.shape = TREND_FLAT;
	else if (least_of(last, part) > most_of(value, part) &&
		deepest_fall(value + half, n - half) <= FALL * rise)
		t.shape = TREND_STEADY;
	else if (least_of(last, part) > least_of(value, part) &&
		least_of(value + part, n - 2 * part) >= least_of(value, part))
		t.shape = TREND_FLOOR;
	else
		t.shape = TREND_RISES;
	/* S is the number of rising pairs minus that of falling pairs. */
	for (size_t j = 1; j < n; j++)
		for (size_t i = 0; i < j; i++)
			s += (value[j] > value[i]) - (value[j] < value[i]);
	t.s = s;
	ties = count_ties(value, n);
	if (pairs > ties.pairs)
		t.tau = (double)t.s / sqrt(pairs * (pairs - ties.pairs));
	if (n >= TREND_LEAST)
		t.p = significance(time, value, n, t.s, &ties);
	return t;
}

/* ---- Runs ---- */

static bool
is_restart(const struct trend_run *a, const struct trend_run *b)
{
	return (a->start != 0 && b->start != 0 && a->start != b->start) ||
		(a->build_id.n > 0 && b->build_id.n > 0 &&
			!str_eq(a->build_id, b->build_id)) ||
		(b->allocated >= 0 && b->allocated < a->allocated);
}

size_t
trend_last_run(const struct trend_run *run, size_t n)
{
	double *step = xrealloc(NULL, n, sizeof(*step)), usual;
	size_t first = n - (n > 0);

	for (size_t i = 1; i < n; i++)
		step[i - 1] = run[i].time - run[i - 1].time;
	usual = trend_median(step, n - (n > 0));
	while (first > 0 && !is_restart(&run[first - 1], &run[first]) &&
		(usual <= 0 || step[first - 1] <= (double)GAP * usual))
		first--;
	free(step);
	return first;
}
