/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers and callees as lines: see peekpane.h. */
#include "config.h"

#include "present/peekpane.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "present/number.h"
#include "present/segments.h"

#include "base/banned.h"

/* ---- The pane ---- */

enum {
	LEAST_SHOWN = 2,     /* callers or callees before they are summed up */
	NAME_WITH_BASE = 24, /* columns beside the numbers for the base, too */
};

static void
add_plain(struct peek_pane *pp, enum peek_line_kind kind)
{
	if (kind == PEEK_BLANK && pp->tight)
		return;
	vec_push(&pp->line,
		((struct peek_line){
			.kind = kind, .frame = NONE, .node = NONE }));
}

/* At most `most` lines: the heaviest, and one for all others. */
static void
add_edges(struct peek_pane *pp, enum peek_line_kind kind,
	const struct peek_edge *edge, size_t n, size_t most)
{
	struct peek_line more = {
		.kind = PEEK_MORE, .frame = NONE, .node = NONE
	};
	bool sticky = false;

	for (size_t i = 0; i < n; i++) {
		if (n > most && i + 1 >= most) {
			more.count++;
			more.value =
				i64_add(more.value, edge[i].weight, &sticky);
			more.sides.base = i64_add(
				more.sides.base, edge[i].sides.base, &sticky);
			more.sides.new = i64_add(
				more.sides.new, edge[i].sides.new, &sticky);
			continue;
		}
		vec_push(&pp->line,
			((struct peek_line){ .kind = kind,
				.frame = edge[i].frame,
				.node = NONE,
				.value = edge[i].weight,
				.sides = edge[i].sides,
				.inlined = edge[i].inlined == 1 }));
	}
	if (more.count > 0)
		vec_push(&pp->line, more);
}

/* On either side. */
static bool
has_self(const struct peek *k)
{
	return k->self != 0 || k->self_sides.base != 0;
}

/* The self weight closes the callees: it is among them by its size. */
static void
add_callees(struct peek_pane *pp, size_t most)
{
	const struct peek *k = pp->peek;
	size_t first = pp->line.n, at;

	add_edges(pp, PEEK_CALLEE, k->callee, k->n_callees, most);
	if (!has_self(k))
		return;
	vec_push(&pp->line,
		((struct peek_line){ .kind = PEEK_SELF_SHARE,
			.frame = NONE,
			.node = NONE,
			.value = k->self,
			.sides = k->self_sides }));
	for (at = pp->line.n - 1; at > first &&
		(pp->line.p[at - 1].kind == PEEK_MORE ||
			i64_abs(pp->line.p[at - 1].value) < i64_abs(k->self));
		at--) {
		struct peek_line swap = pp->line.p[at];

		pp->line.p[at] = pp->line.p[at - 1];
		pp->line.p[at - 1] = swap;
	}
}

/* How many callers and callees (their own line not counted) a pane of `rows`
   shows: what one side does not need the other may have. */
static void
share_rows(const struct peek *k, size_t rows, size_t *callers, size_t *callees)
{
	size_t self = has_self(k), fixed = k->n_stacks > 0 ? 4 : 2;
	size_t budget = rows > fixed + self ? rows - fixed - self : 0, half;
	size_t sides = k->n_callers > 0 && k->n_callees > 0 ? 2 : 1;

	if (budget < LEAST_SHOWN * sides)
		budget = LEAST_SHOWN * sides;
	half = budget / 2;
	*callers = k->n_callers < half ? k->n_callers
		: k->n_callees < half  ? budget - k->n_callees
				       : half;
	*callees = budget - (k->n_callers < *callers ? k->n_callers : *callers);
}

/* Where something is negative, the others may be more than 100 %. */
static int
percent_columns(const struct peek *k)
{
	bool negative = k->self < 0 || k->total < 0;

	for (size_t i = 0; i < k->n_callers; i++)
		negative |= k->caller[i].weight < 0;
	for (size_t i = 0; i < k->n_callees; i++)
		negative |= k->callee[i].weight < 0;
	return negative ? 9 : 6;
}

/* How many of its innermost frames a stack has in common with another one. */
static uint32_t
most_shared(const struct tree *t, const struct peek *k, size_t i)
{
	uint32_t most = 0;

	for (size_t j = 0; j < k->n_stacks; j++) {
		node_id a = k->stack[i].node, b = k->stack[j].node;
		uint32_t n = 0;

		for (; j != i && a != 0 && b != 0 && t->frame[a] == t->frame[b];
			n++) {
			a = t->parent[a];
			b = t->parent[b];
		}
		most = n > most ? n : most;
	}
	return most;
}

