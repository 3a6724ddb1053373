/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Pyroscope for tests: see scope.h. */
#include "prelude.h"

#include "scope.h"

#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "protoout.h"

struct scope {
	struct httpd *d;
	struct httpd_row row;
	atomic_int status;
	_Atomic int64_t until, shift, longest;
	atomic_int merges; /* still answered; -1: all */
};

/* A request. */
struct scope_ask {
	int64_t from, until, step; /* ms, both ends included */
	bool heap, pod[2];
	bool groups;
};

static const char *const functions[] = { "main", "work", "idle", "grow",
	"keep" };

/* The value of a function in a scrape of a pod. */
static int64_t
scrape_value(bool heap, int pod, int scrape, int function)
{
	const int64_t s = 1000000000, mb = 1 << 20;
	bool spike = scrape >= 200 && scrape < 204;

	if (heap && pod == 0)
		return function == 3 ? (scrape + 1) * mb : 0;
	if (heap)
		return function == 4 ? 5 * mb : 0;
	if (pod == 0)
		return function == 1 ? (spike ? 6 : 2) * s : 0;
	return function == 1 || function == 2 ? s : 0;
}

static int64_t
scrape_time(int scrape)
{
	return SCOPE_FROM + (int64_t)scrape * SCOPE_EVERY;
}

/* Sum the scrapes within [from, until], for all functions if function is 0.
   Their number goes into *n. */
static int64_t
sum_between(const struct scope *s, const struct scope_ask *a, int64_t from,
	int64_t until, int function, int pod, int *n)
{
	int64_t sum = 0, shift = atomic_load(&s->shift);

	*n = 0;
	for (int i = 0; i < SCOPE_SCRAPES; i++) {
		if (scrape_time(i) + shift < from ||
			scrape_time(i) + shift > until ||
			scrape_time(i) >= atomic_load(&s->until))
			continue;
		++*n;
		for (int f = 1; f < 5; f++)
			if (function == 0 || f == function)
				sum += scrape_value(a->heap, pod, i, f);
	}
	return sum;
}

static int64_t
number_of(const struct jval *v)
{
	struct str text;
	double n = 0;
	int64_t i = 0;

	if (jval_text(v, &text))
		i = str_to_i64(text, &i) ? i : 0;
	else if (jval_number(v, &n))
		i = (int64_t)n;
	return i;
}

static void
take_selector(struct scope_ask *a, struct str selector)
{
	bool one = str_find(selector, STR("pod=\"one\""), 0) >= 0 ||
		str_find(selector, STR("pod!=\"two\""), 0) >= 0;
	bool two = str_find(selector, STR("pod=\"two\""), 0) >= 0 ||
		str_find(selector, STR("pod!=\"one\""), 0) >= 0;
	bool mine = str_find(selector, STR("service_name=\"shop\""), 0) >= 0;

	a->pod[0] = mine && !two;
	a->pod[1] = mine && !one;
}

static void
take_json(struct scope_ask *a, struct str body)
{
	struct err err = ERR_INIT;
	struct str text = STR_EMPTY;
	struct jwalk w;
	struct jval *v;
	double step = 0;

	if (jwalk_start(&w, body, NULL, &err) != 0 ||
		(v = jval_read(&w)) == NULL)
		return;
	a->from = number_of(jval_get(v, "start"));
	a->until = number_of(jval_get(v, "end"));
	(void)jval_number(jval_get(v, "step"), &step);
	a->step = (int64_t)(step * 1000);
	a->groups = jval_count(jval_get(v, "groupBy")) > 0;
	(void)jval_text(jval_get(v, "profileTypeID"), &text);
	a->heap = str_is(text, SCOPE_HEAP);
	(void)jval_text(jval_get(v, "labelSelector"), &text);
	take_selector(a, text);
	(void)jval_text(jval_get(v, "profileTypeID"), &text);
	/* There is no type that counts samples. */
	if (str_find(text, STR(":samples:"), 0) >= 0)
		a->pod[0] = a->pod[1] = false;
	jval_free(v);
}

