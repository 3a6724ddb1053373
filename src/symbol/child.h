/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names are read in a process of its own, so that nothing in a binary can harm
 * this one: the program runs itself with CHILD_WORD as its only argument, one
 * binary each.
 *
 *     stdin     what is wanted, one struct child_request and its texts and
 *               addresses
 *     stdout    a struct child_head and its text; then, for each address in
 *               their order, a number of calls, and each of them a struct
 *               child_call, its name and its file
 *
 * Both sides are the same program, so numbers are as the machine has them.
 * Whoever reads must not believe any of them.
 */
#ifndef FT_SYMBOL_CHILD_H
#define FT_SYMBOL_CHILD_H

#include <stdint.h>

#include "symbol/base.h"

#define CHILD_WORD "--symbols-of-stdin"

enum { CHILD_TEXT_MOST = 1 << 16, CHILD_CALLS_MOST = 1 << 10 };

struct child_request {
	struct place place;
	uint64_t fast;      /* the symbol table alone, as nm has it */
	uint64_t first;     /* the base is found by this address */
	uint64_t path, id;  /* how long these texts are */
	uint64_t addresses; /* how many follow, sorted */
};

enum child_kind { CHILD_READ, CHILD_FAILED, CHILD_OTHER_BUILD };

struct child_head {
	uint32_t kind;
	uint32_t text; /* how long it is: the error; what there was to read */
};

struct child_call {
	uint64_t line, column, start;
	uint32_t name, file; /* how long they are */
};

/* What the child does. Returns its exit status. */
int child_main(void);

#endif
