/* SPDX-License-Identifier: GPL-3.0-or-later */
/* poll() with a signal mask (term_poll.h). */
#define _GNU_SOURCE 1 /* ppoll() */
#include "prelude.h"

#include "ui/term_poll.h"

#include <sys/ioctl.h>
#include <sys/select.h>

#if HAVE_DECL_PPOLL && !defined(FT_NO_PPOLL)

static int
poll_masked(struct pollfd *fd, nfds_t n, const struct timespec *limit,
	const sigset_t *mask)
{
	return ppoll(fd, n, limit, mask);
}

#else

/* True if there are bytes to read. A terminal that hung up is always readable,
   without any. */
static bool
has_bytes(int fd)
{
	int n = 0;

	return ioctl(fd, FIONREAD, &n) == 0 && n > 0;
}

/* Without ppoll() (macOS), wait with pselect() and get the events from poll(),
   except for POLLNVAL, which it returns for /dev/tty there. */
static int
poll_masked(struct pollfd *fd, nfds_t n, const struct timespec *limit,
	const sigset_t *mask)
{
	fd_set in, out;
	int most = -1, rc;

	FD_ZERO(&in);
	FD_ZERO(&out);
	for (nfds_t i = 0; i < n; i++) {
		fd[i].revents = 0;
		if (fd[i].fd < 0 || fd[i].fd >= FD_SETSIZE)
			continue;
		FD_SET(fd[i].fd, fd[i].events & POLLOUT ? &out : &in);
		most = fd[i].fd > most ? fd[i].fd : most;
	}
	rc = pselect(most + 1, &in, &out, NULL, limit, mask);
	if (rc <= 0 || poll(fd, n, 0) < 0)
		return rc;
	rc = 0;
	for (nfds_t i = 0; i < n; i++) {
		if ((fd[i].revents & POLLNVAL) != 0 && fd[i].fd < FD_SETSIZE) {
			fd[i].revents = 0;
			if (FD_ISSET(fd[i].fd, &out))
				fd[i].revents = POLLOUT;
			else if (FD_ISSET(fd[i].fd, &in))
				fd[i].revents =
					has_bytes(fd[i].fd) ? POLLIN : POLLHUP;
		}
		rc += fd[i].revents != 0;
	}
	return rc;
}

#endif

int
term_poll(struct pollfd *fd, nfds_t n, int ms, const sigset_t *mask)
{
	struct timespec limit = { .tv_sec = ms / 1000,
		.tv_nsec = (long)(ms % 1000) * 1000000 };

	return poll_masked(fd, n, ms < 0 ? NULL : &limit, mask);
}
