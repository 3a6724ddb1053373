/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals of frames and calls, from the rows and stacks of a call graph. */
#include "prelude.h"

#include "engine/calltotals.h"

#include <inttypes.h>

#include "base/bits.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/leafsamples.h"
#include "engine/sides.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/view.h"
#include "profile/callgraph.h"

/* Value in func_frame[] if the function's lines are in several frames. */
#define MANY_FRAMES (NONE - 1)

/* The columns for which call-graph files have values. */
static const int columns_known[] = { COLUMN_VALUE, COLUMN_BASE };

/* Sums over all stacks, before any filter. */
struct path_sums {
	struct columns frame, self; /* [frames.n] totals, self values */
	struct columns func;        /* [func.n] totals */
};

/* The file's numbers for one frame. */
struct told {
	uint32_t n;           /* number of functions entirely in this frame */
	struct row_sum total; /* sum of the functions' totals in the file */
	struct sides most;    /* largest of the functions' totals in the file */
	struct row_sum paths; /* sum of the functions' totals in the stacks */
	struct row_sum calls; /* totals of the calls from this frame */
};

struct teller {
	const struct run *run;
	const struct profile *p;
	const struct frames *frames;
	const struct sums *sums;
	struct arena arena;   /* for temporary data */
	frame_id *func_frame; /* [func.n] or MANY_FRAMES; NONE: no lines */
	struct told *told;    /* [frames.n] */
	struct path_sums paths;
	struct sides whole; /* sum of all |values|, the limit of every total */
};

/* ---- Frames of locations ---- */

/* Return a location's frame; a call graph has one line per location. */
static frame_id
frame_of_loc(const struct frames *f, const struct profile *p, loc_id loc)
{
	line_id line = p->loc.line0[loc];

	return line < p->loc.line0[loc + 1] ? f->of_line[line] : f->of_loc[loc];
}

static func_id
func_of_loc(const struct profile *p, loc_id loc)
{
	line_id line = p->loc.line0[loc];

	return line < p->loc.line0[loc + 1] ? p->line.func[line] : NONE;
}

static frame_id *
frames_of_funcs(const struct frames *f, const struct profile *p, bool any,
	struct arena *arena)
{
	frame_id *of = ids_in(arena, p->func.n);

	for (line_id i = 0; i < p->line.n; i++) {
		frame_id *at = &of[p->line.func[i]];

		if (*at == NONE)
			*at = f->of_line[i];
		else if (!any && *at != f->of_line[i])
			*at = MANY_FRAMES;
	}
	return of;
}

/* ---- Sums of the stacks ---- */

/* A node on the current path. */
struct calltotals_opened {
	node_id node;
	bool frame, func; /* true if the node has the path's outermost call of
			     its frame, or of its function */
};

static int
sum_paths(struct teller *t, int column)
{
	const struct profile *p = t->p;
	const struct input *input = t->run->input;
	const int64_t *by_slot = t->sums->value.column[column];
	int64_t *total = xcalloc((size_t)p->trie.n + 1, sizeof(*total));
	uint8_t *open = xcalloc((size_t)t->frames->n + p->func.n + 1, 1);
	VEC(struct calltotals_opened) path = { .p = NULL };
	int rc = 0;

	for (uint32_t slot = 0; slot < input->n_slots; slot++) {
		node_id leaf = input->leaf[slot];
		frame_id frame = leaf == 0
			? NONE
			: frame_of_loc(t->frames, p, p->trie.loc[leaf]);

		total[leaf] = i64_wrap_add(total[leaf], by_slot[slot]);
		if (frame != NONE)
			i64_sum(&t->paths.self.column[column][frame],
				by_slot[slot]);
	}
	for (node_id i = p->trie.n; i-- > 1;)
		i64_sum(&total[p->trie.parent[i]], total[i]);
	for (node_id i = 1; i < p->trie.n && rc == 0; i++) {
		struct calltotals_opened o;
		int64_t place_total;
		loc_id place_loc;
		frame_id frame;
		func_id func;

		while (path.n > 0 &&
			path.p[path.n - 1].node != p->trie.parent[i]) {
			const struct calltotals_opened *opened =
				&path.p[--path.n];
			loc_id loc = t->p->trie.loc[opened->node];

			if (opened->frame)
				open[frame_of_loc(t->frames, t->p, loc)] = 0;
			if (opened->func)
				open[t->frames->n + func_of_loc(t->p, loc)] = 0;
		}
		place_total = total[i];
		place_loc = t->p->trie.loc[i];
		frame = frame_of_loc(t->frames, t->p, place_loc);
		func = func_of_loc(t->p, place_loc);
		o = (struct calltotals_opened){ .node = i };
		if (frame != NONE && (open[frame] & 1) == 0) {
			o.frame = true;
			open[frame] |= 1;
			i64_sum(&t->paths.frame.column[column][frame],
				place_total);
		}
		if (func != NONE && (open[t->frames->n + func] & 1) == 0) {
			o.func = true;
			open[t->frames->n + func] |= 1;
			i64_sum(&t->paths.func.column[column][func],
				place_total);
		}
		vec_push(&path, o);
		if (i % RUN_STRIDE == 0)
			rc = run_check(t->run);
	}
	free(total);
	free(open);
	vec_free(&path);
	return rc;
}

