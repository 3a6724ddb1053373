/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over JSON: what it skips costs little and can be stopped. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/strbuf.h"
#include "profile/profile.h"
#include "read/read.h"

enum { TEXT = 16 << 20, TRIES = 3 };

#ifdef HAVE_JANSSON

/* Append a text in quotes, made of one piece again and again. */
static void
put_text(struct strbuf *out, const char *piece)
{
	strbuf_addch(out, '"');
	for (size_t i = 0; i < TEXT; i += strlen(piece))
		strbuf_addstr(out, piece);
	strbuf_addch(out, '"');
}

/* An ordinary trace of Chrome; one of its events has a long text. */
static void
put_trace(struct strbuf *out, const char *piece)
{
	strbuf_addstr(out, "{\"traceEvents\":[");
	for (int i = 0; i < TEXT / 64; i++)
		strbuf_addf(out,
			"{\"ph\":\"X\",\"name\":\"f%d\",\"pid\":1,\"tid\":1,"
			"\"ts\":%d,\"dur\":9},",
			i % 100, i * 10);
	strbuf_addstr(out,
		"{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,"
		"\"dur\":1,\"args\":{\"source\":");
	put_text(out, piece);
	strbuf_addstr(out, "}}]}");
}

/* Return the least processor time of several reads. */
static clock_t
cost_of(const char *piece)
{
	struct strbuf text = STRBUF_INIT;
	clock_t least = 0;

	put_trace(&text, piece);
	for (int i = 0; i < TRIES; i++) {
		struct err err = ERR_INIT;
		struct read_spec spec = { .bytes = strbuf_str(&text),
			.name = STR("trace.json") };
		clock_t began = clock();
		struct profile *p = read_profile(&spec, NULL, NULL, &err);

		began = clock() - began;
		assert_non_null(p);
		profile_unref(p);
		if (i == 0 || began < least)
			least = began;
	}
	strbuf_free(&text);
	return least;
}

TEST(a_file_of_escapes_costs_at_most_twice_one_without)
{
	clock_t plain = cost_of("abcdefgh"), escapes = cost_of("\\\"\\n");

	print_message("%.2f s without escapes, %.2f s with\n",
		(double)plain / CLOCKS_PER_SEC,
		(double)escapes / CLOCKS_PER_SEC);
	assert_true(escapes <= 2 * plain);
}

TEST(strings_end_at_the_quote_that_is_not_escaped)
{
	static const struct {
		const char *text;
		size_t end; /* 0: the text is cut */
	} rows[] = {
		{ "\"\" x", 2 },
		{ "\"a\\\"b\" x", 6 },
		{ "\"\\\\\" x\"", 4 },
		{ "\"0123456789abcdef\" x", 18 },
		{ "\"0123456789abcdefg\\\"\" x", 21 },
		{ "\"0123456789abcdefghijklmnopqrst\\\\\" \"", 34 },
		{ "\"\\\"0123456789abcdefghijklmnopq\\\"\" x", 33 },
		{ "\"0123456789abcdefghijklmnop", 0 },
		{ "\"0123456789abcdefghijklmnop\\\"", 0 },
		{ "\"abc\\", 0 },
		{ "\"", 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct err err = ERR_INIT;
		struct jwalk w;
		int rc;

		jwalk_init(&w, str_c(rows[i].text), &err);
		rc = jwalk_skip(&w);
		if ((rc == 0) != (rows[i].end > 0) ||
			(rc == 0 && w.at != rows[i].end))
			fail_msg("%s: %d, %zu", rows[i].text, rc, w.at);
	}
}

TEST(a_long_string_can_be_left)
{
	static const char *const pieces[] = { "a", "\\n", "\\\"" };

	for (size_t i = 0; i < COUNT_OF(pieces); i++) {
		struct progress progress = { .keep = false };
		struct strbuf text = STRBUF_INIT;
		struct err err = ERR_INIT;
		struct jwalk w;

		put_text(&text, pieces[i]);
		assert_int_equal(
			jwalk_start(&w, strbuf_str(&text), &progress, &err), 0);
		progress.stop = PROGRESS_STOP_AT(2);
		assert_int_equal(jwalk_skip(&w), -1);
		assert_int_equal(err.code, ERR_CANCELLED);
		assert_true(w.at < TEXT / 2 + 1024);
		strbuf_free(&text);
	}
}

#endif

int
main(void)
{
#ifdef HAVE_JANSSON
	return tests_run(NULL, NULL);
#else
	return 77;
#endif
}
