/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forkpty() and openpty(), wherever a system has them. */
#ifndef FT_TESTS_UTIL_PTY_H
#define FT_TESTS_UTIL_PTY_H

#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>
#if defined(__APPLE__)
/* In <util.h>, a name that cross compilers' headers lack. */
int forkpty(int *fd, char *name, struct termios *line, struct winsize *size);
int openpty(int *fd, int *end, char *name, struct termios *line,
	struct winsize *size);
#elif defined(__FreeBSD__)
#include <libutil.h>
#else
#include <pty.h>
#endif

#endif
