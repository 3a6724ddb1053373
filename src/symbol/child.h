/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Binaries are read in a separate process, so that a malicious one cannot harm
 * this one: the program runs itself with CHILD_WORD as its only argument, once
 * per binary.
 *
 *     stdin     what is wanted, one struct child_request and its texts and
 *               addresses
 *     stdout    a struct child_head and its texts; then, for each address in
 *               their order, a number of calls, and each of them a struct
 *               child_call, its name and its file
 *
 * Both sides are the same program, so numbers have the machine's format. The
 * reader must check each of them.
 */
#ifndef FT_SYMBOL_CHILD_H
#define FT_SYMBOL_CHILD_H

#include "symbol/loadbias.h"

#define CHILD_WORD "--symbols-of-stdin"

enum { CHILD_TEXT_MOST = 1 << 16, CHILD_CALLS_MOST = 1 << 10 };

/* The texts of a request, in this order. */
enum child_text {
	CHILD_PATH,
	CHILD_ID,         /* build id of the mapping */
	CHILD_DEBUG,      /* a file with debug information, if this machine has
			     none */
	CHILD_RELOCATION, /* symbol that relocates the kernel */
	CHILD_TEXTS,
};

struct child_request {
	struct place place;
	uint64_t fast;              /* only the symbol table, as nm does */
	uint64_t first;             /* address that determines the base */
	uint64_t text[CHILD_TEXTS]; /* their lengths */
	uint64_t addresses;         /* how many follow, sorted */
};

enum child_kind { CHILD_READ, CHILD_FAILED, CHILD_OTHER_BUILD };

struct child_head {
	uint32_t kind;
	uint32_t has_lines; /* debug information exists */
	uint32_t id, text;  /* lengths: the file's own build id; the error, or
			       the sources that were read */
};

struct child_call {
	uint64_t line, column, start;
	uint32_t name, file; /* their lengths */
};

/* Run the child. Returns its exit status. */
int child_main(void);

#endif
