/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verdicts against a reference that shares nothing with them: programs are
 * drawn as Poisson processes, so that the events behind each value are known,
 * and chances are summed up term by term.
 *
 *     program --draw--> events of each function --record--> two profiles
 *                              |                                |
 *                              v                                v
 *                   reference: share, p, limit   =   engine: verdicts
 *
 * A program that did not change may claim something in 5 % of its comparisons,
 * however its sides were recorded; a planted change must be found.
 *
 * VERDICT_RUNS=1000 is the campaign; `make check` draws fewer.
 */
#include "prelude.h"

#include "engine/significance.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/sides.h"
#include "profile/merge.h"
#include "stacks.h"
#include "util_random.h"

enum { FUNCTIONS = 60, FEW_RUNS = 40, NS = 1000000 };

static int
runs_wanted(void)
{
	const char *text = getenv("VERDICT_RUNS");
	int64_t runs = FEW_RUNS;

	if (text != NULL)
		assert_true(str_to_i64(str_c(text), &runs));
	return (int)runs;
}

/* ---- A program, and how its sides are recorded ---- */

struct side {
	int64_t period; /* ns, or bytes of a heap */
	double length;  /* how long it is recorded */
};

struct regime {
	const char *name;
	struct side new, base;
	bool heap;
	bool normalize;
	double base_scale; /* as of a base range; 1: none */
	double most;       /* events of a function, on the shorter side */
};

static const struct regime regimes[] = {
	{ "equal rates", { 10 * NS, 1 }, { 10 * NS, 1 }, false, false, 1, 1e6 },
	{ "rates 10:1", { 1 * NS, 1 }, { 10 * NS, 1 }, false, false, 1, 1e6 },
	{ "rates 1:10", { 10 * NS, 1 }, { 1 * NS, 1 }, false, false, 1, 1e6 },
	{ "a base range of ten times the length", { 10 * NS, 1 },
		{ 10 * NS, 10 }, false, false, 0.1, 1e6 },
	{ "a base range of a tenth", { 10 * NS, 10 }, { 10 * NS, 1 }, false,
		false, 10, 1e6 },
	{ "normalized 1:10", { 10 * NS, 1 }, { 10 * NS, 10 }, false, true, 1,
		1e6 },
	{ "normalized 10:1", { 10 * NS, 10 }, { 10 * NS, 1 }, false, true, 1,
		1e6 },
	{ "normalized, rates 10:1", { 1 * NS, 3 }, { 10 * NS, 1 }, false, true,
		1, 1e6 },
	{ "heaps of one rate", { 524288, 1 }, { 524288, 1 }, true, false, 1,
		1e4 },
	{ "heaps of 64k and 1024k", { 65536, 1 }, { 1048576, 1 }, true, false,
		1, 1e4 },
	{ "heaps of 1024k and 64k", { 1048576, 1 }, { 65536, 1 }, true, false,
		1, 1e4 },
};

struct function {
	double events; /* on average, on the side that has fewer */
	int64_t size;  /* of an object of a heap */
	double factor; /* what it costs in the new side; 1: as before */
	int64_t new, base;
};

static double
uniform(uint64_t *state)
{
	return ((double)(random_next(state) >> 11) + 0.5) * 0x1p-53;
}

/* Many as the normal distribution has them. */
static int64_t
poisson(uint64_t *state, double mean)
{
	int64_t k = -1;

	if (mean > 2000) {
		double r = sqrt(-2 * log(uniform(state)));
		double normal =
			r * cos(2 * 3.14159265358979323846 * uniform(state));

		return (int64_t)llround(mean + sqrt(mean) * normal);
	}
	for (double t = 0; t < mean; k++)
		t -= log(uniform(state));
	return k < 0 ? 0 : k;
}

/* From a to b, each order of magnitude alike. */
static double
spread(uint64_t *state, double a, double b)
{
	return a * pow(b / a, uniform(state));
}

/* The part of a value that one event stands for, in the file. */
static double
weight_of(
	const struct regime *r, const struct side *s, const struct function *f)
{
	double size = (double)f->size;

	return r->heap ? size / -expm1(-size / (double)s->period)
		       : (double)s->period;
}

/* Events on average for each unit of the value of a view. */
static double
density(const struct regime *r, const struct side *s, const struct function *f)
{
	return s->length / weight_of(r, s, f);
}

static void
draw(const struct regime *r, struct function *f, uint64_t *state)
{
	double new = density(r, &r->new, f), base = density(r, &r->base, f);
	double least = fmin(new, base);

	f->new = poisson(state, f->events * f->factor * new / least);
	f->base = poisson(state, f->events * base / least);
}

