/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The worker's jobs for the app: load a profile, or compute a query's view. A
 * job holds its inputs and its results. Threads share only sealed profiles,
 * views and pooled strings, all of them read-only.
 *
 * The engine belongs to the thread that runs the job. The references to a
 * session (profile and engine) are counted on the owner's thread only; each
 * pending job holds one.
 */
#ifndef FT_APP_JOB_H
#define FT_APP_JOB_H

#include "analysis/profile_summary.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "base/worker.h"
#include "conf/options.h"
#include "engine/display.h"
#include "engine/link.h"
#include "engine/query.h"
#include "engine/view.h"
#include "load/compare.h"
#include "load/load.h"
#include "load/remote.h"
#include "report/report_inputs.h"
#include "series/timelines.h"

enum { SLOT_LOAD = 0, SLOT_COMPUTE = 1, SLOT_FEED = WORKER_ASIDE };

struct choices;
struct report;

struct session {
	int refs;
	const struct profile *profile; /* the profile to show; a reference */
	struct engine *engine;
	/* Inputs of `profile`, kept to make another without reading files: the
	   open profile and the base of a diff. References; NULL: not read. */
	const struct profile *source, *base;
	struct str base_files; /* option `diff`, or the range, of `base` */
	struct snapshots *snapshots;
	int64_t n_snapshots; /* snapshots averaged in `source`; 0: none, or
				unknown */
	/* `source` and `base` with symbol names, if made.symbols; or NULL. */
	const struct profile *source_named, *base_named;
	struct profile_variant made; /* how `profile` was made */
	struct diffspec diff;        /* made.diff, parsed; in the arena */
	struct arena arena;
	struct remotes remotes;      /* servers to ask for names */
	struct strbuf notes;         /* binaries used for names, one per line */
	struct facts *facts;
};

void session_unref(struct session *s); /* NULL is fine */

struct load_job {
	struct job job;
	struct load_spec spec;      /* in: strings and arrays outlive the job */
	struct symbol_spec symbols; /* in: for made.symbols */
	struct query query; /* in; out: another sample_index if the default
			       one would show nothing */
	struct profile_variant
		made;           /* in: how to make the profile */
	struct session *from;   /* in: a session whose open profiles are reused,
				   a reference; NULL: read the files */
	/* In: replaces from->source (refetch.h); a reference, or NULL. */
	const struct profile *source;
	struct snapshots *times; /* in: newer snapshots, a reference; or NULL */
	int64_t n_snapshots;     /* in: snapshots averaged in `source` */
	bool to_last; /* in: show the last of several snapshots of a level, and
			 set made.range to its time */
	bool reuse;   /* in: the query is for another profile, so a missing
			 sample type is not an error */
	/* Out. On failure err is set and the rest is NULL. */
	struct session *session;
	const struct view *view;
	struct choices *choices; /* with ERR_CHOICES */
	struct arena arena;
	struct warnings warnings;
	struct err err;
};

/* The destination of a report. */
enum sink_kind { SINK_SCREEN, SINK_FILE, SINK_COMMAND };
struct sink {
	enum sink_kind kind;
	struct str name; /* a path, or a command line for sh */
	bool appends;    /* SINK_FILE */
};

/* A parsed report line (command.h). */
struct report_line {
	const struct report *report;
	struct query query;
	struct str arg;           /* p is NULL if the line has none */
	struct str group, window; /* for a report over time */
	struct report_place place;
	enum caption_mode names;
	enum chains_mode chains;
	bool ascii;
	struct link_rules links;
	struct sink sink;
	struct str text; /* the line itself */
};

/* How many functions and nodes of the view a prompt's pattern matches. */
struct match_count {
	bool valid;
	uint32_t functions, nodes;
	uint32_t all; /* functions in the view */
	bool stopped; /* not all were tried: pattern too complex */
};

/* Products of a query other than its view. A row: id; name of the struct, with
   NAME_new() and NAME_free(); true if a prompt uses it, so that it is made from
   the query without the preview. */
#define PRODUCT_ROWS(X) \
	X(TAGS, tags, true)            /* label weights, for completion */ \
	X(FACETS, facets, false)       /* for the tags pane */ \
	X(TRACES, traces, false)       /* for the traces pane */ \
	X(OWNERSHIP, ownership, false) /* code by owner, for the info pane */ \
	X(HOTTEST, hottest, false)     /* the heaviest stacks, for peek */ \
	X(LISTING, listing, false)     /* for the source pane */ \
	X(ADDRESSES, addresses, false) /* for the assembly pane */
/* Products of an order (request text), independent of the view. Rows are as in
   PRODUCT_ROWS without the third member, with NAME_new(order, progress). */
#define TEXT_PRODUCTS(X) \
	X(SOURCES, sources)   /* source files */ \
	X(ASSEMBLY, assembly) /* a function's disassembly */ \
	X(REVISION, revision) /* the program's, for links */

/* Products of an order and the individual files, independent of their merge.
   Rows are as in TEXT_PRODUCTS, with NAME_new(files, order, progress). They are
   slow, so a new view cancels them, and they are requested again. */
#define FILE_PRODUCTS(X) \
	X(GROWS, grows)         /* growth from file to file */ \
	X(OFFERS, offers)       /* names on a server, for completion */ \
	X(TIMELINES, timelines) /* tracks of the timeline */

#define PRODUCT_ID(id, name, of_base) PRODUCT_##id,
#define ORDERED_ID(id, name) PRODUCT_##id,
enum product_id {
	PRODUCT_ROWS(PRODUCT_ID) TEXT_PRODUCTS(ORDERED_ID)
		FILE_PRODUCTS(ORDERED_ID) PRODUCTS
};

enum product_of { OF_VIEW, OF_BASE, OF_ORDER, OF_FILES };

struct compute_job;

struct product {
	/* Return NULL if that failed or was stopped. */
	void *(*make)(const struct compute_job *job, const struct query *query,
		struct str order, struct progress *progress);
	void (*free)(void *product); /* NULL is fine */
	enum product_of of;
};
extern const struct product products[PRODUCTS];

/* The results that a compute job must deliver. */
struct compute_spec {
	bool view, product[PRODUCTS];
	struct str count; /* count the matches of this pattern, unless empty */
	const struct report *report; /* run this report, unless NULL */
};

struct compute_job {
	struct job job;
	uint64_t serial;
	struct session *session;    /* in: a reference */
	struct query query;         /* in */
	struct query base_query;    /* in: for OF_BASE products */
	struct compute_spec want;         /* in */
	struct str order[PRODUCTS]; /* in: for OF_ORDER, OF_FILES; pooled */
	struct load_spec spec;      /* in: the open sources; pooled */
	struct load_spec files; /* in: for OF_FILES and growth reports; strings
				   outlive the job */
	uint64_t of;            /* in: shown.serial, for result_slot.of */
	const struct view
		*among; /* in: view to count want.count in, a reference */
	struct report_line line; /* in: for want.report */
	/* Out. */
	const struct view *view;
	void *product[PRODUCTS];
	struct match_count counted;
	struct strbuf text; /* the report's output */
	struct arena arena;
	struct warnings warnings; /* the report's */
	bool report_failed;       /* see report_err */
	struct err err, report_err;
};

/* Create a job, freed by its job.drop(). */
struct load_job *load_job_new(
	const struct load_spec *spec, const struct query *query);
/* Create a job with a reference to `s`; the caller fills in the rest. */
struct compute_job *compute_job_new(
	struct session *s, const struct query *query);

#endif
