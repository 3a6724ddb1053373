/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which frames share a row. A row is a frame and its heaviest child, again and
 * again, while that child has at least 99% of the row's first frame: the
 * frames of such a chain only pass their cost on.
 *
 *     main 1000             main > run > serve       a row of three frames
 *     `- run 1000           `- handle 600            its last frame's children
 *        `- serve 997       `- idle 390              are below it
 *           +- handle 600
 *           `- idle 390
 *
 * All numbers of a row are right to 1% for every frame in it. In a diff that
 * holds for both sides, so a row never hides the frame in which the change is.
 * The root and a pivot are rows of their own; a frame of a label, the frame
 * below it and the entry into the user's own code begin a row.
 *
 * Rows are computed when they are needed, and struct folds keeps them. It
 * borrows the flame graph and belongs to its thread.
 */
#ifndef FT_PRESENT_FOLD_H
#define FT_PRESENT_FOLD_H

#include "present/flamegraph.h"

struct folds;

struct folds *folds_new(struct flamegraph *p);
void folds_free(struct folds *f); /* NULL is fine */
/* Let the zoomed frame begin a row, instead of the previously zoomed one. */
void folds_zoom(struct folds *f, struct selection at);
/* Give each frame of the chain with this node a row of its own. */
void folds_open(struct folds *f, enum flamegraph_side side, node_id node);
/* Fold all opened chains again. */
void folds_close(struct folds *f);
/* True if the node is in an opened chain. */
bool fold_is_open(
	const struct folds *f, enum flamegraph_side side, node_id node);

/* Return a number that changes whenever rows may have changed. */
uint32_t folds_version(const struct folds *f);

/* The row of a node: its first and last frame, and its number, counted from
   the root or pivot. */
struct fold_place {
	node_id head, tail;
	uint32_t row;
	bool is_hidden; /* no row has the node, because it or a caller is a
			   light child in the middle of a row; it is placed as
			   if it were below that row */
};

struct fold_place fold_place(
	struct folds *f, enum flamegraph_side side, node_id node);

/* Return the last frame of the row that begins at `head`. */
node_id fold_tail(struct folds *f, enum flamegraph_side side, node_id head);
/* Return the frame of a row after `node`, on the way to its last frame. */
node_id fold_next(
	struct folds *f, enum flamegraph_side side, node_id node, node_id tail);

#endif
