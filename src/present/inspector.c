/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything known about one node, as lines. */
#include "prelude.h"

#include "present/inspector.h"

#include <inttypes.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "engine/bottleneck.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/caption.h"
#include "present/number.h"
#include "present/percall.h"
#include "present/why.h"
#include "profile/labels.h"
#include "profile/name.h"
#include "profile/unit.h"

enum { LABEL_COLS = 12 };

struct inspector_writer {
	const struct inspected *of;
	const struct view *v;
	frame_id frame; /* NONE: the root */
	struct numbers numbers;
	struct arena *arena;
	VEC(struct inspector_line) line;
	struct strbuf text;      /* the line being built */
	struct strbuf long_text; /* text for write_long() */
	int cols, pair; /* width of a line; of a number and its share */
	bool both;      /* there is room for the numbers of all paths */
};

/* ---- Lines ---- */

static int
write_columns(const struct inspector_writer *w)
{
	return utf8_columns(strbuf_str(&w->text), w->of->ascii);
}

/* End the line being built, cut at the right. */
static void
write_end(struct inspector_writer *w, bool heading)
{
	struct strbuf cut = STRBUF_INIT;
	struct inspector_line line = { .heading = heading };
	struct str text = strbuf_str(&w->text);

	while (text.n > 0 && text.p[text.n - 1] == ' ')
		text.n--;
	text_cut(&cut, text, w->of->ascii, w->cols);
	line.text = arena_text(w->arena, &cut);
	vec_push(&w->line, line);
	strbuf_reset(&w->text);
}

static void
write_heading(struct inspector_writer *w, const char *text)
{
	write_end(w, false);
	strbuf_addstr(&w->text, text);
	write_end(w, true);
}

/* Pad with blanks up to a column. */
static void
write_pad(struct inspector_writer *w, int to)
{
	int n = to - write_columns(w);

	if (n > 0)
		strbuf_addn(&w->text, ' ', (size_t)n);
}

static void
write_label(struct inspector_writer *w, const char *name)
{
	strbuf_addstr(&w->text, name);
	write_pad(w, LABEL_COLS);
}

/* Write w->long_text over several lines, unless empty, and clear it. */
static void
write_long(struct inspector_writer *w, const char *name)
{
	struct str text = strbuf_str(&w->long_text);
	int room = w->cols - LABEL_COLS, used = 0;
	struct utf8_cell cell;
	size_t at = 0;

	if (text.n == 0)
		return;
	write_label(w, name);
	while (utf8_next(text, &at, w->of->ascii, &cell)) {
		if (used + cell.width > room) {
			write_end(w, false);
			write_label(w, "");
			used = 0;
		}
		strbuf_add(&w->text, str_from(cell.text, cell.len));
		used += cell.width;
	}
	write_end(w, false);
	strbuf_reset(&w->long_text);
}

static void
write_percent(
	struct inspector_writer *w, int64_t value, int64_t whole, int width)
{
	size_t from = w->text.n;

	percent_put(&w->text, value, whole);
	strbuf_pad_left(&w->text, from, width);
}

/* Write a number and its share of `whole`, in w->pair columns. */
static void
write_value(struct inspector_writer *w, int64_t value, int64_t whole)
{
	size_t from = w->text.n;

	number_put(&w->text, &w->numbers, value);
	strbuf_pad_left(&w->text, from, w->pair - 7);
	write_percent(w, value, whole, 7);
}

/* Write a number, its share, and its function. */
static void
write_row(struct inspector_writer *w, int64_t value, int64_t whole,
	frame_id frame)
{
	write_value(w, value, whole);
	strbuf_addstr(&w->text, "  ");
	strbuf_add(&w->text,
		frame == NONE
			? STR("(root)")
			: caption_short(w->v, frame, CAPTION_AUTO, w->arena));
	write_end(w, false);
}

/* ---- Contents ---- */

