/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program on a pseudo terminal, and the process that minds it.
 *
 *     test ---- master |pty| slave ---- nanny (session leader)
 *       ^                      `------- program (foreground group)
 *       `------ news pipe --------------'
 *
 * The program is not the session leader: when a session leader ends, the
 * kernel hangs the terminal up and resets its modes, and nobody could see
 * any more what the program left behind. The nanny stands where a shell
 * would: it starts the program in its own process group, tells the test when
 * it stops or ends, and keeps the terminal open.
 */
#ifndef FT_TESTS_PTY_NANNY_H
#define FT_TESTS_PTY_NANNY_H

#include <sys/types.h>
#include <termios.h>

#include "base/err.h"

struct nanny {
	int master;  /* the terminal's other end, non-blocking */
	int slave;   /* the program's end, to look at its modes and queue */
	int news;    /* readable: call nanny_news() */
	int orders;  /* the nanny lives until this is closed */
	pid_t pid;   /* the nanny */
	pid_t child; /* the program */
	bool ended, stopped;
	int status;            /* as from waitpid(), once it ended or stopped */
	int64_t spent; /* its processor time in microseconds, at its end */
	struct termios before; /* the modes the program started with */
};

struct nanny_setup {
	const char *const *argv; /* NULL-terminated; argv[0] is a path */
	const char *const *env;  /* NULL-terminated, the whole environment */
	const char *dir;         /* working directory, NULL: this one */
	bool confined;           /* see sandbox.h; its folder is `dir` */
	int rows, cols;
	int ignored;     /* a signal that the program is to find ignored; 0 */
	int descriptors; /* so many are open already */
};

/* What the nanny writes to the terminal after the program has stopped or
   ended: CSI ? 7742 z, which means nothing to any terminal. Seeing it proves
   that all output before it was read. */
#define NANNY_FENCE "\033[?7742z"
enum { NANNY_FENCE_NUMBER = 7742 };

int nanny_start(
	struct nanny *n, const struct nanny_setup *setup, struct err *err);
/* Take in what it has to tell; sets ended, stopped, status. */
void nanny_news(struct nanny *n);
/* Let a stopped program go on in the foreground. */
void nanny_continue(struct nanny *n);
/* Bytes typed that the program has not read yet. The kernel may take its time
   to put what was typed there. */
int nanny_unread(const struct nanny *n);
/* The terminal's owner: the leader of the foreground group. */
pid_t nanny_foreground(const struct nanny *n);
/* Kill the program's group if it lives, and end the nanny. */
void nanny_end(struct nanny *n);

#endif
