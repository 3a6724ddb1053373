/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moments in words: see when.h. */
#include "config.h"

#include "fetch/when.h"

#include <inttypes.h>
#include <time.h>

#include "base/ascii.h"
#include "base/compiler.h"

#include "base/banned.h"

#define SECOND_MS INT64_C(1000)
#define DAY_MS (24 * 3600 * SECOND_MS)

int64_t
when_now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * SECOND_MS + t.tv_nsec / 1000000;
}

static const struct {
	const char *unit;
	int64_t ms;
} units[] = { { "ms", 1 }, { "w", 7 * DAY_MS }, { "d", DAY_MS },
	{ "h", 3600 * SECOND_MS }, { "m", 60 * SECOND_MS },
	{ "s", SECOND_MS } };

int64_t
when_length(struct str word)
{
	int64_t sum = 0, n;

	if (word.n == 0)
		return -1;
	while (word.n > 0) {
		struct str digits = str_cut_digits(&word);
		bool found = false;

		if (digits.n == 0 || digits.n > 12 || !str_to_i64(digits, &n))
			return -1;
		for (size_t i = 0; i < COUNT_OF(units) && !found; i++) {
			found = str_starts(word, str_c(units[i].unit));
			if (!found)
				continue;
			if (n > WHEN_LATEST / units[i].ms)
				return -1;
			sum += n * units[i].ms;
			word = str_skip(word, str_c(units[i].unit).n);
		}
		if (!found || sum > WHEN_LATEST)
			return -1;
	}
	return sum;
}

/* So many digits as a number, and then one of `ends` or the end. */
static bool
take_digits(struct str *rest, size_t least, size_t most, int64_t *out)
{
	struct str digits = str_cut_digits(rest);

	return digits.n >= least && digits.n <= most && str_to_i64(digits, out);
}

static bool
take_char(struct str *rest, const char *any)
{
	if (rest->n == 0 || rest->p[0] == '\0' ||
		strchr(any, rest->p[0]) == NULL)
		return false;
	*rest = str_skip(*rest, 1);
	return true;
}