enum {
	GAP = 3,
	SHOWN = 3,       /* maximum callers, callees, values of a tag */
	STACK_MAX = 40,  /* maximum frames of the stack */
	STACK_LINES = 6, /* maximum lines of the stack */
	ROW_ENDS = 20,   /* maximum frames from each end of a row */
	BUILD_ID = 16,
};

/* The node's names and locations. */

static void
put_names(struct inspector_writer *w)
{
	const struct profile *p = w->v->profile;
	const struct frame *f = &w->v->frames->frame[w->frame];
	const struct origin *o = &w->of->origin;
	struct str name = caption_short(w->v, w->frame, CAPTION_AUTO, w->arena);
	struct str system = STR_EMPTY;
	uint8_t inlined;
	struct strbuf *text;
	const struct profile *q;
	const struct detail *d;
	struct strbuf *place;
	int64_t start;
	map_id m;
	struct str build;
	static const char *const names[BOTTLENECK_COSTS] = { "instructions",
		"cache", "memory", "system" };
	double cost[BOTTLENECK_COSTS], sum = 0;

	if (f->first_line != NONE)
		system = profile_str(
			p, p->func.system[p->line.func[f->first_line]]);
	strbuf_add(&w->text, name);
	write_end(w, true);
	strbuf_add(&w->long_text, str_eq(name, f->text) ? STR_EMPTY : f->text);
	write_long(w, "full");
	strbuf_add(&w->long_text, str_eq(system, f->name) ? STR_EMPTY : system);
	write_long(w, "symbol");
	if (name_is_made_up(f->name)) {
		strbuf_addstr(&w->text,
			"made up: no symbols, its start is from unwind tables");
		write_end(w, false);
	}
	q = w->v->profile;
	d = w->of->detail;
	place = &w->long_text;
	start = f->first_line != NONE
		? q->func.start_line[q->line.func[f->first_line]]
		: 0;
	caption_source_put(place, w->v, w->frame, true);
	write_long(w, "source");
	if (start > 0)
		strbuf_addf(place, "begins at %" PRId64, start);
	if (d->hot_line > 0) {
		strbuf_addf(place, "%shottest %" PRId64 " with ",
			place->n > 0 ? ", " : "", d->hot_line);
		number_put(place, &w->numbers, d->hot_value);
	}
	write_long(w, "lines");
	m = f->first_loc != NONE ? p->loc.map[f->first_loc] : NONE;
	if (m != NONE && profile_str(p, p->map.file[m]).n > 0) {
		strbuf_add(place, profile_str(p, p->map.file[m]));
		build = profile_str(p, p->map.build_id[m]);
		if (build.n > 0)
			strbuf_addf(place, ", build id %.*s",
				(int)(build.n < BUILD_ID ? build.n : BUILD_ID),
				build.p);
	}
	if (f->address != 0)
		strbuf_addf(place, "%saddress 0x%" PRIx64,
			place->n > 0 ? ", " : "", f->address);
	write_long(w, "binary");
	if (w->of->has_origin) {
		write_label(w, "origin");
		strbuf_addstr(&w->text, origin_name((enum origin_kind)o->kind));
		if (o->why != NULL && o->why[0] != '\0')
			strbuf_addf(&w->text,
				o->does != RKIND_OTHER ? " (%s: %s)" : " (%s)",
				o->why,
				runtime_kind_name((enum runtime_kind)o->does));
		write_end(w, false);
	}
	inlined = w->v->inlined[w->frame];
	text = &w->long_text;
	strbuf_addf(text, "%d",
		selection_depth(w->of->flamegraph, w->of->selected));
	if ((inlined & 3) == 1)
		strbuf_addstr(text, ", always inlined");
	else if ((inlined & 1) != 0)
		strbuf_addstr(text, ", inlined in some places");
	if (w->of->detail->recursion > 1)
		strbuf_addf(text, ", recursive: up to %u on one stack",
			w->of->detail->recursion);
	write_long(w, "depth");
	/* Write the shares of the processor's bottlenecks in the function. */
	if (w->v->bottlenecks == NULL)
		return;
	bottleneck_costs(
		w->v->bottlenecks, w->frame, w->of->origin.is_kernel, cost);
	for (int i = 0; i < BOTTLENECK_COSTS; i++)
		sum += cost[i];
	for (int i = 0; i < BOTTLENECK_COSTS && sum > 0; i++)
		if (cost[i] > 0)
			strbuf_addf(text, "%s%s %.0f%%",
				text->n > 0 ? ", " : "", names[i],
				100 * cost[i] / sum);
	if (text->n > 0)
		strbuf_addf(text, "  (%s)", w->v->bottlenecks->source);
	write_long(w, "busy with");
}

