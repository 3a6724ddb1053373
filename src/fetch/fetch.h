/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles from servers: each name on the command line that is an address,
 * fetched by the thread that loads.
 *
 *     http://host:6060/debug/pprof/heap --one request---------> one part
 *     http://host:6060                  --the list of it------> choices
 *     pyroscope://host?service=..&type= --requests (server.h)-> parts
 *     pyroscope://host                  --what there is-------> choices
 *     file.pb.gz                        --nothing-------------> no address
 *
 * What pprof says while it fetches is said in its words; what it says of a
 * password is not.
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

/* What the command line says about it. All borrowed. */
struct fetch_options {
	int64_t seconds, timeout; /* of -seconds, -timeout; 0 or less: none */
	struct http_tls tls;
	size_t n_headers;
	const struct str
		*header;     /* "Name: value", or "@FILE" with such lines */
	bool insecure_token; /* tokens may go in clear */
	bool no_save;        /* no copies in PPROF_TMPDIR */
	/* It is the first of many: of what takes its time two seconds, so that
	   there is something to see; `seconds` is what the next ones take. */
	bool follows;
	const struct secrets *secrets; /* NULL: there are none */
	struct named_servers *named;   /* fetch/configured.h; NULL: none */
	int64_t now;                   /* ms since 1970; 0: ask the clock */
	int64_t interval; /* of snapshots on a server, ms; 0: find it out */
	bool asks; /* somebody can choose; else what is missing is an error */
	void (*say)(struct str line); /* on stderr; NULL: nobody reads it */
};

/* One profile as it came. */
struct fetched_part {
	struct bytes bytes;
	/* Of a server: the range that was asked for, in ms since 1970, ends
	   included; the profile itself does not know. Else 0, 0. */
	int64_t from, until;
	/* Of snapshots of a level, all added up by the server: how often they
	   were taken, ms, and how many times there were; 0: as many as fit
	   into the range. Else 0. */
	int64_t interval, snapshots;
};

/* What became of one name. */
struct fetch_result {
	bool is_address; /* else it is a file, and the rest is empty */
	struct err err;  /* why there is nothing; without the name */
	VEC(struct fetched_part) part;
	struct choices *choices; /* owned; something is to be chosen first */
	struct str url;          /* as requested, in the arena */
	struct strbuf remarks;   /* lines, to be warnings */
	int64_t skew; /* ms that the server's clock is ahead; 0: nearly none */
	struct arena arena;
};

/* Each name, all at once; at most max_memory bytes each (0: no limit). -1 and
   err when progress, which may be NULL, asked to stop, or for what is wrong
   with the options; out[n] is to be freed in any case. */
int fetch_all(const struct fetch_options *o, const struct str *name, size_t n,
	size_t max_memory, struct fetch_result *out, struct progress *progress,
	struct err *err);
void fetch_result_fini(struct fetch_result *f);

/* An address of plain HTTP, taken apart with its secrets: u has the scheme that
   goes over the wire, r the socket and whom to trust. -1 and err. */
struct url;
int fetch_settle(const struct fetch_options *o, struct str name,
	struct arena *arena, struct url *u, struct http_request *r,
	struct err *err);
/* What request `r` for an address gets of the options and of secrets. Texts
   are in the arena or borrowed. -1 and err: a token that would go in clear, a
   file of headers that cannot be read, a command for a password that failed or
   was stopped by progress, which may be NULL. */
int fetch_request(const struct fetch_options *o, const struct url *u,
	bool is_pyroscope, struct arena *arena, struct http_request *r,
	struct progress *progress, struct err *err);
/* Passwords that commands print, of the servers that are named: while they may
   still ask for something on the terminal. What fails is tried again with the
   request. */
void fetch_prepare(
	const struct fetch_options *o, const struct str *name, size_t n);

#endif
