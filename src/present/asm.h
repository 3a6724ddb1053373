/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The instructions of one function, with what each weighs.
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
 * Self is what ends at an instruction; behind a call stands what it calls. An
 * address between two instructions counts for the first. A row without a number
 * says where what follows was inlined, which line it is of, or how much is
 * folded: four or more instructions that weigh nothing, or padding.
 *
 * Jumps inside the function have a lane each, short ones at the right, at most
 * four beside one another; what is inside of a backward one is a loop, and
 * weighed. Without instructions there are addresses with what they weigh.
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
	double noise; /* of self */
	enum flow flow;
	uint64_t target; /* of a jump or a call, in the file */
	uint32_t to;     /* the instruction that it is; NONE: outside */
	int64_t loop;    /* of a backward jump: self of what it repeats */
	bool repeats;    /* a loop that weighs something begins or ends here */
	uint8_t lane;    /* NO_LANE: not drawn */
};
enum { LANES_MOST = 4, NO_LANE = 0xff };

enum asm_row_kind {
	ASM_CODE,
	ASM_CHAIN,  /* which calls are inlined in what follows */
	ASM_SOURCE, /* the line that what follows is of */
	ASM_FOLD,
	ASM_PART, /* what follows is elsewhere */
};
struct asm_row {
	enum asm_row_kind kind;
	uint32_t at, n; /* the instruction; of a fold the first, how many */
};

enum address_form { ADDRESS_OF_FILE, ADDRESS_OFFSET, ADDRESS_HIDDEN };

/* What stands between instructions. */
enum asm_between { BETWEEN_CALLS, BETWEEN_LINES, BETWEEN_NOTHING };
enum { BETWEENS = BETWEEN_NOTHING + 1 };

/* The text of a file as chains name it. */
struct asm_text {
	struct str file;
	const struct str *line; /* [n] */
	size_t n;
};

struct asm_pane {
	struct arena arena;
	const struct view *view;         /* borrowed, */
	const struct assembly *assembly; /* likewise */
	struct numbers numbers;
	bool has_code; /* else addresses alone */
	uint32_t n;
	struct asm_instruction *in; /* [n] by address */
	struct row_sum self;       /* of all */
	int64_t most;               /* the largest self, without a sign */
	enum asm_between between;
	bool folds;                  /* are shown */
	const struct asm_text *text; /* [n_texts] borrowed; with lines */
	size_t n_texts;
	struct bits open; /* [n] instructions that are not folded */
	VEC(struct asm_row) row;
	uint32_t *row_of; /* [n] row of an instruction */
	int lanes;
	VEC(uint32_t) jump;   /* those with a lane, outer ones first */
	uint32_t n_hot, *hot; /* those that weigh something, heaviest first */
};

/* What each address weighs is in `footing`, of mapping `map`. Where there is no
   range, the addresses are those of `wants`. Borrows all but the sums. */
struct asm_pane *asm_pane_new(const struct footing *footing, map_id map,
	const struct assembly *a, const struct bits *wanted);
void asm_pane_free(struct asm_pane *ap); /* NULL is fine */

/* Make the rows again, as `between` and `folds` say. */
void asm_pane_rows(struct asm_pane *ap);
/* The row of an instruction, unfolded if need be. */
uint32_t asm_pane_show(struct asm_pane *ap, uint32_t instruction);
/* Open a fold, or close it again around an instruction. */
void asm_pane_toggle(struct asm_pane *ap, uint32_t row);
/* The instruction of a row, the next one where it has none; NONE. */
uint32_t asm_pane_at(const struct asm_pane *ap, uint32_t row);
/* The row of the next hot instruction in that order (1: lighter); NONE: there
   is none. */
uint32_t asm_pane_hot(struct asm_pane *ap, uint32_t row, int step);
/* The heaviest instruction of a line, or the first; NONE: there is none. */
uint32_t asm_pane_of_line(
	const struct asm_pane *ap, struct str file, int64_t line);
/* The text of the line that an instruction is of; empty: it is not here. */
struct str asm_pane_text(const struct asm_pane *ap, uint32_t instruction);
/* The part that an instruction is in. */
uint32_t asm_pane_part(const struct asm_pane *ap, uint32_t instruction);
/* The instruction at an address of the file, NONE. */
uint32_t asm_pane_find(const struct asm_pane *ap, uint64_t address);
/* Is it of that line, innermost or further out? */
bool asm_is_of_line(
	const struct asm_instruction *in, struct str file, int64_t line);
/* The text for people: "jne    ↑ 11c0", "call   put@plt". */
void asm_text_put(
	struct strbuf *out, const struct asm_pane *ap, uint32_t i, bool ascii);
/* "leafᵢ:8 ← mid:13 ← work:21", "t.c:8"; nothing where that is unknown. */
void asm_chain_put(
	struct strbuf *out, const struct code_chain *chain, bool ascii);
void asm_line_put(struct strbuf *out, const struct code_chain *chain);

struct asm_draw {
	uint32_t at, first; /* rows */
	int skip;           /* columns of texts scrolled out at the left */
	bool focused;
	enum address_form address;
	/* Instructions of this line are marked; 0: of none. */
	struct str file;
	int64_t line;
};

/* Hits: the row from the top of r. */
void asm_pane_draw(struct grid *g, struct rect r, const struct asm_pane *ap,
	const struct asm_draw *d);

#endif
