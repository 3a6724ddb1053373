/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the main path and putting it into words. */
#include "prelude.h"

#include "present/mainpath.h"

#include "base/arena.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/calltotals.h"
#include "engine/sides.h"
#include "present/caption.h"
#include "present/grid.h"
#include "present/hint.h"
#include "present/number.h"

enum {
	LEAST_EVENTS = 5,
	LEAST_PERCENT = 5,
	NAMES_SAID = 3, /* number of last frames that are always named */
	NAMES_MOST = 5, /* maximum frames named */
	PARTS_SAID = 3,
	PART_LEAST = 10, /* named callees have at least 1/10 of all */
};

struct mainpath_step {
	frame_id frame;
	int64_t value;
};

struct mainpath_walker {
	struct flamegraph *p;
	const struct tree *t;
	enum flamegraph_side side;
	uint64_t *sum;      /* [frames.n] widths of `below`, by frame */
	VEC(node_id) here;  /* nodes of the frame, recursive calls last */
	VEC(node_id) below; /* callees of the nodes in here[] */
	VEC(struct mainpath_step) step; /* frames after the start */
	size_t own;                     /* steps to the last own frame */
	int64_t self;                   /* self of the last frame */
	uint64_t width;
	struct selection end;
	/* The calls in a call-graph file, see use_exact_totals(). */
	struct arena arena;
	const struct call_edge *edge;
	size_t n_edges;
};

/* Return the value of the calls between two frames in the call-graph file, -1
   if there is none. */
static int64_t
value_of_call(const struct mainpath_walker *w, frame_id from, frame_id to)
{
	size_t lo = 0, hi = w->n_edges;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct call_edge *e = &w->edge[mid];

		if (e->from < from || (e->from == from && e->to < to))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < w->n_edges && w->edge[lo].from == from &&
			w->edge[lo].to == to
		? w->edge[lo].sum.value
		: -1;
}

/* Return the path's share of a value that belongs to the frame at a step. */
static int64_t
part_on_path(const struct mainpath_walker *w, size_t step, int64_t value)
{
	const struct mainpath_step *last = &w->step.p[step];
	const struct view *v = flamegraph_view(w->p);
	int64_t total = columns_value(&v->w.total, last->frame);

	return total > last->value
		? (int64_t)((double)value * (double)last->value / (double)total)
		: value;
}

static int64_t
value_below(const struct mainpath_walker *w, frame_id frame)
{
	int64_t value = 0;

	if (w->n_edges > 0 && w->step.n > 0) {
		value = value_of_call(w, w->step.p[w->step.n - 1].frame, frame);
		if (value >= 0)
			return part_on_path(w, w->step.n - 1, value);
		value = 0;
	}
	for (size_t i = 0; i < w->below.n; i++)
		if (w->t->frame[w->below.p[i]] == frame) {
			node_id node = w->below.p[i];
			struct selection s = selection_of(w->side, node);

			/* In a diff, the new side counts. */

			value = i64_wrap_add(value,
				flamegraph_view(w->p)->is_diff
					? selection_sides(w->p, s).new
					: selection_value(w->p, s));
		}
	return value;
}

/* Return the self value of the nodes in here[]. */
static int64_t
value_here(const struct mainpath_walker *w)
{
	int64_t value = 0;

	for (size_t i = 0; i < w->here.n; i++) {
		struct selection s = selection_of(w->side, w->here.p[i]);

		value = i64_wrap_add(value,
			flamegraph_view(w->p)->is_diff
				? selection_self_sides(w->p, s).new
				: selection_self(w->p, s));
	}
	return value;
}

static int64_t
value_of_end(struct mainpath_walker *w)
{
	if (w->step.n > 0)
		return w->step.p[w->step.n - 1].value;
	return flamegraph_view(w->p)->is_diff
		? selection_sides(w->p, w->end).new
		: selection_value(w->p, w->end);
}

/* Return the heaviest frame in below[], or NONE. */
static frame_id
heaviest(const struct mainpath_walker *w)
{
	frame_id best = NONE;

	for (size_t i = 0; i < w->below.n; i++) {
		frame_id f = w->t->frame[w->below.p[i]];

		if (w->sum[f] > 0 && (best == NONE || w->sum[f] > w->sum[best]))
			best = f;
	}
	return best;
}

