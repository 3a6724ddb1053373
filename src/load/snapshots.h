/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The times of profiles: of several, each a snapshot; of one with timestamped
 * samples (sampletimes.h); of ranges on servers (serverpoints.h).
 *
 *     load_profile()  --a snapshot for each file-->  snapshots
 *     snapshots       --one sample type----------->  points, to be plotted
 *     a span          --the snapshots in it------->  the loaded profile
 *
 * A server has no files: its sums are the points, and a span is loaded from an
 * address with a different range.
 *
 *     load_profile()  --server_fetch_points()-->  snapshots.line
 *     a span          --server_put_range()----->  the loaded profile
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

/* The source of a profile's time. */
enum time_known { TIME_UNKNOWN, TIME_IN_PROFILE, TIME_IN_NAME, TIME_OF_FILE };

/* The time and sums of one profile. */
struct snapshot {
	struct str name;  /* a path, or "-" */
	int64_t time;     /* its start, ms since 1970 */
	int64_t duration; /* ms; 0: a moment, or unknown */
	enum time_known known;
	struct str program; /* file name of its binary; or "" */
	uint32_t shape;     /* index into shape[] */
	const int64_t *sum; /* [shape[].n], one for each sample type */
};

/* A list of sample types; nearly always all snapshots share one. */
struct type_list {
	uint32_t n;
	struct str *type, *unit;
};

struct snapshots {
	atomic_uint refs; /* shared and constant once complete */
	struct arena arena;
	VEC(struct snapshot)
	all; /* in the order of the command line; by time after
		snapshots_done() */
	VEC(struct type_list) shape;
	size_t untimed; /* snapshots that snapshots_done() dropped */

	/* For servers: */
	bool served;
	struct span asked;  /* range of the addresses, or of the samples */
	struct str type;    /* sample type of `line` */
	struct points line; /* sums of steps of line.grid ms */
	int64_t interval;   /* ms between summed snapshots; 0: not a level, or
			       unknown */
	int64_t distance;   /* ms between profiles that are sums, or 0 */
	double share;       /* profiled part of the time; 0: all */
	int64_t least;      /* shortest step of a plot, ms; 0: default */
	bool totals;        /* the type counts from the program's start */
	int64_t skew;       /* ms that the server's clock is ahead */
	struct str type_id; /* the servers' id of that type; "": several */
	struct str pointless; /* why `line` is empty, in the server's words */
	struct names label; /* names of labels to group by */
	/* rest: the part of `asked` that is fetched after the profile is shown,
	   newest first; empty: nothing is missing. rest_length: the longest
	   range of a request. Used only by the owner of the session. */
	struct span rest;
	int64_t rest_length;
	bool pending; /* the points were left for later; used only by the owner
			 of the session */

	/* For one profile with timestamped samples: that profile, a
	   reference. */
	const struct profile *whole;
};

struct snapshots *snapshots_new(void);
/* Return empty snapshots with the same skew and labels; NULL is fine. */
struct snapshots *snapshots_after(const struct snapshots *before);
struct snapshots *snapshots_ref(struct snapshots *s);
void snapshots_unref(struct snapshots *s); /* NULL is fine */
/* Return the snapshot of a profile read from `name`, without its sums. */
struct snapshot snapshot_of(struct str name, const struct profile *p);
/* Add the snapshot of a profile read from `name`. */
void snapshots_take(
	struct snapshots *s, struct str name, const struct profile *p);
/* Sort all snapshots and drop those without a time. Files with the same
   modification time are sorted by name, each a millisecond after the one
   before. Call this last. */
void snapshots_done(struct snapshots *s);
/* True if the number of profiles in a point is known. */
static inline bool
snapshots_counted(const struct snapshots *s)
{
	return !s->served && s->whole == NULL;
}
/* True if there is a timeline: several profiles, or there may be more. */
static inline bool
snapshots_along(const struct snapshots *s)
{
	return s->all.n > 1 || s->served || s->whole != NULL;
}
/* Return the span of all snapshots, empty if there are none; for servers the
   requested range. */
struct span snapshots_extent(const struct snapshots *s);
/* Fill in the sums of a sample type; free with points_free(). Snapshots without
   the type are left out. The unit is borrowed. */
void snapshots_points(const struct snapshots *s, struct str type,
	struct str unit, struct points *out);

/* Parse range, base_range or window (timetext.h), cut to the recorded time. On
   a server only open ends are cut: it may have data from other times. -1 and
   err if invalid or without a snapshot. */
int snapshots_span(const struct snapshots *s, struct str text, int64_t now,
	struct span *out, struct err *err);

/* True if all profiles are snapshots of one program, one after the other; then
 *span has only the last. */
bool snapshots_last(const struct snapshots *s, struct span *span);
/* If the span is a moment and has a single snapshot, return its number, from 1,
   by time; else 0. */
size_t snapshots_at(const struct snapshots *s, struct span span);
/* Return the only snapshot in a span, or NULL if there are none or several. `s`
   may be NULL. */
const struct snapshot *snapshots_only(
	const struct snapshots *s, struct span span);
/* Return the span that contains only snapshot `number`, from 1 to all.n. */
struct span snapshots_moment(const struct snapshots *s, size_t number);

/* Return the ms of a span that were measured; 0: unknown. */
int64_t snapshots_covered(const struct snapshots *s, struct span span);

/* Return the names to load for a span: files in it, or spec's addresses with
   that range. *n names, in the arena. */
const struct str *snapshots_sources(const struct snapshots *s,
	const struct load_spec *spec, struct span span, struct arena *arena,
	size_t *n);

/* Return the divisor that turns a span's sum into the mean: the number of
   snapshots for levels (memory in use, goroutines), else 1; 0: unknown. */
int64_t snapshots_of_level(const struct snapshots *s, struct span span,
	const struct profile *p, uint32_t column);
/* Return p, the sum of a span's files, with means for levels; a server sends
   means already; timestamped samples are cut to the span. A reference; NULL and
   err. */
const struct profile *snapshots_level(const struct snapshots *s,
	struct span span, const struct profile *p, struct warnings *warnings,
	struct progress *progress, struct err *err);
/* Fill in the factors that scale the sums of `base` to the length, or the
   number of profiles, of `new`; 1 for means. out: [p->types.n]; p is a merge of
   some of the profiles. */
void snapshots_scale(const struct snapshots *s, struct span new,
	struct span base, const struct profile *p, double *out);

#endif
