/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of reports. A report prints a view of a sealed profile as pprof
 * does, independent of screen and files. The `:` line and the command line find
 * reports here by name.
 */
#ifndef FT_REPORT_REPORT_H
#define FT_REPORT_REPORT_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "conf/options.h"
#include "engine/display.h"
#include "engine/query.h"
#include "engine/view.h"
#include "read/read.h"
#include "report/report_inputs.h"

struct bits;
struct graph;
struct growth;
struct merge_weighed;
struct jsonout;
struct regexp;
struct link_rules;
struct report_job;

/* The argument of a report: -NAME=ARGUMENT, ":NAME ARGUMENT". */
enum report_takes {
	TAKES_NOTHING,
	TAKES_PATTERN, /* job->match; on the screen the default is the selected
			  function */
	TAKES_SOME_PATTERN, /* job->match, or NULL: the report needs none */
	TAKES_COUNT,        /* job->count */
};

/* Everything specific to a report, so that no code depends on its name. */
struct report {
	struct doc doc;
	/* Set with REPORT_TAKES_PATTERN or REPORT_TAKES_COUNT, which also set
	   doc.arg. */
	enum report_takes takes;
	/* A pattern made from the selected function is only its name, without
	   the line, file or address in its box. */
	bool lists_functions;
	/* Words on the `:` line filter labels (tagfocus, tagignore) instead of
	   frames (focus, ignore). */
	bool words_are_labels;
	/* Default number of rows on the `:` line, unless that line or nodecount
	   sets it. 0: as on the command line. */
	int usual_rows;
	/* Suffix of the default output file if the output is not text: "pb.gz".
	   NULL: it is text. */
	const char *suffix;
	/* Default output file, which must not exist; else NULL. */
	const char *file;
	/* Change the profiles before they are merged: see load_spec. Without
	   it -weight is an error. May be NULL. */
	int (*weigh)(const struct merge_weighed *m, struct err *err);
	/* Without a named output, it goes to a temporary file even if standard
	   output is a pipe, and the file's path to standard output. */
	bool temporary;
	/* Prefix, such as "# ", of the first lines of the output, which warn
	   that the profile was read in part. NULL: no such lines. */
	const char *partial_prefix;
	/* adapt() changes the query of the view, or is NULL. frames: FRAMES_*
	   of the view. */
	void (*adapt)(struct query *query);
	unsigned frames;
	/* How much of the samples must be read if no option needs more. With
	   less than READ_SAMPLES, `run` must print nothing about individual
	   samples, their number, labels or evidence. */
	enum read_detail reads;
	/* `run` uses only report_rows() of the view, and so needs no tree.
	   `json` gets a view with a tree. */
	bool only_rows;
	bool keeps_contexts; /* obeys call_tree */
	bool wants_filtered; /* uses job->filtered */
	/* In a diff it shows which changes are significant, as the screen does:
	   functions of both sides are paired, and each sample is read. */
	bool compares;
	/* pprof does not have this report, so sums beyond 64 bits do not wrap
	   around as in pprof: see diff_options. JSON has none that do. */
	bool clamps;
	/* Names are printed as on the screen, without a profiler's
	   additions. */
	bool screen_names;
	bool wants_growth;   /* uses job->growth: then job->profile is the
				newest of several snapshots, not their sum */
	bool wants_times;    /* uses job->times */
	bool wants_place;    /* uses job->place */
	bool wants_links;    /* uses job->links, as `json` always does */
	/* Append the report to job->out. -1 and err: the output is invalid. */
	int (*run)(const struct report_job *job, struct err *err);
	/* Write the report as members of job->json, after those of
	   jsondoc_view(). NULL: its output has its own format. */
	int (*json)(const struct report_job *job, struct err *err);
};

#define REPORT_DOC(...) .doc = { .group = "Reports", __VA_ARGS__ }
/* Written after REPORT_DOC. */
#define REPORT_TAKES_PATTERN .takes = TAKES_PATTERN, .doc.arg = "regexp"
#define REPORT_TAKES_COUNT .takes = TAKES_COUNT, .doc.arg = "count"

