/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing the source of a function. */
#include "prelude.h"

#include "engine/sides.h"
#include "engine/significance.h"
#include "present/source.h"

#include <inttypes.h>

#include "present/page.h"
#include "present/textcheck.h"

enum {
	NARROW = 60,       /* below this width: only total, line and text */
	NARROW_INDENT = 4, /* narrow panes keep 1/4 of the indentation */
	BAR_FROM = 72,
	BAR_WIDE = 100,
	LINE_COLS = 6,
	LEAST_COLS = 6, /* minimum width of a number, for its head */
	PERCENT_COLS = 7,
	LAST_FROM = 8, /* panes of at least this many rows have a sum line */
};

/* The widths of the parts of a row; 0: not shown. */
struct source_layout {
	int self, total, percent, bar, mark, line;
	bool narrow;
};

/* Return the width of line numbers minus three: enough for "92355-92411" or,
   if narrow, " 92355-411". */
static int
line_columns(const struct source_pane *sp, bool narrow)
{
	int64_t most = 0;
	int digits = 1, cols;

	for (uint32_t i = 0; i < sp->of.n_blocks; i++)
		if (sp->of.block[i].routine->end > most)
			most = sp->of.block[i].routine->end;
	while ((most /= 10) > 0)
		digits++;
	cols = 2 * digits + 1 - 3;
	if (narrow && cols > LINE_COLS)
		cols = LINE_COLS + 1;
	return cols > LINE_COLS ? cols : LINE_COLS;
}

static struct source_layout
lay_columns(const struct source_pane *sp, const struct source_draw *d, int cols)
{
	int width = sp->numbers.width + 1;
	bool diff = sp->of.view->is_diff, narrow = cols < NARROW;
	struct source_layout l = { .narrow = narrow };

	if (width < LEAST_COLS)
		width = LEAST_COLS;
	l.total = width;
	l.line = line_columns(sp, narrow);

	/* In a diff, show base and new, and the change. */
	if (diff) {
		l.self = narrow ? 0 : width;
		l.percent = width + 4;
		l.total = narrow ? 0 : width;
		return l;
	}
	if (narrow)
		return l;
	l.self = d->columns == SOURCE_BOTH ? width : 0;
	l.percent = d->percent_of != 0 && cols >= BAR_FROM ? PERCENT_COLS : 0;
	l.bar = cols >= BAR_WIDE ? 9 : cols >= BAR_FROM ? 6 : 0;
	l.mark = 3;
	return l;
}

/* The position and context for drawing a row. */
struct source_pen {
	const struct source_pane *sp;
	const struct source_draw *d;
	struct source_layout l;
	struct pen pen;
	struct arena *arena;
};

/* Draw an amount; zero is a dot, as in pprof's listings. */
static void
put_amount(struct source_pen *p, int cols, int64_t value, enum style style)
{
	struct strbuf text = STRBUF_INIT;

	if (cols == 0)
		return;
	if (value == 0)
		strbuf_addch(&text, '.');
	else
		number_put(&text, &p->sp->numbers, value);
	pen_right(&p->pen, cols, strbuf_str(&text),
		value == 0 ? STYLE_DIM : style);
	strbuf_free(&text);
}

/* True for a line of one side of a diff if the function's lines have moved. */
static bool
is_moved(const struct source_pane *sp, const struct source_row *row)
{
	struct sides s = sides_of(&row->total);

	return sp->of.view->is_diff && (s.base == 0 || s.new == 0) &&
		sp->of.block[row->block].moved != 0 &&
		(row->kind == SOURCE_LINE || row->kind == SOURCE_FOLD);
}

