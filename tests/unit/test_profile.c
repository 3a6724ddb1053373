/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a profile, and what a sealed one answers. */
#include "prelude.h"

#include "profile/profile.h"

#include <fcntl.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/xalloc.h"
#include "profile/builder.h"
#include "profile/merge.h"
#include "profile/rewrite.h"
#include "util_view.h"

/* A location with one line of a function of this name. */
static loc_id
call(struct builder *b, const char *name)
{
	struct builder_function f = { .name = builder_string(b, str_c(name)) };
	struct builder_line line = { .func = builder_function(b, &f) };
	struct builder_location l = { .map = NONE, .line = &line, .nlines = 1 };

	return builder_location(b, &l);
}

static void
add_type(struct builder *b, const char *type, const char *unit)
{
	builder_type(b, builder_string(b, str_c(type)),
		builder_string(b, str_c(unit)));
}

/* The stacks A B C, A' E, A B D, A B C: locations 0 to 5. */
static struct profile *
example(void)
{
	struct builder *b = builder_new(0);
	const char *const names[] = { "A", "B", "C", "D", "A", "E" };
	const loc_id stacks[][3] = { { 2, 1, 0 }, { 5, 4 }, { 3, 1, 0 },
		{ 2, 1, 0 } };
	const size_t len[] = { 3, 2, 3, 3 };

	add_type(b, "samples", "count");
	for (size_t i = 0; i < COUNT_OF(names); i++)
		assert_int_equal(call(b, names[i]), i);
	for (int64_t i = 0; i < 4; i++)
		assert_int_equal(
			builder_sample(
				b, builder_stack(b, stacks[i], len[i]), 0, &i),
			0);
	return seal_checked(b);
}

TEST(sealing_puts_the_stacks_into_preorder)
{
	struct profile *p = example();
	const node_id parent[] = { 0, 0, 1, 2, 2, 0, 5 };
	const loc_id loc[] = { NONE, 0, 1, 2, 3, 4, 5 };
	const node_id leaf[] = { 3, 6, 4, 3 };

	assert_int_equal(p->trie.n, 7);
	for (size_t i = 0; i < 7; i++) {
		assert_int_equal(p->trie.parent[i], parent[i]);
		assert_int_equal(p->trie.loc[i], loc[i]);
	}
	assert_int_equal(p->sample.n, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(p->sample.leaf[i], leaf[i]);
		assert_int_equal(p->sample.value[0][i], i);
	}
	profile_unref(p);
}

/* Three strides of functions, locations, nodes, and samples with times. */
static struct builder *
many_rows(const struct progress *progress)
{
	struct builder *b = builder_new(0);

	add_type(b, "samples", "count");
	builder_times(b);
	for (unsigned i = 0; i < 3 * PROGRESS_STRIDE; i++) {
		const int64_t one = 1;
		char name[16];
		loc_id loc;

		(void)snprintf(name, sizeof(name), "f%u", i);
		loc = call(b, name);
		assert_int_equal(
			builder_sample(b, builder_stack(b, &loc, 1), 0, &one),
			0);
		builder_time(b, 1000 + i);
	}
	builder_watch(b, progress);
	return b;
}

/* No loop of sealing is longer than a stride. */
TEST(sealing_can_be_stopped_at_any_time)
{
	enum { NEVER = 1 << 30, LOOPS = 19 };
	struct progress all = { .stop = PROGRESS_STOP_AT(NEVER) };
	struct profile *p = seal_checked(many_rows(&all));
	uint64_t looks = PROGRESS_LOOKS(&all, NEVER);

	assert_int_equal(p->sample.time[1], 1);
	profile_unref(p);
	assert_true(looks >= (uint64_t)3 * LOOPS);
	for (uint64_t look = 1; look <= looks; look++) {
		struct progress stop = { .stop = PROGRESS_STOP_AT(look) };
		struct err err = ERR_INIT;

		assert_null(builder_seal(many_rows(&stop), &err));
		assert_int_equal(err.code, ERR_CANCELLED);
	}
}

