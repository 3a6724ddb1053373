/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels as rows: see tagspane.h. */
#include "config.h"

#include "present/tagspane.h"

#include <stdlib.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "engine/match.h"
#include "present/buckets.h"
#include "present/tagsrows.h"
#include "profile/unit.h"

#include "base/banned.h"

enum { OPEN_MOST = 8 }; /* values of a group that is open by itself */

/* While rows are made. */
struct making {
	struct tags_pane *tp;
	struct tags_folds *folds;
	const struct tags_options *o;
	struct match *match; /* NULL: no row filter */
};

void
tags_folds_fini(struct tags_folds *f)
{
	vec_free(&f->fold);
	arena_free(&f->arena);
}

struct tags_fold *
tags_fold_of(struct tags_folds *f, struct str key)
{
	struct tags_fold fresh = { .decided = false };

	for (size_t i = 0; i < f->fold.n; i++)
		if (str_eq(f->fold.p[i].key, key))
			return &f->fold.p[i];
	fresh.key = arena_str(&f->arena, key);
	vec_push(&f->fold, fresh);
	return &f->fold.p[f->fold.n - 1];
}

static size_t
count_numbers(const struct tag_key *key)
{
	size_t n = 0;

	for (size_t i = 0; i < key->n; i++)
		n += key->value[i].numeric;
	return n;
}

/* Ranges: where the user wants them, else where there are many numbers of a
   kind that is measured and not counted. */
static bool
wants_ranges(const struct making *m, const struct tag_key *key)
{
	const struct tags_fold *fold = tags_fold_of(m->folds, key->key);
	size_t numbers = count_numbers(key);

	if (numbers < 2 || numbers < key->n || m->match != NULL)
		return false;
	if (fold->ranges_decided)
		return fold->ranges;
	return numbers > OPEN_MOST &&
		(unit_is_memory(key->unit) || unit_is_time(key->unit));
}

/* Sorting the values of a key: qsort() takes no more than two. */
struct sorting {
	const struct tag_value *value;
	uint32_t index;
};

static int
by_value(const void *a, const void *b)
{
	const struct tag_value *x = ((const struct sorting *)a)->value;
	const struct tag_value *y = ((const struct sorting *)b)->value;

	if (x->numeric != y->numeric)
		return x->numeric ? 1 : -1;
	if (x->numeric && x->num != y->num)
		return x->num < y->num ? -1 : 1;
	return str_cmp(x->text, y->text);
}

/* The values that are shown, in their order; they come by weight. */
static uint32_t *
order_values(const struct making *m, const struct tag_key *key, bool all,
	bool sorted, size_t *n)
{
	uint32_t *order = ARENA_ARRAY(&m->tp->arena, uint32_t, key->n + 1);
	struct sorting *s;

	*n = 0;
	for (uint32_t i = 0; i < key->n; i++)
		if (all || match_str(m->match, key->value[i].text))
			order[(*n)++] = i;
	if (!sorted)
		return order;
	s = xcalloc(*n + 1, sizeof(*s));
	for (size_t i = 0; i < *n; i++)
		s[i] = (struct sorting){ &key->value[order[i]], order[i] };
	qsort(s, *n, sizeof(*s), by_value);
	for (size_t i = 0; i < *n; i++)
		order[i] = s[i].index;
	free(s);
	return order;
}

static void
add_row(struct making *m, struct tags_row row)
{
	const struct tags *of =
		row.facet != NULL ? row.facet->of : m->tp->facets->tags[0];

	m->tp->wide = m->tp->wide || row.weight < 0 || row.weight > of->total;
	vec_push(&m->tp->row, row);
}

static void
add_values(struct making *m, const struct facet *f, const uint32_t *order,
	size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct tag_value *v = &f->key->value[order[i]];

		add_row(m,
			(struct tags_row){ .kind = TAGS_VALUE,
				.facet = f,
				.value = &order[i],
				.n = 1,
				.weight = v->weight,
				.samples = v->samples });
	}
}

/* The ranges that some number falls into; `order` is by number. */
static size_t
make_ranges(const struct facet *f, const uint32_t *order, size_t n,
	struct tags_row out[BUCKETS_MAX])
{
	const struct tag_key *key = f->key;
	struct bucket bucket[BUCKETS_MAX];
	size_t n_buckets = buckets_of(key->value[order[0]].num,
		       key->value[order[n - 1]].num, unit_is_memory(key->unit),
		       bucket),
	       rows = 0, at = 0;

	for (size_t i = 0; i < n_buckets; i++) {
		struct tags_row row = { .kind = TAGS_VALUE,
			.facet = f,
			.value = &order[at],
			.is_range = true,
			.lo = bucket[i].lo,
			.hi = bucket[i].hi };

		for (; at < n &&
			(i + 1 == n_buckets ||
				key->value[order[at]].num < bucket[i].hi);
			at++) {
			const struct tag_value *v = &key->value[order[at]];

			row.weight = i64_wrap_add(row.weight, v->weight);
			row.samples += v->samples;
			row.n++;
		}
		if (row.n > 0)
			out[rows++] = row;
	}
	return rows;
}

