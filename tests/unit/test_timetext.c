/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times as text; daylight saving. */
#include "prelude.h"

#include "profile/timetext.h"

#include "testing.h"

#include "base/compiler.h"

enum { SEC = 1000, MIN = 60 * SEC, HOUR = 60 * MIN };

/* 2026-11-22 14:00:00 UTC, a Sunday. */
#define AFTERNOON INT64_C(1795356000000)
/* 2026-10-25 00:00 UTC; in Berlin the clock goes back at 01:00 UTC. */
#define BACK INT64_C(1792886400000)
/* 2026-03-29 00:00 UTC; there it goes forward at 01:00 UTC. */
#define FORTH INT64_C(1774742400000)

static void
zone(const char *tz)
{
	assert_int_equal(setenv("TZ", tz, 1), 0);
	tzset();
}

#define BERLIN "CET-1CEST,M3.5.0,M10.5.0/3"

static const struct instant_base base = { .now = AFTERNOON + HOUR,
	.extent = { AFTERNOON - 30 * MIN, AFTERNOON + 30 * MIN } };

static void
time_is(const char *text, int64_t want)
{
	struct err err = ERR_INIT;
	int64_t have = -1;

	if (instant_parse(str_c(text), &base, &have, &err) != 0)
		fail_msg("%s: %s", text, err.msg);
	if (have != want)
		fail_msg("%s: %lld, not %lld", text, (long long)have,
			(long long)want);
}

TEST(words_are_times)
{
	zone("UTC");
	time_is("now", base.now);
	time_is("now-15m", base.now - 15 * MIN);
	time_is("now-1h30m", base.now - 90 * MIN);
	time_is("now+2s", base.now + 2 * SEC);
	time_is("14:02", AFTERNOON + 2 * MIN);
	time_is("14:02:30", AFTERNOON + 2 * MIN + 30 * SEC);
	time_is("14:02:30.25", AFTERNOON + 2 * MIN + 30 * SEC + 250);
	time_is("2026-11-22T14:02", AFTERNOON + 2 * MIN);
	time_is("2026-11-22 14:02", AFTERNOON + 2 * MIN);
	time_is("2026-11-22T15:02+01:00", AFTERNOON + 2 * MIN);
	time_is("2026-11-22T14:02Z", AFTERNOON + 2 * MIN);
	time_is("2026-11-22", AFTERNOON - 14 * HOUR);
	time_is("1795356000", AFTERNOON);
	time_is("1795356000000", AFTERNOON);
	time_is("5m", base.extent.from + 5 * MIN);
	time_is("1.5s", base.extent.from + 1500);
	time_is("0s", base.extent.from);
	/* Without such a day, on the day of the last profile. */
	time_is("23:00", AFTERNOON + 9 * HOUR);
	time_is("13:00", AFTERNOON - HOUR);
}

TEST(a_time_of_day_is_of_the_day_of_the_profiles)
{
	const struct instant_base night = { .now = AFTERNOON,
		.extent = { AFTERNOON - INT64_C(17) * HOUR,
			AFTERNOON - INT64_C(11) * HOUR } };
	struct err err = ERR_INIT;
	int64_t have;

	zone("UTC");
	/* From 21:00 to 03:00. */
	assert_int_equal(instant_parse(STR("22:00"), &night, &have, &err), 0);
	assert_int_equal(have, AFTERNOON - INT64_C(16) * HOUR);
	assert_int_equal(instant_parse(STR("01:00"), &night, &have, &err), 0);
	assert_int_equal(have, AFTERNOON - INT64_C(13) * HOUR);
}

TEST(spans_have_two_ends_or_one)
{
	static const struct {
		const char *text;
		struct span want;
	} rows[] = {
		{ "14:02..14:04:30",
			{ AFTERNOON + 2 * MIN, AFTERNOON + 270 * SEC } },
		{ "14:02..+2m", { AFTERNOON + 2 * MIN, AFTERNOON + 4 * MIN } },
		{ "now-15m..now", { AFTERNOON + 45 * MIN, AFTERNOON + HOUR } },
		{ "14:02..", { AFTERNOON + 2 * MIN, AFTERNOON + 30 * MIN } },
		{ "..14:02", { AFTERNOON - 30 * MIN, AFTERNOON + 2 * MIN } },
		{ "5m..10m", { AFTERNOON - 25 * MIN, AFTERNOON - 20 * MIN } },
		/* Beside the profiles, which the caller knows. */
		{ "14:40..", { AFTERNOON + 40 * MIN, AFTERNOON + 30 * MIN } },
		{ "..", { AFTERNOON - 30 * MIN, AFTERNOON + 30 * MIN } },
		{ "10m", { AFTERNOON + 20 * MIN, AFTERNOON + 30 * MIN } },
	};
	struct err err = ERR_INIT;
	struct span s;

	zone("UTC");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		assert_int_equal(instant_parse_span(
					 str_c(rows[i].text), &base, &s, &err),
			0);
		assert_int_equal(s.from, rows[i].want.from);
		assert_int_equal(s.until, rows[i].want.until);
	}
}

