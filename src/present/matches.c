/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching nodes in reading order. One backward pass finds the nodes with
 * matches below them and counts the matches of each row; the search for the
 * next match visits only these nodes.
 */
#include "prelude.h"

#include "present/matches.h"

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "present/fold.h"

enum {
	MARKED = 1,
	BELOW = 2,  /* this node or a descendant is marked */
	WITHIN = 4, /* in the part being searched */
	UNDER = 8,  /* this node or an ancestor is marked */
};

struct mark_side {
	uint8_t *flag;   /* [tree.n]; NULL if the graph lacks this side */
	uint32_t *row;   /* [tree.n] |level| of nodes with matches, if folded;
			    else NULL */
	uint32_t *count; /* [rows] marked nodes by |level| */
	uint32_t rows;
};

/* The number of a row's marked nodes on each side of a window. */
struct out {
	uint32_t left, right;
};

/* A window's edges, relative to the left edge of the side's root. */
struct matches_window {
	uint64_t left, right;
};

struct matches {
	struct flamegraph *flamegraph; /* borrowed */
	struct mark_side side[2];
	uint32_t n, functions;
	struct row_sum sum;
	struct selection heaviest; /* node NONE if there are no matches */
	struct zoom seen;          /* zoom for which `out` was filled */
	uint32_t version;       /* folds_version() when counted; 0: unfolded */
	struct out *out;        /* [rows of the zoomed side], or NULL */
	struct selection last;  /* match number last_index; or node NONE */
	uint32_t last_index;
};

/* Flag the nodes of a part: a node, or members of a group, and all below. */
static void
flag_part(uint8_t *flag, struct flamegraph *p, struct selection part, node_id n)
{
	const struct tree *t =
		flamegraph_tree(p, (enum flamegraph_side)part.side);
	struct children members = selection_members(p, part);

	if (!selection_is_group(part))
		flag[part.node] |= WITHIN;
	for (uint32_t i = 0; i < members.n; i++)
		flag[members.child[i].node] |= WITHIN;
	for (node_id i = 1; i < n; i++)
		flag[i] |= flag[t->parent[i]] & WITHIN;
}

/* Mark the matching nodes of a side; only within `part`, unless NULL. */
static void
mark_side(struct matches *m, enum flamegraph_side side,
	const struct bits *frames, const struct selection *part,
	struct bits *seen)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	node_id root = flamegraph_root(m->flamegraph, side), n;
	struct mark_side *s = &m->side[side];
	uint32_t top; /* depth of level 0 */
	const struct tree *marks_t;
	uint8_t *flag;

	if (root == NONE)
		return;
	n = tree_whole(t, NULL);
	s->flag = xcalloc(n, 1);
	if (part != NULL && part->side == side)
		flag_part(s->flag, m->flamegraph, *part, n);
	s->rows = flamegraph_height(m->flamegraph, side, root) + 1;
	s->count = xcalloc(s->rows, sizeof(*s->count));
	top = tree_depth(t, root);
	for (node_id i = n; i-- > 1;) {
		frame_id f = t->frame[i];

		/* The pivot is marked on the main side only. */
		if (f != NONE && tree_live(t, i) != 0 && bits_get(frames, f) &&
			!(side == SIDE_CALLERS && i == root) &&
			(part == NULL || (s->flag[i] & WITHIN) != 0)) {
			struct selection at = selection_of(side, i);

			s->flag[i] |= MARKED | BELOW;
			m->functions += !bits_get(seen, f);
			bits_set(seen, f);
			/* On a tie, take the match nearest to the root. */
			if (m->heaviest.node == NONE ||
				selection_width(m->flamegraph, at) >=
					selection_width(
						m->flamegraph, m->heaviest))
				m->heaviest = at;
			s->count[tree_depth(t, i) - top]++;
			m->n++;
		}
		s->flag[t->parent[i]] |= s->flag[i] & BELOW;
	}
	/* Add up the totals of the outermost marked nodes. */
	marks_t = flamegraph_tree(m->flamegraph, side);
	flag = m->side[side].flag;
	for (node_id i = 1; i < n; i++) {
		flag[i] |= flag[marks_t->parent[i]] & UNDER;
		if ((flag[i] & (MARKED | UNDER)) == MARKED) {
			flag[i] |= UNDER;
			row_sum_add(
				&m->sum, &marks_t->total, tree_row(marks_t, i));
		}
	}
}

