/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What profiles to be merged have in common: which value columns, in which
 * order and units. Only merge.c includes it.
 */
#ifndef FT_PROFILE_COMMON_H
#define FT_PROFILE_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "profile/merge.h"
#include "profile/profile.h"

/* One part while it is merged. */
struct common_input {
	const struct merge_part *part;
	const struct profile *p;
	uint32_t *column; /* [ntypes] its columns, in the common order */
	double *ratio;    /* [ntypes] into the common units */
	int64_t period;   /* in the common unit */
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

/* -1 and err: the parts do not go together. Always followed by
   common_fini(). */
int common_init(struct common *m, const struct merge_part *part, size_t n,
	struct warnings *warnings, struct err *err);
void common_fini(struct common *m);
/* Does a part lose columns, or their order? */
bool common_is_modified(const struct common *m, const struct common_input *in);
struct common_type common_type(const struct profile *p, uint32_t column);

#endif
