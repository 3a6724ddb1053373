/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stacks that weigh most: see hottest.h. */
#include "config.h"

#include "engine/hottest.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"

#include "base/banned.h"

enum {
	AT_ONCE = 50000, /* nodes that are walked while somebody waits */
	KEPT = 10000
};

struct stack_sum {
	node_id node;
	bool varies;
	int64_t most;   /* of one end: that of node */
	int64_t weight; /* of all */
	struct lane_sum sum;
	double variance;
};

struct stack_sums {
	struct map64 at; /* by path */
	VEC(struct stack_sum) sum;
	VEC(uint64_t) path; /* from the root to where one is, hashed */
	size_t walked;
};

struct hottest {
	const struct view *view; /* a reference */
	VEC(struct hot_stack) stack;
};

static void
stack_sums_fini(struct stack_sums *s)
{
	map64_free(&s->at);
	vec_free(&s->sum);
	vec_free(&s->path);
}

/* The heavier first, of equal ones that which stands first in the tree. */
static bool
stack_is_before(int64_t a, node_id a_at, int64_t b, node_id b_at)
{
	if (i64_abs(a) != i64_abs(b))
		return i64_abs(a) > i64_abs(b);
	return a_at < b_at;
}

/* A path is told by its hash; a frame that calls itself is one step. */
static void
path_down(struct stack_sums *s, const struct tree *t, node_id node)
{
	uint64_t above = s->path.p[s->path.n - 1];

	vec_push(&s->path,
		t->frame[node] == t->frame[t->parent[node]]
			? above
			: hash_join(above, t->frame[node]));
}

/* The path of a node, from the root. */
static void
path_to(struct stack_sums *s, const struct tree *t, node_id node)
{
	VEC(node_id) up = { NULL, 0, 0 };

	s->path.n = 0;
	vec_push(&s->path, 0);
	for (; node != 0; node = t->parent[node])
		vec_push(&up, node);
	for (size_t i = up.n; i > 0; i--)
		path_down(s, t, up.p[i - 1]);
	vec_free(&up);
}

static void
see_end(struct stack_sums *s, const struct tree *t, node_id node)
{
	int64_t weight = lanes_value(&t->self, node);
	uint32_t *at = map64_at(&s->at, s->path.p[s->path.n - 1]);
	struct stack_sum *sum;

	if (*at == NONE) {
		*at = (uint32_t)s->sum.n;
		vec_push(&s->sum,
			((struct stack_sum){ .node = node, .most = weight }));
		sum = &s->sum.p[*at];
	} else {
		sum = &s->sum.p[*at];
		sum->varies = true;
	}
	if (stack_is_before(weight, node, sum->most, sum->node)) {
		sum->node = node;
		sum->most = weight;
	}
	lane_sum_add(&sum->sum, &t->self, node);
	if (t->noise_self != NULL)
		sum->variance += t->noise_self[node];
}

/* All stacks through a place. False: stopped; or more than `most` nodes have
   been walked. */
static bool
see_stacks(struct stack_sums *s, const struct tree *t, node_id place,
	size_t most, const struct progress *progress)
{
	node_id i = place, next;

	path_to(s, t, place);
	for (;;) {
		if (s->walked++ == most ||
			progress_stops_at(progress, s->walked))
			return false;
		if (i != 0 && (t->live[i] & LIVE_ENDS) != 0)
			see_end(s, t, i);
		next = t->first[i];
		for (; next == 0 && i != place; i = t->parent[i]) {
			next = t->next[i];
			s->path.n--;
		}
		if (next == 0)
			return true;
		i = next;
		path_down(s, t, i);
	}
}

static int
by_stack_weight(const void *a, const void *b)
{
	const struct stack_sum *x = a, *y = b;

	return stack_is_before(x->weight, x->node, y->weight, y->node) ? -1 : 1;
}

/* Weighed, the first `most` of them in order; negative ones may be dropped, as
   in the graph. False: stopped. */
static bool
order_sums(struct stack_sums *s, bool drop_negative, size_t most,
	const struct progress *progress)
{
	struct stack_sum *sum = s->sum.p;
	bool sorted = false; /* the first `most` */
	size_t n = 0;

	for (size_t i = 0; i < s->sum.n; i++) {
		struct stack_sum fresh = sum[i];

		if (progress_stops_at(progress, i))
			return false;
		fresh.weight = weight_div(fresh.sum.value, fresh.sum.div);
		if ((drop_negative && fresh.weight < 0) ||
			(sorted && by_stack_weight(&fresh, &sum[most - 1]) > 0))
			continue;
		sum[n++] = fresh;
		if (n == most * 2) {
			qsort(sum, n, sizeof(*sum), by_stack_weight);
			n = most;
			sorted = true;
		}
	}
	if (n > 0)
		qsort(sum, n, sizeof(*sum), by_stack_weight);
	s->sum.n = n < most ? n : most;
	return true;
}

static struct hot_stack
hot_stack_of(const struct stack_sum *s)
{
	return (struct hot_stack){ s->node, s->varies, s->weight,
		sides_of(&s->sum), s->variance };
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
	if (see_stacks(&s, &v->full, 0, SIZE_MAX, progress) &&
		order_sums(&s, q->drop_negative, KEPT, progress)) {
		h = xcalloc(1, sizeof(*h));
		h->view = view_ref(v);
		for (size_t i = 0; i < s.sum.n; i++)
			vec_push(&h->stack, hot_stack_of(&s.sum.p[i]));
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
	view_unref(h->view);
	vec_free(&h->stack);
	free(h);
}

/* Of those in order, the first that go through the frame. */
static size_t
choose(const struct hottest *h, frame_id frame, struct hot_stack *to)
{
	const struct tree *t = &h->view->full;
	size_t found = 0;

	for (size_t k = 0; k < h->stack.n && found < HOTTEST_MAX; k++) {
		node_id i = h->stack.p[k].node;

		while (i != 0 && t->frame[i] != frame)
			i = t->parent[i];
		if (i != 0 || frame == NONE)
			to[found++] = h->stack.p[k];
	}
	return found;
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
	for (size_t i = 0; done && i < n; i++)
		done = see_stacks(&s, &v->full, place[i], AT_ONCE, NULL);
	if (done) {
		(void)order_sums(&s, v->query.drop_negative, HOTTEST_MAX, NULL);
		for (; *found < s.sum.n; ++*found)
			to[*found] = hot_stack_of(&s.sum.p[*found]);
	} else if (all != NULL) {
		done = true;
		*found = choose(all,
			place[0] == 0 ? NONE : v->full.frame[place[0]], to);
	}
	stack_sums_fini(&s);
	return done;
}
