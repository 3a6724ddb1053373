/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging one trie into another. */
#include "prelude.h"

#include "profile/stacks.h"

#include "base/num.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/trie.h"

/* A subtree that is only in `from`. */
struct shoot {
	node_id root;  /* node in `from` */
	node_id onto;  /* new parent; its children in `onto` come first */
	node_id final; /* new number of the root */
};

struct graft {
	const struct graft_side *side; /* [2] */
	const struct progress *progress;
	uint32_t *size[2]; /* [n] number of nodes in each subtree */
	node_id *child;    /* [nlocs + 1] child of the current `onto` node, by
			      common location number; 0: none */
	VEC(node_id) both; /* nodes of `from` that are also in `onto` */
	VEC(struct shoot) shoots; /* grouped by parent */
	struct stacks_trie *out;
	bool ok[2];
};

enum { ONTO, FROM };

/* Until the new numbers are known, side[ONTO].now contains the first shoot of
   each node, or NONE, and side[FROM].now the equal node in `onto`. */

static void
measure_side(void *arg, unsigned thread, unsigned k)
{
	struct graft *g = arg;
	const struct graft_side *s = &g->side[k];

	(void)thread;
	s->now[0] = NONE;
	g->ok[k] = trie_sizes(s->parent, s->n, g->size[k], g->progress);
}

/* Number all nodes of `onto` and the roots of all shoots. */
static bool
number_onto(struct graft *g)
{
	struct waiting {
		node_id end; /* end of the parent's subtree in `onto` */
		uint32_t shoot;
	};
	const struct graft_side *onto = &g->side[ONTO];
	VEC(struct waiting) open = { .p = NULL };
	uint32_t before = 0;
	bool goes_on = true;

	for (node_id i = 0; i <= onto->n && goes_on; i++) {
		struct waiting w;

		while (open.n > 0 && open.p[open.n - 1].end == i) {
			size_t first = open.p[--open.n].shoot;
			node_id at = i + before;
			node_id shoots_onto = g->shoots.p[first].onto,
				begin = at;

			/* Number the shoots of a node, which come after its
			   subtree in `onto`. */
			for (size_t j = first; j < g->shoots.n; j++) {
				struct shoot *s = &g->shoots.p[j];

				if (s->onto != shoots_onto)
					break;
				s->final = at;
				at += g->size[FROM][s->root];
			}
			before += at - begin;
		}
		goes_on = !progress_stops_at(g->progress, i);
		if (i == onto->n)
			break;
		w = (struct waiting){ i + g->size[ONTO][i], onto->now[i] };
		if (w.shoot != NONE)
			vec_push(&open, w);
		onto->now[i] = i + before;
	}
	vec_free(&open);
	g->out->n = onto->n + before;
	return goes_on;
}

static bool
put_onto(struct graft *g)
{
	const struct graft_side *s = &g->side[ONTO];
	struct stacks_trie *out = g->out;

	out->parent[0] = 0;
	out->loc[0] = NONE;
	for (node_id i = 1; i < s->n; i++) {
		node_id now = s->now[i];

		if (progress_stops_at(g->progress, i))
			return false;
		out->parent[now] = s->now[s->parent[i]];
		out->loc[now] = s->to[s->loc[i]];
	}
	return true;
}

static bool
put_shoots(struct graft *g)
{
	const struct graft_side *s = &g->side[FROM];
	struct stacks_trie *out = g->out;

	for (size_t k = 0; k < g->shoots.n; k++) {
		const struct shoot *shoot = &g->shoots.p[k];
		node_id root = shoot->root, by = shoot->final - root;
		node_id end = root + g->size[FROM][root];

		for (node_id i = root; i < end; i++) {
			if (progress_stops_at(g->progress, i))
				return false;
			s->now[i] = i + by;
			out->parent[i + by] = s->parent[i] + by;
			out->loc[i + by] = s->to[s->loc[i]];
		}
		out->parent[shoot->final] = g->side[ONTO].now[shoot->onto];
	}
	for (size_t i = 0; i < g->both.n; i++) {
		node_id *now = &s->now[g->both.p[i]];

		*now = g->side[ONTO].now[*now];
	}
	return true;
}

static void
put_side(void *arg, unsigned thread, unsigned k)
{
	struct graft *g = arg;

	(void)thread;
	g->ok[k] = k == ONTO ? put_onto(g) : put_shoots(g);
}

static bool
run_graft(struct graft *g, struct budget *budget)
{
	struct stacks_trie *out = g->out;

	pieces_do(2, measure_side, g);
	if (!g->ok[ONTO] || !g->ok[FROM])
		return false;
	g->side[FROM].now[0] = 0;
	vec_push(&g->both, 0);
	for (size_t i = 0; i < g->both.n; i++) {
		node_id in_from;
		const struct graft_side *onto, *from;
		const uint32_t *size, *onto_size;
		node_id node, end;
		node_id onto_end;

		if (progress_stops_at(g->progress, i))
			return false;
		/* Divide the children of a common node into common nodes and
		   shoots. */
		in_from = g->both.p[i];
		onto = &g->side[ONTO];
		from = &g->side[FROM];
		size = g->size[FROM];
		onto_size = g->size[ONTO];
		node = from->now[in_from];
		end = in_from + size[in_from];
		onto_end = node + onto_size[node];
		if (end != in_from + 1) {
			for (node_id c = node + 1; c < onto_end;
				c += onto_size[c])
				g->child[onto->to[onto->loc[c]]] = c;
			for (node_id c = in_from + 1; c < end; c += size[c]) {
				struct shoot shoot = { .root = c,
					.onto = node };

				from->now[c] = g->child[from->to[from->loc[c]]];
				if (from->now[c] != 0) {
					vec_push(&g->both, c);
					continue;
				}
				if (onto->now[node] == NONE)
					onto->now[node] = (node_id)g->shoots.n;
				vec_push(&g->shoots, shoot);
			}
			for (node_id c = node + 1; c < onto_end;
				c += onto_size[c])
				g->child[onto->to[onto->loc[c]]] = 0;
		}
	}
	if (!number_onto(g))
		return false;
	if (!budget_take(
		    budget, mul_size(out->n, sizeof(node_id) + sizeof(loc_id))))
		return false;
	out->parent = xmalloc(mul_size(out->n, sizeof(*out->parent)));
	out->loc = xmalloc(mul_size(out->n, sizeof(*out->loc)));
	pieces_do(2, put_side, g);
	return g->ok[ONTO] && g->ok[FROM];
}

bool
graft_tries(const struct graft_side side[2], uint32_t nlocs,
	struct budget *budget, const struct progress *progress,
	struct stacks_trie *out)
{
	struct graft g = { .side = side, .progress = progress, .out = out };
	uint64_t nodes = (uint64_t)side[ONTO].n + side[FROM].n;
	size_t scratch =
		mul_size(add_size((size_t)nodes, nlocs), sizeof(*g.size[ONTO]));
	bool ok;

	*out = (struct stacks_trie){ .n = 0 };
	if (nodes >= NONE || !budget_take(budget, scratch))
		return false;
	for (unsigned k = 0; k < 2; k++)
		g.size[k] = xmalloc(mul_size(side[k].n, sizeof(*g.size[k])));
	g.child = xcalloc((size_t)nlocs + 1, sizeof(*g.child));
	ok = run_graft(&g, budget);
	for (unsigned k = 0; k < 2; k++)
		free(g.size[k]);
	free(g.child);
	vec_free(&g.both);
	vec_free(&g.shoots);
	budget_give(budget, scratch);
	if (!ok)
		stacks_trie_free(out);
	return ok;
}
