/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_compute(): see view.h. It asks the stages one after the other, and
 * what comes out is a struct of pointers into them, with a reference to
 * each.
 */
#include "config.h"

#include "engine/view.h"

#include <assert.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/bound.h"
#include "engine/core.h"
#include "engine/effect.h"
#include "engine/found.h"
#include "engine/framed.h"
#include "engine/mask.h"
#include "engine/shape.h"
#include "engine/subject.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/turn.h"
#include "engine/weigh.h"

#include "base/banned.h"

enum { VIEW_STAGES = 9, HELD_SUBJECT = 0, HELD_FRAMES = 1 };

struct shared_view {
	struct view view; /* first: a view is a shared_view */
	atomic_uint refs;
	struct stage *stage[VIEW_STAGES]; /* referenced; NULL: not used */
	struct arena arena;               /* warnings, effects, beside */
};

struct engine *
engine_new(const struct profile *p)
{
	struct engine *e = xcalloc(1, sizeof(*e));

	e->opened = profile_ref(p);
	/* A view asks each cache once, but for hits (six patterns) and sums
	   (one a column). One more is kept for going back a step; of the big
	   ones, two are alive while one view replaces another. */
	e->subjects.max = e->frames.max = 2;
	e->hits.max = STAGES_MAX;
	e->picks.max = e->cuts.max = e->tagged.max = 4;
	e->grouped.max = e->sums.max = 4;
	e->shapes.max = e->weighed.max = e->turned.max = 2;
	e->found.max = 4;
	return e;
}

void
engine_free(struct engine *e)
{
	if (e == NULL)
		return;
	stages_free(&e->subjects);
	stages_free(&e->frames);
	stages_free(&e->hits);
	stages_free(&e->picks);
	stages_free(&e->cuts);
	stages_free(&e->tagged);
	stages_free(&e->grouped);
	stages_free(&e->sums);
	stages_free(&e->shapes);
	stages_free(&e->weighed);
	stages_free(&e->turned);
	stages_free(&e->found);
	arena_free(&e->scratch);
	profile_unref(e->opened);
	free(e);
}

bool
view_keeps(const struct view *v, size_t sample)
{
	const struct profile *p = v->profile;

	return v->slot_passes[v->slot_of[sample]] != 0 &&
		v->of_stack[p->sample.leaf[sample]] != NONE &&
		tagged_pass(v->set_bits[p->sample.labels[sample]]);
}

const struct view *
view_ref(const struct view *v)
{
	struct shared_view *s = (struct shared_view *)(uintptr_t)v;

	atomic_fetch_add_explicit(&s->refs, 1, memory_order_relaxed);
	return v;
}

void
view_unref(const struct view *v)
{
	struct shared_view *s = (struct shared_view *)(uintptr_t)v;

	if (s == NULL ||
		atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) >
			1)
		return;
	view_unref(s->view.again);
	for (int i = 0; i < VIEW_STAGES; i++)
		stage_unref(s->stage[i]);
	arena_free(&s->arena);
	free(s);
}

size_t
view_bytes(const struct view *v)
{
	const struct shared_view *s = (const struct shared_view *)v;
	size_t n = s->arena.held;

	for (int i = 0; i < VIEW_STAGES; i++)
		if (s->stage[i] != NULL)
			n += s->stage[i]->arena.held;
	return v->again != NULL ? n + view_bytes(v->again) : n;
}

/* Stages are const to those who only read them; counting is no reading. */
static void
hold(struct shared_view *s, const struct stage *stage)
{
	int i = 0;

	while (s->stage[i] != NULL)
		i++;
	assert(i < VIEW_STAGES);
	s->stage[i] = stage_ref((struct stage *)(uintptr_t)stage);
}

static void *
copy_of(struct arena *arena, const void *p, size_t n, size_t size)
{
	return memcpy(arena_alloc(arena, mul_size(n, size)), p, n * size);
}

