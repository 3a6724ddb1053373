/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Parca, by the rules that a real one was seen to follow: types, labels,
 * points and merges of scrapes that are made up here.
 *
 *     process_cpu cpu ... :delta    each scrape of a pod: 9 s, of 10 s
 *     process_cpu samples ...       900 of it, if it has that type
 *     memory alloc_space            each pod: 62 MB more than the last one
 *     memory inuse_space            each pod: 5 MB
 *
 * Types that count from the start have a series for each process, each sample
 * of which is one snapshot; a merge adds snapshots up. The list of types leaves
 * out what is on the ends of its range, a merge does not. */
#include "prelude.h"

#include "series/timereport.h"

#include <inttypes.h>
#include <math.h>

#include "testing.h"

#include "fetch/fetch.h"
#include "fetch/server.h"
#include "fetch/url.h"
#include "httpd.h"
#include "load/serverpoints.h"
#include "load/snapshots.h"
#include "profile/timetext.h"
#include "protoout.h"
#include "util_read.h"

#define BEGIN INT64_C(1795329120000)
#define MINUTE INT64_C(60000)
#define MB INT64_C(1000000)
#define CPU "process_cpu:cpu:nanoseconds:cpu:nanoseconds"
#define ALLOC "memory:alloc_space:bytes:space:bytes"
#define INUSE "memory:inuse_space:bytes:space:bytes"

struct parca {
	struct httpd *d;
	struct httpd_row row;
	int64_t every, scrapes;
	int pods;
	int64_t restart; /* scrape at which pod 0 begins anew; 0: none */
	bool at_once;    /* pods are not one ms after the other */
	bool counts;     /* it has the type process_cpu:samples, too */
	bool bad;        /* its points are refused */
	bool spelled;    /* its points are no numbers */
	bool no_duration, no_count; /* its points have no such member */
	const char *window; /* of times_of(); NULL: all */
	struct strbuf name;
	struct str source;
	struct arena arena;
	struct warnings warnings;
	struct load_spec spec;
	struct fetch_options options;
};

static int64_t
when(const struct parca *p, int pod, int64_t scrape)
{
	return BEGIN + scrape * p->every + (p->at_once ? 0 : pod);
}

/* How long a scrape takes, in ns. */
static int64_t
lasted(const struct parca *p)
{
	return (p->every < 10000 ? p->every : 10000) * INT64_C(1000000);
}

/* The values in a scrape of a pod. */
static int64_t
scraped(const struct parca *p, struct str type, int pod, int64_t scrape)
{
	bool anew = p->restart > 0 && pod == 0 && scrape >= p->restart;

	if (str_starts(type, STR(CPU)))
		return lasted(p) / 10 * 9;
	if (str_starts(type, STR("process_cpu:samples:")))
		return p->counts ? 900 : 0;
	if (str_starts(type, STR(INUSE)))
		return 5 * MB;
	return (scrape + 1 - (anew ? p->restart : 0)) * 62 * MB;
}

/* Return a decoded parameter of an address. */
static struct str
param(struct str path, const char *name, struct arena *arena)
{
	struct str key, value;

	(void)str_cut(&path, '?');
	while (url_next_param(&path, arena, &key, &value))
		if (str_is(key, name))
			return value;
	return STR_EMPTY;
}

static int64_t
moment(struct str path, const char *name, struct arena *arena)
{
	const struct instant_base base = { .now = 0 };
	struct err err = ERR_INIT;
	int64_t ms = 0;

	assert_int_equal(
		instant_parse(param(path, name, arena), &base, &ms, &err), 0);
	return ms;
}

/* Does TYPE{pod="2"} have this pod? */
static bool
has_pod(struct str query, int pod)
{
	struct strbuf text = STRBUF_INIT;
	bool has;

	strbuf_addf(&text, "pod=\"%d\"", pod);
	has = str_find(query, STR("pod="), 0) < 0 ||
		str_find(query, strbuf_str(&text), 0) >= 0;
	strbuf_free(&text);
	return has;
}

/* A point of n scrapes. Their duration is that of one of them, or the step if
   they are of several moments. */
