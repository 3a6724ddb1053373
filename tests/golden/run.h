/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running another program and keeping what it says.
 */
#ifndef FT_GOLDEN_RUN_H
#define FT_GOLDEN_RUN_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

struct run {
	struct strbuf out, err; /* owned: standard output and error, whole */
	int status;             /* exit status; 128 + N when signal N ended it;
				   RUN_TIMED_OUT when it had to be killed */
};

#define RUN_INIT { .status = -1 }
#define RUN_TIMED_OUT 999

/* Run argv[0] with argv, a NULL-terminated list, without input, for at most
   `seconds`. What a former run left in r is dropped. -1 and err when it
   could not be started. */
int run(struct run *r, const char *const *argv, int seconds, struct err *err);
void run_free(struct run *r);

/* Same status and same standard output. */
bool run_same(const struct run *a, const struct run *b);
/* The last line of standard error, without its newline. */
struct str run_last_error(const struct run *r);

#endif