static int
path_sums_make(struct teller *t)
{
	const struct columns *all = &t->sums->magnitude;

	for (uint32_t slot = 0; slot < t->run->input->n_slots; slot++) {
		int64_t base = all->base != NULL ? all->base[slot] : 0;

		i64_sum(&t->whole.base, base);
		i64_sum(&t->whole.new, i64_wrap_sub(all->value[slot], base));
	}
	for (size_t k = 0; k < COUNT_OF(columns_known); k++) {
		int column = columns_known[k];

		if (t->sums->value.column[column] == NULL)
			continue;
		t->paths.frame.column[column] =
			ARENA_ZARRAY(&t->arena, int64_t, t->frames->n);
		t->paths.self.column[column] =
			ARENA_ZARRAY(&t->arena, int64_t, t->frames->n);
		t->paths.func.column[column] =
			ARENA_ZARRAY(&t->arena, int64_t, t->p->func.n);
		if (sum_paths(t, column) != 0)
			return -1;
	}
	return 0;
}

/* ---- The file's totals ---- */

/* Return a call-graph row's value for a sample type. */
static struct row_sum
row_sum(const struct callgraph *g, uint32_t row, uint32_t column)
{
	struct row_sum s = { .value = g->value[column][row] };

	if (g->row[row].is_base)
		s.base = i64_wrap_sub(0, s.value);
	return s;
}

static void
add_sum(struct row_sum *to, const struct row_sum *s)
{
	i64_sum(&to->value, s->value);
	i64_sum(&to->base, s->base);
}

static void
read_rows(struct teller *t)
{
	const struct callgraph *g = t->p->callgraph;
	struct bits seen = bits_in(&t->arena, t->p->func.n);

	for (uint32_t i = 0; i < g->n; i++) {
		const struct callgraph_row *row = &g->row[i];
		struct row_sum sum = row_sum(g, i, t->sums->column);
		frame_id frame = row->target == NONE
			? t->func_frame[row->func]
			: frame_of_loc(t->frames, t->p, row->loc);
		struct told *told;
		struct sides sides;

		if (frame >= MANY_FRAMES)
			continue;
		told = &t->told[frame];
		if (row->target != NONE) {
			add_sum(&told->calls, &sum);
			continue;
		}
		/* In a diff a function has a row for each side. */
		if (!bits_get(&seen, row->func)) {
			struct row_sum paths =
				columns_at(&t->paths.func, row->func);

			told->n++;
			add_sum(&told->paths, &paths);
			bits_set(&seen, row->func);
		}
		add_sum(&told->total, &sum);
		sides = sides_of(&sum);
		told->most.new =
			sides.new > told->most.new ? sides.new : told->most.new;
		told->most.base = sides.base > told->most.base
			? sides.base
			: told->most.base;
	}
}

/* Estimate the total of several functions: their sum, less the overlap seen in
   the stacks. The real overlap may be larger, and the total too high. */
static int64_t
of_several(int64_t total, int64_t paths, int64_t frame, int64_t most,
	int64_t whole)
{
	int64_t part = paths <= 0 || frame >= paths
		? total
		: i64_trunc((double)total * ((double)frame / (double)paths));

	part = part > whole ? whole : part;
	return part < most ? most : part;
}

/* Set *out to the file's total of a frame. True if it is an estimate. */
static bool
tell_frame(const struct teller *t, frame_id f, struct row_sum *out)
{
	const struct told *told = &t->told[f];
	struct sides frame = sides_at(&t->paths.frame, f);
	struct sides paths = sides_of(&told->paths);
	struct sides total = sides_of(&told->total);

	*out = told->total;
	if (told->n == 0) {
		*out = columns_at(&t->paths.self, f);
		add_sum(out, &told->calls);
		return false;
	}
	if (told->n == 1 ||
		(frame.new == paths.new && frame.base == paths.base &&
			total.new <= t->whole.new &&
			total.base <= t->whole.base))
		return false;
	out->base = of_several(total.base, paths.base, frame.base,
		told->most.base, t->whole.base);
	out->value = i64_wrap_sub(of_several(total.new, paths.new, frame.new,
					  told->most.new, t->whole.new),
		out->base);
	return true;
}

