/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaling values by a ratio. */
#include "prelude.h"

#include "profile/scale.h"

#include <float.h>
#include <math.h>

#include "base/num.h"
#include "base/xalloc.h"

/* The absolute value of a ratio: up / 2^bits, where `up` has 53 bits. */
struct fraction {
	int64_t up;
	int bits;
};

int64_t **
scale_values(const struct profile *p, const double *ratio, struct arena *arena)
{
	int64_t **out = ARENA_ARRAY(arena, int64_t *, p->types.n);
	size_t *order;
	size_t *first, leaf_before = 0;
	node_id most = 0;

	/* Order the samples by leaf; samples of a leaf keep their order. */
	order = xcalloc(p->sample.n + 1, sizeof(*order));
	for (size_t i = 0; i < p->sample.n; i++)
		if (p->sample.leaf[i] > most)
			most = p->sample.leaf[i];
	first = xcalloc((size_t)most + 1, sizeof(*first));
	for (size_t i = 0; i < p->sample.n; i++)
		first[p->sample.leaf[i]]++;
	for (size_t leaf = 0; leaf <= most; leaf++) {
		size_t n = first[leaf];

		first[leaf] = leaf_before;
		leaf_before += n;
	}
	for (size_t i = 0; i < p->sample.n; i++)
		order[first[p->sample.leaf[i]]++] = i;
	free(first);

	for (uint32_t t = 0; t < p->types.n; t++) {
		struct fraction f;
		int64_t sum = 0, before = 0;
		int exponent;
		double fraction_ratio = fabs(ratio[t]);

		f.up = (int64_t)ldexp(
			frexp(fraction_ratio, &exponent), DBL_MANT_DIG);
		f.bits = DBL_MANT_DIG - exponent;

		out[t] = ARENA_ARRAY(arena, int64_t, p->sample.n);
		for (size_t k = 0; k < p->sample.n; k++) {
			size_t i = order[k];
			int64_t now;
			bool clamped = false;
			uint64_t fraction_sum;
			i128 product;

			sum = i64_add(sum, p->sample.value[t][i], &clamped);
			/* Compute |sum| * f, rounded to nearest and limited to
			   63 bits. The product has 117 bits at most. */
			fraction_sum = u64_abs(sum);
			product = wide_mul(fraction_sum, (uint64_t)f.up);
			if (f.bits <= 0) {
				now = product == 0 ? 0 : INT64_MAX;
			} else if (f.bits > 120) {
				now = 0;
			} else {
				product =
					(product + ((i128)1 << (f.bits - 1))) >>
					f.bits;
				now = product > INT64_MAX ? INT64_MAX
							  : (int64_t)product;
			}
			if ((sum < 0) != (ratio[t] < 0))
				now = -now;
			out[t][i] = i64_wrap_sub(now, before);
			before = now;
		}
	}
	free(order);
	return out;
}