static void
put_sample(const struct parca *p, struct strbuf *out, bool first, int64_t at,
	int64_t value, int64_t n, int64_t duration)
{
	struct strbuf time = STRBUF_INIT;

	instant_put_utc(&time, at);
	strbuf_addf(out, "%s{\"timestamp\":\"%s\",\"value\":%s%" PRId64 "\"",
		first ? "" : ",", strbuf_c(&time), p->spelled ? "\"NaN" : "\"",
		value);
	strbuf_addf(out, ",\"valuePerSecond\":%.17g",
		(double)value / (double)duration);
	if (!p->no_duration)
		strbuf_addf(out, ",\"duration\":\"%" PRId64 "\"", duration);
	if (!p->no_count)
		strbuf_addf(out, ",\"count\":\"%" PRId64 "\"", n);
	strbuf_addch(out, '}');
	strbuf_free(&time);
}

static int
points(struct parca *p, struct str path, struct strbuf *out)
{
	struct arena arena = ARENA_INIT;
	struct str query = param(path, "query", &arena), type = query;
	int64_t from = moment(path, "start", &arena),
		until = moment(path, "end", &arena), step;
	bool delta, sums = param(path, "sumBy", &arena).n == 0;
	struct err err = ERR_INIT;
	int series = 0;

	type = str_cut(&type, '{');
	delta = str_ends(type, STR(":delta"));
	assert_int_equal(instant_parse_duration(
				 param(path, "step", &arena), &step, &err),
		0);
	strbuf_addstr(out, "{\"series\":[");
	for (int k = 0; k < (delta && sums ? 1 : p->pods); k++) {
		bool first = true;

		if (!has_pod(query, k))
			continue;
		strbuf_addf(out,
			"%s{\"labelset\":{\"labels\":[{\"name\":\"job\","
			"\"value\":\"shop\"}%s",
			series++ > 0 ? "," : "",
			delta && sums ? "" : ",{\"name\":\"pod\",\"value\":\"");
		if (!delta || !sums)
			strbuf_addf(out, "%d\"}", k);
		strbuf_addstr(out, "]},\"samples\":[");
		for (int64_t t = from / step * step; t <= until; t += step) {
			int64_t sum = 0, n = 0, last = 0, moments = 0;

			for (int pod = 0; pod < p->pods; pod++)
				for (int64_t i = 0; i < p->scrapes; i++) {
					int64_t at = when(p, pod, i);

					if (at < t || at >= t + step ||
						at < from || at > until ||
						!has_pod(query, pod) ||
						(pod != k && !(delta && sums)))
						continue;
					n++;
					moments += at != last;
					last = at;
					sum = scraped(p, type, pod, i) +
						(delta ? sum : 0);
				}
			if (n > 0)
				put_sample(p, out, first, delta ? t : last, sum,
					n,
					moments > 1 ? step * 1000000
						    : lasted(p));
			first = first && n == 0;
		}
		strbuf_addstr(out, "]}");
	}
	strbuf_addstr(out, "]}");
	arena_free(&arena);
	return 200;
}

static void
put_base64(struct strbuf *out, struct str text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < text.n; i += 3) {
		uint32_t bits = 0;

		for (size_t k = 0; k < 3; k++)
			bits = bits << 8 |
				(i + k < text.n ? (unsigned char)text.p[i + k]
						: 0);
		for (size_t k = 0; k < 4; k++)
			strbuf_addch(out,
				i + k <= text.n
					? digits[bits >> (18 - 6 * k) & 63]
					: '=');
	}
}

/* A profile of the stacks main;podN, and none of them for 0. */
static void
put_profile(struct strbuf *out, const char *type, const char *unit,
	const int64_t *value, int pods)
{
	struct strbuf part = STRBUF_INIT, name = STRBUF_INIT;

	proto_number(&part, 1, 1);
	proto_number(&part, 2, 2);
	proto_bytes(out, 1, strbuf_str(&part));
	proto_bytes(out, 6, STR_EMPTY);
	proto_bytes(out, 6, str_c(type));
	proto_bytes(out, 6, str_c(unit));
	for (int pod = 0; pod < pods; pod++) {
		struct strbuf line = STRBUF_INIT;
		uint64_t id = (uint64_t)pod + 1;

		strbuf_reset(&name);
		strbuf_addf(&name, "pod%d", pod);
		proto_bytes(out, 6, strbuf_str(&name));
		strbuf_reset(&part);
		proto_number(&part, 1, id);
		proto_number(&part, 2, id + 2);
		proto_bytes(out, 5, strbuf_str(&part));
		proto_number(&line, 1, id);
		strbuf_reset(&part);
		proto_number(&part, 1, id);
		proto_bytes(&part, 4, strbuf_str(&line));
		proto_bytes(out, 4, strbuf_str(&part));
		strbuf_reset(&part);
		proto_number(&part, 1, id);
		proto_number(&part, 2, (uint64_t)value[pod]);
		if (value[pod] != 0)
			proto_bytes(out, 2, strbuf_str(&part));
		strbuf_free(&line);
	}
	strbuf_free(&part);
	strbuf_free(&name);
}

