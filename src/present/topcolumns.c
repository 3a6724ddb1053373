/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the table: names, sort keys, drawing, CSV. */
#include "prelude.h"

#include "present/top.h"

#include <inttypes.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/number.h"
#include "present/page.h"
#include "present/percall.h"
#include "profile/partial.h"
#include "write/markup.h"

enum {
	COLUMNS_MAX = 40,
	NAME_LEAST = 8,        /* minimum width of the name */
	NAME_COMFORTABLE = 24, /* width needed to show details */
	NAME_WHOLE = 32,       /* width needed to show sum% */
	TEXT_FROM = 46,        /* width needed to show a line's text as well */
	FILE_MOST = 30,
	SIGN_COLS = 3, /* "++ " before a change */
};

/* A column as drawn. */
struct topcolumns_column {
	enum top_column kind;
	uint32_t beside;
	bool of_total; /* TOP_BESIDE: the total, not the self */
	int width;     /* includes the gap in front */
	int x;         /* start of the column */
};

/* One cell of a column. */
struct topcolumns_entry {
	struct top *t;
	const struct topcolumns_column *c;
	uint32_t row;
	frame_id frame;
};

/* The look of a column's cells, shared by columns. */
struct cells {
	int cols; /* width with the gap in front, unless width() is set */
	int (*width)(const struct top *t, const struct topcolumns_column *c,
		int cols);
	/* Append the text drawn in the cell, right-aligned. */
	void (*text)(struct strbuf *out, const struct topcolumns_entry *x);
	/* Append the text for CSV, where values are bare numbers. */
	void (*csv)(struct strbuf *out, const struct topcolumns_entry *x);
	bool is_percent; /* the option percent can hide the column */
	bool has_unit;   /* the CSV head names the unit */
	bool is_text;    /* left-aligned */
};

struct column_kind {
	const char *name;              /* "self%" */
	const char *help;              /* description in menus */
	const char *head, *ascii_head; /* ascii_head NULL: as `head` */
	const char *csv_head;          /* NULL: as `name` */
	const struct cells *cells;
	int64_t (*value)(const struct topcolumns_entry *x);
	enum top_column share_of; /* percentages: the column of the value */
	bool is_of_diff;
	uint64_t (*key)(struct sides s); /* sort key; NULL: |value| */
	/* The column is dropped if the name is narrower than goes_under; `goes`
	   is its place in the order of dropping: 1 first, 0 never. Totals of
	   TOP_BESIDE are already dropped below twice that width. */
	uint8_t goes;
	uint8_t goes_under;
};

static const struct column_kind *const kinds[TOP_COLUMN_KINDS];

/* ---- Values ---- */

static const struct weights *
weights_of(const struct top *t, const struct topcolumns_column *c)
{
	return c->kind == TOP_BESIDE ? &t->view->beside[c->beside]
				     : &t->view->w;
}

static int64_t
value_self(const struct topcolumns_entry *x)
{
	return columns_value(x->t->self, x->frame);
}

static int64_t
value_total(const struct topcolumns_entry *x)
{
	return columns_value(x->t->total, x->frame);
}

/* Return the value for a percentage: the weight in the part shown. */
static int64_t
part_self(const struct topcolumns_entry *x)
{
	return columns_value(x->t->part_self, x->frame);
}

static int64_t
part_total(const struct topcolumns_entry *x)
{
	return columns_value(x->t->part_total, x->frame);
}

static int64_t
part_sum(const struct topcolumns_entry *x)
{
	return top_sum(x->t, x->row);
}

static int64_t
value_beside(const struct topcolumns_entry *x)
{
	const struct weights *w = weights_of(x->t, x->c);

	return columns_value(x->c->of_total ? &w->total : &w->self, x->frame);
}

/* Return both sides of the value by which a diff is sorted. */
static struct sides
row_sides(const struct topcolumns_entry *x)
{
	return top_sides(x->t, x->frame, top_is_by_total(x->t));
}

static int64_t
value_base(const struct topcolumns_entry *x)
{
	return row_sides(x).base;
}

