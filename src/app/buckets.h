/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of whole steps, on the way to points (profile/points.h). */
#ifndef FT_APP_BUCKETS_H
#define FT_APP_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "profile/points.h"

/* One line, while it is made. */
struct buckets {
	struct span span; /* whole steps */
	int64_t step;
	size_t n;
	struct {
		double sum;
		bool has;
	} * p; /* [n] owned */
};

/* -1 and err: there is no such time, or it has too many steps. */
int buckets_init(
	struct buckets *b, struct span span, int64_t step, struct err *err);
/* The bucket that it went to; SIZE_MAX: it is of another time. */
size_t buckets_add(struct buckets *b, int64_t time, double value);
/* The points, each of so many snapshots, and the buckets away. The unit is
   borrowed. */
void buckets_end(struct buckets *b, struct str type, struct str unit,
	uint32_t n, struct points *out);

#endif
