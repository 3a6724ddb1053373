/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing boxes into cells. */
#include "prelude.h"

#include "present/icicle.h"

#include <assert.h>

#include "base/xalloc.h"
#include "engine/sides.h"
#include "present/chainlabel.h"
#include "present/number.h"
#include "present/paint.h"

/* Minimum columns of a label, of one with the inlined mark, and of a box with a
   label. */
enum { LABEL_LEAST = 2, INLINED_LEAST = 4, LABEL_COLS = 1 + LABEL_LEAST };
/* Panes of at least this width have a blank before the ruler. */
enum { MIN_GAP_COLS = 24 };
/* Minimum columns of the last level in a shared row, and columns of a sign in a
   diff. */
enum { FOLDED_LEAST = 16, SIGN_COLS = 4 };

struct icicle_drawing {
	struct grid *g;
	struct rect r; /* area of the boxes, without the ruler */
	struct flamegraph *flamegraph;
	const struct zoom *zoom;
	const struct icicle *ic;
	struct layout *l;
	int top;                    /* the level on the first row */
	int first_level;            /* first level with its own row */
	const struct box *selected; /* the box that shows the selection */
	struct arena arena;         /* names */
};

int
icicle_cols(int pane_cols)
{
	int cols = pane_cols >= MIN_GAP_COLS ? pane_cols - 2 : pane_cols - 1;

	return cols > 1 ? cols : 1;
}

int
icicle_rows(int pane_rows)
{
	return pane_rows > 0 ? pane_rows : 0;
}

/* Return the grid row of a level, which may be outside of the pane. */
static int
row_of_level(const struct icicle_drawing *d, int level)
{
	int row = (level > d->first_level ? level : d->first_level) - d->top;

	return d->r.row + (d->ic->flame ? d->r.rows - 1 - row : row);
}

/* The look of one box. */
struct icicle_look {
	enum style style;
	uint8_t hue, flags;
	bool dots;       /* draw the self part as dots */
	struct str mark; /* in the first cell; empty: a blank */
	bool separator;  /* `mark` is an edge in the separator colour */
};

static bool
icicle_is_inlined(const struct icicle_drawing *d, struct selection s)
{
	return (flamegraph_tree(d->flamegraph, s.side)->flags[s.node] &
		       TREE_INLINE) != 0;
}

/* True if a box is a row of several frames. */
static bool
is_chain(const struct box *b)
{
	return !selection_is_group(b->at) && b->first != b->at.node;
}

/* True if any frame of a box matches; *same: if one is `frame`. */
static bool
box_matches(const struct icicle_drawing *d, const struct box *b, frame_id frame,
	bool *same)
{
	const struct tree *t = flamegraph_tree(d->flamegraph, b->at.side);
	bool match = matches_target(d->ic->matches, d->flamegraph, b->at);
	node_id node = b->at.node;

	*same = frame != NONE && selection_frame(d->flamegraph, b->at) == frame;
	while (is_chain(b) && node != b->first && (!match || !*same)) {
		node = t->parent[node];
		match |= matches_target(d->ic->matches, d->flamegraph,
			selection_of(b->at.side, node));
		*same |= frame != NONE && t->frame[node] == frame;
	}
	return match;
}

