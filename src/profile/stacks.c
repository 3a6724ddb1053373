/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parting stacks into a trie: see stacks.h. */
#include "config.h"

#include "profile/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/num.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum {
	AHEAD = 24,
	WORTH_SHARING = 16384, /* stacks */
	SHARES = 32,           /* so many pieces, about */
};

/* A stack in its group. */
struct member {
	uint32_t first; /* where it begins in stacks.loc */
	uint32_t stack;
};

/* Members that share `depth` locations: one node, still to be made. */
struct group {
	uint32_t begin, end; /* in member[] */
	uint32_t depth;
	loc_id loc; /* the last of those */
};

/* A group that is left for later, and what becomes of it. */
struct subtree {
	struct group group;
	node_id up;        /* the node above it */
	uint32_t above;    /* nodes that were made before it */
	uint32_t begin, n; /* its nodes, among those of its share */
};

struct parting {
	const struct stacks *s;
	struct budget *budget;
	const struct progress *progress;
	struct stacks_trie *out;
	size_t cap; /* nodes that the budget allows for */
	node_id *leaf;
	struct member *member, *moved; /* [s->n] */
	loc_id *next;                  /* [s->n] of each member of a group */
	uint32_t *part;                /* [nlocs] 0 between two groups */
	VEC(loc_id) kinds;             /* of the parts of a group, in order */
	VEC(struct group) todo;        /* the next one last */
	VEC(node_id) path;             /* nodes by depth */
	/* Of who shares the work: groups of at most so many members are left
	   for later (0: none is), and which stacks have ended before. */
	uint32_t few;
	VEC(struct subtree) later;
	VEC(uint32_t) ended;
	bool grows; /* there is no room for all nodes: it has to be made */
};

void
stacks_free(struct stacks *s)
{
	free(s->first);
	free(s->loc);
	*s = (struct stacks){ .n = 0 };
}

void
stacks_trie_free(struct stacks_trie *t)
{
	free(t->parent);
	free(t->loc);
	*t = (struct stacks_trie){ .n = 0 };
}

/* May there be n more nodes? There is room for a node for each location of
   each stack; what is used of it counts. */
static bool
stacks_make_room(struct parting *p, size_t n)
{
	struct stacks_trie *t = p->out;

	if (p->cap - t->n >= n)
		return true;
	p->cap = budget_grow(p->budget, p->cap, t->n + n,
		sizeof(*t->parent) + sizeof(*t->loc));
	if (p->cap > 0 && p->grows) {
		t->parent = xrealloc(t->parent, p->cap, sizeof(*t->parent));
		t->loc = xrealloc(t->loc, p->cap, sizeof(*t->loc));
	}
	return p->cap > 0;
}

/* A node below the last one of the path, and its last one now. */
static bool
stacks_add_node(struct parting *p, loc_id loc)
{
	struct stacks_trie *t = p->out;

	if (!stacks_make_room(p, 1))
		return false;
	t->parent[t->n] = p->path.n > 0 ? p->path.p[p->path.n - 1] : 0;
	t->loc[t->n] = loc;
	vec_push(&p->path, t->n);
	t->n++;
	return true;
}

/* The only stack of its group: all that it has left. */
static bool
add_chain(struct parting *p, const struct member *m, uint32_t depth)
{
	struct stacks_trie *t = p->out;
	const loc_id *loc = p->s->loc + m->first + depth;
	uint32_t n = 0, at = t->n, end;

	while (loc[n] != NONE)
		n++;
	if (!stacks_make_room(p, n))
		return false;
	end = at + n;
	memcpy(t->loc + at, loc, n * sizeof(*loc));
	for (uint32_t i = at; i < end; i++)
		t->parent[i] = i - 1;
	if (n > 0)
		t->parent[at] = p->path.p[p->path.n - 1];
	t->n = end;
	p->leaf[m->stack] = n > 0 ? end - 1 : p->path.p[p->path.n - 1];
	return true;
}

/* What comes next in each member. In a large group each is a wait for
   memory, so ask early. False: stop. */