/* Draw self, total and, if they fit, the share of `of` and a bar. */
static void
put_weights(struct source_pen *p, const struct source_row *row, bool with_self,
	int64_t of, bool bar)
{
	int64_t total = row_sum_value(&row->total);
	double variance = 0;

	if (p->sp->of.view->is_diff) {
		bool self;
		const struct view *v;
		struct sides sides;
		enum change c;
		enum significance is;
		struct strbuf text = STRBUF_INIT;

		if (row->kind == SOURCE_CALLEE)
			variance = row->sum->callee[row->index].variance;
		else if (row->sum != NULL)
			variance = row->kind == SOURCE_ITSELF
				? row->sum->noise_self
				: row->sum->noise_total;
		/* Draw "1.10s 2.46s +1.36s ++". */
		self = row->kind == SOURCE_ITSELF;
		v = p->sp->of.view;
		sides = sides_of(&row->total);
		c = delta_change(v, sides, self);
		is = sum_significance(v, sides, variance);
		if (is_moved(p->sp, row))
			c = CHANGE_SAME;
		put_amount(p, p->l.self, sides.base, STYLE_NUMBER);
		put_amount(p, p->l.total, sides.new, STYLE_NUMBER);
		if (sides_delta(sides) != 0)
			delta_put(&text, &p->sp->numbers, sides);
		else
			strbuf_addch(&text, '.');
		pen_right(&p->pen, p->l.percent - 3, strbuf_str(&text),
			sides_delta(sides) == 0
				? STYLE_DIM
				: significance_style(is, STYLE_NUMBER));
		p->pen.col++;
		(void)grid_put(p->pen.g, p->pen.row, p->pen.col, 3,
			str_c(change_sign(c, is)), delta_style(c, is));
		p->pen.col += 2;
		strbuf_free(&text);
		return;
	}
	if (with_self)
		put_amount(
			p, p->l.self, row_sum_value(&row->self), STYLE_NUMBER);
	else
		p->pen.col += p->l.self;
	put_amount(p, p->l.total, total, STYLE_NUMBER);
	if (p->l.percent > 0 && total != 0)
		percent_draw(&p->pen, p->l.percent, total, of, STYLE_NUMBER);
	else
		p->pen.col += p->l.percent;
	if (bar) {
		const struct source_pane *sp = p->sp;
		uint64_t most = sp->most,
			 is = u64_abs(row_sum_value(&row->total));
		int cols = p->l.bar - 1;

		if (p->l.bar == 0)
			return;
		if (most > 0 && is > 0) {
			double part = (double)is / (double)most;

			grid_bar(p->pen.g, p->pen.row, p->pen.col + 1,
				(int)((part > 1 ? 1 : part) * cols * 8 + 0.5),
				STYLE_NUMBER);
		}
		p->pen.col += p->l.bar;
	} else
		p->pen.col += p->l.bar;
}

/* Return the indentation with which a line is drawn, in columns. */
static int
indent_shown(const struct source_pen *p, struct source_at at)
{
	int n = source_pane_indent(p->sp, at);

	return n < 0 ? 0 : p->l.narrow ? n / NARROW_INDENT : n;
}

void
source_range_put(struct strbuf *out, int64_t from, int64_t to, size_t room)
{
	int64_t unit = 10;
	size_t dash;

	strbuf_addf(out, "%" PRId64 "-", from);
	dash = out->n;
	strbuf_addf(out, "%" PRId64, to);
	if (out->n <= room)
		return;
	while (from / unit != to / unit)
		unit *= 10;
	out->n = dash;
	for (unit /= 10; unit > 0; unit /= 10)
		strbuf_addf(out, "%d", (int)(to / unit % 10));
	if (out->n <= room)
		return;
	out->n = dash;
	strbuf_addstr(out, "..");
}

/* Draw "   54 | " or, for a fold, "43-51 | ". */
static void
put_line_number(struct source_pen *p, const struct source_row *row)
{
	struct strbuf text = STRBUF_INIT;

	if (row->kind == SOURCE_FOLD)
		source_range_put(&text, row->line, row->last,
			(size_t)p->l.line + 2 + (p->l.mark > 0));
	else if ((row->kind == SOURCE_LINE || row->kind == SOURCE_BODY ||
			 row->kind == SOURCE_TEXT) &&
		row->line > 0)
		strbuf_addf(&text, "%" PRId64, row->line);
	pen_right(&p->pen, p->l.line + 3, strbuf_str(&text), STYLE_DIM);
	p->pen.col++;
	pen_glyph(&p->pen, GLYPH_VERTICAL, STYLE_BORDER);
	p->pen.col++;
	strbuf_free(&text);
}

