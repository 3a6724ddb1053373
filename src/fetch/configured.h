/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Servers with a name and credentials in the user's configuration:
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
 *     prod:?service=shop     ... with another parameter
 *     prod:/debug/pprof/heap ... with a path
 *
 * The configuration never contains a password or token: it is the first line
 * of a command's output, or of another file. With a user it is a password, else
 * a token. It is sent to addresses with the same scheme, host and port, at or
 * below the url's path, even if the name was not used for them. If the address
 * has a user, the server must have the same user.
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
/* Free the servers and overwrite their secrets. NULL is fine. */
void named_free(struct named_servers *all);

/* Read the sections of a configuration's text; lines before the first section
   are ignored. Errors are added to `damage` with their line number. A server
   without a valid url is left out. */
void named_read(
	struct named_servers *all, struct str text, struct warnings *damage);
/* True if a line begins a section. */
bool named_begins(struct str line);

/* Return the i-th name, "" after the last. `all` may be NULL, as below. */
struct str named_at(const struct named_servers *all, size_t i);
/* Expand "prod:..." to its address, in the arena. A text without such a name,
   or the name of an existing file, is returned unchanged. */
struct str named_expand(
	const struct named_servers *all, struct str text, struct arena *arena);

/* Return the server whose credentials an address gets, or NULL. u has the
   scheme used on the wire; socket is the path of http+unix, or "". */
const struct named_server *named_find(const struct named_servers *all,
	const struct url *u, struct str socket);
/* Return the server that a text such as "prod:..." names, or NULL. */
const struct named_server *named_called(
	const struct named_servers *all, struct str text);
struct str named_user(const struct named_server *s);
const struct http_tls *named_tls(const struct named_server *s); /* NULL: none */
/* Get a server's password or token, in the arena, or "". Its command is run
   once; it may ask on the terminal unless `apart`. Callable from any thread. -1
   and err. */
int named_secret(struct named_servers *all, const struct named_server *s,
	bool apart, struct arena *arena, struct str *out,
	struct progress *progress, struct err *err);

#endif
