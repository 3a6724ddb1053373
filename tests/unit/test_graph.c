/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph and its trimming. */
#include "prelude.h"

#include "analysis/graph.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "stacks.h"

/* "name flat/cum" a node in order, its out-edges behind it: "> to weight",
   with r for residual and i for inlined. */
static void
print(struct strbuf *out, const struct graph *g)
{
	for (uint32_t i = 0; i < g->n; i++) {
		const struct graph_node *n = &g->node[i];

		strbuf_add(out, g->frames->frame[n->frame].text);
		strbuf_addf(out, " %" PRId64 "/%" PRId64, graph_self(n),
			graph_total(n));
		for (uint32_t k = 0; k < n->n_out; k++) {
			const struct graph_edge *e = n->out[k];

			strbuf_addstr(out, " > ");
			strbuf_add(out, g->frames->frame[e->to].text);
			strbuf_addf(out, " %" PRId64 "%s%s", e->weight,
				e->residual ? "r" : "", e->inlined ? "i" : "");
		}
		strbuf_addch(out, '\n');
	}
}

static void
check_trim(const char *profile, const struct query *q,
	const struct graph_options *o, const char *want)
{
	struct profile *p = stacks_read(profile);
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	const struct view *v = view_compute(e, q, NULL, &err);
	struct strbuf got = STRBUF_INIT;
	struct graph *g;

	assert_non_null(v);
	g = graph_trimmed(v, o);
	print(&got, g);
	if (g->dropped_nodes + g->dropped_edges > 0 || g->orig_count != g->n)
		strbuf_addf(&got, "dropped %u nodes %u edges, %u before\n",
			g->dropped_nodes, g->dropped_edges, g->orig_count);
	assert_string_equal(strbuf_c(&got), want);
	strbuf_free(&got);
	graph_free(g);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
}

static void
check(const char *profile, const char *want)
{
	struct graph_options o;
	struct query q;

	query_init(&q);
	graph_options_init(&o, &q);
	check_trim(profile, &q, &o, want);
}

TEST(each_sample_counts_once_per_node_and_pair)
{
	check("main;a;b 3\nmain;b 1\nmain;a;a;b 1\n",
		"b 5/5\n"
		"a 0/4 > b 4\n"
		"main 0/5 > a 4 > b 1\n");
	/* a > b twice on one stack */
	check("a;b;a;b 2\n", "b 2/2 > a 2\na 0/2 > b 2\n");
}

TEST(order_is_flat_then_name)
{
	check("m;c 1\nm;a 1\nm;b -3\n",
		"b -3/-3\na 1/1\nc 1/1\nm 0/-1 > b -3 > a 1 > c 1\n");
}

TEST(an_edge_is_inlined_when_all_its_calls_are)
{
	check("a+b 1\n", "b 1/1\na 0/1 > b 1i\n");
	check("a+b 1\na;b 1\n", "b 2/2\na 0/2 > b 2\n");
	/* in one sample the outermost call of a pair tells */
	check("a+b;c;a;b 1\n", "b 1/1 > c 1\na 0/1 > b 1i\nc 0/1 > a 1\n");
}

TEST(cancelled_nodes_go_but_their_edges_stay)
{
	check("m;a;c 2\nm;b;c 1\nm;a;c -2\n",
		"c 1/1\nb 0/1 > c 1\nm 0/1 > b 1 > a 0\n");
}

TEST(negative_nodes_can_be_dropped)
{
	struct graph_options o;
	struct query q;

	query_init(&q);
	q.drop_negative = true;
	graph_options_init(&o, &q);
	check_trim("m;a 5\nm;b -2\nm;c;d -1\n", &q, &o,
		"a 5/5\nm 0/2 > a 5 > b -2 > c -1\n");
}

TEST(small_nodes_leave_residual_edges)
{
	struct graph_options o = { .nodefraction = 0.3 };
	struct query q;

	query_init(&q);
	/* x has 20 of 100; its callee keeps what it got through it */
	check_trim("m;a 60\nm;x;y 20\nm;y 20\n", &q, &o,
		"a 60/60\ny 40/40\nm 0/100 > a 60 > y 40r\n"
		"dropped 1 nodes 0 edges, 3 before\n");
	/* the flat value of dropped frames goes to no other frame */
	check_trim("m;a 60\nm;x 20\nm 20\n", &q, &o,
		"a 60/60\nm 20/100 > a 60\n"
		"dropped 1 nodes 0 edges, 2 before\n");
}

TEST(nodecount_keeps_the_first)
{
	struct graph_options o = { .nodecount = 2 };
	struct query q;

	query_init(&q);
	check_trim("m;a;b;c 5\nm;a 4\n", &q, &o,
		"c 5/5\na 4/9 > c 5r\n"
		"dropped 0 nodes 0 edges, 4 before\n");
}

TEST(small_edges_are_counted_in_the_last_step)
{
	struct graph_options o = { .edgefraction = 0.1 };
	struct query q;

	query_init(&q);
	check_trim("m;a 95\nm;b 5\n", &q, &o,
		"a 95/95\nb 5/5\nm 0/100 > a 95\n"
		"dropped 0 nodes 1 edges, 3 before\n");
	/* with a node count that drops no node they went unnoticed */
	o.nodecount = 10;
	check_trim(
		"m;a 95\nm;b 5\n", &q, &o, "a 95/95\nb 5/5\nm 0/100 > a 95\n");
}

TEST(options_come_from_the_query)
{
	struct graph_options o;
	struct query q;

	query_init(&q);
	graph_options_init(&o, &q);
	assert_int_equal(o.nodecount, 0);
	assert_true(o.nodefraction <= 0.0);
	graph_options_trim(&o, &q, 80);
	assert_int_equal(o.nodecount, 80);
	assert_true(o.nodefraction > 0.004);
	q.nodecount = 7;
	graph_options_trim(&o, &q, 80);
	assert_int_equal(o.nodecount, 7);
	q.trim = false;
	graph_options_init(&o, &q);
	graph_options_trim(&o, &q, 80);
	assert_int_equal(o.nodecount, 0);
	assert_true(o.edgefraction <= 0.0);
	assert_int_equal(trim_cut(-1000, 0.005), 5);
	assert_int_equal(trim_cut(199, 0.005), 0);
}

static const struct graph_node *
node_of(const struct graph *g, frame_id frame)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (g->node[i].frame == frame)
			return &g->node[i];
	fail_msg("no node of frame %u", frame);
	return NULL;
}

TEST(the_inline_mark_of_a_node_comes_from_its_callers)
{
	struct profile *p = stacks_read("m;a+b 1\nm;c;b 1\nm;d+e 1\nf 1\n");
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	struct graph_options o;
	const struct view *v;
	struct graph *g;
	struct query q;

	query_init(&q);
	graph_options_init(&o, &q);
	v = view_compute(e, &q, NULL, &err);
	g = graph_full(v, &o);
#define MARK(name) \
	graph_inlined(node_of(g, frames_find(v->frames, STR(name))))
	assert_int_equal(MARK("b"), 3);
	assert_int_equal(MARK("e"), 1);
	assert_int_equal(MARK("c"), 2);
	assert_int_equal(MARK("f"), 0);
#undef MARK
	graph_free(g);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
}

TEST(mean_divides_at_the_end)
{
	struct graph_options o;
	struct query q;

	query_init(&q);
	q.mean = true;
	graph_options_init(&o, &q);
	check_trim("m;a 2,30\nm;b 1,9\nm;c 3,0\nm;d 0,0\n", &q, &o,
		"a 15/15\nb 9/9\nm 0/6 > a 30 > b 9 > c 0\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