/* Draw a mark if the line contains inlined code or calls. */
static void
put_mark(struct source_pen *p, const struct source_row *row)
{
	bool inlined = false;

	if (p->l.mark == 0)
		return;
	for (uint32_t i = 0; row->kind == SOURCE_LINE && row->sum != NULL &&
		i < row->sum->n_callees;
		i++)
		inlined = inlined || (row->sum->callee[i].inlined & 1) != 0;
	if (inlined)
		(void)grid_glyph(p->pen.g, p->pen.row, p->pen.col + 1,
			GLYPH_INLINED, STYLE_DIM);
	else if (row->kind == SOURCE_LINE && row->sum != NULL &&
		row->sum->n_callees > 0)
		(void)grid_glyph(p->pen.g, p->pen.row, p->pen.col + 1,
			GLYPH_SAME, STYLE_DIM);
	p->pen.col += p->l.mark;
}

static void
put_callee(struct source_pen *p, const struct source_row *row)
{
	const struct line_callee *c = &row->sum->callee[row->index];
	const struct source_of *of = &p->sp->of;
	frame_id frame = listing_shown(of->listing, of->view, c->frame);
	struct strbuf place = STRBUF_INIT;
	/* Unless frames are functions, take the callee's function name. */
	struct str name = frame != NONE &&
			of->view->query.granularity <= GRAN_FILEFUNCTIONS
		? caption_short(of->view, frame, p->d->labels, p->arena)
		: of->listing->name[of->listing->function[c->frame]];
	int room;

	pen_glyph(&p->pen, GLYPH_ARROW, STYLE_DIM);
	p->pen.col++;
	caption_source_put(&place, of->listing->view, c->frame, false);
	/* Drop the location if the name needs the room. */
	room = p->pen.end - p->pen.col - (int)place.n - 3;
	if (utf8_columns(name, p->pen.g->ascii) > room)
		strbuf_reset(&place);
	pen_cut(&p->pen, name, STYLE_NORMAL);
	if ((c->inlined & 1) != 0)
		pen_glyph(&p->pen, GLYPH_INLINED, STYLE_NORMAL);
	p->pen.col += 2;
	pen_cut(&p->pen, strbuf_str(&place), STYLE_DIM);
	strbuf_free(&place);
}

/* Return the indentation of rows below a line, at most 1/4 of the room. */
static int
text_indent(const struct source_pen *p, const struct source_row *row)
{
	/* row->last is the line of the call. */
	struct source_at at = { .block = row->block, .line = row->last };
	int in = indent_shown(p, at) - p->d->list.skip;
	int room = p->pen.end - p->pen.col;

	return in < 0 ? 0 : in > room / 4 ? room / 4 : in;
}

/* Draw the source text of a line. */
static void
put_text(struct source_pen *p, const struct source_row *row)
{
	const struct source_block *b = &p->sp->of.block[row->block];
	bool is_apart = row->kind == SOURCE_TEXT, inside = false;
	struct source_at at = { .block = row->block,
		.line = row->line,
		.on = is_apart ? SOURCE_ON_TEXT : SOURCE_ON_LINE };
	struct str text = source_pane_text(p->sp, at);
	struct strbuf wide = STRBUF_INIT;
	enum style style = STYLE_NORMAL;

	if (row->line <= 0)
		text = STR("(no line known)");
	else if (b->line != NULL && row->line > (int64_t)b->n)
		text = STR("???");
	if (textcheck_is_comment(text, b->routine->file, &inside) ||
		row->line <= 0 ||
		(!is_apart && source_pane_is_foreign(p->sp, at)))
		style = STYLE_DIM;
	if (p->d->match != NULL && regexp_str(p->d->match, text))
		style = STYLE_MATCH;
	if (p->l.narrow) {
		strbuf_addn(&wide, ' ', (size_t)indent_shown(p, at));
		text = str_trim(text);
	}
	page_expand(&wide, text);
	p->pen.col += grid_put_skip(p->pen.g, p->pen.row, p->pen.col,
		p->pen.end - p->pen.col, strbuf_str(&wide), p->d->list.skip,
		style);
	strbuf_free(&wide);
}

/* Draw a note. The note why the text is not the profiled one has a shorter
   form. */
static void
put_note(struct source_pen *p, const struct source_row *row)
{
	const struct source_block *b = &p->sp->of.block[row->block];
	struct str note = b->note[row->index];
	int cols = p->pen.end - p->pen.col;

	if (b->doubt.n == 0 || row->index != b->doubted)
		pen_cut(&p->pen, note, STYLE_MESSAGE);
	else
		pen_cut(&p->pen,
			utf8_columns(note, p->pen.g->ascii) > cols ? b->doubt
								   : note,
			STYLE_ERROR);
}

