/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of functions: rows, orders, columns that give way. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "present/list.h"
#include "present/top.h"
#include "util_view.h"

/* Milliseconds: self / total as in the mock-ups, 30 s together. */
#define SHOP \
	"api.Checkout@api/cart.go:9;price.(*Engine).Quote@price/e.go:88;" \
	"price.applyRules@price/rules.go:41 840\n" \
	"api.Checkout@api/cart.go:9;price.(*Engine).Quote@price/e.go:88;" \
	"price.applyRules@price/rules.go:41;" \
	"~regexp.match@regexp/re.go:5 4860\n" \
	"api.Checkout@api/cart.go:9 7230\n" \
	"runtime.scanobject 2280\nidle 14790\n"

struct shot {
	struct fixture f;
	struct top_options o;
	struct top_draw d;
};

static void
shot_init(struct shot *s, const char *folded, const char *unit)
{
	fixture_init(&s->f, folded, unit, NULL);
	s->o = (struct top_options){ .percents = true };
	s->d = (struct top_draw){ .list.at = NONE };
}

static void
shows(struct shot *s, int rows, int cols, bool ascii, const char *want)
{
	struct top *t = top_new(s->f.view, &s->o);
	struct grid g;

	grid_init(&g, rows, cols, ascii);
	top_draw(&g, (struct rect){ 0, 0, rows, cols }, t, &s->d);
	grid_is(&g, want);
	grid_fini(&g);
	top_free(t);
}

TEST(columns_are_aligned_and_the_sort_is_marked)
{
	struct shot s;

	shot_init(&s, SHOP, "milliseconds");
	s.d.list.at = 3;
	shows(&s, 7, 68, false,
		"   Self▾     %  Sum%   Total     % Function\n"
		"  14.79s 49.3% 49.3%  14.79s 49.3% idle\n"
		"   7.23s 24.1% 73.4%  12.93s 43.1% api.Checkout\n"
		"   4.86s 16.2% 89.6%   4.86s 16.2% regexp.matchᵢ\n"
		"▶  2.28s  7.6% 97.2%   2.28s  7.6% runtime.scanobject\n"
		"   0.84s  2.8%  100%   5.70s 19.0% price.applyRules\n"
		"       0    0%  100%   5.70s 19.0% price.(*Engine).Quote\n");
	shows(&s, 4, 68, true,
		"   Selfv     %  Sum%   Total     % Function\n"
		"  14.79s 49.3% 49.3%  14.79s 49.3% idle\n"
		"   7.23s 24.1% 73.4%  12.93s 43.1% api.Checkout\n"
		"   4.86s 16.2% 89.6%   4.86s 16.2% regexp.match~\n");
	fixture_fini(&s.f);
}

TEST(columns_give_way_when_it_is_narrow)
{
	struct shot s;

	shot_init(&s, SHOP, "milliseconds");
	shows(&s, 3, 40, false,
		"   Self▾     %   Total     % Function\n"
		"  14.79s 49.3%  14.79s 49.3% idle\n"
		"   7.23s 24.1%  12.93s 43.1% api.Ch…kout\n");
	shows(&s, 3, 34, false,
		"   Self▾     %   Total Function\n"
		"  14.79s 49.3%  14.79s idle\n"
		"   7.23s 24.1%  12.93s api.Ch…kout\n");
	shows(&s, 3, 24, false,
		"   Self▾ Function\n"
		"  14.79s idle\n"
		"   7.23s api.Checkout\n");
	shows(&s, 3, 12, false,
		" Function\n"
		" idle\n"
		" api.Ch…kout\n");
	shows(&s, 3, 3, false,
		" F…\n"
		" id\n"
		" ap\n");
	fixture_fini(&s.f);
}

