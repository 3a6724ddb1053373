/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaviest stacks (hottest.h). */
#include "prelude.h"

#include "analysis/hottest.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/sides.h"

enum {
	AT_ONCE = 15000, /* maximum nodes walked while the user waits */
	KEPT = 4000
};

/* A stack from the root to a node. */
struct stack_end {
	uint64_t path; /* hash of the frames from the root */
	node_id node;
	bool folded; /* true if direct recursion is left out */
};

/* The sum of equal stacks. */
struct stack_sum {
	node_id node;
	bool varies;
	int64_t most; /* weight of `node`, the heaviest end */
	struct row_sum sum;
	double variance;
};

struct stack_rank {
	int64_t weight;
	node_id node;
	uint32_t folded; /* index into folded, or NONE */
};

struct stack_sums {
	VEC(struct stack_end) way; /* pending nodes of the walk */
	VEC(struct stack_end) end; /* ends found by the walk */
	uint64_t *packed;          /* [tree.n] if there is no walk: each node's
				      path, with `folded` in bit 0 */
	size_t walked;

	/* Only folded stacks can equal other stacks. */
	struct map64 at; /* path -> index into folded */
	VEC(struct stack_sum) folded;

	VEC(struct stack_rank) best; /* fewer than twice the wanted number */
	bool sorted;                 /* true if the best come first in best[],
					in order */
};

struct hottest {
	VEC(struct hot_stack) stack;
};

static void
stack_sums_fini(struct stack_sums *s)
{
	vec_free(&s->way);
	vec_free(&s->end);
	free(s->packed);
	map64_free(&s->at);
	vec_free(&s->folded);
	vec_free(&s->best);
}

/* True if stack a comes first: by |weight|, then by node id. */
static bool
stack_is_before(int64_t a, node_id a_at, int64_t b, node_id b_at)
{
	if (i64_abs(a) != i64_abs(b))
		return i64_abs(a) > i64_abs(b);
	return a_at < b_at;
}

/* Return the stack one node down; a frame that calls itself adds no step. Bit 0
   of a path is kept free. */
static struct stack_end
step_down(struct stack_end above, const struct tree *t, node_id node)
{
	if (t->frame[node] == t->frame[above.node])
		return (struct stack_end){ above.path, node, true };
	return (struct stack_end){ hash_join(above.path, t->frame[node]) &
			~(uint64_t)1,
		node, above.folded };
}

/* Compute the path of every node: parents come before children. */
static bool
all_ends(struct stack_sums *s, const struct tree *t,
	const struct progress *progress)
{
	s->packed = xcalloc(t->n, sizeof(*s->packed));
	for (node_id i = 1; i < t->n; i++) {
		node_id node = t->parent[i];
		struct stack_end at = step_down(
			(struct stack_end){ s->packed[node] & ~(uint64_t)1,
				node, (s->packed[node] & 1) != 0 },
			t, i);

		s->packed[i] = at.path | at.folded;
		if (progress_stops_at(progress, i))
			return false;
	}
	return true;
}

/* Get the first end at or after *i, and move *i past it. False if there is
   none. */
static bool
next_end(const struct stack_sums *s, const struct tree *t, size_t *i,
	struct stack_end *e)
{
	if (s->packed == NULL) {
		if (*i < s->end.n)
			*e = s->end.p[*i];
		return (*i)++ < s->end.n;
	}
	*i = tree_end_from(t, *i > 0 ? (node_id)*i : 1);
	if (*i < t->n) {
		node_id node = (node_id)*i;

		*e = (struct stack_end){ s->packed[node] & ~(uint64_t)1, node,
			(s->packed[node] & 1) != 0 };
	}
	return (*i)++ < t->n;
}

static struct stack_sum
stack_sum_of(const struct tree *t, node_id node)
{
	return (struct stack_sum){ .node = node,
		.most = columns_value(&t->self, tree_self_row(t, node)),
		.sum = columns_at(&t->self, tree_self_row(t, node)),
		.variance = t->noise_self != NULL
			? t->noise_self[tree_self_row(t, node)]
			: 0 };
}

static void
stack_sum_add(struct stack_sum *sum, const struct tree *t, node_id node)
{
	int64_t weight = columns_value(&t->self, tree_self_row(t, node));

	sum->varies = true;
	if (stack_is_before(weight, node, sum->most, sum->node)) {
		sum->node = node;
		sum->most = weight;
	}
	row_sum_add(&sum->sum, &t->self, tree_self_row(t, node));
	if (t->noise_self != NULL)
		sum->variance += t->noise_self[tree_self_row(t, node)];
}

static int
by_stack_weight(const void *a, const void *b)
{
	const struct stack_rank *x = a, *y = b;

	if (x->node == y->node)
		return 0;
	return stack_is_before(x->weight, x->node, y->weight, y->node) ? -1 : 1;
}

/* Add a rank if it is among the first `most` so far. */
static void
stack_offer(struct stack_sums *s, struct stack_rank rank, bool drop_negative,
	size_t most)
{
	if ((drop_negative && rank.weight < 0) ||
		(s->sorted && by_stack_weight(&rank, &s->best.p[most - 1]) > 0))
		return;
	vec_push(&s->best, rank);
	if (s->best.n < most * 2)
		return;
	qsort(s->best.p, s->best.n, sizeof(rank), by_stack_weight);
	s->best.n = most;
	s->sorted = true;
}

