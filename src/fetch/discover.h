/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Completes an address of a server: the missing part is found out, chosen, or
 * an error that lists what there is.
 *
 *     type=cpu                 the only type of that name
 *     no type, no service      a list of services with their types
 *     ask=labels, ask=pod      lists of labels, of the values of one
 *
 * Each line of a list has the address with one more part filled in.
 */
#ifndef FT_FETCH_DISCOVER_H
#define FT_FETCH_DISCOVER_H

#include "fetch/choices.h"
#include "fetch/server.h"

/* Complete c->q, or make choices if the user can choose and `out` is not NULL.
   -1 and c->err. */
int browse(struct server_call *c, struct choices **out);
/* Report that there are no profiles, and the newest one's time: -1, c->err. */
int browse_nothing(struct server_call *c);

#endif
