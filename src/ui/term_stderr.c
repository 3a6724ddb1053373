/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard error while the screen is shown: see term_stderr.h. */
#include "config.h"

#include "ui/term_stderr.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/fd.h"
#include "ui/term_guard.h"

#include "base/banned.h"

/* A sanitizer's last words go to standard error and must not be caught. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CATCH_STDERR 0
#else
#define CATCH_STDERR 1
#endif

void
caught_begin(struct caught *c)
{
	if (!CATCH_STDERR || fd_pipe(c->pipe, O_NONBLOCK) != 0)
		return;
	c->saved = dup(STDERR_FILENO);
	if (c->saved < 0)
		return;
	(void)fcntl(c->saved, F_SETFD, FD_CLOEXEC);
	(void)dup2(c->pipe[1], STDERR_FILENO);
	guard_stderr(c->saved, c->pipe[0]);
}

void
caught_end(struct caught *c)
{
	if (c->saved >= 0)
		(void)dup2(c->saved, STDERR_FILENO);
	fd_close(&c->saved);
	fd_close(&c->pipe[0]);
	fd_close(&c->pipe[1]);
}

void
caught_pause(struct caught *c, bool pause)
{
	if (c->saved >= 0)
		(void)dup2(pause ? c->saved : c->pipe[1], STDERR_FILENO);
}

bool
caught_read(struct caught *c, struct strbuf *out)
{
	char buf[1024];
	bool any = false;
	ssize_t n;

	if (c->pipe[0] < 0)
		return false;
	while ((n = read(c->pipe[0], buf, sizeof(buf))) > 0) {
		strbuf_add(out, str_from(buf, (size_t)n));
		any = true;
	}
	return any;
}