static bool
look_up(struct parting *p, const struct group *g)
{
	const loc_id *loc = p->s->loc + g->depth;

	for (uint32_t i = g->begin; i < g->end; i++) {
		if (progress_stops_at(p->progress, i))
			return false;
		if (g->end - i > AHEAD)
			PREFETCH(&loc[p->member[i + AHEAD].first]);
		p->next[i] = loc[p->member[i].first];
	}
	return true;
}

/* Count it, and how many end here. */
static bool
count_parts(struct parting *p, const struct group *g, uint32_t *ended)
{
	node_id node = p->path.p[p->path.n - 1];

	if (!look_up(p, g))
		return false;
	p->kinds.n = 0;
	*ended = 0;
	for (uint32_t i = g->begin; i < g->end; i++) {
		loc_id loc = p->next[i];

		if (progress_stops_at(p->progress, i))
			return false;
		if (loc == NONE) {
			p->leaf[p->member[i].stack] = node;
			++*ended;
			if (p->few > 0)
				vec_push(&p->ended, p->member[i].stack);
		} else if (p->part[loc]++ == 0) {
			vec_push(&p->kinds, loc);
		}
	}
	return true;
}

/* Move the members together that have the same location next, and leave
   their groups for later, the first one on top. */
static bool
stacks_part(struct parting *p, const struct group *g)
{
	uint32_t at = g->begin;

	for (size_t i = 0; i < p->kinds.n; i++) {
		uint32_t *begin = &p->part[p->kinds.p[i]], n = *begin;

		*begin = at;
		at += n;
	}
	for (uint32_t i = g->begin; i < g->end; i++) {
		if (progress_stops_at(p->progress, i))
			return false;
		if (p->next[i] != NONE)
			p->moved[p->part[p->next[i]]++] = p->member[i];
	}
	memcpy(p->member + g->begin, p->moved + g->begin,
		(at - g->begin) * sizeof(*p->member));
	for (size_t i = p->kinds.n; i > 0; i--) {
		loc_id loc = p->kinds.p[i - 1];
		uint32_t begin = i > 1 ? p->part[p->kinds.p[i - 2]] : g->begin;
		struct group below = { begin, p->part[loc], g->depth + 1, loc };

		vec_push(&p->todo, below);
		p->part[loc] = 0;
	}
	return true;
}

/* A group becomes a node with its parts below. */
static bool
make_group(struct parting *p, struct group g)
{
	p->path.n = g.depth;
	if (g.end - g.begin <= p->few) {
		struct subtree later = { .group = g,
			.up = p->path.p[g.depth - 1],
			.above = p->out->n };

		vec_push(&p->later, later);
		return true;
	}
	if (!stacks_add_node(p, g.loc))
		return false;
	for (;;) {
		uint32_t ended;

		if (g.end - g.begin == 1)
			return add_chain(p, &p->member[g.begin], g.depth);
		if (!count_parts(p, &g, &ended))
			return false;
		if (ended > 0 || p->kinds.n != 1)
			break;
		/* All go on together. */
		g.loc = p->kinds.p[0];
		g.depth++;
		p->part[g.loc] = 0;
		if (!stacks_add_node(p, g.loc))
			return false;
	}
	return stacks_part(p, &g);
}

/* All groups that are to be done. */
static bool
all_groups(struct parting *p)
{
	/* A group may be a chain of thousands. */
	for (size_t i = 0; p->todo.n > 0; i++)
		if ((i % 64 == 0 && progress_stopped(p->progress)) ||
			!make_group(p, p->todo.p[--p->todo.n]))
			return false;
	return true;
}

static bool
stacks_run(struct parting *p)
{
	struct group root = { 0, p->s->n, 0, NONE };

	if (root.end == 0)
		return stacks_add_node(p, NONE);
	for (uint32_t i = 0; i < p->s->n; i++) {
		if (progress_stops_at(p->progress, i))
			return false;
		p->member[i] = (struct member){ p->s->first[i], i };
	}
	vec_push(&p->todo, root);
	return all_groups(p);
}

/* The scratch that a thread has of its own. */
static void
parting_init(struct parting *p, uint32_t nlocs)
{
	p->part = xcalloc(nlocs > 0 ? nlocs : 1, sizeof(*p->part));
}

