/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forkpty() and openpty(), wherever a system has them. */
#ifndef FT_TESTS_UTIL_PTY_H
#define FT_TESTS_UTIL_PTY_H

#if defined(__APPLE__)
#include <util.h>
#elif defined(__FreeBSD__)
#include <sys/ioctl.h>
#include <sys/types.h>
#include <libutil.h>
#include <termios.h>
#else
#include <pty.h>
#endif

#endif
