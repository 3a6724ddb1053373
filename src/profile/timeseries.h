/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles along time: what each of them weighs, and how that becomes columns
 * of a plot. Pure; times are milliseconds since 1970 in UTC.
 *
 *     points   [--a--)    [--b--)[--c--)              |d     sums, as measured
 *     steps    |  1  |     |  2  |  3  |  3  |     |  4  |   sum / seconds, or
 *                                                            sum / profiles
 *     columns  1 1 1 . . . 2 2 3 3 3 3 3 3 . . . . 4 4 4     the highest step
 *
 * A step without a point keeps the value of the last one for 1.5 intervals;
 * then there is a gap. Points that begin in a step belong to it, so that sums
 * over columns are sums over points.
 */
#ifndef FT_PROFILE_TIMESERIES_H
#define FT_PROFILE_TIMESERIES_H

#include "base/str.h"
#include "base/strbuf.h"

/* from <= t < until. */
struct span {
	int64_t from, until;
};

static inline bool
span_has(struct span s, int64_t time)
{
	return time >= s.from && time < s.until;
}

static inline bool
span_is_empty(struct span s)
{
	return s.from >= s.until;
}

static inline bool
span_equal(struct span a, struct span b)
{
	return a.from == b.from && a.until == b.until;
}

/* Return the overlap of two spans; empty if there is none. */
struct span span_both(struct span a, struct span b);
/* Round a span outwards to whole steps since 1970. */
struct span span_round(struct span s, int64_t step);

struct point {
	struct span span; /* time measured; a moment: until == from */
	int64_t sum;      /* sum of n profiles, in the points' unit */
	uint32_t n;
	bool guessed; /* the time is a file's */
};

/* One line of points. */
struct points {
	struct point *p; /* owned; sorted by time */
	size_t n, cap;
	/* True if sums grow with the time measured: the value shown is sum /
	   second. Else each sum is a level, and the value shown is their
	   mean. */
	bool per_second;
	int64_t interval; /* usual distance, see points_done(); 0: one point */
	int64_t grid;     /* 0, or all begin at multiples of it */
	struct str unit;  /* unit of the sums; borrowed */
};

void points_free(struct points *ps);
void points_add(struct points *ps, const struct point *p);
/* Sort the points and set interval, their median distance. Call this last. */
void points_done(struct points *ps);
/* Return the span from the first beginning to the last end; a moment lasts for
   an interval. Empty without points. */
struct span points_extent(const struct points *ps);

struct points_sum {
	int64_t sum;
	int64_t timed;   /* sum of the points that have a duration */
	uint64_t n;      /* profiles */
	int64_t covered; /* ms; overlapping time counts once */
	int64_t end;     /* internal to points_sum() */
};
/* Return the sums of the points that begin in a span. */
struct points_sum points_sum(const struct points *ps, struct span s);
/* Return the value shown, by per_second; 0 without points. */
double points_value(const struct points *ps, const struct points_sum *sum);
/* True if there is a value: a mean needs points, a rate also a duration. */
bool points_known(const struct points *ps, const struct points_sum *sum);

/* Append a value as -timeline prints it: "1.5s/s", "0.42/s", "54.20MB". */
void points_put_value(
	struct strbuf *out, const struct points *ps, double value);

/* Drop the points that do not begin in a span. */
void points_keep(struct points *ps, struct span s);

/* Return the longest of 1, 2, 5 ... ms, s, min, 6 h, 12 h, 1 d that gives each
   of `cols` columns a step, but at least the interval, and a multiple of the
   grid unless that is 0. */
int64_t points_step(int64_t window, int cols, int64_t interval, int64_t grid);

struct column {
	double high, mean; /* highest and mean of its steps */
	bool has;          /* false: no data */
	bool before;       /* no data, nor any earlier */
	bool running;      /* its last step has not ended */
	int64_t sum;       /* sum of the points in steps that begin here */
	uint32_t n;
};

/* Return the time of a column's left edge; col is 0 to cols. */
int64_t column_time(struct span window, int cols, int col);
/* Return the column of a time, within 0 .. cols - 1. */
int column_of(struct span window, int cols, int64_t time);
/* Fill in the columns of a plot of the window, whose ends are whole steps.
   `now`: steps that end later are running. */
void points_columns(const struct points *ps, struct span window, int64_t step,
	int64_t now, struct column *out, int cols);

/* Find the next spike: steps that exceed the median by more than five times the
   median deviation. It begins after `after` (direction > 0) or ends before it.
   False if there is none. */
bool points_spike(const struct points *ps, struct span window, int64_t step,
	int64_t after, int direction, struct span *out);
/* Find the stretch of that length in `within`, a whole number of steps from its
   beginning, with the lowest or the highest value; stretches without points do
   not count. False if there is none. */
bool points_extreme(const struct points *ps, struct span within, int64_t length,
	int64_t step, bool highest, struct span *out);

/* Return the end of a scale: 1, 2, 3 or 5 times 10^k, at least `highest`. */
double points_scale(double highest);

#endif