/* A root alone. */
static struct tree
bare_tree(struct arena *arena)
{
	static const node_id none = 0;
	static const frame_id no_frame = NONE;
	static const uint8_t no_flags = 0;

	return (struct tree){ .n = 1,
		.parent = &none,
		.first = &none,
		.next = &none,
		.frame = &no_frame,
		.flags = &no_flags,
		.depth = &none,
		.self = ARENA_ZARRAY(arena, int64_t, 1),
		.total = ARENA_ZARRAY(arena, int64_t, 1),
		.live = ARENA_ZARRAY(arena, uint8_t, 1) };
}

const struct view *
view_outline(const struct view *v)
{
	const struct shared_view *from = (const struct shared_view *)v;
	struct shared_view *s = xcalloc(1, sizeof(*s));
	struct view *o = &s->view;
	size_t n = v->frames->n;

	atomic_init(&s->refs, 1);
	hold(s, from->stage[HELD_SUBJECT]);
	hold(s, from->stage[HELD_FRAMES]);
	o->query = v->query;
	o->profile = v->profile;
	o->frames = v->frames;
	o->column = v->column;
	o->pivot = NONE;
	o->full = o->tree = bare_tree(&s->arena);
	o->w.column = v->w.column;
	o->w.total = v->w.total;
	o->w.flat = copy_of(&s->arena, v->w.flat, n, sizeof(*v->w.flat));
	o->w.cum = copy_of(&s->arena, v->w.cum, n, sizeof(*v->w.cum));
	o->places = copy_of(&s->arena, v->places, n, sizeof(*v->places));
	o->n_live = v->n_live;
	warnings_init(&o->warnings, &s->arena);
	return o;
}

/* pprof's warnings. */
static void
add_warnings(const struct query *q, const struct layers *on,
	const struct weighed *w, struct warnings *warnings)
{
	const struct {
		const char *name;
		bool missed;
	} rows[] = {
		{ "Focus", q->focus.n > 0 && !on->pick->focus_hit },
		{ "Ignore", q->ignore.n > 0 && !on->pick->ignore_hit },
		{ "Hide", q->hide.n > 0 && !on->cut->hide_hit },
		{ "Show", q->show.n > 0 && !on->cut->show_hit },
		{ "ShowFrom", q->show_from.n > 0 && !on->cut->from_hit },
		{ "TagFocus",
			q->tagfocus.n > 0 && (w->flags & SUM_TAGFOCUS) == 0 },
		{ "TagIgnore",
			q->tagignore.n > 0 && (w->flags & SUM_TAGIGNORE) == 0 },
		{ "TagShow",
			q->tagshow.n > 0 && (w->flags & SUM_TAGSHOW) == 0 },
		{ "TagHide",
			q->taghide.n > 0 && (w->flags & SUM_TAGHIDE) == 0 },
	};

	warnings_join(warnings, &on->subject->warnings);
	warnings_join(warnings, &on->tagged->warnings);
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (rows[i].missed)
			warnings_add(warnings,
				"%s expression matched no samples",
				rows[i].name);
}

static int
add_beside(const struct run *run, const struct layers *on,
	const struct weighed *w, struct shared_view *s)
{
	const struct profile *p = on->subject->profile;
	struct str list = run->q->beside;
	struct view *v = &s->view;

	if (list.n == 0)
		return 0;
	v->beside = ARENA_ARRAY(&s->arena, struct weights, p->types.n);
	while (list.n > 0 && v->n_beside < p->types.n) {
		struct str name = str_trim(str_cut(&list, ','));
		struct err unknown = ERR_INIT;
		const struct sums *sums;
		uint32_t column;

		if (name.n == 0)
			continue;
		if (profile_sample_index(p, name, &column, &unknown) != 0) {
			warnings_add(&v->warnings, "beside: %s", unknown.msg);
			continue;
		}
		sums = sums_get(
			run, on->subject, on->tagged, column, run->q->mean);
		if (sums == NULL ||
			weigh_beside(run, on, w, sums, &s->arena,
				&v->beside[v->n_beside]) != 0)
			return -1;
		v->n_beside++;
	}
	return 0;
}

