/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels as rows. */
#include "prelude.h"

#include "present/tags.h"

#include "base/compiler.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "engine/regexp.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/labelkeys.h"
#include "profile/labels.h"
#include "profile/unit.h"

/* ---- Ranges ---- */

enum { WANTED = 8, WIDE = 16 };

/* Return the product of a positive edge and a factor; saturates. */
static int64_t
tags_times(int64_t edge, int64_t factor)
{
	return edge > INT64_MAX / factor ? INT64_MAX : edge * factor;
}

/* Return the next edge of a scale; for factor 0, the scale is 1 2 5 10 ... */
static int64_t
next_edge(int64_t edge, int64_t factor)
{
	int64_t first = edge;

	if (factor != 0)
		return tags_times(edge, factor);
	/* 1 2 5 10 20 50 ... */
	while (first >= 10)
		first /= 10;
	return first == 2 ? tags_times(edge / 2, 5) : tags_times(edge, 2);
}

/* Fill in ranges for numbers that differ widely. Returns more than WANTED if
   the steps of the scale are too small. */
static size_t
by_factor(int64_t least, int64_t largest, int64_t factor, struct bucket *out)
{
	int64_t lo = 1, hi;
	size_t n = 0;

	if (least == 0) {
		out[n++] = (struct bucket){ 0, 1 };
		least = 1;
	}
	while ((hi = next_edge(lo, factor)) <= least && hi < INT64_MAX)
		lo = hi;
	for (; lo <= largest && n <= WANTED; lo = hi) {
		hi = next_edge(lo, factor);
		out[n++] = (struct bucket){ lo, hi };
		if (hi == INT64_MAX)
			break;
	}
	return n;
}

size_t
buckets_of(int64_t least, int64_t largest, bool binary, struct bucket *out)
{
	static const int64_t decimal[] = { 0, 10, 100, 1000, 1000000 };
	static const int64_t powers[] = { 2, 4, 16, 64, 1024, 1 << 20 };
	const int64_t *factor = binary ? powers : decimal;
	size_t kinds = binary ? COUNT_OF(powers) : COUNT_OF(decimal);
	size_t n = 0;

	if (least < 0 || largest / WIDE < least) {
		uint64_t span = (uint64_t)largest - (uint64_t)least;
		int64_t step = 1, lo;
		size_t count = 0;

		/* Numbers close together get equal steps. */
		while (span / (uint64_t)step >= WANTED && step < INT64_MAX)
			step = next_edge(step, binary ? 2 : 0);
		lo = least - least % step;
		if (lo > least)
			lo = lo < INT64_MIN + step ? INT64_MIN : lo - step;
		if (lo == INT64_MAX)
			lo--;
		for (; count < BUCKETS_MAX; lo += step) {
			int64_t hi =
				lo > INT64_MAX - step ? INT64_MAX : lo + step;

			out[count++] = (struct bucket){ lo, hi };
			if (hi > largest || hi == INT64_MAX)
				break;
		}
		return count;
	}
	for (size_t i = 0; i < kinds; i++) {
		n = by_factor(least, largest, factor[i], out);
		if (n <= WANTED)
			break;
	}
	return n;
}

/* ---- Rows ---- */

enum { OPEN_MOST = 8 }; /* maximum rows of a group that starts open */

