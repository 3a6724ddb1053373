/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting a list only where it is viewed. */
#include "prelude.h"

#include "present/lazysort.h"

#include "base/xalloc.h"
#include "profile/ids.h"

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

static inline bool
before(const struct rank *r, const struct rank_item *a,
	const struct rank_item *b)
{
	if (a->key != b->key)
		return a->key > b->key;
	return r->before != NULL ? r->before(r->arg, a->id, b->id)
				 : a->id < b->id;
}

static void
rank_swap(struct rank_item *a, struct rank_item *b)
{
	struct rank_item t = *a;

	*a = *b;
	*b = t;
}

/* Sift the item at `i` down in a heap of n items. */
static void
sink(const struct rank *r, struct rank_item *heap, uint32_t i, uint32_t n)
{
	for (uint32_t k = 2 * i + 1; k < n; i = k, k = 2 * i + 1) {
		if (k + 1 < n && before(r, &heap[k], &heap[k + 1]))
			k++;
		if (!before(r, &heap[i], &heap[k]))
			return;
		rank_swap(&heap[i], &heap[k]);
	}
}

/* Sort lo..hi as far as it overlaps from..to. After `tries` partitions, the
   pivots must have been bad: use heapsort. */
static void
sort_part(struct rank *r, uint32_t lo, uint32_t hi, uint32_t from, uint32_t to,
	int tries)
{
	while (hi > lo && hi > from && lo < to) {
		uint32_t at;
		struct rank_item *item;
		uint32_t k;
		struct rank_item *a, *b;
		struct rank_item *c;

		if (hi - lo <= SMALL || tries-- == 0) {
			struct rank_item *heap = &r->item[lo];

			/* Heapsort all of lo..hi. */
			for (uint32_t i = (hi - lo) / 2; i-- > 0;)
				sink(r, heap, i, hi - lo);
			for (uint32_t n = hi - lo; n-- > 1;) {
				rank_swap(&heap[0], &heap[n]);
				sink(r, heap, 0, n);
			}
			for (uint32_t i = lo; i < hi; i++)
				bits_set(&r->edge, i);
			return;
		}
		/* Partition around item lo, which ends up at `at`. */
		item = r->item;
		k = lo;
		at = hi;
		a = &item[lo];
		b = &item[lo + (hi - lo) / 2];
		c = &item[hi - 1];
		/* Move the median of three to the front. */
		if (before(r, b, a))
			rank_swap(a, b);
		if (before(r, c, b))
			rank_swap(b, c);
		if (before(r, b, a))
			rank_swap(a, b);
		rank_swap(a, b);
		for (;;) {
			do {
				k++;
			} while (k < hi && before(r, &item[k], &item[lo]));
			do {
				at--;
			} while (before(r, &item[lo], &item[at]));
			if (k >= at)
				break;
			rank_swap(&item[k], &item[at]);
		}
		rank_swap(&item[lo], &item[at]);
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

uint32_t
rank_place(const struct rank *r, uint32_t id)
{
	uint32_t at = 0, lo, place;

	while (at < r->n && r->item[at].id != id)
		at++;
	if (at == r->n)
		return NONE;
	for (lo = at; !bits_get(&r->edge, lo);)
		lo--;
	/* Between edges the order is unknown: count the items that precede. */
	place = lo;
	for (uint32_t i = lo; i == lo || !bits_get(&r->edge, i); i++)
		place += before(r, &r->item[i], &r->item[at]);
	return place;
}
