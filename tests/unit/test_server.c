/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pyroscope and Parca. What a real Pyroscope answered (testdata/pyroscope) is
 * played again, and only to requests that are the same byte for byte.
 */
#include "prelude.h"

#include "fetch/server.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "testing.h"
#include <zlib.h>

#include "base/json.h"
#include "base/xalloc.h"
#include "httpd.h"
#include "load/load.h"
#include "profile/profile.h"
#include "profile/timetext.h"
#include "util_read.h"
#include "util_source.h"
#include "util_speed.h"

#define BASE_MS INT64_C(1795332720000)
#define END_MS INT64_C(1795333170000)

/* ---- The recording ---- */

struct recording {
	struct arena arena;
	VEC(struct httpd_row) row;
	VEC(struct bytes) file;
	struct httpd *d;
};

static struct str
unbase64(struct arena *arena, struct str text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	char *out = arena_alloc(arena, text.n + 1);
	uint32_t bits = 0;
	unsigned have = 0;
	size_t n = 0;

	for (size_t i = 0; i < text.n && text.p[i] != '='; i++) {
		bits = bits << 6 |
			(uint32_t)(strchr(digits, text.p[i]) - digits);
		have += 6;
		if (have >= 8) {
			have -= 8;
			out[n++] = (char)(bits >> have);
		}
	}
	return str_from(out, n);
}

static struct str
text_of(struct recording *r, const struct jval *v, const char *member)
{
	struct str text = STR_EMPTY;

	(void)jval_text(jval_get(v, member), &text);
	return arena_str(&r->arena, text);
}

/* An answer as it came: unpacking is the program's. */
static struct str
raw_file(struct recording *r, const char *dir, struct str name)
{
	struct strbuf path = STRBUF_INIT;
	struct bytes all = BYTES_INIT;
	FILE *f;
	char part[4096];
	size_t n;

	strbuf_addf(&path, "%s/testdata/pyroscope/%s/%.*s", source_dir(), dir,
		STR_ARG(name));
	f = fopen(strbuf_c(&path), "rb");
	assert_non_null(f);
	while ((n = fread(part, 1, sizeof(part), f)) > 0) {
		all.p = xrealloc(all.p, all.n + n, 1);
		memcpy(all.p + all.n, part, n);
		all.n += n;
	}
	(void)fclose(f);
	strbuf_free(&path);
	vec_push(&r->file, all);
	return bytes_str(&all);
}

static void
add_answer(struct recording *r, const char *dir, const struct jval *v)
{
	const struct jval *request = jval_get(v, "request");
	struct str name = text_of(r, v, "name"), body = STR_EMPTY;
	struct httpd_row row = { .method = "POST" };
	int64_t status = 0;

	(void)jval_int(jval_get(v, "status"), &status);
	row.path = text_of(r, v, "path").p;
	row.status = (int)status;
	row.answer = raw_file(r, dir, text_of(r, v, "file"));
	row.header = str_ends(text_of(r, v, "file"), STR(".gz"))
		? "Content-Encoding: gzip\r\n"
		: "Content-Type: application/json\r\n";
	if (jval_text(jval_get(request, "base64"), &body))
		row.exactly = unbase64(&r->arena, body);
	else if (str_is(name, "apps") || str_is(name, "labelnames"))
		row.body = "\"start\":\"1795332720000\"";
	else if (str_is(name, "pods"))
		row.body = "{\"name\":\"pod\",";
	else if (str_is(name, "series-15"))
		row.body = "\"step\":15.000";
	else if (str_is(name, "series-60-pod"))
		row.body = "\"groupBy\":[\"pod\"]";
	else
		return;
	if (row.exactly.n > 0 || row.body != NULL)
		vec_push(&r->row, row);
}

static struct recording
play(const char *dir)
{
	struct recording r = { .arena = ARENA_INIT };
	struct str text = raw_file(&r, dir, STR("index.json"));
	static const char *const name[] = { "answers" };
	struct err err = ERR_INIT;
	struct jwalk w;
	size_t where, n = 0;

	assert_int_equal(jwalk_start(&w, text, NULL, &err), 0);
	assert_int_equal(jwalk_members(&w, name, 1, &where), 0);
	assert_int_equal(jwalk_array_at(&w, where), 0);
	while (jwalk_next(&w, &n) > 0) {
		struct jval *v = jval_read(&w);

		add_answer(&r, dir, v);
		jval_free(v);
	}
	r.d = httpd_new(r.row.p, r.row.n);
	return r;
}

