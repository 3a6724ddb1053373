/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Patterns: PCRE2 with JIT, used for every filter and for the search. The
 * only file that includes pcre2.h. Options and limits: UTF, no UCP, $ only
 * at the very end, \C refused, bounded match steps: a pattern that hits the
 * bound is reported, never waited for.
 *
 * A pattern is compiled once as long as it is among the last few that anybody
 * asked for, in whichever thread: making a struct regexp of it again, or asking
 * whether it compiles, is cheap. A struct regexp belongs to one thread.
 *
 * Subjects may hold any bytes. What is not UTF-8 is matched as U+FFFD, one
 * for each bad byte, as in pprof: a.b matches "a\xffb".
 */
#ifndef FT_ENGINE_REGEXP_H
#define FT_ENGINE_REGEXP_H

#include "base/err.h"
#include "base/str.h"

struct regexp;

/* Compile. On failure NULL; err has PCRE2's message ("missing closing
   parenthesis") and, unless offset is NULL, *offset the byte offset. */
struct regexp *regexp_new(struct str pattern, size_t *offset, struct err *err);
/* The same with smart case: without an upper-case letter, case is ignored. */
struct regexp *regexp_new_smart(
	struct str pattern, size_t *offset, struct err *err);
void regexp_free(struct regexp *m);
/* Does it match anywhere in s? Once regexp_stopped() is true, always no. */
bool regexp_str(struct regexp *m, struct str s);
/* The first match at or behind the byte *to: the bytes [*from, *to). False:
   there is none, or s is not UTF-8. */
bool regexp_next(struct regexp *m, struct str s, size_t *from, size_t *to);
/* Do without JIT from now on, as where the system does not allow it. */
void regexp_interpret(struct regexp *m);
/* The bound on match steps was hit: the pattern is too complex. */
bool regexp_stopped(const struct regexp *m);

/* What is wrong with a pattern in the words of pprof ("error parsing regexp:
   missing closing ): `re(`"), appended to out. False when it is fine. */
struct strbuf;
bool regexp_explain(struct strbuf *out, struct str pattern);
/* regexp_new() for the value of an option: on failure err says "parsing
   focus regexp: error parsing regexp: ...". */
struct regexp *regexp_option(
	const char *option, struct str pattern, struct err *err);

/* What means more in a pattern than itself. */
#define MATCH_SPECIAL "\\.+*?()|[]{}^$"
/* Append the pattern that matches this text somewhere, with everything
   special behind a backslash. */
void regexp_escape(struct strbuf *out, struct str text);
/* The one that matches exactly this text, ^...$, for "apply to the selected
   function". */
void regexp_quote(struct strbuf *out, struct str text);

#endif