static bool
is_enough(const struct mainpath_walker *w, uint64_t width)
{
	const struct view *v = flamegraph_view(w->p);
	uint64_t all =
		flamegraph_width(w->p, w->side, flamegraph_root(w->p, w->side));
	double events = v->is_diff
		? 0
		: (double)hint_events(v, v->w.kept) / (double)EVENT_PARTS;

	return (double)width * 5 >= (double)w->width * 3 &&
		width >= all / 100 * LEAST_PERCENT &&
		(events <= 0 ||
			events * (double)width >=
				(double)LEAST_EVENTS * (double)all);
}

/* Walk down. With `onward` the first step is taken even where it splits. */
static void
walk(struct mainpath_walker *w, struct flamegraph *p, struct selection from,
	bool onward)
{
	frame_id next;

	*w = (struct mainpath_walker){ .p = p,
		.side = (enum flamegraph_side)from.side };
	w->end = selection_first(p, from);
	if (w->end.node == NONE)
		return;
	w->t = flamegraph_tree(p, w->side);
	w->sum = xcalloc(flamegraph_view(p)->frames->n + 1u, sizeof(*w->sum));
	w->width = flamegraph_width(p, w->side, w->end.node);
	vec_push(&w->here, w->end.node);
	for (;;) {
		frame_id frame = w->t->frame[w->end.node];
		struct mainpath_step step;
		uint64_t widest = 0;

		w->below.n = 0;
		for (size_t i = 0; i < w->here.n; i++) {
			node_id at = tree_first(w->t, w->here.p[i]);

			for (; at != 0; at = w->t->next[at]) {
				if (w->t->frame[at] == frame) {
					vec_push(&w->here, at);
					continue;
				}
				vec_push(&w->below, at);
				w->sum[w->t->frame[at]] +=
					flamegraph_width(w->p, w->side, at);
			}
		}
		next = heaviest(w);
		if (next == NONE ||
			(!is_enough(w, w->sum[next]) &&
				(!onward || w->step.n > 0))) {
			/* In a tree of callers, self is the weight of stacks
			   that begin here, not end. */
			if (w->side == SIDE_MAIN &&
				flamegraph_view(p)->query.direction !=
					DIR_CALLERS)
				w->self = value_here(w);
			return;
		}
		step = (struct mainpath_step){ next, value_below(w, next) };
		w->width = w->sum[next];
		vec_push(&w->step, step);
		w->here.n = 0;
		for (size_t i = 0; i < w->below.n; i++) {
			node_id node = w->below.p[i];
			uint64_t width = flamegraph_width(w->p, w->side, node);

			w->sum[w->t->frame[node]] = 0;
			if (w->t->frame[node] != next)
				continue;
			vec_push(&w->here, node);
			if (width < widest)
				continue;
			w->end.node = node;
			widest = width;
		}
	}
}

/* If the path ends in code that is not the user's, end at the nearest own frame
   above. */
static void
end_at_own(struct mainpath_walker *w, struct origins *o, struct selection from)
{
	const struct view *v = flamegraph_view(w->p);
	node_id called, own;

	w->own = w->step.n;
	/* In a tree of callers, nodes above are not callers. */
	if (o == NULL || w->step.n == 0 || w->side != SIDE_MAIN ||
		v->query.direction == DIR_CALLERS ||
		v->query.granularity == GRAN_FILES)
		return;
	own = origin_own_caller(o, v->frames, w->t, w->end.node, &called);
	if (own == NONE ||
		tree_depth(w->t, own) <=
			tree_depth(w->t, selection_first(w->p, from).node))
		return;
	while (w->own > 0 && w->step.p[w->own - 1].frame != w->t->frame[own])
		w->own--;
	if (w->own > 0)
		w->end.node = own;
	else /* the start, called again */
		w->own = w->step.n;
}

/* In a call-graph file the totals of functions and calls are exact, but stacks
   are not: recursion can hide most of a function. So take the values of the
   path from the calls. A path that enters a function from one of its callers
   gets only that caller's share of the function's calls. */