static void
play_end(struct recording *r)
{
	httpd_free(r->d);
	for (size_t i = 0; i < r->file.n; i++)
		bytes_free(&r->file.p[i]);
	vec_free(&r->file);
	vec_free(&r->row);
	arena_free(&r->arena);
}

/* ---- What is asked of it ---- */

static struct fetch_options at_the_end = { .now = END_MS, .no_save = true };

static void
put_name(struct strbuf *out, struct httpd *d, const char *rest)
{
	strbuf_addf(out, "pyroscope://127.0.0.1:%d%s", httpd_port(d), rest);
}

static struct profile *
load_from(struct httpd *d, const char *rest, const char *base, struct err *err)
{
	struct strbuf name = STRBUF_INIT, more = STRBUF_INIT;
	struct str source, subtracted;
	struct load_spec spec = {
		.fetch = &at_the_end, .n_sources = 1, .n_bases = base != NULL
	};
	struct profile *p;

	put_name(&name, d, rest);
	put_name(&more, d, base != NULL ? base : "");
	source = strbuf_str(&name);
	subtracted = strbuf_str(&more);
	spec.source = &source;
	spec.base = &subtracted;
	p = load_profile(&spec, NULL, NULL, err);
	strbuf_free(&name);
	strbuf_free(&more);
	return p;
}

static int64_t
total(struct httpd *d, const char *rest)
{
	struct err err = ERR_INIT;
	struct profile *p = load_from(d, rest, NULL, &err);
	int64_t sum;

	assert_string_equal(err.msg, "");
	sum = read_sum(p);
	profile_unref(p);
	return sum;
}

static void
fails(struct httpd *d, const char *rest, const char *why)
{
	struct err err = ERR_INIT;
	struct profile *p = load_from(d, rest, NULL, &err);

	assert_null(p);
	if (strstr(err.msg, why) == NULL)
		fail_msg("%s: %s", rest, err.msg);
}

#define SHOP "?service=shop&type=process_cpu:cpu:nanoseconds:cpu:nanoseconds"
#define CPU SHOP "&from=1795332720000"
/* The older layer was recorded a minute later. */
static void
sums_of_ranges_add_up(const char *layer, int64_t later)
{
	static const char shop[] = SHOP "&from=%" PRId64 "&until=%" PRId64;
	const struct {
		int64_t from, until, sum;
	} rows[] = {
		{ BASE_MS, END_MS, INT64_C(91509000000) },
		{ BASE_MS, BASE_MS + 224999, INT64_C(40762500000) },
		{ BASE_MS + 225000, END_MS, INT64_C(50746500000) },
	};
	struct recording r = play(layer);

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf rest = STRBUF_INIT;

		strbuf_addf(&rest, shop, rows[i].from + later,
			rows[i].until + later);
		assert_int_equal(total(r.d, strbuf_c(&rest)), rows[i].sum);
		strbuf_free(&rest);
	}
	play_end(&r);
}

TEST(halves_are_the_whole_in_both_layers)
{
	sums_of_ranges_add_up("v2", 0);
	sums_of_ranges_add_up("v1", 60000);
}

TEST(pods_are_the_whole)
{
	static const char pod[] = "?query={service_name%%3D\"shop\",pod%%3D"
				  "\"shop-%d\"}&type=process_cpu:cpu:"
				  "nanoseconds:cpu:nanoseconds&from="
				  "1795332720000";
	struct recording r = play("v2");
	int64_t sum = 0;

	for (int i = 0; i < 2; i++) {
		struct strbuf rest = STRBUF_INIT;

		strbuf_addf(&rest, pod, i);
		sum += total(r.d, strbuf_c(&rest));
		strbuf_free(&rest);
	}
	assert_int_equal(sum, INT64_C(91509000000));
	play_end(&r);
}

TEST(the_range_is_the_profiles_time)
{
	struct recording r = play("v2");
	struct err err = ERR_INIT;
	struct profile *p = load_from(r.d, CPU, NULL, &err);

	assert_non_null(p);
	assert_int_equal(p->header.time_nanos, BASE_MS * 1000000);
	assert_int_equal(
		p->header.duration_nanos, (END_MS - BASE_MS) * 1000000);
	/* Not the server's 1s, which it made up. */
	assert_int_equal(p->header.period, 0);
	profile_unref(p);
	play_end(&r);
}

