/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input of which the first part is worth something: lines. Of anything else
 * (compressed, binary, JSON, XML) only the whole means something.
 */
#ifndef FT_INPUT_CUT_H
#define FT_INPUT_CUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

/* How many of these first bytes may be taken for themselves: all whole lines
   of text, or none. */
size_t cut_lines(struct str bytes);
/* Has the user seen enough, and is this worth something? Then it is cut, as
   bytes of which `part` of `part_of` (0: unknown) bytes were taken. */
bool cut_enough(struct bytes *out, size_t part, size_t part_of,
	const struct progress *progress);

#endif
