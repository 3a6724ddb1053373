/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of lines and addresses (annotate.h). */
#include "prelude.h"

#include "analysis/annotate.h"

#include "analysis/graph.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/calltotals.h"
#include "engine/sides.h"

enum {
	MARGIN = 5, /* lines shown around lines with samples */
	AHEAD = 16, /* rows between a prefetch and its use */
};

/* ---- The view ---- */

struct listing *
listing_make(struct engine *e, const struct query *q, enum listing_by by,
	struct progress *progress, struct err *err)
{
	struct listing *l = xcalloc(1, sizeof(*l));
	struct query own = *q;
	const struct frames *frames;
	struct intern names;

	own.granularity = GRAN_LINES;
	own.direction = DIR_CALLEES;
	own.search = own.beside = STR_EMPTY;
	if (by == LISTING_ADDRESSES) {
		own.granularity = GRAN_ADDRESSES;
		own.noinlines = true;
	}
	l->view = view_compute_frames(e, &own, FRAMES_OBJECTS, progress, err);
	if (l->view == NULL) {
		listing_free(l);
		return NULL;
	}
	frames = l->view->frames;
	intern_init(&names, &l->arena);
	l->function = ARENA_ARRAY(&l->arena, uint32_t, frames->n);
	for (frame_id f = 0; f < frames->n; f++) {
		const struct frame *frame = &frames->frame[f];

		l->function[f] = intern_borrowed(
			&names, frame->name.n > 0 ? frame->name : frame->text);
	}
	l->n_functions = (uint32_t)names.n;
	l->name = arena_dup(&l->arena, names.str, names.n, sizeof(*names.str));
	intern_fini(&names);
	return l;
}

struct listing *
listing_new(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	return listing_make(e, q, LISTING_LINES, progress, err);
}

struct listing *
addresses_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err)
{
	return listing_make(e, q, LISTING_ADDRESSES, progress, err);
}

void
addresses_free(struct listing *l)
{
	listing_free(l);
}

void
listing_free(struct listing *l)
{
	if (l == NULL)
		return;
	view_unref(l->view);
	arena_free(&l->arena);
	free(l);
}

/* Return the frame of view `to` with the line or location of a frame of `v`, or
   NONE. */
static frame_id
frame_in(const struct view *to, const struct view *v, frame_id frame)
{
	const struct frame *f = &v->frames->frame[frame];

	if (f->first_line != NONE)
		return f->first_line < to->profile->line.n
			? to->frames->of_line[f->first_line]
			: NONE;
	if (f->first_loc != NONE)
		return f->first_loc < to->profile->loc.n
			? to->frames->of_loc[f->first_loc]
			: NONE;
	return to->frames->system;
}

uint32_t
listing_function(const struct listing *l, const struct view *v, frame_id frame)
{
	frame_id here = frame_in(l->view, v, frame);

	return here != NONE ? l->function[here] : NONE;
}

frame_id
listing_shown(const struct listing *l, const struct view *v, frame_id frame)
{
	return frame_in(v, l->view, frame);
}

/* ---- Frame weights: at all places, or at one ---- */

struct footing
footing_all(const struct view *v)
{
	return (struct footing){ .view = v,
		.self = v->w.self,
		.total = v->w.total,
		.noise_self = v->w.noise_self,
		.noise_total = v->w.noise_total };
}

void
footing_fini(struct footing *f)
{
	arena_free(&f->arena);
}

/* A call path as step numbers from the root. key[] maps each frame of the
   listing to its step number. */
struct annotate_trail {
	VEC(uint32_t) step;
	VEC(uint8_t) inlined; /* [step.n] */
	uint32_t *key;        /* [frames.n] of the listing */
	bool inlines;         /* true if steps tell inlined calls apart */
	bool folds;           /* true if direct recursion is one step */
};

/* Return how many steps of the trail the path to node i matches, or NONE if it
   leaves the trail. `done` is the result for the parent. */
