/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_compute() makes the stages in order and returns a struct of pointers
 * into them, with a reference to each. The search, which needs only frames, and
 * the reasons for an empty view are here too.
 */
#include "prelude.h"

#include "engine/view.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/bottleneck.h"
#include "engine/engine_internal.h"
#include "engine/framefilter.h"
#include "engine/framesums.h"
#include "engine/frametree.h"
#include "engine/leafsamples.h"
#include "engine/regexp.h"
#include "engine/replaced.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/treetotals.h"

enum { HELD_INPUT = 0, HELD_FRAMES = 1 };

/* ---- Stages ---- */

int
run_stages(struct run *run)
{
	const struct query *q = run->q;
	uint32_t column;

	engine_keep(run->e);
	if (profile_sample_index(
		    run->e->opened, q->sample_index, &column, run->err) != 0)
		return -1;
	if ((run->input = input_get(run)) == NULL ||
		(run->framed = framed_get(run)) == NULL ||
		(run->pick = pick_get(run)) == NULL ||
		(run->cut = cut_get(run)) == NULL ||
		(run->tagged = tagged_get(run)) == NULL ||
		(run->sums = sums_get(run, column)) == NULL)
		return -1;
	if (run->only_rows && framesums_suffice(run)) {
		if ((run->framesums = framesums_get(run)) == NULL)
			return -1;
		run->weighed = &run->framesums->weighed;
		/* If nothing is left, a full view gives the reason. */
		if (run->weighed->n_live > 0)
			return 0;
		run->framesums = NULL;
	}
	if ((run->shape = shape_get(run)) == NULL ||
		(run->weighed = weigh_get(run)) == NULL)
		return -1;
	return 0;
}

/* ---- References ---- */

bool
view_keeps(const struct view *v, size_t sample)
{
	const struct profile *p = v->profile;

	return v->slot_passes[v->slot_of[sample]] != 0 &&
		view_end(v, sample) != NONE &&
		tagged_pass(v->set_bits[p->sample.labels[sample]]);
}

const struct view *
view_ref(const struct view *v)
{
	atomic_fetch_add_explicit(&v->self->refs, 1, memory_order_relaxed);
	return v;
}

void
view_unref(const struct view *view)
{
	struct view *v = view != NULL ? view->self : NULL;

	if (v == NULL ||
		atomic_fetch_sub_explicit(&v->refs, 1, memory_order_acq_rel) >
			1)
		return;
	view_unref(v->again);
	for (int i = 0; i < VIEW_STAGES; i++)
		stage_unref(v->stage[i]);
	arena_free(&v->arena);
	free(v);
}

/* Return an empty view with one reference. */
static struct view *
view_new(void)
{
	struct view *v = xcalloc(1, sizeof(*v));

	atomic_init(&v->refs, 1);
	v->self = v;
	return v;
}

size_t
view_bytes(const struct view *v)
{
	size_t n = v->arena.held;

	for (int i = 0; i < VIEW_STAGES; i++)
		if (v->stage[i] != NULL)
			n += v->stage[i]->arena.held;
	return v->again != NULL ? n + view_bytes(v->again) : n;
}

static void
hold_stage(struct view *v, const struct stage *stage)
{
	int i = 0;

	while (v->stage[i] != NULL)
		i++;
	assert(i < VIEW_STAGES);
	v->stage[i] = stage_ref(stage);
}

/* Return a tree with only a root. */
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
		.self.value = ARENA_ZARRAY(arena, int64_t, 1),
		.total.value = ARENA_ZARRAY(arena, int64_t, 1),
		.live = ARENA_ZARRAY(arena, uint8_t, 1) };
}

int64_t
view_events(const struct view *v, struct row_sum sum)
{
	const struct events *e = v->events;
	double value = fabs((double)sum.base) +
		fabs((double)i64_wrap_add(sum.value, sum.base));

	if (e->name == NULL || e->each == 0)
		return sum.events;
	return i64_trunc(
		round((double)EVENT_PARTS * (value / (double)e->each)));
}

