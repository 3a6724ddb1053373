/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rough handling: keys without sense or pause, windows that change size all
 * the time, signals at any moment. The program must neither crash nor hang
 * nor leave the terminal in disorder. What happens is random but the same in
 * every run; a failure names its seed. FT_STORM=n plays n seeds a case.
 */
#include "config.h"

#include <locale.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "pty/session.h"
#include "screen/stage.h"

#include "base/banned.h"

/* Keys that the storm presses: all but those that leave the program, and in
   prompts nothing that could name a file or a command of the shell. */
static const char *const keys[] = { "Up", "Down", "Left", "Right", "h", "j",
	"k", "l", "Enter", "Enter", "Esc", "Backspace", "0", "+", "-", "^", "$",
	"g", "G", "Home", "End", "Space", "PgDn", "PgUp", "C-f", "C-b", "C-d",
	"C-u", "H", "Tab", "S-Tab", "1", "2", "3", "4", "6", "9", "z", "P", "[",
	"]", "v", "V", "/", "n", "N", "*", "#", "\\", "f", "F", "i", "I", "x",
	"X", "o", "O", "r", "t", "T", "c", "C", "u", "u", "C-r", "U", "s", "S",
	"<", ">", "!", "%", "L", "&", "a", "K", "p", "y", "Y", "~", "M-c",
	"M-r", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F12", "?",
	"(", ")", "[", ".", "a", "e", "r", "m", "C-l", "C-g", "C-a", "C-e",
	"C-w", "C-k", "Delete", "Insert", "é", "日", "J", "M",
	"'", "K", "M-b", "M-f" };

static const struct {
	int rows, cols;
} sizes[] = { { 48, 160 }, { 43, 132 }, { 30, 100 }, { 24, 80 }, { 20, 60 },
	{ 12, 40 }, { 5, 20 }, { 3, 8 }, { 1, 1 }, { 2, 200 }, { 60, 21 },
	{ 6, 119 }, { 20, 120 }, { 19, 59 } };

static uint64_t
next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

static int
seeds(int normal)
{
	const char *n = getenv("FT_STORM");
	int64_t value;

	return n != NULL && str_to_i64(str_c(n), &value) && value > 0 &&
			value < 1000000
		? (int)value
		: normal;
}

static void
press(struct session *s, uint64_t *state, int n)
{
	for (int i = 0; i < n && !vt_ended(s->vt); i++) {
		const char *key = keys[next(state) % COUNT_OF(keys)];

		/* Escape costs a pause each time: mostly leave it out. */
		if (strcmp(key, "Esc") == 0 && next(state) % 4 != 0)
			key = "Enter";
		session_keys(s, key);
		if (next(state) % 8 == 0)
			vt_read(s->vt, vt_now() + (int64_t)(next(state) % 4));
		/* From the help screen any command may have been run. */
		if (vt_stopped(s->vt))
			vt_continue(s->vt);
	}
}

static void
resize(struct session *s, uint64_t *state)
{
	size_t i = next(state) % COUNT_OF(sizes);

	vt_resize(s->vt, sizes[i].rows, sizes[i].cols);
}

/* Out of whatever is open, and then quit. */
static void
leave(struct session *s, const char *what, int seed)
{
	struct strbuf left = STRBUF_INIT;
	char why[256];

	snprintf(why, sizeof(why), "seed %d: %s", seed, what);
	/* Ctrl-C cancels a prompt; in a menu, where letters filter, F10 is
	   still the way out. */
	for (int i = 0; i < 3; i++)
		session_keys(s, "C-c");
	session_keys(s, "Esc Esc F10");
	if (!session_ended(s, 0, 0)) {
		session_show(s, why);
		fail_msg("%s: does not end", why);
	}
	if (!session_restored(s, &left))
		fail_msg("%s: left behind: %s", why, strbuf_c(&left));
	strbuf_free(&left);
}

static void
storm(const char *profile, int seed, bool resizing)
{
	struct session s;
	uint64_t state = hash_mix((uint64_t)seed);

	session_open(&s);
	session_start(&s, 30, 100, profile);
	if (!session_see(&s, "root")) {
		session_show(&s, profile);
		fail_msg("%s does not open", profile);
	}
	for (int i = 0; i < 12 && !vt_ended(s.vt); i++) {
		press(&s, &state, 25);
		if (resizing)
			resize(&s, &state);
	}
	vt_resize(s.vt, 30, 100);
	leave(&s, profile, seed);
	session_close(&s);
}

static void
garbage_on_the_keyboard_does_no_harm(void **state)
{
	(void)state;
	for (int seed = 1; seed <= seeds(3); seed++)
		storm("testdata/shop-cpu.pb.gz", seed, false);
}

static void
a_storm_of_new_sizes_does_no_harm(void **state)
{
	(void)state;
	for (int seed = 1; seed <= seeds(2); seed++) {
		storm("testdata/shop-heap.pb.gz", seed, true);
		storm("testdata/wide.folded", seed, true);
		storm("testdata/quirks/hostile.pb.gz", seed, true);
	}
}

/* ---- the same without a terminal: many more keys, any size ---- */

