/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a server has for a place in its address: for completion of the `:`
 * line, where an address or its parameters are typed.
 *
 *     open prod:?ser|                        service=
 *     open prod:?service=sh|                 shop
 *     with type=|                            cpu, inuse_space, ...
 *     with query={po|                        pod
 *     with query={pod="shop-0",version="|    v1, v2: of that pod
 *
 * What is not known yet is ordered from the worker (app/job.h), as a text:
 *
 *     values version\npyroscope://host?query={pod="shop-0"}
 */
#ifndef FT_APP_COMPLETE_SERVER_H
#define FT_APP_COMPLETE_SERVER_H

#include "app/complete.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "fetch/server.h"
#include "load/load.h"

/* A product of the worker. Texts are in the arena. */
struct offers {
	struct arena arena;
	struct server_names all;
	struct err err; /* why there are none */
};

struct offers *offers_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void offers_free(struct offers *o); /* NULL is fine */

/* The text before the cursor from `from` on is an address of a server with
   parameters. False: it may be a file's name as well; names of servers are
   among the candidates then. */
bool complete_address(struct completion *c, const struct app *app,
	struct str text, size_t from, size_t cursor);
/* The same of parameters of the server that is open. */
void complete_params(struct completion *c, const struct app *app,
	struct str text, size_t from, size_t cursor);

#endif
