/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE 1 /* memfd_create() */
#include "prelude.h"

#include "ui/term_sync.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "ui/term_poll.h"

enum {
	MARK = sizeof(SYNC_BEGIN) - 1, /* both are as long */
	LARGE = 1500,                  /* smaller frames are written as usual */
};

/* Let curses write to another file. */
static void
lead_to(struct sync *s, int fd)
{
	int own = fileno(s->out);

	while (dup2(fd, own) < 0 && errno == EINTR)
		continue;
	(void)fcntl(own, F_SETFD, FD_CLOEXEC);
}

FILE *
sync_stream(struct sync *s)
{
	int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);

	s->held = -1;
	s->out = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (s->out == NULL)
		fd_close(&fd);
	return s->out != NULL ? s->out : stdout;
}

static int
open_memory(void)
{
#if HAVE_DECL_MEMFD_CREATE
	return memfd_create("frame", MFD_CLOEXEC);
#else
	FILE *f = tmpfile();
	int fd = f != NULL ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 0) : -1;

	if (f != NULL)
		(void)fclose(f);
	return fd;
#endif
}

bool
sync_open(struct sync *s)
{
	if (s->held >= 0)
		return true;
	if (s->out == NULL)
		return false;
	s->held = open_memory();
	if (s->held >= 0 && fd_write(s->held, STR(SYNC_BEGIN)) != 0)
		fd_close(&s->held);
	return s->held >= 0;
}

void
sync_hold(struct sync *s)
{
	(void)lseek(s->held, MARK, SEEK_SET);
	lead_to(s, s->held);
}

/* Write all bytes, even if another program made the terminal non-blocking. */
static void
write_tty(struct str bytes)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

	while (bytes.n > 0) {
		ssize_t n = write(out.fd, bytes.p, bytes.n);

		if (n >= 0)
			bytes = str_skip(bytes, (size_t)n);
		else if (errno == EAGAIN)
			(void)term_poll(&out, 1, -1, NULL);
		else if (errno != EINTR)
			break;
	}
}

bool
sync_send(struct sync *s)
{
	off_t end = lseek(s->held, 0, SEEK_CUR);
	size_t n = end > MARK ? (size_t)end : MARK;
	char *p;

	lead_to(s, STDOUT_FILENO);
	if (n == MARK)
		return end == MARK;
	if (fd_write(s->held, STR(SYNC_END)) != 0)
		return false;
	/* Not read(): a frame is not input. */
	p = mmap(NULL, n + MARK, PROT_READ, MAP_SHARED, s->held, 0);
	if (p == MAP_FAILED)
		return false;
	if (n > LARGE + MARK)
		write_tty(str_from(p, n + MARK));
	else
		write_tty(str_from(p + MARK, n - MARK));
	(void)munmap(p, n + MARK);
	return true;
}

void
sync_close(struct sync *s)
{
	fd_close(&s->held);
	if (s->out != NULL)
		(void)fclose(s->out);
	s->out = NULL;
}