TEST(a_stack_is_read_back_leaf_first)
{
	struct profile *p = example();
	loc_id out[3] = { 9, 9, 9 };

	assert_int_equal(profile_stack(p, 4, out, 3), 3);
	assert_int_equal(out[0], 3);
	assert_int_equal(out[1], 1);
	assert_int_equal(out[2], 0);
	out[1] = 9;
	assert_int_equal(profile_stack(p, 6, out, 1), 2);
	assert_int_equal(out[0], 5);
	assert_int_equal(out[1], 9);
	assert_int_equal(profile_stack(p, 0, out, 3), 0);
	profile_unref(p);
}

TEST(steps_and_whole_stacks_meet_in_one_node)
{
	struct builder *b = builder_new(0);
	loc_id stack[] = { call(b, "b"), call(b, "a") };
	node_id node = builder_step(b, builder_step(b, 0, stack[1]), stack[0]);

	assert_int_equal(builder_stack(b, stack, 2), node);
	assert_int_equal(builder_stack(b, stack + 1, 1), 1);
	assert_int_equal(builder_stack(b, stack, 0), 0);
	/* b alone is another place than b below a */
	assert_int_not_equal(builder_stack(b, stack, 1), node);
	builder_free(b);
}

TEST(label_sets_are_sorted_and_shared)
{
	struct builder *b = builder_new(0);
	str_id k1 = builder_string(b, STR("zone")),
	       k2 = builder_string(b, STR("bytes")),
	       v = builder_string(b, STR("eu")),
	       w = builder_string(b, STR("us"));
	const struct label one[] = { { k1, v, 0, 0 }, { k2, NONE, 0, 7 },
		{ k1, w, 0, 0 }, { k2, v, 0, 0 } };
	/* another order of keys, garbage where it has no meaning */
	const struct label two[] = { { k2, NONE, 0, 7 }, { k2, v, 3, 9 },
		{ k1, v, 1, 1 }, { k1, w, 1, 1 } };
	/* another order of values is another set */
	const struct label three[] = { { k2, NONE, 0, 7 }, { k2, v, 0, 0 },
		{ k1, w, 0, 0 }, { k1, v, 0, 0 } };
	lset_id id = builder_labels(b, one, 4);
	struct profile *p;

	assert_int_equal(builder_labels(b, NULL, 0), 0);
	assert_int_equal(id, 1);
	assert_int_equal(builder_labels(b, two, 4), 1);
	assert_int_equal(builder_labels(b, three, 4), 2);
	assert_int_equal(builder_labels(b, one, 3), 3);
	p = seal_checked(b);
	assert_int_equal(p->labels.n, 4);
	assert_int_equal(p->labels.label[0].key, k2);
	assert_int_equal(p->labels.label[0].str, v);
	assert_int_equal(p->labels.label[1].num, 7);
	assert_int_equal(p->labels.label[2].str, v);
	assert_int_equal(p->labels.label[3].str, w);
	profile_unref(p);
}

TEST(ten_thousand_values_of_a_key_keep_their_order)
{
	enum { N = 10000 };
	struct builder *b = builder_new(0);
	struct label *label = calloc(N, sizeof(*label));
	str_id key[3];
	struct profile *p;
	int64_t last = -1;

	key[0] = builder_string(b, STR("b"));
	key[1] = builder_string(b, STR("a"));
	key[2] = builder_string(b, STR("ab"));
	for (int i = 0; i < N; i++)
		label[i] = (struct label){
			.key = key[i % 3], .str = NONE, .num = i
		};
	assert_int_equal(builder_labels(b, label, N), 1);
	free(label);
	p = seal_checked(b);
	for (int i = 0; i < N; i++) {
		const struct label *l = &p->labels.label[i];

		if (i > 0 && l->key == l[-1].key)
			assert_true(l->num == last + 3);
		last = l->num;
	}
	profile_unref(p);
}

TEST(a_profile_of_nothing_is_sound)
{
	struct profile *p = seal_checked(builder_new(0));

	assert_int_equal(p->trie.n, 1);
	assert_int_equal(p->labels.n, 1);
	assert_int_equal(p->sample.n, 0);
	profile_unref(p);
}

TEST(rows_without_ids_are_numbered)
{
	struct profile *p = example();

	assert_int_equal(p->func.id[0], 1);
	assert_int_equal(p->func.id[5], 6);
	assert_int_equal(p->loc.id[2], 3);
	profile_unref(p);
}

