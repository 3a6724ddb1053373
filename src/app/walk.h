/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several profiles: merged into one, as pprof does, or each by itself.
 *
 *     all merged -> 1st -> 2nd -> ... -> last -> all merged
 */
#ifndef FT_APP_WALK_H
#define FT_APP_WALK_H

#include <stddef.h>

#include "app/load.h"
#include "base/err.h"

struct app;

/* What was named on the command line. */
struct walk {
	struct load_spec all;
	size_t at; /* 0: all; else the at-th source alone */
};

/* `all` at first, or its first source alone. The texts live with the app. */
void walk_init(struct walk *w, const struct load_spec *all, bool apart);
/* The part of it that is to be loaded, with bases and options of `now`. */
struct load_spec walk_spec(const struct walk *w, const struct load_spec *now);
/* Load the next (1) or the previous (-1) one. -1 and err: there is only
   one, or it cannot be read twice. */
int walk_step(struct app *app, int step, struct err *err);

#endif
