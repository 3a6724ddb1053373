/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pyroscope's API: Connect calls over HTTP/1.1 (server.h).
 *
 *     POST PREFIX/querier.v1.QuerierService/Series              JSON
 *     POST ...                             /LabelNames, /LabelValues
 *     POST ...                             /SelectSeries
 *     POST ...                             /SelectMergeProfile  protobuf
 *
 * SelectMergeProfile answers with profile.proto, so it uses protobuf; the other
 * calls are short and use JSON, which can be tried with curl. Times are
 * milliseconds; both ends of a range are included.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/json.h"
#include "fetch/server.h"
#include "profile/timetext.h"

static void
begin(struct server_ask *a, const char *method)
{
	a->posts = true;
	a->type = "application/json";
	strbuf_addf(&a->path, "/querier.v1.QuerierService/%s", method);
}

/* Append "start":...,"end":...} to the body. */
static void
end_json(struct server_ask *a, const struct server_query *q)
{
	strbuf_addf(&a->body,
		"\"start\":\"%" PRId64 "\",\"end\":\"%" PRId64 "\"}", q->from,
		q->until);
}

static void
put_matchers(struct server_ask *a, const struct server_query *q)
{
	if (q->selector.n == 0)
		return;
	strbuf_addstr(&a->body, "\"matchers\":[");
	json_put(&a->body, q->selector, JSON_PLAIN);
	strbuf_addstr(&a->body, "],");
}

static void
pyroscope_ask_apps(const struct server_query *q, struct server_ask *a)
{
	begin(a, "Series");
	strbuf_addstr(&a->body,
		"{\"labelNames\":[\"service_name\",\"__profile_type__\"],");
	put_matchers(a, q);
	end_json(a, q);
}

/* Return the service and the type in {"labels":[{"name":...,"value":...}]}. */
static struct server_app
app_of(const struct jval *set, struct arena *arena)
{
	const struct jval *labels = jval_get(set, "labels");
	struct server_app app = { .type = STR_EMPTY };

	for (size_t i = 0; i < jval_count(labels); i++) {
		const struct jval *label = jval_at(labels, i);
		struct str name = STR_EMPTY, value = STR_EMPTY;

		(void)jval_text(jval_get(label, "name"), &name);
		(void)jval_text(jval_get(label, "value"), &value);
		if (value.n > SERVER_TEXT_MAX)
			continue;
		if (str_is(name, "service_name"))
			app.service = arena_str(arena, value);
		else if (str_is(name, "__profile_type__"))
			app.type = arena_str(arena, value);
	}
	return app;
}

static int
pyroscope_read_apps(struct str body, struct arena *arena,
	struct server_apps *out, struct err *err)
{
	struct jwalk w;
	size_t n = 0;
	int more = server_member(&w, body, "labelsSet", err);

	if (more <= 0)
		return more;
	if (jwalk_array(&w) != 0)
		return -1;
	while ((more = jwalk_next(&w, &n)) > 0 &&
		out->app.n < SERVER_NAMES_MAX) {
		struct jval *set = jval_read(&w);
		struct server_app app;

		if (set == NULL)
			return -1;
		app = app_of(set, arena);
		jval_free(set);
		if (app.type.n > 0)
			vec_push(&out->app, app);
	}
	return more < 0 ? -1 : 0;
}

static void
pyroscope_ask_names(const struct server_query *q, struct server_ask *a)
{
	begin(a, "LabelNames");
	strbuf_addstr(&a->body, "{");
	put_matchers(a, q);
	end_json(a, q);
}

static void
pyroscope_ask_values(
	const struct server_query *q, struct str label, struct server_ask *a)
{
	begin(a, "LabelValues");
	strbuf_addstr(&a->body, "{\"name\":");
	json_put(&a->body, label, JSON_PLAIN);
	strbuf_addstr(&a->body, ",");
	put_matchers(a, q);
	end_json(a, q);
}

static int
pyroscope_read_names(struct str body, struct arena *arena,
	struct server_names *out, struct err *err)
{
	return server_read_list(body, "names", arena, out, err);
}

/* ---- Protobuf ---- */

static void
put_varint(struct strbuf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		strbuf_addch(out, (char)(v | 0x80));
	strbuf_addch(out, (char)v);
}

static void
put_bytes(struct strbuf *out, unsigned field, struct str text)
{
	if (text.n == 0)
		return;
	put_varint(out, field << 3 | 2);
	put_varint(out, text.n);
	strbuf_add(out, text);
}

static void
put_int64(struct strbuf *out, unsigned field, int64_t v)
{
	if (v == 0)
		return;
	put_varint(out, field << 3);
	put_varint(out, (uint64_t)v);
}

static void
pyroscope_ask_profile(const struct server_query *q, struct server_ask *a)
{
	/* Spans need a newer call, whose answer contains the profile. There,
	   format 4 is PPROF. */
	bool spans = q->span.n > 0;

	begin(a, spans ? "SelectMergeStacktraces" : "SelectMergeProfile");
	a->type = "application/proto";
	put_bytes(&a->body, 1, q->type);
	put_bytes(&a->body, 2, q->selector.n > 0 ? q->selector : STR("{}"));
	put_int64(&a->body, 3, q->from);
	put_int64(&a->body, 4, q->until);
	if (spans) {
		put_int64(&a->body, 6, 4);
		put_bytes(&a->body, 11, q->span);
		return;
	}
	put_bytes(&a->body, 7, q->profile);
	put_bytes(&a->body, 8, q->trace);
}

