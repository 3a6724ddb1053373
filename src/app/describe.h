/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands, reports and options in words, as the `:` line knows them:
 *
 *     sort                      = flat                 //: [cum | flat]
 *
 *     focus=regexp
 *       Keep only stacks with a frame that matches
 *       now: Checkout
 *       keys: f F4 F
 */
#ifndef FT_APP_DESCRIBE_H
#define FT_APP_DESCRIBE_H

#include "app/command.h"
#include "base/strbuf.h"

/* All options with their values, in pprof's columns. */
void describe_options(struct app *app, struct strbuf *out);
/* One name: a command, a report, an option or an option's choice. -1 and err
   with the nearest name when it is none. */
int describe(const struct commands *cs, const struct keymap *km,
	struct str name, struct strbuf *out, struct err *err);

#endif
