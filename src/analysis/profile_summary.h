/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Facts about a whole profile, collected once after loading, before any filter.
 */
#ifndef FT_ANALYSIS_PROFILE_SUMMARY_H
#define FT_ANALYSIS_PROFILE_SUMMARY_H

#include "profile/profile.h"

struct facts {
	uint32_t columns;
	int64_t *sum;       /* [columns] sum of |value| */
	int64_t *most;      /* [columns] largest |value| */
	int64_t *events;    /* [columns] number of events, in parts
			       (profile/samplecount.h) */
	func_id *top;       /* [columns] function with the largest self, for
			       memory; NONE for other types */
	bool addresses;     /* true if some location has an address */
	bool lines;         /* true if some location has a line */
	bool inner_lines;   /* true if some function has several lines */
	uint32_t depth;     /* locations in the deepest stack */
	size_t n_deepest;   /* samples of that depth */
	size_t n_shallower; /* samples one location shallower */
};

struct facts *facts_new(const struct profile *p);
void facts_free(struct facts *f); /* f may be NULL */

#endif
