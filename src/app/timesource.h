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
 * A kind of source is a row of TIMESOURCES.
 */
#ifndef FT_APP_TIMESOURCE_H
#define FT_APP_TIMESOURCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/load.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/points.h"
#include "profile/profile.h"

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
};

struct snapshots *snapshots_new(void);
struct snapshots *snapshots_ref(struct snapshots *s);
void snapshots_unref(struct snapshots *s); /* NULL is fine */
/* When a profile was made that was read from `name`, without its sums. */
struct dated dated_of(struct str name, const struct profile *p);
/* One more. */
void snapshots_take(
	struct snapshots *s, struct str name, const struct profile *p);
/* After the last one; those without a time are left out. */
void snapshots_done(struct snapshots *s);
/* From the first to the end of the last; empty without any. */
struct span snapshots_extent(const struct snapshots *s);
/* Their sums of a sample type, to be freed with points_free(). Snapshots that
   do not have it are left out. The unit is borrowed. */
void snapshots_points(const struct snapshots *s, struct str type,
	struct str unit, struct points *out);

/* The same of the type that a sample_index means in a profile that was made of
   them; nothing when it means none. */
void snapshots_points_of(const struct snapshots *s, const struct profile *p,
	struct str sample_index, struct points *out);

/* A text of the options range, base_range, window as a span: see instant.h. -1
   and err when it is none, or when no snapshot is in it. */
int snapshots_span(const struct snapshots *s, struct str text, int64_t now,
	struct span *out, struct err *err);

/* By what the sums of `base` are to be multiplied to be of as long a time, or
   of as many profiles, as those of `new`: [p->types.n] of p, a merger of some
   of them. */
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
	size_t n, others; /* lines; how many more there would be */
	struct timeline_line {
		struct str name;
		struct points points;
	} * line;
	struct err err; /* why there are none */
};

enum { TIMELINES_MAX = 8 };

struct timesource {
	const char *name;
	/* Add them to out->line, which has room for TIMELINES_MAX. `order` is
	   what is behind the first line of that of timelines_new(). */
	int (*lines)(struct timelines *out, struct str order,
		struct progress *progress, struct err *err);
};

/* Another line; NULL: there are enough, and it is counted in `others`. */
struct timeline_line *timelines_add(struct timelines *t, struct str name);

/* A product of the worker (app/job.h): the first line of the order is the name
   of the source, the rest its own. NULL when it was stopped. */
struct timelines *timelines_new(struct str order, struct progress *progress);
void timelines_free(struct timelines *t); /* NULL is fine */
/* An order for files: of a sample type, of the values of the label `name`, or
   of the function of that name. What is not said of `spec` does not matter. */
void snapshots_order(const struct snapshots *s, const struct load_spec *spec,
	struct str type, struct str unit, bool by_label, struct str name,
	struct strbuf *out);

/* THE table of sources. A row NAME is a `const struct timesource
   timesource_NAME`. */
#define TIMESOURCES(ROW) ROW(files) /* timesource.c */

#define TIMESOURCE_EXTERN(name) \
	extern const struct timesource timesource_##name;
TIMESOURCES(TIMESOURCE_EXTERN)
#undef TIMESOURCE_EXTERN

#endif