TEST(a_spent_budget_is_an_ordinary_error)
{
	struct builder *b = builder_new(256 * 1024);
	struct err err = ERR_INIT;
	int64_t value = 1;
	long made = 0;

	add_type(b, "samples", "count");
	(void)call(b, "f");
	for (node_id node = 0; node != NONE; made++) {
		node = builder_step(b, node, 0);
		assert_true(made < 1000000);
	}
	assert_true(builder_bytes(b) <= 256 * 1024);
	assert_non_null(builder_err(b));
	assert_int_equal(builder_sample(b, 0, 0, &value), -1);
	assert_int_equal(builder_string(b, STR("x")), NONE);
	assert_int_equal(builder_labels(b, NULL, 0), NONE);
	assert_null(builder_seal(b, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_string_equal(err.msg,
		"its tables need more than the 256kB left "
		"of the memory limit (see --max-memory)");
}

TEST(a_reader_takes_from_the_same_budget)
{
	struct builder *b = builder_new(256 * 1024);
	size_t before = builder_bytes(b);

	assert_true(builder_hold(b, 100 * 1024));
	assert_int_equal(builder_bytes(b), before + 100 * 1024);
	builder_release(b, 100 * 1024);
	assert_int_equal(builder_bytes(b), before);
	assert_true(builder_hold(b, 200 * 1024));
	assert_false(builder_hold(b, 100 * 1024));
	assert_int_equal(builder_err(b)->code, ERR_LIMIT);
	builder_free(b);
}

TEST(steps_are_in_proportion_to_the_file)
{
	struct builder *b = builder_new(0);
	struct progress p = { .stop = 0 };
	uint64_t steps = 0;

	builder_watch(b, &p);
	builder_size(b, 1 << 20);
	while (builder_steps(b, 1000))
		steps += 1000;
	assert_in_range(steps, 200 << 20, 400 << 20);
	assert_non_null(strstr(builder_err(b)->msg, "made to be slow"));
	builder_free(b);
	b = builder_new(0);
	builder_watch(b, &p);
	assert_true(builder_steps(b, PROGRESS_STRIDE));
	p.stop = 1;
	assert_false(builder_steps(b, PROGRESS_STRIDE));
	assert_int_equal(builder_err(b)->code, ERR_CANCELLED);
	builder_free(b);
}

TEST(strings_samples_and_labels_count_against_the_budget)
{
	char text[1000];
	struct label label = { .str = NONE };
	int64_t value = 1;

	memset(text, 'x', sizeof(text));
	for (int what = 0; what < 3; what++) {
		struct builder *b = builder_new(512 * 1024);
		int i = 0;

		add_type(b, "samples", "count");
		for (; i < 1000000 && builder_err(b) == NULL; i++) {
			memcpy(text, &i, sizeof(i));
			label.num = i;
			if (what == 0)
				(void)builder_string(
					b, str_from(text, sizeof(text)));
			else if (what == 1)
				(void)builder_labels(b, &label, 1);
			else
				(void)builder_sample(b, 0, 0, &value);
		}
		assert_in_range(i, 100, 100000);
		builder_free(b);
	}
}

static void
sample_index_is(const struct profile *p, const char *want, uint32_t column)
{
	struct err err = ERR_INIT;
	uint32_t got = 99;

	assert_int_equal(profile_sample_index(p, str_c(want), &got, &err), 0);
	assert_int_equal(got, column);
}

static void
sample_index_fails(const struct profile *p, const char *want, const char *msg)
{
	struct err err = ERR_INIT;
	uint32_t got;

	assert_int_equal(profile_sample_index(p, str_c(want), &got, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(err.msg, msg);
}

TEST(a_sample_index_is_a_name_or_a_number)
{
	struct builder *b = builder_new(0);
	struct profile *p;

	add_type(b, "objects", "count");
	add_type(b, "space", "bytes");
	add_type(b, "\033[31m", "count");
	p = seal_checked(b);
	sample_index_is(p, "", 2);
	sample_index_is(p, "objects", 0);
	sample_index_is(p, "inuse_space", 1);
	sample_index_is(p, "1", 1);
	sample_index_is(p, "+2", 2);
	sample_index_fails(
		p, "9", "sample_index 9 is outside the range [0..2]");
	sample_index_fails(
		p, "-1", "sample_index -1 is outside the range [0..2]");
	/* what a file says never reaches the terminal as it is */
	sample_index_fails(p, "foo",
		"sample_index \"foo\" must be one of: "
		"[objects space \xef\xbf\xbd[31m]");
	profile_unref(p);
}

TEST(the_default_type_of_the_file_wins_over_the_last)
{
	struct builder *b = builder_new(0);
	struct profile *p;

	add_type(b, "objects", "count");
	add_type(b, "space", "bytes");
	builder_header(b)->default_type = builder_string(b, STR("objects"));
	p = seal_checked(b);
	sample_index_is(p, "", 0);
	profile_unref(p);

	b = builder_new(0);
	add_type(b, "objects", "count");
	add_type(b, "space", "bytes");
	builder_header(b)->default_type = builder_string(b, STR("nothing"));
	p = seal_checked(b);
	sample_index_is(p, "", 1);
	profile_unref(p);
}

TEST(a_fake_mapping_is_for_profiles_without_one)
{
	struct builder *b = builder_new(0);
	struct builder_mapping m = { .file = builder_string(b, STR("/bin/x")) };
	struct profile *p;

	(void)call(b, "f");
	builder_fake_mapping(b);
	p = seal_checked(b);
	assert_int_equal(p->map.n, 1);
	assert_int_equal(p->loc.map[0], 0);
	assert_int_equal(p->map.file[0], 0);
	profile_unref(p);

	b = builder_new(0);
	m.file = builder_string(b, STR("/bin/x"));
	(void)builder_mapping(b, &m);
	(void)call(b, "f");
	builder_fake_mapping(b);
	p = seal_checked(b);
	assert_int_equal(p->map.n, 1);
	assert_int_equal(p->loc.map[0], NONE);
	profile_unref(p);
}

TEST(urls_are_no_file_names_unless_there_is_a_build_id)
{
	static const struct {
		const char *file, *build_id;
		bool stays;
	} cases[] = {
		{ "http://host:6060/debug/pprof/heap", "", false },
		{ "http://host:6060/debug/pprof/heap", "abc", true },
		{ "memfd:jit (deleted)", "", false },
		{ "/usr/bin/a:b", "", true },
		{ "9p:x", "", true },
		{ ":x", "", true },
		{ "plain", "", true },
		{ "http://host/\x01", "", true },
	};
	struct builder *b = builder_new(0);
	struct profile *p;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct builder_mapping m = {
			.file = builder_string(b, str_c(cases[i].file)),
			.build_id = builder_string(b, str_c(cases[i].build_id)),
		};

		(void)builder_mapping(b, &m);
	}
	builder_blank_urls(b);
	p = seal_checked(b);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(p->map.file[i] != 0, cases[i].stays);
	profile_unref(p);
}

TEST(times_count_from_the_first_sample)
{
	static const int64_t times[] = { 700, 500, INT64_MAX, 500 };
	static const uint32_t column[] = { 0 };
	struct builder *b = builder_new(0);
	struct profile *p, *copy;
	int64_t value = 1;

	add_type(b, "samples", "count");
	builder_times(b);
	for (size_t i = 0; i < COUNT_OF(times); i++) {
		(void)builder_sample(b, 0, 0, &value);
		builder_time(b, times[i]);
	}
	p = seal_checked(b);
	assert_int_equal(p->sample.time[0], 200);
	assert_int_equal(p->sample.time[1], 0);
	assert_int_equal(p->sample.time[2], INT64_MAX - 500);
	copy = seal_checked(rewrite_select(p, column, 1, STR_EMPTY, 0));
	assert_int_equal(copy->sample.time[0], 200);
	profile_unref(copy);
	profile_unref(p);
}

/* A pseudo random number below n. */
static uint32_t
below(uint64_t *seed, uint32_t n)
{
	*seed = hash_mix(*seed + 1);
	return (uint32_t)(*seed >> 33) % n;
}

enum { N = 300, DEEP = 20 };

/* Samples with random stacks of random lengths over few locations. */
struct samples {
	uint32_t nlocs;
	loc_id stack[N][DEEP];
	uint32_t len[N], tag[N];
};

static void
make_samples(struct samples *m, uint64_t seed)
{
	m->nlocs = 1 + below(&seed, 12);
	for (int s = 0; s < N; s++) {
		m->tag[s] = below(&seed, 9);
		m->len[s] = below(&seed, DEEP + 1);
		for (uint32_t i = 0; i < m->len[s]; i++)
			m->stack[s][i] = below(&seed, m->nlocs);
	}
}

static lset_id
labels_of(struct builder *b, const struct samples *m, int s)
{
	const struct label label = { builder_string(b, STR("key")), NONE, 0,
		m->tag[s] };

	return builder_labels(b, &label, m->tag[s] != 0);
}

static void
add_one_by_one(struct builder *b, const struct samples *m)
{
	for (int s = 0; s < N; s++) {
		const int64_t value[2] = { s, -s };
		node_id leaf = builder_stack(b, m->stack[s], m->len[s]);

		assert_int_equal(
			builder_sample(b, leaf, labels_of(b, m, s), value), 0);
	}
}

static void
add_at_once(struct builder *b, const struct samples *m)
{
	struct builder_bulk bulk = { .n = N, .stacks = { .n = N } };

	bulk.leaf = xcalloc(N, sizeof(*bulk.leaf));
	bulk.labels = xcalloc(N, sizeof(*bulk.labels));
	bulk.value = xcalloc(2, sizeof(*bulk.value));
	bulk.value[0] = xcalloc(N, sizeof(**bulk.value));
	bulk.value[1] = xcalloc(N, sizeof(**bulk.value));
	bulk.stacks.first = xcalloc(N, sizeof(*bulk.stacks.first));
	bulk.stacks.loc =
		xcalloc((size_t)N * (DEEP + 1), sizeof(*bulk.stacks.loc));
	for (int s = 0; s < N; s++) {
		loc_id *to = bulk.stacks.loc + bulk.stacks.nloc;

		bulk.leaf[s] = (uint32_t)s;
		bulk.labels[s] = labels_of(b, m, s);
		bulk.value[0][s] = s;
		bulk.value[1][s] = -s;
		bulk.stacks.first[s] = (uint32_t)bulk.stacks.nloc;
		for (uint32_t i = m->len[s]; i > 0; i--)
			*to++ = m->stack[s][i - 1];
		*to = NONE;
		bulk.stacks.nloc += m->len[s] + (size_t)1;
	}
	assert_int_equal(builder_bulk(b, &bulk), 0);
	assert_null(bulk.leaf);
}

static struct builder *
builder_of(const struct samples *m,
	void (*add)(struct builder *b, const struct samples *m), bool is_part)
{
	struct builder *b = builder_new(0);

	if (is_part)
		builder_part(b);
	add_type(b, "samples", "count");
	add_type(b, "cpu", "nanoseconds");
	for (uint32_t i = 0; i < m->nlocs; i++)
		(void)call(b, (const char[]){ (char)('a' + i), '\0' });
	add(b, m);
	return b;
}

static struct profile *
profile_of(const struct samples *m,
	void (*add)(struct builder *b, const struct samples *m))
{
	return seal_checked(builder_of(m, add, false));
}

/* Every sample comes back with the stack, labels and values that it was
   given. */
static void
has_samples(const struct profile *p, const struct samples *m)
{
	assert_int_equal(p->sample.n, N);
	for (int s = 0; s < N; s++) {
		loc_id out[DEEP];
		lset_id set = p->sample.labels[s];
		uint32_t at = p->labels.first[set], len = m->len[s];

		assert_int_equal(
			profile_stack(p, p->sample.leaf[s], out, DEEP), len);
		assert_memory_equal(out, m->stack[s], len * sizeof(*out));
		assert_int_equal(p->labels.first[set + 1] - at, m->tag[s] != 0);
		if (m->tag[s] != 0)
			assert_int_equal(p->labels.label[at].num, m->tag[s]);
		assert_true(p->sample.value[0][s] == s);
		assert_true(p->sample.value[1][s] == -s);
	}
}

TEST(random_samples_come_back_as_they_went_in)
{
	static struct samples m;

	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct profile *grown, *parted;
		size_t n;

		make_samples(&m, seed * 1000003);
		grown = profile_of(&m, add_one_by_one);
		parted = profile_of(&m, add_at_once);
		has_samples(grown, &m);
		/* and the nodes are the same, whichever way */
		n = grown->trie.n;
		assert_int_equal(parted->trie.n, n);
		assert_memory_equal(parted->trie.parent, grown->trie.parent,
			n * sizeof(node_id));
		assert_memory_equal(
			parted->trie.loc, grown->trie.loc, n * sizeof(loc_id));
		assert_memory_equal(parted->sample.leaf, grown->sample.leaf,
			N * sizeof(node_id));
		has_samples(parted, &m);
		profile_unref(grown);
		profile_unref(parted);
	}
}

/* The first whole, the others as parts or whole. */
static struct profile *
merge_of_parts(const struct samples *m, struct profile *first, bool as_parts)
{
	const struct merge_options options = { 0 };
	struct merge_part part = { .profile = first };
	struct merger *g = merger_new(&part, &options);
	struct err err = ERR_INIT;
	struct profile *made;

	for (int i = 0; i < 3; i++) {
		struct builder *b = builder_of(m, add_at_once, as_parts);

		/* Other tables the first time, then the same again. */
		if (i == 0)
			(void)call(b, "g");
		part = (struct merge_part){ .name = STR("part") };
		part.profile = as_parts
			? builder_seal_part(b, &part.stacks, &err)
			: seal_checked(b);
		assert_int_equal(part.stacks != NULL, as_parts);
		if (as_parts)
			assert_int_equal(part.stacks->n, N);
		assert_int_equal(merger_add(g, &part, &err), 1);
		profile_unref(part.profile);
	}
	made = merger_end(g, &err);
	assert_true(profile_check(made));
	return made;
}

static void
same_samples(const struct profile *a, const struct profile *b)
{
	size_t n = a->sample.n;

	assert_int_equal(b->trie.n, a->trie.n);
	assert_memory_equal(
		b->trie.parent, a->trie.parent, a->trie.n * sizeof(node_id));
	assert_memory_equal(
		b->trie.loc, a->trie.loc, a->trie.n * sizeof(loc_id));
	assert_int_equal(b->sample.n, n);
	assert_memory_equal(
		b->sample.leaf, a->sample.leaf, n * sizeof(node_id));
	assert_memory_equal(
		b->sample.labels, a->sample.labels, n * sizeof(lset_id));
	for (uint32_t t = 0; t < a->types.n; t++)
		assert_memory_equal(b->sample.value[t], a->sample.value[t],
			n * sizeof(int64_t));
}

TEST(parts_merge_as_whole_profiles_do)
{
	static struct samples m;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct profile *whole, *sealed, *of_parts, *of_whole;

		make_samples(&m, seed * 7919);
		whole = profile_of(&m, add_one_by_one);
		sealed = seal_checked(builder_of(&m, add_at_once, true));
		same_samples(whole, sealed);
		of_parts = merge_of_parts(&m, whole, true);
		of_whole = merge_of_parts(&m, whole, false);
		same_samples(of_whole, of_parts);
		profile_unref(whole);
		profile_unref(sealed);
		profile_unref(of_parts);
		profile_unref(of_whole);
	}
}

TEST(stacks_at_once_keep_to_the_limit)
{
	static struct samples m;
	struct err err = ERR_INIT;
	size_t limit = 0;

	make_samples(&m, 7);
	/* what the samples take; their nodes come when they are sealed */
	for (int round = 0; round < 2; round++) {
		struct builder *b = builder_new(limit);

		add_type(b, "samples", "count");
		add_type(b, "cpu", "nanoseconds");
		for (uint32_t i = 0; i < m.nlocs; i++)
			(void)call(b, "f");
		add_at_once(b, &m);
		limit = builder_bytes(b);
		assert_null(builder_err(b));
		if (round == 0) {
			profile_unref(seal_checked(b));
		} else {
			assert_null(builder_seal(b, &err));
			assert_int_equal(err.code, ERR_LIMIT);
		}
	}
}

TEST(the_check_finds_what_is_broken)
{
	struct profile *p = example();
	int saved = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);

	assert_true(saved >= 0 && null >= 0);
	assert_true(profile_check(p));
	(void)dup2(null, STDERR_FILENO);
	p->trie.parent[6] = 4; /* its subtree has ended */
	assert_false(profile_check(p));
	p->trie.parent[6] = 5;
	p->trie.loc[4] = 2; /* twice the same call */
	assert_false(profile_check(p));
	p->trie.loc[4] = 3;
	p->sample.leaf[0] = 7;
	assert_false(profile_check(p));
	p->sample.leaf[0] = 3;
	p->line.func[0] = 6;
	assert_false(profile_check(p));
	p->line.func[0] = 0;
	p->header.doc_url = 1000;
	assert_false(profile_check(p));
	p->header.doc_url = 0;
	(void)dup2(saved, STDERR_FILENO);
	(void)close(saved);
	(void)close(null);
	assert_true(profile_check(p));
	profile_unref(p);
}

