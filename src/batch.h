/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is printed without a screen: load, compute, print, done. The bytes go
 * to standard output or to a file, remarks to standard error. What the gate
 * of --fail-if finds goes to standard output, or to standard error behind a
 * report; with -json it is a part of that. A load that takes long shows a line
 * on a terminal.
 */
#ifndef FT_BATCH_H
#define FT_BATCH_H

#include "base/err.h"
#include "cli.h"

enum { BATCH_FAILED_GATE = 3 }; /* exit status */

/* report may be NULL where there is a gate. Returns an exit status: 0, or
   BATCH_FAILED_GATE. -1 and err; nothing has been printed then, unless it is
   the printing that failed. A reader that goes away early is not a failure. */
int batch_run(
	const struct cli *cli, const struct report *report, struct err *err);

/* -print: one picture of the screen. Without -width it is as wide as the
   terminal, else 100 columns; colours as --color says, by itself only on a
   terminal. -1 and err; nothing has been printed then, unless it is the
   printing that failed. */
int batch_picture(const struct cli *cli, struct err *err);

/* A line on standard error: `before`, then text. What a terminal must not
   see is made visible when standard error is one. */
void batch_say(const char *before, struct str text);

#endif
