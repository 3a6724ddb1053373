/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes of the graph: positions, merging, zoom. */
#include "prelude.h"

#include "testing.h"

#include "base/hash.h"
#include "base/strbuf.h"
#include "present/layout.h"
#include "util_view.h"

/* All boxes, a row a line: "main 0-24", "+3 30-32" for a group, "s20" where
   the self part begins, "/3" eighths, "^" an ancestor. */
static void
boxes_are(const struct layout *l, struct flamegraph *p, const char *want)
{
	struct strbuf b = STRBUF_INIT;

	for (int level = l->lo; level <= l->hi; level++) {
		uint32_t n;
		const struct box *row = layout_row(l, level, &n);

		for (uint32_t i = 0; i < n; i++) {
			const struct box *x = &row[i];

			assert_int_equal(x->level, level);
			strbuf_addstr(&b, i > 0 ? ", " : "");
			strbuf_addstr(&b, x->flags & BOX_ANCESTOR ? "^" : "");
			if (x->at.count > 0)
				strbuf_addf(&b, "+%u", x->at.count);
			else
				strbuf_add(&b,
					flamegraph_text(
						p, x->at.side, x->at.node));
			strbuf_addf(&b, " %d-%d", x->x0, x->x1);
			if (x->self_x < x->x1)
				strbuf_addf(&b, " s%d", x->self_x);
			if (x->eighths > 0)
				strbuf_addf(&b, " /%d", x->eighths);
		}
		strbuf_addch(&b, '\n');
	}
	assert_string_equal(strbuf_c(&b), want);
	strbuf_free(&b);
}

static void
draws(const char *folded, enum flamegraph_order order, int cols,
	const char *want)
{
	struct fixture f;
	struct layout l = LAYOUT_INIT;
	struct flamegraph *p;
	struct zoom z;
	int lo, hi;

	fixture_init(&f, folded, "count", NULL);
	p = flamegraph_new(f.view, order, FLAME_OF_AFTER);
	z = zoom_all(p);
	layout_levels(p, &z, &lo, &hi);
	layout_build(&l, p, &z, cols, lo, hi);
	boxes_are(&l, p, want);
	layout_fini(&l);
	flamegraph_free(p);
	fixture_fini(&f);
}

TEST(neighbours_meet_and_the_rest_is_self)
{
	draws("main;emit 3\nmain;parse 5\nmain 2\ngc 10\n", FLAME_BY_WEIGHT, 20,
		"root 0-20\n"
		"gc 0-10 s0, main 10-20 s18\n"
		"parse 10-15 s10, emit 15-18 s15\n");
}

TEST(edges_are_rounded_and_not_widths)
{
	/* thirds of 10 columns: 0, 3.33, 6.67, 10 */
	draws("a 1\nb 1\nc 1\n", FLAME_BY_WEIGHT, 10,
		"root 0-10\na 0-3 s0, b 3-6 s3, c 6-10 s6\n");
	/* the last edge of a row is known to an eighth */
	draws("m;a 2\nm;b 1\nm 2\n", FLAME_BY_WEIGHT, 9,
		"root 0-9\nm 0-9 s5\na 0-3 s0, b 3-5 s3 /3\n");
}

TEST(order_is_by_weight_then_name_or_by_name_or_input)
{
	const char *t = "c 2\na 2\nb 6\n";

	draws(t, FLAME_BY_WEIGHT, 10,
		"root 0-10\n"
		"b 0-6 s0, a 6-8 s6, c 8-10 s8\n");
	draws(t, FLAME_BY_NAME, 10,
		"root 0-10\na 0-2 s0, b 2-8 s2, c 8-10 s8\n");
	draws(t, FLAME_BY_INPUT, 10,
		"root 0-10\n"
		"c 0-2 s0, a 2-4 s2, b 4-10 s4\n");
}

TEST(thin_siblings_share_a_box_as_wide_as_they_are)
{
	/* 20 columns for 100: a column is 5 */
	draws("a 80\nb 4\nc 4\nd 4\ne 4\nf 4\n", FLAME_BY_WEIGHT, 20,
		"root 0-20\na 0-16 s0, +5 16-20\n");
	draws("m;a 76\nm;b 4\nm;c 4\nm;d 4\nm 12\n", FLAME_BY_WEIGHT, 20,
		"root 0-20\nm 0-20 s17\na 0-15 s0, +3 15-17 /4\n");
	/* by name the thin ones need not be neighbours */
	draws("a 4\nb 30\nc 4\nd 4\ne 54\nf 4\n", FLAME_BY_NAME, 20,
		"root 0-20\n"
		"a 0-1 s0, b 1-6 s1, +2 6-8, e 8-19 s8, f 19-20 s19\n");
}