static struct matches *
matches_of(struct flamegraph *p, const struct bits *frames,
	const struct selection *part)
{
	struct matches *m = xcalloc(1, sizeof(*m));
	struct bits seen = bits_new(flamegraph_view(p)->frames->n);

	m->flamegraph = p;
	m->last.node = m->heaviest.node = NONE;
	mark_side(m, SIDE_MAIN, frames, part, &seen);
	mark_side(m, SIDE_CALLERS, frames, part, &seen);
	free(seen.word);
	return m;
}

struct matches *
matches_new(struct flamegraph *p, const struct bits *frames)
{
	return matches_of(p, frames, NULL);
}

struct matches *
matches_within(
	struct flamegraph *p, const struct bits *frames, struct selection part)
{
	return matches_of(p, frames, &part);
}

void
matches_free(struct matches *m)
{
	if (m == NULL)
		return;
	for (int k = 0; k < 2; k++) {
		free(m->side[k].row);
		free(m->side[k].count);
		free(m->side[k].flag);
	}
	free(m->out);
	free(m);
}

struct selection
matches_heaviest(const struct matches *m)
{
	return m->heaviest;
}

uint32_t
matches_count(const struct matches *m)
{
	return m != NULL ? m->n : 0;
}

uint32_t
matches_functions(const struct matches *m)
{
	return m != NULL ? m->functions : 0;
}

int64_t
matches_value(const struct matches *m)
{
	return m != NULL ? row_sum_value(&m->sum) : 0;
}

static bool
has_flag(const struct matches *m, enum flamegraph_side side, node_id node,
	uint8_t flag)
{
	return m != NULL && node != NONE && m->side[side].flag != NULL &&
		(m->side[side].flag[node] & flag) != 0;
}

bool
matches_target(
	const struct matches *m, struct flamegraph *p, struct selection s)
{
	struct children children;

	if (!selection_is_group(s))
		return has_flag(m, s.side, s.node, MARKED);
	if (!has_flag(m, s.side, s.node, BELOW))
		return false;
	children = selection_members(p, s);
	for (uint32_t i = 0; i < children.n; i++)
		if (has_flag(m, s.side, children.child[i].node, BELOW))
			return true;
	return false;
}

/* Find the rows of the nodes with matches, in one pass. */
static void
find_rows(struct matches *m, enum flamegraph_side side, struct folds *folds)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	node_id root = flamegraph_root(m->flamegraph, side);
	node_id n = tree_whole(t, NULL);
	struct mark_side *s = &m->side[side];

	s->row = xmalloc(mul_size(n, sizeof(*s->row)));
	memset(s->row, 0xff, mul_size(n, sizeof(*s->row)));
	s->row[root] = 0;
	for (node_id i = root; i < n; i++) {
		node_id tail;

		if ((s->flag[i] & BELOW) == 0 ||
			(i != root && s->row[t->parent[i]] == NONE))
			continue;
		if (s->row[i] != NONE && i != root)
			continue; /* in a row that has begun */
		if (i != root)
			s->row[i] = s->row[t->parent[i]] + 1;
		tail = fold_tail(folds, side, i);
		for (node_id k = tail; k != i; k = t->parent[k])
			s->row[k] = s->row[i];
	}
}

/* Return the |level| of a node with matches. */
static uint32_t
mark_row(const struct matches *m, enum flamegraph_side side, node_id node)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);

	return m->side[side].row != NULL
		? m->side[side].row[node]
		: tree_depth(t, node) -
			tree_depth(t, flamegraph_root(m->flamegraph, side));
}

