/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of functions within a part of the graph, in each direction. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "present/inside.h"
#include "util_random.h"
#include "util_view.h"

#define STACKS \
	"main;f;g 30\nmain;f;x 20\nmain;z;f;g 10\nmain;z;f;y 40\n" \
	"main;z;g;h;g 100\nmain;rest 800\n"

struct part {
	struct fixture f;
	struct flamegraph *flamegraph;
	struct inside *in;
};

static void
part_init(struct part *p, const char *folded, const struct query *q,
	enum flamegraph_side side, const char *path)
{
	const struct view *v;
	node_id node;

	fixture_init(&p->f, folded, "count", q);
	v = p->f.view;
	p->flamegraph = flamegraph_new(v, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	node = fixture_node(
		&p->f, side == SIDE_MAIN ? &v->tree : &v->callers, path);
	assert_true(node != NONE);
	p->in = inside_new(p->flamegraph, selection_of(side, node));
}

static void
part_fini(struct part *p)
{
	inside_free(p->in);
	flamegraph_free(p->flamegraph);
	fixture_fini(&p->f);
}

static void
weighs(const struct part *p, const char *name, int64_t self, int64_t total)
{
	frame_id f = fixture_frame(&p->f, name);

	assert_true(bits_get(&p->in->frame, f));
	assert_int_equal(columns_value(&p->in->self, f), self);
	assert_int_equal(columns_value(&p->in->total, f), total);
}

static void
is_outside(const struct part *p, const char *name)
{
	frame_id f = fixture_frame(&p->f, name);

	assert_false(bits_get(&p->in->frame, f));
	assert_int_equal(columns_value(&p->in->total, f), 0);
}

TEST(callees_count_below_the_part_alone)
{
	struct part p;

	part_init(&p, STACKS, NULL, SIDE_MAIN, "main;z");
	weighs(&p, "z", 0, 150);
	weighs(&p, "g", 110, 110);
	weighs(&p, "h", 0, 100);
	weighs(&p, "f", 0, 50);
	weighs(&p, "y", 40, 40);
	is_outside(&p, "main");
	is_outside(&p, "x");
	is_outside(&p, "rest");
	part_fini(&p);
}

/* A call above the part does not hide the same function within it. */
TEST(the_outer_call_within_the_part_counts)
{
	struct part p;

	part_init(&p, STACKS, NULL, SIDE_MAIN, "main;z;g;h");
	weighs(&p, "g", 100, 100);
	weighs(&p, "h", 0, 100);
	part_fini(&p);
}

TEST(callers_own_what_the_tree_begins_with)
{
	struct part p;
	struct query q;

	query_init(&q);
	q.direction = DIR_CALLERS;
	part_init(&p, STACKS, &q, SIDE_MAIN, "g");
	weighs(&p, "g", 140, 140);
	weighs(&p, "f", 0, 40);
	weighs(&p, "main", 0, 140);
	is_outside(&p, "y");
	part_fini(&p);
	part_init(&p, STACKS, &q, SIDE_MAIN, "g;f");
	weighs(&p, "f", 0, 40);
	weighs(&p, "z", 0, 10);
	is_outside(&p, "g");
	part_fini(&p);
}

TEST(a_sandwich_has_callers_and_callees_once)
{
	struct part p;
	struct query q;

	query_init(&q);
	q.direction = DIR_SANDWICH;
	q.pivot = STR("h");
	part_init(&p, STACKS, &q, SIDE_MAIN, "h");
	weighs(&p, "h", 0, 100);
	/* above and below */
	weighs(&p, "g", 100, 100);
	weighs(&p, "main", 0, 100);
	is_outside(&p, "f");
	part_fini(&p);
	part_init(&p, STACKS, &q, SIDE_CALLERS, "h;g");
	weighs(&p, "g", 0, 100);
	weighs(&p, "z", 0, 100);
	is_outside(&p, "h");
	part_fini(&p);
}

/* Whatever the stacks are, no share is above 100 %. */
TEST(nothing_weighs_more_than_its_part)
{
	static const enum direction directions[] = { DIR_CALLEES, DIR_CALLERS,
		DIR_SANDWICH };
	uint64_t random = 20;

	for (int run = 0; run < 60; run++) {
		struct strbuf text = STRBUF_INIT;
		struct fixture f;
		struct flamegraph *p;
		struct query q;

		for (int i = 0; i < 30; i++) {
			unsigned deep =
				1 + (unsigned)(random_next(&random) % 7);

			for (unsigned k = 0; k < deep; k++)
				strbuf_addf(&text, "%sf%u", k > 0 ? ";" : "",
					(unsigned)(random_next(&random) % 5));
			strbuf_addf(&text, " %u\n",
				1 + (unsigned)(random_next(&random) % 9));
		}
		query_init(&q);
		q.direction = directions[run % 3];
		q.pivot = STR("f1");
		fixture_init(&f, strbuf_c(&text), "count", &q);
		p = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
		for (node_id i = 0; i < tree_whole(&f.view->tree, NULL); i++) {
			struct selection at = selection_of(SIDE_MAIN, i);
			struct inside *in = inside_new(p, at);
			int64_t all = selection_value(p, at), self = 0;

			for (frame_id k = 0; k < f.view->frames->n; k++) {
				self += columns_value(&in->self, k);
				assert_true(
					columns_value(&in->total, k) <= all);
			}
			assert_true(self <= all);
			inside_free(in);
		}
		flamegraph_free(p);
		fixture_fini(&f);
		strbuf_free(&text);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
