/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -calltree: the call tree in a few rows, the heaviest ones, as text for people
 * and for coding agents.
 *
 *     1000 samples, 5 rows; (+n: x) is n callees left out, none above 10.0%
 *     total total% self%  call tree
 *      1000   100%     .  root
 *       600  60.0% 59.7%   a > +3 > e > f  (+1: 0.3%)
 *
 * A row is a chain of frames (present/fold.h). Rows are taken by weight alone,
 * so no row that was left out is heavier than the first line says.
 */
#include "prelude.h"

#include "report/report.h"

#include "analysis/graph.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/regexp.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/caption.h"
#include "present/fold.h"
#include "present/grid.h"
#include "present/number.h"
#include "profile/unit.h"
#include "report/json.h"

enum { USUAL_ROWS = 40, NAME_COLS = 40, CELLS = 3 };

/* ---- The tree of a pattern ---- */

/* The callees, or the callers, of the outermost matching frame of each stack,
   as a tree. */
struct part {
	struct tree t;
	struct arena arena; /* columns of t */
	VEC(node_id) parent;
	VEC(frame_id) frame;
	VEC(uint8_t) flags;
	struct map64 child; /* parent, frame and flags -> node */
};

static node_id
part_add(struct part *p, node_id parent, frame_id frame, uint8_t flags)
{
	uint64_t key = (uint64_t)parent << 32 | frame << 1 | flags;
	uint32_t *at = map64_at(&p->child, key);

	if (*at == NONE) {
		*at = (uint32_t)p->parent.n;
		vec_push(&p->parent, parent);
		vec_push(&p->frame, frame);
		vec_push(&p->flags, flags);
	}
	return *at;
}

/* Make the nodes. Set at[i] to the node that gets the cost of node i of the
   full tree: a callee's self, or the total of an outermost match. */
static void
part_shape(
	struct part *p, const struct report_job *job, bool callers, node_id *at)
{
	const struct frames *frames = job->view->frames;
	const struct tree *full = &job->view->full;
	struct bits hit = bits_new(frames->n), in = bits_new(full->n);

	for (frame_id f = 0; f < frames->n; f++)
		if (regexp_str(job->match, frames->frame[f].text))
			bits_set(&hit, f);
	vec_push(&p->parent, 0);
	vec_push(&p->frame, NONE);
	vec_push(&p->flags, 0);
	for (node_id i = 1; i < full->n && report_goes_on(job); i++) {
		node_id up = full->parent[i], node;
		bool is_first = !bits_get(&in, up);

		if (tree_live(full, i) == 0 ||
			(is_first && !bits_get(&hit, full->frame[i])))
			continue;
		bits_set(&in, i);
		if (is_first) {
			node = part_add(p, 0, full->frame[i], 0);
			for (node_id k = up; callers && k != 0;
				k = full->parent[k])
				node = part_add(p, node, full->frame[k],
					full->flags[k] & TREE_INLINE);
			at[i] = node;
		} else if (!callers) {
			at[i] = part_add(p, at[up], full->frame[i],
				full->flags[i] & TREE_INLINE);
		}
	}
	free(hit.word);
	free(in.word);
}