static uint32_t
trail_go(const struct annotate_trail *t, const struct tree *tree, node_id i,
	uint32_t done)
{
	uint32_t key = t->key[tree->frame[i]];
	uint8_t inlined = tree->flags[i] & TREE_INLINE;

	if (done == NONE)
		return NONE;
	if (done < t->step.n && t->step.p[done] == key &&
		(t->folds || !t->inlines || t->inlined.p[done] == inlined))
		return done + 1;
	return t->folds && done > 0 && t->step.p[done - 1] == key ? done : NONE;
}

static struct columns
columns_zeros(struct arena *arena, const struct columns *like, size_t n)
{
	struct columns l = { .column = { NULL } };

	for (int k = 0; k < COLUMNS; k++)
		if (like->column[k] != NULL)
			l.column[k] = ARENA_ZARRAY(arena, int64_t, n);
	return l;
}

/* Return a footing with zero weights and no nodes. */
static struct footing
footing_none(const struct view *v)
{
	const struct tree *t = &v->full;
	size_t n = v->frames->n;
	struct footing f = { .view = v };

	f.nodes = bits_in(&f.arena, t->n);
	f.self = columns_zeros(&f.arena, &t->self, n);
	f.total = columns_zeros(&f.arena, &t->total, n);
	if (t->noise_self != NULL) {
		f.noise_self = ARENA_ZARRAY(&f.arena, double, n);
		f.noise_total = ARENA_ZARRAY(&f.arena, double, n);
	}
	return f;
}

static void
footing_add(struct footing *f, const struct tree *t, node_id i)
{
	frame_id frame = t->frame[i];
	struct row_sum self = columns_at(&t->self, tree_self_row(t, i));
	struct row_sum total = columns_at(&t->total, tree_row(t, i));
	bool is_first;

	columns_add(&f->self, frame, &self);
	if (f->noise_self != NULL)
		f->noise_self[frame] += t->noise_self[tree_self_row(t, i)];
	/* Count the total only if no counted ancestor has the same frame. */
	is_first = true;
	for (node_id up = t->parent[i]; up != 0; up = t->parent[up])
		if (t->frame[up] == t->frame[i] && bits_get(&f->nodes, up)) {
			is_first = false;
			break;
		}
	if (!is_first)
		return;
	columns_add(&f->total, frame, &total);
	if (f->noise_total != NULL)
		f->noise_total[frame] += t->noise_total[tree_row(t, i)];
}

struct footing
footing_place(const struct listing *l, const struct view *v, node_id node)
{
	const struct tree *t = &l->view->full;
	struct footing f = footing_none(l->view);
	uint32_t *done;
	const struct view *to = l->view;
	bool finer = v->query.granularity == GRAN_ADDRESSES;
	struct annotate_trail trail = { .inlines = !to->query.noinlines ||
			v->query.noinlines,
		.folds = v->query.recursion };

	trail.key = xmalloc(mul_size(to->frames->n, sizeof(*trail.key)));
	for (frame_id new_f = 0; new_f < to->frames->n; new_f++)
		trail.key[new_f] =
			finer ? l->function[new_f] : frame_in(v, to, new_f);
	for (; node != 0; node = v->full.parent[node]) {
		frame_id frame = v->full.frame[node];
		uint8_t inlined = v->full.flags[node] & TREE_INLINE;

		if (inlined != 0 && !trail.inlines)
			continue;
		vec_push(&trail.step,
			finer ? listing_function(l, v, frame) : frame);
		vec_push(&trail.inlined, inlined);
	}
	vec_reverse(uint32_t, &trail.step);
	vec_reverse(uint8_t, &trail.inlined);
	done = xmalloc(mul_size(t->n, sizeof(*done)));

	done[0] = 0;
	for (node_id i = 1; i < t->n; i++) {
		done[i] = tree_live(t, i) != 0
			? trail_go(&trail, t, i, done[t->parent[i]])
			: NONE;
		if (done[i] == NONE || done[i] < trail.step.n)
			continue;
		bits_set(&f.nodes, i);
		footing_add(&f, t, i);
	}
	free(done);
	vec_free(&trail.step);
	vec_free(&trail.inlined);
	free(trail.key);
	return f;
}

