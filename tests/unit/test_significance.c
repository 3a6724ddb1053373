/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a change real? The rule is judged by what it claims: on profiles that
 * differ by chance alone, and on one where a function really got slower.
 */
#include "prelude.h"

#include "engine/significance.h"

#include <math.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/xalloc.h"
#include "engine/chance.h"
#include "engine/sides.h"
#include "profile/rewrite.h"
#include "profile/samplecount.h"
#include "profile/merge.h"
#include "stacks.h"
#include "util_random.h"
#include "util_read.h"

enum { RUNS = 200 };

static double
uniform(uint64_t *state)
{
	return (double)(random_next(state) >> 11) * 0x1p-53;
}

/* How many of n coins show heads. */
static int64_t
binomial(uint64_t *state, int64_t n, double share)
{
	int64_t k = 0;

	for (int64_t i = 0; i < n; i++)
		k += uniform(state) < share;
	return k;
}

/* Events of a process with this mean. */
static int64_t
poisson(uint64_t *state, double mean)
{
	int64_t k = -1;

	for (double t = 0; t < mean; k++)
		t -= log(1 - uniform(state));
	return k < 0 ? 0 : k;
}

/* How many events each sample stands for: [sample.n], on the heap. */
static int64_t *
count_events(const struct profile *p, uint32_t column)
{
	struct events events = events_of(p, column);
	int64_t *n = xcalloc(p->sample.n, sizeof(*n));

	assert_null(events.unknown);
	for (size_t i = 0; i < p->sample.n; i++)
		n[i] = llround(events_at(&events, i));
	return n;
}

/* One side: the stacks of p with other numbers of events. An event keeps its
   weight in every column. */
static struct profile *
with_events(const struct profile *p, const int64_t *all, const int64_t *drawn)
{
	struct builder *b = rewrite_tables(p, true, MAP_ALL, NULL);
	struct err err = ERR_INIT;
	int64_t *value = xcalloc(p->types.n, sizeof(*value));

	for (node_id i = 1; i < p->trie.n; i++)
		(void)builder_step(b, p->trie.parent[i], p->trie.loc[i]);
	for (size_t i = 0; i < p->sample.n; i++) {
		if (drawn[i] == 0)
			continue;
		for (uint32_t c = 0; c < p->types.n; c++)
			value[c] = llround((double)p->sample.value[c][i] /
				(double)all[i] * (double)drawn[i]);
		assert_int_equal(builder_sample(b, p->sample.leaf[i],
					 p->sample.labels[i], value),
			0);
	}
	free(value);
	return builder_seal(b, &err);
}

/* new - base, as -diff_base makes it. */
static struct profile *
compared(struct profile *base, struct profile *new, bool normalize)
{
	struct merge_options options = { .max_memory = 0 };
	struct merge_part part[] = { { .profile = new, .name = STR("new") },
		{ .profile = base, .name = STR("base"), .is_base = true } };
	double ratio[8], minus[8];
	struct err err = ERR_INIT;
	struct profile *p;

	for (size_t i = 0; i < COUNT_OF(minus); i++)
		minus[i] = -1;
	part[1].ratio = minus;
	if (normalize) {
		assert_int_equal(
			merge_normalize(&part[0], &part[1], ratio, NULL, &err),
			0);
		part[0].ratio = ratio;
	}
	p = merge_profiles(part, 2, &options, &err);
	assert_non_null(p);
	p->header.normalized = normalize;
	profile_unref(base);
	profile_unref(new);
	return p;
}

static const struct view *
view_of(const struct profile *p, const char *type)
{
	struct engine *e = engine_new(p);
	struct query q;
	struct err err = ERR_INIT;
	const struct view *v;

	query_init(&q);
	q.sample_index = str_c(type);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	assert_true(v->is_diff);
	assert_non_null(v->evidence);
	engine_free(e);
	return v;
}

/* The results of one experiment's runs. */
struct tally {
	int runs, silent, kept;
	double called, false_part;
};

