/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing the instructions of a function. */
#include "prelude.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/asm.h"
#include "present/page.h"
#include "profile/name.h"

enum {
	MARK_COLS = 2, /* pointer or line mark */
	BAR_COLS = 8,
	BAR_LEAST = 60,   /* pane columns needed for bars */
	LINE_LEAST = 60,  /* pane columns needed for source lines */
	FILE_LEAST = 80,  /* pane columns needed for files in all rows */
	LANES_LEAST = 46, /* pane columns needed for jump arrows */
	BASE_LEAST = 90,  /* pane columns needed for the base side */
	LINE_SHARE = 5, /* source lines take at most 1/5 of the pane */
	MNEMONIC_COLS = 6,
	TEXT_LEAST = 10, /* columns of an instruction before its weights */
	DEPTH_MOST = 4,  /* "▁" marks before inlined calls */
	CHAIN_COLS = 18, /* columns of a row of inlined calls, without names */
	NAME_LEAST = 8,  /* columns per name needed to show two */
};

/* ---- Texts ---- */

void
asm_line_put(struct strbuf *out, const struct code_chain *chain)
{
	const struct code_call *c = chain->n > 0 ? &chain->call[0] : NULL;

	if (c == NULL || c->file.n == 0)
		return;
	strbuf_add(out, str_basename(c->file));
	if (c->line != 0)
		strbuf_addf(out, ":%" PRId64, c->line);
}

static void
put_short_name(struct strbuf *out, struct str name)
{
	struct arena arena = ARENA_INIT;
	struct name_forms forms;

	name_forms(&forms, name, &arena);
	strbuf_add(out, forms.form[forms.plain]);
	arena_free(&arena);
}

void
asm_chain_put(struct strbuf *out, const struct code_chain *chain, bool ascii)
{
	for (uint32_t i = 0; i < chain->n; i++) {
		const struct code_call *c = &chain->call[i];

		if (i > 0)
			strbuf_addf(out, " %s ",
				glyph_str(GLYPH_BACKWARD, ascii).p);
		put_short_name(out, c->name);
		if (i + 1 < chain->n)
			strbuf_add(out, glyph_str(GLYPH_INLINED, ascii));
		if (c->line != 0)
			strbuf_addf(out, ":%" PRId64, c->line);
	}
}

void
asm_text_put(
	struct strbuf *out, const struct asm_pane *ap, uint32_t i, bool ascii)
{
	const struct asm_instruction *in = &ap->in[i];
	struct str rest;
	ptrdiff_t angle;
	struct strbuf name = STRBUF_INIT;
	struct str text;
	size_t n = 0, from;
	size_t count = 0;

	/* Put the mnemonic, padded as GNU objdump pads it. */
	text = in->code->text;
	from = out->n;
	while (n < text.n && text.p[n] != ' ' && text.p[n] != '\t')
		n++;
	strbuf_add(out, str_sub(text, 0, n));
	text = str_trim(str_skip(text, n));
	if (text.n > 0) {
		while (out->n - from < MNEMONIC_COLS)
			strbuf_addch(out, ' ');
		strbuf_addch(out, ' ');
	}
	rest = text;
	angle = str_find(rest, STR(" <"), 0);

	if (in->flow == FLOW_NONE || angle < 0) {
		utf8_put(out, rest, ascii, -1);
		return;
	}
	/* Put the operands without the target at their end: "%eax, 11c0 <f>"
	   gives "%eax, ". */
	while (count + 1 < rest.n &&
		(rest.p[count] != ' ' || rest.p[count + 1] != '<'))
		count++;
	while (count > 0 && ascii_hex(rest.p[count - 1]) >= 0)
		count--;
	if (count >= 2 && rest.p[count - 1] == 'x' && rest.p[count - 2] == '0')
		count -= 2;
	else if (count >= 1 && rest.p[count - 1] == 'x')
		count--;
	strbuf_add(out, str_sub(rest, 0, count));
	if (in->to != NONE) {
		strbuf_addf(out, "%s %" PRIx64,
			glyph_str(in->to <= i ? GLYPH_UPWARD : GLYPH_DOWNWARD,
				ascii)
				.p,
			in->target);
	} else {
		put_short_name(
			&name, str_sub(rest, (size_t)angle + 2, rest.n - 1));
		utf8_put(out, strbuf_str(&name), ascii, -1);
	}
	strbuf_free(&name);
}

