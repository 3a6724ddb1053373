/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles made from others: their tables, and stopping while it is done. */
#include "prelude.h"

#include "testing.h"

#include "base/progress.h"
#include "base/strbuf.h"
#include "profile/rewrite.h"
#include "stacks.h"

enum { STACKS = 6000 };

/* More of everything than there is between two looks at the stop flag. */
static struct profile *
many_rows(void)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	for (unsigned i = 0; i < STACKS; i++)
		strbuf_addf(&b, "main;f%u;g%u %u {tenant=t%u n=%u}\n", i % 97,
			i, i + 1, i, i % 3);
	p = stacks_read(strbuf_c(&b));
	strbuf_free(&b);
	return p;
}

static struct profile *
copy(const struct profile *p, struct progress *progress, struct err *err)
{
	struct builder *b = rewrite_tables(p, true, MAP_ALL, progress);

	/* In preorder, a node gets the number that it had. */
	for (node_id i = 1; i < p->trie.n; i++)
		(void)builder_step(b, p->trie.parent[i], p->trie.loc[i]);
	for (size_t i = 0; i < p->sample.n; i++)
		(void)rewrite_sample(
			b, p, i, p->sample.leaf[i], p->sample.labels[i]);
	return builder_seal(b, err);
}

static void
assert_same_label(const struct label *a, const struct label *b)
{
	assert_int_equal(a->key, b->key);
	assert_int_equal(a->str, b->str);
	assert_int_equal(a->unit, b->unit);
	assert_true(a->num == b->num);
}

TEST(a_copy_has_the_same_tables_under_the_same_ids)
{
	struct profile *p = many_rows();
	struct err err = ERR_INIT;
	struct profile *q = copy(p, NULL, &err);

	assert_non_null(q);
	assert_true(profile_check(q));
	assert_int_equal(q->strings.n, p->strings.n);
	for (str_id i = 0; i < p->strings.n; i++) {
		struct str s = profile_str(p, i);

		assert_true(str_eq(profile_str(q, i), s));
		assert_int_equal(intern_find(&q->strings, s), i);
	}
	assert_int_equal(q->labels.n, p->labels.n);
	assert_true(q->labels.n > STACKS);
	for (lset_id i = 0; i <= p->labels.n; i++)
		assert_int_equal(q->labels.first[i], p->labels.first[i]);
	for (uint32_t i = 0; i < p->labels.first[p->labels.n]; i++)
		assert_same_label(&q->labels.label[i], &p->labels.label[i]);
	profile_unref(q);
	profile_unref(p);
}

TEST(label_sets_that_were_copied_are_known)
{
	struct profile *p = many_rows();
	struct builder *b = rewrite_tables(p, true, MAP_ALL, NULL);
	struct label other = { .key = 1, .str = NONE, .num = 77 };

	assert_int_equal(builder_labels(b, NULL, 0), 0);
	for (lset_id i = 1; i < p->labels.n; i++) {
		uint32_t first = p->labels.first[i];

		assert_int_equal(builder_labels(b, p->labels.label + first,
					 p->labels.first[i + 1] - first),
			i);
	}
	assert_int_equal(builder_labels(b, &other, 1), p->labels.n);
	assert_int_equal(builder_labels(b, &other, 1), p->labels.n);
	builder_free(b);
	profile_unref(p);
}

TEST(strings_come_after_those_that_were_copied)
{
	struct profile *p = many_rows();
	struct builder *b = rewrite_tables(p, true, MAP_ALL, NULL);

	assert_int_equal(builder_string(b, STR("not there")), p->strings.n);
	assert_int_equal(builder_string(b, profile_str(p, 5)), 5);
	builder_free(b);
	profile_unref(p);
}

TEST(a_copy_can_be_stopped_wherever_it_looks)
{
	struct profile *p = many_rows();
	enum { NEVER = 1 << 30 };
	struct progress progress = { .stop = PROGRESS_STOP_AT(NEVER) };
	struct err err = ERR_INIT;
	uint64_t looks;

	profile_unref(copy(p, &progress, &err));
	looks = PROGRESS_LOOKS(&progress, NEVER);
	/* In the strings and their hash, in the columns of functions, of
	   locations and of lines, in labels, nodes and samples. */
	assert_true(looks >= 30);
	for (uint64_t look = 1; look <= looks; look++) {
		struct progress stop = { .stop = PROGRESS_STOP_AT(look) };

		err = (struct err)ERR_INIT;
		assert_null(copy(p, &stop, &err));
		assert_int_equal(err.code, ERR_CANCELLED);
	}
	profile_unref(p);
}

/* As engine/filtered.c does, which makes locations of its own. */
TEST(locations_of_a_stopped_copy_need_no_mapping)
{
	struct progress stop = { .stop = true };
	struct builder_location l = { .address = 1 };
	struct builder_mapping m = { .limit = 2 };
	struct err err = ERR_INIT;
	struct builder *b = builder_new(0);
	struct profile *p;

	for (unsigned i = 0; i < STACKS; i++)
		(void)builder_function(b,
			&(struct builder_function){
				.name = builder_string(b, STR("f")) });
	l.map = builder_mapping(b, &m);
	(void)builder_location(b, &l);
	builder_type(b, builder_string(b, STR("cpu")),
		builder_string(b, STR("count")));
	p = builder_seal(b, &err);
	assert_non_null(p);
	b = rewrite_tables(p, false, MAP_ALL, &stop);
	assert_int_equal(rewrite_location(b, p, 0,
				 (struct rewrite_lines){ .from = 0 }),
		NONE);
	assert_null(builder_seal(b, &err));
	assert_int_equal(err.code, ERR_CANCELLED);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