TEST(a_short_type_is_looked_up)
{
	struct recording r = play("v2");

	assert_int_equal(
		total(r.d, "?service=shop&type=cpu&from=1795332720000"),
		INT64_C(91509000000));
	fails(r.d, "?service=shop&type=cqu&from=1795332720000",
		"type=cqu matches nothing there; available: shop (cpu");
	fails(r.d, "?from=1795332720000",
		"choose a type (type=) and service (service=); available: shop "
		"(cpu, ");
	play_end(&r);
}

TEST(nothing_is_said_in_words)
{
	for (int64_t later = 0; later <= 60000; later += 60000) {
		struct recording r = play(later == 0 ? "v2" : "v1");
		struct strbuf rest = STRBUF_INIT;

		strbuf_addf(&rest,
			"?service=nope&type=process_cpu:cpu:nanoseconds:cpu:"
			"nanoseconds&from=%" PRId64 "&until=%" PRId64,
			BASE_MS + later, END_MS + later);
		fails(r.d, strbuf_c(&rest),
			"no profiles of process_cpu:cpu:nanoseconds:cpu:"
			"nanoseconds{service_name=\"nope\"} between "
			"2026-11-22T07:3");
		/* Between two profiles: of v2 it is types without samples. */
		strbuf_reset(&rest);
		strbuf_addf(&rest,
			"?service=shop&type=process_cpu:cpu:nanoseconds:cpu:"
			"nanoseconds&from=%" PRId64 "&until=%" PRId64,
			BASE_MS + 3001 + later, BASE_MS + 3002 + later);
		fails(r.d, strbuf_c(&rest),
			"no profiles of process_cpu:cpu:nanoseconds:cpu:"
			"nanoseconds{service_name=\"shop\"} between "
			"2026-11-22T07:3");
		strbuf_free(&rest);
		play_end(&r);
	}
}

/* The answer to one call; all others get none. */
static void
one_call_fails(const char *method, struct str answer, const char *rest,
	const char *why, const char *sent)
{
	struct strbuf path = STRBUF_INIT;
	struct httpd_row rows[] = { { .answer = answer }, { .status = 200 } };
	struct httpd *d;
	bool found = false;

	strbuf_addf(&path, "/querier.v1.QuerierService/%s", method);
	rows[0].path = strbuf_c(&path);
	d = httpd_new(rows, COUNT_OF(rows));
	fails(d, rest, why);
	for (size_t i = 0; i < httpd_requests(d); i++)
		found = found ||
			str_find(httpd_request(d, i), str_c(sent), 0) >= 0;
	assert_true(found);
	httpd_free(d);
	strbuf_free(&path);
}

TEST(where_nothing_is_the_newest_is_told)
{
	static const char set[] = "{\"labels\":[{\"name\":\"__profile_type__\","
				  "\"value\":\"%s\"}]}";
	struct strbuf two = STRBUF_INIT;

	one_call_fails("GetProfileStats",
		STR("{\"dataIngested\":true,\"oldestProfileTime\":\"1\","
		    "\"newestProfileTime\":\"1795345500000\"}"),
		CPU, "; the newest profile is from 2026-11-22T11:05:00Z: try",
		"{}");
	one_call_fails("GetProfileStats", STR("{\"dataIngested\":false}"), CPU,
		"; there are none at any time: try", "{}");
	/* Without a word of a service all are meant. */
	one_call_fails("GetProfileStats", STR("<html>"),
		"?type=a:b:c:d:e&trace=5f&from=1795332720000",
		"Z: try another range", "\x12\x02{}");
	/* Two types of a name. */
	strbuf_addstr(&two, "{\"labelsSet\":[");
	strbuf_addf(&two, set, "a:cpu:ns:x:y");
	strbuf_addstr(&two, ",");
	strbuf_addf(&two, set, "b:cpu:ns:x:y");
	strbuf_addstr(&two, "]}");
	one_call_fails("Series", strbuf_str(&two),
		"?service=shop&type=cpu&from=1795332720000",
		"type=cpu matches several types; available: a:cpu, b:cpu",
		"service_name=");
	strbuf_free(&two);
}

