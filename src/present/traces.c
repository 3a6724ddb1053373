/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks as a list. */
#include "prelude.h"

#include "present/traces.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/labelunits.h"
#include "present/lazysort.h"
#include "present/stackline.h"
#include "profile/unit.h"

/* ---- The labels of a stack ---- */

/* A label and the weight of its samples. */
struct traces_value {
	struct str key;
	const struct label *label;
	int64_t weight;
};

static int
traces_by_value(const void *a, const void *b)
{
	const struct traces_value *x = a, *y = b;
	int c = str_cmp(x->key, y->key);

	if (c != 0)
		return c;
	if (x->label->str != y->label->str)
		return x->label->str < y->label->str ? -1 : 1;
	return x->label->num < y->label->num ? -1
					     : x->label->num > y->label->num;
}

/* Append the heaviest value of one key and how many others there are. */
static void
traces_add_key(struct strbuf *out, const struct traces *t,
	const struct traces_value *value, size_t n, int64_t total)
{
	const struct traces_value *best = value;

	for (size_t i = 1; i < n; i++)
		if (i64_abs(value[i].weight) > i64_abs(best->weight))
			best = &value[i];
	if (out->n > 0)
		strbuf_addstr(out, "  ");
	strbuf_addf(out, "%.*s=", STR_ARG(best->key));
	if (best->label->str != NONE)
		strbuf_add(
			out, profile_str(t->view->profile, best->label->str));
	else
		label_number_put(out, best->label->num,
			tag_unit(&t->units, best->label->key));
	if (best->weight != total && total != 0) {
		strbuf_addch(out, ' ');
		percent_put(out, best->weight, total);
	}
	if (n > 1)
		strbuf_addf(out, " +%zu", n - 1);
}

/* ---- The list ---- */

enum {
	CLOSED_FRAMES = 1, /* frames of a closed stack with their own line */
	FRAME_INDENT = 7,
	PLACE_MOST = 30,
	PLACE_FROM = 60, /* minimum columns to show a frame's source */
};

/* Return the nodes, [tree.n], with one of the frames on their stack. */
static struct bits
nodes_with(const struct tree *t, const struct bits *frames)
{
	struct bits with = bits_new(t->n);

	for (node_id node = 1; node < t->n; node++)
		if (bits_get(frames, t->frame[node]) ||
			bits_get(&with, t->parent[node]))
			bits_set(&with, node);
	return with;
}

struct traces_pane *
traces_pane_new(const struct traces *t, const struct bits *frames)
{
	struct traces_pane *tp = xcalloc(1, sizeof(*tp));
	const struct traces *rank_t;
	struct bits with = { .word = NULL };
	uint32_t n = 0;

	tp->traces = t;
	tp->numbers = numbers_of(t->view, &t->view->w);
	tp->open = bits_new(t->n);
	rank_t = tp->traces;
	if (frames != NULL)
		with = nodes_with(&rank_t->view->full, frames);
	for (uint32_t i = 0; i < rank_t->n; i++)
		n += frames == NULL || bits_get(&with, rank_t->trace[i].node);
	rank_init(&tp->rank, n);
	n = 0;
	for (uint32_t i = 0; i < rank_t->n; i++) {
		int64_t value = rank_t->trace[i].value;

		if (frames != NULL && !bits_get(&with, rank_t->trace[i].node))
			continue;
		tp->has_negatives = tp->has_negatives || value < 0;
		tp->rank.item[n++] =
			(struct rank_item){ .id = i, .key = u64_abs(value) };
	}
	free(with.word);
	return tp;
}

void
traces_pane_free(struct traces_pane *tp)
{
	if (tp == NULL)
		return;
	rank_fini(&tp->rank);
	free(tp->open.word);
	map64_free(&tp->known);
	vec_free(&tp->label_text);
	arena_free(&tp->arena);
	free(tp);
}

/* Return the index of a stack, after sorting that far. */
static uint32_t
index_of(struct traces_pane *tp, uint32_t stack)
{
	rank_sort(&tp->rank, stack, stack + 1);
	return tp->rank.item[stack].id;
}

static const struct trace *
traces_trace_of(struct traces_pane *tp, uint32_t stack)
{
	return &tp->traces->trace[index_of(tp, stack)];
}

const struct trace *
traces_pane_trace(struct traces_pane *tp, uint32_t stack)
{
	return stack < tp->rank.n ? traces_trace_of(tp, stack) : NULL;
}