static struct icicle_look
icicle_look_of(const struct icicle_drawing *d, const struct box *b, bool alone)
{
	const struct icicle *ic = d->ic;
	bool group = selection_is_group(b->at), same;
	bool match = box_matches(d, b, ic->same, &same);
	struct selection main = group && ic->colors > 0
		? selection_main_member(d->flamegraph, b->at)
		: selection_of(b->at.side, group ? NONE : b->at.node);
	struct icicle_look k = { .style = STYLE_FRAME,
		.mark = glyph_str(GLYPH_EDGE, d->g->ascii),
		.separator = true };

	if (match)
		k.style = STYLE_MATCH;
	else if (group && main.node == NONE)
		k.style = STYLE_MERGED;
	else if (b->flags & BOX_ANCESTOR)
		k.style = STYLE_ANCESTOR;
	else if (ic->dim_search && matches_count(ic->matches) > 0)
		k.style = STYLE_ANCESTOR;
	if (main.node != NONE)
		k.hue = paint_hue(ic->paint, d->flamegraph, main);
	if (group) {
		k.mark = STR_EMPTY;
	} else if (alone || (b->x0 > 0 && b->level <= d->first_level)) {
		k.mark = glyph_str(GLYPH_CALLS, d->g->ascii);
	} else if (ic->colors >= 8 && icicle_is_inlined(d, b->at)) {
		k.mark = STR_EMPTY; /* inlined: no edge to its caller */
	}
	if (ic->colors == 0 && b->flags & BOX_ODD)
		k.flags |= CELL_UNDERLINE;
	if (match)
		k.mark = glyph_str(GLYPH_MATCH, d->g->ascii);
	if (b == d->selected) {
		k.flags |= CELL_SELECTED;
		k.mark = glyph_str(GLYPH_POINTER, d->g->ascii);
	} else if (same) {
		k.flags |= CELL_SAME;
		if (!match)
			k.mark = glyph_str(GLYPH_SAME, d->g->ascii);
	}
	k.separator = k.style == STYLE_FRAME && !alone &&
		str_eq(k.mark, glyph_str(GLYPH_EDGE, d->g->ascii));
	/* A darker shade of a meaning's colour could have another meaning. */
	k.dots = k.style != STYLE_FRAME || ic->colors < 256 || d->g->ascii ||
		hue_has_meaning(k.hue);
	return k;
}

/* True if a group touches the group before it; both are drawn as one. */
static bool
goes_on(const struct icicle_drawing *d, const struct box *b)
{
	const struct box *before = b - 1;

	return b > d->l->box && before->level == b->level &&
		before->x1 == b->x0 && selection_is_group(before->at) &&
		selection_is_group(b->at) && b != d->selected &&
		before != d->selected &&
		matches_target(d->ic->matches, d->flamegraph, before->at) ==
		matches_target(d->ic->matches, d->flamegraph, b->at);
}

/* Draw "+", "+9" or "+9 frames 2.1%", the most that fits; adjacent groups of
   several parents are drawn as one. */
static void
draw_group(struct icicle_drawing *d, int row, const struct box *b,
	const struct icicle_look *k)
{
	const struct box *end = d->l->box + d->l->n, *last = b;
	int x = d->r.col + b->x0, cols, n, least;
	int64_t value = 0;
	uint32_t count = 0;
	struct grouped n_text;
	struct strbuf percent = STRBUF_INIT;
	char text[80];
	struct str mark = k->mark;

	do {
		value = i64_wrap_add(
			value, selection_value(d->flamegraph, last->at));
		count += last->at.count;
	} while (++last < end && goes_on(d, last));
	cols = last[-1].x1 - b->x0;
	n_text = grouped(count);
	grid_fill(d->g, (struct rect){ row, x, 1, cols }, STR(" "), k->style);
	least = snprintf(text, sizeof(text), "+%s", n_text.text);
	percent_put(
		&percent, value, view_whole(flamegraph_view(d->flamegraph)));
	/* Put a mark in front, unless only the "+" fits. */
	if (cols == 1)
		mark = STR_EMPTY;
	if (mark.n == 0 && cols > least + 1)
		mark = glyph_str(GLYPH_EDGE, d->g->ascii);
	if (mark.n > 0) {
		grid_put(d->g, row, x++, 1, mark, k->style);
		cols--;
	}
	n = snprintf(text, sizeof(text), "+%s frame%s %s", n_text.text,
		plural(count), strbuf_c(&percent));
	if (n > cols)
		n = snprintf(text, sizeof(text), "+%s %s", n_text.text,
			strbuf_c(&percent));
	if (n > cols)
		n = snprintf(text, sizeof(text), "+%s", n_text.text);
	if (n > cols)
		n = snprintf(text, sizeof(text), "+");
	grid_put(d->g, row, x, cols, str_from(text, (size_t)n), k->style);
	strbuf_free(&percent);
}

/* Return a box's sign. In a diff, the sign is the change: "++", or "?" if the
   change may be chance and there is room for a name. Otherwise it is "-" for a
   negative value, or the mark of the colour's meaning if colours are few. */
