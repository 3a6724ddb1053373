/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Points of several things at the same times: of the values of a label, of one
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

/* Read snapshots, the earlier ones first, and show each of them to `see`, which
   returns -1 and err to stop. What cannot be read any more is left out. */
int snapshots_each(const struct snapshot *s, size_t n,
	const struct load_spec *spec,
	int (*see)(void *on, const struct snapshot *s, const struct profile *p,
		struct err *err),
	void *on, struct progress *progress, struct err *err);

/* Points of several things at the same times: of values of a label, the
   heaviest first; of one function. */
struct timelines {
	struct arena arena;
	struct points all; /* of servers: of all, at these times; else none */
	size_t n, others;  /* lines; how many more there would be */
	struct timeline_line {
		struct str name;
		struct points points;
	} * line;
	struct err err; /* why there are none */
};

enum {
	TIMELINES_MAX = 8,
	TIMELINES_PARTS = 24, /* in which servers are asked about a function */
};

struct timesource {
	const char *name;
	/* Add them to out->line, which has room for TIMELINES_MAX. `order` is
	   what is behind the first line of that of timelines_new(). */
	int (*lines)(struct timelines *out, const struct load_spec *files,
		struct str order, struct progress *progress, struct err *err);
};

/* Another line; NULL: there are enough, and it is counted in `others`. */
struct timeline_line *timelines_add(struct timelines *t, struct str name);

/* A product of the worker (app/job.h): the first line of the order is the name
   of the source, the rest its own; `files` says how it is read. NULL when it
   was stopped. */
struct timelines *timelines_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void timelines_free(struct timelines *t); /* NULL is fine */
/* What an order is of. */
struct lines_wanted {
	struct str type, unit; /* of samples */
	bool by_label;         /* of the values of the label `name`, */
	struct str name;       /* else of the function of that name; "": of
				  none, servers alone */
	struct span window; /* which servers are asked about, and of samples a
			       part, empty: all; */
	int64_t step;       /* in such steps */
};
void snapshots_order(const struct snapshots *s, const struct load_spec *spec,
	const struct lines_wanted *q, struct strbuf *out);
/* The next word of an order, in the arena, "" behind the last; the same as a
   number. */
struct str order_word(struct str *order, struct arena *arena);
int64_t order_number(struct str *order, struct arena *arena);
/* What a label set has for a key, as -tags prints it, and as long as the text
   is; "" for none. */
struct str label_value(const struct profile *p, lset_id set, struct str key,
	struct strbuf *text);
/* Which nodes of the trie are a function or below it: [p->trie.n], to be freed.
 */
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