/* Return the length of the text before a comment of objdump's, such as
   "        # 3fd0 <x>" or "  // b.any". */
static size_t
comment_start(struct str text)
{
	ptrdiff_t at = str_find(text, STR(" # "), 0);

	if (at < 0)
		at = str_find(text, STR(" // "), 0);
	return at < 0 ? text.n : str_trim(str_sub(text, 0, (size_t)at)).n;
}

/* Shorten an instruction to `cols` columns: drop the comment, then blanks, then
   write a jump's target as an offset. */
static void
shorten_code(struct strbuf *text, const struct asm_pane *ap, uint32_t i,
	int cols, bool ascii)
{
	const struct asm_instruction *in = &ap->in[i];
	ptrdiff_t blank, arrow;

	if (utf8_columns(strbuf_str(text), ascii) > cols)
		strbuf_cut(text, comment_start(strbuf_str(text)));
	blank = str_chr(strbuf_str(text), ' ');
	while (blank >= 0 && text->p[blank + 1] == ' ' &&
		utf8_columns(strbuf_str(text), ascii) > cols)
		strbuf_remove(text, (size_t)blank, 1);
	arrow = str_rchr(strbuf_str(text), ' ');
	if (in->flow == FLOW_NONE || in->to == NONE || arrow < 0 ||
		utf8_columns(strbuf_str(text), ascii) <= cols)
		return;
	strbuf_cut(text, (size_t)arrow + 1);
	strbuf_addf(text, "+%" PRIx64, in->target - ap->in[0].code->address);
}

/* ---- Columns ---- */

struct asm_draw_columns {
	int base;     /* width of a diff's base column; 0: not shown */
	int bar;      /* width of the bar; 0: not shown */
	int address;  /* width of the address; 0: not shown */
	int lanes;    /* width of the jump arrows, with a gap */
	int text;     /* offset of the text from the pane's left */
	int line;     /* width of the source line; 0: not shown */
	bool numbers; /* show line numbers; files are on chain rows */
};

static void
put_line_of(struct strbuf *out, const struct code_chain *chain, bool number)
{
	if (!number)
		asm_line_put(out, chain);
	else if (chain->n > 0 && chain->call[0].line != 0)
		strbuf_addf(out, "%" PRId64, chain->call[0].line);
}

struct asm_row_pen {
	const struct asm_pane *ap;
	const struct asm_draw *d;
	const struct asm_draw_columns *c;
	struct pen pen;
};

static void
put_weight(struct asm_row_pen *r, int64_t v, enum style style)
{
	if (v == 0)
		pen_right(&r->pen, r->ap->numbers.width, STR("."), STYLE_DIM);
	else
		number_draw(&r->pen, &r->ap->numbers, v, style);
	r->pen.col++;
}

/* ---- Jump arrows ---- */

/* Draw the part of a jump's arrow that is on row `at`. */
static void
put_lane(struct grid *g, const struct asm_pane *ap, int row, int left,
	uint32_t at, const struct asm_instruction *in, bool bright)
{
	uint32_t from = ap->row_of[in - ap->in], to = ap->row_of[in->to];
	uint32_t top = from < to ? from : to, bottom = from < to ? to : from;
	enum style style = bright ? STYLE_BOLD
		: in->loop != 0   ? STYLE_NORMAL
				  : STYLE_DIM;
	int col = left + ap->lanes - 1 - in->lane;
	int end = left + ap->lanes + 1;

	if (at < top || at > bottom)
		return;
	if (at > top && at < bottom) {
		if (grid_at(g, row, col)->len == 1)
			grid_glyph(g, row, col, GLYPH_VERTICAL, style);
		return;
	}
	grid_glyph(g, row, col++,
		at == top ? GLYPH_ROUND_TOP : GLYPH_ROUND_BOTTOM, style);
	while (col < end)
		grid_glyph(g, row, col++, GLYPH_HORIZONTAL, style);
	if (at == to)
		grid_glyph(g, row, end - 1, GLYPH_FOCUS, style);
}

