/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Significance of changes: verdicts, tests and intervals. */
#include "prelude.h"

#include "engine/significance.h"

#include <math.h>

#include "base/arena.h"
#include "base/xalloc.h"
#include "engine/chance.h"
#include "engine/treetotals.h"
#include "engine/view.h"
#include "profile/sampletype.h"

/* A delta of fewer standard errors than this is never significant. */
static const double least_errors = 1.5;
/* A variance factor below this means that the value is the whole total. */
static const double least_factor = 1e-6;

const char *
significance_word(enum significance s)
{
	static const char *const words[] = {
		[SIGNIFICANCE_UNKNOWN] = "unknown",
		[SIGNIFICANCE_NONE] = "unknown",
		[SIGNIFICANCE_EQUAL] = "equal",
		[SIGNIFICANCE_TOO_FEW] = "too few",
		[SIGNIFICANCE_CHANCE] = "may be chance",
		[SIGNIFICANCE_REAL] = "real",
	};

	return words[s];
}

const char *
change_sign(enum change c, enum significance s)
{
	static const char *const signs[] = {
		[CHANGE_SAME] = "",
		[CHANGE_UP] = "+",
		[CHANGE_UP_STRONG] = "++",
		[CHANGE_DOWN] = "-",
		[CHANGE_DOWN_STRONG] = "--",
		[CHANGE_ADDED] = "N",
		[CHANGE_REMOVED] = "G",
	};

	return may_be_chance(s) && c != CHANGE_SAME ? "?" : signs[c];
}

/* Return a verdict without p and the fields that depend on other tests. If it
   is tested, it may be chance. */
static struct verdict
split_of(const struct noise *n, struct sides s, double variance)
{
	double new = (double)s.new, base = (double)s.base, factor = 1, unit;
	/* Weight of a new-side event relative to a base event. */
	double ratio = s.as_new > 0 && s.as_base > 0
		? (double)s.as_base / (double)s.as_new
		: n->ratio;
	struct verdict v = { .p = 1,
		.share = 1 / (1 + ratio),
		.new.exposure = 1 / n->new.scale,
		.base.exposure = 1 / n->base.scale };

	if (n->unknown != NULL)
		return (struct verdict){ .p = 1 };
	if (new < 0 || base < 0 || !(variance > 0))
		return (struct verdict){ .is = SIGNIFICANCE_NONE, .p = 1 };
	if (n->normalized) {
		double part = (new + base) / (n->new.value + n->base.value);

		factor = 1 - 2 * part + part * part * n->variance / variance;
	}
	v.is = SIGNIFICANCE_EQUAL;
	if (factor < least_factor)
		return v;
	v.error = sqrt(variance * factor);
	/* An event weighs unit in the base and ratio * unit on the new side.
	   Less variance counts as more events. */
	unit = factor * variance / (ratio * new + base);
	v.new.events = new / (ratio * unit);
	v.base.events = base / unit;
	v.new.weight = ratio *unit / factor / n->new.scale;
	v.base.weight = unit / factor / n->base.scale;
	v.is = pvalue_least(v.new.events + v.base.events, v.share) <=
			CHANCE_ALLOWED
		? SIGNIFICANCE_CHANCE
		: SIGNIFICANCE_TOO_FEW;
	return v;
}

/* True if a test with this p is significant, given the limit for all tests. No
   other function in this file compares p with the limit. */
static bool
test_holds(struct limit limit, double p)
{
	return limit_admits(limit, p);
}

/* The tests of all frames, self and total alternately. */
struct tests {
	size_t n;    /* number of tests */
	double *p;   /* [2 * frames] 1 without a test */
	double *low; /* p of at most CHANCE_ALLOWED, unsorted */
	size_t n_low;
};