static int
merge(struct parca *p, struct str path, struct strbuf *out)
{
	struct arena arena = ARENA_INIT;
	struct str query = param(path, "merge.query", &arena), type = query;
	int64_t from = moment(path, "merge.start", &arena),
		until = moment(path, "merge.end", &arena);
	int64_t *value = ARENA_ZARRAY(&arena, int64_t, (size_t)p->pods);
	struct strbuf text = STRBUF_INIT;

	type = str_cut(&type, '{');
	/* A type of this kind without :delta has nothing. */
	for (int pod = 0; pod < p->pods && !str_is(type, CPU); pod++)
		for (int64_t i = 0; i < p->scrapes; i++)
			if (when(p, pod, i) >= from &&
				when(p, pod, i) <= until && has_pod(query, pod))
				value[pod] += scraped(p, type, pod, i);
	if (str_starts(type, STR("wrong")))
		put_profile(&text, "samples", "nanoseconds", value, p->pods);
	else if (str_starts(type, STR(CPU)))
		put_profile(&text, "cpu", "nanoseconds", value, p->pods);
	else
		put_profile(&text,
			str_starts(type, STR(ALLOC)) ? "alloc_space"
						     : "inuse_space",
			"bytes", value, p->pods);
	strbuf_addstr(out, "{\"pprof\":\"");
	put_base64(out, strbuf_str(&text));
	strbuf_addstr(out, "\",\"total\":\"0\"}");
	strbuf_free(&text);
	arena_free(&arena);
	return 200;
}

static int
types(struct parca *p, struct str path, struct strbuf *out)
{
	static const char cpu[] =
		"process_cpu cpu nanoseconds cpu nanoseconds true";
	static const char *const all[] = { cpu,
		"memory alloc_space bytes space bytes false",
		"memory inuse_space bytes space bytes false",
		"mutex delay nanoseconds contentions count false",
		"block delay nanoseconds contentions count false",
		"wrong samples count cpu nanoseconds true" };
	static const char *const member[] = { "name", "sampleType",
		"sampleUnit", "periodType", "periodUnit" };
	struct arena arena = ARENA_INIT;
	int64_t from = moment(path, "start", &arena),
		until = moment(path, "end", &arena);
	bool any = false;

	/* The ends are not in it. */
	for (int pod = 0; pod < p->pods; pod++)
		for (int64_t i = 0; i < p->scrapes; i++)
			any = any ||
				(when(p, pod, i) > from &&
					when(p, pod, i) < until);
	strbuf_addstr(out, "{\"types\":[");
	for (size_t i = 0; any && i < COUNT_OF(all); i++) {
		struct str rest = str_c(all[i]);

		strbuf_addstr(out, i > 0 ? ",{" : "{");
		for (size_t k = 0; k < COUNT_OF(member); k++) {
			struct str one = str_cut(&rest, ' ');

			strbuf_addf(out, "\"%s\":\"%.*s\",", member[k],
				STR_ARG(one));
		}
		strbuf_addf(out, "\"delta\":%.*s}", STR_ARG(rest));
	}
	strbuf_addstr(out, "]}");
	arena_free(&arena);
	return 200;
}

static int
answer(void *on, struct str path, struct str body, struct strbuf *out)
{
	struct parca *p = on;
	struct arena arena = ARENA_INIT;
	struct str type = param(path, "profileType", &arena);
	bool short_type = type.n > 0 && str_chr(type, ':') < 0;

	(void)body;
	arena_free(&arena);
	if (str_starts(path, STR("/api/profiles/types?")))
		return types(p, path, out);
	if (str_starts(path, STR("/api/profiles/query_range?"))) {
		if (!p->bad)
			return points(p, path, out);
		strbuf_addstr(
			out, "{\"code\":8,\"message\":\"too many series\"}");
		return 400;
	}
	if (str_starts(path, STR("/api/profiles/query?")))
		return merge(p, path, out);
	if (!str_starts(path, STR("/api/profiles/labels")))
		return 404;
	if (short_type) {
		strbuf_addstr(out,
			"{\"code\":3,\"message\":\"profile-type selection must "
			"be of the form\"}");
		return 400;
	}
	strbuf_addstr(out, "{\"labelNames\":[\"job\",\"pod\"]}");
	return 200;
}

