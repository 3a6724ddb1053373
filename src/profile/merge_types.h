/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What parts that are to be merged have in common: the types that each has
 * once, in the order of the first part, and of their units the finest.
 *
 *     a   samples/count cpu/ms           common  cpu/us
 *     b   cpu/us                         column  a 1, b 0
 *                                        ratio   a 1000, b 1
 */
#ifndef FT_PROFILE_MERGE_TYPES_H
#define FT_PROFILE_MERGE_TYPES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/warnings.h"
#include "profile/merge.h"

/* One part while it is merged. */
struct common_input {
	const struct merge_part *part;
	const struct profile *p;
	uint32_t *column; /* [ntypes] its columns, in the common order */
	double *ratio;    /* [ntypes] into the common units */
	/* [types.n][sample.n] times the ratio of its sums; NULL: there is
	   none */
	int64_t **scaled;
	int64_t period; /* in the common unit */
	struct str default_type;
};

struct common {
	struct warnings *warnings; /* see merge_options */
	struct err *err;
	struct arena arena; /* of all this */
	size_t n;
	struct common_input *input; /* [n] */
	size_t ntypes;
	bool raw;         /* values are scaled: keep what they were */
	struct str *unit; /* [ntypes] the common units */
	struct str period_unit;
};

struct common_type {
	struct str name, unit;
};

struct common_type common_type_of(const struct profile *p, uint32_t column);
struct common_type common_period_type(const struct profile *p);
bool common_same_types(const struct profile *a, const struct profile *b);

/* -1 and err: the parts do not go together. The arena is to be freed in any
   case. */
int common_init(struct common *m, const struct merge_part *part, size_t n,
	struct warnings *warnings, struct err *err);
/* Does a part lose columns, or their order? */
bool common_is_modified(const struct common *m, const struct common_input *in);
/* A part that loses columns may lose its default. */
void common_choose_default(const struct common *m, struct common_input *in);
/* Are its values no longer what was sampled? Turning them round is no
   change. */
bool common_is_scaled(const struct merge_part *part);

#endif