static struct str
icicle_sign_of(const struct icicle_drawing *d, const struct box *b)
{
	enum significance is;
	struct str sign;

	if (selection_is_group(b->at))
		return STR_EMPTY;
	if (!flamegraph_view(d->flamegraph)->is_diff)
		return selection_value(d->flamegraph, b->at) < 0 ? STR("-")
			: d->ic->colors < 256 && !(b->flags & BOX_ANCESTOR)
			? str_c(meaning_mark(paint_hue(
				  d->ic->paint, d->flamegraph, b->at)))
			: STR_EMPTY;
	is = selection_significance(d->flamegraph, b->at);
	sign = str_c(change_sign(
		delta_change(flamegraph_view(d->flamegraph),
			selection_sides(d->flamegraph, b->at), false),
		is));
	/* A narrow box has a name rather than a "?". */
	return !may_be_chance(is) ||
			(int)sign.n + 1 + LABEL_COLS < b->x1 - b->x0
		? sign
		: STR_EMPTY;
}

/* Return the columns for a box's name, without the sign and a blank before the
   sign; a narrow box drops the name, not the sign. */
static int
label_cols(const struct icicle_drawing *d, const struct box *b)
{
	int sign = (int)icicle_sign_of(d, b).n;
	int cols = b->x1 - b->x0 - 1 - sign - (sign > 0);

	if (cols < LABEL_LEAST || selection_is_group(b->at))
		return 0;
	return cols - (cols > INLINED_LEAST && icicle_is_inlined(d, b->at));
}

static void
icicle_draw_frame(struct icicle_drawing *d, int row, const struct box *b,
	const struct icicle_look *k, struct str label)
{
	int x = d->r.col + b->x0, end = d->r.col + b->x1, from;
	struct str sign = icicle_sign_of(d, b);

	grid_fill(
		d->g, (struct rect){ row, x, 1, end - x }, STR(" "), k->style);
	grid_put(d->g, row, x++, 1, k->mark, k->style);
	if (end - x > 0) {
		x += grid_put(d->g, row, x, end - x, label, k->style);
		if (label_cols(d, b) >= INLINED_LEAST &&
			icicle_is_inlined(d, b->at))
			x += grid_put(d->g, row, x, end - x,
				glyph_str(GLYPH_INLINED, d->g->ascii),
				k->style);
		if (sign.n > 0 && label.n > 0)
			x++;
		x += grid_put(d->g, row, x, end - x, sign, k->style);
	}
	from = d->r.col + b->self_x;
	if (k->dots && !(b->flags & BOX_ANCESTOR)) {
		from = from > x ? from : x;
		grid_fill(d->g, (struct rect){ row, from, 1, end - from },
			glyph_str(GLYPH_SELF, d->g->ascii), k->style);
	}
}

/* Set the styles, hues and hits of a box's cells. */
static void
paint(struct icicle_drawing *d, int row, const struct box *b,
	const struct icicle_look *k)
{
	for (int x = b->x0; x < b->x1; x++) {
		struct cell *c = grid_at(d->g, row, d->r.col + x);
		enum style style = k->style;

		if (style == STYLE_FRAME && x >= b->self_x)
			style = STYLE_TAIL;
		c->style = (uint8_t)style;
		if (x == b->x0 && k->separator) {
			c->style = STYLE_SEPARATOR;
			c->style2 = (uint8_t)style;
		}
		c->hue = k->hue;
		c->flags = k->flags;
	}
	grid_hit(d->g, (struct rect){ row, d->r.col + b->x0, 1, b->x1 - b->x0 },
		(uint32_t)(b - d->l->box));
}

static node_id
parent_of(const struct icicle_drawing *d, const struct box *b)
{
	if (selection_is_group(b->at))
		return b->at.node;
	return flamegraph_tree(d->flamegraph, b->at.side)->parent[b->first];
}

/* The label of a row of several frames. */
struct row_label {
	struct chainlabel chain;
	struct strbuf text;
	bool named; /* `text` has more than the last name */
};

