/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Growing arrays: a struct of {p, n, cap} and macros over it.
 *
 *     VEC(node_id) open = { 0 };
 *     vec_push(&open, 7);
 *     for (size_t i = 0; i < open.n; i++) use(open.p[i]);
 *     vec_free(&open);
 *
 * The elements are on the heap and move when the array grows.
 */
#ifndef FT_BASE_VEC_H
#define FT_BASE_VEC_H

#include "base/xalloc.h"

#define VEC(type)              \
	struct {               \
		type *p;       \
		size_t n, cap; \
	}

/* Make room for at least `want` elements. */
#define vec_reserve(v, want)                                             \
	do {                                                             \
		size_t want_ = (want);                                   \
		if ((v)->cap < want_) {                                  \
			size_t cap_ = (v)->cap < 8 ? 8 : (v)->cap * 2;   \
			if (cap_ < want_)                                \
				cap_ = want_;                            \
			(v)->p = xrealloc((v)->p, cap_, sizeof(*(v)->p)); \
			(v)->cap = cap_;                                 \
		}                                                        \
	} while (0)

/* The number of elements by which vec_reserve() grows an array that is not
   small, to check a memory limit before. */
#define vec_more(v, want) \
	((v)->cap >= (want)                     ? 0 \
			: (v)->cap * 2 > (want) ? (v)->cap \
						: (want) - (v)->cap)

#define vec_push(v, x)                        \
	do {                                  \
		vec_reserve((v), (v)->n + 1); \
		(v)->p[(v)->n++] = (x);       \
	} while (0)

#define vec_reverse(type, v)                                             \
	do {                                                             \
		for (size_t i_ = 0, k_ = (v)->n; i_ + 1 < k_; i_++) {    \
			type swap_ = (v)->p[--k_];                       \
			(v)->p[k_] = (v)->p[i_];                         \
			(v)->p[i_] = swap_;                              \
		}                                                        \
	} while (0)

#define vec_free(v)           \
	do {                  \
		free((v)->p); \
		(v)->p = NULL; \
		(v)->n = (v)->cap = 0; \
	} while (0)

#endif
