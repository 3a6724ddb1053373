/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user who stops a load gets the samples read so far, marked as partial. */
#include "prelude.h"

#include "profile/partial.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "profile/merge.h"
#include "read/reader.h"
#include "engine/prune.h"
#include "util_read.h"
#include "write/write.h"

enum { SAMPLES = 100000 };

/* "main;f0 1", "main;f1 1" ... */
static void
folded(struct strbuf *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		strbuf_addf(out, "main;f%zu 1\n", i % 7);
}

static void
pprof(struct strbuf *out, size_t n, const char *drop)
{
	struct err err = ERR_INIT;
	struct builder *b = builder_new(0);
	str_id name = builder_string(b, STR("main"));
	struct builder_line line = {
		.func = builder_function(
			b, &(struct builder_function){ .name = name })
	};
	loc_id loc = builder_location(b,
		&(struct builder_location){
			.map = NONE, .line = &line, .nlines = 1 });
	node_id leaf = builder_stack(b, &loc, 1);
	const int64_t one = 1;
	struct profile *p;

	builder_header(b)->drop_frames = builder_string(b, str_c(drop));
	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	for (size_t i = 0; i < n; i++)
		assert_int_equal(
			builder_sample(b, leaf, builder_labels(b, NULL, 0),
				&one),
			0);
	p = builder_seal(b, &err);
	assert_non_null(p);
	pprof_encode(p, out);
	profile_unref(p);
}

/* Read with the stop requested before the start. */
static struct profile *
read_some(struct strbuf *bytes, const struct partial *before)
{
	struct progress progress = { .keep = true };
	struct read_spec spec = { .bytes = strbuf_str(bytes),
		.name = STR("dir/big.pb") };
	struct err err = ERR_INIT;
	struct profile *p;

	if (before != NULL)
		spec.partial = *before;
	p = read_profile(&spec, &progress, NULL, &err);
	assert_string_equal(err.msg, "");
	assert_non_null(p);
	assert_true(profile_check(p));
	strbuf_free(bytes);
	return p;
}

static void
says(const struct profile *p, const char *what)
{
	struct strbuf text = STRBUF_INIT;

	partial_text(&text, p);
	assert_string_equal(strbuf_c(&text), what);
	strbuf_free(&text);
}

/* How many more than the least depends on how the reader goes about it. */
static void
says_some_samples(const struct profile *p)
{
	struct str what = partial_find(p).what;

	assert_int_equal(partial_find(p).n, 1);
	assert_true(str_starts(what, STR("first ")));
	assert_true(str_ends(what, STR("% of the samples")));
}

TEST(pprof_keeps_the_first_samples)
{
	struct strbuf bytes = STRBUF_INIT;
	struct profile *p;

	pprof(&bytes, SAMPLES, "");
	p = read_some(&bytes, NULL);
	assert_true(p->sample.n >= READ_LEAST);
	assert_true(p->sample.n < SAMPLES);
	/* The names were behind them. */
	assert_true(str_is(profile_str(p, p->func.name[0]), "main"));
	says_some_samples(p);
	assert_true(str_ends(partial_find(p).rest, STR("of 100000, big.pb")));
	profile_unref(p);
}

TEST(few_samples_are_read_whole)
{
	struct strbuf bytes = STRBUF_INIT;
	struct profile *p;

	pprof(&bytes, READ_LEAST, "");
	p = read_some(&bytes, NULL);
	assert_int_equal(p->sample.n, READ_LEAST);
	says(p, "");
	profile_unref(p);
	folded(&bytes, 100);
	p = read_some(&bytes, NULL);
	assert_int_equal(read_sum(p), 100);
	says(p, "");
	profile_unref(p);
}

TEST(lines_are_kept_up_to_where_one_had_enough)
{
	struct strbuf bytes = STRBUF_INIT;
	struct profile *p;

	folded(&bytes, SAMPLES);
	p = read_some(&bytes, NULL);
	assert_int_equal(read_sum(p), READ_LEAST);
	says(p, "first 32% of the file");
	profile_unref(p);
}

TEST(input_that_was_cut_is_marked)
{
	struct partial cut = { .bytes = 1024, .bytes_of = 4096 };
	struct strbuf bytes = STRBUF_INIT;
	struct profile *p;

	folded(&bytes, 10);
	p = read_some(&bytes, &cut);
	assert_int_equal(read_sum(p), 10);
	says(p, "first 25% of the file");
	assert_true(str_is(partial_find(p).rest, "1kB, big.pb"));
	profile_unref(p);
	/* All that was left is read, however much that is. */
	cut.bytes_of = 0;
	folded(&bytes, SAMPLES);
	p = read_some(&bytes, &cut);
	assert_int_equal(read_sum(p), SAMPLES);
	says(p, "first 1kB");
	profile_unref(p);
}

TEST(shares_are_never_all_or_nothing)
{
	static const struct {
		struct partial partial;
		const char *says;
	} rows[] = {
		{ { .samples = 12 }, "first 12 samples" },
		{ { .bytes = 1, .bytes_of = 1000000 },
			"first 0.1% or less of the file" },
		{ { .bytes = 5, .bytes_of = 1000 },
			"first 0.5% of the file" },
		{ { .bytes = 999999, .bytes_of = 1000000 },
			"first 99% of the file" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf bytes = STRBUF_INIT;
		struct profile *p;

		folded(&bytes, 1);
		p = read_some(&bytes, &rows[i].partial);
		says(p, rows[i].says);
		profile_unref(p);
	}
}

TEST(the_mark_outlives_merges_filters_and_files)
{
	const struct merge_options options = { .max_memory = 0 };
	struct strbuf bytes = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct merge_part part[2] = { { .name = STR("a") },
		{ .name = STR("b") } };
	struct read_spec spec = { .name = STR("again.pb") };
	struct profile *p, *pruned, *merged;

	pprof(&bytes, SAMPLES, "nothing|main");
	p = read_some(&bytes, NULL);
	pruned = prune_profile(p, &err);
	assert_ptr_not_equal(pruned, p);
	says_some_samples(pruned);
	pprof(&bytes, 10, "");
	part[0].profile = read_some(&bytes, NULL);
	part[1].profile = p;
	merged = merge_profiles(part, 2, &options, &err);
	assert_non_null(merged);
	says_some_samples(merged);
	pprof_encode(merged, &bytes);
	spec.bytes = strbuf_str(&bytes);
	profile_unref(merged);
	merged = read_profile(&spec, NULL, NULL, &err);
	assert_non_null(merged);
	says_some_samples(merged);
	profile_unref(merged);
	profile_unref(part[0].profile);
	profile_unref(pruned);
	profile_unref(p);
	strbuf_free(&bytes);
}

TEST(two_partial_files_are_more)
{
	const struct merge_options options = { .max_memory = 0 };
	struct partial cut = { .bytes = 1, .bytes_of = 2 };
	struct strbuf bytes = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct merge_part part[2] = { { .name = STR("a") },
		{ .name = STR("b") } };
	struct profile *a, *b, *merged;

	folded(&bytes, 1);
	part[0].profile = a = read_some(&bytes, &cut);
	folded(&bytes, 2);
	cut.bytes_of = 3;
	part[1].profile = b = read_some(&bytes, &cut);
	merged = merge_profiles(part, 2, &options, &err);
	assert_non_null(merged);
	says(merged, "first 50% of the file, and more");
	profile_unref(merged);
	profile_unref(a);
	profile_unref(b);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
