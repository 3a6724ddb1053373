/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside of struct top, for top.c and topdraw.c only.
 *
 *     row    0     1     2          sum[i]: the selves of rows 0 .. i
 *     frame  17    3     40
 *     sum    2.31  4.59  6.57
 */
#ifndef FT_PRESENT_TOPROWS_H
#define FT_PRESENT_TOPROWS_H

#include "present/top.h"

struct top {
	const struct view *view; /* borrowed */
	struct top_options o;    /* with its columns filled in */
	uint32_t n, all;         /* rows; rows before the row filter */
	frame_id *frame;         /* [n] */
	int64_t *sum;            /* [n], saturating */
	uint32_t *row_of;        /* [frames.n] or NONE */
	struct numbers numbers;
	struct numbers *beside; /* [view.n_beside] */
	bool wide_percents;     /* some percentage has six characters */
};

int64_t top_self(const struct weights *w, frame_id frame);
int64_t top_total(const struct weights *w, frame_id frame);
/* What is 100 %. */
int64_t top_base(const struct top *t);

#endif