static void
use_exact_totals(struct mainpath_walker *w, struct selection from)
{
	const struct view *v = flamegraph_view(w->p);
	frame_id end;

	if (v->w.estimated == NULL || v->is_diff || w->side != SIDE_MAIN ||
		w->step.n == 0 || v->query.direction == DIR_CALLERS ||
		!selection_equal(from, selection_root(w->p)))
		return;
	for (size_t i = 0; i < w->step.n; i++)
		if (v->w.estimated[w->step.p[i].frame] == ESTIMATED_PART)
			return;
	w->edge = calltotals_edges(v, false, &w->arena, &w->n_edges);
	for (size_t i = 0; i < w->step.n && w->n_edges > 0; i++) {
		struct mainpath_step *step = &w->step.p[i];
		int64_t value = i == 0
			? columns_value(&v->w.total, step->frame)
			: value_of_call(w, step[-1].frame, step->frame);

		if (i > 0 && value > 0)
			value = part_on_path(w, i - 1, value);
		if (value > step->value)
			step->value = value;
		value = i == 0 ? v->w.whole : step[-1].value;
		if (step->value > value)
			step->value = value;
	}
	end = w->step.p[w->step.n - 1].frame;
	for (size_t i = 0; i < w->below.n && w->n_edges > 0; i++) {
		frame_id frame = w->t->frame[w->below.p[i]];
		int64_t value = value_below(w, frame);

		if (w->sum[frame] > 0 && value > 0)
			w->sum[frame] = (uint64_t)value;
	}
	if (w->n_edges > 0)
		w->self = part_on_path(
			w, w->step.n - 1, columns_value(&v->w.self, end));
}

static void
walker_fini(struct mainpath_walker *w)
{
	arena_free(&w->arena);
	free(w->sum);
	vec_free(&w->here);
	vec_free(&w->below);
	vec_free(&w->step);
}

struct selection
mainpath_end(struct flamegraph *p, struct origins *o, struct selection from)
{
	struct mainpath_walker w;

	walk(&w, p, from, false);
	end_at_own(&w, o, from);
	walker_fini(&w);
	return w.end;
}

static void
put_name(const struct mainpath_walker *w, struct strbuf *out, frame_id frame,
	bool ascii)
{
	struct arena arena = ARENA_INIT;

	utf8_put(out,
		caption_short(
			flamegraph_view(w->p), frame, CAPTION_AUTO, &arena),
		ascii, -1);
	arena_free(&arena);
}

/* True if frame i is the last or the next frame has under 90% of its value. */
static bool
drops_behind(const struct mainpath_walker *w, size_t i)
{
	return i + 1 == w->own || i + 1 == w->step.n ||
		u64_abs(w->step.p[i + 1].value) / 9 <
		u64_abs(w->step.p[i].value) / 10;
}

/* Append the frames of the path: "... > main 90% > handle > encode 33%". */
static void
put_steps(const struct mainpath_walker *w, struct strbuf *out, int64_t all,
	bool ascii)
{
	const struct mainpath_step *last;
	size_t n = w->own, from = n, said = 0, path_before = n;

	/* Go backwards to find the first frame to write. */
	while (from > 0 && said < NAMES_MOST) {
		from--;
		said += drops_behind(w, from) || from + NAMES_SAID >= n;
	}
	for (size_t i = from; i < n; i++) {
		const struct mainpath_step *step = &w->step.p[i];
		bool drops = drops_behind(w, i);

		if (!drops && i + NAMES_SAID < n)
			continue;
		if (path_before != n)
			strbuf_addf(
				out, " %s ", glyph_str(GLYPH_CALLS, ascii).p);
		if (i > 0 && (path_before == n || path_before + 1 < i))
			strbuf_addf(out, "%s %s ",
				glyph_str(GLYPH_CUT, ascii).p,
				glyph_str(GLYPH_CALLS, ascii).p);
		put_name(w, out, step->frame, ascii);
		if (drops)
			strbuf_addch(out, ' ');
		if (drops)
			(void)percent_put(out, step->value, all);
		path_before = i;
	}
	if (n == w->step.n)
		return;
	last = &w->step.p[w->step.n - 1];
	strbuf_addstr(out, "; below it ");
	put_name(w, out, last->frame, ascii);
	/* Omit the share if it is at least 90% of the previous one. */
	if (u64_abs(last->value) / 9 < u64_abs(w->step.p[n - 1].value) / 10) {
		strbuf_addch(out, ' ');
		(void)percent_put(out, last->value, all);
	}
}

/* Set text to the heaviest callees, "encode 33.0%, query 32.0%", and *sum to
   their values. Return their number. */
