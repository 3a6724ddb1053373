/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -follow of addresses: asked again and again, by the thread that may wait
 * (base/worker.h), since an answer takes as long as it profiles.
 *
 *     every so many seconds
 *         request --> answer --> ring of the last ones --> one profile
 *                                    |
 *                             older than `live`: away
 *
 * What is asked for goes by what the first answer was, and so does what the
 * ring becomes:
 *
 *     processor time, wall time   profiles of so many seconds, one   sum
 *                                 after the other
 *     in use, goroutines          as it is now                       mean
 *     since the start             of so many seconds; where that     sum
 *     (allocs, block, mutex)      is not possible, two of them
 *                                 subtracted
 *     a range of a server         its newest sums first, and all of  the range
 *                                 it only when they changed, and
 *                                 it is not over
 *
 * An answer that fails changes nothing: it is asked for again, after 1, 2, 5,
 * 10 and then every 30 seconds.
 */
#ifndef FT_LOAD_REFETCH_H
#define FT_LOAD_REFETCH_H

#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/worker.h"
#include "load/load.h"
#include "profile/profile.h"

enum { FEED_SNAPSHOTS = 360 }; /* that are kept at most */

enum feed_way { FEED_SPANS, FEED_LEVELS, FEED_GROWTH, FEED_RANGE };

/* One answer, and clock_ms() when it was there. */
struct feed_snapshot {
	const struct profile *profile; /* a reference */
	int64_t at;
};

/* What a job needs to remember until the next one. */
struct feed_ring {
	VEC(struct feed_snapshot) snapshot;
	bool subtracts; /* FEED_GROWTH, of a server that cannot do it */
	const struct profile *last; /* then: the one before */
	uint64_t sums;              /* FEED_RANGE: what they were, hashed, */
	int64_t until;              /* and which moment they led to */
};

struct feed_job {
	struct job job;
	struct load_spec spec; /* in, borrowed */
	enum feed_way way;
	int64_t seconds, live; /* of one answer; ms that are shown, */
	size_t most;           /* in at most so many answers */
	int64_t began;
	struct feed_ring ring;   /* in and out */
	struct str range;        /* in, FEED_RANGE: of the option; borrowed */
	struct snapshots *known; /* in: likewise, what there was, and what is */
	const struct profile *shown; /* shown of it; references */
	/* Out: what is to be shown, a reference; NULL without err: nothing
	   is new. */
	const struct profile *profile;
	struct snapshots *snapshots; /* of FEED_RANGE: newer ones; likewise */
	bool behind;   /* they are newer than the range, which is over */
	int64_t n_snapshots; /* in and out: snapshots that it is the mean of */
	struct err err;
	struct err missing; /* of several, why the first of some is not there */
};

/* All of it is the owner's. */
struct feed {
	bool active;
	struct load_spec spec; /* its texts are borrowed */
	enum feed_way way;
	int64_t period;        /* seconds between two answers */
	int64_t second;        /* ms; tests have shorter ones */
	int64_t began;         /* clock_ms() */
	struct feed_ring ring; /* while no job is out */
	struct feed_job *out;
	int64_t next;                  /* clock_ms() of the next request */
	const struct profile *fresh;   /* the newest, not shown yet, */
	struct snapshots *fresh_times; /* and of a server the points, */
	struct str fresh_range;        /* and of which range it is */
	/* What the app shows of a server; it writes them before it looks. */
	struct str range;
	struct snapshots *known;     /* borrowed */
	const struct profile *shown; /* likewise */
	int64_t n_snapshots; /* of how many snapshots that is the mean; of
			  `fresh` when there is one */
	unsigned waiting; /* how many came since one was shown, */
	unsigned behind;  /* and behind a range that is over */
	/* Since when it fails, why, and how often it was tried. */
	int64_t failing;
	unsigned failures;
	struct err err;
	struct err missing; /* likewise of the newest answer */
	int64_t took;       /* ms, if that was longer than the period; 0 */
};

/* Are these addresses, all of them? A base that is subtracted is no source to
   follow. */
bool feed_is_for(const struct load_spec *spec);
/* Begin with the profile that was read first. */
void feed_begin(struct feed *f, const struct load_spec *spec,
	const struct profile *first, int64_t now);
void feed_end(struct feed *f);

/* Ask, if it is time to. `live`: seconds that are shown; key_at: clock_ms() of
   the last key. */
void feed_look(struct feed *f, struct worker *w, int64_t live, int64_t key_at);
/* Ask at the next look. */
void feed_hurry(struct feed *f);
/* A job came back; it is freed. */
void feed_take(struct feed *f, struct feed_job *job);
/* What is to be shown, references; NULL: nothing new, no points. */
const struct profile *feed_fresh(struct feed *f, struct snapshots **times);
/* Milliseconds until feed_look() has something to do; -1: until a job ends. */
int feed_timeout(const struct feed *f);
/* Append how it goes: ", live", ", paused, 3 waiting",
   ", o 12s: connection refused". */
void feed_put(struct strbuf *out, const struct feed *f, bool paused);

#endif
