/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in the graph: the spot_ functions of plan.h. */
#include "config.h"

#include <assert.h>

#include "base/num.h"
#include "engine/evidence.h"
#include "present/plan.h"

#include "base/banned.h"

bool
spot_equal(struct spot a, struct spot b)
{
	return a.side == b.side && a.node == b.node && a.count == b.count &&
		(a.count == 0 || a.rank == b.rank);
}

struct spot
spot_root(const struct plan *p)
{
	return spot_of(SIDE_MAIN, plan_root(p, SIDE_MAIN));
}

/* The pivot is drawn once, by the main side. */
static struct spot
normal(const struct plan *p, struct spot s)
{
	if (s.side == SIDE_CALLERS && s.count == 0 &&
		s.node == plan_root(p, SIDE_CALLERS))
		return spot_root(p);
	return s;
}

int
spot_level(const struct plan *p, struct spot s)
{
	const struct tree *t = plan_tree(p, s.side);
	int level;

	if (s.node == NONE)
		return 0;
	level = (int)(t->depth[s.node] - t->depth[plan_root(p, s.side)]) +
		(s.count > 0);
	return s.side == SIDE_CALLERS ? -level : level;
}

uint64_t
spot_width(struct plan *p, struct spot s)
{
	struct kids kids;
	uint32_t last;

	if (s.node == NONE)
		return 0;
	if (s.count == 0)
		return plan_width(p, s.side, s.node);
	kids = plan_kids(p, s.side, s.node);
	if (s.rank >= kids.n)
		return 0;
	last = s.count > kids.n - s.rank ? kids.n - 1 : s.rank + s.count - 1;
	return kids.kid[last].at + kids.kid[last].width - kids.kid[s.rank].at;
}

int64_t
spot_value(struct plan *p, struct spot s)
{
	const struct tree *t = plan_tree(p, s.side);
	struct kids kids;
	int64_t sum = 0, div = 0;

	if (s.node == NONE)
		return 0;
	if (s.count == 0)
		return weight_value(t->total[s.node], t->div_total, s.node);
	kids = plan_kids(p, s.side, s.node);
	for (uint32_t i = s.rank; i < kids.n && i - s.rank < s.count; i++) {
		node_id k = kids.kid[i].node;

		sum = i64_wrap_add(sum, t->total[k]);
		if (t->div_total != NULL)
			div = i64_wrap_add(div, t->div_total[k]);
	}
	return div != 0 ? sum / div : sum;
}

int64_t
spot_self(const struct plan *p, struct spot s)
{
	const struct tree *t = plan_tree(p, s.side);

	if (s.node == NONE || s.count > 0)
		return 0;
	return weight_value(t->self[s.node], t->div_self, s.node);
}

/* Sums over a side's columns, divided at the end. */
struct side_sum {
	int64_t value, div;
};

static int64_t
side_value(const struct side_sum *s)
{
	return weight_div(s->value, s->div);
}

static void
add_node(struct side_sum *base, struct side_sum *both, const struct tree *t,
	node_id k)
{
	both->value = i64_wrap_add(both->value, t->total[k]);
	base->value = i64_wrap_add(base->value, t->base_total[k]);
	if (t->div_total == NULL)
		return;
	both->div = i64_wrap_add(both->div, t->div_total[k]);
	base->div = i64_wrap_add(base->div, t->base_div_total[k]);
}

struct sides
spot_sides(struct plan *p, struct spot s)
{
	const struct tree *t = plan_tree(p, s.side);
	struct side_sum base = { 0 }, new = { 0 };
	struct kids kids;

	if (s.node == NONE || t->base_total == NULL)
		return (struct sides){ .new = spot_value(p, s) };
	if (s.count == 0)
		return sides_node(t, s.node, false);
	kids = plan_kids(p, s.side, s.node);
	for (uint32_t i = s.rank; i < kids.n && i - s.rank < s.count; i++)
		add_node(&base, &new, t, kids.kid[i].node);
	new.value = i64_wrap_add(new.value, base.value);
	new.div = i64_wrap_add(new.div, base.div);
	return (struct sides){ side_value(&base), side_value(&new) };
}

