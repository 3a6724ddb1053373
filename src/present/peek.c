/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers and callees as lines. */
#include "prelude.h"

#include "present/peek.h"

#include "base/arena.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/number.h"
#include "present/percall.h"
#include "present/stackline.h"

/* ---- The pane ---- */

enum {
	LEAST_SHOWN = 2,     /* rows that callers or callees always get */
	FEW_ROWS = 16,       /* with fewer rows, stacks have fixed rows */
	STACKS_EACH = 5,     /* rows of a small pane for each stack shown */
	NAME_WITH_BASE = 24, /* name columns needed to show the base */
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

/* Add at most `most` lines: the heaviest edges, and the sum of the rest. */
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
			more.variance += edge[i].variance;
			continue;
		}
		vec_push(&pp->line,
			((struct peek_line){ .kind = kind,
				.frame = edge[i].frame,
				.node = NONE,
				.value = edge[i].weight,
				.calls = edge[i].calls,
				.sides = edge[i].sides,
				.variance = edge[i].variance,
				.inlined = edge[i].inlined == 1 }));
	}
	if (more.count > 0)
		vec_push(&pp->line, more);
}

/* True if the function has self, in a diff on either side. */
static bool
has_self(const struct peek *k)
{
	return k->self != 0 || k->self_sides.base != 0;
}

/* Return how many rows are reserved for stacks. In a small pane, stacks are
   always on the same rows, so that they are easy to find and a slow terminal
   has less to redraw. */
static size_t
rows_of_stacks(const struct peek *k, size_t rows)
{
	if (k->n_stacks == 0)
		return 0;
	return rows < FEW_ROWS && rows > STACKS_EACH ? (rows - 1) / STACKS_EACH
						     : 1;
}

/* Return the width of the shares of a function's total, or 0: means are no
   shares, nor are values of both signs, which can exceed the total. */
static int
percent_cols_of(const struct view *v, const struct peek *k)
{
	uint64_t total = u64_abs(k->total), most = u64_abs(k->self);
	bool negative = k->self < 0 || k->total < 0;

	for (size_t i = 0; i < k->n_callers + k->n_callees; i++) {
		int64_t weight = i < k->n_callers
			? k->caller[i].weight
			: k->callee[i - k->n_callers].weight;

		negative |= weight < 0;
		if (most < u64_abs(weight))
			most = u64_abs(weight);
	}
	return v->query.mean || (negative && most > total) ? 0
		: negative                                 ? 9
							   : 6;
}

