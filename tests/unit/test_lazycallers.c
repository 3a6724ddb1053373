/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees of callers that grow, against the tree of the same paths made at once
 * and as simply as can be, whoever looks first and where.
 */
#include "prelude.h"

#include <pthread.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "base/threads.h"
#include "base/vec.h"
#include "engine/engine_internal.h"
#include "engine/lazycallers.h"
#include "engine/treetotals.h"
#include "present/nav.h"
#include "present/flamegraph.h"
#include "stacks.h"
#include "util_random.h"

/* ---- The same tree at once ---- */

struct plain_node {
	node_id parent, first, last, next;
	frame_id frame;
	uint8_t inlined, live;
	int64_t self, total;
	uint32_t depth, height;
};

struct plain {
	VEC(struct plain_node) node;
};

static node_id
plain_child(struct plain *p, node_id at, frame_id frame, uint8_t inlined)
{
	struct plain_node child = { .parent = at,
		.frame = frame,
		.inlined = inlined,
		.depth = p->node.p[at].depth + 1 };
	node_id id = (node_id)p->node.n;

	for (node_id k = p->node.p[at].first; k != 0; k = p->node.p[k].next)
		if (p->node.p[k].frame == frame &&
			p->node.p[k].inlined == inlined)
			return k;
	vec_push(&p->node, child);
	if (p->node.p[at].first == 0)
		p->node.p[at].first = id;
	else
		p->node.p[p->node.p[at].last].next = id;
	p->node.p[at].last = id;
	return id;
}

static void
plain_path(struct plain *p, const struct unfold_paths *paths, node_id start)
{
	const struct tree *full = paths->full;
	bool whole = paths->pivot != NONE;
	int64_t weight = whole ? full->total.value[tree_row(full, start)]
			       : full->self.value[tree_self_row(full, start)];
	node_id at = 0;

	for (node_id i = start;; i = full->parent[i]) {
		p->node.p[at].total += weight;
		p->node.p[at].live |= LIVE_PASSES;
		if (i == 0)
			break;
		at = plain_child(p, at, full->frame[i],
			whole && i == start ? 0 : full->flags[i] & TREE_INLINE);
	}
	p->node.p[at].self += weight;
	p->node.p[at].live |= LIVE_ENDS;
}

static void
plain_make(struct plain *p, const struct unfold_paths *paths)
{
	*p = (struct plain){ .node = { 0 } };
	vec_push(&p->node, ((struct plain_node){ .frame = NONE }));
	for (uint32_t i = 0; i < paths->n; i++)
		plain_path(p, paths, paths->start[i]);
	for (size_t i = p->node.n; i-- > 1;) {
		struct plain_node *above = &p->node.p[p->node.p[i].parent];

		if (above->height <= p->node.p[i].height)
			above->height = p->node.p[i].height + 1;
	}
}

/* ---- Both side by side ---- */

/* In which order nodes are looked at. */
enum order { FORWARDS, BACKWARDS, BY_CHANCE };

static void
same_node(const struct plain *p, node_id id, const struct tree *t, node_id i)
{
	const struct plain_node *want = &p->node.p[id];

	assert_int_equal(t->frame[i], want->frame);
	assert_int_equal(t->flags[i] & TREE_INLINE, want->inlined);
	assert_int_equal(tree_depth(t, i), want->depth);
	assert_int_equal(t->live[i], want->live);
	assert_int_equal(t->self.value[i], want->self);
	assert_int_equal(t->total.value[i], want->total);
	assert_int_equal(unfold_height(t->unfold, i), want->height);
}

/* All below a pair of nodes. */
static void
same_below(const struct plain *p, const struct tree *t, enum order order)
{
	struct pair {
		node_id want, got;
	} now = { 0, 0 };
	VEC(struct pair) left = { 0 };
	uint64_t state = 1;

	vec_push(&left, now);
	while (left.n > 0) {
		size_t pick = order == FORWARDS ? left.n - 1
			: order == BACKWARDS    ? 0
						: random_next(&state) % left.n;
		node_id want, got;

		now = left.p[pick];
		left.p[pick] = left.p[--left.n];
		same_node(p, now.want, t, now.got);
		got = tree_first(t, now.got);
		for (want = p->node.p[now.want].first; want != 0 && got != 0;
			want = p->node.p[want].next, got = t->next[got]) {
			assert_int_equal(t->parent[got], now.got);
			assert_true(got > now.got);
			vec_push(&left, ((struct pair){ want, got }));
		}
		assert_int_equal(want, 0);
		assert_int_equal(got, 0);
	}
	vec_free(&left);
}

static int64_t
plain_heaviest(const struct plain *p, frame_id frame)
{
	int64_t most = -1;

	for (size_t i = 1; i < p->node.n; i++)
		if (p->node.p[i].frame == frame && p->node.p[i].total > most)
			most = p->node.p[i].total;
	return most;
}

/* ---- Profiles ---- */

static struct profile *
random_profile(uint64_t seed, unsigned stacks, unsigned names, unsigned deep)
{
	struct strbuf b = STRBUF_INIT;
	uint64_t state = seed;
	struct profile *p;

	strbuf_addstr(&b, "types cpu/milliseconds\n");
	for (unsigned i = 0; i < stacks; i++) {
		stacks_put_random(&b, &state, names, deep);
		strbuf_addf(&b, " %u\n", (unsigned)(random_next(&state) % 5));
	}
	p = stacks_read(strbuf_c(&b));
	strbuf_free(&b);
	return p;
}

