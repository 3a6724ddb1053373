/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growth from snapshot to snapshot: which functions are listed, which are left
 * out, and how often noise is taken for growth.
 */
#include "prelude.h"

#include "analysis/growth.h"

#include <math.h>

#include "testing.h"

#include "base/strbuf.h"
#include "stacks.h"
#include "util_random.h"

enum { MB = 1 << 20, MINUTE = 60 * 1000 };
static const int64_t START = INT64_C(1790000000000);

/* A snapshot, taken so many minutes after the first. */
static int
take_at(struct ledger *l, const char *text, int64_t minute, bool guessed,
	struct err *err)
{
	struct growth_time taken = { .name = STR("x"),
		.at = START + minute * MINUTE,
		.is_guessed = guessed };
	struct profile *p = stacks_read(text);
	struct engine *e = engine_new(p);
	const struct view *v;
	struct query q;
	int rc;

	query_init(&q);
	v = view_compute(e, &q, NULL, err);
	assert_non_null(v);
	rc = ledger_add(l, v, taken, err);
	view_unref(v);
	engine_free(e);
	profile_unref(p);
	return rc;
}

static int
take(struct ledger *l, const char *text, int64_t minute, struct err *err)
{
	return take_at(l, text, minute, false, err);
}

static void
take_well(struct ledger *l, struct strbuf *text, int64_t minute)
{
	struct err err = ERR_INIT;

	assert_int_equal(take(l, strbuf_c(text), minute, &err), 0);
	strbuf_reset(text);
}

static void
begin(struct strbuf *text)
{
	strbuf_addstr(text, "types inuse_space/bytes\n");
}

static struct growth *
finish(struct ledger *l)
{
	struct growth *g = growth_new(l, false, NULL);

	ledger_free(l);
	assert_non_null(g);
	return g;
}

static const struct grower *
row_named(const struct growth *g, const char *name)
{
	for (size_t i = 0; i < g->n_rows + g->n_explained; i++)
		if (str_is(g->row[i].name, name))
			return &g->row[i];
	return NULL;
}

static bool
is_listed(const struct growth *g, const char *name)
{
	const struct grower *row = row_named(g, name);

	return row != NULL && row < g->row + g->n_rows;
}

TEST(test_who_calls_what_grows_is_left_out)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	const struct grower *row;
	struct growth *g;

	for (int i = 0; i < 12; i++) {
		begin(&text);
		strbuf_addf(&text, "main;serve;put;alloc %d\n", MB * (10 + i));
		strbuf_addf(&text, "main;serve;get %d\n", 3 * MB);
		take_well(l, &text, i);
	}
	g = finish(l);
	assert_int_equal(g->functions, 5);
	assert_int_equal(g->tried, 4);
	assert_int_equal(g->n_rows, 1);
	assert_int_equal(g->n_explained, 3);
	row = &g->row[0];
	assert_true(str_is(row->name, "alloc"));
	assert_int_equal(row->significance, SIGNIFICANCE_REAL);
	assert_int_equal(row->trend.shape, TREND_STEADY);
	assert_int_equal(row->first, 10 * MB);
	assert_int_equal(row->last, 21 * MB);
	assert_true(fabs(row->slope - 60.0 * MB) < 1);
	assert_true(fabs(row->self_slope - 60.0 * MB) < 1);
	row = row_named(g, "serve");
	assert_true(fabs(row->slope - 60.0 * MB) < 1);
	assert_true(fabs(row->self_slope) < 1);
	assert_int_equal(g->snapshot[0].total, 13 * MB);
	growth_free(g);
	strbuf_free(&text);
}

TEST(test_who_calls_two_that_grow_is_listed)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 12; i++) {
		begin(&text);
		strbuf_addf(&text, "main;serve;a %d\n", MB * (10 + i));
		strbuf_addf(&text, "main;serve;b %d\n", MB * (10 + i));
		take_well(l, &text, i);
	}
	g = finish(l);
	assert_true(is_listed(g, "a") && is_listed(g, "b"));
	assert_true(is_listed(g, "serve"));
	assert_false(is_listed(g, "main"));
	growth_free(g);
	strbuf_free(&text);
}

