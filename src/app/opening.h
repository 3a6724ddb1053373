/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files opened, read again, and enough of them: the functions of app.h about
 * that, and what app.c needs of them.
 */
#ifndef FT_APP_OPENING_H
#define FT_APP_OPENING_H

#include <stdbool.h>

#include "app/app.h"

/* A lasting copy. */
struct load_spec opening_spec(struct app *app, const struct load_spec *spec);
/* Post a load. `from`: the session whose files are still those that are
   wanted, or NULL; reuse: see struct load_job. */
void opening_start(struct app *app, const struct load_spec *spec,
	struct session *from, bool reuse);
/* Of a load that the user ended: what is there. */
void opening_say(struct app *app);

#endif
