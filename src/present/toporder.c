/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the table and their order: see top.h. A table has as many rows
 * as a profile has functions and is made anew with each key of a filter, so
 * it is sorted only where somebody looks.
 */
#include "config.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/evidence.h"
#include "present/caption.h"
#include "present/delta.h"
#include "present/rank.h"
#include "present/toprows.h"

#include "base/banned.h"

struct top_order {
	struct rank rank;
	/* With TOP_FILE, what rows are sorted by. */
	struct str *file; /* [frames.n] */
	struct arena arena;
	/* The row whose sum was asked for last. */
	uint32_t row; /* or NONE */
	int64_t sum;
};

static uint64_t
size_of(int64_t v)
{
	return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

/* Where a frame without a file goes: behind those that have one. */
static struct str
file_key(const struct view *v, frame_id frame, struct arena *arena)
{
	struct strbuf b = STRBUF_INIT;
	struct str s;

	caption_place(&b, v, frame, true);
	if (b.n == 0)
		strbuf_addc(&b, "\xFF");
	s = arena_str(arena, strbuf_str(&b));
	strbuf_free(&b);
	return s;
}

static bool
is_by_text(const struct top *t)
{
	return t->o.sort.by == TOP_NAME || t->o.sort.by == TOP_FILE;
}

/* Larger first; the first criterion of a diff's columns. */
static uint64_t
diff_key(const struct top *t, struct sides x)
{
	switch (t->o.sort.by) {
	case TOP_BASE:
		return size_of(x.base);
	case TOP_NEW:
		return size_of(x.new);
	case TOP_CHANGE:
		return delta_share_key(x);
	default:
		return delta_times_key(x);
	}
}

/* Self or total of the type that the table is sorted by; `other`: of these
   the one that it is not sorted by. */
static uint64_t
value_key(const struct top *t, frame_id f, bool other)
{
	const struct top_sort *sort = &t->o.sort;
	const struct weights *w = &t->view->w;
	bool total = sort->by == TOP_TOTAL || sort->by == TOP_TOTAL_PERCENT;

	if (sort->by == TOP_BESIDE && sort->beside < t->view->n_beside) {
		w = &t->view->beside[sort->beside];
		total = sort->of_total;
	}
	return size_of(total != other ? top_total(w, f) : top_self(w, f));
}

/* The first criterion. By text there is none, and all is left to before(). */
static uint64_t
first_key(const struct top *t, frame_id f)
{
	uint64_t key;

	if (is_by_text(t))
		return 0;
	if (top_is_of_diff(t->o.sort.by))
		key = diff_key(t, top_sides(t, f, t->o.sort.of_total));
	else
		key = value_key(t, f, false);
	return t->o.sort.reverse ? ~key : key;
}

/* The second one: never the other way round. */
static uint64_t
second_key(const struct top *t, frame_id f)
{
	if (top_is_of_diff(t->o.sort.by))
		return size_of(
			sides_delta(top_sides(t, f, t->o.sort.of_total)));
	return value_key(t, f, true);
}

static struct str
text_of(const struct top *t, frame_id f)
{
	return t->order->file != NULL ? t->order->file[f]
				      : t->view->frames->frame[f].text;
}

/* Of two rows alike so far. */
static bool
before(const void *arg, uint32_t a, uint32_t b)
{
	const struct top *t = arg;
	int c;

	if (!is_by_text(t)) {
		uint64_t x = second_key(t, a), y = second_key(t, b);

		if (x != y)
			return x > y;
	}
	c = str_cmp(text_of(t, a), text_of(t, b));
	if (c == 0)
		return a < b;
	return is_by_text(t) && t->o.sort.reverse ? c > 0 : c < 0;
}

/* With drop_negative: as in pprof's graphs. */
static bool
is_dropped(const struct view *v, frame_id frame)
{
	int64_t self = top_self(&v->w, frame);

	return v->query.drop_negative &&
		(self < 0 || (self == 0 && top_total(&v->w, frame) < 0));
}

/* Has a row of a diff changed less than is asked for? */
static bool
is_under_min(const struct top *t, frame_id frame)
{
	struct sides all;
	double most;

	if (!t->view->is_diff || !(t->o.diff_min > 0))
		return false;
	all = sides_kept(&t->view->w);
	most = (double)size_of(
		size_of(all.new) > size_of(all.base) ? all.new : all.base);
	return (double)size_of(sides_delta(top_sides(
		       t, frame, top_is_by_total(t)))) < t->o.diff_min * most;
}

static bool
is_row(const struct top *t, frame_id f)
{
	return t->view->places[f] != 0 && !is_dropped(t->view, f) &&
		(t->o.rows == NULL || bits_get(t->o.rows, f));
}

static void
count_rows(struct top *t)
{
	const struct view *v = t->view;

	for (frame_id f = 0; f < v->frames->n; f++) {
		t->all += v->places[f] != 0 && !is_dropped(v, f);
		if (!is_row(t, f))
			continue;
		if (is_under_min(t, f))
			t->hidden++;
		else
			t->n++;
	}
}

/* What the rows' numbers need: is there a minus, and "-12.3%" or "123.4%"
   somewhere? Sums grow with each row unless there is a minus. */
static bool
look_at_numbers(struct top *t)
{
	const struct rank *r = &t->order->rank;
	uint64_t base = size_of(top_base(t));
	bool negative = false, sticky = false;
	int64_t sum = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		int64_t self = top_self(&t->view->w, r->item[i].id);
		int64_t total = top_total(&t->view->w, r->item[i].id);

		t->noise += top_is_noise(t, r->item[i].id);
		negative = negative || self < 0;
		t->wide_percents = t->wide_percents || self < 0 || total < 0 ||
			size_of(total) > base;
		sum = i64_add(sum, self, &sticky);
	}
	t->wide_percents = t->wide_percents || size_of(sum) > base;
	return negative;
}

