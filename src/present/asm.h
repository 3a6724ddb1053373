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
 * Self is the cost at an instruction; the number after a call is the callees'.
 * An address between two instructions counts for the first. A row without a
 * number shows inlined calls, a source line, or a fold: four or more
 * instructions without samples, or padding.
 *
 * Jumps within the function are drawn as arrows, short ones at the right, at
 * most four side by side. A backward jump marks a loop and shows its self sum.
 * Without instructions, the rows are addresses with their costs.
 */
#ifndef FT_PRESENT_ASM_H
#define FT_PRESENT_ASM_H

#include "analysis/annotate.h"
#include "base/arena.h"
#include "base/bits.h"
#include "base/vec.h"
#include "present/grid.h"
#include "present/number.h"
#include "symbol/assembly.h"

struct asm_instruction {
	const struct instruction *code;
	const struct code_chain *chain;
	struct row_sum self, total;
	double noise; /* variance of self */
	enum flow flow;
	uint64_t target; /* a jump's or call's target in the file */
	uint32_t to;     /* the target instruction; NONE: outside */
	int64_t loop;    /* backward jump: self sum of the loop */
	bool repeats;    /* start or end of a loop with samples */
	uint8_t lane;    /* arrow column; NO_LANE: not drawn */
};
enum { LANES_MOST = 4, NO_LANE = 0xff };

enum asm_row_kind {
	ASM_CODE,
	ASM_CHAIN,  /* calls inlined in the code below */
	ASM_SOURCE, /* source line of the code below */
	ASM_FOLD,
	ASM_PART, /* name of the part below */
};
struct asm_row {
	enum asm_row_kind kind;
	uint32_t at, n; /* instruction; a fold's first, and how many */
};

enum address_form { ADDRESS_OF_FILE, ADDRESS_OFFSET, ADDRESS_HIDDEN };

/* Rows shown between instructions. */
enum asm_between { BETWEEN_CALLS, BETWEEN_LINES, BETWEEN_NOTHING };
enum { BETWEENS = BETWEEN_NOTHING + 1 };

/* A source file's text, by the name that call chains use. */
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
	int64_t most;               /* largest |self| */
	enum asm_between between;
	bool folds;                  /* fold code without samples */
	const struct asm_text *text; /* [n_texts] borrowed */
	size_t n_texts;
	struct bits open; /* [n] instructions shown unfolded */
	VEC(struct asm_row) row;
	uint32_t *row_of; /* [n] row of each instruction */
	int lanes;
	VEC(uint32_t) jump;   /* jumps drawn as arrows, outer first */
	uint32_t n_hot, *hot; /* instructions with samples, heaviest first */
};

/* Build the pane for mapping `map` from the costs in `footing`; without an
   address range, for the frames in `wanted`. Borrows all but the sums. */
struct asm_pane *asm_pane_new(const struct footing *footing, map_id map,
	const struct assembly *a, const struct bits *wanted);
void asm_pane_free(struct asm_pane *ap); /* NULL is fine */

/* Rebuild the rows after `between` or `folds` changed. */
void asm_pane_rows(struct asm_pane *ap);
/* Return an instruction's row, unfolding it if needed. */
uint32_t asm_pane_show(struct asm_pane *ap, uint32_t instruction);
/* Unfold a fold, or fold the open run around an instruction again. */
void asm_pane_toggle(struct asm_pane *ap, uint32_t row);
/* Return a row's instruction, or the next one; NONE past the end. */
uint32_t asm_pane_at(const struct asm_pane *ap, uint32_t row);
/* Return the row of the next hot instruction, unfolding it; step 1: the next
   lighter one. NONE if none is hot. */
uint32_t asm_pane_hot(struct asm_pane *ap, uint32_t row, int step);
/* Return a line's heaviest instruction, or else its first; NONE if none. */
uint32_t asm_pane_of_line(
	const struct asm_pane *ap, struct str file, int64_t line);
/* Return the source text of an instruction's line; empty if unavailable. */
struct str asm_pane_text(const struct asm_pane *ap, uint32_t instruction);
/* Return the index of the part that contains an instruction. */
uint32_t asm_pane_part(const struct asm_pane *ap, uint32_t instruction);
/* Return the instruction at an address in the file, or NONE. */
uint32_t asm_pane_find(const struct asm_pane *ap, uint64_t address);
/* True if the instruction's call chain has that line, at any depth. */
bool asm_is_of_line(
	const struct asm_instruction *in, struct str file, int64_t line);
/* Append an instruction as text: "jne    ↑ 11c0", "call   put@plt". */
void asm_text_put(
	struct strbuf *out, const struct asm_pane *ap, uint32_t i, bool ascii);
/* Append "leafᵢ:8 ← mid:13 ← work:21", or "t.c:8"; nothing if unknown. */
void asm_chain_put(
	struct strbuf *out, const struct code_chain *chain, bool ascii);
void asm_line_put(struct strbuf *out, const struct code_chain *chain);

struct asm_draw {
	uint32_t at, first; /* rows of the cursor and the top */
	int skip;           /* columns of text scrolled off at the left */
	bool focused;
	enum address_form address;
	/* Mark the instructions of this line; 0: none. */
	struct str file;
	int64_t line;
};

/* Draw the pane. Hits: the row from the top of r. */
void asm_pane_draw(struct grid *g, struct rect r, const struct asm_pane *ap,
	const struct asm_draw *d);

#endif
