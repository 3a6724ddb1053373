/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A gate fails for what the list would show, whatever the list's own limits
 * are: on random snapshots, against the list and against what was planted.
 */
#include "prelude.h"

#include "report/gate.h"

#include "testing.h"

#include "base/strbuf.h"
#include "base/warnings.h"
#include "analysis/growth.h"
#include "engine/view.h"
#include "stacks.h"
#include "util_random.h"

enum {
	RUNS = 30,
	FUNCTIONS = 60,
	SNAPSHOTS = 12,
	MINUTE = 60 * 1000,
	LINE = 200,
};

/* The output of a gate. */
struct said {
	struct strbuf text;
	size_t failed;
	struct err err;
};

struct snapshots {
	struct ledger *ledger;
	struct profile *last;
};

static void
take(struct snapshots *s, const char *text, int64_t minute, bool guessed)
{
	struct growth_time taken = { .name = STR("x"),
		.at = INT64_C(1790000000000) + minute * MINUTE,
		.is_guessed = guessed };
	struct err err = ERR_INIT;
	struct engine *e;
	const struct view *v;
	struct query q;

	if (s->last != NULL)
		profile_unref(s->last);
	s->last = stacks_read(text);
	e = engine_new(s->last);
	query_init(&q);
	v = view_compute(e, &q, NULL, &err);
	assert_non_null(v);
	assert_int_equal(ledger_add(s->ledger, v, taken, &err), 0);
	view_unref(v);
	engine_free(e);
}

/* A third of them grow, some by little; the last one by 2,000 an hour. */
static void
draw(struct snapshots *s, uint64_t *state)
{
	int64_t size[FUNCTIONS], step[FUNCTIONS];
	struct strbuf text = STRBUF_INIT;

	*s = (struct snapshots){ .ledger = ledger_new() };
	for (int f = 0; f < FUNCTIONS; f++) {
		size[f] = INT64_C(1) << (6 + random_next(state) % 18);
		step[f] = f % 3 == 0 ? size[f] >> random_next(state) % 5 : 0;
	}
	for (int i = 0; i < SNAPSHOTS; i++) {
		strbuf_reset(&text);
		strbuf_addstr(&text, "types inuse_space/bytes\n");
		for (int f = 0; f < FUNCTIONS; f++)
			strbuf_addf(&text, "main;f%d %jd\n", f,
				(intmax_t)(8 * size[f] + i * step[f] +
					(int64_t)(random_next(state) %
						(uint64_t)size[f])));
		strbuf_addf(&text, "main;planted %d\n", 1000 * (5 + i));
		take(s, strbuf_c(&text), 30 * i, false);
	}
	strbuf_free(&text);
}

static void
drop(struct snapshots *s)
{
	ledger_free(s->ledger);
	profile_unref(s->last);
}

static void
run_gate(struct said *said, const struct profile *p,
	const struct growth *growth, const char *condition)
{
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct engine *e = engine_new(p);
	struct gate gate;
	struct query q;
	struct gate_job job = { .engine = e,
		.query = &q,
		.growth = growth,
		.n = 1,
		.gate = &gate,
		.out = &said->text,
		.warnings = &warnings };

	*said = (struct said){ .err = ERR_INIT };
	query_init(&q);
	warnings_init(&warnings, &arena);
	assert_int_equal(gate_parse(str_c(condition), &gate, &said->err), 0);
	(void)gate_run(&job, &said->failed, &said->err);
	engine_free(e);
	arena_free(&arena);
}

static bool
is_said(const struct said *said, struct str name)
{
	struct strbuf line = STRBUF_INIT;
	bool found;

	strbuf_addf(&line, ": %.*s +", STR_ARG(name));
	found = said->text.n > 0 &&
		strstr(strbuf_c(&said->text), strbuf_c(&line)) != NULL;
	strbuf_free(&line);
	return found;
}

