/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Waiting as on macOS, which has no ppoll(), and whose poll() answers POLLNVAL
 * for /dev/tty: keys are seen all the same, none is waited for that is not
 * there, and a lost terminal is no key.
 */
#define _GNU_SOURCE 1 /* as in term_poll.c */
#include "prelude.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "testing.h"

#include "base/file.h"

static int dev_tty; /* what poll() does not know */

static int
macos_poll(struct pollfd *fd, nfds_t n, int ms)
{
	int rc = poll(fd, n, ms);

	for (nfds_t i = 0; i < n; i++)
		if (fd[i].fd == dev_tty && fd[i].fd >= 0) {
			rc += fd[i].revents == 0;
			fd[i].revents = POLLNVAL;
		}
	return rc;
}

#ifndef FT_NO_PPOLL
#define FT_NO_PPOLL 1
#endif
#define poll macos_poll
#include "../../src/ui/term_poll.c"
#undef poll

/* A terminal that gives each key at once; *keyboard is its other end. */
static int
open_terminal(int *keyboard)
{
	struct termios line;
	int fd;

	*keyboard = posix_openpt(O_RDWR | O_NOCTTY);
	assert_true(*keyboard >= 0);
	assert_int_equal(grantpt(*keyboard), 0);
	assert_int_equal(unlockpt(*keyboard), 0);
	fd = open(ptsname(*keyboard), O_RDWR | O_NOCTTY);
	assert_true(fd >= 0);
	assert_int_equal(tcgetattr(fd, &line), 0);
	line.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	assert_int_equal(tcsetattr(fd, TCSANOW, &line), 0);
	dev_tty = fd;
	return fd;
}

TEST(keys_are_seen_where_poll_knows_no_terminal)
{
	int keyboard, fd = open_terminal(&keyboard);
	struct pollfd in[] = { { .fd = fd, .events = POLLIN },
		{ .fd = -1, .events = POLLIN } };
	char key;

	assert_int_equal(term_poll(in, 2, 0, NULL), 0);
	assert_int_equal(in[0].revents, 0);
	assert_int_equal(write(keyboard, "j", 1), 1);
	assert_int_equal(term_poll(in, 2, -1, NULL), 1);
	assert_int_equal(in[0].revents, POLLIN);
	assert_int_equal(read(fd, &key, 1), 1);
	assert_int_equal(term_poll(in, 2, 1, NULL), 0);
	fd_close(&keyboard);
	fd_close(&fd);
}

TEST(others_that_have_news_do_not_make_keys)
{
	int keyboard, fd = open_terminal(&keyboard), wake[2];
	struct pollfd in[] = { { .fd = fd, .events = POLLIN },
		{ .fd = -1, .events = POLLIN } };

	assert_int_equal(fd_pipe(wake, 0), 0);
	in[1].fd = wake[0];
	assert_int_equal(write(wake[1], "", 1), 1);
	assert_int_equal(term_poll(in, 2, -1, NULL), 1);
	/* Nothing to read, so that it must not be read: that would block. */
	assert_int_equal(in[0].revents & POLLIN, 0);
	assert_int_equal(in[0].revents & (POLLHUP | POLLERR | POLLNVAL), 0);
	assert_int_equal(in[1].revents, POLLIN);
	fd_close(&wake[0]);
	fd_close(&wake[1]);
	fd_close(&keyboard);
	fd_close(&fd);
}

TEST(a_lost_terminal_is_no_key)
{
	int keyboard, fd = open_terminal(&keyboard);
	struct pollfd in = { .fd = fd, .events = POLLIN };

	fd_close(&keyboard);
	assert_int_equal(term_poll(&in, 1, -1, NULL), 1);
	assert_int_equal(in.revents, POLLHUP);
	fd_close(&fd);
}

TEST(room_for_output_is_seen)
{
	int keyboard, fd = open_terminal(&keyboard);
	struct pollfd out = { .fd = fd, .events = POLLOUT };

	assert_int_equal(term_poll(&out, 1, 0, NULL), 1);
	assert_int_equal(out.revents, POLLOUT);
	fd_close(&keyboard);
	fd_close(&fd);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