/* A view's tree of callees, and paths in it. */
struct growing {
	struct profile *profile;
	struct engine *engine;
	struct query q;
	struct err err;
	struct run run;
	struct arena arena;
	VEC(node_id) start;
	struct unfold_paths paths;
	struct plain plain;
	struct tree tree;
};

/* The paths from where samples end, or from a function. */
static void
growing_init(struct growing *g, struct profile *p, frame_id pivot)
{
	const struct tree *full;

	*g = (struct growing){ .profile = p, .engine = engine_new(p) };
	query_init(&g->q);
	g->run = (struct run){ .e = g->engine, .q = &g->q, .err = &g->err };
	assert_int_equal(run_stages(&g->run), 0);
	full = &g->run.weighed->tree;
	for (node_id i = 0; i < full->n; i++)
		if (pivot == NONE ? (tree_live(full, i) & LIVE_ENDS) != 0
				  : full->frame[i] == pivot &&
					(full->flags[i] & TREE_OUTERMOST) != 0)
			vec_push(&g->start, i);
	g->paths = (struct unfold_paths){ .full = full,
		.start = g->start.p,
		.n = (uint32_t)g->start.n,
		.pivot = pivot };
	plain_make(&g->plain, &g->paths);
	assert_int_equal(
		unfold_new(&g->run, &g->arena, &g->paths, &g->tree), 0);
}

static void
growing_fini(struct growing *g)
{
	unfold_free(g->tree.unfold);
	arena_free(&g->arena);
	vec_free(&g->start);
	vec_free(&g->plain.node);
	engine_free(g->engine);
	profile_unref(g->profile);
}

TEST(grown_is_the_tree_of_all_paths)
{
	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct growing g;
		unsigned names = 2 + (unsigned)seed % 7;
		frame_id pivot = seed % 3 == 0 ? (frame_id)(seed % 2) : NONE;

		growing_init(&g,
			random_profile(seed, 40, names, 2 + (unsigned)seed % 9),
			pivot);
		same_below(&g.plain, &g.tree, (enum order)(seed % 3));
		assert_int_equal(tree_whole(&g.tree, NULL), g.plain.node.n);
		growing_fini(&g);
	}
}

TEST(what_is_wide_is_opened_before)
{
	for (uint32_t least = 1; least < 60; least += 6) {
		struct growing g;

		growing_init(&g, random_profile(least, 300, 5, 9), NONE);
		assert_int_equal(unfold_wide(&g.run, &g.tree, least), 0);
		if (least == 1)
			assert_int_equal(g.tree.n, g.plain.node.n);
		else
			assert_in_range(g.tree.n, 2, g.plain.node.n - 1);
		same_below(&g.plain, &g.tree, BY_CHANCE);
		growing_fini(&g);
	}
}

TEST(heaviest_is_found_before_all_is_open)
{
	const node_id root = 0;
	struct growing g;
	struct bits frames;

	growing_init(&g, random_profile(7, 300, 6, 9), NONE);
	frames = bits_new(g.run.framed->frames->n);
	for (frame_id f = 0; f < g.run.framed->frames->n; f++) {
		node_id found;

		frames.word[0] = 0;
		bits_set(&frames, f);
		found = unfold_heaviest(&g.tree, &root, 1, &frames);
		assert_int_not_equal(found, NONE);
		assert_int_equal(g.tree.frame[found], f);
		assert_int_equal(
			g.tree.total.value[found], plain_heaviest(&g.plain, f));
	}
	free(frames.word);
	same_below(&g.plain, &g.tree, FORWARDS);
	growing_fini(&g);
}

static void *
open_all(void *arg)
{
	(void)tree_whole(arg, NULL);
	return NULL;
}

TEST(two_threads_may_look)
{
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct growing g;
		pthread_t other;

		growing_init(&g, random_profile(seed, 2000, 6, 9), NONE);
		assert_int_equal(thread_start(&other, open_all, &g.tree), 0);
		same_below(&g.plain, &g.tree, (enum order)(seed % 3));
		assert_int_equal(pthread_join(other, NULL), 0);
		growing_fini(&g);
	}
}

/* A profile so large that its view grows. */
TEST(view_of_a_large_profile_grows)
{
	struct profile *p = random_profile(3, 40000, 20, 16);
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	struct growing g;
	struct query q;
	const struct view *v;
	struct flamegraph *flamegraph;
	struct selection at;
	uint32_t levels;

	query_init(&q);
	q.direction = DIR_CALLERS;
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	assert_non_null(v->tree.unfold);
	growing_init(&g, profile_ref(p), NONE);
	assert_in_range(v->tree.n, 100, g.plain.node.n / 2);
	flamegraph = flamegraph_new(v, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	levels = flamegraph_height(flamegraph, SIDE_MAIN, 0);
	assert_int_equal(levels, g.plain.node.p[0].height);
	at = nav_deepest(flamegraph, selection_root(flamegraph));
	assert_int_equal(selection_level(flamegraph, at), levels);
	for (frame_id f = 0; f < v->frames->n; f++)
		assert_int_equal(
			selection_value(flamegraph,
				nav_widest(flamegraph,
					selection_root(flamegraph), f)),
			plain_heaviest(&g.plain, f));
	flamegraph_free(flamegraph);
	same_below(&g.plain, &v->tree, BY_CHANCE);
	view_unref(v);
	/* The search goes over all of it, and counts. */
	q.search = STR("^f3$");
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	levels = 0;
	for (size_t i = 1; i < g.plain.node.n; i++)
		levels += g.plain.node.p[i].live != 0 &&
			bits_get(&v->found.frame, g.plain.node.p[i].frame);
	assert_int_equal(v->found.n_nodes, levels);
	view_unref(v);
	engine_free(e);
	growing_fini(&g);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
