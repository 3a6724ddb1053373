/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Servers that collect profiles continuously: Pyroscope and Parca. An address
 * names the server, a selection, and a time range:
 *
 *     pyroscope://host:4040/prefix?service=shop&type=cpu&from=now-1h
 *     parca://host:7070?query={job="shop"}&type=...&until=14:05
 *         +https, +https+insecure, +unix after the first word
 *
 *     service=, query=   a label's value, a selector; both are joined
 *     type=              an id of five parts, or a name such as cpu
 *     from=, until=      now, now-3h, 14:05, 20261122, RFC 3339, digits
 *                        since 1970; by default the last hour, or that
 *                        before until=
 *     tenant=, group=, span=, trace=, profile=
 *     ask=               labels, or a label: the browser's next list
 *
 * A missing part is chosen by the user (choices.h), or is an error that lists
 * the choices. A server is a table of functions that make requests and read
 * answers; all else is common to all servers.
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

/* ---- Queries ---- */

/* A parsed address. Texts are in an arena. */
struct server_query {
	const struct server *server;
	struct url url; /* scheme http or https; path: the prefix of its API */
	struct str socket;
	bool insecure;
	struct str service, selector; /* selector: both joined, "{...}" */
	struct str type;              /* as written */
	struct str tenant, group, span, trace, profile, ask;
	int64_t from, until; /* ms since 1970, ends included */
	int limit;           /* number of series, largest first; 0: all */
	struct str name;     /* as shown, with its scheme */
};

/* One request of an API. */
struct server_ask {
	struct strbuf path; /* below the prefix, with its query */
	bool posts;
	struct strbuf body;
	const char *type; /* Content-Type of the body */
};

/* ---- Answers ---- */

/* A type, and its service if the server has services. */
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
	int64_t time; /* ms since 1970: beginning of a step */
	double value;
};

struct server_series {
	struct str label; /* value of the label that groups them */
	VEC(struct server_point) point;
};

/* Points of a range; texts are in the arena. A range requested in pieces may
   have several series per label. */
struct server_points {
	struct arena arena;
	struct str type;  /* id of the sample type */
	struct str group; /* label that groups the series; "": none */
	bool adds; /* snapshots of a step are added; else each is a point */
	VEC(struct server_series) series;
};

enum {
	SERVER_SERIES_MAX = 1000,
	SERVER_POINTS_MAX = 100000,
	SERVER_NAMES_MAX = 100000,
	SERVER_LIST_MAX = 16 << 20, /* bytes of an answer but a profile */
	SERVER_TEXT_MAX = 64 * 1024,
};

void server_points_fini(struct server_points *p);

/* A kind of server. The functions that read return -1 and err for an answer
   that is not such a server's; sizes are limited. */
struct server {
	const char *name;    /* the scheme */
	const char *called;  /* "Pyroscope" */
	const char *port;    /* by default */
	const char *service; /* label of service= */
	bool is_pyroscope;
	/* Services and types between from and until. */
	void (*ask_apps)(const struct server_query *q, struct server_ask *a);
	int (*read_apps)(struct str body, struct arena *arena,
		struct server_apps *out, struct err *err);
	/* Label names; one label's values. */
	void (*ask_names)(const struct server_query *q, struct server_ask *a);
	void (*ask_values)(const struct server_query *q, struct str label,
		struct server_ask *a);
	int (*read_names)(struct str body, struct arena *arena,
		struct server_names *out, struct err *err);
	/* The merged profile of q's range. It is the answer itself, or is
	   wrapped in it: then its bytes replace the answer. */
	void (*ask_profile)(const struct server_query *q, struct server_ask *a);
	bool (*wraps)(const struct server_query *q);
	int (*read_profile)(struct bytes *body, struct err *err);
	/* Sums per step. */
	void (*ask_points)(const struct server_query *q, int64_t step,
		struct server_ask *a);
	int (*read_points)(struct str body, int64_t step,
		struct server_points *out, struct err *err);
	/* Time of the server's newest profile of any kind: ms since 1970; 0: it
	   has none. NULL: unsupported. */
	void (*ask_newest)(struct server_ask *a);
	int (*read_newest)(struct str body, int64_t *out, struct err *err);
	/* Meaning of an answer other than 200. 1: there are no data; else -1
	   and err. */
	int (*explain)(const struct http_answer *a, struct err *err);
};

extern const struct server server_pyroscope, server_parca;

/* Return the server with an address's scheme, or NULL. */
const struct server *server_find(struct str scheme);

/* Move to the value of an answer's JSON member: 1. 0: it has none. -1 and err:
   it is not JSON. */
int server_member(
	struct jwalk *w, struct str body, const char *member, struct err *err);
/* Return a label's value from [{"name":...,"value":...}], in the arena; the
   first label's if none has that name. */
struct str server_label(
	const struct jval *labels, struct str name, struct arena *arena);

/* Read an answer with points, {"series":[...]}: `read` takes one series at the
   current position. -1 and err. */
int server_read_series(struct str body, int64_t step, struct server_points *out,
	int (*read)(struct jwalk *w, int64_t step, struct server_points *out),
	struct err *err);

/* ---- Addresses and requests ---- */

/* Parse an address. `now`: ms since 1970. -1 and err. */
int server_parse(struct str name, struct str shown, int64_t now,
	struct arena *arena, struct server_query *q, struct err *err);