static void
parting_fini(struct parting *p)
{
	free(p->part);
	vec_free(&p->kinds);
	vec_free(&p->todo);
	vec_free(&p->path);
	vec_free(&p->later);
	vec_free(&p->ended);
}

/* ---- By two threads ---- */

/*
 * What is above groups of at most half of all is made first, by one thread.
 * These groups are shared out, some that follow one another to a piece, and
 * made with numbers of their own, which begin at 0 in each piece. In the end
 * all are put between the nodes above in their order:
 *
 *     above   0 1 . . 2 .          final  0 1 2 3 4 5 6 7 8 9
 *     pieces      a b   c                 0 1 a a b b b 2 c c
 */
struct sharing {
	struct parting *top;
	struct parting worker[PIECES_THREADS];
	struct share {
		size_t begin, end; /* in top->later */
		struct stacks_trie trie;
		bool ok;
	} share[2 * SHARES];
	unsigned n;
	uint32_t *owned; /* [s->n] stacks of the groups, as their members */
};

/* The groups, some to each piece. */
static void
share_out(struct sharing *h)
{
	const struct parting *top = h->top;
	uint32_t enough = top->s->n / SHARES, members = 0;
	size_t begin = 0;

	for (size_t i = 0; i < top->later.n; i++) {
		const struct group *g = &top->later.p[i].group;

		members += g->end - g->begin;
		if (members < enough && i + 1 < top->later.n)
			continue;
		h->share[h->n++] =
			(struct share){ .begin = begin, .end = i + 1 };
		begin = i + 1;
		members = 0;
	}
}

static void
make_share(void *arg, unsigned thread, unsigned piece)
{
	struct sharing *h = arg;
	struct parting *p = &h->worker[thread];
	struct share *share = &h->share[piece];

	p->out = &share->trie;
	p->cap = 0;
	share->ok = true;
	for (size_t i = share->begin; i < share->end && share->ok; i++) {
		struct subtree *t = &h->top->later.p[i];

		for (uint32_t k = t->group.begin; k < t->group.end; k++)
			h->owned[k] = p->member[k].stack;
		vec_reserve(&p->path, t->group.depth);
		p->path.p[t->group.depth - 1] = 0;
		t->begin = p->out->n;
		vec_push(&p->todo, t->group);
		share->ok = all_groups(p);
		t->n = p->out->n - t->begin;
	}
}

/* Nodes above from `from` on, to where they belong. */
static void
put_above(const struct stacks_trie *top, uint32_t from, uint32_t end,
	node_id *now, struct stacks_trie *out)
{
	for (uint32_t i = from; i < end; i++) {
		now[i] = out->n;
		out->parent[out->n] = now[top->parent[i]];
		out->loc[out->n++] = top->loc[i];
	}
}

/* A group's, which moves by this much. */
static void
put_subtree(const struct sharing *h, const struct stacks_trie *from,
	const struct subtree *t, node_id up, struct stacks_trie *out)
{
	uint32_t by = out->n - t->begin;

	for (uint32_t i = 0; i < t->n; i++)
		out->parent[out->n + i] = from->parent[t->begin + i] + by;
	out->parent[out->n] = up;
	memcpy(out->loc + out->n, from->loc + t->begin,
		t->n * sizeof(*out->loc));
	out->n += t->n;
	for (uint32_t i = t->group.begin; i < t->group.end; i++)
		h->top->leaf[h->owned[i]] += by;
}

/* All of it, in order. */
static void
put_together(const struct sharing *h, struct stacks_trie *out)
{
	const struct parting *top = h->top;
	node_id *now = xcalloc(top->out->n, sizeof(*now));
	uint32_t above = 0;

	for (unsigned k = 0; k < h->n; k++)
		for (size_t i = h->share[k].begin; i < h->share[k].end; i++) {
			const struct subtree *t = &top->later.p[i];

			put_above(top->out, above, t->above, now, out);
			above = t->above;
			put_subtree(h, &h->share[k].trie, t, now[t->up], out);
		}
	put_above(top->out, above, top->out->n, now, out);
	for (size_t i = 0; i < top->ended.n; i++)
		top->leaf[top->ended.p[i]] = now[top->leaf[top->ended.p[i]]];
	free(now);
}