/* Scrapes of some pods, the first at BEGIN. */
static struct parca *
begin(int pods, int64_t scrapes, int64_t every)
{
	struct parca *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	p->pods = pods;
	p->scrapes = scrapes;
	p->every = every;
	p->row = (struct httpd_row){ .make = answer, .on = p };
	p->d = httpd_new(&p->row, 1);
	p->options = (struct fetch_options){
		.seconds = -1, .no_save = true, .now = BEGIN + scrapes * every
	};
	warnings_init(&p->warnings, &p->arena);
	p->spec = (struct load_spec){
		.source = &p->source, .n_sources = 1, .fetch = &p->options
	};
	return p;
}

static void
end(struct parca *p)
{
	httpd_free(p->d);
	strbuf_free(&p->name);
	arena_free(&p->arena);
	free(p);
}

static void
ask(struct parca *p, const char *type, int64_t from, int64_t until)
{
	strbuf_reset(&p->name);
	strbuf_addf(&p->name,
		"parca://127.0.0.1:%d?type=%s&from=%" PRId64 "&until=%" PRId64,
		httpd_port(p->d), type, from, until);
	p->source = strbuf_str(&p->name);
}

static int64_t
total(struct parca *p)
{
	struct err err = ERR_INIT;
	struct profile *made = load_profile(&p->spec, &p->warnings, NULL, &err);
	int64_t sum;

	assert_string_equal(err.msg, "");
	sum = read_sum(made);
	profile_unref(made);
	return sum;
}

static bool
warned(const struct parca *p, const char *text)
{
	for (const struct warning *w = p->warnings.head; w != NULL; w = w->next)
		if (strstr(w->text.p, text) != NULL)
			return true;
	return false;
}

static void
fails(struct parca *p, const char *type, const char *why)
{
	struct err err = ERR_INIT;

	ask(p, type, BEGIN, BEGIN + MINUTE);
	assert_null(load_profile(&p->spec, &p->warnings, NULL, &err));
	if (strstr(err.msg, why) == NULL)
		fail_msg("%s: %s", type, err.msg);
}

/* Fill in the times of what ask() asked for. */
static int
times_of(struct parca *p, const char *group, struct times *t, struct err *err)
{
	struct snapshots *s = snapshots_new();
	struct profile *made;
	int rc;

	p->spec.snapshots = s;
	made = load_profile(&p->spec, &p->warnings, NULL, err);
	p->spec.snapshots = NULL;
	assert_string_equal(err->msg, "");
	rc = times_make(t, s, &p->spec, made, STR_EMPTY, str_c(group),
		str_c(p->window != NULL ? p->window : ""), NULL, err);
	profile_unref(made);
	snapshots_unref(s);
	return rc;
}

TEST(what_it_does_not_have_is_refused)
{
	struct parca *p = begin(1, 4, 15000);

	fails(p, "cpu&span=5f", "Parca has no spans (span=)");
	fails(p, "cpu&trace=5f", "Parca has no traces (trace=)");
	fails(p, "cpu&profile=5f", "Parca has no single profiles (profile=)");
	fails(p, "cpu&tenant=acme", "Parca has no tenants (tenant=)");
	assert_int_equal(httpd_requests(p->d), 0);
	end(p);
}

TEST(a_type_is_any_tail_that_is_clear)
{
	struct parca *p = begin(1, 4, 15000);

	fails(p, "delay",
		"type=delay matches several types; available: block:delay, "
		"mutex:delay");
	fails(p, "nothing",
		"available: cpu, alloc_space, inuse_space, block:delay, "
		"mutex:delay");
	ask(p, "memory:alloc_space", BEGIN, BEGIN + 1);
	assert_int_equal(total(p), 62 * MB);
	fails(p, CPU, "that type ends in :delta here: type=" CPU ":delta");
	end(p);
}

