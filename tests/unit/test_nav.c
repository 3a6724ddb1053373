/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving, zooming, scrolling, and marks in reading order. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "present/fold.h"
#include "present/matches.h"
#include "present/layout.h"
#include "present/mainpath.h"
#include "present/nav.h"
#include "util_random.h"
#include "util_view.h"

struct graph {
	struct fixture f;
	struct flamegraph *flamegraph;
	struct layout scratch;
	struct nav nav;
};

static void
graph_init(struct graph *g, const char *folded, int cols, const struct query *q)
{
	fixture_init(&g->f, folded, "count", q);
	g->flamegraph =
		flamegraph_new(g->f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	g->scratch = (struct layout)LAYOUT_INIT;
	g->nav = (struct nav){ .flamegraph = g->flamegraph,
		.zoom = zoom_all(g->flamegraph),
		.cols = cols,
		.scratch = &g->scratch };
}

static void
graph_fini(struct graph *g)
{
	layout_fini(&g->scratch);
	flamegraph_free(g->flamegraph);
	fixture_fini(&g->f);
}

static struct selection
at(const struct graph *g, const char *path)
{
	node_id node = fixture_node(&g->f, &g->f.view->tree, path);

	assert_true(node != NONE);
	return selection_of(SIDE_MAIN, node);
}

/* The target is this frame, or the group "+N". */
static void
is(const struct graph *g, struct selection s, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	if (s.node == NONE)
		strbuf_addstr(&b, "none");
	else if (s.count > 0)
		strbuf_addf(&b, "+%u", s.count);
	else
		strbuf_add(&b, flamegraph_text(g->flamegraph, s.side, s.node));
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

/*
 *  root 100
 *  a 60                b 30           c 6  d 4
 *  ax 30     ay 20     bx 30
 *  axx 30              bxx 10
 */
#define TREE \
	"a;ax;axx 30\na;ay 20\na 10\nb;bx;bxx 10\n" \
	"b;bx 20\nc 6\nd 4\n"

TEST(down_goes_to_the_heaviest_child_or_back_to_the_last)
{
	struct graph g;
	struct selection s;

	graph_init(&g, TREE, 50, NULL);
	s = nav_down(&g.nav, at(&g, ""));
	is(&g, s, "a");
	s = nav_down(&g.nav, s);
	is(&g, s, "ax");
	/* up from ay, then down again: to ay */
	s = nav_up(&g.nav, at(&g, "a;ay"));
	is(&g, s, "a");
	is(&g, nav_down(&g.nav, s), "ay");
	is(&g, nav_up(&g.nav, at(&g, "")), "root");
	is(&g, nav_down(&g.nav, at(&g, "a;ax;axx")), "axx");
	graph_fini(&g);
}

TEST(sideways_crosses_to_cousins_and_stops_at_the_ends)
{
	struct graph g;
	struct selection s;

	graph_init(&g, TREE, 50, NULL);
	s = nav_sideways(&g.nav, at(&g, "a;ax"), 1);
	is(&g, s, "ay");
	s = nav_sideways(&g.nav, s, 1);
	is(&g, s, "bx");
	is(&g, nav_sideways(&g.nav, s, 1), "bx");
	is(&g, nav_sideways(&g.nav, at(&g, "a;ax"), -1), "ax");
	is(&g, nav_row_edge(&g.nav, at(&g, "a"), true), "d");
	is(&g, nav_row_edge(&g.nav, at(&g, "c"), false), "a");
	is(&g, nav_row_edge(&g.nav, at(&g, "a;ax;axx"), true), "bxx");
	graph_fini(&g);
}

TEST(moves_stop_at_groups_where_frames_are_thin)
{
	struct graph g;
	struct selection s;

	graph_init(&g, TREE, 10, NULL);
	s = nav_row_edge(&g.nav, at(&g, "a"), true);
	is(&g, s, "+2"); /* c and d, under a column each */
	is(&g, nav_sideways(&g.nav, s, -1), "b");
	is(&g, nav_up(&g.nav, s), "root");
	is(&g, nav_down(&g.nav, s), "+2");
	/* a hidden frame is shown by its group */
	is(&g, nav_shown(&g.nav, at(&g, "d")), "+2");
	is(&g, nav_shown(&g.nav, at(&g, "b")), "b");
	assert_int_equal(selection_value(g.flamegraph, s), 10);
	graph_fini(&g);
}

TEST(a_parent_of_thin_children_leads_to_their_group)
{
	struct graph g;
	struct selection s;

	graph_init(&g, "m;a 2\nm;b 2\nm;c 2\nk 94\n", 50, NULL);
	s = nav_down(&g.nav, at(&g, "m"));
	is(&g, s, "a");
	g.nav.cols = 30;
	is(&g, nav_down(&g.nav, at(&g, "m")), "+3");
	graph_fini(&g);
}

static void
main_path_is(const char *folded, const char *from, const char *end,
	const char *words)
{
	struct strbuf text = STRBUF_INIT;
	struct graph g;

	graph_init(&g, folded, 50, NULL);
	is(&g, mainpath_end(g.flamegraph, NULL, at(&g, from)), end);
	(void)mainpath_put(&text, g.flamegraph, NULL,
		selection_root(g.flamegraph), false, true);
	assert_string_equal(strbuf_c(&text), words);
	strbuf_free(&text);
	graph_fini(&g);
}

TEST(main_path_ends_where_it_splits)
{
	main_path_is("m;h;a 400\nm;h;b 390\nm;h 110\nm;i 100\n", "", "h",
		"most goes through m > h 90.0%; it splits: a 40.0%, b 39.0%, "
		"self 11.0%");
	main_path_is("a 400\nb 390\nc 210\n", "", "root",
		"the root splits: a 40.0%, b 39.0%, c 21.0%");
	/* Three fifths go on, less is a split. */
	main_path_is("m;a;x 60\nm;b 40\n", "", "x",
		"most goes through m 100% > a > x 60.0%");
	main_path_is("m;a;x 59\nm;b 41\n", "", "m",
		"most goes through m 100%; it splits: a 59.0%, b 41.0%");
	/* If half of a frame is self, no callee is the main path. */
	main_path_is("m;f;g 40\nm;f 50\nm 10\n", "", "f",
		"most goes through m > f 90.0%; self 50.0%");
	/* What ends in little is not most. */
	main_path_is("m;a;b 9\nm;a;c 1\nk 90\n", "m;a", "b",
		"most goes through k 90.0%");
	/* Recursion is one frame, and what it calls counts together. */
	main_path_is("m;f 300\nm;f;f 300\nm;f;f;f 200\nm;g 200\n", "", "f",
		"most goes through m 100% > f 80.0%");
	main_path_is("m;f;x 300\nm;f;f;x 350\nm;f;f;y 150\nm;g 200\n", "", "x",
		"most goes through m 100% > f 80.0% > x 65.0%");
	/* Under 5 % of all nothing is worth the way. */
	main_path_is("m;a;b 40\nm;a 8\nm 952\n", "", "m",
		"most goes through m 100%; self 95.2%");
	main_path_is("m;a;b 60\nm 940\n", "m;a", "b",
		"most goes through m 100%; self 94.0%");
	main_path_is("m;a;b;c;d 60\nm 10\n", "", "d",
		"most goes through m 100% > ~ > b > c > d 85.7%");
}

TEST(main_path_goes_on_by_the_heaviest_callee)
{
	struct strbuf text = STRBUF_INIT;
	struct graph g;

	graph_init(&g, "m;a;x 40\nm;a;y 10\nm;b 45\nk 5\n", 50, NULL);
	is(&g, mainpath_end(g.flamegraph, NULL, at(&g, "m")), "m");
	is(&g, mainpath_put(&text, g.flamegraph, NULL, at(&g, "m"), true, true),
		"x");
	assert_string_equal(
		strbuf_c(&text), "the heaviest path: a 50.0% > x 40.0%");
	strbuf_reset(&text);
	is(&g,
		mainpath_put(
			&text, g.flamegraph, NULL, at(&g, "m;a;x"), true, true),
		"x");
	assert_string_equal(strbuf_c(&text), "");
	strbuf_free(&text);
	graph_fini(&g);
}

TEST(deepest_goes_below_the_selection)
{
	struct graph g;

	graph_init(&g, "a 90\nb;c;d;e 1\nb;x 9\n", 50, NULL);
	is(&g, nav_deepest(g.flamegraph, at(&g, "")), "e");
	is(&g, nav_deepest(g.flamegraph, at(&g, "a")), "a");
	is(&g, nav_deepest(g.flamegraph, at(&g, "b;x")), "x");
	graph_fini(&g);
}

TEST(widest_is_looked_for_in_what_is_zoomed)
{
	struct graph g;
	struct selection s;
	frame_id x;

	graph_init(&g, "a;x 3\nb;x 5\nc;x;x 4\nd 1\n", 50, NULL);
	x = fixture_frame(&g.f, "x");
	s = nav_widest(g.flamegraph, at(&g, ""), x);
	assert_true(selection_equal(s, at(&g, "b;x")));
	s = nav_widest(g.flamegraph, at(&g, "c"), x);
	assert_true(selection_equal(s, at(&g, "c;x")));
	assert_int_equal(nav_widest(g.flamegraph, at(&g, "d"), x).node, NONE);
	graph_fini(&g);
}

TEST(paging_moves_many_rows_and_stops)
{
	struct graph g;

	graph_init(&g, "a;b;c;d;e 1\n", 20, NULL);
	is(&g, nav_rows(&g.nav, at(&g, ""), 3), "c");
	is(&g, nav_rows(&g.nav, at(&g, ""), 99), "e");
	is(&g, nav_rows(&g.nav, at(&g, "a;b;c;d"), -2), "b");
	is(&g, nav_rows(&g.nav, at(&g, "a;b;c;d"), -99), "root");
	graph_fini(&g);
}

TEST(sandwich_moves_go_through_the_pivot)
{
	struct graph g;
	struct query q;
	struct selection s;

	query_init(&q);
	q.direction = DIR_SANDWICH;
	q.pivot = STR("p");
	graph_init(&g, "m;a;p;x 3\nm;b;p;y 6\nk;p 1\n", 40, &q);
	s = selection_root(g.flamegraph);
	is(&g, s, "p");
	assert_int_equal(selection_level(g.flamegraph, s), 0);
	s = nav_up(&g.nav, s);
	is(&g, s, "b");
	assert_int_equal(selection_level(g.flamegraph, s), -1);
	is(&g, nav_sideways(&g.nav, s, 1), "a");
	s = nav_up(&g.nav, s);
	is(&g, s, "m");
	is(&g, nav_up(&g.nav, s), "m");
	s = nav_rows(&g.nav, s, 2);
	is(&g, s, "p");
	is(&g, nav_down(&g.nav, s), "y");
	/* zoomed into a caller, the callees stay whole */
	s = nav_up(&g.nav, selection_root(g.flamegraph));
	g.nav.zoom = zoom_into(g.flamegraph, s, 40);
	is(&g, nav_sideways(&g.nav, s, 1), "b");
	is(&g, nav_down(&g.nav, s), "p");
	is(&g, nav_down(&g.nav, selection_root(g.flamegraph)), "y");
	graph_fini(&g);
}

TEST(reveal_does_as_little_as_needed)
{
	struct graph g;
	struct zoom z, all;

	graph_init(&g, TREE, 50, NULL);
	all = zoom_all(g.flamegraph);
	z = zoom_reveal(g.flamegraph, &all, at(&g, "a;ax"), 50);
	assert_true(zoom_equal(&z, &all));
	/* from inside of b to a: out to where both are */
	z = zoom_into(g.flamegraph, at(&g, "b;bx"), 50);
	z = zoom_reveal(g.flamegraph, &z, at(&g, "a;ay"), 50);
	assert_true(zoom_equal(&z, &all));
	/* the ancestors of the zoomed frame are on screen */
	z = zoom_into(g.flamegraph, at(&g, "b;bx"), 50);
	z = zoom_reveal(g.flamegraph, &z, at(&g, "b"), 50);
	assert_true(selection_equal(z.at, at(&g, "b;bx")));
	/* too thin to be seen: into its parent */
	z = zoom_reveal(g.flamegraph, &all, at(&g, "b;bx;bxx"), 8);
	assert_true(selection_equal(z.at, at(&g, "b;bx")));
	graph_fini(&g);
}

TEST(reveal_moves_the_window_over_thin_frames)
{
	struct graph g;
	struct strbuf text = STRBUF_INIT;
	struct zoom z;
	struct selection s;

	for (int i = 1; i <= 2000; i++)
		strbuf_addf(&text, "f%04d 1\n", i);
	graph_init(&g, strbuf_c(&text), 80, NULL);
	z = zoom_all(g.flamegraph);
	s = at(&g, "f1234");
	z = zoom_reveal(g.flamegraph, &z, s, 80);
	g.nav.zoom = z;
	is(&g, nav_shown(&g.nav, s), "f1234");
	/* sideways beyond the edge of the window, one by one */
	for (int i = 1235; i < 1300; i++) {
		strbuf_reset(&text);
		strbuf_addf(&text, "f%04d", i);
		s = nav_sideways(&g.nav, s, 1);
		is(&g, s, strbuf_c(&text));
		g.nav.zoom = zoom_reveal(g.flamegraph, &g.nav.zoom, s, 80);
		is(&g, nav_shown(&g.nav, s), strbuf_c(&text));
	}
	is(&g, nav_row_edge(&g.nav, s, false), "f0001");
	is(&g, nav_row_edge(&g.nav, s, true), "f2000");
	strbuf_free(&text);
	graph_fini(&g);
}

TEST(narrower_and_wider_keep_the_spot_in_place)
{
	struct graph g;
	struct zoom z, back;
	struct selection s;

	graph_init(&g, TREE, 64, NULL);
	s = at(&g, "b");
	z = zoom_all(g.flamegraph);
	back = z;
	for (int i = 0; i < 40; i++) {
		z = zoom_narrower(g.flamegraph, &z, s);
		assert_true(z.x1 > z.x0 && z.x1 <= ZOOM_ONE);
		g.nav.zoom = z;
		is(&g, nav_shown(&g.nav, s), "b");
	}
	assert_true(zoom_is_partial(&z));
	for (int i = 0; i < 40; i++)
		z = zoom_wider(g.flamegraph, &z, s);
	assert_true(zoom_equal(&z, &back));
	z = zoom_narrower(g.flamegraph, &z, s);
	assert_int_equal(z.x1 - z.x0, ZOOM_ONE / 2);
	/* b is 60 to 90 of 100: its middle stays at three quarters */
	assert_in_range(z.x0, ZOOM_ONE * 37ll / 100, ZOOM_ONE * 38ll / 100);
	graph_fini(&g);
}

TEST(zooming_out_takes_one_step)
{
	struct graph g;
	struct zoom z;

	graph_init(&g, TREE, 50, NULL);
	z = zoom_into(g.flamegraph, at(&g, "a;ax;axx"), 50);
	z = zoom_narrower(g.flamegraph, &z, at(&g, "a;ax;axx"));
	z = zoom_out(g.flamegraph, &z);
	assert_false(zoom_is_partial(&z));
	z = zoom_out(g.flamegraph, &z);
	is(&g, z.at, "ax");
	z = zoom_out(g.flamegraph, &z);
	is(&g, z.at, "a");
	z = zoom_out(g.flamegraph, &z);
	assert_true(zoom_is_all(g.flamegraph, &z));
	z = zoom_out(g.flamegraph, &z);
	assert_true(zoom_is_all(g.flamegraph, &z));
	graph_fini(&g);
}

TEST(scrolling_keeps_two_rows_of_context)
{
	assert_int_equal(zoom_scroll(0, 10, 5, 0, 99), 0);
	assert_int_equal(zoom_scroll(0, 10, 8, 0, 99), 1);
	assert_int_equal(zoom_scroll(0, 10, 50, 0, 99), 43);
	assert_int_equal(zoom_scroll(50, 10, 50, 0, 99), 48);
	assert_int_equal(zoom_scroll(0, 10, 99, 0, 99), 90);
	assert_int_equal(zoom_scroll(90, 10, 0, 0, 99), 0);
	assert_int_equal(zoom_scroll(7, 10, 3, 0, 5), 0);
	assert_int_equal(zoom_scroll(0, 1, 7, 0, 9), 7);
	assert_int_equal(zoom_scroll(0, 0, 7, 0, 9), 0);
	assert_int_equal(zoom_scroll(0, 10, -5, -5, 20), -5);
}

/* Marks of the functions whose names are in `names`. */
static struct matches *
marks_of(struct graph *g, const char *search)
{
	struct query q;

	query_init(&q);
	q.search = str_c(search);
	fixture_query(&g->f, &q);
	flamegraph_free(g->flamegraph);
	g->flamegraph = g->nav.flamegraph =
		flamegraph_new(g->f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	return matches_new(g->flamegraph, &g->f.view->found.frame);
}

TEST(marks_come_row_by_row_from_left_to_right)
{
	static const char *const order[] = { "x1", "x2", "x3", "x4", "x5" };
	struct graph g;
	struct matches *m;
	struct selection s;
	uint32_t index;
	bool wrapped;

	/* row 1: a 10, x1 8; row 2: x2 6, x3 3; row 3: x4, x5 */
	graph_init(
		&g, "a;x2;x4 1\na;b;x5 4\na;x2 5\nx1;x3 3\nx1 5\n", 50, NULL);
	m = marks_of(&g, "^x");
	assert_int_equal(matches_count(m), 5);
	s = selection_root(g.flamegraph);
	for (uint32_t i = 0; i < 12; i++) {
		s = matches_next(m, s, true, &index, &wrapped);
		is(&g, s, order[i % 5]);
		assert_int_equal(index, i % 5 + 1);
		assert_int_equal(wrapped, i > 0 && i % 5 == 0);
		assert_int_equal(matches_index(m, s), index);
	}
	for (uint32_t i = 0; i < 12; i++) {
		s = matches_next(m, s, false, &index, &wrapped);
		is(&g, s, order[(15 - i) % 5]);
		assert_int_equal(wrapped, (15 - i) % 5 == 4);
	}
	/* from a frame that is none: a is left of x1 */
	s = matches_next(m, at(&g, "a"), true, &index, &wrapped);
	is(&g, s, "x1");
	s = matches_next(m, at(&g, "a;b"), false, &index, &wrapped);
	is(&g, s, "x2");
	matches_free(m);
	graph_fini(&g);
}

/* main, x1 and x2 share a row, in which x2 follows x1; x5 hangs off x1. */
TEST(marks_in_a_row_of_several_frames_follow_each_other)
{
	static const char *const order[] = { "x1", "x2", "x3", "x7", "x5",
		"x6" };
	struct graph g;
	struct matches *m;
	struct selection s;
	uint32_t index;
	bool wrapped;

	graph_init(&g,
		"main;x1;x2;x3;x6 600\nmain;x1;x2;x3;b 10\n"
		"main;x1;x2;y;c;x7 389\nmain;x1;x5 1\n",
		50, NULL);
	m = marks_of(&g, "^x");
	is(&g, matches_next(m, at(&g, "main;x1;x2"), true, &index, &wrapped),
		"x5");
	is(&g, matches_next(m, at(&g, "main;x1;x2"), false, &index, &wrapped),
		"x1");
	flamegraph_fold(g.flamegraph, true);
	s = selection_root(g.flamegraph);
	for (uint32_t i = 0; i < 13; i++) {
		s = matches_next(m, s, true, &index, &wrapped);
		is(&g, s, order[i % 6]);
		assert_int_equal(index, i % 6 + 1);
		assert_int_equal(wrapped, i > 0 && i % 6 == 0);
	}
	for (uint32_t i = 0; i < 13; i++) {
		s = matches_next(m, s, false, &index, &wrapped);
		is(&g, s, order[(17 - i) % 6]);
		assert_int_equal(index, (17 - i) % 6 + 1);
	}
	/* Unfolded again, and with the chain opened. */
	flamegraph_fold(g.flamegraph, false);
	s = matches_next(m, at(&g, "main;x1;x2"), true, &index, &wrapped);
	is(&g, s, "x5");
	assert_int_equal(index, 3);
	flamegraph_fold(g.flamegraph, true);
	folds_open(flamegraph_folds(g.flamegraph), SIDE_MAIN, s.node);
	s = matches_next(m, at(&g, "main;x1;x2"), true, &index, &wrapped);
	is(&g, s, "x5");
	assert_int_equal(index, 3);
	matches_free(m);
	graph_fini(&g);
}

/* A marked node, and where it is. */
struct place {
	node_id node;
	int level;
	uint64_t from, to;
};

static int
by_reading(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->level != y->level)
		return x->level - y->level;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

/* Find the drawn marks of a part of the graph one by one. */
static size_t
plain_marks(struct graph *g, struct selection part, struct place *place)
{
	struct flamegraph *p = g->flamegraph;
	const struct tree *t = &g->f.view->tree;
	size_t n = 0;

	for (node_id i = 1; i < t->n; i++) {
		struct selection s = selection_of(SIDE_MAIN, i);

		if (tree_live(t, i) == 0 ||
			!bits_get(&g->f.view->found.frame, t->frame[i]) ||
			!selection_contains(p, part, s))
			continue;
		place[n].node = i;
		place[n].level = selection_level(p, s);
		place[n].from = selection_offset(p, selection_root(p), s);
		place[n].to = place[n].from + selection_width(p, s);
		n++;
	}
	qsort(place, n, sizeof(*place), by_reading);
	return n;
}

static void
marks_are(struct graph *g, struct matches *m, struct selection part,
	struct place *place)
{
	const struct tree *t = &g->f.view->tree;
	size_t n = plain_marks(g, part, place);
	struct selection s = { .node = NONE };
	int64_t value = 0;
	uint32_t index;
	bool wrapped;

	assert_int_equal(matches_count(m), n);
	for (size_t i = 0; i < n; i++) {
		struct selection at = selection_of(SIDE_MAIN, place[i].node);
		node_id up = t->parent[at.node];

		s = matches_next(m, s, true, &index, &wrapped);
		assert_true(selection_equal(s, at));
		assert_int_equal(index, i + 1);
		assert_int_equal(matches_index(m, at), i + 1);
		assert_true(matches_target(m, g->flamegraph, at));
		while (up != 0 &&
			(!selection_contains(g->flamegraph, part,
				 selection_of(SIDE_MAIN, up)) ||
				!bits_get(
					&g->f.view->found.frame, t->frame[up])))
			up = t->parent[up];
		value += up == 0 ? tree_total(t, at.node) : 0;
		assert_true(selection_width(g->flamegraph, at) <=
			selection_width(g->flamegraph, matches_heaviest(m)));
	}
	assert_int_equal(matches_value(m), value);
}

/* In the whole graph and in each zoom, with and without rows of several
   frames. */
TEST(marks_of_random_trees_are_those_of_the_definition)
{
	uint64_t seed = 11;
	size_t all = 0;

	for (int trial = 0; trial < 60; trial++) {
		struct strbuf text = STRBUF_INIT;
		struct graph g;
		struct matches *m;
		struct place *place;

		for (int k = 0; k < 12; k++) {
			strbuf_addstr(&text, "r");
			for (uint64_t d = random_next(&seed) % 12; d > 0; d--)
				strbuf_addf(&text, ";f%u",
					(unsigned)(random_next(&seed) % 5));
			strbuf_addf(&text, " %u\n",
				(unsigned)(random_next(&seed) % 400 + 1));
		}
		graph_init(&g, strbuf_c(&text), 50, NULL);
		m = marks_of(&g, "^f[13]");
		place = xcalloc(g.f.view->tree.n, sizeof(*place));
		for (node_id i = 0; i < g.f.view->tree.n; i++) {
			struct zoom z = zoom_all(g.flamegraph);
			struct matches *in;
			size_t n;
			uint32_t left, right, want[2];

			z.at = selection_of(SIDE_MAIN, i);
			flamegraph_fold(g.flamegraph, i % 3 != 0);
			if (i % 3 != 0)
				folds_zoom(
					flamegraph_folds(g.flamegraph), z.at);
			in = matches_within(m, z.at);
			marks_are(&g, in, z.at, place);
			marks_are(&g, m, selection_root(g.flamegraph), place);
			n = matches_count(m);
			all += matches_count(in);
			for (int level = 0; i > 0 && level < 14; level++) {
				uint64_t from = selection_offset(g.flamegraph,
					selection_root(g.flamegraph), z.at);
				uint64_t to = from +
					selection_width(g.flamegraph, z.at);

				want[0] = want[1] = 0;
				for (size_t k = 0; k < n; k++) {
					bool on = place[k].level == level;

					want[0] += on && place[k].to <= from;
					want[1] += on && place[k].from >= to;
				}
				matches_off_screen(m, &z, level, &left, &right);
				assert_int_equal(left, want[0]);
				assert_int_equal(right, want[1]);
			}
			matches_free(in);
		}
		free(place);
		matches_free(m);
		graph_fini(&g);
		strbuf_free(&text);
	}
	assert_true(all > 1000);
}

TEST(heights_and_nodes_of_random_trees_are_those_of_the_definition)
{
	uint64_t seed = 5;

	for (int trial = 0; trial < 40; trial++) {
		struct strbuf text = STRBUF_INIT;
		const struct tree *t;
		struct graph g;
		struct query q;
		uint32_t *height;

		for (int k = 0; k < 20; k++) {
			strbuf_addstr(&text, "r");
			for (uint64_t d = random_next(&seed) % 30; d > 0; d--)
				strbuf_addf(&text, ";f%u",
					(unsigned)(random_next(&seed) % 9));
			strbuf_addstr(&text, " 3\n");
		}
		query_init(&q);
		if (trial % 2 == 1)
			q.ignore = STR("f1$");
		graph_init(&g, strbuf_c(&text), 50, &q);
		t = &g.f.view->tree;
		height = xcalloc(t->n, sizeof(*height));
		for (node_id i = t->n; i-- > 1;)
			if (tree_live(t, i) != 0 &&
				height[t->parent[i]] < height[i] + 1)
				height[t->parent[i]] = height[i] + 1;
		for (node_id i = 0; i < t->n; i++)
			if (tree_live(t, i) != 0)
				assert_int_equal(flamegraph_height(g.flamegraph,
							 SIDE_MAIN, i),
					height[i]);
		for (node_id i = 0, next; i < t->n; i++) {
			frame_id f = t->frame[random_next(&seed) % t->n];

			next = i;
			while (next < t->n && t->frame[next] != f)
				next++;
			assert_int_equal(tree_next_of(t, i, f), next);
		}
		free(height);
		graph_fini(&g);
		strbuf_free(&text);
	}
}

TEST(marks_are_counted_past_frames_without_weight)
{
	struct graph g;
	struct matches *m;
	struct query q;
	uint32_t index;
	bool wrapped;

	query_init(&q);
	q.search = STR("^x$");
	q.ignore = STR("^gone$");
	graph_init(&g, "a;x 5\na;y;gone 3\na;z 1\nb;x 4\n", 50, &q);
	m = matches_new(g.flamegraph, &g.f.view->found.frame);
	is(&g, matches_next(m, at(&g, "a;z"), true, &index, &wrapped), "x");
	assert_int_equal(index, 2);
	is(&g, matches_next(m, at(&g, "b;x"), true, &index, &wrapped), "x");
	assert_int_equal(index, 1);
	assert_true(wrapped);
	matches_free(m);
	graph_fini(&g);
}

/* A frame with a negative total is not drawn, nor is anything below it. */
TEST(frames_that_are_not_drawn_are_no_place_to_go)
{
	struct query q;
	struct graph g;
	struct matches *m;
	bool wrapped;
	uint32_t index;

	query_init(&q);
	q.drop_negative = true;
	q.search = STR("^[bx]$");
	graph_init(&g, "a;b -5\na;b;c;d;x 2\na 10\nx;y 3\n", 50, &q);
	assert_int_equal(flamegraph_height(g.flamegraph, SIDE_MAIN, 0), 2);
	assert_int_equal(
		flamegraph_height(g.flamegraph, SIDE_MAIN, at(&g, "a").node),
		0);
	is(&g, nav_deepest(g.flamegraph, selection_root(g.flamegraph)), "y");
	is(&g, nav_deepest(g.flamegraph, at(&g, "a")), "a");
	assert_int_equal(nav_widest(g.flamegraph, selection_root(g.flamegraph),
				 fixture_frame(&g.f, "c"))
				 .node,
		NONE);
	m = matches_new(g.flamegraph, &g.f.view->found.frame);
	assert_int_equal(matches_count(m), 1);
	/* Even beside one that is not drawn, from another view. */
	is(&g, matches_next(m, at(&g, "a;b"), true, &index, &wrapped), "x");
	matches_free(m);
	graph_fini(&g);
}

TEST(groups_have_the_marks_of_what_they_hide)
{
	struct graph g;
	struct matches *m;
	struct selection group, s;
	uint32_t index;
	bool wrapped;

	graph_init(&g, "a 96\nb;x 1\nc 1\nd 1\ne 1\n", 20, NULL);
	m = marks_of(&g, "^x$");
	group = nav_row_edge(&g.nav, at(&g, "a"), true);
	is(&g, group, "+4");
	assert_true(matches_target(m, g.flamegraph, group));
	group.rank++;
	group.count--;
	assert_false(matches_target(m, g.flamegraph, group));
	group.rank--;
	s = matches_next(m, group, true, &index, &wrapped);
	is(&g, s, "x");
	/* showing it takes a zoom to its parent */
	g.nav.zoom = zoom_reveal(g.flamegraph, &g.nav.zoom, s, 20);
	is(&g, g.nav.zoom.at, "b");
	matches_free(m);
	graph_fini(&g);
}

TEST(marks_off_screen_are_counted_on_each_side)
{
	struct graph g;
	struct matches *m;
	struct zoom z;
	uint32_t left, right;

	graph_init(&g, "a;x1 40\nb;x2 30\nc;x3 20\nd;x4 10\n", 50, NULL);
	m = marks_of(&g, "^x");
	z = zoom_all(g.flamegraph);
	matches_off_screen(m, &z, 2, &left, &right);
	assert_int_equal(left, 0);
	assert_int_equal(right, 0);
	z = zoom_into(g.flamegraph, at(&g, "b"), 50);
	matches_off_screen(m, &z, 2, &left, &right);
	assert_int_equal(left, 1);
	assert_int_equal(right, 2);
	matches_off_screen(m, &z, 1, &left, &right);
	assert_int_equal(left + right, 0);
	/* the last quarter: x3 is half in it */
	z = zoom_all(g.flamegraph);
	z.x0 = ZOOM_ONE / 4 * 3;
	matches_off_screen(m, &z, 2, &left, &right);
	assert_int_equal(left, 2);
	assert_int_equal(right, 0);
	matches_free(m);
	graph_fini(&g);
}

TEST(places_of_one_function_are_marks_too)
{
	struct graph g;
	struct matches *m;
	uint32_t index;
	bool wrapped;
	struct selection s;

	graph_init(&g, "a;x 40\nb;c;x 30\nx 20\n", 50, NULL);
	m = marks_of(&g, "^x$");
	assert_int_equal(matches_count(m), 3);
	s = matches_next(m, at(&g, "a;x"), true, &index, &wrapped);
	assert_true(selection_equal(s, at(&g, "b;c;x")));
	s = matches_next(m, s, true, &index, &wrapped);
	assert_true(selection_equal(s, at(&g, "x")));
	assert_true(wrapped);
	matches_free(m);
	assert_int_equal(matches_count(NULL), 0);
	is(&g, matches_next(NULL, s, true, &index, &wrapped), "none");
	graph_fini(&g);
}

TEST(two_thousand_levels_are_walked_without_recursion)
{
	struct graph g;
	struct strbuf text = STRBUF_INIT;
	struct selection s;

	for (int i = 0; i < 2000; i++)
		strbuf_addf(&text, "%sf%d", i > 0 ? ";" : "", i % 10);
	strbuf_addstr(&text, " 5\n");
	graph_init(&g, strbuf_c(&text), 80, NULL);
	s = nav_deepest(g.flamegraph, selection_root(g.flamegraph));
	assert_int_equal(selection_level(g.flamegraph, s), 2000);
	assert_true(selection_equal(
		mainpath_end(g.flamegraph, NULL, selection_root(g.flamegraph)),
		s));
	s = nav_rows(&g.nav, s, -100);
	assert_int_equal(selection_level(g.flamegraph, s), 1900);
	strbuf_free(&text);
	graph_fini(&g);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
