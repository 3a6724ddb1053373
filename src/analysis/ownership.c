/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs by the origin of the code (ownership.h). */
#include "prelude.h"

#include "analysis/ownership.h"

#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/framefilter.h"
#include "engine/leaffold.h"
#include "engine/sides.h"

enum { STRIDE = 4096, FRAME_STRIDE = 256 };

struct query
ownership_query(const struct query *q)
{
	struct query all = *q;

	all.system = SYSTEM_SHOW;
	all.granularity = GRAN_LINES;
	all.direction = DIR_CALLEES;
	all.noinlines = false;
	all.search = STR_EMPTY;
	all.fold_leaves = false;
	if (pattern_is_origin(all.hide))
		all.hide = STR_EMPTY;
	return all;
}

struct judged
judged_of(struct origins *o, const struct frames *frames, frame_id frame)
{
	struct origin is = origin_of_frame(o, frames, frame);

	return (struct judged){ is.kind, is.runtime,
		(uint8_t)origin_does_of_frame(o, frames, frame) };
}

struct judged
judged_below(struct judged frame, struct judged parent)
{
	enum runtime_kind usual;

	if (frame.origin != ORIGIN_SYSTEM || frame.kind != RKIND_OTHER)
		return frame;
	usual = runtime_usual_kind((enum runtime)frame.runtime);
	if (parent.origin == ORIGIN_SYSTEM &&
		(parent.runtime == frame.runtime || usual == RKIND_OTHER))
		frame.kind = parent.kind;
	else
		frame.kind = (uint8_t)usual;
	return frame;
}

/* Return the rows of the table to which a node belongs, as a set of bits. */
static uint64_t
owned_rows(struct judged n)
{
	uint64_t rows = 1ULL << n.origin;

	if (n.origin == ORIGIN_SYSTEM)
		rows |= 1ULL << (ORIGIN_KINDS + n.kind) |
			1ULL << (ORIGIN_KINDS + RKINDS + n.runtime);
	return rows;
}

static void
owned_add(struct row_sum *to, const struct row_sum *s)
{
	for (int k = 0; k < COLUMNS; k++)
		i64_sum(&to->column[k], s->column[k]);
}

/* Return the row that a bit of owned_rows() stands for. */
static struct owned *
owned_at(struct ownership *o, int bit)
{
	if (bit < ORIGIN_KINDS)
		return &o->origin[bit];
	bit -= ORIGIN_KINDS;
	return bit < RKINDS ? &o->kind[bit] : &o->runtime[bit - RKINDS];
}

/* Add a leaf's cost to its rows, and to the totals of all rows that its stack
   belongs to. */
static void
add_leaf(struct ownership *o, uint64_t own, uint64_t rows,
	const struct row_sum *self)
{
	rows |= own;
	for (int bit = 0; rows >> bit != 0; bit++) {
		if ((own >> bit & 1) != 0)
			owned_add(&owned_at(o, bit)->self, self);
		if ((rows >> bit & 1) != 0)
			owned_add(&owned_at(o, bit)->total, self);
	}
}

int64_t
ownership_weight(const struct ownership *o, const struct row_sum *sum)
{
	return o->is_diff ? sides_of(sum).new : row_sum_value(sum);
}

int64_t
ownership_whole(const struct ownership *o)
{
	return o->is_diff ? sides_of(&o->all).new : o->whole;
}

