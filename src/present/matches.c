/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching nodes in reading order. Only chains with matches in or below them
 * are kept; they are few unless most nodes match. Everything else, such as a
 * match's number, the matches in a zoom and the next match, visits only these.
 */
#include "prelude.h"

#include "present/matches.h"

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "present/fold.h"

/* A chain of nodes (chains.h) with matches in it or below; in a tree without
   chains, a node. */
struct leading {
	node_id first, last;
	node_id deepest; /* the last match in it; 0: none */
	uint32_t parent; /* index of the parent chain; 0 for the first */
	uint32_t row;    /* index in mark_side.row of its first node */
	bool below;      /* matches are below it */
	bool under;      /* a match is in it or above */
};

struct mark_side {
	struct bits
		marked; /* [tree.n]; no words if the graph lacks this side */
	VEC(struct leading) lead; /* in the order of nodes */
	uint32_t *lead_of;        /* [chains] index in lead, or NONE */
	uint32_t chains;          /* number of chains, or of nodes in a tree
				     without chains */
	uint32_t *row;   /* |level| of the nodes in lead, in a folded graph;
			    NULL: not found yet */
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
	uint32_t version;      /* folds_version() when counted; 0: unfolded */
	uint32_t found;        /* folds_version() of the rows; 0: none */
	struct out *out;       /* [rows of the zoomed side], or NULL */
	struct selection last; /* match number last_index; or node NONE */
	uint32_t last_index;
};

/* Return the first marked node at or after a node; tree.n if there is none. */
static node_id
next_mark(const struct mark_side *s, size_t node)
{
	while (node < s->marked.n) {
		uint64_t rest = s->marked.word[node / 64] >> (node % 64);

		if (rest != 0)
			return (node_id)(node + bits_lowest(rest));
		node = (node / 64 + 1) * 64;
	}
	return (node_id)s->marked.n;
}

static bool
side_begin(struct matches *m, enum flamegraph_side side)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	node_id root = flamegraph_root(m->flamegraph, side), n;
	struct mark_side *s = &m->side[side];

	if (root == NONE)
		return false;
	n = tree_whole(t, NULL);
	s->marked = bits_new(n);
	s->chains = t->chains != NULL ? t->chains->n : n;
	s->lead_of = xmalloc(mul_size(s->chains, sizeof(*s->lead_of)));
	memset(s->lead_of, 0xff, mul_size(s->chains, sizeof(*s->lead_of)));
	s->rows = flamegraph_height(m->flamegraph, side, root) + 1;
	s->count = xcalloc(s->rows, sizeof(*s->count));
	return true;
}

/* Mark a node. Nodes must be marked in ascending order. */
static void
mark_node(struct matches *m, enum flamegraph_side side, node_id node,
	struct bits *seen, struct selection *widest)
{
	struct flamegraph *p = m->flamegraph;
	const struct tree *t = flamegraph_tree(p, side);
	struct mark_side *s = &m->side[side];
	uint32_t chain = tree_row(t, node);
	frame_id frame = t->frame[node];

	bits_set(&s->marked, node);
	m->n++;
	m->functions += !bits_get(seen, frame);
	bits_set(seen, frame);
	s->count[tree_depth(t, node) -
		tree_depth(t, flamegraph_root(p, side))]++;
	/* On a tie, take the match nearest to the root. */
	if (widest->node == NONE ||
		flamegraph_width(p, side, node) >
			flamegraph_width(p, side, widest->node))
		*widest = selection_of(side, node);
	for (; s->lead_of[chain] == NONE; chain = t->chains != NULL
			? t->chains->parent[chain]
			: t->parent[chain])
		s->lead_of[chain] = 0;
}

/* List the chains that lead to the marked nodes, once all matches of a side are
   marked. */