void
top_order_init(struct top *t)
{
	const struct view *v = t->view;
	struct top_order *order = xcalloc(1, sizeof(*order));
	uint32_t n = 0;

	t->order = order;
	order->row = NONE;
	count_rows(t);
	rank_init(&order->rank, t->n);
	order->rank.before = before;
	order->rank.arg = t;
	if (t->o.sort.by == TOP_FILE)
		order->file = xcalloc(v->frames->n + 1u, sizeof(*order->file));
	for (frame_id f = 0; f < v->frames->n; f++) {
		if (!is_row(t, f) || is_under_min(t, f))
			continue;
		if (order->file != NULL)
			order->file[f] = file_key(v, f, &order->arena);
		order->rank.item[n++] =
			(struct rank_item){ .key = first_key(t, f), .id = f };
	}
	/* Sums that go up and down depend on the order of their rows. */
	if (look_at_numbers(t))
		rank_sort(&order->rank, 0, t->n);
}

void
top_order_fini(struct top *t)
{
	rank_fini(&t->order->rank);
	free(t->order->file);
	arena_free(&t->order->arena);
	free(t->order);
}

frame_id
top_frame(const struct top *t, uint32_t row)
{
	if (row >= t->n)
		return NONE;
	rank_sort(&t->order->rank, row, row + 1);
	return t->order->rank.item[row].id;
}

uint32_t
top_row_of(const struct top *t, frame_id frame)
{
	return frame != NONE ? rank_place(&t->order->rank, frame) : NONE;
}

int64_t
top_sum(const struct top *t, uint32_t row)
{
	struct top_order *order = t->order;
	bool sticky = false;

	(void)top_frame(t, row);
	if (order->row == NONE || order->row > row) {
		order->row = 0;
		order->sum = top_self(&t->view->w, order->rank.item[0].id);
	}
	while (order->row < row) {
		frame_id f = order->rank.item[++order->row].id;

		order->sum =
			i64_add(order->sum, top_self(&t->view->w, f), &sticky);
	}
	return order->sum;
}
