/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cases held against what the judge says, now or when it was recorded. What
 * failed is described in text that is appended to `to`.
 *
 * Where the judge refuses a case, the program has to refuse it as well, in
 * its own words. Cases in which the judge is unsteady (it orders some equal
 * rows by chance) are not recorded, and pass live.
 */
#ifndef FT_GOLDEN_JUDGE_H
#define FT_GOLDEN_JUDGE_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

struct judge { /* borrowed strings */
	const char *program; /* under test */
	const char *pprof;   /* the judge; NULL: not needed */
	const char *tmp;     /* folder for what diff compares */
	size_t max_diffs;    /* shown in full of a file's failures */
};

struct tally {
	size_t cases, failed;
	size_t unsteady; /* the judge changes its mind */
	size_t misread;  /* the judge takes a profile for a program */
};

/* Every case of a golden file. */
int judge_golden(const struct judge *j, const char *path, struct tally *t,
	struct strbuf *to, struct err *err);
/* Cases, one a line: the program against the judge. */
int judge_live(const struct judge *j, struct str cases, struct tally *t,
	struct strbuf *to, struct err *err);
/* Cases, one a line: write what the judge says of them to a golden file. */
int judge_record(const struct judge *j, struct str cases, const char *path,
	struct tally *t, struct strbuf *to, struct err *err);

#endif
