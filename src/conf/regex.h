/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checking the patterns that a user gives to an option, before anything is
 * read or computed. Errors have the words that users of pprof know:
 *
 *     parsing focus regexp: error parsing regexp: missing closing ): `a(`
 */
#ifndef FT_CONF_REGEX_H
#define FT_CONF_REGEX_H

#include "base/err.h"
#include "base/str.h"

/* -1 and err (ERR_USAGE) when the pattern does not compile. */
int regex_check(const char *option, struct str pattern, struct err *err);
/* The same for the value of tagfocus and its like: [key=]range or
   [key=]regexp,regexp... */
int regex_check_tags(const char *option, struct str filter, struct err *err);

#endif
