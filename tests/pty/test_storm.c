/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rough handling: keys without sense or pause, windows that change size all
 * the time, signals at any moment. The program must neither crash nor hang
 * nor leave the terminal in disorder. What happens is random but the same in
 * every run; a failure names its seed. FT_STORM=n plays n seeds a case.
 */
#include "prelude.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "../unit/testing.h"

#include "base/hash.h"
#include "pty/calm.h"
#include "pty/rough.h"
#include "pty/session.h"
#include "pty/sound.h"
#include "screen/stage.h"

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
		const char *key = rough_key(state);

		/* Escape costs a pause each time: mostly leave it out. */
		if (strcmp(key, "Esc") == 0 && rough_next(state) % 4 != 0)
			key = "Enter";
		session_keys(s, key);
		if (rough_next(state) % 8 == 0)
			vt_read(s->vt,
				vt_now() + (int64_t)(rough_next(state) % 4));
		/* From the help screen any command may have been run. */
		if (vt_stopped(s->vt))
			vt_continue(s->vt);
	}
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
			rough_resize(s.vt, &state);
	}
	vt_resize(s.vt, 30, 100);
	leave(&s, profile, seed);
	session_close(&s);
}

TEST(garbage_on_the_keyboard_does_no_harm)
{
	for (int seed = 1; seed <= seeds(3); seed++)
		storm("testdata/shop-cpu.pb.gz", seed, false);
}

TEST(a_storm_of_new_sizes_does_no_harm)
{
	for (int seed = 1; seed <= seeds(2); seed++) {
		storm("testdata/shop-heap.pb.gz", seed, true);
		storm("testdata/wide.folded", seed, true);
		storm("testdata/quirks/hostile.pb.gz", seed, true);
	}
}

/* ---- the same without a terminal: many more keys, any size ---- */

static void
check_grid(const struct picture *p, int at, int seed)
{
	struct strbuf why = STRBUF_INIT;

	if (!sound_cells(p, &why))
		fail_msg("seed %d, key %d: %s", seed, at, strbuf_c(&why));
	strbuf_free(&why);
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
		struct key key = key_of_word(str_c(rough_key(&state)));

		stage_grid.key(stage, &key);
		if (rough_next(&state) % 50 == 0) {
			int rows = (int)(rough_next(&state) % 60) + 1;
			int cols = (int)(rough_next(&state) % 170) + 1;

			stage_grid.resize(stage, rows, cols);
		}
		/* Whatever is open, and however many filters there are. */
		if (rough_next(&state) % 100 == 0) {
			key = key_of_word(STR("Esc"));
			for (int k = 0; k < 3; k++)
				stage_grid.key(stage, &key);
			key = key_of_word(STR("C"));
			stage_grid.key(stage, &key);
		}
		stage_grid.screen(stage, &seen);
		check_grid(&seen, i, seed);
	}
	picture_free(&seen);
	stage_grid.close(stage);
	session_close(&s);
}

TEST(any_keys_at_any_size_give_a_sound_grid)
{
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
	press(&s, &state, (int)(rough_next(&state) % 40));
	/* Somewhere within what these keys make it write. */
	bytes = vt_bytes(s.vt).n + rough_next(&state) % 3000;
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

TEST(a_signal_at_any_moment_restores_the_terminal)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGINT, SIGSEGV,
		SIGABRT, SIGQUIT, SIGBUS };

	for (int seed = 1; seed <= seeds(2); seed++)
		for (size_t i = 0; i < COUNT_OF(signals); i++)
			kill_after(seed, signals[i]);
}

/* All rows scroll again after that; and the cursor, hidden when the screen
   was taken for the second time, is there in the end. */
TEST(a_new_size_while_stopped_leaves_no_trace)
{
	struct session s;
	struct strbuf left = STRBUF_INIT;
	struct str bytes;
	ptrdiff_t small, large;

	session_open(&s);
	session_start(&s, 24, 80, "testdata/shop-cpu.pb.gz");
	assert_true(session_see(&s, "root"));
	session_keys(&s, "C-z");
	while (!vt_stopped(s.vt))
		assert_true(vt_read(s.vt, vt_now() + s.deadline));
	vt_resize(s.vt, 40, 120);
	vt_continue(s.vt);
	assert_true(session_see(&s, "root"));
	assert_true(calm_wait(s.vt, vt_now() + s.deadline));
	bytes = vt_bytes(s.vt);
	large = str_find(bytes, STR("\033[1;40r"), 0);
	assert_true(large >= 0);
	small = str_find(bytes, STR("\033[1;24r"), (size_t)large);
	assert_true(small < 0);
	session_keys(&s, "F10");
	assert_true(session_ended(&s, 0, 0));
	if (!session_restored(&s, &left))
		fail_msg("left behind: %s", strbuf_c(&left));
	strbuf_free(&left);
	session_close(&s);
}

/* The terminal has flow control before and after, but not meanwhile. */
TEST(ctrl_s_does_not_stop_the_screen)
{
	struct session s;
	struct strbuf left = STRBUF_INIT;

	session_open(&s);
	session_start(&s, 24, 80, "testdata/shop-cpu.pb.gz");
	assert_true(session_see(&s, "root"));
	session_keys(&s, "C-s C-z");
	while (!vt_stopped(s.vt))
		assert_true(vt_read(s.vt, vt_now() + s.deadline));
	if (!session_restored(&s, &left))
		fail_msg("left behind while stopped: %s", strbuf_c(&left));
	vt_continue(s.vt);
	assert_true(session_see(&s, "root"));
	session_keys(&s, "C-s :");
	assert_true(session_see(&s, "Tab complete"));
	session_keys(&s, "Esc F10");
	assert_true(session_ended(&s, 0, 0));
	if (!session_restored(&s, &left))
		fail_msg("left behind: %s", strbuf_c(&left));
	strbuf_free(&left);
	session_close(&s);
}

/* The message of an assertion, just before its signal. */
TEST(last_words_are_heard)
{
	static const char words[] = "these were its last words\n";
	struct session s;
	char path[64];
	int fd;

	session_open(&s);
	session_start(&s, 24, 80, "testdata/shop-cpu.pb.gz");
	assert_true(session_see(&s, "root"));
	assert_true(calm_wait(s.vt, vt_now() + s.deadline));
	snprintf(path, sizeof(path), "/proc/%d/fd/2", (int)vt_pid(s.vt));
	/* Stopped, so that it cannot read and show them first. */
	kill(vt_pid(s.vt), SIGSTOP);
	while (!vt_stopped(s.vt))
		assert_true(vt_read(s.vt, vt_now() + s.deadline));
	fd = open(path, O_WRONLY);
	assert_true(fd >= 0);
	assert_int_equal(
		write(fd, words, sizeof(words) - 1), sizeof(words) - 1);
	close(fd);
	/* To the thread with the terminal: any other would be a race with its
	   reading. */
#ifdef __linux__
	assert_int_equal(syscall(SYS_tgkill, (long)vt_pid(s.vt),
				 (long)vt_pid(s.vt), (long)SIGABRT),
		0);
#else
	assert_int_equal(kill(vt_pid(s.vt), SIGABRT), 0);
#endif
	vt_continue(s.vt);
	assert_true(session_ended(&s, 0, SIGABRT));
	assert_true(str_find(vt_bytes(s.vt), STR("these were its"), 0) >= 0);
	session_close(&s);
}

TEST(a_lost_terminal_ends_it)
{
	struct session s;

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
	setlocale(LC_CTYPE, "");
	return tests_run(NULL, NULL);
}
