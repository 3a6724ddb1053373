/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where profiles of a time come from, and what each of them weighs.
 *
 *     load_profile()  --a snapshot for each file-->  snapshots
 *     snapshots       --one sample type----------->  points, to be plotted
 *     a span          --the snapshots in it------->  what is loaded
 *     an order        --reads them again---------->  timelines: of a label's
 *                                                    values, of a function
 *
 * Of servers (fetch/server.h) there are no files: the points are their sums,
 * a span is an address with another range, and an order asks them for finer
 * points, for other times, or for those of a label's values:
 *
 *     load_profile()  --server_fetch_points()-->  snapshots.line
 *     a span          --server_put_range()----->  what is loaded
 *
 * A kind of source is a row of TIMESOURCES.
 */
#ifndef FT_APP_TIMESOURCE_H
#define FT_APP_TIMESOURCE_H

#include <stdatomic.h>

#include "app/load.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "input/expand.h"
#include "profile/profile.h"
#include "profile/timeseries.h"

struct fetch_options;
struct fetch_result;
struct fetched_part;

/* How the time of a profile is known. */
enum time_known { TIME_UNKNOWN, TIME_IN_PROFILE, TIME_IN_NAME, TIME_OF_FILE };

/* One of several profiles. */
struct dated {
	struct str name;  /* a path, or "-" */
	int64_t time;     /* ms since 1970, when it began */
	int64_t duration; /* ms; 0: it is of a moment, or unknown */
	enum time_known known;
	uint32_t shape;
	const int64_t *sum; /* [of the shape's types] */
};

/* A list of sample types. Nearly always all snapshots have the same. */
struct type_list {
	uint32_t n;
	struct str *type, *unit;
};

struct snapshots {
	atomic_uint refs; /* complete, it is shared and never changed */
	struct arena arena;
	VEC(struct dated)
	all; /* in the order of the command line, then,
		after snapshots_done(), of time */
	VEC(struct type_list) shape;

	/* Of servers: */
	bool served;
	struct span asked;  /* the range of the addresses, or of samples */
	struct str type;    /* of the points */
	struct points line; /* sums of whole steps, line.grid */
	int64_t interval;   /* of snapshots that they add up, ms; 0: they are
			       of no level, or not known */
	int64_t least;      /* the shortest steps of a plot; 0: as usual */
	int64_t skew;       /* ms that the server's clock is ahead */
	struct str type_id; /* of the points, as the server calls it */
	struct names label; /* that points can be grouped by */

	/* Or one profile whose samples have times; a reference. */
	const struct profile *whole;
};

struct snapshots *snapshots_new(void);
/* Empty, to be filled of the same servers; NULL is fine. */
struct snapshots *snapshots_after(const struct snapshots *before);
struct snapshots *snapshots_ref(struct snapshots *s);
void snapshots_unref(struct snapshots *s); /* NULL is fine */
/* When a profile was made that was read from `name`, without its sums. */
struct dated dated_of(struct str name, const struct profile *p);
/* One more. */
void snapshots_take(
	struct snapshots *s, struct str name, const struct profile *p);
/* After the last one; those without a time are left out. */
void snapshots_done(struct snapshots *s);
/* Is it known of how many profiles a point is? */
static inline bool
snapshots_counted(const struct snapshots *s)
{
	return !s->served && s->whole == NULL;
}
/* Are there times to look at? One alone is not, unless there may be more. */
static inline bool
snapshots_along(const struct snapshots *s)
{
	return s->all.n > 1 || s->served || s->whole != NULL;
}
/* From the first to the end of the last; of servers what was asked for; empty
   without any. */
struct span snapshots_extent(const struct snapshots *s);
/* Their sums of a sample type, to be freed with points_free(). Snapshots that
   do not have it are left out. The unit is borrowed. */
void snapshots_points(const struct snapshots *s, struct str type,
	struct str unit, struct points *out);

/* What now is: ms since 1970, by the server's clock if it is known. */
int64_t snapshots_now(const struct snapshots *s, const struct load_spec *spec);
/* A text of the options range, base_range, window as a span: see timetext.h.
   This is where it is cut to what was recorded; of servers its open ends alone,
   which may know of other times. -1 and err when it is none, or when no
   snapshot is in it. */
int snapshots_span(const struct snapshots *s, struct str text, int64_t now,
	struct span *out, struct err *err);

/* How long it was measured in a span, in ms, what is at the same time once; 0:
   not known. */
int64_t snapshots_covered(const struct snapshots *s, struct span span);

/* What is to be loaded for a span, of what spec->source names: the files in it,
   or addresses with that range. *n of them, in the arena. */
const struct str *snapshots_sources(const struct snapshots *s,
	const struct load_spec *spec, struct span span, struct arena *arena,
	size_t *n);

/* How many snapshots of a level, of memory in use or goroutines, a span has:
   what a sum of them is to be divided by. 1 for other types; 0: unknown. */
int64_t snapshots_of_level(const struct snapshots *s, struct span span,
	const struct profile *p, uint32_t column);
/* The sum of the files of a span, with the mean in place of the sum where it is
   of snapshots of a level; what servers sent is that already; of samples with
   times those of the span. A reference; NULL and err. */
const struct profile *snapshots_level(const struct snapshots *s,
	struct span span, const struct profile *p, struct warnings *warnings,
	struct progress *progress, struct err *err);
