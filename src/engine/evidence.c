/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a frame, and is it real? See evidence.h. */
#include "config.h"

#include "engine/evidence.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/xalloc.h"
#include "engine/view.h"
#include "engine/weigh.h"
#include "profile/unit.h"

#include "base/banned.h"

/* ---- What became of a frame ---- */

enum { LEAST_OF_BASE = 100 }; /* a change under 1/100 of the base is none */

enum change
change_of(struct sides s, const struct change_scale *scale)
{
	int64_t delta = sides_delta(s);
	uint64_t size = u64_abs(delta), base = u64_abs(s.base);
	bool strong;

	if (delta == 0)
		return CHANGE_SAME;
	if (s.base == 0)
		return CHANGE_ADDED;
	if (s.new == 0)
		return CHANGE_REMOVED;
	if (size <= u64_abs(scale->least) || size <= base / LEAST_OF_BASE)
		return CHANGE_SAME;
	strong = size >= u64_abs(scale->most) / 3;
	if (delta > 0)
		return strong ? CHANGE_UP_STRONG : CHANGE_UP;
	return strong ? CHANGE_DOWN_STRONG : CHANGE_DOWN;
}

static const struct {
	const char *sure, *doubtful;
} signs[] = {
	[CHANGE_SAME] = { "", "" },
	[CHANGE_UP] = { "+", "+?" },
	[CHANGE_UP_STRONG] = { "++", "++?" },
	[CHANGE_DOWN] = { "-", "-?" },
	[CHANGE_DOWN_STRONG] = { "--", "--?" },
	[CHANGE_ADDED] = { "N", "N?" },
	[CHANGE_REMOVED] = { "G", "G?" },
};

const char *
change_sign(enum change c)
{
	return signs[c].sure;
}

const char *
change_doubt(enum change c)
{
	return signs[c].doubtful;
}

const char *
change_word(enum change c, struct str unit)
{
	switch (c) {
	case CHANGE_ADDED:
		return "added";
	case CHANGE_REMOVED:
		return "removed";
	case CHANGE_UP:
	case CHANGE_UP_STRONG:
		return unit_is_time(unit) ? "slower" : "more";
	case CHANGE_DOWN:
	case CHANGE_DOWN_STRONG:
		if (unit_is_time(unit))
			return "faster";
		return unit_is_memory(unit) ? "less" : "fewer";
	case CHANGE_SAME:
		break;
	}
	return "same";
}

/* ---- How likely a difference is when nothing has changed ---- */

/* From here on the normal distribution is as good. */
static const double many = 1e6;

/* ln Gamma(x), x > 0, by Stirling's series. lgamma() would do, but it writes
   to a global variable, and this runs in a thread; lgamma_r(), which does not,
   is not in POSIX. */
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

/* At most b of a + b events miss, where each hits with probability x, and b is
   a whole number: the incomplete beta function I_x(a, b + 1), term by term.
   As a tail: a is not far below (a + b) * x, so the terms fall. */
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

/* Between whole numbers of b on a straight line. */
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
	double n = a + b, p;

	if (n <= 0 || share <= 0 || share >= 1)
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

double
pvalue_limit(double *p, size_t n, size_t m, double alpha)
{
	if (n == 0)
		return 0;
	qsort(p, n, sizeof(*p), by_pvalue);
	while (n > 0 && p[n - 1] > alpha * (double)n / (double)m)
		n--;
	return n > 0 ? p[n - 1] : 0;
}

/* ---- Verdicts ---- */

/* The part of what is called real that may be chance. */
static const double alpha = 0.05;
/* Under so many standard errors nothing is real: saves most of the work. */
static const double least_errors = 1.5;
/* What has less of its variance left is all of the total. */
static const double least_factor = 1e-6;

/* Events on both sides, and the standard error of the difference. */
struct split {
	double new, base;
	double share; /* that an event is of the new side, without a change */
	double error;
	bool enough; /* events, to call some outcome real */
};

/* False: nothing can be said about it. */
static bool
split_of(const struct noise *n, struct sides s, double variance,
	struct split *out)
{
	double new = (double)s.new, base = (double)s.base, factor = 1, unit;

	*out = (struct split){ .share = 1 / (1 + n->ratio) };
	if (new < 0 || base < 0 || !(variance > 0))
		return false;
	if (n->normalized) {
		double part = (new + base) / n->value;

		factor = 1 - 2 * part + part * part * n->variance / variance;
	}
	if (factor < least_factor)
		return true;
	out->error = sqrt(variance * factor);
	/* What an event weighs: unit in the base, ratio * unit in the new side.
	   With less variance it is as if they were more. */
	unit = factor * variance / (n->ratio * new + base);
	out->new = new / (n->ratio * unit);
	out->base = base / unit;
	out->enough = pvalue_least(out->new + out->base, out->share) <= alpha;
	return true;
}

static double
split_pvalue(const struct split *s)
{
	return s->enough ? pvalue_split(s->new, s->base, s->share) : 1;
}

static struct verdict
verdict_of(const struct noise *n, struct sides s, double variance)
{
	struct split split;

	if (n->unknown != NULL || !split_of(n, s, variance, &split))
		return (struct verdict){ .p = 1 };
	return (struct verdict){ .known = true,
		.tested = split.enough,
		.error = split.error,
		.p = split_pvalue(&split) };
}

