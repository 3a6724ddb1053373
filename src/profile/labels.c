/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distinct label sets, in a hash table. */
#include "prelude.h"

#include "profile/labels.h"

#include <assert.h>

#include "base/compiler.h"
#include "base/hash.h"
#include "base/xalloc.h"

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

enum {
	RUN = 8,          /* maximum labels for which insertion sort is best */
	SORT_KEPT = 4096, /* maximum labels for which sort[] stays allocated */
};

/* True if `a` may stay before `b`: equal labels keep their order. */
static bool
in_order(const struct intern *strings, const struct label *a,
	const struct label *b)
{
	int c = a->key == b->key ? 0
				 : str_cmp(intern_str(strings, a->key),
					   intern_str(strings, b->key));

	return c < 0 || (c == 0 && (a->str != NONE || b->str == NONE));
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

static uint32_t
set_hash(const struct label *label, size_t n)
{
	const uint64_t k = hash_secret.factor[0];
	uint64_t h = n ^ hash_secret.key[0];

	for (size_t i = 0; i < n; i++) {
		h ^= (uint64_t)label[i].key << 32 | label[i].str;
		h *= k;
		h ^= h >> 29;
		if (label[i].str == NONE)
			h = hash_join(hash_join(h, label[i].unit),
				(uint64_t)label[i].num);
	}
	return (uint32_t)(hash_key(h) >> 32);
}

static bool
set_eq(const struct labelsets *ls, const struct labelset_slot *slot,
	const struct label *b, size_t n)
{
	const struct label *a = ls->label + slot->first;
	size_t i = slot->n == n ? 0 : n + 1;

	while (i < n && a[i].key == b[i].key && a[i].str == b[i].str &&
		a[i].unit == b[i].unit && a[i].num == b[i].num)
		i++;
	return i == n;
}

/* Return the free slot for a new set. */
static struct labelset_slot *
free_slot(const struct labelsets *ls, uint32_t hash)
{
	size_t at = hash & (ls->slots - 1);

	while (ls->slot[at].id != NONE)
		at = (at + 1) & (ls->slots - 1);
	return &ls->slot[at];
}

static bool
slots_grow(struct labelsets *ls)
{
	size_t old_slots = ls->slots;
	size_t slots = old_slots == 0 ? 128 : old_slots * 2;
	struct labelset_slot *old = ls->slot;

	/* A stored hash has 32 bits, too few for more slots. */
	if (slots > UINT32_MAX ||
		!budget_take(ls->budget, (slots - old_slots) * sizeof(*old)))
		return false;
	ls->slot = xmalloc(mul_size(slots, sizeof(*ls->slot)));
	memset(ls->slot, 0xff, slots * sizeof(*ls->slot));
	ls->slots = slots;
	for (size_t i = 0; i < old_slots; i++)
		if (old[i].id != NONE)
			*free_slot(ls, old[i].hash) = old[i];
	free(old);
	return true;
}

/* Add the copied sets to the hash table. */
static bool
index_copied(struct labelsets *ls)
{
	while (((size_t)ls->n + 1) * 3 > ls->slots * 2)
		if (!slots_grow(ls))
			return false;
	for (lset_id id = 1; id < ls->n; id++) {
		uint32_t first = ls->first[id], n = ls->first[id + 1] - first;
		uint32_t hash = set_hash(ls->label + first, n);

		*free_slot(ls, hash) =
			(struct labelset_slot){ hash, id, first, n };
	}
	ls->copied = false;
	return true;
}

/* Make room for `sets` more sets with n labels in total. */
static bool
sets_grow(struct labelsets *ls, size_t sets, size_t n)
{
	size_t used = ls->first[ls->n], cap;

	if (sets >= NONE - 1 - ls->n || n >= NONE - used)
		return false;
	if (ls->n + sets + 1 > ls->cap) {
		cap = budget_grow(ls->budget, ls->cap, ls->n + sets + 1,
			sizeof(*ls->first));
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

/* Sort the labels of a set. False when the budget is spent. */
static bool
sort(struct labelsets *ls, const struct intern *strings, struct label *label,
	size_t n)
{
	struct label *sorted;
	struct label *a;
	struct label *b;
	struct label *t;
	size_t ordered = 1;

	/* Clear the unused fields of string labels: set_eq() compares them. */
	for (size_t i = 0; i < n; i++)
		if (label[i].str != NONE) {
			label[i].unit = 0;
			label[i].num = 0;
		}
	if (n <= RUN) {
		insertion_sort(strings, label, n);
		return true;
	}
	/* Labels that are in order, such as many with the same key, need no
	   memory for sorting. */
	while (ordered < n &&
		in_order(strings, &label[ordered - 1], &label[ordered]))
		ordered++;
	if (ordered == n)
		return true;
	if (n > ls->sort_cap) {
		size_t cap = budget_grow(
			ls->budget, ls->sort_cap, n, sizeof(*ls->sort));

		if (cap == 0)
			return false;
		ls->sort = xrealloc(ls->sort, cap, sizeof(*ls->sort));
		ls->sort_cap = cap;
	}
	/* Merge sort from short runs: stable, and never quadratic. */
	a = label;
	b = ls->sort;
	for (size_t i = 0; i < n; i += RUN)
		insertion_sort(strings, a + i, n - i < RUN ? n - i : RUN);
	for (size_t run = RUN; run < n; run *= 2) {
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
	sorted = a;
	if (sorted != label)
		memcpy(label, sorted, n * sizeof(*label));
	if (n > SORT_KEPT) {
		free(ls->sort);
		ls->sort = NULL;
		ls->sort_cap = 0;
	}
	return true;
}

lset_id
labelsets_add(struct labelsets *ls, const struct intern *strings,
	struct label *label, size_t n)
{
	struct labelset_slot *slot;
	uint32_t hash;
	size_t at;

	if (n == 0)
		return 0;
	if (!sort(ls, strings, label, n) || (ls->copied && !index_copied(ls)))
		return NONE;
	if (((size_t)ls->n + 1) * 3 > ls->slots * 2 && !slots_grow(ls))
		return NONE;
	hash = set_hash(label, n);
	at = hash & (ls->slots - 1);
	for (; ls->slot[at].id != NONE; at = (at + 1) & (ls->slots - 1))
		if (ls->slot[at].hash == hash &&
			set_eq(ls, &ls->slot[at], label, n))
			return ls->slot[at].id;
	if (!sets_grow(ls, 1, n))
		return NONE;
	slot = &ls->slot[at];
	*slot = (struct labelset_slot){ hash, ls->n, ls->first[ls->n],
		(uint32_t)n };
	if (label != ls->label + slot->first)
		memcpy(ls->label + slot->first, label, n * sizeof(*label));
	ls->first[ls->n + 1] = slot->first + (uint32_t)n;
	return ls->n++;
}

struct label *
labelsets_room(struct labelsets *ls, size_t n)
{
	return sets_grow(ls, 1, n) ? ls->label + ls->first[ls->n] : NULL;
}

void
labelsets_ahead(struct labelsets *ls, const struct intern *strings,
	struct label *label, size_t n)
{
	if (ls->slots > 0 && sort(ls, strings, label, n))
		PREFETCH(&ls->slot[set_hash(label, n) & (ls->slots - 1)]);
}

bool
labelsets_copy(struct labelsets *ls, const struct labels *from,
	const struct progress *progress)
{
	uint32_t n = from->first[from->n];

	assert(ls->n == 1 && ls->slots == 0);
	if (!sets_grow(ls, from->n - 1, n))
		return false;
	for (lset_id i = 1; i <= from->n; i++) {
		if (progress_stops_at(progress, i))
			return false;
		ls->first[i] = from->first[i];
	}
	for (uint32_t i = 0; i < n; i++) {
		if (progress_stops_at(progress, i))
			return false;
		ls->label[i] = from->label[i];
	}
	ls->n = from->n;
	ls->copied = true;
	return true;
}