TEST(choices_have_services_labels_and_values)
{
	struct recording r = play("v2");
	struct fetch_options o = at_the_end;
	struct strbuf name = STRBUF_INIT, want = STRBUF_INIT;
	struct fetch_result f = { .is_address = true };
	struct err err = ERR_INIT;
	int labels = 0;

	o.asks = true;
	put_name(&name, r.d, "?from=1795332720000");
	assert_int_equal(
		server_fetch(&o, strbuf_str(&name), 0, &f, NULL, &err), 0);
	assert_string_equal(f.err.msg, "");
	assert_non_null(f.choices);
	assert_true(str_is(f.choices->row.p[0].text, "shop"));
	assert_true(str_is(
		f.choices->row.p[1].text, "  cpu\tprocess_cpu\tnanoseconds"));
	put_name(&want, r.d,
		"?from=1795332720000&service=shop&type=process_cpu%3Acpu%3A"
		"nanoseconds%3Acpu%3Ananoseconds");
	assert_true(str_eq(f.choices->row.p[1].address, strbuf_str(&want)));
	/* Labels are among them, so that typing finds one. */
	strbuf_reset(&want);
	put_name(&want, r.d, "?from=1795332720000&ask=pod");
	for (size_t i = 0; i < f.choices->row.n; i++)
		labels += str_is(f.choices->row.p[i].text, "  pod") &&
			str_eq(f.choices->row.p[i].address, strbuf_str(&want));
	assert_int_equal(labels, 1);
	strbuf_reset(&want);
	fetch_result_fini(&f);
	f = (struct fetch_result){ .is_address = true };
	strbuf_reset(&name);
	put_name(&name, r.d, "?from=1795332720000&service=shop&ask=pod");
	assert_int_equal(
		server_fetch(&o, strbuf_str(&name), 0, &f, NULL, &err), 0);
	assert_non_null(f.choices);
	assert_int_equal(f.choices->row.n, 2);
	strbuf_reset(&want);
	put_name(&want, r.d,
		"?from=1795332720000&query=%7Bpod%3D%22shop-0%22%2C"
		"service_name%3D%22shop%22%7D");
	assert_true(str_eq(f.choices->row.p[0].address, strbuf_str(&want)));
	fetch_result_fini(&f);
	strbuf_free(&name);
	strbuf_free(&want);
	play_end(&r);
}

TEST(points_are_the_sums_of_their_steps)
{
	struct recording r = play("v2");
	struct strbuf name = STRBUF_INIT;
	struct server_points p;
	struct err err = ERR_INIT;
	double sum = 0;

	put_name(&name, r.d, SHOP);
	assert_int_equal(
		server_fetch_points(&at_the_end, strbuf_str(&name), BASE_MS,
			END_MS, 15000, STR_EMPTY, &p, NULL, &err),
		0);
	assert_int_equal(p.series.n, 1);
	for (size_t i = 0; i < p.series.p[0].point.n; i++)
		sum += p.series.p[0].point.p[i].value;
	assert_true(sum == 91509000000.0);
	server_points_fini(&p);
	assert_int_equal(
		server_fetch_points(&at_the_end, strbuf_str(&name), BASE_MS,
			END_MS - 30000, 60000, STR("pod"), &p, NULL, &err),
		0);
	assert_int_equal(p.series.n, 2);
	assert_true(str_starts(p.series.p[0].label, STR("shop-")));
	server_points_fini(&p);
	strbuf_free(&name);
	play_end(&r);
}

/* ---- A server that misbehaves ---- */

#define LIMIT \
	"{\"code\":\"invalid_argument\",\"message\":\"the query time range " \
	"exceeds the limit (max_query_length, actual: 26h0m0s, limit: 1h)\"}"

