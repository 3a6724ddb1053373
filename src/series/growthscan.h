/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growth over the opened profiles, each a snapshot of one process. They are
 * read one by one, so memory holds only one of them, and the matrix of
 * analysis/growth.h. Runs on any thread.
 */
#ifndef FT_SERIES_GROWTHSCAN_H
#define FT_SERIES_GROWTHSCAN_H

#include "analysis/growth.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "engine/query.h"
#include "load/load.h"
#include "profile/profile.h"

struct grows_job {
	const struct load_spec *load; /* files to read; base profiles are
					 ignored */
	const struct query *query;    /* filters, sample type, granularity */
	struct warnings *warnings;    /* for unreadable profiles; or NULL */
	struct progress *progress;    /* may be NULL */
	bool small; /* for gates: include growth too small for lists */
	bool again; /* second read of the files: refuse standard input */
	/* Result, even on failure: the newest snapshot read, as a reference
	   for the caller; or NULL. */
	const struct profile *last;
};

/* Return the growth, or NULL when stopped. Unreadable profiles are left out; if
   none can be used, growth.err has the reason. */
struct growth *grows_read(struct grows_job *job);

/* Growth as a product of the worker (app/job.h). grows_order() writes the query
   options that affect growth, which follow the first line of `order`. */
void grows_order(const struct query *q, struct strbuf *out);
struct growth *grows_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void grows_free(struct growth *g); /* g may be NULL */

#endif
