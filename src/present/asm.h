/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The instructions of one function with their costs.
 *
 *         ·          11e0 ╭────── je     ↓ 122b                    t.c:20
 *                         │       ▁▁ leafᵢ in midᵢ:13
 *         ·          11e4 │ ╭─▸   mov    %ecx,%edx                 t.c:8
 *      36ms ████████ 11f5 │ │     xor    %esi,%edx                 t.c:8
 *      21ms ████▋    11ff │ ╰──   jne    ↑ 11e4   loop 57ms        t.c:7
 *                         │       ⋮ 2 without samples
 *      10ms ██▎      120b ╰─▸     call   put@plt   → 72ms          t.c:21
 *                           ── work.cold ──
 *         ·          1080         call   abort@plt                  t.c:23
 *
 * Self is the cost at an instruction; the number after a call is the callees'
 * cost. A sampled address between two instructions counts for the first. A row
 * without a number shows inlined calls, a source line, or a fold: four or more
 * instructions without samples, or padding.
 *
 * Jumps within the function are drawn as arrows, short ones at the right, at
 * most four side by side. A cheap instruction after a slow one is marked with
 * an arrow up and its name, "↑ div?": its cost may belong to that instruction.
 * A backward jump shows the self sum of its loop. If the code is not available,
 * the rows are sampled addresses.
 */
#ifndef FT_PRESENT_ASM_H
#define FT_PRESENT_ASM_H

#include "analysis/annotate.h"
#include "base/arena.h"
#include "base/bits.h"
#include "base/vec.h"
#include "present/list.h"
#include "present/number.h"
#include "symbol/assembly.h"

struct asm_instruction {
	const struct instruction *code;
	const struct code_chain *chain;
	struct row_sum self, total;
	double noise; /* variance of self */
	enum flow flow;
	uint64_t target; /* file address that a jump or call goes to */
	uint32_t to;     /* index of the target in in[], or NONE if elsewhere */
	int64_t loop;    /* self sum of the loop that this jump closes; or 0 */
	bool repeats;    /* first or last of a loop with samples */
	uint8_t lane;    /* column of the arrow, from the right; or NO_LANE */
};
enum { LANES_MOST = 4, NO_LANE = 0xff };

enum asm_row_kind {
	ASM_CODE,
	ASM_CHAIN,  /* calls inlined in the code below */
	ASM_SOURCE, /* source line of the code below */
	ASM_FOLD,
	ASM_PART, /* name of the part below, such as "work.cold" */
};
struct asm_row {
	enum asm_row_kind kind;
	uint32_t at, n; /* first index in in[], number of instructions */
};

enum address_form { ADDRESS_OF_FILE, ADDRESS_OFFSET, ADDRESS_HIDDEN };

/* Rows between instructions: inlined calls, also source lines, or none. */
enum asm_between { BETWEEN_CALLS, BETWEEN_LINES, BETWEEN_NOTHING };
enum { BETWEENS = BETWEEN_NOTHING + 1 };

/* The lines of a source file; `file` is its name as in call chains. */
struct asm_text {
	struct str file;
	const struct str *line; /* [n] */
	size_t n;
};

struct asm_pane {
	struct arena arena;
	const struct view *view;         /* borrowed */
	const struct assembly *assembly; /* borrowed */
	struct numbers numbers;
	bool has_code; /* false: only addresses */
	uint32_t n;
	struct asm_instruction *in; /* [n] by address */
	struct row_sum self;       /* sum over all instructions */
	int64_t most;              /* largest |self| of an instruction */
	enum asm_between between;
	bool folds;                  /* fold code without samples */
	const struct asm_text *text; /* [n_texts]; borrowed */
	size_t n_texts;
	struct bits open; /* [n] instructions that are never folded */
	VEC(struct asm_row) row;
	uint32_t *row_of; /* [n] index of the instruction's row in row[] */
	int lanes;
	VEC(uint32_t) jump;   /* jumps drawn as arrows, outer first */
	uint32_t n_hot, *hot; /* instructions with samples, heaviest first */
};

/* Build the pane for a function in mapping `map`. If its address range is not
   known, show the addresses of the frames in `wanted`. Borrows `a` and the
   view. */
struct asm_pane *asm_pane_new(const struct footing *footing, map_id map,
	const struct assembly *a, const struct bits *wanted);
void asm_pane_free(struct asm_pane *ap); /* NULL is fine */

/* Rebuild the rows after `between` or `folds` changed. */
void asm_pane_rows(struct asm_pane *ap);
/* Return an instruction's row, unfolding it if needed. */
uint32_t asm_pane_show(struct asm_pane *ap, uint32_t instruction);
/* Unfold the fold at `row`, or fold the unfolded instructions around it. */
void asm_pane_toggle(struct asm_pane *ap, uint32_t row);
/* Return the instruction on or below a row; NONE past the end. */
uint32_t asm_pane_at(const struct asm_pane *ap, uint32_t row);
/* Return the row of the next lighter (step 1) or heavier (step -1) instruction
   with samples, unfolding it; NONE if no instruction has samples. */
uint32_t asm_pane_hot(struct asm_pane *ap, uint32_t row, int step);
/* Return a source line's heaviest instruction, or its first; NONE if none. */
uint32_t asm_pane_of_line(
	const struct asm_pane *ap, struct str file, int64_t line);
/* Return the source text of an instruction's line; empty if unavailable. */
struct str asm_pane_text(const struct asm_pane *ap, uint32_t instruction);
/* Return the index of the part that contains an instruction. */
uint32_t asm_pane_part(const struct asm_pane *ap, uint32_t instruction);
/* Return the instruction at an address in the file, or NONE. */
uint32_t asm_pane_find(const struct asm_pane *ap, uint64_t address);
/* True if the instruction's call chain contains that line at any depth. */
bool asm_is_of_line(
	const struct asm_instruction *in, struct str file, int64_t line);
/* True if the cost of a cheap instruction is probably the cost of the slow one
   before it, such as a division or a load: samples often hit one instruction
   late. */
bool asm_is_skid(const struct asm_pane *ap, uint32_t instruction);
/* Return the first word of an instruction: "div". */
struct str asm_mnemonic(const struct asm_pane *ap, uint32_t instruction);
/* Append an instruction as text: "jne    ↑ 11c0", "call   put@plt". */
void asm_text_put(
	struct strbuf *out, const struct asm_pane *ap, uint32_t i, bool ascii);
/* Append the chain, "leafᵢ:8 ← mid:13 ← work:21", or its innermost line,
   "t.c:8"; nothing if unknown. */
void asm_chain_put(
	struct strbuf *out, const struct code_chain *chain, bool ascii);
void asm_line_put(struct strbuf *out, const struct code_chain *chain);

struct asm_draw {
	struct list list;
	bool focused;
	enum address_form address;
	/* Instructions of this source line are marked; line 0: none. */
	struct str file;
	int64_t line;
};

/* Draw the pane. The hit of a row is its distance from the top of r. */
void asm_pane_draw(struct grid *g, struct rect r, const struct asm_pane *ap,
	const struct asm_draw *d);

#endif