static void
source_draw_row(struct source_pen *p, const struct source_row *row)
{
	const struct source_pane *sp = p->sp;
	int64_t of = p->d->percent_of;

	p->pen.col += 2;
	switch (row->kind) {
	case SOURCE_FILE:
		pen_cut(&p->pen, sp->of.block[row->block].routine->file,
			STYLE_HEADER);
		return;
	case SOURCE_NOTE:
		put_note(p, row);
		return;
	case SOURCE_TEXT:
		p->pen.col += p->l.self + p->l.total + p->l.percent + p->l.bar +
			p->l.mark;
		put_line_number(p, row);
		put_text(p, row);
		return;
	case SOURCE_LINE:
	case SOURCE_FOLD:
		put_weights(p, row, true, of, row->kind == SOURCE_LINE);
		put_mark(p, row);
		put_line_number(p, row);
		if (row->kind == SOURCE_LINE) {
			put_text(p, row);
		} else {
			struct strbuf text = STRBUF_INIT;

			/* Draw "9 lines without samples", or "13 lines, 2 of
			   them with samples: 0.4% of the function". */
			strbuf_addf(&text, "%" PRId64 " lines",
				row->last - row->line + 1);
			if (row->with_samples == 0) {
				strbuf_addstr(&text, " without samples");
			} else {
				strbuf_addf(&text,
					", %u of them with samples: ",
					row->with_samples);
				(void)percent_put(&text,
					row_sum_value(&row->total),
					p->sp->weight);
				strbuf_addstr(&text, " of the function");
			}
			pen_cut(&p->pen, strbuf_str(&text), STYLE_DIM);
			strbuf_free(&text);
		}
		return;
	case SOURCE_BODY:
		put_weights(p, row, true, of, false);
		put_mark(p, row);
		put_line_number(p, row);
		p->pen.col += text_indent(p, row);
		{
			int indent;
			struct str text = source_pane_body(row, &indent);
			struct strbuf wide = STRBUF_INIT;
			int room = (p->pen.end - p->pen.col) / 4;

			if (text.n == 0 && row->line <= 0)
				text = STR("(no line known)");
			else if (text.n == 0 && row->sum != NULL)
				text = str_basename(row->body->file);
			page_expand(&wide, text);
			if (p->l.narrow)
				indent /= NARROW_INDENT;
			p->pen.col += 2 + (indent < room ? indent : room);
			pen_cut(&p->pen, strbuf_str(&wide),
				row->sum != NULL ? STYLE_NORMAL : STYLE_DIM);
			strbuf_free(&wide);
		}
		return;
	case SOURCE_CALLEE:
	case SOURCE_MORE:
	case SOURCE_ITSELF:
		put_weights(p, row, false,
			p->d->of_line ? row_sum_value(&row->sum->total) : of,
			false);
		put_mark(p, row);
		put_line_number(p, row);
		p->pen.col += text_indent(p, row);
		if (row->kind == SOURCE_CALLEE)
			put_callee(p, row);
		else if (row->kind == SOURCE_ITSELF)
			pen_cut(&p->pen, STR("  the line itself"), STYLE_DIM);
		else
			grid_printf(p->pen.g, p->pen.row, p->pen.col,
				p->pen.end - p->pen.col, STYLE_DIM,
				"  +%u more", row->index);
		return;
	}
}

/* Append "self 0.34s, callees 3.94s, 0.01s without a line". */
static void
source_put_sum(const struct source_pane *sp, struct strbuf *out)
{
	int64_t self = row_sum_value(&sp->of.self);
	int64_t total = row_sum_value(&sp->of.total), lost = 0;

	if (sp->of.view->is_diff) {
		strbuf_addstr(out,
			"the same source text for both sides; neither profile "
			"names its revision");
		return;
	}
	strbuf_addstr(out, "self ");
	number_put(out, &sp->numbers, self);
	strbuf_addstr(out, ", callees ");
	number_put(out, &sp->numbers, i64_wrap_sub(total, self));
	for (uint32_t i = 0; i < sp->of.n_blocks; i++) {
		const struct line_sum *s =
			routine_line(sp->of.block[i].routine, 0);

		if (s != NULL)
			i64_sum(&lost, row_sum_value(&s->total));
	}
	if (lost != 0) {
		strbuf_addstr(out, ", ");
		number_put(out, &sp->numbers, lost);
		strbuf_addstr(out, " without a line");
	}
}