TEST(columns_can_be_chosen)
{
	struct shot s;
	struct err err;

	shot_init(&s, SHOP, "milliseconds");
	assert_int_equal(
		top_columns_parse(STR("total,name,file"), &s.o, &err), 0);
	s.o.sort.by = TOP_FILE;
	shows(&s, 6, 60, false,
		"   Total Function                             File▾\n"
		"  12.93s api.Checkout                         api/cart.go:9\n"
		"   5.70s price.(*Engine).Quote                price/e.go:88\n"
		"   5.70s price.applyRules                     …e/rules.go:41\n"
		"   4.86s regexp.matchᵢ                        regexp/re.go:5\n"
		"   2.28s runtime.scanobject\n");
	assert_int_equal(top_columns_parse(STR("self,nope"), &s.o, &err), -1);
	assert_string_equal(err.msg,
		"unknown column \"nope\": self, self%, sum%, total, total%, "
		"percall, name, file, beside; in a diff base, new, delta%, "
		"times, cause");
	assert_int_equal(s.o.n_columns, 3);
	s.o.percents = false;
	s.o.n_columns = 0;
	s.o.sort.by = TOP_SELF;
	shows(&s, 2, 50, false,
		"   Self▾   Total Function\n"
		"  14.79s  14.79s idle\n");
	fixture_fini(&s.f);
}

/* The rows' names in order. */
static void
order_is(struct shot *s, const char *key, const char *want)
{
	struct err err;
	struct strbuf b = STRBUF_INIT;
	struct top *t;

	assert_int_equal(
		top_sort_parse(str_c(key), s->f.view, &s->o.sort, &err), 0);
	t = top_new(s->f.view, &s->o);
	for (uint32_t i = 0; i < t->n; i++) {
		frame_id f = top_frame(t, i);

		strbuf_addstr(&b, i > 0 ? " " : "");
		strbuf_add(&b, s->f.view->frames->frame[f].text);
		assert_int_equal(top_row_of(t, f), i);
	}
	assert_string_equal(strbuf_c(&b), want);
	strbuf_reset(&b);
	top_sort_print(s->o.sort, s->f.view, &b);
	assert_string_equal(strbuf_c(&b), key);
	strbuf_free(&b);
	top_free(t);
}

TEST(rows_sort_by_any_column_and_reverse)
{
	struct shot s;

	shot_init(
		&s, "c@z.c:1;a@b.c:2 5\nc@z.c:1 1\nb@a.c:3 3\nd 3\n", "count");
	order_is(&s, "self", "a b d c");
	order_is(&s, "-self", "c b d a");
	order_is(&s, "total", "c a b d");
	order_is(&s, "-total", "b d a c");
	order_is(&s, "self%", "a b d c");
	order_is(&s, "name", "a b c d");
	order_is(&s, "-name", "d c b a");
	order_is(&s, "file", "b a c d");
	fixture_fini(&s.f);
	/* what grew and what shrank belong together */
	shot_init(&s, "a -7\nb 5\nc 9\n", "count");
	order_is(&s, "self", "c a b");
	fixture_fini(&s.f);
}

