/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which events of a flight recording are counted, and in which columns: a row
 * for each.
 */
#ifndef FT_READ_JFR_EVENT_H
#define FT_READ_JFR_EVENT_H

/* What a sum is made of. */
enum jfr_sum {
	SUM_NONE,
	SUM_FIELD,  /* as it is */
	SUM_TIMES,  /* as many times as the sample stands for */
	SUM_TICKS,  /* a time in ticks */
	SUM_LEAKED, /* the count, for what was never freed (jfr_leaks.h) */
	SUM_LEAKED_FIRST, /* the first sum, likewise */
	SUM_CPU, /* an interval of async-profiler's settings, each time */
	SUM_WALL,
};

enum { JFR_SUMS = 3, JFR_EVENT_COLUMNS = JFR_SUMS + 1 };

struct jfr_row {
	const char *event;
	const char *count; /* column */
	const char *times; /* the field for it; NULL: each is 1 */
	struct {
		const char *column, *unit, *field;
		enum jfr_sum what;
	} sum[JFR_SUMS];
	const char *class; /* field */
};

/* In the order of their columns; the last has no event. The first is that of
   JDKs; samples of async-profiler are another row, by what it was told to take
   them of. */
extern const struct jfr_row jfr_event_rows[];
extern const struct jfr_row jfr_async_cpu, jfr_async_wall;
/* The column has the name of the event. */
extern const struct jfr_row jfr_async_other;
/* What profiler.Malloc and profiler.Free are. */
extern const char jfr_malloc[], jfr_free[];
/* A field that is a jdk.types.OldObject, which has a class. */
extern const char jfr_object[];

/* The first of these that a profile has is what it opens with; NULL at the
   end. */
extern const char *const jfr_opens[];

#endif