static void
part_weigh(struct part *p, const struct tree *full, bool callers,
	const node_id *at)
{
	struct tree *t = &p->t;
	const struct columns *from = callers ? &full->total : &full->self;
	const double *noise = callers ? full->noise_total : full->noise_self;
	node_id *first, *next;
	uint32_t *depth;

	*t = (struct tree){ .n = (uint32_t)p->parent.n,
		.parent = p->parent.p,
		.frame = p->frame.p,
		.flags = p->flags.p };
	first = ARENA_ZARRAY(&p->arena, node_id, t->n);
	next = ARENA_ZARRAY(&p->arena, node_id, t->n);
	depth = ARENA_ZARRAY(&p->arena, uint32_t, t->n);
	t->live = ARENA_ZARRAY(&p->arena, uint8_t, t->n);
	for (int k = 0; k < COLUMNS; k++) {
		if (from->column[k] == NULL)
			continue;
		t->self.column[k] = ARENA_ZARRAY(&p->arena, int64_t, t->n);
		t->total.column[k] = ARENA_ZARRAY(&p->arena, int64_t, t->n);
	}
	if (noise != NULL) {
		t->noise_self = ARENA_ZARRAY(&p->arena, double, t->n);
		t->noise_total = ARENA_ZARRAY(&p->arena, double, t->n);
	}
	for (node_id i = 1; i < full->n; i++) {
		uint32_t row =
			callers ? tree_row(full, i) : tree_self_row(full, i);
		struct row_sum sum = columns_at(from, row);

		if (at[i] == 0)
			continue;
		columns_add(&t->self, at[i], &sum);
		if (noise != NULL)
			t->noise_self[at[i]] += noise[row];
	}
	for (node_id i = t->n; i-- > 0;) {
		struct row_sum sum = columns_at(&t->self, i);

		t->live[i] = LIVE_PASSES | LIVE_ENDS;
		columns_add(&t->total, i, &sum);
		if (noise != NULL)
			t->noise_total[i] += t->noise_self[i];
		sum = columns_at(&t->total, i);
		t->negative |= t->self.value[i] < 0;
		if (i == 0)
			break;
		columns_add(&t->total, t->parent[i], &sum);
		if (noise != NULL)
			t->noise_total[t->parent[i]] += t->noise_total[i];
		next[i] = first[t->parent[i]];
		first[t->parent[i]] = i;
	}
	for (node_id i = 1; i < t->n; i++)
		depth[i] = depth[t->parent[i]] + 1;
	t->first = first;
	t->next = next;
	t->depth = depth;
}

/* False if nothing matches. */
static bool
part_make(struct part *p, const struct report_job *job, bool callers)
{
	const struct tree *full = &job->view->full;
	node_id *at = xcalloc(full->n, sizeof(*at));

	*p = (struct part){ .t = { .n = 0 } };
	part_shape(p, job, callers, at);
	part_weigh(p, full, callers, at);
	free(at);
	return p->t.n > 1;
}

static void
part_fini(struct part *p)
{
	map64_free(&p->child);
	vec_free(&p->parent);
	vec_free(&p->frame);
	vec_free(&p->flags);
	arena_free(&p->arena);
}

/* ---- Rows ---- */

struct calltree_row {
	node_id head, tail;
	uint32_t up;         /* row above; NONE: this is the root */
	uint32_t below, end; /* first and last row below, or NONE */
	uint32_t next;       /* next row with the same `up`, or NONE */
	uint32_t level;
	uint32_t left; /* children of its frames that have no row */
	struct row_sum self, left_sum;
	double noise_self; /* variance of `self` */
};

struct row_offer {
	uint64_t width;
	uint32_t serial, up;
	node_id node;
};

struct routes {
	const struct report_job *job;
	const struct view *view;
	enum flamegraph_side side;
	const struct tree *t;
	bool callers; /* children are callers */
	struct flamegraph *p;
	struct folds *folds; /* NULL: a row for each frame */
	VEC(struct calltree_row) row;
	VEC(struct row_offer) heap; /* the heaviest is first */
	struct map64 of_node;       /* first frame of a row -> row */
	uint64_t largest;           /* width of the heaviest node left out */
};

static bool
heap_before(const struct row_offer *a, const struct row_offer *b)
{
	return a->width != b->width ? a->width > b->width
				    : a->serial < b->serial;
}

static void
heap_add(struct routes *c, struct row_offer add)
{
	size_t at = c->heap.n;

	vec_push(&c->heap, add);
	for (; at > 0 && heap_before(&add, &c->heap.p[(at - 1) / 2]);
		at = (at - 1) / 2)
		c->heap.p[at] = c->heap.p[(at - 1) / 2];
	c->heap.p[at] = add;
}

static struct row_offer
heap_take(struct routes *c)
{
	struct row_offer *heap = c->heap.p, top = heap[0];
	struct row_offer last = heap[--c->heap.n];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < c->heap.n) {
		if (child + 1 < c->heap.n &&
			heap_before(&heap[child + 1], &heap[child]))
			child++;
		if (!heap_before(&heap[child], &last))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = last;
	return top;
}

/* Sum the selfs of a row's frames, and their children without a row. */
static void
sum_row(struct routes *c, struct calltree_row *row)
{
	node_id node = row->head;

	for (;;) {
		node_id next = node == row->tail
			? NONE
			: fold_next(c->folds, c->side, node, row->tail);
		struct children all = flamegraph_children(c->p, c->side, node);

		row_sum_add(&row->self, &c->t->self, tree_self_row(c->t, node));
		if (c->t->noise_self != NULL)
			row->noise_self +=
				c->t->noise_self[tree_self_row(c->t, node)];
		for (uint32_t i = 0; i < all.n; i++) {
			const struct child *k = &all.child[i];

			if (k->width == 0 || k->node == next ||
				map64_get(&c->of_node, k->node) != NONE)
				continue;
			row->left++;
			row_sum_add(&row->left_sum, &c->t->total,
				tree_row(c->t, k->node));
			if (k->width > c->largest)
				c->largest = k->width;
		}
		if (next == NONE)
			return;
		node = next;
	}
}

