/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples with equal stacks summed, if their labels do not matter. */
#include "prelude.h"

#include "read/pprof/pprof.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/num.h"
#include "protoout.h"
#include "util_random.h"
#include "util_read.h"

enum { LOCATIONS = 3, TYPES = 2 };

/* Strings of all messages here; those behind PLAIN only where a label has
   them. */
enum {
	S_EMPTY,
	S_SAMPLES,
	S_COUNT,
	S_F,
	S_ROUTE,
	S_SIZE,
	S_BYTES,
	S_KB,
	PLAIN,
	S_PID = PLAIN,
	S_BASE,
	S_TRUE,
	ALL,
};

static const char *const text[ALL] = { "", "samples", "count", "f", "route",
	"size", "bytes", "kb", "pid", "pprof::base", "true" };

/* Fields before the samples, and fields after them. */
static struct strbuf
types(void)
{
	struct strbuf out = STRBUF_INIT, m = STRBUF_INIT;

	proto_number(&m, 1, S_SAMPLES);
	proto_number(&m, 2, S_COUNT);
	for (int i = 0; i < TYPES; i++)
		proto_bytes(&out, 1, strbuf_str(&m));
	strbuf_free(&m);
	return out;
}

static void
tables(struct strbuf *out)
{
	struct strbuf m = STRBUF_INIT;

	for (uint64_t i = 1; i <= LOCATIONS; i++) {
		strbuf_reset(&m);
		proto_number(&m, 1, i);
		proto_number(&m, 3, 0x1000 + i);
		proto_bytes(out, 4, strbuf_str(&m));
	}
	for (size_t i = 0; i < ALL; i++)
		proto_bytes(out, 6, str_c(text[i]));
	strbuf_free(&m);
}

/* A sample with one location, two values, and labels that are written
   already. */
static void
sample(struct strbuf *out, uint64_t loc, int64_t v, int64_t w,
	const struct strbuf *labels)
{
	struct strbuf m = STRBUF_INIT, packed = STRBUF_INIT;

	proto_varint(&packed, loc);
	proto_bytes(&m, 1, strbuf_str(&packed));
	strbuf_reset(&packed);
	proto_varint(&packed, (uint64_t)v);
	proto_varint(&packed, (uint64_t)w);
	proto_bytes(&m, 2, strbuf_str(&packed));
	if (labels != NULL)
		strbuf_add(&m, strbuf_str(labels));
	proto_bytes(out, 2, strbuf_str(&m));
	strbuf_free(&m);
	strbuf_free(&packed);
}

static void
add_label(struct strbuf *out, uint64_t key, uint64_t str, uint64_t num,
	uint64_t unit)
{
	const uint64_t field[] = { key, str, num, unit };
	struct strbuf m = STRBUF_INIT;

	for (unsigned i = 0; i < COUNT_OF(field); i++)
		if (field[i] != 0)
			proto_number(&m, i + 1, field[i]);
	proto_bytes(out, 3, strbuf_str(&m));
	strbuf_free(&m);
}

/* A sample with one label. */
static void
labelled(struct strbuf *out, uint64_t loc, int64_t v, uint64_t key,
	uint64_t str, uint64_t num, uint64_t unit)
{
	struct strbuf l = STRBUF_INIT;

	add_label(&l, key, str, num, unit);
	sample(out, loc, v, v, &l);
	strbuf_free(&l);
}

/* By stack. */
static struct profile *
reads(struct strbuf *b)
{
	struct err err;
	struct profile *p;

	tables(b);
	p = read_with(strbuf_str(b), READ_STACKS, &err);
	assert_string_equal(err.msg, "");
	assert_non_null(p);
	strbuf_free(b);
	*b = types();
	return p;
}

/* "5 -3 " in the first column. */
static void
has_values(const struct profile *p, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < p->sample.n; i++)
		strbuf_addf(&out, "%lld ", (long long)p->sample.value[0][i]);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

