/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tree's shape, made from the trie. One loop over the trie, in preorder,
 * takes the steps of each node's location (locframes.h), starting at the tree
 * node of the parent.
 */
#include "prelude.h"

#include "engine/frametree.h"

#include "base/bits.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/framefilter.h"
#include "engine/leafsamples.h"
#include "engine/locframes.h"
#include "engine/treebuild.h"

/* A flag above all node ids, which are less than GROW_MAX. */
#define OUTERMOST_IF_NEW (UINT32_C(1) << 31)

struct tree_shape {
	const struct run *run;
	const struct profile *p;
	const struct frames *frames;
	const uint8_t *loc_cut; /* NULL: nothing is cut */
	const uint8_t *line_cut;
	bool fold; /* fold direct recursion */
	bool from; /* show_from is set */
	struct steps steps;
	struct grow g;
	uint32_t *open; /* [frames.n] occurrences on the path */
	/* The current path: its trie nodes, root first, each with the number of
	   frames in `taken` before it. */
	VEC(struct {
		node_id node;
		uint32_t taken;
	})
	path;
	VEC(frame_id) taken;
	node_id *map; /* [trie.n] see frametree.h */
};

static inline node_id
take_step(struct tree_shape *s, node_id at, uint32_t step)
{
	frame_id frame = step >> 1;
	uint32_t before = s->g.n;
	node_id child;

	/* A frame is open while the walk is below its location. */
	vec_push(&s->taken, frame);
	if (s->open[frame]++ == 0)
		before |= OUTERMOST_IF_NEW;
	if (s->fold && s->g.frame[at] == frame)
		return at;
	child = grow_child(
		&s->g, at, frame, (step & STEP_INLINE) != 0 ? TREE_INLINE : 0);
	if ((child | OUTERMOST_IF_NEW) == before)
		s->g.flags[child] |= TREE_OUTERMOST;
	return child;
}

static inline node_id
take_steps(struct tree_shape *s, node_id at, loc_id loc)
{
	uint32_t n;
	const uint32_t *step = steps_of(&s->steps, loc, &n);

	for (; n > 0; n--)
		at = take_step(s, at, *step++);
	return at;
}

/* Leave all nodes of the path below `to`. */
static inline void
leave_to(struct tree_shape *s, node_id to)
{
	size_t n = s->path.n, taken = s->taken.n;

	if (s->path.p[n - 1].node == to)
		return;
	while (s->path.p[n - 1].node != to)
		n--;
	for (; taken > s->path.p[n].taken; taken--)
		s->open[s->taken.p[taken - 1]]--;
	s->path.n = n;
	s->taken.n = taken;
}

static inline void
enter_node(struct tree_shape *s, node_id i)
{
	vec_reserve(&s->path, s->path.n + 1);
	s->path.p[s->path.n].node = i;
	s->path.p[s->path.n++].taken = (uint32_t)s->taken.n;
}

/* Prefetch data for the nodes after i, in a wide tree mostly siblings of i.
   `at` is the tree node of i's parent. */
static inline void
prefetch(const struct tree_shape *s, node_id i, node_id at)
{
	const node_id *parent = s->p->trie.parent;
	const loc_id *loc = s->p->trie.loc;
	uint32_t n;
	const uint32_t *step;

	if (i + STEPS_FAR >= s->p->trie.n)
		return;
	steps_ahead(&s->steps, loc[i + STEPS_FAR], loc[i + STEPS_NEAR]);
	step = steps_of(&s->steps, loc[i + STEPS_NEXT], &n);
	if (parent[i + STEPS_NEXT] == parent[i] && at != NONE && n > 0)
		grow_ahead(&s->g, at, step[0] >> 1,
			(step[0] & STEP_INLINE) != 0 ? TREE_INLINE : 0);
	while (n-- > 0)
		PREFETCH(&s->open[step[n] >> 1]);
}

/* ---- Chains ---- */

