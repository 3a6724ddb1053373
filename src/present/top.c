/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the table, sorted: see top.h. */
#include "config.h"

#include "present/top.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "present/toprows.h"

#include "base/banned.h"

static const uint8_t usual[] = { TOP_SELF, TOP_SELF_PERCENT, TOP_SUM_PERCENT,
	TOP_TOTAL, TOP_TOTAL_PERCENT, TOP_BESIDE, TOP_NAME };

static const char *const column_name[TOP_COLUMN_KINDS] = {
	[TOP_SELF] = "self",
	[TOP_SELF_PERCENT] = "self%",
	[TOP_SUM_PERCENT] = "sum%",
	[TOP_TOTAL] = "total",
	[TOP_TOTAL_PERCENT] = "total%",
	[TOP_NAME] = "name",
	[TOP_FILE] = "file",
	[TOP_BESIDE] = "beside",
};

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
	s = str_from(arena_copy(arena, b.p, b.n), b.n);
	strbuf_free(&b);
	return s;
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
		by_total = sort->beside_total;
	}
	s->key[0] = size_of(
		by_total ? top_total(w, s->frame) : top_self(w, s->frame));
	s->key[1] = size_of(
		by_total ? top_self(w, s->frame) : top_total(w, s->frame));
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
		if (v->places[f] == 0)
			continue;
		t->all++;
		if (t->o.rows != NULL && !bits_get(t->o.rows, f))
			continue;
		s[t->n].frame = f;
		fill_keys(&s[t->n++], t, &arena);
	}
	qsort(s, t->n, sizeof(*s), text ? by_text : by_keys);
	t->frame = xcalloc(t->n + 1u, sizeof(*t->frame));
	t->sum = xcalloc(t->n + 1u, sizeof(*t->sum));
	for (uint32_t i = 0; i < t->n; i++) {
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
	if (o->n_columns == 0) {
		t->o.n_columns = COUNT_OF(usual);
		memcpy(t->o.column, usual, sizeof(usual));
	}
	t->row_of = xcalloc(v->frames->n + 1u, sizeof(*t->row_of));
	for (frame_id f = 0; f < v->frames->n; f++)
		t->row_of[f] = NONE;
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

static struct str
type_name(const struct view *v, const struct weights *w)
{
	return profile_str(v->profile, v->profile->types.type[w->column]);
}

/* "self" .. "file", not "beside"; TOP_COLUMN_KINDS when it is none. */
static enum top_column
column_of(struct str name)
{
	int k = 0;

	while (k < TOP_COLUMN_KINDS && !str_is(name, column_name[k]))
		k++;
	return (enum top_column)k;
}

int
top_sort_parse(struct str text, const struct view *v, struct top_sort *out,
	struct err *err)
{
	struct top_sort s = { .reverse = str_starts(text, STR("-")) };
	struct str name = str_skip(text, s.reverse ? 1 : 0);
	bool total = str_ends(name, STR(":total"));

	s.by = column_of(name);
	if (s.by < TOP_COLUMN_KINDS && s.by != TOP_BESIDE) {
		*out = s;
		return 0;
	}
	if (total)
		name = str_sub(name, 0, name.n - 6);
	for (uint32_t i = 0; v != NULL && i < v->n_beside; i++) {
		if (!str_eq(name, type_name(v, &v->beside[i])))
			continue;
		s.by = TOP_BESIDE;
		s.beside = i;
		s.beside_total = total;
		*out = s;
		return 0;
	}
	return err_set(err, ERR_USAGE,
		"unknown sort key \"%.*s\": self, self%%, sum%%, total, "
		"total%%, name, file",
		STR_ARG(text));
}

void
top_sort_print(struct top_sort s, const struct view *v, struct strbuf *out)
{
	if (s.reverse)
		strbuf_addch(out, '-');
	if (s.by != TOP_BESIDE) {
		strbuf_addc(out, column_name[s.by]);
	} else if (s.beside < v->n_beside) {
		strbuf_add(out, type_name(v, &v->beside[s.beside]));
		strbuf_addc(out, s.beside_total ? ":total" : "");
	}
}

/* The sort keys that the columns offer, each once; percents sort as what
   they are percents of. */
static size_t
keys_of(const struct top *t, struct top_sort *key, size_t max)
{
	size_t n = 0;

	for (uint32_t i = 0; i < t->o.n_columns; i++) {
		enum top_column by = t->o.column[i];

		if (by == TOP_SELF_PERCENT || by == TOP_SUM_PERCENT ||
			by == TOP_TOTAL_PERCENT)
			continue;
		if (by != TOP_BESIDE && n < max)
			key[n++] = (struct top_sort){ .by = by };
		for (uint32_t b = 0; by == TOP_BESIDE &&
			b < t->view->n_beside * 2 && n < max;
			b++)
			key[n++] = (struct top_sort){
				.by = by, .beside = b / 2, .beside_total = b % 2
			};
	}
	return n;
}

struct top_sort
top_sort_step(const struct top *t, int step)
{
	struct top_sort key[64], now = t->o.sort;
	size_t n = keys_of(t, key, COUNT_OF(key)), at = 0;

	if (now.by == TOP_SELF_PERCENT || now.by == TOP_SUM_PERCENT)
		now.by = TOP_SELF;
	if (now.by == TOP_TOTAL_PERCENT)
		now.by = TOP_TOTAL;
	while (at < n &&
		(key[at].by != now.by ||
			(now.by == TOP_BESIDE &&
				(key[at].beside != now.beside ||
					key[at].beside_total !=
						now.beside_total))))
		at++;
	if (n == 0 || (at == n && step < 0))
		return now;
	if (at == n)
		return key[0];
	if (step < 0 ? at > 0 : at + 1 < n)
		at = step < 0 ? at - 1 : at + 1;
	return key[at];
}

int
top_columns_parse(struct str text, struct top_options *o, struct err *err)
{
	uint32_t n = 0;
	uint8_t column[TOP_COLUMN_KINDS];
	bool has_name = false;

	while (text.n > 0) {
		ptrdiff_t comma = str_chr(text, ',');
		struct str name =
			comma < 0 ? text : str_sub(text, 0, (size_t)comma);
		enum top_column k = column_of(name);

		text = str_skip(text, comma < 0 ? text.n : (size_t)comma + 1);
		if (k == TOP_COLUMN_KINDS || n == COUNT_OF(column))
			return err_set(err, ERR_USAGE,
				"unknown column \"%.*s\": self, self%%, sum%%, "
				"total, total%%, beside, name, file",
				STR_ARG(name));
		has_name |= k == TOP_NAME;
		column[n++] = (uint8_t)k;
	}
	/* A table without names says nothing. */
	if (n > 0 && !has_name && n < COUNT_OF(column))
		column[n++] = TOP_NAME;
	o->n_columns = n;
	memcpy(o->column, column, n);
	return 0;
}