/* Recount the matches of each row if the rows have changed. */
static void
count_rows(struct matches *m)
{
	struct folds *folds = flamegraph_folds(m->flamegraph);
	uint32_t version = folds != NULL ? folds_version(folds) : 0;

	if (m->version == version)
		return;
	m->version = version;
	m->last.node = NONE;
	free(m->out);
	m->out = NULL;
	for (int i = 0; i < 2; i++) {
		enum flamegraph_side side = (enum flamegraph_side)i;
		struct mark_side *s = &m->side[i];
		node_id n;

		if (s->flag == NULL)
			continue;
		n = tree_whole(flamegraph_tree(m->flamegraph, side), NULL);
		free(s->row);
		s->row = NULL;
		if (folds != NULL)
			find_rows(m, side, folds);
		memset(s->count, 0, s->rows * sizeof(*s->count));
		for (node_id k = 1; k < n; k++)
			if ((s->flag[k] & MARKED) != 0)
				s->count[mark_row(m, side, k)]++;
	}
}

/* A node on the path down, and how many children were visited. */
struct matches_step {
	node_id node;
	uint32_t done;
};

/* Return the first (forward) or last marked node on a row in the subtree of a
   node; NONE if there is none. Frames of one row follow each other. */
static node_id
edge_mark(const struct matches *m, enum flamegraph_side side, node_id node,
	uint32_t row, bool forward)
{
	const uint8_t *flag = m->side[side].flag;
	VEC(struct matches_step) path = { 0 };
	node_id found = NONE;

	vec_push(&path, ((struct matches_step){ node, 0 }));
	while (path.n > 0 && found == NONE) {
		struct matches_step *top = &path.p[path.n - 1];
		struct children children = { NULL, 0 };
		uint32_t at = mark_row(m, side, top->node);
		bool is_mark = at == row && (flag[top->node] & MARKED) != 0;
		node_id next;

		if (is_mark && forward) {
			found = top->node;
			continue;
		}
		/* On the row itself there may be more frames of a chain. */
		if (at < row || (at == row && m->side[side].row != NULL))
			children = flamegraph_children(
				m->flamegraph, side, top->node);
		if (top->done == children.n) {
			if (is_mark)
				found = top->node;
			path.n--;
			continue;
		}
		next = children.child[forward ? top->done
					      : children.n - 1 - top->done]
			       .node;
		top->done++;
		if ((flag[next] & BELOW) != 0 && mark_row(m, side, next) <= row)
			vec_push(&path, ((struct matches_step){ next, 0 }));
	}
	vec_free(&path);
	return found;
}

/* Try edge_mark() for the children [from, to), from the left if forward. */
static node_id
mark_among(const struct matches *m, enum flamegraph_side side,
	struct children children, uint32_t from, uint32_t to, uint32_t row,
	bool forward)
{
	for (uint32_t i = 0; i < to - from; i++) {
		node_id k =
			children.child[forward ? from + i : to - 1 - i].node;
		node_id found = NONE;

		if ((m->side[side].flag[k] & BELOW) != 0 &&
			mark_row(m, side, k) <= row)
			found = edge_mark(m, side, k, row, forward);
		if (found != NONE)
			return found;
	}
	return NONE;
}

/* Return the nearest marked node to the right (forward) or left on a row. */
static node_id
mark_beside(const struct matches *m, enum flamegraph_side side, node_id node,
	uint32_t row, bool forward)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	const struct mark_side *s = &m->side[side];
	node_id root = flamegraph_root(m->flamegraph, side), found = NONE;

	/* The frames below it in its own row come next. */
	if (forward && s->row != NULL)
		found = mark_among(m, side,
			flamegraph_children(m->flamegraph, side, node), 0,
			flamegraph_children(m->flamegraph, side, node).n, row,
			true);
	for (; node != root && found == NONE; node = t->parent[node]) {
		node_id parent = t->parent[node];
		struct children children =
			flamegraph_children(m->flamegraph, side, parent);
		uint32_t rank = flamegraph_rank(m->flamegraph, side, node);

		found = mark_among(m, side, children, forward ? rank + 1 : 0,
			forward ? children.n : rank, row, forward);
		if (found == NONE && !forward && s->row != NULL &&
			(s->flag[parent] & MARKED) != 0 &&
			s->row[parent] == row)
			found = parent;
	}
	return found;
}

