/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of struct tags_pane, for tagspane.c and tagsdraw.c. */
#ifndef FT_PRESENT_TAGSROWS_H
#define FT_PRESENT_TAGSROWS_H

#include "present/tagspane.h"

struct tags_pane {
	struct arena arena;          /* of the orders of values */
	const struct facets *facets; /* borrowed */
	struct numbers numbers;
	VEC(struct tags_row) row;
	uint32_t shown, all; /* values */
	bool wide;           /* some share is below 0 or over 100 % */
	bool stopped;        /* the pattern was too complex */
};

#endif
