/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What can be given on the command line, printed for people, for the manual
 * page and for the shells: from the option table, and from rows that only
 * the command line has (reports, sources, --help).
 */
#ifndef FT_CONF_DUMP_H
#define FT_CONF_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "base/str.h"
#include "conf/options.h"

/* The rows of flags: the i-th, NULL behind the last. A group's flags come
   before its options; groups without options come first. With `all`, each one
   gets a line. */
void dump_help(FILE *out, const struct doc *(*flag_at)(size_t i), bool all);
/* In one of the formats mdoc, bash, zsh, fish. -1 and err (ERR_USAGE) for
   any other. */
int dump_format(FILE *out, struct str format,
	const struct doc *(*flag_at)(size_t i), struct err *err);

#endif
