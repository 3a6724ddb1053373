/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds allocations that were never freed (jfr.h). */
#include "prelude.h"

#include "read/jfr/jfr.h"

#include "base/hash.h"
#include "base/num.h"
#include "base/sort.h"

void
jfr_leaks_add(
	struct jfr_leaks *l, int64_t when, uint64_t address, bool is_malloc)
{
	struct jfr_heap_event e = { when, address, NONE, (uint32_t)l->event.n };

	if (is_malloc && l->mallocs < NONE)
		e.nth = l->mallocs++;
	l->frees += !is_malloc;
	vec_push(&l->event, e);
}

/* Order events by time, then as they were added. */
static int
jfr_heap_order(const void *a, const void *b)
{
	const struct jfr_heap_event *x = a, *y = b;

	if (x->when != y->when)
		return x->when < y->when ? -1 : 1;
	return (x->added > y->added) - (x->added < y->added);
}

/* Return the time after which allocations may still be freed. */
static int64_t
jfr_leaks_end(const struct jfr_leaks *l)
{
	enum { TENTHS = 10 };
	int64_t first = l->event.p[0].when;
	int64_t last = l->event.p[l->event.n - 1].when;

	return last - i64_wrap_sub(last, first) / TENTHS;
}

int
jfr_leaks_find(struct jfr_leaks *l, struct progress *progress)
{
	struct map64 at = MAP64_INIT; /* address -> allocation */
	int64_t end;

	l->leaked = bits_new(l->mallocs);
	if (l->frees == 0 || l->mallocs == 0)
		return 0;
	if (!merge_sort(l->event.p, l->event.n, sizeof(*l->event.p),
		    jfr_heap_order, progress))
		return -1;
	end = jfr_leaks_end(l);
	for (size_t i = 0; i < l->event.n; i++) {
		const struct jfr_heap_event *e = &l->event.p[i];
		uint32_t last = map64_get(&at, e->address);

		if (last != NONE)
			bits_clear(&l->leaked, last);
		if (e->nth == NONE)
			continue;
		*map64_at(&at, e->address) = e->nth;
		if (e->when <= end)
			bits_set(&l->leaked, e->nth);
	}
	map64_free(&at);
	vec_free(&l->event);
	return 0;
}

void
jfr_leaks_next(struct jfr_leaks *l)
{
	l->next++;
}

bool
jfr_leaks_is(const struct jfr_leaks *l)
{
	return l->next > 0 && l->next <= l->mallocs &&
		bits_get(&l->leaked, l->next - 1);
}

size_t
jfr_leaks_bytes(const struct jfr_leaks *l)
{
	return mul_size(l->event.cap, sizeof(*l->event.p));
}

void
jfr_leaks_fini(struct jfr_leaks *l)
{
	vec_free(&l->event);
	free(l->leaked.word);
}