static int64_t
value_new(const struct topcolumns_entry *x)
{
	return row_sides(x).new;
}

static uint64_t
key_base(struct sides s)
{
	return u64_abs(s.base);
}

static uint64_t
key_new(struct sides s)
{
	return u64_abs(s.new);
}

/* ---- Cells ---- */

/* True for a column of changes, which have a sign such as "++" in front. */
static bool
is_delta(const struct top *t, enum top_column kind)
{
	return t->view->is_diff && (kind == TOP_SELF || kind == TOP_TOTAL);
}

static struct str
header_of(const struct top *t, const struct topcolumns_column *c, bool ascii)
{
	const struct view *v = t->view;
	const struct column_kind *kind = kinds[c->kind];

	if (c->kind == TOP_BESIDE && !c->of_total)
		return profile_str(v->profile,
			v->profile->types.type[weights_of(t, c)->column]);
	if (c->kind == TOP_TOTAL && t->is_estimate)
		return !is_delta(t, c->kind) ? STR("~Total")
			: ascii              ? STR("~+-total")
					     : STR("~Δtotal");
	if (is_delta(t, c->kind) && c->kind == TOP_SELF)
		return ascii ? STR("+-self") : STR("Δself");
	if (is_delta(t, c->kind))
		return ascii ? STR("+-total") : STR("Δtotal");
	if (c->kind == TOP_NAME && v->query.granularity == GRAN_FILES)
		return STR("File");
	return str_c(ascii && kind->ascii_head != NULL ? kind->ascii_head
						       : kind->head);
}

/* Return the width: the gap, the text, and one column for the sort mark if the
   header is as long as the values. */
static int
width_value(const struct top *t, const struct topcolumns_column *c, int cols)
{
	int header = utf8_columns(header_of(t, c, false), false);
	int width = c->kind == TOP_BESIDE ? t->beside[c->beside].width
					  : t->numbers.width;

	(void)cols;
	if (is_delta(t, c->kind))
		return 1 + SIGN_COLS + width;
	if (top_is_of_diff(c->kind)) {
		width--; /* no sign */
		return 2 + (width > header ? width : header);
	}
	if (header > 12)
		header = 12;
	return 2 + (width > header + 1 ? width : header + 1);
}

static void
text_value(struct strbuf *out, const struct topcolumns_entry *x)
{
	if (is_delta(x->t, x->c->kind))
		delta_put(out, &x->t->numbers,
			top_sides(x->t, x->frame, x->c->kind == TOP_TOTAL));
	else
		number_put(out,
			x->c->kind == TOP_BESIDE ? &x->t->beside[x->c->beside]
						 : &x->t->numbers,
			kinds[x->c->kind]->value(x));
}

static void
csv_value(struct strbuf *out, const struct topcolumns_entry *x)
{
	int64_t value = kinds[x->c->kind]->value(x);
	double by = x->t->numbers.divide_by;

	if ((by < 1 || by > 1) && (by < 0 || by > 0))
		strbuf_addf(out, "%.6g", (double)value / by);
	else
		strbuf_addf(out, "%" PRId64, value);
}

static int
width_percent(const struct top *t, const struct topcolumns_column *c, int cols)
{
	(void)c;
	(void)cols;
	return t->wide_percents ? 8 : 6;
}

/* True if the function is outside the part in which percentages are taken. */
static bool
is_elsewhere(const struct topcolumns_entry *x)
{
	const struct inside *of = x->t->o.shares;

	return of != NULL && x->c->kind != TOP_SUM_PERCENT &&
		!bits_get(&of->frame, x->frame);
}

static void
text_percent(struct strbuf *out, const struct topcolumns_entry *x)
{
	if (is_elsewhere(x))
		strbuf_addch(out, '-');
	else
		percent_put(out, kinds[x->c->kind]->value(x), top_base(x->t));
}

static void
csv_percent(struct strbuf *out, const struct topcolumns_entry *x)
{
	if (!is_elsewhere(x)) {
		int64_t value = kinds[x->c->kind]->value(x);
		int64_t base = top_base(x->t);

		if (base != 0)
			strbuf_addf(out, "%.2f",
				100.0 * (double)value / (double)base);
	}
}

