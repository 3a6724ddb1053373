/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph as it is seen: small screens, cell by cell. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/strbuf.h"
#include "present/icicle.h"
#include "util_view.h"

/*
 * root 30s: serve 24 (Checkout 15, of it Quote 12 and 3 self; Search 6;
 * self 3), gc 6
 */
#define SHOP \
	"net/http.(*conn).serve;example.com/shop/api.(*Cart).Checkout;" \
	"example.com/shop/price.Quote 12\n" \
	"net/http.(*conn).serve;example.com/shop/api.(*Cart).Checkout 3\n" \
	"net/http.(*conn).serve;example.com/shop/api.Search 6\n" \
	"net/http.(*conn).serve 3\n" \
	"runtime.gcBgMarkWorker 6\n"

struct shot {
	struct fixture f;
	struct flamegraph *flamegraph;
	struct zoom zoom;
	struct layout layout;
	struct icicle ic;
	struct grid g;
};

static void
shot_init(struct shot *s, const char *folded, const struct query *q, int rows,
	int cols, bool ascii)
{
	fixture_init(&s->f, folded, "count", q);
	s->flamegraph =
		flamegraph_new(s->f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	s->zoom = zoom_all(s->flamegraph);
	s->layout = (struct layout)LAYOUT_INIT;
	s->ic = (struct icicle){ .colors = 0,
		.selected = selection_of(SIDE_MAIN, NONE),
		.same = NONE };
	grid_init(&s->g, rows, cols, ascii);
}

static void
shot_fini(struct shot *s)
{
	grid_fini(&s->g);
	layout_fini(&s->layout);
	flamegraph_free(s->flamegraph);
	fixture_fini(&s->f);
}

static void
shows(struct shot *s, const char *want)
{
	grid_clear(&s->g);
	icicle_draw(&s->g, (struct rect){ 0, 0, s->g.rows, s->g.cols },
		s->flamegraph, &s->zoom, &s->ic, &s->layout);
	grid_is(&s->g, want);
}

static struct selection
node(const struct shot *s, const char *path)
{
	node_id n = fixture_node(&s->f, &s->f.view->tree, path);

	assert_true(n != NONE);
	return selection_of(SIDE_MAIN, n);
}

TEST(frames_have_edges_names_and_dotted_self)
{
	struct shot s;

	shot_init(&s, SHOP, NULL, 5, 62, false);
	shows(&s,
		"▏root\n"
		"▏net/http.(*conn).serve                   ······▏gcBgMa…rker\n"
		"▏api.(*Cart).Checkout   ······▏api.Search·\n"
		"▏price.Quote············\n"
		"\n");
	shot_fini(&s);
}

TEST(ascii_has_no_byte_above_127)
{
	struct shot s;
	struct strbuf b = STRBUF_INIT;

	shot_init(&s, SHOP, NULL, 4, 40, true);
	s.ic.selected = node(&s, "net/http.(*conn).serve");
	shows(&s,
		"|root\n"
		">net/http.(*conn).serve   ....|gcBgMa~\n"
		"|api.Cart.Checkout.|Search\n"
		"|price.Quote...\n");
	grid_text(&s.g, &b);
	for (size_t i = 0; i < b.n; i++)
		assert_true((unsigned char)b.p[i] < 0x80);
	strbuf_free(&b);
	shot_fini(&s);
}

TEST(the_selection_and_its_other_places_are_marked)
{
	struct shot s;

	shot_init(&s, "a;x 20\nb;x 10\nc 6\n", NULL, 3, 38, false);
	s.ic.selected = node(&s, "b;x");
	s.ic.same = fixture_frame(&s.f, "x");
	shows(&s,
		"▏root\n"
		"▏a                  ▏b        ▏c····\n"
		"◆x··················▶x········       ▶\n");
	assert_int_equal(
		grid_at(&s.g, 2, 20)->flags & CELL_SELECTED, CELL_SELECTED);
	assert_int_equal(grid_at(&s.g, 2, 1)->flags & CELL_SAME, CELL_SAME);
	assert_int_equal(grid_at(&s.g, 1, 20)->flags & CELL_SELECTED, 0);
	assert_int_equal(s.g.cursor_row, 2);
	assert_int_equal(s.g.cursor_col, 20);
	shot_fini(&s);
}

TEST(merged_siblings_show_how_many_they_are)
{
	struct shot s;

	/* 36 columns for 360: a column is 10 */
	shot_init(&s,
		"m;a 320\nm;b 5\nm;c 5\nm;d 5\nm;e 5\nk;x 10\nk;y 5\n"
		"k;z 5\n",
		NULL, 3, 38, false);
	shows(&s,
		"▏root\n"
		"▏m                                ▏\n"
		"▏a······························+4▏+\n");
	shot_fini(&s);
}

TEST(wide_groups_say_what_they_are)
{
	struct shot s;
	struct strbuf text = STRBUF_INIT;

	for (int i = 0; i < 900; i++)
		strbuf_addf(&text, "f%d 1\n", i);
	strbuf_addstr(&text, "big 100\n");
	shot_init(&s, strbuf_c(&text), NULL, 2, 42, false);
	shows(&s,
		"▏root\n"
		"▏big▏+900 frames 90.0%\n");
	s.ic.selected = (struct selection){ SIDE_MAIN, 0, 1, 900 };
	shows(&s,
		"▏root\n"
		"▏big▶+900 frames 90.0%                   ▶\n");
	strbuf_free(&text);
	shot_fini(&s);
}

TEST(zoomed_frames_keep_their_ancestors_above)
{
	struct shot s;

	shot_init(&s, SHOP, NULL, 4, 42, false);
	s.zoom = zoom_into(s.flamegraph,
		node(&s,
			"net/http.(*conn).serve;"
			"example.com/shop/api.(*Cart).Checkout"),
		40);
	shows(&s,
		"▏root\n"
		"▏net/http.(*conn).serve\n"
		"▏example.com/shop/api.(*Cart).Checkout··\n"
		"▏example.com/shop/price.Quote···\n");
	assert_int_equal(grid_at(&s.g, 0, 5)->style, STYLE_ANCESTOR);
	assert_int_equal(grid_at(&s.g, 2, 5)->style, STYLE_FRAME);
	shot_fini(&s);
}

TEST(matches_are_marked_also_inside_of_groups)
{
	struct shot s;
	struct query q;

	query_init(&q);
	q.search = STR("^(b|z)$");
	shot_init(&s, "a 30\nb 6\nc;d;z 1\ne 1\n", &q, 2, 21, false);
	s.ic.matches = matches_new(s.flamegraph, &s.f.view->found.frame);
	shows(&s,
		"▏root\n"
		"▏a·············✱b·✱+\n");
	assert_int_equal(grid_at(&s.g, 1, 15)->style, STYLE_MATCH);
	assert_int_equal(grid_at(&s.g, 1, 18)->style, STYLE_MATCH);
	assert_int_equal(grid_at(&s.g, 1, 2)->style, STYLE_TAIL);
	matches_free(s.ic.matches);
	shot_fini(&s);
}

TEST(matches_beyond_the_window_are_counted_at_the_ends)
{
	struct shot s;
	struct query q;

	query_init(&q);
	q.search = STR("^x$");
	shot_init(&s, "a;x 9\nb;x 8\nc;y 7\nd;x 6\ne;x 5\n", &q, 3, 22, false);
	s.ic.matches = matches_new(s.flamegraph, &s.f.view->found.frame);
	s.zoom = zoom_into(s.flamegraph, node(&s, "c"), 20);
	shows(&s,
		"▏root\n"
		"▏c\n"
		"‹2·················2›\n");
	matches_free(s.ic.matches);
	shot_fini(&s);
}

TEST(a_window_says_that_there_is_more_beside_it)
{
	struct shot s;
	struct strbuf text = STRBUF_INIT;

	for (int i = 100; i < 400; i++)
		strbuf_addf(&text, "case_%d 1\n", i);
	shot_init(&s, strbuf_c(&text), NULL, 2, 42, false);
	s.zoom = zoom_into(
		s.flamegraph, (struct selection){ SIDE_MAIN, 0, 0, 300 }, 40);
	shows(&s,
		"▏root\n"
		"▏case_100···▏case_101···▏case_102···▏ca›\n");
	s.zoom = zoom_reveal(s.flamegraph, &s.zoom, node(&s, "case_200"), 40);
	shows(&s,
		"▏root\n"
		"‹▏case_198···▏case_199···▏case_200···▏c›\n");
	strbuf_free(&text);
	shot_fini(&s);
}

TEST(inlined_frames_are_marked_and_grow_out_of_their_caller)
{
	struct shot s;

	shot_init(&s, "main;~lex 10\nmain;read 8\n", NULL, 3, 20, false);
	shows(&s,
		"▏root\n"
		"▏main\n"
		"▏lexᵢ·····▏read····\n");
	s.ic.colors = 256;
	shows(&s,
		"▏root\n"
		"▏main\n"
		" lexᵢ     ▏read\n");
	shot_fini(&s);
}

TEST(flames_have_their_root_at_the_bottom)
{
	struct shot s;

	shot_init(&s, "a;b 1\n", NULL, 5, 12, false);
	s.ic.flame = true;
	shows(&s,
		"\n"
		"\n"
		"▏b·········\n"
		"▏a\n"
		"▏root\n");
	shot_fini(&s);
}

TEST(hidden_levels_scroll_and_the_ruler_tells_where)
{
	struct shot s;

	shot_init(&s, "a;b;c;d;e;f;g;h;i;j;k 1\n", NULL, 4, 12, false);
	s.ic.top = 6;
	s.ic.selected = node(&s, "a;b;c;d;e;f;g");
	shows(&s,
		"▏f         ░\n"
		"▶g         ░\n"
		"▏h         ▶\n"
		"▏i         ▓\n");
	shot_fini(&s);
}

TEST(colours_shade_the_self_part_and_smooth_the_edge)
{
	struct shot s;
	const struct cell *c;

	/* m ends with a; 10 columns: a is 6.4 */
	shot_init(&s, "m;a 64\nm 36\n", NULL, 3, 11, false);
	s.ic.colors = 256;
	s.ic.smooth = true;
	shows(&s,
		"▏root\n"
		"▏m\n"
		"▏a    ▍\n");
	c = grid_at(&s.g, 2, 6);
	assert_int_equal(c->style, STYLE_EDGE);
	assert_int_equal(c->style2, STYLE_TAIL);
	assert_int_equal(c->behind, STYLE_NORMAL);
	assert_int_equal(grid_at(&s.g, 1, 7)->style, STYLE_TAIL);
	assert_int_equal(grid_at(&s.g, 1, 0)->style, STYLE_SEPARATOR);
	shot_fini(&s);
}

TEST(without_colour_neighbours_differ_by_underline)
{
	struct shot s;

	shot_init(&s, "a 5\nb 5\nc 5\n", NULL, 2, 17, true);
	shows(&s,
		"|root\n"
		"|a...|b...|c....\n");
	for (int x = 0; x < 15; x++)
		assert_int_equal(grid_at(&s.g, 1, x)->flags,
			x / 5 == 1 ? CELL_UNDERLINE : 0);
	shot_fini(&s);
}

TEST(hits_lead_back_to_the_boxes)
{
	struct shot s;

	shot_init(&s, SHOP, NULL, 4, 42, false);
	shows(&s,
		"▏root\n"
		"▏net/http.(*conn).serve     ····▏gcBgMa…\n"
		"▏api.Cart.Checkout··▏Search·\n"
		"▏price.Quote····\n");
	for (int row = 0; row < 4; row++)
		for (int x = 0; x < 40; x++) {
			uint32_t hit = s.g.hit[row * 42 + x];

			if (hit == UINT32_MAX)
				continue;
			assert_true(hit < s.layout.n);
			assert_int_equal(s.layout.box[hit].level, row);
			assert_in_range(
				x, s.layout.box[hit].x0, s.layout.box[hit].x1);
		}
	shot_fini(&s);
}

TEST(siblings_with_the_same_short_name_are_told_apart)
{
	struct shot s;

	shot_init(
		&s, "ns1::Foo::run 10\nns2::Foo::run 10\n", NULL, 2, 26, false);
	shows(&s,
		"▏root\n"
		"▏ns1::Fo…run▏ns2::Fo…run\n");
	shot_fini(&s);
}

TEST(hostile_names_stay_in_their_boxes)
{
	static char big[100002];
	struct shot s;
	struct strbuf text = STRBUF_INIT;

	memset(big, 'w', sizeof(big) - 1);
	strbuf_addf(&text,
		"\033]0;x\007evil 10\n日本語関数名 10\n%s 10\n"
		"e\xCC\x81t\xC3\xA9 10\n\xFF\xFE 10\n",
		big);
	shot_init(&s, strbuf_c(&text), NULL, 2, 57, false);
	shows(&s,
		"▏root                                                   ▓\n"
		"▏�]0       ▏été·······▏wwwwww…www▏日本語…名·▏��········ ▓\n");
	strbuf_free(&text);
	shot_fini(&s);
}

TEST(the_graph_can_be_drawn_at_any_size)
{
	struct shot s;

	shot_init(&s, SHOP, NULL, 1, 1, false);
	s.ic.selected = node(&s, "runtime.gcBgMarkWorker");
	for (int rows = 0; rows < 7; rows++)
		for (int cols = 0; cols < 70; cols++) {
			grid_resize(&s.g, rows, cols);
			for (int top = -3; top < 9; top++) {
				s.ic.top = top;
				s.ic.flame = top % 2 == 0;
				icicle_draw(&s.g,
					(struct rect){ 0, 0, rows, cols },
					s.flamegraph, &s.zoom, &s.ic,
					&s.layout);
			}
		}
	shot_fini(&s);
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
