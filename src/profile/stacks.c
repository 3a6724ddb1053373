/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a trie by splitting groups of stacks. */
#include "prelude.h"

#include "profile/stacks.h"

#include "base/compiler.h"
#include "base/num.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"

enum {
	SOON = 256,             /* largest group whose members are prefetched */
	WORTH_SHARING = 16384,  /* fewest stacks for which several threads pay
				   off */
	SHARES = 32,            /* approximate number of pieces */
	SHARED_NODES = 1 << 20, /* initial capacity in nodes, so large that
				   malloc() uses mmap() */
};

/* Members with the same locations up to a depth. */
struct stacks_group {
	uint32_t begin, end; /* range in member[side] */
	uint32_t depth;
	unsigned side;
};

/* A group that was split into branches. */
struct fork {
	size_t first, next, end; /* range in branches.all, and next branch */
	uint32_t begin;          /* first member of the next branch */
	uint32_t depth;
	unsigned side;
};

/* A group that is left to several threads, and its nodes. */
struct subtree {
	struct stacks_group group;
	node_id up;        /* parent of its topmost nodes */
	uint32_t above;    /* number of nodes made before it */
	uint32_t begin, n; /* range of its nodes in the trie of its thread; the
			      first represents `up` */
	node_id final;     /* final number of node begin + 1 */
};

