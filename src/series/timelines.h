/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Points of several things at the same times: of a label's values, or of one
 * function. Files are read again for them, and servers asked again.
 *
 *     an order  --reads or asks again-->  timelines
 *
 * A kind of source is a row of TIMESOURCES.
 */
#ifndef FT_SERIES_TIMELINES_H
#define FT_SERIES_TIMELINES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "load/snapshots.h"
#include "profile/profile.h"
#include "profile/timeseries.h"

struct load_spec;

/* Read snapshots, earlier ones first, and pass each to `see`, which returns -1
   and err to stop. Snapshots that have become unreadable are left out. */
int snapshots_each(const struct snapshot *s, size_t n,
	const struct load_spec *spec,
	int (*see)(void *on, const struct snapshot *s, const struct profile *p,
		struct err *err),
	void *on, struct progress *progress, struct err *err);

/* Points of several things at the same times: of a label's values, heaviest
   first, or of one function. */
struct timelines {
	struct arena arena;
	struct points all; /* servers: the sum at these times; else empty */
	size_t n, others;  /* lines; further lines left out */
	struct timeline_line {
		struct str name;
		struct points points;
	} * line;
	struct err err; /* the reason if there are none */
};

enum {
	TIMELINES_MAX = 8,
	TIMELINES_PARTS = 24, /* ranges fetched per server for a function */
};

struct timesource {
	const char *name;
	/* Add lines to out->line, which has room for TIMELINES_MAX. `order` is
	   that of timelines_new() without its first line. */
	int (*lines)(struct timelines *out, const struct load_spec *files,
		struct str order, struct progress *progress, struct err *err);
};

/* Add a line; NULL: there are enough, and `others` counts it. */
struct timeline_line *timelines_add(struct timelines *t, struct str name);

/* A product of the worker (app/job.h). The order's first line is the name of
   the source, the rest is the source's own; `files` has the options for
   reading. NULL when stopped. */
struct timelines *timelines_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void timelines_free(struct timelines *t); /* NULL is fine */
/* Contents of an order. */
struct lines_wanted {
	struct str type, unit; /* the sample type */
	bool by_label;         /* lines for the values of label `name`, */
	struct str name;       /* else for the function `name`; "": for none,
				  servers alone */
	struct span window; /* range that servers are asked about; for samples a
			       part, empty: all */
	int64_t step;       /* steps of the window */
};
void snapshots_order(const struct snapshots *s, const struct load_spec *spec,
	const struct lines_wanted *q, struct strbuf *out);
/* Return the order's next word, in the arena, "" after the last; or that word
   as a number. */
struct str order_word(struct str *order, struct arena *arena);
int64_t order_number(struct str *order, struct arena *arena);
/* Return a label set's value for a key, as -tags prints it; "" for none. It
   lives as long as p and `text`. */
struct str label_value(const struct profile *p, lset_id set, struct str key,
	struct strbuf *text);
/* Return [p->trie.n] whether a node is the function or below it; to be
   freed. */
bool *nodes_below(const struct profile *p, struct str function);

/* THE table of sources. A row NAME is a `const struct timesource
   timesource_NAME`. */
#define TIMESOURCES(ROW) \
	ROW(files)   /* timelines.c */ \
	ROW(samples) /* timelines_samples.c */ \
	ROW(servers) /* timelines_servers.c */

#define TIMESOURCE_EXTERN(name) \
	extern const struct timesource timesource_##name;
TIMESOURCES(TIMESOURCE_EXTERN)
#undef TIMESOURCE_EXTERN

#endif
