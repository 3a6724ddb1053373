/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a frame, and is it real? See significance.h. */
#include "prelude.h"

#include "engine/significance.h"

#include <math.h>

#include "base/arena.h"
#include "base/xalloc.h"
#include "engine/treetotals.h"
#include "engine/view.h"
#include "profile/sampletype.h"
#include "profile/unit.h"

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

/* From here on the normal distribution is as good, unless nearly all events
   are expected on one side. */
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
pvalue_limit(double *p, size_t n, size_t m, double alpha)
{
	if (n == 0)
		return (struct limit){ .is_set = false };
	qsort(p, n, sizeof(*p), by_pvalue);
	while (n > 0 && p[n - 1] > alpha * (double)n / (double)m)
		n--;
	return n > 0 ? limit_of(p[n - 1]) : (struct limit){ .is_set = false };
}

/* ---- Verdicts ---- */

/* The part of what is called real that may be chance. */
static const double alpha = 0.05;
/* Under so many standard errors nothing is real. */
static const double least_errors = 1.5;
/* What has less of its variance left is all of the total. */
static const double least_factor = 1e-6;

/* All but the chance and what other tests make of it. */
static struct verdict
split_of(const struct noise *n, struct sides s, double variance)
{
	double new = (double)s.new, base = (double)s.base, factor = 1, unit;
	/* What an event of the new side is worth, in events of the base. */
	double ratio = s.as_new > 0 && s.as_base > 0
		? (double)s.as_base / (double)s.as_new
		: n->ratio;
	struct verdict v = { .p = 1,
		.share = 1 / (1 + ratio),
		.new.exposure = 1 / n->new.scale,
		.base.exposure = 1 / n->base.scale };

	if (n->unknown != NULL || new < 0 || base < 0 || !(variance > 0))
		return (struct verdict){ .p = 1 };
	v.known = true;
	if (n->normalized) {
		double part = (new + base) / (n->new.value + n->base.value);

		factor = 1 - 2 * part + part * part * n->variance / variance;
	}
	v.forced = factor < least_factor;
	if (v.forced)
		return v;
	v.error = sqrt(variance * factor);
	/* What an event weighs: unit in the base, ratio * unit in the new side.
	   With less variance it is as if they were more. */
	unit = factor * variance / (ratio * new + base);
	v.new.events = new / (ratio * unit);
	v.base.events = base / unit;
	v.new.weight = ratio *unit / factor / n->new.scale;
	v.base.weight = unit / factor / n->base.scale;
	v.tested = pvalue_least(v.new.events + v.base.events, v.share) <= alpha;
	return v;
}

static double
split_pvalue(const struct verdict *v)
{
	return v->tested ? pvalue_split(v->new.events, v->base.events, v->share)
			 : 1;
}

static struct verdict
verdict_of(const struct noise *n, struct sides s, double variance)
{
	struct verdict v = split_of(n, s, variance);

	v.p = split_pvalue(&v);
	return v;
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
	struct verdict v = split_of(&e->noise, s, variance);
	double n;

	*p = 1;
	if (!v.tested)
		return false;
	t->n++;
	/* Can it be real at all? Saves most of the work. */
	n = v.new.events + v.base.events;
	if (fabs(v.new.events - n *v.share) >=
		least_errors * sqrt(n * v.share * (1 - v.share)))
		*p = split_pvalue(&v);
	if (*p <= alpha)
		t->low[t->n_low++] = *p;
	return true;
}

static int64_t
larger_i64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

