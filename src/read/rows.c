/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collecting samples: see rows.h. */
#include "config.h"

#include "read/rows.h"

#include "base/num.h"
#include "read/read.h"

#include "base/banned.h"

void
rows_init(struct rows *r, struct builder *b, size_t ntypes, bool times)
{
	*r = (struct rows){
		.builder = b, .times = times, .ntypes = ntypes, .at = MAP64_INIT
	};
	if (times)
		builder_times(b);
}

void
rows_fini(struct rows *r)
{
	map64_free(&r->at);
	vec_free(&r->leaf);
	vec_free(&r->labels);
	vec_free(&r->value);
}

void
rows_add(struct rows *r, node_id leaf, lset_id labels, const int64_t *value,
	int64_t time)
{
	bool clipped = false;
	uint32_t *row;

	if (leaf == NONE || labels == NONE || builder_err(r->builder) != NULL)
		return;
	if (r->times) {
		if (builder_sample(r->builder, leaf, labels, value) == 0)
			builder_time(r->builder, time);
		r->n++;
		return;
	}
	row = map64_at(&r->at, (uint64_t)labels << 32 | leaf);
	if (*row == NONE) {
		*row = (uint32_t)r->n++;
		vec_push(&r->leaf, leaf);
		vec_push(&r->labels, labels);
		for (size_t t = 0; t < r->ntypes; t++)
			vec_push(&r->value, 0);
	}
	for (size_t t = 0; t < r->ntypes; t++) {
		int64_t *sum = &r->value.p[*row * r->ntypes + t];

		*sum = i64_add(*sum, value[t], &clipped);
	}
	r->clipped += clipped;
}

int
rows_end(struct rows *r, struct err *err)
{
	for (size_t i = 0; i < r->leaf.n && builder_err(r->builder) == NULL;
		i++)
		(void)builder_sample(r->builder, r->leaf.p[i], r->labels.p[i],
			&r->value.p[i * r->ntypes]);
	if (read_check(r->builder, err) != 0)
		return -1;
	if (r->n == 0)
		return err_set(err, ERR_FORMAT, "it has no samples");
	return 0;
}
