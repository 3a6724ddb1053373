/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums: see sound.h. What the screen shows is rounded, so a number read from
 * it is an interval, and two numbers agree when their intervals meet.
 */
#include "prelude.h"

#include "pty/sound.h"

#include <math.h>

#include "base/compiler.h"
#include "screen/script.h"

struct span {
	double low, high;
};

static const struct span anything = { -HUGE_VAL, HUGE_VAL };

static bool
meet(struct span a, struct span b)
{
	/* A hair more: these are sums of doubles. */
	double slack = 1e-9 * (fabs(a.high) + fabs(b.high));

	return a.low <= b.high + slack && b.low <= a.high + slack;
}

static bool
at_most(struct span a, struct span b)
{
	return a.low <= b.high + 1e-9 * (fabs(a.low) + fabs(b.high));
}

/* The number at the start of a text, and how much one of its last digit is;
   the length, 0 for none. No sign: what is below zero is not looked at. */
static size_t
digits(struct str s, double *value, double *unit)
{
	size_t i = 0, point = 0;

	*value = 0;
	*unit = 1;
	while (i < s.n &&
		((s.p[i] >= '0' && s.p[i] <= '9') ||
			(s.p[i] == '.' && point == 0 && i > 0))) {
		if (s.p[i] == '.') {
			point = i;
		} else {
			*value = *value * 10 + (s.p[i] - '0');
			*unit *= point > 0 ? 0.1 : 1;
		}
		i++;
	}
	*value *= *unit;
	return i;
}

static bool
read_value(struct str word, struct span *out)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = { { "", 1 }, { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 },
		{ "s", 1 }, { "mins", 60 }, { "hrs", 3600 }, { "days", 86400 },
		{ "B", 1 }, { "kB", 0x1p10 }, { "MB", 0x1p20 },
		{ "GB", 0x1p30 }, { "TB", 0x1p40 }, { "PB", 0x1p50 } };
	double value, unit;
	size_t n = digits(word, &value, &unit);

	for (size_t i = 0; n > 0 && i < COUNT_OF(units); i++) {
		if (!str_is(str_skip(word, n), units[i].name))
			continue;
		/* Values may be cut instead of rounded, by divide_by. */
		out->low = (value - unit) * units[i].factor;
		out->high = (value + unit) * units[i].factor;
		return true;
	}
	return false;
}

static bool
read_percent(struct str word, struct span *out)
{
	double value, unit;
	size_t n = digits(word, &value, &unit);

	if (n == 0 || !str_is(str_skip(word, n), "%"))
		return false;
	out->low = (value - 0.051) / 100;
	out->high = (value + 0.051) / 100;
	return true;
}

/* What 100 % may be, from a part of it and its percentage. */
static struct span
whole(struct span value, struct span percent)
{
	if (value.low <= 0 || percent.low <= 0)
		return anything;
	return (struct span){ value.low / percent.high,
		value.high / percent.low };
}

/* ---- the table ---- */

enum { COLUMNS_MAX = 16, LEAST_COLS = 119 };

enum column { SELF, SELF_SHARE, SUM_SHARE, TOTAL, TOTAL_SHARE, COLUMNS };

struct table {
	int row, col; /* of its header, and where it begins */
	enum column column[COLUMNS_MAX];
	int n;               /* before the name */
	int sorted_by, down; /* index or -1; heaviest first? */
	bool has_selected, callees;
	bool of_parent;          /* shares are of another part than values */
	struct span self, total; /* of the selected row */
	struct span all;         /* 100 % */
};

/* The texts of a row from a column on. */
static struct str
text_of(const struct picture *p, int row, int col, struct strbuf *buf)
{
	strbuf_reset(buf);
	for (int c = col; c < p->cols; c++)
		strbuf_addstr(buf, picture_at(p, row, c)->text);
	return strbuf_str(buf);
}

