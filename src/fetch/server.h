/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Servers that take profiles all day: Pyroscope and Parca. An address names
 * the server, what of it, and when:
 *
 *     pyroscope://host:4040/prefix?service=shop&type=cpu&from=now-1h
 *     parca://host:7070?query={job="shop"}&type=...&until=14:05
 *         +https, +https+insecure, +unix behind the first word
 *
 *     service=, query=   a label's value, a selector; both are joined
 *     type=              an id of five parts, or a name such as cpu
 *     from=, until=      now, now-3h, 14:05, 20261122, RFC 3339, digits
 *                        since 1970; by default the last hour, or that
 *                        before until=
 *     tenant=, group=, span=, trace=, profile=
 *     ask=               labels, or a label: the browser's next list
 *
 * What is missing is chosen (choices.h), or is an error that says what there
 * is. A server is a row of functions that make requests and read answers, and
 * nothing else; the rest is the same for all.
 */
#ifndef FT_FETCH_SERVER_H
#define FT_FETCH_SERVER_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "fetch/fetch.h"
#include "fetch/http.h"
#include "fetch/url.h"
#include "input/bytes.h"

struct jval;
struct jwalk;

/* ---- What is asked ---- */

/* An address, taken apart. Texts are in an arena. */
struct server_query {
	const struct server *server;
	struct url url; /* scheme http or https; path: the prefix of its API */
	struct str socket;
	bool insecure;
	struct str service, selector; /* selector: both joined, "{...}" */
	struct str type;              /* as written */
	struct str tenant, group, span, trace, profile, ask;
	int64_t from, until; /* ms since 1970, ends included */
	int limit;           /* of series, the largest ones; 0: all */
	struct str name;     /* as it may be shown, with its scheme */
};

/* One request of an API. */
struct server_ask {
	struct strbuf path; /* behind the prefix, with its query */
	bool posts;
	struct strbuf body;
	const char *type; /* Content-Type of the body */
};

/* ---- What is answered ---- */

/* What there is: a type, of a service where there are any. */
struct server_app {
	struct str service, type;
};

struct server_apps {
	VEC(struct server_app) app;
};

struct server_names {
	VEC(struct str) name;
};

struct server_point {
	int64_t time; /* ms since 1970: what came from then on for a step */
	double value;
};

struct server_series {
	struct str label; /* the value of the label that they are grouped by */
	VEC(struct server_point) point;
};

/* Texts are in the arena. Of a range that was asked for in pieces a label may
   have several series. */
struct server_points {
	struct arena arena;
	struct str type;  /* the id of what they are of */
	struct str group; /* the label that series are of; "": of none */
	bool adds; /* snapshots of a step are added up; else each is a point */
	VEC(struct server_series) series;
};

enum {
	SERVER_SERIES_MAX = 1000,
	SERVER_POINTS_MAX = 100000,
	SERVER_NAMES_MAX = 100000,
	SERVER_LIST_MAX = 16 << 20, /* bytes of an answer that is no profile */
	SERVER_TEXT_MAX = 64 * 1024,
};

void server_points_fini(struct server_points *p);

/* A kind of server. The functions that read return -1 and err for what is not
   an answer of such a server; what they read is bounded. */
struct server {
	const char *name;    /* the scheme */
	const char *called;  /* "Pyroscope" */
	const char *port;    /* by default */
	const char *service; /* the label behind service= */
	bool is_pyroscope;
	/* What there is between from and until. */
	void (*ask_apps)(const struct server_query *q, struct server_ask *a);
	int (*read_apps)(struct str body, struct arena *arena,
		struct server_apps *out, struct err *err);
	/* Names of labels; values of one. */
	void (*ask_names)(const struct server_query *q, struct server_ask *a);
	void (*ask_values)(const struct server_query *q, struct str label,
		struct server_ask *a);
	int (*read_names)(struct str body, struct arena *arena,
		struct server_names *out, struct err *err);
	/* The merged profile of q's range. It is the answer, or wrapped in it:
	   then its bytes in place of the answer. */
	void (*ask_profile)(const struct server_query *q, struct server_ask *a);
	bool (*wraps)(const struct server_query *q);
	int (*read_profile)(struct bytes *body, struct err *err);
	/* Sums of steps. */
	void (*ask_points)(const struct server_query *q, int64_t step,
		struct server_ask *a);
	int (*read_points)(struct str body, int64_t step,
		struct server_points *out, struct err *err);
	/* When its newest profile is of, whatever it is about: ms since 1970;
	   0: it has none. NULL: it cannot be asked. */
	void (*ask_newest)(struct server_ask *a);
	int (*read_newest)(struct str body, int64_t *out, struct err *err);
	/* An answer that is not 200: what it means. 1: that there is
	   nothing; else -1 and err. */
	int (*explain)(const struct http_answer *a, struct err *err);
};

extern const struct server server_pyroscope, server_parca;

/* By the scheme of an address; NULL: it is no server's. */
const struct server *server_find(struct str scheme);

/* Go to the value of that member of an answer in JSON: 1. 0: it has none. -1
   and err: it is not JSON. */
int server_member(
	struct jwalk *w, struct str body, const char *member, struct err *err);
/* The value of a label in [{"name":...,"value":...}], in the arena; of the
   first one if none has that name. */
struct str server_label(
	const struct jval *labels, struct str name, struct arena *arena);

/* What both answer with points: {"series":[...]}, of which `read` takes one
   from where it stands. -1 and err. */
int server_read_series(struct str body, int64_t step, struct server_points *out,
	int (*read)(struct jwalk *w, int64_t step, struct server_points *out),
	struct err *err);

/* ---- Asking ---- */