/* ---- Rows ---- */

/* Append the longest form of a name that fits. */
static void
put_fitting_name(struct strbuf *out, struct str name, int cols, bool ascii)
{
	struct arena arena = ARENA_INIT;
	struct name_forms forms;
	int k;

	name_forms(&forms, name, &arena);
	k = name_form_for(&forms, forms.plain, forms.n - 1, cols, ascii);
	name_put(out, &forms, k, cols, ascii);
	arena_free(&arena);
}

/* Append "▁▁ leafᵢ in midᵢ:13", each name in at most `cols`; without `holder`,
   only the inlined name. */
static void
chain_words(struct strbuf *out, const struct code_chain *chain, int cols,
	bool holder, bool ascii)
{
	for (uint32_t i = 0; i < chain->n && i < DEPTH_MOST; i++)
		strbuf_add(out, glyph_str(GLYPH_DEEPER, ascii));
	strbuf_addch(out, ' ');
	put_fitting_name(out, chain->call[0].name, cols, ascii);
	if (chain->n == 1) {
		strbuf_addstr(out, "()");
		return;
	}
	strbuf_add(out, glyph_str(GLYPH_INLINED, ascii));
	if (!holder)
		return;
	strbuf_addstr(out, " in ");
	put_fitting_name(out, chain->call[1].name, cols, ascii);
	if (chain->n > 2)
		strbuf_add(out, glyph_str(GLYPH_INLINED, ascii));
	if (chain->call[1].line != 0)
		strbuf_addf(out, ":%" PRId64, chain->call[1].line);
}

/* Draw a row that is not an instruction. */
static void
asm_put_between(struct asm_row_pen *r, const struct asm_row *row)
{
	const struct asm_pane *ap = r->ap;
	struct strbuf text = STRBUF_INIT;
	bool ascii = r->pen.g->ascii;
	const struct code_part *part;

	switch (row->kind) {
	case ASM_CODE:
		break;
	case ASM_CHAIN: {
		const struct code_chain *chain = ap->in[row->at].chain;
		bool chain_ascii = r->pen.g->ascii;
		struct strbuf chain_text = STRBUF_INIT;
		int room, cols;

		if (r->c->numbers && r->c->line > 0) {
			asm_line_put(&chain_text, chain);
			grid_put_right(r->pen.g, r->pen.row, r->pen.col,
				r->pen.end - r->pen.col - 1,
				strbuf_str(&chain_text), STYLE_DIM);
			r->pen.end -= utf8_columns(strbuf_str(&chain_text),
					      chain_ascii) +
				2;
			strbuf_reset(&chain_text);
		}
		room = r->pen.end - r->pen.col;
		cols = (room - CHAIN_COLS) / 2;
		chain_words(&chain_text, chain, room, true, chain_ascii);
		if (utf8_columns(strbuf_str(&chain_text), chain_ascii) > room) {
			strbuf_reset(&chain_text);
			chain_words(&chain_text, chain,
				cols < NAME_LEAST ? room - DEPTH_MOST - 2
						  : cols,
				cols >= NAME_LEAST, chain_ascii);
		}
		pen_cut(&r->pen, strbuf_str(&chain_text), STYLE_HEADER);
		strbuf_free(&chain_text);
	} break;
	case ASM_SOURCE: {
		uint32_t i = row->at;
		struct strbuf source_text = STRBUF_INIT;

		/* The line of the code below: "8  s += x * i;". */
		strbuf_addf(&source_text, "%" PRId64 "  ",
			r->ap->in[i].chain->call[0].line);
		page_expand(&source_text, asm_pane_text(r->ap, i));
		(void)grid_put_skip(r->pen.g, r->pen.row, r->pen.col,
			r->pen.end - r->pen.col, strbuf_str(&source_text),
			r->d->list.skip, STYLE_DIM);
		strbuf_free(&source_text);
	} break;
	case ASM_FOLD:
		strbuf_addf(&text, "%s %" PRIu32 " without samples",
			glyph_str(GLYPH_FOLDED, ascii).p, row->n);
		pen_cut(&r->pen, strbuf_str(&text), STYLE_DIM);
		break;
	case ASM_PART:
		part = &ap->assembly->part.p[asm_pane_part(ap, row->at)];
		for (int i = 0; i < 2; i++)
			strbuf_add(&text, glyph_str(GLYPH_HORIZONTAL, ascii));
		strbuf_addch(&text, ' ');
		utf8_put(&text, part->name, ascii, -1);
		pen_cut(&r->pen, strbuf_str(&text), STYLE_HEADER);
		break;
	}
	strbuf_free(&text);
}

