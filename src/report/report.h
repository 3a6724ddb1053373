/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports: one row each. A report takes a view of a sealed profile and prints
 * pprof's bytes; it knows no screen and no files.
 * `:` and the command line find reports here by name.
 */
#ifndef FT_REPORT_REPORT_H
#define FT_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "conf/options.h"
#include "engine/query.h"
#include "engine/view.h"

struct graph;
struct match;
struct report_job;

struct report {
	struct doc doc; /* with an arg, it takes a pattern */
	/* Of the file that binary output goes to when nothing else is asked
	   for, "pb.gz"; NULL for text. */
	const char *suffix;
	/* How a line begins that says of a partial profile that it is; NULL
	   where its header or its format does. */
	const char *remark;
	/* What it changes in the query that its view is of, and the FRAMES_*
	   of that view. NULL and 0: nothing. */
	void (*adapt)(struct query *query);
	unsigned frames;
	bool is_filtered; /* it wants job->filtered */
	/* Append the report to job->out. -1 and err: that is void then. */
	int (*run)(const struct report_job *job, struct err *err);
};

#define REPORT_DOC(...) .doc = { .group = "Reports", __VA_ARGS__ }

/* What a report is made from. The caller of report_run() fills in all but
   the last three. */
struct report_job {
	const struct report *report;
	struct engine *engine;
	const struct profile *profile; /* what the engine is of */
	struct str pattern;            /* where it takes one */
	/* A report whose loop is long looks at it and leaves off early:
	   report_run() then says that it was cancelled. NULL: never. */
	struct progress *progress;
	struct strbuf *out;
	struct warnings *warnings;
	struct match *match;      /* the pattern, compiled */
	const struct view *view;  /* its query is the report's */
	struct profile *filtered; /* samples as the filters leave them */
};

/* Append profile.proto, compressed. -1 and err. */
int report_put_proto(
	const struct report_job *job, const struct profile *p, struct err *err);
/* The graph of a report's view, as its query has it trimmed; `nodecount` is
   what -1 means. Free with graph_free(). */
struct graph *report_graph(const struct report_job *job, int64_t nodecount);

/* Append one to job->out. -1 and err, ERR_CANCELLED when it was asked to
   stop: its contents are void then. Of a profile that was read in part, the
   report and the warnings say so. */
int report_run(
	struct report_job *job, const struct query *query, struct err *err);

/* NULL when unknown. */
const struct report *report_find(struct str name);
const struct report *report_at(size_t i); /* i-th row, NULL at the end */
/* -1 and err for what only pprof has, with what to do instead; the name is
   behind `dash`, "-" or "". */
int report_missing(const char *dash, struct str name, struct err *err);

/* THE table of reports, in the order of --help. A row NAME is a `const struct
   report report_NAME`, in the file NAME.c where no other is named. */
#define REPORTS(ROW) \
	ROW(top) /* text.c, up to comments */ \
	ROW(tree) \
	ROW(peek) \
	ROW(comments) \
	ROW(proto) \
	ROW(raw) \
	ROW(tags) \
	ROW(traces) /* raw.c */ \
	ROW(list) \
	ROW(dot) \
	ROW(gif) /* image.c, up to svg */ \
	ROW(jpg) \
	ROW(pdf) \
	ROW(png) \
	ROW(ps) \
	ROW(svg) \
	ROW(callgrind) \
	ROW(topproto) /* proto.c */ \
	ROW(folded) \
	ROW(speedscope) /* proto.c */ \
	ROW(csv) \
	ROW(flamesvg) /* flame.c */ \
	ROW(flamehtml)

#define REPORT_EXTERN(name) extern const struct report report_##name;
REPORTS(REPORT_EXTERN)
#undef REPORT_EXTERN

#endif
