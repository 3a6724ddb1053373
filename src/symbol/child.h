/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names are read in a process of its own, so that nothing in a binary can harm
 * this one: the program runs itself with CHILD_WORD as its only argument, one
 * binary each.
 *
 *     stdin     what is wanted, one struct child_request and its texts and
 *               addresses
 *     stdout    a struct child_head and its texts; then, for each address in
 *               their order, a number of calls, and each of them a struct
 *               child_call, its name and its file
 *
 * Both sides are the same program, so numbers are as the machine has them.
 * Whoever reads must not believe any of them.
 */
#ifndef FT_SYMBOL_CHILD_H
#define FT_SYMBOL_CHILD_H

#include "symbol/loadbias.h"

#define CHILD_WORD "--symbols-of-stdin"

enum { CHILD_TEXT_MOST = 1 << 16, CHILD_CALLS_MOST = 1 << 10 };

/* The texts of a request, in this order. */
enum child_text {
	CHILD_PATH,
	CHILD_ID,         /* the mapping's build id */
	CHILD_DEBUG,      /* a file with debug information, if there is none
			     on this machine */
	CHILD_RELOCATION, /* the symbol that a kernel is relocated by */
	CHILD_TEXTS,
};

struct child_request {
	struct place place;
	uint64_t fast;              /* the symbol table alone, as nm has it */
	uint64_t first;             /* the base is found by this address */
	uint64_t text[CHILD_TEXTS]; /* how long they are */
	uint64_t addresses;         /* how many follow, sorted */
};

enum child_kind { CHILD_READ, CHILD_FAILED, CHILD_OTHER_BUILD };

struct child_head {
	uint32_t kind;
	uint32_t has_lines; /* there is debug information */
	uint32_t id, text;  /* how long they are: the file's own build id; the
			       error, or what there was to read */
};

struct child_call {
	uint64_t line, column, start;
	uint32_t name, file; /* how long they are */
};

/* What the child does. Returns its exit status. */
int child_main(void);

#endif
