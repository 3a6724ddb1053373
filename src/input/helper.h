/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another program, run for what it prints, without a shell.
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
	HELPER_OWN_GROUP, /* its children end with it */
	HELPER_OUR_GROUP, /* Ctrl-C on the terminal ends it and us */
};

struct helper {
	pid_t pid; /* -1: none */
	enum helper_group group;
	int out, errors;
	int64_t until;      /* in clock_ms(), when it is too late; 0: never */
	struct strbuf said; /* the end of what it wrote to stderr */
};

/* What a program is to read: a file without a name in $TMPDIR, at its start,
   that is gone when it is closed. -1 and err, which names the program. */
int helper_input(struct str bytes, const char *program, struct err *err);

/* argv[0] is searched for in PATH; it reads the file `in`, or nothing with
   -1. Its environment names no servers of debug information, so that it asks
   none. 0; or an errno (ENOENT: there is no such program) and err. */
int helper_start(struct helper *h, const char *const argv[], int in,
	enum helper_group group, struct err *err);
/* It may have so many bytes of address space from now on; where the system
   cannot do that to another process, as many as it likes. */
void helper_limit_memory(const struct helper *h, uint64_t bytes);
/* The next bytes that it prints; 0 when there are no more; -1 and err when
   that fails, it is too late, or progress, which may be NULL, asks to stop. */
ssize_t helper_read(struct helper *h, char *buf, size_t size,
	struct progress *progress, struct err *err);
/* Ends it if it still runs. Returns what waitpid() tells. h->said stays, to
   be freed by the caller. */
int helper_end(struct helper *h);

#endif