struct peek_pane *
peek_pane_new(const struct view *v, const struct peek *k, int rows)
{
	struct peek_pane *pp = xcalloc(1, sizeof(*pp));
	const struct peek_line blank = { .frame = NONE, .node = NONE };
	size_t n = rows > 0 ? (size_t)rows : 0, callers, callees;

	pp->view = v;
	pp->peek = k;
	pp->numbers = numbers_of(v, &v->w);
	pp->percent_cols = percent_columns(k);
	pp->tight = k->n_callers + k->n_callees + k->n_stacks + 9 > n;
	share_rows(k, n, &callers, &callees);
	add_plain(pp, PEEK_HEADING);
	add_edges(pp, PEEK_CALLER, k->caller, k->n_callers, callers);
	add_plain(pp, PEEK_BLANK);
	if (!pp->tight)
		add_plain(pp, PEEK_SELF_NAME);
	add_plain(pp, PEEK_SELF);
	add_plain(pp, PEEK_BLANK);
	if ((k->n_callees > 0 || has_self(k)) && !pp->tight)
		add_plain(pp, PEEK_HEADING);
	add_callees(pp, callees);
	if (k->n_stacks == 0)
		return pp;
	add_plain(pp, PEEK_BLANK);
	/* The stacks are at the bottom: what stays from function to function
	   need not be drawn. */
	while (pp->tight && pp->line.n + k->n_stacks + 1 < n)
		vec_push(&pp->line, blank);
	add_plain(pp, PEEK_HEADING);
	for (size_t i = 0; i < k->n_stacks; i++)
		vec_push(&pp->line,
			((struct peek_line){ .kind = PEEK_STACK,
				.frame = k->frame,
				.node = k->stack[i].node,
				.count = most_shared(&v->full, k, i),
				.value = k->stack[i].weight,
				.sides = k->stack[i].sides }));
	return pp;
}

void
peek_pane_free(struct peek_pane *pp)
{
	if (pp == NULL)
		return;
	vec_free(&pp->line);
	free(pp);
}

uint32_t
peek_pane_step(const struct peek_pane *pp, uint32_t from, int step)
{
	int64_t at = from == NONE ? -1 : (int64_t)from;

	for (at += step; at >= 0 && at < (int64_t)pp->line.n; at += step) {
		const struct peek_line *line = &pp->line.p[at];

		if (line->kind == PEEK_MORE || line->kind == PEEK_STACK ||
			((line->kind == PEEK_CALLER ||
				 line->kind == PEEK_CALLEE) &&
				line->frame != NONE))
			return (uint32_t)at;
	}
	return from;
}

/* Where a line is drawn. */
struct row {
	const struct peek_pane *pp;
	struct pen pen;
	struct arena *arena;
	const struct peek_draw *d;
};

static struct str
peek_name_of(struct row *r, frame_id frame)
{
	if (frame == NONE)
		return STR("(root)");
	return caption_short(r->pp->view, frame, r->d->labels, r->arena);
}

/* A name as long as there is room for, or scrolled. */
static void
peek_put_name(struct row *r, frame_id frame)
{
	int cols = r->pen.end - r->pen.col;
	struct caption c = { .cols = cols, .in_list = true };

	if (frame == NONE || r->d->skip > 0) {
		r->pen.col += grid_put_skip(r->pen.g, r->pen.row, r->pen.col,
			cols, peek_name_of(r, frame), r->d->skip, STYLE_NORMAL);
		return;
	}
	caption_forms(&c.forms, r->pp->view, frame, r->d->labels, r->arena);
	captions_fit(&c, 1, r->pen.g->ascii);
	pen_cut(&r->pen, strbuf_str(&c.text), STYLE_NORMAL);
	strbuf_free(&c.text);
}

static void
put_delta(struct row *r, struct sides s)
{
	struct strbuf text = STRBUF_INIT;

	delta_put(&text, &r->pp->numbers, s);
	pen_right(
		&r->pen, r->pp->numbers.width, strbuf_str(&text), STYLE_NUMBER);
	r->pen.col += 2;
	strbuf_free(&text);
}

/* "  3.72s 65.3%  "; of a diff "1.10s 2.46s ++ +1.36s  ". */
static void
peek_put_numbers(struct row *r, const struct peek_line *line)
{
	const struct peek_pane *pp = r->pp;
	struct pen *p = &r->pen;
	enum change c = delta_change(pp->view, line->sides, false);

	if (!pp->view->is_diff) {
		number_draw(p, &pp->numbers, line->value, STYLE_NUMBER);
		percent_draw(p, pp->percent_cols, line->value, pp->peek->total,
			STYLE_NUMBER);
		p->col += 2;
		return;
	}
	if (p->end - p->col >= pp->numbers.width * 3 + NAME_WITH_BASE) {
		number_draw(p, &pp->numbers, line->sides.base, STYLE_NUMBER);
		p->col++;
	}
	number_draw(p, &pp->numbers, line->sides.new, STYLE_NUMBER);
	p->col++;
	pen_right(p, 2, str_c(change_sign(c)), delta_style(c));
	p->col++;
	put_delta(r, line->sides);
}

