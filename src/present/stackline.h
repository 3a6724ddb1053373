/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stack in one line, with recursion folded.
 *
 *     … › Checkout › Quote › applyRules            the innermost end
 *     main.func1 › recurse ×10 › … › fmt › print   both ends
 */
#ifndef FT_PRESENT_STACKLINE_H
#define FT_PRESENT_STACKLINE_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "engine/view.h"
#include "present/caption.h"

struct stackline {
	const struct view *view;
	enum caption_mode labels;
	bool ascii;
	bool varies;         /* other stacks recurse more often or less:
				"×2+" */
	struct arena *arena; /* holds the names */
};

/* Append as many innermost frames as fit in `cols`. If another line would read
   alike, because the `shared` innermost frames are the same in both stacks,
   append outer frames instead: "… › Checkout › … › applyRules". A single name
   may be too long. */
void stackline_end(struct strbuf *out, const struct stackline *l, node_id node,
	uint32_t shared, int cols);
/* Append the stack from `top` to the node, without its middle if too long; top
   0 is the root. A "…" stands for the callers of `top`. */
void stackline_ends(struct strbuf *out, const struct stackline *l, node_id node,
	node_id top, int cols);
/* Append the innermost frames if `top` is shown, else as stackline_ends(). */
void stackline_below(struct strbuf *out, const struct stackline *l,
	node_id node, node_id top, int cols);

#endif