static size_t
put_callees(struct mainpath_walker *w, struct strbuf *text, int64_t all,
	bool ascii, int64_t *sum)
{
	uint64_t least = u64_abs(all) / PART_LEAST;
	size_t said = 0;

	*sum = 0;
	while (said < PARTS_SAID) {
		frame_id frame = heaviest(w);
		int64_t value = frame == NONE ? 0 : value_below(w, frame);

		if (frame == NONE || u64_abs(value) < least)
			break;
		if (said++ > 0)
			strbuf_addstr(text, ", ");
		put_name(w, text, frame, ascii);
		strbuf_addch(text, ' ');
		(void)percent_put(text, value, all);
		*sum = i64_wrap_add(*sum, value);
		w->sum[frame] = 0;
	}
	return said;
}

/* Append why the path ends: "; self 52.0%", or "; it splits: encode 33.0%,
   query 32.0%, self 10.0%". The root's self is the samples without a stack. */
static void
put_parts(
	struct mainpath_walker *w, struct strbuf *out, int64_t all, bool ascii)
{
	bool is_root = w->step.n == 0 && w->end.node == 0;
	const char *own = is_root ? "without a stack " : "self ";
	/* "below it search, which splits: ..." */
	bool is_below = w->own < w->step.n;
	uint64_t self = u64_abs(w->self);
	uint64_t value = u64_abs(value_of_end(w));
	struct strbuf callees = STRBUF_INIT;
	int64_t sum;
	bool has_self;
	size_t said;

	if (heaviest(w) == NONE)
		return;
	if (self > 0 && self >= value - (self < value ? self : value)) {
		strbuf_addstr(out, is_below ? ", " : w->step.n > 0 ? "; " : "");
		strbuf_addstr(out, own);
		(void)percent_put(out, w->self, all);
		return;
	}
	said = put_callees(w, &callees, all, ascii, &sum);
	has_self = self > 0 && self >= u64_abs(all) / PART_LEAST;
	if (said == 1 && !has_self && w->step.n == 0 &&
		u64_abs(sum) >= u64_abs(all) / 2)
		strbuf_addstr(out, "most goes through ");
	else if (said == 1 && !has_self)
		strbuf_addstr(out,
			is_below                ? ", its largest part is "
				: w->step.n > 0 ? "; the largest part is "
						: "the largest part is ");
	else if (said > 0)
		strbuf_addstr(out,
			/* Recursive calls are in each other's totals. */
			w->n_edges > 0 &&
					wide_mul(u64_abs(sum), 100) >
						wide_mul(value, 101)
				? is_below ? ", which calls " : "; it calls "
				: is_below      ? ", which splits: "
				: w->step.n > 0 ? "; it splits: "
				: is_root       ? "the root splits: "
						: "it splits: ");
	strbuf_add(out, strbuf_str(&callees));
	if (said > 0 && has_self) {
		strbuf_add3(out, ", ", str_c(own), "");
		(void)percent_put(out, w->self, all);
	}
	strbuf_free(&callees);
}

/* True if the path ends in an address below the user's own frame, which is no
   useful name. */
static bool
ends_without_name(const struct mainpath_walker *w)
{
	const struct view *v = flamegraph_view(w->p);

	return w->own < w->step.n &&
		str_starts(
			v->frames->frame[w->step.p[w->step.n - 1].frame].text,
			STR("0x"));
}

struct selection
mainpath_put(struct strbuf *out, struct flamegraph *p, struct origins *o,
	struct selection from, bool onward, bool ascii)
{
	const struct view *v = flamegraph_view(p);
	int64_t all = v->is_diff ? sides_of(&v->w.kept).new : v->w.whole;
	struct mainpath_walker w;
	size_t n;

	walk(&w, p, from, onward);
	end_at_own(&w, onward ? NULL : o, from);
	use_exact_totals(&w, from);
	n = w.step.n;
	if (n == 0 && heaviest(&w) == NONE && w.end.node != NONE &&
		selection_equal(w.end, selection_root(p)))
		strbuf_addstr(out, "no samples are shown");
	if (n > 0)
		strbuf_addstr(out,
			u64_abs(w.step.p[w.own - 1].value) >= u64_abs(all) / 2
				? "most goes through "
				: "the heaviest path: ");
	if (ends_without_name(&w)) {
		w.step.n = w.own;
		put_steps(&w, out, all, ascii);
	} else {
		put_steps(&w, out, all, ascii);
		put_parts(&w, out, all, ascii);
	}
	walker_fini(&w);
	return w.end;
}