static bool
take_title(struct table *t, struct str word)
{
	static const char *const marks[] = { "▾", "▴" };
	enum column c = COLUMNS;

	for (int i = 0; i < 2; i++) {
		if (!str_ends(word, str_c(marks[i])))
			continue;
		word = str_sub(word, 0, word.n - strlen(marks[i]));
		t->sorted_by = t->n;
		t->down = i == 0;
	}
	if (str_is(word, "Self"))
		c = SELF;
	else if (str_is(word, "Total"))
		c = TOTAL;
	else if (str_is(word, "Sum%"))
		c = SUM_SHARE;
	else if (str_is(word, "%") && t->n > 0)
		c = t->column[t->n - 1] == SELF ? SELF_SHARE : TOTAL_SHARE;
	if (c == COLUMNS || t->n == COLUMNS_MAX)
		return false;
	t->column[t->n++] = c;
	return true;
}

/* "│   Self▾     %      Total     % Function": the columns of a table that
   begins behind the last line before them. */
static bool
find_header(
	const struct picture *p, int row, struct table *t, struct strbuf *buf)
{
	struct str rest, word;
	int col = 0;

	for (int c = 0; c < p->cols; c++) {
		const char *text = picture_at(p, row, c)->text;

		if (text[0] == 'S' || text[0] == 'T')
			break;
		if (strcmp(text, "│") == 0 || strcmp(text, "|") == 0)
			col = c + 1;
	}
	*t = (struct table){
		.row = row, .col = col, .sorted_by = -1, .all = anything
	};
	rest = text_of(p, row, col, buf);
	while ((word = script_word(&rest)).n > 0)
		if (str_is(word, "Function") || !take_title(t, word))
			break;
	return str_is(word, "Function") && t->n > 0;
}

static bool
is_rule(const struct picture *p, int row, int col)
{
	const char *text = picture_at(p, row, col)->text;

	return strcmp(text, "─") == 0 || strcmp(text, "├") == 0 ||
		strcmp(text, "-") == 0 || strcmp(text, "└") == 0 ||
		strcmp(text, "┴") == 0;
}

struct row {
	struct span value[COLUMNS];
	bool has[COLUMNS], is_selected;
};

static bool
read_row(const struct table *t, struct str rest, struct row *out)
{
	struct str word = script_word(&rest);

	*out = (struct row){ .is_selected = str_starts(word, STR("▶")) };
	if (out->is_selected || str_is(word, "✱"))
		word = script_word(&rest);
	for (int i = 0; i < t->n; i++) {
		enum column c = t->column[i];
		bool percent = c != SELF && c != TOTAL;

		if (i > 0)
			word = script_word(&rest);
		if (!(percent ? read_percent(word, &out->value[c])
			      : read_value(word, &out->value[c])))
			return false;
		out->has[c] = true;
	}
	return true;
}

static bool
narrow(struct table *t, const struct row *r, enum column value,
	enum column share)
{
	struct span all;

	if (!r->has[value] || !r->has[share] || t->of_parent)
		return true;
	all = whole(r->value[value], r->value[share]);
	if (!meet(all, t->all))
		return false;
	t->all.low = fmax(t->all.low, all.low);
	t->all.high = fmin(t->all.high, all.high);
	return true;
}

static const char *
check_row(struct table *t, const struct row *r, struct span *before)
{
	enum column by;

	if (r->has[SELF] && r->has[TOTAL] &&
		!at_most(r->value[SELF], r->value[TOTAL]))
		return "self is more than total";
	if (!narrow(t, r, SELF, SELF_SHARE) ||
		!narrow(t, r, TOTAL, TOTAL_SHARE))
		return "no part of the same 100 % as the rows above";
	/* The selected row stays in sight, wherever its place is. */
	if (t->sorted_by < 0 || r->is_selected)
		return NULL;
	by = t->column[t->sorted_by];
	if (isfinite(before->high) &&
		!(t->down ? at_most(r->value[by], *before)
			  : at_most(*before, r->value[by])))
		return "not in the order of the header";
	*before = r->value[by];
	return NULL;
}

