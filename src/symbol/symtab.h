/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The symbol table of a file, by address. There are two rules for what is at an
 * address: that of llvm-symbolizer, and that of nm as pprof asks it. And there
 * is the list that nm prints, for disassembly.
 */
#ifndef FT_SYMBOL_SYMTAB_H
#define FT_SYMBOL_SYMTAB_H

#include "symbol/object.h"

struct symtab;

enum symtab_rule {
	SYMTAB_LLVM, /* of .symtab or .dynsym */
	SYMTAB_NM,   /* of .symtab, in nm's order, those with a size */
	SYMTAB_LIST, /* ... and those without one */
};

/* Never NULL: it may be empty. */
struct symtab *symtab_new(const struct object *o, enum symtab_rule rule);
void symtab_free(struct symtab *t);
size_t symtab_size(const struct symtab *t);
/* The i-th by address. Its name is in the table. */
struct str symtab_at(
	const struct symtab *t, size_t i, uint64_t *value, uint64_t *size);
/* The name at an address, into the table; "" there is none. *file becomes the
   file of a local one, or "". */
bool symtab_find(const struct symtab *t, uint64_t address, struct str *name,
	struct str *file);
/* The code that an address is in: a symbol's, up to its end, with the padding
   behind it; or where that is not known, up to the next one. False: there is
   none. */
bool symtab_range(const struct symtab *t, uint64_t address, struct str *name,
	uint64_t *from, uint64_t *to);
/* The value of the first symbol of that name in .symtab. */
bool symtab_value(const struct object *o, struct str name, uint64_t *value);

#endif