TEST(a_profile_on_the_first_ms_is_there)
{
	struct parca *p = begin(1, 1, 15000);
	struct err err = ERR_INIT;
	struct snapshots *s = snapshots_new();
	struct profile *made;

	ask(p, "cpu", BEGIN, BEGIN);
	assert_int_equal(total(p), INT64_C(9000000000));
	ask(p, "cpu", BEGIN, BEGIN + MINUTE);
	p->spec.snapshots = s;
	made = load_profile(&p->spec, &p->warnings, NULL, &err);
	assert_string_equal(err.msg, "");
	/* Labels are asked for with the whole id. */
	assert_int_equal(s->label.n, 2);
	profile_unref(made);
	snapshots_unref(s);
	end(p);
}

TEST(another_unit_is_told)
{
	struct parca *p = begin(1, 1, 15000);

	ask(p, "samples", BEGIN, BEGIN + MINUTE);
	assert_int_equal(total(p), 62 * MB);
	assert_true(warned(p,
		"the server has samples in count, and answered in "
		"nanoseconds"));
	end(p);
}

/* Snapshots of a type that counts from the start are not added up. */
TEST(totals_are_of_the_range)
{
	struct parca *p = begin(2, 16, 15000);
	struct err err = ERR_INIT;
	struct times t;
	int64_t sum = 0;

	ask(p, "alloc_space", BEGIN, BEGIN + 16 * 15000);
	assert_int_equal(total(p), 2 * 15 * 62 * MB);
	/* All first ones in a request, and all last ones. */
	assert_int_equal(httpd_requests(p->d), 4);
	ask(p, "alloc_space", BEGIN, BEGIN + 4 * 15000 + 7);
	assert_int_equal(total(p), 2 * 4 * 62 * MB);
	assert_false(warned(p, "since the start"));
	ask(p, "alloc_space", BEGIN + 3 * 15000, BEGIN + 3 * 15000 + 7);
	assert_int_equal(total(p), 2 * 4 * 62 * MB);
	assert_true(warned(p,
		"since the start of the program: the range has one snapshot"));
	/* The strip shows differences per second. */
	ask(p, "alloc_space", BEGIN, BEGIN + 16 * 15000);
	assert_int_equal(times_of(p, "", &t, &err), 0);
	assert_true(t.report.all->per_second);
	for (size_t i = 0; i < t.report.all->n; i++) {
		sum += t.report.all->p[i].sum;
		assert_int_equal(t.report.all->p[i].sum, 2 * 62 * MB);
	}
	assert_int_equal(sum, 2 * 15 * 62 * MB);
	times_free(&t);
	end(p);
}

TEST(a_restart_is_no_fall)
{
	struct parca *p = begin(2, 16, 15000);
	struct err err = ERR_INIT;
	struct times t;
	struct points_sum sum;

	/* One goes from 62 MB to 5 times that, and then from none to 11. */
	p->restart = 5;
	ask(p, "alloc_space", BEGIN, BEGIN + 16 * 15000);
	assert_int_equal(total(p), (4 + 11 + 15) * 62 * MB);
	assert_int_equal(times_of(p, "pod", &t, &err), 0);
	sum = points_sum(t.report.all, points_extent(t.report.all));
	assert_int_equal(sum.sum, (4 + 11 + 15) * 62 * MB);
	times_free(&t);
	end(p);
}

/* Both are profiled in one millisecond, and only one of them begins anew. */
TEST(a_restart_at_one_time_is_of_one_process)
{
	struct parca *p = begin(2, 8, 15000);

	p->at_once = true;
	p->restart = 3;
	ask(p, "alloc_space", BEGIN, BEGIN + 8 * 15000);
	assert_int_equal(total(p), (2 + 5 + 7) * 62 * MB);
	end(p);
}

/* Return the cores of a profile, by its header. */
static double
header_cores(struct parca *p)
{
	struct err err = ERR_INIT;
	struct profile *made = load_profile(&p->spec, &p->warnings, NULL, &err);
	double nanos;

	assert_string_equal(err.msg, "");
	nanos = (double)made->header.duration_nanos;
	profile_unref(made);
	return (double)total(p) / nanos;
}

/* Is the mean of the points the same, within 2 %? */
static void
mean_is(const struct times *t, double cores, int64_t every)
{
	const struct points *ps = t->report.all;
	struct points_sum all = points_sum(ps, points_extent(ps));
	double is = points_value(ps, &all) / 1e9;

	assert_true(ps->per_second);
	if (fabs(is - cores) > cores / 50)
		fail_msg("every %g s: %g cores, not %g", (double)every / 1000,
			is, cores);
	/* The server's value per second. */
	if (every == MINUTE)
		assert_true(fabs(is - 0.9) < 0.018);
}

