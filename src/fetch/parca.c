/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parca's API: JSON below /api, by GET (server.h).
 *
 *     /api/profiles/types, labels, labels/NAME/values    lists
 *     /api/profiles/query_range                          points
 *     /api/profiles/query?mode=MODE_MERGE                {"pprof":"BASE64"}
 *
 * Times are RFC 3339; both ends of a range are included. The time of a
 * point is the start of its step or, for snapshots, the time of one snapshot.
 */
#include "prelude.h"

#include <inttypes.h>
#include <math.h>

#include "base/json.h"
#include "base/xalloc.h"
#include "fetch/server.h"
#include "profile/timetext.h"

static void
put_param(struct strbuf *out, const char *name, struct str value)
{
	strbuf_addf(out,
		"%s%s=", str_chr(strbuf_str(out), '?') >= 0 ? "&" : "?", name);
	url_escape(out, value);
}

static void
put_moment(struct strbuf *out, const char *name, int64_t ms)
{
	struct strbuf text = STRBUF_INIT;

	instant_put_utc(&text, ms);
	put_param(out, name, strbuf_str(&text));
	strbuf_free(&text);
}

static void
put_times(struct server_ask *a, const struct server_query *q)
{
	put_moment(&a->path, "start", q->from);
	put_moment(&a->path, "end", q->until);
}

/* Append the parameter NAME=TYPE{selector}. */
static void
put_query(struct server_ask *a, const char *name, const struct server_query *q)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_add(&text, q->type);
	strbuf_add(&text, q->selector.n > 0 ? q->selector : STR("{}"));
	put_param(&a->path, name, strbuf_str(&text));
	strbuf_free(&text);
}

static void
parca_ask_apps(const struct server_query *q, struct server_ask *a)
{
	struct server_query open = *q;

	/* The ends of this range are excluded. */
	open.from--;
	open.until++;
	strbuf_addstr(&a->path, "/api/profiles/types");
	put_times(a, &open);
}

static int
parca_read_apps(struct str body, struct arena *arena, struct server_apps *out,
	struct err *err)
{
	struct jwalk w;
	size_t n = 0;
	int more = server_member(&w, body, "types", err);

	if (more <= 0 || jwalk_peek(&w) != '[')
		return more < 0 ? -1 : 0;
	if (jwalk_array(&w) != 0)
		return -1;
	while ((more = jwalk_next(&w, &n)) > 0 &&
		out->app.n < SERVER_NAMES_MAX) {
		static const char *const parts[] = { "name", "sampleType",
			"sampleUnit", "periodType", "periodUnit" };
		struct jval *v = jval_read(&w);
		struct strbuf id = STRBUF_INIT;
		struct server_app app = { .service = STR_EMPTY };
		struct strbuf delta = STRBUF_INIT;

		if (v == NULL)
			return -1;
		for (size_t i = 0; i < COUNT_OF(parts); i++) {
			struct str text = STR_EMPTY;

			(void)jval_text(jval_get(v, parts[i]), &text);
			strbuf_addstr(&id, i > 0 ? ":" : "");
			strbuf_add(&id, str_sub(text, 0, SERVER_TEXT_MAX));
		}
		if (jval_get(v, "delta") != NULL)
			jval_print(jval_get(v, "delta"), &delta);
		if (str_is(strbuf_str(&delta), "true"))
			strbuf_addstr(&id, ":delta");
		app.type = arena_str(arena, strbuf_str(&id));
		vec_push(&out->app, app);
		jval_free(v);
		strbuf_free(&delta);
		strbuf_free(&id);
	}
	return more < 0 ? -1 : 0;
}

static void
parca_ask_names(const struct server_query *q, struct server_ask *a)
{
	strbuf_addstr(&a->path, "/api/profiles/labels");
	put_times(a, q);
	if (q->type.n > 0)
		put_param(&a->path, "profileType", q->type);
}