static bool
footing_has(const struct footing *f, node_id i)
{
	return tree_live(&f->view->full, i) != 0 &&
		(f->nodes.word == NULL || bits_get(&f->nodes, i));
}

struct footing
footing_inlined(const struct footing *f, const struct listing *l,
	const struct routines *r, uint32_t line, uint32_t function)
{
	const struct tree *t = &f->view->full;
	struct footing inside = footing_none(f->view);

	for (node_id i = 1; i < t->n; i++) {
		node_id up = t->parent[i];

		if (up == 0 || l->function[t->frame[i]] != function ||
			(t->flags[i] & TREE_INLINE) == 0 ||
			r->line_of[t->frame[up]] != line ||
			!footing_has(f, i) || !footing_has(f, up))
			continue;
		bits_set(&inside.nodes, i);
		footing_add(&inside, t, i);
	}
	return inside;
}

void
footing_sum(const struct footing *f, const struct listing *l, uint32_t function,
	struct row_sum *self, struct row_sum *total)
{
	const struct tree *t = &f->view->full;
	struct bits inside = bits_new(t->n);

	for (node_id i = 1; i < t->n; i++) {
		bool is = l->function[t->frame[i]] == function &&
			footing_has(f, i);

		if (bits_get(&inside, t->parent[i]))
			bits_set(&inside, i);
		if (!is)
			continue;
		row_sum_add(self, &t->self, tree_self_row(t, i));
		if (!bits_get(&inside, i))
			row_sum_add(total, &t->total, tree_row(t, i));
		bits_set(&inside, i);
	}
	free(inside.word);
}

/* True if reports show this frame, given its weights. */
static bool
footing_wants(const struct footing *f, frame_id frame)
{
	struct graph_node node = { .self = f->self.value[frame],
		.total = f->total.value[frame] };
	struct graph_options o;

	graph_options_init(&o, &f->view->query);
	return graph_wanted(&node, &o);
}

/* ---- Lines ---- */

/* A frame with its sort keys. */
struct listed {
	uint64_t place; /* rank of name << 32 | rank of file */
	int64_t line, start_line;
	frame_id frame;
};

/* Compare frames with equal name and file. */
static int
by_listed_line(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->start_line != y->start_line)
		return x->start_line < y->start_line ? -1 : 1;
	return (x->frame > y->frame) - (x->frame < y->frame);
}

/* Return the frames sorted by name and file, or by file alone, on the heap. */
static struct listed *
list_frames(const struct frames *frames, const frame_id *frame, size_t n,
	bool by_file)
{
	struct sort_key *key = xmalloc(mul_size(n, 2 * sizeof(*key)));
	struct listed *row = xmalloc(mul_size(n, sizeof(*row)));
	struct str *text = xmalloc(mul_size(n, sizeof(*text)));
	uint32_t *rank = xmalloc(mul_size(n, sizeof(*rank)));

	/* Rank names and files by text; with by_file, only files. */
	for (size_t i = 0; i < n; i++)
		text[i] = frames->frame[frame[i]].file;
	(void)sort_text_ranks(text, n, rank, NULL);
	for (size_t i = 0; i < n; i++)
		key[i] = (struct sort_key){ rank[i], (uint32_t)i };
	for (size_t i = 0; i < n; i++)
		text[i] = frames->frame[frame[i]].name;
	if (!by_file)
		(void)sort_text_ranks(text, n, rank, NULL);
	for (size_t i = 0; i < n && !by_file; i++)
		key[i].word |= (uint64_t)rank[i] << 32;
	free(rank);
	free(text);
	sort_keys(key, key + n, n);
	for (size_t i = 0; i < n; i++) {
		frame_id f = frame[key[i].at];
		const struct frame *of = &frames->frame[f];

		if (n - i > AHEAD)
			PREFETCH(&frames->frame[frame[key[i + AHEAD].at]].line);
		row[i] = (struct listed){ key[i].word, of->line, of->start_line,
			f };
	}
	free(key);
	return row;
}

