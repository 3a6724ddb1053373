/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trie to tree: see shape.h. What each location adds to a stack is worked
 * out once per location (its steps); then one loop over the trie, which is
 * in preorder, takes these steps from the image of the parent.
 */
#include "config.h"

#include "engine/shape.h"

#include <stdlib.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/grow.h"
#include "engine/mask.h"
#include "engine/subject.h"

#include "base/banned.h"

/* The steps of a location, outermost first: frame * 2 + is it inlined. */
struct steps {
	struct {
		uint32_t only;  /* the one step, or STEP_NONE, STEP_MANY */
		uint32_t first; /* offset into step */
	} * of;                 /* [loc.n + 1] */
	uint32_t *step;
};

/* Nodes ahead of the walk whose tables are fetched: their places in these are
   as good as random, and waiting for them took most of the time. */
enum { AHEAD = 16 };

enum { STEP_INLINE = 1 };
/* Nodes are fewer: GROW_MAX. */
#define OUTERMOST_IF_NEW (UINT32_C(1) << 31)
#define STEP_NONE UINT32_MAX
#define STEP_MANY (UINT32_MAX - 1)

struct shaper {
	const struct run *run;
	const struct profile *p;
	const struct frames *frames;
	const uint8_t *loc_cut; /* NULL: nothing is cut */
	const uint8_t *line_cut;
	bool fold; /* direct recursion */
	bool from; /* show_from is set */
	struct steps steps;
	struct grow g;
	uint32_t *open; /* [frames.n] how often a frame is on the path */
	/* The path: its trie nodes, root first, with how many frames were taken
	   before each, and these frames. */
	VEC(struct {
		node_id node;
		uint32_t taken;
	})
	path;
	VEC(frame_id) taken;
	node_id *map;
};

static uint32_t
loc_steps(const struct shaper *s, loc_id loc, uint32_t *out)
{
	const struct profile *p = s->p;
	line_id from = p->loc.line0[loc], i = p->loc.line0[loc + 1];
	uint32_t n = 0;

	if (s->loc_cut != NULL && (s->loc_cut[loc] & CUT_GONE) != 0)
		return 0;
	if (from == i) {
		out[0] = s->frames->of_loc[loc] << 1;
		return 1;
	}
	while (i-- > from) {
		if (s->line_cut != NULL && s->line_cut[i] == 0)
			continue;
		/* The outermost line that is left was really called. */
		out[n] = s->frames->of_line[i] << 1 | (n > 0 ? STEP_INLINE : 0);
		n++;
		if (s->run->q->noinlines)
			break;
	}
	return n;
}

static int
steps_init(struct shaper *s)
{
	const struct profile *p = s->p;
	struct steps *t = &s->steps;
	uint32_t n = 0;

	t->of = xrealloc(NULL, (size_t)p->loc.n + 1, sizeof(*t->of));
	t->step = xrealloc(
		NULL, (size_t)p->line.n + p->loc.n + 1, sizeof(*t->step));
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		uint32_t k = loc_steps(s, loc, t->step + n);

		if (loc % RUN_STRIDE == 0 && run_check(s->run) != 0)
			return -1;
		t->of[loc].first = n;
		t->of[loc].only = k == 1 ? t->step[n]
			: k == 0         ? STEP_NONE
					 : STEP_MANY;
		n += k;
	}
	t->of[p->loc.n].first = n;
	return 0;
}

static inline node_id
take(struct shaper *s, node_id at, uint32_t step)
{
	frame_id frame = step >> 1;
	uint32_t before = s->g.n;
	node_id child;

	/* A frame is open as long as the walk is below its location. */
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
take_all(struct shaper *s, node_id at, loc_id loc)
{
	uint32_t only = s->steps.of[loc].only;

	if (only < STEP_MANY)
		return take(s, at, only);
	for (uint32_t k = s->steps.of[loc].first;
		k < s->steps.of[loc + 1].first; k++)
		at = take(s, at, s->steps.step[k]);
	return at;
}

/* The walk goes back to a node of the path. */
static inline void
leave(struct shaper *s, node_id to)
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
enter(struct shaper *s, node_id i)
{
	vec_reserve(&s->path, s->path.n + 1);
	s->path.p[s->path.n].node = i;
	s->path.p[s->path.n++].taken = (uint32_t)s->taken.n;
}

static inline void
look_ahead(const struct shaper *s, node_id i)
{
	const loc_id *loc = s->p->trie.loc;
	uint32_t only;

	if (i + AHEAD >= s->p->trie.n)
		return;
	PREFETCH(&s->steps.of[loc[i + AHEAD]]);
	only = s->steps.of[loc[i + AHEAD / 2]].only;
	if (only < STEP_MANY)
		PREFETCH(&s->open[only >> 1]);
}

/* Fill map and grow the tree. */
static int
walk(struct shaper *s)
{
	const node_id *parent = s->p->trie.parent;
	node_id n = s->p->trie.n;

	s->map[0] = s->from ? NONE : 0;
	enter(s, 0);
	for (node_id i = 1; i < n; i++) {
		loc_id loc = s->p->trie.loc[i];
		node_id at = s->map[parent[i]];

		if (i % RUN_STRIDE == 0 && run_check(s->run) != 0)
			return -1;
		look_ahead(s, i);
		/* In preorder a node's parent is on the path. */
		leave(s, parent[i]);
		enter(s, i);
		if (at == NONE && (s->loc_cut[loc] & CUT_FROM) != 0)
			at = 0;
		s->map[i] = at != NONE ? take_all(s, at, loc) : NONE;
	}
	return 0;
}

/* prune_from is decided from the leaf: interior nodes have walked on, and
   only where samples end moves up to the last match on their path. */
static int
prune(struct shaper *s)
{
	const struct profile *p = s->p;
	node_id *last = xcalloc(p->trie.n, sizeof(*last));

	for (node_id i = 1; i < p->trie.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(s->run) != 0)
			break;
		if (s->map[i] != NONE &&
			(s->loc_cut[p->trie.loc[i]] & CUT_PRUNE) != 0)
			last[i] = i;
		else
			last[i] = last[p->trie.parent[i]];
		/* last[i] is i or was done before and kept its own image. */
		if (last[i] != 0 && s->map[i] != NONE)
			s->map[i] = s->map[last[i]];
	}
	free(last);
	return run_check(s->run);
}