/* One callee explains 93 % of `big` and 98 % of `thin`; order is by self. */
TEST(test_who_grows_by_itself_too_is_listed)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 12; i++) {
		begin(&text);
		strbuf_addf(&text, "main;big %d\n", 7 * MB / 10 * i);
		strbuf_addf(&text, "main;big;a %d\n", 93 * MB / 10 * i);
		strbuf_addf(&text, "main;thin %d\n", 2 * MB / 10 * i);
		strbuf_addf(&text, "main;thin;b %d\n", 98 * MB / 10 * i);
		take_well(l, &text, i);
	}
	g = finish(l);
	assert_int_equal(g->n_rows, 4);
	assert_int_equal(g->n_explained, 1);
	assert_true(str_is(g->row[0].name, "b"));
	assert_true(str_is(g->row[1].name, "a"));
	assert_true(str_is(g->row[2].name, "big"));
	/* It calls two that grow; its own growth is none. */
	assert_true(str_is(g->row[3].name, "main"));
	assert_true(str_is(g->row[4].name, "thin"));
	assert_int_equal(g->row[4].callee, 0);
	for (size_t i = 0; i < g->n_rows; i++)
		assert_int_equal(g->row[i].callee, NONE);
	growth_free(g);
	strbuf_free(&text);
}

/* The two functions call each other, and deep down one keeps memory. */
TEST(test_recursion_does_not_hide_what_grows)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 12; i++) {
		begin(&text);
		strbuf_addf(&text, "main;a;b;a;b;b %d\n", MB * (10 + i));
		strbuf_addf(&text, "main;c;c;c;keep %d\n", MB * (10 + i));
		strbuf_addf(&text, "main;c %d\n", MB);
		take_well(l, &text, i);
	}
	g = finish(l);
	assert_true(is_listed(g, "b") && is_listed(g, "keep"));
	assert_false(is_listed(g, "a") || is_listed(g, "c"));
	/* It calls two that grow. */
	assert_true(is_listed(g, "main"));
	growth_free(g);
	strbuf_free(&text);
}

TEST(test_the_order_of_adding_does_not_matter)
{
	static const int order[] = { 5, 2, 7, 0, 1, 6, 3, 4 };
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 8; i++) {
		begin(&text);
		strbuf_addf(&text, "main;a %d\n", MB * (10 + order[i]));
		take_well(l, &text, order[i]);
	}
	g = finish(l);
	assert_int_equal(g->n_rows, 1);
	assert_int_equal(g->row[0].first, 10 * MB);
	for (int i = 0; i < 8; i++) {
		assert_int_equal(g->snapshot[i].at, START + i * MINUTE);
		assert_true(fabs(g->row[0].value[i] - MB * (10.0 + i)) < 1);
	}
	growth_free(g);
	strbuf_free(&text);
}

TEST(test_what_is_not_there_at_first_counts_as_nothing)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 9; i++) {
		begin(&text);
		strbuf_addf(&text, "main;old %d\n", 40 * MB);
		if (i > 1)
			strbuf_addf(&text, "main;new %d\n", i * MB);
		take_well(l, &text, i);
	}
	g = finish(l);
	assert_int_equal(g->n_rows, 1);
	assert_true(str_is(g->row[0].name, "new"));
	assert_int_equal(g->row[0].first, 0);
	assert_int_equal(g->row[0].last, 8 * MB);
	growth_free(g);
	strbuf_free(&text);
}

/* After five snapshots something else is at that place of the memory. */
TEST(test_only_the_last_run_is_judged)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 14; i++) {
		/* It grew, was restarted, and is as it was since. */
		int here = i < 7 ? 10 + 5 * i : 50;

		strbuf_addf(&text,
			"types alloc_space/bytes inuse_space/bytes\n"
			"main;cache %d,%d\n",
			MB * (i < 7 ? 100 + i : i), MB * here);
		take_well(l, &text, i);
	}
	g = finish(l);
	assert_int_equal(g->first, 7);
	assert_int_equal(growth_judged(g), 7);
	assert_int_equal(g->n_rows, 0);
	growth_free(g);
	strbuf_free(&text);
}

