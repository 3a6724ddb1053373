/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Servers that take profiles all day: see server.h. Here are their addresses,
 * and how they are asked: again when they are busy, in pieces when they want
 * shorter ranges.
 */
#include "config.h"

#include "fetch/server.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "fetch/browse.h"
#include "input/stream.h"
#include "profile/instant.h"

#include "base/banned.h"

enum {
	LIST_MAX = 16 << 20, /* bytes of an answer that is no profile */
	TIMEOUT_MS = 65000,
	TRIES = 4,
	PAUSE_MAX = 60, /* seconds that a server may ask us to wait */
	PIECES_MAX = 32,
	SKEW_MS = 2000,          /* of clocks, that does not matter */
	REFUSED_MS = 600 * 1000, /* from which servers refuse profiles */
	LINE_MAX_BYTES = 200,
};

#define HOUR_MS (3600 * INT64_C(1000))
#define LONGEST_MS (31 * 24 * HOUR_MS)

/* ---- Addresses ---- */

const struct server *
server_find(struct str scheme)
{
	static const struct server *const all[] = { &server_pyroscope,
		&server_parca };
	static const char *const tails[] = { "", "+https", "+http", "+unix",
		"+https+insecure" };
	struct strbuf name = STRBUF_INIT;
	const struct server *found = NULL;

	for (size_t i = 0; i < COUNT_OF(all) * COUNT_OF(tails); i++) {
		const struct server *s = all[i / COUNT_OF(tails)];
		const char *tail = tails[i % COUNT_OF(tails)];

		strbuf_reset(&name);
		strbuf_addf(&name, "%s%s", s->name, tail);
		if (str_eq_letters(scheme, strbuf_str(&name)))
			found = s;
		/* http+pyroscope is the same. */
		strbuf_reset(&name);
		if (tail[0] != '\0')
			strbuf_addf(&name, "%s+%s", tail + 1, s->name);
		if (str_eq_letters(scheme, strbuf_str(&name)))
			found = s;
	}
	strbuf_free(&name);
	return found;
}

static const struct {
	const char *name;
	size_t field; /* of struct server_query: a text */
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
		"there is no parameter %.*s=; there are service=, type=, "
		"query=, from=, until=, tenant=, group=, span=, trace=, "
		"profile=",
		STR_ARG(name));
}

/* How it goes over the wire. */
static void
settle_wire(struct server_query *q, struct arena *arena)
{
	struct url *u = &q->url;
	bool tls = str_find(u->scheme, STR("https"), 0) >= 0;

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
}

int
server_parse(struct str name, struct str shown, int64_t now,
	struct arena *arena, struct server_query *q, struct err *err)
{
	struct strbuf selector = STRBUF_INIT;
	struct str rest, key, value;

	*q = (struct server_query){
		.from = INT64_MIN, .until = now, .name = shown
	};
	if (!url_parse(name, &q->url) ||
		(q->server = server_find(q->url.scheme)) == NULL)
		return err_set(err, ERR_USAGE, "that is no address");
	rest = q->url.query;
	q->url.query = STR_EMPTY;
	while (url_next_param(&rest, arena, &key, &value))
		if (take_param(q, key, value, now, err) != 0)
			return -1;
	if (q->from == INT64_MIN)
		q->from = q->until - HOUR_MS;
	if (q->from > q->until && now > 0)
		return err_set(err, ERR_USAGE,
			"its range ends before it begins: from= is later than "
			"until=");
	settle_wire(q, arena);
	strbuf_add(&selector, str_trim(q->selector));
	if (q->service.n > 0)
		server_join(
			&selector, str_c(q->server->service), "=", q->service);
	q->selector = arena_str(arena, strbuf_str(&selector));
	strbuf_free(&selector);
	return 0;
}

static bool
is_label(struct str name)
{
	bool good = name.n > 0 && !ascii_is_digit(name.p[0]);

	for (size_t i = 0; i < name.n; i++)
		good = good &&
			(ascii_is_letter(name.p[i]) ||
				ascii_is_digit(name.p[i]) || name.p[i] == '_');
	return good;
}