static void
tally_print(const char *what, const struct tally *t)
{
	print_message("%s: of %d runs %d call nothing; %.2f calls a run, "
		      "%.1f%% of what is called is false, %d totals\n",
		what, t->runs, t->silent, t->called / t->runs,
		100 * t->false_part / t->runs, t->kept);
}

/* Halves of one profile differ by chance alone: whatever is called is
   false. */
static struct tally
halves(const char *file, const char *type, double share, bool normalize)
{
	struct profile *whole = read_testdata(file);
	struct err err = ERR_INIT;
	struct tally t = { .runs = RUNS };
	size_t n = whole->sample.n;
	int64_t *all, *first = xcalloc(n, sizeof(*first));
	int64_t *rest = xcalloc(n, sizeof(*rest));
	uint64_t random = 4;
	uint32_t column;

	assert_int_equal(
		profile_sample_index(whole, str_c(type), &column, &err), 0);
	all = count_events(whole, column);
	for (int run = 0; run < RUNS; run++) {
		struct profile *p;
		const struct view *v;

		for (size_t i = 0; i < n; i++) {
			first[i] = binomial(&random, all[i], share);
			rest[i] = all[i] - first[i];
		}
		p = compared(with_events(whole, all, first),
			with_events(whole, all, rest), normalize);
		v = view_of(p, type);
		assert_true(v->evidence->known);
		assert_true(v->evidence->n_tested > 10);
		t.called += v->evidence->n_real;
		t.false_part += v->evidence->n_real > 0;
		t.silent += v->evidence->n_real == 0;
		t.kept += v->evidence->kept.is == SIGNIFICANCE_REAL;
		view_unref(v);
		profile_unref(p);
	}
	free(all);
	free(first);
	free(rest);
	profile_unref(whole);
	tally_print(file, &t);
	return t;
}

static void
keeps_the_rule(struct tally t)
{
	assert_true(t.false_part <= 0.06 * t.runs);
	assert_true(t.silent > t.runs / 2);
	assert_true(t.kept <= 0.1 * t.runs);
}

TEST(halves_of_a_cpu_profile_differ_by_chance)
{
	keeps_the_rule(halves("shop-cpu.pb.gz", "cpu", 0.5, false));
}

TEST(halves_of_a_heap_profile_differ_by_chance)
{
	keeps_the_rule(halves("shop-heap.pb.gz", "alloc_space", 0.5, false));
}

TEST(a_normalized_third_differs_by_chance)
{
	keeps_the_rule(halves("shop-cpu.pb.gz", "cpu", 1.0 / 3, true));
}

static bool
ends_in(const struct profile *p, size_t i, const char *name)
{
	node_id leaf = p->sample.leaf[i];
	line_id line;

	if (leaf == 0)
		return false;
	line = p->loc.line0[p->trie.loc[leaf]];
	return str_is(profile_str(p, p->func.name[p->line.func[line]]), name);
}

/* Some functions get slower: their samples have `factor` times as many events
   in the new side, of 400 in the base. */
struct slower {
	struct profile *p;
	int64_t *all;     /* [sample.n] events */
	uint8_t *is_slow; /* [sample.n] */
	double share;     /* of `all` that a side has on average */
	double factor;
};

static struct profile *
draw_side(const struct slower *s, uint64_t *random, double factor)
{
	int64_t *drawn = xcalloc(s->p->sample.n, sizeof(*drawn));
	struct profile *p;

	for (size_t i = 0; i < s->p->sample.n; i++)
		drawn[i] = poisson(random,
			(double)s->all[i] * s->share *
				(s->is_slow[i] != 0 ? factor : 1));
	p = with_events(s->p, s->all, drawn);
	free(drawn);
	return p;
}

/* Is a function on a stack that ends in the slower one: does its total
   change? */
static bool
calls_it(const struct view *v, frame_id frame, frame_id slower)
{
	const struct tree *t = &v->full;

	for (node_id i = 1; i < t->n; i++) {
		if (t->frame[i] != slower)
			continue;
		for (node_id up = i; up != 0; up = t->parent[up])
			if (t->frame[up] == frame)
				return true;
	}
	return false;
}

