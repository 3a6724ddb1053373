/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Servers that the user's configuration gives a name and credentials:
 *
 *     [server prod]
 *     url = pyroscope+https://profiles.example.org/prefix
 *     tenant = shop
 *     user = 12345
 *     password_command = pass show profiles
 *     token_file = ~/.config/profiles.token
 *     tls_ca = /etc/ssl/own.pem
 *     tls_cert = ...
 *     tls_key = ...
 *
 *     prod:                  the url, with user and tenant
 *     prod:?service=shop     ... and a parameter more
 *     prod:/debug/pprof/heap ... and a path
 *
 * A password or token is never in the file: a command prints it, or another
 * file has it; the first line counts. With a user it is a password, else a
 * token. It is sent to addresses of the same scheme, host and port, below the
 * path of the url, whether the name was used for them or not; of several such
 * servers the one with the address's user is meant.
 */
#ifndef FT_FETCH_CONFIGURED_H
#define FT_FETCH_CONFIGURED_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/warnings.h"
#include "fetch/http.h"
#include "fetch/url.h"

struct named_servers;
struct named_server;

struct named_servers *named_new(void);
/* Overwrites what is secret; NULL is fine. */
void named_free(struct named_servers *all);

/* Take the sections of a configuration's text; lines before the first one are
   somebody else's. What is wrong is noted behind the number of its line, and
   a server without a good url left out. */
void named_read(
	struct named_servers *all, struct str text, struct warnings *damage);
/* Does a line begin a section? */
bool named_begins(struct str line);

/* The i-th name; empty behind the last. `all` may be NULL, here and below. */
struct str named_at(const struct named_servers *all, size_t i);
/* "prod:..." as the address that it stands for, in the arena; the text itself
   if it is no such name, or a file's. */
struct str named_expand(
	const struct named_servers *all, struct str text, struct arena *arena);

/* The server that an address is of; NULL: none of them. u has the scheme that
   goes over the wire; socket: of http+unix. */
const struct named_server *named_find(const struct named_servers *all,
	const struct url *u, struct str socket);
/* The one that a name as above is of. */
const struct named_server *named_called(
	const struct named_servers *all, struct str text);
struct str named_user(const struct named_server *s);
const struct http_tls *named_tls(const struct named_server *s); /* or NULL */
/* Its password or token, in the arena: "" if it has none. A command is run
   once; on the terminal it may ask something, unless `apart`. Any thread. -1
   and err. */
int named_secret(struct named_servers *all, const struct named_server *s,
	bool apart, struct arena *arena, struct str *out,
	struct progress *progress, struct err *err);

#endif
