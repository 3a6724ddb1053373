/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The symbol table of a file, by address. There are two rules for what is at an
 * address: that of llvm-symbolizer, and that of nm as pprof asks it.
 */
#ifndef FT_SYMBOL_SYMTAB_H
#define FT_SYMBOL_SYMTAB_H

#include "symbol/object.h"

struct symtab;

/* Of .symtab; as_nm: with nm's order and rules; else of .dynsym, too. Never
   NULL: it may be empty. */
struct symtab *symtab_new(const struct object *o, bool as_nm);
void symtab_free(struct symtab *t);
size_t symtab_size(const struct symtab *t);
/* The name at an address, into the table; "" there is none. *file becomes the
   file of a local one, or "". */
bool symtab_find(const struct symtab *t, uint64_t address, struct str *name,
	struct str *file);
/* The value of the first symbol of that name in .symtab. */
bool symtab_value(const struct object *o, struct str name, uint64_t *value);

#endif