/* The share of the functions called significant that did not change. */
static double
false_part(const struct view *v, frame_id slower)
{
	double called = 0, wrong = 0;

	for (frame_id f = 0; f < v->frames->n; f++) {
		bool self =
			frame_significance(v, f, false) == SIGNIFICANCE_REAL;
		bool total =
			frame_significance(v, f, true) == SIGNIFICANCE_REAL;

		called += self + total;
		wrong += (self && f != slower) +
			(total && !calls_it(v, f, slower));
	}
	return called > 0 ? wrong / called : 0;
}

TEST(half_more_than_400_samples_is_found)
{
	const char *name = "runtime.scanObject";
	struct slower s = { .p = read_testdata("shop-cpu.pb.gz"),
		.factor = 1.5 };
	size_t n = s.p->sample.n;
	struct tally t = { .runs = RUNS };
	int64_t mine = 0;
	uint64_t random = 5;
	int found = 0;

	s.all = count_events(s.p, 1);
	s.is_slow = xcalloc(n, 1);
	for (size_t i = 0; i < n; i++)
		if (ends_in(s.p, i, name)) {
			s.is_slow[i] = 1;
			mine += s.all[i];
		}
	assert_true(mine > 20);
	s.share = 400 / (double)mine;
	for (int run = 0; run < RUNS; run++) {
		struct profile *p = compared(draw_side(&s, &random, 1),
			draw_side(&s, &random, s.factor), false);
		const struct view *v = view_of(p, "cpu");
		frame_id slower = frames_find(v->frames, str_c(name));

		found += frame_significance(v, slower, false) ==
			SIGNIFICANCE_REAL;
		t.called += v->evidence->n_real;
		t.silent += v->evidence->n_real == 0;
		t.false_part += false_part(v, slower);
		t.kept += v->evidence->kept.is == SIGNIFICANCE_REAL;
		view_unref(v);
		profile_unref(p);
	}
	tally_print(name, &t);
	print_message("%s x 1.5, 400 samples a side: called in %d of %d runs\n",
		name, found, RUNS);
	assert_true(found >= 0.9 * RUNS);
	assert_true(t.false_part <= 0.06 * RUNS);
	free(s.all);
	free(s.is_slow);
	profile_unref(s.p);
}

/* |have - want| within a part of a million. */
static void
about(double have, double want)
{
	if (!(fabs(have - want) <= 1e-6 * fabs(want)))
		fail_msg("%.9g instead of %.9g", have, want);
}

static struct verdict
verdict(const struct view *v, const char *frame, bool cum)
{
	frame_id f = frames_find(v->frames, str_c(frame));

	assert_true(f != NONE);
	return evidence_frame(v, f, cum);
}

#define CPU "types samples/count cpu/nanoseconds\n"

TEST(standard_errors_are_as_the_manual_says)
{
	struct profile *p = compared(
		stacks_read(CPU "main;a 100,1000\nmain;b 100,1000\n"),
		stacks_read(CPU "main;a 150,1500\nmain;b 100,1000\n"), false);
	const struct view *v = view_of(p, "cpu");
	struct verdict a;

	assert_true(v->evidence->known);
	assert_null(v->evidence->why);
	a = verdict(v, "a", false);
	assert_true(significance_is_tested(a.is));
	about(a.error, 10 * sqrt(250));
	about(a.p, pvalue_split(150, 100, 0.5));
	about(verdict(v, "main", true).error, 10 * sqrt(450));
	/* nothing ends in main */
	assert_int_equal(verdict(v, "main", false).is, SIGNIFICANCE_NONE);
	about(v->evidence->kept.error, 10 * sqrt(450));
	/* places of the tree: main is its first node */
	about(evidence_node(v, &v->tree, 1, false).error, 10 * sqrt(450));
	view_unref(v);
	profile_unref(p);
}

