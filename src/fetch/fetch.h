/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles from servers: the thread that loads fetches every name on the
 * command line that is an address.
 *
 *     http://host:6060/debug/pprof/heap --one request---------> one part
 *     http://host:6060                  --the list of it------> choices
 *     pyroscope://host?service=..&type= --requests (server.h)-> parts
 *     pyroscope://host                  --what there is-------> choices
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

/* Options of the command line. All borrowed. */
struct fetch_options {
	int64_t seconds, timeout; /* -seconds, -timeout; 0 or less: none */
	struct http_tls tls;
	size_t n_headers;
	const struct str
		*header;     /* "Name: value", or "@FILE" with such lines */
	bool insecure_token; /* tokens may be sent in clear */
	bool no_save;        /* no copies in PPROF_TMPDIR */
	/* The first of many fetches: profiles that take time take two seconds,
	   so that something shows soon; `seconds` is for the next ones. */
	bool follows;
	const struct secrets *secrets; /* NULL: none */
	struct named_servers *named;   /* fetch/configured.h; NULL: none */
	int64_t now;                   /* ms since 1970; 0: ask the clock */
	int64_t interval; /* snapshot interval, ms; 0: find it out */
	bool asks; /* the user can choose; else a missing part is an error */
	void (*say)(struct str line); /* on stderr; NULL: discard */
};

/* One profile as received. */
struct fetched_part {
	struct bytes bytes;
	/* Servers: the requested range in ms since 1970, ends included, which
	   the profile itself does not contain. Else 0, 0. */
	int64_t from, until;
	/* Snapshots that the server added up: their interval in ms and their
	   number; 0: as many as fit into the range. Else 0. */
	int64_t interval, snapshots;
};

/* The result for one name. */
struct fetch_result {
	bool is_address; /* else it is a file, and the rest is empty */
	struct err err;  /* why there is no profile; without the name */
	VEC(struct fetched_part) part;
	struct choices *choices; /* owned; the user must choose first */
	struct str url;          /* as requested, in the arena */
	struct strbuf remarks;   /* lines that become warnings */
	int64_t skew; /* ms by which the server's clock is ahead; 0: hardly */
	struct arena arena;
};

/* Fetch all names at once, with at most max_memory bytes each (0: no limit). -1
   and err if cancelled by progress, which may be NULL, or if the options are
   invalid; out[n] must always be freed. */
int fetch_all(const struct fetch_options *o, const struct str *name, size_t n,
	size_t max_memory, struct fetch_result *out, struct progress *progress,
	struct err *err);
void fetch_result_fini(struct fetch_result *f);

/* Parse an address of plain HTTP with its secrets: u gets the scheme used on
   the wire, r the socket and the TLS settings. -1 and err. */
struct url;
int fetch_settle(const struct fetch_options *o, struct str name,
	struct arena *arena, struct url *u, struct http_request *r,
	struct err *err);
/* Add options and secrets to request `r` for an address. Texts are in the arena
   or borrowed. -1 and err: a token would go in clear, a file of headers cannot
   be read, a password command failed or was stopped by progress, which may be
   NULL. */
int fetch_request(const struct fetch_options *o, const struct url *u,
	bool is_pyroscope, struct arena *arena, struct http_request *r,
	struct progress *progress, struct err *err);
/* Run the password commands of the named servers while they may still ask on
   the terminal. A failed one is tried again with the request. */
void fetch_prepare(
	const struct fetch_options *o, const struct str *name, size_t n);

#endif