static bool
make_shares(struct sharing *h, uint32_t nlocs)
{
	struct budget unlimited[PIECES_THREADS] = { { .max = 0 } };
	bool ok = true;

	for (unsigned i = 0; i < PIECES_THREADS; i++) {
		h->worker[i] = (struct parting){ .s = h->top->s,
			.budget = &unlimited[i],
			.progress = h->top->progress,
			.leaf = h->top->leaf,
			.member = h->top->member,
			.moved = h->top->moved,
			.next = h->top->next,
			.grows = true };
		parting_init(&h->worker[i], nlocs);
	}
	share_out(h);
	pieces_do(h->n, make_share, h);
	for (unsigned i = 0; i < PIECES_THREADS; i++)
		parting_fini(&h->worker[i]);
	for (unsigned i = 0; i < h->n; i++)
		ok = ok && h->share[i].ok;
	return ok;
}

/* As stacks_run(), of which *p has the scratch. */
static bool
stacks_share(struct parting *p, uint32_t nlocs)
{
	struct stacks_trie *out = p->out, above = { .n = 0 };
	struct sharing h = { .top = p };
	size_t n;
	bool ok;

	p->out = &above;
	p->grows = true;
	p->few = p->s->n / 2;
	h.owned = xmalloc(mul_size(p->s->n, sizeof(*h.owned)));
	ok = stacks_run(p) && make_shares(&h, nlocs);
	n = above.n;
	for (unsigned i = 0; i < h.n; i++)
		n += h.share[i].trie.n;
	ok = ok &&
		budget_take(p->budget,
			mul_size(n, sizeof(node_id) + sizeof(loc_id)));
	if (ok) {
		out->parent = xmalloc(mul_size(n, sizeof(*out->parent)));
		out->loc = xmalloc(mul_size(n, sizeof(*out->loc)));
		put_together(&h, out);
	}
	for (unsigned i = 0; i < h.n; i++)
		stacks_trie_free(&h.share[i].trie);
	budget_give(p->budget, p->cap * (sizeof(node_id) + sizeof(loc_id)));
	stacks_trie_free(&above);
	free(h.owned);
	p->out = out;
	return ok;
}

/* ---- Either way ---- */

/* What shares have is only counted in the end, so there is to be room for all
   that it can be. */
static bool
worth_sharing(const struct stacks *s, const struct budget *budget)
{
	size_t most = mul_size(s->nloc, 4 * sizeof(node_id));

	return s->n >= WORTH_SHARING &&
		(budget->max == 0 ||
			add_size(budget->used, most) <= budget->max);
}

bool
stacks_to_trie(const struct stacks *s, uint32_t nlocs, struct budget *budget,
	const struct progress *progress, struct stacks_trie *out, node_id *leaf)
{
	struct parting p = { .s = s,
		.budget = budget,
		.progress = progress,
		.out = out,
		.leaf = leaf };
	bool shared = worth_sharing(s, budget), ok;
	size_t threads = shared ? 1 + PIECES_THREADS : 1;
	size_t scratch =
		add_size(mul_size(s->n,
				 2 * sizeof(struct member) + sizeof(loc_id) +
					 sizeof(uint32_t)),
			mul_size(nlocs, threads * sizeof(uint32_t)));

	*out = (struct stacks_trie){ .n = 0 };
	if (!budget_take(budget, scratch))
		return false;
	p.member = xmalloc(mul_size(s->n, sizeof(*p.member)));
	p.moved = xmalloc(mul_size(s->n, sizeof(*p.moved)));
	p.next = xmalloc(mul_size(s->n, sizeof(*p.next)));
	parting_init(&p, nlocs);
	if (shared) {
		ok = stacks_share(&p, nlocs);
	} else {
		out->parent =
			xmalloc(mul_size(s->nloc + 1, sizeof(*out->parent)));
		out->loc = xmalloc(mul_size(s->nloc + 1, sizeof(*out->loc)));
		ok = stacks_run(&p);
	}
	free(p.member);
	free(p.moved);
	free(p.next);
	parting_fini(&p);
	budget_give(budget, scratch);
	if (ok)
		return true;
	stacks_trie_free(out);
	return false;
}