/* False if the box has one frame, or room only for the last one's name. */
static bool
name_chain(
	struct icicle_drawing *d, const struct box *b, struct row_label *label)
{
	if (!is_chain(b))
		return false;
	label->chain = (struct chainlabel){ .flamegraph = d->flamegraph,
		.side = (enum flamegraph_side)b->at.side,
		.first = b->first,
		.last = b->at.node,
		.selected = b == d->selected ? d->ic->selected.node : NONE,
		.matches = d->ic->matches,
		.labels = d->ic->labels,
		.ascii = d->g->ascii,
		.cols = label_cols(d, b),
		.arena = &d->arena };
	label->named = chainlabel_put(&label->text, &label->chain);
	return label->named;
}

/* Let names and gaps be clicked, and underline the name of a frame that is
   selected within a row. */
static void
mark_parts(struct icicle_drawing *d, int at_row, const struct box *b,
	const struct row_label *label)
{
	for (size_t i = 0; label->named && i < label->chain.n; i++) {
		const struct chainlabel_part *part = &label->chain.part[i];
		struct rect r = { at_row, d->r.col + b->x0 + 1 + part->at, 1,
			part->cols };

		if (part->is_selected)
			grid_flag(d->g, r, CELL_UNDERLINE);
		grid_hit(d->g, r, d->l->n + (uint32_t)d->l->part.n);
		vec_push(&d->l->part,
			((struct box_part){ (uint32_t)(b - d->l->box),
				part->node }));
	}
}

/* Mark the ends of a row: hidden width on the zoom's first row, and the number
   of hidden matches on every row. */
static void
mark_row_ends(struct icicle_drawing *d, int at_row, int level)
{
	char text[32];
	uint32_t left, right;
	int hints_n;

	if (level == selection_level(d->flamegraph, d->zoom->at)) {
		if (d->zoom->x0 > 0)
			grid_glyph(d->g, at_row, d->r.col, GLYPH_MORE_LEFT,
				STYLE_MERGED);
		if (d->zoom->x1 < ZOOM_ONE)
			grid_glyph(d->g, at_row, d->r.col + d->r.cols - 1,
				GLYPH_MORE_RIGHT, STYLE_MERGED);
	}
	matches_off_screen(d->ic->matches, d->zoom, level, &left, &right);
	if (left > 0) {
		hints_n = snprintf(text, sizeof(text), "%.*s%s",
			STR_ARG(glyph_str(GLYPH_MORE_LEFT, d->g->ascii)),
			grouped(left).text);
		grid_put(d->g, at_row, d->r.col, d->r.cols,
			str_from(text, (size_t)hints_n), STYLE_MATCH);
	}
	if (right > 0) {
		hints_n = snprintf(text, sizeof(text), "%s%.*s",
			grouped(right).text,
			STR_ARG(glyph_str(GLYPH_MORE_RIGHT, d->g->ascii)));
		grid_put_right(d->g, at_row, d->r.col, d->r.cols,
			str_from(text, (size_t)hints_n), STYLE_MATCH);
	}
}

/* Draw the last eighths of a box over a blank cell. */
static void
draw_eighths(struct icicle_drawing *d, int at_row, const struct box *b,
	const struct icicle_look *look)
{
	char glyph[4];
	struct cell *c;
	int x;

	x = d->r.col + b->x1;
	if (d->ic->smooth && d->ic->colors >= 256 && !d->g->ascii &&
		b->eighths != 0 && look->style == STYLE_FRAME &&
		(look->flags & CELL_SELECTED) == 0 && b->x1 < d->r.cols) {
		/* U+2589 is seven eighths, U+258F one. */
		grid_put(d->g, at_row, x, 1,
			str_from(
				glyph, utf8_bytes(0x2590u - b->eighths, glyph)),
			STYLE_EDGE);
		c = grid_at(d->g, at_row, x);
		c->style2 = b->self_x < b->x1 ? STYLE_TAIL : STYLE_FRAME;
		c->hue = look->hue;
		c->behind = STYLE_NORMAL;
		c->flags = look->flags & CELL_SAME;
		grid_hit(d->g, (struct rect){ at_row, x, 1, 1 },
			(uint32_t)(b - d->l->box));
	}
}