static void
text_share(struct strbuf *out, const struct topcolumns_entry *x)
{
	share_put(out, row_sides(x));
}

static void
csv_share(struct strbuf *out, const struct topcolumns_entry *x)
{
	struct sides s = row_sides(x);
	int64_t value = sides_delta(s);
	int64_t base = s.base;

	if (base != 0)
		strbuf_addf(out, "%.2f", 100.0 * (double)value / (double)base);
}

static void
text_times(struct strbuf *out, const struct topcolumns_entry *x)
{
	times_put(out, row_sides(x));
}

static void
csv_times(struct strbuf *out, const struct topcolumns_entry *x)
{
	struct sides s = row_sides(x);

	if (s.base != 0)
		strbuf_addf(out, "%.4f", (double)s.new / (double)s.base);
}

/* Return the cost per call, or in a diff its change. */
static int64_t
value_per_call(const struct topcolumns_entry *x)
{
	struct sides s;

	if (!percall_sides(x->t->view, x->frame, &s))
		return 0;
	return x->t->view->is_diff ? sides_delta(s) : s.new;
}

static void
text_per_call(struct strbuf *out, const struct topcolumns_entry *x)
{
	const struct profile *p = x->t->view->profile;
	struct str unit = profile_str(p, p->types.unit[x->t->view->column]);
	int64_t value = value_per_call(x);
	struct sides s;

	if (!percall_sides(x->t->view, x->frame, &s))
		return;
	if (x->t->view->is_diff && value != 0)
		strbuf_addch(out, value < 0 ? '-' : '+');
	amount_put(out, x->t->view->is_diff ? i64_abs(value) : value, unit);
}

static int64_t
value_cause(const struct topcolumns_entry *x)
{
	return x->t->view->cause[x->frame];
}

static int
width_cause(const struct top *t, const struct topcolumns_column *c, int cols)
{
	(void)c;
	(void)cols;
	return 2 + (t->numbers.width > 6 ? t->numbers.width : 6);
}

static void
text_cause(struct strbuf *out, const struct topcolumns_entry *x)
{
	struct sides s = { .new = value_cause(x) };

	if (s.new != 0)
		delta_put(out, &x->t->numbers, s);
}

static void
csv_name(struct strbuf *out, const struct topcolumns_entry *x)
{
	csv_put(out, x->t->view->frames->frame[x->frame].text);
}

static int
width_file(const struct top *t, const struct topcolumns_column *c, int cols)
{
	(void)c;
	(void)t;
	return cols / 4 < FILE_MOST ? cols / 4 : FILE_MOST;
}

static void
csv_file(struct strbuf *out, const struct topcolumns_entry *x)
{
	struct strbuf text = STRBUF_INIT;

	caption_source_put(&text, x->t->view, x->frame, true);
	csv_put(out, strbuf_str(&text));
	strbuf_free(&text);
}

/* ---- The columns ---- */

/* clang-format off */
static const struct cells
	cells_value = { .width = width_value, .text = text_value,
		.csv = csv_value, .has_unit = true },
	cells_percent = { .width = width_percent, .text = text_percent,
		.csv = csv_percent, .is_percent = true },
	cells_share = { .cols = 9, .text = text_share, .csv = csv_share },
	cells_times = { .cols = 6, .text = text_times, .csv = csv_times },
	cells_per_call = { .cols = 10, .text = text_per_call, .csv = csv_value,
		.has_unit = true },
	cells_cause = { .width = width_cause, .text = text_cause,
		.csv = csv_value, .has_unit = true },
	/* The name gets the remaining columns. */
	cells_name = { .cols = 0, .csv = csv_name, .is_text = true },
	cells_file = { .width = width_file, .csv = csv_file, .is_text = true };