/* Take the rows, at most `most`; 0: all. */
static void
take_rows(struct routes *c, uint64_t most)
{
	const struct query *q = &c->view->query;
	uint64_t all = flamegraph_width(c->p, c->side, 0), cut = 0;
	uint32_t serial = 0;

	if (q->trim && q->nodefraction > 0 && all <= INT64_MAX)
		cut = u64_abs(trim_cut((int64_t)all, q->nodefraction));
	heap_add(c, (struct row_offer){ all, serial++, NONE, 0 });
	while (c->heap.n > 0 && (most == 0 || c->row.n < most) &&
		report_goes_on(c->job)) {
		struct row_offer take = heap_take(c);
		uint32_t at = (uint32_t)c->row.n;
		struct calltree_row row = { .head = take.node,
			.tail = c->folds != NULL
				? fold_tail(c->folds, c->side, take.node)
				: take.node,
			.up = take.up,
			.below = NONE,
			.end = NONE,
			.next = NONE };
		struct children below =
			flamegraph_children(c->p, c->side, row.tail);

		if (row.up != NONE) {
			struct calltree_row *up = &c->row.p[row.up];

			row.level = up->level + 1;
			if (up->end != NONE)
				c->row.p[up->end].next = at;
			else
				up->below = at;
			up->end = at;
		}
		map64_put(&c->of_node, row.head, at);
		vec_push(&c->row, row);
		for (uint32_t i = 0; i < below.n; i++)
			if (below.child[i].width > 0 &&
				below.child[i].width >= cut)
				heap_add(c,
					(struct row_offer){
						below.child[i].width, serial++,
						at, below.child[i].node });
	}
	for (size_t i = 0; i < c->row.n; i++)
		sum_row(c, &c->row.p[i]);
}

/* Return the row that is printed after row i, or NONE. */
static uint32_t
row_after(const struct routes *c, uint32_t i)
{
	if (c->row.p[i].below != NONE)
		return c->row.p[i].below;
	while (i != NONE && c->row.p[i].next == NONE)
		i = c->row.p[i].up;
	return i != NONE ? c->row.p[i].next : NONE;
}

static void
calltree_make(struct routes *c, const struct report_job *job,
	const struct view *view, enum flamegraph_side side, uint64_t most)
{
	*c = (struct routes){ .job = job, .view = view, .side = side };
	c->p = flamegraph_new(view, FLAME_BY_WEIGHT, FLAME_BY_DELTA);
	c->t = flamegraph_tree(c->p, side);
	if (job->chains != CHAINS_OFF)
		c->folds = folds_new(c->p);
	take_rows(c, most);
}

static void
calltree_fini(struct routes *c)
{
	flamegraph_free(c->p);
	folds_free(c->folds);
	vec_free(&c->row);
	vec_free(&c->heap);
	map64_free(&c->of_node);
}

/* ---- Text ---- */

/* Append a row's names; if more than four, the first and the last two. */
static void
put_row_names(struct strbuf *out, const struct routes *c,
	const struct calltree_row *row, struct arena *arena)
{
	enum { FIRST = 1, LAST = 2, MOST = 4 };
	struct alike {
		frame_id frame;
		uint32_t n;
	};
	VEC(struct alike) run = { NULL, 0, 0 };
	bool ascii = c->job->ascii;
	enum glyph calls = c->callers ? GLYPH_MORE_LEFT : GLYPH_CALLS;

	for (node_id node = row->head;;
		node = fold_next(c->folds, c->side, node, row->tail)) {
		frame_id frame = c->t->frame[node];

		if (run.n > 0 && run.p[run.n - 1].frame == frame)
			run.p[run.n - 1].n++;
		else
			vec_push(&run, ((struct alike){ frame, 1 }));
		if (node == row->tail)
			break;
	}
	for (size_t i = 0; i < run.n; i++) {
		struct strbuf name = STRBUF_INIT;
		struct name_forms forms;
		uint32_t gap = 0;

		if (i > 0)
			strbuf_addf(out, " %s ", glyph_str(calls, ascii).p);
		while (run.n > MOST && i >= FIRST && i < run.n - LAST)
			gap += run.p[i++].n;
		if (gap > 0) {
			strbuf_addf(out, "+%u", gap);
			i--;
			continue;
		}
		caption_forms(
			&forms, c->view, run.p[i].frame, c->job->names, arena);
		if (c->job->names == CAPTION_AUTO)
			name_put(&name, &forms, forms.packaged, NAME_COLS,
				ascii);
		else
			strbuf_add(&name, forms.form[forms.packaged]);
		utf8_put(out, strbuf_str(&name), ascii, -1);
		if (run.p[i].n > 1)
			strbuf_addf(out, " %s%u",
				glyph_str(GLYPH_TIMES, ascii).p, run.p[i].n);
		strbuf_free(&name);
	}
	vec_free(&run);
}

