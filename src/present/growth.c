/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growth as a list and in words. */
#include "prelude.h"

#include "present/growth.h"

#include <inttypes.h>
#include <math.h>

#include "base/arena.h"
#include "base/compiler.h"
#include "base/num.h"
#include "base/vec.h"
#include "present/caption.h"
#include "present/number.h"
#include "profile/name.h"
#include "profile/unit.h"

enum {
	CURSOR_COLS = 3,
	VALUE_COLS = 9,
	TAU_COLS = 6,
	GAP = 2,
	NAME_LEAST = 18,
	LINE_LEAST = 8,
	LINE_MOST = 40,
	WIDE = 100,  /* from this width on, rows show more columns */
	NARROW = 56, /* below this width, rows show fewer columns */
};

/* ---- Words ---- */

void
growth_rate_put(struct strbuf *out, const struct growth *g, double rate)
{
	struct str unit = g->unit, name;
	int64_t value;

	if (unit_is_memory(unit))
		unit = STR("bytes");
	else if (unit_is_time(unit))
		unit = STR("nanoseconds");
	if (!str_eq(unit, g->unit))
		rate *= unit_scale(1, g->unit, unit, &name);
	value = i64_trunc(round(rate));
	/* Rates below 10, such as +0.3 goroutines, need decimals. */
	if (fabs(rate) > 0 && i64_abs(value) < 10) {
		(void)unit_scale(1, unit, STR("auto"), &name);
		strbuf_addf(out, "%+.2g%.*s", rate, STR_ARG(name));
		return;
	}
	strbuf_addstr(out, value > 0 ? "+" : "");
	amount_put(out, value, unit);
}

const char *
growth_per(const struct growth *g)
{
	return g->is_per_hour ? "/h" : "/snapshot";
}

void
growth_title_put(struct strbuf *out, const struct growth *g)
{
	size_t n = growth_judged(g);

	if (n < 2)
		return;
	strbuf_addf(out, "%zu of %s functions, ", g->n_rows,
		grouped(g->functions).text);
	if (g->first > 0)
		strbuf_addf(out, "%zu of ", n);
	strbuf_addf(out, "%zu snapshot%s, ", g->n, plural(g->n));
	if (g->n_guessed > 0)
		strbuf_addf(out, "times of %zu file%s?", g->n_guessed,
			plural(g->n_guessed));
	else {
		int64_t ms =
			g->snapshot[g->n - 1].at - g->snapshot[g->first].at;
		int64_t s = ms / 1000;

		if (s < 60)
			strbuf_addf(out, "%" PRId64 "s", s);
		else if (s < 3600)
			strbuf_addf(out, "%" PRId64 "m", s / 60);
		else if (s < 48 * 3600)
			strbuf_addf(out, "%" PRId64 "h%02" PRId64 "m", s / 3600,
				s / 60 % 60);
		else
			strbuf_addf(out, "%" PRId64 "d%" PRId64 "h", s / 86400,
				s / 3600 % 24);
	}
}

const char *
growth_verdict(const struct grower *row)
{
	static const char *const word[] = {
		[TREND_FEW] = "?",
		[TREND_FLAT] = "?",
		[TREND_RISES] = "rising",
		[TREND_FLOOR] = "rising floor",
		[TREND_STEADY] = "steady",
	};

	return row->holds ? word[row->trend.shape] : "?";
}

const char *
growth_verdict_words(const struct grower *row)
{
	if (!row->holds)
		return row->trend.shape == TREND_FEW
			? "too few snapshots to tell"
			: "may be chance";
	if (row->trend.shape == TREND_STEADY)
		return "rises steadily: a leak, or a cache that is still "
		       "filling";
	return row->trend.shape == TREND_FLOOR ? "rising floor" : "it grows";
}

/* Return the first significant row with that trend shape, or NULL. */
static const struct grower *
find_shape(const struct growth *g, enum trend_shape shape)
{
	for (size_t i = 0; i < g->n_rows; i++)
		if (g->row[i].holds && g->row[i].trend.shape == shape)
			return &g->row[i];
	return NULL;
}

const char *
growth_why_no_rate(const struct growth *g)
{
	return g->n_guessed > 0 ? "some profiles have no time; put it into the "
				  "file name: heap-20261125T100000.pb.gz"
				: "all snapshots have the same time";
}