static const struct column_kind
	column_self = { "self", "the function itself, without what it calls",
		.head = "Self", .cells = &cells_value, .value = value_self },
	column_self_percent = { "self%", "... as a percentage",
		.head = "%", .cells = &cells_percent, .value = part_self,
		.share_of = TOP_SELF,
		.goes = 9, .goes_under = NAME_LEAST },
	column_sum_percent = { "sum%", "the sum of the percentages down to this row",
		.head = "Sum%", .cells = &cells_percent, .value = part_sum,
		.share_of = TOP_SELF,
		.goes = 3, .goes_under = NAME_WHOLE },
	column_total = { "total", "the function and what it calls",
		.head = "Total", .cells = &cells_value, .value = value_total },
	column_total_percent = { "total%", "... as a percentage",
		.head = "%", .cells = &cells_percent, .value = part_total,
		.share_of = TOP_TOTAL,
		.goes = 8, .goes_under = NAME_LEAST },
	column_per_call = { "percall", "the total divided by the calls, where calls are known",
		.head = "Per call", .csv_head = "per call",
		.cells = &cells_per_call, .value = value_per_call,
		.goes = 4, .goes_under = NAME_COMFORTABLE * 2 / 3 },
	column_name = { "name", "the function",
		.head = "Function", .csv_head = "function",
		.cells = &cells_name },
	column_file = { "file", "its file and line",
		.head = "File", .cells = &cells_file,
		.goes = 1, .goes_under = NAME_COMFORTABLE },
	column_base = { "base", "in a diff: the old side",
		.head = "Base", .cells = &cells_value, .value = value_base,
		.is_of_diff = true, .key = key_base,
		.goes = 6, .goes_under = NAME_LEAST },
	column_new = { "new", "in a diff: the new side",
		.head = "New", .cells = &cells_value, .value = value_new,
		.is_of_diff = true, .key = key_new,
		.goes = 7, .goes_under = NAME_LEAST },
	column_change = { "delta%", "in a diff: the change as a percentage",
		.head = "Δ%", .ascii_head = "+-%", .cells = &cells_share,
		.is_of_diff = true, .key = delta_share_key,
		.goes = 3, .goes_under = NAME_COMFORTABLE * 2 / 3 },
	column_times = { "times", "in a diff: new divided by base",
		.head = "×", .ascii_head = "x", .cells = &cells_times,
		.is_of_diff = true, .key = delta_times_key,
		.goes = 2, .goes_under = NAME_COMFORTABLE * 2 / 3 },
	column_cause = { "cause", "in a diff: a function's own change, which explains its callers'",
		.head = "Cause", .cells = &cells_cause, .value = value_cause,
		.is_of_diff = true,
		.goes = 5, .goes_under = NAME_COMFORTABLE / 2 },
	column_beside = { "beside", "the sample types that -beside names",
		.head = "Total", .cells = &cells_value, .value = value_beside,
		.goes = 4, .goes_under = NAME_COMFORTABLE / 2 };

#define COLUMN_ROW(COLUMN, column) [TOP_##COLUMN] = &column_##column,

static const struct column_kind *const kinds[TOP_COLUMN_KINDS] = {
	TOP_COLUMNS(COLUMN_ROW) };
/* clang-format on */

enum top_column
top_column_find(struct str name)
{
	int k = 0;

	while (k < TOP_COLUMN_KINDS && !str_is(name, kinds[k]->name))
		k++;
	return (enum top_column)k;
}

const char *
top_column_name(enum top_column column)
{
	return kinds[column]->name;
}

const char *
top_column_help(enum top_column column)
{
	return kinds[column]->help;
}

bool
top_is_of_diff(enum top_column column)
{
	return kinds[column]->is_of_diff;
}

enum top_column
top_sorts_as(enum top_column column)
{
	return kinds[column]->cells->is_percent ? kinds[column]->share_of
						: column;
}

uint64_t
top_sort_key(struct top *t, struct top_sort s, frame_id frame)
{
	bool gone = s.by == TOP_BESIDE && s.beside >= t->view->n_beside;
	const struct topcolumns_column c = {
		.kind = gone ? TOP_SELF : top_sorts_as(s.by),
		.beside = s.beside,
		.of_total = s.of_total,
	};
	const struct topcolumns_entry x = { t, &c, .frame = frame };
	const struct column_kind *kind = kinds[c.kind];

	if (kind->key != NULL)
		return kind->key(top_sides(t, frame, s.of_total));
	return kind->value != NULL ? u64_abs(kind->value(&x)) : 0;
}