enum { MANY = 20000, LOCS = 5, LONGEST = 7 };

/* Some of one location alone, so that what is above them is large. */
static void
make_many(struct stacks *s, uint32_t locs, uint64_t seed)
{
	*s = (struct stacks){ .n = MANY };
	s->first = xcalloc(MANY, sizeof(*s->first));
	s->loc = xcalloc((size_t)MANY * (LONGEST + 1), sizeof(*s->loc));
	for (uint32_t i = 0; i < MANY; i++) {
		bool common = below(&seed, 2) == 0;

		s->first[i] = (uint32_t)s->nloc;
		for (uint32_t n = below(&seed, LONGEST + 1); n > 0; n--)
			s->loc[s->nloc++] = common ? 1 : below(&seed, locs);
		s->loc[s->nloc++] = NONE;
	}
}

TEST(two_threads_make_the_same_nodes_as_one)
{
	node_id *one = xcalloc(MANY, sizeof(*one));
	node_id *two = xcalloc(MANY, sizeof(*two));

	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct stacks_trie a, b;
		struct stacks s;
		struct budget all = { .max = 0 }, tight;

		make_many(&s, LOCS, seed);
		/* With so little memory there are no two threads. */
		tight = (struct budget){ .max = MANY * 80 + s.nloc * 12 };
		assert_true(stacks_to_trie(&s, LOCS, &tight, NULL, &a, one));
		assert_true(stacks_to_trie(&s, LOCS, &all, NULL, &b, two));
		assert_true(a.n > LOCS * LOCS && a.n == b.n);
		assert_memory_equal(a.parent, b.parent, a.n * sizeof(node_id));
		assert_memory_equal(
			a.loc + 1, b.loc + 1, (a.n - 1) * sizeof(loc_id));
		assert_memory_equal(one, two, MANY * sizeof(node_id));
		stacks_trie_free(&a);
		stacks_trie_free(&b);
		stacks_free(&s);
	}
	free(one);
	free(two);
}

