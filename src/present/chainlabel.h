/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names in a row of several frames (fold.h).
 *
 *     clone3 › start_thread › +3 › _M_invoke › operator()
 *     +8 › operator()
 *
 * The last name is always there; the selected frame, the first match and the
 * first frame follow if they fit, then names from both ends. A gap of n frames
 * is +n; equal neighbours are "visit ×7"; ᵢ marks inlined calls.
 */
#ifndef FT_PRESENT_CHAINLABEL_H
#define FT_PRESENT_CHAINLABEL_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "present/caption.h"
#include "present/flamegraph.h"
#include "present/matches.h"

struct chainlabel_part {
	int at, cols; /* columns from the first name */
	node_id node; /* NONE: a gap */
	bool is_selected;
};

struct chainlabel {
	struct flamegraph *flamegraph;
	enum flamegraph_side side;
	node_id first, last;     /* the row's frames */
	node_id selected;        /* or NONE */
	struct matches *matches; /* or NULL */
	enum caption_mode labels;
	bool ascii;
	int cols; /* columns for the names */
	struct arena *arena;
	/* Results, in the arena: the names and gaps before the last name. */
	struct chainlabel_part *part;
	size_t n;
};

/* Append the names. False, and nothing, if only the last one fits. */
bool chainlabel_put(struct strbuf *out, struct chainlabel *l);

#endif