TEST(what_is_no_time_is_refused)
{
	static const char *const bad[] = { "", "14", "14:2", "25:00", "14:60",
		"noon", "now-", "now 15m", "nowhere", "2026-13-01",
		"2026-11-22T", "14:02Z", "2026-11-22T14:02+", "5", "5x", "-5m",
		"99999999999999999999", "9999999999999", "1e9", "now-99999999w",
		"14:02:", "1.5", "2026-11-22T14:02+1" };
	static const char *const bad_spans[] = { "14:02", "14:05..14:02",
		"14:02..14:02", "x..y", "14:02..+", "14:02..+x", "", "..+2m" };
	struct err err = ERR_INIT;
	struct span s;
	int64_t t;

	zone("UTC");
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		if (instant_parse(str_c(bad[i]), &base, &t, &err) == 0)
			fail_msg("%s is taken as %lld", bad[i], (long long)t);
	for (size_t i = 0; i < COUNT_OF(bad_spans); i++)
		if (instant_parse_span(str_c(bad_spans[i]), &base, &s, &err) ==
			0)
			fail_msg("%s is taken", bad_spans[i]);
}

static void
name_has(const char *name, int64_t want)
{
	assert_int_equal(instant_in_name(str_c(name)), want);
}

TEST(names_of_files_have_times)
{
	zone("UTC");
	name_has("heap-20261122T140230.pb.gz", AFTERNOON + 150 * SEC);
	name_has("heap.20261122-140230", AFTERNOON + 150 * SEC);
	name_has("heap_20261122_140230.pb", AFTERNOON + 150 * SEC);
	name_has("20261122140230", AFTERNOON + 150 * SEC);
	name_has("cpu.1795356000.pb", AFTERNOON);
	name_has("cpu-1795356000123.pb", AFTERNOON + 123);
	name_has("v3-cpu-1795356000.pb", AFTERNOON);
	name_has("heap-20261122.pb.gz", 0);
	name_has("heap-20261322T140230.pb.gz", 0);
	name_has("heap-99991122T140230.pb.gz", 0);
	name_has("heap-123456789012.pb.gz", 0);
	/* A day and a time without the century; a piece of a hash. */
	name_has("heap-2611221402.pb.gz", 0);
	name_has("heap-3f2a1795356000.pb.gz", 0);
	name_has("1795356000ab-heap.pb.gz", 0);
	name_has("profile1795356000.pb.gz", AFTERNOON);
	name_has("heap.pb.gz", 0);
	name_has("", 0);
	zone(BERLIN);
	name_has("heap-20261122T150230.pb.gz", AFTERNOON + 150 * SEC);
	name_has("heap-20261122T140230Z.pb.gz", AFTERNOON + 150 * SEC);
}

