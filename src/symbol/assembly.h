/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Disassembly of one function: its instructions, and the calls inlined at each
 * of them.
 *
 *     order: program, mapping, an address in the function
 *        |   symbol table
 *        v
 *     11a0..11f0   work
 *        |   objdump          |   a child (ask.h)
 *        v                    v
 *     11c0  mov %eax,%edx     leaf leaf.c:14 < mid leaf.c:23 < work leaf.c:32
 *
 * The worker makes it from an order, which is a text.
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
	struct str path, build_id; /* the mapping's */
	struct str program;        /* see struct symbol_spec; "": no lines */
	struct str tools;          /* see objdump.h */
	bool intel;
	struct place place;
	uint64_t address;   /* in the function, as in the profile */
	uint64_t low, high; /* first and last known address */
};

struct code_call {
	struct str name; /* demangled */
	struct str file; /* "": unknown */
	int64_t line;    /* 0: unknown */
};

/* True if two tools' names mean the same file: /src/a/b.c, a/b.c. */
bool code_same_file(struct str a, struct str b);

/* Calls at an instruction: innermost inlined one first, the function last. */
struct code_chain {
	uint32_t n;
	const struct code_call *call;
};

/* A contiguous part of the function: compilers move cold code elsewhere. */
struct code_part {
	struct str name;   /* symbol, demangled; "": none */
	uint64_t from, to; /* in the file */
	uint32_t first, n; /* its instructions */
};

struct assembly {
	struct arena arena;
	struct str order;  /* the request it was made from */
	struct str path;   /* where the program was found */
	struct str symbol; /* demangled; "": there is none */
	/* The range is known: an address less `base` is one of the file, where
	   the code is in from..to. */
	bool is_placed;
	uint64_t base, from, to;    /* the first part's */
	VEC(struct code_part) part; /* the address's own first */
	struct code code;           /* all parts' code; if it is empty, `why` */
	uint32_t *chain;            /* [instructions] into chains */
	VEC(struct code_chain) chains;
	struct str why; /* "": no error */
};

void assembly_order_put(struct strbuf *out, const struct assembly_order *order);
/* Return NULL only if cancelled by progress, which may be NULL. */
struct assembly *assembly_new(struct str order, struct progress *progress);
void assembly_free(struct assembly *a); /* NULL is fine */

/* An instruction's effect on control flow, by its text. */
enum flow { FLOW_NONE, FLOW_JUMP, FLOW_CALL };
/* Return the flow; *target becomes the address in the text. */
enum flow instruction_flow(const struct instruction *i, uint64_t *target);

#endif
