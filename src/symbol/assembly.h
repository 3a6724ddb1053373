/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Disassembly of one function: its instructions, and the inlined calls to which
 * each belongs.
 *
 *     order: program, mapping, an address in the function
 *        |   symbol table
 *        v
 *     11a0..11f0   work
 *        |   objdump          |   a child (ask.h)
 *        v                    v
 *     11c0  mov %eax,%edx     leaf leaf.c:14 < mid leaf.c:23 < work leaf.c:32
 *
 * The worker thread builds the assembly from an order in text form.
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
	struct str path, build_id; /* recorded in the mapping */
	struct str program;        /* path of this program; "": no lines */
	struct str tools;          /* value of -tools, see objdump.h */
	bool intel;
	bool exact; /* show the code in [low, high), not a function */
	struct place place;
	uint64_t address;   /* any address in the function, as in the profile */
	uint64_t low, high; /* lowest and highest sampled address */
};

struct code_call {
	struct str name; /* demangled */
	struct str file; /* "": unknown */
	int64_t line;    /* 0: unknown */
};

/* True if two names, like /src/a/b.c and a/b.c, mean the same source file. */
bool code_same_file(struct str a, struct str b);

/* Frames at an instruction: innermost inlined call first, function last. */
struct code_chain {
	uint32_t n;
	const struct code_call *call;
};

/* A contiguous part of a function. Compilers put cold code in separate
   parts. */
struct code_part {
	struct str name;   /* demangled symbol; "": none */
	uint64_t from, to; /* addresses in the file */
	uint32_t first, n; /* range in assembly.code.instruction */
};

struct assembly {
	struct arena arena;
	struct str order;  /* the order in text form */
	struct str path;   /* path of the binary on this machine */
	struct str symbol; /* demangled; "": none */
	/* True if the function was found in the file. An address of the profile
	   minus `base` is an address in the file. */
	bool is_placed;
	uint64_t base, from, to;    /* [from, to): part 0 */
	VEC(struct code_part) part; /* part 0 has order.address */
	struct code code; /* instructions of all parts; none: see `why` */
	uint32_t *chain;  /* [instructions] index into chains */
	VEC(struct code_chain) chains;
	struct str why; /* error message; "": none */
};

void assembly_order_put(struct strbuf *out, const struct assembly_order *order);
/* Return NULL only if cancelled by progress, which may be NULL. */
struct assembly *assembly_new(struct str order, struct progress *progress);
void assembly_free(struct assembly *a); /* NULL is fine */

/* How an instruction affects control flow. */
enum flow { FLOW_NONE, FLOW_JUMP, FLOW_CALL };
/* Classify an instruction by its text. *target is valid unless FLOW_NONE. */
enum flow instruction_flow(const struct instruction *i, uint64_t *target);

#endif
