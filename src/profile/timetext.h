/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times as text. A time is in milliseconds since 1970 in UTC; its text is in
 * the local time zone (TZ).
 *
 *     14:02   14:02:30   14:02:30.250     a time of day
 *     2026-11-22   2026-11-22T14:02       a day, a moment; then Z or +01:00
 *     20261122                            a day
 *     now   now-15m   now+1h30m           relative to the clock
 *     5m   90s   1h30m   0s               time after the first profile
 *     1763820000   1763820000000          seconds, milliseconds since 1970; 16
 *                                         digits are us, 19 are ns
 *
 *     A..B   A..   ..B                    a span; an open end: all profiles
 *     A..+2m                              two minutes from A
 *     15m                                 the last 15 minutes of the profiles
 */
#ifndef FT_PROFILE_TIMETEXT_H
#define FT_PROFILE_TIMETEXT_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "profile/timeseries.h"

#define INSTANT_LATEST INT64_C(7258118400000) /* the year 2200 */

/* The reference for relative times. */
struct instant_base {
	int64_t now;
	struct span extent; /* span of the profiles: a time of day means its
			       last occurrence in it. Empty: unknown, and "5m"
			       is not a time */
};

/* Parse a time. -1 and err (ERR_USAGE) if it is invalid. */
int instant_parse(struct str text, const struct instant_base *base,
	int64_t *out, struct err *err);
/* Parse a span. An open end is taken from the extent. A span with two ends must
   not be empty; a span with an open end may be, if it is outside the extent. */
int instant_parse_span(struct str text, const struct instant_base *base,
	struct span *out, struct err *err);
/* Parse a duration, "1h30m" or "250ms", into ms. */
int instant_parse_duration(struct str text, int64_t *out, struct err *err);

/* Return ms since 1970 as if tm were UTC. */
int64_t civil_ms(const struct tm *tm);
/* Return the time in a file name, like heap-20261122T140230.pb.gz (UTC if a Z
   follows) or cpu.1763820000.pb; 0 if there is none. */
int64_t instant_in_name(struct str name);

/* Append "14:02:30", with ms unless they are 0. The date is put in front if
   `near` is on another day, and the time zone at the end if the local time
   occurs twice because the clock is set back. */
void instant_put(struct strbuf *out, int64_t time, int64_t near);
/* Append "14:02", for a time at a whole minute. */
void instant_put_minute(struct strbuf *out, int64_t time);
/* Append "14:02:00-14:04:30", with "–" unless ascii. */
void instant_put_span(struct strbuf *out, struct span s, bool ascii);
/* Append a span as a text that has the same meaning on any day. */
void instant_put_exact(struct strbuf *out, struct span s);
/* Append a time in UTC as in RFC 3339, with ms unless they are 0. */
void instant_put_utc(struct strbuf *out, int64_t time);
/* Append "2m30s", "1h", "250ms". */
void instant_put_duration(struct strbuf *out, int64_t ms);

/* Return the first label of an axis: a local time in the window that is a
   multiple of *every, which is chosen so that there are at most `most` labels.
   instant_next_tick() returns the following labels. */
int64_t instant_first_tick(struct span window, int most, int64_t *every);
int64_t instant_next_tick(int64_t tick, int64_t every);

#endif