TEST(a_gate_fails_for_what_the_list_shows)
{
	static const int64_t limits[] = { 100, 1000, 1999, 20000, 300000,
		9000000 };
	uint64_t seed = 6;

	for (int run = 0; run < RUNS; run++) {
		struct snapshots s;
		struct growth *list, *all;
		size_t before = SIZE_MAX;

		draw(&s, &seed);
		list = growth_new(s.ledger, false, NULL);
		all = growth_new(s.ledger, true, NULL);
		for (size_t k = 0; k < sizeof(limits) / sizeof(*limits); k++) {
			char condition[LINE];
			struct said said;

			snprintf(condition, sizeof(condition),
				"grows:^(f|planted)>%jd/h",
				(intmax_t)limits[k]);
			run_gate(&said, s.last, all, condition);
			assert_int_equal(said.err.code, ERR_NONE);
			for (size_t i = 0; i < list->n_rows; i++) {
				const struct grower *row = &list->row[i];

				bool real =
					row->significance == SIGNIFICANCE_REAL;

				if (!str_is(row->name, "main"))
					assert_int_equal(
						is_said(&said, row->name),
						real &&
							row->slope >
								(double)limits
									[k]);
			}
			assert_int_equal(is_said(&said, STR("planted")),
				limits[k] < 2000);
			/* A higher limit has no more violations. */
			assert_true(said.failed <= before);
			before = said.failed;
			strbuf_free(&said.text);
		}
		growth_free(list);
		growth_free(all);
		drop(&s);
	}
}

TEST(a_part_is_of_what_was_usual_at_first)
{
	struct snapshots s = { .ledger = ledger_new() };
	struct strbuf text = STRBUF_INIT;
	struct growth *g;
	struct said said;

	for (int i = 0; i < SNAPSHOTS; i++) {
		strbuf_reset(&text);
		strbuf_addstr(&text, "types inuse_space/bytes\n");
		/* After a spike it grows by a tenth an hour. */
		strbuf_addf(&text, "main;spike %d\n",
			i == 0 ? 900000000 : 10000000 + 1000000 * i);
		/* By half of what it is when it appears. */
		if (i > 2)
			strbuf_addf(&text, "main;late %d\n",
				10000000 + 5000000 * (i - 3));
		take(&s, strbuf_c(&text), 60 * i, false);
	}
	g = growth_new(s.ledger, true, NULL);
	run_gate(&said, s.last, g, "grows:spike>4%/h");
	assert_int_equal(said.failed, 1);
	strbuf_free(&said.text);
	run_gate(&said, s.last, g, "grows:spike>20%/h");
	assert_int_equal(said.failed, 0);
	strbuf_free(&said.text);
	run_gate(&said, s.last, g, "grows:late>10%/h");
	assert_int_equal(said.failed, 1);
	strbuf_free(&said.text);
	run_gate(&said, s.last, g, "grows:late>500%/h");
	assert_int_equal(said.failed, 0);
	strbuf_free(&said.text);
	growth_free(g);
	drop(&s);
	strbuf_free(&text);
}

TEST(without_times_there_is_no_growth_per_hour)
{
	struct snapshots s = { .ledger = ledger_new() };
	struct growth *g;
	struct said said;

	for (int i = 0; i < SNAPSHOTS; i++) {
		char text[LINE];

		snprintf(text, sizeof(text),
			"types inuse_space/bytes\nmain;leak %d\n",
			1000000 * (1 + i));
		take(&s, text, i, i == 4);
	}
	g = growth_new(s.ledger, true, NULL);
	run_gate(&said, s.last, g, "grows:leak>1kB/h");
	assert_int_equal(said.err.code, ERR_USAGE);
	assert_non_null(strstr(said.err.msg, "have no time"));
	strbuf_free(&said.text);
	growth_free(g);
	drop(&s);
}

/* Goroutines, by five a day. */
TEST(slow_growth_is_not_printed_as_none)
{
	struct snapshots s = { .ledger = ledger_new() };
	struct growth *g;
	struct said said;

	for (int i = 0; i < SNAPSHOTS; i++) {
		char text[LINE];

		snprintf(text, sizeof(text),
			"types goroutine/count\nmain;leak %d\nmain 200\n",
			1 + 5 * i);
		take(&s, text, (int64_t)i * 24 * 60, false);
	}
	g = growth_new(s.ledger, true, NULL);
	run_gate(&said, s.last, g, "grows:leak>1/d");
	assert_int_equal(said.failed, 1);
	assert_non_null(strstr(strbuf_c(&said.text), "leak +0.21/h, 1 to 56"));
	strbuf_free(&said.text);
	growth_free(g);
	drop(&s);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
