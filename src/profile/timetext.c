/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing and printing times. */
#include "prelude.h"

#include "profile/timetext.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/num.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };
enum { DAY = 24 * HOUR };

static int
bad_time(struct str text, const struct instant_base *base, struct err *err)
{
	return err_set(err, ERR_USAGE,
		"\"%.*s\" is not a time (14:02, 2026-11-22T14:02, now-15m%s)",
		STR_ARG(text),
		span_is_empty(base->extent)
			? ""
			: ", or 5m after the first profile");
}

/* ---- The calendar ---- */

static struct tm
local_of(int64_t time)
{
	time_t t = (time_t)(time / SECOND);
	struct tm tm = { .tm_year = 70 };

	(void)localtime_r(&t, &tm);
	return tm;
}

int64_t
civil_ms(const struct tm *tm)
{
	/* Let years begin in March, so that the leap day is the last day. */
	int64_t y = tm->tm_year + 1900 - (tm->tm_mon < 2);
	int64_t m = (tm->tm_mon + 10) % 12;
	int64_t days = y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 +
		tm->tm_mday - 1 - 719468;

	return (((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 +
		       tm->tm_sec) *
		SECOND;
}

/* Return local time minus UTC, in ms, at a time. */
static int64_t
zone_offset(int64_t time)
{
	struct tm tm = local_of(time);

	return civil_ms(&tm) - (time - time % SECOND);
}

/* ---- From text ---- */

struct unit_name {
	const char *name;
	int64_t ms;
};

static const struct unit_name units[] = { { "ms", 1 }, { "s", SECOND },
	{ "m", MINUTE }, { "h", HOUR }, { "d", DAY }, { "w", 7 * DAY },
	{ "min", MINUTE } };

/* Cut one part of a duration, like "1.5h", off the front; add it to *ms. */
static bool
cut_duration(struct str *s, int64_t *ms)
{
	struct str rest = *s, whole = str_cut_digits(&rest), part = STR_EMPTY;
	struct str name;
	int64_t n, divisor = 1, fraction = 0;
	size_t letters = 0;
	bool far = false;

	if (whole.n == 0 || !str_to_i64(whole, &n))
		return false;
	if (rest.n > 1 && rest.p[0] == '.' && rest.p[1] != '.') {
		rest = str_skip(rest, 1);
		part = str_cut_digits(&rest);
		if (part.n == 0 || part.n > 6 || !str_to_i64(part, &fraction))
			return false;
	}
	for (size_t i = 0; i < part.n; i++)
		divisor *= 10;
	while (letters < rest.n && ascii_is_letter(rest.p[letters]))
		letters++;
	name = str_sub(rest, 0, letters);
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (!str_is(name, units[i].name))
			continue;
		*ms = i64_add(*ms, i64_mul(n, units[i].ms, &far), &far);
		*ms = i64_add(*ms, fraction * units[i].ms / divisor, &far);
		*s = str_skip(rest, letters);
		return !far;
	}
	return false;
}

int
instant_parse_duration(struct str text, int64_t *out, struct err *err)
{
	struct str rest = text;

	*out = 0;
	do {
		if (!cut_duration(&rest, out) || *out > INSTANT_LATEST)
			return err_set(err, ERR_USAGE,
				"\"%.*s\" is not a duration (90s, 15m, 1h30m)",
				STR_ARG(text));
	} while (rest.n > 0);
	return 0;
}

/* Cut a number with exactly `digits` digits off the front. */
static bool
cut_digits_of(struct str *s, size_t digits, int *out)
{
	struct str part = str_sub(*s, 0, digits), left = part;
	int64_t n;

	if (part.n != digits || str_cut_digits(&left).n != digits ||
		!str_to_i64(part, &n))
		return false;
	*out = (int)n;
	*s = str_skip(*s, digits);
	return true;
}

static bool
cut_sign(struct str *s, char c)
{
	if (s->n == 0 || s->p[0] != c)
		return false;
	*s = str_skip(*s, 1);
	return true;
}

/* A date and a time of day being parsed. */
struct clock_face {
	struct tm tm;
	int64_t ms; /* 0 to 999 */
	bool has_date;
	bool has_zone;
	int64_t offset; /* offset of the zone, in ms */
};

static bool
cut_date(struct str *s, struct clock_face *f)
{
	struct str rest = *s;
	int y, m, d;

	if (!cut_digits_of(&rest, 4, &y) || !cut_sign(&rest, '-') ||
		!cut_digits_of(&rest, 2, &m) || !cut_sign(&rest, '-') ||
		!cut_digits_of(&rest, 2, &d) || m < 1 || m > 12 || d < 1 ||
		d > 31)
		return false;
	f->tm.tm_year = y - 1900;
	f->tm.tm_mon = m - 1;
	f->tm.tm_mday = d;
	f->has_date = true;
	*s = rest;
	return true;
}

/* Cut a time of day, like "14:02" or "14:02:30.25". */
static bool
cut_clock(struct str *s, struct clock_face *f)
{
	struct str part;
	int64_t n;

	if (!cut_digits_of(s, 2, &f->tm.tm_hour) || !cut_sign(s, ':') ||
		!cut_digits_of(s, 2, &f->tm.tm_min))
		return false;
	if (cut_sign(s, ':') && !cut_digits_of(s, 2, &f->tm.tm_sec))
		return false;
	if (s->n > 1 && s->p[0] == '.' && s->p[1] != '.') {
		*s = str_skip(*s, 1);
		part = str_cut_digits(s);
		n = 0;
		/* There may be nine digits, of which three are used. */
		if (part.n == 0 || !str_to_i64(str_sub(part, 0, 3), &n))
			return false;
		f->ms = part.n == 1 ? n * 100 : part.n == 2 ? n * 10 : n;
	}
	return f->tm.tm_hour < 24 && f->tm.tm_min < 60 && f->tm.tm_sec < 61;
}

static bool
cut_zone(struct str *s, struct clock_face *f)
{
	int sign, h, m = 0;

	if (s->n == 0)
		return true;
	f->has_zone = true;
	if (cut_sign(s, 'Z'))
		return s->n == 0;
	sign = cut_sign(s, '+') ? 1 : cut_sign(s, '-') ? -1 : 0;
	if (sign == 0 || !cut_digits_of(s, 2, &h))
		return false;
	(void)cut_sign(s, ':');
	if (s->n > 0 && !cut_digits_of(s, 2, &m))
		return false;
	f->offset = sign * ((int64_t)h * HOUR + (int64_t)m * MINUTE);
	return s->n == 0 && h < 24 && m < 60;
}

/* Convert a local time to UTC. False if the zone's offset differs then. */
static bool
moment_of(int64_t civil, int64_t offset, int64_t *out)
{
	*out = civil - offset;
	return zone_offset(*out) == offset;
}

/* Convert *f to ms since 1970. Of two possible times, return the earlier. */
static int64_t
face_time(const struct clock_face *f)
{
	struct tm tm = f->tm;
	int64_t civil = civil_ms(&tm), before, after, t;

	if (f->has_zone)
		return civil - f->offset + f->ms;
	tm.tm_isdst = -1;
	t = (int64_t)mktime(&tm) * SECOND;
	before = zone_offset(t - DAY);
	after = zone_offset(t + DAY);
	/* A larger offset gives an earlier time. */
	if (!moment_of(civil, before > after ? before : after, &before))
		before = t;
	return (before < t ? before : t) + f->ms;
}

/* Return a time of day on the last day on which it is inside the extent. If
   there is no such day, return it on the day of the last profile, or today. */
static int64_t
face_nearest(struct clock_face *f, const struct instant_base *base)
{
	bool none = span_is_empty(base->extent);
	struct tm day = local_of(none ? base->now : base->extent.until - 1);
	int64_t today, before;

	f->tm.tm_year = day.tm_year;
	f->tm.tm_mon = day.tm_mon;
	f->tm.tm_mday = day.tm_mday;
	today = face_time(f);
	f->tm.tm_mday--;
	before = face_time(f);
	return none || today < base->extent.until || before < base->extent.from
		? today
		: before;
}

/* Parse a text of digits: a day, or the time since 1970. */
static bool
parse_digits(struct str text, int64_t *out)
{
	struct clock_face f = { .has_date = true };
	struct str rest = text;

	if (text.n == 8) {
		if (!cut_digits_of(&rest, 4, &f.tm.tm_year) ||
			!cut_digits_of(&rest, 2, &f.tm.tm_mon) ||
			!cut_digits_of(&rest, 2, &f.tm.tm_mday) ||
			f.tm.tm_mon < 1 || f.tm.tm_mon > 12 ||
			f.tm.tm_mday < 1 || f.tm.tm_mday > 31)
			return false;
		f.tm.tm_year -= 1900;
		f.tm.tm_mon--;
		*out = face_time(&f);
		return true;
	}
	if (!str_to_i64(text, out))
		return false;
	if (text.n == 16)
		*out /= 1000;
	else if (text.n == 19)
		*out /= 1000000;
	else if (text.n < 13)
		*out *= SECOND;
	return true;
}

static bool
parse_clock(struct str text, const struct instant_base *base, int64_t *out)
{
	struct clock_face f = { .has_date = false };
	struct str rest = text;

	if (cut_date(&rest, &f)) {
		if (rest.n > 0 &&
			((!cut_sign(&rest, 'T') && !cut_sign(&rest, ' ')) ||
				!cut_clock(&rest, &f)))
			return false;
	} else if (rest = text, !cut_clock(&rest, &f)) {
		return false;
	}
	if (!cut_zone(&rest, &f) || (f.has_zone && !f.has_date))
		return false;
	*out = f.has_date ? face_time(&f) : face_nearest(&f, base);
	return true;
}

int
instant_parse(struct str text, const struct instant_base *base, int64_t *out,
	struct err *err)
{
	struct str rest = str_trim(text), digits = rest;
	struct err ignored = ERR_INIT;
	int64_t ms = 0;
	bool late;

	if (str_starts(rest, STR("now"))) {
		rest = str_skip(rest, 3);
		late = rest.n > 0 && rest.p[0] == '+';
		if (rest.n > 0 &&
			((!cut_sign(&rest, '+') && !cut_sign(&rest, '-')) ||
				instant_parse_duration(rest, &ms, &ignored) !=
					0))
			return bad_time(text, base, err);
		*out = late ? base->now + ms : base->now - ms;
	} else if (str_cut_digits(&digits).n >= 8 && digits.n == 0) {
		if (!parse_digits(rest, out))
			return bad_time(text, base, err);
	} else if (!span_is_empty(base->extent) &&
		instant_parse_duration(rest, &ms, &ignored) == 0) {
		*out = base->extent.from + ms;
	} else if (!parse_clock(rest, base, out)) {
		return bad_time(text, base, err);
	}
	return *out < 0 || *out > INSTANT_LATEST ? bad_time(text, base, err)
						 : 0;
}

int
instant_parse_span(struct str text, const struct instant_base *base,
	struct span *out, struct err *err)
{
	ptrdiff_t dots = str_find(text, STR(".."), 0);
	struct err ignored = ERR_INIT;
	struct str from, until;
	int64_t ms;

	*out = base->extent;
	if (dots < 0 && instant_parse_duration(text, &ms, &ignored) == 0) {
		out->from = out->until - ms;
		return 0;
	}
	if (dots < 0)
		return err_set(err, ERR_USAGE,
			"\"%.*s\" is not a range of times (14:02..14:04:30, "
			"now-15m..now, 14:02..+2m, 15m)",
			STR_ARG(text));
	from = str_trim(str_sub(text, 0, (size_t)dots));
	until = str_trim(str_skip(text, (size_t)dots + 2));
	if (from.n > 0 && instant_parse(from, base, &out->from, err) != 0)
		return -1;
	if (from.n > 0 && cut_sign(&until, '+')) {
		if (instant_parse_duration(until, &ms, err) != 0)
			return -1;
		out->until = out->from + ms;
	} else if (until.n > 0 &&
		instant_parse(until, base, &out->until, err) != 0) {
		return -1;
	}
	if (from.n == 0 || until.n == 0 || !span_is_empty(*out))
		return 0;
	return err_set(err, ERR_USAGE,
		"the range \"%.*s\" ends before it begins", STR_ARG(text));
}

/* ---- Times in file names ---- */

/* True if ten digits may be a day and a time, like "2611221402". Seconds since
   1970 do not look like this until 2033. */
static bool
is_short_date(struct str digits)
{
	int y, m, d, hour, minute;

	return cut_digits_of(&digits, 2, &y) && cut_digits_of(&digits, 2, &m) &&
		cut_digits_of(&digits, 2, &d) &&
		cut_digits_of(&digits, 2, &hour) &&
		cut_digits_of(&digits, 2, &minute) && y >= 20 && m >= 1 &&
		m <= 12 && d >= 1 && d <= 31 && hour < 24 && minute < 60;
}

/* Return the time in the digits at an offset: 8 digits for a day and 6 for a
   time of day, or 10 or 13 digits of s or ms since 1970. 0 if there is none. */
static int64_t
digits_time(struct str name, size_t at)
{
	struct str rest = str_skip(name, at), digits = rest;
	struct clock_face f = { .has_date = true };
	int y, m;
	int64_t n;
	struct str run = str_cut_digits(&digits);

	if ((run.n == 10 || run.n == 13) && str_to_i64(run, &n)) {
		size_t from = at, until = at;
		bool letters = false, hex = true;

		/* Digits within a hash are not a time: "3f2a1795356000". */
		while (from > 0 &&
			(ascii_is_letter(name.p[from - 1]) ||
				ascii_is_digit(name.p[from - 1])))
			from--;
		while (until < name.n &&
			(ascii_is_letter(name.p[until]) ||
				ascii_is_digit(name.p[until])))
			until++;
		for (size_t i = from; i < until; i++) {
			letters = letters || ascii_is_letter(name.p[i]);
			hex = hex && ascii_hex(name.p[i]) >= 0;
		}
		if (letters && hex)
			return 0;
		if ((run.n == 10 && is_short_date(run)))
			return 0;
		return run.n == 13 ? n : n * SECOND;
	}
	if (run.n != 8 && run.n != 14)
		return 0;
	if (!cut_digits_of(&rest, 4, &y) || !cut_digits_of(&rest, 2, &m) ||
		!cut_digits_of(&rest, 2, &f.tm.tm_mday))
		return 0;
	if (run.n == 8 && rest.n > 0 &&
		(rest.p[0] == 'T' || rest.p[0] == '_' || rest.p[0] == '-'))
		rest = str_skip(rest, 1);
	digits = rest;
	if (str_cut_digits(&digits).n != 6 ||
		!cut_digits_of(&rest, 2, &f.tm.tm_hour) ||
		!cut_digits_of(&rest, 2, &f.tm.tm_min) ||
		!cut_digits_of(&rest, 2, &f.tm.tm_sec))
		return 0;
	if (y < 1970 || y > 2199 || m < 1 || m > 12 || f.tm.tm_mday < 1 ||
		f.tm.tm_mday > 31 || f.tm.tm_hour > 23 || f.tm.tm_min > 59 ||
		f.tm.tm_sec > 60)
		return 0;
	f.tm.tm_year = y - 1900;
	f.tm.tm_mon = m - 1;
	f.has_zone = rest.n > 0 && rest.p[0] == 'Z';
	return face_time(&f);
}

int64_t
instant_in_name(struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		struct str rest = str_skip(name, i);
		size_t digits = str_cut_digits(&rest).n;
		int64_t time = digits > 0 ? digits_time(name, i) : 0;

		if (time > 0 && time <= INSTANT_LATEST)
			return time;
		if (digits > 0)
			i += digits - 1;
	}
	return 0;
}