/* Return the first row in reading order: callers' rows come first, from the top
   down to -1, then the main side's rows from 0 on. */
static int
first_level(const struct matches *m)
{
	return m->side[SIDE_CALLERS].rows > 1
		? 1 - (int)m->side[SIDE_CALLERS].rows
		: 0;
}

static uint32_t
count_at(const struct matches *m, int level)
{
	const struct mark_side *s =
		&m->side[level < 0 ? SIDE_CALLERS : SIDE_MAIN];
	uint32_t i = (uint32_t)(level < 0 ? -level : level);

	return i < s->rows ? s->count[i] : 0;
}

/* Return the next marked node on a row; first, in the group `from` itself. */
static node_id
next_on_row(const struct matches *m, struct selection from, uint32_t row,
	bool forward)
{
	struct children children;
	node_id found;

	if (!selection_is_group(from))
		return mark_beside(m, from.side, from.node, row, forward);
	children = flamegraph_children(m->flamegraph, from.side, from.node);
	if (forward) {
		found = mark_among(m, from.side, children, from.rank,
			from.rank + from.count, row, true);
		if (found != NONE)
			return found;
		from.rank += from.count - 1;
	}
	return mark_beside(
		m, from.side, children.child[from.rank].node, row, forward);
}

struct selection
matches_next(struct matches *m, struct selection from, bool forward,
	uint32_t *index, bool *wrapped)
{
	int lo, hi, level, step = forward ? 1 : -1;
	struct selection found = selection_of(SIDE_MAIN, NONE);
	enum flamegraph_side side;
	node_id root;

	*index = 0;
	*wrapped = false;
	if (m == NULL || m->n == 0)
		return found;
	count_rows(m);
	lo = first_level(m);
	hi = (int)m->side[SIDE_MAIN].rows - 1;
	level = lo - 1;
	if (from.node != NONE) {
		level = selection_level(m->flamegraph, from);
		found = selection_of(from.side,
			next_on_row(m, from, (uint32_t)abs(level), forward));
	}
	for (int k = 0; found.node == NONE && k < 2 * (hi - lo + 2); k++) {
		level += step;
		if (level < lo || level > hi) {
			*wrapped = from.node != NONE;
			level = forward ? lo : hi;
		}
		if (count_at(m, level) == 0)
			continue;
		side = level < 0 ? SIDE_CALLERS : SIDE_MAIN;
		root = flamegraph_root(m->flamegraph, side);
		found = selection_of(side,
			edge_mark(m, side, root, (uint32_t)abs(level),
				forward));
	}
	*index = matches_index(m, found);
	return found;
}

/* A node's position relative to the window. */
enum where { UNKNOWN, LEFT, RIGHT, INSIDE, ACROSS, NOWHERE };

/* Return the part [x0, x1) of a selection's width as a window. */
static struct matches_window
window_of(const struct matches *m, struct selection s, uint32_t x0, uint32_t x1)
{
	uint64_t width = selection_width(m->flamegraph, s);
	struct matches_window w;
	uint64_t at = selection_offset(m->flamegraph,
		selection_of(s.side, flamegraph_root(m->flamegraph, s.side)),
		s);

	w.left = at +
		(uint64_t)wide_floor(
			wide_mul(width, x0), ZOOM_ONE, 0, INT64_MAX);
	w.right = at +
		(uint64_t)wide_floor(
			wide_mul(width, x1), ZOOM_ONE, 0, INT64_MAX);
	return w;
}

/* A node that is partly in the window, and its left edge. */
struct clipped_node {
	node_id node;
	uint64_t at;
};

/* Count the marked nodes on each side of a window in out[rows], in one pass.
   Everything below a node outside is outside too, so only children of the few
   nodes across an edge need a position. */