static int64_t
first_line(const struct listed *row)
{
	return row->start_line != 0 ? row->start_line
				    : i64_wrap_sub(row->line, MARGIN);
}

/* Add the rows of one function in one file. */
static void
add_routine(struct routines *to, const struct footing *f, bool by_file,
	const struct listed *row, size_t n)
{
	const struct frame *first = &f->view->frames->frame[row[0].frame];
	struct routine r = { .name = by_file ? STR_EMPTY : first->name,
		.file = first->file };

	/* As in pprof, a row that lowers the start does not change the end, and
	   numbers at the limits of int64_t wrap around. */
	r.start = first_line(&row[0]);
	r.end = i64_wrap_add(row[0].line, MARGIN);
	for (size_t i = 0; i < n; i++) {
		int64_t from = first_line(&row[i]);
		int64_t range_to = i64_wrap_add(row[i].line, MARGIN);

		if (from < r.start)
			r.start = from;
		else if (range_to > r.end)
			r.end = range_to;
	}
	if (r.start < 1)
		r.start = 1;
	r.line = ARENA_ARRAY(&to->arena, struct line_sum, n);
	for (size_t i = 0; i < n; i++) {
		struct line_sum *l;
		frame_id frame;

		if (i == 0 || row[i].line != row[i - 1].line)
			r.line[r.n++] = (struct line_sum){ .line = row[i].line,
				.frame = row[i].frame };
		l = &r.line[r.n - 1];
		frame = row[i].frame;
		row_sum_add(&l->self, &f->self, frame);
		row_sum_add(&l->total, &f->total, frame);
		if (f->noise_self != NULL)
			l->noise_self += f->noise_self[frame];
		if (f->noise_total != NULL)
			l->noise_total += f->noise_total[frame];
		row_sum_add(&r.self, &f->self, row[i].frame);
		row_sum_add(&r.total, &f->total, row[i].frame);
		to->line_of[row[i].frame] = to->n_lines + r.n - 1;
	}
	to->n_lines += r.n;
	to->routine[to->n++] = r;
}

/* Prefetch a frame and its weights. */
static inline void
frame_ahead(const struct footing *f, frame_id frame)
{
	PREFETCH(&f->view->frames->frame[frame]);
	PREFETCH(&f->self.value[frame]);
	PREFETCH(&f->total.value[frame]);
}

struct routines *
routines_new(const struct footing *f, bool by_file,
	bool (*wants)(void *arg, frame_id frame), void *arg)
{
	const struct frames *frames = f->view->frames;
	struct routines *r = xcalloc(1, sizeof(*r));
	VEC(frame_id) frame = { NULL, 0, 0 };
	struct listed *row;
	size_t n, next;

	for (frame_id i = 0; i < frames->n; i++)
		if (footing_wants(f, i) && wants(arg, i))
			vec_push(&frame, i);
	n = frame.n;
	row = list_frames(frames, frame.p, n, by_file);
	r->line_of = ids_in(&r->arena, frames->n);
	r->routine = ARENA_ARRAY(&r->arena, struct routine, n);
	for (size_t i = 0; i < n; i = next) {
		if (n - i > AHEAD)
			frame_ahead(f, row[i + AHEAD].frame);
		for (next = i + 1; next < n; next++)
			if (row[next].place != row[i].place)
				break;
		if (next - i > 1)
			qsort(&row[i], next - i, sizeof(*row), by_listed_line);
		add_routine(r, f, by_file, &row[i], next - i);
	}
	free(row);
	vec_free(&frame);
	return r;
}

struct wanted_function {
	const struct listing *l;
	uint32_t function;
};

static bool
is_of_function(void *arg, frame_id frame)
{
	const struct wanted_function *w = arg;

	return w->l->function[frame] == w->function;
}

struct routines *
routines_of(const struct listing *l, const struct footing *f, uint32_t function)
{
	struct wanted_function w = { l, function };

	return routines_new(f, false, is_of_function, &w);
}

