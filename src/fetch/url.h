/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses: recognised on the command line, split into parts, and shown
 * without secrets.
 *
 *     https+insecure://u:p@host:6060/debug/pprof/heap?gc=1#x
 *     '-- scheme --'   | | |    |    |                |    '- not sent
 *                 user | | |    |    '- path          '- query
 *                 password |    '- port
 *                          '- host; [::1] includes the brackets
 *
 * The rules are those of Go's net/url, as in pprof.
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
	struct str path;  /* "", or begins with a '/' */
	struct str query; /* without the '?' */
	struct str fragment;
};

/* Parse an address. False if it has no scheme or host, or is not a URL. */
bool url_parse(struct str text, struct url *out);

/* Cut the text before the first byte of `ends`; *rest begins with that byte. */
struct str url_cut_before(struct str *rest, const char *ends);

/* Return the error in a text that begins like a server's address but cannot be
   parsed. NULL for any other text. */
const char *url_wrong(struct str name);

/* True if pprof would fetch the name, or something is wrong with it. Existing
   files are not addresses. *full is the name, with http:// in front if it has
   no scheme, in the arena. */
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

/* Get the next parameter, decoded into the arena. Parameters that Go rejects
   are skipped. False at the end. */
bool url_next_param(struct str *query, struct arena *arena, struct str *name,
	struct str *value);
/* Do the same as url_next_param() for the addresses of servers, in which '+' is
   not a blank, because patterns in selectors often have it. */
bool url_next_field(struct str *query, struct arena *arena, struct str *name,
	struct str *value);
/* Append the query, parsed and sorted by name as in Go. Unless `name` is empty,
   that parameter is set to `value`. */
void url_put_query(struct strbuf *out, struct str query, struct str name,
	struct str value);
/* Return text with %XX decoded, in the arena. Invalid escapes are kept. */
struct str url_decoded(struct arena *arena, struct str text);
/* Append text with everything but letters, digits and -_.~ as %XX. */
void url_escape(struct strbuf *out, struct str text);

/* ---- Secrets ---- */

/* Append the address, with the password and parameters named like secrets
   replaced by "…". True if something was replaced. */
bool url_shown(struct strbuf *out, struct str name);

#endif
