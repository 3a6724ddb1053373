/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The value columns of a tree as one list, for code that does the same to
 * each: the values, what `mean` divides them by, and those of a base, as far
 * as the tree has them. Trees with the same columns have the same lanes.
 */
#ifndef FT_ENGINE_LANES_H
#define FT_ENGINE_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/num.h"
#include "engine/stage.h"
#include "engine/tree.h"

enum { LANES_MAX = 4 };

struct lanes {
	unsigned n;
	int64_t *self[LANES_MAX], *total[LANES_MAX];
	double *noise_self, *noise_total; /* or NULL */
};

/* What ends at a node, or passes. */
struct lane_weight {
	int64_t value[LANES_MAX];
	double noise;
};

static inline void
lanes_push(struct lanes *l, int64_t *self, int64_t *total)
{
	if (self == NULL)
		return;
	l->self[l->n] = self;
	l->total[l->n++] = total;
}

static inline struct lanes
lanes_of(const struct tree *t)
{
	struct lanes l = { .noise_self = t->noise_self,
		.noise_total = t->noise_total };

	lanes_push(&l, t->self, t->total);
	lanes_push(&l, t->div_self, t->div_total);
	lanes_push(&l, t->base_self, t->base_total);
	lanes_push(&l, t->base_div_self, t->base_div_total);
	return l;
}

static inline struct lane_weight
lanes_self(const struct lanes *l, node_id i)
{
	struct lane_weight w = { .noise = 0 };

	for (unsigned k = 0; k < l->n; k++)
		w.value[k] = l->self[k][i];
	if (l->noise_self != NULL)
		w.noise = l->noise_self[i];
	return w;
}

static inline struct lane_weight
lanes_total(const struct lanes *l, node_id i)
{
	struct lane_weight w = { .noise = 0 };

	for (unsigned k = 0; k < l->n; k++)
		w.value[k] = l->total[k][i];
	if (l->noise_total != NULL)
		w.noise = l->noise_total[i];
	return w;
}

static inline void
lanes_add_self(const struct lanes *l, node_id to, const struct lane_weight *w)
{
	for (unsigned k = 0; k < l->n; k++)
		l->self[k][to] = i64_wrap_add(l->self[k][to], w->value[k]);
	if (l->noise_self != NULL)
		l->noise_self[to] += w->noise;
}

static inline void
lanes_add_total(const struct lanes *l, node_id to, const struct lane_weight *w)
{
	for (unsigned k = 0; k < l->n; k++)
		l->total[k][to] = i64_wrap_add(l->total[k][to], w->value[k]);
	if (l->noise_total != NULL)
		l->noise_total[to] += w->noise;
}

static inline void
lanes_zero(const struct lanes *l, node_id i)
{
	for (unsigned k = 0; k < l->n; k++)
		l->self[k][i] = l->total[k][i] = 0;
	if (l->noise_self != NULL)
		l->noise_self[i] = l->noise_total[i] = 0;
}

/* Bytes of the same columns as `like` has, for cap nodes. */
size_t lanes_bytes(const struct tree *like, size_t cap);
/* Take them out of the block, not zeroed. */
void lanes_take(struct tree *t, const struct tree *like, struct block *block,
	size_t cap);

#endif