/* Add the test of a sum, if it can be tested, and set its p. */
static enum significance
add_test(struct tests *t, const struct evidence *e, double *p, struct sides s,
	double variance)
{
	struct verdict v = split_of(&e->noise, s, variance);
	double n;

	*p = 1;
	if (!significance_is_tested(v.is))
		return v.is;
	t->n++;
	/* Compute p only if it can be significant, to save work. */
	n = v.new.events + v.base.events;
	if (fabs(v.new.events - n *v.share) >=
		least_errors * sqrt(n * v.share * (1 - v.share)))
		*p = pvalue_split(v.new.events, v.base.events, v.share);
	if (*p <= CHANCE_ALLOWED)
		t->low[t->n_low++] = *p;
	return v.is;
}

static int64_t
larger_i64(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void
count_nodes(struct evidence *e, const struct tree *t)
{
	uint32_t rows = t->chains != NULL ? t->chains->n : t->n;

	for (uint32_t i = 0; i < rows; i++) {
		struct sides s = sides_at(&t->total, i);
		uint64_t n = t->chains != NULL
			? chains_last(t->chains, i) - t->chains->first[i] + 1
			: 1;

		n -= i == 0; /* the root is not counted */
		e->n_nodes += s.base != 0 || s.new != 0 ? n : 0;
		e->n_shared += s.base != 0 && s.new != 0 ? n : 0;
	}
}

const struct evidence *
evidence_new(const struct weighed *w, uint32_t n_frames,
	const struct noise *noise, struct arena *arena)
{
	struct evidence *e = ARENA_ZARRAY(arena, struct evidence, 1);
	struct sides kept = sides_of(&w->w.kept);
	double value, sample;
	int64_t least;

	e->noise = *noise;
	e->known = noise->unknown == NULL;
	e->why = noise->unknown;
	/* CodSpeed's limits (sides.h). */
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
	count_nodes(e, &w->tree);
	if (e->known) {
		size_t n = mul_size(2, (size_t)n_frames + 1);
		double kept_p;
		struct tests t = { .p = xcalloc(n, sizeof(double)),
			.low = xcalloc(n, sizeof(double)) };

		e->frames = ARENA_ZARRAY(arena, uint8_t, n);
		/* The sum of all samples is tested like a function. */
		(void)add_test(&t, e, &kept_p, kept, w->tree.noise_total[0]);
		for (frame_id f = 0; f < n_frames; f++) {
			double *p = &t.p[2 * (size_t)f];
			enum significance self = add_test(&t, e, &p[0],
				sides_at(&w->w.self, f), w->w.noise_self[f]);
			enum significance total = add_test(&t, e, &p[1],
				sides_at(&w->w.total, f), w->w.noise_total[f]);

			e->frames[2 * (size_t)f] = (uint8_t)self;
			e->frames[2 * (size_t)f + 1] = (uint8_t)total;
			e->n_tested += significance_is_tested(self) ||
				significance_is_tested(total);
		}
		e->n_tests = t.n;
		e->limit = pvalue_limit(t.low, t.n_low, t.n);
		for (frame_id f = 0; f < n_frames && e->limit.is_set; f++) {
			const double *p = &t.p[2 * (size_t)f];
			uint8_t *is = &e->frames[2 * (size_t)f];

			for (int i = 0; i < 2; i++)
				if (test_holds(e->limit, p[i]))
					is[i] = SIGNIFICANCE_REAL;
			e->n_real += is[0] == SIGNIFICANCE_REAL ||
				is[1] == SIGNIFICANCE_REAL;
		}
		e->kept = evidence_sum(e, kept, w->tree.noise_total[0]);
		free(t.p);
		free(t.low);
	}
	return e;
}

struct verdict
evidence_frame(const struct view *v, frame_id frame, bool total)
{
	if (!v->evidence->known)
		return (struct verdict){ .p = 1 };
	return evidence_sum(v->evidence,
		sides_at(total ? &v->w.total : &v->w.self, frame),
		total ? v->w.noise_total[frame] : v->w.noise_self[frame]);
}

enum significance
frame_significance(const struct view *v, frame_id frame, bool total)
{
	const struct evidence *e = v->evidence;

	if (e == NULL || !e->known)
		return SIGNIFICANCE_UNKNOWN;
	if (frame == NONE)
		return SIGNIFICANCE_NONE;
	return (enum significance)e->frames[2 * (size_t)frame + total];
}

enum significance
sum_significance(const struct view *v, struct sides s, double variance)
{
	if (v->evidence == NULL)
		return SIGNIFICANCE_UNKNOWN;
	return evidence_sum(v->evidence, s, variance).is;
}

struct verdict
evidence_node(
	const struct view *v, const struct tree *t, node_id node, bool self)
{
	uint32_t row = self ? tree_self_row(t, node) : tree_row(t, node);

	if (!v->evidence->known)
		return (struct verdict){ .p = 1 };
	return evidence_sum(v->evidence,
		sides_at(self ? &t->self : &t->total, row),
		self ? t->noise_self[row] : t->noise_total[row]);
}

struct verdict
evidence_sum(const struct evidence *e, struct sides s, double variance)
{
	struct verdict v = split_of(&e->noise, s, variance);

	v.of = e->n_tested;
	v.tests = e->n_tests;
	v.limit = e->limit;
	if (!significance_is_tested(v.is))
		return v;
	v.p = pvalue_split(v.new.events, v.base.events, v.share);
	if (test_holds(e->limit, v.p))
		v.is = SIGNIFICANCE_REAL;
	return v;
}

bool
evidence_counts(const struct evidence *e, struct sides s, double variance)
{
	return e->known ? evidence_sum(e, s, variance).is == SIGNIFICANCE_REAL
			: i64_abs(sides_delta(s)) > e->total.least;
}

/* Return a count's distance to the upper (way is 1) or the lower (way is -1)
   bound of its confidence interval. */
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

	if (v->is <= SIGNIFICANCE_EQUAL)
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
	return significance_is_tested(v->is) &&
		test_holds(limit_of(CHANCE_ALLOWED), v->p);
}