static struct profile *
record(const struct regime *r, const struct function *f, bool base)
{
	const struct side *s = base ? &r->base : &r->new;
	struct strbuf text = STRBUF_INIT;
	struct profile *p;

	strbuf_addf(&text, "types %s\nperiod %s %lld\n",
		r->heap ? "inuse_objects/count inuse_space/bytes"
			: "samples/count cpu/nanoseconds",
		r->heap ? "space/bytes" : "cpu/nanoseconds",
		(long long)s->period);
	for (int i = 0; i < FUNCTIONS; i++) {
		int64_t n = base ? f[i].base : f[i].new;
		double bytes = (double)n * weight_of(r, s, &f[i]);
		int64_t objects = llround(bytes / (double)f[i].size);

		if (n > 0)
			strbuf_addf(&text, "f%d %lld,%lld\n", i,
				(long long)(r->heap ? objects : n),
				(long long)(r->heap ? objects * f[i].size
						    : n * s->period));
	}
	p = stacks_read(strbuf_c(&text));
	strbuf_free(&text);
	return p;
}

static struct profile *
compare(const struct regime *r, const struct function *f)
{
	struct merge_options options = { .max_memory = 0 };
	struct merge_part part[] = { { .profile = record(r, f, false),
					     .name = STR("new") },
		{ .profile = record(r, f, true),
			.name = STR("base"),
			.is_base = true } };
	double ratio[2], minus[2] = { -r->base_scale, -r->base_scale };
	struct err err = ERR_INIT;
	struct profile *p;

	part[1].ratio = minus;
	if (r->normalize) {
		assert_int_equal(
			merge_normalize(&part[0], &part[1], ratio, NULL, &err),
			0);
		part[0].ratio = ratio;
	}
	p = merge_profiles(part, 2, &options, &err);
	assert_non_null(p);
	p->header.normalized = r->normalize;
	profile_unref(part[0].profile);
	profile_unref(part[1].profile);
	return p;
}

static const struct view *
view_of(const struct profile *p)
{
	struct engine *e = engine_new(p);
	struct query q;
	struct err err = ERR_INIT;
	const struct view *v;

	query_init(&q);
	q.sample_index = STR("1");
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	engine_free(e);
	return v;
}

/* ---- The reference ---- */

/* The chance of exactly k of n. */
static long double
term(int64_t k, int64_t n, long double share)
{
	return expl(lgammal((long double)n + 1) - lgammal((long double)k + 1) -
		lgammal((long double)(n - k) + 1) +
		(long double)k * logl(share) +
		(long double)(n - k) * logl(1 - share));
}

/* Term by term, both directions. */
static double
exact_chance(int64_t k, int64_t n, long double share)
{
	long double sum = 0;

	if ((long double)k >= (long double)n * share)
		for (int64_t i = k; i <= n; i++)
			sum += term(i, n, share);
	else
		for (int64_t i = 0; i <= k; i++)
			sum += term(i, n, share);
	return sum < 0.5L ? (double)(2 * sum) : 1;
}

struct reference {
	double p;
	bool tested;
};

/* Where nothing is made equal by force. */
static struct reference
refer(const struct regime *r, const struct function *f)
{
	double new = density(r, &r->new, f), base = density(r, &r->base, f);
	long double share =
		(long double)new / ((long double)new + (long double)base);
	int64_t n = f->new + f->base;
	double least = exact_chance(share < 0.5L ? n : 0, n, share);

	if (n == 0 || least > 0.05)
		return (struct reference){ .p = 1 };
	return (struct reference){ exact_chance(f->new, n, share), true };
}

static int
by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Benjamini and Hochberg, as in their paper: the largest k with
   p(k) <= k / m * 5 %. Each function is tested twice, self and total, and the
   sum of all once. */
static double
refer_limit(const struct reference *ref, const struct verdict *all)
{
	double p[2 * FUNCTIONS + 1], limit = -1;
	size_t m = 0;

	if (significance_is_tested(all->is))
		p[m++] = all->p;

	for (int i = 0; i < FUNCTIONS; i++)
		if (ref[i].tested)
			p[m++] = ref[i].p, p[m++] = ref[i].p;
	qsort(p, m, sizeof(*p), by_size);
	for (size_t k = 1; k <= m; k++)
		if (p[k - 1] <= 0.05 * (double)k / (double)m)
			limit = p[k - 1];
	return limit;
}

/* ---- What they agree on ---- */

static void
near(double have, double want, const char *what, const char *where)
{
	if (!(fabs(have - want) <= 1e-6 * fabs(want) + 1e-12))
		fail_msg("%s, %s: %.9g instead of %.9g", where, what, have,
			want);
}