static int
turn(const struct run *run, const struct layers *on, const struct weighed *w,
	struct shared_view *s)
{
	struct view *v = &s->view;
	const struct turned *turned;

	v->full = v->tree = w->tree;
	v->pivot = NONE;
	v->max_depth = w->max_depth;
	if (run->q->direction == DIR_CALLEES)
		return 0;
	turned = turn_get(run, on, w);
	if (turned == NULL)
		return -1;
	hold(s, &turned->stage);
	v->tree = turned->tree;
	v->callers = turned->callers;
	v->pivot = turned->pivot;
	v->max_depth = turned->max_depth;
	return 0;
}

static int
fill(const struct run *run, const struct layers *on, const struct weighed *w,
	struct shared_view *s)
{
	struct view *v = &s->view;
	const struct searched *search;

	v->query = *run->q;
	v->profile = on->subject->profile;
	v->frames = on->framed->frames;
	v->column = on->sums->column;
	v->w = w->w;
	v->of_stack = on->shape->map;
	v->slot_of = on->subject->slot;
	v->slot_passes = w->pass;
	v->set_bits = on->tagged->lset;
	v->places = w->places;
	v->inlined = w->inlined;
	v->n_live = w->n_live;
	v->samples = w->samples;
	v->is_diff = w->tree.base_self != NULL;
	v->evidence = w->evidence;
	warnings_init(&v->warnings, &s->arena);
	add_warnings(run->q, on, w, &v->warnings);
	hold(s, &on->subject->stage);
	hold(s, &on->framed->stage);
	hold(s, &on->shape->stage);
	hold(s, &on->tagged->stage);
	hold(s, &on->sums->stage);
	hold(s, &w->stage);
	if (turn(run, on, w, s) != 0 || add_beside(run, on, w, s) != 0 ||
		bounds_fill(run, on, w, &s->arena, &v->bounds) != 0)
		return -1;
	search = search_get(run, on->framed);
	if (search == NULL)
		return -1;
	hold(s, &search->stage);
	if (found_fill(run, search, v) != 0)
		return -1;
	if (v->n_live == 0 && query_has_filters(run->q))
		return effects_fill(run, on, &s->arena, v);
	return 0;
}

/* With file names trimmed once more than in v. */
static int
trim_again(const struct run *run, struct view *v)
{
	const unsigned last = FRAMES_UNTRIMMED | FRAMES_TRIMMED_THRICE;
	unsigned flags = run->frame_flags;

	if (!v->frames->trims_on || (flags & last) != 0)
		return 0;
	flags += FRAMES_TRIMMED_TWICE; /* twice after once, then thrice */
	v->again = view_compute_frames(
		run->e, run->q, flags, run->progress, run->err);
	return v->again != NULL ? 0 : -1;
}

const struct view *
view_compute(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	return view_compute_frames(e, q, 0, progress, err);
}

const struct view *
view_compute_frames(struct engine *e, const struct query *q, unsigned flags,
	struct progress *progress, struct err *err)
{
	const struct run run = { .e = e,
		.q = q,
		.frame_flags = flags,
		.progress = progress,
		.err = err };
	const struct weighed *w;
	struct layers on = { .subject = NULL };
	struct shared_view *s;

	progress_stage(progress, PROGRESS_COMPUTE, 0);
	if (layers_get(&run, &on) != 0)
		return NULL;
	w = weigh_get(&run, &on);
	if (w == NULL)
		return NULL;
	s = xcalloc(1, sizeof(*s));
	atomic_init(&s->refs, 1);
	if (fill(&run, &on, w, s) != 0 || trim_again(&run, &s->view) != 0) {
		view_unref(&s->view);
		return NULL;
	}
	return &s->view;
}
