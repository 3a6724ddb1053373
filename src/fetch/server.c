/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sends requests to servers (server.h): again if a server is busy, in pieces if
 * it limits the range.
 */
#include "prelude.h"

#include "fetch/server.h"

#include <inttypes.h>
#include <poll.h>

#include "base/clock.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "fetch/discover.h"
#include "input/stream.h"
#include "profile/timetext.h"

enum {
	TIMEOUT_MS = 65000,
	TRIES = 4,
	PAUSE_MAX = 60, /* longest Retry-After that is obeyed, in seconds */
	SAID_MS = 1000, /* shorter pauses are not reported */
	PIECES_MAX = 32,
	LIST_STRETCHES = 7, /* a week, if a range is limited to a day */
	SKEW_MS = 2000,     /* difference between clocks that is ignored */
	REFUSED_MS = 600 * 1000, /* difference at which servers may refuse */
};

#define EMPTY_ANSWER "the server sent an empty answer"
#define HOUR_MS (3600 * INT64_C(1000))
#define LONGEST_MS (31 * 24 * HOUR_MS)

/* ---- Requests ---- */

/* Return the pause in ms before the request is repeated; 0 if it is not. */
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

/* Prepare a request; its body stays in *a. */
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
		.max_bytes = SERVER_LIST_MAX };
	/* Accept names of labels with any characters. */
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

/* Unpack an answer that is not a profile. */
static int
unpack_list(struct server_call *c, struct http_answer *answer)
{
	int rc = http_unpack(answer, SERVER_LIST_MAX, c->progress, c->err);

	return rc != 0 && c->err->code == ERR_LIMIT
		? http_list_is_long(SERVER_LIST_MAX, c->err)
		: rc;
}

/* Wait for a busy server, as it asked. -1 and c->err if cancelled. */
static int
wait_for(struct server_call *c, int64_t pause)
{
	int64_t end = clock_ms() + pause, now;
	struct strbuf line = STRBUF_INIT;

	if (c->o->say != NULL && pause >= SAID_MS) {
		strbuf_addf(&line, "%.*s is busy, asking again in %" PRId64 "s",
			STR_ARG(c->q.url.host), pause / 1000);
		c->o->say(strbuf_str(&line));
		strbuf_free(&line);
	}
	progress_stage(c->progress, PROGRESS_BUSY, (uint64_t)pause);
	while ((now = clock_ms()) < end) {
		if (progress_stopped(c->progress) || progress_kept(c->progress))
			return err_set(c->err, ERR_CANCELLED, "cancelled");
		progress_done(c->progress, (uint64_t)(pause - (end - now)));
		(void)poll(NULL, 0, POLL_MS);
	}
	return 0;
}

int
server_request(struct server_call *c, struct server_ask *a, bool is_list,
	size_t max_memory, struct http_answer *answer)
{
	struct http_request r;
	int rc = begin_request(c, a, &r, c->err);
	/* The limit is for all tries and pauses together. */
	int64_t end = clock_ms() + r.timeout, refused = 0;
	struct err why;

	*answer = (struct http_answer){ .retry_after = -1 };
	r.max_bytes = is_list ? SERVER_LIST_MAX : max_memory;
	r.max_is_memory = !is_list;
	for (int tries = 1; rc == 0; tries++) {
		int64_t pause;

		rc = http_do(&r, 1, answer, c->progress, c->err);
		if (rc == 0 && answer->err.code != ERR_NONE) {
			*c->err = answer->err;
			rc = -1;
		}
		pause = rc == 0 ? pause_before_next(answer, tries) : 0;
		if (pause > 0 && clock_ms() + pause >= end)
			refused = pause;
		if (pause == 0 || refused > 0)
			break;
		http_answer_fini(answer);
		*answer = (struct http_answer){ .retry_after = -1 };
		rc = wait_for(c, pause);
		r.timeout = end - clock_ms();
		if (r.timeout < 1)
			r.timeout = 1;
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
	if (unpack_list(c, answer) != 0)
		return -1;
	rc = c->q.server->explain(answer, c->err);
	if (rc == 0 || refused == 0)
		return rc;
	why = *c->err;
	return err_set(c->err, why.code,
		"%s; it asks for a pause of %" PRId64
		"s, which is too long (-timeout)",
		why.msg, refused / 1000);
}

/* Begin a call with "now" at `skew` ms after the local clock. */
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
	int rc = server_request(c, a, true, 0, answer);

	if (rc == 0 && answer->body.n == 0)
		return err_set(c->err, ERR_FORMAT, "%s", EMPTY_ANSWER);
	if (rc == 0)
		rc = unpack_list(c, answer);
	/* The answer is a web page, such as a login form. */
	if (rc == 0 && str_starts(bytes_str(&answer->body), STR("<")))
		return server_strange(answer, c->q.server->called, c->err);
	return rc;
}