static void
verdict_agrees(const struct regime *r, const struct view *v,
	const struct function *f, const struct reference *ref, frame_id frame)
{
	struct sides s = sides_at(&v->w.total, frame);
	struct verdict total = evidence_frame(v, frame, true);
	struct verdict self = evidence_frame(v, frame, false);
	struct verdict part =
		evidence_sum(v->evidence, s, v->w.noise_total[frame]);
	struct interval i = verdict_interval(&total, s);
	enum change c = change_of(s, &v->evidence->total);

	near(total.p, ref->p, "p", r->name);
	near(total.new.events, (double)f->new, "events of new", r->name);
	near(total.base.events, (double)f->base, "events of base", r->name);
	near(total.base.exposure / total.new.exposure,
		r->base.length / r->new.length, "exposures", r->name);
	near(self.p, total.p, "p of self", r->name);
	assert_int_equal(significance_is_tested(total.is), ref->tested);
	assert_int_equal(self.is, total.is);
	assert_int_equal(part.is, total.is);
	/* The list and the verdict agree. */
	assert_int_equal(frame_significance(v, frame, true), total.is);
	assert_int_equal(frame_significance(v, frame, false), self.is);
	assert_int_equal(
		sum_significance(v, s, v->w.noise_total[frame]), total.is);
	assert_true(i.low <= (double)sides_delta(s));
	assert_true(i.high >= (double)sides_delta(s));
	/* Near the limit the interval may touch 0. */
	if (total.is == SIGNIFICANCE_REAL && total.p < 0.03)
		assert_true(i.low > 0 || i.high < 0);
	if (c == CHANGE_UP || c == CHANGE_UP_STRONG || c == CHANGE_ADDED)
		assert_true(s.new > s.base);
	if (c == CHANGE_DOWN || c == CHANGE_DOWN_STRONG || c == CHANGE_REMOVED)
		assert_true(s.new < s.base);
}

/* Every verdict of a comparison against the reference. */
static void
all_agree(
	const struct regime *r, const struct view *v, const struct function *f)
{
	struct reference ref[FUNCTIONS];
	uint32_t real = 0, changed = 0;
	double limit;

	for (int i = 0; i < FUNCTIONS; i++)
		ref[i] = refer(r, &f[i]);
	limit = refer_limit(ref, &v->evidence->kept);
	for (int i = 0; i < FUNCTIONS; i++) {
		char name[16];
		frame_id frame;

		snprintf(name, sizeof(name), "f%d", i);
		frame = frames_find(v->frames, str_c(name));
		if (f[i].new + f[i].base == 0) {
			assert_true(frame == NONE);
			continue;
		}
		assert_true(frame != NONE);
		verdict_agrees(r, v, &f[i], &ref[i], frame);
		changed += sides_delta(sides_at(&v->w.total, frame)) != 0;
		real += frame_significance(v, frame, true) == SIGNIFICANCE_REAL;
		assert_int_equal(
			evidence_frame(v, frame, true).is == SIGNIFICANCE_REAL,
			ref[i].tested && ref[i].p <= limit * (1 + 1e-9));
	}
	for (node_id i = 1; i < v->tree.n; i++)
		near(evidence_node(v, &v->tree, i, false).p,
			evidence_frame(v, v->tree.frame[i], true).p,
			"p of a box", r->name);
	assert_int_equal(v->evidence->kept.is == SIGNIFICANCE_REAL,
		significance_is_tested(v->evidence->kept.is) &&
			v->evidence->kept.p <= limit * (1 + 1e-9));
	assert_int_equal(v->evidence->n_real, real);
	assert_int_equal(v->evidence->n_frames, changed);
}

/* ---- Properties ---- */

static void
make_program(const struct regime *r, struct function *f, uint64_t *state)
{
	for (int i = 0; i < FUNCTIONS; i++)
		f[i] = (struct function){ .events = spread(state, 1, r->most),
			.size = r->heap ? (int64_t)spread(state, 16, 4194304)
					: 1,
			.factor = 1 };
}

/* 95 %, by Wilson. */
static void
print_share(const char *what, const char *name, int k, int n)
{
	double z = 1.96, p = (double)k / n, d = 1 + z * z / n;
	double mid = (p + z * z / (2 * n)) / d;
	double arm = z * sqrt(p * (1 - p) / n + z * z / (4.0 * n * n)) / d;

	print_message("%-40s %s: %d of %d, %.1f%% (%.1f to %.1f)\n", name, what,
		k, n, 100 * p, 100 * (mid - arm), 100 * (mid + arm));
}