int
top_column_unknown(
	struct err *err, const char *what, struct str name, bool sorts)
{
	struct strbuf names = STRBUF_INIT;
	bool diff = false;

	for (int k = 0; k < TOP_COLUMN_KINDS * 2; k++) {
		const struct column_kind *kind = kinds[k % TOP_COLUMN_KINDS];

		if (kind->is_of_diff != (k >= TOP_COLUMN_KINDS) ||
			(sorts && k == TOP_BESIDE))
			continue;
		if (kind->is_of_diff && !diff)
			strbuf_addstr(&names,
				sorts ? "; in a diff, also with :total, "
				      : "; in a diff ");
		else
			strbuf_addstr(&names, k > 0 ? ", " : "");
		diff = kind->is_of_diff;
		strbuf_addstr(&names, kind->name);
	}
	(void)err_set(err, ERR_USAGE, "unknown %s \"%.*s\": %.*s", what,
		STR_ARG(name), STR_ARG(strbuf_str(&names)));
	strbuf_free(&names);
	return -1;
}

int
top_columns_parse(struct str text, struct top_options *o, struct err *err)
{
	uint32_t n = 0;
	uint8_t column[TOP_COLUMN_KINDS];
	bool has_name = false;

	while (text.n > 0) {
		struct str name = str_cut(&text, ',');
		enum top_column k = top_column_find(name);

		if (k == TOP_COLUMN_KINDS || n == COUNT_OF(column))
			return top_column_unknown(err, "column", name, false);
		has_name |= k == TOP_NAME;
		column[n++] = (uint8_t)k;
	}
	/* A table always shows the names. */
	if (n > 0 && !has_name && n < COUNT_OF(column))
		column[n++] = TOP_NAME;
	o->n_columns = n;
	memcpy(o->column, column, n);
	return 0;
}

/* ---- Drawing ---- */

struct topcolumns_columns {
	struct topcolumns_column col[COLUMNS_MAX];
	int n;
	int name; /* width of the name */
};

static bool
top_is_shown(const struct top *t, enum top_column kind)
{
	if (kind == TOP_PER_CALL)
		return percall_is_known(t->view) && t->o.values == NULL;
	return kinds[kind]->is_of_diff
		? t->view->is_diff
		: (t->o.percents && !t->view->query.mean) ||
			!kinds[kind]->cells->is_percent;
}

static void
top_add_column(struct topcolumns_columns *cs, const struct top *t,
	struct topcolumns_column c, int cols)
{
	const struct cells *cells;

	if (cs->n == COLUMNS_MAX)
		return;
	cells = kinds[c.kind]->cells;
	c.width =
		cells->width != NULL ? cells->width(t, &c, cols) : cells->cols;
	cs->col[cs->n++] = c;
}

static void
top_measure(struct topcolumns_columns *cs, int cols)
{
	int used = 0;

	for (int i = 0; i < cs->n; i++)
		used += cs->col[i].width;
	cs->name = cols - used - 1;
}

/* Remove the columns of a kind; with totals_only, only its totals. */
static void
top_drop(struct topcolumns_columns *cs, enum top_column kind, bool totals_only,
	int cols)
{
	int n = 0;

	for (int i = 0; i < cs->n; i++)
		if (cs->col[i].kind != kind ||
			(totals_only && !cs->col[i].of_total))
			cs->col[n++] = cs->col[i];
	cs->n = n;
	top_measure(cs, cols);
}