int64_t
traces_pane_sum(struct traces_pane *tp, uint32_t stack)
{
	bool sticky = false;

	if (tp->rank.n == 0)
		return 0;
	if (stack >= tp->rank.n)
		stack = tp->rank.n - 1;
	index_of(tp, stack);
	if (tp->summed > stack + 1)
		tp->summed = 0;
	if (tp->summed == 0)
		tp->sum = 0;
	for (; tp->summed <= stack; tp->summed++)
		tp->sum = i64_add(tp->sum,
			tp->traces->trace[tp->rank.item[tp->summed].id].value,
			&sticky);
	return tp->sum;
}

static uint32_t
traces_depth_of(struct traces_pane *tp, uint32_t stack)
{
	return tree_depth(
		&tp->traces->view->full, traces_trace_of(tp, stack)->node);
}

bool
traces_pane_is_open(struct traces_pane *tp, uint32_t stack)
{
	return stack < tp->rank.n && bits_get(&tp->open, index_of(tp, stack));
}

void
traces_pane_toggle(struct traces_pane *tp, uint32_t stack)
{
	if (stack >= tp->rank.n)
		return;
	if (traces_pane_is_open(tp, stack))
		bits_clear(&tp->open, index_of(tp, stack));
	else
		bits_set(&tp->open, index_of(tp, stack));
}

/* Return the number of lines below the first, including "callers (Enter)". */
static uint32_t
frame_lines(struct traces_pane *tp, uint32_t stack)
{
	uint32_t depth = traces_depth_of(tp, stack);

	if (depth <= CLOSED_FRAMES + 1 || traces_pane_is_open(tp, stack))
		return depth;
	return CLOSED_FRAMES + 1;
}

/* Return the last line of a stack on which the cursor stops. */
static uint32_t
stops(struct traces_pane *tp, uint32_t stack)
{
	return traces_pane_is_open(tp, stack) ? traces_depth_of(tp, stack) : 0;
}

node_id
traces_pane_node(struct traces_pane *tp, struct traces_at at)
{
	const struct trace *trace = traces_pane_trace(tp, at.stack);
	const struct tree *t = &tp->traces->view->full;
	node_id node;

	if (trace == NULL)
		return NONE;
	node = trace->node;
	for (uint32_t i = 1; i < at.line && t->parent[node] != 0; i++)
		node = t->parent[node];
	return node;
}

uint32_t
traces_pane_find(struct traces_pane *tp, uint32_t stack, int step,
	const struct bits *frames)
{
	struct bits with = nodes_with(&tp->traces->view->full, frames);
	uint32_t found = NONE;

	for (int64_t i = stack; i >= 0 && i < tp->rank.n; i += step) {
		uint32_t at = (uint32_t)i;

		if (bits_get(&with, traces_trace_of(tp, at)->node)) {
			found = at;
			break;
		}
	}
	free(with.word);
	return found;
}

struct traces_at
traces_pane_step(struct traces_pane *tp, struct traces_at at, int64_t steps)
{
	if (tp->rank.n == 0)
		return (struct traces_at){ 0, 0 };
	if (at.stack >= tp->rank.n)
		at = (struct traces_at){ tp->rank.n - 1, 0 };
	if (at.line > stops(tp, at.stack))
		at.line = stops(tp, at.stack);
	for (; steps > 0; steps--) {
		if (at.line < stops(tp, at.stack))
			at.line++;
		else if (at.stack + 1 < tp->rank.n)
			at = (struct traces_at){ at.stack + 1, 0 };
	}
	for (; steps < 0; steps++) {
		if (at.line > 0) {
			at.line--;
		} else if (at.stack > 0) {
			at.stack--;
			at.line = stops(tp, at.stack);
		}
	}
	return at;
}

struct traces_at
traces_pane_line(struct traces_pane *tp, struct traces_at at, int64_t lines)
{
	if (tp->rank.n == 0)
		return (struct traces_at){ 0, 0 };
	if (at.stack >= tp->rank.n)
		at = (struct traces_at){ tp->rank.n - 1, 0 };
	if (at.line > frame_lines(tp, at.stack))
		at.line = frame_lines(tp, at.stack);
	while (lines > 0) {
		uint32_t left = frame_lines(tp, at.stack) - at.line;

		if (lines <= left) {
			at.line += (uint32_t)lines;
			return at;
		}
		if (at.stack + 1 == tp->rank.n) {
			at.line += left;
			return at;
		}
		lines -= left + 1;
		at = (struct traces_at){ at.stack + 1, 0 };
	}
	while (lines < 0) {
		if (-lines <= at.line) {
			at.line -= (uint32_t)-lines;
			return at;
		}
		if (at.stack == 0) {
			at.line = 0;
			return at;
		}
		lines += at.line + 1;
		at.stack--;
		at.line = frame_lines(tp, at.stack);
	}
	return at;
}

