/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The totals of call graphs in tables, graphs and peeks: those of the file,
   where the filters leave a frame whole. */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "base/strbuf.h"
#include "engine/calltotals.h"
#include "analysis/graph.h"
#include "analysis/peek.h"
#include "engine/sides.h"
#include "profile/merge.h"
#include "util_read.h"
#include "util_view.h"

/* main calls visit, which calls suite and stmt; suite calls visit again. No
   stack can have visit;suite and visit;stmt with these numbers. */
static const char graph[] =
	"events: Ir\nfl=a.c\nfn=main\n1 5\ncfn=visit\ncalls=2 1\n2 95\n"
	"fn=visit\n10 10\ncfn=suite\ncalls=4 1\n11 80\n"
	"cfn=stmt\ncalls=9 1\n12 45\n"
	"fn=suite\n20 40\ncfn=visit\ncalls=3 1\n21 55\n"
	"fn=stmt\n30 45\n";

static struct fixture
fixture_of(const char *text, const struct query *q)
{
	struct fixture f = { .profile = read_well("callgrind", str_c(text)) };

	f.engine = engine_new(f.profile);
	fixture_query(&f, q);
	return f;
}

static struct query
default_query(void)
{
	struct query q;

	query_init(&q);
	q.sample_index = STR("Ir");
	return q;
}

static void
total_is(const struct fixture *f, const char *name, int64_t self, int64_t total,
	unsigned estimated)
{
	const struct weights *w = &f->view->w;
	frame_id frame = fixture_frame(f, name);

	if (w->self.value[frame] != self || w->total.value[frame] != total ||
		w->estimated[frame] != estimated)
		fail_msg("%s: %" PRId64 " of %" PRId64 " (%u)", name,
			w->self.value[frame], w->total.value[frame],
			w->estimated[frame]);
}

TEST(totals_are_those_of_the_file)
{
	struct query q = default_query();
	struct fixture f = fixture_of(graph, &q);
	frame_id visit = fixture_frame(&f, "visit");

	assert_int_equal(f.view->w.whole, 100);
	total_is(&f, "main", 5, 100, 0);
	total_is(&f, "visit", 10, 95, 0);
	total_is(&f, "suite", 40, 80, 0);
	total_is(&f, "stmt", 45, 45, 0);
	assert_int_equal(f.view->entries.value[visit], 5);
	fixture_fini(&f);
}

/* Hiding a function takes nothing from others; a focus does. */
TEST(what_filters_cut_is_an_estimate)
{
	struct query q = default_query();
	struct fixture f = fixture_of(graph, &q);
	frame_id frame;

	q.hide = STR("main");
	fixture_query(&f, &q);
	total_is(&f, "visit", 10, 95, 0);
	total_is(&f, "suite", 40, 80, 0);
	q.hide = STR_EMPTY;
	q.focus = STR("suite");
	fixture_query(&f, &q);
	total_is(&f, "suite", 40, 80, 0);
	frame = fixture_frame(&f, "main");
	assert_int_equal(f.view->w.estimated[frame], ESTIMATED_PART);
	assert_true(f.view->w.total.value[frame] < 100);
	fixture_fini(&f);
}

static int64_t
edge_of(const struct graph *g, const struct fixture *f, const char *from,
	const char *to)
{
	frame_id a = fixture_frame(f, from), b = fixture_frame(f, to);

	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < g->node[i].n_out; k++)
			if (g->node[i].out[k]->from == a &&
				g->node[i].out[k]->to == b)
				return g->node[i].out[k]->weight;
	return -1;
}

TEST(graphs_have_the_calls_of_the_file)
{
	struct query q = default_query();
	struct fixture f = fixture_of(graph, &q);
	struct graph_options o;
	struct graph *g;

	graph_options_init(&o, &q);
	g = graph_full(f.view, &o);
	assert_int_equal(g->n, 4);
	for (uint32_t i = 0; i < g->n; i++)
		assert_int_equal(graph_total(&g->node[i]),
			f.view->w.total.value[g->node[i].frame]);
	assert_int_equal(edge_of(g, &f, "main", "visit"), 95);
	assert_int_equal(edge_of(g, &f, "visit", "suite"), 80);
	assert_int_equal(edge_of(g, &f, "visit", "stmt"), 45);
	assert_int_equal(edge_of(g, &f, "suite", "visit"), 55);
	assert_int_equal(edge_of(g, &f, "main", "stmt"), -1);
	graph_free(g);
	fixture_fini(&f);
}

TEST(peeks_have_the_calls_of_the_file)
{
	struct query q = default_query();
	struct fixture f = fixture_of(graph, &q);
	struct peek *p = peek_new(f.view, fixture_frame(&f, "visit"), NULL);

	assert_int_equal(p->total, 95);
	assert_int_equal(p->n_callers, 2);
	assert_int_equal(p->caller[0].weight, 95);
	assert_int_equal(p->caller[0].calls, 2);
	assert_int_equal(p->caller[1].weight, 55);
	assert_int_equal(p->caller[1].calls, 3);
	assert_int_equal(p->n_callees, 2);
	assert_int_equal(p->callee[0].weight, 80);
	assert_int_equal(p->callee[1].weight, 45);
	peek_free(p);
	fixture_fini(&f);
}