enum { SEP_COLS = 3, CUT_COLS = 1, NAMES_MAX = 64 };

/* Names from a node outward. */
struct names {
	struct str name[NAMES_MAX];
	int n, cols; /* with what is between them */
	bool cut;    /* there are more */
};

/* At least one, and then as many as fit in `cols`, with "… › " in front if
   that is not all. */
static void
peek_collect(const struct row *r, node_id node, int cols, struct names *out)
{
	const struct tree *t = &r->pp->view->full;
	enum caption_mode labels =
		r->d->labels == CAPTION_AUTO ? CAPTION_SHORT : r->d->labels;

	out->n = out->cols = 0;
	for (; node != 0 && out->n < NAMES_MAX; node = t->parent[node]) {
		struct name_forms forms;
		int need, more = t->parent[node] != 0 ? CUT_COLS + SEP_COLS : 0;

		caption_forms(
			&forms, r->pp->view, t->frame[node], labels, r->arena);
		need = utf8_columns(forms.form[0], r->pen.g->ascii) +
			(out->n > 0 ? SEP_COLS : 0);
		if (out->n > 0 && out->cols + need + more > cols)
			break;
		out->name[out->n++] = forms.form[0];
		out->cols += need;
	}
	out->cut = node != 0;
}

static void
add_sep(struct strbuf *out, bool ascii)
{
	strbuf_addf(out, " %s ", glyph_str(GLYPH_CALLS, ascii).p);
}

static void
peek_add_names(struct strbuf *out, const struct names *names, bool ascii)
{
	if (names->cut) {
		strbuf_add(out, glyph_str(GLYPH_CUT, ascii));
		add_sep(out, ascii);
	}
	for (int i = names->n; i-- > 0;) {
		strbuf_add(out, names->name[i]);
		if (i > 0)
			add_sep(out, ascii);
	}
}

/* A stack in a list of those that end in the same function: what it weighs,
   and as much of its end as fits, "… › Quote › applyRules". Where that end is
   in another line, too, it has the frames in which the two differ instead:
   "… › Checkout › … › applyRules". A single name may be too long. */
static void
peek_put_stack(struct row *r, const struct peek_line *line)
{
	bool ascii = r->pen.g->ascii;
	node_id apart = line->node; /* beyond what another line has, too */
	struct strbuf text = STRBUF_INIT;
	struct names end, outer;
	int cols, room;

	if (r->pp->view->is_diff) {
		put_delta(r, line->sides);
	} else {
		number_draw(
			&r->pen, &r->pp->numbers, line->value, STYLE_NUMBER);
		r->pen.col += 2;
	}
	cols = r->pen.end - r->pen.col;
	for (uint32_t i = 0; i < line->count && apart != 0; i++)
		apart = r->pp->view->full.parent[apart];
	peek_collect(r, line->node, cols, &end);
	if (end.cut && apart != 0 && line->count >= (uint32_t)end.n) {
		room = cols - utf8_columns(end.name[0], ascii) - CUT_COLS -
			2 * SEP_COLS;
		peek_collect(r, apart, room, &outer);
		peek_add_names(&text, &outer, ascii);
		add_sep(&text, ascii);
		strbuf_add(&text, glyph_str(GLYPH_CUT, ascii));
		/* The function has its name above; this tells more. */
		if (outer.cols + (outer.cut ? CUT_COLS + SEP_COLS : 0) <=
			room) {
			add_sep(&text, ascii);
			strbuf_add(&text, end.name[0]);
		}
	} else {
		peek_add_names(&text, &end, ascii);
	}
	pen_cut(&r->pen, strbuf_str(&text), STYLE_NORMAL);
	strbuf_free(&text);
}

static void
peek_put_heading(struct row *r, uint32_t i)
{
	bool stacks = i + 1 < r->pp->line.n &&
		r->pp->line.p[i + 1].kind == PEEK_STACK;

	if (i == 0) {
		pen_cut(&r->pen, STR("Callers of "), STYLE_HEADER);
		pen_cut(&r->pen, peek_name_of(r, r->pp->peek->frame),
			STYLE_NORMAL);
	} else if (stacks) {
		pen_cut(&r->pen,
			r->pp->tight ? STR("Hottest stacks")
				     : STR("Where it is called from (hottest "
					   "stacks)"),
			STYLE_HEADER);
	} else {
		pen_cut(&r->pen, STR("Callees"), STYLE_HEADER);
	}
}