static bool
is_before(struct traces_at a, struct traces_at b)
{
	return a.stack != b.stack ? a.stack < b.stack : a.line < b.line;
}

struct traces_at
traces_pane_scroll(struct traces_pane *tp, struct traces_at first,
	struct traces_at at, int rows)
{
	struct traces_at end = at, last;

	if (tp->rank.n == 0 || rows < 1)
		return (struct traces_at){ 0, 0 };
	first = traces_pane_line(tp, first, 0);
	if (is_before(at, first))
		first = at;
	/* Show as much of a closed stack as fits. */
	if (!traces_pane_is_open(tp, at.stack))
		end.line = frame_lines(tp, at.stack);
	last = traces_pane_line(tp, end, -(int64_t)rows + 1);
	if (is_before(at, last))
		last = at;
	if (is_before(first, last))
		first = last;
	/* Leave no empty lines below the end. */
	end = (struct traces_at){ tp->rank.n - 1, 0 };
	if (first.stack + (uint32_t)rows < tp->rank.n)
		return first;
	end.line = frame_lines(tp, end.stack);
	last = traces_pane_line(tp, end, -(int64_t)rows + 1);
	return is_before(last, first) ? last : first;
}

/* Drawing. */

/* Return a stack's labels, cached because they take time to sum up. */
static struct str
traces_labels_of(struct traces_pane *tp, uint32_t index)
{
	const struct traces *t = tp->traces;
	uint32_t *at = map64_at(&tp->known, index);
	struct strbuf text = STRBUF_INIT;
	const struct profile *p;
	const struct labels *labels;
	VEC(struct traces_value) value = { NULL, 0, 0 };
	int64_t total = 0; /* sum of the parts, whose weights are undivided */
	bool sticky = false;
	size_t n, end;
	struct traces_value *merge_value;
	size_t merge_n;
	size_t out = 0;
	bool merge_sticky = false;

	if (*at != NONE)
		return tp->label_text.p[*at];
	*at = (uint32_t)tp->label_text.n;
	/* Build "endpoint=/checkout tenant=acme 62% +2": for each key the
	   heaviest value, its share of the stack unless that is 100%, and how
	   many other values there are. */
	p = t->view->profile;
	labels = &p->labels;
	for (uint32_t k = 0; k < t->trace[index].n_parts; k++) {
		const struct trace_part *part =
			&t->part[t->trace[index].part + k];
		const struct label *l =
			&labels->label[labels->first[part->set]];

		total = i64_add(total, part->weight, &sticky);
		for (; l < &labels->label[labels->first[part->set + 1]]; l++)
			vec_push(&value,
				((struct traces_value){ profile_str(p, l->key),
					l, part->weight }));
	}
	if (value.n > 0)
		qsort(value.p, value.n, sizeof(*value.p), traces_by_value);
	/* Merge equal labels. */
	merge_value = value.p;
	merge_n = value.n;
	for (size_t i = 0; i < merge_n; i++) {
		if (out > 0 &&
			traces_by_value(
				&merge_value[out - 1], &merge_value[i]) == 0)
			merge_value[out - 1].weight =
				i64_add(merge_value[out - 1].weight,
					merge_value[i].weight, &merge_sticky);
		else
			merge_value[out++] = merge_value[i];
	}
	n = out;
	for (size_t i = 0; i < n; i = end) {
		end = i + 1;
		while (end < n && str_eq(value.p[end].key, value.p[i].key))
			end++;
		traces_add_key(&text, t, &value.p[i], end - i, total);
	}
	vec_free(&value);
	vec_push(&tp->label_text, arena_text(&tp->arena, &text));
	return tp->label_text.p[*at];
}

/* The position and context for drawing a line. */
struct traces_row {
	struct pen pen;
	struct traces_pane *tp;
	const struct traces_draw *d;
	struct arena *arena;
	int number; /* width of the stack numbers */
};