int
source_page(int pane_rows)
{
	return pane_rows - (pane_rows >= LAST_FROM ? 2 : pane_rows > 2 ? 1 : 0);
}

void
source_pane_draw(struct grid *g, struct rect r, const struct source_pane *sp,
	const struct source_draw *d)
{
	struct arena arena = ARENA_INIT;
	struct source_pen p = { .sp = sp,
		.d = d,
		.l = lay_columns(sp, d, r.cols),
		.arena = &arena };
	int margin = r.rows - source_page(r.rows), top = margin > 0;
	struct list_rows row;

	if (top > 0) {
		bool diff;

		p.pen = (struct pen){ g, r.row, r.col, r.col + r.cols };
		/* Draw the heads of the columns, and the file. */
		diff = p.sp->of.view->is_diff;
		p.pen.col += 2;
		if (p.l.self > 0)
			pen_right(&p.pen, p.l.self,
				diff ? STR("Base") : STR("Self"), STYLE_HEADER);
		if (p.l.total > 0)
			pen_right(&p.pen, p.l.total,
				diff ? STR("New") : STR("Total"), STYLE_HEADER);
		if (diff)
			pen_right(&p.pen, p.l.percent - 3,
				glyph_str(GLYPH_DELTA, p.pen.g->ascii),
				STYLE_HEADER);
		else if (p.l.percent > 0)
			pen_right(&p.pen, p.l.percent, STR("%"), STYLE_HEADER);
		p.pen.col += (diff ? 3 : p.l.bar + p.l.mark);
		pen_right(&p.pen, p.l.line + 3, STR("Line"), STYLE_HEADER);
		p.pen.col++;
		pen_glyph(&p.pen, GLYPH_VERTICAL, STYLE_BORDER);
		p.pen.col++;
		/* When rows scroll, the note why the text is not the profiled
		   one stays here. */
		if (p.sp->of.n_blocks == 1 && d->list.first > 0 &&
			p.sp->of.block[0].doubt.n > 0)
			pen_cut(&p.pen, p.sp->of.block[0].doubt, STYLE_ERROR);
		else if (p.sp->of.n_blocks == 1 && d->list.first > 0 &&
			p.sp->of.block[0].heading.n > 0)
			pen_cut(&p.pen, p.sp->of.block[0].heading,
				STYLE_MESSAGE);
		else if (p.sp->of.n_blocks == 1)
			pen_cut(&p.pen, p.sp->of.block[0].routine->file,
				STYLE_HEADER);
		else
			grid_printf(p.pen.g, p.pen.row, p.pen.col,
				p.pen.end - p.pen.col, STYLE_HEADER,
				"in %u files", p.sp->of.n_blocks);
	}
	row = list_rows(g,
		(struct rect){ r.row + top, r.col, r.rows - margin, r.cols },
		&d->list, sp->row.n, d->focused);
	while (list_next(&row)) {
		p.pen = (struct pen){ g, row.line.row, r.col, r.col + r.cols };
		source_draw_row(&p, &sp->row.p[row.i]);
		if (row.i == sp->cursor)
			g->spot[SPOT_LINE] = row.line;
		arena_reset(&arena);
	}
	if (margin > 1) {
		struct rect last_r =
			(struct rect){ r.row + r.rows - 1, r.col, 1, r.cols };
		struct strbuf left = STRBUF_INIT, right = STRBUF_INIT;
		int cols = last_r.cols - 3, n;
		uint64_t held = 0, all;
		uint32_t count = 0;

		source_put_sum(sp, &left);
		/* Append "3 hot lines hold 97.4%: 54, 58, 52". */
		all = u64_abs(sp->weight);
		while (count < sp->n_hot && count < 8 && held < all / 10 * 9) {
			const struct line_sum *s = routine_line(
				sp->of.block[sp->hot[count].block].routine,
				sp->hot[count].line);

			held += u64_abs(row_sum_value(&s->total));
			count++;
		}
		if (count != 0 && !sp->of.view->is_diff &&
			sp->hot[0].line != 0) {
			strbuf_addf(&right, "%u hot line%s hold%s ", count,
				plural(count), count == 1 ? "s" : "");
			(void)percent_put(&right,
				(int64_t)(held < all ? held : all),
				(int64_t)all);
			for (uint32_t i = 0; i < count; i++)
				strbuf_addf(&right, "%s %" PRId64,
					i == 0 ? ":" : ",", sp->hot[i].line);
		}
		n = utf8_columns(strbuf_str(&right), g->ascii);
		/* Drop the sums if the hot lines need the room. */
		if (n + 3 + (int)left.n > cols && n > 0)
			strbuf_reset(&left);
		(void)grid_put_cut(g, last_r.row, last_r.col + 2, cols,
			strbuf_str(&left), STYLE_DIM);
		if (left.n > 0)
			grid_put_right(g, last_r.row,
				last_r.col + 2 + (int)left.n,
				cols - (int)left.n, strbuf_str(&right),
				STYLE_DIM);
		else
			(void)grid_put_cut(g, last_r.row, last_r.col + 2, cols,
				strbuf_str(&right), STYLE_DIM);
		strbuf_free(&left);
		strbuf_free(&right);
	}
	arena_free(&arena);
}

