/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running another program: both of its outputs are read at the same time, so
 * that it never waits for a full pipe.
 */
#include "prelude.h"

#include "golden/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A pipe whose ends other children do not get. */
static int
open_pipe(int fd[2], struct err *err)
{
	if (pipe(fd) != 0)
		return err_errno(err, errno, "pipe");
	fcntl(fd[0], F_SETFD, FD_CLOEXEC);
	fcntl(fd[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

static int
spawn(const char *const *argv, int out, int errfd, pid_t *pid, struct err *err)
{
	posix_spawn_file_actions_t act;
	/* The interface takes char *const[], but does not write to it. */
	union {
		const char *const *in;
		char *const *out;
	} args = { argv };
	int rc;

	posix_spawn_file_actions_init(&act);
	posix_spawn_file_actions_addopen(&act, STDIN_FILENO, "/dev/null",
		O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&act, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&act, errfd, STDERR_FILENO);
	rc = posix_spawnp(pid, argv[0], &act, NULL, args.out, environ);
	posix_spawn_file_actions_destroy(&act);
	return rc == 0 ? 0 : err_errno(err, rc, "%s", argv[0]);
}

/* Read what there is; 0 at the end. */
static ssize_t
drain(int fd, struct strbuf *to)
{
	char buf[65536];
	ssize_t n = read(fd, buf, sizeof(buf));

	if (n > 0)
		strbuf_add(to, str_from(buf, (size_t)n));
	return n < 0 && errno == EINTR ? 1 : n;
}

/* Read both ends until they close. False when time was up. */
static bool
collect(struct run *r, int out, int errfd, int64_t deadline)
{
	struct pollfd p[2] = { { .fd = out, .events = POLLIN },
		{ .fd = errfd, .events = POLLIN } };
	struct strbuf *to[2] = { &r->out, &r->err };

	while (p[0].fd >= 0 || p[1].fd >= 0) {
		int64_t left = deadline - now_ms();

		if (left <= 0)
			return false;
		if (poll(p, 2, (int)left) < 0 && errno != EINTR)
			return false;
		for (int i = 0; i < 2; i++) {
			if (p[i].fd >= 0 && p[i].revents != 0 &&
				drain(p[i].fd, to[i]) <= 0)
				p[i].fd = -1;
		}
	}
	return true;
}

static int
reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : 128 + WTERMSIG(status);
}

int
run(struct run *r, const char *const *argv, int seconds, struct err *err)
{
	int out[2], errfd[2];
	pid_t pid = -1;
	int rc;

	strbuf_reset(&r->out);
	strbuf_reset(&r->err);
	r->status = -1;
	if (open_pipe(out, err) < 0)
		return -1;
	if (open_pipe(errfd, err) < 0) {
		close(out[0]);
		close(out[1]);
		return -1;
	}
	rc = spawn(argv, out[1], errfd[1], &pid, err);
	close(out[1]);
	close(errfd[1]);
	if (rc == 0) {
		bool ended = collect(r, out[0], errfd[0],
			now_ms() + seconds * 1000);

		if (!ended)
			kill(pid, SIGKILL);
		r->status = reap(pid);
		if (!ended)
			r->status = RUN_TIMED_OUT;
	}
	close(out[0]);
	close(errfd[0]);
	return rc;
}

void
run_free(struct run *r)
{
	strbuf_free(&r->out);
	strbuf_free(&r->err);
}

bool
run_same(const struct run *a, const struct run *b)
{
	return a->status == b->status &&
		str_eq(strbuf_str(&a->out), strbuf_str(&b->out));
}

struct str
run_last_error(const struct run *r)
{
	struct str s = str_trim(strbuf_str(&r->err));
	ptrdiff_t end = str_rchr(s, '\n');

	return end < 0 ? s : str_skip(s, (size_t)end + 1);
}
