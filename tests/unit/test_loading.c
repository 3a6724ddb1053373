/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Esc in the first load, at each stage; the load reads a pipe that is open. */
#include "prelude.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/xalloc.h"
#include "ui/screen_internal.h"
#include "util_screen.h"

struct piped {
	struct bench *b;
	int fd; /* of the pipe */
	struct progress *progress;
};

static void
press(struct piped *t, const char *name)
{
	screen_key(t->b->screen, key_parse(str_c(name)));
	draw(t->b);
}

/* Begin the load, and wait until it waits. */
static void
set_up(struct piped *t)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	struct err err = ERR_INIT;
	struct query q;
	struct settings set;
	struct str source;
	struct ui_start start = { .load = { .n_sources = 1, .source = &source },
		.query = &q,
		.settings = &set };
	int64_t began = clock_ms();

	(void)snprintf(
		b->path, sizeof(b->path), "loading-%ld.pipe", (long)getpid());
	assert_int_equal(mkfifo(b->path, 0600), 0);
	t->fd = open(b->path, O_RDWR | O_CLOEXEC);
	assert_true(t->fd >= 0);
	assert_int_equal(write(t->fd, "main;a 5\nma", 11), 11);
	source = str_c(b->path);
	query_init(&q);
	settings_init(&set);
	b->keymap = start.keymap = keymap_new(&err);
	b->screen = screen_new(&start, &err);
	assert_non_null(b->screen);
	grid_init(&b->grid, 24, 80, false);
	screen_colors(b->screen, 256);
	screen_size(b->screen, 24, 80);
	t->b = b;
	t->progress = &b->screen->app->loading->job.progress;
	while (atomic_load(&t->progress->done) == 0) {
		assert_true(clock_ms() - began < TESTS_PATIENCE);
		(void)poll(NULL, 0, 1);
	}
	draw(b);
}

static void
tear_down(struct piped *t)
{
	bench_free(t->b);
	(void)close(t->fd);
}

/* The load, which waits, gets to this stage. */
static void
reach(struct piped *t, enum progress_stage stage)
{
	progress_stage(t->progress, stage, 0);
}

static bool
is_stopped(const struct piped *t)
{
	return atomic_load(&t->progress->stop) != 0;
}

/* The load ends and has brought nothing. */
static void
see_stopped(struct piped *t)
{
	struct screen *s = t->b->screen;
	int64_t began = clock_ms();

	while (screen_failure(s) == NULL) {
		struct pollfd fd = { .fd = screen_fd(s), .events = POLLIN };

		assert_true(clock_ms() - began < TESTS_PATIENCE);
		(void)poll(&fd, 1, 20);
		screen_wake(s);
	}
	assert_int_equal(screen_failure(s)->code, ERR_CANCELLED);
}

TEST(esc_stops_whatever_follows_the_reading)
{
	static const enum progress_stage stages[] = { PROGRESS_SEAL,
		PROGRESS_SYMBOLS, PROGRESS_COMPUTE };

	for (size_t i = 0; i < COUNT_OF(stages); i++) {
		struct piped t;

		set_up(&t);
		reach(&t, stages[i]);
		draw(t.b);
		see(t.b, "Esc stop ");
		press(&t, "Esc");
		assert_true(is_stopped(&t));
		see_stopped(&t);
		tear_down(&t);
	}
}

TEST(esc_that_is_to_keep_what_is_loaded_does_not_stop_what_follows)
{
	struct piped t;

	set_up(&t);
	reach(&t, PROGRESS_PARSE);
	draw(t.b);
	see(t.b, "keep what is loaded");
	/* Reading ends just before the key. */
	reach(&t, PROGRESS_SEAL);
	press(&t, "Esc");
	assert_false(is_stopped(&t));
	see(t.b, "Esc stop ");
	press(&t, "Esc");
	see_stopped(&t);
	tear_down(&t);
}

TEST(what_is_kept_is_sorted_whatever_else_is_pressed)
{
	struct piped t;

	set_up(&t);
	reach(&t, PROGRESS_PARSE);
	draw(t.b);
	press(&t, "Esc");
	see_not(t.b, "Esc ");
	reach(&t, PROGRESS_SEAL);
	press(&t, "Esc");
	assert_false(is_stopped(&t));
	tear_down(&t);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
