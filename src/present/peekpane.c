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

/* ---- One stack in a line ---- */

/* For a list of stacks that end in the same function: as much of its end as
   fits, "… › Quote › applyRules". Where that end is in another line, too, it
   has the frames in which the two differ instead:
   "… › Checkout › … › applyRules". */
struct stack_line {
	const struct view *view;
	node_id node;    /* of view.full: the end of the stack */
	uint32_t shared; /* innermost frames that another line has, too */
	enum caption_mode labels;
	bool ascii;
	int cols;
};

enum { SEP_COLS = 3, CUT_COLS = 1, NAMES_MAX = 64 };

/* Names from a node outward. */
struct names {
	struct str name[NAMES_MAX];
	int n, cols; /* with what is between them */
	bool cut;    /* there are more */
};

/* How many innermost frames two stacks have in common. */
static uint32_t
stack_shared(const struct tree *t, node_id a, node_id b)
{
	uint32_t n = 0;

	while (a != 0 && b != 0 && t->frame[a] == t->frame[b]) {
		a = t->parent[a];
		b = t->parent[b];
		n++;
	}
	return n;
}

/* At least one, and then as many as fit in `cols`, with "… › " in front if
   that is not all. */
static void
peek_collect(const struct stack_line *l, node_id node, int cols,
	struct arena *arena, struct names *out)
{
	const struct tree *t = &l->view->full;

	out->n = out->cols = 0;
	for (; node != 0 && out->n < NAMES_MAX; node = t->parent[node]) {
		struct name_forms forms;
		int need, more = t->parent[node] != 0 ? CUT_COLS + SEP_COLS : 0;

		caption_forms(
			&forms, l->view, t->frame[node], l->labels, arena);
		need = utf8_columns(forms.form[0], l->ascii) +
			(out->n > 0 ? SEP_COLS : 0);
		if (out->n > 0 && out->cols + need + more > cols)
			break;
		out->name[out->n++] = forms.form[0];
		out->cols += need;
	}
	out->cut = node != 0;
}

static void
add_sep(const struct stack_line *l, struct strbuf *out)
{
	strbuf_addf(out, " %s ", glyph_str(GLYPH_CALLS, l->ascii).p);
}

static void
peek_add_cut(const struct stack_line *l, struct strbuf *out)
{
	strbuf_add(out, glyph_str(GLYPH_CUT, l->ascii));
	add_sep(l, out);
}

static void
peek_add_names(const struct stack_line *l, const struct names *names,
	struct strbuf *out)
{
	if (names->cut)
		peek_add_cut(l, out);
	for (int i = names->n; i-- > 0;) {
		strbuf_add(out, names->name[i]);
		if (i > 0)
			add_sep(l, out);
	}
}

static node_id
outward(const struct tree *t, node_id node, uint32_t steps)
{
	for (; node != 0 && steps > 0; steps--)
		node = t->parent[node];
	return node;
}

/* A single name may be longer than `cols`. */
static void
stack_line_text(const struct stack_line *l, struct strbuf *out)
{
	node_id apart = outward(&l->view->full, l->node, l->shared);
	struct arena arena = ARENA_INIT;
	struct names end, outer;
	int room;

	peek_collect(l, l->node, l->cols, &arena, &end);
	if (end.cut && apart != 0 && l->shared >= (uint32_t)end.n) {
		room = l->cols - utf8_columns(end.name[0], l->ascii) -
			CUT_COLS - 2 * SEP_COLS;
		peek_collect(l, apart, room, &arena, &outer);
		peek_add_names(l, &outer, out);
		add_sep(l, out);
		strbuf_add(out, glyph_str(GLYPH_CUT, l->ascii));
		/* The function has its name above; this tells more. */
		if (outer.cols + (outer.cut ? CUT_COLS + SEP_COLS : 0) <=
			room) {
			add_sep(l, out);
			strbuf_add(out, end.name[0]);
		}
	} else {
		peek_add_names(l, &end, out);
	}
	arena_free(&arena);
}

/* ---- The pane ---- */

struct peek_pane {
	const struct view *view; /* borrowed */
	const struct peek *peek; /* borrowed */
	struct numbers numbers;
	bool tight; /* no blank lines */
	int percent_cols;
	VEC(struct peek_line) line;
};

enum {
	LEAST_SHOWN = 2,     /* callers or callees before they are summed up */
	NAME_WITH_BASE = 24, /* columns beside the numbers for the base, too */
};

static void
peek_add(struct peek_pane *pp, struct peek_line line)
{
	vec_push(&pp->line, line);
}