static void
put_signed(struct strbuf *out, const struct report_scale *n, int64_t value)
{
	if (value > 0)
		strbuf_addch(out, '+');
	scale_put(n, value, 0, out);
}

/* Append a share of the total, "." for none. */
static void
put_row_share(struct strbuf *out, const struct report_scale *n, int64_t value)
{
	if (value == 0 || !percent_put(out, value, n->total))
		strbuf_addch(out, '.');
}

static struct sides
calltree_sides(const struct routes *c, const struct calltree_row *row)
{
	return sides_at(&c->t->total, tree_row(c->t, row->head));
}

/* Append the cells of a row. True if its change has a "?". */
static bool
put_cells(struct strbuf cell[CELLS], const struct routes *c,
	const struct calltree_row *row, const struct report_scale *n)
{
	bool doubt = c->view->is_diff &&
		may_be_chance(selection_significance(
			c->p, selection_of(c->side, row->tail)));
	int64_t total = columns_value(&c->t->total, tree_row(c->t, row->head));

	if (c->view->is_diff) {
		struct sides s = calltree_sides(c, row);

		scale_put(n, s.base, 0, &cell[0]);
		scale_put(n, s.new, 0, &cell[1]);
		put_signed(&cell[2], n, sides_delta(s));
		strbuf_addch(&cell[2], doubt ? '?' : ' ');
		return doubt;
	}
	scale_put(n, total, 0, &cell[0]);
	put_row_share(&cell[1], n, total);
	put_row_share(&cell[2], n, row_sum_value(&row->self));
	return false;
}

/* Return the scale of a report: one unit, that of the largest value. */
static struct report_scale
calltree_scale(const struct routes *c)
{
	struct report_scale n;
	struct sides s;
	int64_t most;

	scale_init(&n, c->view);
	if (!str_is(n.to, "minimum") && !str_is(n.to, "auto"))
		return n;
	most = c->view->is_diff ? 0 : i64_abs(n.total);
	for (size_t i = 0; i < c->row.n && c->view->is_diff; i++) {
		s = calltree_sides(c, &c->row.p[i]);
		most = i64_abs(s.base) > most ? i64_abs(s.base) : most;
		most = i64_abs(s.new) > most ? i64_abs(s.new) : most;
	}
	(void)unit_scale(scale_divided(&n, most), n.from, STR("auto"), &n.to);
	if (n.to.n == 0)
		n.to = STR("auto");
	return n;
}

/* Append the first line: total, number of rows, callees left out. */
static void
put_summary(struct strbuf *out, const struct routes *c,
	const struct report_scale *n, bool doubt)
{
	const struct view *v = c->view;
	const struct profile *p = v->profile;
	int64_t total = columns_value(&c->t->total, tree_row(c->t, 0));
	bool any = false;

	if (v->is_diff) {
		struct sides s = calltree_sides(c, &c->row.p[0]);

		scale_put(n, s.base, 0, out);
		strbuf_addstr(out, " to ");
		scale_put(n, s.new, 0, out);
	} else {
		scale_put(n, total, 0, out);
		if (total != n->total) {
			strbuf_addstr(out, " of ");
			scale_put(n, n->total, 0, out);
		}
	}
	strbuf_add3(out, v->query.mean ? " mean_" : " ",
		profile_str(p, p->types.type[v->w.column]), ", ");
	strbuf_addf(out, "%zu row%s", c->row.n, plural(c->row.n));
	for (size_t i = 0; i < c->row.n; i++)
		any |= c->row.p[i].left > 0;
	if (any) {
		int64_t largest = c->largest <= INT64_MAX ? (int64_t)c->largest
							  : INT64_MAX;

		strbuf_addf(out, "; (+n: x) is n %s left out, none above ",
			c->callers ? "callers" : "callees");
		if (v->is_diff || !percent_put(out, largest, n->total))
			scale_put(n, largest, 0, out);
	}
	strbuf_addstr(out, doubt ? "; ? is not significant\n" : "\n");
}

