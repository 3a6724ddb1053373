/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging, subtracting, normalising: pprof's rules on small profiles. */
#include "prelude.h"

#include "profile/merge.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "profile/builder.h"
#include "util_random.h"
#include "util_view.h"

/* A profile in a line of text: "main;f 1 10|main;g 2 20", with one value for
   each type. Equal names are one function and one location. */
struct maker {
	struct builder *b;
	str_id name[32];
	loc_id loc[32];
	size_t n;
};

static loc_id
call(struct maker *k, struct str name)
{
	str_id id = builder_string(k->b, name);
	struct builder_function f = { .name = id };
	struct builder_line line = { .line = 7 };
	struct builder_location l = { .map = NONE, .line = &line, .nlines = 1 };

	for (size_t i = 0; i < k->n; i++)
		if (k->name[i] == id)
			return k->loc[i];
	line.func = builder_function(k->b, &f);
	k->name[k->n] = id;
	k->loc[k->n] = builder_location(k->b, &l);
	return k->loc[k->n++];
}

static void
sample(struct maker *k, struct str text, lset_id labels)
{
	struct str stack = str_cut(&text, ' ');
	int64_t value[4] = { 0 };
	node_id node = 0;

	while (stack.n > 0)
		node = builder_step(k->b, node, call(k, str_cut(&stack, ';')));
	for (size_t i = 0; text.n > 0; i++)
		assert_true(str_to_i64(str_cut(&text, ' '), &value[i]));
	assert_int_equal(builder_sample(k->b, node, labels, value), 0);
}

/* types: "samples/count cpu/ns" */
static struct builder *
start(struct maker *k, const char *types, const char *samples)
{
	struct str rest = str_c(types);

	*k = (struct maker){ .b = builder_new(0) };
	while (rest.n > 0) {
		struct str unit = str_cut(&rest, ' '),
			   name = str_cut(&unit, '/');

		builder_type(k->b, builder_string(k->b, name),
			builder_string(k->b, unit));
	}
	rest = str_c(samples);
	while (rest.n > 0)
		sample(k, str_cut(&rest, '|'), 0);
	return k->b;
}

static struct profile *
make(const char *types, const char *samples)
{
	struct maker k;

	return seal_checked(start(&k, types, samples));
}

static void
put_types(const struct profile *p, struct strbuf *out)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		strbuf_addstr(out, i > 0 ? " " : "");
		strbuf_add(out, profile_str(p, p->types.type[i]));
		strbuf_addch(out, '/');
		strbuf_add(out, profile_str(p, p->types.unit[i]));
	}
	strbuf_addstr(out, ":");
}

static void
put_stack(const struct profile *p, node_id leaf, struct strbuf *out)
{
	loc_id stack[32];
	size_t n = profile_stack(p, leaf, stack, COUNT_OF(stack));

	while (n-- > 0) {
		line_id line = p->loc.line0[stack[n]];

		strbuf_add(out,
			line == p->loc.line0[stack[n] + 1]
				? STR("?")
				: profile_str(
					  p, p->func.name[p->line.func[line]]));
		strbuf_addstr(out, n > 0 ? ";" : "");
	}
}

/* The same form again, types first; {label=value} marks labels. */
static void
is(const struct profile *p, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	assert_true(profile_check(p));
	put_types(p, &out);
	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];

		strbuf_addstr(&out, i > 0 ? "|" : "");
		put_stack(p, p->sample.leaf[i], &out);
		for (uint32_t c = 0; c < p->types.n; c++)
			strbuf_addf(&out, " %" PRId64, p->sample.value[c][i]);
		for (uint32_t l = p->labels.first[set];
			l < p->labels.first[set + 1]; l++) {
			const struct label *label = &p->labels.label[l];

			strbuf_addf(&out,
				"{%.*s=", STR_ARG(profile_str(p, label->key)));
			if (label->str != NONE)
				strbuf_add(&out, profile_str(p, label->str));
			else
				strbuf_addf(&out, "%" PRId64, label->num);
			strbuf_addstr(&out, "}");
		}
	}
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

static const struct merge_options plain = { .blank_urls = false };