/* In double quotes, as PromQL has them. */
static void
put_label_text(struct strbuf *out, struct str text)
{
	strbuf_addch(out, '"');
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == '"' || c == '\\')
			strbuf_addch(out, '\\');
		if (c == '\n')
			strbuf_addc(out, "\\n");
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

	if (is_label(label))
		strbuf_add(&one, label);
	else
		put_label_text(&one, label);
	strbuf_addc(&one, op);
	put_label_text(&one, value);
	if (str_starts(old, STR("{")) && str_ends(old, STR("}"))) {
		if (str_trim(str_sub(old, 1, old.n - 1)).n > 0)
			strbuf_addch(&one, ',');
		strbuf_insert(selector, 1, strbuf_str(&one));
	} else {
		/* What was typed without braces is put into them. */
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

bool
server_span(struct str name, int64_t now, int64_t *from, int64_t *until)
{
	struct arena arena = ARENA_INIT;
	struct err ignored = ERR_INIT;
	struct server_query q;
	bool good = server_parse(name, name, now > 0 ? now : clock_now(),
			    &arena, &q, &ignored) == 0;

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
	/* In 2191, behind any range that says when. */
	const int64_t some = INT64_C(7000000000000), later = some + 1;
	int64_t from, until, moved;

	return server_span(name, some, &from, &until) &&
		server_span(name, later, &from, &moved) && moved > until;
}

/* "host:6060 heap" */
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
	struct err ignored = ERR_INIT;
	bool found = server_parse(name, name, clock_now(), &arena, &q,
			     &ignored) == 0;

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
		strbuf_addc(out, first ? "?" : "&");
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

	/* Thirteen digits are milliseconds. */
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

	/* Its service is in the selector then. */
	if (server_parse(name, name, 0, &arena, &q, &ignored) == 0)
		strbuf_add(&selector, q.selector);
	server_join(&selector, label, "=", value);
	param[0].value = strbuf_str(&selector);
	server_put_with(out, name, param, COUNT_OF(param));
	strbuf_free(&selector);
	arena_free(&arena);
}

/* ---- What is answered ---- */

int
server_member(
	struct jwalk *w, struct str body, const char *member, struct err *err)
{
	size_t where;

	if (jwalk_start(w, body, NULL, err) != 0 ||
		jwalk_members(w, &member, 1, &where) != 0)
		return -1;
	if (where == 0)
		return 0;
	jwalk_to(w, where);
	return 1;
}

int
server_read_series(struct str body, int64_t step, struct server_points *out,
	int (*read)(struct jwalk *w, int64_t step, struct server_points *out),
	struct err *err)
{
	struct jwalk w;
	size_t n = 0;
	int more = server_member(&w, body, "series", err);

	if (more <= 0)
		return more;
	if (jwalk_array(&w) != 0)
		return -1;
	while ((more = jwalk_next(&w, &n)) > 0 &&
		out->series.n < SERVER_SERIES_MAX)
		if (read(&w, step, out) != 0)
			return -1;
	return more < 0 ? -1 : 0;
}

void
server_points_fini(struct server_points *p)
{
	for (size_t i = 0; i < p->series.n; i++)
		vec_free(&p->series.p[i].point);
	vec_free(&p->series);
	arena_free(&p->arena);
}

int
server_read_list(struct str body, const char *member, struct arena *arena,
	struct server_names *out, struct err *err)
{
	struct jwalk w;
	size_t n = 0;
	int more = server_member(&w, body, member, err);

	if (more <= 0 || jwalk_peek(&w) != '[')
		return more < 0 ? -1 : 0;
	if (jwalk_array(&w) != 0)
		return -1;
	while ((more = jwalk_next(&w, &n)) > 0 &&
		out->name.n < SERVER_NAMES_MAX) {
		struct jval *v = jval_read(&w);
		struct str text;

		if (v == NULL)
			return -1;
		if (jval_text(v, &text) && text.n <= SERVER_TEXT_MAX)
			vec_push(&out->name, arena_str(arena, text));
		jval_free(v);
	}
	return more < 0 ? -1 : 0;
}

int
server_field(struct str message, uint64_t wanted, struct str *out)
{
	size_t at = 0;

	while (at < message.n) {
		uint64_t part[2] = { 0, 0 };

		for (int i = 0; i < 2; i++) {
			unsigned shift = 0;

			do {
				if (at == message.n || shift > 63)
					return -1;
				part[i] |= (uint64_t)((unsigned char)
							      message.p[at] &
						   0x7f)
					<< shift;
				shift += 7;
			} while ((unsigned char)message.p[at++] & 0x80);
		}
		if ((part[0] & 7) == 0)
			continue;
		if ((part[0] & 7) != 2 || part[1] > message.n - at)
			return -1;
		*out = str_sub(message, at, at + (size_t)part[1]);
		if (part[0] >> 3 == wanted)
			return 1;
		at += (size_t)part[1];
	}
	return 0;
}