static void
add_plain(struct peek_pane *pp, enum peek_line_kind kind)
{
	if (kind == PEEK_BLANK && pp->tight)
		return;
	peek_add(pp,
		(struct peek_line){
			.kind = kind, .frame = NONE, .node = NONE });
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
		peek_add(pp,
			(struct peek_line){ .kind = kind,
				.frame = edge[i].frame,
				.node = NONE,
				.value = edge[i].weight,
				.sides = edge[i].sides,
				.inlined = edge[i].inlined == 1 });
	}
	if (more.count > 0)
		peek_add(pp, more);
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
	peek_add(pp,
		(struct peek_line){ .kind = PEEK_SELF_SHARE,
			.frame = NONE,
			.node = NONE,
			.value = k->self,
			.sides = k->self_sides });
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

/* Blank lines, so that `more` lines end at the last row, where there is room.
   What stays from function to function need not be drawn. */
static void
to_bottom(struct peek_pane *pp, size_t rows, size_t more)
{
	while (pp->line.n + more < rows)
		peek_add(pp,
			(struct peek_line){ .kind = PEEK_BLANK,
				.frame = NONE,
				.node = NONE });
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
		uint32_t n =
			stack_shared(t, k->stack[i].node, k->stack[j].node);

		if (j != i && n > most)
			most = n;
	}
	return most;
}

struct peek_pane *
peek_pane_new(const struct view *v, const struct peek *k, int rows)
{
	struct peek_pane *pp = xcalloc(1, sizeof(*pp));
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
	if (pp->tight)
		to_bottom(pp, n, k->n_stacks + 1);
	add_plain(pp, PEEK_HEADING);
	for (size_t i = 0; i < k->n_stacks; i++)
		peek_add(pp,
			(struct peek_line){ .kind = PEEK_STACK,
				.frame = k->frame,
				.node = k->stack[i].node,
				.count = most_shared(&v->full, k, i),
				.value = k->stack[i].weight,
				.sides = k->stack[i].sides });
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
peek_pane_lines(const struct peek_pane *pp)
{
	return (uint32_t)pp->line.n;
}

const struct peek_line *
peek_pane_line(const struct peek_pane *pp, uint32_t i)
{
	return i < pp->line.n ? &pp->line.p[i] : NULL;
}

static bool
can_select(const struct peek_line *line)
{
	return line->kind == PEEK_MORE || line->kind == PEEK_STACK ||
		((line->kind == PEEK_CALLER || line->kind == PEEK_CALLEE) &&
			line->frame != NONE);
}

uint32_t
peek_pane_step(const struct peek_pane *pp, uint32_t from, int step)
{
	int64_t at = from == NONE ? -1 : (int64_t)from;

	for (at += step; at >= 0 && at < (int64_t)pp->line.n; at += step)
		if (can_select(&pp->line.p[at]))
			return (uint32_t)at;
	return from;
}

/* Where a line is drawn. */
struct row {
	const struct peek_pane *pp;
	struct grid *g;
	int row, col, end; /* [col, end) */
	struct arena *arena;
	const struct peek_draw *d;
};

static void
peek_put_text(struct row *r, struct str s, enum style style)
{
	r->col += grid_put_cut(r->g, r->row, r->col, r->end - r->col, s, style);
}

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
	int cols = r->end - r->col;
	struct caption c = { .cols = cols };

	if (frame == NONE || r->d->skip > 0) {
		r->col += grid_put_skip(r->g, r->row, r->col, cols,
			peek_name_of(r, frame), r->d->skip, STYLE_NORMAL);
		return;
	}
	caption_forms(&c.forms, r->pp->view, frame, r->d->labels, r->arena);
	c.from = c.forms.plain;
	captions_fit(&c, 1, r->g->ascii);
	peek_put_text(r, strbuf_str(&c.text), STYLE_NORMAL);
	strbuf_free(&c.text);
}

/* Right-aligned, with a blank behind it. */
static void
peek_put_number(struct row *r, int64_t value)
{
	int cols = r->pp->numbers.width;

	number_draw(r->g, (struct rect){ r->row, r->col, 1, cols },
		&r->pp->numbers, value, STYLE_NUMBER);
	r->col += cols + 1;
}

static void
put_delta(struct row *r, struct sides s)
{
	struct strbuf text = STRBUF_INIT;

	delta_put(&text, &r->pp->numbers, s);
	grid_put_right(r->g, r->row, r->col, r->pp->numbers.width,
		strbuf_str(&text), STYLE_NUMBER);
	r->col += r->pp->numbers.width;
	strbuf_free(&text);
}

/* "1.10s 2.46s ++ +1.36s " */
static void
peek_put_sides(struct row *r, struct sides s)
{
	enum change c = delta_change(r->pp->view, s, false);

	if (r->end - r->col >= r->pp->numbers.width * 3 + NAME_WITH_BASE)
		peek_put_number(r, s.base);
	peek_put_number(r, s.new);
	grid_put_right(
		r->g, r->row, r->col, 2, str_c(change_sign(c)), delta_style(c));
	r->col += 3;
	put_delta(r, s);
	r->col += 2;
}

