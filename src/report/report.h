/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports: one row each. A report takes a view of a sealed profile and prints
 * pprof's bytes; it knows no screen and no files.
 * `:` and the command line find reports here by name.
 */
#ifndef FT_REPORT_REPORT_H
#define FT_REPORT_REPORT_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "conf/options.h"
#include "engine/query.h"
#include "engine/view.h"
#include "read/read.h"

struct graph;
struct growth;
struct points;
struct jsonout;
struct regexp;
struct report_job;

/* What stands behind the name of a report: -NAME=ARGUMENT, ":NAME ARGUMENT". */
enum report_takes {
	TAKES_NOTHING,
	TAKES_PATTERN, /* job->match; on the screen the selected function is
			  meant when there is none */
	TAKES_COUNT,   /* job->count */
};

/* All that is peculiar to a report; nobody asks for one by its name. */
struct report {
	struct doc doc;
	/* By REPORT_TAKES_PATTERN or REPORT_TAKES_COUNT, which give doc.arg
	   too. */
	enum report_takes takes;
	/* A function that is selected stands for the pattern by its own name
	   alone, without the line, file or address that its box is called by.
	 */
	bool lists_functions;
	/* The words behind it on the `:` line are filters on labels: tagfocus
	   and tagignore. Otherwise they are focus and ignore. */
	bool words_are_labels;
	/* As many rows are printed from the `:` line unless it or nodecount
	   says how many. 0: as many as on the command line. */
	int usual_rows;
	/* Its output is not text: the end of the name of the file where that
	   goes when the user names none, "pb.gz". NULL: it is text. */
	const char *suffix;
	/* Of a profile that was read in part, the report begins with lines
	   that say so; this stands in front of each: "# ". NULL: the report has
	   another place for that, or none. */
	const char *partial_prefix;
	/* What it changes in the query that its view is of, and the FRAMES_*
	   of that view. NULL and 0: nothing. */
	void (*adapt)(struct query *query);
	unsigned frames;
	/* How much has to be read of the samples if no option asks for more.
	   With less than READ_SAMPLES, `run` must print nothing about a single
	   sample, the number of samples, labels or evidence. */
	enum read_detail reads;
	/* `run` calls report_rows() and uses nothing else of the view, which
	   then is computed without a tree. `json` has all of it. */
	bool only_rows;
	bool wants_filtered; /* it uses job->filtered */
	bool wants_growth;   /* it uses job->growth: job->profile is the newest
				of several snapshots then, not their sum */
	bool wants_times;    /* it uses job->times */
	/* Append the report to job->out. -1 and err: that is void then. */
	int (*run)(const struct report_job *job, struct err *err);
	/* The same as members of job->json, behind those of jsondoc_view().
	   NULL: its output is a format of its own. */
	int (*json)(const struct report_job *job, struct err *err);
};

#define REPORT_DOC(...) .doc = { .group = "Reports", __VA_ARGS__ }
/* Behind that. */
#define REPORT_TAKES_PATTERN .takes = TAKES_PATTERN, .doc.arg = "regexp"
#define REPORT_TAKES_COUNT .takes = TAKES_COUNT, .doc.arg = "count"

/* Points of the type that is shown. All borrowed. */
struct report_times {
	const struct points *all;
	struct str label; /* by whose values there are lines; "" */
	size_t n;
	const struct report_line_of {
		struct str name; /* the value */
		const struct points *points;
	} * line;
	size_t others; /* lines that are left out */
	bool counts;   /* it is known of how many profiles each is */
};

/* What a report is made from. The caller of report_run() fills in all but
   the last four. */
struct report_job {
	const struct report *report;
	struct engine *engine;
	const struct profile *profile;    /* what the engine is of */
	const struct report_times *times; /* NULL: they are not known */
	const struct growth *growth; /* where it wants that, without an err;
					NULL: there is but one profile */
	struct str arg;              /* what its row says that it takes */
	/* A report whose loop is long looks at it and leaves off early:
	   report_run() then says that it was cancelled. NULL: never. */
	struct progress *progress;
	struct strbuf *out;
	/* Where it goes while it is made, rather than to grow in `out`: this
	   takes what is there, and leaves it empty. False: no more is wanted.
	   NULL: all of it stays. */
	bool (*drain)(void *on, struct strbuf *out);
	void *drain_on;
	struct jsonout *json; /* a document, open: see json.h; NULL: text */
	struct warnings *warnings;
	int64_t count;            /* `arg` of TAKES_COUNT */
	struct regexp *match;     /* `arg` of TAKES_PATTERN, compiled */
	const struct view *view;  /* its query is the report's */
	struct profile *filtered; /* samples as the filters leave them */
};

/* Between two rows of a report, all of which are complete: lets go of what is
   there. False: leave off. */
bool report_goes_on(const struct report_job *job);

/* Append profile.proto, compressed. -1 and err. */
int report_put_proto(
	const struct report_job *job, const struct profile *p, struct err *err);
/* The graph of a report's view, as its query has it trimmed; `nodecount` is
   what -1 means. Free with graph_free(). */
