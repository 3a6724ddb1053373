/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the next locations of stacks, in windows. */
#include "prelude.h"

#include "profile/stacks.h"

#include "base/num.h"
#include "base/xalloc.h"

enum {
	AHEAD = 16,
	FEW = 8, /* maximum branches that are searched linearly */
	MANY = 4096,
	NUMBER_MAX = 10, /* bytes of a packed number */
};

void
branches_init(struct branches *p)
{
	p->part = xcalloc(p->nlocs > 0 ? p->nlocs : 1, sizeof(*p->part));
}

void
branches_fini(struct branches *p)
{
	free(p->part);
	vec_free(&p->all);
	vec_free(&p->slot);
	vec_free(&p->order);
	vec_free(&p->moved);
	vec_free(&p->sorted);
	vec_free(&p->next);
	vec_free(&p->kinds);
	vec_free(&p->ends);
}

/* ---- Windows ---- */

bool
branches_long_number(
	const unsigned char **p, uint32_t *left, uint32_t nlocs, loc_id *to)
{
	const unsigned char *at = *p, *last = at - 1, *begin = at - *left;
	uint64_t id = *--at;

	if (id >= 0x80)
		return false;
	while (at > begin && at[-1] >= 0x80)
		id = id << 7 | (*--at & 0x7f);
	if (last - at >= NUMBER_MAX || id >= nlocs)
		return false;
	*p = at;
	*left = (uint32_t)(at - begin);
	*to = (loc_id)id;
	return true;
}

/* Clear the first number in a window, which may begin before the window.
   Returns the index of its last byte. */
static inline unsigned
clear_begun(union window *w)
{
	unsigned at = 0;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t last = ~w->word[0] & UINT64_C(0x8080808080808080);

	if (LIKELY(last != 0)) {
		at = (unsigned)__builtin_ctzll(last);
		w->word[0] = w->word[0] >> at >> 1 << at << 1;
		return at / 8;
	}
#endif
	while (at < WINDOW_BYTES && w->byte[at] >= 0x80)
		w->byte[at++] = 0;
	if (at < WINDOW_BYTES)
		w->byte[at] = 0;
	return at;
}

/* Read the next window of a packed member and advance the member. The number
   at the window's first byte is always left for the next window, as it may
   begin before this one. The byte becomes 0 if the stack ends here, else 1.
   Returns the number of bytes taken; NONE if malformed. */
static inline uint32_t
packed_window(struct member *m, union window *w)
{
	const unsigned char *end = m->rest;
	uint32_t taken = m->left;

	if (LIKELY(taken >= WINDOW_BYTES)) {
		unsigned at;

		memcpy(w, end - WINDOW_BYTES, WINDOW_BYTES);
		at = clear_begun(w);
		if (at >= WINDOW_BYTES - 1)
			return NONE;
		w->byte[0] = 1;
		taken = WINDOW_BYTES - 1 - at;
	} else {
		memset(w, 0, sizeof(*w));
		if (taken > 0)
			memcpy(w->byte + WINDOW_BYTES - taken, end - taken,
				taken);
	}
	m->left -= taken;
	if (taken > 0)
		m->rest = end - taken;
	return taken;
}

static inline uint32_t
plain_window(struct member *m, union window *w)
{
	const loc_id *loc = m->rest;
	uint32_t n = 0;

	for (; n < COUNT_OF(w->loc) && loc[n] != NONE; n++)
		w->loc[n] = loc[n];
	m->rest = loc + n;
	for (uint32_t i = n; i < COUNT_OF(w->loc); i++)
		w->loc[i] = NONE;
	return n * (uint32_t)sizeof(*loc);
}

/* ---- The branches of a group ---- */

static inline bool
same_window(const union window *a, const union window *b)
{
	uint64_t differ = 0;

	for (unsigned i = 0; i < COUNT_OF(a->word); i++)
		differ |= a->word[i] ^ b->word[i];
	return differ == 0;
}

static inline size_t
window_hash(const union window *w)
{
	uint64_t h = 0;

	for (unsigned i = 0; i < COUNT_OF(w->word); i += 2)
		h = hash_fold(h ^ w->word[i], w->word[i + 1]);
	return (size_t)hash_key(h);
}

/* Return a slot's value for branch i. The low bits, as many as slot numbers
   have, are i; the others are bits of the hash, which rule out most other
   windows. */
