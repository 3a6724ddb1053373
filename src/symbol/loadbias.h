/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Load bias: from a process's address to one of the file, by pprof's rules.
 *
 *     process   start ... address ... limit         address - base
 *                 |                     |        -> address in the file, as
 *     file      offset ... p_offset ... p_vaddr     symbols and DWARF have it
 *
 * The offsets of both determine the mapped segment; kernels have their own
 * rules, by the symbol that relocates them.
 */
#ifndef FT_SYMBOL_LOADBIAS_H
#define FT_SYMBOL_LOADBIAS_H

#include "base/err.h"
#include "symbol/object.h"

struct place {
	uint64_t start, limit, offset; /* a mapping's */
};

/* Check that the file has a base there. -1 and err. *stext is the value of the
   symbol that relocates the kernel ("": _stext), unknown if it is missing or
   not needed. */
struct stext {
	bool known;
	uint64_t value;
};
int base_check(const struct object *o, const char *path, struct str relocation,
	const struct place *place, struct stext *stext, struct err *err);
/* Find the base by an address in the mapping. */
int base_find(const struct object *o, const struct place *place,
	struct stext stext, uint64_t address, uint64_t *base, struct err *err);
/* Compute the base for a known segment; NULL: none. */
int base_of(uint16_t type, const struct load_segment *s, struct stext stext,
	const struct place *place, uint64_t *base, struct err *err);

#endif
