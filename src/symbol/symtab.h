/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file's symbol table, by address. Two rules find the symbol at an address:
 * llvm-symbolizer's, and nm's as used by pprof. A third is nm's whole list, for
 * disassembly.
 */
#ifndef FT_SYMBOL_SYMTAB_H
#define FT_SYMBOL_SYMTAB_H

#include "symbol/object.h"

struct symtab;

enum symtab_rule {
	SYMTAB_LLVM, /* .symtab or .dynsym */
	SYMTAB_NM,   /* .symtab in nm's order, symbols with a size */
	SYMTAB_LIST, /* ... and those without a size */
};

/* Return the table; never NULL, but possibly empty. */
struct symtab *symtab_new(const struct object *o, enum symtab_rule rule);
void symtab_free(struct symtab *t);
size_t symtab_size(const struct symtab *t);
/* Return the name of symbol i, by address, borrowed from the table. */
struct str symtab_at(
	const struct symtab *t, size_t i, uint64_t *value, uint64_t *size);
/* Find the name at an address, borrowed from the table. *file becomes a local
   symbol's file, or "". False: there is none. */
bool symtab_find(const struct symtab *t, uint64_t address, struct str *name,
	struct str *file);
/* Find the code around an address: its symbol's, including the padding after
   it, or if its end is unknown, up to the next symbol. False: there is none. */
bool symtab_range(const struct symtab *t, uint64_t address, struct str *name,
	uint64_t *from, uint64_t *to);
/* Get the value of the first symbol of that name in .symtab. */
bool symtab_value(const struct object *o, struct str name, uint64_t *value);

#endif