static void
parca_ask_values(
	const struct server_query *q, struct str label, struct server_ask *a)
{
	strbuf_addstr(&a->path, "/api/profiles/labels/");
	url_escape(&a->path, label);
	strbuf_addstr(&a->path, "/values");
	put_times(a, q);
	if (q->type.n > 0)
		put_param(&a->path, "profileType", q->type);
}

static int
parca_read_names(struct str body, struct arena *arena, struct server_names *out,
	struct err *err)
{
	return server_read_list(body,
		str_find(body, STR("\"labelValues\""), 0) >= 0 ? "labelValues"
							       : "labelNames",
		arena, out, err);
}

/* ---- The profile ---- */

static void
parca_ask_profile(const struct server_query *q, struct server_ask *a)
{
	strbuf_addstr(&a->path, "/api/profiles/query?mode=MODE_MERGE");
	put_query(a, "merge.query", q);
	put_moment(&a->path, "merge.start", q->from);
	put_moment(&a->path, "merge.end", q->until);
	strbuf_addstr(&a->path, "&reportType=REPORT_TYPE_PPROF");
}

static int
base64_digit(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c != '\0' ? strchr(digits, c) : NULL;

	return at != NULL ? (int)(at - digits) : -1;
}

/* Decode base64. `out` may be `in`. False if it is not base64. */
static bool
base64_decode(const char *in, size_t n, char *out, size_t *n_out)
{
	uint32_t bits = 0;
	size_t have = 0, to = 0;

	while (n > 0 && in[n - 1] == '=')
		n--;
	for (size_t i = 0; i < n; i++) {
		/* JSON may escape a slash as "\/". */
		int d = in[i] == '\\' && i + 1 < n && in[i + 1] == '/'
			? base64_digit(in[++i])
			: base64_digit(in[i]);

		if (d < 0)
			return false;
		bits = bits << 6 | (uint32_t)d;
		have += 6;
		if (have >= 8) {
			have -= 8;
			out[to++] = (char)(bits >> have);
		}
	}
	*n_out = to;
	return true;
}

static bool
parca_wraps(const struct server_query *q)
{
	(void)q;
	return true;
}

static int
parca_read_profile(struct bytes *body, struct err *err)
{
	static const char *const name[] = { "pprof" };
	struct jwalk w;
	struct str text;
	size_t where;

	jwalk_init(&w, bytes_str(body), err);
	if (jwalk_members(&w, name, 1, &where) != 0)
		return -1;
	jwalk_to(&w, where);
	if (where == 0 || jwalk_peek(&w) != '"' || jwalk_span(&w, &text) != 0)
		return err_set(
			err, ERR_FORMAT, "Parca's answer contains no profile");
	if (text.n < 2 ||
		!base64_decode(text.p + 1, text.n - 2, body->p, &body->n))
		return err_set(
			err, ERR_FORMAT, "Parca's profile is not in base64");
	return 0;
}

/* ---- Points ---- */

static void
parca_ask_points(
	const struct server_query *q, int64_t step, struct server_ask *a)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&a->path, "/api/profiles/query_range");
	put_query(a, "query", q);
	put_times(a, q);
	strbuf_addf(
		&text, "%" PRId64 ".%03ds", step / 1000, (int)(step % 1000));
	put_param(&a->path, "step", strbuf_str(&text));
	if (q->group.n > 0)
		put_param(&a->path, "sumBy", q->group);
	strbuf_free(&text);
}

/* Return the selector {name="value",...} of labels. */
static struct str
label_set(const struct jval *labels, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	struct str name, value, out;

	for (size_t i = 0; i < jval_count(labels); i++)
		if (jval_text(jval_get(jval_at(labels, i), "name"), &name) &&
			jval_text(
				jval_get(jval_at(labels, i), "value"), &value))
			server_join(&text, name, "=", value);
	out = arena_str(arena, strbuf_str(&text));
	strbuf_free(&text);
	return out;
}

