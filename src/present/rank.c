/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting where somebody looks: see rank.h. */
#include "config.h"

#include "present/rank.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/xalloc.h"

#include "base/banned.h"

enum { SMALL = 24 };

void
rank_init(struct rank *r, uint32_t n)
{
	*r = (struct rank){ .n = n };
	r->item = xcalloc((size_t)n + 1, sizeof(*r->item));
	r->edge = bits_new((size_t)n + 1);
	bits_set(&r->edge, 0);
	bits_set(&r->edge, n);
}

void
rank_fini(struct rank *r)
{
	free(r->item);
	free(r->edge.word);
	*r = (struct rank){ .n = 0 };
}

static bool
before(const struct rank_item *a, const struct rank_item *b)
{
	return a->key != b->key ? a->key > b->key : a->id < b->id;
}

static int
compare(const void *a, const void *b)
{
	return before(a, b) ? -1 : before(b, a);
}

static void
swap(struct rank_item *a, struct rank_item *b)
{
	struct rank_item t = *a;

	*a = *b;
	*b = t;
}

/* All of lo..hi in order. */
static void
finish(struct rank *r, uint32_t lo, uint32_t hi)
{
	qsort(&r->item[lo], hi - lo, sizeof(*r->item), compare);
	for (uint32_t i = lo; i < hi; i++)
		bits_set(&r->edge, i);
}

/* The median of three becomes the first item. */
static void
choose_pivot(struct rank_item *item, uint32_t lo, uint32_t hi)
{
	struct rank_item *a = &item[lo], *b = &item[lo + (hi - lo) / 2];
	struct rank_item *c = &item[hi - 1];

	if (before(b, a))
		swap(a, b);
	if (before(c, b))
		swap(b, c);
	if (before(b, a))
		swap(a, b);
	swap(a, b);
}

/* Around item lo, which ends up at the returned place. */
static uint32_t
split(struct rank_item *item, uint32_t lo, uint32_t hi)
{
	uint32_t i = lo, j = hi;

	choose_pivot(item, lo, hi);
	for (;;) {
		do {
			i++;
		} while (i < hi && before(&item[i], &item[lo]));
		do {
			j--;
		} while (before(&item[lo], &item[j]));
		if (i >= j)
			break;
		swap(&item[i], &item[j]);
	}
	swap(&item[lo], &item[j]);
	return j;
}

/* The part of lo..hi that overlaps from..to; `tries` bounds the steps for
   which the pivots may be bad ones. */
static void
sort_part(struct rank *r, uint32_t lo, uint32_t hi, uint32_t from, uint32_t to,
	int tries)
{
	while (hi > lo && hi > from && lo < to) {
		uint32_t at;

		if (hi - lo <= SMALL || tries-- == 0) {
			finish(r, lo, hi);
			return;
		}
		at = split(r->item, lo, hi);
		bits_set(&r->edge, at);
		bits_set(&r->edge, at + 1);
		sort_part(r, lo, at, from, to, tries);
		lo = at + 1;
	}
}

void
rank_sort(struct rank *r, uint32_t from, uint32_t to)
{
	uint32_t lo, hi;
	int tries = 8;

	if (to > r->n)
		to = r->n;
	for (uint32_t n = r->n; n > 1; n /= 2)
		tries += 2;
	for (lo = from; lo < to; lo = hi) {
		while (!bits_get(&r->edge, lo))
			lo--;
		hi = lo + 1;
		while (!bits_get(&r->edge, hi))
			hi++;
		if (hi - lo > 1)
			sort_part(r, lo, hi, from, to, tries);
	}
}
