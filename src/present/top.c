/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the table and their order. */
#include "prelude.h"

#include "present/top.h"

#include "base/num.h"
#include "base/xalloc.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/percall.h"

#define USUAL "self,self%,sum%,total,total%,percall,beside,name"
#define USUAL_DIFF "base,new,self,delta%,times,cause,total,percall,name"

int64_t
top_base(const struct top *t)
{
	return t->o.has_whole && !t->view->query.mean ? t->o.whole
						      : view_whole(t->view);
}

bool
top_is_by_total(const struct top *t)
{
	const struct top_sort *s = &t->o.sort;

	return top_sorts_as(s->by) == TOP_TOTAL || s->by == TOP_CAUSE ||
		(top_is_of_diff(s->by) && s->of_total);
}

struct sides
top_sides(const struct top *t, frame_id frame, bool total)
{
	const struct columns *of = total ? t->total : t->self;

	if (t->view->is_diff)
		return sides_at(of, frame);
	return (struct sides){ .new = columns_value(of, frame) };
}

bool
top_is_noise(const struct top *t, frame_id frame)
{
	if (t->o.sort.by == TOP_CAUSE && t->view->cause[frame] != 0)
		return false;
	return may_be_chance(
		frame_significance(t->view, frame, top_is_by_total(t)));
}

bool
top_stands_out(const struct top *t, frame_id frame)
{
	const struct view *v = t->view;
	enum significance self = frame_significance(v, frame, false);

	if (!v->is_diff || v->evidence == NULL)
		return false;
	if (self == SIGNIFICANCE_UNKNOWN)
		return v->cause[frame] != 0;
	return self == SIGNIFICANCE_REAL ||
		frame_significance(v, frame, true) == SIGNIFICANCE_REAL;
}

/* ---- Order ---- */

static bool
is_by_text(const struct top *t)
{
	return t->o.sort.by == TOP_NAME || t->o.sort.by == TOP_FILE;
}

/* Return the first sort key; 0 if row_before() compares texts instead. */
static uint64_t
first_key(struct top *t, frame_id f)
{
	uint64_t key;

	if (is_by_text(t))
		return 0;
	key = top_sort_key(t, t->o.sort, f);
	return t->o.sort.reverse ? ~key : key;
}

/* Return the second sort key, which is never reversed: self if the table is
   sorted by total, else total. For a column of a diff it is the change; by
   cause, the change in self of functions that stand out, as their callers only
   inherit the total, and in total of the others. */
static uint64_t
second_key(const struct top *t, frame_id f)
{
	const struct top_sort *sort = &t->o.sort;
	const struct columns *self = t->self, *total = t->total;
	bool by_total = top_sorts_as(sort->by) == TOP_TOTAL;

	if (top_is_of_diff(sort->by))
		return u64_abs(sides_delta(top_sides(t, f,
			sort->by == TOP_CAUSE ? !top_stands_out(t, f)
					      : top_is_by_total(t))));
	if (sort->by == TOP_BESIDE && sort->beside < t->view->n_beside) {
		self = &t->view->beside[sort->beside].self;
		total = &t->view->beside[sort->beside].total;
		by_total = sort->of_total;
	}
	return u64_abs(columns_value(by_total ? self : total, f));
}

static struct str
top_text_of(const struct top *t, frame_id f)
{
	return t->file != NULL ? t->file[f] : t->view->frames->frame[f].text;
}

/* Compare two rows whose first keys are equal. */
static bool
row_before(const void *arg, uint32_t a, uint32_t b)
{
	const struct top *t = arg;
	int c;

	if (t->o.sort.by == TOP_CAUSE &&
		top_stands_out(t, a) != top_stands_out(t, b))
		return top_stands_out(t, a);
	if (!is_by_text(t)) {
		uint64_t x = second_key(t, a), y = second_key(t, b);

		if (x == y && t->o.sort.by == TOP_CAUSE) {
			x = u64_abs(sides_delta(top_sides(t, a, true)));
			y = u64_abs(sides_delta(top_sides(t, b, true)));
		}
		if (x != y)
			return x > y;
	}
	c = str_cmp(top_text_of(t, a), top_text_of(t, b));
	if (c == 0)
		return a < b;
	return is_by_text(t) && t->o.sort.reverse ? c > 0 : c < 0;
}

/* True if the change of a row is too small for diff_min. */
static bool
is_under_min(const struct top *t, frame_id frame)
{
	struct sides all;
	double most;

	if (!t->view->is_diff || !(t->o.diff_min > 0))
		return false;
	all = sides_of(&t->view->w.kept);
	most = (double)u64_abs(
		u64_abs(all.new) > u64_abs(all.base) ? all.new : all.base);
	return (double)u64_abs(sides_delta(top_sides(
		       t, frame, top_is_by_total(t)))) < t->o.diff_min * most;
}

