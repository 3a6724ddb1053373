/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of functions as CSV: see topcsv.h. */
#include "config.h"

#include "present/topcsv.h"

#include <inttypes.h>

#include "engine/change.h"
#include "profile/partial.h"
#include "present/toprows.h"
#include "write/markup.h"

#include "base/banned.h"

static void
comma(struct strbuf *out, bool *first)
{
	if (!*first)
		strbuf_addch(out, ',');
	*first = false;
}

/* "self [nanoseconds]", "alloc_space total [bytes]" */
static void
put_head(struct strbuf *out, const struct top *t, const struct weights *w,
	const char *what)
{
	const struct profile *p = t->view->profile;
	struct strbuf text = STRBUF_INIT;

	if (w != &t->view->w)
		strbuf_addf(&text, "%.*s ",
			STR_ARG(profile_str(p, p->types.type[w->column])));
	strbuf_addf(&text, "%s [%.*s]", what,
		STR_ARG(profile_str(p, p->types.unit[w->column])));
	csv_put(out, strbuf_str(&text));
	strbuf_free(&text);
}

static void
put_value(struct strbuf *out, const struct top *t, int64_t value)
{
	double by = t->numbers.divide_by;

	if ((by < 1 || by > 1) && (by < 0 || by > 0))
		strbuf_addf(out, "%.6g", (double)value / by);
	else
		strbuf_addf(out, "%" PRId64, value);
}

static void
put_percent(struct strbuf *out, int64_t value, int64_t base)
{
	if (base != 0)
		strbuf_addf(out, "%.2f", 100.0 * (double)value / (double)base);
}

static void
put_ratio(struct strbuf *out, double value, int64_t base)
{
	if (base != 0)
		strbuf_addf(out, "%.4f", value / (double)base);
}

/* What a diff has more: both sides, and how they compare. */
static void
put_sides(struct strbuf *out, const struct top *t, frame_id f,
	enum top_column kind)
{
	struct sides s = top_sides(t, f, top_is_by_total(t));

	switch (kind) {
	case TOP_BASE:
		put_value(out, t, s.base);
		break;
	case TOP_NEW:
		put_value(out, t, s.new);
		break;
	case TOP_CHANGE:
		put_percent(out, sides_delta(s), s.base);
		break;
	default:
		put_ratio(out, (double)s.new, s.base);
		break;
	}
}

/* One column of a row; of the header for row NONE. */
static void
put_cell(struct strbuf *out, const struct top *t, uint32_t row,
	enum top_column kind)
{
	static const char *const head[TOP_COLUMN_KINDS] = {
		[TOP_SELF_PERCENT] = "self%",
		[TOP_SUM_PERCENT] = "sum%",
		[TOP_TOTAL_PERCENT] = "total%",
		[TOP_NAME] = "function",
		[TOP_FILE] = "file",
		[TOP_CHANGE] = "delta%",
		[TOP_TIMES] = "times",
	};
	/* In a diff these are changes. */
	static const char *const value[2][TOP_COLUMN_KINDS] = {
		{ [TOP_SELF] = "self", [TOP_TOTAL] = "total" },
		{ [TOP_SELF] = "delta self", [TOP_TOTAL] = "delta total",
			[TOP_BASE] = "base", [TOP_NEW] = "new" },
	};
	const struct view *v = t->view;
	bool is_head = row == NONE;
	frame_id f = is_head ? 0 : top_frame(t, row);
	struct strbuf text = STRBUF_INIT;

	if (is_head && head[kind] != NULL) {
		strbuf_addc(out, head[kind]);
		return;
	}
	if (is_head) {
		put_head(out, t, &v->w, value[v->is_diff][kind]);
		return;
	}
	switch (kind) {
	case TOP_SELF:
		put_value(out, t, top_self(&v->w, f));
		break;
	case TOP_TOTAL:
		put_value(out, t, top_total(&v->w, f));
		break;
	case TOP_BASE:
	case TOP_NEW:
	case TOP_CHANGE:
	case TOP_TIMES:
		if (v->is_diff)
			put_sides(out, t, f, kind);
		break;
	case TOP_SELF_PERCENT:
		put_percent(out, top_self(&v->w, f), top_base(t));
		break;
	case TOP_SUM_PERCENT:
		put_percent(out, top_sum(t, row), top_base(t));
		break;
	case TOP_TOTAL_PERCENT:
		put_percent(out, top_total(&v->w, f), top_base(t));
		break;
	case TOP_FILE:
		caption_place(&text, v, f, true);
		csv_put(out, strbuf_str(&text));
		break;
	case TOP_NAME:
		csv_put(out, v->frames->frame[f].text);
		break;
	default:
		break;
	}
	strbuf_free(&text);
}

/* A further sample type: its self and its total. */
static void
put_beside(struct strbuf *out, const struct top *t, uint32_t row, uint32_t i)
{
	const struct weights *w = &t->view->beside[i];

	if (row == NONE) {
		put_head(out, t, w, "self");
		strbuf_addch(out, ',');
		put_head(out, t, w, "total");
		return;
	}
	put_value(out, t, top_self(w, top_frame(t, row)));
	strbuf_addch(out, ',');
	put_value(out, t, top_total(w, top_frame(t, row)));
}

/* CSV has no comments: a column more. */
static void
put_partial(struct strbuf *out, const struct profile *p, bool is_head)
{
	struct strbuf text = STRBUF_INIT;

	if (partial_find(p).n == 0)
		return;
	partial_text(&text, p);
	strbuf_addch(out, ',');
	csv_put(out, is_head ? STR("partial") : strbuf_str(&text));
	strbuf_free(&text);
}

static void
put_row(struct strbuf *out, const struct top *t, uint32_t row)
{
	bool first = true;

	for (uint32_t c = 0; c < t->o.n_columns; c++) {
		enum top_column kind = (enum top_column)t->o.column[c];
		bool percent = kind == TOP_SELF_PERCENT ||
			kind == TOP_SUM_PERCENT || kind == TOP_TOTAL_PERCENT;

		if (percent && !t->o.percents)
			continue;
		if (kind != TOP_BESIDE) {
			comma(out, &first);
			put_cell(out, t, row, kind);
			continue;
		}
		for (uint32_t i = 0; i < t->view->n_beside; i++) {
			comma(out, &first);
			put_beside(out, t, row, i);
		}
	}
	put_partial(out, t->view->profile, row == NONE);
	strbuf_addch(out, '\n');
}

void
top_csv(const struct top *t, struct strbuf *out)
{
	put_row(out, t, NONE);
	for (uint32_t row = 0; row < t->n; row++)
		put_row(out, t, row);
}