TEST(a_group_gets_a_column_while_it_holds_a_quarter)
{
	/* 10 columns for 100; 3 is 0.3 columns, in the self part of m */
	draws("m;a 50\nm;b 3\nm 47\n", FLAME_BY_WEIGHT, 10,
		"root 0-10\nm 0-10 s5\na 0-5 s0, b 5-6 s5\n");
	/* 0.2 columns are not shown */
	draws("m;a 50\nm;b 2\nm 48\n", FLAME_BY_WEIGHT, 10,
		"root 0-10\nm 0-10 s5\na 0-5 s0\n");
	/* no self part to take it from: the neighbour gives a column */
	draws("m;a 57\nm;b 3\nk 40\n", FLAME_BY_WEIGHT, 10,
		"root 0-10\nm 0-6, k 6-10 s6\na 0-5 s0, b 5-6 s5\n");
}

TEST(what_is_left_out_is_counted)
{
	struct fixture f;
	struct layout l = LAYOUT_INIT;
	struct flamegraph *p;
	struct zoom z;

	fixture_init(
		&f, "m;a 5000\nm;b 4\nm;c 4\nm;d 4\nm 4988\n", "count", NULL);
	p = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	z = zoom_all(p);
	layout_build(&l, p, &z, 10, 0, 2);
	boxes_are(&l, p, "root 0-10\nm 0-10 s5\na 0-5 s0\n");
	layout_build(&l, p, &z, 10, 0, 1);
	layout_fini(&l);
	flamegraph_free(p);
	fixture_fini(&f);
}

TEST(zoomed_frames_fill_the_width_below_their_ancestors)
{
	struct fixture f;
	struct layout l = LAYOUT_INIT;
	struct flamegraph *p;
	struct zoom z;
	struct selection s;

	fixture_init(&f, "m;a;x 10\nm;a;y 10\nm;b 60\nk 20\n", "count", NULL);
	p = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	s = selection_of(SIDE_MAIN, fixture_node(&f, &f.view->tree, "m;a"));
	z = zoom_into(p, s, 8);
	layout_build(&l, p, &z, 8, 0, 3);
	boxes_are(&l, p, "^root 0-8\n^m 0-8\na 0-8\nx 0-4 s0, y 4-8 s4\n");
	/* its first levels are scrolled out */
	layout_build(&l, p, &z, 8, 2, 3);
	boxes_are(&l, p, "a 0-8\nx 0-4 s0, y 4-8 s4\n");
	/* the right half of everything */
	z = zoom_all(p);
	z.x0 = ZOOM_ONE / 2;
	layout_build(&l, p, &z, 8, 0, 2);
	boxes_are(&l, p,
		"root 0-8\nm 0-4, k 4-8 s4\n"
		"b 0-1 s0, a 1-4 /6\n");
	layout_fini(&l);
	flamegraph_free(p);
	fixture_fini(&f);
}

TEST(opened_groups_show_their_members_alone)
{
	struct fixture f;
	struct layout l = LAYOUT_INIT;
	struct flamegraph *p;
	struct zoom z;
	const struct box *row;
	uint32_t n;

	fixture_init(&f, "a 93\nb 3\nc 2\nd 2\n", "count", NULL);
	p = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	z = zoom_all(p);
	layout_build(&l, p, &z, 14, 0, 1);
	row = layout_row(&l, 1, &n);
	assert_int_equal(n, 2);
	assert_int_equal(row[1].at.count, 3);
	z = zoom_into(p, row[1].at, 14);
	layout_build(&l, p, &z, 14, 0, 1);
	boxes_are(&l, p, "^root 0-14\nb 0-6 s0, c 6-10 s6, d 10-14 s10\n");
	z = zoom_out(p, &z);
	assert_true(zoom_is_all(p, &z));
	layout_fini(&l);
	flamegraph_free(p);
	fixture_fini(&f);
}

TEST(five_thousand_equal_siblings_can_be_opened_and_read)
{
	struct fixture f;
	struct strbuf text = STRBUF_INIT;
	struct layout l = LAYOUT_INIT;
	struct flamegraph *p;
	struct zoom z;
	const struct box *row;
	uint32_t n;

	for (int i = 1; i <= 5000; i++)
		strbuf_addf(&text, "case_%04d 1\n", i);
	fixture_init(&f, strbuf_c(&text), "count", NULL);
	p = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	z = zoom_all(p);
	layout_build(&l, p, &z, 100, 0, 1);
	boxes_are(&l, p, "root 0-100\n+5000 0-100\n");
	row = layout_row(&l, 1, &n);
	z = zoom_into(p, row[0].at, 100);
	layout_build(&l, p, &z, 100, 1, 1);
	row = layout_row(&l, 1, &n);
	assert_in_range(n, 8, 10);
	assert_int_equal(row[0].at.count, 0);
	assert_true(str_is(
		flamegraph_text(p, SIDE_MAIN, row[0].at.node), "case_0001"));
	assert_in_range(row[0].x1 - row[0].x0, 10, 13);
	layout_fini(&l);
	flamegraph_free(p);
	strbuf_free(&text);
	fixture_fini(&f);
}

