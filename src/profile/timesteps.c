/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of values per time step. */
#include "prelude.h"

#include "profile/timesteps.h"

#include <inttypes.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "profile/sampletype.h"

enum { BUCKETS_MAX = 10000, NS_PER_MS = 1000000 };

int
buckets_init(struct buckets *b, struct span span, int64_t step, struct err *err)
{
	int64_t n;

	*b = (struct buckets){ .span = span, .step = step };
	if (step <= 0 || span_is_empty(span) || span.from < 0)
		return err_set(err, ERR_USAGE, "no such time");
	b->span = b->within = span_round(span, step);
	n = (b->span.until - b->span.from) / step;
	if (n > BUCKETS_MAX)
		return err_set(err, ERR_USAGE,
			"the range has %" PRId64 " steps; the limit is %d", n,
			(int)BUCKETS_MAX);
	b->n = (size_t)n;
	b->p = xcalloc(b->n, sizeof(*b->p));
	return 0;
}

size_t
buckets_add(struct buckets *b, int64_t time, double value)
{
	size_t at;

	if (!span_has(b->within, time))
		return SIZE_MAX;
	at = (size_t)((time - b->span.from) / b->step);
	b->p[at].sum += value;
	b->p[at].has = true;
	return at;
}

void
buckets_spread(struct buckets *b, int64_t from, int64_t until)
{
	int64_t origin = b->span.from * NS_PER_MS, step = b->step * NS_PER_MS;
	int64_t first, last;

	if (from < b->within.from * NS_PER_MS)
		from = b->within.from * NS_PER_MS;
	if (until > b->within.until * NS_PER_MS)
		until = b->within.until * NS_PER_MS;
	if (from >= until)
		return;
	first = (from - origin) / step;
	last = (until - 1 - origin) / step;
	if (first == last) {
		b->p[first].sum += (double)(until - from);
		return;
	}
	b->p[first].sum += (double)(origin + (first + 1) * step - from);
	b->p[last].sum += (double)(until - (origin + last * step));
	/* buckets_end() adds the whole steps between first and last. */
	b->p[first + 1].whole++;
	b->p[last].whole--;
}

static int
compare_gaps(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

int64_t
buckets_distance(const struct buckets *b)
{
	int64_t *distance = xcalloc(b->n + 1, sizeof(*distance)), found;
	size_t n = 0, last = SIZE_MAX;

	for (size_t i = 0; i < b->n; i++) {
		if (!b->p[i].has)
			continue;
		if (last != SIZE_MAX)
			distance[n++] = (int64_t)(i - last) * b->step;
		last = i;
	}
	if (n > 0)
		qsort(distance, n, sizeof(*distance), compare_gaps);
	found = n > 0 ? distance[n / 2] : 0;
	free(distance);
	return found > b->step ? found : b->step;
}

/* Merge buckets into steps of `step`, a multiple of b->step. */
static void
buckets_coarsen(struct buckets *b, int64_t step)
{
	struct span span = span_round(b->span, step);
	size_t n = 0;

	for (size_t i = 0; i < b->n; i++) {
		int64_t at = b->span.from + (int64_t)i * b->step;
		size_t to = (size_t)((at - span.from) / step);
		double sum = b->p[i].sum;
		bool has = b->p[i].has;

		/* The first value of a new bucket replaces the old content. */
		if (to >= n) {
			b->p[to].sum = 0;
			b->p[to].has = false;
			n = to + 1;
		}
		b->p[to].sum += sum;
		b->p[to].has = b->p[to].has || has;
	}
	b->span = span;
	b->step = step;
	b->n = n;
}

void
buckets_widen(struct buckets *b)
{
	int64_t distance = buckets_distance(b);
	int64_t step = points_step(0, 1, distance, b->step);

	step = step < distance ? distance : step;
	if (step > b->step)
		buckets_coarsen(b, step);
}

void
buckets_fill(struct buckets *b)
{
	size_t near = (size_t)(2 * buckets_distance(b) / b->step);
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < b->n; i++) {
		if (!b->p[i].has)
			continue;
		for (size_t k = last + 1;
			last != SIZE_MAX && i - last <= near && k < i; k++)
			b->p[k].has = true;
		last = i;
	}
}

void
points_even(struct points *ps, struct span within)
{
	int64_t near = ps->interval > ps->grid ? ps->interval : ps->grid;
	struct point *p = ps->p;
	size_t n = ps->n;

	if (!ps->per_second || n < 3)
		return;
	if (p[0].span.from - within.from <= near)
		p[0].span.from = within.from;
	if (within.until - p[n - 1].span.until <= near)
		p[n - 1].span.until = within.until;
	/* A part of a step has too few profiles for a rate. */
	if (p[0].span.until - p[0].span.from < ps->grid) {
		p[1].span.from = p[0].span.from;
		p[1].sum = i64_wrap_add(p[1].sum, p[0].sum);
		memmove(p, p + 1, --n * sizeof(*p));
	}
	if (p[n - 1].span.until - p[n - 1].span.from < ps->grid) {
		p[n - 2].span.until = p[n - 1].span.until;
		p[n - 2].sum = i64_wrap_add(p[n - 2].sum, p[n - 1].sum);
		n--;
	}
	ps->n = n;
}

void
points_shorten(struct points *ps, double share)
{
	for (size_t i = 0; i < ps->n && share > 0 && share < 1; i++) {
		struct span *s = &ps->p[i].span;

		s->until = s->from +
			(int64_t)((double)(s->until - s->from) * share + 0.5);
	}
}

void
buckets_end(struct buckets *b, struct str type, struct str unit, uint32_t n,
	struct points *out)
{
	bool clamped = false, zeros = b->recorded && !points_level(type, unit);
	int64_t whole = 0;

	*out = (struct points){ .unit = unit, .grid = b->step };
	for (size_t i = 0; i < b->n; i++) {
		int64_t at = b->span.from + (int64_t)i * b->step;
		struct span span = { at, at + b->step };
		struct point p = { .span = span_both(span, b->within), .n = n };

		whole += b->p[i].whole;
		p.sum = i64_round(b->p[i].sum +
				(double)whole * (double)b->step *
					(double)NS_PER_MS,
			&clamped);
		if ((b->p[i].has || zeros) && !span_is_empty(p.span))
			points_add(out, &p);
	}
	points_complete(out, type);
	free(b->p);
	b->p = NULL;
}

bool
points_level(struct str type, struct str unit)
{
	return kind_is_level(kind_of(type, unit));
}

/* Values are shown per second if most points have a duration, unless they are
   levels. Sums since the start of a program have no duration. */
void
points_complete(struct points *ps, struct str type)
{
	size_t lasting = 0;

	points_done(ps);
	for (size_t i = 0; i < ps->n; i++)
		lasting += ps->p[i].span.until > ps->p[i].span.from;
	ps->per_second = lasting > ps->n / 2 && !points_level(type, ps->unit);
}
