/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Completes an address of a server. A missing part is looked up, chosen by the
 * user, or reported with an error that lists the choices.
 *
 *     type=cpu                 the only type of that name
 *     no type, no service      a list of services with their types
 *     ask=labels, ask=pod      a list of labels, of the values of "pod"
 *
 * Each line of a list has the address with one more part filled in.
 */
#ifndef FT_FETCH_DISCOVER_H
#define FT_FETCH_DISCOVER_H

#include "fetch/choices.h"
#include "fetch/server.h"

/* Complete c->q, or make a list of choices in *out, if the user can choose and
   `out` is not NULL. -1 and c->err. */
int browse(struct server_call *c, struct choices **out);
/* Set c->err to "no profiles", with the time of the newest one. Always -1. */
int browse_nothing(struct server_call *c);

#endif