/* However often profiles come: the points have one rate, that of the header. A
   scrape takes ten seconds or all of the time. */
TEST(a_rate_does_not_depend_on_the_step)
{
	static const int64_t every[] = { 5, 7, 10, 15, 20, 25, 30, 45, 60, 100,
		120, 300, 420, 600 };
	static const int64_t length[] = { 58 * MINUTE, 360 * MINUTE };

	for (size_t i = 0; i < COUNT_OF(every); i++)
		for (size_t k = 0; k < COUNT_OF(length); k++) {
			int64_t ms = every[i] * 1000;
			int64_t from = BEGIN + 20 * MINUTE;
			int64_t until = from + length[k];
			struct parca *p = begin(1, 400 * MINUTE / ms, ms);
			struct err err = ERR_INIT;
			struct times t;
			char window[64];
			double cores;

			ask(p, "cpu", from, until - 1);
			cores = header_cores(p);
			assert_int_equal(times_of(p, "", &t, &err), 0);
			mean_is(&t, cores, ms);
			times_free(&t);
			/* The same points from a window of whole steps. */
			from = BEGIN + 28 * MINUTE;
			until = from + (int64_t)(k + 1) * 60 * MINUTE;
			ask(p, "cpu", from, until - 1);
			cores = header_cores(p);
			snprintf(window, sizeof(window),
				"%" PRId64 "..%" PRId64, from, until);
			p->window = window;
			ask(p, "cpu", BEGIN, BEGIN + 400 * MINUTE);
			assert_int_equal(times_of(p, "pod", &t, &err), 0);
			mean_is(&t, cores, ms);
			times_free(&t);
			end(p);
		}
}

/* Points of several processes say how long one was scraped, or nothing. */
TEST(a_rate_of_several_processes_is_their_sum)
{
	for (int i = 0; i < 16; i++) {
		int64_t ms = i & 8 ? 5000 : MINUTE;
		struct parca *p = begin(3, 60 * MINUTE / ms, ms);
		struct err err = ERR_INIT;
		struct times t;
		double cores;

		p->at_once = i & 1;
		p->no_duration = i & 2;
		p->no_count = i & 4;
		ask(p, "cpu", BEGIN + 20 * MINUTE, BEGIN + 50 * MINUTE - 1);
		cores = header_cores(p);
		if (fabs(cores - 2.7) > 0.1)
			fail_msg("case %d: %g cores", i, cores);
		assert_int_equal(times_of(p, "", &t, &err), 0);
		mean_is(&t, cores, ms - 1);
		times_free(&t);
		end(p);
	}
}

/* The number of samples is the server's, or not known. */
TEST(samples_are_counted_by_the_server)
{
	struct parca *p = begin(2, 40, 15000);
	struct err err = ERR_INIT;
	struct profile *made;

	ask(p, "cpu", BEGIN, BEGIN + 600000);
	made = load_profile(&p->spec, &p->warnings, NULL, &err);
	assert_int_equal(made->header.period, 0);
	profile_unref(made);
	p->counts = true;
	made = load_profile(&p->spec, &p->warnings, NULL, &err);
	assert_int_equal(made->header.period, 10000000);
	profile_unref(made);
	end(p);
}

TEST(all_of_1100_pods_are_added)
{
	struct parca *p = begin(1100, 1, 15000);
	struct err err = ERR_INIT;
	struct times t;
	struct points_sum sum;
	int64_t shown = 0;

	ask(p, INUSE, BEGIN, BEGIN + MINUTE);
	assert_int_equal(times_of(p, "pod", &t, &err), 0);
	sum = points_sum(t.report.all, points_extent(t.report.all));
	assert_int_equal(sum.sum, 1100 * 5 * MB);
	assert_int_equal(t.report.n, TIMELINES_MAX);
	assert_int_equal(t.report.others, 1100 - TIMELINES_MAX);
	for (size_t i = 0; i < t.report.n; i++)
		shown += t.report.line[i].points->p[0].sum;
	assert_int_equal(shown, TIMELINES_MAX * 5 * MB);
	times_free(&t);
	end(p);
}

