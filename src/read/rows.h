/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples on their way into a builder. Those with times go in one by one;
 * of those without, equal ones are summed, in the order in which they first
 * came.
 */
#ifndef FT_READ_ROWS_H
#define FT_READ_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/vec.h"
#include "profile/builder.h"

struct rows {
	struct builder *builder; /* borrowed */
	bool times;
	size_t ntypes;
	struct map64 at; /* (leaf, labels) -> row */
	VEC(node_id) leaf;
	VEC(lset_id) labels;
	VEC(int64_t) value; /* [row * ntypes + type] */
	size_t n;           /* rows, or samples with times */
	size_t clipped;     /* sums beyond 64 bits */
};

/* After the builder's types, before its first sample. */
void rows_init(struct rows *r, struct builder *b, size_t ntypes, bool times);
void rows_fini(struct rows *r);
/* value[0 .. ntypes - 1]; the time in ns since any moment, where there are
   times. A NONE for leaf or labels is passed over: the builder has failed. */
void rows_add(struct rows *r, node_id leaf, lset_id labels,
	const int64_t *value, int64_t time);
/* What is still here goes into the builder, unless the caller puts it there,
   from leaf[0 .. n - 1] and value. -1 and err if that failed, now
   or before, and if there was no sample at all. */
int rows_end(struct rows *r, struct err *err);

#endif
