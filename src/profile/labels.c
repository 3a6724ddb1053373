/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distinct label sets: see labels.h. */
#include "config.h"

#include "profile/labels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/xalloc.h"

#include "base/banned.h"

void
labelsets_init(struct labelsets *ls, struct budget *budget)
{
	*ls = (struct labelsets){ .budget = budget, .n = 1, .cap = 64 };
	(void)budget_take(budget, ls->cap * sizeof(*ls->first));
	ls->first = xmalloc(ls->cap * sizeof(*ls->first));
	ls->first[0] = ls->first[1] = 0;
}

void
labelsets_fini(struct labelsets *ls)
{
	free(ls->first);
	free(ls->label);
	free(ls->slot);
	free(ls->sort);
	*ls = (struct labelsets){ .budget = ls->budget };
}

/* May `a` stand before `b`? Equal ones may, so sorting keeps their order. */
static bool
in_order(const struct intern *strings, const struct label *a,
	const struct label *b)
{
	int c;

	if (a->key == b->key)
		return a->str != NONE || b->str == NONE;
	c = str_cmp(intern_str(strings, a->key), intern_str(strings, b->key));
	return c < 0;
}

static void
insertion_sort(const struct intern *strings, struct label *a, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct label x = a[i];
		size_t j = i;

		for (; j > 0 && !in_order(strings, &a[j - 1], &x); j--)
			a[j] = a[j - 1];
		a[j] = x;
	}
}

/* Merge sort from runs of 8: stable, and bounded for hostile input.
   Returns where the result is: a or its scratch b. */
static struct label *
merge_sort(const struct intern *strings, struct label *a, struct label *b,
	size_t n)
{
	struct label *t;

	for (size_t i = 0; i < n; i += 8)
		insertion_sort(strings, a + i, n - i < 8 ? n - i : 8);
	for (size_t run = 8; run < n; run *= 2) {
		for (size_t lo = 0; lo < n; lo += 2 * run) {
			size_t mid = n - lo < run ? n : lo + run;
			size_t hi = n - lo < 2 * run ? n : lo + 2 * run;
			size_t i = lo, j = mid;

			for (size_t k = lo; k < hi; k++) {
				if (j == hi ||
					(i < mid &&
						in_order(
							strings, &a[i], &a[j])))
					b[k] = a[i++];
				else
					b[k] = a[j++];
			}
		}
		t = a;
		a = b;
		b = t;
	}
	return a;
}

static uint64_t
set_hash(const struct label *label, size_t n)
{
	uint64_t h = n;

	for (size_t i = 0; i < n; i++) {
		h = hash_mix(h ^ ((uint64_t)label[i].key << 32 | label[i].str));
		if (label[i].str == NONE)
			h = hash_join(
				h ^ label[i].unit, (uint64_t)label[i].num);
	}
	return h;
}

static bool
label_eq(const struct label *a, const struct label *b)
{
	return a->key == b->key && a->str == b->str && a->unit == b->unit &&
		a->num == b->num;
}

static size_t
set_slot(const struct labelsets *ls, const struct label *label, size_t n)
{
	size_t mask = ls->slots - 1;
	size_t at = (size_t)set_hash(label, n) & mask;

	for (; ls->slot[at] != NONE; at = (at + 1) & mask) {
		lset_id id = ls->slot[at];
		const struct label *have = ls->label + ls->first[id];
		size_t i = 0;

		if (ls->first[id + 1] - ls->first[id] != n)
			continue;
		while (i < n && label_eq(&have[i], &label[i]))
			i++;
		if (i == n)
			break;
	}
	return at;
}

static bool
slots_grow(struct labelsets *ls)
{
	size_t slots = ls->slots == 0 ? 128 : ls->slots * 2;

	if (!budget_take(ls->budget, (slots - ls->slots) * sizeof(*ls->slot)))
		return false;
	free(ls->slot);
	ls->slot = xmalloc(mul_size(slots, sizeof(*ls->slot)));
	memset(ls->slot, 0xff, slots * sizeof(*ls->slot));
	ls->slots = slots;
	for (lset_id id = 1; id < ls->n; id++)
		ls->slot[set_slot(ls, ls->label + ls->first[id],
			ls->first[id + 1] - ls->first[id])] = id;
	return true;
}

/* Room for one more set of n labels. */
static bool
sets_grow(struct labelsets *ls, size_t n)
{
	size_t used = ls->first[ls->n], cap;

	if (ls->n >= NONE - 2 || n >= NONE - used)
		return false;
	if ((size_t)ls->n + 2 > ls->cap) {
		cap = budget_grow(
			ls->budget, ls->cap, ls->cap + 1, sizeof(*ls->first));
		if (cap == 0)
			return false;
		ls->first = xrealloc(ls->first, cap, sizeof(*ls->first));
		ls->cap = cap;
	}
	if (used + n > ls->label_cap) {
		cap = budget_grow(ls->budget, ls->label_cap, used + n,
			sizeof(*ls->label));
		if (cap == 0)
			return false;
		ls->label = xrealloc(ls->label, cap, sizeof(*ls->label));
		ls->label_cap = cap;
	}
	return true;
}

/* A sorted copy with unused fields in one known state, or NULL. */
static struct label *
sorted(struct labelsets *ls, const struct intern *strings,
	const struct label *label, size_t n)
{
	if (n > ls->sort_cap) {
		size_t cap = budget_grow(
			ls->budget, ls->sort_cap, n, 2 * sizeof(*ls->sort));

		if (cap == 0)
			return NULL;
		ls->sort = xrealloc(ls->sort, cap, 2 * sizeof(*ls->sort));
		ls->sort_cap = cap;
	}
	for (size_t i = 0; i < n; i++) {
		bool text = label[i].str != NONE;

		ls->sort[i] = (struct label){ .key = label[i].key,
			.str = label[i].str,
			.unit = text ? 0 : label[i].unit,
			.num = text ? 0 : label[i].num };
	}
	if (n <= 8) {
		insertion_sort(strings, ls->sort, n);
		return ls->sort;
	}
	return merge_sort(strings, ls->sort, ls->sort + n, n);
}

lset_id
labelsets_add(struct labelsets *ls, const struct intern *strings,
	const struct label *label, size_t n)
{
	struct label *set;
	size_t at;

	if (n == 0)
		return 0;
	set = sorted(ls, strings, label, n);
	if (set == NULL)
		return NONE;
	if (((size_t)ls->n + 1) * 3 > ls->slots * 2 && !slots_grow(ls))
		return NONE;
	at = set_slot(ls, set, n);
	if (ls->slot[at] != NONE)
		return ls->slot[at];
	if (!sets_grow(ls, n))
		return NONE;
	memcpy(ls->label + ls->first[ls->n], set, n * sizeof(*set));
	ls->first[ls->n + 1] = ls->first[ls->n] + (uint32_t)n;
	ls->slot[at] = ls->n;
	return ls->n++;
}
