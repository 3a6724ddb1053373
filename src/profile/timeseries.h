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

/* What is in both; empty when nothing is. */
struct span span_both(struct span a, struct span b);
/* Rounded outwards to whole steps since 1970. */
struct span span_round(struct span s, int64_t step);

struct point {
	struct span span; /* when it was measured; a moment: until == from */
	int64_t sum;      /* of n profiles, in the unit of the points */
	uint32_t n;
	bool guessed; /* the time is that of a file */
};

/* One line of points. */
struct points {
	struct point *p; /* owned; by time */
	size_t n, cap;
	/* Sums grow with the time that they are measured over, so what is shown
	   is sum / second. Else each is a level, and what is shown is their
	   mean. */
	bool per_second;
	int64_t interval; /* usual distance, see points_done(); 0: one point */
	int64_t grid;     /* 0, or all begin at whole multiples of it */
	struct str unit;  /* of sums; borrowed */
};

void points_free(struct points *ps);
void points_add(struct points *ps, const struct point *p);
/* After the last one: sorts them, and the interval is the median distance. */
void points_done(struct points *ps);
/* From the first beginning to the last end, which for moments is an interval
   behind the last one; empty without points. */
struct span points_extent(const struct points *ps);

struct points_sum {
	int64_t sum;
	int64_t timed;   /* of those of which it is known how long they took */
	uint64_t n;      /* profiles */
	int64_t covered; /* ms; of points at the same time once */
	int64_t end;     /* for points_sum() itself */
};
/* Of the points that begin in a span. */
struct points_sum points_sum(const struct points *ps, struct span s);
/* As it is shown, by per_second; 0 for nothing. */
double points_value(const struct points *ps, const struct points_sum *sum);
/* Is there such a value? Not of nothing, and no rate without a duration. */
bool points_known(const struct points *ps, const struct points_sum *sum);

/* Append it as -timeline prints it: "1.5s/s", "0.42/s", "54.20MB". */
void points_put_value(
	struct strbuf *out, const struct points *ps, double value);

/* Leave out the points that do not begin in a span. */
void points_keep(struct points *ps, struct span s);

/* The longest of 1, 2, 5 ... ms, s, min, 6 h, 12 h, 1 d that gives a plot of so
   many columns a step for each, but no shorter than the interval, and a whole
   multiple of the grid unless that is 0. */
int64_t points_step(int64_t window, int cols, int64_t interval, int64_t grid);

struct column {
	double high, mean; /* of its steps */
	bool has;          /* else there is no data */
	bool before;       /* ... nor has there ever been */
	bool running;      /* its last step is not over */
	int64_t sum;       /* of the points that begin here, of steps that
			      begin here */
	uint32_t n;
};

/* The time of the left edge of a column, from 0 to cols. */
int64_t column_time(struct span window, int cols, int col);
/* The column of a time; inside of 0 .. cols - 1. */
int column_of(struct span window, int cols, int64_t time);
/* Columns of a plot of the window, whose ends are whole steps. `now`: steps
   that end later are running. */
void points_columns(const struct points *ps, struct span window, int64_t step,
	int64_t now, struct column *out, int cols);

/* The steps that stand out: higher than the median and five times the median
   distance from it. The next such stretch that begins behind `after` (step >
   0) or ends before it; false: there is none. */
bool points_spike(const struct points *ps, struct span window, int64_t step,
	int64_t after, int direction, struct span *out);
/* Of all stretches of that length in `within`, a whole number of steps from
   its beginning, the one with the lowest mean, or the highest; those without
   points do not count. False: there is none. */
bool points_extreme(const struct points *ps, struct span within, int64_t length,
	int64_t step, bool highest, struct span *out);

/* The end of a scale: 1, 2, 3 or 5 times a power of ten, not below. */
double points_scale(double highest);

#endif
