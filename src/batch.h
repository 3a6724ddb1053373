/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs without a screen: load, compute, print, exit. Reports go to standard
 * output or to a file, warnings to standard error. The results of --fail-if go
 * to standard output, or to standard error after a report; with -json they are
 * part of the JSON. A load that takes long shows a progress line on a terminal.
 */
#ifndef FT_BATCH_H
#define FT_BATCH_H

#include "base/err.h"
#include "cli.h"

enum { BATCH_FAILED_GATE = 3 }; /* exit status */

/* Print `report`, which may be NULL if there is a gate. Returns an exit status:
   0 or BATCH_FAILED_GATE. -1 and err: nothing has been printed, unless the
   printing itself failed. A reader that closes early is not an error. */
int batch_run(
	const struct cli *cli, const struct report *report, struct err *err);

/* Print one picture of the screen (-print). Without -width it is as wide as the
   terminal, else 100 columns. --color=auto colours it only on a terminal. -1
   and err: nothing has been printed, unless the printing itself failed. */
int batch_picture(const struct cli *cli, struct err *err);

/* Print a line on standard error: `before`, then text. A terminal gets control
   characters in visible form. */
void batch_say(const char *before, struct str text);

#endif
