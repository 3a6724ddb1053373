/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Function costs within a part of the graph. */
#include "prelude.h"

#include "present/inside.h"

#include "base/xalloc.h"

/* The source of a function's self in a tree. */
enum own {
	OWN_SELF,  /* the self of the nodes */
	OWN_FIRST, /* the total of nodes below the root, which in a tree of
		      callers are the leaf functions */
	OWN_NONE,  /* 0: the callers of a pivot */
};

struct inside_walk {
	struct inside *in;
	const struct tree *t;
	enum own own;
	uint32_t *open; /* [frames.n] nodes of a frame on the current path */
};

static void
inside_leave(const struct inside_walk *w, node_id node)
{
	frame_id f = w->t->frame[node];

	if (f != NONE && tree_live(w->t, node) != 0)
		w->open[f]--;
}

static void
walk_below(const struct inside_walk *w, node_id top)
{
	const struct tree *t = w->t;
	node_id at = top, child;

	for (;;) {
		frame_id f = t->frame[at];
		struct row_sum total, self;

		if (f != NONE && tree_live(t, at) != 0) {
			total = columns_at(&t->total, tree_row(t, at));
			self = columns_at(&t->self, tree_self_row(t, at));
			bits_set(&w->in->frame, f);
			if (w->open[f]++ == 0)
				columns_add(&w->in->total, f, &total);
			if (w->own == OWN_SELF)
				columns_add(&w->in->self, f, &self);
			else if (w->own == OWN_FIRST && t->parent[at] == 0)
				columns_add(&w->in->self, f, &total);
		}
		child = tree_first(t, at);
		if (child != 0) {
			at = child;
			continue;
		}
		while (at != top && t->next[at] == 0) {
			inside_leave(w, at);
			at = t->parent[at];
		}
		inside_leave(w, at);
		if (at == top)
			return;
		at = t->next[at];
	}
}

static void
inside_mark(struct inside *in, const struct tree *t)
{
	node_id n = tree_whole(t, NULL);

	for (node_id i = 1; i < n; i++)
		if (tree_live(t, i) != 0)
			bits_set(&in->frame, t->frame[i]);
}

struct inside *
inside_new(struct flamegraph *p, struct selection part)
{
	const struct view *v = flamegraph_view(p);
	size_t n = v->frames->n + (size_t)1;
	struct inside *in = xcalloc(1, sizeof(*in));
	bool mean = v->w.self.div != NULL;

	in->self.value = xcalloc(n, sizeof(int64_t));
	in->total.value = xcalloc(n, sizeof(int64_t));
	in->self.div = mean ? xcalloc(n, sizeof(int64_t)) : NULL;
	in->total.div = mean ? xcalloc(n, sizeof(int64_t)) : NULL;
	in->frame = bits_new(n);
	if (part.node == NONE)
		return in;
	if (v->query.direction == DIR_SANDWICH &&
		selection_equal(part, selection_root(p))) {
		const struct tree *t;
		bool *below;
		struct row_sum *sum;

		inside_mark(in, &v->tree);
		inside_mark(in, &v->callers);
		/* A sandwich shows the stacks that contain the pivot. Add up
		   their functions above and below the pivot, each once per
		   stack even if it is on both sides. */
		t = &v->full;
		below = xcalloc(t->n, sizeof(*below));
		sum = xcalloc(t->n, sizeof(*sum));
		for (node_id i = 1; i < t->n; i++) {
			below[i] =
				below[t->parent[i]] || t->frame[i] == v->pivot;
			if (below[i])
				row_sum_add(
					&sum[i], &t->self, tree_self_row(t, i));
			if (below[i])
				columns_add(&in->self, t->frame[i], &sum[i]);
		}
		for (node_id i = t->n; i-- > 1;) {
			for (int k = 0; k < COLUMNS; k++)
				i64_sum(&sum[t->parent[i]].column[k],
					sum[i].column[k]);
			if ((t->flags[i] & TREE_OUTERMOST) != 0)
				columns_add(&in->total, t->frame[i], &sum[i]);
		}
		free(sum);
		free(below);
	} else {
		struct children members = selection_members(p, part);
		struct inside_walk w = { .in = in,
			.t = flamegraph_tree(
				p, (enum flamegraph_side)part.side),
			.open = xcalloc(v->frames->n + 1u, sizeof(*w.open)) };

		if (v->query.direction == DIR_CALLERS)
			w.own = OWN_FIRST;
		else if (part.side == SIDE_CALLERS)
			w.own = OWN_NONE;
		for (uint32_t i = 0; i < members.n; i++)
			walk_below(&w, members.child[i].node);
		if (!selection_is_group(part))
			walk_below(&w, part.node);
		free(w.open);
	}
	return in;
}

void
inside_free(struct inside *in)
{
	if (in == NULL)
		return;
	for (int k = 0; k < COLUMNS; k++) {
		free(in->self.column[k]);
		free(in->total.column[k]);
	}
	free(in->frame.word);
	free(in);
}