struct parting {
	uint32_t n; /* number of stacks in s or packed */
	const struct stacks *s;
	const struct stacks_packed *packed;
	struct budget *budget;
	const struct progress *progress;
	struct stacks_trie *out;
	size_t cap; /* nodes taken from the budget */
	node_id *leaf;
	struct member *member[2]; /* [n] a split moves a group from one array to
				     the other */
	uint32_t *which;          /* [n] see branches_find() */
	struct branches branches;
	VEC(struct fork) forks; /* open forks, innermost last */
	VEC(node_id) path;      /* node at each depth */
	/* With several threads: groups of at most `few` members (0: none) are
	   added to `later`, and stacks that end above these to `ended`. */
	uint32_t few;
	VEC(struct subtree) later;
	VEC(uint32_t) ended;
	bool grows; /* allocate nodes as needed, not in advance */
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

/* ---- Nodes ---- */

/* Take the memory for n more nodes. Unless p->grows, the arrays have room for a
   node for each location of each stack, but only used nodes are counted. */
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

/* Add a node below the last node of the path, and append it to the path. */
static bool
stacks_add_node(struct parting *p, loc_id loc)
{
	struct stacks_trie *t = p->out;

	if (!stacks_make_room(p, 1) ||
		!budget_take(p->budget,
			vec_more(&p->path, p->path.n + 1) * sizeof(node_id)))
		return false;
	t->parent[t->n] = p->path.n > 0 ? p->path.p[p->path.n - 1] : 0;
	t->loc[t->n] = loc;
	vec_push(&p->path, t->n);
	t->n++;
	return true;
}

/* Move a group to the other array, sorted by branch. */
static bool
move_members(struct parting *p, struct stacks_group *g)
{
	const struct member *m = p->member[g->side];
	struct member *to = p->member[!g->side];
	bool soon = g->end - g->begin <= SOON;

	for (uint32_t i = g->begin; i < g->end; i++) {
		if (progress_stops_at(p->progress, i))
			return false;
		if (soon)
			member_reach(&p->branches, &m[i]);
		to[p->branches.moved.p[p->which[i]]++] = m[i];
	}
	g->side = !g->side;
	return true;
}

/* Split a group below the last node of the path. */
static bool
open_group(struct parting *p, struct stacks_group g)
{
	size_t first = p->branches.all.n;
	struct fork f = { .first = first, .next = first, .begin = g.begin };

	if (g.end - g.begin == 1) {
		const struct member *m = &p->member[g.side][g.begin];
		struct stacks_trie *t = p->out;
		const unsigned char *at = m->rest;
		const loc_id *loc = m->rest;
		uint32_t chain_first = t->n, left = m->left;
		size_t most = left;

		/* A group of one stack: add all its locations that are left. */
		for (; p->packed == NULL && loc[most] != NONE; most++)
			;
		if (!stacks_make_room(p, most))
			return false;
		for (; p->packed == NULL && *loc != NONE; loc++)
			t->loc[t->n++] = *loc;
		for (; left > 0; t->n++)
			if (!branches_number(&at, &left, p->branches.nlocs,
				    &t->loc[t->n])) {
				p->branches.odd = true;
				return false;
			}
		for (uint32_t i = chain_first; i < t->n; i++)
			t->parent[i] = i - 1;
		p->leaf[m->stack] = p->path.p[p->path.n - 1];
		if (t->n > chain_first) {
			t->parent[chain_first] = p->path.p[p->path.n - 1];
			p->leaf[m->stack] = t->n - 1;
		}
		return true;
	}
	if (!branches_find(&p->branches, p->member[g.side] + g.begin,
		    g.end - g.begin, p->which + g.begin))
		return false;
	if (p->branches.all.n - first == 1)
		p->branches.all.p[first].end = g.end;
	else if (!branches_order(&p->branches, first, g.begin) ||
		!move_members(p, &g))
		return false;
	f.end = p->branches.all.n;
	f.depth = g.depth;
	f.side = g.side;
	vec_push(&p->forks, f);
	return true;
}

/* Add the nodes of a fork's next branch. */
static bool
take_branch(struct parting *p, struct fork *f)
{
	const struct branch *b = &p->branches.all.p[f->next++];
	struct stacks_group g = {
		.begin = f->begin, .end = b->end, .side = f->side
	};
	unsigned at = b->skip, more;
	loc_id loc;

	f->begin = b->end;
	p->path.n = f->depth + b->common + (size_t)1;
	for (; (more = branch_next(&p->branches, b, at, &loc)) > 0; at += more)
		if (!stacks_add_node(p, loc))
			return false;
	if (p->branches.odd)
		return false;
	g.depth = (uint32_t)p->path.n - 1;
	if (branch_ends(&p->branches, b)) {
		const struct member *m = p->member[g.side];

		/* These members end at the last node of the path. */
		for (uint32_t i = g.begin; i < g.end; i++) {
			p->leaf[m[i].stack] = p->path.p[p->path.n - 1];
			if (p->few > 0)
				vec_push(&p->ended, m[i].stack);
		}
	} else if (g.end - g.begin <= p->few) {
		struct subtree later = {
			.group = g, .up = p->path.p[g.depth], .above = p->out->n
		};

		vec_push(&p->later, later);
	} else {
		return open_group(p, g);
	}
	return true;
}

/* Add a group and everything below it. */
static bool
whole_group(struct parting *p, struct stacks_group g)
{
	if (!open_group(p, g))
		return false;
	for (size_t i = 1; p->forks.n > 0; i++) {
		struct fork *f = &p->forks.p[p->forks.n - 1];

		/* A branch may have thousands of nodes: check often. */
		if (i % 64 == 0 && progress_stopped(p->progress))
			return false;
		if (f->next < f->end) {
			if (!take_branch(p, f))
				return false;
			continue;
		}
		p->branches.all.n = f->first;
		p->forks.n--;
	}
	return true;
}

static bool
stacks_run(struct parting *p)
{
	struct stacks_group root = { .end = p->n };

	if (!stacks_add_node(p, NONE))
		return false;
	for (uint32_t i = 0; i < p->n; i++) {
		struct member *m = &p->member[0][i];

		if (progress_stops_at(p->progress, i))
			return false;
		m->stack = i;
		m->left = 0;
		if (p->packed != NULL) {
			const struct str *span = &p->packed->span[i];

			m->left = (uint32_t)span->n;
			m->rest = span->n > 0 ? span->p + span->n : NULL;
		} else {
			m->rest = p->s->loc + p->s->first[i];
		}
	}
	return root.end == 0 || whole_group(p, root);
}

/* Set up the scratch of one thread. */
static void
parting_init(struct parting *p, uint32_t nlocs)
{
	p->branches = (struct branches){ .packed = p->packed != NULL,
		.nlocs = nlocs,
		.progress = p->progress };
	branches_init(&p->branches);
}

static void
parting_fini(struct parting *p)
{
	branches_fini(&p->branches);
	vec_free(&p->forks);
	vec_free(&p->path);
	vec_free(&p->later);
	vec_free(&p->ended);
}

/* Free the members and release the packed stacks, which are read by now. */
static void
parting_forget(struct parting *p)
{
	for (unsigned i = 0; i < 2; i++) {
		free(p->member[i]);
		p->member[i] = NULL;
	}
	free(p->which);
	p->which = NULL;
	if (p->packed != NULL && p->packed->done != NULL && !p->branches.odd)
		p->packed->done(p->packed->owner);
}

/* ---- With several threads ---- */

/*
 * One thread first makes the nodes above all small groups, which have at most
 * `few` stacks. Then several threads share the small groups, in pieces of
 * consecutive groups. Each thread numbers its nodes from 0. At the end these
 * are inserted between the nodes above, in order:
 *
 *     above    0 1 . . 2 .          final  0 1 2 3 4 5 6 7 8 9
 *     threads      a b   c                 0 1 a a b b b 2 c c
 */
struct sharing {
	struct parting *top;
	struct parting worker[PIECES_THREADS];
	struct stacks_trie trie[PIECES_THREADS]; /* nodes of each thread */
	struct share {
		size_t begin, end; /* range in top->later */
		unsigned by;       /* thread that made its nodes */
		bool ok;
	} share[2 * SHARES];
	unsigned n;
	uint32_t *owned; /* [n] stack of each member of the small groups */
	struct stacks_trie *out;
};

static void
make_share(void *arg, unsigned thread, unsigned piece)
{
	struct sharing *h = arg;
	struct parting *p = &h->worker[thread];
	struct share *share = &h->share[piece];

	share->by = thread;
	share->ok = true;
	for (size_t i = share->begin; i < share->end && share->ok; i++) {
		struct subtree *t = &h->top->later.p[i];

		for (uint32_t k = t->group.begin; k < t->group.end; k++)
			h->owned[k] = p->member[t->group.side][k].stack;
		t->begin = p->out->n;
		vec_reserve(&p->path, t->group.depth + (size_t)1);
		p->path.n = t->group.depth;
		if (p->path.n > 0)
			p->path.p[p->path.n - 1] = 0;
		share->ok =
			stacks_add_node(p, NONE) && whole_group(p, t->group);
		t->n = p->out->n - t->begin;
	}
}

/* Copy the nodes above the groups, and compute where the groups' nodes go. */
static void
put_above(struct sharing *h)
{
	const struct parting *top = h->top;
	const struct stacks_trie *above = top->out;
	struct stacks_trie *out = h->out;
	node_id *now = xcalloc(above->n, sizeof(*now));
	size_t k = 0;

	out->n = 0;
	for (uint32_t i = 0; i <= above->n; i++) {
		for (; k < top->later.n && top->later.p[k].above == i; k++) {
			struct subtree *t = &top->later.p[k];

			t->up = now[t->up];
			t->final = out->n;
			out->n += t->n - 1;
		}
		if (i == above->n)
			break;
		now[i] = out->n;
		out->parent[out->n] = now[above->parent[i]];
		out->loc[out->n++] = above->loc[i];
	}
	for (size_t i = 0; i < top->ended.n; i++)
		top->leaf[top->ended.p[i]] = now[top->leaf[top->ended.p[i]]];
	free(now);
}

/* Copy the nodes of a share's groups to their places. */
static void
put_share(void *arg, unsigned thread, unsigned piece)
{
	struct sharing *h = arg;
	const struct share *share = &h->share[piece];
	const struct stacks_trie *from = &h->trie[share->by];

	(void)thread;
	for (size_t i = share->begin; i < share->end; i++) {
		const struct subtree *t = &h->top->later.p[i];
		const node_id *parent = from->parent + t->begin + 1;
		node_id *to = h->out->parent + t->final;
		uint32_t by = t->final - t->begin - 1;

		for (uint32_t k = 0; k + 1 < t->n; k++)
			to[k] = parent[k] == t->begin ? t->up : parent[k] + by;
		memcpy(h->out->loc + t->final, from->loc + t->begin + 1,
			(t->n - 1) * sizeof(*from->loc));
		for (uint32_t k = t->group.begin; k < t->group.end; k++) {
			node_id *leaf = &h->top->leaf[h->owned[k]];

			*leaf = *leaf == t->begin ? t->up : *leaf + by;
		}
	}
}

static bool
make_shares(struct sharing *h)
{
	struct budget unlimited[PIECES_THREADS] = { { .max = 0 } };
	bool ok = true;
	const struct parting *top;
	uint32_t enough, members = 0;
	size_t begin = 0;

	for (unsigned i = 0; i < PIECES_THREADS; i++) {
		struct parting *p = &h->worker[i];
		struct stacks_trie *t = &h->trie[i];

		*p = (struct parting){ .n = h->top->n,
			.s = h->top->s,
			.packed = h->top->packed,
			.budget = &unlimited[i],
			.progress = h->top->progress,
			.leaf = h->top->leaf,
			.member = { h->top->member[0], h->top->member[1] },
			.which = h->top->which,
			.out = t,
			.cap = SHARED_NODES,
			.grows = true };
		t->parent = xmalloc(SHARED_NODES * sizeof(*t->parent));
		t->loc = xmalloc(SHARED_NODES * sizeof(*t->loc));
		parting_init(p, h->top->branches.nlocs);
	}
	/* Divide the groups into pieces. */
	top = h->top;
	enough = top->n / SHARES;
	for (size_t i = 0; i < top->later.n; i++) {
		const struct stacks_group *g = &top->later.p[i].group;

		members += g->end - g->begin;
		if (members < enough && i + 1 < top->later.n)
			continue;
		h->share[h->n++] =
			(struct share){ .begin = begin, .end = i + 1 };
		begin = i + 1;
		members = 0;
	}
	pieces_do(h->n, make_share, h);
	for (unsigned i = 0; i < PIECES_THREADS; i++) {
		h->top->branches.odd =
			h->top->branches.odd || h->worker[i].branches.odd;
		parting_fini(&h->worker[i]);
	}
	for (unsigned i = 0; i < h->n; i++)
		ok = ok && h->share[i].ok;
	return ok;
}

/* ---- With one or several threads ---- */

/* Return the bytes of scratch memory for n stacks. */
static size_t
scratch_need(size_t n, size_t nlocs, bool shared)
{
	size_t threads = shared ? 1 + PIECES_THREADS : 1;

	return add_size(
		mul_size(n,
			2 * sizeof(struct member) + sizeof(struct branch) +
				2 * sizeof(uint32_t)),
		mul_size(nlocs, threads * sizeof(uint32_t)));
}

/* Return the most bytes that several threads need. Nodes are counted only at
   the end, so the budget must have room for all of them from the start. */
static size_t
shares_need(size_t n, size_t nlocs, size_t most)
{
	return add_size(scratch_need(n, nlocs, true),
		mul_size(most, 4 * sizeof(node_id)));
}

size_t
stacks_packed_need(const struct stacks_packed *s, uint32_t nlocs)
{
	return shares_need(s->n, nlocs, add_size(s->bytes, 1));
}

static bool
make_trie(struct parting *p, uint32_t nlocs, size_t most)
{
	struct budget *budget = p->budget;
	struct stacks_trie *out = p->out;
	size_t need = shares_need(p->n, nlocs, most);
	bool shared = p->n >= WORTH_SHARING &&
		(budget->max == 0 ||
			add_size(budget->used, need) <= budget->max);
	bool ok;
	size_t scratch = scratch_need(p->n, nlocs, shared);

	*out = (struct stacks_trie){ .n = 0 };
	if (!budget_take(budget, scratch))
		return false;
	for (unsigned i = 0; i < 2; i++)
		p->member[i] = xmalloc(mul_size(p->n, sizeof(*p->member[i])));
	p->which = xmalloc(mul_size(p->n, sizeof(*p->which)));
	parting_init(p, nlocs);
	if (shared) {
		struct stacks_trie *share_out = p->out, above = { .n = 0 };
		struct sharing h = { .top = p, .out = share_out };
		size_t n;

		/* Make the nodes above with *p, then the shares. */
		p->out = &above;
		p->grows = true;
		p->few = p->n / SHARES * 2;
		h.owned = xmalloc(mul_size(p->n, sizeof(*h.owned)));
		ok = stacks_run(p) && make_shares(&h);
		parting_forget(p);
		n = above.n;
		for (unsigned i = 0; i < PIECES_THREADS; i++)
			n = add_size(n, h.trie[i].n);
		if (ok)
			n -= p->later.n;
		ok = ok && n < NONE &&
			budget_take(p->budget,
				mul_size(n, sizeof(node_id) + sizeof(loc_id)));
		if (ok) {
			share_out->parent = xmalloc(
				mul_size(n, sizeof(*share_out->parent)));
			share_out->loc =
				xmalloc(mul_size(n, sizeof(*share_out->loc)));
			put_above(&h);
			pieces_do(h.n, put_share, &h);
		}
		for (unsigned i = 0; i < PIECES_THREADS; i++)
			stacks_trie_free(&h.trie[i]);
		budget_give(
			p->budget, p->cap * (sizeof(node_id) + sizeof(loc_id)));
		stacks_trie_free(&above);
		free(h.owned);
		p->out = share_out;
	} else {
		out->parent = xmalloc(mul_size(most, sizeof(*out->parent)));
		out->loc = xmalloc(mul_size(most, sizeof(*out->loc)));
		ok = stacks_run(p);
		parting_forget(p);
	}
	parting_fini(p);
	budget_give(budget, scratch);
	if (!ok)
		stacks_trie_free(out);
	return ok;
}

bool
stacks_to_trie(const struct stacks *s, uint32_t nlocs, struct budget *budget,
	const struct progress *progress, struct stacks_trie *out, node_id *leaf)
{
	struct parting p = { .n = s->n,
		.s = s,
		.budget = budget,
		.progress = progress,
		.out = out,
		.leaf = leaf };

	return make_trie(&p, nlocs, add_size(s->nloc, 1));
}

bool
stacks_packed_to_trie(const struct stacks_packed *s, uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out, node_id *leaf, bool *odd)
{
	struct parting p = { .n = s->n,
		.packed = s,
		.budget = budget,
		.progress = progress,
		.out = out,
		.leaf = leaf };
	size_t most = add_size(s->bytes, 1);
	bool ok = false;

	p.branches.odd = most >= NONE;
	if (!p.branches.odd)
		ok = make_trie(&p, nlocs, most);
	*odd = p.branches.odd;
	return ok;
}
