/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A long list that is sorted only where somebody looks.
 *
 * A million rows are there at once, though a screen shows twenty: a quick
 * sort that leaves alone the parts it was not asked for. What it found out
 * stays, so the next page is cheap.
 *
 *     rank_sort(r, 0, 3)     9 8 7 | 2 5 1 6 3 4
 *     rank_sort(r, 4, 5)     9 8 7 6 | 5 | 2 1 3 4
 */
#ifndef FT_PRESENT_LAZYSORT_H
#define FT_PRESENT_LAZYSORT_H

#include "base/bits.h"

struct rank_item {
	uint64_t key; /* the largest first, */
	uint32_t id;  /* then the smallest, unless rank.before is there */
};

struct rank {
	uint32_t n;
	struct rank_item *item; /* [n] */
	struct bits edge;       /* [n + 1] what is before sorts before what is
				   behind */
	/* Of two ids with the same key: does a come first? One of two does.
	   NULL: the smaller one. */
	bool (*before)(const void *arg, uint32_t a, uint32_t b);
	const void *arg;
};

/* n items to be filled in by the caller, each id once. `before` is set behind
   that. */
void rank_init(struct rank *r, uint32_t n);
void rank_fini(struct rank *r);
/* The items from..to, less one, are the right ones and in order; those
   before them sort before them. */
void rank_sort(struct rank *r, uint32_t from, uint32_t to);
/* Where the item with this id belongs; NONE if there is none. */
uint32_t rank_place(const struct rank *r, uint32_t id);

#endif
