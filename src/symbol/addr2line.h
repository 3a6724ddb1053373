/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is at an address of a file: calls, the innermost inlined one first, and
 * the function that really was called last.
 */
#ifndef FT_SYMBOL_ADDR2LINE_H
#define FT_SYMBOL_ADDR2LINE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "symbol/object.h"

struct callsite {
	struct str name, file; /* as the linker has it; "" unknown */
	uint64_t line, column; /* 0 unknown */
	uint64_t start;        /* line where the function begins */
};

struct addr_frames {
	VEC(struct callsite) call;
	struct arena text; /* what had to be put together */
};

/* ---- DWARF, through libdw; the traps are in dwarf.c ---- */

struct debuginfo;
/* Where libdw is not built in. */
bool debuginfo_is_built_in(void);
/* Of an open file with DWARF; NULL: there is none that can be read. */
struct debuginfo *debuginfo_new(int fd);
/* Of a kernel module, which is linked only when it is loaded and may be
   compressed: its symbols, and DWARF if there is any. Addresses are from the
   beginning of its .text on. Appends its build id, if it has one. */
struct debuginfo *debuginfo_of_module(int fd, struct strbuf *id);
void debuginfo_free(struct debuginfo *d);
bool debuginfo_has_lines(const struct debuginfo *d);
/* Append what is there to an empty answer. `symbol` is what the symbol table
   says, or "", and names the outermost call. False: nothing is known. */
bool debuginfo_find(struct debuginfo *d, uint64_t address, struct str symbol,
	struct addr_frames *out);

/* ---- The table of lines in programs of Go ---- */

struct gotable;
/* NULL: there is none, or none that can be read. */
struct gotable *gotable_new(const struct object *o);
void gotable_free(struct gotable *t);
bool gotable_find(
	const struct gotable *t, uint64_t address, struct addr_frames *out);
/* The function that an address is in. */
bool gotable_range(const struct gotable *t, uint64_t address, uint64_t *from,
	uint64_t *to);

#endif