/* One layer. False: it is none. */
static bool
read_message(struct str body, struct arena *arena, struct str *code,
	struct str *message)
{
	struct err ignored = ERR_INIT;
	struct jwalk w;
	struct jval *v;
	bool good;

	body = str_trim(body);
	if (body.n == 0 || body.p[0] != '{' || body.n > LIST_MAX ||
		jwalk_start(&w, body, NULL, &ignored) != 0)
		return false;
	v = jval_read(&w);
	*code = STR_EMPTY;
	good = jval_text(jval_get(v, "message"), message);
	if (good) {
		(void)jval_text(jval_get(v, "code"), code);
		*code = arena_str(arena, *code);
		*message = arena_str(arena, *message);
	}
	jval_free(v);
	return good;
}

bool
server_message(struct str body, struct arena *arena, struct str *code,
	struct str *message)
{
	enum { LAYERS = 3 };
	bool found = read_message(body, arena, code, message);

	for (int i = 1; found && i < LAYERS; i++) {
		struct str inner_code, inner;
		ptrdiff_t brace = str_chr(*message, '{');

		if (brace < 0 ||
			!read_message(str_skip(*message, (size_t)brace), arena,
				&inner_code, &inner))
			break;
		*message = inner;
		if (inner_code.n > 0)
			*code = inner_code;
	}
	return found;
}

int
server_strange(const struct http_answer *a, const char *called, struct err *err)
{
	struct str body = str_trim(bytes_str(&a->body)), line = body;
	bool page = str_starts(body, STR("<")) ||
		str_find(strbuf_str(&a->type), STR("text/html"), 0) >= 0;

	line = str_sub(str_cut(&line, '\n'), 0, LINE_MAX_BYTES);
	if (page)
		return err_set(err, ERR_IO,
			"it answered %s with a web page: a login?",
			strbuf_c(&a->reason));
	if (a->status == 404)
		return err_set(err, ERR_IO,
			"there is no %s at this address, or its path is "
			"another one",
			called);
	if (a->status == 401 || a->status == 403)
		return err_set(err, ERR_IO,
			"server response: %s: FLAMETOP_TOKEN, FLAMETOP_USER "
			"and FLAMETOP_PASSWORD, ~/.netrc or --header give "
			"credentials",
			strbuf_c(&a->reason));
	return err_set(err, ERR_IO, "server response: %s%s%.*s",
		strbuf_c(&a->reason), line.n > 0 ? ": " : "", STR_ARG(line));
}

/* ---- Asking ---- */

/* Until it may be asked again; 0: no. Milliseconds. */
static int64_t
pause_before_next(const struct http_answer *a, int tries)
{
	bool starting = a->status == 500 &&
		str_find(bytes_str(&a->body), STR("Unavailable"), 0) >= 0;

	if (tries >= TRIES)
		return 0;
	if ((a->status == 429 || a->status == 503 || a->status == 504) &&
		a->retry_after >= 0)
		return a->retry_after <= PAUSE_MAX ? a->retry_after * 1000 + 1
						   : 0;
	if (a->status == 503 || a->status == 429 || starting)
		return INT64_C(1000) << (tries - 1);
	return 0;
}

static int
wait_a_while(int64_t ms, struct progress *progress, struct err *err)
{
	int64_t end = clock_ms() + ms;

	while (clock_ms() < end) {
		if (progress_stopped(progress) || progress_kept(progress))
			return err_set(err, ERR_CANCELLED, "cancelled");
		(void)poll(NULL, 0, POLL_MS);
	}
	return 0;
}

/* The request itself, but for its body. */
static int
begin_request(struct server_call *c, const struct server_ask *a,
	struct http_request *r, struct err *err)
{
	const struct server_query *q = &c->q;
	struct strbuf text = STRBUF_INIT;
	struct str *header;
	int rc;