/* Return a member that is a non-negative number written as text; else 0. */
static double
text_number(const struct jval *v, const char *member)
{
	struct str text;
	int64_t n;

	return jval_text(jval_get(v, member), &text) && str_to_i64(text, &n) &&
			n > 0
		? (double)n
		: 0;
}

/* Return the nanoseconds that a value took at a rate; 0 if unknown. The server
   converts samples of CPU time to ns, so valuePerSecond may be in ns per ns. */
static double
rate_lasted(double value, double rate, struct str id)
{
	double lasted = value / rate;
	struct str type, unit;

	server_type_of(id, &type, &unit);
	if (str_is(unit, "nanoseconds"))
		return lasted;
	/* Samples of processor time are turned into their time. In some
	   versions only in the rate: then too little is left. */
	if (str_is(type, "samples") &&
		str_find(id, STR(":cpu:nanoseconds"), 0) >= 0)
		return lasted < 1e6 ? 0 : lasted;
	return lasted * 1e9;
}

/* Return the duration of a point's scrape in ns; 0 if the point is the sum of
   several scrapes, for which the server reports the step instead. */
static double
scrape_lasted(const struct jval *v, int64_t step, struct str id)
{
	double lasted = text_number(v, "duration"), value, rate;
	double count = text_number(v, "count"), whole = (double)step * 1e6;

	if (lasted == 0 && server_value(v, &value) &&
		jval_number(jval_get(v, "valuePerSecond"), &rate) && rate > 0)
		lasted = rate_lasted(value, rate, id);
	/* Older servers send no count. */
	return count > 1 || (count == 0 && fabs(lasted - whole) < whole / 1000)
		? 0
		: lasted;
}

/* Series of snapshots keep all labels, even with sumBy. */
static void
parca_read_labels(const struct jval *v, struct server_points *out,
	struct server_series *s)
{
	const struct jval *labels = jval_get(v, "labels");

	s->label = server_label(labels, out->group, &out->arena);
	s->set = label_set(labels, &out->arena);
}

static bool
parca_read_point(const struct jval *v, int64_t step, struct server_points *out,
	struct server_point *p)
{
	const struct instant_base never = { .now = 0 };
	struct err ignored = ERR_INIT;
	struct str text = STR_EMPTY;

	double lasted = scrape_lasted(v, step, out->type);

	if (lasted > 0 && isfinite(lasted)) {
		out->scrapes++;
		out->lasted += lasted;
	}
	return server_value(v, &p->value) &&
		jval_text(jval_get(v, "timestamp"), &text) &&
		instant_parse(text, &never, &p->time, &ignored) == 0;
}

static int
parca_read_points(struct str body, int64_t step, struct server_points *out,
	struct err *err)
{
	static const struct server_series_form form = { "labelset", "samples",
		parca_read_labels, parca_read_point };

	return server_read_series(&form, body, step, out, err);
}

/* ---- Errors ---- */

static int
parca_explain(const struct http_answer *a, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct str message;
	int rc = -1;

	/* Without data, Parca answers with a page of its web interface. */
	if (a->status == 404 && a->grpc)
		rc = 1;
	else if (server_message(bytes_str(&a->body), &arena, &message))
		(void)err_set(err, ERR_IO, "%.*s", STR_ARG(message));
	else
		(void)server_strange(a, "Parca", err);
	arena_free(&arena);
	return rc;
}

const struct server server_parca = {
	.name = "parca",
	.called = "Parca",
	.port = "7070",
	.service = "job",
	.ask_apps = parca_ask_apps,
	.read_apps = parca_read_apps,
	.ask_names = parca_ask_names,
	.ask_values = parca_ask_values,
	.read_names = parca_read_names,
	.ask_profile = parca_ask_profile,
	.wraps = parca_wraps,
	.read_profile = parca_read_profile,
	.ask_points = parca_ask_points,
	.read_points = parca_read_points,
	.explain = parca_explain,
};