/* Compare by function and line. */
static int
compare_lines(const void *a, const void *b)
{
	const struct frame *x = *(const struct frame *const *)a;
	const struct frame *y = *(const struct frame *const *)b;
	int order = str_cmp(x->name, y->name);

	if (order == 0)
		order = str_cmp(x->file, y->file);
	return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* True if the first mapping has a build ID, and no other mapping is another
   build of its file. */
static bool
is_one_build(const struct profile *p)
{
	struct str name;

	if (p->map.n == 0 || profile_str(p, p->map.build_id[0]).n == 0)
		return false;
	name = str_basename(profile_str(p, p->map.file[0]));
	for (map_id m = 1; m < p->map.n; m++)
		if (str_eq(str_basename(profile_str(p, p->map.file[m])), name))
			return false;
	return true;
}

/* Set o->line.may_have_moved. A function whose costliest line is the same on
   both sides is assumed not to have moved. Files are compared without folders,
   because another version may be in another one. */
static void
compare_with_base(
	struct ownership *o, const struct view *v, const struct row_sum *below)
{
	int64_t most = 0, line = 0;
	struct str file = str_basename(strbuf_str(&o->line.file));

	if (!v->is_diff || o->line.line == 0 || is_one_build(v->profile))
		return;
	for (frame_id f = 0; f < v->frames->n; f++) {
		const struct frame *frame = &v->frames->frame[f];
		int64_t base = sides_of(&below[f]).base;

		if (base <= most || frame->line <= 0 ||
			!str_eq(frame->name, strbuf_str(&o->line.function)) ||
			!str_eq(str_basename(frame->file), file))
			continue;
		most = base;
		line = frame->line;
	}
	o->line.may_have_moved = most > 0 &&
		(line != o->line.line || sides_of(&o->line.cost).base == 0);
}

/* Set o->line, the user's line with the highest cost. below[frames.n]: costs of
   frames; interrupted[frames.n]: costs of the code that interrupted them, part
   of their self. Frames of one line in several mappings are added up. */
static void
find_line(struct ownership *o, const struct view *v,
	const struct row_sum *below, const struct row_sum *interrupted)
{
	const struct frame *all = v->frames->frame;
	VEC(const struct frame *) line = { 0 };
	struct row_sum cost, self;

	for (frame_id f = 0; f < v->frames->n; f++)
		if (all[f].line > 0 && ownership_weight(o, &below[f]) > 0)
			vec_push(&line, &all[f]);
	if (line.n > 0)
		qsort(line.p, line.n, sizeof(*line.p), compare_lines);
	for (size_t i = 0; i < line.n; i++) {
		size_t f = (size_t)(line.p[i] - all);

		if (i == 0 || compare_lines(&line.p[i - 1], &line.p[i]) != 0)
			cost = self = (struct row_sum){ .value = 0 };
		owned_add(&cost, &below[f]);
		row_sum_add(&self, &v->w.self, f);
		owned_add(&self, &interrupted[f]);
		if (ownership_weight(o, &cost) <=
			ownership_weight(o, &o->line.cost))
			continue;
		o->line.cost = cost;
		o->line.self = self;
		o->line.line = all[f].line;
		strbuf_reset(&o->line.function);
		strbuf_add(&o->line.function, all[f].name);
		strbuf_reset(&o->line.file);
		strbuf_add(&o->line.file, all[f].file);
	}
	compare_with_base(o, v, below);
	vec_free(&line);
}

/* Return the weight of a row, in a diff on both sides. */
static int64_t
owned_weight(const struct ownership *o, const struct owned *row)
{
	struct sides s = sides_of(&row->self);

	return o->is_diff ? i64_abs(s.new) + i64_abs(s.base)
			  : i64_abs(row_sum_value(&row->self));
}

/* True if a row is 0 in both columns, in a diff on both sides. */
static bool
owned_is_zero(const struct ownership *o, const struct owned *row)
{
	struct sides s = sides_of(&row->total);

	return owned_weight(o, row) == 0 && s.new == 0 && s.base == 0;
}

static void
sort_kinds(struct ownership *o)
{
	for (int k = 0; k < RKINDS; k++) {
		int64_t weight = owned_weight(o, &o->kind[k]);
		size_t at = o->n_kinds;

		if (owned_is_zero(o, &o->kind[k]))
			continue;
		while (at > 0 &&
			weight > owned_weight(
					 o, &o->kind[o->by_weight[at - 1]])) {
			o->by_weight[at] = o->by_weight[at - 1];
			at--;
		}
		o->by_weight[at] = (uint8_t)k;
		o->n_kinds++;
	}
}

struct ownership *
ownership_of(const struct view *v, struct progress *progress, struct err *err)
{
	struct origins *origins = origins_new(v->profile, &v->query, err);
	const struct tree *t = &v->full;
	struct ownership *o;
	struct judged *frame, *node;
	struct row_sum *below, *interrupted;
	frame_id *own; /* [t->n] innermost frame of the user's code on the path
			  to a node */
	uint64_t *rows;
	const struct running *run;
	bool stopped = false;

	_Static_assert(ORIGIN_KINDS + RKINDS + RUNTIMES <= 64, "too many rows");
	if (origins == NULL)
		return NULL;
	o = xcalloc(1, sizeof(*o));
	o->is_diff = v->is_diff;
	o->is_mean = v->query.mean;
	o->whole = view_whole(v);
	o->of_locks = origins_of_locks(v->profile, &v->query);
	frame = xcalloc(v->frames->n + 1u, sizeof(*frame));
	node = xcalloc(t->n, sizeof(*node));
	rows = xcalloc(t->n, sizeof(*rows));
	below = xcalloc(v->frames->n + 1u, sizeof(*below));
	interrupted = xcalloc(v->frames->n + 1u, sizeof(*interrupted));
	own = xcalloc(t->n, sizeof(*own));
	own[0] = NONE;
	/* Judge each frame once: it takes many pattern matches. */
	for (frame_id f = 0; f < v->frames->n && !stopped; f++) {
		frame[f] = judged_of(origins, v->frames, f);
		stopped = f % FRAME_STRIDE == 0 && progress_stopped(progress);
	}
	node[0].origin = ORIGIN_UNKNOWN;
	for (node_id i = 0; i < t->n && !stopped; i++) {
		node_id parent = t->parent[i];
		struct row_sum self = { .value = 0 };
		bool interrupts = parent != 0 &&
			is_preemption(v->frames->frame[t->frame[i]].name);

		if (i % STRIDE == 0)
			stopped = progress_stopped(progress);
		if (interrupts) {
			node[i] = node[parent];
			rows[i] = rows[parent];
			own[i] = own[parent];
		} else if (i > 0) {
			node[i] =
				judged_below(frame[t->frame[i]], node[parent]);
			rows[i] = rows[parent] | owned_rows(node[i]);
			own[i] = node[i].origin == ORIGIN_USER ? t->frame[i]
							       : own[parent];
		}
		if ((tree_live(t, i) & LIVE_ENDS) == 0)
			continue;
		row_sum_add(&self, &t->self, tree_self_row(t, i));
		owned_add(&o->all, &self);
		if (node[i].kind == RKIND_OTHER)
			owned_add(&o->other[node[i].runtime], &self);
		if (own[i] != NONE)
			owned_add(&below[own[i]], &self);
		if (interrupts)
			owned_add(&interrupted[t->frame[parent]], &self);
		/* rows[0] is empty: samples without a stack. */
		add_leaf(o, owned_rows(node[i]), rows[i], &self);
	}
	if (!stopped)
		find_line(o, v, below, interrupted);
	sort_kinds(o);
	run = origins_running(origins);
	if (run->how != NULL) {
		strbuf_add(&o->program,
			run->folder.n > 0 ? run->folder : run->package);
		o->how = run->how;
	}
	free(frame);
	free(node);
	free(rows);
	free(below);
	free(interrupted);
	free(own);
	origins_free(origins);
	if (stopped) {
		ownership_free(o);
		(void)err_set(err, ERR_CANCELLED, "cancelled");
		return NULL;
	}
	return o;
}

struct ownership *
ownership_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err)
{
	struct query all = ownership_query(q);
	const struct view *v =
		view_compute_frames(e, &all, FRAMES_OBJECTS, progress, err);
	struct ownership *o;

	if (v == NULL)
		return NULL;
	o = ownership_of(v, progress, err);
	view_unref(v);
	return o;
}

