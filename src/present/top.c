/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the table, sorted: see top.h. */
#include "config.h"

#include "present/top.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/evidence.h"
#include "present/delta.h"
#include "present/toprows.h"

#include "base/banned.h"

static const uint8_t usual[] = { TOP_SELF, TOP_SELF_PERCENT, TOP_SUM_PERCENT,
	TOP_TOTAL, TOP_TOTAL_PERCENT, TOP_BESIDE, TOP_NAME };

static const uint8_t usual_diff[] = { TOP_BASE, TOP_NEW, TOP_SELF, TOP_CHANGE,
	TOP_TIMES, TOP_TOTAL, TOP_NAME };

int64_t
top_self(const struct weights *w, frame_id frame)
{
	return weight_value(w->flat[frame], w->flat_div, frame);
}

int64_t
top_total(const struct weights *w, frame_id frame)
{
	return weight_value(w->cum[frame], w->cum_div, frame);
}

int64_t
top_base(const struct top *t)
{
	return t->o.percent_base != 0 ? t->o.percent_base : t->view->w.total;
}

bool
top_is_by_total(const struct top *t)
{
	const struct top_sort *s = &t->o.sort;

	return s->by == TOP_TOTAL || s->by == TOP_TOTAL_PERCENT ||
		(top_is_of_diff(s->by) && s->of_total);
}

struct sides
top_sides(const struct top *t, frame_id frame, bool total)
{
	const struct weights *w = &t->view->w;

	if (t->view->is_diff)
		return sides_frame(w, frame, total);
	return (struct sides){ .new = total ? top_total(w, frame)
					    : top_self(w, frame) };
}

enum change
top_change(const struct top *t, frame_id frame, bool total)
{
	return delta_change(t->view, top_sides(t, frame, total), !total);
}

bool
top_is_noise(const struct top *t, frame_id frame)
{
	const struct evidence *e = t->view->evidence;
	bool total = top_is_by_total(t);

	if (e == NULL || !e->known)
		return false;
	return !bits_get(total ? &e->total_real : &e->self_real, frame);
}

uint32_t
top_noise_rows(const struct top *t)
{
	return t->noise;
}

uint32_t
top_hidden_rows(const struct top *t)
{
	return t->hidden;
}

/* A row while it is being sorted: all that comparing needs. */
struct sorting {
	uint64_t key[2]; /* larger first */
	struct str text; /* then this, ascending */
	frame_id frame;
	int sign; /* -1: the first criterion the other way round */
};

static int
by_keys(const void *a, const void *b)
{
	const struct sorting *x = a, *y = b;
	int c;

	if (x->key[0] != y->key[0])
		return x->key[0] > y->key[0] ? -x->sign : x->sign;
	if (x->key[1] != y->key[1])
		return x->key[1] > y->key[1] ? -1 : 1;
	c = str_cmp(x->text, y->text);
	if (c != 0)
		return c;
	return x->frame < y->frame ? -1 : x->frame > y->frame;
}

static int
by_text(const void *a, const void *b)
{
	const struct sorting *x = a, *y = b;
	int c = str_cmp(x->text, y->text);

	if (c != 0)
		return c * x->sign;
	return x->frame < y->frame ? -1 : x->frame > y->frame;
}

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

static void
fill_diff_keys(struct sorting *s, const struct top *t)
{
	struct sides x = top_sides(t, s->frame, t->o.sort.of_total);

	switch (t->o.sort.by) {
	case TOP_BASE:
		s->key[0] = size_of(x.base);
		break;
	case TOP_NEW:
		s->key[0] = size_of(x.new);
		break;
	case TOP_CHANGE:
		s->key[0] = delta_share_key(x);
		break;
	default:
		s->key[0] = delta_times_key(x);
		break;
	}
	s->key[1] = size_of(sides_delta(x));
}

