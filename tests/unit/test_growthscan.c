/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Snapshots read one by one for what grows in them. */
#include "prelude.h"

#include "series/growthscan.h"

#include "testing.h"

#include "base/arena.h"
#include "base/compiler.h"
#include "util_source.h"

/* Not in the order of their times. */
static const char *const names[] = { "growing/heap-0310.pb.gz",
	"growing/heap-0220.pb.gz", "growing/heap-0330.pb.gz",
	"growing/heap-0250.pb.gz", "growing/heap-0335.pb.gz",
	"growing/heap-0240.pb.gz", "growing/heap-0230.pb.gz" };

struct fixture {
	struct arena arena;
	struct str source[16];
	struct load_spec spec;
	struct query query;
	struct warnings warnings;
	struct grows_job job;
};

static void
add(struct fixture *f, const char *name)
{
	struct strbuf path = STRBUF_INIT;

	if (name[0] != '-' && name[0] != '/')
		strbuf_addf(&path, "%s/testdata/", source_dir());
	strbuf_addstr(&path, name);
	f->source[f->spec.n_sources++] =
		arena_str(&f->arena, strbuf_str(&path));
	strbuf_free(&path);
}

static void
begin(struct fixture *f)
{
	*f = (struct fixture){ .spec.source = f->source };
	query_init(&f->query);
	warnings_init(&f->warnings, &f->arena);
	f->job = (struct grows_job){
		.load = &f->spec, .query = &f->query, .warnings = &f->warnings
	};
}

static void
end(struct fixture *f, struct growth *g)
{
	growth_free(g);
	profile_unref(f->job.last);
	arena_free(&f->arena);
}

TEST(test_snapshots_are_taken_by_their_times)
{
	struct fixture f;
	struct growth *g;

	begin(&f);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		add(&f, names[i]);
	g = grows_read(&f.job);
	assert_int_equal(g->err.code, ERR_NONE);
	assert_int_equal(g->n, COUNT_OF(names));
	for (size_t i = 1; i < g->n; i++)
		assert_true(g->snapshot[i - 1].at < g->snapshot[i].at);
	/* 03:35, what pprof -top says of it. */
	assert_true(str_ends(g->snapshot[g->n - 1].name, STR("0335.pb.gz")));
	assert_int_equal(g->snapshot[g->n - 1].total, 42193536);
	assert_int_equal(f.job.last->header.time_nanos / 1000000,
		g->snapshot[g->n - 1].at);
	end(&f, g);
}

TEST(test_what_cannot_be_read_is_left_out)
{
	struct fixture f;
	struct growth *g;

	begin(&f);
	add(&f, names[1]);
	add(&f, "/nowhere");
	add(&f, "shop-cpu.pb.gz");
	add(&f, names[2]);
	g = grows_read(&f.job);
	assert_int_equal(g->err.code, ERR_NONE);
	assert_int_equal(g->n, 2);
	assert_int_equal(f.warnings.n, 2);
	end(&f, g);

	begin(&f);
	add(&f, "/nowhere");
	g = grows_read(&f.job);
	assert_int_equal(g->err.code, ERR_IO);
	assert_null(f.job.last);
	end(&f, g);
}

TEST(test_standard_input_is_not_read_again)
{
	struct fixture f;
	struct growth *g;

	begin(&f);
	add(&f, names[0]);
	add(&f, "-");
	f.job.again = true;
	g = grows_read(&f.job);
	assert_int_equal(g->err.code, ERR_IO);
	assert_null(f.job.last);
	end(&f, g);
}

/* Wherever it is stopped, nothing is left behind. */
TEST(test_it_can_be_stopped_at_each_look)
{
	struct progress progress = { .done = 0 };
	uint64_t looks = 1;

	for (bool stopped = true; stopped; looks++) {
		struct fixture f;
		struct growth *g;

		begin(&f);
		for (size_t i = 0; i < 3; i++)
			add(&f, names[i]);
		f.job.progress = &progress;
		progress.stop = PROGRESS_STOP_AT(looks);
		g = grows_read(&f.job);
		stopped = PROGRESS_LOOKS(&progress, looks) >= looks;
		assert_int_equal(g == NULL, stopped);
		end(&f, g);
	}
	assert_true(looks > 20);
}

TEST(test_an_order_says_what_the_query_says)
{
	struct fixture f;
	struct strbuf order = STRBUF_INIT;
	struct growth *a, *b;

	begin(&f);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		add(&f, names[i]);
	f.query.focus = STR("Put|it's \"quoted\"\\n");
	f.query.sample_index = STR("inuse_objects");
	f.query.granularity = GRAN_LINES;
	f.query.search = STR("something else");
	f.query.direction = DIR_CALLERS;
	strbuf_addstr(&order, "1 2 3\n");
	grows_order(&f.query, &order);
	assert_null(strstr(strbuf_c(&order), "something"));
	a = grows_new(&f.spec, strbuf_str(&order), NULL);
	b = grows_read(&f.job);
	assert_int_equal(a->err.code, ERR_NONE);
	assert_true(str_is(a->type, "inuse_objects"));
	assert_int_equal(a->functions, b->functions);
	assert_int_equal(a->n_rows, b->n_rows);
	assert_true(a->n_rows > 0);
	for (size_t i = 0; i < a->n_rows; i++)
		assert_true(str_eq(a->row[i].name, b->row[i].name));
	growth_free(a);
	strbuf_free(&order);
	end(&f, b);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