void
growth_remarks_put(struct strbuf *out, const struct growth *g)
{
	size_t n = growth_judged(g);
	const struct grower *floor = find_shape(g, TREND_FLOOR);
	const struct grower *steady = find_shape(g, TREND_STEADY);

	if (n < TREND_LEAST)
		strbuf_addf(out, "%d snapshots are needed, %zu %s here%s\n",
			TREND_LEAST, n, n == 1 ? "is" : "are",
			g->first > 0 ? " since the last restart" : "");
	else if (g->first > 0)
		strbuf_addf(out,
			"the process was restarted; only the last %zu of %zu "
			"snapshots count\n",
			n, g->n);
	if (!g->is_per_hour)
		strbuf_addf(out,
			"growth is shown per snapshot, not per hour: %s\n",
			growth_why_no_rate(g));
	if (growth_listed(g) < g->n_rows)
		strbuf_addf(out, "%zu more functions grow\n",
			g->n_rows - growth_listed(g));
	if (steady != NULL)
		strbuf_add3(out, growth_verdict_words(steady), STR_EMPTY, "\n");
	if (floor != NULL)
		strbuf_addf(out,
			"%.*s falls now and then, but its floor rises\n",
			STR_ARG(floor->name));
	if (n >= TREND_LEAST && g->n_rows > 0 && !g->row[g->n_rows - 1].holds)
		strbuf_addstr(out,
			"? may be chance; of the others, expect 1 in 20 to be "
			"chance as well\n");
}

/* ---- The list ---- */

/* Columns for which a row has room. */
struct growth_columns {
	bool wide, narrow;
	int name, line;
};

static void
draw_amount(struct pen *p, const struct growth *growth, int64_t value)
{
	struct strbuf text = STRBUF_INIT;

	amount_put(&text, value, growth->unit);
	pen_right(p, VALUE_COLS, strbuf_str(&text),
		number_style(strbuf_str(&text), STYLE_NUMBER));
	strbuf_free(&text);
}

static void
draw_rate(struct pen *p, const struct growth *growth, double rate,
	enum style style)
{
	struct strbuf text = STRBUF_INIT;

	growth_rate_put(&text, growth, rate);
	pen_right(p, VALUE_COLS, strbuf_str(&text),
		number_style(strbuf_str(&text), style));
	strbuf_free(&text);
}

/* Draw a row in `r`; captions_fit() has shortened `name`. */
static void
draw_grower(struct grid *g, struct rect r, const struct growth *growth,
	const struct grower *row, const struct growth_columns *c,
	struct str name, int skip)
{
	struct pen p = { g, r.row, r.col + CURSOR_COLS, r.col + r.cols };
	enum style style = row->holds ? STYLE_NORMAL : STYLE_DIM;
	int end = r.col + r.cols - c->line - (c->line > 0 ? 1 : 0);
	const double *v;
	int cols;
	static const char *const levels[2][8] = {
		{ "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" },
		{ "_", ".", ":", "-", "=", "+", "*", "#" },
	};
	double least, most;

	if (!row->holds)
		grid_put(g, r.row, r.col + CURSOR_COLS - 1, 1, STR("?"),
			STYLE_NORMAL);
	draw_rate(
		&p, growth, row->slope, row->holds ? STYLE_GREW : STYLE_NUMBER);
	if (c->wide)
		draw_rate(&p, growth, row->self_slope, STYLE_NUMBER);
	if (!c->narrow)
		draw_amount(&p, growth, row->first);
	draw_amount(&p, growth, row->last);
	if (!c->narrow) {
		struct strbuf text = STRBUF_INIT;

		if (row->trend.shape == TREND_FEW)
			strbuf_addch(&text, '-');
		else
			strbuf_addf(&text, "%.2f", row->trend.tau);
		pen_right(&p, TAU_COLS, strbuf_str(&text), STYLE_NUMBER);
		strbuf_free(&text);
	}
	p.col += GAP;
	if (c->wide) {
		grid_put_right(g, p.row, p.col - GAP, TAU_COLS,
			str_c(growth_verdict(row)), style);
		p.col += TAU_COLS;
	}
	grid_put_skip(g, p.row, p.col, c->name, name, skip, style);
	if (c->line == 0)
		return;
	p.col = end;
	v = row->value;
	cols = c->line;
	least = v[0];
	most = v[0];
	for (size_t i = 1; i < growth->n; i++) {
		least = fmin(least, v[i]);
		most = fmax(most, v[i]);
	}
	for (int child = 0; child < cols; child++) {
		double h;
		int level;
		bool judged;
		size_t from;
		size_t to;
		double height_most;

		/* A sparkline column shows the highest value of its
		   snapshots. */
		from = (size_t)child * growth->n / (size_t)cols;
		to = (size_t)(child + 1) * growth->n / (size_t)cols;
		height_most = v[from];
		for (size_t i = from + 1; i < to; i++)
			height_most = fmax(height_most, v[i]);
		h = height_most - least;
		level = most > least ? (int)(h / (most - least) * 7.999) : 0;
		judged = (size_t)child * growth->n / (size_t)cols >=
			growth->first;

		pen_put(&p, str_c(levels[p.g->ascii][level]),
			judged ? STYLE_NORMAL : STYLE_DIM);
	}
}