static uint64_t
cut_varint(struct str *s)
{
	uint64_t v = 0;
	unsigned shift = 0;

	while (s->n > 0) {
		unsigned char c = (unsigned char)s->p[0];

		*s = str_skip(*s, 1);
		v |= (uint64_t)(c & 0x7f) << shift;
		shift += 7;
		if (c < 0x80)
			break;
	}
	return v;
}

static void
take_proto(struct scope_ask *a, struct str body)
{
	while (body.n > 0) {
		uint64_t key = cut_varint(&body), value = cut_varint(&body);
		struct str text = str_sub(body, 0, (size_t)value);

		if ((key & 7) == 2)
			body = str_skip(body, text.n);
		if (key >> 3 == 1)
			a->heap = str_is(text, SCOPE_HEAP);
		else if (key >> 3 == 2)
			take_selector(a, text);
		else if (key >> 3 == 3)
			a->from = (int64_t)value;
		else if (key >> 3 == 4)
			a->until = (int64_t)value;
	}
}

static void
put_series(const struct scope *s, const struct scope_ask *a, const bool pod[2],
	const char *name, struct strbuf *out)
{
	const char *comma = "";

	strbuf_addstr(out, "{");
	if (name != NULL)
		strbuf_addf(out,
			"\"labels\":[{\"name\":\"pod\",\"value\":\"%s\"}],",
			name);
	strbuf_addstr(out, "\"points\":[");
	for (int64_t t = a->from; a->step > 0 && t <= a->until; t += a->step) {
		int64_t sum = 0;
		int all = 0, n;

		for (int k = 0; k < 2; k++)
			if (pod[k]) {
				sum += sum_between(
					s, a, t - a->step + 1, t, 0, k, &n);
				all += n;
			}
		if (all == 0)
			continue;
		strbuf_addf(out,
			"%s{\"value\":%" PRId64 ",\"timestamp\":\"%" PRId64
			"\"}",
			comma, sum, t);
		comma = ",";
	}
	strbuf_addstr(out, "]}");
}

static void
answer_series(
	const struct scope *s, const struct scope_ask *a, struct strbuf *out)
{
	static const bool pods[2][2] = { { true, false }, { false, true } };

	strbuf_addstr(out, "{\"series\":[");
	if (!a->groups) {
		put_series(s, a, a->pod, NULL, out);
	} else {
		if (a->pod[0])
			put_series(s, a, pods[0], "one", out);
		strbuf_addstr(out, a->pod[0] && a->pod[1] ? "," : "");
		if (a->pod[1])
			put_series(s, a, pods[1], "two", out);
	}
	strbuf_addstr(out, "]}");
}

/* A profile with the stacks main;F. */
static void
answer_merge(
	const struct scope *s, const struct scope_ask *a, struct strbuf *out)
{
	struct strbuf part = STRBUF_INIT, inner = STRBUF_INIT;
	const char *const strings[] = { "", a->heap ? "inuse_space" : "cpu",
		a->heap ? "bytes" : "nanoseconds" };
	bool any = false;

	for (int f = 1; f < 5; f++) {
		int64_t sum = 0;
		int n;

		for (int k = 0; k < 2; k++)
			if (a->pod[k])
				sum += sum_between(
					s, a, a->from, a->until, f, k, &n);
		if (sum == 0)
			continue;
		any = true;
		strbuf_reset(&part);
		proto_number(&part, 1, (uint64_t)f + 1);
		proto_number(&part, 1, 1);
		proto_number(&part, 2, (uint64_t)sum);
		proto_bytes(out, 2, strbuf_str(&part));
	}
	if (!any)
		return;
	strbuf_reset(&part);
	proto_number(&part, 1, 1);
	proto_number(&part, 2, 2);
	proto_bytes(out, 1, strbuf_str(&part));
	for (uint64_t f = 1; f <= 5; f++) {
		strbuf_reset(&inner);
		proto_number(&inner, 1, f);
		strbuf_reset(&part);
		proto_number(&part, 1, f);
		proto_bytes(&part, 4, strbuf_str(&inner));
		proto_bytes(out, 4, strbuf_str(&part));
		strbuf_reset(&part);
		proto_number(&part, 1, f);
		proto_number(&part, 2, f + 2);
		proto_bytes(out, 5, strbuf_str(&part));
	}
	for (size_t i = 0; i < COUNT_OF(strings); i++)
		proto_bytes(out, 6, str_c(strings[i]));
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		proto_bytes(out, 6, str_c(functions[i]));
	strbuf_free(&part);
	strbuf_free(&inner);
}