/* Numbers. */

/* True if `detail` has numbers for this call path, which requires a graph that
   goes from callers to callees. */
static bool
knows_here(const struct inspector_writer *w)
{
	return w->v->query.direction == DIR_CALLEES;
}

/* True if the parent of a node is its callee. */
static bool
goes_to_callers(const struct inspector_writer *w)
{
	return w->v->query.direction == DIR_CALLERS ||
		w->of->selected.side == SIDE_CALLERS;
}

static void
put_pair(
	struct inspector_writer *w, const char *name, int64_t here, int64_t all)
{
	write_label(w, name);
	write_value(w, here, view_whole(w->v));
	if (w->both) {
		write_pad(w, LABEL_COLS + w->pair + GAP);
		write_value(w, all, view_whole(w->v));
	}
	write_end(w, false);
}

static void
inspector_put_share(struct inspector_writer *w, const char *name, int64_t here,
	int64_t all, int64_t of)
{
	/* A change is not a share of another change. */
	if (w->v->is_diff || w->v->query.mean || of == 0)
		return;
	write_label(w, name);
	write_percent(w, here, of, w->pair);
	if (w->both && all != 0) {
		write_pad(w, LABEL_COLS + w->pair + GAP);
		write_percent(w, all, of, w->pair);
	}
	write_end(w, false);
}

static void
put_events(struct inspector_writer *w, int64_t parts)
{
	size_t from = w->text.n;

	strbuf_addstr(
		&w->text, w->v->events->is_estimate && parts > 0 ? "~" : "");
	count_put(&w->text, events_whole(parts));
	strbuf_pad_left(&w->text, from, w->pair - 7);
}

/* Write the event count, or nothing if the values are event counts
   themselves. */
static void
put_counts(struct inspector_writer *w, const char *name, const int64_t *parts)
{
	if (w->v->events->name == NULL || w->v->events->each == 1 ||
		(!knows_here(w) && !w->both))
		return;
	write_label(w, name);
	if (knows_here(w))
		put_events(w, parts[DETAIL_HERE]);
	if (w->both) {
		write_pad(w, LABEL_COLS + w->pair + GAP);
		put_events(w, parts[DETAIL_ALL]);
	}
	write_end(w, false);
}