int
calltotals_apply(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w, struct columns *entries)
{
	const struct profile *p = run->input->profile;
	struct teller t = {
		.run = run, .p = p, .frames = run->framed->frames, .sums = sums
	};
	int rc;

	if (p->callgraph == NULL || w->total.div != NULL)
		return 0;
	t.func_frame = frames_of_funcs(t.frames, p, false, &t.arena);
	t.told = ARENA_ZARRAY(&t.arena, struct told, t.frames->n);
	rc = path_sums_make(&t);
	if (rc == 0) {
		read_rows(&t);
		w->estimated = ARENA_ZARRAY(arena, uint8_t, t.frames->n);
		for (frame_id f = 0; f < t.frames->n; f++) {
			struct row_sum sum;
			struct row_sum frame = columns_at(&t.paths.frame, f);

			/* Filters removed a part: keep the stacks' sum. */

			if (t.run->tagged->n_filters != 0 ||
				w->total.value[f] != frame.value ||
				!(w->total.base == NULL ||
					w->total.base[f] == frame.base)) {
				w->estimated[f] = ESTIMATED_PART;
				continue;
			}
			if (tell_frame(&t, f, &sum))
				w->estimated[f] = ESTIMATED_SHARED;
			w->total.value[f] = sum.value;
			if (w->total.base != NULL)
				w->total.base[f] = sum.base;
		}
		if (entries != NULL) {
			const struct callgraph *g = t.p->callgraph;
			bool any = false;

			/* Count the non-recursive calls of each frame. */
			entries->value =
				ARENA_ZARRAY(arena, int64_t, t.frames->n);
			entries->base = t.sums->value.base == NULL
				? NULL
				: ARENA_ZARRAY(arena, int64_t, t.frames->n);
			for (uint32_t i = 0; i < g->n; i++) {
				const struct callgraph_row *row = &g->row[i];
				frame_id f = t.func_frame[row->func];

				if (row->target != NONE || row->entries < 0 ||
					f >= MANY_FRAMES)
					continue;
				any = true;
				i64_sum(&entries->value[f],
					row->is_base ? -row->entries
						     : row->entries);
				if (row->is_base && entries->base != NULL)
					i64_sum(&entries->base[f],
						row->entries);
			}
			if (!any)
				entries->value = entries->base = NULL;
		}
	}
	arena_free(&t.arena);
	return rc;
}

void
calltotals_remark(const struct view *v, struct strbuf *out)
{
	uint32_t n = 0;

	for (frame_id f = 0; v->w.estimated != NULL && f < v->frames->n; f++)
		n += v->w.total.value[f] != 0 &&
			v->w.estimated[f] == ESTIMATED_SHARED;
	if (n > 0)
		strbuf_addf(out,
			"%" PRIu32
			" row%s of several functions that call one another: %s "
			"estimated",
			n, plural(n), n == 1 ? "its total is" : "totals are");
}

/* ---- Calls ---- */

uint32_t
calltotals_column(const struct profile *p)
{
	for (uint32_t i = 0; p->callgraph != NULL && i < p->types.n; i++)
		if (str_is(profile_str(p, p->types.type[i]), "calls"))
			return i;
	return NONE;
}

static int
by_ends(const void *a, const void *b)
{
	const struct call_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

struct call_edge *
calltotals_edges(
	const struct view *v, bool any_frame, struct arena *arena, size_t *n)
{
	const struct callgraph *g = v->profile->callgraph;
	uint32_t calls = calltotals_column(v->profile);
	struct call_edge *edge;
	frame_id *of;
	size_t m = 0;
	size_t equal_to = 0;

	*n = 0;
	if (g == NULL || v->w.estimated == NULL)
		return NULL;
	of = frames_of_funcs(v->frames, v->profile, any_frame, arena);
	edge = ARENA_ARRAY(arena, struct call_edge, g->n);
	for (uint32_t i = 0; i < g->n; i++) {
		const struct callgraph_row *row = &g->row[i];
		struct call_edge e = {
			.calls = calls != NONE ? i64_abs(g->value[calls][i]) : 0
		};

		if (row->target == NONE)
			continue;
		e.from = frame_of_loc(v->frames, v->profile, row->loc);
		e.to = of[row->target];
		if (e.from >= MANY_FRAMES || e.to >= MANY_FRAMES ||
			e.from == e.to || v->nodes[e.from] == 0 ||
			v->nodes[e.to] == 0 ||
			v->w.estimated[e.from] == ESTIMATED_PART)
			continue;
		e.sum = row_sum(g, i, v->column);
		edge[m++] = e;
	}
	if (m > 0)
		qsort(edge, m, sizeof(*edge), by_ends);
	/* Merge calls between the same two frames. */
	for (size_t i = 0; i < m; i++) {
		if (equal_to > 0 &&
			by_ends(&edge[equal_to - 1], &edge[i]) == 0) {
			struct call_edge *edge_to = &edge[equal_to - 1];

			add_sum(&edge_to->sum, &edge[i].sum);
			i64_sum(&edge_to->calls, edge[i].calls);
		} else
			edge[equal_to++] = edge[i];
	}
	*n = equal_to;
	for (size_t i = 0; i < *n; i++) {
		int64_t from = v->w.total.value[edge[i].from],
			to = v->w.total.value[edge[i].to];
		int64_t most = from < to ? from : to;

		/* Nested calls count twice: limit to the smaller total. */
		if (v->w.total.base == NULL && most > 0 &&
			edge[i].sum.value > most)
			edge[i].sum.value = most;
	}
	return edge;
}