TEST(a_timeline_without_points_says_why)
{
	struct parca *p = begin(1, 4, 15000);
	struct err err = ERR_INIT;
	struct times t;

	p->bad = true;
	ask(p, "cpu", BEGIN, BEGIN + MINUTE);
	assert_int_equal(times_of(p, "", &t, &err), -1);
	assert_string_equal(err.msg, "no timeline: too many series");
	assert_int_equal(err.code, ERR_IO);
	times_free(&t);
	err = (struct err)ERR_INIT;
	p->bad = false;
	p->spelled = true;
	assert_int_equal(times_of(p, "", &t, &err), -1);
	assert_string_equal(err.msg,
		"no timeline: the server has no points of cpu in this range");
	times_free(&t);
	/* A single point is a timeline. */
	err = (struct err)ERR_INIT;
	p->spelled = false;
	ask(p, "cpu", BEGIN, BEGIN);
	assert_int_equal(times_of(p, "", &t, &err), 0);
	assert_int_equal(t.report.all->n, 1);
	times_free(&t);
	end(p);
}

TEST(parca_answers_are_read)
{
	static const char types[] =
		"{\"types\":[{\"name\":\"process_cpu\",\"sampleType\":\"cpu\","
		"\"sampleUnit\":\"nanoseconds\",\"periodType\":\"cpu\","
		"\"periodUnit\":\"nanoseconds\",\"delta\":true}]}";
	static const char range[] =
		"{\"series\":[{\"labelset\":{\"labels\":[]},\"samples\":[{"
		"\"timestamp\":\"2026-11-02T07:53:00Z\",\"value\":\"54350\","
		"\"valuePerSecond\":3.62,\"duration\":\"15\",\"count\":\"1\"}]"
		",\"sampleType\":{},\"periodType\":{}}]}";
	static const char rates[] =
		"{\"series\":[{\"labelset\":{\"labels\":[]},\"samples\":[{"
		"\"timestamp\":\"2026-11-02T07:54:00Z\",\"value\":\"300\","
		"\"valuePerSecond\":20,\"count\":\"1\"}]}]}";
	static const char samples[] =
		"{\"series\":[{\"labelset\":{\"labels\":[]},\"samples\":[{"
		"\"timestamp\":\"2026-11-02T07:54:00Z\",\"value\":\"900\","
		"\"valuePerSecond\":0.9,\"count\":\"1\"}]}]}";
	struct arena arena = ARENA_INIT;
	struct server_apps apps = { { NULL, 0, 0 } };
	struct server_points p = { .arena = ARENA_INIT };
	struct err err = ERR_INIT;
	struct bytes body = BYTES_INIT;

	assert_int_equal(
		server_parca.read_apps(STR(types), &arena, &apps, &err), 0);
	assert_int_equal(apps.app.n, 1);
	assert_true(str_is(apps.app.p[0].type,
		"process_cpu:cpu:nanoseconds:cpu:nanoseconds:delta"));
	assert_int_equal(
		server_parca.read_points(STR(range), 15000, &p, &err), 0);
	assert_int_equal(p.series.n, 1);
	/* Its stamps are where a step begins. */
	assert_int_equal(p.series.p[0].point.p[0].time, INT64_C(1793605980000));
	assert_true(p.series.p[0].point.p[0].value == 54350);
	assert_true(p.scrapes == 1 && p.lasted == 15);
	/* Bytes are per second, and times per their own. */
	p.type = STR("memory:alloc_space:bytes:space:bytes:delta");
	assert_int_equal(
		server_parca.read_points(STR(rates), 15000, &p, &err), 0);
	assert_true(p.scrapes == 2 && p.lasted == 15 + 15e9);
	p.type = STR(CPU ":delta");
	assert_int_equal(
		server_parca.read_points(STR(rates), 15000, &p, &err), 0);
	assert_true(p.scrapes == 3 && p.lasted == 15 + 15e9 + 15);
	/* 900 samples of 10 ms in 10 s: their time is only in the rate */
	p.type = STR("process_cpu:samples:count:cpu:nanoseconds:delta");
	assert_int_equal(
		server_parca.read_points(STR(samples), 15000, &p, &err), 0);
	assert_true(p.scrapes == 3);
	body.p = xstrndup("{\"pprof\":\"aGVsbG8=\",\"total\":\"0\"}", 33);
	body.n = 33;
	assert_int_equal(server_parca.read_profile(&body, &err), 0);
	assert_true(str_is(bytes_str(&body), "hello"));
	bytes_free(&body);
	vec_free(&apps.app);
	server_points_fini(&p);
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(tests_in_utc, NULL);
}
