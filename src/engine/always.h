/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Patterns that match any text whatever, like a half-typed "main|". That a
 * pattern matches the empty text proves nothing: "^$" does, and "\B". So the
 * pattern is read, and called so only for one of two reasons:
 *
 *     front   at offset 0 it can take nothing    ""  a*  ^  \A(?:b?|c)
 *     back    at the very end it does so         a|  x*+$  (\bmain\b|)
 *
 * The first is asked of each part: ^ and \A hold at offset 0 of any text, a*
 * may take nothing. The second likewise, with $ and \z. Both must not look
 * the other way: \b and \B never count, and what this does not know (look-
 * around, back references, verbs) makes the answer no.
 */
#ifndef FT_ENGINE_ALWAYS_H
#define FT_ENGINE_ALWAYS_H

#include <stdbool.h>

#include "base/str.h"

/* Does it match every text, in steps without bound? The pattern, as it was
   typed, is one that compiles. False: no, or not known. */
bool always_matches(struct str pattern);

#endif