/* As profile.proto has it; `to` is the end of what was packed before. */
static struct str
pack_stack(const loc_id *loc, unsigned char *to)
{
	unsigned char *begin = to;
	size_t n = 0;

	while (loc[n] != NONE)
		n++;
	while (n-- > 0) {
		uint32_t id = loc[n];

		for (; id >= 0x80; id >>= 7)
			*to++ = (unsigned char)(id | 0x80);
		*to++ = (unsigned char)id;
	}
	return str_from((const char *)begin, (size_t)(to - begin));
}

static void
count_done(void *owner)
{
	++*(int *)owner;
}

/* Spans of all these stacks, which have no location 0, and their bytes. */
static struct stacks_packed
pack_many(struct stacks *s, unsigned char *to, struct str *span, int *done)
{
	struct stacks_packed packed = {
		.n = s->n, .span = span, .done = count_done, .owner = done
	};

	for (size_t i = 0; i < s->nloc; i++)
		s->loc[i] += s->loc[i] == 0;
	for (uint32_t i = 0; i < s->n; i++) {
		span[i] = pack_stack(s->loc + s->first[i], to);
		to += span[i].n;
		packed.bytes += span[i].n;
	}
	return packed;
}

/* Each stack ends where it should, and no node is there twice. */
static void
is_trie_of(const struct stacks_trie *t, const struct stacks *s,
	const node_id *leaf)
{
	struct map64 seen = MAP64_INIT;

	for (node_id i = 1; i < t->n; i++) {
		uint32_t *at = map64_at(
			&seen, (uint64_t)t->parent[i] << 32 | t->loc[i]);

		assert_true(t->parent[i] < i && *at == NONE);
		*at = i;
	}
	for (uint32_t i = 0; i < s->n; i++) {
		const loc_id *loc = s->loc + s->first[i];
		size_t n = 0;

		while (loc[n] != NONE)
			n++;
		for (node_id at = leaf[i]; at != 0; at = t->parent[at]) {
			assert_true(n > 0);
			assert_int_equal(t->loc[at], loc[--n]);
		}
		assert_int_equal(n, 0);
	}
	map64_free(&seen);
}

