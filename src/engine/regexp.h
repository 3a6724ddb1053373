/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Patterns: PCRE2 with JIT, for every filter and for the search. regexp.c is
 * the only file that includes pcre2.h. Patterns have UTF but not UCP, $ matches
 * only at the very end, and \C is refused. The number of match steps is
 * limited: a pattern that hits the limit is reported as too complex.
 *
 * The last few compiled patterns are cached for all threads, so making the same
 * struct regexp again, or checking that a pattern compiles, is cheap. A struct
 * regexp belongs to one thread.
 *
 * Subjects may hold any bytes. Each byte that is not UTF-8 is matched as
 * U+FFFD, as in pprof: a.b matches "a\xffb".
 */
#ifndef FT_ENGINE_REGEXP_H
#define FT_ENGINE_REGEXP_H

#include "base/err.h"
#include "base/str.h"

struct regexp;

/* Compile a pattern. On failure NULL, with PCRE2's message ("missing closing
   parenthesis") in err and its byte offset in *offset, unless NULL. */
struct regexp *regexp_new(struct str pattern, size_t *offset, struct err *err);
/* Compile with smart case: without an upper-case letter, case is ignored. */
struct regexp *regexp_new_smart(
	struct str pattern, size_t *offset, struct err *err);
void regexp_free(struct regexp *m);
/* True if the pattern matches anywhere in s; false after regexp_stopped(). */
bool regexp_str(struct regexp *m, struct str s);
/* Find the first match at or after byte *to: the bytes [*from, *to). False if
   there is none, or s is not UTF-8. */
bool regexp_next(struct regexp *m, struct str s, size_t *from, size_t *to);
/* Get group 1 to 9 of the last match of regexp_next() in s. False if the group
   did not match. */
bool regexp_group(
	const struct regexp *m, struct str s, int group, struct str *text);
/* Stop using JIT, as on systems that do not allow it. */
void regexp_interpret(struct regexp *m);
/* True if the limit of match steps was hit: the pattern is too complex. */
bool regexp_stopped(const struct regexp *m);

/* Append pprof's message about a bad pattern to out ("error parsing regexp:
   missing closing ): `re(`"). False if the pattern is good. */
struct strbuf;
bool regexp_explain(struct strbuf *out, struct str pattern);
/* Compile the value of an option; on failure err is "parsing focus regexp:
   error parsing regexp: ...". */
struct regexp *regexp_option(
	const char *option, struct str pattern, struct err *err);

/* Characters with a special meaning in a pattern. */
#define MATCH_SPECIAL "\\.+*?()|[]{}^$"
/* Append a pattern that matches this text anywhere, with special characters
   escaped. */
void regexp_escape(struct strbuf *out, struct str text);
/* Append a pattern that matches exactly this text, ^...$, for "apply to the
   selected function". */
void regexp_quote(struct strbuf *out, struct str text);

#endif
