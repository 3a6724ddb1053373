/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parting stacks into a trie: see stacks.h. */
#include "config.h"

#include "profile/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { AHEAD = 24 };

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
	/* A group may be a chain of thousands. */
	for (size_t i = 0; p->todo.n > 0; i++)
		if ((i % 64 == 0 && progress_stopped(p->progress)) ||
			!make_group(p, p->todo.p[--p->todo.n]))
			return false;
	return true;
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
	size_t scratch = add_size(
		mul_size(s->n, 2 * sizeof(struct member) + sizeof(loc_id)),
		mul_size(nlocs, sizeof(uint32_t)));
	bool ok;

	*out = (struct stacks_trie){ .n = 0 };
	if (!budget_take(budget, scratch))
		return false;
	out->parent = xmalloc(mul_size(s->nloc + 1, sizeof(*out->parent)));
	out->loc = xmalloc(mul_size(s->nloc + 1, sizeof(*out->loc)));
	p.member = xmalloc(mul_size(s->n, sizeof(*p.member)));
	p.moved = xmalloc(mul_size(s->n, sizeof(*p.moved)));
	p.next = xmalloc(mul_size(s->n, sizeof(*p.next)));
	p.part = xcalloc(nlocs > 0 ? nlocs : 1, sizeof(*p.part));
	ok = stacks_run(&p);
	free(p.member);
	free(p.moved);
	free(p.next);
	free(p.part);
	vec_free(&p.kinds);
	vec_free(&p.todo);
	vec_free(&p.path);
	budget_give(budget, scratch);
	if (ok)
		return true;
	stacks_trie_free(out);
	return false;
}
