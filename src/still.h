/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -print: one picture of the screen on standard output or in a file. Without
 * -width it is as wide as the terminal, else 100 columns; colours as --color
 * says, by itself only on a terminal.
 */
#ifndef FT_STILL_H
#define FT_STILL_H

#include "base/err.h"
#include "cli.h"

/* -1 and err; nothing has been printed then, unless it is the printing that
   failed. */
int still_run(const struct cli *cli, struct err *err);

#endif