void
ownership_free(struct ownership *o)
{
	if (o == NULL)
		return;
	strbuf_free(&o->program);
	strbuf_free(&o->line.function);
	strbuf_free(&o->line.file);
	free(o);
}

size_t
ownership_rows(const struct ownership *o, struct owner_row row[OWNER_ROWS])
{
	size_t n = 0;

	for (int k = 0; k < ORIGIN_KINDS; k++) {
		if (k == ORIGIN_UNKNOWN && owned_is_zero(o, &o->origin[k]))
			continue;
		row[n++] = (struct owner_row){ .name = ownership_name(
						       (enum origin_kind)k),
			.of = &o->origin[k],
			.origin = (enum origin_kind)k,
			.word = origin_name((enum origin_kind)k) };
		for (size_t i = 0; k == ORIGIN_SYSTEM && i < o->n_kinds; i++) {
			enum runtime_kind kind =
				(enum runtime_kind)o->by_weight[i];

			row[n++] = (struct owner_row){
				.name = runtime_kind_name(kind),
				.is_kind = true,
				.of = &o->kind[kind],
				.origin = ORIGIN_SYSTEM,
				.word = runtime_kind_word(kind)
			};
		}
	}
	return n;
}

void
ownership_put_runtimes(struct strbuf *out, const struct ownership *o)
{
	const char *before = " (";
	uint64_t done = 0;

	for (;;) {
		int most = RUNTIME_NONE;
		int64_t weighs = 0;

		for (int k = RUNTIME_NONE + 1; k < RUNTIMES; k++) {
			int64_t weight = owned_weight(o, &o->runtime[k]);

			if ((done >> k & 1) == 0 && weight > weighs) {
				most = k;
				weighs = weight;
			}
		}
		if (most == RUNTIME_NONE)
			break;
		done |= 1ULL << most;
		strbuf_add3(out, before,
			str_c(runtime_name((enum runtime)most)), "");
		before = ", ";
	}
	if (done != 0)
		strbuf_addch(out, ')');
}

const char *
ownership_name(enum origin_kind kind)
{
	static const char *const names[] = { "yours", "libraries", "runtime",
		"unknown" };

	return names[kind];
}
