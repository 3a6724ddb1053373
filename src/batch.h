/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A report without a screen: load, compute, print, done. The report's bytes
 * go to standard output or to a file, remarks to standard error.
 */
#ifndef FT_BATCH_H
#define FT_BATCH_H

#include "base/err.h"
#include "cli.h"

/* -1 and err; nothing has been printed then, unless it is the printing that
   failed. A reader that goes away early is no failure. */
int batch_run(
	const struct cli *cli, const struct report *report, struct err *err);

/* Write text to a descriptor. `name` is for messages. */
int batch_write(int fd, const char *name, struct str text, struct err *err);

/* A line on standard error: `before`, then text. What a terminal must not
   see is made visible when standard error is one. */
void batch_say(const char *before, struct str text);

#endif
