/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Timelines: lines of points at the same times, one line for each value of a
 * label, or one for a function.
 *
 *     order --> read files again, or query servers again --> timelines
 *
 * Each kind of source is a row of TIMESOURCES.
 */
#ifndef FT_SERIES_TIMELINES_H
#define FT_SERIES_TIMELINES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/renames.h"
#include "load/snapshots.h"
#include "profile/demangle.h"
#include "profile/profile.h"
#include "profile/timeseries.h"

struct load_spec;

/* Read snapshots in order and pass each to `see`, which returns -1 and err to
   stop. Snapshots that have become unreadable are skipped. */
int snapshots_each(const struct snapshot *s, size_t n,
	const struct load_spec *spec,
	int (*see)(void *on, const struct snapshot *s, const struct profile *p,
		struct err *err),
	void *on, struct progress *progress, struct err *err);

/* The lines of an order, the heaviest first. */
struct timelines {
	struct arena arena;
	struct points all; /* from servers: sum of all samples; else empty */
	size_t n, others;  /* number of lines, and of lines left out */
	struct timeline_line {
		struct str name;
		struct points points;
	} * line;
	struct err err; /* set if there are no lines */
};

enum {
	TIMELINES_MAX = 8,
	TIMELINES_PARTS = 24, /* for a function: ranges fetched per server */
};

struct timesource {
	const char *name;
	/* Add lines to out->line by timelines_add(). `order` is the order of
	   timelines_new() without its first line. */
	int (*lines)(struct timelines *out, const struct load_spec *files,
		struct str order, struct progress *progress, struct err *err);
};

/* Add a line. NULL after TIMELINES_MAX lines; then t->others is incremented. */
struct timeline_line *timelines_add(struct timelines *t, struct str name);

/* Make timelines, as a product of the worker (app/job.h). The first line of the
   order is the name of the source, the rest depends on the source; `files` has
   the options for reading. NULL when stopped. */
struct timelines *timelines_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void timelines_free(struct timelines *t); /* t may be NULL */
/* The contents of an order, the text that snapshots_order() writes. */
struct lines_wanted {
	struct str type, unit; /* the sample type */
	bool by_label;         /* true: a line for each value of a label */
	struct str name;       /* the label; or the function; "": only the sum
				  of the servers */
	struct span window;    /* range, for servers and timestamped samples;
				  empty: all samples */
	int64_t step;          /* time between points in the window, in ms */
};
void snapshots_order(const struct snapshots *s, const struct load_spec *spec,
	const struct lines_wanted *q, struct strbuf *out);
/* The words that the orders for all sources begin with. */
struct order_head {
	struct lines_wanted wanted; /* without window and step */
	enum demangle_mode demangle;
	struct name_rules rules;
	int64_t interval; /* ms between a server's snapshots */
	double share;     /* profiled part of the time */
};
/* Cut the head off the order; its strings are in the arena. */
void order_head(
	struct str *order, struct arena *arena, struct order_head *head);
/* Cut the next word off the order and return a copy in the arena, "" after the
   last word; or return the word as a number, else 0. */
struct str order_word(struct str *order, struct arena *arena);
int64_t order_number(struct str *order, struct arena *arena);
/* Return a label set's value for a key, as -tags prints it, or "". Valid until
   `text` changes. */
struct str label_value(const struct profile *p, lset_id set, struct str key,
	struct strbuf *text);
/* Return an array [p->trie.n], true for nodes of the function and below it. The
   caller frees it. */
bool *nodes_below(const struct profile *p, struct str function);

/* All sources. A row NAME is a `const struct timesource timesource_NAME`. */
#define TIMESOURCES(ROW) \
	ROW(files)   /* timelines.c */ \
	ROW(samples) /* timelines_samples.c */ \
	ROW(servers) /* timelines_servers.c */

#define TIMESOURCE_EXTERN(name) \
	extern const struct timesource timesource_##name;
TIMESOURCES(TIMESOURCE_EXTERN)
#undef TIMESOURCE_EXTERN

#endif