static inline uint32_t
slot_value(const struct branches *p, size_t hash, size_t i)
{
	size_t mask = p->slot.n - 1;

	return (uint32_t)((hash & ~mask) | i);
}

/* Enlarge the hash table for the branches from `first` on. If there are many,
   make room for the expected number, as all branches are inserted again. */
static void
branches_grow_slots(struct branches *p, size_t first)
{
	size_t n = p->slot.n * 4, most = p->slot.n * 32, mask;

	while (p->all.n - first >= MANY && n / 2 < p->expected && n < most)
		n *= 2;
	mask = n - 1;
	vec_reserve(&p->slot, n);
	p->slot.n = n;
	memset(p->slot.p, 0xff, n * sizeof(*p->slot.p));
	for (size_t i = first; i < p->all.n; i++) {
		size_t hash = window_hash(&p->all.p[i].window),
		       at = hash & mask;

		while (p->slot.p[at] != NONE)
			at = (at + 1) & mask;
		p->slot.p[at] = slot_value(p, hash, i - first);
	}
}

/* Return the number of a branch, counted from `first`; add it if it is new. */
static uint32_t
hashed_branch(
	struct branches *p, size_t first, const struct branch *b, size_t hash)
{
	const struct branch *of = p->all.p + first;
	size_t n = p->all.n - first, mask, at;
	uint32_t value, differ;

	if ((n + 1) * 2 > p->slot.n)
		branches_grow_slots(p, first);
	mask = p->slot.n - 1;
	value = slot_value(p, hash, n);
	for (at = hash & mask; p->slot.p[at] != NONE; at = (at + 1) & mask) {
		differ = p->slot.p[at] ^ value;
		if (differ <= mask &&
			same_window(
				&of[p->slot.p[at] & mask].window, &b->window))
			return p->slot.p[at] & (uint32_t)mask;
	}
	p->slot.p[at] = value;
	vec_push(&p->all, *b);
	return (uint32_t)n;
}

static uint32_t
few_branch(struct branches *p, size_t first, const struct branch *b)
{
	size_t n = p->all.n - first;

	for (uint32_t i = 0; i < n; i++)
		if (same_window(&p->all.p[first + i].window, &b->window))
			return i;
	vec_push(&p->all, *b);
	if (n + 1 == FEW) {
		p->slot.n = 2 * FEW;
		branches_grow_slots(p, first);
	}
	return (uint32_t)n;
}

/* Read the windows of at most AHEAD members. False if malformed. */
static bool
take_windows(struct branches *p, struct member *m, uint32_t n, struct branch *b)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t taken = p->packed ? packed_window(&m[i], &b[i].window)
					   : plain_window(&m[i], &b[i].window);

		if (taken > WINDOW_BYTES)
			return false;
		b[i].end = 0;
		b[i].taken = (uint8_t)taken;
		b[i].common = b[i].skip = b[i].at = 0;
	}
	return true;
}

/* In a large group each member, and then each slot, is a cache miss, so several
   are prefetched at once. */
bool
branches_find(struct branches *p, struct member *m, uint32_t n, uint32_t *which)
{
	size_t first = p->all.n, hash[AHEAD];
	struct branch b[AHEAD];

	for (uint32_t from = 0, some; from < n; from += some) {
		bool many = p->all.n - first >= FEW;

		some = n - from < AHEAD ? n - from : AHEAD;
		if (progress_stops_at(p->progress, from))
			return false;
		for (uint32_t i = from + some; i < n && i - from < 2 * AHEAD;
			i++)
			member_reach(p, &m[i]);
		if (!take_windows(p, m + from, some, b)) {
			p->odd = true;
			return false;
		}
		p->expected =
			from == 0 ? 0 : (p->all.n - first) * (uint64_t)n / from;
		/* With a hash table, prefetch the slots of these members. */
		for (uint32_t i = 0; many && i < some; i++) {
			hash[i] = window_hash(&b[i].window);
			PREFETCH(&p->slot.p[hash[i] & (p->slot.n - 1)]);
		}
		for (uint32_t i = 0; i < some; i++) {
			const struct branch *of = &b[i];
			size_t at = p->all.n - first < FEW
				? few_branch(p, first, of)
				: hashed_branch(p, first, of,
					  many ? hash[i]
					       : window_hash(&of->window));

			which[from + i] = (uint32_t)at;
			/* The zeros of a malformed stack can look like the
			   padding of a shorter window. */
			if (p->all.p[first + at].taken != of->taken) {
				p->odd = true;
				return false;
			}
			p->all.p[first + at].end++;
		}
	}
	return true;
}