	url_put_origin(&text, &q->url);
	strbuf_add(&text, q->url.path);
	strbuf_add(&text, strbuf_str(&a->path));
	*r = (struct http_request){ .url = arena_str(
					    &c->arena, strbuf_str(&text)),
		.socket = q->socket,
		.insecure = q->insecure,
		.posts = a->posts,
		.body = strbuf_str(&a->body),
		.type = str_c(a->type),
		.timeout = c->o->timeout > 0 ? (c->o->timeout + 5) * 1000
					     : TIMEOUT_MS,
		.max_bytes = LIST_MAX };
	/* Names of labels may be any text. */
	if (q->server->is_pyroscope)
		r->accept = STR("*/*;allow-utf8-labelnames=true");
	strbuf_free(&text);
	rc = fetch_request(c->o, &q->url, q->server->is_pyroscope, &c->arena, r,
		c->progress, err);
	if (rc != 0 || q->tenant.n == 0)
		return rc;
	if (str_chr(q->tenant, '\n') >= 0 || str_chr(q->tenant, '\r') >= 0)
		return err_set(err, ERR_USAGE, "a tenant is one line");
	header = ARENA_ARRAY(&c->arena, struct str, r->n_headers + 1);
	for (size_t i = 0; i < r->n_headers; i++)
		header[i] = r->header[i];
	strbuf_add3(&text, "X-Scope-OrgID: ", q->tenant, "");
	header[r->n_headers++] = arena_str(&c->arena, strbuf_str(&text));
	r->header = header;
	strbuf_free(&text);
	return 0;
}

int
server_request(struct server_call *c, struct server_ask *a, size_t max,
	struct http_answer *answer)
{
	struct http_request r;
	int rc = begin_request(c, a, &r, c->err);

	*answer = (struct http_answer){ .retry_after = -1 };
	r.max_bytes = max;
	for (int tries = 1; rc == 0; tries++) {
		int64_t pause;

		rc = http_do(&r, 1, answer, c->progress, c->err);
		if (rc == 0 && answer->err.code != ERR_NONE) {
			*c->err = answer->err;
			rc = -1;
		}
		pause = rc == 0 ? pause_before_next(answer, tries) : 0;
		if (pause == 0)
			break;
		http_answer_fini(answer);
		*answer = (struct http_answer){ .retry_after = -1 };
		rc = wait_a_while(pause, c->progress, c->err);
	}
	strbuf_free(&a->path);
	strbuf_free(&a->body);
	if (rc != 0)
		return -1;
	if (answer->date > 0)
		c->skew = answer->date -
			(c->o->now > 0 ? c->o->now : answer->received);
	if (answer->status == 200)
		return 0;
	c->late = answer->status == 504;
	return http_unpack(answer, LIST_MAX, c->progress, c->err) != 0
		? -1
		: c->q.server->explain(answer, c->err);
}

/* By a clock that is `skew` ms ahead of ours. */
static int
begin_at(struct server_call *c, const struct fetch_options *o, struct str name,
	int64_t skew, struct progress *progress, struct err *err)
{
	int64_t now = (o->now > 0 ? o->now : clock_now()) + skew;
	struct str real;

	*c = (struct server_call){ .o = o, .progress = progress, .err = err };
	name = named_expand(o->named, name, &c->arena);
	real = secrets_real(o->secrets, name, &c->arena);
	return server_parse(real, name, now, &c->arena, &c->q, err);
}

int
server_begin(struct server_call *c, const struct fetch_options *o,
	struct str name, struct progress *progress, struct err *err)
{
	return begin_at(c, o, name, 0, progress, err);
}

void
server_end(struct server_call *c)
{
	arena_free(&c->arena);
}

int
server_list(
	struct server_call *c, struct server_ask *a, struct http_answer *answer)
{
	int rc = server_request(c, a, LIST_MAX, answer);

	return rc == 0 ? http_unpack(answer, LIST_MAX, c->progress, c->err)
		       : rc;
}

int
server_find_apps(struct server_call *c, struct server_apps *out)
{
	struct server_ask a = { .type = "" };
	struct http_answer answer;
	int rc;

	c->q.server->ask_apps(&c->q, &a);
	rc = server_list(c, &a, &answer);
	if (rc == 0)
		rc = c->q.server->read_apps(
			bytes_str(&answer.body), &c->arena, out, c->err);
	http_answer_fini(&answer);
	return rc < 0 ? -1 : 0;
}

/* ---- The profile ---- */

int64_t
server_limit(const struct err *err)
{
	struct str text = str_c(err->msg), rest;
	ptrdiff_t at = str_find(text, STR("limit: "), 0);
	struct err ignored = ERR_INIT;
	int64_t ms;

	if (at < 0 || str_find(text, STR("max_query_length"), 0) < 0)
		return 0;
	rest = str_skip(text, (size_t)at + strlen("limit: "));
	return instant_parse_duration(
		       str_trim(str_cut(&rest, ')')), &ms, &ignored) == 0
		? ms
		: 0;
}

