/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The times of profiles: of several, each a snapshot; of one whose samples have
 * times (sampletimes.h); of what servers have (serverpoints.h).
 *
 *     load_profile()  --a snapshot for each file-->  snapshots
 *     snapshots       --one sample type----------->  points, to be plotted
 *     a span          --the snapshots in it------->  what is loaded
 *
 * Of servers there are no files: the points are their sums, and a span is an
 * address with another range.
 *
 *     load_profile()  --server_fetch_points()-->  snapshots.line
 *     a span          --server_put_range()----->  what is loaded
 */
#ifndef FT_LOAD_SNAPSHOTS_H
#define FT_LOAD_SNAPSHOTS_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "input/expand.h"
#include "profile/profile.h"
#include "profile/timeseries.h"

struct load_spec;

/* How the time of a profile is known. */
enum time_known { TIME_UNKNOWN, TIME_IN_PROFILE, TIME_IN_NAME, TIME_OF_FILE };

/* One of several profiles. */
struct snapshot {
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
	VEC(struct snapshot)
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
struct snapshot snapshot_of(struct str name, const struct profile *p);
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

#endif
