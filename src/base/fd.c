/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptors: see fd.h. */
#include "config.h"

#include "base/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/banned.h"

int
fd_write(int fd, struct str bytes)
{
	while (bytes.n > 0) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n >= 0)
			bytes = str_skip(bytes, (size_t)n);
		else if (errno != EINTR)
			return errno;
	}
	return 0;
}

int
fd_pipe(int end[2], int flags)
{
	if (pipe(end) != 0) {
		end[0] = end[1] = -1;
		return errno;
	}
	/* Neither fails on a pipe that is there. */
	for (int i = 0; i < 2; i++) {
		(void)fcntl(end[i], F_SETFD, FD_CLOEXEC);
		(void)fcntl(end[i], F_SETFL, flags);
	}
	return 0;
}

void
fd_close(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}