/* The state while rows are built. */
struct making {
	struct tags_pane *tp;
	struct tags_folds *folds;
	const struct tags_options *o;
	struct regexp *match; /* NULL: no row filter */
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

/* True if the key gets ranges: as the user decided, else if there are many
   numbers with a unit of memory or time. */
static bool
wants_ranges(const struct making *m, const struct tag_key *key)
{
	const struct tags_fold *fold = tags_fold_of(m->folds, key->key);
	size_t numbers = 0;

	for (size_t i = 0; i < key->n; i++)
		numbers += key->value[i].numeric;
	if (numbers < 2 || numbers < key->n || m->match != NULL)
		return false;
	if (fold->ranges_decided)
		return fold->ranges;
	return numbers > OPEN_MOST &&
		(unit_is_memory(key->unit) || unit_is_time(key->unit));
}

/* A value being sorted: qsort() passes no context. */
struct tags_sorting {
	const struct tag_value *value;
	uint32_t index;
};

static int
tags_by_value(const void *a, const void *b)
{
	const struct tag_value *x = ((const struct tags_sorting *)a)->value;
	const struct tag_value *y = ((const struct tags_sorting *)b)->value;

	if (x->numeric != y->numeric)
		return x->numeric ? 1 : -1;
	if (x->numeric && x->num != y->num)
		return x->num < y->num ? -1 : 1;
	return str_cmp(x->text, y->text);
}

/* Return indices of the values shown, in order; key->value is by weight. */
static uint32_t *
order_values(const struct making *m, const struct tag_key *key, bool all,
	bool sorted, size_t *n)
{
	uint32_t *order = ARENA_ARRAY(&m->tp->arena, uint32_t, key->n + 1);
	struct tags_sorting *s;

	*n = 0;
	for (uint32_t i = 0; i < key->n; i++)
		if (all || regexp_str(m->match, key->value[i].text))
			order[(*n)++] = i;
	if (!sorted)
		return order;
	s = xcalloc(*n + 1, sizeof(*s));
	for (size_t i = 0; i < *n; i++)
		s[i] = (struct tags_sorting){ &key->value[order[i]], order[i] };
	qsort(s, *n, sizeof(*s), tags_by_value);
	for (size_t i = 0; i < *n; i++)
		order[i] = s[i].index;
	free(s);
	return order;
}

static void
tags_add_row(struct making *m, struct tags_row row)
{
	const struct tags *of =
		row.facet != NULL ? row.facet->of : m->tp->facets->tags[0];

	m->tp->wide = m->tp->wide || row.weight < 0 || row.weight > of->total;
	vec_push(&m->tp->row, row);
}

/* Return a key's rank among all keys (labelkeys.h). */
static struct label_key
rank_of(const struct facet *f)
{
	int64_t base = f->key->base.value;
	uint64_t before = u64_abs(base),
		 now = u64_abs(i64_wrap_add(f->key->carried, base));

	return (struct label_key){ .key = f->key->key,
		.unit = f->key->unit,
		.number = f->key->n > 0 ? f->key->value[0].num : 0,
		.weight = before > now ? before : now,
		.values = f->key->n,
		.samples = f->key->carriers };
}

static bool
is_open(const struct making *m, const struct facet *f, size_t rows)
{
	const struct tags_fold *fold = tags_fold_of(m->folds, f->key->key);
	struct label_key rank = rank_of(f);

	if (m->match != NULL)
		return true;
	if (fold->decided)
		return fold->open;
	return rows <= OPEN_MOST && !label_key_is_id(&rank) &&
		(rank.weight > 0 || f->filtered);
}

/* Add the head of a group; return true if the group is open. */
static bool
add_head(struct making *m, const struct facet *f, size_t rows, bool ranges)
{
	struct tags_row head = { .kind = TAGS_KEY,
		.facet = f,
		.n = rows,
		.is_range = ranges,
		.is_open = is_open(m, f, rows),
		.weight = f->key->carried,
		.events = f->key->events,

		.base = f->key->base };

	tags_add_row(m, head);
	return head.is_open;
}

static void
add_group(struct making *m, const struct facet *f)
{
	const struct tag_key *key = f->key;
	bool ranges = wants_ranges(m, key);
	bool all = m->match == NULL || regexp_str(m->match, key->key);
	struct tags_row range[BUCKETS_MAX];
	uint32_t *order;
	size_t n = key->n;

	m->tp->all += (uint32_t)n;
	/* Sorting values that are not shown would waste time. */
	if (m->match == NULL && !ranges && !is_open(m, f, n)) {
		m->tp->shown += (uint32_t)n;
		add_head(m, f, n, false);
		return;
	}
	order = order_values(m, key, all, ranges || m->o->by_value, &n);
	m->tp->shown += (uint32_t)n;
	if (n == 0)
		return;
	if (ranges) {
		struct bucket bucket[BUCKETS_MAX];
		size_t n_buckets = buckets_of(key->value[order[0]].num,
			       key->value[order[n - 1]].num,
			       unit_is_memory(key->unit), bucket),
		       rows = 0, at = 0;

		/* Fill in the ranges that contain numbers; `order` is by
		   number. */
		for (size_t i = 0; i < n_buckets; i++) {
			struct tags_row row = { .kind = TAGS_VALUE,
				.facet = f,
				.value = &order[at],
				.is_range = true,
				.lo = bucket[i].lo,
				.hi = bucket[i].hi };

			for (; at < n &&
				(i + 1 == n_buckets ||
					key->value[order[at]].num <
						bucket[i].hi);
				at++) {
				const struct tag_value *v =
					&key->value[order[at]];

				row.weight =
					i64_wrap_add(row.weight, v->weight);
				i64_sum(&row.events, v->events);
				row.base.value = i64_wrap_add(
					row.base.value, v->base.value);
				row.base.variance += v->base.variance;
				row.n++;
			}
			if (row.n > 0)
				range[rows++] = row;
		}
		n = rows;
		if (!add_head(m, f, n, true))
			return;
		for (size_t i = 0; i < n; i++)
			tags_add_row(m, range[i]);
	} else {
		add_head(m, f, n, false);
		for (size_t i = 0; i < n; i++) {
			const struct tag_value *v = &key->value[order[i]];

			tags_add_row(m,
				(struct tags_row){ .kind = TAGS_VALUE,
					.facet = f,
					.value = &order[i],
					.n = 1,
					.weight = v->weight,
					.base = v->base,
					.events = v->events });
		}
	}
	if (f->of->samples == f->key->carriers || m->match != NULL)
		return;
	tags_add_row(m,
		(struct tags_row){ .kind = TAGS_WITHOUT,
			.facet = f,
			.weight = i64_wrap_sub(f->of->kept, f->key->carried),
			.events = f->of->events - f->key->events,
			.base = { i64_wrap_sub(f->of->kept_base.value,
					  f->key->base.value),
				f->of->kept_base.variance -
					f->key->base.variance } });
}

struct tags_pane *
tags_pane_new(const struct facets *f, struct tags_folds *folds,
	const struct tags_options *o)
{
	struct tags_pane *tp = xcalloc(1, sizeof(*tp));
	struct making m = { .tp = tp, .folds = folds, .o = o };
	struct err err = ERR_INIT;
	struct label_key *order =
		ARENA_ARRAY(&tp->arena, struct label_key, f->n + 1);

	tp->facets = f;
	tp->numbers = numbers_of(f->view, &f->view->w);
	if (o->pattern.n > 0)
		m.match = regexp_new_smart(o->pattern, NULL, &err);
	for (uint32_t i = 0; i < f->n; i++) {
		order[i] = rank_of(&f->facet[i]);
		order[i].at = i;
	}
	if (f->n > 0)
		qsort(order, f->n, sizeof(*order), label_key_order);
	for (size_t i = 0; i < f->n; i++) {
		const struct facet *facet = &f->facet[order[i].at];

		if (label_is_base(facet->key->key))
			continue;
		if (o->leaves_out != NULL && o->leaves_out(o->on, facet->key))
			tp->left_out = facet->key->key;
		else
			add_group(&m, facet);
	}
	if (tp->row.n > 0 && m.match == NULL)
		tags_add_row(&m,
			(struct tags_row){ .kind = TAGS_BARE,
				.weight = f->tags[0]->bare,
				.events = f->tags[0]->bare_events,
				.base = f->tags[0]->bare_base });
	tp->stopped = m.match != NULL && regexp_stopped(m.match);
	regexp_free(m.match);
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

const struct tags_row *
tags_pane_row(const struct tags_pane *tp, uint32_t i)
{
	return i < tp->row.n ? &tp->row.p[i] : NULL;
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
		strbuf_addf(out, "(no %.*s)", STR_ARG(key->key));
		break;
	case TAGS_BARE:
		strbuf_addstr(out, "(no labels)");
		break;
	case TAGS_VALUE:
		if (!row->is_range) {
			strbuf_add(out, key->value[row->value[0]].text);
			break;
		}
		label_number_put(out, row->lo, key->unit);
		if (row->hi - 1 == row->lo)
			break;
		strbuf_addstr(out, "..");
		label_number_put(out, row->hi, key->unit);
		break;
	}
}

/* ---- Drawing ---- */

enum {
	HEAD_COL = 3,  /* start of a group's name */
	BOX_COL = 3,   /* start of a value's box */
	VALUE_COL = 7, /* start of a value's name */
	NAME_LEAST = 10,
	PERCENT_COLS = 8,
	SIGN_COLS = 3, /* "++ " */
	SHARE_COLS = 9,
	BAR_LEAST = 4,
	ABOUT_LEAST = 8,
};

/* The columns of a pane. */
struct measures {
	int name_end; /* end of the names */
	int percent;  /* start of the percentages */
	int bar, end; /* the bar is in [bar, end) */
	/* In a diff: share: there is room for the change in percent; sides:
	   there is room for base and new. */
	bool share, sides;
};

/* Return the width of the numbers after the names. */
static int
tags_numbers(const struct tags_pane *tp, const struct measures *m)
{
	int width = tp->numbers.width;

	if (!tp->facets->view->is_diff)
		return width + 2 + PERCENT_COLS + tp->wide;
	return SIGN_COLS + width + 2 + (m->sides ? 2 * (width + 1) : 0) +
		(m->share ? SHARE_COLS : 0);
}

static void
tags_draw_row(struct grid *g, struct rect line, const struct measures *m,
	const struct tags_pane *tp, const struct tags_row *t,
	const struct tags_draw *d)
{
	int64_t total = t->facet != NULL ? t->facet->of->total
					 : tp->facets->tags[0]->total;
	enum style style = t->kind == TAGS_KEY ? STYLE_HEADER : STYLE_NUMBER;
	int row = line.row, cols = m->end - m->bar;
	struct pen p = { g, row, m->name_end + 2, m->end };
	int col;
	int skip, over;
	struct strbuf name = STRBUF_INIT;
	enum style name_style;

	if (t->kind == TAGS_KEY)
		grid_glyph(g, row, line.col + 1,
			t->is_open ? GLYPH_OPEN : GLYPH_CLOSED, STYLE_HEADER);
	if (t->kind == TAGS_VALUE || t->kind == TAGS_WITHOUT)
		grid_printf(g, row, line.col + BOX_COL, 3, STYLE_NORMAL, "[%c]",
			d->mark(d->on, t));
	col = line.col +
		(t->kind == TAGS_VALUE || t->kind == TAGS_WITHOUT ? VALUE_COL
								  : HEAD_COL);
	name_style = t->kind == TAGS_KEY ? STYLE_HEADER
		: t->kind == TAGS_VALUE  ? STYLE_NORMAL
					 : STYLE_DIM;
	tags_row_name(&name, t);
	if (name.n == 0)
		strbuf_addstr(&name, "(empty)");
	/* A name scrolls to its end and not off the pane. */
	over = utf8_columns(strbuf_str(&name), false) - (m->name_end - col);
	skip = t->kind != TAGS_VALUE || over <= 0 ? 0
		: d->list.skip < over             ? d->list.skip
						  : over;
	grid_put_skip(g, row, col, m->name_end - col, strbuf_str(&name), skip,
		name_style);
	strbuf_free(&name);
	if (tp->facets->view->is_diff) {
		const struct view *v = tp->facets->view;
		struct sides s = { .base = t->base.value,
			.new = i64_wrap_add(t->weight, t->base.value) };
		enum change c = delta_change(v, s, false);
		enum significance is = sum_significance(v, s, t->base.variance);
		struct strbuf text = STRBUF_INIT;

		/* Draw "3.15s   0.00s  G   -3.15s    gone". */
		if (m->sides) {
			number_draw(&p, &tp->numbers, s.base, style);
			p.col++;
			number_draw(&p, &tp->numbers, s.new, style);
			p.col++;
		}
		grid_put(p.g, p.row, p.col, SIGN_COLS,
			str_c(change_sign(c, is)), delta_style(c, is));
		p.col += SIGN_COLS;
		delta_put(&text, &tp->numbers, s);
		pen_right(&p, tp->numbers.width, strbuf_str(&text),
			significance_style(is, style));
		strbuf_reset(&text);
		share_put(&text, s);
		if (m->share)
			pen_right(&p, SHARE_COLS, strbuf_str(&text),
				significance_style(is, style));
		strbuf_free(&text);
	} else {
		number_draw(&p, &tp->numbers, t->weight, style);
		p.col = m->percent;
		percent_draw(&p, PERCENT_COLS - 1, t->weight, total, style);
	}
	if (t->kind == TAGS_KEY) {
		const struct tag_key *key = t->facet->key;
		struct strbuf text = STRBUF_INIT;
		bool numeric = key->n > 0 && key->value[0].numeric;

		/* Draw "3 values" or "4 ranges, in bytes". */
		if (m->end - m->bar < ABOUT_LEAST)
			return;
		count_put(&text, t->n);
		strbuf_addf(&text, " %s%s",
			t->is_range       ? "range"
				: numeric ? "number"
					  : "value",
			plural(t->n));
		if (numeric && key->unit.n > 0 && !str_eq(key->unit, key->key))
			strbuf_addf(&text, ", in %.*s", STR_ARG(key->unit));
		grid_put_cut(g, row, m->bar, m->end - m->bar, strbuf_str(&text),
			STYLE_DIM);
		strbuf_free(&text);
	} else if (!tp->facets->view->is_diff && cols >= BAR_LEAST &&
		t->weight > 0 && total > 0) {
		double share = (double)t->weight / (double)total;

		grid_bar(g, row, m->bar,
			(int)((share > 1 ? 1 : share) * cols * 8 + 0.5),
			STYLE_DIM);
	}
}

int
tags_pane_draw(struct grid *g, struct rect r, const struct tags_pane *tp,
	const struct tags_draw *d)
{
	struct list_rows row = list_rows(g, r, &d->list, tp->row.n, d->focused);
	struct measures m;
	bool diff;
	int most, numbers, widest = NAME_LEAST, longest = 0;
	struct strbuf name = STRBUF_INIT;

	diff = tp->facets->view->is_diff;
	m = (struct measures){ .share = diff, .sides = diff };
	m.share = r.cols - tags_numbers(tp, &m) - VALUE_COL >= NAME_LEAST;
	m.sides = r.cols - tags_numbers(tp, &m) - VALUE_COL >= NAME_LEAST;
	numbers = tags_numbers(tp, &m);
	most = r.cols - numbers - VALUE_COL;
	/* Names may take two fifths of the pane. */
	if (most > r.cols * 2 / 5)
		most = r.cols * 2 / 5;
	for (uint32_t i = row.i; i < row.end; i++) {
		int cols;

		strbuf_reset(&name);
		tags_row_name(&name, &tp->row.p[i]);
		cols = utf8_columns(strbuf_str(&name), false);
		widest = cols > widest ? cols : widest;
		if (tp->row.p[i].kind == TAGS_VALUE && cols > longest)
			longest = cols;
	}
	strbuf_free(&name);
	if (widest > most)
		widest = most < 1 ? 1 : most;
	m.name_end = r.col + VALUE_COL + widest;
	m.percent = m.name_end + 2 + tp->numbers.width + tp->wide;
	m.bar = diff ? m.name_end + 1 + numbers : m.percent + PERCENT_COLS + 1;
	m.end = r.col + r.cols - 1;

	while (list_next(&row))
		tags_draw_row(g, row.line, &m, tp, &tp->row.p[row.i], d);
	return longest > widest ? longest - widest : 0;
}