/* Choose the columns that fit, in the order requested. */
static void
choose_columns(struct topcolumns_columns *cs, const struct top *t, int cols)
{
	bool by_total = top_is_by_total(t), diff = t->view->is_diff;

	cs->n = 0;
	for (uint32_t i = 0; i < t->o.n_columns; i++) {
		struct topcolumns_column c = { .kind = t->o.column[i] };

		if (!top_is_shown(t, c.kind))
			continue;
		/* If base and new are totals, put the total beside them. */
		if (diff && by_total && is_delta(t, c.kind))
			c.kind = c.kind == TOP_SELF ? TOP_TOTAL : TOP_SELF;
		if (c.kind != TOP_BESIDE)
			top_add_column(cs, t, c, cols);
		for (uint32_t b = 0;
			c.kind == TOP_BESIDE && b < 2 * t->view->n_beside;
			b++) {
			c.beside = b / 2;
			c.of_total = b % 2 != 0;
			top_add_column(cs, t, c, cols);
		}
	}
	top_measure(cs, cols);
	if (t->o.sort.by != TOP_CAUSE && cs->name < NAME_COMFORTABLE)
		top_drop(cs, TOP_CAUSE, false, cols);
	if (diff && cs->name < NAME_COMFORTABLE)
		top_drop(cs, by_total ? TOP_SELF : TOP_TOTAL, false, cols);
	for (int step = 1; step <= TOP_COLUMN_KINDS; step++)
		for (enum top_column k = 0; k < TOP_COLUMN_KINDS; k++)
			if (kinds[k]->goes == step) {
				int under = kinds[k]->goes_under;

				if (cs->name < 2 * under)
					top_drop(cs, k, true, cols);
				if (cs->name < under)
					top_drop(cs, k, false, cols);
			}
	if (cs->name < NAME_LEAST)
		top_drop(cs, by_total ? TOP_SELF : TOP_TOTAL, false, cols);
	if (cs->name < NAME_LEAST)
		top_drop(cs, by_total ? TOP_TOTAL : TOP_SELF, false, cols);
	for (int i = 0, x = 0; i < cs->n; i++) {
		cs->col[i].x = x;
		x += cs->col[i].kind == TOP_NAME ? cs->name + 1
						 : cs->col[i].width;
	}
}

/* Return the columns for the name itself; the text of a line gets the
   others. */
static int
name_cols(const struct topcolumns_columns *cs, const struct top_draw *d)
{
	return d->text != NULL && cs->name >= TEXT_FROM ? cs->name * 3 / 5
							: cs->name;
}

/* Draw the text of a line after its name. */
static void
top_draw_text(struct grid *g, int row, int x, int cols,
	const struct top_draw *d, frame_id f)
{
	struct strbuf wide = STRBUF_INIT;

	page_expand(&wide, str_trim(d->text(d->arg, f)));
	(void)grid_put_cut(g, row, x, cols, strbuf_str(&wide), STYLE_DIM);
	strbuf_free(&wide);
}

/* Draw a name, and after it the text of its line. */
static void
top_draw_name(struct grid *g, int row, int x,
	const struct topcolumns_columns *cs, const struct top *t,
	const struct top_draw *d, frame_id f, const struct caption *c,
	enum style style)
{
	int cols = name_cols(cs, d), used;

	if (cols < cs->name)
		top_draw_text(g, row, x + cols + 2, cs->name - cols - 2, d, f);
	if (d->list.skip > 0) {
		grid_put_skip(g, row, x, cols, c->forms.form[c->forms.plain],
			d->list.skip, style);
		return;
	}
	used = grid_put(g, row, x, cols, strbuf_str(&c->text), style);
	if (t->view->inlined[f] == 1)
		grid_put(g, row, x + used, cols - used,
			glyph_str(GLYPH_INLINED, g->ascii), style);
}