/* Ask for a list within [from, until]. */
static int
find_within(struct server_call *c, const struct server_wanted *w, int64_t from,
	int64_t until)
{
	struct server_query q = c->q;
	struct server_ask a = { .type = "" };
	struct http_answer answer;
	struct str body;
	int rc;

	q.from = from;
	q.until = until;
	if (w->apps != NULL)
		q.server->ask_apps(&q, &a);
	else if (w->label.n > 0)
		q.server->ask_values(&q, w->label, &a);
	else
		q.server->ask_names(&q, &a);
	rc = server_list(c, &a, &answer);
	body = bytes_str(&answer.body);
	if (rc == 0 && w->apps != NULL)
		rc = q.server->read_apps(body, w->arena, w->apps, c->err);
	else if (rc == 0)
		rc = q.server->read_names(body, w->arena, w->names, c->err);
	http_answer_fini(&answer);
	return rc < 0 ? -1 : 0;
}

/* Drop duplicate names. */
static void
drop_repeated(struct server_names *names)
{
	struct arena arena = ARENA_INIT;
	struct intern seen;
	size_t n = 0;

	intern_init(&seen, &arena);
	for (size_t i = 0; i < names->name.n; i++) {
		size_t before = seen.n;

		(void)intern_borrowed(&seen, names->name.p[i]);
		if (seen.n > before)
			names->name.p[n++] = names->name.p[i];
	}
	names->name.n = n;
	intern_fini(&seen);
	arena_free(&arena);
}

int
server_find_list(struct server_call *c, const struct server_wanted *w)
{
	int64_t until = c->q.until, limit;
	int rc = find_within(c, w, c->q.from, until);

	limit = rc != 0 ? server_limit(c->err) : 0;
	if (limit <= 0)
		return rc;
	/* Fetch the newest stretch, which must succeed; older ones add names
	   that no newer one has. */
	*c->err = (struct err)ERR_INIT;
	for (int i = 0; i < LIST_STRETCHES && until >= c->q.from &&
		!(i > 0 && w->is_enough != NULL && w->is_enough(c, w));
		i++) {
		int64_t from = until - limit + 1;
		struct err why = *c->err;

		rc = find_within(
			c, w, from > c->q.from ? from : c->q.from, until);
		if (rc != 0 && i > 0) {
			server_forgive(c, &why);
			rc = c->err->code == ERR_CANCELLED ? -1 : 0;
			break;
		}
		if (rc != 0)
			break;
		until -= limit;
	}
	if (w->names != NULL)
		drop_repeated(w->names);
	return rc;
}

