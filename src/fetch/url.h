/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses: which names on the command line are some, taken apart, and with
 * what is secret taken out.
 *
 *     https+insecure://u:p@host:6060/debug/pprof/heap?gc=1#x
 *     '-- scheme --'   | | |    |    |                |    '- is not sent
 *                 user | | |    |    '- path          '- query
 *                 password |    '- port
 *                          '- host; [::1] with its brackets
 *
 * The rules are those of pprof, which are those of Go's net/url.
 */
#ifndef FT_FETCH_URL_H
#define FT_FETCH_URL_H

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Spans of the text that was parsed; what is not there is empty. */
struct url {
	struct str scheme; /* as written */
	struct str user, password;
	struct str host, port;
	struct str path;  /* "" or from its '/' on */
	struct str query; /* without the '?' */
	struct str fragment;
};

/* False: it has no scheme, no host, or is no URL at all. */
bool url_parse(struct str text, struct url *out);

/* Up to the first byte of `ends`, which begins what is left in *rest. */
struct str url_cut_before(struct str *rest, const char *ends);

/* Would pprof fetch it? A file of that name is a file. An address without a
   scheme is one of http: *full gets it in front, its text is in the arena. */
bool url_is_address(struct str name, struct arena *arena, struct str *full);

/* Append scheme://host:port, without user and password. */
void url_put_origin(struct strbuf *out, const struct url *u);
/* Append all of it, without user and password. */
void url_put(struct strbuf *out, const struct url *u);
/* The same scheme, host and port, those that go without saying included? */
bool url_same_origin(const struct url *a, const struct url *b);
/* Is the host this machine? */
bool url_is_loopback(const struct url *u);

/* ---- Parameters ---- */

/* The next of a query's parameters, decoded into the arena; those that Go does
   not understand are left out. False at the end. */
bool url_next_param(struct str *query, struct arena *arena, struct str *name,
	struct str *value);
/* The query taken apart and written again, sorted by names, as Go does; with
   `name` set to `value`, unless name is empty. */
void url_put_query(struct strbuf *out, struct str query, struct str name,
	struct str value);
/* %XX taken back, in the arena; what is no such thing stays. */
struct str url_decoded(struct arena *arena, struct str text);
/* Append text with all but letters, digits and -_.~ as %XX. */
void url_escape(struct strbuf *out, struct str text);

/* ---- Secrets ---- */

/* Append the address as it may be shown: the password, and parameters that are
   named like secrets, are "…". True: there were some. */
bool url_shown(struct strbuf *out, struct str name);

#endif