/* Take an address apart. `now`: ms since 1970. -1 and err. */
int server_parse(struct str name, struct str shown, int64_t now,
	struct arena *arena, struct server_query *q, struct err *err);
/* Is it the address of a server? */
bool server_is(struct str name);
/* How long the range of an address is, in ms; -1: it is no server's. The range,
   ends included; false: it is no server's. Does it end now, so that it moves
   on? */
int64_t server_length(struct str name, int64_t now);
bool server_span(struct str name, int64_t now, int64_t *from, int64_t *until);
bool server_slides(struct str name);
/* Append what an address is about: its service, selector or host; of one of
   plain HTTP the host, and what of it. False: it is none. */
bool server_put_title(struct strbuf *out, struct str name);
/* The address with other parameters; without those of which the value is
   empty. */
struct server_param {
	const char *name;
	struct str value;
};
void server_put_with(struct strbuf *out, struct str name,
	const struct server_param *param, size_t n);
/* The address with another range, ends included, in ms since 1970. */
void server_put_range(
	struct strbuf *out, struct str name, int64_t from, int64_t until);
/* The address of what has that value of a label as well. */
void server_put_selected(struct strbuf *out, struct str name, struct str label,
	struct str value);
/* A selector from a label's value, joined with others: {a="b",c=~"d"}. */
void server_join(struct strbuf *selector, struct str label, const char *op,
	struct str value);

/* The profile of an address into *f, or choices; what is wrong is f->err. -1
   and err only when progress asked to stop. */
int server_fetch(const struct fetch_options *o, struct str name,
	size_t max_memory, struct fetch_result *f, struct progress *progress,
	struct err *err);
/* Points of an address from `from` on and before `until`, each the sum of a
   step in ms and grouped by a label, or all together with "". Both ends are
   whole steps apart. A point and the profile of [time, time + step - 1] weigh
   the same. -1 and err. */
int server_fetch_points(const struct fetch_options *o, struct str name,
	int64_t from, int64_t until, int64_t step, struct str group,
	struct server_points *out, struct progress *progress, struct err *err);

/* For an address that is asked many times: the same with what it leaves open,
   and how often snapshots are taken, ms, if it is of a level, else 0. -1 and
   err. */
int server_settle(const struct fetch_options *o, struct str name,
	struct strbuf *out, int64_t *interval, struct progress *progress,
	struct err *err);
/* Names of labels of what an address is about, within its range; those that
   begin with __ are left out. -1 and err. */
int server_fetch_labels(const struct fetch_options *o, struct str name,
	struct arena *arena, struct server_names *out,
	struct progress *progress, struct err *err);

/* ---- For what asks more than once ---- */

/* An address, while it is asked. Errors go to *err. */
struct server_call {
	const struct fetch_options *o;
	struct server_query q;
	struct arena arena;
	struct progress *progress;
	struct err *err;
	int64_t skew; /* ms that the server's clock is ahead, by its newest
			 answer */
	bool late;    /* it was not done in time: 504 */
};

/* To be ended in any case. */
int server_begin(struct server_call *c, const struct fetch_options *o,
	struct str name, struct progress *progress, struct err *err);
void server_end(struct server_call *c);
/* What was asked besides may have failed, which is no failure of the call: only
   that the user ended it stays. */
static inline void
server_forgive(struct server_call *c, const struct err *before)
{
	if (c->err->code != ERR_CANCELLED)
		*c->err = *before;
}
/* 0: answered with 200; 1: there is nothing; -1 and c->err. Frees what is in
   *a; the answer, of at most `max` bytes, is the caller's to free. Servers that
   are busy or starting are asked again, after the pause that they want. */
int server_request(struct server_call *c, struct server_ask *a, size_t max,
	struct http_answer *answer);
/* The same, and unpacked. */
int server_list(struct server_call *c, struct server_ask *a,
	struct http_answer *answer);
/* Texts are in c->arena. */
int server_find_apps(struct server_call *c, struct server_apps *out);
/* Names of labels within the range, but for those that begin with __, which are
   the server's own. Texts are in the arena. */
int server_find_names(
	struct server_call *c, struct arena *arena, struct server_names *out);

/* "limit: 1d": the longest range that a server takes at once, by its error, in
   ms; 0: the error is another one. */
int64_t server_limit(const struct err *err);
/* Is the type of a query, an id, that of snapshots of a level: memory in use,
   goroutines? A server adds them all up. */
bool server_is_level(const struct server_query *q);
/* How often those are taken, ms: the median distance of what was taken at the
   end of c->q's range. Fifteen seconds when that cannot be known. */
int64_t server_interval(struct server_call *c);
/* At how many times of [from, until] some were taken, at that distance: a
   program that began in between has fewer. 0: that cannot be known. */
int64_t server_snapshots(
	struct server_call *c, int64_t from, int64_t until, int64_t interval);

/* ---- For the rows of functions ---- */

/* "name":[...] of strings, from an answer in JSON, at most so many bytes each;
   what there is of it, if it is another kind of JSON. */
int server_read_list(struct str body, const char *member, struct arena *arena,
	struct server_names *out, struct err *err);
/* The first field of a protobuf message that has this number and a length: 1
   and *out; 0: there is none; -1: it is no message. */
int server_field(struct str message, uint64_t wanted, struct str *out);
/* An error of the kind {"code":...,"message":...}, wrapped in itself up to
   three times. False: it is none. */
bool server_message(struct str body, struct arena *arena, struct str *code,
	struct str *message);
/* What an answer that is no such error means; -1 and err. */
int server_strange(
	const struct http_answer *a, const char *called, struct err *err);

#endif
