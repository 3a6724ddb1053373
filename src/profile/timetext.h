/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times as text. Milliseconds since 1970 in UTC; words are of the local time
 * zone (TZ).
 *
 *     14:02   14:02:30   14:02:30.250     a time of day
 *     2026-11-22   2026-11-22T14:02       a day, a moment; Z or +01:00 behind
 *     20261122                            a day
 *     now   now-15m   now+1h30m           from the clock
 *     5m   90s   1h30m   0s               so long after the first profile
 *     1763820000   1763820000000          seconds, milliseconds since 1970; 16
 *                                         digits are us, 19 are ns
 *
 *     A..B   A..   ..B                    a span, without an end: to the last
 *     A..+2m                              so long from A
 *     15m                                 the last 15 minutes of the profiles
 */
#ifndef FT_PROFILE_TIMETEXT_H
#define FT_PROFILE_TIMETEXT_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "profile/timeseries.h"

#define INSTANT_LATEST INT64_C(7258118400000) /* 2200; later is no time */

/* What words are relative to. */
struct instant_base {
	int64_t now;
	struct span extent; /* of the profiles; a time of day is of the last
			       day on which it is in there, if there is one.
			       Empty: no time is so long after the first */
};

/* -1 and err (ERR_USAGE) for what is no time. */
int instant_parse(struct str text, const struct instant_base *base,
	int64_t *out, struct err *err);
/* Likewise. An open end is that of the extent; a span with two ends must not be
   empty, one with an open end is where it lies beside the extent. */
int instant_parse_span(struct str text, const struct instant_base *base,
	struct span *out, struct err *err);
/* Is it a span by its form? For texts that come before the profiles. */
int instant_check_span(struct str text, struct err *err);
/* A duration, "1h30m", "250ms", in ms. */
int instant_parse_duration(struct str text, int64_t *out, struct err *err);

/* The time in a file's name, heap-20261122T140230.pb.gz (UTC with a Z behind
   it), cpu.1763820000.pb; 0: there is none. */
int64_t instant_in_name(struct str name);

/* Append "14:02:30", with ms where there are any; with a day before it when
   that is not the day of `near`; with the zone behind it where the clock was
   set back and the time is there twice. */
void instant_put(struct strbuf *out, int64_t time, int64_t near);
/* The same without seconds, which are 0. */
void instant_put_minute(struct strbuf *out, int64_t time);
/* "14:02:00-14:04:30", with "–" between unless ascii. */
void instant_put_span(struct strbuf *out, struct span s, bool ascii);
/* What instant_parse_span() takes, whatever the day is. */
void instant_put_exact(struct strbuf *out, struct span s);
/* RFC 3339 in UTC, with milliseconds if there are some. */
void instant_put_utc(struct strbuf *out, int64_t time);
/* "2m30s", "1h", "250ms" */
void instant_put_duration(struct strbuf *out, int64_t ms);

/* Where the labels of an axis are: local times that are whole multiples of
   *every, chosen so that there are `most` of them at most. The first one that
   is not before `from`, then instant_next_tick() of each. */
int64_t instant_first_tick(struct span window, int most, int64_t *every);
int64_t instant_next_tick(int64_t tick, int64_t every);

#endif
