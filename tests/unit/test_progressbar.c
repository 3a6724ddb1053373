/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a load is, drawn on wide and narrow screens. */
#include "prelude.h"

#include "present/progressbar.h"

#include <locale.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "util_view.h"

#define GB (UINT64_C(1) << 30)

static const struct progressbar half = { .stage = PROGRESS_PARSE,
	.done = GB,
	.total = 2 * GB,
	.samples = 1234567,
	.left = 3100,
	.resident = GB / 2,
	.hint = { "Esc keeps", 9 } };

/* The rows of a grid without the blanks at their ends. */
static void
is(struct grid *g, const char *want)
{
	grid_is(g, want);
	grid_fini(g);
}

TEST(the_bar_takes_what_the_facts_leave)
{
	struct grid g;

	grid_init(&g, 1, 100, true);
	progressbar_draw(&g, 0, &half);
	is(&g,
		" parse      ################                  50%  "
		"1GB of 2GB  1,234,567 records  4s left  Esc keeps\n");
	/* then the samples go, then the keys, then the time */
	grid_init(&g, 1, 60, true);
	progressbar_draw(&g, 0, &half);
	is(&g,
		" parse      #####        50%  1GB of 2GB  4s left  "
		"Esc keeps\n");
	grid_init(&g, 1, 40, true);
	progressbar_draw(&g, 0, &half);
	is(&g, "parse      ######        50%  1GB of 2GB\n");
}

/* Whatever stage the one is in that is read now. */
TEST(of_several_profiles_it_counts_those)
{
	struct progressbar several = half;
	struct grid g;

	several.part = 20;
	several.parts = 80;
	several.samples = 0;
	grid_init(&g, 1, 60, true);
	progressbar_draw(&g, 0, &several);
	is(&g,
		" read       ####             25%  20 of 80 profiles  4s left"
		"\n");
}

/* How long that takes says nothing about the load: no bar, no time left. */
TEST(who_is_busy_is_named)
{
	struct progressbar busy = { .stage = PROGRESS_BUSY,
		.done = 2000,
		.total = 60000,
		.left = 1000,
		.hint = STR("Esc stops") };
	struct grid g;

	grid_init(&g, 1, 70, true);
	progressbar_draw(&g, 0, &busy);
	is(&g,
		" wait       the server is busy, asking again in 58s  Esc "
		"stops\n");
	busy.whom = STR("h");
	grid_init(&g, 1, 70, true);
	progressbar_draw(&g, 0, &busy);
	is(&g, " wait       h is busy, asking again in 58s  Esc stops\n");
}

TEST(the_bar_counts_in_eighths)
{
	static const struct {
		uint64_t done;
		const char *want;
	} rows[] = {
		{ 0, "read                    0%\n" },
		{ 55,
			"read       \u2588\u2588\u2588\u2588\u2588\u258C      "
			"55%\n" },
		{ 100,
			"read       \u2588\u2588\u2588\u2588\u2588\u2588\u2588"
			"\u2588\u2588\u2588 100%\n" },
		/* for a file that grew */
		{ 101,
			"read       \u2588\u2588\u2588\u2588\u2588\u2588\u2588"
			"\u2588\u2588\u2588 100%\n" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct progressbar a = {
			.done = rows[i].done, .total = 100, .left = -1
		};
		struct grid g;

		/* a bar of ten columns */
		grid_init(&g, 1, 26, false);
		progressbar_draw(&g, 0, &a);
		is(&g, rows[i].want);
	}
}

TEST(without_a_total_there_is_no_bar)
{
	const struct progressbar a = {
		.done = 1536, .samples = 1, .left = -1, .hint = { "Esc", 3 }
	};
	struct grid g;

	grid_init(&g, 1, 60, false);
	progressbar_draw(&g, 0, &a);
	is(&g, " read       1.50kB  1 record  Esc\n");
}

TEST(several_files_are_counted_before_their_bytes)
{
	const struct progressbar a = { .done = 1536,
		.total = 3072,
		.files = 12,
		.files_of = 1500,
		.left = -1 };
	struct grid g;

	grid_init(&g, 1, 76, true);
	progressbar_draw(&g, 0, &a);
	is(&g,
		" read       ############               50%  12 of 1,500 files "
		" "
		"1.50kB of 3kB\n");
}

TEST(what_is_left_is_told_in_two_units)
{
	static const struct {
		int64_t left;
		const char *want;
	} rows[] = {
		{ 0, "0s left\n" },
		{ 1, "1s left\n" },
		{ 60000, "1m 0s left\n" },
		{ 3599000, "59m 59s left\n" },
		{ 7380000, "2h 3m left\n" },
		{ -1, "\n" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct progressbar a = { .left = rows[i].left };
		struct grid g;

		grid_init(&g, 1, 40, false);
		progressbar_facts_draw(&g, 0, &a);
		is(&g, rows[i].want);
	}
}

TEST(stages_are_done_on_or_to_come)
{
	struct grid g;

	grid_init(&g, 1, 80, true);
	progressbar_stages_draw(&g, 0, &half);
	is(&g,
		" read done   inflate done   parse ...   sort -   compute -"
		"       512MB resident\n");
	grid_init(&g, 1, 70, false);
	progressbar_stages_draw(&g, 0, &half);
	is(&g,
		" read \u2713   inflate \u2713   parse \u25B8   sort \u2013   "
		"compute \u2013     512MB resident\n");
	grid_init(&g, 1, 20, false);
	progressbar_stages_draw(&g, 0, &half);
	is(&g, "read \u2713   inflate \u2713\n");
}

int
main(void)
{
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		return 77;
	return tests_run(NULL, NULL);
}