/* The inputs of a report. The caller of report_run() fills in all but the last
   four. */
struct report_job {
	const struct report *report;
	struct engine *engine;
	const struct profile *profile;    /* the engine's profile */
	const struct report_times *times; /* NULL: unknown */
	const struct growth *growth; /* for wants_growth; NULL: one profile */
	struct report_place place;   /* for wants_place */
	struct str arg;              /* see report.takes */
	struct str output;           /* file for the report; "": unknown */
	const char *program;         /* path of flametop itself, run as a child;
					NULL: unknown */
	const struct link_rules *links; /* NULL: there are none */
	/* How reports of flametop's own show frames. */
	enum caption_mode names;
	enum chains_mode chains;
	bool ascii;
	/* Checked in long loops: report_run() returns early as cancelled if
	   stopped. NULL: never. */
	struct progress *progress;
	struct strbuf *out;
	/* Takes the finished part of `out` and empties it. False: stop. NULL:
	   all output stays in `out`. */
	bool (*drain)(void *on, struct strbuf *out);
	void *drain_on;
	struct jsonout *json; /* an open document, see json.h; NULL: text */
	struct warnings *warnings;
	int64_t count;            /* `arg` of TAKES_COUNT */
	struct regexp *match;     /* `arg`, if it is a pattern, compiled */
	const struct view *view;  /* computed for the report's query */
	struct profile *filtered; /* for wants_filtered */
};

/* Drain the output; called between complete rows. False: stop. */
bool report_goes_on(const struct report_job *job);

/* Append profile.proto, compressed. -1 and err. */
int report_put_proto(
	const struct report_job *job, const struct profile *p, struct err *err);
/* Return the graph of a report's view, trimmed by its query, in which a
   nodecount of -1 means `nodecount`. Free with graph_free(). */
struct graph *report_graph(const struct report_job *job, int64_t nodecount);
/* Return the graph with all nodes, for reports without edges. */
struct graph *report_rows(const struct report_job *job);

/* Return nodecount for lists that are complete without it: SIZE_MAX if it is
   not given. */
size_t report_most(const struct report_job *job);
/* Return the nodecount heaviest of n weights, by |weight|; of equal ones the
   first. Call it only if nodecount is given; free the result's words. */
struct bits report_heaviest(
	const struct report_job *job, const int64_t *weight, size_t n);

/* Parse the argument of TAKES_COUNT, at least 1. -1 and err. */
int report_parse_count(const struct report *r, struct str arg, int64_t *count,
	struct err *err);
/* Parse a pattern that is an address: "0x401180", "4198784". False for others.
 */
bool report_parse_address(struct str arg, uint64_t *address);
/* Append the link to a frame's source. False if there is none. */
bool report_url(const struct report_job *job, const struct frames *frames,
	frame_id frame, struct strbuf *out);
/* Set err: nothing matches the pattern. Always -1. */
int report_no_match(const struct report_job *job, struct err *err);

/* Return how much detail must be read for a report. */
enum read_detail report_detail(
	const struct report *r, const struct query *query, bool json);

/* Append a report to job->out; parts may go to job->drain. -1 and err
   (ERR_CANCELLED if stopped): the output is invalid. If the profile was read in
   part, the report and the warnings say so. */
int report_run(
	struct report_job *job, const struct query *query, struct err *err);

/* Find a report by name or alias; NULL: unknown. */
const struct report *report_find(struct str name);
const struct report *report_at(size_t i); /* i-th row, NULL at the end */
/* Check that a report can be written as JSON. -1 and err. */
int report_check_json(const struct report *r, struct err *err);
/* Return -1 for a report of pprof that flametop lacks, and err with an
   alternative; else 0. `dash`, "-" or "", precedes the name. */
int report_missing(const char *dash, struct str name, struct err *err);

