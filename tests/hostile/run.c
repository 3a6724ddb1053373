/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program and what it writes: see run.h. */
#define _DEFAULT_SOURCE 1 /* wait4() */
#include "prelude.h"

#include "hostile/run.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit/testing.h"

#include "base/vec.h"
#include "base/xalloc.h"
#include "../unit/util_pty.h"
#include "../unit/util_source.h"

static char folder[] = "/tmp/hostile-XXXXXX";
static struct rusage last;

void
run_begin(void)
{
	memcpy(strchr(folder, '-') + 1, "XXXXXX", 6);
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(setenv("HOME", folder, 1), 0);
	assert_int_equal(unsetenv("XDG_CONFIG_HOME"), 0);
	assert_int_equal(unsetenv("XDG_STATE_HOME"), 0);
	assert_int_equal(setenv("TERM", "xterm-256color", 1), 0);
}

void
run_end(void)
{
	struct strbuf line = STRBUF_INIT;
	int status;
	pid_t pid;

	assert_int_equal(chdir("/"), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		execlp("rm", "rm", "-rf", "--", folder, (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	strbuf_free(&line);
}

void
run_file(const char *name, struct str bytes)
{
	FILE *f = fopen(name, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes.p, 1, bytes.n, f), bytes.n);
	assert_int_equal(fclose(f), 0);
}

static void
become_program(const char *const words[])
{
	enum { SECONDS = 60 };
	const struct rlimit most = { SECONDS, SECONDS };
	struct strbuf path = STRBUF_INIT;
	VEC(char *) argv = { 0 };

	/* Even a slow hostile file ends some time. */
	(void)setrlimit(RLIMIT_CPU, &most);

	strbuf_addf(&path, "%s/flametop", build_dir());
	vec_push(&argv, xstrndup("flametop", 8));
	for (; *words != NULL; words++)
		vec_push(&argv, xstrndup(*words, strlen(*words)));
	vec_push(&argv, NULL);
	execv(strbuf_c(&path), argv.p);
	_exit(99);
}

static pid_t
start(bool terminal, const char *const words[], int *fd)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int both[2] = { -1, -1 };
	pid_t pid;

	if (!terminal)
		assert_int_equal(pipe(both), 0);
	pid = terminal ? forkpty(fd, NULL, NULL, &size) : fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		if (!terminal) {
			dup2(both[1], STDOUT_FILENO);
			dup2(both[1], STDERR_FILENO);
			close(both[0]);
			close(both[1]);
		}
		become_program(words);
	}
	if (!terminal) {
		close(both[1]);
		*fd = both[0];
	}
	return pid;
}

int
run_flametop(bool terminal, const char *const words[], struct strbuf *out)
{
	char part[4096];
	int fd, status;
	pid_t pid = start(terminal, words, &fd);
	ssize_t n;

	strbuf_reset(out);
	/* At its end a terminal says EIO. */
	while ((n = read(fd, part, sizeof(part))) > 0)
		strbuf_add(out, str_from(part, (size_t)n));
	close(fd);
	/* A slow machine begins with lines of progress, each over the one
	   before, the last one blank. */
	if (out->n > 0 && out->p[0] == '\r') {
		ptrdiff_t blank = str_find(strbuf_str(out), STR("\r    "), 0);
		ptrdiff_t end = blank < 0 ? -1
					  : str_find(strbuf_str(out), STR("\r"),
						    (size_t)blank + 1);

		if (end > 0)
			strbuf_remove(out, 0, (size_t)end + 1);
	}
	assert_int_equal(wait4(pid, &status, 0, &last), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

struct run_cost
run_cost(void)
{
	const struct timeval *t[] = { &last.ru_utime, &last.ru_stime };
	struct run_cost c = { .kib = last.ru_maxrss };

	for (int i = 0; i < 2; i++)
		c.cpu += (double)t[i]->tv_sec + (double)t[i]->tv_usec / 1e6;
#ifdef __APPLE__
	c.kib /= 1024; /* bytes there */
#endif
	return c;
}