int
server_find_apps(struct server_call *c, struct server_apps *out)
{
	const struct server_wanted w = { .arena = &c->arena, .apps = out };

	return server_find_list(c, &w);
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

/* True if a profile has no samples: the body is empty, or has only types. False
   for data that is not a protobuf message, such as a packed body. For a range
   without profiles, Pyroscope sends the empty message, which has no bytes. So
   an empty body is valid here, unlike for lists and JSON. */
static bool
is_nothing(struct str body)
{
	enum { SAMPLE = 2 };
	struct str sample;

	return server_field(body, SAMPLE, &sample) == 0;
}

static struct server_query
piece_query(const struct server_call *c, struct server_piece piece)
{
	struct server_query q = c->q;

	q.from = piece.from;
	q.until = piece.until;
	return q;
}

/* Unpack a piece. If `later`, a large one is left to another thread. */
static int
unpack_piece(struct server_call *c, struct http_answer *answer,
	size_t max_memory, bool later)
{
	return later && answer->body.n >= STREAM_LEAST
		? 0
		: http_unpack(answer, max_memory, c->progress, c->err);
}

/* Handle an answer with status 200 (rc 0), or one without data (rc 1). */
static int
take_piece(struct server_call *c, struct server_piece piece, int rc,
	size_t max_memory, struct http_answer *answer, struct fetch_result *f)
{
	struct fetched_part part = { .from = piece.from, .until = piece.until };
	struct server_query q = piece_query(c, piece);
	bool wraps = q.server->wraps(&q);
	/* A damaged piece among several is only a remark, so unpack it here. */
	bool alone = q.from == c->q.from && q.until == c->q.until;

	/* Both the answer and the profile in it may be packed. */
	if (rc == 0)
		rc = unpack_piece(c, answer, max_memory, alone && !wraps);
	if (rc == 0 && wraps && answer->body.n == 0)
		rc = err_set(c->err, ERR_FORMAT, "%s", EMPTY_ANSWER);
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

int
server_fetch_piece(struct server_call *c, struct server_piece piece,
	size_t max_memory, struct fetch_result *f)
{
	struct server_query q = piece_query(c, piece);
	struct server_ask a = { .type = "" };
	struct http_answer answer;
	int rc;

	q.server->ask_profile(&q, &a);
	rc = server_request(c, &a, false, max_memory, &answer);
	return take_piece(c, piece, rc, max_memory, &answer, f);
}

enum { PIECES_AT_ONCE = 2 };

/* Fetch some pieces in parallel. Failed ones are requested again, one by one,
   with pauses. Returns the number of failures; -1 and c->err if cancelled. */
static int
fetch_some(struct server_call *c, const struct server_piece *piece, size_t n,
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
		r[i].max_is_memory = true;
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
			good = server_fetch_piece(c, piece[i], max_memory, f);
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

/* Fetch the range in pieces, newest first. Pieces share no millisecond, so
   their sum is exact. Missing pieces only cause a remark. */
static int
fetch_pieces(struct server_call *c, int64_t length, size_t max_memory,
	struct fetch_result *f)
{
	int64_t from = c->q.from, end = c->q.until;
	int64_t n = (end - from) / length + 1;
	int failed = 0, some;
	bool newest;

	if (n > PIECES_MAX || end - from > LONGEST_MS) {
		struct strbuf most = STRBUF_INIT;

		instant_put_duration(&most, length);
		(void)err_set(c->err, ERR_IO,
			"the server limits a request to %s, so this range "
			"would need %" PRId64
			" requests; at most %d are made, over at most 31 days",
			strbuf_c(&most), n, (int)PIECES_MAX);
		strbuf_free(&most);
		return -1;
	}
	/* Levels and totals make sense only when they are complete. */
	newest = c->o->newest && !server_is_level(&c->q);
	while (end >= from && !(newest && f->part.n > 0)) {
		struct server_piece piece[PIECES_AT_ONCE];
		size_t k, most = newest ? 1 : PIECES_AT_ONCE;

		for (k = 0; k < most && end >= from; k++) {
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
	if (end >= from)
		f->rest = (struct fetched_rest){ from, end, length };
	/* The remarks would only repeat the last error. */
	if (failed > 0 && f->part.n == 0) {
		strbuf_reset(&f->remarks);
		return -1;
	}
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
	struct server_piece all = { c->q.from, c->q.until };
	int rc = server_fetch_piece(c, all, max_memory, f);
	int64_t limit = rc != 0 ? server_limit(c->err) : 0;

	/* After a timeout, try again once, in halves. */
	if (rc != 0 && limit == 0 && c->late && all.until > all.from)
		limit = (all.until - all.from) / 2 + 1;
	if (limit > 0)
		rc = fetch_pieces(c, limit, max_memory, f);
	if (rc == 0 && f->part.n == 0)
		rc = c->o->is_rest
			? err_set(c->err, ERR_NO_MATCH, "no profiles")
			: browse_nothing(c);
	return rc;
}

static int64_t
absolute(int64_t n)
{
	return n < 0 ? -n : n;
}

/* True if the range ends now, and the server's clock differs from the local
   one. */
static bool
is_skewed(const struct server_call *c, struct str name)
{
	return absolute(c->skew) > SKEW_MS && server_slides(name);
}

/* Fetch the profile. Unless `again`, it may be fetched a second time, for the
   range by the server's clock. */
static void
fetch_begun(struct server_call *c, bool again, size_t max_memory,
	struct fetch_result *f)
{
	int64_t interval;

	if (browse(c, &f->choices) != 0 || f->choices != NULL ||
		(server_is_total(&c->q) ? server_fetch_total : fetch_range)(
			c, max_memory, f) != 0)
		return;
	f->type = arena_str(&f->arena, c->q.type);
	if (f->counts == COUNTS_PLAIN && !c->o->no_counts &&
		!c->o->counts_later && (again || !is_skewed(c, c->q.name)))
		f->part.p[0].samples = server_samples(
			c, f->part.p[0].from, f->part.p[0].until);
	if (!c->o->no_counts)
		f->share = server_share(c);
	if (!server_is_level(&c->q))
		return;
	interval = server_interval(c);
	for (size_t i = 0; i < f->part.n; i++)
		f->part.p[i].interval = interval;
	if (f->part.n == 1)
		f->part.p[0].snapshots = server_snapshots(
			c, f->part.p[0].from, f->part.p[0].until, interval);
}

int
server_fetch(const struct fetch_options *o, struct str name, size_t max_memory,
	struct fetch_result *f, struct progress *progress, struct err *err)
{
	struct server_call c;
	int64_t skew;

	if (server_begin(&c, o, name, progress, &f->err) == 0)
		fetch_begun(&c, false, max_memory, f);
	skew = c.skew;
	f->skew = absolute(skew) > SKEW_MS ? skew : 0;
	server_end(&c);
	/* If the clocks differ, fetch again: "now" is the server's time. */
	if (absolute(skew) > SKEW_MS && f->err.code != ERR_CANCELLED &&
		server_slides(name)) {
		for (size_t i = 0; i < f->part.n; i++)
			bytes_free(&f->part.p[i].bytes);
		f->part.n = 0;
		f->rest = (struct fetched_rest){ .length = 0 };
		choices_free(f->choices);
		f->choices = NULL;
		f->err = (struct err)ERR_INIT;
		strbuf_reset(&f->remarks);
		if (begin_at(&c, o, name, skew, progress, &f->err) == 0)
			fetch_begun(&c, true, max_memory, f);
		server_end(&c);
		strbuf_addstr(&f->remarks, "the server's clock is ");
		instant_put_duration(&f->remarks, absolute(skew) / 1000 * 1000);
		strbuf_addf(&f->remarks,
			" %s; ranges use the server's time%s\n",
			skew > 0 ? "ahead" : "behind",
			absolute(skew) > REFUSED_MS
				? "; it may refuse profiles from this machine"
				: "");
	}
	if (f->err.code == ERR_CANCELLED) {
		*err = f->err;
		return -1;
	}
	return 0;
}