const struct view *
view_outline(const struct view *v)
{
	struct view *o = view_new();
	size_t n = v->frames->n;

	hold_stage(o, v->stage[HELD_INPUT]);
	hold_stage(o, v->stage[HELD_FRAMES]);
	o->query = v->query;
	o->profile = v->profile;
	o->frames = v->frames;
	o->column = v->column;
	o->events = v->events;
	o->pivot = NONE;
	o->full = o->tree = bare_tree(&o->arena);
	o->w.column = v->w.column;
	o->w.whole = v->w.whole;
	o->w.self.value =
		arena_dup(&o->arena, v->w.self.value, n, sizeof(int64_t));
	o->w.total.value =
		arena_dup(&o->arena, v->w.total.value, n, sizeof(int64_t));
	o->nodes = arena_dup(&o->arena, v->nodes, n, sizeof(*v->nodes));
	o->n_live = v->n_live;
	warnings_init(&o->warnings, &o->arena);
	return o;
}

/* ---- The search ---- */

/* The frames that match by printable name or, if no name does, by file: a file
   name finds its functions, but "main" does not find all of main.go. The search
   highlights, never filters, and has smart case, unlike the filters. A bad
   pattern is not an error, but leaves the search inactive. */
struct searched {
	struct stage stage;
	bool active, stopped, by_file;
	struct bits frame;
};

/* Search by file. A frame can be in several files; each is matched once. */
static int
search_files(const struct run *run, struct searched *s, struct regexp *m)
{
	enum { NO = 1, YES };
	const struct frames *frames = run->framed->frames;
	const struct profile *p = frames->profile;
	uint8_t *known = xcalloc(p->strings.n + (size_t)1, 1);
	int rc = 0;

	for (line_id i = 0; i < p->line.n && rc == 0; i++) {
		func_id func = p->line.func[i];
		frame_id f = frames->of_line[i];
		str_id file = func != NONE ? p->func.file[func] : 0;

		if (i % 64 == 0)
			rc = run_check(run);
		if (f == NONE || file == 0)
			continue;
		if (known[file] == 0)
			known[file] =
				regexp_str(m, profile_str(p, file)) ? YES : NO;
		if (known[file] == YES) {
			bits_set(&s->frame, f);
			s->by_file = true;
		}
	}
	free(known);
	return rc;
}

static int
searched_fill(const struct run *run, void *stage, const void *arg)
{
	const struct frames *frames = run->framed->frames;
	struct searched *s = stage;
	struct err ignored = ERR_INIT;
	struct regexp *m;
	bool any;
	int rc;

	(void)arg;
	s->frame = bits_in(&s->stage.arena, frames->n);
	if (run->q->search.n == 0)
		return 0;
	m = regexp_new_smart(run->q->search, NULL, &ignored);
	if (m == NULL)
		return 0;
	/* Search by name. any: some name matches. */
	any = false;
	rc = 0;
	for (frame_id f = 0; f < frames->n; f++) {
		if (regexp_str(m, frames->frame[f].text)) {
			bits_set(&s->frame, f);
			any = true;
		}
		if (f % 64 == 0 && run_check(run) != 0) {
			rc = -1;
			break;
		}
	}
	if (rc == 0 && !any)
		rc = search_files(run, s, m);
	s->stopped = regexp_stopped(m);
	s->active = !s->stopped;
	regexp_free(m);
	return rc;
}

static uint32_t
live_nodes(const struct run *run, const struct bits *frame,
	const struct tree *t, node_id from)
{
	node_id end = tree_whole(t, run->progress);
	uint32_t n = 0;

	for (node_id i = from; i < end; i++)
		n += tree_live(t, i) != 0 && bits_get(frame, t->frame[i]);
	return n;
}

