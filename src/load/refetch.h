/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -follow for addresses: poll them on the thread that may wait
 * (base/worker.h), since an answer takes as long as the profiling.
 *
 *     every `period` seconds
 *         request --> answer --> ring of the last ones --> one profile
 *                                    |
 *                             older than `live`: dropped
 *
 * The kind of the first answer decides the requests and how the ring is
 * joined:
 *
 *     CPU time, wall time         profiles of `period` seconds, one   sum
 *                                 after the other
 *     in use, goroutines          snapshots                           mean
 *     since the start             profiles of `period` seconds; if    sum
 *     (allocs, block, mutex)      the server has none, differences
 *                                 of snapshots
 *     a server's range            its newest sums; the whole range    the range
 *                                 only if they changed and it has
 *                                 not ended
 *     a server's range, before    the points and the number of        the range
 *     its points have come        samples, once
 *     the newest part of one      the parts before it                 sum
 *
 * After a failure the old profile stays, and the request is repeated after 1,
 * 2, 5, 10 and then every 30 seconds.
 */
#ifndef FT_LOAD_REFETCH_H
#define FT_LOAD_REFETCH_H

#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/worker.h"
#include "load/load.h"
#include "profile/profile.h"

enum { FEED_SNAPSHOTS = 360 }; /* maximum length of the ring */

enum feed_way {
	FEED_SPANS,
	FEED_LEVELS,
	FEED_GROWTH,
	FEED_RANGE,
	FEED_POINTS,
	FEED_REST
};

/* One answer, and clock_ms() when it arrived. */
struct feed_snapshot {
	const struct profile *profile; /* a reference */
	int64_t at;
};

/* The state that one job leaves for the next. */
struct feed_ring {
	VEC(struct feed_snapshot) snapshot;
	bool subtracts;             /* FEED_GROWTH: the server has no deltas */
	const struct profile *last; /* FEED_GROWTH: the previous snapshot */
	uint64_t sums;              /* FEED_RANGE: hash of the newest sums */
	int64_t until;              /* FEED_RANGE: time of the last change */
};

struct feed_job {
	struct job job;
	struct load_spec spec; /* in, borrowed */
	enum feed_way way;
	int64_t seconds, live;   /* in: the period in s; time shown in ms */
	size_t most;             /* in: maximum length of the ring */
	int64_t began;           /* clock_ms() */
	struct feed_ring ring;   /* in and out */
	struct str range;        /* in, FEED_RANGE: the option; borrowed */
	struct snapshots *known; /* in, FEED_RANGE: a reference */
	const struct profile *shown; /* in, FEED_RANGE: a reference */
	/* Out: the new profile, a reference; NULL without err: no change. */
	const struct profile *profile;
	struct snapshots *snapshots; /* FEED_RANGE: newer than `known` */
	bool behind;                 /* range ended before the newest sums */
	int64_t n_snapshots;         /* in and out: snapshots averaged */
	struct err err;
	struct err missing; /* first error if only some sources failed */
};

/* The state of a feed, used only on the owner's thread. */
struct feed {
	bool active;
	struct load_spec spec; /* its strings are borrowed */
	enum feed_way way;
	int64_t period;        /* seconds between two answers */
	int64_t second;        /* ms in a second; fewer in tests */
	int64_t began;         /* clock_ms() */
	struct feed_ring ring; /* valid while no job is pending */
	struct feed_job *out;  /* the pending job, or NULL */
	int64_t next;                  /* clock_ms() of the next request */
	const struct profile *fresh;   /* the newest answer, not shown yet */
	struct snapshots *fresh_times; /* snapshots of `fresh`, if a server's */
	struct str fresh_range;        /* range that `fresh` covers */
	const void *fresh_of;          /* `shown` when `fresh` was asked for,
					  only to be compared */
	/* Written by the app before feed_look(), for FEED_RANGE. */
	struct str range;
	struct snapshots *known;     /* borrowed */
	const struct profile *shown; /* borrowed */
	int64_t n_snapshots; /* snapshots averaged in `shown`, or in `fresh` if
				there is one */
	unsigned waiting;    /* answers since the last one shown */
	unsigned behind;     /* answers since the shown range ended */
	/* clock_ms() of the first failure, the number of failures since, and
	   the last error. */
	int64_t failing;
	unsigned failures;
	struct err err;
	struct err missing; /* first error if only some sources failed */
	int64_t took; /* ms, if the last answer took over a period; else 0 */
};

/* True if all sources are addresses and no base is subtracted. */
bool feed_is_for(const struct load_spec *spec);
/* Begin polling; `first`: the profile that the load has read. */
void feed_begin(struct feed *f, const struct load_spec *spec,
	const struct profile *first, int64_t now);
/* Begin to fetch what a load has left for later, without -follow: FEED_POINTS
   or FEED_REST. */
void feed_begin_later(struct feed *f, const struct load_spec *spec,
	enum feed_way way, int64_t now);
void feed_end(struct feed *f);

/* Post a request if it is time. `live`: seconds to show; key_at: clock_ms() of
   the last key. */
void feed_look(struct feed *f, struct worker *w, int64_t live, int64_t key_at);
/* Make the next feed_look() post a request. */
void feed_hurry(struct feed *f);
/* Take a finished job's answer and free the job. */
void feed_take(struct feed *f, struct feed_job *job);
/* Return the profile to show and its snapshots; both are references or NULL. */
const struct profile *feed_fresh(struct feed *f, struct snapshots **times);
/* Return the ms until feed_look() has work; -1: none before a job ends. */
int feed_timeout(const struct feed *f);
/* Append the status: ", live", ", paused, 3 waiting",
   ", no answer for 12s: connection refused". */
void feed_put(struct strbuf *out, const struct feed *f, bool paused);

#endif
