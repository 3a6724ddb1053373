/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of a recording of perf: see perfhead.h. */
#include "config.h"

#include "read/perfhead.h"

#include <string.h>
#include <time.h>

#include "base/strbuf.h"

#include "base/banned.h"

static const struct {
	const char *key, *shown;
} facts[PERF_FACTS] = {
	[PERF_VERSION] = { "perf version", "perf" },
	[PERF_COMMAND] = { "cmdline", "command:" },
	[PERF_HOST] = { "hostname", "host:" },
	[PERF_SYSTEM] = { "os release", "kernel:" },
	[PERF_CPU] = { "cpudesc", "processor:" },
};

/* "Nov" -> 10 */
static int
month(struct str s)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (int i = 0; i < 12; i++)
		if (str_eq(s, str_from(names + (size_t)i * 3, 3)))
			return i;
	return -1;
}

/* The next number, up to `end`. */
static int
number(struct str *s, char end)
{
	struct str digits;
	int64_t n;

	while (s->n > 0 && s->p[0] == ' ')
		*s = str_skip(*s, 1);
	digits = str_cut(s, end);
	return str_to_i64(digits, &n) && n >= 0 && n < 10000 ? (int)n : -1;
}

/* "Sat Nov 21 07:57:24 2026", as ctime() has it: in local time. */
static int64_t
taken(struct str s)
{
	struct tm tm = { .tm_isdst = -1 };
	time_t sec;

	(void)str_cut(&s, ' ');
	tm.tm_mon = month(str_cut(&s, ' '));
	tm.tm_mday = number(&s, ' ');
	tm.tm_hour = number(&s, ':');
	tm.tm_min = number(&s, ':');
	tm.tm_sec = number(&s, ' ');
	tm.tm_year = number(&s, ' ') - 1900;
	if (tm.tm_mon < 0 || tm.tm_mday < 1 || tm.tm_hour < 0 ||
		tm.tm_min < 0 || tm.tm_sec < 0 || tm.tm_year < 70)
		return 0;
	sec = mktime(&tm);
	return sec > 0 && sec < INT64_MAX / 1000000000
		? (int64_t)sec * 1000000000
		: 0;
}

void
perf_head_line(struct perf_head *h, struct builder *b, struct str line)
{
	struct str value = str_trim(str_skip(line, 1));
	struct str key = str_trim(str_cut(&value, ':'));

	value = str_trim(value);
	if (value.n == 0)
		return;
	if (str_is(key, "captured on") && h->taken == 0)
		h->taken = taken(value);
	for (int i = 0; i < PERF_FACTS; i++)
		if (h->fact[i] == 0 && str_is(key, facts[i].key))
			h->fact[i] = builder_string(b, value);
}

void
perf_head_end(const struct perf_head *h, struct builder *b)
{
	struct strbuf text = STRBUF_INIT;

	builder_header(b)->time_nanos = h->taken;
	for (int i = 0; i < PERF_FACTS; i++) {
		if (h->fact[i] == 0 || h->fact[i] == NONE)
			continue;
		strbuf_reset(&text);
		strbuf_addf(&text, "%s ", facts[i].shown);
		strbuf_add(&text, builder_str(b, h->fact[i]));
		builder_comment(b, builder_string(b, strbuf_str(&text)));
	}
	strbuf_free(&text);
}