/* Append the lines of a tree. */
static void
put_tree(struct strbuf *out, const struct routes *c, bool filters)
{
	static const char *const heads[][CELLS] = { { "total", "total%",
							    "self%" },
		{ "total", "total%", "start%" }, { "base", "new", "delta " } };
	const char *const *head = heads[c->view->is_diff ? 2 : c->callers];
	struct report_scale n = calltree_scale(c);
	struct strbuf *cell = xcalloc(c->row.n * CELLS, sizeof(*cell));
	struct arena arena = ARENA_INIT;
	int width[CELLS];
	bool doubt = false;

	for (size_t k = 0; k < CELLS; k++)
		width[k] = (int)strlen(head[k]);
	for (size_t i = 0; i < c->row.n; i++) {
		doubt |= put_cells(&cell[i * CELLS], c, &c->row.p[i], &n);
		for (size_t k = 0; k < CELLS; k++) {
			int cols = utf8_columns(
				strbuf_str(&cell[i * CELLS + k]), false);

			width[k] = cols > width[k] ? cols : width[k];
		}
	}
	put_summary(out, c, &n, doubt);
	if (filters)
		header_filters(out, &c->view->query);
	for (size_t k = 0; k < CELLS; k++) {
		put_right(out, str_c(head[k]), width[k]);
		strbuf_addch(out, ' ');
	}
	strbuf_addf(out, " %s\n", c->callers ? "callers" : "call tree");
	for (uint32_t i = 0; i != NONE && report_goes_on(c->job);
		i = row_after(c, i)) {
		const struct calltree_row *row = &c->row.p[i];

		for (size_t k = 0; k < CELLS; k++) {
			put_right(out, strbuf_str(&cell[i * CELLS + k]),
				width[k]);
			strbuf_addch(out, ' ');
		}
		strbuf_addn(out, ' ', (size_t)row->level + 1);
		put_row_names(out, c, row, &arena);
		if (row->left > 0) {
			int64_t sum = row_sum_value(&row->left_sum);

			strbuf_addf(out, "  (+%u: ", row->left);
			if (c->view->is_diff)
				put_signed(out, &n, sum);
			else
				put_row_share(out, &n, sum);
			strbuf_addch(out, ')');
		}
		strbuf_addch(out, '\n');
	}
	for (size_t i = 0; i < c->row.n * CELLS; i++)
		strbuf_free(&cell[i]);
	free(cell);
	arena_free(&arena);
}

/* ---- JSON ---- */

static void
json_diff(const struct routes *c, const struct calltree_row *row,
	const struct report_scale *n)
{
	struct jsonout *j = c->job->json;
	const struct evidence *e = c->view->evidence;
	struct sides self = sides_of(&row->self);

	jsonout_object(j, "diff");
	jsondoc_change(j, "self", n, self,
		evidence_sum(e, self, row->noise_self), &e->self);
	jsondoc_change(j, "total", n, calltree_sides(c, row),
		evidence_node(c->view, c->t, row->head, false), &e->total);
	jsonout_close(j);
}