/* Where stacks end that had nothing but system frames. */
static node_id
system_node(struct shaper *s)
{
	node_id node = grow_child(&s->g, 0, s->frames->system, 0);

	s->g.flags[node] |= TREE_OUTERMOST;
	return node;
}

/* A sample that had a stack and ends at the root now has lost it: to a
   filter, and then it is dropped, or to the system frames, and then it keeps
   its cost. */
static int
drop_empty(struct shaper *s)
{
	const struct query *q = s->run->q;
	const struct profile *p = s->p;
	bool cuts = s->loc_cut != NULL || s->line_cut != NULL;
	bool *took = s->frames->system != NONE
		? xcalloc(p->trie.n, sizeof(*took))
		: NULL;

	for (node_id i = 1; cuts && i < p->trie.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(s->run) != 0)
			break;
		if (took != NULL)
			took[i] = took[p->trie.parent[i]] ||
				(s->loc_cut[p->trie.loc[i]] & CUT_SYSTEM) != 0;
		if (s->map[i] == 0)
			s->map[i] =
				took != NULL && took[i] ? system_node(s) : NONE;
	}
	free(took);
	/* focus and ignore drop samples without a stack too: see weigh. */
	if (q->hide.n + q->show.n > 0)
		s->map[0] = NONE;
	return run_check(s->run);
}

static int
shape_fill(struct shape *shape, struct shaper *s, const struct subject *subject)
{
	const struct profile *p = s->p;
	size_t cap = subject->most_nodes;
	struct block block;
	int rc;

	if (steps_init(s) != 0) {
		rc = -1;
		goto out;
	}
	if (cap > GROW_MAX) {
		rc = err_set(s->run->err, ERR_LIMIT,
			"%zu frames in its different stacks are too many", cap);
		goto out;
	}
	block_init(&block, &shape->stage.arena,
		add_size(add_size(grow_bytes(cap),
				 chains_bytes(cap, subject->n_slots)),
			block_size(p->trie.n, sizeof(*s->map))));
	s->map = block_take(&block, p->trie.n, sizeof(*s->map));
	grow_init(&s->g, &block, (uint32_t)cap);
	s->open = xcalloc((size_t)s->frames->n + 1, sizeof(*s->open));
	rc = walk(s);
	if (rc == 0 && s->run->q->prune_from.n > 0)
		rc = prune(s);
	if (rc == 0)
		rc = drop_empty(s);
	if (rc == 0)
		rc = grow_finish(&s->g, s->run);
	if (rc == 0) {
		shape->cap = (uint32_t)cap;
		shape->map = s->map;
		shape->tree = (struct tree){ .n = s->g.n,
			.parent = s->g.parent,
			.first = s->g.first,
			.next = s->g.next,
			.frame = s->g.frame,
			.flags = s->g.flags,
			.depth = s->g.depth };
	}
	grow_free(&s->g);
	free(s->open);
	vec_free(&s->path);
	vec_free(&s->taken);
	if (rc == 0)
		rc = chains_make(&shape->chains, s->run, &shape->tree, subject,
			s->map, &block, cap);
out:
	free(s->steps.of);
	free(s->steps.step);
	return rc;
}

static void
shape_key(struct strbuf *key, const struct query *q,
	const struct framed *framed, const struct cut *cut)
{
	strbuf_add(key, framed->stage.key); /* noinlines is in it */
	strbuf_add(key, cut->stage.key);
	key_num(key, q->recursion);
}

const struct shape *
shape_get(const struct run *run, const struct subject *subject,
	const struct framed *framed, const struct cut *cut)
{
	struct stages *cache = &run->e->shapes;
	struct strbuf key = STRBUF_INIT;
	struct shape *shape;

	shape_key(&key, run->q, framed, cut);
	shape = (struct shape *)stages_find(cache, strbuf_str(&key));
	if (shape == NULL) {
		struct shaper s = { .run = run,
			.p = subject->profile,
			.frames = framed->frames,
			.loc_cut = cut->loc,
			.line_cut = cut->line,
			.fold = run->q->recursion,
			.from = run->q->show_from.n > 0 };

		shape = (struct shape *)stages_new(
			cache, sizeof(*shape), strbuf_str(&key), NULL);
		if (shape_fill(shape, &s, subject) == 0) {
			stages_keep(cache, &shape->stage);
		} else {
			stages_abandon(cache, &shape->stage);
			shape = NULL;
		}
	}
	strbuf_free(&key);
	return shape;
}