static void
asm_put_row(struct asm_row_pen *r, const struct asm_row *row)
{
	const struct asm_pane *ap = r->ap;
	const struct asm_instruction *in = &ap->in[row->at];
	struct pen p = r->pen;
	struct strbuf text = STRBUF_INIT;
	int end = p.end;

	if (row->kind == ASM_CODE) {
		struct strbuf address_text = STRBUF_INIT;
		const struct asm_pane *pane;
		int64_t v;
		double share;

		if (r->d->line > 0 &&
			asm_is_of_line(in, r->d->file, r->d->line))
			(void)grid_glyph(
				p.g, p.row, p.col, GLYPH_FOCUS, STYLE_HEADER);
		r->pen.col += MARK_COLS;
		pane = r->ap;
		v = row_sum_value(&in->self);
		if (pane->view->is_diff) {
			struct sides s = sides_of(&in->self);
			enum change change = delta_change(ap->view, s, true);
			enum significance is =
				sum_significance(ap->view, s, in->noise);
			struct strbuf sides_text = STRBUF_INIT;

			if (r->c->base > 0)
				put_weight(r, s.base, STYLE_NUMBER);
			put_weight(r, s.new, STYLE_NUMBER);
			if (s.base != s.new)
				delta_put(&sides_text, &ap->numbers, s);
			pen_right(&r->pen, ap->numbers.width + 1,
				strbuf_str(&sides_text),
				significance_style(is, STYLE_NUMBER));
			r->pen.col++;
			if (s.base != s.new)
				pen_put(&r->pen, str_c(change_sign(change, is)),
					delta_style(change, is));
			strbuf_free(&sides_text);
		} else {
			put_weight(r, v, STYLE_NUMBER);
			if (r->c->bar != 0 && pane->most != 0 && v != 0) {
				share = (double)(v < 0 ? -v : v) /
					(double)pane->most * (double)BAR_COLS;
				grid_bar(r->pen.g, r->pen.row, r->pen.col,
					(int)(share * 8 + 0.5), STYLE_HEADER);
			}
		}
		r->pen.col = p.col + r->c->text - r->c->lanes - r->c->address;
		if (r->d->address != ADDRESS_HIDDEN) {
			if (r->d->address == ADDRESS_OFFSET)
				strbuf_addf(&address_text, "+%" PRIx64,
					in->code->address -
						r->ap->in[0].code->address);
			else
				strbuf_addf(&address_text, "%" PRIx64,
					in->code->address);
			pen_right(&r->pen, r->c->address - 1,
				strbuf_str(&address_text), STYLE_DIM);
			strbuf_free(&address_text);
		}
	}
	r->pen.col = p.col + r->c->text;
	if (r->c->line > 0 && row->kind == ASM_CODE && ap->has_code) {
		struct pen line = { p.g, p.row, end - r->c->line - 1, end };

		put_line_of(&text, in->chain, r->c->numbers);
		r->pen.end = line.col - 1;
		pen_cut(&line, strbuf_str(&text), STYLE_DIM);
	}
	if (row->kind == ASM_CODE) {
		uint32_t i = row->at;
		const struct asm_instruction *instruction = &ap->in[i];
		bool ascii = r->pen.g->ascii;
		struct strbuf code_text = STRBUF_INIT, more = STRBUF_INIT;
		int64_t below = i64_wrap_sub(row_sum_value(&instruction->total),
			row_sum_value(&instruction->self));

		int room;

		if (instruction->loop != 0) {
			strbuf_addstr(&more, "   loop ");
			number_put(&more, &ap->numbers, instruction->loop);
		}
		if (below != 0) {
			strbuf_addf(&more, "   %s ",
				glyph_str(GLYPH_ARROW, ascii).p);
			number_put(&more, &ap->numbers, below);
		}
		if (asm_is_skid(ap, i))
			strbuf_addf(&more, "   %s %.*s?",
				glyph_str(GLYPH_UPWARD, ascii).p,
				STR_ARG(asm_mnemonic(ap, i - 1)));
		/* Leave room for the weights after the text. */
		room = r->pen.end - r->pen.col -
			utf8_columns(strbuf_str(&more), ascii);
		if (room < TEXT_LEAST)
			room = r->pen.end - r->pen.col;
		if (!ap->has_code) {
			asm_chain_put(&code_text, instruction->chain, ascii);
		} else {
			asm_text_put(&code_text, ap, i, ascii);
			if (r->d->list.skip == 0)
				shorten_code(&code_text, ap, i, room, ascii);
		}
		r->pen.col += grid_put_skip(r->pen.g, r->pen.row, r->pen.col,
			room, strbuf_str(&code_text), r->d->list.skip,
			STYLE_NORMAL);
		pen_cut(&r->pen, strbuf_str(&more), STYLE_DIM);
		strbuf_free(&code_text);
		strbuf_free(&more);
	} else
		asm_put_between(r, row);
	strbuf_free(&text);
}