TEST(packed_stacks_make_the_same_nodes)
{
	static const uint32_t locs[] = { LOCS, 200, 20000, 3000000 };
	node_id *plain = xcalloc(MANY, sizeof(*plain));
	node_id *leaf = xcalloc(MANY, sizeof(*leaf));
	unsigned char *room = xcalloc(MANY, 5 * LONGEST);
	struct str *span = xcalloc(MANY, sizeof(*span));

	for (uint32_t seed = 0; seed < 4 * COUNT_OF(locs); seed++) {
		uint32_t nlocs = locs[seed % COUNT_OF(locs)];
		struct stacks s;
		struct stacks_packed packed;
		struct stacks_trie a, b;
		struct budget all = { .max = 0 };
		bool odd = true;
		int done = 0;

		make_many(&s, nlocs, seed + 1);
		/* By one thread, too. */
		s.n = seed % 2 == 0 ? MANY : MANY / 8;
		packed = pack_many(&s, room, span, &done);
		assert_true(stacks_to_trie(&s, nlocs, &all, NULL, &a, plain));
		is_trie_of(&a, &s, plain);
		assert_true(stacks_packed_to_trie(
			&packed, nlocs, &all, NULL, &b, leaf, &odd));
		assert_true(!odd && done == 1 && a.n == b.n);
		assert_memory_equal(a.parent, b.parent, a.n * sizeof(node_id));
		assert_memory_equal(
			a.loc + 1, b.loc + 1, (a.n - 1) * sizeof(loc_id));
		assert_memory_equal(plain, leaf, s.n * sizeof(node_id));
		stacks_trie_free(&a);
		stacks_trie_free(&b);
		stacks_free(&s);
	}
	free(plain);
	free(leaf);
	free(room);
	free(span);
}

