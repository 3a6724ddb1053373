/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Completion on the `:` line of a server's address and its parameters, with
 * names from that server.
 *
 *     open prod:?ser|                        service=
 *     open prod:?service=sh|                 shop
 *     with type=|                            cpu, inuse_space, ...
 *     with query={po|                        pod
 *     with query={pod="shop-0",version="|    v1, v2: those of pod shop-0
 *
 * Names that are not known yet are requested from the worker (app/job.h):
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

/* The product of an order (app/job.h). Strings are in the arena. */
struct offers {
	struct arena arena;
	struct server_names all; /* sorted, without duplicates */
	struct err err; /* why the request failed */
};

struct offers *offers_new(const struct load_spec *files, struct str order,
	struct progress *progress);
void offers_free(struct offers *o); /* NULL is fine */

/* Complete the text from `from` on if it is a server's address with parameters.
   False if it may also be a file name; then candidates include names of
   servers. */
bool complete_address(struct completion *c, const struct app *app,
	struct str text, size_t from, size_t cursor);
/* Complete parameters for the server that is open. */
void complete_params(struct completion *c, const struct app *app,
	struct str text, size_t from, size_t cursor);

#endif
