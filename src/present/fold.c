/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the graph: chains of frames that pass their cost on. */
#include "prelude.h"

#include "present/fold.h"

#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/origin.h"
#include "engine/sides.h"
#include "present/caption.h"

struct folds {
	struct flamegraph *p; /* borrowed */
	struct map64 tail[2]; /* by side: first frame -> last frame, of
				 rows that take long to find */
	node_id at[2];        /* the zoomed frame, or NONE */
	node_id zoomed[2];    /* the same, if no row began there before */
	uint32_t version;
	struct map64 open[2];  /* nodes of opened chains -> 1 */
	struct map64 place[2]; /* node -> index in places[] */
	VEC(struct fold_place) places;
};

struct folds *
folds_new(struct flamegraph *p)
{
	struct folds *f = xcalloc(1, sizeof(*f));

	f->p = p;
	f->version = 1;
	for (int side = 0; side < 2; side++)
		f->at[side] = f->zoomed[side] = NONE;
	return f;
}

/* Forget the places, which depend on the zoom and on opened chains. */
static void
forget_places(struct folds *f)
{
	for (int side = 0; side < 2; side++)
		map64_free(&f->place[side]);
	f->places.n = 0;
	f->version++;
}

static void
forget_rows(struct folds *f)
{
	forget_places(f);
	for (int side = 0; side < 2; side++) {
		map64_free(&f->tail[side]);
		f->zoomed[side] = f->at[side];
	}
}

void
folds_close(struct folds *f)
{
	if (f->open[SIDE_MAIN].n + f->open[SIDE_CALLERS].n == 0)
		return;
	for (int side = 0; side < 2; side++)
		map64_free(&f->open[side]);
	forget_rows(f);
}

void
folds_free(struct folds *f)
{
	if (f == NULL)
		return;
	folds_close(f);
	forget_rows(f);
	vec_free(&f->places);
	free(f);
}

uint32_t
folds_version(const struct folds *f)
{
	return f->version;
}

bool
fold_is_open(const struct folds *f, enum flamegraph_side side, node_id node)
{
	return map64_get(&f->open[side], node) != NONE;
}

void
folds_open(struct folds *f, enum flamegraph_side side, node_id node)
{
	const struct tree *t = flamegraph_tree(f->p, side);
	node_id zoomed = f->zoomed[side];
	struct fold_place at;

	/* Find the whole chain: the zoomed frame may split it. */
	f->zoomed[side] = NONE;
	forget_places(f);
	at = fold_place(f, side, node);
	/* For a node beside a chain, open that chain. */
	while (at.is_hidden) {
		node = t->parent[at.head];
		at = fold_place(f, side, node);
	}
	f->zoomed[side] = zoomed;
	if (at.head != at.tail)
		for (node = at.tail;; node = t->parent[node]) {
			map64_put(&f->open[side], node, 1);
			if (node == at.head)
				break;
		}
	forget_rows(f);
}

/* True if `part` is at least 99% of `whole`. */
static bool
is_nearly(uint64_t part, uint64_t whole)
{
	return wide_mul(part, 100) >= wide_mul(whole, 99);
}

/* True if |a| is within 1% of |b|, either way. */
static bool
is_like(int64_t a, int64_t b)
{
	return is_nearly(u64_abs(a), u64_abs(b)) &&
		wide_mul(u64_abs(a), 99) <= wide_mul(u64_abs(b), 100);
}

static bool
is_users(struct folds *f, const struct view *v, frame_id frame)
{
	return frame != NONE &&
		origin_is_users(flamegraph_origins(f->p), v->frames, frame);
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
		fold_is_open(f, side, child) || caption_is_label(v, above) ||
		caption_is_label(v, frame) ||
		(is_users(f, v, frame) && !is_users(f, v, above));
}

/* Return the last node of the chain (chains.h) that a node is in. */
static node_id
chain_end(const struct tree *t, node_id node)
{
	return t->chains != NULL ? chains_last(t->chains, tree_row(t, node))
				 : node;
}

/* Minimum frames visited to find a row for it to be remembered. For shorter
   rows, a look-up among millions of rows would take longer. */
enum { LONG = 64 };

