/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses, builds and names addresses of servers (server.h).
 */
#include "prelude.h"

#include "fetch/server.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "profile/timetext.h"

#define HOUR_MS (3600 * INT64_C(1000))

static const struct {
	const char *name;
	size_t field; /* offset of a string in struct server_query */
} params[] = {
	{ "ask", offsetof(struct server_query, ask) },
	{ "group", offsetof(struct server_query, group) },
	{ "profile", offsetof(struct server_query, profile) },
	{ "query", offsetof(struct server_query, selector) },
	{ "service", offsetof(struct server_query, service) },
	{ "span", offsetof(struct server_query, span) },
	{ "tenant", offsetof(struct server_query, tenant) },
	{ "trace", offsetof(struct server_query, trace) },
	{ "type", offsetof(struct server_query, type) },
};

static int
take_param(struct server_query *q, struct str name, struct str value,
	int64_t now, struct err *err)
{
	const struct instant_base base = { .now = now };

	if (str_is(name, "from"))
		return instant_parse(value, &base, &q->from, err);
	if (str_is(name, "until"))
		return instant_parse(value, &base, &q->until, err);
	for (size_t i = 0; i < COUNT_OF(params); i++)
		if (str_is(name, params[i].name)) {
			*(struct str *)(void *)((char *)q + params[i].field) =
				value;
			return 0;
		}
	return err_set(err, ERR_USAGE,
		"unknown parameter %.*s=; use service=, type=, query=, from=, "
		"until=, tenant=, group=, span=, trace=, profile=",
		STR_ARG(name));
}

/* Refuse parameters that the server ignores: it would return everything. */
static int
check_params(const struct server_query *q, struct err *err)
{
	const struct {
		const char *what;
		struct str value;
	} only[] = {
		{ "spans (span=)", q->span },
		{ "traces (trace=)", q->trace },
		{ "single profiles (profile=)", q->profile },
		{ "tenants (tenant=)", q->tenant },
	};

	for (size_t i = 0; i < COUNT_OF(only) && !q->server->is_pyroscope; i++)
		if (only[i].value.n > 0)
			return err_set(err, ERR_USAGE, "%s has no %s",
				q->server->called, only[i].what);
	return 0;
}

int
server_parse(struct str name, struct str shown, int64_t now,
	struct arena *arena, struct server_query *q, struct err *err)
{
	struct strbuf selector = STRBUF_INIT;
	struct str rest, key, value;
	struct url *u;
	bool tls;

	*q = (struct server_query){
		.from = INT64_MIN, .until = now, .name = shown
	};
	if (!url_parse(name, &q->url) ||
		(q->server = server_find(q->url.scheme)) == NULL)
		return err_set(err, ERR_USAGE, "invalid address");
	rest = q->url.query;
	q->url.query = STR_EMPTY;
	while (url_next_field(&rest, arena, &key, &value))
		if (take_param(q, key, value, now, err) != 0)
			return -1;
	if (q->from == INT64_MIN)
		q->from = q->until - HOUR_MS;
	if (q->from > q->until && now > 0)
		return err_set(err, ERR_USAGE,
			"the range ends before it begins: from= is later than "
			"until=");
	/* Set the parts used on the wire. */
	u = &q->url;
	tls = str_find(u->scheme, STR("https"), 0) >= 0;
	q->insecure = str_find(u->scheme, STR("insecure"), 0) >= 0;
	if (str_find(u->scheme, STR("unix"), 0) >= 0) {
		q->socket = url_decoded(arena, u->host);
		u->host = STR("localhost");
		u->port = STR_EMPTY;
	} else if (u->port.n == 0) {
		u->port = tls ? STR("443") : str_c(q->server->port);
	}
	u->scheme = tls ? STR("https") : STR("http");
	while (u->path.n > 0 && u->path.p[u->path.n - 1] == '/')
		u->path.n--;
	strbuf_add(&selector, str_trim(q->selector));
	if (q->service.n > 0)
		server_join(
			&selector, str_c(q->server->service), "=", q->service);
	q->selector = arena_str(arena, strbuf_str(&selector));
	strbuf_free(&selector);
	return check_params(q, err);
}

/* Append text in double quotes, as in PromQL. */
static void
put_label_text(struct strbuf *out, struct str text)
{
	strbuf_addch(out, '"');
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == '"' || c == '\\')
			strbuf_addch(out, '\\');
		if (c == '\n')
			strbuf_addstr(out, "\\n");
		else
			strbuf_addch(out, c);
	}
	strbuf_addch(out, '"');
}

void
server_join(struct strbuf *selector, struct str label, const char *op,
	struct str value)
{
	struct strbuf one = STRBUF_INIT;
	struct str old = strbuf_str(selector);
	bool good = label.n > 0 && !ascii_is_digit(label.p[0]);

	for (size_t i = 0; i < label.n; i++)
		good = good &&
			(ascii_is_letter(label.p[i]) ||
				ascii_is_digit(label.p[i]) ||
				label.p[i] == '_');
	if (good)
		strbuf_add(&one, label);
	else
		put_label_text(&one, label);
	strbuf_addstr(&one, op);
	put_label_text(&one, value);
	if (str_starts(old, STR("{")) && str_ends(old, STR("}"))) {
		if (str_trim(str_sub(old, 1, old.n - 1)).n > 0)
			strbuf_addch(&one, ',');
		strbuf_insert(selector, 1, strbuf_str(&one));
	} else {
		/* Add the missing braces. */
		strbuf_insert(&one, 0, STR("{"));
		if (old.n > 0)
			strbuf_add3(&one, ",", old, "");
		strbuf_addch(&one, '}');
		strbuf_reset(selector);
		strbuf_add(selector, strbuf_str(&one));
	}
	strbuf_free(&one);
}

