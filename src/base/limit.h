/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An optional upper limit.
 *
 * No number can mean "none": 0 is a valid limit for chances, as they may
 * underflow to 0.
 */
#ifndef FT_BASE_LIMIT_H
#define FT_BASE_LIMIT_H

struct limit {
	bool is_set;
	double most; /* 0 unless is_set */
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
