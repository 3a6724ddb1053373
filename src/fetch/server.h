/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Servers that collect profiles continuously: Pyroscope and Parca. An address
 * names the server, a selection, and a time range:
 *
 *     pyroscope://host:4040/prefix?service=shop&type=cpu&from=now-1h
 *     parca://host:7070?query={job="shop"}&type=...&until=14:05
 *         +https, +https+insecure, +unix after the first word
 *
 *     service=, query=   a service and a selector, which are combined
 *     type=              an id of five parts, or a name such as cpu
 *     from=, until=      now, now-3h, 14:05, 20261122, RFC 3339, or digits
 *                        since 1970; by default the hour before until= or now
 *     tenant=, group=, span=, trace=, profile=
 *     ask=               "labels", or a label whose values are listed next
 *
 * A missing part is chosen by the user (choices.h), or causes an error that
 * lists the choices. A kind of server is a table of functions that make
 * requests and read answers; everything else is shared.
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

/* A parsed address of a server. Strings are in an arena. */
struct server_query {
	const struct server *server;
	struct url url; /* as on the wire; path: prefix of the API */
	struct str socket;
	bool insecure;
	struct str service, selector; /* selector includes service */
	struct str type;              /* id, or a name as written */
	struct str tenant, group, span, trace, profile, ask;
	int64_t from, until; /* range in ms since 1970, ends included */
	int limit;           /* maximum series, largest first; 0: all */
	struct str name;     /* address as shown, without secrets */
};

/* One request of an API. */
struct server_ask {
	struct strbuf path; /* path below the prefix, and query */
	bool posts;
	struct strbuf body;
	const char *type; /* Content-Type of the body */
};

/* ---- Answers ---- */

/* A type of profile, and its service ("" if the server has none). */
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
	int64_t time; /* start of a step, ms since 1970 */
	double value;
};

struct server_series {
	struct str label; /* value of server_points.group */
	struct str set;   /* selects the process, if the server names it; or
			     "" */
	VEC(struct server_point) point;
};

/* Points of a range. Strings are in the arena. A range that was requested in
   pieces may have several series for one label value. */
struct server_points {
	struct arena arena;
	struct str type;  /* id of the sample type */
	struct str group; /* label that groups the series, or "" */
	bool adds;        /* a point is a sum of snapshots, not one of them */
	/* Number of scrapes whose duration the server reports, and their sum in
	   ns. */
	double scrapes, lasted;
	VEC(struct server_series) series;
};

enum {
	SERVER_POINTS_MAX = 100000,
	SERVER_NAMES_MAX = 100000,
	SERVER_LIST_MAX = 16 << 20, /* bytes of any answer but a profile */
	SERVER_TEXT_MAX = 64 * 1024,
};

void server_points_fini(struct server_points *p);

/* A kind of server. The read functions limit sizes, and return -1 and err if
   the answer is not from such a server. */
struct server {
	const char *name;    /* scheme: "pyroscope" */
	const char *called;  /* "Pyroscope" */
	const char *port;    /* default port */
	const char *service; /* name of the label for service= */
	bool is_pyroscope;
	/* Services and types between from and until. */
	void (*ask_apps)(const struct server_query *q, struct server_ask *a);
	int (*read_apps)(struct str body, struct arena *arena,
		struct server_apps *out, struct err *err);
	/* Names of labels, and the values of one label. */
	void (*ask_names)(const struct server_query *q, struct server_ask *a);
	void (*ask_values)(const struct server_query *q, struct str label,
		struct server_ask *a);
	int (*read_names)(struct str body, struct arena *arena,
		struct server_names *out, struct err *err);
	/* The merged profile of q's range. If wraps() is true, it is within the
	   answer, and read_profile() replaces the answer by it. */
	void (*ask_profile)(const struct server_query *q, struct server_ask *a);
	bool (*wraps)(const struct server_query *q);
	int (*read_profile)(struct bytes *body, struct err *err);
	/* Sums for each step of a range. */
	void (*ask_points)(const struct server_query *q, int64_t step,
		struct server_ask *a);
	int (*read_points)(struct str body, int64_t step,
		struct server_points *out, struct err *err);
	/* Time of the newest profile on the server, in ms since 1970; 0: none.
	   NULL if unsupported. */
	void (*ask_newest)(struct server_ask *a);
	int (*read_newest)(struct str body, int64_t *out, struct err *err);
	/* Explains an answer whose status is not 200. Returns 1 if there is no
	   data, else -1 and err. */
	int (*explain)(const struct http_answer *a, struct err *err);
};

extern const struct server server_pyroscope, server_parca;

/* Return the kind of server that a scheme names, or NULL. */
const struct server *server_find(struct str scheme);