/* All that changed is so sure that its chance underflows to 0. */
TEST(a_change_beyond_any_chance_is_real)
{
	struct profile *p =
		compared(stacks_read("types samples/count\nmain;old 20000\n"
				     "main;even 20000\n"),
			stacks_read("types samples/count\nmain;old 60000\n"
				    "main;even 20000\n"),
			false);
	const struct view *v = view_of(p, "samples");
	struct verdict old = verdict(v, "old", true);

	assert_true(old.p <= 0);
	assert_int_equal(old.is, SIGNIFICANCE_REAL);
	assert_int_equal(verdict(v, "old", false).is, SIGNIFICANCE_REAL);
	assert_int_equal(verdict(v, "main", true).is, SIGNIFICANCE_REAL);
	assert_int_not_equal(verdict(v, "even", true).is, SIGNIFICANCE_REAL);
	assert_int_equal(v->evidence->n_tested, 3);
	assert_int_equal(v->evidence->n_real, 2);
	/* main, old, even */
	assert_int_equal(
		evidence_node(v, &v->tree, 1, false).is, SIGNIFICANCE_REAL);
	assert_int_equal(v->evidence->kept.is, SIGNIFICANCE_REAL);
	assert_int_equal(v->cause[frames_find(v->frames, STR("old"))], 40000);
	view_unref(v);
	profile_unref(p);
}

#define COUNT "types samples/count\n"