static void
inspector_put_numbers(struct inspector_writer *w)
{
	struct flamegraph *p = w->of->flamegraph;
	struct selection s = w->of->selected;
	const struct weights *all = &w->v->w;
	int64_t self = 0, total = all->kept.value;
	struct strbuf events = STRBUF_INIT;
	struct str name;
	ptrdiff_t blank;

	if (w->frame != NONE) {
		size_t from;

		write_end(w, false);
		write_label(w, "");
		strbuf_addf(&w->text, "%*s", w->pair,
			w->v->w.estimated != NULL ? "~this path" : "this path");
		if (w->both) {
			write_pad(w, LABEL_COLS + w->pair + GAP);
			from = w->text.n;
			strbuf_addf(&w->text, "all %s paths",
				grouped(w->v->nodes[w->frame]).text);
			strbuf_pad_left(&w->text, from, w->pair);
		}
		write_end(w, true);
		self = columns_value(&all->self, w->frame);
		total = columns_value(&all->total, w->frame);
		put_pair(w, "self", selection_self(p, s), self);
	} else {
		write_end(w, false);
	}
	put_pair(w, "total", selection_value(p, s), total);
	/* The root of a tree of callers is not a callee. */
	if (w->frame != NONE &&
		(!goes_to_callers(w) || flamegraph_root(p, s.side) != 0 ||
			selection_depth(p, s) > 1))
		inspector_put_share(w,
			goes_to_callers(w) ? "% of callee" : "% of caller",
			selection_value(p, s), 0,
			selection_value(p, selection_parent(p, s)));
	if (!zoom_is_all(p, &w->of->zoom) || all->kept.value != all->whole)
		inspector_put_share(w, "% of shown", selection_value(p, s),
			total, selection_value(p, w->of->zoom.at));
	if (w->frame != NONE) {
		struct sides calls;

		if (percall_is_known(w->v)) {
			calls = sides_at(&w->v->entries, w->frame);
			percall_put(&w->long_text, w->v, w->frame);
			if (w->long_text.n > 0)
				strbuf_addf(&w->long_text,
					"  (called %s times)",
					grouped((uint64_t)calls.new).text);
			write_long(w, "per call");
		}
	}
	/* Name the row after the events: "objects" for "sampled object". */
	name = str_c(w->v->events->name != NULL ? w->v->events->name : "");
	blank = str_rchr(name, ' ');
	strbuf_add(&events, str_skip(name, (size_t)(blank + 1)));
	strbuf_addch(&events, 's');
	put_counts(w, strbuf_c(&events), w->of->detail->events);
	if (w->frame != NONE)
		put_counts(w, "ends here", w->of->detail->ends);
	strbuf_free(&events);
}

/* Write base, new and change, for this path or for all paths. */
static void
inspector_put_sides(struct inspector_writer *w, const char *name,
	struct sides s, bool known, struct verdict verdict)
{
	struct strbuf *text = &w->long_text;

	number_put(text, &w->numbers, s.base);
	strbuf_addf(text, " %s ", glyph_str(GLYPH_ARROW, w->of->ascii).p);
	number_put(text, &w->numbers, s.new);
	strbuf_addstr(text, ", ");
	delta_put(text, &w->numbers, s);
	strbuf_addch(text, ' ');
	if (!share_put(text, s))
		strbuf_cut(text, text->n - 1);
	if (known && significance_is_known(verdict.is)) {
		strbuf_addstr(text, "  ");
		verdict_put(text, &w->numbers, s, verdict);
	}
	write_long(w, name);
}

/* Callers, callees, labels and the stack. */

static void
inspector_put_edges(struct inspector_writer *w, const char *title,
	const struct peek_edge *edge, size_t n)
{
	if (n == 0)
		return;
	write_heading(w, title);
	for (size_t i = 0; i < n && i < SHOWN; i++)
		write_row(w, edge[i].weight, w->of->peek->total, edge[i].frame);
	if (n > SHOWN) {
		strbuf_addf(
			&w->text, "%*s  and %zu more", w->pair, "", n - SHOWN);
		write_end(w, false);
	}
}

/* Write the values of one label key, heaviest first. */
static void
put_tag(struct inspector_writer *w, const struct detail_label *l, size_t n,
	int64_t whole)
{
	const struct profile *p = w->v->profile;

	strbuf_add(&w->text, profile_str(p, l->key));
	strbuf_addstr(&w->text, "  ");
	for (size_t i = 0; i < n && i < SHOWN; i++) {
		strbuf_addstr(&w->text, i > 0 ? ", " : "");
		if (l[i].str != NONE)
			utf8_put(&w->text, profile_str(p, l[i].str),
				w->of->ascii, 30);
		else
			label_number_put(&w->text, l[i].num, l[i].unit);
		if (whole == 0)
			continue;
		strbuf_addch(&w->text, ' ');
		percent_put(&w->text, l[i].weight, whole);
	}
	if (n > SHOWN)
		strbuf_addf(&w->text, ", +%zu", n - SHOWN);
	write_end(w, false);
}