TEST(errors_say_what_to_do)
{
	static const struct {
		int status;
		const char *answer, *want;
	} rows[] = {
		{ 401,
			"{\"code\":\"unauthenticated\",\"message\":\"no org "
			"id\"}",
			"this server needs a tenant: set tenant=" },
		{ 400,
			"{\"code\":\"unknown\",\"message\":\"rpc: {\\\"code\\\""
			":\\\"invalid_argument\\\",\\\"message\\\":\\\"1:15: "
			"parse error\\\"}\"}",
			": 1:15: parse error" },
		{ 403, "no", "403 Forbidden: FLAMETOP_TOKEN" },
		{ 404, "404 page not found\n", "no Pyroscope at this address" },
		{ 200, "<html>", "profiles of" },
		{ 403, "<html>login", "a web page; does it need a login?" },
		{ 500, "oops\nmore", "500 Internal Server Error: oops" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct httpd_row row = { .status = rows[i].status,
			.answer = str_c(rows[i].answer) };
		struct httpd *d = httpd_new(&row, 1);

		if (rows[i].status != 200)
			fails(d, CPU, rows[i].want);
		httpd_free(d);
	}
}

TEST(a_server_that_fails_with_a_page_wants_no_login)
{
	struct httpd_row row = { .status = 500, .answer = STR("<html>gone") };
	struct httpd *d = httpd_new(&row, 1);
	struct err err = ERR_INIT;

	assert_null(load_from(d, CPU, NULL, &err));
	assert_true(str_ends(str_c(err.msg),
		STR("answered 500 Internal Server Error with a web page")));
	httpd_free(d);
}

TEST(an_empty_answer_is_no_list)
{
	struct httpd_row row = { .status = 200 };
	struct httpd *d = httpd_new(&row, 1);

	fails(d, "?service=shop", "the server sent an empty answer");
	httpd_free(d);
	row.answer = STR("<html>login");
	d = httpd_new(&row, 1);
	fails(d, "?service=shop", "a web page; does it need a login?");
	httpd_free(d);
}

/* A profile without samples is no bytes, packed or not. */
TEST(an_empty_answer_is_a_profile_without_samples)
{
	struct httpd_row rows[] = {
		{ .path = "/querier.v1.QuerierService/SelectMergeProfile",
			.status = 200 },
		{ .status = 404 },
	};
	struct httpd *d = httpd_new(rows, 2);

	fails(d, CPU, "no profiles of process_cpu:cpu:nanoseconds:cpu:");
	httpd_free(d);
}

TEST(a_tenant_is_sent)
{
	struct httpd_row row = { .status = 404 };
	struct httpd *d = httpd_new(&row, 1);

	fails(d, CPU "&tenant=team-a", "no Pyroscope");
	assert_true(str_find(httpd_request(d, 0),
			    STR("X-Scope-OrgID: team-a\r\n"), 0) > 0);
	httpd_free(d);
}

TEST(a_call_is_not_redirected)
{
	struct httpd_row there[] = { { .answer = STR("{}") } };
	struct httpd *other = httpd_new(there, 1), *d;
	struct strbuf location = STRBUF_INIT, why = STRBUF_INIT;
	struct httpd_row rows[] = { { .status = 302 }, { .status = 307 } };

	strbuf_addf(&location,
		"Location: http://127.0.0.1:%d/x?token=hunter2\r\n",
		httpd_port(other));
	strbuf_addf(&why,
		"redirected to http://127.0.0.1:%d/x?token=…: use that address",
		httpd_port(other));
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		rows[i].header = strbuf_c(&location);
		d = httpd_new(&rows[i], 1);
		fails(d, CPU "&tenant=team-a", strbuf_c(&why));
		assert_int_equal(httpd_requests(d), 1);
		httpd_free(d);
	}
	/* Neither the tenant nor anything else went there. */
	assert_int_equal(httpd_requests(other), 0);
	httpd_free(other);
	strbuf_free(&location);
	strbuf_free(&why);
}

static struct strbuf said_line;

static void
keep_line(struct str line)
{
	strbuf_add(&said_line, line);
}

TEST(a_busy_server_is_asked_again)
{
	struct httpd_row rows[] = {
		{ .status = 503, .header = "Retry-After: 0\r\n", .times = 2 },
		{ .status = 404 },
	};
	struct httpd *d = httpd_new(rows, 2);

	fails(d, CPU, "no Pyroscope");
	assert_int_equal(httpd_requests(d), 3);
	httpd_free(d);
	/* A pause that the user notices is reported. */
	rows[0] = (struct httpd_row){
		.status = 429, .header = "Retry-After: 1\r\n", .times = 1
	};
	d = httpd_new(rows, 2);
	at_the_end.say = keep_line;
	fails(d, CPU, "no Pyroscope");
	at_the_end.say = NULL;
	assert_string_equal(strbuf_c(&said_line),
		"127.0.0.1 is busy, asking again in 1s");
	strbuf_free(&said_line);
	httpd_free(d);
}

TEST(what_all_pieces_fail_of_is_told_once)
{
	struct httpd_row row = { .status = 400, .answer = str_c(LIMIT) };
	struct httpd *d = httpd_new(&row, 1);
	struct strbuf name = STRBUF_INIT;
	struct fetch_result f = { .is_address = true };
	struct err err = ERR_INIT;

	put_name(&name, d, SHOP "&from=now-2h");
	assert_int_equal(
		server_fetch(&at_the_end, strbuf_str(&name), 0, &f, NULL, &err),
		0);
	assert_non_null(strstr(f.err.msg, "max_query_length"));
	assert_int_equal(f.remarks.n, 0);
	fetch_result_fini(&f);
	strbuf_free(&name);
	httpd_free(d);
}

