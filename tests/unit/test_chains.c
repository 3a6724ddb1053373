/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The chains of trees, and the numbers that come of them: those of a tree so
 * large that two threads work on it are summed once more from the samples.
 */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/frametree.h"
#include "stacks.h"
#include "util_view.h"

/* The chains of f's query, while f lives. */
static const struct chains *
chains_of(struct fixture *f)
{
	struct err err = ERR_INIT;
	struct run run = { .e = f->engine, .q = &f->view->query, .err = &err };

	assert_int_equal(run_stages(&run), 0);
	return &run.shape->chains;
}

static void
check_chains(const struct chains *c, const uint32_t *first,
	const uint32_t *parent, uint32_t n)
{
	assert_int_equal(c->n, n);
	for (uint32_t i = 0; i <= n; i++)
		assert_int_equal(c->first[i], first[i]);
	for (uint32_t i = 0; i < n; i++)
		assert_int_equal(c->parent[i], parent[i]);
}

TEST(a_chain_ends_where_calls_part)
{
	static const uint32_t first[] = { 0, 1, 3, 5, 6 };
	static const uint32_t parent[] = { 0, 0, 1, 1 };
	struct fixture f;
	const struct chains *c;

	fixture_init(&f,
		"main;parse;lex;read 1\n"
		"main;parse;emit 2\n",
		"count", NULL);
	c = chains_of(&f);
	check_chains(c, first, parent, 4);
	assert_int_equal(c->of_slot[0], 2);
	assert_int_equal(c->of_slot[1], 3);
	fixture_fini(&f);
}

TEST(a_chain_ends_where_a_stack_does)
{
	static const uint32_t first[] = { 0, 1, 3, 4 };
	static const uint32_t parent[] = { 0, 0, 1 };
	struct fixture f;

	fixture_init(&f, "a;b;c 1\na;b 2\n", "count", NULL);
	check_chains(chains_of(&f), first, parent, 3);
	fixture_fini(&f);
}

/* Below a, which x called first, c comes when b was there already. */
TEST(a_later_child_ends_a_chain_far_above)
{
	static const uint32_t first[] = { 0, 1, 2, 4, 5, 6 };
	static const uint32_t parent[] = { 0, 0, 1, 1, 2 };
	struct fixture f;
	struct query q;

	query_init(&q);
	q.hide = STR("^x$");
	fixture_init(&f,
		"main;x;a;d 1\n"
		"main;b 1\n"
		"main;a;d;c 1\n",
		"count", &q);
	check_chains(chains_of(&f), first, parent, 5);
	fixture_fini(&f);
}

TEST(a_stack_without_frames_has_no_chain)
{
	struct fixture f;
	struct query q;
	const struct chains *c;

	query_init(&q);
	q.hide = STR("^a$");
	fixture_init(&f, "a 1\na;b 2\n", "count", &q);
	c = chains_of(&f);
	assert_int_equal(c->n, 2);
	assert_int_equal(c->of_slot[0], NONE);
	assert_int_equal(c->of_slot[1], 1);
	fixture_fini(&f);
}

/* Stacks enough for several pieces: f0 .. f6 below each other, numbered so
   that they fork everywhere, some frames twice on their path. */
static struct profile *
many_stacks(void)
{
	enum { STACKS = 60000 };
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	strbuf_addstr(&b, "types cpu/milliseconds\n");
	for (unsigned i = 0; i < STACKS; i++)
		strbuf_addf(&b,
			"main;a%u;b%u;a%u;c%u+inl%u;d;leaf%u %u {tenant=t%u}\n",
			i % 7, i / 7 % 31, i % 5, i % 997, i % 3, i % 101,
			1 + i % 9, i % 13);
	p = stacks_read(strbuf_c(&b));
	strbuf_free(&b);
	return p;
}

/* The values according to the samples. */
struct expected {
	int64_t *self, *total; /* [tree.n] */
	uint8_t *live;
	int64_t *flat, *cum; /* [frames.n] */
	uint32_t *places;
};