/* "total 3.90s -> 5.70s  self 0.50s -> 0.84s", as much as fits. */
static void
put_self_sides(struct row *r)
{
	const struct sides each[] = { r->pp->peek->total_sides,
		r->pp->peek->self_sides };
	struct strbuf line = STRBUF_INIT;
	struct words w = { .out = &line,
		.ascii = r->pen.g->ascii,
		.left = r->pen.end - r->pen.col };
	struct strbuf word = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(each); i++) {
		strbuf_reset(&word);
		strbuf_addc(&word, i == 0 ? "total " : "self ");
		number_put(&word, &r->pp->numbers, each[i].base);
		strbuf_addf(&word, " %s ", glyph_str(GLYPH_ARROW, w.ascii).p);
		number_put(&word, &r->pp->numbers, each[i].new);
		words_add(&w, i > 0 ? 2 : 0, strbuf_str(&word));
	}
	pen_cut(&r->pen, strbuf_str(&line), STYLE_BOLD);
	strbuf_free(&line);
	strbuf_free(&word);
}

/* "self 0.84s  total 5.70s  19.0%", or less where it is narrow. */
static void
put_self(struct row *r)
{
	const struct peek *k = r->pp->peek;
	struct strbuf text = STRBUF_INIT;

	if (r->pp->view->is_diff) {
		put_self_sides(r);
		return;
	}
	for (int tight = 0; tight <= 2; tight++) {
		const char *gap = tight > 0 ? " " : "  ";

		strbuf_reset(&text);
		if (tight < 2) {
			strbuf_addc(&text, "self ");
			number_put(&text, &r->pp->numbers, k->self);
			strbuf_addc(&text, gap);
		}
		strbuf_addc(&text, "total ");
		number_put(&text, &r->pp->numbers, k->total);
		strbuf_addc(&text, gap);
		percent_put(&text, k->total, r->pp->view->w.total);
		if ((int)text.n <= r->pen.end - r->pen.col)
			break;
	}
	pen_cut(&r->pen, strbuf_str(&text), STYLE_NORMAL);
	strbuf_free(&text);
}

static void
put_pointer(struct row *r)
{
	pen_cut(&r->pen, glyph_str(GLYPH_POINTER, r->pen.g->ascii), STYLE_BOLD);
	pen_cut(&r->pen, STR(" "), STYLE_BOLD);
}

static void
peek_draw_line(struct row *r, uint32_t i)
{
	const struct peek_line *line = &r->pp->line.p[i];

	r->pen.col += line->kind == PEEK_HEADING ||
			line->kind == PEEK_SELF_NAME ||
			(line->kind == PEEK_SELF && r->pp->tight)
		? 1
		: 3;
	switch (line->kind) {
	case PEEK_BLANK:
		break;
	case PEEK_HEADING:
		peek_put_heading(r, i);
		break;
	case PEEK_SELF_NAME:
		put_pointer(r);
		pen_cut(&r->pen, peek_name_of(r, r->pp->peek->frame),
			STYLE_BOLD);
		break;
	case PEEK_SELF:
		if (r->pp->tight)
			put_pointer(r);
		put_self(r);
		break;
	case PEEK_CALLER:
	case PEEK_CALLEE:
		peek_put_numbers(r, line);
		peek_put_name(r, line->frame);
		if (line->inlined)
			pen_cut(&r->pen,
				glyph_str(GLYPH_INLINED, r->pen.g->ascii),
				STYLE_NORMAL);
		break;
	case PEEK_SELF_SHARE:
		peek_put_numbers(r, line);
		pen_cut(&r->pen, STR("(self)"), STYLE_NORMAL);
		break;
	case PEEK_STACK:
		peek_put_stack(r, line);
		break;
	case PEEK_MORE:
		peek_put_numbers(r, line);
		grid_printf(r->pen.g, r->pen.row, r->pen.col,
			r->pen.end - r->pen.col, STYLE_NORMAL, "+%u %s",
			line->count,
			i > 0 && line[-1].kind == PEEK_CALLER ? "callers"
							      : "callees");
		break;
	}
}

void
peek_pane_draw(struct grid *g, struct rect r, const struct peek_pane *pp,
	const struct peek_draw *d)
{
	struct arena arena = ARENA_INIT;

	for (int k = 0; k < r.rows; k++) {
		uint32_t i = d->first + (uint32_t)k;
		struct row row = { .pp = pp,
			.pen = { g, r.row + k, r.col, r.col + r.cols },
			.arena = &arena,
			.d = d };
		struct rect line = { r.row + k, r.col, 1, r.cols };

		if (i >= pp->line.n)
			break;
		peek_draw_line(&row, i);
		grid_hit(g, line, i);
		if (i == d->selected)
			grid_cursor(g, line, d->focused);
		arena_reset(&arena);
	}
	arena_free(&arena);
}