struct graph *report_graph(const struct report_job *job, int64_t nodecount);
/* The same of all nodes, for who prints no edges. */
struct graph *report_rows(const struct report_job *job);

/* The argument of a TAKES_COUNT, from 1. -1 and err: it is none. */
int report_parse_count(const struct report *r, struct str arg, int64_t *count,
	struct err *err);
/* -1 and err: nothing matches the pattern. */
int report_no_match(const struct report_job *job, struct err *err);

/* What a profile is to be read for. */
enum read_detail report_detail(
	const struct report *r, const struct query *query, bool json);

/* Append one to job->out, of which parts may have gone to job->drain. -1 and
   err, ERR_CANCELLED when it was asked to stop: all of it is void then. Of a
   profile that was read in part, the report and the warnings say so. */
int report_run(
	struct report_job *job, const struct query *query, struct err *err);

/* NULL when unknown. */
const struct report *report_find(struct str name);
const struct report *report_at(size_t i); /* i-th row, NULL at the end */
/* -1 and err where there is no JSON of a report. */
int report_check_json(const struct report *r, struct err *err);
/* -1 and err for what only pprof has, with what to do instead; the name is
   behind `dash`, "-" or "". */
int report_missing(const char *dash, struct str name, struct err *err);

/*
 * The scale of a report: what 100 % is, which unit they are printed in,
 * what they are divided by.
 *
 * pprof picks one unit for a whole report, header included, from the
 * smallest number shown; so a scale is made first and adjusted to the graph
 * before anything is printed.
 */
struct report_scale {
	int64_t total;   /* 100 %: divided with `mean`, never by divide_by */
	struct str from; /* unit of the sample type */
	struct str to;   /* the query's unit: "minimum", "auto", "ms" */
	double ratio;    /* 1 / divide_by */
};

void scale_init(struct report_scale *n, const struct view *v);
/* Replace "minimum" by the unit that suits all nodes of the graph; `whole`:
   where only whole numbers of it can be printed. */
void scale_choose_unit(
	struct report_scale *n, const struct graph *g, bool whole);

/* v in the unit, toward zero; not divided. */
int64_t scale_whole(const struct report_scale *n, int64_t v);
/* divide_by makes a difference: pprof ignores one that is not above 0. */
bool scale_divide(const struct report_scale *n);
/* v as printed by divide_by, toward zero. */
int64_t scale_divided(const struct report_scale *n, int64_t v);
/* "1.50kB"; right-aligned in `width` characters, 0 for as it is. */
void scale_put(
	const struct report_scale *n, int64_t v, int width, struct strbuf *out);
/* The same in 10 characters and a blank, "." for 0. */
void scale_put_cell(
	const struct report_scale *n, int64_t v, struct strbuf *out);
/* " 4.56%" of the total. */
void scale_put_percent(
	const struct report_scale *n, int64_t v, struct strbuf *out);

/* Right-aligned as Go's %10s: width in code points, bad bytes count one. */
void put_right(struct strbuf *out, struct str s, int width);

/* flat, flat%, sum%, cum and cum% as -top and -tree have them. */
void scale_put_columns(const struct report_scale *n, int64_t flat, int64_t sum,
	int64_t cum, struct strbuf *out);

/* The lines above a report: what the profile is, which filters are active, how
   much of it is shown. */

/* File, build id, comments, type, document, time, duration. */
void header_profile(
	struct strbuf *out, const struct view *v, const struct report_scale *n);
/* "Active filters:" and a line for each; nothing without filters. */
void header_filters(struct strbuf *out, const struct query *q);
/* All of the above (the first part not with compact_labels), then "Showing
   nodes accounting for ..." and what was dropped. */
void header_graph(struct strbuf *out, const struct view *v,
	const struct graph *g, const struct report_scale *n);
/* The same above a drawing: never compact, and with what tells how to read
   it. */
void header_drawing(struct strbuf *out, const struct view *v,
	const struct graph *g, const struct report_scale *n);

/* THE table of reports, in the order of --help. A row NAME is a `const struct
   report report_NAME`, in the file NAME.c where no other is named. */
#define REPORTS(ROW) \
	ROW(top) \
	ROW(tree) \
	ROW(peek) /* tree.c */ \
	ROW(comments) \
	ROW(proto) \
	ROW(raw) \
	ROW(tags) \
	ROW(grows) \
	ROW(timeline) \
	ROW(traces) /* raw.c */ \
	ROW(list) \
	ROW(disasm) \
	ROW(dot) \
	ROW(gif) /* dot.c, up to svg */ \
	ROW(jpg) \
	ROW(pdf) \
	ROW(png) \
	ROW(ps) \
	ROW(svg) \
	ROW(callgrind) \
	ROW(topproto) /* proto.c */ \
	ROW(folded) \
	ROW(speedscope) \
	ROW(csv) \
	ROW(flamesvg) /* flame.c */ \
	ROW(flamehtml)

#define REPORT_EXTERN(name) extern const struct report report_##name;
REPORTS(REPORT_EXTERN)
#undef REPORT_EXTERN

#endif