bool
spot_may_be_chance(const struct plan *p, struct spot s)
{
	const struct view *v = plan_view(p);
	const struct tree *t = plan_tree(p, s.side);
	const struct evidence *e = v->evidence;

	if (!v->is_diff || e == NULL || !e->known || s.node == NONE ||
		s.count != 0 || sides_delta(sides_node(t, s.node, false)) == 0)
		return false;
	return s.node == 0 ? !e->kept.real
			   : !evidence_node(v, t, s.node, false).real;
}

struct sides
spot_self_sides(const struct plan *p, struct spot s)
{
	const struct tree *t = plan_tree(p, s.side);

	if (s.node == NONE || s.count > 0)
		return (struct sides){ 0, 0 };
	if (t->base_self == NULL)
		return (struct sides){ .new = spot_self(p, s) };
	return sides_node(t, s.node, true);
}

frame_id
spot_frame(const struct plan *p, struct spot s)
{
	if (s.node == NONE || s.count > 0)
		return NONE;
	return plan_tree(p, s.side)->frame[s.node];
}

struct spot
spot_parent(const struct plan *p, struct spot s)
{
	const struct tree *t = plan_tree(p, s.side);

	if (s.node == NONE)
		return s;
	if (s.count > 0)
		return normal(p, spot_of(s.side, s.node));
	if (s.node == plan_root(p, s.side))
		return normal(p, s);
	return normal(p, spot_of(s.side, t->parent[s.node]));
}

/* The node at or above `node` whose parent is `above`; NONE when `above` is
   not above it. */
static node_id
step_below(const struct tree *t, node_id above, node_id node)
{
	while (t->depth[node] > t->depth[above] + 1)
		node = t->parent[node];
	return t->depth[node] == t->depth[above] + 1 && t->parent[node] == above
		? node
		: NONE;
}

bool
spot_contains(struct plan *p, struct spot a, struct spot b)
{
	const struct tree *t = plan_tree(p, b.side);
	node_id child;
	uint32_t first, last;

	if (a.node == NONE || b.node == NONE)
		return false;
	if (spot_equal(normal(p, a), spot_root(p)) || spot_equal(a, b))
		return true;
	if (a.side != b.side)
		return false;
	if (a.count == 0)
		return a.node == b.node ||
			step_below(t, a.node, b.node) != NONE;
	if (b.node == a.node) {
		if (b.count == 0)
			return false;
		first = b.rank;
		last = b.rank + b.count - 1;
	} else {
		child = step_below(t, a.node, b.node);
		if (child == NONE)
			return false;
		first = last = plan_rank(p, a.side, child);
	}
	return first >= a.rank && last - a.rank < a.count;
}

struct spot
spot_first(struct plan *p, struct spot s)
{
	struct kids kids;

	if (s.count == 0)
		return s;
	kids = plan_kids(p, s.side, s.node);
	assert(s.rank < kids.n);
	return spot_of(s.side, kids.kid[s.rank].node);
}

uint64_t
spot_offset(struct plan *p, struct spot above, struct spot s)
{
	const struct tree *t = plan_tree(p, s.side);
	uint64_t at = 0, base = 0;
	struct kids kids;

	if (s.count > 0) {
		kids = plan_kids(p, s.side, s.node);
		at = s.rank < kids.n ? kids.kid[s.rank].at : 0;
	}
	if (above.count > 0) {
		kids = plan_kids(p, s.side, above.node);
		base = above.rank < kids.n ? kids.kid[above.rank].at : 0;
	}
	for (node_id n = s.node; n != above.node && n != plan_root(p, s.side);
		n = t->parent[n]) {
		kids = plan_kids(p, s.side, t->parent[n]);
		at += kids.kid[plan_rank(p, s.side, n)].at;
	}
	return at - base;
}