static void
count_out(const struct matches *m, enum flamegraph_side side,
	struct matches_window w, struct out *out)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	const struct mark_side *s = &m->side[side];
	node_id root = flamegraph_root(m->flamegraph, side),
		n = tree_whole(t, NULL);
	VEC(struct clipped_node) across = { 0 };
	uint8_t *where = xcalloc(n, 1);

	memset(out, 0, s->rows * sizeof(*out));
	where[root] = ACROSS;
	vec_push(&across, ((struct clipped_node){ root, 0 }));
	for (node_id i = root; i < n; i++) {
		struct children children;
		size_t a = 0;

		/* Below an ACROSS node, only nodes not drawn are UNKNOWN. */
		if (where[i] == UNKNOWN)
			where[i] = where[t->parent[i]] == ACROSS
				? NOWHERE
				: where[t->parent[i]];
		if (where[i] != ACROSS) {
			struct out *o = out;

			if ((s->flag[i] & MARKED) != 0 &&
				(where[i] == LEFT || where[i] == RIGHT)) {
				o += mark_row(m, side, i);
				o->left += where[i] == LEFT;
				o->right += where[i] == RIGHT;
			}
			continue;
		}
		while (across.p[a].node != i)
			a++;
		children = flamegraph_children(m->flamegraph, side, i);
		for (uint32_t k = 0; k < children.n; k++) {
			const struct child *child = &children.child[k];
			struct clipped_node x = { child->node,
				across.p[a].at + child->at };
			uint64_t at = x.at;
			uint64_t width = child->width;

			if (at + width <= w.left)
				where[x.node] = LEFT;
			else if (at >= w.right)
				where[x.node] = RIGHT;
			else
				where[x.node] =
					at >= w.left && at + width <= w.right
					? INSIDE
					: ACROSS;
			if (where[x.node] == ACROSS)
				vec_push(&across, x);
		}
	}
	vec_free(&across);
	free(where);
}

uint32_t
matches_index(struct matches *m, struct selection s)
{
	const struct tree *t;
	uint32_t index = 1, row;
	int level;
	struct out *out;
	node_id root;

	if (m == NULL || s.node == NONE || selection_is_group(s) ||
		!has_flag(m, s.side, s.node, MARKED))
		return 0;
	t = flamegraph_tree(m->flamegraph, s.side);
	root = flamegraph_root(m->flamegraph, s.side);
	count_rows(m);
	if (selection_equal(m->last, s))
		return m->last_index;
	row = mark_row(m, s.side, s.node);
	level = s.side == SIDE_CALLERS ? -(int)row : (int)row;
	for (int k = first_level(m); k < level; k++)
		index += count_at(m, k);
	out = xcalloc(m->side[s.side].rows, sizeof(*out));
	count_out(m, s.side, window_of(m, s, 0, ZOOM_ONE), out);
	index += out[row].left;
	free(out);
	/* The frames before it in its own row. */
	for (node_id k = s.node; k != root && mark_row(m, s.side, k) == row;) {
		k = t->parent[k];
		index += has_flag(m, s.side, k, MARKED) &&
			mark_row(m, s.side, k) == row;
	}
	m->last = s;
	m->last_index = index;
	return index;
}

void
matches_off_screen(struct matches *m, const struct zoom *z, int level,
	uint32_t *left, uint32_t *right)
{
	enum flamegraph_side side = level < 0 ? SIDE_CALLERS : SIDE_MAIN;
	uint32_t row = (uint32_t)(level < 0 ? -level : level);

	*left = *right = 0;
	if (m == NULL || z->at.node == NONE || z->at.side != side ||
		zoom_is_all(m->flamegraph, z) || row >= m->side[side].rows)
		return;
	count_rows(m);
	if (m->out == NULL || !zoom_equal(&m->seen, z)) {
		free(m->out);
		m->out = xcalloc(m->side[side].rows, sizeof(*m->out));
		count_out(m, side, window_of(m, z->at, z->x0, z->x1), m->out);
		m->seen = *z;
	}
	*left = m->out[row].left;
	*right = m->out[row].right;
}