struct verdict
verdict_alone(struct verdict v)
{
	if (significance_is_tested(v.is))
		v.is = verdict_stands_alone(&v) ? SIGNIFICANCE_REAL
						: SIGNIFICANCE_CHANCE;
	v.of = 1;
	v.tests = 1;
	v.limit = limit_of(CHANCE_ALLOWED);
	return v;
}

/* Return the z beyond which the two tails of the normal distribution have the
   probability p together. */
static double
normal_reach(double p)
{
	double low = 0, high = 40;

	for (int i = 0; i < 60; i++) {
		double z = (low + high) / 2;

		if (erfc(z / sqrt(2)) > p)
			low = z;
		else
			high = z;
	}
	return high;
}

double
verdict_needs(const struct verdict *v)
{
	static const double four_of_five = 0.8416; /* z of the 80% quantile of
						      the normal distribution */
	double n = v->new.events + v->base.events, z, level;

	if (v->is <= SIGNIFICANCE_EQUAL || v->is == SIGNIFICANCE_REAL)
		return 0;
	z = fabs(v->new.events - n * v->share) /
		sqrt(n * v->share * (1 - v->share));
	/* If no test is significant, use the p that a single significant test
	   would need. */
	level = v->limit.is_set && v->limit.most > 0
		? v->limit.most
		: CHANCE_ALLOWED / (double)(v->tests > 0 ? v->tests : 1);
	return z > 0 ? pow((normal_reach(level) + four_of_five) / z, 2) : 0;
}

bool
evidence_is_exact(const struct view *v)
{
	const struct evidence *e = v->evidence;

	return e != NULL && v->events->is_exact && !e->noise.normalized &&
		e->why == v->events->unknown;
}

bool
evidence_lengths_differ(const struct view *v)
{
	enum kind_group group = kind_of_column(v->profile, v->column)->group;
	const struct exposure *a = &v->evidence->noise.new;
	const struct exposure *b = &v->evidence->noise.base;
	double new = (double)a->duration_nanos * a->scale;
	double base = (double)b->duration_nanos * b->scale;

	/* Values at a moment, such as memory in use, have no duration. */
	return group != GROUP_INUSE && group != GROUP_CONCURRENCY &&
		!v->evidence->noise.normalized && new > 0 && base > 0 &&
		fmax(new, base) > 1.1 * fmin(new, base);
}