/* Move to the value of a member of a JSON answer. Returns 1, 0 if the member is
   missing, or -1 and err if the answer is not JSON. */
int server_member(
	struct jwalk *w, struct str body, const char *member, struct err *err);
/* Return the value of a label in [{"name":...,"value":...}], or of the first
   label if none has that name. In the arena. */
struct str server_label(
	const struct jval *labels, struct str name, struct arena *arena);

/* Read a point's value, a number or text; a missing one is 0. False if it is
   something else, such as "NaN". */
bool server_value(const struct jval *point, double *out);

/* How a server writes a series of an answer {"series":[...]}. */
struct server_series_form {
	const char *labels, *points; /* members */
	/* Set the label of a series, and its set of labels. */
	void (*read_labels)(const struct jval *v, struct server_points *out,
		struct server_series *s);
	/* Read a point; false: leave it out. */
	bool (*read_point)(const struct jval *v, int64_t step,
		struct server_points *out, struct server_point *p);
};

/* Read all series of an answer in this form. -1 and err. */
int server_read_series(const struct server_series_form *form, struct str body,
	int64_t step, struct server_points *out, struct err *err);

/* ---- Addresses and requests ---- */

/* Parse an address (shown: without secrets) at `now`, in ms. -1 and err. */
int server_parse(struct str name, struct str shown, int64_t now,
	struct arena *arena, struct server_query *q, struct err *err);
/* True if a name is an address of a server. */
bool server_is(struct str name);
/* The range of an address: its length in ms, or -1; its ends, both included;
   whether it ends now, and so moves. -1 or false if it is not a server's
   address. */
int64_t server_length(struct str name, int64_t now);
bool server_span(struct str name, int64_t now, int64_t *from, int64_t *until);
bool server_slides(struct str name);
/* Append a title for an address: its service, selector or host; for plain HTTP
   the host and the profile. False if it is not an address. */
bool server_put_title(struct strbuf *out, struct str name);
/* Append an address in short, for messages: "shop cpu at host:4040". False if
   it is not a server's. */
bool server_put_short(struct strbuf *out, struct str name);
/* Append the address with some parameters replaced, or removed if their value
   is empty. */
struct server_param {
	const char *name;
	struct str value;
};
void server_put_with(struct strbuf *out, struct str name,
	const struct server_param *param, size_t n);
/* Append the address with another range in ms since 1970, ends included. */
void server_put_range(
	struct strbuf *out, struct str name, int64_t from, int64_t until);
/* Append the address restricted to a label value. */
void server_put_selected(struct strbuf *out, struct str name, struct str label,
	struct str value);
/* Add a condition to a selector: {a="b",c=~"d"}. */
void server_join(struct strbuf *selector, struct str label, const char *op,
	struct str value);

/* Fetch the profile of an address, or choices, into *f. Errors go to f->err; -1
   and err only if cancelled by progress. */
int server_fetch(const struct fetch_options *o, struct str name,
	size_t max_memory, struct fetch_result *f, struct progress *progress,
	struct err *err);
/* Fetch points in [from, until), each the sum of a step in ms, grouped by a
   label, or all in one series if group is "". from and until are whole steps
   apart. A point equals the profile of [time, time + step - 1]. -1 and err. */
int server_fetch_points(const struct fetch_options *o, struct str name,
	int64_t from, int64_t until, int64_t step, struct str group,
	struct server_points *out, struct progress *progress, struct err *err);

/* Complete an address that will be requested many times: append it with its
   missing parts, and get the interval of its snapshots in ms, or 0. -1 and
   err. */
int server_settle(const struct fetch_options *o, struct str name,
	struct strbuf *out, int64_t *interval, struct progress *progress,
	struct err *err);
/* Fetch the names of labels within the range of an address, without those that
   begin with __. -1 and err. */
int server_fetch_labels(const struct fetch_options *o, struct str name,
	struct arena *arena, struct server_names *out,
	struct progress *progress, struct err *err);

/* ---- Several requests to one server ---- */

/* An address and the state of its requests. Errors go to *err. */
struct server_call {
	const struct fetch_options *o;
	struct server_query q;
	struct arena arena;
	struct progress *progress;
	struct err *err;
	int64_t skew; /* ms by which the server's clock is ahead */
	bool late;    /* the last answer was a timeout, 504 */
};

/* Begin a call, which must be ended even on -1. */
int server_begin(struct server_call *c, const struct fetch_options *o,
	struct str name, struct progress *progress, struct err *err);
void server_end(struct server_call *c);
/* After an optional request, which may have failed, restore the earlier error,
   unless the request was cancelled. */