static void
top_draw_row(const struct list_rows *at, struct top *t,
	const struct top_draw *d, const struct topcolumns_columns *cs,
	const struct caption *name)
{
	struct grid *g = at->g;
	struct rect line = at->line;
	frame_id f = top_frame(t, at->i);
	bool selected = at->i == at->at, noise = top_is_noise(t, f);
	enum style plain = noise ? STYLE_DIM : STYLE_NORMAL;
	bool match = d->matches != NULL && bits_get(d->matches, f);
	int row = line.row;
	struct strbuf text = STRBUF_INIT;

	grid_fill(
		g, line, STR(" "), selected ? STYLE_CURSOR_ROW : STYLE_NORMAL);
	for (int k = 0; k < cs->n; k++) {
		const struct topcolumns_column *c = &cs->col[k];
		int x = line.col + c->x + 1;

		if (c->kind == TOP_NAME) {
			top_draw_name(g, row, x, cs, t, d, f, name,
				match ? STYLE_MATCH : plain);
		} else if (c->kind == TOP_FILE) {
			int cols = c->width - 1;
			struct strbuf place = STRBUF_INIT,
				      file_text = STRBUF_INIT;

			/* Cut the file's path at its start. */
			caption_source_put(&place, t->view, f, true);
			name_cut(
				&file_text, strbuf_str(&place), cols, g->ascii);
			grid_put(g, row, x, cols, strbuf_str(&file_text),
				STYLE_DIM);
			strbuf_free(&place);
			strbuf_free(&file_text);
		} else {
			struct topcolumns_entry entry = { t, c, at->i, f };

			strbuf_reset(&text);
			kinds[c->kind]->cells->text(&text, &entry);
			grid_put_right(g, row, x, c->width - 1,
				strbuf_str(&text),
				noise ? STYLE_DIM
				      : number_style(strbuf_str(&text),
						STYLE_NUMBER));
			if (is_delta(t, c->kind)) {
				bool total = c->kind == TOP_TOTAL;
				enum change child = delta_change(t->view,
					top_sides(t, f, total), !total);

				/* Draw "++" at the left end, or "?" if the
				   change may be chance. */
				enum significance is =
					frame_significance(t->view, f, total);

				grid_put(g, row, x, SIGN_COLS,
					str_c(change_sign(child, is)),
					delta_style(child, is));
			}
		}
	}
	if (match && !selected)
		grid_glyph(g, row, line.col, GLYPH_MATCH, STYLE_MATCH);
	strbuf_free(&text);
}

void
top_draw(struct grid *g, struct rect r, struct top *t, const struct top_draw *d)
{
	struct topcolumns_columns cs;
	struct arena arena = ARENA_INIT;
	struct caption *names;
	struct list_rows row;
	uint32_t rows;
	struct str mark;

	if (r.rows <= 0 || r.cols <= 0)
		return;
	choose_columns(&cs, t, r.cols);
	mark = glyph_str(t->o.sort.reverse ? GLYPH_UP : GLYPH_DOWN, g->ascii);
	grid_fill(g, (struct rect){ r.row, r.col, 1, r.cols }, STR(" "),
		STYLE_HEADER);
	for (int i = 0; i < cs.n; i++) {
		const struct topcolumns_column *c = &cs.col[i];
		int x = r.col + c->x + 1;
		int cols = c->kind == TOP_NAME ? cs.name : c->width - 1;
		bool sorted;
		struct str head;
		int at;
		const struct top_sort *s = &t->o.sort;

		if (c->kind != s->by)
			sorted = false;
		else
			sorted = c->kind != TOP_BESIDE ||
				(c->beside == s->beside &&
					c->of_total == s->of_total);
		head = header_of(t, c, g->ascii);
		at = cols - 1;

		grid_hit(g, (struct rect){ r.row, x - 1, 1, cols + 1 },
			TOP_HIT_HEADER | (uint32_t)c->kind << 16 |
				c->beside << 1 | c->of_total);
		if (kinds[c->kind]->cells->is_text)
			at = grid_put_cut(
				g, r.row, x, cols, head, STYLE_HEADER);
		else
			grid_put_right(
				g, r.row, x, cols - sorted, head, STYLE_HEADER);
		if (sorted && at < cols)
			grid_put(g, r.row, x + at, 1, mark, STYLE_HEADER);
	}
	row = list_rows(g,
		(struct rect){ r.row + 1, r.col, r.rows - 1, r.cols }, &d->list,
		t->n, d->focused);
	rows = row.end > row.i ? row.end - row.i : 0;
	/* Shorten the names on screen so that they fit and differ. */
	names = xcalloc(rows + 1u, sizeof(*names));
	for (uint32_t i = 0; i < rows; i++) {
		struct caption *c = &names[i];
		frame_id f = top_frame(t, row.i + i);

		caption_forms(&c->forms, t->view, f, d->labels, &arena);
		c->in_list = true;
		c->cols = name_cols(&cs, d);
		c->cols -= t->view->inlined[f] == 1 && c->cols > 3;
	}
	captions_fit(names, rows, g->ascii);
	while (list_next(&row)) {
		struct caption *name = &names[row.i - d->list.first];

		top_draw_row(&row, t, d, &cs, name);
		strbuf_free(&name->text);
	}
	free(names);
	arena_free(&arena);
}