TEST(test_few_snapshots_are_listed_without_a_verdict)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 2; i++) {
		begin(&text);
		strbuf_addf(&text, "main;a %d\n", MB * (10 + i));
		take_well(l, &text, 30 * i);
	}
	g = finish(l);
	assert_int_equal(g->n_rows, 1);
	assert_int_equal(g->row[0].trend.shape, TREND_FEW);
	assert_int_equal(g->row[0].significance, SIGNIFICANCE_TOO_FEW);
	assert_true(fabs(g->row[0].slope - 2.0 * MB) < 1);
	growth_free(g);
	g = finish(ledger_new());
	assert_int_equal(g->n, 0);
	growth_free(g);
	strbuf_free(&text);
}

TEST(test_what_adds_up_is_refused)
{
	struct ledger *l = ledger_new();
	struct err err = ERR_INIT;

	assert_int_equal(
		take(l, "types cpu/nanoseconds\nmain 3\n", 0, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_int_equal(take(l,
				 "types inuse_space/bytes "
				 "alloc_space/bytes\nmain 3,3\n",
				 0, &err),
		-1);
	assert_non_null(strstr(err.msg, "-sample_index=inuse_space"));
	assert_int_equal(
		take(l, "types inuse_space/bytes\nmain 3\n", 0, &err), 0);
	assert_int_equal(
		take(l, "types inuse_objects/count\nmain 3\n", 0, &err), -1);
	assert_int_equal(err.code, ERR_FORMAT);
	ledger_free(l);
}

/* Five files in kilobytes, five in bytes. */
TEST(test_values_of_one_kind_of_unit_are_converted)
{
	struct ledger *l = ledger_new();
	struct err err = ERR_INIT;
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 10; i++) {
		bool kilobytes = i < 5;

		strbuf_addf(&text,
			"types alloc_space/%s inuse_space/%s\n"
			"main;even %d,%d\nmain;up %d,%d\n",
			kilobytes ? "kilobytes" : "bytes",
			kilobytes ? "kilobytes" : "bytes",
			(kilobytes ? 1 : 1024) * 5000,
			(kilobytes ? 1 : 1024) * 5000,
			(kilobytes ? 1 : 1024) * 1000 * (1 + i),
			(kilobytes ? 1 : 1024) * 1000 * (1 + i));
		take_well(l, &text, i);
	}
	assert_int_equal(
		take(l, "types inuse_space/count\nmain 3\n", 0, &err), -1);
	assert_int_equal(err.code, ERR_FORMAT);
	g = finish(l);
	assert_int_equal(g->first, 0);
	assert_true(str_is(g->unit, "bytes"));
	assert_true(is_listed(g, "up"));
	assert_null(row_named(g, "even"));
	assert_int_equal(row_named(g, "up")->first, 1024 * 1000);
	assert_int_equal(row_named(g, "up")->last, 1024 * 1000 * 10);
	assert_int_equal(g->snapshot[0].total, 1024 * 6000);
	growth_free(g);
	strbuf_free(&text);
}

/* Files that were copied, one a minute but the last, or all at once. */
TEST(test_without_times_growth_is_per_snapshot)
{
	for (int copied = 0; copied < 3; copied++) {
		struct ledger *l = ledger_new();
		struct strbuf text = STRBUF_INIT;
		struct err err = ERR_INIT;
		struct growth *g;

		for (int i = 0; i < 12; i++) {
			int minute = copied == 0 ? 0 : i < 11 ? i : 1000;

			begin(&text);
			strbuf_addf(&text, "main;a %d\n", MB * (10 + i));
			assert_int_equal(take_at(l, strbuf_c(&text), minute,
						 copied == 2, &err),
				0);
			strbuf_reset(&text);
		}
		g = finish(l);
		assert_int_equal(g->is_per_hour, copied == 1);
		assert_int_equal(g->n_guessed, copied == 2 ? 12 : 0);
		/* Only of times that are known a gap is one. */
		assert_int_equal(g->first, copied == 1 ? 11 : 0);
		if (copied != 1) {
			assert_true(is_listed(g, "a"));
			assert_int_equal(row_named(g, "a")->significance,
				SIGNIFICANCE_REAL);
			assert_true(fabs(row_named(g, "a")->slope - MB) < 1);
		}
		growth_free(g);
		strbuf_free(&text);
	}
}

TEST(test_all_that_grows_is_there_and_most_is_listed)
{
	enum { FUNCTIONS = GROWTH_MOST + 88 };
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g;

	for (int i = 0; i < 8; i++) {
		begin(&text);
		for (int f = 0; f < FUNCTIONS; f++)
			strbuf_addf(&text, "f%d %d\n", f, MB + (MB + f) * i);
		take_well(l, &text, i);
	}
	g = finish(l);
	assert_int_equal(g->n_rows, FUNCTIONS);
	assert_int_equal(growth_listed(g), GROWTH_MOST);
	assert_true(str_is(g->row[FUNCTIONS - 1].name, "f0"));
	assert_int_equal(g->row[FUNCTIONS - 1].last, MB + 7 * MB);
	assert_non_null(g->row[GROWTH_MOST - 1].value);
	assert_null(g->row[GROWTH_MOST].value);
	growth_free(g);
	strbuf_free(&text);
}

/* Small growth comes last and does not change the other rows. */
TEST(test_what_grows_little_is_there_when_asked_for)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct growth *g, *all;
	const struct grower *small;

	for (int i = 0; i < 12; i++) {
		begin(&text);
		strbuf_addf(&text, "main;big %d\n", MB * (10 + i));
		strbuf_addf(&text, "main;small %d\n", 4000 + 3000 * i);
		strbuf_addf(&text, "main;even %d\n", 90 * MB);
		take_well(l, &text, i);
	}
	all = growth_new(l, true, NULL);
	g = finish(l);
	assert_int_equal(g->n_small, 0);
	assert_int_equal(all->n_small, 1);
	assert_int_equal(all->n_rows, g->n_rows);
	assert_int_equal(all->n_explained, g->n_explained);
	assert_int_equal(all->tried, g->tried);
	for (size_t i = 0; i < g->n_rows + g->n_explained; i++) {
		assert_true(str_eq(all->row[i].name, g->row[i].name));
		assert_int_equal(
			all->row[i].significance, g->row[i].significance);
	}
	small = &all->row[all->n_rows + all->n_explained];
	assert_true(str_is(small->name, "small"));
	assert_int_equal(small->significance, SIGNIFICANCE_REAL);
	assert_true(small->is_small);
	growth_free(g);
	growth_free(all);
	strbuf_free(&text);
}

