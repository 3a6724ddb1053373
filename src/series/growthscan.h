/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What grows in the profiles that are opened, each a snapshot of one process:
 * they are read one after the other, so that memory is that of one of them and
 * of the matrix of analysis/growth.h. On any thread.
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
	const struct load_spec *load; /* of its profiles the sources alone */
	const struct query *query;    /* filters, sample type, granularity */
	struct warnings *warnings;    /* profiles that are left out; or NULL */
	struct progress *progress;    /* may be NULL */
	bool small; /* also what grows less than lists show: for gates */
	bool again; /* they have been read before: standard input cannot be */
	/* Out, in any case: the newest snapshot so far, a reference; NULL:
	   there is none. */
	const struct profile *last;
};

/* NULL when stopped. What cannot be read is left out; when nothing can be
   used, growth.err says why. */
struct growth *grows_read(struct grows_job *job);

/* A product of the worker (app/job.h), of files and an order: a line with what
   else decides, which is only compared; then what decides in a query. */
void grows_order(const struct query *q, struct strbuf *out);
struct growth *grows_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void grows_free(struct growth *g); /* NULL is fine */

#endif