bool
server_is(struct str name)
{
	struct url u;

	return url_parse(name, &u) && server_find(u.scheme) != NULL;
}

/* Parse an address without reporting errors. now 0: use the clock. */
static bool
parse_quietly(struct str name, int64_t now, struct arena *arena,
	struct server_query *q)
{
	struct err ignored = ERR_INIT;

	return server_parse(name, name, now > 0 ? now : clock_now(), arena, q,
		       &ignored) == 0;
}

bool
server_span(struct str name, int64_t now, int64_t *from, int64_t *until)
{
	struct arena arena = ARENA_INIT;
	struct server_query q;
	bool good = parse_quietly(name, now, &arena, &q);

	*from = q.from;
	*until = q.until;
	arena_free(&arena);
	return good;
}

int64_t
server_length(struct str name, int64_t now)
{
	int64_t from, until;

	return server_span(name, now, &from, &until) ? until - from : -1;
}

bool
server_slides(struct str name)
{
	/* A time in 2191, later than any range with fixed times. */
	const int64_t some = INT64_C(7000000000000), later = some + 1;
	int64_t from, until, moved;

	return server_span(name, some, &from, &until) &&
		server_span(name, later, &from, &moved) && moved > until;
}

bool
server_put_short(struct strbuf *out, struct str name)
{
	struct arena arena = ARENA_INIT;
	struct server_query q;
	bool found = parse_quietly(name, 0, &arena, &q);
	size_t from = out->n;

	if (found) {
		struct str type = q.type, part = str_cut(&type, ':');

		strbuf_add(out, q.service.n > 0 ? q.service : q.selector);
		/* "cpu" in "process_cpu:cpu:nanoseconds:..." */
		part = type.n > 0 ? str_cut(&type, ':') : part;
		if (part.n > 0)
			strbuf_add3(out, out->n > from ? " " : "", part, "");
		strbuf_addstr(out, out->n > from ? " at " : "");
		strbuf_add(out, q.socket.n > 0 ? q.socket : q.url.host);
		if (q.url.port.n > 0)
			strbuf_add3(out, ":", q.url.port, "");
	}
	arena_free(&arena);
	return found;
}

/* Append "host:6060 heap". False if it is not an HTTP address. */
static bool
put_plain_title(struct strbuf *out, struct str name)
{
	struct url u;

	if (!url_parse(name, &u) ||
		!str_eq_letters(str_sub(u.scheme, 0, 4), STR("http")))
		return false;
	strbuf_add(out, u.host);
	if (u.port.n > 0)
		strbuf_add3(out, ":", u.port, "");
	if (str_basename(u.path).n > 0)
		strbuf_add3(out, " ", str_basename(u.path), "");
	return true;
}

bool
server_put_title(struct strbuf *out, struct str name)
{
	struct arena arena = ARENA_INIT;
	struct server_query q;
	bool found = parse_quietly(name, 0, &arena, &q);

	if (found && q.service.n > 0)
		strbuf_add(out, q.service);
	else if (found && q.selector.n > 0)
		strbuf_add(out, q.selector);
	else if (found)
		strbuf_add(out, q.url.host);
	arena_free(&arena);
	return found || put_plain_title(out, name);
}

void
server_put_with(struct strbuf *out, struct str name,
	const struct server_param *param, size_t n)
{
	struct str rest = name, base = str_cut(&rest, '?'), pair;
	bool first = true;

	strbuf_add(out, base);
	while (rest.n > 0) {
		struct str key;
		bool replaced = false;

		pair = str_cut(&rest, '&');
		key = str_cut(&pair, '=');
		for (size_t i = 0; i < n; i++)
			replaced = replaced || str_is(key, param[i].name);
		if (replaced || key.n == 0)
			continue;
		strbuf_addstr(out, first ? "?" : "&");
		strbuf_add3(out, "", key, "=");
		strbuf_add(out, pair);
		first = false;
	}
	for (size_t i = 0; i < n; i++) {
		if (param[i].value.n == 0)
			continue;
		strbuf_addf(out, "%s%s=", first ? "?" : "&", param[i].name);
		url_escape(out, param[i].value);
		first = false;
	}
}

void
server_put_range(
	struct strbuf *out, struct str name, int64_t from, int64_t until)
{
	char a[32], b[32];
	struct server_param param[2] = { { .name = "from" },
		{ .name = "until" } };

	/* Thirteen digits are parsed as milliseconds. */
	(void)snprintf(a, sizeof(a), "%013" PRId64, from);
	(void)snprintf(b, sizeof(b), "%013" PRId64, until);
	param[0].value = str_c(a);
	param[1].value = str_c(b);
	server_put_with(out, name, param, 2);
}

void
server_put_selected(
	struct strbuf *out, struct str name, struct str label, struct str value)
{
	struct arena arena = ARENA_INIT;
	struct server_query q;
	struct err ignored = ERR_INIT;
	struct strbuf selector = STRBUF_INIT;
	struct server_param param[] = { { .name = "query" },
		{ .name = "service" } };

	/* q.selector includes the service. */
	if (server_parse(name, name, 0, &arena, &q, &ignored) == 0)
		strbuf_add(&selector, q.selector);
	server_join(&selector, label, "=", value);
	param[0].value = strbuf_str(&selector);
	server_put_with(out, name, param, COUNT_OF(param));
	strbuf_free(&selector);
	arena_free(&arena);
}