static void
put_is(int64_t time, int64_t near, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	instant_put(&out, time, near);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

TEST(the_hour_that_is_there_twice_has_its_zone)
{
	struct strbuf out = STRBUF_INIT;
	struct span s = { BACK, BACK + 30 * MIN }, again;
	struct err err = ERR_INIT;

	zone(BERLIN);
	put_is(BACK - MIN, BACK, "01:59:00");
	put_is(BACK + 30 * MIN, BACK, "02:30:00 CEST");
	put_is(BACK + 90 * MIN, BACK, "02:30:00 CET");
	put_is(BACK + 120 * MIN, BACK, "03:00:00");
	put_is(BACK + 500, BACK, "02:00:00.500 CEST");
	put_is(BACK, BACK + INT64_C(24) * HOUR, "2026-10-25 02:00:00 CEST");
	instant_put_minute(&out, BACK + 90 * MIN);
	assert_string_equal(strbuf_c(&out), "02:30 CET");
	/* Written exactly, either is found again. */
	for (int i = 0; i < 4; i++) {
		strbuf_reset(&out);
		instant_put_exact(&out, s);
		assert_int_equal(instant_parse_span(
					 strbuf_str(&out), &base, &again, &err),
			0);
		assert_true(span_equal(s, again));
		s.from += 31 * MIN;
		s.until += 33 * MIN;
	}
	strbuf_free(&out);
}

/* The clock is set back by half an hour. */
#define LORD_HOWE "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"
/* 2026-04-05 02:00 there, for the first time: 15:00 UTC the day before. */
#define HOWE_BACK INT64_C(1775314800000)

TEST(half_an_hour_that_is_there_twice_has_its_zone)
{
	zone(LORD_HOWE);
	put_is(HOWE_BACK - 31 * MIN, HOWE_BACK, "01:29:00");
	put_is(HOWE_BACK - 30 * MIN, HOWE_BACK, "01:30:00 +11");
	put_is(HOWE_BACK, HOWE_BACK, "01:30:00 +1030");
	put_is(HOWE_BACK + 29 * MIN, HOWE_BACK, "01:59:00 +1030");
	put_is(HOWE_BACK + 30 * MIN, HOWE_BACK, "02:00:00");
	time_is("2026-04-05T01:00", HOWE_BACK - HOUR);
	time_is("2026-04-05T01:30", HOWE_BACK - 30 * MIN);
	time_is("2026-04-05T01:59", HOWE_BACK - MIN);
	time_is("2026-04-05T02:00", HOWE_BACK + 30 * MIN);
	time_is("2026-04-05T03:00", HOWE_BACK + 90 * MIN);
	zone(BERLIN);
	time_is("2026-10-25T02:30", BACK + 30 * MIN);
	time_is("2026-10-25T03:00", BACK + 120 * MIN);
	time_is("2026-10-25T01:59", BACK - MIN);
}

/* All ticks of a window, as minutes since its beginning. */
static void
ticks_are(struct span window, int most, const char *want)
{
	struct strbuf out = STRBUF_INIT;
	int64_t every, t;

	t = instant_first_tick(window, most, &every);
	for (int i = 0; t < window.until && i < 50; i++) {
		strbuf_addch(&out, ' ');
		instant_put_minute(&out, t);
		t = instant_next_tick(t, every);
	}
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

TEST(an_axis_is_labelled_in_local_time)
{
	zone("UTC");
	ticks_are((struct span){ AFTERNOON - 38 * MIN, AFTERNOON + 22 * MIN },
		8, " 13:30 13:40 13:50 14:00 14:10 14:20");
	zone("IST-5:30");
	ticks_are((struct span){ AFTERNOON, AFTERNOON + 2 * HOUR }, 5,
		" 19:30 20:00 20:30 21:00");
	zone(BERLIN);
	/* Back: one hour twice. Forth: one hour not at all. */
	ticks_are((struct span){ BACK - HOUR, BACK + 4 * HOUR }, 8,
		" 01:00 02:00 CEST 02:00 CET 03:00 04:00");
	ticks_are((struct span){ FORTH - HOUR, FORTH + 4 * HOUR }, 8,
		" 00:00 01:00 03:00 04:00 05:00");
	/* Every six hours, over both. */
	ticks_are((struct span){ BACK - 2 * HOUR, BACK + 24 * HOUR }, 6,
		" 00:00 06:00 12:00 18:00 00:00");
	ticks_are((struct span){ FORTH - HOUR, FORTH + 24 * HOUR }, 6,
		" 00:00 06:00 12:00 18:00 00:00");
}

TEST(durations_have_two_units_at_most)
{
	static const struct {
		int64_t ms;
		const char *want;
	} rows[] = { { 0, "0s" }, { 250, "250ms" }, { 90 * SEC, "1m30s" },
		{ 2 * HOUR, "2h" }, { 26 * HOUR + 5 * SEC, "1d2h" },
		{ 1500, "1s500ms" } };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf out = STRBUF_INIT;

		instant_put_duration(&out, rows[i].ms);
		assert_string_equal(strbuf_c(&out), rows[i].want);
		strbuf_free(&out);
	}
}

#define BASE_MS INT64_C(1795332720000)
#define END_MS INT64_C(1795333170000)

TEST(times_are_what_people_write)
{
	static const struct {
		const char *word;
		int64_t ms; /* -1: none */
	} rows[] = {
		{ "now", END_MS },
		{ "now-1h", END_MS - 3600000 },
		{ "now-1h30m", END_MS - 5400000 },
		{ "1795332720", BASE_MS },
		{ "1795332720000", BASE_MS },
		{ "1795332720000000", BASE_MS },
		{ "1795332720000000000", BASE_MS },
		{ "2026-11-22T07:32:00Z", BASE_MS },
		{ "2026-11-22T08:32:00+01:00", BASE_MS },
		{ "2026-11-22T07:32:00.25Z", BASE_MS + 250 },
		{ "2026-11-22 07:32", BASE_MS },
		{ "07:32", BASE_MS },
		{ "20261122", INT64_C(1795305600000) },
		{ "2026-11-22", INT64_C(1795305600000) },
		{ "", -1 },
		{ "now+1h", END_MS + 3600000 },
		{ "yesterday", -1 },
		{ "2026-13-01", -1 },
		{ "2300-01-01", -1 },
		{ "25:99", -1 },
		{ "99999999999", -1 },
	};
	const struct instant_base end = { .now = END_MS };

	zone("UTC");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct err err = ERR_INIT;
		int64_t ms = -1;

		if (instant_parse(str_c(rows[i].word), &end, &ms, &err) != 0)
			ms = -1;
		if (ms != rows[i].ms)
			fail_msg("%s: %lld", rows[i].word, (long long)ms);
	}
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