/* No samples: nothing at all, a first type without a name, or types alone.
   What is no profile, or packed, is something. */
static bool
is_nothing(struct str body)
{
	enum { SAMPLE = 2 };
	struct str sample;

	return server_field(body, SAMPLE, &sample) == 0;
}

/* The part of a range, both ends included. */
struct piece {
	int64_t from, until;
};

static struct server_query
piece_query(const struct server_call *c, struct piece piece)
{
	struct server_query q = c->q;

	q.from = piece.from;
	q.until = piece.until;
	return q;
}

/* A thread unpacks what is large while it is read; `later`: it may. */
static int
unpack_piece(struct server_call *c, struct http_answer *answer,
	size_t max_memory, bool later)
{
	return later && answer->body.n >= STREAM_LEAST
		? 0
		: http_unpack(answer, max_memory, c->progress, c->err);
}

/* What was answered with 200, or that there is nothing (rc 1). */
static int
take_piece(struct server_call *c, struct piece piece, int rc, size_t max_memory,
	struct http_answer *answer, struct fetch_result *f)
{
	struct fetched_part part = { .from = piece.from, .until = piece.until };
	struct server_query q = piece_query(c, piece);
	bool wraps = q.server->wraps(&q);
	/* One of several that is damaged is a remark. */
	bool alone = q.from == c->q.from && q.until == c->q.until;

	/* Packed on its way, or in the answer. */
	if (rc == 0)
		rc = unpack_piece(c, answer, max_memory, alone && !wraps);
	if (rc == 0 && wraps)
		rc = q.server->read_profile(&answer->body, c->err);
	if (rc == 0 && wraps)
		rc = unpack_piece(c, answer, max_memory, alone);
	if (rc == 0 && !is_nothing(bytes_str(&answer->body))) {
		part.bytes = answer->body;
		answer->body = (struct bytes)BYTES_INIT;
		vec_push(&f->part, part);
	}
	http_answer_fini(answer);
	return rc < 0 ? -1 : 0;
}

static int
fetch_piece(struct server_call *c, struct piece piece, size_t max_memory,
	struct fetch_result *f)
{
	struct server_query q = piece_query(c, piece);
	struct server_ask a = { .type = "" };
	struct http_answer answer;
	int rc;

	q.server->ask_profile(&q, &a);
	rc = server_request(c, &a, max_memory, &answer);
	return take_piece(c, piece, rc, max_memory, &answer, f);
}

enum { PIECES_AT_ONCE = 2 };

/* Some pieces at once. What is not answered at once is asked for again, with
   the pauses that servers want. How many failed; -1 and c->err: cancelled. */
static int
fetch_some(struct server_call *c, const struct piece *piece, size_t n,
	size_t max_memory, struct fetch_result *f)
{
	struct server_ask a[PIECES_AT_ONCE] = { { .type = "" } };
	struct http_request r[PIECES_AT_ONCE] = { { .posts = false } };
	struct http_answer answer[PIECES_AT_ONCE];
	int rc = 0, failed = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct server_query q = piece_query(c, piece[i]);

		q.server->ask_profile(&q, &a[i]);
		rc = begin_request(c, &a[i], &r[i], c->err);
		r[i].max_bytes = max_memory;
	}
	if (rc == 0) {
		rc = http_do(r, n, answer, c->progress, c->err);
		for (size_t i = 0; i < n && rc != 0; i++)
			http_answer_fini(&answer[i]);
	}
	for (size_t i = 0; i < n; i++) {
		strbuf_free(&a[i].path);
		strbuf_free(&a[i].body);
	}
	for (size_t i = 0; i < n && rc == 0; i++) {
		int good;

		*c->err = (struct err)ERR_INIT;
		if (answer[i].err.code == ERR_NONE && answer[i].status == 200) {
			good = take_piece(
				c, piece[i], 0, max_memory, &answer[i], f);
		} else {
			http_answer_fini(&answer[i]);
			good = fetch_piece(c, piece[i], max_memory, f);
		}
		if (good == 0)
			continue;
		if (c->err->code == ERR_CANCELLED) {
			while (++i < n)
				http_answer_fini(&answer[i]);
			return -1;
		}
		failed++;
		strbuf_addf(&f->remarks, "%s\n", c->err->msg);
	}
	return rc != 0 ? -1 : failed;
}