/* Put the best `most` ends into s->best, in order; negative ones are dropped if
   drop_negative is set, as in the graph. False: stopped. */
static bool
order_ends(struct stack_sums *s, const struct tree *t, bool drop_negative,
	size_t most, const struct progress *progress)
{
	struct stack_end e;
	struct stack_end end;

	/* Collect the folded stacks, and merge equal ones. */
	for (size_t i = 0; next_end(s, t, &i, &end);) {
		uint32_t *at = end.folded ? map64_at(&s->at, end.path) : NULL;

		if (at == NULL)
			continue;
		if (*at != NONE) {
			stack_sum_add(&s->folded.p[*at], t, end.node);
		} else {
			*at = (uint32_t)s->folded.n;
			vec_push(&s->folded, stack_sum_of(t, end.node));
		}
	}
	for (size_t i = 0; next_end(s, t, &i, &e);) {
		uint32_t at;

		if (progress_stops_at(progress, i))
			return false;
		if (e.folded)
			continue;
		at = s->folded.n > 0 ? map64_get(&s->at, e.path) : NONE;
		if (at != NONE)
			stack_sum_add(&s->folded.p[at], t, e.node);
		else
			stack_offer(s,
				(struct stack_rank){
					columns_value(&t->self,
						tree_self_row(t, e.node)),
					e.node, NONE },
				drop_negative, most);
	}
	for (uint32_t i = 0; i < s->folded.n; i++) {
		const struct stack_sum *sum = &s->folded.p[i];

		stack_offer(s,
			(struct stack_rank){
				row_sum_value(&sum->sum), sum->node, i },
			drop_negative, most);
	}
	if (s->best.n > 0)
		qsort(s->best.p, s->best.n, sizeof(*s->best.p),
			by_stack_weight);
	s->best.n = s->best.n < most ? s->best.n : most;
	return true;
}

static struct hot_stack
hot_stack_of(const struct stack_sums *s, const struct tree *t, size_t i)
{
	struct stack_rank rank = s->best.p[i];
	struct stack_sum sum = rank.folded == NONE ? stack_sum_of(t, rank.node)
						   : s->folded.p[rank.folded];

	return (struct hot_stack){ rank.node, sum.varies, rank.weight,
		sides_of(&sum.sum), sum.variance };
}

struct hottest *
hottest_new(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	const struct view *v = view_compute(e, q, progress, err);
	struct stack_sums s = { .walked = 0 };
	struct hottest *h = NULL;

	if (v == NULL)
		return NULL;
	if (all_ends(&s, &v->full, progress) &&
		order_ends(&s, &v->full, q->drop_negative, KEPT, progress)) {
		h = xcalloc(1, sizeof(*h));
		for (size_t i = 0; i < s.best.n; i++)
			vec_push(&h->stack, hot_stack_of(&s, &v->full, i));
	}
	stack_sums_fini(&s);
	view_unref(v);
	return h;
}

void
hottest_free(struct hottest *h)
{
	if (h == NULL)
		return;
	vec_free(&h->stack);
	free(h);
}

bool
hottest_through(const struct view *v, const node_id *place, size_t n,
	const struct hottest *all, struct hot_stack *to, size_t *found)
{
	struct stack_sums s = { .walked = 0 };
	bool done = true;

	*found = 0;
	if (n == 0)
		return true;
	for (size_t i = 0; done && i < n; i++) {
		struct stack_sums *sums = &s;
		node_id ends_place = place[i];
		node_id node = ends_place;
		struct stack_end stack_at = { 0 };
		VEC(node_id) up = { NULL, 0, 0 };

		/* Compute the stack of the place. */
		for (; node != 0; node = v->full.parent[node])
			vec_push(&up, node);
		for (size_t j = up.n; j > 0; j--)
			stack_at = step_down(stack_at, &v->full, up.p[j - 1]);
		vec_free(&up);
		vec_push(&sums->way, stack_at);
		done = true;
		while (sums->way.n > 0) {
			struct stack_end at = sums->way.p[--sums->way.n];

			if (sums->walked++ == AT_ONCE ||
				progress_stops_at(NULL, sums->walked)) {
				done = false;
				break;
			}
			if (at.node != 0 &&
				(tree_live(&v->full, at.node) & LIVE_ENDS) != 0)
				vec_push(&sums->end, at);
			for (node_id c = v->full.first[at.node]; c != 0;
				c = v->full.next[c])
				if (tree_live(&v->full, c) != 0)
					vec_push(&sums->way,
						step_down(at, &v->full, c));
		}
	}
	if (done) {
		(void)order_ends(&s, &v->full, v->query.drop_negative,
			HOTTEST_MAX, NULL);
		for (; *found < s.best.n; ++*found)
			to[*found] = hot_stack_of(&s, &v->full, *found);
	} else if (all != NULL) {
		frame_id frame;
		size_t choose_found = 0;

		done = true;
		/* Take the heaviest of all stacks that contain the frame. */
		frame = place[0] == 0 ? NONE : v->full.frame[place[0]];
		for (size_t k = 0;
			k < all->stack.n && choose_found < HOTTEST_MAX; k++) {
			node_id i = all->stack.p[k].node;

			while (i != 0 && v->full.frame[i] != frame)
				i = v->full.parent[i];
			if (i != 0 || frame == NONE)
				to[choose_found++] = all->stack.p[k];
		}
		*found = choose_found;
	}
	stack_sums_fini(&s);
	return done;
}
