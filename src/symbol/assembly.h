/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The code of one function for people to read: its instructions, and for each
 * the calls that are inlined there.
 *
 *     order: program, mapping, an address in the function
 *        |   symbol table
 *        v
 *     11a0..11f0   work
 *        |   objdump          |   a child (ask.h)
 *        v                    v
 *     11c0  mov %eax,%edx     leaf leaf.c:14 < mid leaf.c:23 < work leaf.c:32
 *
 * Made by the worker, of an order as text.
 */
#ifndef FT_SYMBOL_ASSEMBLY_H
#define FT_SYMBOL_ASSEMBLY_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "symbol/loadbias.h"
#include "symbol/objdump.h"

struct assembly_order {
	struct str path, build_id; /* of the mapping */
	struct str program;        /* see struct symbol_spec; "": no lines */
	struct str tools;          /* see objdump.h */
	bool intel;
	struct place place;
	uint64_t address;   /* in the function, as the profile has it */
	uint64_t low, high; /* the first and last that are known of it */
};

struct code_call {
	struct str name; /* readable */
	struct str file; /* "" unknown */
	int64_t line;    /* 0 unknown */
};

/* Is it the same file, as different tools name it: /src/a/b.c, a/b.c? */
bool code_same_file(struct str a, struct str b);

/* The innermost inlined one first, the function itself last. */
struct code_chain {
	uint32_t n;
	const struct code_call *call;
};

/* Code of the function that is in one piece: compilers put what is cold
   elsewhere. */
struct code_part {
	struct str name;   /* of the symbol, readable; "" there is none */
	uint64_t from, to; /* in the file */
	uint32_t first, n; /* its instructions */
};

struct assembly {
	struct arena arena;
	struct str order;  /* that it was made of */
	struct str path;   /* where the program was found */
	struct str symbol; /* readable; "" there is none */
	/* Is the range known? Then an address less `base` is one of the file,
	   and the code is in from..to there. */
	bool is_placed;
	uint64_t base, from, to;    /* of the first part */
	VEC(struct code_part) part; /* what the address is in, then others */
	struct code code; /* of all parts; without instructions: `why` */
	uint32_t *chain;  /* [instructions] into chains */
	VEC(struct code_chain) chains;
	struct str why; /* "" nothing is wrong */
};

void assembly_order_put(struct strbuf *out, const struct assembly_order *order);
/* NULL only when progress, which may be NULL, asks to stop. */
struct assembly *assembly_new(struct str order, struct progress *progress);
void assembly_free(struct assembly *a); /* NULL is fine */

/* What an instruction does to the flow of control, by its text. */
enum flow { FLOW_NONE, FLOW_JUMP, FLOW_CALL };
/* *target becomes the address it names. */
enum flow instruction_flow(const struct instruction *i, uint64_t *target);

#endif