TEST(unknown_sort_keys_are_refused)
{
	struct top_sort sort = { .by = TOP_NAME };
	struct err err;

	assert_int_equal(top_sort_parse(STR("weight"), NULL, &sort, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(err.msg,
		"unknown sort key \"weight\": self, self%, sum%, total, "
		"total%, percall, name, file; in a diff, also with :total, "
		"base, new, delta%, times, cause");
	assert_int_equal(sort.by, TOP_NAME);
	assert_int_equal(top_sort_parse(STR(""), NULL, &sort, &err), -1);
	assert_int_equal(top_sort_parse(STR("beside"), NULL, &sort, &err), -1);
}

TEST(a_row_filter_keeps_only_its_rows)
{
	struct shot s;
	uint64_t word = 0;
	struct bits bits = { &word, 64 };
	struct top *t;

	shot_init(&s, "a 5\nb 3\nc 1\n", "count");
	bits_set(&bits, fixture_frame(&s.f, "c"));
	bits_set(&bits, fixture_frame(&s.f, "a"));
	s.o.rows = &bits;
	t = top_new(s.f.view, &s.o);
	assert_int_equal(t->n, 2);
	assert_int_equal(t->all, 3);
	assert_int_equal(top_frame(t, 1), fixture_frame(&s.f, "c"));
	assert_int_equal(top_row_of(t, fixture_frame(&s.f, "b")), NONE);
	assert_int_equal(top_frame(t, 2), NONE);
	assert_int_equal(top_row_of(t, NONE), NONE);
	top_free(t);
	fixture_fini(&s.f);
}

TEST(sort_steps_go_through_the_columns)
{
	struct shot s;
	struct top *t;

	shot_init(&s, "a 5\n", "count");
	t = top_new(s.f.view, &s.o);
	assert_int_equal(top_sort_step(t, 1).by, TOP_TOTAL);
	assert_int_equal(top_sort_step(t, -1).by, TOP_SELF);
	top_free(t);
	s.o.sort.by = TOP_TOTAL_PERCENT;
	t = top_new(s.f.view, &s.o);
	assert_int_equal(top_sort_step(t, 1).by, TOP_NAME);
	assert_int_equal(top_sort_step(t, -1).by, TOP_SELF);
	top_free(t);
	fixture_fini(&s.f);
}

TEST(header_cells_lead_to_their_sort_key)
{
	struct shot s;
	struct grid g;
	struct top *t;
	struct top_sort sort;

	shot_init(&s, SHOP, "milliseconds");
	t = top_new(s.f.view, &s.o);
	grid_init(&g, 3, 60, false);
	top_draw(&g, (struct rect){ 0, 0, 3, 60 }, t, &s.d);
	assert_true(top_header_sort(t, g.hit[5], &sort));
	assert_int_equal(sort.by, TOP_SELF);
	assert_true(top_header_sort(t, g.hit[13], &sort));
	assert_int_equal(sort.by, TOP_SELF);
	assert_true(top_header_sort(t, g.hit[20], &sort));
	assert_int_equal(sort.by, TOP_TOTAL);
	assert_true(top_header_sort(t, g.hit[40], &sort));
	assert_int_equal(sort.by, TOP_NAME);
	assert_int_equal(g.hit[60 + 5], 0);
	assert_false(top_header_sort(t, g.hit[60 + 5], &sort));
	assert_false(top_header_sort(t, NONE, &sort));
	grid_fini(&g);
	top_free(t);
	fixture_fini(&s.f);
}

TEST(names_scroll_sideways_and_keep_whole_characters)
{
	struct shot s;

	shot_init(&s, "日本語の長い関数 5\nabcdefghijklmnopqrstuvwxyz 1\n",
		"count");
	s.o.percents = false;
	shows(&s, 3, 32, false,
		"  Self▾   Total Function\n"
		"      5       5 日本語の長い関数\n"
		"      1       1 abcdefghi…uvwxyz\n");
	s.d.list.skip = 4;
	shows(&s, 3, 32, false,
		"  Self▾   Total Function\n"
		"      5       5 …の長い関数\n"
		"      1       1 …fghijklmnopqrs…\n");
	s.d.list.skip = 40;
	shows(&s, 3, 32, false,
		"  Self▾   Total Function\n"
		"      5       5 …\n"
		"      1       1 …\n");
	fixture_fini(&s.f);
}

TEST(matches_are_marked)
{
	struct shot s;
	struct query q;

	shot_init(&s, "a 5\nb 3\nc 1\n", "count");
	query_init(&q);
	q.search = STR("[bc]");
	fixture_query(&s.f, &q);
	s.d.matches = &s.f.view->found.frame;
	s.d.list.at = 2;
	shows(&s, 4, 40, false,
		"  Self▾     %   Total     % Function\n"
		"      5 55.6%       5 55.6% a\n"
		"✱     3 33.3%       3 33.3% b\n"
		"▶     1 11.1%       1 11.1% c\n");
	shows(&s, 4, 40, true,
		"  Selfv     %   Total     % Function\n"
		"      5 55.6%       5 55.6% a\n"
		"*     3 33.3%       3 33.3% b\n"
		">     1 11.1%       1 11.1% c\n");
	fixture_fini(&s.f);
}

TEST(equal_names_of_two_packages_get_longer)
{
	struct shot s;

	shot_init(&s, "a.com/x/log.Print 5\nb.com/y/log.Print 3\n", "count");
	shows(&s, 3, 50, false,
		"  Self▾     %   Total     % Function\n"
		"      5 62.5%       5 62.5% a.com/x/log.Print\n"
		"      3 37.5%       3 37.5% b.com/y/log.Print\n");
	fixture_fini(&s.f);
}

/* The table of a part of the graph: only its functions, with their weights
   there. */
TEST(a_part_has_its_own_numbers)
{
	struct shot s;
	struct flamegraph *p;
	struct inside *in;
	struct selection part = { .side = SIDE_MAIN };

	shot_init(&s,
		"main;f;g 30\nmain;z;f;g 10\nmain;z;g;h;g 100\n"
		"main;z;y 40\nmain;rest 800\n",
		"count");
	p = flamegraph_new(s.f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	part.node = fixture_node(&s.f, &s.f.view->tree, "main;z");
	in = inside_new(p, part);
	s.o.values = s.o.shares = in;
	s.o.has_whole = true;
	s.o.whole = 150;
	shows(&s, 6, 68, false,
		"  Self▾     %  Sum%   Total     % Function\n"
		"    110 73.3% 73.3%     110 73.3% g\n"
		"     40 26.7%  100%      40 26.7% y\n"
		"      0    0%  100%     150  100% z\n"
		"      0    0%  100%     100 66.7% h\n"
		"      0    0%  100%      10  6.7% f\n");
	/* All rows, of which some are not in the part. */
	s.o.values = NULL;
	shows(&s, 5, 68, false,
		"  Self▾     %  Sum%   Total     % Function\n"
		"    800     -    0%     800     - rest\n"
		"    140 73.3% 73.3%     140 73.3% g\n"
		"     40 26.7%  100%      40 26.7% y\n"
		"      0     -  100%     980     - main\n");
	inside_free(in);
	flamegraph_free(p);
	fixture_fini(&s.f);
}

TEST(percents_follow_their_base)
{
	struct shot s;

	shot_init(&s, "a 5\nb 3\nc -2\n", "count");
	shows(&s, 4, 50, false,
		"  Self▾       %   Total       % Function\n"
		"      5   50.0%       5   50.0% a\n"
		"      3   30.0%       3   30.0% b\n"
		"     -2  -20.0%      -2  -20.0% c\n");
	s.o.has_whole = true;
	s.o.whole = 4;
	shows(&s, 4, 50, false,
		"  Self▾       %   Total       % Function\n"
		"      5               5         a\n"
		"      3   75.0%       3   75.0% b\n"
		"     -2  -50.0%      -2  -50.0% c\n");
	fixture_fini(&s.f);
}

TEST(a_mean_divides_each_row)
{
	struct fixture f;
	struct query q;
	struct top_options o = { .percents = true };
	struct top *t;

	/* With one type the mean of a type by itself is 1. */
	query_init(&q);
	q.mean = true;
	fixture_init(&f, "a 8\nb 4\n", "count", &q);
	t = top_new(f.view, &o);
	assert_int_equal(t->n, 2);
	/* Nor is it a share of the mean of all. */
	assert_int_equal(view_whole(f.view), 0);
	top_free(t);
	fixture_fini(&f);
}

TEST(scrolling_follows_the_selection)
{
	assert_int_equal(top_page(10), 9);
	assert_int_equal(top_page(0), 1);
	assert_int_equal(list_scroll(0, 5, 100, 10), 0);
	assert_int_equal(list_scroll(0, 10, 100, 10), 1);
	assert_int_equal(list_scroll(50, 3, 100, 10), 3);
	assert_int_equal(list_scroll(95, 99, 100, 10), 90);
	assert_int_equal(list_scroll(7, 2, 5, 10), 0);
	assert_int_equal(list_scroll(7, NONE, 100, 10), 7);
}

TEST(the_table_can_be_drawn_at_any_size)
{
	struct shot s;
	struct top *t;

	shot_init(&s, SHOP, "milliseconds");
	t = top_new(s.f.view, &s.o);
	for (int rows = 0; rows < 8; rows++)
		for (int cols = 0; cols < 90; cols++) {
			struct grid g;

			grid_init(&g, rows, cols, cols % 2 == 0);
			s.d.list.first = (uint32_t)(cols % 7);
			s.d.list.at = (uint32_t)(cols % 5);
			s.d.focused = true;
			top_draw(
				&g, (struct rect){ 0, 0, rows, cols }, t, &s.d);
			assert_true(g.cursor_row < rows);
			grid_fini(&g);
		}
	top_free(t);
	fixture_fini(&s.f);
}

TEST(a_hundred_thousand_functions_are_listed)
{
	enum { N = 100000 };
	struct strbuf text = STRBUF_INIT;
	struct shot s;
	struct top *t;

	for (int i = 0; i < N; i++)
		strbuf_addf(&text, "f%d %d\n", i, i * 7919 % 100003 + 1);
	shot_init(&s, strbuf_c(&text), "count");
	t = top_new(s.f.view, &s.o);
	assert_int_equal(t->n, N);
	for (uint32_t i = 1; i < N; i++)
		assert_true(s.f.view->w.self.value[top_frame(t, i - 1)] >=
			s.f.view->w.self.value[top_frame(t, i)]);
	top_free(t);
	strbuf_free(&text);
	fixture_fini(&s.f);
}

TEST(a_file_has_the_columns_of_the_screen)
{
	struct shot s;
	struct err err = ERR_INIT;
	struct strbuf csv = STRBUF_INIT;
	struct top *t;

	shot_init(&s, "a;b 1\nb 3\n", "count");
	assert_int_equal(top_columns_parse(
				 STR("base,self,self%,times,name"), &s.o, &err),
		0);
	t = top_new(s.f.view, &s.o);
	top_csv(t, &csv);
	assert_string_equal(strbuf_c(&csv),
		"self [count],self%,function\n4,100.00,b\n0,0.00,a\n");
	strbuf_free(&csv);
	top_free(t);
	fixture_fini(&s.f);
}

static void
draw_at(struct strbuf *out, struct top *t, uint32_t first)
{
	const struct top_draw d = { .list = { NONE, first, 0 } };
	struct grid g;

	grid_init(&g, 20, 90, false);
	top_draw(&g, (struct rect){ 0, 0, 20, 90 }, t, &d);
	grid_text(&g, out);
	grid_fini(&g);
}

/* One table is looked at from the first row on, the other from the last. */
static void
compare_ways(const struct view *v, const struct top_options *o)
{
	struct top *down = top_new(v, o), *up = top_new(v, o);
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	uint32_t n = down->n, middle = n / 2;
	frame_id *frame = xcalloc(n + 1u, sizeof(*frame));

	draw_at(&b, up, middle);
	for (uint32_t i = 0; i < n; i++) {
		frame[i] = top_frame(down, i);
		assert_int_equal(top_row_of(up, frame[i]), i);
	}
	for (uint32_t i = n; i-- > 0;)
		assert_int_equal(top_frame(up, i), frame[i]);
	assert_int_equal(top_frame(up, n), NONE);
	draw_at(&a, down, middle);
	assert_string_equal(strbuf_c(&a), strbuf_c(&b));
	strbuf_reset(&b);
	draw_at(&b, up, middle);
	assert_string_equal(strbuf_c(&a), strbuf_c(&b));
	strbuf_free(&a);
	strbuf_free(&b);
	free(frame);
	top_free(down);
	top_free(up);
}

TEST(rows_and_sums_are_the_same_wherever_one_looks_first)
{
	static const struct top_sort sorts[] = { { .by = TOP_SELF },
		{ .by = TOP_SELF, .reverse = true }, { .by = TOP_TOTAL },
		{ .by = TOP_NAME }, { .by = TOP_NAME, .reverse = true },
		{ .by = TOP_FILE } };

	for (int least = 0; least >= -3; least -= 3) {
		struct strbuf text = STRBUF_INIT;
		struct shot s;

		for (int i = 0; i < 1500; i++)
			strbuf_addf(&text, "main;p%d@f%d.go:%d;q%d %d\n",
				i % 40, i % 7, i % 40 + 1, i, least + i % 11);
		shot_init(&s, strbuf_c(&text), "count");
		for (size_t i = 0; i < COUNT_OF(sorts); i++) {
			s.o.sort = sorts[i];
			compare_ways(s.f.view, &s.o);
		}
		strbuf_free(&text);
		fixture_fini(&s.f);
	}
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