/* The tests of all frames, self and total in turn. */
struct tests {
	size_t n;    /* tests */
	double *p;   /* [2 * frames] of each frame, 1 without a test */
	double *low; /* those of at most alpha, in no order */
	size_t n_low;
};

static bool
add_test(struct tests *t, const struct evidence *e, double *p, struct sides s,
	double variance)
{
	double delta = fabs((double)sides_delta(s));
	struct split split;

	*p = 1;
	if (!split_of(&e->noise, s, variance, &split) || !split.enough)
		return false;
	t->n++;
	if (delta >= least_errors * split.error)
		*p = split_pvalue(&split);
	if (*p <= alpha)
		t->low[t->n_low++] = *p;
	return true;
}

static void
judge_frames(struct evidence *e, const struct weighed *w, uint32_t n_frames,
	struct arena *arena)
{
	size_t n = mul_size(2, (size_t)n_frames + 1);
	struct tests t = { .p = xcalloc(n, sizeof(double)),
		.low = xcalloc(n, sizeof(double)) };

	e->self_real = bits_in(arena, n_frames);
	e->total_real = bits_in(arena, n_frames);
	for (frame_id f = 0; f < n_frames; f++) {
		double *p = &t.p[2 * (size_t)f];
		bool self = add_test(&t, e, &p[0], sides_at(&w->w.flat, f),
			w->w.noise_flat[f]);
		bool total = add_test(&t, e, &p[1], sides_at(&w->w.cum, f),
			w->w.noise_cum[f]);

		e->n_tested += self || total;
	}
	e->limit = pvalue_limit(t.low, t.n_low, t.n, alpha);
	for (frame_id f = 0; f < n_frames && e->limit > 0; f++) {
		bool self = t.p[2 * (size_t)f] <= e->limit;
		bool total = t.p[2 * (size_t)f + 1] <= e->limit;

		if (self)
			bits_set(&e->self_real, f);
		if (total)
			bits_set(&e->total_real, f);
		e->n_real += self || total;
	}
	e->kept = verdict_of(
		&e->noise, sides_of(&w->w.kept), w->tree.noise_total[0]);
	e->kept.real = e->kept.tested && e->kept.p <= alpha;
	e->kept.of = 1;
	free(t.p);
	free(t.low);
}

static int64_t
larger_i64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* CodSpeed's, see evidence.h. */
static void
set_scales(struct evidence *e, const struct weighed *w, uint32_t n_frames)
{
	struct sides kept = sides_of(&w->w.kept);
	double sample = e->noise.value > 0 && e->noise.unknown == NULL
		? e->noise.variance / e->noise.value
		: 0;
	int64_t least = larger_i64(kept.base, kept.new) / 1000;

	if (sample < 9e18)
		least = larger_i64(least, (int64_t)sample);
	e->self.least = e->total.least = least;
	for (frame_id f = 0; f < n_frames; f++) {
		struct sides self = sides_at(&w->w.flat, f);
		struct sides total = sides_at(&w->w.cum, f);

		e->self.most =
			larger_i64(e->self.most, i64_abs(sides_delta(self)));
		e->total.most =
			larger_i64(e->total.most, i64_abs(sides_delta(total)));
		e->n_frames +=
			(self.base | self.new | total.base | total.new) != 0;
	}
}

const struct evidence *
evidence_new(const struct weighed *w, uint32_t n_frames,
	const struct noise *noise, struct arena *arena)
{
	struct evidence *e = ARENA_ZARRAY(arena, struct evidence, 1);

	e->noise = *noise;
	e->known = noise->unknown == NULL;
	e->why = noise->unknown;
	set_scales(e, w, n_frames);
	if (e->known)
		judge_frames(e, w, n_frames, arena);
	return e;
}

struct verdict
evidence_frame(const struct view *v, frame_id frame, bool cum)
{
	const struct evidence *e = v->evidence;
	struct verdict verdict = { .p = 1 };

	if (!e->known)
		return verdict;
	verdict = verdict_of(&e->noise,
		sides_at(cum ? &v->w.cum : &v->w.flat, frame),
		cum ? v->w.noise_cum[frame] : v->w.noise_flat[frame]);
	verdict.of = e->n_tested;
	verdict.real = bits_get(cum ? &e->total_real : &e->self_real, frame);
	return verdict;
}

struct verdict
evidence_node(
	const struct view *v, const struct tree *t, node_id node, bool self)
{
	uint32_t row = self ? tree_self_row(t, node) : tree_row(t, node);

	if (!v->evidence->known)
		return (struct verdict){ .p = 1 };
	return evidence_of_part(v->evidence,
		sides_at(self ? &t->self : &t->total, row),
		self ? t->noise_self[row] : t->noise_total[row]);
}

struct verdict
evidence_of_part(const struct evidence *e, struct sides s, double variance)
{
	struct verdict verdict = { .p = 1 };

	if (!e->known)
		return verdict;
	verdict = verdict_of(&e->noise, s, variance);
	verdict.of = e->n_tested;
	verdict.real = verdict.tested && verdict.p <= e->limit;
	return verdict;
}

bool
evidence_part_is_real(const struct evidence *e, struct sides s, double variance)
{
	return e->known ? evidence_of_part(e, s, variance).real
			: i64_abs(sides_delta(s)) > e->total.least;
}

struct interval
verdict_interval(const struct verdict *v, struct sides s)
{
	static const double errors = 1.96;
	double delta = (double)sides_delta(s);

	return (struct interval){ delta - errors * v->error,
		delta + errors * v->error };
}