/*
 * The scale of a report: its 100%, its unit and its divisor.
 *
 * pprof picks one unit for a whole report, header included, from the
 * smallest number shown; so a scale is made first and adjusted to the graph
 * before anything is printed.
 */
struct report_scale {
	int64_t total;   /* the value that is 100%; not divided by divide_by */
	struct str from; /* unit of the sample type */
	struct str to;   /* the query's unit: "minimum", "auto", "ms" */
	double ratio;    /* 1 / divide_by */
};

void scale_init(struct report_scale *n, const struct view *v);
/* Replace "minimum" by the unit that suits all nodes; `whole`: only whole
   numbers can be printed. */
void scale_choose_unit(
	struct report_scale *n, const struct graph *g, bool whole);

/* Return v in the unit, rounded toward zero; not divided. */
int64_t scale_whole(const struct report_scale *n, int64_t v);
/* True if divide_by has an effect: pprof ignores values <= 0. */
bool scale_divide(const struct report_scale *n);
/* Return v after divide_by, rounded toward zero. */
int64_t scale_divided(const struct report_scale *n, int64_t v);
/* Append "1.50kB", right-aligned in `width` characters; 0: unpadded. */
void scale_put(
	const struct report_scale *n, int64_t v, int width, struct strbuf *out);
/* Append the value in 10 characters and a blank, "." for 0. */
void scale_put_cell(
	const struct report_scale *n, int64_t v, struct strbuf *out);
/* Append " 4.56%" of the total. */
void scale_put_percent(
	const struct report_scale *n, int64_t v, struct strbuf *out);

/* Append s right-aligned like Go's %10s: `width` is in code points, and an
   invalid byte counts as one. */
void put_right(struct strbuf *out, struct str s, int width);

/* Append flat, flat%, sum%, cum and cum% as in -top and -tree. */
void scale_put_columns(const struct report_scale *n, int64_t flat, int64_t sum,
	int64_t cum, struct strbuf *out);

/* The header lines of a report: profile, active filters, shown part. */

/* Append file, build ID, comments, type, document, time, duration. */
void header_profile(
	struct strbuf *out, const struct view *v, const struct report_scale *n);
/* Append "Active filters:" and a line for each, if there are any. */
void header_filters(struct strbuf *out, const struct query *q);
/* Append header_profile() (unless compact_labels is set), header_filters(),
   "Showing nodes accounting for ..." and what was dropped. */
void header_graph(struct strbuf *out, const struct view *v,
	const struct graph *g, const struct report_scale *n);
/* Append the header of a drawing: never compact, and with a link to a
   legend. */
void header_drawing(struct strbuf *out, const struct view *v,
	const struct graph *g, const struct report_scale *n);

/* The table of reports, in the order of --help. A row NAME is a `const struct
   report report_NAME`, in the file NAME.c unless another is given. */
#define REPORTS(ROW) \
	ROW(top) \
	ROW(tree) \
	ROW(peek) /* tree.c */ \
	ROW(calltree) \
	ROW(comments) \
	ROW(proto) \
	ROW(raw) \
	ROW(tags) \
	ROW(summary) \
	ROW(origins) \
	ROW(grows) \
	ROW(timeline) \
	ROW(traces) /* raw.c */ \
	ROW(list) \
	ROW(disasm) \
	ROW(weblist) \
	ROW(dot) \
	ROW(gif) /* dot.c, like all up to web */ \
	ROW(jpg) \
	ROW(pdf) \
	ROW(png) \
	ROW(ps) \
	ROW(svg) \
	ROW(web) \
	ROW(callgrind) \
	ROW(topproto) /* proto.c */ \
	ROW(pgo) \
	ROW(folded) \
	ROW(speedscope) \
	ROW(csv) \
	ROW(flamesvg) /* flame.c */ \
	ROW(flamehtml)

#define REPORT_EXTERN(name) extern const struct report report_##name;
REPORTS(REPORT_EXTERN)
#undef REPORT_EXTERN

#endif
