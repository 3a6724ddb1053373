/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A reader's result for a text: its types, then one sample a line, the root
 * first, then its remarks. For tests.
 *
 *     time/nanoseconds
 *     main<a.py:1>;work 20000000 {thread=t1} @10000000
 *     note: ...
 *
 *     f<a.c:3>   file and line, where they are known
 *     f[cat]     a mapping
 *     0x12       an address without a function
 *     - 3        no stack
 *     3,4        a value for each type
 *     @10        when, in ns since the first, where times are known
 */
#ifndef FT_TEST_SAMPLED_H
#define FT_TEST_SAMPLED_H

#include "base/str.h"

/* The profile is sealed and checked. */
void sampled_is(struct str text, const char *format, const char *want);
/* Likewise, for a file of testdata. */
void sampled_file_is(const char *name, const char *want);
/* No reader takes it; or the one that does says why not. */
void sampled_fails(struct str text, const char *format, const char *message);

#endif
