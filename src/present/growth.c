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
	LEAK_SNAPSHOTS = 10,      /* fewest snapshots that can show a leak */
	LEAK_SPAN_MS = 60 * 1000, /* minimum time that can show a leak */
	CURSOR_COLS = 3,
	VALUE_COLS = 9,
	TAU_COLS = 6,
	VERDICT_COLS = 14,
	GAP = 2,
	INDENT = 2, /* columns per call */
	INDENT_MOST = 8,
	NAME_LEAST = 18,
	LINE_LEAST = 8,
	LINE_MOST = 40,
	WIDE = 120,  /* from this width on, rows show more columns */
	NARROW = 56, /* below this width, rows show fewer columns */
};

#define LEAK_WORDS "rises steadily: a leak, or a cache that is still filling"

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

struct growth_per
growth_per(const struct growth *g)
{
	static const struct {
		int64_t s;
		struct growth_per per;
	} units[] = {
		{ 24 * 3600, { 24, "/d" } },
		{ 3600, { 1, "/h" } },
		{ 60, { 1 / 60.0, "/min" } },
	};

	if (!g->is_per_hour)
		return (struct growth_per){ 1, "/snapshot" };
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (growth_span(g) >= 3 * 1000 * units[i].s)
			return units[i].per;
	return (struct growth_per){ 1 / 3600.0, "/s" };
}