/* Note the time of the thread that asked. */
static int
answer_busy(void *on, struct str path, struct str body, struct strbuf *out)
{
	(void)path;
	(void)body;
	atomic_store((atomic_llong *)on, speed_clock(getpid()));
	strbuf_addstr(out, "{\"code\":\"x\",\"message\":\"later\"}");
	return 503;
}

TEST(pauses_of_a_busy_server_are_within_the_time_limit)
{
	atomic_llong answered = 0;
	struct httpd_row row = { .make = answer_busy,
		.on = &answered,
		.header = "Retry-After: 60\r\n" };
	struct httpd *d = httpd_new(&row, 1);

	at_the_end.timeout = 1;
	fails(d, CPU,
		"later; it asks for a pause of 60s, which is too long "
		"(-timeout)");
	at_the_end.timeout = 0;
	assert_true(speed_clock(getpid()) - atomic_load(&answered) < 6000);
	assert_int_equal(httpd_requests(d), 1);
	httpd_free(d);
}

TEST(a_long_range_is_asked_for_in_pieces)
{
	struct bytes one = testdata("pyroscope/v2/merge-pod0.pb.gz");
	struct httpd_row rows[] = {
		{ .status = 400, .answer = str_c(LIMIT), .times = 1 },
		{ .status = 503, .header = "Retry-After: 0\r\n", .times = 1 },
		{ .answer = bytes_str(&one) },
	};
	struct httpd *d = httpd_new(rows, 3), *huge;
	struct err err = ERR_INIT;
	struct profile *p = load_from(
		d, SHOP "&from=now-26h&until=1795333169999", NULL, &err);

	assert_string_equal(err.msg, "");
	/* The first, 26 of them, one of them twice; the samples. */
	assert_int_equal(httpd_requests(d), 1 + 26 + 1 + 1);
	assert_int_equal(read_sum(p), 26 * INT64_C(47424000000));
	profile_unref(p);
	httpd_free(d);
	rows[0].times = 0;
	huge = httpd_new(rows, 1);
	fails(huge, SHOP "&from=now-7d",
		"the server limits a request to 1h, so this range would need "
		"169 requests; at most 32 are made");
	httpd_free(huge);
	rows[0].answer = STR(
		"{\"code\":\"x\",\"message\":\"(max_query_length, actual: 26h, "
		"limit: 5m)\"}");
	huge = httpd_new(rows, 1);
	fails(huge, SHOP "&from=now-26h", "the server limits a request to 5m");
	httpd_free(huge);
	bytes_free(&one);
}

/* Lists of two days: the service of the second one is new. */
static int
limited_list(void *on, struct str path, struct str body, struct strbuf *out)
{
	bool series = str_ends(path, STR("/Series"));
	int64_t from = 0, until = 0;
	struct str rest;
	ptrdiff_t at;

	(void)on;
	at = str_find(body, STR("\"start\":\""), 0);
	rest = str_skip(body, (size_t)at + 9);
	assert_true(str_to_i64(str_cut(&rest, '"'), &from));
	at = str_find(body, STR("\"end\":\""), 0);
	rest = str_skip(body, (size_t)at + 7);
	assert_true(str_to_i64(str_cut(&rest, '"'), &until));
	if (until - from > 86400000) {
		strbuf_addstr(out,
			"{\"code\":\"invalid_argument\",\"message\":\"the "
			"query "
			"time range exceeds the limit (max_query_length, "
			"actual: 48h, limit: 1d)\"}");
		return 400;
	}
	strbuf_addf(out,
		series ? "{\"labelsSet\":[{\"labels\":[{\"name\":"
			 "\"__profile_type__\",\"value\":\"a:cpu:ns:x:y\"},{"
			 "\"name\":\"service_name\",\"value\":\"%s\"}]}]}"
		       : "{\"names\":[\"pod\",\"%s\"]}",
		until == END_MS ? "new" : "old");
	return 200;
}