/* True if the function belongs in the table, before the row filter. */
static bool
has_place(const struct top *t, frame_id f)
{
	int64_t self;

	/* drop_negative works as in pprof's graphs. */
	if (t->view->nodes[f] == 0)
		return false;
	self = columns_value(&t->view->w.self, f);
	return (!t->view->query.drop_negative ||
		       (!(self < 0 ||
			       (self == 0 &&
				       columns_value(&t->view->w.total, f) <
					       0)))) &&
		(t->o.values == NULL || bits_get(&t->o.values->frame, f));
}

frame_id
top_frame(struct top *t, uint32_t row)
{
	if (row >= t->n)
		return NONE;
	rank_sort(&t->rank, row, row + 1);
	return t->rank.item[row].id;
}

uint32_t
top_row_of(const struct top *t, frame_id frame)
{
	return frame != NONE ? rank_place(&t->rank, frame) : NONE;
}

int64_t
top_sum(struct top *t, uint32_t row)
{
	bool sticky = false;

	top_frame(t, row);
	if (t->sum_row == NONE || t->sum_row > row) {
		t->sum_row = 0;
		t->sum = columns_value(t->part_self, t->rank.item[0].id);
	}
	while (t->sum_row < row) {
		frame_id f = t->rank.item[++t->sum_row].id;

		t->sum = i64_add(
			t->sum, columns_value(t->part_self, f), &sticky);
	}
	return t->sum;
}

/* ---- The table ---- */

struct top *
top_new(const struct view *v, const struct top_options *o)
{
	struct top *t = xcalloc(1, sizeof(*t));
	struct err ignored = ERR_INIT;
	const struct view *fill_v;
	struct strbuf file = STRBUF_INIT;
	uint32_t n = 0;
	const struct view *rows_v;
	const struct rank *r;
	bool negative = false;

	t->view = v;
	t->o = *o;
	t->self = o->values != NULL ? &o->values->self : &v->w.self;
	t->total = o->values != NULL ? &o->values->total : &v->w.total;
	t->part_self = o->shares != NULL ? &o->shares->self : &v->w.self;
	t->part_total = o->shares != NULL ? &o->shares->total : &v->w.total;
	/* Diff columns have no meaning outside of diffs. */
	if (!v->is_diff && top_is_of_diff(o->sort.by))
		t->o.sort = (struct top_sort){ .by = TOP_SELF };
	if (o->n_columns == 0)
		top_columns_parse(v->is_diff ? STR(USUAL_DIFF) : STR(USUAL),
			&t->o, &ignored);
	fill_v = t->view;
	t->sum_row = NONE;
	rows_v = t->view;
	for (frame_id f = 0; f < rows_v->frames->n; f++) {
		t->all += has_place(t, f);
		if (!has_place(t, f) ||
			!(t->o.rows == NULL || bits_get(t->o.rows, f)))
			continue;
		if (is_under_min(t, f))
			t->hidden++;
		else
			t->n++;
	}
	rank_init(&t->rank, t->n);
	t->rank.before = row_before;
	t->rank.arg = t;
	if (t->o.sort.by == TOP_FILE)
		t->file = xcalloc(fill_v->frames->n + 1u, sizeof(*t->file));
	for (frame_id f = 0; f < fill_v->frames->n; f++) {
		if ((!has_place(t, f) ||
			    !(t->o.rows == NULL || bits_get(t->o.rows, f))) ||
			is_under_min(t, f))
			continue;
		if (t->file != NULL) {
			caption_source_put(&file, fill_v, f, true);
			/* Functions without a file come last. */
			strbuf_addstr(&file, file.n == 0 ? "\xFF" : "");
			t->file[f] = arena_text(&t->arena, &file);
		}
		t->rank.item[n++] =
			(struct rank_item){ .key = first_key(t, f), .id = f };
	}
	/* Find out if percentages need a column more, for "-12.3%". If a self
	   is negative, running sums depend on the order of rows, so all rows
	   are sorted. */
	r = &t->rank;
	/* In a zoom, a call graph has only estimated values. */
	t->is_estimate = t->o.values != NULL && t->view->w.estimated != NULL;
	for (uint32_t i = 0; i < t->n; i++) {
		int64_t self = columns_value(t->part_self, r->item[i].id);
		int64_t total = columns_value(t->part_total, r->item[i].id);

		t->causes +=
			t->view->is_diff && t->view->cause[r->item[i].id] != 0;
		t->noise += top_is_noise(t, r->item[i].id);
		t->standing += top_stands_out(t, r->item[i].id);
		negative = negative || self < 0;
		t->is_estimate = t->is_estimate ||
			(t->view->w.estimated != NULL &&
				t->view->w.estimated[r->item[i].id] ==
					ESTIMATED_PART);
		t->wide_percents = t->wide_percents || self < 0 || total < 0;
	}
	if (negative)
		rank_sort(&t->rank, 0, t->n);
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
	rank_fini(&t->rank);
	free(t->file);
	arena_free(&t->arena);
	free(t->beside);
	free(t);
}

int
top_page(int pane_rows)
{
	return pane_rows > 1 ? pane_rows - 1 : 1;
}

