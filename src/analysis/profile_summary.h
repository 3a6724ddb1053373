/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is worth knowing about a profile before anybody filters it: gathered
 * once, when the profile was loaded.
 */
#ifndef FT_ANALYSIS_PROFILE_SUMMARY_H
#define FT_ANALYSIS_PROFILE_SUMMARY_H

#include "profile/profile.h"

struct facts {
	uint32_t columns;
	int64_t *sum;       /* [columns] of |value|, */
	int64_t *most;      /* [columns] the largest of these */
	int64_t *events;    /* [columns] in parts (profile/samplecount.h) */
	func_id *top;       /* [columns] where most of a column of memory ends;
				NONE for others */
	bool addresses;     /* some location has one, */
	bool lines;         /* some call a line, */
	bool inner_lines;   /* some function several of them */
	uint32_t depth;     /* locations of the deepest stack */
	size_t n_deepest;   /* samples that are as deep, */
	size_t n_shallower; /* and such that are one less deep */
};

struct facts *facts_new(const struct profile *p);
void facts_free(struct facts *f); /* NULL is fine */

#endif
