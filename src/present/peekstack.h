/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One stack in one line, for a list of stacks that end in the same function:
 * as much of its end as fits, "… › Quote › applyRules". Where that end is in
 * another line, too, it has the frames that tell the two apart instead:
 * "… › Checkout › … › applyRules".
 */
#ifndef FT_PRESENT_PEEKSTACK_H
#define FT_PRESENT_PEEKSTACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "engine/view.h"
#include "present/caption.h"

struct stack_line {
	const struct view *view;
	node_id node;    /* of view.full: the end of the stack */
	uint32_t shared; /* innermost frames that another line has, too */
	enum caption_mode labels;
	bool ascii;
	int cols;
};

/* How many innermost frames two stacks have in common. */
uint32_t stack_shared(const struct tree *t, node_id a, node_id b);
/* Append it. A single name may be longer than `cols`. */
void stack_line_text(const struct stack_line *l, struct strbuf *out);

#endif
