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
	HELPER_OUR_GROUP, /* in flametop's group: Ctrl-C ends both */
};

struct helper {
	pid_t pid; /* -1: none */
	enum helper_group group;
	int out, errors;    /* pipes from its stdout and stderr; -1: closed */
	int64_t until;      /* deadline in clock_ms(); 0: none */
	struct strbuf said; /* end of its stderr, at most 16 KiB */
};

/* Return a descriptor of a temporary file that contains `bytes`, at offset 0.
   Closing it deletes the file. -1 and err, which names the program. */
int helper_input(struct str bytes, const char *program, struct err *err);

/* Start argv[0], found in PATH, with `in` as standard input (-1: /dev/null).
   DEBUGINFOD_URLS is unset, so that the program contacts no servers. 0; or an
   errno (ENOENT: there is no such program) and err. */
int helper_start(struct helper *h, const char *const argv[], int in,
	enum helper_group group, struct err *err);
/* Limit the program's address space. Works on Linux only. */
void helper_limit_memory(const struct helper *h, uint64_t bytes);
/* Read the program's next output; 0 at the end; -1 and err if that fails, the
   deadline has passed, or progress, which may be NULL, is cancelled. */
ssize_t helper_read(struct helper *h, char *buf, size_t size,
	struct progress *progress, struct err *err);
/* Kill the program, unless all output has been read. Wait for it and return its
   status as from waitpid(), or -1. The caller frees h->said. */
int helper_end(struct helper *h);

#endif