/* Draw the function, and its source if there is room for both. */
static void
traces_draw_frame(struct traces_row *r, struct traces_at at)
{
	const struct view *v = r->tp->traces->view;
	node_id node = traces_pane_node(r->tp, at);
	frame_id frame = v->full.frame[node];
	bool match = r->d->matches != NULL && bits_get(r->d->matches, frame);
	bool inlined = (v->full.flags[node] & TREE_INLINE) != 0;
	enum style style = match ? STYLE_MATCH : STYLE_NORMAL;
	struct pen p = r->pen;
	struct strbuf place = STRBUF_INIT;
	struct caption c = { .in_list = true };
	int place_cols;

	if (p.end - p.col >= PLACE_FROM)
		caption_source_put(&place, v, frame, false);
	place_cols = utf8_columns(strbuf_str(&place), p.g->ascii);
	if (place_cols > 0 && place_cols <= PLACE_MOST) {
		p.end -= place_cols + 2;
		grid_put(p.g, p.row, p.end + 1, place_cols, strbuf_str(&place),
			STYLE_DIM);
	}
	p.col += FRAME_INDENT;
	caption_forms(&c.forms, v, frame, r->d->labels, r->arena);
	c.cols = p.end - p.col - inlined;
	if (match)
		grid_glyph(p.g, p.row, p.col - 2, GLYPH_MATCH, STYLE_MATCH);
	if (r->d->skip > 0) {
		grid_put_skip(p.g, p.row, p.col, p.end - p.col,
			c.forms.form[c.forms.plain], r->d->skip, style);
	} else {
		captions_fit(&c, 1, p.g->ascii);
		pen_put(&p, strbuf_str(&c.text), style);
		if (inlined)
			pen_glyph(&p, GLYPH_INLINED, STYLE_DIM);
	}
	strbuf_free(&c.text);
	strbuf_free(&place);
}

void
traces_pane_draw(struct grid *g, struct rect r, struct traces_pane *tp,
	const struct traces_draw *d)
{
	struct arena arena = ARENA_INIT;
	struct traces_at at = d->first;

	if (tp->rank.n == 0)
		return;
	rank_sort(&tp->rank, at.stack, at.stack + (uint32_t)r.rows);
	for (int k = 0; k < r.rows && at.stack < tp->rank.n; k++) {
		struct rect line = { r.row + k, r.col, 1, r.cols };
		struct traces_row row = { .pen = { g, r.row + k, r.col,
						  r.col + r.cols },
			.tp = tp,
			.d = d,
			.arena = &arena,
			.number = snprintf(NULL, 0, "%u", tp->rank.n) };
		uint32_t depth = traces_depth_of(tp, at.stack);

		if (at.line == 0) {
			uint32_t stack = at.stack;
			struct traces_pane *pane = row.tp;
			const struct trace *trace =
				traces_trace_of(pane, stack);
			struct pen p = row.pen;
			struct strbuf text = STRBUF_INIT;

			strbuf_addf(&text, "%u", stack + 1);
			p.col += 2;
			pen_right(
				&p, row.number, strbuf_str(&text), STYLE_BOLD);
			strbuf_free(&text);
			p.col += 2;
			number_draw(
				&p, &pane->numbers, trace->value, STYLE_NUMBER);
			percent_draw(&p, pane->has_negatives ? 8 : 6,
				trace->value, view_whole(pane->traces->view),
				STYLE_NUMBER);
			p.col += 3;
			if (trace->n_parts > 0 && p.col < p.end)
				grid_put_skip(p.g, p.row, p.col, p.end - p.col,
					traces_labels_of(
						pane, index_of(pane, stack)),
					row.d->skip, STYLE_DIM);
		} else if (at.line == CLOSED_FRAMES + 1 &&
			depth > CLOSED_FRAMES + 1 &&
			!traces_pane_is_open(tp, at.stack)) {
			uint32_t stack = at.stack;
			const struct view *v = row.tp->traces->view;
			struct stackline l = { v, row.d->labels,
				row.pen.g->ascii, false, row.arena };
			struct strbuf text = STRBUF_INIT, more = STRBUF_INIT;
			node_id node = traces_trace_of(row.tp, stack)->node;
			struct pen p = row.pen;

			/* Draw the callers in one line: "main.func1 › recurse
			   ×10   11 callers (Enter)". */
			strbuf_addf(&more, "   %s callers (Enter)",
				grouped(tree_depth(&v->full, node) -
					CLOSED_FRAMES)
					.text);
			p.col += FRAME_INDENT;
			p.end -= utf8_columns(strbuf_str(&more), l.ascii);
			stackline_ends(&text, &l, v->full.parent[node], 0,
				p.end - p.col);
			if (p.end > p.col)
				pen_cut(&p, strbuf_str(&text), STYLE_DIM);
			p.end = row.pen.end;
			pen_put(&p, strbuf_str(&more), STYLE_DIM);
			strbuf_free(&text);
			strbuf_free(&more);
		} else
			traces_draw_frame(&row, at);
		grid_hit(g, line, (uint32_t)k);
		if (at.stack == d->at.stack && at.line == d->at.line)
			grid_cursor(g, line, d->focused);
		if (at.line < frame_lines(tp, at.stack))
			at.line++;
		else
			at = (struct traces_at){ at.stack + 1, 0 };
		arena_reset(&arena);
	}
	arena_free(&arena);
}