static void
add_without(struct making *m, const struct facet *f)
{
	if (f->of->samples == f->key->carriers || m->match != NULL)
		return;
	add_row(m,
		(struct tags_row){ .kind = TAGS_WITHOUT,
			.facet = f,
			.weight = f->of->kept - f->key->carried,
			.samples = f->of->samples - f->key->carriers });
}

static bool
is_open(const struct making *m, const struct tag_key *key, size_t rows)
{
	const struct tags_fold *fold = tags_fold_of(m->folds, key->key);

	if (m->match != NULL)
		return true;
	return fold->decided ? fold->open : rows <= OPEN_MOST;
}

/* The head of a group, and whether its rows follow. */
static bool
add_head(struct making *m, const struct facet *f, size_t rows, bool ranges)
{
	struct tags_row head = { .kind = TAGS_KEY,
		.facet = f,
		.n = rows,
		.is_range = ranges,
		.is_open = is_open(m, f->key, rows),
		.weight = f->key->carried,
		.samples = f->key->carriers };

	add_row(m, head);
	return head.is_open;
}

static void
add_group(struct making *m, const struct facet *f)
{
	const struct tag_key *key = f->key;
	bool ranges = wants_ranges(m, key);
	bool all = m->match == NULL || match_str(m->match, key->key);
	struct tags_row range[BUCKETS_MAX];
	uint32_t *order;
	size_t n = key->n;

	m->tp->all += (uint32_t)n;
	/* The order of what is not shown is not worth the time. */
	if (m->match == NULL && !ranges && !is_open(m, key, n)) {
		m->tp->shown += (uint32_t)n;
		(void)add_head(m, f, n, false);
		return;
	}
	order = order_values(m, key, all, ranges || m->o->by_value, &n);
	m->tp->shown += (uint32_t)n;
	if (n == 0)
		return;
	if (ranges) {
		n = make_ranges(f, order, n, range);
		if (!add_head(m, f, n, true))
			return;
		for (size_t i = 0; i < n; i++)
			add_row(m, range[i]);
	} else {
		(void)add_head(m, f, n, false);
		add_values(m, f, order, n);
	}
	add_without(m, f);
}

static void
add_bare(struct making *m, const struct facets *f)
{
	const struct tags *tags = f->tags[0];

	if (m->tp->row.n == 0 || m->match != NULL)
		return;
	add_row(m,
		(struct tags_row){ .kind = TAGS_BARE,
			.weight = tags->bare,
			.samples = tags->bare_samples });
}

struct tags_pane *
tags_pane_new(const struct facets *f, struct tags_folds *folds,
	const struct tags_options *o)
{
	struct tags_pane *tp = xcalloc(1, sizeof(*tp));
	struct making m = { .tp = tp, .folds = folds, .o = o };
	struct err err = ERR_INIT;

	tp->facets = f;
	tp->numbers = numbers_of(f->view, &f->view->w);
	if (o->pattern.n > 0)
		m.match = match_new_smart(o->pattern, NULL, &err);
	/* In a diff a label marks the base: that is none of the user's. */
	for (size_t i = 0; i < f->n; i++)
		if (!str_is(f->facet[i].key->key, "pprof::base"))
			add_group(&m, &f->facet[i]);
	add_bare(&m, f);
	tp->stopped = m.match != NULL && match_stopped(m.match);
	match_free(m.match);
	return tp;
}

void
tags_pane_free(struct tags_pane *tp)
{
	if (tp == NULL)
		return;
	vec_free(&tp->row);
	arena_free(&tp->arena);
	free(tp);
}

bool
tags_pane_stopped(const struct tags_pane *tp)
{
	return tp->stopped;
}

uint32_t
tags_pane_rows(const struct tags_pane *tp)
{
	return (uint32_t)tp->row.n;
}

const struct tags_row *
tags_pane_row(const struct tags_pane *tp, uint32_t i)
{
	return i < tp->row.n ? &tp->row.p[i] : NULL;
}

void
tags_pane_count(const struct tags_pane *tp, uint32_t *shown, uint32_t *all)
{
	*shown = tp->shown;
	*all = tp->all;
}

static void
add_number(struct strbuf *out, const struct tag_key *key, int64_t v)
{
	char text[UNIT_TEXT_MAX];

	(void)unit_label(v, key->unit, STR("auto"), text);
	strbuf_addc(out, text);
}

void
tags_row_name(struct strbuf *out, const struct tags_row *row)
{
	const struct tag_key *key = row->facet != NULL ? row->facet->key : NULL;

	switch (row->kind) {
	case TAGS_KEY:
		strbuf_add(out, key->key);
		break;
	case TAGS_WITHOUT:
		strbuf_addc(out, "(without)");
		break;
	case TAGS_BARE:
		strbuf_addc(out, "(no label)");
		break;
	case TAGS_VALUE:
		if (!row->is_range) {
			strbuf_add(out, key->value[row->value[0]].text);
			break;
		}
		add_number(out, key, row->lo);
		if (row->hi - 1 == row->lo)
			break;
		strbuf_addc(out, "..");
		add_number(out, key, row->hi);
		break;
	}
}
