/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value columns of a tree: see lanes.h. */
#include "config.h"

#include "engine/lanes.h"

#include "base/banned.h"

size_t
lanes_bytes(const struct tree *like, size_t cap)
{
	struct lanes l = lanes_of(like);
	size_t bytes = mul_size(2 * l.n, block_size(cap, sizeof(int64_t)));

	if (l.noise_self != NULL)
		bytes = add_size(
			bytes, mul_size(2, block_size(cap, sizeof(double))));
	return bytes;
}

static void
take(struct block *block, size_t cap, const int64_t *like, int64_t **self,
	int64_t **total)
{
	if (like == NULL)
		return;
	*self = block_take(block, cap, sizeof(int64_t));
	*total = block_take(block, cap, sizeof(int64_t));
}

void
lanes_take(struct tree *t, const struct tree *like, struct block *block,
	size_t cap)
{
	take(block, cap, like->self, &t->self, &t->total);
	take(block, cap, like->div_self, &t->div_self, &t->div_total);
	take(block, cap, like->base_self, &t->base_self, &t->base_total);
	take(block, cap, like->base_div_self, &t->base_div_self,
		&t->base_div_total);
	if (like->noise_self != NULL) {
		t->noise_self = block_take(block, cap, sizeof(double));
		t->noise_total = block_take(block, cap, sizeof(double));
	}
}
