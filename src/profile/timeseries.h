/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Time series of profiles, and the columns of a plot that shows them. Times are
 * in milliseconds since 1970 in UTC.
 *
 *     points   [--a--)    [--b--)[--c--)              |d     sums, as measured
 *     steps    |  1  |     |  2  |  3  |  3  |     |  4  |   sum / seconds, or
 *                                                            sum / profiles
 *     columns  1 1 1 . . . 2 2 3 3 3 3 3 3 . . . . 4 4 4     the highest step
 *
 * A step without points keeps the last value for 1.5 intervals; then there is a
 * gap. A point belongs to the step in which it begins, so that the sums of all
 * columns add up to the sum of all points.
 */
#ifndef FT_PROFILE_TIMESERIES_H
#define FT_PROFILE_TIMESERIES_H

#include "base/str.h"
#include "base/strbuf.h"

/* The times from <= t < until. */
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
/* Round a span outwards to multiples of `step`. */
struct span span_round(struct span s, int64_t step);

struct point {
	struct span span; /* time covered; a moment has until == from */
	int64_t sum;      /* sum of n profiles, in points.unit */
	uint32_t n;
	bool guessed; /* the time is the file's, not the profile's */
};

/* The points of one line in a plot. */
struct points {
	struct point *p; /* owned; sorted by time */
	size_t n, cap;
	/* True if sums grow with the time covered: the value shown is the sum
	   per second. Else sums are levels, and the value is their mean. */
	bool per_second;
	int64_t interval; /* median distance of points; 0: unknown */
	int64_t grid;     /* 0, or all points begin at multiples of this time */
	struct str unit;  /* unit of the sums; borrowed */
};

void points_free(struct points *ps);
void points_add(struct points *ps, const struct point *p);
/* Sort the points and set ps->interval. Call this after the last point. */
void points_done(struct points *ps);
/* Return the span from the first point to the end of the last, where a moment
   lasts for one interval. Empty without points. */
struct span points_extent(const struct points *ps);

struct points_sum {
	int64_t sum;
	int64_t timed;   /* sum of the points that have a duration */
	uint64_t n;      /* number of profiles */
	int64_t covered; /* ms covered; overlaps count once */
	int64_t end;     /* internal to points_sum() */
};
/* Return the sums of the points that begin in a span. */
struct points_sum points_sum(const struct points *ps, struct span s);
/* Return the value to show, see per_second; 0 without points. */
double points_value(const struct points *ps, const struct points_sum *sum);
/* True if there is a value: a mean needs points, a rate also a duration. */
bool points_known(const struct points *ps, const struct points_sum *sum);

/* Append a value as -timeline prints it, in a unit, or in one that suits it
   ("auto" and "minimum"): "1.5s/s", "0.42/s", "54.20MB". */
void points_put_value(struct strbuf *out, const struct points *ps,
	struct str to, double value);

/* Drop the points that do not begin in a span. */
void points_keep(struct points *ps, struct span s);

/* Return the longest of 1 ms, 2 ms, 5 ms ... 12 h, 1 d that is not longer than
   a column of the plot, but is at least `interval`, and a multiple of `grid`
   unless that is 0. */
int64_t points_step(int64_t window, int cols, int64_t interval, int64_t grid);

struct column {
	double high, mean; /* highest and mean value of its steps */
	bool has;          /* false: no data */
	bool before;       /* no data, and before the first point */
	bool running;      /* its last step has not ended */
	int64_t sum;       /* sum of the points in steps that begin in it */
	uint32_t n;
};

/* Return the time of a column's left edge; col is 0 to cols. */
int64_t column_time(struct span window, int cols, int col);
/* Return the column of a time, within 0 .. cols - 1. */
int column_of(struct span window, int cols, int64_t time);
/* Fill in the columns of a plot of the window, which begins and ends at whole
   steps. Steps that end after `now` are running. */
void points_columns(const struct points *ps, struct span window, int64_t step,
	int64_t now, struct column *out, int cols);

/* Find the next spike: adjacent steps that exceed the median by more than five
   times the median deviation. It begins after `after` (direction > 0), or ends
   at `after` or earlier. False if there is none. */
bool points_spike(const struct points *ps, struct span window, int64_t step,
	int64_t after, int direction, struct span *out);
/* Find the span of `length` ms with the lowest or the highest value. It begins
   a whole number of steps after within.from and ends in `within`; spans without
   a value do not count. False if there is none. */
bool points_extreme(const struct points *ps, struct span within, int64_t length,
	int64_t step, bool highest, struct span *out);

/* Return the end of a scale: 1, 2, 3 or 5 times 10^k, at least `highest`. */
double points_scale(double highest);

#endif
