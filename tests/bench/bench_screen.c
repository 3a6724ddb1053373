/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_screen: the program on a pty of 160x48, timed from outside.
 *
 *     bench_screen frame PROGRAM PROFILE
 *     bench_screen bytes PROGRAM PROFILE
 *
 * Prints lines of "NAME VALUE". `frame`, in milliseconds and KiB:
 *
 *     first_frame     from the start to the last byte of the first screen
 *                     that is whole
 *     frame_cpu       processor time until then, of all threads
 *     frame_memory    high-water mark of the resident set until then
 *
 * `bytes`, at 100x30, what is written, medians:
 *
 *     held_bytes      a key that moves the cursor while keys are held
 *     move_bytes      the same with the peek pane, which then follows
 *     far_bytes       the same as held_bytes with --low-bandwidth
 *     zoom_bytes      zooming in or out
 *     idle_bytes      two seconds without a key
 */
#include "prelude.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "bench/proc.h"
#include "pty/vt.h"
#include "pty/walk.h"
#include "pty/wrote.h"
#include "screen/picture.h"
#include "screen/sandbox.h"

enum {
	ROWS = 48,
	COLS = 160,
	START_MS = 120000, /* to give up after */
	SETTLE_MS = 400    /* nothing more comes of the start */
};

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Header, graph and key row are there, and no progress bar. */
static bool
is_whole(struct vt *vt, struct picture *s)
{
	vt_screen(vt, s);
	return picture_find(s, 0, STR("flametop")) == 0 &&
		picture_find(s, 0, STR("loading")) != 0 &&
		picture_find(s, 1, STR("100%")) > 0 &&
		picture_find(s, ROWS - 1, STR("Quit")) == ROWS - 1;
}

/* Milliseconds until the first whole screen, or -1. */
static double
first_frame(struct vt *vt, double begin)
{
	struct picture s = PICTURE_INIT;
	int64_t until = vt_now() + START_MS;
	bool whole = false;

	while (!whole && !vt_ended(vt) && vt_read(vt, until))
		whole = is_whole(vt, &s);
	picture_free(&s);
	return whole ? now_ms() - begin : -1;
}

static int
bench(const char *const *argv, struct sandbox *box, struct err *err)
{
	struct nanny_setup setup = { .argv = argv,
		.rows = ROWS,
		.cols = COLS,
		.env = sandbox_envp(box) };
	double begin = now_ms(), t;
	struct vt *vt = vt_start(&setup, err);

	if (vt == NULL)
		return -1;
	t = first_frame(vt, begin);
	if (t < 0) {
		struct strbuf said = STRBUF_INIT;

		wrote_quote(vt_bytes(vt), 200, &said);
		err_set(err, ERR_IO, "no whole screen came, but %s",
			strbuf_c(&said));
		strbuf_free(&said);
		vt_free(vt);
		return -1;
	}
	printf("first_frame %.1f\n", t);
	printf("frame_cpu %.1f\n", proc_cpu_ms(vt_pid(vt)));
	printf("frame_memory %ld\n", proc_memory(vt_pid(vt)));
	vt_free(vt);
	return 0;
}

/* Bytes at 100x30. */

enum { SMALL_ROWS = 30, SMALL_COLS = 100, IDLE_MS = 2000 };

static int
count_bytes(const char *program, const char *profile, struct sandbox *box,
	const char *option, const char *name, const char *zoom_name,
	struct err *err)
{
	const char *argv[] = { program, option, profile, NULL };
	struct nanny_setup setup = { .argv = argv,
		.rows = SMALL_ROWS,
		.cols = SMALL_COLS,
		.env = sandbox_envp(box) };
	size_t cost[sizeof(WALK_MOVES WALK_ZOOMS)], n, before;
	struct vt *vt = vt_start(&setup, err);

	if (vt == NULL)
		return -1;
	(void)vt_read(vt, vt_now() + START_MS);
	vt_settle(vt, SETTLE_MS, vt_now() + START_MS);
	n = walk(vt, WALK_MOVES, NULL, cost);
	printf("%s %zu\n", name, cost[n / 2]);
	if (zoom_name != NULL) {
		vt_type(vt, STR("g0"));
		n = walk(vt, WALK_ZOOMS, "\r\1770", cost);
		printf("%s %zu\n", zoom_name, cost[n / 2]);
		before = vt_bytes(vt).n;
		(void)vt_read(vt, vt_now() + IDLE_MS);
		printf("idle_bytes %zu\n", vt_bytes(vt).n - before);
	}
	vt_free(vt);
	return 0;
}

static int
count_all_bytes(const char *program, const char *profile, struct sandbox *box,
	struct err *err)
{
	if (count_bytes(program, profile, box, "--follow_delay=10000",
		    "held_bytes", NULL, err) != 0 ||
		count_bytes(program, profile, box, "--follow_delay=0",
			"move_bytes", "zoom_bytes", err) != 0)
		return -1;
	sandbox_env(box, STR("FLAMETOP_OPTIONS=--follow_delay=10000"));
	return count_bytes(program, profile, box, "--low-bandwidth",
		"far_bytes", NULL, err);
}

int
main(int argc, char **argv)
{
	const char *args[] = { NULL, NULL, NULL };
	struct err err = ERR_INIT;
	struct sandbox box;
	int rc;

	if (argc != 4) {
		fprintf(stderr,
			"usage: bench_screen frame|bytes PROGRAM PROFILE\n");
		return 2;
	}
	args[0] = argv[2];
	args[1] = argv[3];
	rc = sandbox_open(&box, argv[2], "/", &err);
	if (rc == 0) {
		rc = str_is(str_c(argv[1]), "frame")
			? bench(args, &box, &err)
			: count_all_bytes(argv[2], argv[3], &box, &err);
		sandbox_close(&box);
	}
	if (rc < 0)
		fprintf(stderr, "bench_screen: %s\n", err.msg);
	return rc < 0;
}