/* ---- Sort keys ---- */

int
top_sort_parse(struct str text, const struct view *v, struct top_sort *out,
	struct err *err)
{
	struct top_sort s = { .reverse = str_starts(text, STR("-")) };
	struct str name = str_skip(text, s.reverse ? 1 : 0);
	uint32_t n = v != NULL ? v->n_beside : 0;

	if (str_is(name, "auto"))
		name = v != NULL && v->is_diff ? STR("cause") : STR("self");
	s.by = top_column_find(name);
	if (s.by == TOP_BESIDE || s.by == TOP_COLUMN_KINDS) {
		s.of_total = str_ends(name, STR(":total"));
		name = str_sub(name, 0, name.n - (s.of_total ? 6 : 0));
		s.by = s.of_total ? top_column_find(name) : TOP_BESIDE;
		if (s.by == TOP_COLUMN_KINDS || !top_is_of_diff(s.by))
			s.by = TOP_BESIDE;
	}
	if (s.by == TOP_BESIDE)
		while (s.beside < n &&
			!str_eq(name,
				profile_str(v->profile,
					v->profile->types.type
						[v->beside[s.beside].column])))
			s.beside++;
	if (s.by == TOP_BESIDE && s.beside == n)
		return top_column_unknown(err, "sort key", text, true);
	*out = s;
	return 0;
}

void
top_sort_print(struct top_sort s, const struct view *v, struct strbuf *out)
{
	if (s.reverse)
		strbuf_addch(out, '-');
	if (s.by != TOP_BESIDE) {
		strbuf_addstr(out, top_column_name(s.by));
		strbuf_addstr(out,
			top_is_of_diff(s.by) && s.of_total ? ":total" : "");
	} else if (s.beside < v->n_beside) {
		strbuf_add(out,
			profile_str(v->profile,
				v->profile->types
					.type[v->beside[s.beside].column]));
		strbuf_addstr(out, s.of_total ? ":total" : "");
	}
}

/* A list of sort keys; keys that do not fit are dropped. */
struct top_keys {
	struct top_sort key[64];
	size_t n;
};

static void
top_add_key(struct top_keys *keys, struct top_sort key)
{
	if (keys->n < COUNT_OF(keys->key))
		keys->key[keys->n++] = key;
}

/* Add the sort keys of a column; a percentage has none of its own. */
static void
top_add_keys(struct top_keys *keys, const struct top *t, enum top_column by)
{
	if (top_sorts_as(by) != by ||
		(top_is_of_diff(by) && !t->view->is_diff) ||
		(by == TOP_PER_CALL && !percall_is_known(t->view)))
		return;
	if (by != TOP_BESIDE) {
		top_add_key(keys, (struct top_sort){ .by = by });
		return;
	}
	for (uint32_t b = 0; b < t->view->n_beside * 2; b++)
		top_add_key(keys,
			(struct top_sort){ .by = by,
				.beside = b / 2,
				.of_total = b % 2 != 0 });
}

struct top_sort
top_sort_step(const struct top *t, int step)
{
	struct top_sort now = t->o.sort;
	struct top_keys keys;
	size_t at = 0;
	bool diff = t->view->is_diff, has_total = false;

	/* List the sort keys from left to right. In a diff, base, new and so on
	   come twice, for self and then for the total; names come last. */
	keys.n = 0;
	for (uint32_t i = 0; i < t->o.n_columns; i++) {
		enum top_column by = t->o.column[i];

		has_total |= by == TOP_TOTAL;
		if (!diff ||
			(by != TOP_TOTAL && by != TOP_NAME && by != TOP_FILE))
			top_add_keys(&keys, t, by);
	}
	for (uint32_t i = 0; diff && has_total && i < t->o.n_columns; i++) {
		enum top_column by = t->o.column[i];

		if (by == TOP_SELF)
			top_add_keys(&keys, t, TOP_TOTAL);
		else if (top_is_of_diff(by) && by != TOP_CAUSE)
			top_add_key(&keys,
				(struct top_sort){
					.by = by, .of_total = true });
	}
	for (uint32_t i = 0; diff && i < t->o.n_columns; i++)
		if (t->o.column[i] == TOP_NAME || t->o.column[i] == TOP_FILE)
			top_add_keys(&keys, t, t->o.column[i]);
	now.by = top_sorts_as(now.by);
	for (; at < keys.n; at++) {
		const struct top_sort *key = &keys.key[at];
		bool beside = now.by == TOP_BESIDE;

		if (key->by == now.by &&
			(!beside || key->beside == now.beside) &&
			((!beside && !top_is_of_diff(now.by)) ||
				key->of_total == now.of_total))
			break;
	}
	if (keys.n == 0 || (at == keys.n && step < 0))
		return now;
	if (at == keys.n)
		return keys.key[0];
	if (step < 0 ? at > 0 : at + 1 < keys.n)
		at = step < 0 ? at - 1 : at + 1;
	return keys.key[at];
}
