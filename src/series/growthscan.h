/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growth over the opened profiles, each a snapshot of one process. They are
 * read one by one, so memory holds one of them and the matrix of
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
	const struct load_spec *load; /* its bases are ignored */
	const struct query *query;    /* filters, sample type, granularity */
	struct warnings *warnings;    /* gets profiles left out; or NULL */
	struct progress *progress;    /* may be NULL */
	bool small; /* include growth that lists leave out: for gates */
	bool again; /* a second read: refuse standard input */
	/* Out, in any case: a reference to the newest snapshot so far, or
	   NULL. */
	const struct profile *last;
};

/* Return the growth, or NULL when stopped. Unreadable profiles are left out; if
   none can be used, growth.err has the reason. */
struct growth *grows_read(struct grows_job *job);

/* The worker makes it (app/job.h) from files and a request, `order`. Its first
   line is only compared; the rest are the query options that affect growth. */
void grows_order(const struct query *q, struct strbuf *out);
struct growth *grows_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void grows_free(struct growth *g); /* NULL is fine */

#endif
