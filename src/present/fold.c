/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the graph: chains of frames that pass their cost on. */
#include "prelude.h"

#include "present/fold.h"

#include "base/hash.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "engine/origin.h"
#include "engine/sides.h"
#include "present/caption.h"

struct folds {
	const struct flamegraph *p; /* borrowed */
	struct origins *origins;    /* made when a chain could go on; NULL if a
				       pattern for origins is bad */
	bool tried;                 /* to make them */
	struct map64 tail[2];       /* by side: first frame -> last frame */
};

struct folds *
folds_new(const struct flamegraph *p)
{
	struct folds *f = xcalloc(1, sizeof(*f));

	f->p = p;
	return f;
}

void
folds_free(struct folds *f)
{
	if (f == NULL)
		return;
	origins_free(f->origins);
	map64_free(&f->tail[SIDE_MAIN]);
	map64_free(&f->tail[SIDE_CALLERS]);
	free(f);
}

/* True if `part` is at least 99 % of `whole`. */
static bool
is_nearly(uint64_t part, uint64_t whole)
{
	return wide_mul(part, 100) >= wide_mul(whole, 99);
}

/* True if |a| is within 1 % of |b|, either way. */
static bool
is_like(int64_t a, int64_t b)
{
	return is_nearly(u64_abs(a), u64_abs(b)) &&
		wide_mul(u64_abs(a), 99) <= wide_mul(u64_abs(b), 100);
}

static bool
is_users(struct folds *f, const struct view *v, frame_id frame)
{
	struct err ignored = ERR_INIT;

	if (!f->tried)
		f->origins = origins_new(v->profile, &v->query, &ignored);
	f->tried = true;
	return f->origins != NULL && frame != NONE &&
		origin_of_frame(f->origins, v->frames, frame).kind ==
		ORIGIN_USER;
}

/* True if a child that could share its parent's row begins one instead. */
static bool
begins_row(struct folds *f, enum flamegraph_side side, node_id parent,
	node_id child)
{
	const struct view *v = flamegraph_view(f->p);
	const struct tree *t = flamegraph_tree(f->p, side);
	frame_id above = t->frame[parent], frame = t->frame[child];

	return child == flamegraph_root(f->p, side) ||
		caption_is_label(v, above) || caption_is_label(v, frame) ||
		(is_users(f, v, frame) && !is_users(f, v, above));
}

node_id
fold_tail(struct folds *f, enum flamegraph_side side, node_id head)
{
	const struct flamegraph *p = f->p;
	const struct tree *t = flamegraph_tree(p, side);
	uint64_t width = flamegraph_width(p, side, head);
	bool is_diff = flamegraph_view(p)->is_diff;
	struct sides all = { .base = 0 };
	node_id tail = map64_get(&f->tail[side], head), next;

	if (tail != NONE)
		return tail;
	tail = head;
	if (is_diff)
		all = sides_at(&t->total, tree_row(t, head));
	if (width == 0 || head == 0 || head == flamegraph_root(p, side))
		return head;
	for (;;) {
		/* At most one child has that much. */
		next = tree_first(t, tail);
		while (next != 0 &&
			(!flamegraph_draws(p, side, next) ||
				!is_nearly(flamegraph_width(p, side, next),
					width)))
			next = t->next[next];
		if (next == 0)
			break;
		if (is_diff) {
			struct sides s = sides_at(&t->total, tree_row(t, next));

			if (!is_like(s.base, all.base) ||
				!is_like(s.new, all.new))
				break;
		}
		if (begins_row(f, side, tail, next))
			break;
		tail = next;
	}
	map64_put(&f->tail[side], head, tail);
	return tail;
}

node_id
fold_next(
	struct folds *f, enum flamegraph_side side, node_id node, node_id tail)
{
	const struct tree *t = flamegraph_tree(f->p, side);
	uint64_t width = flamegraph_width(f->p, side, tail);
	node_id next = tree_first(t, node);

	/* The tail is below the child that is at least as wide. */
	while (next != tail &&
		(!flamegraph_draws(f->p, side, next) ||
			flamegraph_width(f->p, side, next) < width))
		next = t->next[next];
	return next;
}