static void
icicle_draw_row(struct icicle_drawing *d, int level)
{
	int at_row = row_of_level(d, level);
	uint32_t n, end;
	const struct box *box = layout_row(d->l, level, &n);
	struct caption *caption = xcalloc(n > 0 ? n : 1, sizeof(*caption));
	struct row_label *row = xcalloc(n > 0 ? n : 1, sizeof(*row));

	for (uint32_t i = 0; i < n; i = end) {
		size_t next = 0;
		uint32_t from;
		size_t count = 0;

		for (end = i + 1; end < n &&
			parent_of(d, &box[end]) == parent_of(d, &box[i]) &&
			!(box[end].flags & BOX_FIRST);)
			end++;
		/* Label the boxes [from, end), which have the same parent. */
		from = i;
		for (uint32_t j = from; j < end; j++) {
			struct caption *c;

			if (label_cols(d, &box[j]) <= 0 ||
				name_chain(d, &box[j], &row[j]))
				continue;
			c = &caption[count++];
			c->cols = label_cols(d, &box[j]);
			strbuf_reset(&c->text);
			caption_forms(&c->forms, flamegraph_view(d->flamegraph),
				selection_frame(d->flamegraph, box[j].at),
				d->ic->labels, &d->arena);
		}
		captions_fit(caption, count, d->g->ascii);
		for (uint32_t k = i; k < end; k++) {
			struct str label = STR_EMPTY;
			struct icicle_look h;

			if (row[k].named)
				label = strbuf_str(&row[k].text);
			else if (label_cols(d, &box[k]) > 0)
				label = strbuf_str(&caption[next++].text);
			h = icicle_look_of(
				d, &box[k], is_chain(&box[k]) && !row[k].named);
			if (!selection_is_group(box[k].at))
				icicle_draw_frame(
					d, at_row, &box[k], &h, label);
			else if (!goes_on(d, &box[k]))
				draw_group(d, at_row, &box[k], &h);
			paint(d, at_row, &box[k], &h);
			mark_parts(d, at_row, &box[k], &row[k]);
			draw_eighths(d, at_row, &box[k], &h);
		}
	}
	mark_row_ends(d, at_row, level);
	for (uint32_t i = 0; i < n; i++) {
		strbuf_free(&caption[i].text);
		strbuf_free(&row[i].text);
	}
	free(caption);
	free(row);
	arena_reset(&d->arena);
}

/* Draw the ruler for the levels [lo, hi]. */
static void
draw_ruler(struct icicle_drawing *d, int col, int lo, int hi)
{
	int rows = d->r.rows, levels = hi - lo + 1;
	bool scrolls = levels > rows;
	int selected = d->ic->selected.node == NONE
		? INT32_MAX
		: selection_level(d->flamegraph, d->ic->selected);

	if (selected < lo)
		selected = lo;
	/* ASCII has few signs, so the ruler appears only if it scrolls. */
	if (d->g->ascii && !scrolls)
		return;
	for (int i = 0; i < rows; i++) {
		int from = scrolls ? lo + (int)((int64_t)i * levels / rows)
				   : d->top + i;
		int to = scrolls
			? lo + (int)((int64_t)(i + 1) * levels / rows) - 1
			: from;
		bool on = to >= d->top && from < d->top + rows;
		enum glyph glyph = on ? GLYPH_ON_SCREEN : GLYPH_OFF_SCREEN;

		if (selected >= from && selected <= to)
			glyph = GLYPH_POINTER;
		else if (!scrolls)
			continue; /* all levels are on screen */
		grid_glyph(d->g,
			d->ic->flame ? d->r.row + rows - 1 - i : d->r.row + i,
			col, glyph, STYLE_RULER);
	}
}

/* ---- Several levels in the first row ---- */

/* Return the columns of a box that is just wide enough for its name. */
static int
folded_cols(struct flamegraph *p, const struct box *b, enum caption_mode labels,
	bool ascii, struct arena *arena)
{
	const struct view *v = flamegraph_view(p);
	struct str name =
		caption_short(v, selection_frame(p, b->at), labels, arena);

	return 1 + utf8_columns(name, ascii) + (v->is_diff ? SIGN_COLS : 1);
}

