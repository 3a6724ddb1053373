/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The instruction pane's own state, and what pane_asm.c and asm_words.c share.
 */
#ifndef FT_UI_PANE_ASM_H
#define FT_UI_PANE_ASM_H

#include "analysis/annotate.h"
#include "present/asm.h"
#include "ui/pane.h"
#include "ui/source_data.h"
#include "ui/stamp.h"

struct asm_state {
	/* Inputs from which `copies` was computed. */
	const struct listing *of;
	frame_id frame;
	struct stamp made;
	bool here; /* only samples of the selected call path */
	struct selection place;

	struct copies copies;
	uint32_t at_copy;
	struct footing footing;
	struct row_sum self; /* self of the function, as in the source pane */

	struct strbuf order;   /* request to the worker */
	struct asm_pane *pane; /* NULL: not computed yet */
	const struct assembly *made_of;
	/* placed: the cursor was set to the heaviest instruction, of the source
	   line `line` in `file` or, if line is 0, of all. */
	bool placed;
	struct str file; /* pooled */
	int64_t line;
	bool follows;           /* file and line follow the source pane */
	struct arena texts;     /* texts that the pane borrows */
	struct textcheck doubt; /* why a text is not shown */
	struct stamp texts_made;

	/* The user's choices. */
	bool no_folds;
	enum asm_between between;
	enum address_form address;
	int64_t told;         /* s->key_at when skid was explained, or 0 */
	VEC(struct str) back; /* names of earlier functions; pooled */
};

static inline struct asm_state *
asm_own(const struct screen *s)
{
	return s->own[PANE_ASM];
}

/* Return the up-to-date pane, or NULL as long as there is none. */
struct asm_pane *asm_refresh(struct screen *s);
/* Return the row of the cursor. */
uint32_t asm_cursor(const struct screen *s);

/* Append the texts of the rule, and the status line of the cursor's row. */
void asm_info(struct screen *s, struct strbuf *info, struct strbuf *right);
void asm_status(struct screen *s, struct strbuf *out);

#endif