const struct evidence *
evidence_new(const struct weighed *w, uint32_t n_frames,
	const struct noise *noise, struct arena *arena)
{
	struct evidence *e = ARENA_ZARRAY(arena, struct evidence, 1);
	struct sides kept;
	double value;
	double sample;
	int64_t least;

	e->noise = *noise;
	e->known = noise->unknown == NULL;
	e->why = noise->unknown;
	/* CodSpeed's, see significance.h. */
	kept = sides_of(&w->w.kept);
	value = e->noise.new.value + e->noise.base.value;
	sample = value > 0 && e->noise.unknown == NULL
		? e->noise.variance / value
		: 0;
	least = larger_i64(kept.base, kept.new) / 1000;
	if (sample < 9e18)
		least = larger_i64(least, (int64_t)sample);
	e->self.least = e->total.least = least;
	for (frame_id f = 0; f < n_frames; f++) {
		struct sides self = sides_at(&w->w.self, f);
		struct sides total = sides_at(&w->w.total, f);

		e->self.most =
			larger_i64(e->self.most, i64_abs(sides_delta(self)));
		e->total.most =
			larger_i64(e->total.most, i64_abs(sides_delta(total)));
		e->n_frames += self.base != self.new || total.base != total.new;
	}
	if (e->known) {
		size_t n = mul_size(2, (size_t)n_frames + 1);
		struct sides frames_kept = sides_of(&w->w.kept);
		double kept_p;
		struct tests t = { .p = xcalloc(n, sizeof(double)),
			.low = xcalloc(n, sizeof(double)) };

		e->self_real = bits_in(arena, n_frames);
		e->total_real = bits_in(arena, n_frames);
		/* The sum of all is one of the claims of a comparison, as its
		   functions are. */
		(void)add_test(
			&t, e, &kept_p, frames_kept, w->tree.noise_total[0]);
		for (frame_id f = 0; f < n_frames; f++) {
			double *p = &t.p[2 * (size_t)f];
			bool self = add_test(&t, e, &p[0],
				sides_at(&w->w.self, f), w->w.noise_self[f]);
			bool total = add_test(&t, e, &p[1],
				sides_at(&w->w.total, f), w->w.noise_total[f]);

			e->n_tested += self || total;
		}
		e->n_tests = t.n;
		e->limit = pvalue_limit(t.low, t.n_low, t.n, alpha);
		for (frame_id f = 0; f < n_frames && e->limit.is_set; f++) {
			bool self = limit_admits(e->limit, t.p[2 * (size_t)f]);
			bool total =
				limit_admits(e->limit, t.p[2 * (size_t)f + 1]);

			if (self)
				bits_set(&e->self_real, f);
			if (total)
				bits_set(&e->total_real, f);
			e->n_real += self || total;
		}
		e->kept = verdict_of(
			&e->noise, frames_kept, w->tree.noise_total[0]);
		e->kept.real =
			e->kept.tested && limit_admits(e->limit, e->kept.p);
		e->kept.of = e->n_tested;
		e->kept.tests = e->n_tests;
		e->kept.limit = e->limit;
		free(t.p);
		free(t.low);
	}
	return e;
}

struct verdict
evidence_frame(const struct view *v, frame_id frame, bool total)
{
	const struct evidence *e = v->evidence;
	struct verdict verdict = { .p = 1 };

	if (!e->known)
		return verdict;
	verdict = evidence_of_part(e,
		sides_at(total ? &v->w.total : &v->w.self, frame),
		total ? v->w.noise_total[frame] : v->w.noise_self[frame]);
	verdict.real = bits_get(total ? &e->total_real : &e->self_real, frame);
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
	verdict.tests = e->n_tests;
	verdict.limit = e->limit;
	verdict.real = verdict.tested && limit_admits(e->limit, verdict.p);
	return verdict;
}

bool
evidence_part_is_real(const struct evidence *e, struct sides s, double variance)
{
	return e->known ? evidence_of_part(e, s, variance).real
			: i64_abs(sides_delta(s)) > e->total.least;
}

/* From a count of events to the upper (1) or lower (-1) end of its interval. */
static double
reach(double events, int way)
{
	static const double z = 1.96;

	return z * sqrt(events + z * z / 4) + way * z * z / 2;
}

struct interval
verdict_interval(const struct verdict *v, struct sides s)
{
	struct verdict_side new = v->new, base = v->base;
	double delta = (double)sides_delta(s), ratio, unit;

	if (!v->known || v->forced)
		return (struct interval){ delta, delta };
	ratio = (1 - v->share) / v->share;
	unit = base.events > 0 ? (double)s.base / base.events
			       : (double)s.new / new.events / ratio;
	return (struct interval){
		.low = delta -
			unit *
				hypot(ratio * reach(new.events, -1),
					reach(base.events, 1)),
		.high = delta +
			unit *
				hypot(ratio * reach(new.events, 1),
					reach(base.events, -1)),
	};
}

bool
verdict_stands_alone(const struct verdict *v)
{
	return v->tested && v->p <= alpha;
}

struct verdict
verdict_alone(struct verdict v)
{
	v.real = verdict_stands_alone(&v);
	v.of = 1;
	v.tests = 1;
	v.limit = limit_of(alpha);
	return v;
}

bool
evidence_lengths_differ(const struct view *v)
{
	enum kind_group group = kind_of_column(v->profile, v->column)->group;
	const struct exposure *a = &v->evidence->noise.new;
	const struct exposure *b = &v->evidence->noise.base;
	double new = (double)a->duration_nanos * a->scale;
	double base = (double)b->duration_nanos * b->scale;

	/* Those are of a moment. */
	return group != GROUP_INUSE && group != GROUP_CONCURRENCY &&
		!v->evidence->noise.normalized && new > 0 && base > 0 &&
		fmax(new, base) > 1.1 * fmin(new, base);
}
