/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of functions: see top.h. */
#include "config.h"

#include "present/top.h"

#include <stdlib.h>

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
	top_order_init(t);
	t->numbers = numbers_of(v, &v->w);
	t->beside = xcalloc(v->n_beside + 1u, sizeof(*t->beside));
	for (uint32_t i = 0; i < v->n_beside; i++)
		t->beside[i] = numbers_of(v, &v->beside[i]);
	return t;
}

void
top_free(struct top *t)
{
	if (t == NULL)
		return;
	top_order_fini(t);
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
