/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles as text, for tests of the engine: one sample a line, the root
 * first.
 *
 *     main;a+b;c 3 {tenant=acme bytes=12kb n=-4}
 *
 *     a+b         one location: b was inlined into a
 *     a<f.c:7:2>  function a in file f.c, line 7, column 2
 *     a<f.c=5>    which starts at line 5
 *     a@lib.so    in this mapping; "@lib.so" alone has no function
 *     a!1f        at address 0x1f
 *     a%40b       '@' in a name or file, as in URLs
 *     - 3         no stack at all
 *     a 3,4       two values: the types are t0, t1, ... (count, bytes, ...)
 *     "#..."      a comment line; "types samples/count cpu/nanoseconds",
 *                 "drop PATTERN" and "keep PATTERN" say what they say,
 *                 "period cpu/nanoseconds 10000000", "duration NANOS"
 *
 * Equal texts are one location. A label is a number when it has the form of
 * one, [-]digits[letters].
 */
#ifndef FT_TEST_STACKS_H
#define FT_TEST_STACKS_H

#include "base/strbuf.h"
#include "engine/view.h"
#include "profile/profile.h"

struct profile *stacks_read(const char *text);
/* Append a stack of less than `deep` of so many functions. Names come again,
   and some calls of f0 and f1 are inlined. */
void stacks_put_random(
	struct strbuf *out, uint64_t *state, unsigned names, unsigned deep);
/* The weighted stacks of a tree, sorted, one a line: "main;a;b~ 3", where ~
   marks an inlined call and "-" an empty stack. */
void stacks_print(
	struct strbuf *out, const struct frames *frames, const struct tree *t);
/* The stacks of the callee tree of a query. */
void stacks_query(
	struct strbuf *out, const struct profile *p, const struct query *q);
/* Asserts what they are, of a profile as text. */
void stacks_query_is(
	const char *profile, const struct query *q, const char *want);

#endif