TEST(test_noise_is_not_listed_as_certain)
{
	enum { RUNS = 200, FUNCTIONS = 300, N = 12 };
	struct strbuf text = STRBUF_INIT;
	uint64_t random = 9;
	int wrong_runs = 0, certain = 0;

	for (int run = 0; run < RUNS; run++) {
		struct ledger *l = ledger_new();
		struct growth *g;
		int here = 0;

		for (int i = 0; i < N; i++) {
			begin(&text);
			for (int f = 0; f < FUNCTIONS; f++)
				strbuf_addf(&text, "f%d %d\n", f,
					(int)(random_next(&random) % (4 * MB)));
			take_well(l, &text, i);
		}
		g = finish(l);
		assert_int_equal(g->tried, FUNCTIONS);
		for (size_t i = 0; i < g->n_rows; i++)
			here += g->row[i].significance == SIGNIFICANCE_REAL;
		certain += here;
		wrong_runs += here > 0;
		growth_free(g);
	}
	print_message("%d of %d functions, in %d of %d runs\n", certain,
		RUNS * FUNCTIONS, wrong_runs, RUNS);
	assert_in_range(wrong_runs, 0, RUNS / 20);
	strbuf_free(&text);
}

TEST(test_it_can_be_stopped)
{
	struct ledger *l = ledger_new();
	struct strbuf text = STRBUF_INIT;
	struct progress progress = { .stop = 0 };

	begin(&text);
	strbuf_addstr(&text, "main 3\n");
	take_well(l, &text, 0);
	atomic_store(&progress.stop, true);
	assert_null(growth_new(l, false, &progress));
	ledger_free(l);
	strbuf_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
