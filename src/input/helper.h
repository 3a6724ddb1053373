/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs another program for its output, without a shell.
 *
 *     struct helper h;
 *
 *     if (helper_start(&h, argv, -1, HELPER_OWN_GROUP, err) != 0)
 *             return -1;
 *     while ((n = helper_read(&h, buf, sizeof(buf), progress, err)) > 0)
 *             ...
 *     helper_end(&h);
 */
#ifndef FT_INPUT_HELPER_H
#define FT_INPUT_HELPER_H

#include <sys/types.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"

enum helper_group {
	HELPER_OWN_GROUP, /* killed together with its children */
	HELPER_OUR_GROUP, /* Ctrl-C in the terminal ends it and us */
};

struct helper {
	pid_t pid; /* -1: none */
	enum helper_group group;
	int out, errors;
	int64_t until;      /* deadline in clock_ms(); 0: none */
	struct strbuf said; /* the end of its stderr */
};

/* Return an unnamed file in $TMPDIR with the program's input, at its start;
   closing it deletes it. -1 and err, which names the program. */
int helper_input(struct str bytes, const char *program, struct err *err);

/* Start argv[0], searched in PATH, with `in` as standard input, or an empty one
   if -1. DEBUGINFOD_URLS is unset, so that it asks no servers. 0; or an errno
   (ENOENT: there is no such program) and err. */
int helper_start(struct helper *h, const char *const argv[], int in,
	enum helper_group group, struct err *err);
/* Limit its address space, if the system can do that to another process. */
void helper_limit_memory(const struct helper *h, uint64_t bytes);
/* Read its next output; 0 at the end; -1 and err if that fails, the deadline is
   over, or progress, which may be NULL, is cancelled. */
ssize_t helper_read(struct helper *h, char *buf, size_t size,
	struct progress *progress, struct err *err);
/* Kill it if it still runs. Return its status as in waitpid(). The caller frees
   h->said. */
int helper_end(struct helper *h);

#endif