TEST(lines_have_what_they_cost_and_called)
{
	struct query q = default_query();
	struct fixture f;

	q.granularity = GRAN_LINES;
	f = fixture_of(graph, &q);
	total_is(&f, "visit a.c:10", 10, 10, 0);
	total_is(&f, "visit a.c:11", 0, 80, 0);
	total_is(&f, "visit a.c:12", 0, 45, 0);
	total_is(&f, "suite a.c:21", 0, 55, 0);
	fixture_fini(&f);
}

/* Two functions of one name, of which one calls the other. */
TEST(functions_of_one_name_share_their_time)
{
	static const char shared[] =
		"events: Ir\nfl=a.c\nfn=init\n1 10\ncfi=b.c\ncfn=init\n"
		"calls=1 1\n2 30\nfl=b.c\nfn=init\n1 30\n"
		"fl=c.c\nfn=go\n1 1\nfl=d.c\nfn=go\n1 2\n";
	struct query q = default_query();
	struct fixture f = fixture_of(shared, &q);

	total_is(&f, "init", 40, 40, ESTIMATED_SHARED);
	total_is(&f, "go", 3, 3, 0);
	fixture_fini(&f);
}

/* Modules that import one another: their totals are 100, 90, 80 and 70, and the
   stacks do not know that each is inside of the one before. */
TEST(shared_time_is_no_more_than_all)
{
	static const char modules[] =
		"events: Ir\nfl=0.c\nfn=module\n1 10\ncfi=i.c\ncfn=import\n"
		"calls=1 1\n2 90\nfl=1.c\nfn=module\n1 10\ncfi=i.c\n"
		"cfn=import\ncalls=1 1\n2 80\nfl=2.c\nfn=module\n1 10\n"
		"cfi=i.c\ncfn=import\ncalls=1 1\n2 70\nfl=3.c\nfn=module\n"
		"1 70\nfl=i.c\nfn=import\ncfi=1.c\ncfn=module\ncalls=1 1\n"
		"1 90\ncfi=2.c\ncfn=module\ncalls=1 1\n2 80\ncfi=3.c\n"
		"cfn=module\ncalls=1 1\n3 70\n";
	struct query q = default_query();
	struct fixture f = fixture_of(modules, &q);
	struct strbuf remark = STRBUF_INIT;

	total_is(&f, "module", 100, 100, ESTIMATED_SHARED);
	calltotals_remark(f.view, &remark);
	assert_string_equal(strbuf_c(&remark),
		"1 row of several functions that call one another: its total "
		"is estimated");
	strbuf_free(&remark);
	fixture_fini(&f);
}

/* Half as much, and called half as often. */
TEST(diffs_have_the_totals_of_both_files)
{
	static const char less[] =
		"events: Ir\nfl=a.c\nfn=main\n1 5\ncfn=visit\ncalls=1 1\n2 45\n"
		"fn=visit\n10 5\ncfn=suite\ncalls=2 1\n11 35\n"
		"cfn=stmt\ncalls=5 1\n12 20\n"
		"fn=suite\n20 20\ncfn=visit\ncalls=1 1\n21 30\n"
		"fn=stmt\n30 20\n";
	static const double minus[] = { -1, -1 };
	struct profile *base = read_well("callgrind", str_c(graph));
	struct profile *new = read_well("callgrind", str_c(less));
	const struct merge_part part[] = { { .profile = new },
		{ .profile = base, .ratio = minus, .is_base = true } };
	const struct merge_options options = { .max_memory = 0 };
	struct err err = ERR_INIT;
	struct query q = default_query();
	struct fixture f = { .profile =
				     merge_profiles(part, 2, &options, &err) };
	struct sides s;

	assert_non_null(f.profile);
	f.engine = engine_new(f.profile);
	fixture_query(&f, &q);
	s = sides_at(&f.view->w.total, fixture_frame(&f, "visit"));
	assert_int_equal(s.base, 95);
	assert_int_equal(s.new, 45);
	s = sides_at(&f.view->w.total, fixture_frame(&f, "suite"));
	assert_int_equal(s.base, 80);
	assert_int_equal(s.new, 35);
	s = sides_at(&f.view->entries, fixture_frame(&f, "suite"));
	assert_int_equal(s.base, 4);
	assert_int_equal(s.new, 2);
	profile_unref(base);
	profile_unref(new);
	fixture_fini(&f);
}

TEST(ordinary_profiles_have_none_of_this)
{
	struct fixture f;
	struct arena arena = ARENA_INIT;
	size_t n = 7;

	fixture_init(&f, "main;parse 1\n", "count", NULL);
	assert_null(f.view->w.estimated);
	assert_null(f.view->entries.value);
	assert_null(calltotals_edges(f.view, false, &arena, &n));
	assert_int_equal(n, 0);
	assert_int_equal(calltotals_column(f.profile), NONE);
	fixture_fini(&f);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
