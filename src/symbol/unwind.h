/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function boundaries for files without symbols, from .eh_frame_hdr, which most
 * programs contain for stack unwinding. The table is sorted:
 *
 *     1010 ..    function start, location of its unwind record
 *     11a0 ..    11a8 is in this function if the next start is above 11a8
 */
#ifndef FT_SYMBOL_UNWIND_H
#define FT_SYMBOL_UNWIND_H

#include "base/strbuf.h"
#include "symbol/object.h"

/* Find a function's range, with the padding after it. False if unknown. */
bool unwind_range(
	const struct object *o, uint64_t address, uint64_t *from, uint64_t *to);

/* Makes up a name for a function without one, from its file and its start; see
   name_is_made_up(). Keeps the last range, as addresses come in order. */
struct made_up {
	uint64_t from, to; /* 0, 0: none yet */
	bool known;
	struct strbuf name;
};

/* Return the name, valid until the next call, or "" if the start is unknown. */
struct str unwind_name(struct made_up *m, const struct object *o,
	struct str path, uint64_t address);

#endif
