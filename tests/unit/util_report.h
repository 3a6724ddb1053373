/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of a profile, for tests. */
#ifndef FT_TESTS_UTIL_REPORT_H
#define FT_TESTS_UTIL_REPORT_H

#include "report/report.h"

/* Append the report of this name to job.out. The job has what else the report
   needs: a pattern, times; q NULL: the defaults. -1 and err. */
int report_try(const char *name, const struct profile *p, const struct query *q,
	struct report_job job, struct err *err);
/* The same, and it has to succeed. */
void report_put(const char *name, const struct profile *p,
	const struct query *q, struct report_job job);

#endif
