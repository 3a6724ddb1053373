/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flametop in a folder of its own, all that it writes in one text. */
#ifndef FT_TESTS_HOSTILE_RUN_H
#define FT_TESTS_HOSTILE_RUN_H

#include "base/str.h"
#include "base/strbuf.h"

/* A new folder, which is home and working directory from now on; and its
   end. What is wrong stops the test. */
void run_begin(void);
void run_end(void);
/* A file there. */
void run_file(const char *name, struct str bytes);

/* Its words after the program's name, NULL at the end. Standard output and
   standard error are one terminal, or one pipe. The exit status. */
int run_flametop(bool terminal, const char *const words[], struct strbuf *out);
/* Resources of the last run, with its children. */
struct run_cost {
	double cpu; /* seconds of a processor */
	long kib;   /* largest resident set of one of them */
};
struct run_cost run_cost(void);

#endif
