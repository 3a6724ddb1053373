/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside of struct top, for the files top*.c only.
 *
 *     row    0     1     2          sum: the selves of rows 0 .. i
 *     frame  17    3     40
 *     sum    2.31  4.59  6.57
 */
#ifndef FT_PRESENT_TOPROWS_H
#define FT_PRESENT_TOPROWS_H

#include "engine/change.h"
#include "present/top.h"

struct top {
	const struct view *view; /* borrowed */
	struct top_options o;    /* with its columns filled in */
	uint32_t n, all;         /* rows; rows before the row filter */
	struct top_order *order; /* of the rows; what was looked at is sorted,
				    also by those who only read */
	struct numbers numbers;
	struct numbers *beside; /* [view.n_beside] */
	bool wide_percents;     /* some percentage has six characters */
	uint32_t noise, hidden; /* rows: see top_noise_rows() */
};

/* Fills n, all, hidden, noise and wide_percents, too. */
void top_order_init(struct top *t);
void top_order_fini(struct top *t);
/* Saturating; row < n. */
int64_t top_sum(const struct top *t, uint32_t row);

int64_t top_self(const struct weights *w, frame_id frame);
int64_t top_total(const struct weights *w, frame_id frame);
/* Columns that show one side of a diff or a ratio. */
static inline bool
top_is_of_diff(enum top_column kind)
{
	return kind >= TOP_BASE && kind <= TOP_TIMES;
}

/* Both sides of a diff. */
struct sides top_sides(const struct top *t, frame_id frame, bool total);
enum change top_change(const struct top *t, frame_id frame, bool total);
/* May the change that the table is about be chance? */
bool top_is_noise(const struct top *t, frame_id frame);
/* What is 100 %. */
int64_t top_base(const struct top *t);

#endif