/* Wait until a profile may be answered. */
static void
wait_for_turn(struct scope *s)
{
	for (;;) {
		int left = atomic_load(&s->merges);

		if (left < 0 ||
			(left > 0 &&
				atomic_compare_exchange_strong(
					&s->merges, &left, left - 1)))
			return;
		(void)poll(NULL, 0, 5);
	}
}

int
scope_make(void *on, struct str path, struct str body, struct strbuf *out)
{
	static const char api[] = "/querier.v1.QuerierService/";
	struct scope *s = on;
	struct scope_ask a = { .heap = false };
	int status = atomic_load(&s->status);
	struct str method = str_skip(path, strlen(api));

	if (status != 200) {
		strbuf_addstr(out, "{\"message\":\"out of order\"}");
		return status;
	}
	if (!str_starts(path, str_c(api)))
		return 404;
	if (str_is(method, "SelectMergeProfile"))
		take_proto(&a, body);
	else
		take_json(&a, body);
	if (atomic_load(&s->longest) > 0 &&
		a.until - a.from >= atomic_load(&s->longest)) {
		strbuf_addf(out,
			"{\"message\":\"the query time range exceeds the limit "
			"(max_query_length, actual: %" PRId64
			"s, limit: %" PRId64 "s)\"}",
			(a.until - a.from + 1) / 1000,
			atomic_load(&s->longest) / 1000);
		return 400;
	}
	if (str_is(method, "SelectMergeProfile"))
		wait_for_turn(s);
	if (str_is(method, "SelectMergeProfile"))
		answer_merge(s, &a, out);
	else if (str_is(method, "SelectSeries"))
		answer_series(s, &a, out);
	else if (str_is(method, "LabelNames"))
		strbuf_addstr(out,
			"{\"names\":[\"__name__\",\"pod\",\"service_name\"]}");
	else if (str_is(method, "LabelValues"))
		strbuf_addstr(out, "{\"names\":[\"one\",\"two\"]}");
	else if (str_is(method, "Series"))
		strbuf_addstr(out,
			"{\"labelsSet\":[{\"labels\":[{\"name\":"
			"\"__profile_type__\",\"value\":\"" SCOPE_CPU
			"\"},{\"name\":\"service_name\",\"value\":\"shop\"}]},"
			"{\"labels\":[{\"name\":\"__profile_type__\","
			"\"value\":\"" SCOPE_HEAP
			"\"},{\"name\":\"service_name\",\"value\":\"shop\"}]}"
			"]}");
	else
		return 404;
	return 200;
}

struct scope *
scope_new(void)
{
	struct scope *s = xcalloc(1, sizeof(*s));

	s->row = (struct httpd_row){ .make = scope_make, .on = s };
	atomic_init(&s->status, 200);
	atomic_init(&s->until, SCOPE_UNTIL);
	atomic_init(&s->merges, -1);
	s->d = httpd_new(&s->row, 1);
	return s;
}

void
scope_free(struct scope *s)
{
	if (s == NULL)
		return;
	atomic_store(&s->merges, -1);
	httpd_free(s->d);
	free(s);
}

int
scope_port(const struct scope *s)
{
	return httpd_port(s->d);
}

struct httpd *
scope_httpd(struct scope *s)
{
	return s->d;
}

void
scope_fail(struct scope *s, int status)
{
	atomic_store(&s->status, status);
}

void
scope_limit(struct scope *s, int64_t longest, int merges)
{
	atomic_store(&s->longest, longest);
	atomic_store(&s->merges, merges);
}

void
scope_until(struct scope *s, int64_t until)
{
	atomic_store(&s->until, until);
}

void
scope_now(struct scope *s)
{
	atomic_store(&s->shift, clock_now() - SCOPE_FROM - 1800 * 1000);
}
