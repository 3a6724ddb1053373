/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cost of keys on a slow connection: bytes written at 100x30 for the
 * bundled CPU profile in 256 colours, medians over a walk.
 */
#include "prelude.h"

#include <locale.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "pty/calm.h"
#include "pty/session.h"
#include "pty/walk.h"

enum {
	ROWS = 30,
	COLS = 100,
	START_MS = 300,
	MOVE = 320,          /* while keys are held */
	MOVE_AND_PEEK = 600, /* with what follows when they rest */
	MOVE_FAR = 300,      /* with low_bandwidth */
	ZOOM = 4000,
	MOVE_FOLDED = 370,
	LETTER = 700,
	ZOOM_FOLDED = 4400
};

static const char profile[] = "testdata/shop-cpu.pb.gz";

/* The median cost of some keys, with these options. */
static size_t
median(const char *options, const char *keys, const char *of)
{
	size_t cost[sizeof(WALK_MOVES WALK_ZOOMS)], n;
	struct strbuf words = STRBUF_INIT;
	struct session s;

	strbuf_addf(&words, "%s %s", options, profile);
	session_open(&s);
	session_start(&s, ROWS, COLS, strbuf_c(&words));
	assert_true(session_see(&s, "F10Quit"));
	(void)calm_wait(s.vt, vt_now() + s.deadline);
	n = walk(s.vt, keys, of, cost);
	print_message("%s: median %zu, most %zu of %zu keys\n", options,
		cost[n / 2], cost[n - 1], n);
	session_close(&s);
	strbuf_free(&words);
	/* The keys did something. */
	assert_true(cost[n / 2] > 50);
	return cost[n / 2];
}

TEST(a_held_cursor_key_costs_little)
{
	assert_in_range(
		median("--chains=off --follow_delay=10000", WALK_MOVES, NULL),
		1, MOVE);
}

TEST(a_single_cursor_key_costs_what_the_peek_pane_shows)
{
	assert_in_range(
		median("--chains=off --follow_delay=0", WALK_MOVES, NULL), 1,
		MOVE_AND_PEEK);
}

TEST(low_bandwidth_costs_less)
{
	assert_in_range(
		median("--chains=off --low-bandwidth --follow_delay=10000",
			WALK_MOVES, NULL),
		1, MOVE_FAR);
}

TEST(zooming_costs_less_than_a_screen)
{
	assert_in_range(
		median("--chains=off --follow_delay=0", WALK_ZOOMS, "\r\1770"),
		1, ZOOM);
}

/* A row of several frames has more names to write. */
TEST(chains_cost_their_names)
{
	assert_in_range(
		median("--chains=on --follow_delay=10000", WALK_MOVES, NULL), 1,
		MOVE_FOLDED);
	assert_in_range(
		median("--chains=on --follow_delay=0", WALK_ZOOMS, "\r\1770"),
		1, ZOOM_FOLDED);
}

/* The list above the prompt at 120x36, letter by letter, each word from an
   empty prompt on. */
TEST(completions_cost_little_a_letter)
{
	static const char *const words[] = { "width", "focus", "sort", "color",
		"diff_", "calltree", "export", "names=", "layout=g", "a", "b",
		"e", "g", "h", "i", "j", "k", "m", "o", "p", "q", "r", "t", "u",
		"v", "x", "y", "zz" };
	struct session s;
	size_t most = 0;

	session_open(&s);
	session_start(&s, 36, 120,
		"--follow_delay=10000 -notes=false "
		"testdata/shop-cpu.pb.gz");
	assert_true(session_see(&s, "F10Quit"));
	(void)calm_wait(s.vt, vt_now() + s.deadline);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		size_t cost[16], n;

		session_keys(&s, ":");
		(void)calm_wait(s.vt, vt_now() + s.deadline);
		n = walk(s.vt, words[i], NULL, cost);
		print_message("%s: median %zu, most %zu\n", words[i],
			cost[n / 2], cost[n - 1]);
		most = cost[n - 1] > most ? cost[n - 1] : most;
		session_keys(&s, "Esc");
		(void)calm_wait(s.vt, vt_now() + s.deadline);
	}
	assert_in_range(most, 1, LETTER);
	session_close(&s);
}

/* The pane that waited for the keys to rest is drawn once, then all is
   quiet. */
TEST(nothing_is_written_after_the_pause)
{
	struct session s;
	size_t before, after;

	session_open(&s);
	session_start(&s, ROWS, COLS, profile);
	assert_true(session_see(&s, "F10Quit"));
	session_keys(&s, "Down Down Down Down");
	assert_true(session_see(&s, "◆ api.C"));
	vt_settle(s.vt, START_MS, vt_now() + s.deadline);
	before = vt_bytes(s.vt).n;
	(void)vt_read(s.vt, vt_now() + 1500);
	after = vt_bytes(s.vt).n;
	assert_int_equal(before, after);
	session_close(&s);
}

int
main(void)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