int
growth_page(struct rect r)
{
	return r.rows > 1 ? r.rows - 1 : 0;
}

void
growth_draw(struct grid *g, struct rect r, const struct growth *growth,
	const struct growth_draw *d)
{
	struct growth_columns c;
	size_t n;
	struct arena arena = ARENA_INIT;
	struct caption *name;
	struct strbuf all = STRBUF_INIT;
	struct str rest;
	bool hour;
	struct pen p;
	bool lines;
	int values;
	int fixed;

	lines = d->lines;
	c = (struct growth_columns){ .wide = r.cols >= WIDE,
		.narrow = r.cols < NARROW };
	values = c.wide ? 4 : c.narrow ? 2 : 3;
	fixed = CURSOR_COLS + values * VALUE_COLS +
		(c.wide                    ? 2
				: c.narrow ? 0
					   : 1) *
			TAU_COLS +
		GAP;
	c.line = r.cols / 5;
	c.line = c.line > LINE_MOST ? LINE_MOST : c.line;
	c.line = (size_t)c.line > growth->n ? (int)growth->n : c.line;
	c.name = r.cols - fixed - c.line - GAP;
	if (!lines || c.line < LINE_LEAST || c.name < NAME_LEAST) {
		c.line = 0;
		c.name = r.cols - fixed - 1;
	}
	n = growth_listed(growth) - d->first;

	if (n > (size_t)growth_page(r))
		n = (size_t)growth_page(r);
	name = xcalloc(n + 1, sizeof(*name));
	hour = growth->is_per_hour;
	p = (struct pen){ g, r.row, r.col + CURSOR_COLS, r.col + r.cols };
	pen_right(&p, VALUE_COLS, hour ? STR("Growth/h") : STR("Growth"),
		STYLE_HEADER);
	if (c.wide)
		pen_right(&p, VALUE_COLS, hour ? STR("Self/h") : STR("Self"),
			STYLE_HEADER);
	if (!c.narrow)
		pen_right(&p, VALUE_COLS, STR("first"), STYLE_HEADER);
	pen_right(&p, VALUE_COLS, STR("last"), STYLE_HEADER);
	if (!c.narrow)
		pen_right(&p, TAU_COLS, STR("tau"), STYLE_HEADER);
	if (c.wide)
		pen_right(&p, TAU_COLS, STR(""), STYLE_HEADER);
	pen_put(&p, STR("  Function"), STYLE_HEADER);
	for (size_t i = 0; i < n; i++) {
		name_forms(
			&name[i].forms, growth->row[d->first + i].name, &arena);
		name[i].in_list = true;
		name[i].cols = c.name + d->skip;
	}
	captions_fit(name, n, g->ascii);
	for (size_t i = 0; i < n; i++) {
		struct rect line = { r.row + 1 + (int)i, r.col, 1, r.cols };

		draw_grower(g, line, growth, &growth->row[d->first + i], &c,
			strbuf_str(&name[i].text), d->skip);
		strbuf_free(&name[i].text);
		grid_hit(g, line, (uint32_t)(d->first + i));
		if (d->first + i == d->at)
			grid_cursor(g, line, d->focused);
	}
	free(name);
	arena_free(&arena);
	r.row += (int)n + 2;
	r.rows -= (int)n + 2;
	growth_remarks_put(&all, growth);
	rest = strbuf_str(&all);
	for (int i = 0; i < r.rows && rest.n > 0; i++)
		grid_put_cut(g, r.row + i, r.col + CURSOR_COLS,
			r.cols - CURSOR_COLS, str_cut(&rest, '\n'), STYLE_DIM);
	strbuf_free(&all);
}