TEST(lists_of_a_long_range_are_of_its_stretches)
{
	const struct httpd_row row = { .make = limited_list };
	struct httpd *d = httpd_new(&row, 1);
	struct arena arena = ARENA_INIT;
	struct strbuf name = STRBUF_INIT;
	struct server_names names;
	struct err err = ERR_INIT;

	fails(d, "?from=now-2d&type=nope", "available: new (cpu), old (cpu)");
	put_name(&name, d, "?from=now-2d");
	assert_int_equal(server_fetch_labels(&at_the_end, strbuf_str(&name),
				 &arena, &names, NULL, &err),
		0);
	assert_int_equal(names.name.n, 3);
	assert_true(str_is(names.name.p[1], "new"));
	assert_true(str_is(names.name.p[2], "old"));
	vec_free(&names.name);
	strbuf_free(&name);
	arena_free(&arena);
	httpd_free(d);
}

TEST(lists_of_a_long_range_end_with_what_is_wanted)
{
	const struct httpd_row row = { .make = limited_list };
	struct httpd *d = httpd_new(&row, 1);
	struct strbuf name = STRBUF_INIT, whole = STRBUF_INIT;
	struct err err = ERR_INIT;
	int64_t interval;

	put_name(&name, d, "?from=now-5d&service=new&type=cpu");
	assert_int_equal(server_settle(&at_the_end, strbuf_str(&name), &whole,
				 &interval, NULL, &err),
		0);
	assert_true(str_find(strbuf_str(&whole), STR("type=a"), 0) > 0);
	/* The whole range, which is refused, and its last day. */
	assert_int_equal(httpd_requests(d), 2);
	strbuf_free(&name);
	strbuf_free(&whole);
	httpd_free(d);
}

/* A server whose clock is 41 s ahead of the end of the recording. */
struct ahead {
	struct bytes one;
	struct httpd_row row;
	struct httpd *d;
	struct strbuf name; /* the address of its profiles */
};

static void
ahead_init(struct ahead *a)
{
	*a = (struct ahead){
		.one = testdata("pyroscope/v2/merge-pod0.pb.gz"),
		.name = STRBUF_INIT,
	};
	a->row = (struct httpd_row){
		.header = "Date: Sun, 22 Nov 2026 07:40:11 GMT\r\n",
		.answer = bytes_str(&a->one),
	};
	a->d = httpd_new(&a->row, 1);
	put_name(&a->name, a->d, CPU);
}

static void
ahead_fini(struct ahead *a)
{
	strbuf_free(&a->name);
	httpd_free(a->d);
	bytes_free(&a->one);
}

TEST(now_is_the_servers)
{
	struct ahead a;
	struct fetch_result f = { .err = ERR_INIT };
	struct err err = ERR_INIT;

	ahead_init(&a);
	assert_int_equal(server_fetch(&at_the_end, strbuf_str(&a.name), 1 << 20,
				 &f, NULL, &err),
		0);
	assert_int_equal(httpd_requests(a.d), 3);
	assert_string_equal(strbuf_c(&f.remarks),
		"the server's clock is 41s ahead; ranges use the server's "
		"time\n");
	assert_int_equal(f.part.n, 1);
	assert_int_equal(f.part.p[0].until, END_MS + 41500);
	fetch_result_fini(&f);
	f = (struct fetch_result){ .err = ERR_INIT };
	/* A range that says when is taken as it is. */
	strbuf_addstr(&a.name, "&until=1795333170");
	assert_int_equal(server_fetch(&at_the_end, strbuf_str(&a.name), 1 << 20,
				 &f, NULL, &err),
		0);
	assert_int_equal(httpd_requests(a.d), 3 + 2);
	assert_int_equal(f.part.p[0].until, END_MS);
	fetch_result_fini(&f);
	ahead_fini(&a);
}

TEST(a_range_until_now_is_by_the_servers_clock)
{
	struct ahead a;
	struct load_spec spec = { .fetch = &at_the_end,
		.n_sources = 1,
		.range = STR("now-1m..now") };
	struct err err = ERR_INIT;
	struct str source;
	struct profile *p;

	ahead_init(&a);
	source = strbuf_str(&a.name);
	spec.source = &source;
	p = load_profile(&spec, NULL, NULL, &err);
	assert_string_equal(err.msg, "");
	assert_int_equal(httpd_requests(a.d), 2 * 2);
	assert_int_equal(p->header.time_nanos,
		(END_MS - 60000 + 41500) * INT64_C(1000000));
	profile_unref(p);
	/* A range with fixed times is not fetched a second time. */
	spec.range = STR("07:35..07:36");
	p = load_profile(&spec, NULL, NULL, &err);
	assert_string_equal(err.msg, "");
	assert_int_equal(httpd_requests(a.d), 2 * 2 + 2);
	profile_unref(p);
	ahead_fini(&a);
}

