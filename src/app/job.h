/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the worker does for the app: load a profile, or compute what a query
 * shows. A job carries its inputs in and its results out; nothing else is
 * shared but sealed profiles, views, and pooled strings, which nobody
 * changes.
 *
 * The engine belongs to the thread that runs the job. A session (profile and
 * engine) is counted on the owner's thread only: each job in flight holds it.
 */
#ifndef FT_APP_JOB_H
#define FT_APP_JOB_H

#include "analysis/profile_summary.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "base/worker.h"
#include "engine/query.h"
#include "engine/view.h"
#include "load/compare.h"
#include "load/load.h"
#include "load/remote.h"
#include "series/timelines.h"

enum { SLOT_LOAD = 0, SLOT_COMPUTE = 1, SLOT_FEED = WORKER_ASIDE };
enum { NUMBER_ROOM = 12 };

struct choices;
struct report;

struct session {
	int refs;
	const struct profile *profile; /* one reference */
	struct engine *engine;
	/* What the profile was made of, to make another one without reading
	   a file again: what is open and, if one was read, the base, with
	   the text of the option `diff` that names it. References, NULL
	   without. */
	const struct profile *source, *base;
	struct str base_files;       /* or the base range */
	struct snapshots *snapshots; /* of the sources; a reference */
	int64_t n_snapshots; /* snapshots that the source is the mean of; 0: of
			  none, or unknown */
	/* The same with names for their addresses, if made.symbols says so;
	   NULL: not yet. */
	const struct profile *source_named, *base_named;
	struct profile_variant made; /* what the profile is */
	struct remotes remotes; /* whom to ask for names of it */
	struct strbuf notes;    /* what was found in which program, in lines */
	struct facts *facts;
};

void session_unref(struct session *s); /* NULL is fine */

struct load_job {
	struct job job;
	struct load_spec spec;      /* in: strings and arrays outlive the job */
	struct symbol_spec symbols; /* its own, when made.symbols says so */
	struct query query;     /* in; out: with another sample_index when the
				   default one would show nothing */
	struct profile_variant
		made;           /* in: which profile to show of what is open */
	struct session *from;   /* in: a reference, to take what is open from
				   there; NULL: read it */
	/* In: a reference, in place of what is open there: see refetch.h. */
	const struct profile *source;
	struct snapshots *times; /* in: likewise, newer ones; or NULL */
	int64_t n_snapshots; /* in: of how many snapshots that is the mean */
	bool reuse;    /* in: the query was made for another profile, so a
			  sample type that this one lacks is not an error */
	char *number;  /* in: room for a number in text that outlives all
			  queries */
	/* Out. On failure err is set and the rest is NULL. */
	struct session *session;
	const struct view *view;
	struct choices *choices; /* with ERR_CHOICES */
	struct arena arena;
	struct warnings warnings;
	struct err err;
};

/* Where a text is to go. */
enum sink_kind { SINK_SCREEN, SINK_FILE, SINK_COMMAND };
struct sink {
	enum sink_kind kind;
	struct str name; /* a path, a line for sh */
	bool appends;    /* SINK_FILE */
};

/* A line that asks for a report, parsed: see command.h. */
struct report_line {
	const struct report *report;
	struct query query;
	struct str arg;           /* p is NULL where the line has none */
	struct str group, window; /* of one on times */
	struct sink sink;
	struct str text; /* the line itself */
};

/* How much of what is shown a pattern of a prompt names. */
struct match_count {
	bool valid;
	uint32_t functions, nodes;
	uint32_t all; /* functions that it could name */
	bool stopped; /* gave up: too complex */
};

/* What is made of a query beside its view. A row: the name, the struct, whose
   functions are NAME_new() and NAME_free(), and whether it is for a prompt: of
   the query without what that previews. */
#define PRODUCT_ROWS(X) \
	X(TAGS, tags, true)            /* what labels weigh, for completion */ \
	X(FACETS, facets, false)       /* the pane of labels */ \
	X(TRACES, traces, false)       /* the pane of distinct stacks */ \
	X(HOTTEST, hottest, false)     /* the heaviest ones, for peek */ \
	X(LISTING, listing, false)     /* the pane of the source */ \
	X(ADDRESSES, addresses, false) /* the pane of instructions */
/* What is made of an order, a text, whatever is shown: likewise, but that it
   is NAME_new(order, progress). */
#define TEXT_PRODUCTS(X) \
	X(SOURCES, sources)   /* source files */ \
	X(ASSEMBLY, assembly) /* the code of a function */

/* What is made of the files one by one, whatever is merged of them, and of an
   order: likewise, but that it is NAME_new(files, order, progress). It takes
   long, so no view waits for it. */
#define FILE_PRODUCTS(X) \
	X(GROWS, grows)         /* what grows from file to file */ \
	X(OFFERS, offers)       /* what a server has, for completion */ \
	X(TIMELINES, timelines) /* lines of the timeline */

#define PRODUCT_ID(id, name, of_base) PRODUCT_##id,
#define ORDERED_ID(id, name) PRODUCT_##id,
enum product_id {
	PRODUCT_ROWS(PRODUCT_ID) TEXT_PRODUCTS(ORDERED_ID)
		FILE_PRODUCTS(ORDERED_ID) PRODUCTS
};

enum product_of { OF_VIEW, OF_BASE, OF_ORDER, OF_FILES };

struct compute_job;

struct product {
	/* NULL when that failed or was stopped. */
	void *(*make)(const struct compute_job *job, const struct query *query,
		struct str order, struct progress *progress);
	void (*free)(void *product); /* NULL is fine */
	enum product_of of;
};
extern const struct product products[PRODUCTS];

/* What a compute job is to bring. */
struct compute_spec {
	bool view, product[PRODUCTS];
	struct str count; /* how much a pattern matches, unless empty, */
	const struct report *report; /* and a report, unless NULL */
};

struct compute_job {
	struct job job;
	uint64_t serial;
	struct session *session;    /* in: a reference */
	struct query query;         /* in */
	struct query base_query;    /* in: for products of_base */
	struct compute_spec want;         /* in */
	struct str order[PRODUCTS]; /* in: of OF_ORDER, OF_FILES; pooled */
	struct load_spec spec;      /* in: what is open; likewise */
	struct load_spec files; /* in: of OF_FILES, and of reports on growth;
				   strings outlive the job */
	uint64_t of; /* in: serial of the view that is shown; only handed on */
	const struct view
		*among; /* in: where want.count is counted, a reference */
	struct report_line line; /* in: of want.report */
	/* Out. */
	const struct view *view;
	void *product[PRODUCTS];
	struct match_count counted;
	struct strbuf text; /* the report's */
	struct arena arena;
	struct warnings warnings; /* the report's */
	bool report_failed;       /* report_err says why */
	struct err err, report_err;
};

/* To be freed by their job.drop(). */
struct load_job *load_job_new(
	const struct load_spec *spec, const struct query *query);
/* Takes a reference to the session; the caller fills in the rest. */
struct compute_job *compute_job_new(
	struct session *s, const struct query *query);

#endif