/* "size in bytes, pid=7 " of a sample. */
static void
has_labels(const struct profile *p, size_t i, const char *want)
{
	lset_id set = p->sample.labels[i];
	struct strbuf out = STRBUF_INIT;

	for (uint32_t k = p->labels.first[set]; k < p->labels.first[set + 1];
		k++) {
		const struct label *l = &p->labels.label[k];

		strbuf_add(&out, profile_str(p, l->key));
		if (l->str != NONE)
			strbuf_add3(&out, "=", profile_str(p, l->str), " ");
		else if (l->unit != 0)
			strbuf_add3(&out, " in ", profile_str(p, l->unit), " ");
		else
			strbuf_addf(&out, "=%d ", (int)l->num);
	}
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

TEST(samples_of_a_stack_are_one_whatever_their_labels_say)
{
	struct strbuf b = types();
	struct profile *p;

	labelled(&b, 1, 5, S_ROUTE, S_F, 0, 0);
	labelled(&b, 2, 7, S_ROUTE, S_F, 0, 0);
	labelled(&b, 1, 2, S_ROUTE, S_SIZE, 0, 0);
	labelled(&b, 1, 1, S_SIZE, 0, 64, 0);
	sample(&b, 2, 1, 1, NULL);
	p = reads(&b);
	has_values(p, "8 8 ");
	has_labels(p, 0, "");
	profile_unref(p);
	strbuf_free(&b);
}

TEST(sums_are_of_one_sign_in_every_column)
{
	struct strbuf b = types();
	struct profile *p;

	sample(&b, 1, 5, 1, NULL);
	sample(&b, 1, -5, 1, NULL);
	sample(&b, 1, 0, 1, NULL);
	sample(&b, 1, 3, 0, NULL);
	sample(&b, 1, -1, 2, NULL);
	sample(&b, 1, 1, 1, NULL);
	sample(&b, 1, 0, 1, NULL);
	p = reads(&b);
	has_values(p, "6 -6 0 3 ");
	assert_int_equal(p->sample.value[1][2], 2);
	profile_unref(p);
	strbuf_free(&b);
}

TEST(a_sum_that_does_not_fit_begins_another_row)
{
	struct strbuf b = types();
	struct profile *p;

	sample(&b, 1, INT64_MAX - 1, 1, NULL);
	sample(&b, 1, 1, 1, NULL);
	sample(&b, 1, 1, 1, NULL);
	sample(&b, 1, 1, 1, NULL);
	p = reads(&b);
	has_values(p, "9223372036854775807 2 ");
	profile_unref(p);
	strbuf_free(&b);
}

TEST(units_stay_in_the_order_in_which_they_come)
{
	struct strbuf b = types();
	struct profile *p;

	labelled(&b, 1, 5, S_SIZE, 0, 64, S_KB);
	labelled(&b, 1, 5, S_SIZE, 0, 64, S_BYTES);
	labelled(&b, 1, 5, S_SIZE, 0, 2, S_KB);
	labelled(&b, 1, 5, S_SIZE, 0, 0, S_BYTES);
	/* Text has no unit. */
	labelled(&b, 1, 5, S_ROUTE, S_F, 0, S_BYTES);
	p = reads(&b);
	has_values(p, "10 10 5 ");
	has_labels(p, 0, "size in kb ");
	has_labels(p, 1, "size in bytes ");
	has_labels(p, 2, "");
	profile_unref(p);
	strbuf_free(&b);
}

TEST(the_process_is_known_if_it_is_one)
{
	struct strbuf b = types();
	struct profile *p;

	labelled(&b, 1, 5, S_PID, 0, 7, 0);
	sample(&b, 2, 5, 5, NULL);
	p = reads(&b);
	has_labels(p, 0, "pid=7 ");
	has_labels(p, 1, "pid=7 ");
	profile_unref(p);
	/* Two are enough to tell that it is not one. */
	for (uint64_t i = 1; i < 9; i++)
		labelled(&b, 1, 5, S_PID, 0, i, 0);
	p = reads(&b);
	has_values(p, "40 ");
	has_labels(p, 0, "pid=1 pid=2 ");
	profile_unref(p);
	/* What may be two ways to write one is looked at as a whole. */
	labelled(&b, 1, 5, S_PID, 0, 7, 0);
	labelled(&b, 1, 5, S_PID, S_F, 0, 0);
	labelled(&b, 1, 5, S_PID, S_ROUTE, 0, 0);
	p = reads(&b);
	has_values(p, "5 5 5 ");
	has_labels(p, 2, "pid=route ");
	profile_unref(p);
	strbuf_free(&b);
}

TEST(a_diff_keeps_all_samples)
{
	struct strbuf b = types();
	struct profile *p;

	labelled(&b, 1, 5, S_ROUTE, S_F, 0, 0);
	labelled(&b, 1, 5, S_BASE, S_TRUE, 0, 0);
	labelled(&b, 1, 5, S_ROUTE, S_F, 0, 0);
	p = reads(&b);
	has_values(p, "5 5 5 ");
	has_labels(p, 1, "pprof::base=true ");
	profile_unref(p);
	strbuf_free(&b);
}

/* The same words in either way. */
static void
is_refused(struct strbuf *b, const char *msg)
{
	struct err err;

	tables(b);
	assert_null(read_with(strbuf_str(b), READ_SAMPLES, &err));
	assert_string_equal(err.msg, msg);
	assert_null(read_with(strbuf_str(b), READ_STACKS, &err));
	assert_string_equal(err.msg, msg);
	strbuf_free(b);
	*b = types();
}

TEST(what_is_wrong_with_a_label_is_found_all_the_same)
{
	struct strbuf b = types(), l = STRBUF_INIT;

	sample(&b, 1, 5, 5, NULL);
	labelled(&b, 1, 5, ALL, S_F, 0, 0);
	is_refused(&b,
		"malformed profile: string index 11 but only 11 strings, is "
		"the file truncated? (sample 2, byte 21)");
	sample(&b, 1, 5, 5, NULL);
	labelled(&b, 1, 5, S_SIZE, 0, 1, ALL + 5);
	is_refused(&b,
		"malformed profile: string index 16 but only 11 strings, is "
		"the file truncated? (sample 2, byte 21)");
	proto_bytes(&l, 3, STR("\x08"));
	sample(&b, 1, 5, 5, &l);
	is_refused(&b,
		"malformed profile: truncated within a number (byte 24, in "
		"sample 1)");
	strbuf_free(&l);
	strbuf_free(&b);
}

/* ---- By chance ---- */

/* Of a stack: what becomes of its values, and of which sample it is first. */
struct sums {
	int64_t sum, magnitude;
	size_t first;
};

/* Of each leaf and column; ranks instead of samples in `first`. */
static struct sums *
sums_of(const struct profile *p)
{
	struct sums *s = calloc((size_t)p->trie.n * TYPES, sizeof(*s));

	assert_non_null(s);
	for (uint32_t t = 0; t < TYPES; t++) {
		size_t rank = 0;

		for (size_t i = 0; i < p->sample.n; i++) {
			struct sums *at = &s[p->sample.leaf[i] * TYPES + t];
			int64_t v = p->sample.value[t][i];

			i64_sum(&at->sum, v);
			i64_sum(&at->magnitude, i64_abs(v));
			if (v != 0 && at->first == 0)
				at->first = ++rank;
		}
	}
	return s;
}

static int64_t
some_value(uint64_t *random)
{
	static const int64_t values[] = { 0, 1, 7, -1, -300, INT64_MAX,
		INT64_MIN, 1 << 20 };

	return values[random_next(random) % COUNT_OF(values)];
}

static void
some_samples(struct strbuf *b, uint64_t *random)
{
	for (uint64_t n = random_next(random) % 200; n > 0; n--) {
		struct strbuf l = STRBUF_INIT;

		for (uint64_t k = random_next(random) % 4; k > 0; k--) {
			uint64_t r = random_next(random);

			add_label(&l, r % PLAIN, r / 16 % PLAIN * (r / 128 % 2),
				r / 256 % 3, r / 1024 % 8 == 0 ? S_BYTES : 0);
		}
		sample(b, 1 + random_next(random) % LOCATIONS,
			some_value(random), some_value(random), &l);
		strbuf_free(&l);
	}
}

TEST(whatever_a_report_sums_comes_out_the_same)
{
	size_t samples = 0, rows = 0;
	uint64_t random = 1;

	for (int i = 0; i < 300; i++) {
		struct strbuf b = types();
		struct profile *p, *q;
		struct sums *a, *c;
		struct err err;

		some_samples(&b, &random);
		tables(&b);
		p = read_with(strbuf_str(&b), READ_SAMPLES, &err);
		q = read_with(strbuf_str(&b), READ_STACKS, &err);
		assert_non_null(p);
		assert_non_null(q);
		assert_int_equal(p->trie.n, q->trie.n);
		a = sums_of(p);
		c = sums_of(q);
		for (size_t k = 0; k < (size_t)p->trie.n * TYPES; k++) {
			assert_true(a[k].sum == c[k].sum);
			assert_true(a[k].magnitude == c[k].magnitude);
			assert_true(a[k].first == c[k].first);
		}
		samples += p->sample.n;
		rows += q->sample.n;
		free(a);
		free(c);
		profile_unref(p);
		profile_unref(q);
		strbuf_free(&b);
	}
	assert_true(rows < samples * 9 / 10);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