/* ---- To text ---- */

/* True if the local time occurs twice because the clock is set back. */
static bool
is_twice(int64_t time)
{
	int64_t offset = zone_offset(time), other;

	for (int day = -1; day <= 1; day += 2) {
		int64_t then = zone_offset(time + (int64_t)day * DAY);

		if (then != offset && moment_of(time + offset, then, &other))
			return true;
	}
	return false;
}

static void
put_zone(struct strbuf *out, const struct tm *tm)
{
	char zone[16];

	if (strftime(zone, sizeof(zone), " %Z", tm) > 0)
		strbuf_addstr(out, zone);
}

void
instant_put(struct strbuf *out, int64_t time, int64_t near)
{
	struct tm tm = local_of(time), other = local_of(near);

	if (tm.tm_year != other.tm_year || tm.tm_yday != other.tm_yday)
		strbuf_addf(out, "%04d-%02d-%02d ", tm.tm_year + 1900,
			tm.tm_mon + 1, tm.tm_mday);
	strbuf_addf(out, "%02d:%02d:%02d", tm.tm_hour, tm.tm_min, tm.tm_sec);
	if (time % SECOND != 0)
		strbuf_addf(out, ".%03d", (int)(time % SECOND));
	if (is_twice(time))
		put_zone(out, &tm);
}

