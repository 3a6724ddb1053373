/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of reports: counted without a tree they are what they are when a
 * tree is made first, under filters, with and without inlined calls, and with a
 * profile that is large enough for two threads. Who counts calls once for a
 * sample, on the way down, on the way back or from a place, counts the same.
 */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "engine/framesums.h"
#include "analysis/graph.h"
#include "analysis/peek.h"
#include "base/xalloc.h"
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

/* The output of -top for a view. */
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

static const struct graph_edge *
find_edge(struct graph_node *const *vertex, frame_id from, frame_id to)
{
	for (uint32_t i = 0; vertex[to] != NULL && i < vertex[to]->n_in; i++)
		if (vertex[to]->in[i]->from == from)
			return vertex[to]->in[i];
	fail_msg("no call from %" PRIu32 " to %" PRIu32, from, to);
	return NULL;
}

/* Edges to functions that were inlined somewhere. */
static void
rows_have_the_edges(const struct view *rows, const struct graph *g,
	struct graph_node *const *vertex, const struct bits *kept)
{
	struct arena arena = ARENA_INIT;
	size_t n, left = 0;
	const struct graph_edge *edge =
		framesums_edges(rows->framesums, kept, &arena, &n);

	for (frame_id f = 0; f < g->n_vertices; f++)
		if (vertex[f] != NULL && (rows->inlined[f] & 1) != 0)
			left += vertex[f]->n_in;
	assert_int_equal(n, left);
	for (size_t i = 0; i < n; i++) {
		const struct graph_edge *same =
			find_edge(vertex, edge[i].from, edge[i].to);

		assert_int_equal(edge[i].weight, same->weight);
		assert_int_equal(edge[i].inlined, same->inlined);
	}
	arena_free(&arena);
}

static void
peek_has_the_edges(
	const struct view *v, frame_id frame, struct graph_node *const *vertex)
{
	struct peek *p = peek_new(v, frame, NULL);
	const struct graph_node *n = vertex[frame];
	size_t callers = 0;

	for (size_t i = 0; i < p->n_callers; i++) {
		const struct peek_edge *e = &p->caller[i];
		const struct graph_edge *same;

		if (e->frame == NONE)
			continue;
		callers++;
		same = find_edge(vertex, e->frame, frame);
		assert_int_equal(e->weight, same->weight);
		assert_int_equal(e->inlined == 1, same->inlined);
	}
	for (size_t i = 0; i < p->n_callees; i++)
		assert_int_equal(p->callee[i].weight,
			find_edge(vertex, frame, p->callee[i].frame)->weight);
	assert_int_equal(callers, n != NULL ? n->n_in : 0);
	assert_int_equal(p->n_callees, n != NULL ? n->n_out : 0);
	peek_free(p);
}

/* Sums of all frames, or of some. */
static void
all_count_the_same(
	const struct profile *p, const struct query *q, const struct bits *kept)
{
	struct err err = ERR_INIT;
	struct engine *e = engine_new(p);
	const struct view *tree = view_compute(e, q, NULL, &err);
	const struct view *rows = view_compute_rows(e, q, 0, NULL, &err);
	struct graph_options o;
	struct graph_node **vertex;
	struct graph *g;

	assert_non_null(rows->framesums);
	assert_ptr_equal(tree->frames, rows->frames);
	graph_options_init(&o, q);
	g = graph_kept(tree, &o, kept);
	vertex = graph_vertices(g);
	rows_have_the_edges(rows, g, vertex, kept);
	for (frame_id f = 0; f < tree->frames->n && kept == NULL; f++)
		peek_has_the_edges(tree, f, vertex);
	free(vertex);
	graph_free(g);
	view_unref(tree);
	view_unref(rows);
	engine_free(e);
}

TEST(a_call_counts_once_whoever_counts)
{
	enum { NAMES = 9 };
	uint64_t random = 5;

	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct profile *p = random_stacks(seed, 1 + 2 * (unsigned)seed,
			2 + seed % (NAMES - 1), 4 + (unsigned)seed / 2);
		struct bits kept = bits_new(NAMES + 1);
		struct query q;

		for (unsigned f = 0; f <= NAMES; f++)
			if (random_next(&random) % 3 != 0)
				bits_set(&kept, f);
		query_init(&q);
		all_count_the_same(p, &q, NULL);
		all_count_the_same(p, &q, &kept);
		q.focus = STR("f[01]$");
		all_count_the_same(p, &q, NULL);
		all_count_the_same(p, &q, &kept);
		free(kept.word);
		profile_unref(p);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