/* What is compared is said by who compares, not by the samples. */
TEST(an_empty_side_is_a_side_of_zero)
{
	static const struct {
		const char *base, *new;
		int64_t before, after;
	} cases[] = {
		{ COUNT, COUNT "main;a 200\n", 0, 200 },
		{ COUNT "main;a 0\n", COUNT "main;a 200\n", 0, 200 },
		{ COUNT "main;a 200\n", COUNT, 200, 0 },
		{ COUNT "main;a 200\n", COUNT "main;a 0\n", 200, 0 },
		{ COUNT, COUNT, 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct profile *p = compared(stacks_read(cases[i].base),
			stacks_read(cases[i].new), false);
		const struct view *v = view_of(p, "samples");
		struct sides kept = sides_of(&v->w.kept);
		bool any = kept.base != kept.new;

		assert_int_equal(kept.base, cases[i].before);
		assert_int_equal(kept.new, cases[i].after);
		assert_int_equal(v->evidence->n_real, any ? 2 : 0);
		assert_int_equal(
			v->evidence->kept.is == SIGNIFICANCE_REAL, any);
		if (any)
			assert_int_equal(change_of(sides_at(&v->w.total, 0),
						 &v->evidence->total),
				kept.base == 0 ? CHANGE_ADDED : CHANGE_REMOVED);
		view_unref(v);
		profile_unref(p);
	}
}

TEST(normalizing_scales_what_was_sampled)
{
	/* 200 samples against 400: r = 2. Of each the share of a is 1/2. */
	struct profile *p =
		compared(stacks_read(CPU "a 200,2000\nb 200,2000\n"),
			stacks_read(CPU "a 130,1300\nb 70,700\n"), true);
	const struct view *v = view_of(p, "cpu");
	double r = 2, base = 200 * 100, new = r *r * 130 * 100;
	double all = 400 * 100 + r * r * 200 * 100, s = 4600.0 / 8000;
	struct verdict a = verdict(v, "a", false);

	about(a.error, sqrt((base + new) * (1 - 2 * s) + all * s * s));
	assert_int_equal(a.is, SIGNIFICANCE_REAL);
	assert_int_equal(verdict(v, "b", false).is, SIGNIFICANCE_REAL);
	/* the totals are equal by force: nothing to be said */
	assert_int_equal(v->evidence->kept.is, SIGNIFICANCE_EQUAL);
	view_unref(v);
	profile_unref(p);
}

/* Each side counts by its own period. */
TEST(each_side_has_its_own_period)
{
	static const char fine[] = "types cpu/nanoseconds x/y\n"
				   "period cpu/nanoseconds 1000000\n"
				   "duration 1000000000\n"
				   "main;a 19000000,1\nmain;b 900000000,1\n";
	static const char coarse[] = "types cpu/nanoseconds x/y\n"
				     "period cpu/nanoseconds 10000000\n"
				     "duration 1000000000\n"
				     "main;b 900000000,1\n";
	struct profile *p =
		compared(stacks_read(coarse), stacks_read(fine), false);
	const struct view *v = view_of(p, "cpu");
	struct verdict a = verdict(v, "a", false);
	struct verdict b = verdict(v, "b", false);

	about(a.new.events, 19);
	about(a.new.weight, 1e6);
	about(b.new.events, 900);
	about(b.base.events, 90);
	about(b.base.weight, 1e7);
	about(b.share, 10.0 / 11);
	about(a.p, 2 * pow(10.0 / 11, 19));
	assert_int_not_equal(a.is, SIGNIFICANCE_REAL);
	/* main and a; b has not changed */
	assert_int_equal(v->evidence->n_frames, 2);
	assert_false(evidence_lengths_differ(v));
	view_unref(v);
	profile_unref(p);
}

/* Files of one side with different periods: the number of samples behind a sum
   of both is unknown. */
TEST(mixed_periods_make_no_claim)
{
	static const char type[] = "types cpu/nanoseconds x/y\n"
				   "period cpu/nanoseconds %d\n"
				   "a 2000000000,1\n";
	struct merge_options options = { .max_memory = 0 };
	struct strbuf text = STRBUF_INIT;
	struct merge_part part[2] = { { .name = STR("0") },
		{ .name = STR("1") } };
	struct err err = ERR_INIT;
	struct profile *p;

	for (size_t i = 0; i < 2; i++) {
		strbuf_reset(&text);
		strbuf_addf(&text, type, i == 0 ? 10000000 : 100000000);
		part[i].profile = stacks_read(strbuf_c(&text));
	}
	p = merge_profiles(part, 2, &options, &err);
	assert_non_null(p);
	assert_string_equal(events_of(p, 0).unknown,
		"its files have different sampling periods");
	assert_null(events_of(p, 0).name);
	profile_unref(part[1].profile);
	profile_unref(p);
	/* with equal periods it is known */
	part[1] = part[0];
	p = merge_profiles(part, 2, &options, &err);
	assert_int_equal(
		events_of(p, 0).unknown == NULL ? events_of(p, 0).each : 0,
		10000000);
	profile_unref(part[0].profile);
	profile_unref(p);
	strbuf_free(&text);
}

#define LONG CPU "duration 20000000000\n"
#define SHORT CPU "duration 10000000000\n"

TEST(lengths_that_differ_are_a_doubt)
{
	static const struct {
		const char *base, *new;
		bool normalize, doubt;
	} cases[] = {
		{ LONG "a 200,2000\n", SHORT "a 100,1000\n", false, true },
		{ SHORT "a 200,2000\n", LONG "a 100,1000\n", false, true },
		{ LONG "a 200,2000\n", SHORT "a 100,1000\n", true, false },
		{ LONG "a 200,2000\n", LONG "a 100,1000\n", false, false },
		{ LONG "a 200,2000\n", CPU "a 100,1000\n", false, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct profile *p = compared(stacks_read(cases[i].base),
			stacks_read(cases[i].new), cases[i].normalize);
		const struct view *v = view_of(p, "cpu");

		assert_int_equal(evidence_lengths_differ(v), cases[i].doubt);
		assert_true(v->evidence->known);
		view_unref(v);
		profile_unref(p);
	}
}

/* Folded stacks of microseconds: large sums, and hardly a small count. */
TEST(counts_too_large_for_samples_make_no_claim)
{
	struct profile *waits = stacks_read(
		"types samples/count\na 5000000\nb 7000000\nc 65\n");
	struct profile *busy =
		stacks_read("types samples/count\na 5000000\nb 7000000\nc 3\n");
	struct profile *few =
		stacks_read("types samples/count\na 50000\nb 70000\nc 65\n");

	assert_true(events_of(waits, 0).is_doubtful);
	assert_non_null(events_of(waits, 0).unknown);
	assert_false(events_of(busy, 0).is_doubtful);
	assert_null(events_of(busy, 0).unknown);
	assert_null(events_of(few, 0).unknown);
	profile_unref(waits);
	profile_unref(busy);
	profile_unref(few);
}

/* A base is exact, whatever a double holds. */
TEST(large_values_are_subtracted_exactly)
{
	struct profile *p = compared(
		stacks_read("types bytes/bytes\na 4611686018427387905\n"),
		stacks_read("types bytes/bytes\na 4611686018427387904\n"),
		false);
	const struct view *v = view_of(p, "bytes");
	struct sides s = sides_of(&v->w.kept);

	assert_true(s.base == INT64_C(4611686018427387905));
	assert_true(s.new == INT64_C(4611686018427387904));
	view_unref(v);
	profile_unref(p);
}

TEST(rounded_counts_make_no_claim)
{
	struct strbuf many = STRBUF_INIT;
	struct profile *p;
	const struct view *v;

	strbuf_addstr(&many, "types samples/count\n");
	for (char c = 'a'; c <= 'z'; c++)
		strbuf_addf(&many, "%c 1\n", c);
	/* 1 * 4 / 26 is rounded to nothing */
	p = compared(stacks_read("types samples/count\na 2\nb 2\n"),
		stacks_read(strbuf_c(&many)), true);
	v = view_of(p, "samples");
	assert_false(v->evidence->known);
	assert_string_equal(
		v->evidence->why, "normalize rounded the numbers of samples");
	assert_int_equal(verdict(v, "b", false).is, SIGNIFICANCE_UNKNOWN);
	view_unref(v);
	profile_unref(p);
	strbuf_free(&many);
}

static void
makes_no_claim(const char *types, const char *type, bool mean, const char *why)
{
	struct strbuf text = STRBUF_INIT;
	struct profile *p;
	struct engine *e;
	const struct view *v;
	struct err err = ERR_INIT;
	struct query q;

	strbuf_addf(&text, "types %s\na;b 9,90\nc 5,40\n", types);
	p = compared(stacks_read(strbuf_c(&text)), stacks_read(strbuf_c(&text)),
		false);
	e = engine_new(p);
	query_init(&q);
	q.mean = mean;
	q.sample_index = str_c(type);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	assert_false(v->evidence->known);
	assert_string_equal(v->evidence->why, why);
	assert_int_equal(v->evidence->kept.is, SIGNIFICANCE_UNKNOWN);
	assert_int_equal(v->evidence->n_real, 0);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
	strbuf_free(&text);
}

TEST(without_counts_no_claim_is_made)
{
	makes_no_claim("contentions/count delay/nanoseconds", "delay", false,
		"waits are scaled by a rate that the profile does not contain");
	makes_no_claim("goroutine/count x/y", "goroutine", false,
		"everything is counted, nothing is sampled");
	makes_no_claim("widgets/count cost/dollars", "cost", false,
		"the profile does not contain the number of samples");
	makes_no_claim("objects/count space/bytes", "space", false,
		"the profile does not contain the sampling rate of "
		"allocations");
	makes_no_claim("samples/count cpu/nanoseconds", "cpu", true,
		"the precision of a mean is unknown");
}

static double
events_behind(const char *text, uint32_t column)
{
	struct profile *p = stacks_read(text);
	struct events events = events_of(p, column);
	double n;

	assert_null(events.unknown);
	n = events_at(&events, 0);
	profile_unref(p);
	return n;
}

TEST(events_are_found_behind_values)
{
	const char heap[] = "types objects/count space/bytes\n"
			    "period space/bytes 524288\n"
			    "a 273,65520\n";

	about(events_behind(CPU "a 7,70\n", 0), 7);
	about(events_behind(CPU "a 7,70\n", 1), 7);
	about(events_behind("types cpu/nanoseconds x/y\n"
			    "period cpu/nanoseconds 10000000\n"
			    "a 60000000,1\n",
		      0),
		6);
	/* 240 bytes each, one in 2185 sampled */
	about(events_behind(heap, 0), 273 * -expm1(-240.0 / 524288));
	about(events_behind(heap, 1), 273 * -expm1(-240.0 / 524288));
	about(events_behind("types cache-misses_sample/count "
			    "cache-misses_event/count\na 4,40000\n",
		      1),
		4);
	about(events_behind("types alloc-samples/count alloc-size/bytes\n"
			    "a 3,999\n",
		      1),
		3);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