TEST(a_sandwich_has_callers_above_and_callees_below)
{
	struct fixture f;
	struct layout l = LAYOUT_INIT;
	struct flamegraph *p;
	struct query q;
	struct zoom z;
	int lo, hi;

	query_init(&q);
	q.direction = DIR_SANDWICH;
	q.pivot = STR("a");
	fixture_init(&f, "m;a;x 3\nm;a 1\nn;o;a;y 6\nk 10\n", "count", &q);
	p = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	assert_true(flamegraph_view(p)->query.direction == DIR_SANDWICH);
	z = zoom_all(p);
	layout_levels(p, &z, &lo, &hi);
	assert_int_equal(lo, -2);
	assert_int_equal(hi, 1);
	layout_build(&l, p, &z, 10, lo, hi);
	boxes_are(&l, p,
		"n 0-6\no 0-6, m 6-10\n"
		"a 0-10 s9\ny 0-6 s0, x 6-9 s6\n");
	layout_fini(&l);
	flamegraph_free(p);
	fixture_fini(&f);
}

TEST(negative_values_never_become_widths)
{
	/* -6 is as wide as 6; m has 5 + 5 though they cancel */
	draws("a -6\nb 4\nm;x 5\nm;y -5\n", FLAME_BY_WEIGHT, 20,
		"root 0-20\nm 0-10, a 10-16 s10, b 16-20 s16\n"
		"x 0-5 s0, y 5-10 s5\n");
	draws("m 5\nm;x -5\n", FLAME_BY_WEIGHT, 10,
		"root 0-10\nm 0-10 s5\nx 0-5 s0\n");
}

TEST(totals_near_the_limit_do_not_overflow)
{
	draws("a 4611686018427387904\nb 2305843009213693952\n", FLAME_BY_WEIGHT,
		300, "root 0-300\na 0-200 s0, b 200-300 s200\n");
	draws("a -9223372036854775807\nb 9223372036854775807\n",
		FLAME_BY_WEIGHT, 10, "root 0-10\na 0-10 s0\n");
}

TEST(nothing_to_draw_is_a_root_alone)
{
	draws("", FLAME_BY_WEIGHT, 10, "root 0-10\n");
	draws("a 0\n", FLAME_BY_WEIGHT, 10, "root 0-10\n");
}

/* A random tree as folded text. */
static void
random_folded(struct strbuf *out, uint64_t seed)
{
	size_t lines = 1 + hash_mix(seed) % 60;

	strbuf_reset(out);
	for (size_t i = 0; i < lines; i++) {
		uint64_t r = hash_mix(seed ^ hash_mix(i));
		size_t depth = 1 + r % 6;

		for (size_t d = 0; d < depth; d++)
			strbuf_addf(out, "%sf%d", d > 0 ? ";" : "",
				(int)(hash_mix(r ^ hash_mix((uint64_t)d)) % 7));
		r = hash_mix(r);
		strbuf_addf(out, " %d\n",
			(int)(r % 3 == 0 ? r / 3 % 100000 : r / 3 % 50) + 1);
	}
}

/* The box whose node is the parent of what b shows. */
static const struct box *
parent_box(const struct layout *l, struct flamegraph *p, const struct box *b)
{
	return layout_find(l, p, selection_parent(p, b->at));
}

static void
check_rows(const struct layout *l, struct flamegraph *p, int cols)
{
	size_t drawn = 0, children = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		const struct box *b = &l->box[i], *up;
		struct selection below;

		assert_true(b->x0 < b->x1 && b->x0 >= 0 && b->x1 <= cols);
		assert_true(b->self_x >= b->x0 && b->self_x <= b->x1);
		if (i > 0 && b[-1].level == b->level)
			assert_true(b[-1].x1 <= b->x0);
		below = b->at.count == 0 ? b->at
					 : selection_main_member(p, b->at);
		if (b->level < l->hi && below.node != NONE)
			children +=
				flamegraph_children(p, SIDE_MAIN, below.node).n;
		if (b->level == 0)
			continue;
		drawn += b->at.count > 0 ? b->at.count : 1;
		up = parent_box(l, p, b);
		assert_non_null(up);
		assert_true(up->x0 <= b->x0 && b->x1 <= up->x1);
	}
	/* a child of a drawn box is drawn or merged, at most once */
	assert_true(drawn <= children);
}

TEST(random_graphs_keep_the_rules_at_all_widths)
{
	struct strbuf text = STRBUF_INIT;
	struct layout l = LAYOUT_INIT;

	for (uint64_t seed = 1; seed <= 150; seed++) {
		struct fixture f;

		random_folded(&text, seed);
		fixture_init(&f, strbuf_c(&text), "count", NULL);
		for (int order = FLAME_BY_WEIGHT; order <= FLAME_BY_INPUT;
			order++) {
			struct flamegraph *p = flamegraph_new(f.view,
				(enum flamegraph_order)order, FLAME_OF_AFTER);
			struct zoom z = zoom_all(p);
			int lo, hi;

			layout_levels(p, &z, &lo, &hi);
			for (int cols = 1; cols < 200; cols += 1 + cols / 3) {
				layout_build(&l, p, &z, cols, lo, hi);
				check_rows(&l, p, cols);
			}
			flamegraph_free(p);
		}
		fixture_fini(&f);
	}
	layout_fini(&l);
	strbuf_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