/* Days since 1970 of a date of the Gregorian calendar. */
static int64_t
days_of(int64_t year, int64_t month, int64_t day)
{
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t era = y / 400, of_era = y - era * 400;
	int64_t of_year =
		(153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 +
		of_year - 719468;
}

struct moment {
	int64_t year, month, day, hour, minute, second, ms;
	bool has_zone;
	int64_t zone; /* minutes east of Greenwich */
};

static bool
moment_to_ms(const struct moment *m, int64_t *out)
{
	struct tm tm = { .tm_year = (int)m->year - 1900,
		.tm_mon = (int)m->month - 1,
		.tm_mday = (int)m->day,
		.tm_hour = (int)m->hour,
		.tm_min = (int)m->minute,
		.tm_sec = (int)m->second,
		.tm_isdst = -1 };
	time_t local;

	if (m->month < 1 || m->month > 12 || m->day < 1 || m->day > 31 ||
		m->hour > 24 || m->minute > 59 || m->second > 60)
		return false;
	if (m->has_zone) {
		*out = days_of(m->year, m->month, m->day) * DAY_MS +
			((m->hour * 60 + m->minute - m->zone) * 60 +
				m->second) *
				SECOND_MS;
	} else {
		local = mktime(&tm);
		if (local == (time_t)-1)
			return false;
		*out = (int64_t)local * SECOND_MS;
	}
	*out += m->ms;
	return true;
}

/* "14:05", "14:05:30.25" */
static bool
take_clock(struct str *rest, struct moment *m)
{
	if (!take_digits(rest, 1, 2, &m->hour) || !take_char(rest, ":") ||
		!take_digits(rest, 2, 2, &m->minute))
		return false;
	if (!take_char(rest, ":"))
		return true;
	if (!take_digits(rest, 2, 2, &m->second))
		return false;
	if (take_char(rest, ".,")) {
		struct str digits = str_cut_digits(rest);

		for (size_t i = 0; i < 3; i++)
			m->ms = m->ms * 10 +
				(i < digits.n ? digits.p[i] - '0' : 0);
		return digits.n > 0;
	}
	return true;
}

/* "", "Z", "+01:00" */
static bool
take_zone(struct str *rest, struct moment *m)
{
	int64_t hours, minutes, sign;

	if (rest->n == 0)
		return true;
	m->has_zone = true;
	if (take_char(rest, "Zz"))
		return true;
	sign = rest->p[0] == '-' ? -1 : 1;
	if (!take_char(rest, "+-") || !take_digits(rest, 2, 2, &hours) ||
		!take_char(rest, ":") || !take_digits(rest, 2, 2, &minutes))
		return false;
	m->zone = sign * (hours * 60 + minutes);
	return hours <= 24 && minutes <= 59;
}

/* "2026-11-22", with a clock and a zone or without. */
static bool
date_to_ms(struct str word, int64_t *out)
{
	struct moment m = { .has_zone = false };

	if (!take_digits(&word, 4, 4, &m.year) || !take_char(&word, "-") ||
		!take_digits(&word, 2, 2, &m.month) || !take_char(&word, "-") ||
		!take_digits(&word, 2, 2, &m.day))
		return false;
	if (take_char(&word, "Tt _") && !take_clock(&word, &m))
		return false;
	return take_zone(&word, &m) && word.n == 0 && moment_to_ms(&m, out);
}

/* Of today, or of a day in digits. */
static bool
local_to_ms(struct str word, int64_t now, int64_t *out)
{
	time_t seconds = (time_t)(now / SECOND_MS);
	struct moment m = { .has_zone = false };
	struct tm tm;

	if (word.n == 8 && str_chr(word, ':') < 0) {
		struct str year = str_sub(word, 0, 4);
		struct str month = str_sub(word, 4, 6);
		struct str day = str_sub(word, 6, 8);

		return str_to_i64(year, &m.year) &&
			str_to_i64(month, &m.month) &&
			str_to_i64(day, &m.day) && moment_to_ms(&m, out);
	}
	if (localtime_r(&seconds, &tm) == NULL)
		return false;
	m.year = tm.tm_year + 1900;
	m.month = tm.tm_mon + 1;
	m.day = tm.tm_mday;
	return take_clock(&word, &m) && word.n == 0 && moment_to_ms(&m, out);
}

static bool
digits_to_ms(struct str word, int64_t *out)
{
	int64_t n;

	if (!str_to_i64(word, &n) || n < 0)
		return false;
	*out = word.n <= 10    ? n * SECOND_MS
		: word.n == 13 ? n
		: word.n == 16 ? n / 1000
		: word.n == 19 ? n / 1000000
			       : -1;
	return true;
}

int
when_parse(struct str word, int64_t now, int64_t *out, struct err *err)
{
	struct str rest = word;
	bool digits = word.n > 0;
	int64_t length;
	bool good;

	for (size_t i = 0; i < word.n; i++)
		digits = digits && ascii_is_digit(word.p[i]);
	if (str_starts(word, STR("now"))) {
		rest = str_skip(word, 3);
		length = rest.n == 0 ? 0 : when_length(str_skip(rest, 1));
		good = length >= 0 && (rest.n == 0 || rest.p[0] == '-');
		*out = now - length;
	} else if (digits && word.n != 8) {
		good = digits_to_ms(word, out);
	} else {
		good = date_to_ms(word, out) || local_to_ms(word, now, out);
	}
	if (good && *out >= 0 && *out <= WHEN_LATEST)
		return 0;
	return err_set(err, ERR_USAGE,
		"\"%.*s\" is no time: now, now-3h, 14:05, 2026-11-22T14:05, "
		"or seconds since 1970",
		STR_ARG(word));
}

void
when_put(struct strbuf *out, int64_t ms)
{
	time_t seconds = (time_t)(ms / SECOND_MS);
	struct tm tm;

	if (ms < 0 || gmtime_r(&seconds, &tm) == NULL) {
		strbuf_addc(out, "1970-01-01T00:00:00Z");
		return;
	}
	strbuf_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900,
		tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
	if (ms % SECOND_MS != 0)
		strbuf_addf(out, ".%03d", (int)(ms % SECOND_MS));
	strbuf_addch(out, 'Z');
}

void
when_put_length(struct strbuf *out, int64_t ms)
{
	size_t before = out->n;

	if (ms >= DAY_MS)
		strbuf_addf(out, "%" PRId64 "d", ms / DAY_MS);
	ms %= DAY_MS;
	if (ms >= 3600 * SECOND_MS)
		strbuf_addf(out, "%" PRId64 "h", ms / (3600 * SECOND_MS));
	ms %= 3600 * SECOND_MS;
	if (ms >= 60 * SECOND_MS)
		strbuf_addf(out, "%" PRId64 "m", ms / (60 * SECOND_MS));
	ms %= 60 * SECOND_MS;
	if (ms >= SECOND_MS || out->n == before)
		strbuf_addf(out, "%" PRId64 "s", ms / SECOND_MS);
}