void
instant_put_utc(struct strbuf *out, int64_t time)
{
	time_t t = (time_t)(time / SECOND);
	struct tm tm = { .tm_year = 70, .tm_mday = 1 };

	if (time >= 0)
		(void)gmtime_r(&t, &tm);
	strbuf_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900,
		tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
	if (time > 0 && time % SECOND != 0)
		strbuf_addf(out, ".%03d", (int)(time % SECOND));
	strbuf_addch(out, 'Z');
}

void
instant_put_minute(struct strbuf *out, int64_t time)
{
	struct tm tm = local_of(time);

	strbuf_addf(out, "%02d:%02d", tm.tm_hour, tm.tm_min);
	if (is_twice(time))
		put_zone(out, &tm);
}

void
instant_put_span(struct strbuf *out, struct span s, bool ascii)
{
	instant_put(out, s.from, s.from);
	strbuf_addstr(out, ascii ? "-" : "–");
	instant_put(out, s.until, s.from);
}

static void
put_exact(struct strbuf *out, int64_t time)
{
	struct tm tm = local_of(time);

	/* The number of ms since 1970 is unambiguous. */
	if (time % SECOND != 0 || is_twice(time)) {
		strbuf_addf(out, "%013" PRId64, time);
		return;
	}
	strbuf_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900,
		tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

void
instant_put_exact(struct strbuf *out, struct span s)
{
	put_exact(out, s.from);
	strbuf_addstr(out, "..");
	put_exact(out, s.until);
}

void
instant_put_duration(struct strbuf *out, int64_t ms)
{
	static const struct unit_name parts[] = { { "d", DAY }, { "h", HOUR },
		{ "m", MINUTE }, { "s", SECOND }, { "ms", 1 } };
	size_t n = 0;

	/* Print at most two units. */
	for (size_t i = 0; i < COUNT_OF(parts) && n < 2; i++) {
		if (ms < parts[i].ms)
			continue;
		strbuf_addf(
			out, "%" PRId64 "%s", ms / parts[i].ms, parts[i].name);
		ms %= parts[i].ms;
		n++;
	}
	if (n == 0)
		strbuf_addstr(out, "0s");
}

/* ---- The axis ---- */

/* Return the first time >= `time` whose local time is a multiple of `every`. */
static int64_t
tick_from(int64_t time, int64_t every)
{
	int64_t local = time + zone_offset(time), t;

	local += (every - local % every) % every;
	t = local - zone_offset(time);
	/* The zone's offset has changed between `time` and t. */
	if ((zone_offset(t) - zone_offset(time)) % every != 0)
		t = local - zone_offset(t);
	return t >= time ? t : t + every;
}

int64_t
instant_first_tick(struct span window, int most, int64_t *every)
{
	static const int64_t steps[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500,
		1 * SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND,
		30 * SECOND, 1 * MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE,
		15 * MINUTE, 30 * MINUTE, 1 * HOUR, 2 * HOUR, 3 * HOUR,
		6 * HOUR, 12 * HOUR, 1 * DAY, 2 * DAY, 7 * DAY,
		INT64_C(28) * DAY, INT64_C(365) * DAY, INT64_C(3650) * DAY };
	size_t i = 0;

	while (i + 1 < COUNT_OF(steps) &&
		(window.until - window.from) / steps[i] >= most)
		i++;
	*every = steps[i];
	return tick_from(window.from, steps[i]);
}

int64_t
instant_next_tick(int64_t tick, int64_t every)
{
	return tick_from(tick + 1, every);
}