/* The names on a stack, the outermost caller first. */
struct stack_names {
	struct str name[STACK_MAX];
	size_t n;
	bool is_cut; /* outer frames are left out */
};

static void
stack_add(struct inspector_writer *w, struct stack_names *names, frame_id frame)
{
	if (frame != NONE && names->n < STACK_MAX)
		names->name[names->n++] =
			caption_short(w->v, frame, CAPTION_AUTO, w->arena);
}

/* Add the frames from the node up to the root or, in a sandwich, up to the
   pivot. */
static void
stack_add_parents(struct inspector_writer *w, struct stack_names *names)
{
	struct flamegraph *p = w->of->flamegraph;
	struct selection root = selection_root(p), at = w->of->selected;

	for (; !selection_equal(at, root) && names->n < STACK_MAX;
		at = selection_parent(p, at))
		stack_add(w, names, selection_frame(p, at));
	if (names->n > 0 && selection_equal(at, root))
		stack_add(w, names, selection_frame(p, root));
	if (!goes_to_callers(w))
		names->is_cut = selection_frame(p, at) != NONE;
}

static void
stack_turn(struct stack_names *names)
{
	for (size_t i = 0, k = names->n; i + 1 < k; i++) {
		struct str first = names->name[i];

		names->name[i] = names->name[--k];
		names->name[k] = first;
	}
}

/* Write the stack as wrapped lines; only the last lines of a long stack. */
static void
inspector_put_stack(struct inspector_writer *w)
{
	struct stack_names names = { .n = 0 };
	size_t first;

	/* In a tree of callers, the callers are below the node. */
	if (goes_to_callers(w) && w->frame != NONE) {
		struct flamegraph *p = w->of->flamegraph;
		struct selection s = w->of->selected;
		struct children callers =
			flamegraph_children(p, s.side, s.node);

		/* Follow the callers, nearest first, while there is only
		   one. */
		while (callers.n == 1 &&
			flamegraph_own(p, s.side, s.node) == 0 &&
			names.n < STACK_MAX) {
			s.node = callers.child[0].node;
			stack_add(w, &names, selection_frame(p, s));
			callers = flamegraph_children(p, s.side, s.node);
		}
		names.is_cut = callers.n > 0;
		stack_turn(&names);
		stack_add_parents(w, &names);
	} else {
		stack_add_parents(w, &names);
		stack_turn(&names);
	}
	if (names.n == 0)
		return;
	write_heading(w, "Stack");
	first = w->line.n;
	if (names.is_cut)
		strbuf_addf(
			&w->text, "%s ", glyph_str(GLYPH_CUT, w->of->ascii).p);
	for (size_t i = 0; i < names.n; i++) {
		int need = utf8_columns(names.name[i], w->of->ascii) + 3;

		if (write_columns(w) > 2 && write_columns(w) + need > w->cols) {
			write_end(w, false);
			strbuf_addstr(&w->text, "  ");
		}
		strbuf_add(&w->text, names.name[i]);
		strbuf_addstr(&w->text, " ");
		if (i + 1 < names.n)
			strbuf_addf(&w->text, "%s ",
				glyph_str(GLYPH_CALLS, w->of->ascii).p);
	}
	write_end(w, false);
	/* Keep the last lines: the frames nearest to the node. */
	if (w->line.n - first > STACK_LINES) {
		size_t gone = w->line.n - first - STACK_LINES;

		memmove(&w->line.p[first], &w->line.p[first + gone],
			STACK_LINES * sizeof(*w->line.p));
		w->line.n -= gone;
	}
}