/* By what the sums of `base` are to be multiplied to be of as long a time, or
   of as many profiles, as those of `new`; means are as they are: [p->types.n]
   of p, a merger of some of them. */
void snapshots_scale(const struct snapshots *s, struct span new,
	struct span base, const struct profile *p, double *out);

/* Read snapshots, the earlier ones first, and show each of them to `see`, which
   returns -1 and err to stop. What cannot be read any more is left out. */
int snapshots_each(const struct dated *s, size_t n,
	const struct load_spec *spec,
	int (*see)(void *on, const struct dated *s, const struct profile *p,
		struct err *err),
	void *on, struct progress *progress, struct err *err);

/* ---- Kinds of sources ---- */

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
/* After the last point: sorted, and shown per second or not. `type` is theirs.
 */
void points_complete(struct points *ps, struct str type);
/* Is it measured at moments, so that it is no sum over time? */
bool points_level(struct str type, struct str unit);

/* What a label set has for a key, as -tags prints it, and as long as the text
   is; "" for none. */
struct str label_value(const struct profile *p, lset_id set, struct str key,
	struct strbuf *text);
/* Which nodes of the trie are a function or below it: [p->trie.n], to be freed.
 */
bool *nodes_below(const struct profile *p, struct str function);

/* ---- Samples ---- */

/* It is of that profile, whose samples have times. */
void sampled_take(struct snapshots *s, const struct profile *p);
void sampled_points(const struct snapshots *s, struct str type, struct str unit,
	struct points *out);
/* How long the steps of these are. */
int64_t sampled_step(const struct snapshots *s);
/* Those of a window, in such steps; what is beside the window or the recording
   is left out of its ends. The unit is borrowed. */
void sampled_points_in(const struct snapshots *s, struct str type,
	struct str unit, struct span window, int64_t step, struct points *out);
/* What they are of a span, however its ends lie. */
struct points_sum sampled_sum(const struct snapshots *s, struct str type,
	struct str unit, struct span span);
/* A profile of the same samples as s->whole, with what is of a span alone. NULL
   and err. */
struct profile *sampled_cut(const struct snapshots *s, struct span span,
	const struct profile *p, struct progress *progress, struct err *err);

/* ---- Servers ---- */

/* Are all of them addresses of servers? None are none. */
bool served_all(const struct str *name, size_t n);
/* From the first to the last of their ranges, at some time. */
struct span served_span(const struct str *name, size_t n, int64_t now);
/* The same addresses with another range, in the arena. */
const struct str *served_names(const struct str *name, size_t n,
	struct span span, struct arena *arena);
/* One of them, of what its points are: it need not be found out again. */
struct str served_part(const struct snapshots *s, struct str name,
	struct span span, struct arena *arena);
/* The longest steps of a plot of a window with so many columns, or the shortest
   that servers have: whole intervals of what is added up. */
int64_t served_step(const struct snapshots *s, struct span window, int cols);
/* What a load asks for, of each side; without a base its name is NULL. */
struct served_sides {
	struct {
		const struct str *name; /* [n] */
		struct span span;
	} new, base;
};
/* For n addresses: the texts range and base_range of spec as others, in the
   arena. -1 and err. */
int served_settle(struct snapshots *s, const struct load_spec *spec,
	const struct str *name, size_t n, struct served_sides *sides,
	struct arena *arena, struct err *err);
/* The range, or all, of spec's addresses of servers in parts, each an address:
   at most so many, and none shorter than what is measured. `o` is the options
   with which they are to be asked. In the arena; -1 and err. */
int served_parts(const struct load_spec *spec, size_t most, struct names *parts,
	struct fetch_options *o, struct arena *arena, struct progress *progress,
	struct err *err);
/* What came says how often snapshots are taken and, if they are of the whole
   range, which one that is by the server's clock. */
void served_learn(struct snapshots *s, const struct fetch_result *f, size_t n,
	bool whole);
/* A server does not know when its profiles were taken and how: its time is an
   end, or nonsense, and its period invented. */
void served_header(struct profile *p, const struct fetched_part *f,
	struct warnings *warnings);
/* Servers add snapshots of a level up: what sums of an address are to be
   multiplied by for their mean, in the arena, and of how many that is; NULL and
   0: nothing. */
const double *served_ratio(const struct fetch_result *f, int64_t *n,
	struct warnings *warnings, struct arena *arena);
/* The points of all that was asked for; that they are missing is a warning. -1
   and err: cancelled. */
int served_load(struct snapshots *s, const struct load_spec *spec,
	struct warnings *warnings, struct progress *progress, struct err *err);
/* Newer ones of the same addresses: the points alone, no profile. NULL and
   err. */
struct snapshots *served_again(const struct snapshots *known,
	const struct load_spec *spec, struct progress *progress,
	struct err *err);
/* Ask for the points of a span, and for labels. -1 and err. */
int served_fetch(struct snapshots *s, const struct fetch_options *o,
	const struct str *name, size_t n, struct span span,
	struct progress *progress, struct err *err);

/* THE table of sources. A row NAME is a `const struct timesource
   timesource_NAME`. */
#define TIMESOURCES(ROW) \
	ROW(files)   /* timesource.c */ \
	ROW(samples) /* timesample.c */ \
	ROW(servers) /* timeserver.c */

#define TIMESOURCE_EXTERN(name) \
	extern const struct timesource timesource_##name;
TIMESOURCES(TIMESOURCE_EXTERN)
#undef TIMESOURCE_EXTERN

#endif
