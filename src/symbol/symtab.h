/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The symbol table of a file, sorted by address. Symbols are found by the rules
 * of llvm-symbolizer, or by those that pprof applies to the output of nm.
 */
#ifndef FT_SYMBOL_SYMTAB_H
#define FT_SYMBOL_SYMTAB_H

#include "symbol/object.h"

struct symtab;

enum symtab_rule {
	SYMTAB_LLVM, /* .symtab or .dynsym */
	SYMTAB_NM,   /* symbols of .symtab with a size, in nm's order */
	SYMTAB_LIST, /* SYMTAB_NM and symbols of size 0, for disassembly */
};

/* Return the table, which may be empty; never NULL. */
struct symtab *symtab_new(const struct object *o, enum symtab_rule rule);
void symtab_free(struct symtab *t);
size_t symtab_size(const struct symtab *t);
/* Return the name of symbol i in address order, borrowed from the table. */
struct str symtab_at(
	const struct symtab *t, size_t i, uint64_t *value, uint64_t *size);
/* Find the symbol at an address. *name is borrowed from the table; *file is the
   source file of a local symbol, or "". False if there is none. */
bool symtab_find(const struct symtab *t, uint64_t address, struct str *name,
	struct str *file);
/* Find the range [*from, *to) of the symbol at an address. It includes the
   padding after the symbol, and extends to the next symbol if the size is
   unknown. False if there is none. */
bool symtab_range(const struct symtab *t, uint64_t address, struct str *name,
	uint64_t *from, uint64_t *to);
/* Get the value of the first symbol of this name in .symtab. */
bool symtab_value(const struct object *o, struct str name, uint64_t *value);

#endif
