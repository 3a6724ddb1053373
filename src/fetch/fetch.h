/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fetches profiles from servers: every name on the command line that is an
 * address. This is done in the thread that loads.
 *
 *     http://host:6060/debug/pprof/heap --one request---------> one part
 *     http://host:6060                  --its list of profiles> choices
 *     pyroscope://host?service=..&type= --requests (server.h)-> parts
 *     pyroscope://host                  --services and types--> choices
 *     file.pb.gz                        --nothing-------------> no address
 *
 * Messages while fetching are pprof's, with passwords hidden.
 */
#ifndef FT_FETCH_FETCH_H
#define FT_FETCH_FETCH_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "fetch/choices.h"
#include "fetch/configured.h"
#include "fetch/http.h"
#include "fetch/secret.h"
#include "input/bytes.h"

/* Options from the command line, all borrowed. */
struct fetch_options {
	int64_t seconds, timeout; /* -seconds, -timeout; 0 or less: none */
	struct http_tls tls;
	size_t n_headers;
	const struct str
		*header;     /* "Name: value", or "@FILE" with such lines */
	bool insecure_token; /* tokens may be sent unencrypted */
	bool no_save;        /* keep no copies in PPROF_TMPDIR */
	/* This is the first of many fetches: a profile over time takes only two
	   seconds, to show something soon. `seconds` is for later ones. */
	bool follows;
	const struct secrets *secrets; /* NULL: none */
	struct named_servers *named;   /* NULL: none */
	int64_t now;                   /* ms since 1970; 0: use the clock */
	int64_t interval;  /* interval of snapshots, ms; 0: find it out */
	bool no_counts;    /* the number of samples is not wanted */
	bool counts_later; /* server_count() gets that number later */
	/* If a server limits ranges, fetch only the newest part of the range
	   that has profiles; the others are fetch_result.rest. */
	bool newest;
	bool is_rest; /* fetch only this rest; if it has no profiles, the error
			 is ERR_NO_MATCH and names no cause */
	bool asks;    /* the user can choose; else a missing part is an error */
	void (*say)(struct str line); /* prints on stderr; NULL: no output */
};

/* Options that apply where none are given. */
extern const struct fetch_options fetch_defaults;

/* One profile as received. */
struct fetched_part {
	struct bytes bytes;
	/* The range requested from a server in ms since 1970, ends included,
	   because the profile does not record it; else 0. */
	int64_t from, until;
	/* For snapshots that the server added up: their interval in ms and
	   their number (0: as many as fit into the range); else 0. */
	int64_t interval, snapshots;
	int64_t samples; /* number of samples; 0: unknown */
	bool subtract;   /* its values are subtracted from the other parts */
};

/* The meaning of values of a type that counts from a program's start. */
enum fetched_counts { COUNTS_PLAIN, COUNTS_IN_RANGE, COUNTS_SINCE_START };

/* The part of a range that was left out, both ends included, and the longest
   range of a request. All 0: none. */
struct fetched_rest {
	int64_t from, until, length;
};

/* The result for one name. */
struct fetch_result {
	bool is_address; /* false: a file; the rest is empty */
	struct err err;  /* why there is no profile, without the name */
	VEC(struct fetched_part) part;
	struct choices *choices; /* owned; set if the user must choose first */
	struct str url;          /* URL as requested, in the arena */
	struct str type;         /* id of a server's type, in the arena */
	enum fetched_counts counts;
	struct fetched_rest rest;
	double share;          /* profiled part of the time; 0: all of it */
	struct strbuf remarks; /* text whose lines become warnings */
	int64_t skew; /* ms that the server's clock is ahead; 0: negligible */
	struct arena arena;
};

/* Fetch all names in parallel, at most max_memory bytes each (0: no limit). -1
   and err if cancelled by progress, which may be NULL, or if the options are
   invalid. out[n] must always be freed. */
int fetch_all(const struct fetch_options *o, const struct str *name, size_t n,
	size_t max_memory, struct fetch_result *out, struct progress *progress,
	struct err *err);
void fetch_result_fini(struct fetch_result *f);

/* Parse an address of plain HTTP, secrets included. u gets the scheme used on
   the wire; r gets the socket and whether TLS is insecure. -1 and err. */
struct url;
int fetch_settle(const struct fetch_options *o, struct str name,
	struct arena *arena, struct url *u, struct http_request *r,
	struct err *err);
/* Add options and secrets to a request for an address. Strings are in the arena
   or borrowed. -1 and err if a token would be sent in clear, a file cannot be
   read, or a password command failed or was stopped by progress, which may be
   NULL. */
int fetch_request(const struct fetch_options *o, const struct url *u,
	bool is_pyroscope, struct arena *arena, struct http_request *r,
	struct progress *progress, struct err *err);
/* Run the password commands of the named servers while they may still ask on
   the terminal. If one fails, the request runs it again. */
void fetch_prepare(
	const struct fetch_options *o, const struct str *name, size_t n);

#endif