static void
check_grid(const struct picture *p, uint64_t at, int seed)
{
	for (int row = 0; row < p->rows; row++) {
		for (int col = 0; col < p->cols; col++) {
			const char *text = picture_at(p, row, col)->text;

			/* The right half of something. */
			if (text[0] == '\0' &&
				(col == 0 ||
					picture_at(p, row, col - 1)->text[0] ==
						'\0'))
				fail_msg("seed %d, key %u: half a character "
					 "at %d,%d", seed, (unsigned)at, row,
					col);
			if ((unsigned char)text[0] < ' ' && text[0] != '\0')
				fail_msg("seed %d, key %u: control character "
					 "at %d,%d", seed, (unsigned)at, row,
					col);
		}
	}
}

static void
grid_storm(const char *profile, int seed, int n)
{
	struct session s;
	struct picture seen = PICTURE_INIT;
	struct stage *stage;
	struct err err = ERR_INIT;
	uint64_t state = hash_mix((uint64_t)seed);
	const char *argv[] = { "flametop", profile };
	struct stage_setup setup = { .argv = argv,
		.argc = 2,
		.rows = 30,
		.cols = 100 };

	session_open(&s);
	setup.env = sandbox_envp(&s.sandbox);
	setup.dir = s.sandbox.dir;
	stage = stage_grid.open(&setup, &err);
	if (stage == NULL)
		fail_msg("%s: %s", profile, err.msg);
	for (int i = 0; i < n; i++) {
		struct key key = key_of_word(
			str_c(keys[next(&state) % COUNT_OF(keys)]));

		stage_grid.key(stage, &key);
		if (next(&state) % 50 == 0) {
			int rows = (int)(next(&state) % 60) + 1;
			int cols = (int)(next(&state) % 170) + 1;

			stage_grid.resize(stage, rows, cols);
		}
		/* Whatever is open, and however many filters there are. */
		if (next(&state) % 100 == 0) {
			key = key_of_word(STR("Esc"));
			for (int k = 0; k < 3; k++)
				stage_grid.key(stage, &key);
			key = key_of_word(STR("C"));
			stage_grid.key(stage, &key);
		}
		stage_grid.screen(stage, &seen);
		check_grid(&seen, (uint64_t)i, seed);
	}
	picture_free(&seen);
	stage_grid.close(stage);
	session_close(&s);
}

static void
any_keys_at_any_size_give_a_sound_grid(void **state)
{
	(void)state;
	for (int seed = 1; seed <= seeds(2); seed++) {
		grid_storm("testdata/shop-cpu.pb.gz", seed, 400);
		grid_storm("testdata/quirks/hostile.pb.gz", seed, 400);
		grid_storm("testdata/quirks/types200.pb.gz", seed, 200);
		grid_storm("testdata/deep.folded", seed, 100);
		grid_storm("testdata/wide.folded", seed, 100);
		grid_storm("testdata/quirks/no-samples.pb.gz", seed, 100);
	}
}

/* ---- signals at any moment ---- */

static void
kill_after(int seed, int sig)
{
	struct session s;
	struct strbuf left = STRBUF_INIT;
	uint64_t state = hash_mix((uint64_t)(seed * 100 + sig));
	size_t bytes;
	char why[128];

	session_open(&s);
	session_start(&s, 24, 80, "testdata/shop-cpu.pb.gz");
	press(&s, &state, (int)(next(&state) % 40));
	/* Somewhere within what these keys make it write. */
	bytes = vt_bytes(s.vt).n + next(&state) % 3000;
	while (vt_bytes(s.vt).n < bytes && vt_read(s.vt, vt_now() + 20))
		continue;
	kill(vt_pid(s.vt), sig);
	snprintf(why, sizeof(why), "seed %d, signal %d", seed, sig);
	if (!session_ended(&s, 0, sig)) {
		session_show(&s, why);
		fail_msg("%s: another end, or none", why);
	}
	if (!session_restored(&s, &left))
		fail_msg("%s: left behind: %s", why, strbuf_c(&left));
	strbuf_free(&left);
	session_close(&s);
}

static void
a_signal_at_any_moment_restores_the_terminal(void **state)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGINT, SIGSEGV,
		SIGABRT, SIGQUIT, SIGBUS };

	(void)state;
	for (int seed = 1; seed <= seeds(2); seed++)
		for (size_t i = 0; i < COUNT_OF(signals); i++)
			kill_after(seed, signals[i]);
}

static void
a_lost_terminal_ends_it(void **state)
{
	struct session s;

	(void)state;
	session_open(&s);
	session_start(&s, 24, 80, "testdata/shop-cpu.pb.gz");
	assert_true(session_see(&s, "root"));
	vt_hang_up(s.vt);
	assert_true(session_ended(&s, 1, 0) || session_ended(&s, 0, SIGHUP));
	session_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(garbage_on_the_keyboard_does_no_harm),
		cmocka_unit_test(a_storm_of_new_sizes_does_no_harm),
		cmocka_unit_test(any_keys_at_any_size_give_a_sound_grid),
		cmocka_unit_test(a_signal_at_any_moment_restores_the_terminal),
		cmocka_unit_test(a_lost_terminal_ends_it),
	};

	setlocale(LC_CTYPE, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