/* At any place among others that are fine. */
TEST(odd_stacks_are_found)
{
	const struct str odd[] = {
		STR("\x01\x00\x02"),     /* the number 0 */
		STR("\x00"),             /* ... alone */
		STR("\x81\x00\x01"),     /* 1 in two bytes */
		STR("\x01\x02\x83"),     /* cut */
		STR("\x01\x85\x01\x02"), /* too large */
		STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"),
		STR("\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
		    "\x01\x01\x01\x01\x00\x01\x01\x01\x01\x01\x01\x01"),
	};
	node_id *leaf = xcalloc(MANY, sizeof(*leaf));
	unsigned char *room = xcalloc(MANY, 5 * LONGEST);
	struct str *span = xcalloc(MANY, sizeof(*span));
	uint64_t seed = 1;

	for (size_t i = 0; i < 4 * COUNT_OF(odd); i++) {
		struct stacks s;
		struct stacks_packed packed;
		struct stacks_trie trie;
		struct budget all = { .max = 0 };
		bool is_odd = false;
		int done = 0;

		make_many(&s, LOCS, i + 1);
		s.n = i % 2 == 0 ? MANY : MANY / 8;
		packed = pack_many(&s, room, span, &done);
		span[below(&seed, s.n)] = odd[i / 4];
		packed.bytes += odd[i / 4].n;
		assert_false(stacks_packed_to_trie(
			&packed, LOCS, &all, NULL, &trie, leaf, &is_odd));
		assert_true(is_odd && done == 0);
		stacks_free(&s);
	}
	free(leaf);
	free(room);
	free(span);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
