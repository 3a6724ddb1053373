/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From an address of a process to one of the file, by pprof's rules:
 *
 *     process   start ... address ... limit         address - base
 *                 |                     |        -> address in the file, as
 *     file      offset ... p_offset ... p_vaddr     symbols and DWARF have it
 *
 * Which segment was mapped is found by the offsets of both; kernels have rules
 * of their own, by the symbol that they are relocated by.
 */
#ifndef FT_SYMBOL_LOADBIAS_H
#define FT_SYMBOL_LOADBIAS_H

#include "base/err.h"
#include "symbol/object.h"

struct place {
	uint64_t start, limit, offset; /* of a mapping */
};

/* Has the file a base there? -1 and err. *stext is the value of the symbol that
   the kernel is relocated by ("": _stext), not known where there is none or it
   is not needed. */
struct stext {
	bool known;
	uint64_t value;
};
int base_check(const struct object *o, const char *path, struct str relocation,
	const struct place *place, struct stext *stext, struct err *err);
/* The base, by an address in the mapping. */
int base_find(const struct object *o, const struct place *place,
	struct stext stext, uint64_t address, uint64_t *base, struct err *err);
/* The same of a segment that is known; NULL: of none. */
int base_of(uint16_t type, const struct load_segment *s, struct stext stext,
	const struct place *place, uint64_t *base, struct err *err);

#endif