struct peek_pane *
peek_pane_new(const struct view *v, const struct peek *k, int rows)
{
	struct peek_pane *pp = xcalloc(1, sizeof(*pp));
	const struct peek_line blank = { .frame = NONE, .node = NONE };
	size_t n = rows > 0 ? (size_t)rows : 0, callers, callees, kept;
	size_t stacks;
	size_t self, fixed;
	size_t budget, half;
	size_t sides;
	const struct peek *h;
	size_t first, at;

	pp->view = v;
	pp->peek = k;
	pp->numbers = numbers_of(v, &v->w);
	pp->percent_cols = percent_cols_of(v, k);
	pp->per_call = percall_is_known(v);
	pp->tight = n < FEW_ROWS ||
		k->n_callers + k->n_callees + k->n_stacks + 9 > n;
	/* Divide the other rows between callers and callees. Each may use rows
	   that the other does not need. */
	stacks = rows_of_stacks(k, n);
	self = has_self(k);
	fixed = 3 + stacks + (stacks > 0);
	budget = n > fixed + self ? n - fixed - self : 0;
	sides = k->n_callers > 0 && k->n_callees > 0 ? 2 : 1;
	if (budget < LEAST_SHOWN * sides)
		budget = LEAST_SHOWN * sides;
	half = budget / 2;
	callers = k->n_callers < half ? k->n_callers
		: k->n_callees < half ? budget - k->n_callees
				      : half;
	callees = budget - (k->n_callers < callers ? k->n_callers : callers);
	if (k->n_callers > 0) {
		add_plain(pp, PEEK_HEADING);
		add_edges(pp, PEEK_CALLER, k->caller, k->n_callers, callers);
		add_plain(pp, PEEK_BLANK);
	}
	add_plain(pp, PEEK_OWN);
	if (!pp->tight)
		add_plain(pp, PEEK_OWN_NUMBERS);
	add_plain(pp, PEEK_BLANK);
	if (k->n_callees > 0 || has_self(k))
		add_plain(pp, PEEK_HEADING);
	/* Put "(self)" among the callees, sorted by size. */
	h = pp->peek;
	first = pp->line.n;
	add_edges(pp, PEEK_CALLEE, h->callee, h->n_callees, callees);
	if (has_self(h)) {
		vec_push(&pp->line,
			((struct peek_line){ .kind = PEEK_SELF_SHARE,
				.frame = NONE,
				.node = NONE,
				.value = h->self,
				.sides = h->self_sides }));
		for (at = pp->line.n - 1; at > first &&
			(pp->line.p[at - 1].kind == PEEK_MORE ||
				i64_abs(pp->line.p[at - 1].value) <
					i64_abs(h->self));
			at--) {
			struct peek_line swap = pp->line.p[at];

			pp->line.p[at] = pp->line.p[at - 1];
			pp->line.p[at - 1] = swap;
		}
	}
	if (k->n_stacks == 0)
		return pp;
	add_plain(pp, PEEK_BLANK);
	kept = k->frame == NONE ? k->n_stacks : rows_of_stacks(k, n);
	while (n < FEW_ROWS && pp->line.n + kept + 1 < n)
		vec_push(&pp->line, blank);
	add_plain(pp, PEEK_HEADING);
	for (size_t i = 0; i < k->n_stacks; i++) {
		uint32_t most = 0;

		/* Find how many innermost frames this stack shares with the
		   most similar other stack. */
		for (size_t j = 0; j < k->n_stacks; j++) {
			node_id a = k->stack[i].node, b = k->stack[j].node;
			uint32_t shared_n = 0;

			for (; j != i && a != 0 && b != 0 &&
				v->full.frame[a] == v->full.frame[b];
				shared_n++) {
				a = v->full.parent[a];
				b = v->full.parent[b];
			}
			most = shared_n > most ? shared_n : most;
		}
		vec_push(&pp->line,
			((struct peek_line){ .kind = PEEK_STACK,
				.frame = v->full.frame[k->stack[i].node],
				.node = k->stack[i].node,
				.varies = k->stack[i].varies,
				.count = most,
				.value = k->stack[i].weight,
				.sides = k->stack[i].sides,
				.variance = k->stack[i].variance }));
	}
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

bool
peek_pane_can(const struct peek_pane *pp, uint32_t i)
{
	const struct peek_line *line = &pp->line.p[i];

	return line->kind == PEEK_MORE || line->kind == PEEK_STACK ||
		((line->kind == PEEK_CALLER || line->kind == PEEK_CALLEE) &&
			line->frame != NONE);
}

/* The position and context for drawing a line. */
struct peek_row {
	const struct peek_pane *pp;
	struct pen pen;
	struct arena *arena;
	const struct peek_draw *d;
};

static struct str
peek_name_of(struct peek_row *r, frame_id frame)
{
	if (frame == NONE)
		return r->pp->peek->frame == NONE ? STR("root") : STR("(root)");
	return caption_short(r->pp->view, frame, r->d->labels, r->arena);
}

/* Draw a name: scrolled, or in the longest form that fits. */
static void
peek_put_name(struct peek_row *r, frame_id frame, enum style style)
{
	int cols = r->pen.end - r->pen.col;
	struct caption c = { .cols = cols, .in_list = true };

	if (frame == NONE || r->d->list.skip > 0) {
		r->pen.col += grid_put_skip(r->pen.g, r->pen.row, r->pen.col,
			cols, peek_name_of(r, frame), r->d->list.skip, style);
		return;
	}
	caption_forms(&c.forms, r->pp->view, frame, r->d->labels, r->arena);
	captions_fit(&c, 1, r->pen.g->ascii);
	pen_cut(&r->pen, strbuf_str(&c.text), style);
	strbuf_free(&c.text);
}

/* Draw "++ +1.36s  " or "? +0.10s  ". */
static void
peek_put_change(struct peek_row *r, const struct peek_line *line)
{
	const struct peek_pane *pp = r->pp;
	enum change c = delta_change(
		pp->view, line->sides, line->kind == PEEK_SELF_SHARE);
	/* Calls must be as significant here as functions in the table. */
	enum significance is = line->kind == PEEK_SELF_SHARE
		? frame_significance(pp->view, pp->peek->frame, false)
		: sum_significance(pp->view, line->sides, line->variance);
	struct strbuf text = STRBUF_INIT;

	pen_right(&r->pen, 3, str_c(change_sign(c, is)), delta_style(c, is));
	r->pen.col++;
	delta_put(&text, &pp->numbers, line->sides);
	pen_right(&r->pen, pp->numbers.width, strbuf_str(&text),
		significance_style(is, STYLE_NUMBER));
	r->pen.col += 2;
	strbuf_free(&text);
}

/* Draw the average cost of a call on an edge. */
static void
peek_put_per_call(struct peek_row *r, const struct peek_line *line)
{
	enum { COLS = 10, NAME = 24 };
	const struct view *v = r->pp->view;
	struct strbuf text = STRBUF_INIT;

	if (!r->pp->per_call || r->pen.end - r->pen.col < COLS + NAME)
		return;
	if (line->calls > 0)
		amount_put(&text, line->value / line->calls,
			profile_str(
				v->profile, v->profile->types.unit[v->column]));
	pen_right(&r->pen, COLS, strbuf_str(&text), STYLE_NUMBER);
	strbuf_free(&text);
}

/* Draw "  3.72s 65.3%  "; in a diff "1.10s 2.46s ++ +1.36s  ". */
static void
peek_put_numbers(struct peek_row *r, const struct peek_line *line)
{
	const struct peek_pane *pp = r->pp;
	struct pen *p = &r->pen;

	if (!pp->view->is_diff) {
		number_draw(p, &pp->numbers, line->value, STYLE_NUMBER);
		if (pp->percent_cols > 0)
			percent_draw(p, pp->percent_cols, line->value,
				pp->peek->total, STYLE_NUMBER);
		peek_put_per_call(r, line);
		p->col += 2;
		return;
	}
	if (p->end - p->col >= pp->numbers.width * 3 + NAME_WITH_BASE) {
		number_draw(p, &pp->numbers, line->sides.base, STYLE_NUMBER);
		p->col++;
	}
	number_draw(p, &pp->numbers, line->sides.new, STYLE_NUMBER);
	p->col++;
	peek_put_change(r, line);
}

/* Lengths of "self 0.84s  total 5.70s  19.0% of all", longest first. */
enum { LEVELS = 4 };

/* Draw the function's name, its numbers, or both in one line. */
static void
peek_put_own(struct peek_row *r, bool name, bool numbers)
{
	struct pen *p = &r->pen;
	struct strbuf text = STRBUF_INIT;
	struct str s = peek_name_of(r, r->pp->peek->frame);
	int cols = p->end - p->col, gap = name ? 2 : 0, room;
	int wants = name ? utf8_columns(s, p->g->ascii) : 0;

	wants = wants > cols * 2 / 5 ? cols * 2 / 5 : wants;
	for (int level = 0; numbers && level < LEVELS; level++) {
		const struct peek_pane *pp;
		const struct peek *k;
		bool diff;

		strbuf_reset(&text);
		pp = r->pp;
		k = pp->peek;
		diff = pp->view->is_diff;
		for (int part = level > 0; part < 2 && level + 1 < LEVELS;
			part++) {
			const struct sides *own_s =
				part > 0 ? &k->total_sides : &k->self_sides;
			int64_t value = part > 0 ? k->total : k->self;

			if (level < 2)
				strbuf_addstr(
					&text, part > 0 ? "total " : "self ");
			if (diff) {
				number_put(&text, &pp->numbers, own_s->base);
				strbuf_addf(&text, " %s ",
					glyph_str(GLYPH_ARROW, r->pen.g->ascii)
						.p);
			}
			number_put(
				&text, &pp->numbers, diff ? own_s->new : value);
			strbuf_addstr(&text, part > 0 && diff ? "" : "  ");
		}
		if (!diff && percent_put(&text, k->total, view_whole(pp->view)))
			strbuf_addstr(
				&text, level + 1 < LEVELS ? " of all" : "");
		if (level == 0 && k->frame != NONE) {
			struct strbuf per_call = STRBUF_INIT;

			percall_put(&per_call, pp->view, k->frame);
			if (per_call.n > 0)
				strbuf_addf(&text, "  per call %.*s",
					STR_ARG(strbuf_str(&per_call)));
			strbuf_free(&per_call);
		}
		if (utf8_columns(strbuf_str(&text), p->g->ascii) <=
			cols - gap - wants)
			break;
	}
	room = cols - utf8_columns(strbuf_str(&text), p->g->ascii) - gap;
	if (name) {
		struct peek_row own = *r;

		own.pen.end = p->col + room;
		peek_put_name(&own, r->pp->peek->frame, STYLE_NORMAL);
		p->col = own.pen.col + gap;
	}
	pen_cut(p, strbuf_str(&text), STYLE_NORMAL);
	strbuf_free(&text);
}

static void
peek_draw_line(struct peek_row *r, uint32_t i)
{
	const struct peek_line *line = &r->pp->line.p[i];

	r->pen.col +=
		line->kind == PEEK_HEADING || line->kind == PEEK_OWN ? 1 : 3;
	switch (line->kind) {
	case PEEK_BLANK:
		break;
	case PEEK_HEADING: {
		enum peek_line_kind below = line[1].kind;
		bool edges = below != PEEK_STACK;

		/* Choose a heading by the first line below the heading. */
		pen_cut(&r->pen,
			!edges                         ? STR("Hottest stacks")
				: below == PEEK_CALLER ? STR("Callers")
						       : STR("Callees"),
			STYLE_HEADER);
		if (edges && !r->pp->view->is_diff && r->pp->percent_cols > 0)
			pen_cut(&r->pen,
				r->pp->per_call
					? STR("  % of its total  per call")
					: STR("  % of its total"),
				STYLE_DIM);
	} break;
	case PEEK_OWN:
		pen_glyph(&r->pen, GLYPH_SAME, STYLE_BOLD);
		r->pen.col++;
		peek_put_own(r, true, r->pp->tight);
		break;
	case PEEK_OWN_NUMBERS:
		peek_put_own(r, false, true);
		break;
	case PEEK_CALLER:
	case PEEK_CALLEE:
		peek_put_numbers(r, line);
		peek_put_name(r, line->frame, STYLE_NORMAL);
		/* Only the callee is marked as inlined. */
		if (line->inlined && line->kind == PEEK_CALLEE)
			pen_cut(&r->pen,
				glyph_str(GLYPH_INLINED, r->pen.g->ascii),
				STYLE_NORMAL);
		break;
	case PEEK_SELF_SHARE:
		peek_put_numbers(r, line);
		pen_cut(&r->pen, STR("(self)"), STYLE_NORMAL);
		break;
	case PEEK_STACK: {
		struct stackline l = { r->pp->view, r->d->labels,
			r->pen.g->ascii, line->varies, r->arena };
		const struct tree *full = &r->pp->view->full;
		struct strbuf text = STRBUF_INIT;
		node_id top = 0; /* outermost node of the function */
		int cols;

		/* Draw the weight and as many innermost frames as fit,
		   including the function. */
		if (r->pp->view->is_diff) {
			peek_put_change(r, line);
		} else {
			number_draw(&r->pen, &r->pp->numbers, line->value,
				STYLE_NUMBER);
			r->pen.col += 2;
		}
		cols = r->pen.end - r->pen.col;
		for (node_id j = line->node; j != 0; j = full->parent[j])
			if (full->frame[j] == r->pp->peek->frame)
				top = j;
		if (top == line->node || top == 0)
			stackline_end(&text, &l, line->node, line->count, cols);
		else
			stackline_below(&text, &l, line->node, top, cols);
		pen_cut(&r->pen, strbuf_str(&text), STYLE_NORMAL);
		strbuf_free(&text);
	} break;
	case PEEK_MORE:
		peek_put_numbers(r, line);
		grid_printf(r->pen.g, r->pen.row, r->pen.col,
			r->pen.end - r->pen.col, STYLE_NORMAL, "+%s %s",
			grouped(line->count).text,
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
	struct list_rows row =
		list_rows(g, r, &d->list, pp->line.n, d->focused);

	while (list_next(&row)) {
		struct peek_row line = { .pp = pp,
			.pen = { g, row.line.row, r.col, r.col + r.cols },
			.arena = &arena,
			.d = d };

		peek_draw_line(&line, row.i);
		arena_reset(&arena);
	}
	arena_free(&arena);
}
