/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the screen looked when the program was left: a file beside the user's
 * own, which only this program writes. What the configuration says goes
 * before it.
 *
 *     # ~/.local/state/flametop/last
 *     layout = rows
 */
#ifndef FT_CONF_LAST_H
#define FT_CONF_LAST_H

#include "conf/options.h"
#include "conf/userdirs.h"

/* Set what the file says; one that is not there or damaged says nothing. */
void last_read(const struct userdirs *dirs, struct options_target t);
/* Write it when something was changed since the start. -1 and err when that
   does not work. */
int last_write(const struct userdirs *dirs, struct options_target begin,
	struct options_target now, struct err *err);

#endif