/* ---- In words ---- */

static void
put_side_words(const struct source_pane *sp, struct strbuf *out,
	const struct row_sum *s, bool share, bool ascii)
{
	struct sides sides = sides_of(s);

	number_put(out, &sp->numbers, sides.base);
	strbuf_addf(out, " %s ", glyph_str(GLYPH_ARROW, ascii).p);
	number_put(out, &sp->numbers, sides.new);
	strbuf_addf(out, "   ");
	delta_put(out, &sp->numbers, sides);
	strbuf_addf(out, " ");
	if (share)
		(void)share_put(out, sides);
}

void
source_pane_totals(const struct source_pane *sp, struct strbuf *out, bool ascii)
{
	int64_t all = view_whole(sp->of.view);

	if (sp->of.view->is_diff) {
		put_side_words(sp, out, &sp->of.total, true, ascii);
		return;
	}
	strbuf_addstr(out, "self ");
	value_put(out, &sp->numbers, row_sum_value(&sp->of.self), all);
	strbuf_addstr(out, "   total ");
	value_put(out, &sp->numbers, row_sum_value(&sp->of.total), all);
}

void
source_pane_status(const struct source_pane *sp, struct strbuf *out, bool ascii)
{
	const struct source_row *row;
	const struct routine *r;
	struct source_at at;

	if (sp->cursor >= sp->row.n)
		return;
	row = &sp->row.p[sp->cursor];
	if (row->kind == SOURCE_NOTE)
		strbuf_add(out,
			str_trim(sp->of.block[row->block].note[row->index]));
	if (row->kind == SOURCE_NOTE || row->kind == SOURCE_FILE)
		return;
	r = row->kind == SOURCE_BODY ? row->body
				     : sp->of.block[row->block].routine;
	if (r->file.n > 0)
		strbuf_add(out, str_basename(r->file));
	else
		strbuf_addstr(out, "no file");
	if (row->line > 0)
		strbuf_addf(out, ":%" PRId64, row->line);
	if (row->kind == SOURCE_FOLD)
		strbuf_addf(out, "-%" PRId64, row->last);
	strbuf_addstr(out, "   ");
	if (row->kind == SOURCE_TEXT) {
		strbuf_add(out, sp->of.block[row->block].doubt);
		return;
	}
	if (sp->of.view->is_diff) {
		put_side_words(sp, out, &row->total, !is_moved(sp, row), ascii);
	} else {
		if (row->kind == SOURCE_LINE || row->kind == SOURCE_FOLD ||
			row->kind == SOURCE_BODY) {
			strbuf_addstr(out, "self ");
			value_put(out, &sp->numbers, row_sum_value(&row->self),
				sp->weight);
			strbuf_addstr(out, "   total ");
		}
		value_put(out, &sp->numbers, row_sum_value(&row->total),
			sp->weight);
		strbuf_addstr(out, " of the function   ");
		(void)percent_put(
			out, row_sum_value(&row->total), sp->of.view->w.whole);
		strbuf_addstr(out, " of all");
	}
	at = (struct source_at){ .block = row->block, .line = row->line };
	if (row->kind == SOURCE_LINE) {
		strbuf_addstr(out, "   ");
		page_expand(out, str_trim(source_pane_text(sp, at)));
	} else if (row->kind == SOURCE_BODY) {
		strbuf_addf(out, "   of %.*s, inlined in line %" PRId64,
			STR_ARG(r->name), row->last);
	}
}