/* Write the frames that share a row with the node, with their self values. */
static void
inspector_put_row(struct inspector_writer *w)
{
	struct flamegraph *p = w->of->flamegraph;
	struct selection s = w->of->selected;
	const struct tree *t = flamegraph_tree(p, s.side);
	uint32_t n = selection_row_frames(p, s);
	uint64_t all, lost;
	node_id *row = ARENA_ARRAY(w->arena, node_id, n);

	if (n == 1)
		return;
	s.node = flamegraph_tail(p, s.side, flamegraph_head(p, s.side, s.node));
	for (uint32_t i = 0; i < n; i++, s.node = t->parent[s.node])
		row[i] = s.node;
	all = flamegraph_width(p, s.side, row[n - 1]);
	lost = flamegraph_width(p, s.side, row[0]);
	lost = lost < all ? all - lost : 0;
	write_end(w, false);
	strbuf_addf(&w->text, "Row: %s frames, ", grouped(n).text);
	(void)percent_put(&w->text, (int64_t)lost, (int64_t)all);
	strbuf_addstr(&w->text, " leaves on the way");
	write_end(w, true);
	for (uint32_t i = n; i-- > 0;) {
		if (i >= ROW_ENDS && n - 1 - i >= ROW_ENDS) {
			strbuf_addf(&w->text, "%*s  and %s more", w->pair, "",
				grouped(n - 2 * ROW_ENDS).text);
			write_end(w, false);
			i = ROW_ENDS;
			continue;
		}
		s.node = row[i];
		write_row(w, selection_self(p, s), view_whole(w->v),
			t->frame[s.node]);
	}
}

static void
put_group(struct inspector_writer *w)
{
	enum { MEMBERS = 12 };
	struct flamegraph *p = w->of->flamegraph;
	struct selection s = w->of->selected;
	const struct tree *t = flamegraph_tree(p, s.side);
	struct children children = flamegraph_children(p, s.side, s.node);

	strbuf_addf(&w->text, "%s frames too narrow to draw",
		grouped(s.count).text);
	write_end(w, true);
	put_pair(w, "total", selection_value(p, s), 0);
	write_end(w, false);
	for (uint32_t i = 0; i < s.count && i < MEMBERS; i++) {
		node_id node = children.child[s.rank + i].node;

		write_row(w, columns_value(&t->total, tree_row(t, node)),
			view_whole(w->v), t->frame[node]);
	}
	if (s.count > MEMBERS) {
		strbuf_addf(&w->text, "%*s  and %s more: Enter opens them",
			w->pair, "", grouped(s.count - MEMBERS).text);
		write_end(w, false);
	}
}