static bool
check_table(const struct picture *p, struct table *t, struct strbuf *buf,
	struct strbuf *why)
{
	struct span before = anything;

	for (int row = t->row + 1; row < p->rows && !is_rule(p, row, t->col);
		row++) {
		struct row r;
		const char *wrong;

		if (!read_row(t, text_of(p, row, t->col, buf), &r))
			continue;
		wrong = check_row(t, &r, &before);
		if (wrong != NULL) {
			strbuf_addf(why, "table, row %d: %s", row + 1, wrong);
			return false;
		}
		if (r.is_selected && r.has[SELF] && r.has[TOTAL]) {
			t->has_selected = true;
			t->self = r.value[SELF];
			t->total = r.value[TOTAL];
		}
	}
	return true;
}

/* ---- what other parts of the screen say ---- */

/* "  25.0s total," in the title. */
static bool
check_title(const struct picture *p, const struct table *t, struct strbuf *buf,
	struct strbuf *why)
{
	struct str rest = text_of(p, 0, 0, buf), word, last = STR("");
	struct span total;

	while ((word = script_word(&rest)).n > 0) {
		if (str_starts(word, STR("total")) &&
			read_value(last, &total) && !at_most(t->all, total)) {
			strbuf_addstr(why,
				"the table's 100 % is more than the "
				"title's total");
			return false;
		}
		last = word;
	}
	return true;
}

/* " price.applyRules   self 0.84s 2.8%   total 5.70s 19.0%" */
static bool
read_status(struct str line, struct span *self, struct span *total)
{
	ptrdiff_t at = str_find(line, STR("   self "), 0);
	struct str rest, word;

	if (at < 0)
		return false;
	rest = str_skip(line, (size_t)at + 8);
	if (!read_value(script_word(&rest), self))
		return false;
	while ((word = script_word(&rest)).n > 0)
		if (str_is(word, "total"))
			return read_value(script_word(&rest), total);
	return false;
}

static bool
check_status(const struct picture *p, const struct table *t, struct strbuf *buf,
	struct strbuf *why)
{
	for (int row = p->rows > 4 ? p->rows - 4 : 0; row < p->rows; row++) {
		struct span self, total;

		if (!read_status(text_of(p, row, 0, buf), &self, &total))
			continue;
		if (!at_most(self, total)) {
			strbuf_addstr(why, "status: self is more than total");
			return false;
		}
		if (t != NULL && t->has_selected &&
			((t->callees && !at_most(self, t->self)) ||
				!at_most(total, t->total))) {
			strbuf_addstr(why,
				"status: one place is more than its "
				"function in the table");
			return false;
		}
	}
	return true;
}

bool
sound_sums(const struct picture *p, struct strbuf *why)
{
	struct strbuf buf = STRBUF_INIT;
	struct table table;
	bool found = false, ok = true;

	/* Where it is narrow, the line that would say "mean" is cut. */
	if (p->rows < 5 || p->cols < LEAST_COLS || sound_has_boxes(p) ||
		picture_find(p, 0, STR("· mean")) == 1 ||
		picture_find(p, 0, STR("- mean")) == 1)
		return true;
	for (int row = 1; row < p->rows && !found; row++)
		found = find_header(p, row, &table, &buf);
	/* With callers below, what ends at a place is not what ends in its
	   function. */
	table.callees = found && picture_find(p, 0, STR("callers")) != 1 &&
		picture_find(p, 0, STR("sandwich")) != 1;
	table.of_parent =
		found && picture_find(p, 0, STR("percent parent")) == 1;
	if (found)
		ok = check_table(p, &table, &buf, why) &&
			check_title(p, &table, &buf, why);
	/* The peek pane may show another function than the selected one. */
	if (picture_find(p, 0, STR("Peek  Enter select")) >= 0)
		table.has_selected = false;
	ok = ok && check_status(p, found ? &table : NULL, &buf, why);
	strbuf_free(&buf);
	return ok;
}