/* Return a row's last frame, regardless of the zoom. */
static node_id
whole_tail(struct folds *f, enum flamegraph_side side, node_id head)
{
	const struct flamegraph *p = f->p;
	const struct tree *t = flamegraph_tree(p, side);
	uint64_t width = flamegraph_width(p, side, head);
	bool is_diff = flamegraph_view(p)->is_diff;
	struct sides all = { .base = 0 };
	node_id tail = map64_get(&f->tail[side], head), next, last;
	uint32_t seen = 0;

	if (tail != NONE)
		return tail;
	tail = head;
	if (is_diff)
		all = sides_at(&t->total, tree_row(t, head));
	if (width == 0 || head == 0 || head == flamegraph_root(p, side) ||
		fold_is_open(f, side, head))
		return head;
	/* Within a chain of equal cost, the next frame is known. */
	for (last = chain_end(t, head);; seen++) {
		next = tail < last ? tail + 1 : tree_first(t, tail);
		/* At most one child has that much. */
		for (; tail == last && next != 0; next = t->next[next], seen++)
			if (flamegraph_draws(p, side, next) &&
				is_nearly(
					flamegraph_width(p, side, next), width))
				break;
		if (next == 0)
			break;
		if (tail == last && is_diff) {
			struct sides s = sides_at(&t->total, tree_row(t, next));

			if (!is_like(s.base, all.base) ||
				!is_like(s.new, all.new))
				break;
		}
		if (begins_row(f, side, tail, next))
			break;
		if (tail == last)
			last = chain_end(t, next);
		tail = next;
	}
	if (seen >= LONG)
		map64_put(&f->tail[side], head, tail);
	return tail;
}

/* Return the node above `node` at a depth. */
static node_id
node_above(const struct tree *t, node_id node, uint32_t depth)
{
	while (tree_depth(t, node) > depth)
		node = t->parent[node];
	return node;
}

node_id
fold_tail(struct folds *f, enum flamegraph_side side, node_id head)
{
	const struct tree *t = flamegraph_tree(f->p, side);
	node_id tail = whole_tail(f, side, head), zoomed = f->zoomed[side];
	uint32_t depth;

	if (tail == head || zoomed == NONE)
		return tail;
	depth = tree_depth(t, zoomed);
	return depth > tree_depth(t, head) && depth <= tree_depth(t, tail) &&
			node_above(t, tail, depth) == zoomed
		? t->parent[zoomed]
		: tail;
}

struct fold_place
fold_place(struct folds *f, enum flamegraph_side side, node_id node)
{
	const struct tree *t = flamegraph_tree(f->p, side);
	node_id root = flamegraph_root(f->p, side);
	uint32_t depth = tree_depth(t, node);
	uint32_t known = map64_get(&f->place[side], node);
	struct fold_place at = { .head = root, .tail = root };
	VEC(node_id) path = { NULL, 0, 0 };
	size_t i = 0;

	if (known != NONE)
		return f->places.p[known];
	for (node_id k = node;; k = t->parent[k]) {
		vec_push(&path, k);
		if (k == root || k == 0)
			break;
	}
	vec_reverse(node_id, &path);
	for (;; at.row++) {
		uint32_t top = tree_depth(t, path.p[i]), bottom;
		node_id last;

		at.head = path.p[i];
		at.tail = last = fold_tail(f, side, at.head);
		bottom = tree_depth(t, last);
		if (bottom > depth)
			last = node_above(t, last, depth), bottom = depth;
		/* Find where the path leaves the row. */
		while (path.p[i + bottom - top] != last) {
			last = t->parent[last];
			bottom--;
		}
		i += bottom - top;
		if (i + 1 == path.n)
			break;
		at.is_hidden |= last != at.tail;
		i++;
	}
	vec_free(&path);
	map64_put(&f->place[side], node, (uint32_t)f->places.n);
	vec_push(&f->places, at);
	return at;
}

void
folds_zoom(struct folds *f, struct selection at)
{
	for (int i = 0; i < 2; i++) {
		enum flamegraph_side side = (enum flamegraph_side)i;
		node_id node = i == at.side && at.count == 0 ? at.node : NONE;

		if (f->at[i] == node)
			continue;
		f->at[i] = node;
		if (f->zoomed[i] != NONE)
			forget_places(f);
		f->zoomed[i] = NONE;
		/* Most zooms are to a frame that begins a row anyway. */
		if (node == NONE || fold_place(f, side, node).head == node)
			continue;
		forget_places(f);
		f->zoomed[i] = node;
	}
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