static int
chains_make(struct chains *c, const struct run *run, const struct tree *t,
	const node_id *map, struct block *block, size_t cap)
{
	uint64_t *begins;

	c->first = block_take(block, cap + 1, sizeof(*c->first));
	c->parent = block_take(block, cap + 1, sizeof(*c->parent));
	c->depth = block_take(block, cap + 1, sizeof(*c->depth));
	c->of_slot =
		block_take(block, run->input->n_slots, sizeof(*c->of_slot));
	c->begins.n = t->n;
	c->begins.word = block_take(block, bits_bytes(cap), 1);
	c->before = block_take(block, cap / 64 + 1, sizeof(*c->before));
	/* A chain begins after each node at which stacks end. of_slot holds
	   these nodes for now. */
	memset(c->begins.word, 0, bits_bytes(c->begins.n));
	for (uint32_t slot = 0; slot < run->input->n_slots; slot++) {
		node_id at = map[run->input->leaf[slot]];

		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		c->of_slot[slot] = at;
		if (at != NONE && at + 1 < c->begins.n)
			bits_set(&c->begins, at + 1);
	}
	begins = c->begins.word;
	c->n = 0;
	/* Chains begin at the root and at its first child. */
	begins[0] |= t->n > 1 ? 3 : 1;
	for (node_id from = 0; from < t->n; from += 64) {
		size_t w = from / 64;
		node_id to;
		uint64_t word = 0;

		if (from % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		c->before[w] = c->n;
		/* All nodes in from .. to - 1, at most 64, begin a chain,
		   except an only child that directly follows its parent. */
		to = t->n - from < 64 ? t->n : from + 64;
		for (node_id i = from; i < to; i++)
			word |= (uint64_t)((t->parent[i] != i - 1) |
					(t->next[i] != 0))
				<< (i - from);
		begins[w] |= word;
		for (uint64_t x = begins[w]; x != 0; x &= x - 1) {
			node_id i = from + bits_lowest(x);

			uint32_t above;

			c->first[c->n] = i;
			above = chain_of(c, t->parent[i]);
			c->parent[c->n] = above;
			c->depth[c->n] = i == 0 ? 0
						: c->depth[above] +
					c->first[above + 1] - c->first[above];
			c->n++;
		}
	}
	c->first[c->n] = t->n;
	for (uint32_t slot = 0; slot < run->input->n_slots; slot++) {
		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (c->of_slot[slot] != NONE)
			c->of_slot[slot] = chain_of(c, c->of_slot[slot]);
	}
	return 0;
}

/* ---- The stage ---- */

static int
make_shape(struct shape *shape, struct tree_shape *s)
{
	size_t cap, size;
	struct block block;
	int rc;
	const node_id *parent;
	node_id n;

	if (steps_init(&s->steps, s->run) != 0 ||
		input_most_nodes(s->run, &cap) != 0)
		return -1;
	if (cap > GROW_MAX)
		return err_set(s->run->err, ERR_LIMIT,
			"call tree would need %zu nodes, more than the limit",
			cap);
	/* The size of all columns for the largest tree. */
	size = grow_bytes(cap, false) +
		3 * block_size(cap + 1, sizeof(uint32_t)) +
		block_size(bits_bytes(cap), 1) +
		block_size(cap / 64 + 1, sizeof(uint32_t)) +
		block_size(s->run->input->n_slots, sizeof(uint32_t));
	if (run_room(s->run, size) != 0)
		return -1;
	block_init(&block, &shape->stage.arena, size);
	shape->cap = (uint32_t)cap;
	s->map = xmalloc(mul_size(s->p->trie.n, sizeof(*s->map)));
	grow_init(&s->g, &block, shape->cap, false);
	s->open = xcalloc((size_t)s->frames->n + 1, sizeof(*s->open));
	/* Fill map and grow the tree. */
	parent = s->p->trie.parent;
	n = s->p->trie.n;
	s->map[0] = s->from ? NONE : 0;
	enter_node(s, 0);
	rc = 0;
	for (node_id i = 1; i < n; i++) {
		loc_id loc = s->p->trie.loc[i];
		node_id at = s->map[parent[i]];

		if (i % RUN_STRIDE == 0 && run_check(s->run) != 0) {
			rc = -1;
			break;
		}
		prefetch(s, i, at);
		/* In preorder a node's parent is on the path. */
		leave_to(s, parent[i]);
		enter_node(s, i);
		if (at == NONE && (s->loc_cut[loc] & CUT_FROM) != 0)
			at = 0;
		s->map[i] = at != NONE ? take_steps(s, at, loc) : NONE;
	}
	if (rc == 0)
		rc = cut_ends(s->run, s->map);
	if (rc == 0) {
		const struct query *q = s->run->q;
		const struct profile *p = s->p;
		bool cuts = s->loc_cut != NULL || s->line_cut != NULL;
		bool *took = s->frames->system != NONE
			? xcalloc(p->trie.n, sizeof(*took))
			: NULL;

		/* A sample with a stack that now ends at the root has no frame
		   left. If a filter removed the frames, the sample is dropped;
		   if they were system frames, its cost goes to "[system]". */
		for (node_id i = 1; cuts && i < p->trie.n; i++) {
			if (i % RUN_STRIDE == 0 && run_check(s->run) != 0)
				break;
			if (took != NULL)
				took[i] = took[p->trie.parent[i]] ||
					(s->loc_cut[p->trie.loc[i]] &
						CUT_SYSTEM) != 0;
			if (s->map[i] != 0)
				continue;
			s->map[i] = NONE;
			if (took == NULL || !took[i])
				continue;
			s->map[i] = grow_child(&s->g, 0, s->frames->system, 0);
			s->g.flags[s->map[i]] |= TREE_OUTERMOST;
		}
		free(took);
		/* hide and show drop samples without a stack; so do focus and
		   ignore, in weigh_fill(). */
		if (q->hide.n + q->show.n > 0)
			s->map[0] = NONE;
		rc = run_check(s->run);
	}
	if (rc == 0)
		rc = grow_finish(&s->g, s->run);
	shape->tree = grow_tree(&s->g);
	shape->tree.chains = &shape->chains;
	grow_free(&s->g);
	free(s->open);
	vec_free(&s->path);
	vec_free(&s->taken);
	if (rc != 0 ||
		leaffold_ends(s->run, &shape->tree, s->map, &shape->folded) !=
			0)
		return -1;
	return chains_make(
		&shape->chains, s->run, &shape->tree, s->map, &block, cap);
}

static int
shape_fill(const struct run *run, void *stage, const void *arg)
{
	struct tree_shape s = { .run = run,
		.p = run->input->profile,
		.frames = run->framed->frames,
		.loc_cut = run->cut->loc,
		.line_cut = run->cut->line,
		.fold = run->q->recursion,
		.from = run->q->show_from.n > 0 };
	int rc = make_shape(stage, &s);

	(void)arg;
	free(s.map);
	steps_free(&s.steps);
	return rc;
}

const struct shape *
shape_get(const struct run *run)
{
	struct strbuf key = STRBUF_INIT;

	strbuf_add(&key, run->framed->stage.key); /* also has noinlines */
	strbuf_add(&key, run->cut->stage.key);
	key_num(&key, run->q->recursion);
	key_num(&key, run->q->fold_leaves && !run->only_rows);
	return stages_get(&run->e->shapes, &key, sizeof(struct shape), run,
		shape_fill, NULL);
}