static int
found_fill(const struct run *run, struct view *v)
{
	struct found *found = &v->found;
	struct row_sum sum = { .value = 0 };
	struct strbuf key = STRBUF_INIT;
	const struct searched *s;
	uint8_t *covered;

	strbuf_add(&key, run->framed->stage.key);
	key_str(&key, run->q->search);
	s = stages_get(
		&run->e->searched, &key, sizeof(*s), run, searched_fill, NULL);
	if (s == NULL)
		return -1;
	hold_stage(v, &s->stage);
	found->active = s->active;
	found->stopped = s->stopped;
	found->by_file = s->by_file;
	found->frame = s->frame;
	if (s->stopped)
		warnings_add(&v->warnings,
			"search: pattern too complex, stopped: %.*s",
			STR_ARG(run->q->search));
	if (!s->active)
		return 0;
	for (frame_id f = 0; f < v->frames->n; f++)
		found->n_frames += v->nodes[f] > 0 && bits_get(&s->frame, f);
	if (found->n_frames == 0)
		return 0;
	found->n_nodes = live_nodes(run, &s->frame, &v->tree, 1);
	/* The pivot is in both trees and counts once. */
	if (v->callers.n > 2)
		found->n_nodes += live_nodes(run, &s->frame, &v->callers, 2);
	/* Sum the samples that end at or below a match, each once, column by
	   column, as most columns are missing. */
	arena_reset(&run->e->scratch);
	covered = arena_alloc(&run->e->scratch, v->full.n);
	covered[0] = 0;
	for (node_id i = 1; i < v->full.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		covered[i] = covered[v->full.parent[i]] ||
			bits_get(&s->frame, v->full.frame[i]);
	}
	for (int k = 0; k < COLUMNS; k++) {
		const int64_t *self = v->full.self.column[k];
		node_id n = self != NULL ? v->full.n : 0;

		for (node_id i = 1; i < n; i++)
			if (covered[i] != 0)
				i64_sum(&sum.column[k],
					self[tree_self_row(&v->full, i)]);
	}
	found->value = weight_div(sum.value, sum.div);
	return 0;
}

/* ---- Why nothing is left ---- */

/*
 * The value that each filter keeps of what the earlier ones kept, in pprof's
 * order. prune_from and filters that only remove labels cannot empty a view and
 * are left out.
 *
 *     focus=main 9.2s   hide=gc 9.1s   tagfocus=acme 0
 */

/* Properties of a stack, over all its locations. */
enum {
	HAS_FOCUS = PICK_FOCUS,
	HAS_IGNORE = PICK_IGNORE,
	HAS_UNHIDDEN = 4, /* a location with lines after hide */
	HAS_SHOWN = 8,    /* a location with lines after hide and show */
	HAS_FROM = 16,
	HAS_ANY = 32, /* the stack has a location */
};

struct filter_effects {
	const struct run *run;
	const uint8_t *bits; /* [trie.n] HAS_* */
	struct bits gone;    /* [sample.n] dropped by the filters so far */
	struct view *v;
};

/* Add a filter's effect. A stack passes if it has all bits of `need` and none
   of `refuse`; if `tag` is set, its label set must pass as well. */
static void
add_effect(struct filter_effects *t, const char *option, struct str value,
	unsigned need, unsigned refuse, const struct tag_filter *tag)
{
	const struct profile *p = t->run->input->profile;
	const int64_t *v = p->sample.value[t->run->sums->column];
	struct filter_effect *effect;

	if (value.n == 0)
		return;
	effect = &t->v->effect[t->v->n_effects++];
	*effect = (struct filter_effect){ .option = option, .value = value };
	for (size_t i = 0; i < p->sample.n; i++) {
		unsigned has = t->bits[p->sample.leaf[i]];

		if (i % RUN_STRIDE == 0 && run_check(t->run) != 0)
			return;
		if ((has & (need | refuse)) != need ||
			(tag != NULL &&
				bits_get(&tag->lset, p->sample.labels[i]) ==
					tag->ignore))
			bits_set(&t->gone, i);
		if (!bits_get(&t->gone, i))
			effect->kept =
				i64_wrap_add(effect->kept, i64_abs(v[i]));
	}
}

/* ignore comes first, as an ignored location is not checked for focus:
   otherwise ignore=main would look as if focus=main had emptied the view. */
