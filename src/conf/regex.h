/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checking the patterns that a user gives to an option, with an error text
 * that a user of pprof knows: PCRE2 finds the mistake, Go's words name it.
 *
 *     parsing focus regexp: error parsing regexp: missing closing ): `a(`
 */
#ifndef FT_CONF_REGEX_H
#define FT_CONF_REGEX_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* -1 and err (ERR_USAGE) when the pattern does not compile. */
int regex_check(const char *option, struct str pattern, struct err *err);
/* The same for the value of tagfocus and its like: [key=]range or
   [key=]regexp,regexp... */
int regex_check_tags(const char *option, struct str filter, struct err *err);

/* Append Go's words and the piece at fault in backquotes. `what` is PCRE2's
   message, offset where it stopped. */
void regex_words(struct strbuf *out, struct str pattern, const char *what,
	size_t offset);

#endif
