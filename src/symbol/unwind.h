/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function boundaries in a file without symbols, from .eh_frame_hdr, which
 * every program that can unwind its stack contains.
 *
 *     1010 ..    a start, and where its record is, sorted by start
 *     11a0 ..    an address is in the last one that begins at or below it
 */
#ifndef FT_SYMBOL_UNWIND_H
#define FT_SYMBOL_UNWIND_H

#include "symbol/object.h"

/* Find the function, including the padding after it. False: unknown. */
bool unwind_range(
	const struct object *o, uint64_t address, uint64_t *from, uint64_t *to);

#endif