static void
expect(struct expected *x, const struct view *v, uint32_t column)
{
	const struct profile *p = v->profile;
	const struct tree *t = &v->full;

	x->self = xcalloc(t->n, sizeof(*x->self));
	x->total = xcalloc(t->n, sizeof(*x->total));
	x->live = xcalloc(t->n, 1);
	x->flat = xcalloc(v->frames->n, sizeof(*x->flat));
	x->cum = xcalloc(v->frames->n, sizeof(*x->cum));
	x->places = xcalloc(v->frames->n, sizeof(*x->places));
	for (size_t s = 0; s < p->sample.n; s++) {
		int64_t value = p->sample.value[column][s];
		node_id end = view_end(v, s);

		if (!view_keeps(v, s))
			continue;
		x->self[end] += value;
		x->live[end] |= LIVE_ENDS;
		if (end != 0)
			x->flat[t->frame[end]] += value;
		for (node_id i = end;; i = t->parent[i]) {
			x->total[i] += value;
			x->live[i] |= LIVE_PASSES;
			if ((t->flags[i] & TREE_OUTERMOST) != 0)
				x->cum[t->frame[i]] += value;
			if (i == 0)
				break;
		}
	}
	for (node_id i = 1; i < t->n; i++)
		x->places[t->frame[i]] += x->live[i] != 0;
}

static void
check_view(const struct view *v)
{
	const struct tree *t = &v->full;
	struct expected x;

	expect(&x, v, v->column);
	for (node_id i = 0; i < t->n; i++) {
		assert_int_equal(x.self[i], t->self.value[tree_self_row(t, i)]);
		assert_int_equal(x.total[i], t->total.value[tree_row(t, i)]);
		assert_int_equal(x.live[i], tree_live(t, i));
	}
	assert_memory_equal(x.flat, v->w.self.value, v->frames->n * 8u);
	assert_memory_equal(x.cum, v->w.total.value, v->frames->n * 8u);
	assert_memory_equal(x.places, v->nodes, v->frames->n * 4u);
	free(x.self);
	free(x.total);
	free(x.live);
	free(x.flat);
	free(x.cum);
	free(x.places);
}

/* One filter after the other on one engine: columns of the view before are
   there when the next one is written. */
TEST(numbers_of_a_large_tree_are_those_of_its_samples)
{
	struct profile *p = many_stacks();
	struct engine *e = engine_new(p);
	struct query q[7];

	for (size_t i = 0; i < COUNT_OF(q); i++)
		query_init(&q[i]);
	q[1].tagfocus = STR("t1");
	q[2].focus = STR("c9[0-9]*$");
	q[3].tagfocus = STR("t4");
	q[3].ignore = STR("b1");
	q[4].hide = STR("^[bd]");
	q[5].hide = STR("^[bd]");
	q[5].tagignore = STR("t1");
	for (size_t i = 0; i < COUNT_OF(q); i++) {
		struct err err = ERR_INIT;
		const struct view *v = view_compute(e, &q[i], NULL, &err);

		assert_non_null(v);
		check_view(v);
		view_unref(v);
	}
	engine_free(e);
	profile_unref(p);
}

/* "k=x" lets the same sets pass as "x", "xy" does not. */
TEST(label_sets_that_pass_as_before_are_not_weighed_again)
{
	static const char *const tags[] = { "x", "k=x", "xy" };
	struct profile *p = stacks_read("a;b 1 {k=x}\na;c 2 {k=xy}\n");
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	const struct view *v[COUNT_OF(tags)];
	struct query q;

	for (size_t i = 0; i < COUNT_OF(v); i++) {
		query_init(&q);
		q.tagfocus = str_c(tags[i]);
		v[i] = view_compute(e, &q, NULL, &err);
		assert_non_null(v[i]);
	}
	assert_ptr_equal(v[0]->full.total.value, v[1]->full.total.value);
	assert_ptr_not_equal(v[0]->full.total.value, v[2]->full.total.value);
	assert_int_equal(v[1]->full.total.value[tree_row(&v[1]->full, 0)], 3);
	assert_int_equal(v[2]->full.total.value[0], 2);
	for (size_t i = 0; i < COUNT_OF(v); i++)
		view_unref(v[i]);
	engine_free(e);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
