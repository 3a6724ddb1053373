/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Load bias: converts process addresses to file addresses, by pprof's rules.
 *
 *     process   start ... address ... limit         address - base
 *                 |                     |        -> address in the file, as
 *     file      offset ... p_offset ... p_vaddr     symbols and DWARF have it
 *
 * The offset and p_offset determine which segment is mapped. Kernels have their
 * own rules, based on the symbol that relocates them, usually _stext.
 */
#ifndef FT_SYMBOL_LOADBIAS_H
#define FT_SYMBOL_LOADBIAS_H

#include "base/err.h"
#include "symbol/object.h"

struct place {
	uint64_t start, limit, offset; /* as in the profile's mapping */
};

/* Check that the mapping has a base. -1 and err. *stext becomes the value of
   the symbol `relocation` ("": _stext); it is unknown if the symbol is missing
   or not needed. */
struct stext {
	bool known;
	uint64_t value;
};
int base_check(const struct object *o, const char *path, struct str relocation,
	const struct place *place, struct stext *stext, struct err *err);
/* Find the base for an address in the mapping. -1 and err. */
int base_find(const struct object *o, const struct place *place,
	struct stext stext, uint64_t address, uint64_t *base, struct err *err);
/* Compute the base for segment s, which may be NULL. -1 and err. */
int base_of(uint16_t type, const struct load_segment *s, struct stext stext,
	const struct place *place, uint64_t *base, struct err *err);

#endif
