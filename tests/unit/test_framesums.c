/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of reports: counted without a tree they are what they are when a
 * tree is made first, under filters, with and without inlined calls, and with a
 * profile that is large enough for two threads.
 */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "engine/framesums.h"
#include "analysis/graph.h"
#include "stacks.h"
#include "util_random.h"

static struct profile *
random_stacks(uint64_t seed, unsigned stacks, unsigned names, unsigned deep)
{
	struct strbuf b = STRBUF_INIT;
	uint64_t state = seed;
	struct profile *p;

	strbuf_addstr(&b, "types n/count cpu/milliseconds\n");
	for (unsigned i = 0; i < stacks; i++) {
		stacks_put_random(&b, &state, names, deep);
		strbuf_addf(&b, " %u,%d\n", (unsigned)(random_next(&state) % 4),
			(int)(random_next(&state) % 7) - 1);
	}
	p = stacks_read(strbuf_c(&b));
	strbuf_free(&b);
	return p;
}

/* What -top prints of a view. */
static void
print_rows(struct strbuf *out, const struct view *v)
{
	struct graph_options o;
	struct graph *g;

	graph_options_init(&o, &v->query);
	graph_options_trim(&o, &v->query, 0);
	o.any_order = true;
	g = graph_trimmed(v, &o);
	strbuf_addf(out,
		"%" PRIu32 " of %" PRIu32 " rows, %" PRId64 " of %" PRId64
		", %" PRIu64 " samples, %zu warnings\n",
		g->n, g->orig_count, v->w.kept.value, v->w.whole, v->samples,
		v->warnings.n);
	for (uint32_t i = 0; i < g->n; i++) {
		const struct graph_node *n = &g->node[i];
		unsigned how = graph_inlined(n);

		strbuf_addf(out, "%" PRId64 "/%" PRId64 " ", graph_self(n),
			graph_total(n));
		strbuf_add3(out, "", g->frames->frame[n->frame].text,
			how == 1           ? " inline\n"
				: how == 3 ? " partial\n"
					   : "\n");
	}
	graph_free(g);
}

static void
rows_are_the_same(const struct profile *p, const struct query *q, bool counted)
{
	struct err err = ERR_INIT;
	struct engine *e = engine_new(p);
	const struct view *tree = view_compute(e, q, NULL, &err);
	const struct view *rows = view_compute_rows(e, q, 0, NULL, &err);
	struct strbuf want = STRBUF_INIT, got = STRBUF_INIT;

	assert_non_null(tree);
	assert_non_null(rows);
	assert_int_equal(rows->framesums != NULL, counted);
	print_rows(&want, tree);
	print_rows(&got, rows);
	assert_string_equal(strbuf_c(&got), strbuf_c(&want));
	strbuf_free(&want);
	strbuf_free(&got);
	view_unref(tree);
	view_unref(rows);
	engine_free(e);
}

/* Plain, with filters, and cut in several ways. */
static void
all_the_same(const struct profile *p)
{
	struct query q;

	query_init(&q);
	rows_are_the_same(p, &q, true);
	q.trim = false;
	rows_are_the_same(p, &q, true);
	q.noinlines = true;
	rows_are_the_same(p, &q, true);
	q.noinlines = false;
	q.recursion = true;
	rows_are_the_same(p, &q, true);
	query_init(&q);
	q.nodefraction = 0.1;
	q.edgefraction = 0.02;
	q.nodecount = 6;
	rows_are_the_same(p, &q, true);
	q.mean = true;
	rows_are_the_same(p, &q, true);
	query_init(&q);
	q.focus = STR("f[34]$");
	rows_are_the_same(p, &q, true);
	q.ignore = STR("f5$");
	q.relative_percentages = true;
	rows_are_the_same(p, &q, true);
	q.granularity = GRAN_LINES;
	rows_are_the_same(p, &q, true);
}

TEST(rows_need_no_tree)
{
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct profile *p =
			random_stacks(seed, 1 + 3 * (unsigned)seed, 8, 12);

		all_the_same(p);
		profile_unref(p);
	}
}

TEST(two_threads_share_a_large_trie)
{
	struct profile *p = random_stacks(7, 20000, 300, 24);

	/* Several pieces: see framesums.c. */
	assert_true(p->trie.n > 3 * 65536);
	all_the_same(p);
	profile_unref(p);
}

/* An edge without a sample, of 0, or too small says nothing about how a
   function was called. */
TEST(marks_come_from_the_calls_that_count)
{
	static const char *const profiles[] = {
		"main+f 5\nmain;f 0",
		"main+f 0\nmain;f 5",
		"main+f 3\nmain;f -3\ng;f 2",
		"main+f 10000\nmain;f 1",
		"f;f+f 3\nf 1",
		"a;hidden+f 1\na;b 1000",
		"- 4",
	};

	for (size_t i = 0; i < COUNT_OF(profiles); i++) {
		struct profile *p = stacks_read(profiles[i]);
		struct query q;

		query_init(&q);
		rows_are_the_same(p, &q, p->trie.n > 1);
		q.trim = false;
		rows_are_the_same(p, &q, p->trie.n > 1);
		profile_unref(p);
	}
}

TEST(filters_that_change_stacks_take_a_tree)
{
	struct profile *p = random_stacks(3, 50, 8, 12);
	struct query q;

	query_init(&q);
	q.hide = STR("f1");
	rows_are_the_same(p, &q, false);
	query_init(&q);
	q.show_from = STR("f1");
	rows_are_the_same(p, &q, false);
	/* Why nothing is left, only the tree's view says. */
	query_init(&q);
	q.focus = STR("nothing");
	rows_are_the_same(p, &q, false);
	profile_unref(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_need_no_tree),
		cmocka_unit_test(two_threads_share_a_large_trie),
		cmocka_unit_test(marks_come_from_the_calls_that_count),
		cmocka_unit_test(filters_that_change_stacks_take_a_tree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