static bool
pyroscope_wraps(const struct server_query *q)
{
	return q->span.n > 0;
}

static int
pyroscope_read_profile(struct bytes *body, struct err *err)
{
	struct str inner = STR_EMPTY;

	(void)err;
	/* The profile is field 1 of field 5. */
	if (server_field(bytes_str(body), 5, &inner) <= 0 ||
		server_field(inner, 1, &inner) <= 0)
		inner = STR_EMPTY;
	if (inner.n > 0)
		memmove(body->p, inner.p, inner.n);
	body->n = inner.n;
	return 0;
}

/* ---- Points ---- */

/* A point covers (timestamp - step, timestamp]. So the first point is requested
   at the last millisecond of its step; each step is then [from, from + step -
   1], as in requests for profiles. */
static void
pyroscope_ask_points(
	const struct server_query *q, int64_t step, struct server_ask *a)
{
	struct server_query grid = *q;

	grid.from += step - 1;
	begin(a, "SelectSeries");
	strbuf_addstr(&a->body, "{\"profileTypeID\":");
	json_put(&a->body, q->type, JSON_PLAIN);
	strbuf_addstr(&a->body, ",\"labelSelector\":");
	json_put(&a->body, q->selector.n > 0 ? q->selector : STR("{}"),
		JSON_PLAIN);
	strbuf_addf(&a->body, ",\"step\":%" PRId64 ".%03d,", step / 1000,
		(int)(step % 1000));
	if (q->group.n > 0) {
		strbuf_addstr(&a->body, "\"groupBy\":[");
		json_put(&a->body, q->group, JSON_PLAIN);
		strbuf_addstr(&a->body, "],");
	}
	if (q->limit > 0)
		strbuf_addf(&a->body, "\"limit\":\"%d\",", q->limit);
	end_json(a, &grid);
}

static void
pyroscope_read_labels(const struct jval *v, struct server_points *out,
	struct server_series *s)
{
	s->label = server_label(v, out->group, &out->arena);
}

static bool
pyroscope_read_point(const struct jval *v, int64_t step,
	struct server_points *out, struct server_point *p)
{
	const struct jval *at = jval_get(v, "timestamp");
	struct str text;
	bool good = jval_text(at, &text) ? str_to_i64(text, &p->time)
					 : jval_int(at, &p->time);

	(void)out;
	good = good && server_value(v, &p->value) && p->time >= 0 &&
		p->time <= INSTANT_LATEST;
	p->time -= step - 1;
	return good;
}

static int
pyroscope_read_points(struct str body, int64_t step, struct server_points *out,
	struct err *err)
{
	static const struct server_series_form form = { "labels", "points",
		pyroscope_read_labels, pyroscope_read_point };

	return server_read_series(&form, body, step, out, err);
}

/* ---- Services, types and labels ---- */

static void
pyroscope_ask_newest(struct server_ask *a)
{
	begin(a, "GetProfileStats");
	strbuf_addstr(&a->body, "{}");
}

static int
pyroscope_read_newest(struct str body, int64_t *out, struct err *err)
{
	struct jwalk w;
	struct str text;
	struct jval *v;
	int more = server_member(&w, body, "newestProfileTime", err);

	*out = 0;
	if (more <= 0)
		return more;
	v = jval_read(&w);
	if (v == NULL)
		return -1;
	if (!jval_text(v, &text) || !str_to_i64(text, out) || *out < 0 ||
		*out > INSTANT_LATEST)
		*out = 0;
	jval_free(v);
	return 0;
}

/* ---- Errors ---- */

static int
pyroscope_explain(const struct http_answer *a, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct str message;

	if (!server_message(bytes_str(&a->body), &arena, &message)) {
		arena_free(&arena);
		return server_strange(a, "Pyroscope", err);
	}
	if (a->status == 401 && str_starts(message, STR("no org id")))
		(void)err_set(
			err, ERR_IO, "this server needs a tenant: set tenant=");
	else if (a->status == 401 || a->status == 403)
		(void)err_set(err, ERR_IO,
			"%s: %.*s (FLAMETOP_TOKEN, FLAMETOP_USER and "
			"FLAMETOP_PASSWORD, ~/.netrc or --header give "
			"credentials)",
			strbuf_c(&a->reason), STR_ARG(message));
	else if (a->status == 504)
		(void)err_set(err, ERR_IO,
			"%.*s: try a shorter range (from=, until=)",
			STR_ARG(message));
	else
		(void)err_set(err, ERR_IO, "%.*s", STR_ARG(message));
	arena_free(&arena);
	return -1;
}

const struct server server_pyroscope = {
	.name = "pyroscope",
	.called = "Pyroscope",
	.port = "4040",
	.service = "service_name",
	.is_pyroscope = true,
	.ask_apps = pyroscope_ask_apps,
	.read_apps = pyroscope_read_apps,
	.ask_names = pyroscope_ask_names,
	.ask_values = pyroscope_ask_values,
	.read_names = pyroscope_read_names,
	.ask_profile = pyroscope_ask_profile,
	.wraps = pyroscope_wraps,
	.read_profile = pyroscope_read_profile,
	.ask_points = pyroscope_ask_points,
	.read_points = pyroscope_read_points,
	.ask_newest = pyroscope_ask_newest,
	.read_newest = pyroscope_read_newest,
	.explain = pyroscope_explain,
};
