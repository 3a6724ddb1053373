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

/* A flag that is no option: a row like those of the option table. */
struct flag_doc {
	const char *name, *alias;   /* alias may be NULL */
	const char *arg;            /* NULL: it takes no value */
	const char *const *choices; /* of the value; NULL: any */
	bool is_file;               /* the value names a file */
	bool is_view;               /* ... a saved view */
	const char *group, *help;
	bool minor;  /* --help only names it */
	bool silent; /* not even that */
};

/* A group's flags come before its options; groups without options come first.
   With `all`, each one gets a line. */
void dump_help(FILE *out, const struct flag_doc *flags, size_t n, bool all);
/* In one of the formats mdoc, bash, zsh, fish. -1 and err (ERR_USAGE) for
   any other. */
int dump_format(FILE *out, struct str format, const struct flag_doc *flags,
	size_t n, struct err *err);

#endif