/* Return the number of locations that two branches begin with, and their
   bytes. */
static unsigned
common_of(struct branches *p, const struct branch *a, const struct branch *b,
	unsigned *bytes)
{
	unsigned n = 0, at = 0, more;
	loc_id x, y;

	while ((more = branch_next(p, a, at, &x)) > 0 &&
		branch_next(p, b, at, &y) > 0 && x == y) {
		at += more;
		n++;
	}
	*bytes = at;
	return n;
}

/* Sort the branches order[lo .. hi - 1], whose first `level` locations are
   equal, so that branches with the same next location are adjacent. */
static bool
order_range(struct branches *p, struct branch *b, uint32_t lo, uint32_t hi,
	unsigned level)
{
	uint32_t *order = p->order.p, *moved = p->moved.p, at = lo;
	size_t ends = p->ends.n;
	const struct branch before = b[order[lo]];
	unsigned skip = before.at;

	p->kinds.n = 0;
	for (uint32_t k = lo; k < hi; k++) {
		struct branch *of = &b[order[k]];
		loc_id loc;

		of->at = (uint8_t)(skip + branch_next(p, of, skip, &loc));
		p->next.p[k] = loc;
		/* At most two branches have no location; they come first. */
		if (loc == NONE)
			moved[at++] = order[k];
		else if (p->part[loc]++ == 0)
			vec_push(&p->kinds, loc);
	}
	if (p->odd)
		return false;
	vec_push(&p->ends, at);
	for (size_t i = 0; i < p->kinds.n; i++) {
		uint32_t *begin = &p->part[p->kinds.p[i]], n = *begin;

		*begin = at;
		at += n;
		vec_push(&p->ends, at);
	}
	for (uint32_t k = lo; k < hi; k++)
		if (p->next.p[k] != NONE)
			moved[p->part[p->next.p[k]]++] = order[k];
	for (size_t i = 0; i < p->kinds.n; i++)
		p->part[p->kinds.p[i]] = 0;
	memcpy(order + lo, moved + lo, (hi - lo) * sizeof(*order));
	if (p->ends.n - ends > 2 || p->ends.p[ends] > lo)
		for (uint32_t k = lo + 1; k < hi; k++) {
			b[order[k]].common = (uint8_t)level;
			b[order[k]].skip = (uint8_t)skip;
		}
	/* The range may now begin with a different branch. */
	b[order[lo]].common = before.common;
	b[order[lo]].skip = before.skip;
	for (size_t i = ends + 1, n = p->ends.n; i < n; i++)
		if (p->ends.p[i] - p->ends.p[i - 1] > 1 &&
			!order_range(p, b, p->ends.p[i - 1], p->ends.p[i],
				level + 1))
			return false;
	p->ends.n = ends;
	return true;
}

bool
branches_order(struct branches *p, size_t first, uint32_t begin)
{
	uint32_t n = (uint32_t)(p->all.n - first);
	struct branch *b = p->all.p + first;

	vec_reserve(&p->order, n);
	vec_reserve(&p->moved, n);
	vec_reserve(&p->next, n);
	vec_reserve(&p->sorted, n);
	for (uint32_t i = 0; i < n; i++)
		p->order.p[i] = i;
	if (n <= FEW) {
		uint32_t *order = p->order.p;

		/* Insert each of the few branches after the last branch that
		   has the most locations in common with it. */
		for (uint32_t i = 1; i < n; i++) {
			uint32_t at = 0;

			b[i].common = 0;
			for (uint32_t k = 0; k < i; k++) {
				unsigned bytes,
					common = common_of(
						p, &b[order[k]], &b[i], &bytes);

				if (k > 0 && common < b[i].common)
					continue;
				b[i].common = (uint8_t)common;
				b[i].skip = (uint8_t)bytes;
				at = k + 1;
			}
			memmove(order + at + 1, order + at,
				(i - at) * sizeof(*order));
			order[at] = i;
		}
	} else if (!order_range(p, b, 0, n, 0))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct branch *of = &b[p->order.p[i]];

		p->moved.p[p->order.p[i]] = begin;
		begin += of->end;
		of->end = begin;
		p->sorted.p[i] = *of;
	}
	memcpy(b, p->sorted.p, n * sizeof(*b));
	return !p->odd;
}