/* Merge two, free both. */
static struct profile *
merge2(struct profile *a, struct profile *b)
{
	struct merge_part part[] = { { .profile = a, .name = STR("a") },
		{ .profile = b, .name = STR("b") } };
	struct err err = ERR_INIT;
	struct profile *p = merge_profiles(part, 2, &plain, &err);

	assert_string_equal(err.msg, "");
	assert_non_null(p);
	profile_unref(a);
	profile_unref(b);
	return p;
}

static void
merges_to(struct profile *a, struct profile *b, const char *want)
{
	struct profile *p = merge2(a, b);

	is(p, want);
	profile_unref(p);
}

static void
fails(struct profile *a, struct profile *b, const char *msg)
{
	struct merge_part part[] = { { .profile = a, .name = STR("a") },
		{ .profile = b, .name = STR("b") } };
	struct err err = ERR_INIT;

	assert_null(merge_profiles(part, 2, &plain, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_string_equal(err.msg, msg);
	profile_unref(a);
	profile_unref(b);
}

/* a - b; both are freed. */
static void
subtracts_to(struct profile *a, struct profile *b, bool keep_apart,
	bool normalize, const char *want)
{
	double ratio[4], minus[] = { -1, -1, -1, -1 };
	struct merge_part part[] = {
		{ .profile = a, .name = STR("a") },
		{ .profile = b,
			.name = STR("b"),
			.ratio = minus,
			.is_base = keep_apart },
	};
	struct err err = ERR_INIT;
	struct profile *p;

	if (normalize) {
		assert_int_equal(
			merge_normalize(&part[0], &part[1], ratio, NULL, &err),
			0);
		part[0].ratio = ratio;
	}
	p = merge_profiles(part, 2, &plain, &err);
	assert_string_equal(err.msg, "");
	is(p, want);
	profile_unref(p);
	profile_unref(a);
	profile_unref(b);
}

TEST(a_single_profile_is_left_as_it_is)
{
	struct profile *a = make("n/count", "f 1|f 1|g 0"), *p;
	struct merge_part part = { .profile = a, .name = STR("a") };
	struct err err = ERR_INIT;

	p = merge_profiles(&part, 1, &plain, &err);
	assert_ptr_equal(p, a);
	profile_unref(p);
	profile_unref(a);
}

TEST(equal_samples_are_summed_where_they_first_came)
{
	merges_to(make("n/count", "main;f 1|main;g 2|main;f 4"),
		make("n/count", "main;h 8|main;g 16"),
		"n/count:main;f 5|main;g 18|main;h 8");
}

TEST(zero_samples_and_what_only_they_use_are_gone)
{
	struct profile *p = merge2(make("n/count", "main;f 1|zero 0|main;g 2"),
		make("n/count", "main;f -1|h 3"));

	is(p, "n/count:main;g 2|h 3");
	assert_int_equal(p->func.n, 3);
	/* numbered anew, in the order of use: leaf first */
	assert_true(str_is(profile_str(p, p->func.name[0]), "g"));
	assert_true(str_is(profile_str(p, p->func.name[1]), "main"));
	assert_int_equal(p->loc.id[2], 3);
	profile_unref(p);
}

TEST(only_common_types_stay_in_the_order_of_the_first)
{
	merges_to(make("a/count b/count c/count", "f 1 2 3"),
		make("c/count x/count a/count", "g 4 5 6"),
		"a/count c/count:f 1 3|g 6 4");
	fails(make("a/count", "f 1"), make("b/bytes", "f 1"),
		"profiles have empty common sample type list");
}

TEST(a_type_that_is_there_twice_is_dropped)
{
	struct profile *a = make("a/count b/count a/count",
			       "f 1 2 3|f 1 2 3|g 0 0 1"),
		       *p;
	struct merge_part part = { .profile = a, .name = STR("a") };
	struct err err = ERR_INIT;

	/* nothing is summed and no zero dropped: it is a single profile */
	p = merge_profiles(&part, 1, &plain, &err);
	is(p, "b/count:f 2|f 2|g 0");
	assert_true(str_is(profile_str(p, p->header.default_type), "b"));
	profile_unref(p);
	profile_unref(a);
}

TEST(a_profile_without_types_is_refused)
{
	struct profile *a = make("", "");
	struct merge_part part = { .profile = a, .name = STR("a") };
	struct err err = ERR_INIT;

	assert_null(merge_profiles(&part, 1, &plain, &err));
	assert_string_equal(
		err.msg, "profiles have empty common sample type list");
	profile_unref(a);
}

TEST(the_finer_unit_wins)
{
	merges_to(make("cpu/ms", "f 3"), make("cpu/ns", "f 5|g 7"),
		"cpu/ns:f 3000005|g 7");
	merges_to(make("cpu/ns", "f 5"), make("cpu/ms", "f 3"),
		"cpu/ns:f 3000005");
	fails(make("x/ms", "f 1"), make("x/bytes", "f 1"),
		"sample types: incompatible types: {x ms 0 0} {x bytes 0 0}");
	fails(make("x/frob", "f 1"), make("x/frobs", "f 1"),
		"sample types: incompatible types: {x frob 0 0} {x frobs 0 0}");
}

static struct profile *
with_period(const char *type, const char *unit, int64_t period)
{
	struct maker k;
	struct builder *b = start(&k, "n/count", "f 1");
	struct header *h = builder_header(b);

	h->period_type = builder_string(b, str_c(type));
	h->period_unit = builder_string(b, str_c(unit));
	h->period = period;
	return seal_checked(b);
}

TEST(periods_are_converted_and_the_largest_stays)
{
	struct profile *p = merge2(
		with_period("cpu", "ms", 10), with_period("cpu", "us", 300));

	assert_true(str_is(profile_str(p, p->header.period_unit), "us"));
	assert_int_equal(p->header.period, 10000);
	profile_unref(p);
	fails(with_period("cpu", "ns", 1), with_period("space", "bytes", 1),
		"period type: incompatible types: {cpu ns 0 0} "
		"{space bytes 0 0}");
	/* one s too many is compatible, but not the same */
	fails(with_period("cpu", "ns", 1), with_period("cpus", "ns", 1),
		"incompatible period types &{cpu ns 0 0} and &{cpus ns 0 0}");
}

struct headers {
	int64_t time, duration;
	const char *type, *doc, *drop;
	const char *comment[3];
};

static struct profile *
with_header(const struct headers *in)
{
	struct maker k;
	struct builder *b = start(&k, "n/count", "f 1");
	struct header *h = builder_header(b);

	h->time_nanos = in->time;
	h->duration_nanos = in->duration;
	h->default_type = builder_string(b, str_c(in->type));
	h->doc_url = builder_string(b, str_c(in->doc));
	h->drop_frames = builder_string(b, str_c(in->drop));
	for (size_t i = 0; i < 3 && in->comment[i] != NULL; i++)
		builder_comment(b, builder_string(b, str_c(in->comment[i])));
	return seal_checked(b);
}

TEST(what_the_last_dump_says_holds)
{
	/* A file with several dumps is about its last one. */
	const struct headers early = { 40, 0, "", "", "",
		{ "dump: Go", "waits: early", NULL } };
	const struct headers late[] = {
		{ 50, 0, "", "", "", { "dump: Go", "waits: late", NULL } },
		{ 20, 30, "", "", "", { "dump: Go", "waits: late", NULL } }
	};
	struct profile *p;

	for (int k = 0; k < 4; k++) {
		const struct headers *last = &late[k / 2];

		p = merge2(with_header(k % 2 == 0 ? &early : last),
			with_header(k % 2 == 0 ? last : &early));
		assert_int_equal(p->header.ncomments, 2);
		assert_true(str_is(
			profile_str(p, p->header.comment[1]), "waits: late"));
		profile_unref(p);
	}
}

TEST(headers_are_joined_field_by_field)
{
	const struct headers a = { 50, 7, "", "", "x", { "one", "", "one" } };
	const struct headers b = { 20, 5, "n", "http://doc", "y",
		{ "two", "one", "" } };
	const struct headers none = { 0, 1, "z", "", "", { NULL } };
	struct profile *p = merge2(with_header(&a), with_header(&b));

	assert_int_equal(p->header.time_nanos, 20);
	assert_int_equal(p->header.duration_nanos, 12);
	assert_true(str_is(profile_str(p, p->header.default_type), "n"));
	assert_true(str_is(profile_str(p, p->header.doc_url), "http://doc"));
	assert_true(str_is(profile_str(p, p->header.drop_frames), "x"));
	assert_int_equal(p->header.ncomments, 3);
	assert_true(str_is(profile_str(p, p->header.comment[0]), "one"));
	assert_true(str_is(profile_str(p, p->header.comment[1]), ""));
	assert_true(str_is(profile_str(p, p->header.comment[2]), "two"));
	profile_unref(p);
	/* a time that is not known makes the sum's unknown, unless more
	   follow */
	p = merge2(with_header(&a), with_header(&none));
	assert_int_equal(p->header.time_nanos, 0);
	profile_unref(p);
	p = merge2(with_header(&none), with_header(&a));
	assert_int_equal(p->header.time_nanos, 50);
	profile_unref(p);
}

TEST(the_result_may_forget_what_frames_it_wants_dropped)
{
	const struct headers in = { 0, 0, "", "", "x", { NULL } };
	const struct merge_options options = { .all_frames = true };
	struct profile *a = with_header(&in), *b = with_header(&in);
	struct merge_part part[] = { { .profile = a, .name = STR("a") },
		{ .profile = b, .name = STR("b") } };
	struct err err = ERR_INIT;

	for (size_t n = 1; n <= 2; n++) {
		struct profile *p = merge_profiles(part, n, &options, &err);

		assert_non_null(p);
		assert_int_equal(p->header.drop_frames, 0);
		assert_int_equal(p->sample.n, 1);
		profile_unref(p);
	}
	assert_true(str_is(profile_str(a, a->header.drop_frames), "x"));
	profile_unref(a);
	profile_unref(b);
}

/* One sample at an address of a mapping, with lines. */
struct place {
	uint64_t start, size, offset, address;
	const char *file, *build_id;
	bool folded;
	int64_t column[2]; /* of two lines */
};

static struct profile *
at_place(const struct place *in)
{
	struct builder *b = builder_new(0);
	struct builder_mapping m = { .start = in->start,
		.limit = in->start + in->size,
		.offset = in->offset };
	struct builder_function f = { 0 };
	struct builder_line line[2] = { { .line = 1, .column = in->column[0] },
		{ .line = 2, .column = in->column[1] } };
	struct builder_location l = { .address = in->address,
		.line = line,
		.nlines = 2,
		.folded = in->folded };
	loc_id loc;
	int64_t one = 1;

	builder_type(b, builder_string(b, STR("n")),
		builder_string(b, STR("count")));
	m.file = builder_string(b, str_c(in->file));
	m.build_id = builder_string(b, str_c(in->build_id));
	l.map = builder_mapping(b, &m);
	f.name = builder_string(b, STR("f"));
	(void)builder_function(b, &f);
	loc = builder_location(b, &l);
	assert_int_equal(
		builder_sample(b, builder_stack(b, &loc, 1), 0, &one), 0);
	return seal_checked(b);
}

/* How many different locations (and mappings) the two are. */
static void
are(const struct place *a, const struct place *b, size_t locs, size_t maps)
{
	struct profile *p = merge2(at_place(a), at_place(b));

	assert_int_equal(p->loc.n, locs);
	assert_int_equal(p->sample.n, locs);
	assert_int_equal(p->map.n, maps);
	profile_unref(p);
}

TEST(places_are_equal_by_the_keys_of_pprof)
{
	const struct place a = { 0x1000, 0x900, 0, 0x1010, "/bin/x", "", false,
		{ 3, 4 } };
	struct place b = a;

	are(&a, &b, 1, 1);
	/* loaded elsewhere, and a size that rounds to the same page */
	b.start = 0x7000;
	b.address = 0x7010;
	b.size = 0x1000;
	are(&a, &b, 1, 1);
	b.address = 0x7020;
	are(&a, &b, 2, 1);
	b = a;
	b.size = 0x1001;
	are(&a, &b, 2, 2);
	b = a;
	b.offset = 0x1000;
	are(&a, &b, 2, 2);
	b = a;
	b.file = "/bin/y";
	are(&a, &b, 2, 2);
	b = a;
	b.folded = true;
	are(&a, &b, 2, 1);
	/* of the columns only the last line's counts */
	b = a;
	b.column[0] = 9;
	are(&a, &b, 1, 1);
	b = a;
	b.column[1] = 9;
	are(&a, &b, 2, 1);
}

TEST(a_build_id_counts_more_than_the_file)
{
	const struct place a = { 0x1000, 0x900, 0, 0x1010, "/bin/x", "abc",
		false, { 0, 0 } };
	struct place b = a;

	b.file = "/other";
	are(&a, &b, 1, 1);
	b.build_id = "def";
	are(&a, &b, 2, 2);
}

TEST(the_first_mapping_stays_first_though_nothing_uses_it)
{
	struct builder *b = builder_new(0);
	struct builder_mapping m = { .file = builder_string(b, STR("/main")) };
	const struct place other = { 0x1000, 0x900, 0, 0x1010, "/lib", "",
		false, { 0, 0 } };
	struct profile *p;

	builder_type(b, builder_string(b, STR("n")),
		builder_string(b, STR("count")));
	(void)builder_mapping(b, &m);
	p = merge2(seal_checked(b), at_place(&other));
	assert_int_equal(p->map.n, 2);
	assert_true(str_is(profile_str(p, p->map.file[0]), "/main"));
	assert_int_equal(p->loc.map[0], 1);
	profile_unref(p);
}

static struct profile *
with_labels(const struct label *label, size_t n, const char *const *names)
{
	struct maker k;
	struct builder *b = start(&k, "n/count", "");
	struct label own[4];

	for (size_t i = 0; i < n; i++) {
		own[i] = label[i];
		own[i].key = builder_string(b, str_c(names[label[i].key]));
		if (own[i].str != NONE)
			own[i].str =
				builder_string(b, str_c(names[label[i].str]));
		own[i].unit = builder_string(b, str_c(names[label[i].unit]));
	}
	sample(&k, STR("f 1"), builder_labels(b, own, n));
	return seal_checked(b);
}

TEST(labels_are_part_of_what_a_sample_is)
{
	static const char *const names[] = { "", "k", "v", "w", "bytes" };
	const struct label v = { 1, 2, 0, 0 }, w = { 1, 3, 0, 0 },
			   num = { 1, NONE, 0, 5 }, unit = { 1, NONE, 4, 5 };

	merges_to(with_labels(&v, 1, names), with_labels(&v, 1, names),
		"n/count:f 2{k=v}");
	merges_to(with_labels(&v, 1, names), with_labels(&w, 1, names),
		"n/count:f 1{k=v}|f 1{k=w}");
	merges_to(with_labels(&num, 1, names), with_labels(&unit, 1, names),
		"n/count:f 1{k=5}|f 1{k=5}");
	merges_to(with_labels(&v, 1, names), with_labels(NULL, 0, names),
		"n/count:f 1{k=v}|f 1");
}

TEST(a_base_is_subtracted)
{
	subtracts_to(make("n/count", "main;f 5|main;g 2"),
		make("n/count", "main;f 3|main;g 2|main;h 1"), false, false,
		"n/count:main;f 2|main;h -1");
}

TEST(a_diff_base_stays_apart_under_a_label)
{
	subtracts_to(make("n/count", "f 5|g 2"), make("n/count", "f 3|h 0"),
		true, false, "n/count:f 5|g 2|f -3{pprof::base=true}");
}

TEST(normalising_scales_each_column_to_the_base)
{
	/* 10 -> 5 and 4 -> 8: half and double, rounded away from zero */
	subtracts_to(make("n/count m/count", "f 7 1|g 3 3"),
		make("n/count m/count", "h 5 8"), false, true,
		"n/count m/count:f 4 2|g 2 6|h -5 -8");
	/* what becomes zero goes; a sum of zero gives zero */
	subtracts_to(make("n/count", "f 1|g 99"), make("n/count", "h 10"),
		false, true, "n/count:g 10|h -10");
	subtracts_to(make("n/count", "f 1|g -1"), make("n/count", "h 10"),
		false, true, "n/count:h -10");
	/* a factor of one keeps no sample alive that others bring to zero */
	subtracts_to(make("n/count m/count", "f 1 4|g 99 6"),
		make("n/count m/count", "h 10 10"), false, true,
		"n/count m/count:g 10 6|h -10 -10");
}

TEST(normalising_wants_equal_types)
{
	struct profile *a = make("n/count", "f 1"),
		       *b = make("n/count m/count", "f 1 1"),
		       *c = with_period("cpu", "ns", 1);
	struct merge_part pa = { .profile = a, .name = STR("a") },
			  pb = { .profile = b, .name = STR("b") },
			  pc = { .profile = c, .name = STR("c") };
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct warnings warnings;
	double ratio[2];

	warnings_init(&warnings, &arena);
	assert_int_equal(merge_normalize(&pa, &pb, ratio, &warnings, &err), -1);
	assert_string_equal(err.msg,
		"incompatible sample types [n/count] and [n/count m/count]");
	assert_true(str_is(warnings.head->text, "a has [n/count]"));
	assert_true(str_is(warnings.tail->text, "b has [n/count m/count]"));
	assert_int_equal(merge_normalize(&pa, &pc, ratio, NULL, &err), -1);
	assert_string_equal(err.msg,
		"incompatible period types &{  0 0} and &{cpu ns 0 0}");
	arena_free(&arena);
	profile_unref(a);
	profile_unref(b);
	profile_unref(c);
}

/* The same, as from a file that pprof reads. */
static struct profile *
made_for_pprof(const char *types, const char *samples)
{
	struct profile *p = make(types, samples);

	p->header.names = NAMES_PROTO;
	return p;
}

TEST(sums_wrap_around_as_in_go)
{
	merges_to(made_for_pprof("n/count", "f 9223372036854775807"),
		made_for_pprof("n/count", "f 1"),
		"n/count:f -9223372036854775808");
}

TEST(sums_of_other_formats_do_not_wrap_around)
{
	merges_to(make("n/count", "f 9223372036854775807"),
		make("n/count", "f 1"), "n/count:f 9223372036854775807|f 1");
}

TEST(a_merge_keeps_to_its_memory_limit)
{
	struct profile *a = make("n/count", "main;f 1"),
		       *b = make("n/count", "main;g 1");
	struct merge_part part[] = { { .profile = a }, { .profile = b } };
	struct merge_options small = { .max_memory = 100 };
	struct err err = ERR_INIT;

	assert_null(merge_profiles(part, 2, &small, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	profile_unref(a);
	profile_unref(b);
}

/* Of "1 0|2 3" and such, made with labels or without. */
static bool
sums_hold(const char *a, const char *b, size_t parts, bool in_order)
{
	struct profile *p = make("s/count cpu/ns", a);
	struct profile *q = make("s/count cpu/ns", b);
	bool hold = merge_of_sums(p, q, parts, in_order);

	profile_unref(p);
	profile_unref(q);
	return hold;
}

TEST(equal_stacks_may_be_summed_first_unless_that_shows)
{
	struct profile *p = make("s/count", "f 1"), *q = make("s/ms", "f 1");

	assert_true(sums_hold("f 1 2", "f 1 2|g 3 4", 2, true));
	assert_true(sums_hold("f 1 2", "f 0 2|g 3 4", 2, false));
	assert_false(sums_hold("f 1 2", "f 0 2|g 3 4", 2, true));
	assert_true(sums_hold("f 0 2", "f 0 2|g 0 4", 2, true));
	assert_false(sums_hold("f 1 2", "f 1 -2", 2, false));
	assert_false(sums_hold("f 1 2", "f 1 9007199254740993", 2, false));
	assert_true(sums_hold("f 1 2", "f 1 9007199254740992", 2, false));
	assert_false(sums_hold("f 1 2", "f 1 9007199254740992", 1025, false));
	assert_true(merge_of_sums(p, p, 2, true));
	assert_false(merge_of_sums(p, q, 2, false));
	profile_unref(p);
	profile_unref(q);
}

enum { LOCATIONS = 40, STACKS = 2000, DEEPEST = 12 };

/* Many stacks by chance; with `zero` also a sample that does not count. */
static struct profile *
many_stacks(uint64_t seed, bool zero)
{
	struct maker k;
	struct builder *b = start(&k, "s/count", "");
	str_id name = builder_string(b, STR("f"));
	int64_t value = 0;
	node_id node = 0;

	for (int64_t i = 0; i < LOCATIONS; i++) {
		struct builder_function f = { .name = name, .start_line = i };
		struct builder_line line = { .func = builder_function(b, &f) };
		struct builder_location l = {
			.map = NONE, .line = &line, .nlines = 1
		};

		(void)builder_location(b, &l);
	}
	for (int i = 0; i < STACKS; i++) {
		node = 0;
		for (uint64_t n = random_next(&seed) % DEEPEST; n > 0; n--)
			node = builder_step(b, node,
				(loc_id)(random_next(&seed) % LOCATIONS));
		value = 1 + (int64_t)(random_next(&seed) % 9);
		(void)builder_sample(b, node, 0, &value);
	}
	value = 0;
	if (zero)
		(void)builder_sample(b, node, 0, &value);
	return seal_checked(b);
}

static void
same_profiles(struct profile *p, struct profile *q)
{
	assert_int_equal(p->sample.n, q->sample.n);
	assert_int_equal(p->trie.n, q->trie.n);
	assert_true(p->trie.n > 4096);
	assert_memory_equal(
		p->trie.loc, q->trie.loc, p->trie.n * sizeof(loc_id));
	assert_memory_equal(
		p->trie.parent, q->trie.parent, p->trie.n * sizeof(node_id));
	assert_memory_equal(
		p->sample.leaf, q->sample.leaf, p->sample.n * sizeof(node_id));
	assert_memory_equal(p->sample.labels, q->sample.labels,
		p->sample.n * sizeof(lset_id));
	assert_memory_equal(p->sample.value[0], q->sample.value[0],
		p->sample.n * sizeof(int64_t));
	assert_int_equal(p->func.n, q->func.n);
	assert_memory_equal(p->func.start_line, q->func.start_line,
		p->func.n * sizeof(int64_t));
	profile_unref(p);
	profile_unref(q);
}

/* A sample that does not count is what they are made one by one for. */
TEST(stacks_are_the_same_all_at_once_or_one_by_one)
{
	for (uint64_t seed = 1; seed < 20; seed++)
		same_profiles(merge2(many_stacks(seed, false),
				      many_stacks(seed + 100, false)),
			merge2(many_stacks(seed, true),
				many_stacks(seed + 100, true)));
}

/* The second as a base; NULL and *err when that is stopped. */
static struct profile *
merge_base(uint64_t seed, bool zero, struct progress *progress, struct err *err)
{
	const double minus = -1;
	struct merge_options options = { .progress = progress };
	struct merge_part part[] = { { .profile = many_stacks(seed, zero) },
		{ .profile = many_stacks(seed + 1, zero),
			.ratio = &minus,
			.is_base = true } };
	struct profile *p = merge_profiles(part, 2, &options, err);

	profile_unref(part[0].profile);
	profile_unref(part[1].profile);
	return p;
}

TEST(a_base_is_the_same_all_at_once_or_one_by_one)
{
	struct err err = ERR_INIT;

	for (uint64_t seed = 1; seed < 20; seed++)
		same_profiles(merge_base(seed, false, NULL, &err),
			merge_base(seed, true, NULL, &err));
}

TEST(stacks_are_the_same_of_profiles_one_after_the_other)
{
	for (uint64_t seed = 1; seed < 20; seed++) {
		struct profile *a = many_stacks(seed, false);
		struct profile *b = many_stacks(seed + 100, false);
		struct merge_part first = { .profile = a };
		struct merge_part second = { .profile = b };
		struct merger *m = merger_new(&first, &plain);
		struct err err = ERR_INIT;

		assert_int_equal(merger_add(m, &second, &err), 1);
		same_profiles(merger_end(m, &err), merge2(a, b));
	}
}

TEST(a_merge_is_stopped_wherever_it_looks)
{
	struct err err = ERR_INIT;
	struct progress p;
	struct profile *made;
	int64_t look = 1;

	for (;; look++) {
		err.code = ERR_NONE;
		p = (struct progress){ .stop = PROGRESS_STOP_AT(look) };
		made = merge_base(1, false, &p, &err);
		if (PROGRESS_LOOKS(&p, look) < (uint64_t)look)
			break;
		assert_null(made);
		assert_int_equal(err.code, ERR_CANCELLED);
	}
	assert_non_null(made);
	assert_true(look > 10);
	profile_unref(made);
}

/* Two places of the first are one to all others. */
TEST(stacks_that_become_one_are_summed)
{
	const char *twice = "main;f 1|main;g 2|main;f 3";
	struct profile *p = make("n/count", twice);

	/* So f and g are the same function, in another place of the table. */
	p->func.name[p->line.func[p->loc.line0[2]]] =
		p->func.name[p->line.func[p->loc.line0[1]]];
	merges_to(p, make("n/count", "main;f 10|main 5"),
		"n/count:main;f 16|main 5");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
