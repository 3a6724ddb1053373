/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses: which names on the command line are some, their parts, and their
 * form without secrets.
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

/* Spans of the parsed text; missing parts are empty. */
struct url {
	struct str scheme; /* as written */
	struct str user, password;
	struct str host, port;
	struct str path;  /* "" or from its '/' on */
	struct str query; /* without the '?' */
	struct str fragment;
};

/* Parse an address. False: it has no scheme or host, or is no URL. */
bool url_parse(struct str text, struct url *out);

/* Cut the text before the first byte of `ends`; *rest begins with that byte. */
struct str url_cut_before(struct str *rest, const char *ends);

/* True if pprof would fetch it; names of existing files are files. An address
   without a scheme gets http:// in front: *full, in the arena. */
bool url_is_address(struct str name, struct arena *arena, struct str *full);

/* Append scheme://host:port, without user and password. */
void url_put_origin(struct strbuf *out, const struct url *u);
/* Append the address without user and password. */
void url_put(struct strbuf *out, const struct url *u);
/* True if scheme, host and port are equal, with default ports filled in. */
bool url_same_origin(const struct url *a, const struct url *b);
/* True if the host is this machine. */
bool url_is_loopback(const struct url *u);

/* ---- Parameters ---- */

/* Get the next parameter, decoded into the arena; those that Go does not accept
   are skipped. False at the end. */
bool url_next_param(struct str *query, struct arena *arena, struct str *name,
	struct str *value);
/* Append the query, parsed and sorted by name as Go does; with `name` set to
   `value`, unless name is empty. */
void url_put_query(struct strbuf *out, struct str query, struct str name,
	struct str value);
/* Return text with %XX decoded, in the arena; invalid ones stay. */
struct str url_decoded(struct arena *arena, struct str text);
/* Append text with everything but letters, digits and -_.~ as %XX. */
void url_escape(struct strbuf *out, struct str text);

/* ---- Secrets ---- */

/* Append the address as shown: the password, and parameters named like secrets,
   become "…". True: there were some. */
bool url_shown(struct strbuf *out, struct str name);

#endif