void
routines_free(struct routines *r)
{
	if (r == NULL)
		return;
	arena_free(&r->arena);
	free(r);
}

int64_t
routine_moved(const struct routine *r, const struct view *v)
{
	int64_t base = 0, new = 0;

	for (uint32_t i = 0; i < r->n && v->is_diff; i++) {
		struct sides s = sides_of(&r->line[i].total);
		int64_t start = v->frames->frame[r->line[i].frame].start_line;

		if (start <= 0 || (s.base == 0) == (s.new == 0))
			continue;
		/* Functions of one name: which has moved is unknown. */
		if (s.new == 0 && base != 0 && base != start)
			return 0;
		if (s.base == 0 && new != 0 && new != start)
			return 0;
		if (s.new == 0)
			base = start;
		else
			new = start;
	}
	return base != 0 && new != 0 ? new - base : 0;
}

const struct line_sum *
routine_line(const struct routine *r, int64_t line)
{
	uint32_t lo = 0, hi = r->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (r->line[mid].line < line)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < r->n && r->line[lo].line == line ? &r->line[lo] : NULL;
}

/* ---- What lines call ---- */

struct called {
	uint32_t line; /* number of the line, as in routines.line_of */
	struct str name;
	uint64_t most; /* largest |total| of a node; callee.frame is from it */
	struct line_callee callee;
};

struct caller {
	const struct listing *l;
	const struct footing *f;
	const uint32_t *line_of; /* as in struct routines */
	struct map64 at;         /* (line, function) -> called */
	VEC(struct called) called;
};

/* True if the path to `node` has a call from the line to the function `to`. */
static bool
has_called(const struct caller *c, node_id node, uint32_t line, uint32_t to)
{
	const struct tree *t = &c->f->view->full;

	for (node_id i = node; t->parent[i] != 0; i = t->parent[i])
		if (c->l->function[t->frame[i]] == to &&
			c->line_of[t->frame[t->parent[i]]] == line &&
			footing_has(c->f, t->parent[i]))
			return true;
	return false;
}

static void
add_called(struct caller *c, uint32_t line, node_id node)
{
	const struct tree *t = &c->f->view->full;
	uint32_t to = c->l->function[t->frame[node]];
	uint32_t *at = map64_at(&c->at, (uint64_t)line << 32 | to);
	uint64_t weight = u64_abs(tree_total(t, node));
	struct called *called;

	if (*at == NONE) {
		*at = (uint32_t)c->called.n;
		vec_push(&c->called,
			((struct called){
				.line = line, .name = c->l->name[to] }));
	}
	called = &c->called.p[*at];
	row_sum_add(&called->callee.sum, &t->total, tree_row(t, node));
	if (t->noise_total != NULL)
		called->callee.variance += t->noise_total[tree_row(t, node)];
	called->callee.inlined |= (t->flags[node] & TREE_INLINE) != 0 ? 1 : 2;
	if (weight >= called->most) {
		called->most = weight;
		called->callee.frame = t->frame[node];
	}
}

static int
by_line_and_weight(const void *a, const void *b)
{
	const struct called *x = a, *y = b;
	uint64_t i = u64_abs(x->callee.sum.value);
	uint64_t j = u64_abs(y->callee.sum.value);

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (i != j)
		return i > j ? -1 : 1;
	return str_cmp(x->name, y->name);
}

void
routines_add_callees(
	struct routines *r, const struct listing *l, const struct footing *f)
{
	struct caller c = { .l = l, .f = f, .line_of = r->line_of };
	uint32_t number = 0;
	size_t at = 0;

