/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the regular expressions of Go to those of PCRE2, where the two read
 * the same text differently:
 *
 *     \s        ->  [\t\n\f\r\x20]     no vertical tab
 *     \v        ->  \x0b               not any vertical space
 *     ^*        ->  (?:^)*             an assertion may be repeated
 *     [\d-z]    ->  [\d\-z]            a set is no end of a range
 *     [:a:]     ->  [\:a:]             a class of these characters
 *     (?P<n>a)  ->  (a)                names may be equal, 1n is one
 *
 * What Go does not know (look-around, back references) is left alone.
 */
#ifndef FT_ENGINE_DIALECT_H
#define FT_ENGINE_DIALECT_H

#include "base/str.h"
#include "base/strbuf.h"

/* Append the pattern for PCRE2. It need not be a valid one: then neither is
   what comes out. */
void dialect_to_pcre2(struct strbuf *out, struct str pattern);

#endif