int
icicle_fold(struct flamegraph *p, const struct zoom *z, int cols, int rows,
	enum caption_mode labels, bool ascii, struct layout *l)
{
	struct arena arena = ARENA_INIT;
	int lo, hi, used = 0, fold = 0;

	layout_drawn(l, p, z, cols, &lo, &hi);
	/* A sandwich is not folded: it has callers above level 0. */
	for (; lo >= 0 && hi - lo + 1 - fold > rows; fold++) {
		uint32_t n, m;
		const struct box *above = layout_row(l, lo + fold, &n);
		const struct box *below = layout_row(l, lo + fold + 1, &m);

		/* Stop unless both boxes have the same extent. */
		if (n != 1 || m != 1 ||
			(selection_is_group(below->at) ||
				above->x0 != below->x0 ||
				above->x1 != below->x1 ||
				!((above->flags & BOX_ANCESTOR) != 0 ||
					selection_width(p, above->at) ==
						selection_width(p, below->at))))
			break;
		used += folded_cols(p, above, labels, ascii, &arena);
		if (used + FOLDED_LEAST > cols)
			break;
	}
	arena_free(&arena);
	return fold;
}

void
icicle_draw(struct grid *g, struct rect r, struct flamegraph *p,
	const struct zoom *z, const struct icicle *ic, struct layout *l)
{
	struct icicle_drawing d = { .g = g,
		.flamegraph = p,
		.zoom = z,
		.ic = ic,
		.l = l,
		.top = ic->top,
		.r = { r.row, r.col, icicle_rows(r.rows),
			icicle_cols(r.cols) } };
	int lo, hi, first, last, row;

	assert(r.row >= 0 && r.row + r.rows <= g->rows && r.col >= 0 &&
		r.col + r.cols <= g->cols);
	if (r.rows <= 0 || r.cols <= 1 || z->at.node == NONE)
		return;
	layout_drawn(l, p, z, d.r.cols, &lo, &hi);
	d.first_level = lo + ic->fold;
	if (ic->fold > 0) {
		int x = 0;

		/* Put the levels side by side; the last one gets the rest. */
		for (int level = lo; level <= d.first_level; level++) {
			struct box *b = &d.l->box[d.l->row[level - d.l->lo]];

			b->x0 = x;
			b->eighths = 0;
			if (level < d.first_level) {
				x += folded_cols(d.flamegraph, b, d.ic->labels,
					d.g->ascii, &d.arena);
				b->x1 = b->self_x = x;
			} else if (b->self_x < x) {
				b->self_x = x;
			}
		}
		if (d.top < d.first_level)
			d.top = d.first_level;
	}
	first = d.top > d.first_level ? d.top : lo;
	last = d.top + d.r.rows - 1 < hi ? d.top + d.r.rows - 1 : hi;
	d.selected = layout_find(l, p, ic->selected);
	for (int level = first; level <= last; level++)
		icicle_draw_row(&d, level);
	draw_ruler(&d, r.col + r.cols - 1, d.first_level, hi);
	row = d.selected != NULL ? row_of_level(&d, d.selected->level) : -1;
	if (row >= r.row && row < r.row + r.rows) {
		if (d.selected->x1 - d.selected->x0 < LABEL_COLS) {
			static const enum glyph arrow[] = { GLYPH_DOWN,
				GLYPH_UP };
			int col = d.r.col + d.selected->x0;

			/* Point at a block of one or two cells, easily
			   overlooked, with arrows above and below. */
			for (int k = 0; k < 2; k++) {
				int at = row + 2 * k - 1;

				if (at < d.r.row || at >= d.r.row + d.r.rows)
					continue;
				grid_glyph(
					d.g, at, col, arrow[k], STYLE_NORMAL);
				grid_at(d.g, at, col)->flags = CELL_SELECTED;
			}
		}
		g->cursor_row = row;
		g->cursor_col = r.col + d.selected->x0;
	}
	arena_free(&d.arena);
}
