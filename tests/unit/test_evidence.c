/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a change real? The rule is judged by what it claims: on profiles that
 * differ by chance alone, and on one where a function really got slower.
 */
#include "config.h"

#include "engine/evidence.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "base/xalloc.h"
#include "engine/chance.h"
#include "engine/rewrite.h"
#include "profile/events.h"
#include "profile/merge.h"
#include "read/read.h"
#include "input/source.h"
#include "stacks.h"

#include "base/banned.h"

enum { RUNS = 200 };

/* splitmix64: the same numbers everywhere. */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static double
uniform(uint64_t *state)
{
	return (double)(next_random(state) >> 11) * 0x1p-53;
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

static struct profile *
read_testdata(const char *name)
{
	const char *root = getenv("FT_SRCDIR");
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = str_c(name) };
	struct bytes bytes;
	struct profile *p;

	strbuf_addf(&path, "%s/testdata/%s", root != NULL ? root : "..", name);
	assert_int_equal(
		source_read(strbuf_str(&path), 0, &bytes, NULL, &err), 0);
	spec.bytes = bytes_str(&bytes);
	p = read_profile(&spec, NULL, NULL, &err);
	assert_non_null(p);
	bytes_free(&bytes);
	strbuf_free(&path);
	return p;
}

/* What is drawn for one side: how many of a sample's k events it gets. */
struct draw {
	uint64_t *random;
	double share;       /* of the events */
	int64_t *left;      /* [sample.n] not drawn yet */
	const char *slower; /* samples that end in this function ... */
	double factor;      /* ... have so many times as many events */
};

static bool
ends_in(const struct profile *p, size_t i, const char *name)
{
	node_id leaf = p->sample.leaf[i];
	line_id line;

	if (name == NULL || leaf == 0)
		return false;
	line = p->loc.line0[p->trie.loc[leaf]];
	return str_is(profile_str(p, p->func.name[p->line.func[line]]), name);
}

/* One side: all stacks of p with as many events as are drawn. An event keeps
   its weight in every column. */
static struct profile *
thin(const struct profile *p, uint32_t column, struct draw *d)
{
	struct events events = events_of(p, column);
	struct builder *b = rewrite_tables(p, true, MAP_ALL);
	struct err err = ERR_INIT;
	int64_t *value = xcalloc(p->types.n, sizeof(*value));

	assert_null(events.unknown);
	for (node_id i = 1; i < p->trie.n; i++)
		(void)builder_step(b, p->trie.parent[i], p->trie.loc[i]);
	for (size_t i = 0; i < p->sample.n; i++) {
		int64_t all = llround(events_at(&events, i));
		bool slower = ends_in(p, i, d->slower);
		int64_t k =
			binomial(d->random, d->left != NULL ? d->left[i] : all,
				slower ? d->share * d->factor : d->share);

		if (d->left != NULL)
			d->left[i] -= k;
		if (k == 0)
			continue;
		for (uint32_t c = 0; c < p->types.n; c++)
			value[c] = llround((double)p->sample.value[c][i] /
				(double)all * (double)k);
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

/* What became of the runs of one experiment. */
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
	struct events events;
	struct err err = ERR_INIT;
	struct tally t = { .runs = RUNS };
	uint64_t random = 4;
	uint32_t column;

	assert_int_equal(
		profile_sample_index(whole, str_c(type), &column, &err), 0);
	events = events_of(whole, column);
	for (int run = 0; run < RUNS; run++) {
		int64_t *left = xcalloc(whole->sample.n, sizeof(*left));
		struct draw base = { &random, share, left, NULL, 1 };
		struct draw rest = { &random, 1, left, NULL, 1 };
		struct profile *p, *a, *b;
		const struct view *v;

		for (size_t i = 0; i < whole->sample.n; i++)
			left[i] = llround(events_at(&events, i));
		a = thin(whole, column, &base);
		b = thin(whole, column, &rest);
		p = compared(a, b, normalize);
		v = view_of(p, type);
		assert_true(v->evidence->known);
		assert_true(v->evidence->n_tested > 10);
		t.called += v->evidence->n_real;
		t.false_part += v->evidence->n_real > 0;
		t.silent += v->evidence->n_real == 0;
		t.kept += v->evidence->kept.real;
		view_unref(v);
		profile_unref(p);
		free(left);
	}
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

static void
halves_of_a_cpu_profile_differ_by_chance(void **state)
{
	(void)state;
	keeps_the_rule(halves("shop-cpu.pb.gz", "cpu", 0.5, false));
}

static void
halves_of_a_heap_profile_differ_by_chance(void **state)
{
	(void)state;
	keeps_the_rule(halves("shop-heap.pb.gz", "alloc_space", 0.5, false));
}

static void
a_normalized_third_differs_by_chance(void **state)
{
	(void)state;
	keeps_the_rule(halves("shop-cpu.pb.gz", "cpu", 1.0 / 3, true));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halves_of_a_cpu_profile_differ_by_chance),
		cmocka_unit_test(halves_of_a_heap_profile_differ_by_chance),
		cmocka_unit_test(a_normalized_third_differs_by_chance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
