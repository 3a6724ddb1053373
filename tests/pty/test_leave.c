/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whatever is being read, q ends the program at once: large and hostile files
 * of all families, ten moments in the time that each takes to load; and so does
 * Ctrl-C. 100 ms is the bound for the processor time from the key to the end,
 * and for the time that the program sleeps meanwhile: other work on the machine
 * changes them little. A late answer has four more tries. FT_LEAVE=n makes the
 * files n times as large and prints the figures; ONLY=KIND takes one kind.
 */
#include "prelude.h"

#include <inttypes.h>
#include <locale.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "pty/session.h"
#include "unit/util_source.h"

enum { BOUND_MS = 100, BOUND_US = 100000 };
enum { MOMENTS = 10, MOMENTS_OF_CTRL_C = 3, TRIES = 5 };

/* Of tests/hostile/dear, with n of what there is many of; or n copies of a file
   in testdata. The name is what a reader knows it by. */
static const struct {
	const char *kind, *name;
	int64_t n;
} files[] = {
	{ "escapes", "x.trace.json", 16000000 },
	{ "ordinary", "x.pb", 4000000 },
	{ "tagged", "x.pb", 300 },
	{ "types", "x.pb", 60000 },
	{ "labels", "x.pb", 2000000 },
	{ "deep", "x.pb", 1000000 },
	{ "stacks", "x.folded", 60000 },
	{ "samples", "x.perf.txt", 20000 },
	{ "events", "x.perf.txt", 3000 },
	{ "calls", "callgrind.out.1", 40000 },
	{ "slices", "x.trace.json", 50000 },
	{ "trace", "x.trace.json", 6000 },
	{ "nodes", "x.cpuprofile", 30000 },
	{ "gecko", "x.json", 40000 },
	{ "shared", "x.json", 16000 },
	{ "evented", "x.speedscope.json", 6000 },
	{ "repeated", "x.mojo", 80000 },
	{ "ranges", "x.pb", 16000 },
	{ "jfr/many.jfr.gz", "x.jfr", 40 },
};

static int64_t
times_as_large(void)
{
	const char *n = getenv("FT_LEAVE");
	int64_t times;

	return n != NULL && str_to_i64(str_c(n), &times) && times > 0 ? times
								      : 1;
}

static void
shell(const char *line)
{
	pid_t pid = fork();
	int status = -1;

	assert_true(pid >= 0);
	if (pid == 0) {
		(void)execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void
make_file(struct session *s, size_t i)
{
	struct strbuf line = STRBUF_INIT;
	char *dear = sandbox_path_in(build_dir(), "tests/hostile/dear");
	int64_t n = files[i].n * times_as_large();

	if (strchr(files[i].kind, '/') == NULL)
		strbuf_addf(&line, "'%s' %s %" PRId64, dear, files[i].kind, n);
	else
		strbuf_addf(&line,
			"cd '%s/testdata' && i=0; while [ $i -lt %" PRId64
			" ]; do gzip -dc %s; i=$((i + 1)); done",
			source_dir(), n, files[i].kind);
	strbuf_addf(&line, " >'%s/%s'", s->sandbox.dir, files[i].name);
	shell(strbuf_c(&line));
	strbuf_free(&line);
	free(dear);
}

static void
begin(struct session *s, size_t i)
{
	struct strbuf words = STRBUF_INIT;

	strbuf_addf(&words, "-symbolize=none %s", files[i].name);
	session_start(s, 24, 80, strbuf_c(&words));
	strbuf_free(&words);
}

struct answer {
	int64_t ms, us; /* from the key to the end: sleep, processor time */
};

static bool
is_late(struct answer a)
{
	return a.ms > BOUND_MS || a.us > BOUND_US;
}

/* How the program ends, if the key comes `after` the first screen. */
static struct answer
leave(struct session *s, size_t i, int64_t after, const char *key)
{
	int64_t began = vt_now(), until;
	struct calm_sleep slept = { .ms = 0 };
	struct answer end;
	int64_t spent;

	begin(s, i);
	while (!vt_ended(s->vt) && vt_now() < began + after)
		(void)vt_read(s->vt, began + after);
	spent = vt_spent(s->vt);
	session_keys(s, key);
	until = vt_now() + s->deadline;
	while (!vt_ended(s->vt) && vt_now() < until) {
		calm_count(&slept, s->vt);
		(void)vt_read(s->vt, vt_now() + 1);
	}
	if (!vt_ended(s->vt))
		slept.ms = INT64_MAX;
	end = (struct answer){ slept.ms, vt_spent(s->vt) };
	end.us = spent < 0 || end.us < 0 ? 0 : end.us - spent;
	vt_free(s->vt);
	s->vt = NULL;
	return end;
}

/* The worst of all moments. */
static struct answer
worst_of(
	struct session *s, size_t i, int64_t load, int moments, const char *key)
{
	struct answer worst = { 0, 0 };

	for (int k = 0; k < moments; k++) {
		int64_t after = load * (2 * k + 1) / (2 * moments);
		struct answer best = { INT64_MAX, INT64_MAX };

		for (int t = 0; t < TRIES && is_late(best); t++) {
			struct answer a = leave(s, i, after, key);

			best.ms = a.ms < best.ms ? a.ms : best.ms;
			best.us = a.us < best.us ? a.us : best.us;
		}
		worst.ms = best.ms > worst.ms ? best.ms : worst.ms;
		worst.us = best.us > worst.us ? best.us : worst.us;
	}
	return worst;
}

TEST(q_and_ctrl_c_are_answered_whatever_is_read)
{
	bool bad = false;

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		const char *only = getenv("ONLY");
		struct session s;
		struct answer q, c;
		int64_t began, load;

		if (only != NULL && strcmp(only, files[i].kind) != 0)
			continue;
		session_open(&s);
		make_file(&s, i);
		began = vt_now();
		begin(&s, i);
		if (!session_see(&s, "F10Quit")) {
			session_show(&s, files[i].kind);
			fail_msg("%s does not open", files[i].kind);
		}
		load = vt_now() - began;
		vt_free(s.vt);
		s.vt = NULL;
		q = worst_of(&s, i, load, MOMENTS, "q");
		/* After the load it stops nothing, and q follows. */
		c = worst_of(&s, i, load, MOMENTS_OF_CTRL_C, "C-c q");
		if (is_late(q) || is_late(c) || getenv("FT_LEAVE") != NULL)
			fprintf(stderr,
				"%-16s loads in %5" PRId64
				" ms; for q it sleeps %4" PRId64
				" ms and works %3" PRId64
				"; for Ctrl-C %4" PRId64 ", %3" PRId64 "\n",
				files[i].kind, load, q.ms, q.us / 1000, c.ms,
				c.us / 1000);
		bad |= is_late(q) || is_late(c);
		session_close(&s);
	}
	assert_false(bad);
}

int
main(void)
{
#ifdef FT_SANITIZE
	return 77; /* what is slow there is not the program */
#endif
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