/* ---- Large answers ---- */

/* gzip that saves nothing. */
static struct bytes
packed(const struct bytes *in)
{
	enum { MORE = 1 << 16 };
	struct bytes out = { .cap = in->n + MORE };
	z_stream z = { .zalloc = NULL };

	out.p = xmalloc(out.cap);
	assert_int_equal(
		deflateInit2(&z, 0, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
		Z_OK);
	z.next_in = (unsigned char *)in->p;
	z.avail_in = (unsigned)in->n;
	z.next_out = (unsigned char *)out.p;
	z.avail_out = (unsigned)out.cap;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	out.n = out.cap - z.avail_out;
	(void)deflateEnd(&z);
	return out;
}

TEST(a_large_answer_is_unpacked_while_it_is_read)
{
	struct bytes plain = testdata("shop-cpu.pb.gz"), body;
	struct profile *file = read_well("", bytes_str(&plain));
	struct httpd_row row = { .header = "Content-Encoding: gzip\r\n" };
	struct httpd *d;

	body = packed(&plain);
	row.answer = bytes_str(&body);
	d = httpd_new(&row, 1);
	assert_int_equal(total(d, CPU "&until=now"), read_sum(file));
	body.p[body.n / 2] = (char)~body.p[body.n / 2];
	fails(d, CPU "&until=now", "decompressing profile: ");
	httpd_free(d);
	profile_unref(file);
	bytes_free(&body);
	bytes_free(&plain);
}

/* Samples that are read of that answer. */
static size_t
samples_of(struct httpd *d, const char *rest, enum read_detail detail)
{
	struct strbuf name = STRBUF_INIT;
	struct load_spec spec = {
		.fetch = &at_the_end, .n_sources = 1, .detail = detail
	};
	struct err err = ERR_INIT;
	struct str source;
	struct profile *p;
	size_t n;

	put_name(&name, d, rest);
	source = strbuf_str(&name);
	spec.source = &source;
	p = load_profile(&spec, NULL, NULL, &err);
	assert_string_equal(err.msg, "");
	n = p->sample.n;
	profile_unref(p);
	strbuf_free(&name);
	return n;
}

TEST(no_more_is_read_of_an_answer_than_is_wanted)
{
	static const char heap[] =
		"?service=shop&type=memory:inuse_space:bytes:space:bytes"
		"&from=1795332720000&until=now";
	struct bytes plain = testdata("tags.pb.gz");
	struct httpd_row row = { .answer = bytes_str(&plain) };
	struct httpd *d = httpd_new(&row, 1);
	size_t all = samples_of(d, CPU "&until=now", READ_SAMPLES);

	assert_true(samples_of(d, CPU "&until=now", READ_SUMS) < all);
	/* A mean is rounded sample by sample. */
	assert_int_equal(samples_of(d, heap, READ_SUMS), all);
	httpd_free(d);
	bytes_free(&plain);
}

TEST(selectors_are_escaped)
{
	static const struct {
		const char *selector, *label, *value, *want;
	} rows[] = {
		{ "", "a", "b", "{a=\"b\"}" },
		{ "{}", "a", "b", "{a=\"b\"}" },
		{ "{x!=\"y\"}", "a", "b", "{a=\"b\",x!=\"y\"}" },
		{ "x=\"y\"", "a", "b", "{a=\"b\",x=\"y\"}" },
		{ "", "k8s.pod/uid", "x-1", "{\"k8s.pod/uid\"=\"x-1\"}" },
		{ "", "a", "q\"\\\n", "{a=\"q\\\"\\\\\\n\"}" },
		{ "", "a", "\xc3\xa4", "{a=\"\xc3\xa4\"}" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf s = STRBUF_INIT;

		strbuf_addstr(&s, rows[i].selector);
		server_join(
			&s, str_c(rows[i].label), "=", str_c(rows[i].value));
		assert_string_equal(strbuf_c(&s), rows[i].want);
		strbuf_free(&s);
	}
}

int
main(void)
{
#if !defined(HAVE_CURL) || !defined(HAVE_JANSSON)
	return 77;
#endif
	(void)setenv("HOME", "/nonexistent", 1);
	return tests_run(NULL, NULL);
}
