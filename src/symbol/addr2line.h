/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames at an address of a binary: the inlined calls, innermost first, then
 * the function that contains them.
 */
#ifndef FT_SYMBOL_ADDR2LINE_H
#define FT_SYMBOL_ADDR2LINE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "symbol/object.h"

struct callsite {
	struct str name, file; /* linkage name; "": unknown */
	uint64_t line, column; /* 0: unknown */
	uint64_t start;        /* first line of the function */
};

/* Maximum frames at an address. If there are more, the innermost calls and the
   outermost function are kept; between them is a frame "[300 inlined
   calls]". */
enum { CHAIN_MOST = 256 };
#define CHAIN_OMITTED "[%zu inlined calls]"

struct addr_frames {
	VEC(struct callsite) call;
	struct arena text; /* owns names and paths built for the list */
};

/* ---- DWARF, by libdw; for its pitfalls see dwarf.c ---- */

struct debuginfo;
/* True if libdw is built in. */
bool debuginfo_is_built_in(void);
/* Debug information that is left out. */
struct debuginfo_left {
	uint32_t bomb;    /* all: compressed sections would fill the memory */
	uint32_t units;   /* number of units in the file */
	uint32_t outside; /* units that name files which must not be opened */
	uint32_t missing; /* units whose files are not there */
	uint32_t packed;  /* 1: these may be in a .dwp beside the file */
};
/* Open the DWARF of a file. NULL if it is missing, unreadable or left out. */
struct debuginfo *debuginfo_new(int fd, struct debuginfo_left *left);
/* Open a kernel module, which may be compressed and have no DWARF. Addresses
   are relative to .text, because modules are linked only when they are loaded.
   Append the build id, if any, to `id`. */
struct debuginfo *debuginfo_of_module(
	int fd, struct strbuf *id, struct debuginfo_left *left);
void debuginfo_free(struct debuginfo *d);
bool debuginfo_has_lines(const struct debuginfo *d);
/* Append the frames at an address to `out`, which must be empty. `symbol` is
   the outermost function's name in the symbol table, or "". False: unknown. */
bool debuginfo_find(struct debuginfo *d, uint64_t address, struct str symbol,
	struct addr_frames *out);

/* ---- The line table of Go programs ---- */

struct gotable;
/* Open the table. NULL if it is missing or unreadable. */
struct gotable *gotable_new(const struct object *o);
void gotable_free(struct gotable *t);
bool gotable_find(
	const struct gotable *t, uint64_t address, struct addr_frames *out);
/* Find the range [*from, *to) of the function at an address. */
bool gotable_range(const struct gotable *t, uint64_t address, uint64_t *from,
	uint64_t *to);

#endif