void
growth_by_put(
	struct strbuf *out, const struct growth *g, const struct grower *row)
{
	growth_rate_put(out, g, (double)row->last - (double)row->first);
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

/* True if the snapshots are too few, or their span too short, for a leak. */
static bool
is_short(const struct growth *g)
{
	return growth_judged(g) < LEAK_SNAPSHOTS ||
		(g->is_per_hour && growth_span(g) < LEAK_SPAN_MS);
}

/* Append why growth is not called a leak: "span of 3 s: too short ...". */
static void
put_short(struct strbuf *out, const struct growth *g)
{
	if (g->is_per_hour && growth_span(g) < LEAK_SPAN_MS)
		strbuf_addf(out, "span of %.3g s: too short to call it a leak",
			(double)growth_span(g) / 1000);
	else
		strbuf_addf(out, "%zu snapshots: too few to call it a leak",
			growth_judged(g));
}

const char *
growth_verdict(const struct growth *g, const struct grower *row)
{
	static const char *const word[] = {
		[TREND_FEW] = "?",
		[TREND_FLAT] = "?",
		[TREND_RISES] = "rising",
		[TREND_FLOOR] = "rising floor",
		[TREND_STEADY] = "steady",
	};

	if (may_be_chance(row->significance))
		return "?";
	return word[row->trend.shape == TREND_STEADY && is_short(g)
			? TREND_RISES
			: row->trend.shape];
}

void
growth_verdict_put(
	struct strbuf *out, const struct growth *g, const struct grower *row)
{
	if (row->significance == SIGNIFICANCE_TOO_FEW)
		strbuf_addstr(out, "too few snapshots to tell");
	else if (may_be_chance(row->significance))
		strbuf_addstr(out, "may be chance");
	else if (row->trend.shape == TREND_FLOOR)
		strbuf_addstr(out, "rising floor");
	else if (is_short(g))
		put_short(out, g);
	else if (row->trend.shape == TREND_STEADY)
		strbuf_addstr(out, LEAK_WORDS);
	else
		strbuf_addstr(out, "it grows");
}

/* Return the first significant row with that trend shape, or NULL. */
static const struct grower *
find_shape(const struct growth *g, enum trend_shape shape)
{
	for (size_t i = 0; i < g->n_rows; i++)
		if (g->row[i].significance == SIGNIFICANCE_REAL &&
			g->row[i].trend.shape == shape)
			return &g->row[i];
	return NULL;
}

/* Return the number of significant rows, which come first. */
static size_t
n_significant(const struct growth *g)
{
	size_t n = 0;

	while (n < g->n_rows && g->row[n].significance == SIGNIFICANCE_REAL)
		n++;
	return n;
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
		strbuf_addf(out, "%d snapshots are needed, %zu %s found%s\n",
			TREND_LEAST, n, n == 1 ? "was" : "were",
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
	if (steady != NULL && !is_short(g))
		strbuf_addstr(out, LEAK_WORDS "\n");
	if (n >= TREND_LEAST && n_significant(g) > 0 && is_short(g)) {
		put_short(out, g);
		strbuf_addch(out, '\n');
	}
	if (floor != NULL)
		strbuf_addf(out,
			"%.*s falls now and then, but its floor rises\n",
			STR_ARG(floor->name));
	if (n >= TREND_LEAST && n_significant(g) < g->n_rows)
		strbuf_addstr(out,
			"? may be chance; of the others, expect 1 in 20 to be "
			"chance as well\n");
}

/* ---- The list ---- */

static void
add_callers(const struct growth *g, uint32_t callee, int depth,
	struct growth_line *line, size_t *n)
{
	size_t from = g->n_rows, end = from + g->n_explained;

	for (size_t i = from; i < end; i++) {
		if (g->row[i].callee != callee)
			continue;
		line[(*n)++] = (struct growth_line){ (uint32_t)i, depth };
		add_callers(g, (uint32_t)i, depth + 1, line, n);
	}
}

struct growth_line *
growth_lines(const struct growth *g, uint32_t open, size_t *n)
{
	struct growth_line *line =
		xcalloc(growth_listed(g) + g->n_explained + 1, sizeof(*line));

	*n = 0;
	for (uint32_t i = 0; i < growth_listed(g); i++) {
		line[(*n)++] = (struct growth_line){ i, 0 };
		/* Each step leads to the row's only callee, and a listed row
		   has none, so this recursion ends. */
		if (i == open)
			add_callers(g, i, 1, line, n);
	}
	return line;
}

/* Columns for which a row has room. */
struct growth_columns {
	bool wide, narrow;
	struct growth_per per;
	int name, line;
};

static int
indent_of(const struct growth_line *line)
{
	return INDENT * (line->depth < INDENT_MOST ? line->depth : INDENT_MOST);
}

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

/* "rate/min"; without times only the word. */
static void
draw_rate_header(struct pen *p, const struct growth *growth, const char *word)
{
	char text[16];

	snprintf(text, sizeof(text), "%s%s", word,
		growth->is_per_hour ? growth_per(growth).text : "");
	pen_right(p, VALUE_COLS, str_c(text), STYLE_HEADER);
}

/* Draw a row in `r`; captions_fit() has shortened `name`. */
static void
draw_grower(struct grid *g, struct rect r, const struct growth *growth,
	const struct growth_line *drawn, const struct growth_columns *c,
	struct str name, int skip)
{
	const struct grower *row = &growth->row[drawn->row];
	struct pen p = { g, r.row, r.col + CURSOR_COLS, r.col + r.cols };
	bool doubt = may_be_chance(row->significance);
	enum style style = doubt ? STYLE_DIM : STYLE_NORMAL;
	int end = r.col + r.cols - c->line - (c->line > 0 ? 1 : 0);
	const double *v;
	int cols;
	static const char *const levels[2][8] = {
		{ "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" },
		{ "_", ".", ":", "-", "=", "+", "*", "#" },
	};
	double least, most;

	if (doubt)
		grid_put(g, r.row, r.col + CURSOR_COLS - 1, 1, STR("?"),
			STYLE_NORMAL);
	draw_rate(&p, growth, (double)row->last - (double)row->first,
		doubt ? STYLE_NUMBER : STYLE_GREW);
	draw_rate(&p, growth, row->slope * c->per.hours, STYLE_NUMBER);
	if (!c->narrow)
		draw_rate(&p, growth, row->self_slope * c->per.hours,
			STYLE_NUMBER);
	if (c->wide)
		draw_amount(&p, growth, row->first);
	if (!c->narrow)
		draw_amount(&p, growth, row->last);
	if (c->wide) {
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
		grid_put(g, p.row, p.col, VERDICT_COLS,
			str_c(growth_verdict(growth, row)), style);
		p.col += VERDICT_COLS;
	}
	grid_put_skip(g, p.row, p.col + indent_of(drawn),
		c->name - indent_of(drawn), name, skip, style);
	if (c->line == 0 || row->value == NULL)
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
growth_page(int pane_rows)
{
	return pane_rows > 1 ? pane_rows - 1 : 0;
}

void
growth_draw(struct grid *g, struct rect r, const struct growth *growth,
	const struct growth_draw *d)
{
	struct growth_columns c;
	struct list_rows row;
	size_t n;
	struct arena arena = ARENA_INIT;
	struct caption *name;
	struct strbuf all = STRBUF_INIT;
	struct str rest;
	struct pen p;
	bool lines;
	int values;
	int fixed;

	lines = d->lines;
	c = (struct growth_columns){ .wide = r.cols >= WIDE,
		.narrow = r.cols < NARROW,
		.per = growth_per(growth) };
	values = c.wide ? 5 : c.narrow ? 2 : 4;
	fixed = CURSOR_COLS + values * VALUE_COLS +
		(c.wide ? TAU_COLS + VERDICT_COLS : 0) + GAP;
	c.line = r.cols / 5;
	c.line = c.line > LINE_MOST ? LINE_MOST : c.line;
	c.line = (size_t)c.line > growth->n ? (int)growth->n : c.line;
	c.name = r.cols - fixed - c.line - GAP;
	if (!lines || c.line < LINE_LEAST || c.name < NAME_LEAST) {
		c.line = 0;
		c.name = r.cols - fixed - 1;
	}
	row = list_rows(g,
		(struct rect){ r.row + 1, r.col, growth_page(r.rows), r.cols },
		&d->list, d->n, d->focused);
	n = row.end - row.i;
	name = xcalloc(n + 1, sizeof(*name));
	p = (struct pen){ g, r.row, r.col + CURSOR_COLS, r.col + r.cols };
	pen_right(&p, VALUE_COLS, STR("grew by"), STYLE_HEADER);
	draw_rate_header(&p, growth, "rate");
	if (!c.narrow)
		draw_rate_header(&p, growth, "self");
	if (c.wide)
		pen_right(&p, VALUE_COLS, STR("first"), STYLE_HEADER);
	if (!c.narrow)
		pen_right(&p, VALUE_COLS, STR("last"), STYLE_HEADER);
	if (c.wide) {
		pen_right(&p, TAU_COLS, STR("tau"), STYLE_HEADER);
		grid_put(g, p.row, p.col + GAP, VERDICT_COLS, STR("verdict"),
			STYLE_HEADER);
		p.col += VERDICT_COLS;
	}
	pen_put(&p, STR("  Function"), STYLE_HEADER);
	for (size_t i = 0; i < n; i++) {
		const struct growth_line *line = &d->line[row.i + i];

		name_forms(&name[i].forms, growth->row[line->row].name, &arena);
		name[i].in_list = true;
		name[i].cols = c.name - indent_of(line) + d->list.skip;
	}
	captions_fit(name, n, g->ascii);
	while (list_next(&row)) {
		struct strbuf *text = &name[row.i - d->list.first].text;

		draw_grower(g, row.line, growth, &d->line[row.i], &c,
			strbuf_str(text), d->list.skip);
		strbuf_free(text);
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