bool
top_header_sort(const struct top *t, uint32_t hit, struct top_sort *out)
{
	struct top_sort s = { .by = TOP_SELF };
	uint32_t kind = (hit & ~(uint32_t)TOP_HIT_HEADER) >> 16;

	if ((hit & TOP_HIT_HEADER) == 0 || hit == NONE ||
		kind >= TOP_COLUMN_KINDS)
		return false;
	s.by = (enum top_column)kind;
	if (s.by == TOP_BESIDE) {
		s.beside = (hit & 0xFFFF) >> 1;
		s.of_total = (hit & 1) != 0;
		if (s.beside >= t->view->n_beside)
			return false;
	}
	if (top_is_of_diff(s.by))
		s.of_total = top_is_by_total(t);
	s.by = top_sorts_as(s.by);
	*out = s;
	return true;
}

/* ---- CSV ---- */

static void
put_csv_cell(struct strbuf *out, struct top *t,
	const struct topcolumns_column *c, uint32_t row)
{
	struct topcolumns_entry x = { t, c, row, top_frame(t, row) };

	if (row == NONE) {
		const struct column_kind *kind = kinds[c->kind];
		const struct profile *p = t->view->profile;
		const struct weights *w = weights_of(t, c);
		struct strbuf text = STRBUF_INIT;
		const char *name =
			kind->csv_head != NULL ? kind->csv_head : kind->name;

		/* Compose "self [nanoseconds]" or "alloc_space total [bytes]";
		   in a diff, self and total are changes. */
		if (c->kind == TOP_BESIDE) {
			strbuf_add(&text,
				profile_str(p, p->types.type[w->column]));
			strbuf_addch(&text, ' ');
			name = c->of_total ? "total" : "self";
		} else if (is_delta(t, c->kind)) {
			strbuf_addstr(&text, "delta ");
		}
		strbuf_addstr(&text, name);
		if (kind->cells->has_unit)
			strbuf_addf(&text, " [%.*s]",
				STR_ARG(profile_str(
					p, p->types.unit[w->column])));
		csv_put(out, strbuf_str(&text));
		strbuf_free(&text);
	} else
		kinds[c->kind]->cells->csv(out, &x);
	strbuf_addch(out, ',');
}

void
top_csv_row(struct top *t, uint32_t row, struct strbuf *out)
{
	struct strbuf partial = STRBUF_INIT;

	for (uint32_t i = 0; i < t->o.n_columns; i++) {
		struct topcolumns_column c = { .kind = t->o.column[i] };

		if (!top_is_shown(t, c.kind))
			continue;
		if (c.kind != TOP_BESIDE)
			put_csv_cell(out, t, &c, row);
		for (uint32_t b = 0;
			c.kind == TOP_BESIDE && b < 2 * t->view->n_beside;
			b++) {
			c.beside = b / 2;
			c.of_total = b % 2 != 0;
			put_csv_cell(out, t, &c, row);
		}
	}
	/* CSV has no comments, so a partial profile adds a column. */
	if (partial_find(t->view->profile).n > 0) {
		partial_text(&partial, t->view->profile);
		csv_put(out,
			row == NONE ? STR("partial") : strbuf_str(&partial));
		strbuf_addch(out, ',');
		strbuf_free(&partial);
	}
	strbuf_cut(out, out->n - 1);
	strbuf_addch(out, '\n');
}

void
top_csv(struct top *t, struct strbuf *out)
{
	top_csv_row(t, NONE, out);
	for (uint32_t row = 0; row < t->n; row++)
		top_csv_row(t, row, out);
}