static void
fill_keys(struct sorting *s, const struct top *t, struct arena *arena)
{
	const struct top_sort *sort = &t->o.sort;
	const struct weights *w = &t->view->w;
	bool by_total = sort->by == TOP_TOTAL || sort->by == TOP_TOTAL_PERCENT;

	s->sign = sort->reverse ? -1 : 1;
	s->text = t->view->frames->frame[s->frame].text;
	if (sort->by == TOP_FILE) {
		s->text = file_key(t->view, s->frame, arena);
		return;
	}
	if (sort->by == TOP_NAME)
		return;
	if (sort->by == TOP_BESIDE && sort->beside < t->view->n_beside) {
		w = &t->view->beside[sort->beside];
		by_total = sort->of_total;
	}
	if (top_is_of_diff(sort->by)) {
		fill_diff_keys(s, t);
		return;
	}
	s->key[0] = size_of(
		by_total ? top_total(w, s->frame) : top_self(w, s->frame));
	s->key[1] = size_of(
		by_total ? top_self(w, s->frame) : top_total(w, s->frame));
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

static void
sort_rows(struct top *t)
{
	const struct view *v = t->view;
	struct sorting *s = xcalloc(v->frames->n + 1u, sizeof(*s));
	struct arena arena = ARENA_INIT;
	bool text = t->o.sort.by == TOP_NAME || t->o.sort.by == TOP_FILE;
	bool sticky = false;
	int64_t sum = 0;

	for (frame_id f = 0; f < v->frames->n; f++) {
		if (v->places[f] == 0 || is_dropped(v, f))
			continue;
		t->all++;
		if (t->o.rows != NULL && !bits_get(t->o.rows, f))
			continue;
		if (is_under_min(t, f)) {
			t->hidden++;
			continue;
		}
		s[t->n].frame = f;
		fill_keys(&s[t->n++], t, &arena);
	}
	qsort(s, t->n, sizeof(*s), text ? by_text : by_keys);
	t->frame = xcalloc(t->n + 1u, sizeof(*t->frame));
	t->sum = xcalloc(t->n + 1u, sizeof(*t->sum));
	for (uint32_t i = 0; i < t->n; i++) {
		t->noise += top_is_noise(t, s[i].frame);
		t->frame[i] = s[i].frame;
		t->row_of[s[i].frame] = i;
		sum = i64_add(sum, top_self(&v->w, s[i].frame), &sticky);
		t->sum[i] = sum;
	}
	free(s);
	arena_free(&arena);
}

/* "-12.3%" or "123.4%" somewhere? */
static bool
has_wide_percents(const struct top *t)
{
	uint64_t base = size_of(top_base(t));

	for (uint32_t i = 0; i < t->n; i++) {
		int64_t self = top_self(&t->view->w, t->frame[i]);
		int64_t total = top_total(&t->view->w, t->frame[i]);

		if (self < 0 || total < 0 || size_of(total) > base ||
			size_of(t->sum[i]) > base)
			return true;
	}
	return false;
}

struct top *
top_new(const struct view *v, const struct top_options *o)
{
	struct top *t = xcalloc(1, sizeof(*t));

	t->view = v;
	t->o = *o;
	/* What belongs to diffs means nothing elsewhere. */
	if (!v->is_diff && top_is_of_diff(o->sort.by))
		t->o.sort = (struct top_sort){ .by = TOP_SELF };
	if (o->n_columns == 0 && v->is_diff) {
		t->o.n_columns = COUNT_OF(usual_diff);
		memcpy(t->o.column, usual_diff, sizeof(usual_diff));
	} else if (o->n_columns == 0) {
		t->o.n_columns = COUNT_OF(usual);
		memcpy(t->o.column, usual, sizeof(usual));
	}
	t->row_of = ids_new(v->frames->n);
	sort_rows(t);
	t->numbers = numbers_of(v, &v->w);
	t->beside = xcalloc(v->n_beside + 1u, sizeof(*t->beside));
	for (uint32_t i = 0; i < v->n_beside; i++)
		t->beside[i] = numbers_of(v, &v->beside[i]);
	t->wide_percents = has_wide_percents(t);
	return t;
}

void
top_free(struct top *t)
{
	if (t == NULL)
		return;
	free(t->frame);
	free(t->sum);
	free(t->row_of);
	free(t->beside);
	free(t);
}

uint32_t
top_rows(const struct top *t)
{
	return t->n;
}

uint32_t
top_all_rows(const struct top *t)
{
	return t->all;
}

frame_id
top_frame(const struct top *t, uint32_t row)
{
	return row < t->n ? t->frame[row] : NONE;
}

uint32_t
top_row_of(const struct top *t, frame_id frame)
{
	return frame != NONE && frame < t->view->frames->n ? t->row_of[frame]
							   : NONE;
}

int
top_page(int pane_rows)
{
	return pane_rows > 1 ? pane_rows - 1 : 1;
}

uint32_t
top_scroll(uint32_t first, uint32_t selected, uint32_t rows, int page)
{
	uint32_t n = page > 0 ? (uint32_t)page : 1;

	if (selected != NONE && selected < first)
		first = selected;
	if (selected != NONE && selected >= first + n)
		first = selected - n + 1;
	if (rows <= n)
		return 0;
	return first > rows - n ? rows - n : first;
}