static int
effects_fill(const struct run *run, struct arena *arena, struct view *v)
{
	enum { FILTERS = 5 };
	const struct query *q = run->q;
	const struct tagged *tagged = run->tagged;
	struct filter_effects t = { .run = run, .v = v };
	const struct profile *p = run->input->profile;
	const uint8_t *picks = run->pick->loc, *cuts = run->cut->loc;
	uint8_t *bits;

	arena_reset(&run->e->scratch);
	bits = arena_alloc(&run->e->scratch, p->trie.n);
	bits[0] = 0;
	for (node_id i = 1; i < p->trie.n; i++) {
		loc_id loc = p->trie.loc[i];
		uint8_t cut = cuts != NULL ? cuts[loc] : 0;

		bits[i] = bits[p->trie.parent[i]] | HAS_ANY;
		bits[i] |= picks != NULL ? picks[loc] : HAS_FOCUS;
		if ((cut & CUT_BY_HIDE) == 0)
			bits[i] |= HAS_UNHIDDEN;
		if ((cut & CUT_HIDDEN) == 0)
			bits[i] |= HAS_SHOWN;
		if ((cut & CUT_FROM) != 0)
			bits[i] |= HAS_FROM;
	}
	t.bits = bits;
	t.gone = bits_new(run->input->profile->sample.n);
	v->effect = ARENA_ARRAY(arena, struct filter_effect,
		FILTERS + (size_t)tagged->n_filters);
	add_effect(&t, "ignore", q->ignore, HAS_ANY, HAS_IGNORE, NULL);
	add_effect(&t, "focus", q->focus, HAS_FOCUS, 0, NULL);
	add_effect(&t, "hide", q->hide, HAS_UNHIDDEN, 0, NULL);
	add_effect(&t, "show", q->show, HAS_SHOWN, 0, NULL);
	add_effect(&t, "show_from", q->show_from, HAS_FROM, 0, NULL);
	for (uint32_t i = 0; i < tagged->n_filters; i++)
		add_effect(&t, tagged->filter[i].option,
			tagged->filter[i].value, 0, 0, &tagged->filter[i]);
	free(t.gone.word);
	return run_check(run);
}

/* ---- The view ---- */

/* Add pprof's warnings. */
static void
add_warnings(const struct run *run, struct warnings *warnings)
{
	const struct query *q = run->q;
	unsigned flags = run->weighed->flags;
	const struct {
		const char *option, *name;
		bool missed;
	} rows[] = {
		{ "focus", "Focus", q->focus.n > 0 && !run->pick->focus_hit },
		{ "ignore", "Ignore",
			q->ignore.n > 0 && !run->pick->ignore_hit },
		{ "hide", "Hide", q->hide.n > 0 && !run->cut->hide_hit },
		{ "show", "Show", q->show.n > 0 && !run->cut->show_hit },
		{ "show_from", "ShowFrom",
			q->show_from.n > 0 && !run->cut->from_hit },
		{ "tagfocus", "TagFocus",
			q->tagfocus.n > 0 && (flags & SUM_TAGFOCUS) == 0 },
		{ "tagignore", "TagIgnore",
			q->tagignore.n > 0 && (flags & SUM_TAGIGNORE) == 0 },
		{ "tagshow", "TagShow",
			q->tagshow.n > 0 && (flags & SUM_TAGSHOW) == 0 },
		{ "taghide", "TagHide",
			q->taghide.n > 0 && (flags & SUM_TAGHIDE) == 0 },
	};

	warnings_join(warnings, &run->input->warnings);
	warnings_join(warnings, &run->tagged->warnings);
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (rows[i].missed)
			warnings_add_unmatched(
				warnings, rows[i].option, rows[i].name);
}

