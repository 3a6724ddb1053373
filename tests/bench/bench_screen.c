/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_screen: the program on a pty of 160x48, timed from outside.
 *
 *     bench_screen PROGRAM PROFILE SMALL
 *
 * Prints lines of "NAME VALUE", times in milliseconds, memory in KiB:
 *
 *     first_frame     from the start to the last byte of the first screen
 *                     that is whole
 *     cursor_median   from a key that moves the cursor to the last byte of
 *     cursor_max      what it changes
 *     focus_median    the same for each key of a pattern typed after f
 *     focus_max
 *     peak_memory     high-water mark of the resident set
 *
 * and for SMALL at 100x30, in bytes that are written, medians:
 *
 *     held_bytes      a key that moves the cursor while keys are held
 *     move_bytes      the same with the peek pane, which then follows
 *     far_bytes       the same as held_bytes with --low-bandwidth
 *     zoom_bytes      zooming in or out
 *     idle_bytes      two seconds without a key
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "pty/vt.h"
#include "pty/walk.h"
#include "pty/wrote.h"
#include "screen/picture.h"
#include "screen/sandbox.h"

#include "base/banned.h"

enum { ROWS = 48, COLS = 160, START_MS = 120000, /* to give up after */
	CURSOR_QUIET_MS = 60, /* nothing more comes of a cursor key */
	FOCUS_QUIET_MS = 400, /* nothing more comes of a key of a pattern */
	CURSOR_KEYS = 60 };

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

/* Type bytes; milliseconds until the last byte that comes of it, when nothing
   follows for `quiet`. */
static double
respond(struct vt *vt, struct str bytes, int quiet)
{
	double begin = now_ms(), last = begin;

	vt_type(vt, bytes);
	while (vt_read(vt, vt_now() + quiet))
		last = now_ms();
	return last - begin;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
print_times(const char *name, double *t, size_t n)
{
	qsort(t, n, sizeof(*t), compare);
	printf("%s_median %.1f\n%s_max %.1f\n", name, t[n / 2], name,
		t[n - 1]);
}

static void
time_cursor(struct vt *vt)
{
	static const char way[] = "jjjjljlhjkkjlj";
	double t[CURSOR_KEYS];

	for (size_t i = 0; i < CURSOR_KEYS; i++)
		t[i] = respond(vt, str_from(&way[i % (sizeof(way) - 1)], 1),
			CURSOR_QUIET_MS);
	print_times("cursor", t, CURSOR_KEYS);
}

static void
time_focus(struct vt *vt)
{
	static const char *const pattern[] = { "example.com/fleet",
		"(Get|Scan).*Frame", "tls|json" };
	VEC(double) t = { 0 };

	for (size_t i = 0; i < COUNT_OF(pattern); i++) {
		respond(vt, STR("f"), FOCUS_QUIET_MS);
		for (const char *c = pattern[i]; *c != '\0'; c++)
			vec_push(&t, respond(vt, str_from(c, 1),
				FOCUS_QUIET_MS));
		respond(vt, STR("\033"), FOCUS_QUIET_MS);
	}
	print_times("focus", t.p, t.n);
	vec_free(&t);
}

static void
print_memory(pid_t pid)
{
	struct strbuf path = STRBUF_INIT;
	char line[256];
	long kib;
	FILE *f;

	strbuf_addf(&path, "/proc/%ld/status", (long)pid);
	f = fopen(strbuf_c(&path), "r");
	while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "VmHWM: %ld kB", &kib) == 1)
			printf("peak_memory %ld\n", kib);
	}
	if (f != NULL)
		fclose(f);
	strbuf_free(&path);
}

static int
bench(const char *const *argv, struct sandbox *box, struct err *err)
{
	struct nanny_setup setup = { .argv = argv, .rows = ROWS,
		.cols = COLS, .env = sandbox_envp(box) };
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
	time_cursor(vt);
	time_focus(vt);
	print_memory(vt_pid(vt));
	respond(vt, STR("Q"), FOCUS_QUIET_MS);
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
	struct nanny_setup setup = { .argv = argv, .rows = SMALL_ROWS,
		.cols = SMALL_COLS, .env = sandbox_envp(box) };
	size_t cost[sizeof(WALK_MOVES WALK_ZOOMS)], n, before;
	struct vt *vt = vt_start(&setup, err);

	if (vt == NULL)
		return -1;
	(void)vt_read(vt, vt_now() + START_MS);
	vt_settle(vt, FOCUS_QUIET_MS, vt_now() + START_MS);
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
		fprintf(stderr, "usage: bench_screen PROGRAM PROFILE SMALL\n");
		return 2;
	}
	args[0] = argv[1];
	args[1] = argv[2];
	rc = sandbox_open(&box, argv[1], "/", &err);
	if (rc == 0) {
		rc = bench(args, &box, &err);
		if (rc == 0)
			rc = count_all_bytes(argv[1], argv[3], &box, &err);
		sandbox_close(&box);
	}
	if (rc < 0)
		fprintf(stderr, "bench_screen: %s\n", err.msg);
	return rc < 0;
}