static inline void
server_forgive(struct server_call *c, const struct err *before)
{
	if (c->err->code != ERR_CANCELLED)
		*c->err = *before;
}
/* Send a request, again after a pause if the server is busy or starting. 0:
   status 200; 1: no data; -1 and c->err. Frees the contents of *a. The caller
   frees the answer, whose body has at most max_memory bytes or, for a list,
   SERVER_LIST_MAX. */
int server_request(struct server_call *c, struct server_ask *a, bool is_list,
	size_t max_memory, struct http_answer *answer);
/* Send a request and unpack the answer. */
int server_list(struct server_call *c, struct server_ask *a,
	struct http_answer *answer);
/* A list to fetch: services and types, or the values of a label, or for "" the
   names of labels. Strings are in the arena. */
struct server_wanted {
	struct arena *arena;
	struct server_apps *apps; /* or NULL */
	struct str label;
	struct server_names *names;
	/* True if no more of the list is needed; NULL: all of it is. */
	bool (*is_enough)(
		const struct server_call *c, const struct server_wanted *w);
};
/* Fetch the list w within the query's range. If the server limits ranges, fetch
   the last seven ranges of that length, or fewer. -1 and c->err. */
int server_find_list(struct server_call *c, const struct server_wanted *w);
/* Find all services and types. Strings are in c->arena. */
int server_find_apps(struct server_call *c, struct server_apps *out);
/* Find the names of labels within the range, without internal ones, which begin
   with __. Strings are in the arena. */
int server_find_names(
	struct server_call *c, struct arena *arena, struct server_names *out);

/* Return the longest range that a server accepts, in ms, from its error "limit:
   1d"; 0 for any other error. */
int64_t server_limit(const struct err *err);
/* Fetch points in [from, until), in pieces if the server limits ranges. -1 and
   c->err. */
int server_find_points(struct server_call *c, struct str group, int64_t from,
	int64_t until, int64_t step, struct server_points *out);
/* A part of the range, both ends included. */
struct server_piece {
	int64_t from, until;
};
/* Fetch the profile of a piece, and add it to f if it has samples. -1 and
   c->err. */
int server_fetch_piece(struct server_call *c, struct server_piece piece,
	size_t max_memory, struct fetch_result *f);
/* Get the sample type and its unit from an id, such as
   "process_cpu:cpu:nanoseconds:cpu:nanoseconds". */
void server_type_of(struct str id, struct str *type, struct str *unit);
/* True if profiles of the query's type, an id, count from the start of the
   program, and the server adds up their snapshots. */
bool server_is_total(const struct server_query *q);
/* Fetch what was counted in the range: the last snapshot of each process less
   its first. With one snapshot of each, their sum. -1 and c->err. */
int server_fetch_total(
	struct server_call *c, size_t max_memory, struct fetch_result *f);
/* Replace the points of a type that counts from the start by their increments.
   The first of a process has none. */
void server_increments(struct server_points *p);
/* True if profiles of the query's type, an id, are snapshots (memory in use,
   goroutines), which a server adds up. */
bool server_is_level(const struct server_query *q);
/* Return the number of samples of processor time in [from, until], if the
   server has a type that counts them; 0: unknown. The period in a merged
   profile is made up. */
int64_t server_samples(struct server_call *c, int64_t from, int64_t until);
/* Return server_samples() for an address that has a range and the id of a
   type. */
int64_t server_count(const struct fetch_options *o, struct str name,
	struct progress *progress);
/* Return the profiled share of the time, if profiles are shorter than their
   distance and the server returns their length; else 1. */
double server_share(struct server_call *c);
/* Return the interval of snapshots in ms, the median at the end of the range;
   fifteen seconds if it is unknown. */
int64_t server_interval(struct server_call *c);
/* Return how many snapshots there are in [from, until] at that interval, fewer
   if the program started in between. 0: unknown. */
int64_t server_snapshots(
	struct server_call *c, int64_t from, int64_t until, int64_t interval);

/* ---- For the tables of functions ---- */

/* Read a list of strings, "name":[...], from a JSON answer. Long strings are
   skipped; other JSON gives an empty or partial list. */
int server_read_list(struct str body, const char *member, struct arena *arena,
	struct server_names *out, struct err *err);
/* Find the first length-delimited field with this number in a protobuf message.
   Returns 1 with *out, 0 if there is none, -1 if it is not a message. */
int server_field(struct str message, uint64_t wanted, struct str *out);
/* Read the message of an error {"code":...,"message":...}, which may contain
   another, three levels deep. False if there is none. */
bool server_message(struct str body, struct arena *arena, struct str *message);
/* Set err for an answer that does not contain an error as for server_message().
   Always -1. */
int server_strange(
	const struct http_answer *a, const char *called, struct err *err);

#endif