static int
view_fill(const struct run *run, struct view *v)
{
	const struct weighed *w;
	const struct inverted *inverted;
	const struct profile *p;
	struct str list;
	const struct weighed *stages_w = run->weighed;

	/* Borrow the data of the stages. */
	v->query = *run->q;
	v->profile = run->input->profile;
	v->frames = run->framed->frames;
	v->column = run->sums->column;
	v->w = stages_w->w;
	v->entries = stages_w->entries;
	v->slot_of = run->input->slot;
	v->slot_passes = stages_w->pass;
	v->set_bits = run->tagged->lset;
	v->nodes = stages_w->nodes;
	v->inlined = stages_w->inlined;
	v->n_live = stages_w->n_live;
	v->samples = stages_w->samples;
	v->events = &run->input->events[v->column];
	v->framesums = run->framesums;
	v->is_diff = run->sums->value.base != NULL;
	v->evidence = stages_w->evidence;
	hold_stage(v, &run->input->stage);
	hold_stage(v, &run->framed->stage);
	if (run->shape != NULL) {
		v->folded = run->shape->folded;
		hold_stage(v, &run->shape->stage);
	}
	hold_stage(v, &run->tagged->stage);
	hold_stage(v, &run->sums->stage);
	hold_stage(v, &stages_w->stage);
	warnings_init(&v->warnings, &v->arena);
	add_warnings(run, &v->warnings);
	/* The trees, in the query's direction. */
	w = run->weighed;
	v->full = v->tree = w->tree;
	v->pivot = NONE;
	v->max_depth = w->max_depth;
	if (run->framesums != NULL)
		v->full = v->tree = bare_tree(&v->arena);
	if (run->framesums == NULL && run->q->direction != DIR_CALLEES) {
		inverted = invert_get(run);
		if (inverted == NULL)
			return -1;
		hold_stage(v, &inverted->stage);
		v->tree = inverted->tree;
		v->callers = inverted->callers;
		v->pivot = inverted->pivot;
		v->max_depth = inverted->max_depth;
	}
	if (run->framesums != NULL)
		return 0;
	p = run->input->profile;
	list = run->q->beside;

	if (list.n != 0) {
		v->beside = ARENA_ARRAY(&v->arena, struct weights, p->types.n);
		while (list.n > 0 && v->n_beside < p->types.n) {
			struct str name = str_trim(str_cut(&list, ','));
			struct err unknown = ERR_INIT;
			const struct sums *sums;
			uint32_t column;

			if (name.n == 0)
				continue;
			if (profile_sample_index(p, name, &column, &unknown) !=
				0) {
				warnings_add(&v->warnings, "beside: %s",
					unknown.msg);
				continue;
			}
			sums = sums_get(run, column);
			if (sums == NULL ||
				weigh_beside(run, sums, &v->arena,
					&v->beside[v->n_beside]) != 0)
				return -1;
			v->n_beside++;
		}
	}
	if (bottlenecks_fill(run, &v->arena, &v->bottlenecks) != 0 ||
		found_fill(run, v) != 0)
		return -1;
	if (v->is_diff && !v->profile->header.summed) {
		v->cause = causes_new(v, &v->arena);
		v->replaced = replacements_new(v, &v->arena);
	}
	if (v->n_live == 0 && query_drops_samples(run->q))
		return effects_fill(run, &v->arena, v);
	return 0;
}

static const struct view *
compute(struct engine *e, const struct query *q, unsigned flags, bool rows,
	struct progress *progress, struct err *err)
{
	struct run run = { .e = e,
		.q = q,
		.frame_flags = flags,
		.only_rows = rows,
		.progress = progress,
		.err = err };
	const unsigned last = FRAMES_UNTRIMMED | FRAMES_TRIMMED_THRICE;
	struct view *v;

	progress_stage(progress, PROGRESS_COMPUTE, 0);
	if (run_stages(&run) != 0)
		return NULL;
	v = view_new();
	if (view_fill(&run, v) == 0) {
		if (!v->frames->trims_on || (flags & last) != 0)
			return v;
		/* Also compute the view with names trimmed 2 and 3 times. */
		v->again = compute(e, q, flags + FRAMES_TRIMMED_TWICE, false,
			progress, err);
		if (v->again != NULL)
			return v;
	}
	view_unref(v);
	return NULL;
}

/* Compute within the limit of all memory: what the stages take beside their
   results is not counted in engine_bytes(). */
static const struct view *
compute_limited(struct engine *e, const struct query *q, unsigned flags,
	bool rows, struct progress *progress, struct err *err)
{
	struct progress own = { .stop = 0 };
	const struct view *v;

	progress = progress != NULL ? progress : &own;
	progress_limit(progress, engine_allowed(e));
	v = compute(e, q, flags, rows, progress, err);
	if (v == NULL && progress_spent(progress) && engine_shrink(e)) {
		progress_unspend(progress);
		memory_forget();
		*err = (struct err)ERR_INIT;
		v = compute(e, q, flags, rows, progress, err);
	}
	if (v == NULL && progress_spent(progress) &&
		err->code == ERR_CANCELLED)
		(void)engine_full(e, err);
	progress_limit(progress, 0);
	return v;
}

const struct view *
view_compute(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	return compute_limited(e, q, 0, false, progress, err);
}

const struct view *
view_compute_frames(struct engine *e, const struct query *q, unsigned flags,
	struct progress *progress, struct err *err)
{
	return compute_limited(e, q, flags, false, progress, err);
}

const struct view *
view_compute_rows(struct engine *e, const struct query *q, unsigned flags,
	struct progress *progress, struct err *err)
{
	return compute_limited(e, q, flags, true, progress, err);
}