void
asm_pane_draw(struct grid *g, struct rect r, const struct asm_pane *ap,
	const struct asm_draw *d)
{
	struct asm_draw_columns c;
	struct list_rows row;
	uint32_t cursor;
	int cols;
	enum address_form form;
	bool diff;
	uint64_t last;
	int numbers;

	cols = r.cols;
	form = d->address;
	diff = ap->view->is_diff;
	c = (struct asm_draw_columns){
		.bar = !diff && cols >= BAR_LEAST ? BAR_COLS + 1 : 0,
		.base = diff && cols >= BASE_LEAST ? ap->numbers.width + 1 : 0
	};
	last = ap->n > 0 ? ap->in[ap->n - 1].code->address : 0;
	numbers = ap->numbers.width + 2;
	if (form == ADDRESS_OFFSET && ap->n > 0)
		last -= ap->in[0].code->address;
	if (form != ADDRESS_HIDDEN) {
		uint64_t v = last;
		int n = 1;

		while ((v >>= 4) != 0)
			n++;
		c.address = n + (form == ADDRESS_OFFSET) + 1;
	}
	if (ap->lanes > 0 && cols >= LANES_LEAST)
		c.lanes = ap->lanes + 3;
	else
		c.lanes = 1;
	if (diff)
		numbers = c.base + 2 * (ap->numbers.width + 1) + 5;
	c.text = MARK_COLS + numbers + c.bar + c.address + c.lanes;
	c.numbers = cols < FILE_LEAST && ap->between != BETWEEN_NOTHING;
	if (cols >= LINE_LEAST) {
		bool number = c.numbers;
		struct strbuf text = STRBUF_INIT;
		size_t most = 0;
		const struct code_chain *line_last = NULL;

		for (uint32_t i = 0; i < ap->n; i++) {
			if (ap->in[i].chain == line_last)
				continue;
			line_last = ap->in[i].chain;
			strbuf_reset(&text);
			put_line_of(&text, line_last, number);
			most = text.n > most ? text.n : most;
		}
		strbuf_free(&text);
		c.line = (int)most;
		if (c.line > cols / LINE_SHARE)
			c.line = cols / LINE_SHARE;
	}
	cursor = asm_pane_at(ap, d->list.at);

	row = list_rows(g, r, &d->list, ap->row.n, d->focused);
	while (list_next(&row)) {
		struct asm_row_pen pen = { ap, d, &c,
			{ g, row.line.row, r.col, r.col + r.cols } };

		asm_put_row(&pen, &ap->row.p[row.i]);
		/* Draw inner arrows last, on top of outer arrows. */
		for (size_t i = 0; c.lanes > 1 && i < ap->jump.n; i++)
			put_lane(g, ap, row.line.row, r.col + c.text - c.lanes,
				row.i, &ap->in[ap->jump.p[i]],
				ap->jump.p[i] == cursor);
	}
}