	if (f->view->w.estimated != NULL && f->nodes.word == NULL) {
		struct arena arena = ARENA_INIT;
		size_t n;
		const struct call_edge *edge =
			calltotals_edges(c.f->view, true, &arena, &n);

		/* Use the call totals in the profile's file (calltotals.h). */
		for (size_t i = 0; i < n; i++) {
			uint32_t line = c.line_of[edge[i].from];
			uint32_t to = c.l->function[edge[i].to];
			struct called called = { .line = line,
				.name = c.l->name[to],
				.callee = { .frame = edge[i].to,
					.inlined = 2,
					.sum = edge[i].sum } };

			if (line != NONE)
				vec_push(&c.called, called);
		}
		arena_free(&arena);
	} else {
		const struct tree *t = &c.f->view->full;

		for (node_id i = 1; i < t->n; i++) {
			uint32_t line = c.line_of[t->frame[i]];

			if (line == NONE || !footing_has(c.f, i))
				continue;
			for (node_id k = t->first[i]; k != 0; k = t->next[k])
				if (tree_live(t, k) != 0 &&
					!has_called(&c, i, line,
						c.l->function[t->frame[k]]))
					add_called(&c, line, k);
		}
	}
	if (c.called.n > 0)
		qsort(c.called.p, c.called.n, sizeof(*c.called.p),
			by_line_and_weight);
	for (uint32_t i = 0; i < r->n; i++) {
		for (uint32_t k = 0; k < r->routine[i].n; k++, number++) {
			struct line_sum *line = &r->routine[i].line[k];
			size_t from = at;

			while (at < c.called.n && c.called.p[at].line == number)
				at++;
			line->n_callees = (uint32_t)(at - from);
			line->callee = ARENA_ARRAY(
				&r->arena, struct line_callee, at - from);
			for (size_t j = from; j < at; j++)
				line->callee[j - from] = c.called.p[j].callee;
		}
	}
	map64_free(&c.at);
	vec_free(&c.called);
}

/* ---- Addresses ---- */

static int
by_map_and_address(const void *a, const void *b)
{
	const struct address_sum *x = a, *y = b;

	if (x->map != y->map)
		return x->map < y->map ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->frame > y->frame) - (x->frame < y->frame);
}

struct address_sums *
address_sums_new(const struct footing *f)
{
	const struct view *v = f->view;
	const struct profile *p = v->profile;
	struct address_sums *s = xcalloc(1, sizeof(*s));
	uint32_t n = 0;

	s->sum = ARENA_ARRAY(&s->arena, struct address_sum, v->frames->n);
	for (frame_id i = 0; i < v->frames->n; i++) {
		const struct frame *frame = &v->frames->frame[i];
		struct address_sum sum = { .address = frame->address,
			.frame = i };

		if (frame->first_loc == NONE || !footing_wants(f, i))
			continue;
		sum.map = p->loc.map[frame->first_loc];
		row_sum_add(&sum.self, &f->self, i);
		row_sum_add(&sum.total, &f->total, i);
		if (f->noise_self != NULL)
			sum.noise_self = f->noise_self[i];
		if (f->noise_total != NULL)
			sum.noise_total = f->noise_total[i];
		s->sum[n++] = sum;
	}
	if (n > 0)
		qsort(s->sum, n, sizeof(*s->sum), by_map_and_address);
	for (uint32_t i = 0; i < n; i++) {
		struct address_sum *last = s->n > 0 ? &s->sum[s->n - 1] : NULL;

		if (last != NULL && last->map == s->sum[i].map &&
			last->address == s->sum[i].address) {
			for (int k = 0; k < COLUMNS; k++) {
				i64_sum(&last->self.column[k],
					s->sum[i].self.column[k]);
				i64_sum(&last->total.column[k],
					s->sum[i].total.column[k]);
			}
			last->noise_self += s->sum[i].noise_self;
			last->noise_total += s->sum[i].noise_total;
		} else
			s->sum[s->n++] = s->sum[i];
	}
	return s;
}

uint32_t
address_sums_from(const struct address_sums *s, map_id map, uint64_t address)
{
	uint32_t lo = 0, hi = s->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		const struct address_sum *sum = &s->sum[mid];

		if (sum->map < map ||
			(sum->map == map && sum->address < address))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void
address_sums_free(struct address_sums *s)
{
	if (s == NULL)
		return;
	arena_free(&s->arena);
	free(s);
}