/* True if it is a server's address. */
bool server_is(struct str name);
/* Return the length of an address's range in ms; -1: it is no server's. Get the
   range, ends included; false: it is no server's. True if the range ends now,
   so that it moves. */
int64_t server_length(struct str name, int64_t now);
bool server_span(struct str name, int64_t now, int64_t *from, int64_t *until);
bool server_slides(struct str name);
/* Append an address's title: its service, selector or host; for plain HTTP the
   host and the profile. False: it is no address. */
bool server_put_title(struct strbuf *out, struct str name);
/* Append the address with other parameters; those with an empty value are
   removed. */
struct server_param {
	const char *name;
	struct str value;
};
void server_put_with(struct strbuf *out, struct str name,
	const struct server_param *param, size_t n);
/* Append the address with another range, ends included, ms since 1970. */
void server_put_range(
	struct strbuf *out, struct str name, int64_t from, int64_t until);
/* Append the address restricted to a label value. */
void server_put_selected(struct strbuf *out, struct str name, struct str label,
	struct str value);
/* Add a label's value to a selector: {a="b",c=~"d"}. */
void server_join(struct strbuf *selector, struct str label, const char *op,
	struct str value);

/* Fetch an address's profile, or choices, into *f; errors go to f->err. -1 and
   err only if cancelled by progress. */
int server_fetch(const struct fetch_options *o, struct str name,
	size_t max_memory, struct fetch_result *f, struct progress *progress,
	struct err *err);
/* Fetch points from `from` on and before `until`, each the sum of a step in ms,
   grouped by a label, or all together with "". Both ends are whole steps apart.
   A point weighs the same as the profile of [time, time + step - 1]. -1 and
   err. */
int server_fetch_points(const struct fetch_options *o, struct str name,
	int64_t from, int64_t until, int64_t step, struct str group,
	struct server_points *out, struct progress *progress, struct err *err);

/* Settle an address that is requested many times: append it with its open parts
   filled in, and get the interval of its snapshots in ms, 0 if it has none. -1
   and err. */
int server_settle(const struct fetch_options *o, struct str name,
	struct strbuf *out, int64_t *interval, struct progress *progress,
	struct err *err);
/* Fetch names of labels in an address's range, without those that begin with
   __. -1 and err. */
int server_fetch_labels(const struct fetch_options *o, struct str name,
	struct arena *arena, struct server_names *out,
	struct progress *progress, struct err *err);

/* ---- Several requests to one server ---- */

/* An address and its requests. Errors go to *err. */
struct server_call {
	const struct fetch_options *o;
	struct server_query q;
	struct arena arena;
	struct progress *progress;
	struct err *err;
	int64_t skew; /* ms by which the server's clock is ahead, in its newest
			 answer */
	bool late;    /* timed out: 504 */
};

/* Begin a call, which must be ended in any case. */
int server_begin(struct server_call *c, const struct fetch_options *o,
	struct str name, struct progress *progress, struct err *err);
void server_end(struct server_call *c);
/* Restore the error from before an optional request, which may have failed;
   only a cancellation stays. */
static inline void
server_forgive(struct server_call *c, const struct err *before)
{
	if (c->err->code != ERR_CANCELLED)
		*c->err = *before;
}
/* Send a request. 0: status 200; 1: there are no data; -1 and c->err. Frees
   *a's contents; the caller frees the answer, of at most `max` bytes. A busy or
   starting server is asked again after the pause that it requests. */
int server_request(struct server_call *c, struct server_ask *a, size_t max,
	struct http_answer *answer);
/* Send a request and unpack the answer. */
int server_list(struct server_call *c, struct server_ask *a,
	struct http_answer *answer);
/* Find services and types. Texts are in c->arena. */
int server_find_apps(struct server_call *c, struct server_apps *out);
/* Find names of labels within the range, without those that begin with __,
   which are internal. Texts are in the arena. */
int server_find_names(
	struct server_call *c, struct arena *arena, struct server_names *out);

/* Return the longest range that a server accepts, in ms, from its error "limit:
   1d"; 0: it is another error. */
int64_t server_limit(const struct err *err);
/* True if the query's type, an id, is of snapshots (memory in use, goroutines),
   which a server adds up. */
bool server_is_level(const struct server_query *q);
/* Return the interval of snapshots in ms: the median distance of those at the
   end of c->q's range; fifteen seconds if it is unknown. */
int64_t server_interval(struct server_call *c);
/* Return the number of snapshot times in [from, until], at that interval: a
   program started in between has fewer. 0: unknown. */
int64_t server_snapshots(
	struct server_call *c, int64_t from, int64_t until, int64_t interval);

/* ---- For the tables of functions ---- */

/* Read a list of strings, "name":[...], from an answer in JSON, with a limit on
   each; other JSON gives an empty or partial list. */
int server_read_list(struct str body, const char *member, struct arena *arena,
	struct server_names *out, struct err *err);
/* Find the first length-delimited field with this number in a protobuf message:
   1 and *out; 0: there is none; -1: it is no message. */
int server_field(struct str message, uint64_t wanted, struct str *out);
/* Read an error {"code":...,"message":...}, nested in itself up to three times.
   False: it is none. */
bool server_message(struct str body, struct arena *arena, struct str *code,
	struct str *message);
/* Describe an answer without such an error; -1 and err. */
int server_strange(
	const struct http_answer *a, const char *called, struct err *err);

#endif