/* At most 5 %: four standard errors above it are a fault. */
static void
is_rare(int k, int n)
{
	assert_true(k <= 0.05 * n + 4 * sqrt(0.05 * 0.95 * n));
}

/* Of how many changes the interval does not hold what really is: nothing. */
static int
intervals_that_miss(const struct view *v, int *all)
{
	int missed = 0;

	for (frame_id i = 0; i < v->frames->n; i++) {
		struct sides s = sides_at(&v->w.total, i);
		struct verdict verdict = evidence_frame(v, i, true);
		struct interval in = verdict_interval(&verdict, s);

		*all += significance_is_tested(verdict.is);
		missed += significance_is_tested(verdict.is) &&
			(in.low > 0 || in.high < 0);
	}
	return missed;
}

TEST(an_unchanged_program_claims_nothing)
{
	int runs = runs_wanted();
	uint64_t random = 20261126;

	for (size_t i = 0; i < COUNT_OF(regimes); i++) {
		const struct regime *r = &regimes[i];
		struct function f[FUNCTIONS];
		int functions = 0, totals = 0, any = 0;
		int missed = 0, all = 0;

		for (int run = 0; run < runs; run++) {
			struct profile *p;
			const struct view *v;

			make_program(r, f, &random);
			for (int k = 0; k < FUNCTIONS; k++)
				draw(r, &f[k], &random);
			p = compare(r, f);
			v = view_of(p);
			assert_null(v->evidence->why);
			functions += v->evidence->n_real > 0;
			totals += v->evidence->kept.is == SIGNIFICANCE_REAL;
			any += v->evidence->n_real > 0 ||
				v->evidence->kept.is == SIGNIFICANCE_REAL;
			missed += intervals_that_miss(v, &all);
			view_unref(v);
			profile_unref(p);
		}
		print_share("claim a function", r->name, functions, runs);
		print_share("claim the total ", r->name, totals, runs);
		print_share("claim one of both", r->name, any, runs);
		print_share("intervals miss  ", r->name, missed, all);
		is_rare(missed, all);
		is_rare(functions, runs);
		is_rare(totals, runs);
	}
}

/* Few events, so that the reference can sum up every term; a third of the
   functions changes. */
TEST(verdicts_are_those_of_the_reference)
{
	int runs = runs_wanted() / 10;
	uint64_t random = 7;

	for (size_t i = 0; i < COUNT_OF(regimes); i++) {
		struct regime r = regimes[i];
		struct function f[FUNCTIONS];

		if (r.normalize || r.heap)
			continue;
		r.most = 300;
		for (int run = 0; run < runs; run++) {
			struct profile *p;
			const struct view *v;

			make_program(&r, f, &random);
			for (int k = 0; k < FUNCTIONS; k++) {
				f[k].factor = k % 3 == 0 ? 1.5 : 1;
				draw(&r, &f[k], &random);
			}
			p = compare(&r, f);
			v = view_of(p);
			all_agree(&r, v, f);
			view_unref(v);
			profile_unref(p);
		}
	}
}

static int
times_found(const struct regime *r, double events, double factor, int runs)
{
	uint64_t random = (uint64_t)events;
	int found = 0;

	for (int run = 0; run < runs; run++) {
		struct function f[FUNCTIONS];
		struct profile *p;
		const struct view *v;

		make_program(r, f, &random);
		f[0].events = events;
		f[0].factor = factor;
		for (int k = 0; k < FUNCTIONS; k++)
			draw(r, &f[k], &random);
		p = compare(r, f);
		v = view_of(p);
		found +=
			frame_significance(v, frames_find(v->frames, STR("f0")),
				false) == SIGNIFICANCE_REAL;
		view_unref(v);
		profile_unref(p);
	}
	return found;
}

TEST(planted_changes_are_found)
{
	/* Standard errors of the change at equal rates; what lies far above
	   the limit must be found. */
	static const double events[] = { 1e3, 1e4, 1e5 };
	static const double factor[] = { 1.05, 1.1, 1.3 };
	int runs = runs_wanted() / 4;

	for (size_t i = 0; i < COUNT_OF(regimes); i++) {
		struct regime r = regimes[i];

		r.most = 1e4;
		for (size_t k = 0; k < 9; k++) {
			double n = events[k / 3], by = factor[k % 3];
			double errors = (by - 1) * n / sqrt((1 + by) * n);
			int found = times_found(&r, n, by, runs);

			print_message("%-40s %+.0f%% of %.0f: %d of %d\n",
				r.name, 100 * (by - 1), n, found, runs);
			if (errors > 6 && !r.normalize)
				assert_true(found >= 0.9 * runs);
		}
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
