/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stack in a line, with recursion folded.
 *
 *     … › Checkout › Quote › applyRules            its end
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
	bool varies;         /* it stands for several that recurse more or
				less: "×2+" */
	struct arena *arena; /* of the names */
};

/* As much of its end as fits in `cols`. Where all of that is in another line,
   too, which has the innermost `shared` frames in common, it has the frames in
   which the two differ instead: "… › Checkout › … › applyRules". A single
   name may be too long. */
void stackline_end(struct strbuf *out, const struct stackline *l, node_id node,
	uint32_t shared, int cols);
/* From `top`, or what is in front of it, to the node, without the middle when
   that is too long; top 0 is the root. */
void stackline_ends(struct strbuf *out, const struct stackline *l, node_id node,
	node_id top, int cols);
/* The end, if `top` is in it; else as above. */
void stackline_below(struct strbuf *out, const struct stackline *l,
	node_id node, node_id top, int cols);

#endif