static void
side_end(struct matches *m, enum flamegraph_side side, struct selection widest)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	const struct chains *c = t->chains;
	struct mark_side *s = &m->side[side];

	if (widest.node != NONE &&
		(m->heaviest.node == NONE ||
			selection_width(m->flamegraph, widest) >=
				selection_width(m->flamegraph, m->heaviest)))
		m->heaviest = widest;
	for (uint32_t i = 0; i < s->chains; i++) {
		struct leading lead = { .first = i, .last = i };
		uint32_t up = c != NULL ? c->parent[i] : t->parent[i];

		if (s->lead_of[i] == NONE)
			continue;
		if (c != NULL) {
			lead.first = c->first[i];
			lead.last = chains_last(c, i);
		}
		s->lead_of[i] = (uint32_t)s->lead.n;
		lead.parent = s->lead_of[up];
		vec_push(&s->lead, lead);
		if (up != i)
			s->lead.p[lead.parent].below = true;
	}
	for (node_id k = next_mark(s, 0); k < s->marked.n;
		k = next_mark(s, k + (size_t)1))
		s->lead.p[s->lead_of[tree_row(t, k)]].deepest = k;
	/* Add up the totals of the outermost marked nodes. */
	for (size_t i = 0; i < s->lead.n; i++) {
		struct leading *lead = &s->lead.p[i];
		bool under = s->lead.p[lead->parent].under;

		lead->under = under || lead->deepest != 0;
		if (lead->under && !under)
			row_sum_add(
				&m->sum, &t->total, tree_row(t, lead->first));
	}
}

static struct matches *
matches_of(struct flamegraph *p)
{
	struct matches *m = xcalloc(1, sizeof(*m));

	m->flamegraph = p;
	m->last.node = m->heaviest.node = NONE;
	return m;
}

struct matches *
matches_new(struct flamegraph *p, const struct bits *frames)
{
	struct matches *m = matches_of(p);
	struct bits seen = bits_new(flamegraph_view(p)->frames->n);

	for (int k = 0; k < 2; k++) {
		enum flamegraph_side side = (enum flamegraph_side)k;
		const struct tree *t = flamegraph_tree(p, side);
		struct selection widest = { .node = NONE };

		if (!side_begin(m, side))
			continue;
		for (node_id i = 1; i < m->side[k].marked.n; i++) {
			frame_id f = t->frame[i];

			/* The pivot is marked on the main side only. */
			if (f != NONE && bits_get(frames, f) &&
				flamegraph_draws(p, side, i) &&
				!(side == SIDE_CALLERS &&
					i == flamegraph_root(p, side)))
				mark_node(m, side, i, &seen, &widest);
		}
		side_end(m, side, widest);
	}
	free(seen.word);
	return m;
}

/* Set from[] to the first node in the part for the node's chain, if the chain
   leads to matches. */
static void
begin_part(const struct mark_side *s, const struct tree *t, node_id node,
	node_id *from)
{
	uint32_t lead = s->lead_of[tree_row(t, node)];

	if (lead != NONE)
		from[lead] = node;
}

struct matches *
matches_within(const struct matches *all, struct selection part)
{
	struct flamegraph *p = all->flamegraph;
	enum flamegraph_side side = (enum flamegraph_side)part.side;
	const struct mark_side *s = &all->side[side];
	const struct tree *t = flamegraph_tree(p, side);
	struct children members = selection_members(p, part);
	struct bits seen = bits_new(flamegraph_view(p)->frames->n);
	struct matches *m = matches_of(p);
	struct selection widest = { .node = NONE };
	/* The first node of each chain in the part, or NONE. */
	node_id *from = xmalloc(mul_size(s->lead.n + 1, sizeof(*from)));

	memset(from, 0xff, mul_size(s->lead.n, sizeof(*from)));
	for (int k = 0; k < 2; k++)
		(void)side_begin(m, (enum flamegraph_side)k);
	if (!selection_is_group(part))
		begin_part(s, t, part.node, from);
	for (uint32_t i = 0; i < members.n; i++)
		begin_part(s, t, members.child[i].node, from);
	for (size_t i = 0; i < s->lead.n; i++) {
		const struct leading *lead = &s->lead.p[i];

		if (from[i] == NONE && from[lead->parent] != NONE)
			from[i] = lead->first;
		if (from[i] == NONE)
			continue;
		for (node_id k = next_mark(s, from[i]); k <= lead->last;
			k = next_mark(s, k + (size_t)1))
			mark_node(m, side, k, &seen, &widest);
	}
	for (int k = 0; k < 2; k++)
		if (m->side[k].lead_of != NULL)
			side_end(m, (enum flamegraph_side)k,
				k == (int)side
					? widest
					: (struct selection){ .node = NONE });
	free(seen.word);
	free(from);
	return m;
}

