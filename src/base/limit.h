/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A limit, or none at all.
 *
 * 0 is a limit like any other: a chance can underflow to 0, and then 0 is the
 * largest one that counts. So no number stands for "none".
 */
#ifndef FT_BASE_LIMIT_H
#define FT_BASE_LIMIT_H

struct limit {
	bool is_set;
	double most; /* 0 unless it is set */
};

static inline struct limit
limit_of(double most)
{
	return (struct limit){ .is_set = true, .most = most };
}

/* True if there is a limit and x does not exceed it. */
static inline bool
limit_admits(struct limit l, double x)
{
	return l.is_set && x <= l.most;
}

#endif