/* "  3.72s 65.3%  " */
static void
peek_put_share(struct row *r, int64_t value)
{
	peek_put_number(r, value);
	percent_draw(r->g,
		(struct rect){ r->row, r->col - 1, 1, r->pp->percent_cols },
		value, r->pp->peek->total, STYLE_NUMBER);
	r->col += r->pp->percent_cols + 1;
}

static void
peek_put_numbers(struct row *r, const struct peek_line *line)
{
	if (r->pp->view->is_diff)
		peek_put_sides(r, line->sides);
	else
		peek_put_share(r, line->value);
}

static void
peek_put_stack(struct row *r, const struct peek_line *line)
{
	struct stack_line l = { .view = r->pp->view,
		.node = line->node,
		.shared = line->count,
		.labels = r->d->labels == CAPTION_AUTO ? CAPTION_SHORT
						       : r->d->labels,
		.ascii = r->g->ascii,
		.cols = r->end - r->col };
	struct strbuf text = STRBUF_INIT;

	stack_line_text(&l, &text);
	peek_put_text(r, strbuf_str(&text), STYLE_NORMAL);
	strbuf_free(&text);
}

static void
peek_put_heading(struct row *r, uint32_t i)
{
	const struct peek_line *next = peek_pane_line(r->pp, i + 1);

	if (i == 0) {
		peek_put_text(r, STR("Callers of "), STYLE_HEADER);
		peek_put_text(
			r, peek_name_of(r, r->pp->peek->frame), STYLE_NORMAL);
	} else if (next != NULL && next->kind == PEEK_STACK) {
		peek_put_text(r,
			r->pp->tight ? STR("Hottest stacks")
				     : STR("Where it is called from (hottest "
					   "stacks)"),
			STYLE_HEADER);
	} else {
		peek_put_text(r, STR("Callees"), STYLE_HEADER);
	}
}

/* "total 3.90s -> 5.70s  self 0.50s -> 0.84s", as much as fits. */
static void
put_self_sides(struct row *r)
{
	const struct sides each[] = { r->pp->peek->total_sides,
		r->pp->peek->self_sides };
	struct strbuf line = STRBUF_INIT;
	struct words w = {
		.out = &line, .ascii = r->g->ascii, .left = r->end - r->col
	};
	struct strbuf word = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(each); i++) {
		strbuf_reset(&word);
		strbuf_addc(&word, i == 0 ? "total " : "self ");
		number_put(&word, &r->pp->numbers, each[i].base);
		strbuf_addf(&word, " %s ", glyph_str(GLYPH_ARROW, w.ascii).p);
		number_put(&word, &r->pp->numbers, each[i].new);
		words_add(&w, i > 0 ? 2 : 0, strbuf_str(&word));
	}
	peek_put_text(r, strbuf_str(&line), STYLE_BOLD);
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
		if ((int)text.n <= r->end - r->col)
			break;
	}
	peek_put_text(r, strbuf_str(&text), STYLE_NORMAL);
	strbuf_free(&text);
}

static void
peek_put_more(struct row *r, uint32_t i)
{
	char text[64];
	bool callers = i > 0 && r->pp->line.p[i - 1].kind == PEEK_CALLER;
	int n = snprintf(text, sizeof(text), "+%u %s", r->pp->line.p[i].count,
		callers ? "callers" : "callees");

	peek_put_numbers(r, &r->pp->line.p[i]);
	peek_put_text(r, str_from(text, (size_t)n), STYLE_NORMAL);
}

static void
put_pointer(struct row *r)
{
	peek_put_text(r, glyph_str(GLYPH_POINTER, r->g->ascii), STYLE_BOLD);
	peek_put_text(r, STR(" "), STYLE_BOLD);
}

static void
peek_draw_line(struct row *r, uint32_t i)
{
	const struct peek_line *line = &r->pp->line.p[i];

	r->col += line->kind == PEEK_HEADING || line->kind == PEEK_SELF_NAME ||
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
		peek_put_text(
			r, peek_name_of(r, r->pp->peek->frame), STYLE_BOLD);
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
			peek_put_text(r, glyph_str(GLYPH_INLINED, r->g->ascii),
				STYLE_NORMAL);
		break;
	case PEEK_SELF_SHARE:
		peek_put_numbers(r, line);
		peek_put_text(r, STR("(self)"), STYLE_NORMAL);
		break;
	case PEEK_STACK:
		if (r->pp->view->is_diff)
			put_delta(r, line->sides);
		else
			peek_put_number(r, line->value);
		r->col += r->pp->view->is_diff ? 2 : 1;
		peek_put_stack(r, line);
		break;
	case PEEK_MORE:
		peek_put_more(r, i);
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
			.g = g,
			.row = r.row + k,
			.col = r.col,
			.end = r.col + r.cols,
			.arena = &arena,
			.d = d };
		struct rect line = { row.row, r.col, 1, r.cols };

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