void
matches_free(struct matches *m)
{
	if (m == NULL)
		return;
	for (int k = 0; k < 2; k++) {
		free(m->side[k].row);
		free(m->side[k].count);
		free(m->side[k].lead_of);
		free(m->side[k].marked.word);
		vec_free(&m->side[k].lead);
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
is_marked(const struct matches *m, enum flamegraph_side side, node_id node)
{
	return m != NULL && node != NONE && m->side[side].marked.word != NULL &&
		bits_get(&m->side[side].marked, node);
}

/* Return the chain of a node if the node or anything below it is marked, or
   NULL. */
static const struct leading *
leading_at(const struct matches *m, enum flamegraph_side side, node_id node)
{
	const struct leading *lead;
	uint32_t i;

	if (m == NULL || node == NONE || m->side[side].lead_of == NULL)
		return NULL;
	i = m->side[side].lead_of[tree_row(
		flamegraph_tree(m->flamegraph, side), node)];
	if (i == NONE)
		return NULL;
	lead = &m->side[side].lead.p[i];
	return lead->below || node <= lead->deepest ? lead : NULL;
}

bool
matches_target(
	const struct matches *m, struct flamegraph *p, struct selection s)
{
	struct children children;

	if (!selection_is_group(s))
		return is_marked(m, s.side, s.node);
	if (leading_at(m, s.side, s.node) == NULL)
		return false;
	children = selection_members(p, s);
	for (uint32_t i = 0; i < children.n; i++)
		if (leading_at(m, s.side, children.child[i].node) != NULL)
			return true;
	return false;
}

/* Return the place of a node's |level|; NULL if its chain does not lead to
   matches. */
static uint32_t *
row_slot(const struct mark_side *s, const struct tree *t, node_id node)
{
	uint32_t i = s->lead_of[tree_row(t, node)];

	return i != NONE
		? &s->row[s->lead.p[i].row + (node - s->lead.p[i].first)]
		: NULL;
}

/* Find the rows of the nodes with matches, in one pass. */
static void
find_rows(struct matches *m, enum flamegraph_side side, struct folds *folds)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	node_id root = flamegraph_root(m->flamegraph, side);
	struct mark_side *s = &m->side[side];
	size_t n = 0;

	for (size_t i = 0; i < s->lead.n; i++) {
		struct leading *lead = &s->lead.p[i];

		lead->row = (uint32_t)n;
		n += lead->last - lead->first + (size_t)1;
	}
	s->row = xrealloc(s->row, n, sizeof(*s->row));
	memset(s->row, 0xff, mul_size(n, sizeof(*s->row)));
	for (size_t i = 0; i < s->lead.n; i++) {
		const struct leading *lead = &s->lead.p[i];
		const struct leading *up = &s->lead.p[lead->parent];
		uint32_t *row = s->row + lead->row;
		uint32_t above = s->row[up->row + (up->last - up->first)];
		node_id end = lead->below ? lead->last : lead->deepest;

		for (node_id k = lead->first; k <= end; above = *row++, k++) {
			node_id tail;

			if (k == root)
				*row = 0;
			else if (*row != NONE || above == NONE)
				continue; /* in a row that has begun */
			else
				*row = above + 1;
			tail = fold_tail(folds, side, k);
			for (; tail != k; tail = t->parent[tail]) {
				uint32_t *at = row_slot(s, t, tail);

				if (at != NULL)
					*at = *row;
			}
		}
	}
}

/* Return the |level| of a node with matches. */
static uint32_t
mark_row(const struct matches *m, enum flamegraph_side side, node_id node)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	const uint32_t *row;

	if (m->version == 0)
		return tree_depth(t, node) -
			tree_depth(t, flamegraph_root(m->flamegraph, side));
	row = row_slot(&m->side[side], t, node);
	return row != NULL ? *row : NONE;
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

		if (s->lead.n == 0)
			continue;
		if (folds != NULL && m->found != version)
			find_rows(m, side, folds);
		memset(s->count, 0, s->rows * sizeof(*s->count));
		for (node_id k = next_mark(s, 0); k < s->marked.n;
			k = next_mark(s, k + (size_t)1))
			s->count[mark_row(m, side, k)]++;
	}
	if (folds != NULL)
		m->found = version;
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
	VEC(struct matches_step) path = { 0 };
	node_id found = NONE;

	vec_push(&path, ((struct matches_step){ node, 0 }));
	while (path.n > 0 && found == NONE) {
		struct matches_step *top = &path.p[path.n - 1];
		struct children children = { NULL, 0 };
		uint32_t at = mark_row(m, side, top->node);
		bool is_mark = at == row && is_marked(m, side, top->node);
		node_id next;

		if (is_mark && forward) {
			found = top->node;
			continue;
		}
		/* On the row itself there may be more frames of a chain. */
		if (at < row || (at == row && m->version != 0))
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
		if (leading_at(m, side, next) != NULL &&
			mark_row(m, side, next) <= row)
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
	for (uint32_t i = from; i < to; i++) {
		node_id k =
			children.child[forward ? i : to - 1 - (i - from)].node;
		node_id found = NONE;

		if (leading_at(m, side, k) != NULL &&
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
	node_id root = flamegraph_root(m->flamegraph, side), found = NONE;

	/* The frames below it in its own row come next. */
	if (forward && m->version != 0)
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
		if (found == NONE && !forward && m->version != 0 &&
			is_marked(m, side, parent) &&
			mark_row(m, side, parent) == row)
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
			edge_mark(
				m, side, root, (uint32_t)abs(level), forward));
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

/* Count the marked nodes on each side of a window in out[rows]. Everything
   below a chain outside is outside too, so only children of the few chains
   across an edge need a position. */
static void
count_out(const struct matches *m, enum flamegraph_side side,
	struct matches_window w, struct out *out)
{
	const struct tree *t = flamegraph_tree(m->flamegraph, side);
	const struct mark_side *s = &m->side[side];
	uint32_t root =
		s->lead_of[tree_row(t, flamegraph_root(m->flamegraph, side))];
	uint8_t *where;
	uint64_t *left; /* left edges */

	memset(out, 0, s->rows * sizeof(*out));
	if (root == NONE)
		return;
	where = xcalloc(s->lead.n, sizeof(*where));
	left = xcalloc(s->lead.n, sizeof(*left));
	where[root] = ACROSS;
	for (size_t i = root; i < s->lead.n; i++) {
		const struct leading *lead = &s->lead.p[i];
		struct children children = { NULL, 0 };

		/* Below an ACROSS chain, only nodes not drawn are UNKNOWN. */
		if (where[i] == UNKNOWN)
			where[i] = where[lead->parent] == ACROSS
				? NOWHERE
				: where[lead->parent];
		if ((where[i] == LEFT || where[i] == RIGHT) &&
			lead->deepest != 0)
			for (node_id k = next_mark(s, lead->first);
				k <= lead->last;
				k = next_mark(s, k + (size_t)1)) {
				struct out *o = out + mark_row(m, side, k);

				o->left += where[i] == LEFT;
				o->right += where[i] == RIGHT;
			}
		if (where[i] == ACROSS && lead->below)
			children = flamegraph_children(
				m->flamegraph, side, lead->last);
		for (uint32_t k = 0; k < children.n; k++) {
			const struct child *child = &children.child[k];
			uint64_t at = left[i] + child->at;
			uint64_t end = at + child->width;
			uint32_t below = s->lead_of[tree_row(t, child->node)];

			if (below == NONE)
				continue;
			left[below] = at;
			if (end <= w.left)
				where[below] = LEFT;
			else if (at >= w.right)
				where[below] = RIGHT;
			else
				where[below] = at >= w.left && end <= w.right
					? INSIDE
					: ACROSS;
		}
	}
	free(left);
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
		!is_marked(m, s.side, s.node))
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
		index += is_marked(m, s.side, k) &&
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