/* Write the rows in the order of the text. */
static void
json_rows(const struct routes *c, const char *key)
{
	struct jsonout *j = c->job->json;
	uint32_t *id = xcalloc(c->row.n, sizeof(*id)), rows = 0;
	struct report_scale n;

	scale_init(&n, c->view);
	jsonout_array(j, key);
	for (uint32_t i = 0; i != NONE && report_goes_on(c->job);
		i = row_after(c, i)) {
		const struct calltree_row *row = &c->row.p[i];
		node_id node = row->head;

		jsonout_object(j, NULL);
		jsonout_count(j, "id", id[i] = rows++);
		if (row->up != NONE)
			jsonout_count(j, "parent", id[row->up]);
		jsonout_array(j, "frames");
		while (node != 0) {
			jsonout_object(j, NULL);
			jsondoc_frame(j, c->view->frames, c->t->frame[node]);
			if (c->t->flags[node] & TREE_INLINE)
				jsonout_bool(j, "inline", true);
			jsonout_close(j);
			if (node == row->tail)
				break;
			node = fold_next(c->folds, c->side, node, row->tail);
		}
		jsonout_close(j);
		jsondoc_value(j, "self", &n, row_sum_value(&row->self));
		jsondoc_value(j, "total", &n,
			columns_value(&c->t->total, tree_row(c->t, row->head)));
		if (row->left > 0) {
			jsonout_object(j, "left_out");
			jsonout_count(j, "frames", row->left);
			jsondoc_value(
				j, "total", &n, row_sum_value(&row->left_sum));
			jsonout_close(j);
		}
		if (c->view->is_diff)
			json_diff(c, row, &n);
		jsonout_close(j);
	}
	jsonout_close(j);
	free(id);
}

/* ---- The report ---- */

static void
calltree_write(const struct report_job *job, struct routes *tree, size_t n)
{
	struct jsonout *j = job->json;
	uint64_t rows = 0, largest = 0;
	struct report_scale scale;

	for (size_t i = 0; i < n; i++) {
		rows += tree[i].row.n;
		largest = tree[i].largest > largest ? tree[i].largest : largest;
	}
	if (j == NULL) {
		for (size_t i = 0; i < n; i++) {
			if (i > 0)
				strbuf_addch(job->out, '\n');
			put_tree(job->out, &tree[i], i == 0);
		}
		return;
	}
	scale_init(&scale, job->view);
	jsonout_object(j, "shown");
	jsonout_count(j, "rows", rows);
	jsondoc_value(j, "largest_left_out", &scale,
		largest <= INT64_MAX ? (int64_t)largest : INT64_MAX);
	jsonout_close(j);
	jsonout_text(j, "direction",
		tree[0].callers ? STR("callers") : STR("callees"));
	json_rows(&tree[0], "rows");
	if (n > 1)
		json_rows(&tree[1], "callers");
}

static int
calltree_run(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	enum direction direction = v->query.direction;
	bool whole = job->match == NULL && v->pivot == NONE;
	bool both = direction == DIR_SANDWICH && !whole;
	int64_t most = v->query.nodecount;
	struct routes tree[2];
	struct part part[2];
	struct view of[2]; /* copies of the view, with the drawn trees */
	size_t n = both ? 2 : 1, parts = 0, trees = 0;
	bool found = true;

	if (whole && direction == DIR_SANDWICH && v->query.pivot.n > 0)
		return err_set(err, ERR_NO_MATCH,
			"no frame is named as the pivot: %.*s",
			STR_ARG(v->query.pivot));
	most = most < 0 ? USUAL_ROWS : most;
	for (size_t i = 0; i < n && found; i++) {
		bool callers = both ? i == 1 : direction == DIR_CALLERS;
		enum flamegraph_side side = SIDE_MAIN;
		uint64_t share = (uint64_t)most;

		if (both && most > 0)
			share = i == 0      ? (share + 1) / 2
				: share > 1 ? share / 2
					    : 1;
		of[i] = *v;
		if (job->match != NULL) {
			found = part_make(&part[parts++], job, callers);
			of[i].tree = part[i].t;
			of[i].query.direction = DIR_CALLEES;
		} else if (both) {
			side = i == 0 ? SIDE_MAIN : SIDE_CALLERS;
		} else if (direction == DIR_SANDWICH) {
			of[i].tree = v->full;
			of[i].query.direction = DIR_CALLEES;
		}
		calltree_make(&tree[trees++], job, &of[i], side, share);
		tree[i].callers = callers;
	}
	if (found)
		calltree_write(job, tree, n);
	for (size_t i = 0; i < trees; i++)
		calltree_fini(&tree[i]);
	for (size_t i = 0; i < parts; i++)
		part_fini(&part[i]);
	return found ? 0 : report_no_match(job, err);
}

const struct report report_calltree = {
	REPORT_DOC(.name = "calltree", .arg_is_optional = true, .arg = "regexp",
		.only_help_all = true,
		.help = "Print the call tree, or that of matching frames"),
	.takes = TAKES_SOME_PATTERN,
	.reads = READ_STACKS,
	.compares = true,
	.clamps = true,
	.run = calltree_run,
	.json = calltree_run,
};