static void
put_all(struct inspector_writer *w)
{
	const struct peek *k = w->of->peek;
	const struct view *v;
	const struct tree *t;
	node_id node;
	const struct profile *p;
	const struct detail *d;
	int64_t whole;
	bool any = false;
	size_t end;
	const struct profile *q;
	const struct detail *types_d;
	enum detail_part part;
	int name_cols;

	if (selection_is_group(w->of->selected)) {
		put_group(w);
		return;
	}
	if (w->frame != NONE) {
		put_names(w);
	} else {
		strbuf_addstr(&w->text, "root: all samples");
		write_end(w, true);
	}
	inspector_put_numbers(w);
	v = w->v;
	t = flamegraph_tree(w->of->flamegraph, w->of->selected.side);
	node = w->of->selected.node;
	if (v->is_diff && node != NONE) {
		write_heading(w, "Base and new");
		inspector_put_sides(w, "self",
			sides_at(&t->self, tree_self_row(t, node)),
			w->frame != NONE, evidence_node(v, t, node, true));
		inspector_put_sides(w, "total",
			sides_at(&t->total, tree_row(t, node)),
			w->frame != NONE, evidence_node(v, t, node, false));
		if (w->frame != NONE && v->nodes[w->frame] >= 2) {
			inspector_put_sides(w, "all self",
				sides_at(&v->w.self, w->frame), true,
				evidence_frame(v, w->frame, false));
			inspector_put_sides(w, "all total",
				sides_at(&v->w.total, w->frame), true,
				evidence_frame(v, w->frame, true));
		}
		why_put_replaced(
			&w->text, v, w->frame, &w->numbers, w->of->ascii);
		if (w->text.n > 0)
			write_end(w, false);
	}
	/* Write all sample types for this call path, or for all paths if there
	   are no numbers for this path. */
	q = w->v->profile;
	types_d = w->of->detail;
	part = knows_here(w) ? DETAIL_HERE : DETAIL_ALL;
	name_cols = w->cols - 2 * (w->pair - 3);
	if (types_d->n_values >= 2) {
		write_heading(w,
			part == DETAIL_HERE ? "Sample types on this call path"
					    : "Sample types on all call paths");
		for (size_t i = 0; i < types_d->n_values; i++) {
			const struct detail_value *value = &types_d->value[i];
			struct str type =
				profile_str(q, q->types.type[value->column]);
			struct str unit =
				profile_str(q, q->types.unit[value->column]);
			struct strbuf self = STRBUF_INIT, total = STRBUF_INIT;

			if (value->column == w->v->column) {
				number_put(
					&self, &w->numbers, value->self[part]);
				number_put(&total, &w->numbers,
					value->total[part]);
			} else {
				amount_put(&self, value->self[part], unit);
				amount_put(&total, value->total[part], unit);
			}
			strbuf_add(&w->text,
				value->column == w->v->column
					? glyph_str(GLYPH_POINTER, w->of->ascii)
					: STR(" "));
			strbuf_addch(&w->text, ' ');
			strbuf_add(&w->text, type);
			write_pad(w, name_cols < 20 ? name_cols : 20);
			strbuf_addf(&w->text, " self %*s   total %*s",
				w->pair - 7, strbuf_c(&self), w->pair - 7,
				strbuf_c(&total));
			write_end(w, false);
			strbuf_free(&self);
			strbuf_free(&total);
		}
	}
	if (k != NULL) {
		inspector_put_edges(w, "Callers", k->caller, k->n_callers);
		inspector_put_edges(w, "Callees", k->callee, k->n_callees);
	}
	p = w->v->profile;
	d = w->of->detail;
	whole = d->value[w->v->column]
			.total[knows_here(w) ? DETAIL_HERE : DETAIL_ALL];
	if (!w->v->query.mean) {
		for (size_t i = 0; i < d->n_labels; i = end) {
			str_id key = d->label[i].key;

			end = i;
			while (end < d->n_labels && d->label[end].key == key)
				end++;
			if (label_is_base(profile_str(p, key)))
				continue;
			if (!any)
				write_heading(w, "Tags");
			any = true;
			put_tag(w, &d->label[i], end - i, whole);
		}
	}
	inspector_put_stack(w);
	inspector_put_row(w);
}

void
inspector_init(struct inspector *in, const struct inspected *of, int cols)
{
	const struct view *v = flamegraph_view(of->flamegraph);
	struct inspector_writer w = { .of = of,
		.v = v,
		.frame = selection_frame(of->flamegraph, of->selected),
		.numbers = numbers_of(v, &v->w),
		.arena = &in->arena,
		.cols = cols > INSPECTOR_MIN_COLS ? cols : INSPECTOR_MIN_COLS };

	*in = (struct inspector){ .n = 0 };
	w.pair = w.numbers.width + 7;
	w.both = w.frame != NONE && v->nodes[w.frame] > 1 &&
		w.cols >= LABEL_COLS + 2 * w.pair + GAP;
	put_all(&w);
	in->n = w.line.n;
	in->line = arena_dup(&in->arena, w.line.p, w.line.n, sizeof(*w.line.p));
	vec_free(&w.line);
	strbuf_free(&w.text);
	strbuf_free(&w.long_text);
}

void
inspector_fini(struct inspector *in)
{
	arena_free(&in->arena);
	*in = (struct inspector){ .n = 0 };
}

void
inspector_draw(
	struct grid *g, struct rect r, const struct inspector *in, size_t first)
{
	for (int row = 0; row < r.rows && first < in->n; row++, first++) {
		const struct inspector_line *line = &in->line[first];

		grid_put_cut(g, r.row + row, r.col, r.cols, line->text,
			line->heading ? STYLE_BOLD : STYLE_NORMAL);
	}
}
