/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inspector's lines, at several widths. */
#include "prelude.h"

#include <locale.h>
#include "testing.h"

#include "base/strbuf.h"
#include "present/inspector.h"
#include "util_view.h"

#define SHOP \
	"api.Checkout;price.Quote;price.applyRules@rules.go:41 840\n" \
	"api.Checkout;price.Quote;price.applyRules@rules.go:44;" \
	"regexp.Find 3720\n" \
	"api.retry;price.applyRules@rules.go:41 440\nidle 5000\n"

static void
shows(const struct fixture *f, struct selection selected, int cols, bool ascii,
	const char *want)
{
	struct flamegraph *flamegraph =
		flamegraph_new(f->view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	frame_id frame = selection_frame(flamegraph, selected);
	struct inspected of = { .flamegraph = flamegraph,
		.selected = selected,
		.zoom = zoom_all(flamegraph),
		.ascii = ascii };
	struct detail *d = NULL;
	struct peek *k = NULL;
	struct inspector in;
	struct strbuf text = STRBUF_INIT;

	if (!selection_is_group(selected))
		of.detail = d = detail_new(f->view, selected.node);
	if (frame != NONE)
		of.peek = k = peek_new(f->view, frame, NULL);
	inspector_init(&in, &of, cols);
	for (size_t i = 0; i < in.n; i++) {
		assert_true(utf8_columns(in.line[i].text, ascii) <= cols);
		strbuf_add(&text, in.line[i].text);
		strbuf_addch(&text, '\n');
	}
	assert_string_equal(strbuf_c(&text), want);
	strbuf_free(&text);
	inspector_fini(&in);
	detail_free(d);
	peek_free(k);
	flamegraph_free(flamegraph);
}

TEST(a_place_stands_beside_all_places)
{
	struct fixture f;
	node_id node;

	fixture_init(&f, SHOP, "milliseconds", NULL);
	node = fixture_node(
		&f, &f.view->full, "api.Checkout;price.Quote;price.applyRules");
	shows(&f, selection_of(SIDE_MAIN, node), 60, false,
		"price.applyRules\n"
		"source      rules.go:41\n"
		"lines       hottest 44 with 3.72s\n"
		"depth       3\n"
		"\n"
		"                this path     all 2 paths\n"
		"self         0.84s   8.4%    1.28s  12.8%\n"
		"total        4.56s  45.6%    5.00s  50.0%\n"
		"% of caller          100%\n"
		"\n"
		"Callers\n"
		" 4.56s  91.2%  price.Quote\n"
		" 0.44s   8.8%  api.retry\n"
		"\n"
		"Callees\n"
		" 3.72s  74.4%  regexp.Find\n"
		"\n"
		"Stack\n"
		"api.Checkout › price.Quote › price.applyRules\n");
	fixture_fini(&f);
}

TEST(frames_that_share_a_row_are_listed)
{
	struct flamegraph *flamegraph;
	struct fixture f;
	struct inspector in;
	struct inspected of = { .ascii = true };
	struct detail *d;

	fixture_init(&f, "a;b;c 9950\na;b 30\na 20\n", "milliseconds", NULL);
	flamegraph = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	flamegraph_fold(flamegraph, true);
	of.flamegraph = flamegraph;
	of.zoom = zoom_all(flamegraph);
	of.selected = selection_of(
		SIDE_MAIN, fixture_node(&f, &f.view->full, "a;b"));
	of.detail = d = detail_new(f.view, of.selected.node);
	inspector_init(&in, &of, 40);
	assert_true(in.n > 4);
	assert_true(str_is(in.line[in.n - 4].text,
		"Row: 3 frames, 0.5% leaves on the way"));
	assert_true(str_is(in.line[in.n - 3].text, " 0.02s   0.2%  a"));
	assert_true(str_is(in.line[in.n - 2].text, " 0.03s   0.3%  b"));
	assert_true(str_is(in.line[in.n - 1].text, " 9.95s  99.5%  c"));
	inspector_fini(&in);
	detail_free(d);
	flamegraph_free(flamegraph);
	fixture_fini(&f);
}

TEST(whose_code_it_is_is_told)
{
	struct flamegraph *flamegraph;
	struct fixture f;
	struct inspector in;
	struct inspected of = { .has_origin = true,
		.origin = { .kind = ORIGIN_SYSTEM, .why = "Go runtime" } };
	struct detail *d;

	fixture_init(&f, SHOP, "milliseconds", NULL);
	flamegraph = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	of.flamegraph = flamegraph;
	of.zoom = zoom_all(flamegraph);
	of.selected = selection_of(
		SIDE_MAIN, fixture_node(&f, &f.view->full, "idle"));
	of.detail = d = detail_new(f.view, of.selected.node);
	inspector_init(&in, &of, 40);
	assert_true(in.n > 2);
	assert_true(str_is(in.line[1].text, "origin      system (Go runtime)"));
	inspector_fini(&in);
	detail_free(d);
	flamegraph_free(flamegraph);
	fixture_fini(&f);
}

TEST(narrow_lines_leave_out_the_other_places)
{
	struct fixture f;
	node_id node;

	fixture_init(&f, SHOP, "milliseconds", NULL);
	node = fixture_node(
		&f, &f.view->full, "api.Checkout;price.Quote;price.applyRules");
	shows(&f, selection_of(SIDE_MAIN, node), 26, true,
		"price.applyRules\n"
		"source      rules.go:41\n"
		"lines       hottest 44 wit\n"
		"            h 3.72s\n"
		"depth       3\n"
		"\n"
		"                this path\n"
		"self         0.84s   8.4%\n"
		"total        4.56s  45.6%\n"
		"% of caller          100%\n"
		"\n"
		"Callers\n"
		" 4.56s  91.2%  price.Quote\n"
		" 0.44s   8.8%  api.retry\n"
		"\n"
		"Callees\n"
		" 3.72s  74.4%  regexp.Find\n"
		"\n"
		"Stack\n"
		"api.Checkout >\n"
		"  price.Quote >\n"
		"  price.applyRules\n");
	fixture_fini(&f);
}

/* In that tree, the node above is a callee. */
TEST(a_tree_of_callers_is_read_from_below)
{
	struct fixture f;
	struct query q;
	node_id node;

	query_init(&q);
	q.direction = DIR_CALLERS;
	fixture_init(&f, "main;a;leaf 60\nmain;b;leaf 30\nmain;b;x 10\n",
		"count", &q);
	node = fixture_node(&f, &f.view->tree, "leaf;a");
	shows(&f, selection_of(SIDE_MAIN, node), 60, false,
		"a\n"
		"depth       2\n"
		"\n"
		"             this path\n"
		"self          0     0%\n"
		"total        60  60.0%\n"
		"% of callee      66.7%\n"
		"\n"
		"Callers\n"
		" 60   100%  main\n"
		"\n"
		"Callees\n"
		" 60   100%  leaf\n"
		"\n"
		"Stack\n"
		"main › a › leaf\n");
	node = fixture_node(&f, &f.view->tree, "leaf");
	/* Below the root, and of two callers. */
	shows(&f, selection_of(SIDE_MAIN, node), 60, false,
		"leaf\n"
		"depth       1\n"
		"\n"
		"             this path   all 2 paths\n"
		"self          0     0%    90  90.0%\n"
		"total        90  90.0%    90  90.0%\n"
		"\n"
		"Callers\n"
		" 60  66.7%  a\n"
		" 30  33.3%  b\n"
		"\n"
		"Stack\n"
		"… leaf\n");
	fixture_fini(&f);
}

TEST(the_root_and_groups_are_told)
{
	struct fixture f;

	fixture_init(&f, SHOP, "milliseconds", NULL);
	shows(&f, selection_of(SIDE_MAIN, 0), 40, false,
		"root: all samples\n"
		"\n"
		"total       10.00s   100%\n");
	/* The two lightest children of the root. */
	shows(&f, (struct selection){ .rank = 1, .count = 2 }, 40, false,
		"2 frames too narrow to draw\n"
		"total        5.00s  50.0%\n"
		"\n"
		" 4.56s  45.6%  api.Checkout\n"
		" 0.44s   4.4%  api.retry\n");
	fixture_fini(&f);
}

TEST(a_deep_stack_keeps_its_end)
{
	struct strbuf folded = STRBUF_INIT, path = STRBUF_INIT;
	struct inspector in;
	struct inspected of;
	struct fixture f;
	struct flamegraph *flamegraph;
	node_id node;

	for (int i = 0; i < 300; i++)
		strbuf_addf(&path, "%sfunction%d", i > 0 ? ";" : "", i);
	strbuf_addf(&folded, "%s 1\n", strbuf_c(&path));
	fixture_init(&f, strbuf_c(&folded), "count", NULL);
	node = fixture_node(&f, &f.view->full, strbuf_c(&path));
	flamegraph = flamegraph_new(f.view, FLAME_BY_WEIGHT, FLAME_OF_AFTER);
	of = (struct inspected){ .flamegraph = flamegraph,
		.selected = selection_of(SIDE_MAIN, node),
		.zoom = zoom_all(flamegraph) };
	of.detail = detail_new(f.view, node);
	inspector_init(&in, &of, 60);
	assert_true(in.n < 40);
	assert_true(
		str_find(in.line[in.n - 1].text, STR("function299"), 0) >= 0);
	inspector_fini(&in);
	detail_free((struct detail *)(uintptr_t)of.detail);
	flamegraph_free(flamegraph);
	fixture_fini(&f);
	strbuf_free(&folded);
	strbuf_free(&path);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
