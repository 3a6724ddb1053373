/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of other programs (helper.h). */
#ifdef __linux__
#define _GNU_SOURCE 1 /* prlimit() */
#endif
#include "prelude.h"

#include "input/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/xalloc.h"

enum {
	POLL_MS = 10,     /* longest delay before a cancellation is noticed */
	SAID_MAX = 16384, /* bytes of stderr kept */
};

extern char **environ;

int
helper_input(struct str bytes, const char *program, struct err *err)
{
	const char *folder = getenv("TMPDIR");
	struct strbuf path = STRBUF_INIT;
	int fd, error;

	strbuf_addf(&path, "%s/flametop-XXXXXX",
		folder != NULL && folder[0] != '\0' ? folder : "/tmp");
	fd = mkstemp(path.p);
	if (fd < 0) {
		err_errno(err, errno, "cannot make a temporary file for %s",
			program);
	} else {
		(void)unlink(path.p);
		(void)fcntl(fd, F_SETFD, FD_CLOEXEC);
		error = fd_write(fd, bytes);
		if (error == 0 && lseek(fd, 0, SEEK_SET) != 0)
			error = errno;
		if (error != 0) {
			err_errno(err, error, "cannot write %s, for %s", path.p,
				program);
			fd_close(&fd);
		}
	}
	strbuf_free(&path);
	return fd;
}

int
helper_start(struct helper *h, const char *const argv[], int in,
	enum helper_group group, struct err *err)
{
	int out[2] = { -1, -1 }, errors[2] = { -1, -1 }, rc;

	*h = (struct helper){
		.pid = -1, .group = group, .out = -1, .errors = -1
	};
	rc = fd_pipe(out, 0);
	if (rc == 0)
		rc = fd_pipe(errors, 0);
	if (rc == 0) {
		int spawn_out = out[1];
		int spawn_errors = errors[1];
		bool apart = h->group == HELPER_OWN_GROUP;
		posix_spawn_file_actions_t files;
		posix_spawnattr_t attributes;
		char **environment;
		sigset_t set;
		size_t n = 0, kept = 0;

		/* Copy the environment without DEBUGINFOD_URLS. */
		while (environ[n] != NULL)
			n++;
		environment = xcalloc(n + 1, sizeof(*environment));
		for (size_t i = 0; i < n; i++)
			if (!str_starts(
				    str_c(environ[i]), STR("DEBUGINFOD_URLS=")))
				environment[kept++] = environ[i];

		(void)posix_spawn_file_actions_init(&files);
		(void)posix_spawnattr_init(&attributes);
		/* Reset the signals that this program ignores or blocks to
		   their defaults. */
		(void)sigemptyset(&set);
		(void)posix_spawnattr_setsigmask(&attributes, &set);
		(void)sigaddset(&set, SIGPIPE);
		(void)sigaddset(&set, SIGXFSZ);
		(void)sigaddset(&set, SIGINT);
		(void)sigaddset(&set, SIGQUIT);
		(void)posix_spawnattr_setsigdefault(&attributes, &set);
		(void)posix_spawnattr_setpgroup(&attributes, 0);
		(void)posix_spawnattr_setflags(&attributes,
			POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
				(apart ? POSIX_SPAWN_SETPGROUP : 0));
		if (in < 0)
			(void)posix_spawn_file_actions_addopen(
				&files, 0, "/dev/null", O_RDONLY, 0);
		else
			(void)posix_spawn_file_actions_adddup2(&files, in, 0);
		(void)posix_spawn_file_actions_adddup2(&files, spawn_out, 1);
		(void)posix_spawn_file_actions_adddup2(&files, spawn_errors, 2);
		/* posix_spawnp() takes non-const arguments for old callers. */
		rc = posix_spawnp(&h->pid, argv[0], &files, &attributes,
			(char *const *)(uintptr_t)argv, environment);
		free(environment);
		(void)posix_spawnattr_destroy(&attributes);
		(void)posix_spawn_file_actions_destroy(&files);
	}
	fd_close(&out[1]);
	fd_close(&errors[1]);
	if (rc != 0) {
		fd_close(&out[0]);
		fd_close(&errors[0]);
		h->pid = -1;
		err_errno(err, rc, "cannot run %s", argv[0]);
		return rc;
	}
	h->out = out[0];
	h->errors = errors[0];
	return 0;
}

void
helper_limit_memory(const struct helper *h, uint64_t bytes)
{
#ifdef __linux__
	struct rlimit most = { bytes, bytes };

	if (sizeof(most.rlim_cur) > 4 && h->pid > 0)
		(void)prlimit(h->pid, RLIMIT_AS, &most, NULL);
#else
	(void)h, (void)bytes;
#endif
}

ssize_t
helper_read(struct helper *h, char *buf, size_t size, struct progress *progress,
	struct err *err)
{
	while (h->out >= 0 || h->errors >= 0) {
		struct pollfd fds[] = { { .fd = h->out, .events = POLLIN },
			{ .fd = h->errors, .events = POLLIN } };
		ssize_t n;

		if (progress_stopped(progress))
			return err_set(err, ERR_CANCELLED, "cancelled");
		if (h->until != 0 && clock_ms() >= h->until)
			return err_set(err, ERR_LIMIT, "it took too long");
		if (poll(fds, 2, POLL_MS) <= 0)
			continue;
		if (fds[1].revents != 0) {
			char words_buf[4096];
			ssize_t count =
				read(h->errors, words_buf, sizeof(words_buf));

			/* Keep the end of stderr, which names the cause. */
			if (count >= 0 ||
				!(errno == EINTR || errno == EAGAIN)) {
				if (count <= 0) {
					fd_close(&h->errors);
				} else {
					strbuf_add(&h->said,
						str_from(words_buf,
							(size_t)count));
					if (h->said.n > SAID_MAX)
						strbuf_remove(&h->said, 0,
							h->said.n - SAID_MAX);
				}
			}
		}
		if (fds[0].revents == 0)
			continue;
		n = read(h->out, buf, size);
		if (n > 0)
			return n;
		if (n == 0)
			fd_close(&h->out);
		else if (errno != EINTR && errno != EAGAIN)
			return err_errno(err, errno, "cannot read its output");
	}
	return 0;
}

int
helper_end(struct helper *h)
{
	int status = 0;
	bool early = h->out >= 0 || h->errors >= 0;

	fd_close(&h->out);
	fd_close(&h->errors);
	if (h->pid < 0)
		return -1;
	/* Kill the program, with its process group if it has its own. */
	if (early)
		(void)kill(h->group == HELPER_OWN_GROUP ? -h->pid : h->pid,
			SIGKILL);
	while (waitpid(h->pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	h->pid = -1;
	return status;
}