/* Newest first; they share no millisecond, so that their sum is exact. What
   cannot be had of them is a remark. */
static int
fetch_pieces(struct server_call *c, int64_t length, size_t max_memory,
	struct fetch_result *f)
{
	int64_t from = c->q.from, end = c->q.until;
	int64_t n = (end - from) / length + 1;
	int failed = 0, some;

	if (n > PIECES_MAX || end - from > LONGEST_MS)
		return err_set(c->err, ERR_IO,
			"the server takes %" PRId64
			"h at once, and so long a range would take %" PRId64
			" requests: at most %d are made, within 31 days",
			length / HOUR_MS, n, (int)PIECES_MAX);
	while (end >= from) {
		struct piece piece[PIECES_AT_ONCE];
		size_t k;

		for (k = 0; k < PIECES_AT_ONCE && end >= from; k++) {
			int64_t start = end - length + 1;

			piece[k].from = start > from ? start : from;
			piece[k].until = end;
			end -= length;
		}
		some = fetch_some(c, piece, k, max_memory, f);
		if (some < 0)
			return -1;
		failed += some;
	}
	if (failed > 0 && f->part.n == 0)
		return -1;
	if (failed > 0)
		strbuf_addf(&f->remarks,
			"partial: %d of %" PRId64
			" parts of the range are missing\n",
			failed, n);
	*c->err = (struct err)ERR_INIT;
	return 0;
}

static int
fetch_range(struct server_call *c, size_t max_memory, struct fetch_result *f)
{
	struct piece all = { c->q.from, c->q.until };
	int rc = fetch_piece(c, all, max_memory, f);
	int64_t limit = rc != 0 ? server_limit(c->err) : 0;

	/* What took too long is tried once in halves. */
	if (rc != 0 && limit == 0 && c->late && all.until > all.from)
		limit = (all.until - all.from) / 2 + 1;
	if (limit > 0)
		rc = fetch_pieces(c, limit, max_memory, f);
	if (rc == 0 && f->part.n == 0)
		rc = browse_nothing(c);
	return rc;
}

static int64_t
absolute(int64_t n)
{
	return n < 0 ? -n : n;
}

static void
fetch_begun(struct server_call *c, size_t max_memory, struct fetch_result *f)
{
	int64_t interval;

	if (browse(c, &f->choices) != 0 || f->choices != NULL ||
		fetch_range(c, max_memory, f) != 0 || !server_is_level(&c->q))
		return;
	interval = server_interval(c);
	for (size_t i = 0; i < f->part.n; i++)
		f->part.p[i].interval = interval;
	if (f->part.n == 1)
		f->part.p[0].snapshots = server_snapshots(
			c, f->part.p[0].from, f->part.p[0].until, interval);
}

static void
forget_parts(struct fetch_result *f)
{
	for (size_t i = 0; i < f->part.n; i++)
		bytes_free(&f->part.p[i].bytes);
	f->part.n = 0;
	choices_free(f->choices);
	f->choices = NULL;
	f->err = (struct err)ERR_INIT;
	strbuf_reset(&f->remarks);
}

static void
say_skew(int64_t skew, struct strbuf *out)
{
	strbuf_addc(out, "the server's clock is ");
	instant_put_duration(out, absolute(skew) / 1000 * 1000);
	strbuf_addf(out, " %s: its now is what counts%s\n",
		skew > 0 ? "ahead" : "behind",
		absolute(skew) > REFUSED_MS
			? "; it may refuse profiles of programs here"
			: "");
}

int
server_fetch(const struct fetch_options *o, struct str name, size_t max_memory,
	struct fetch_result *f, struct progress *progress, struct err *err)
{
	struct server_call c;
	int64_t skew;

	if (server_begin(&c, o, name, progress, &f->err) == 0)
		fetch_begun(&c, max_memory, f);
	skew = c.skew;
	f->skew = absolute(skew) > SKEW_MS ? skew : 0;
	server_end(&c);
	/* "now" is the server's, where that makes a difference. */
	if (absolute(skew) > SKEW_MS && f->err.code != ERR_CANCELLED &&
		server_slides(name)) {
		forget_parts(f);
		if (begin_at(&c, o, name, skew, progress, &f->err) == 0)
			fetch_begun(&c, max_memory, f);
		server_end(&c);
		say_skew(skew, &f->remarks);
	}
	if (f->err.code == ERR_CANCELLED) {
		*err = f->err;
		return -1;
	}
	return 0;
}
