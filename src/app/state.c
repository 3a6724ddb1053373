/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States, and paths of frames. */
#include "prelude.h"

#include "app/state.h"

#include "base/bits.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "conf/options.h"
#include "engine/lazycallers.h"
#include "load/compare.h"
#include "load/load.h"

void
state_init(struct state *s, const struct query *query,
	const struct settings *settings)
{
	*s = (struct state){
		.query = *query,
		.settings = *settings,
		.sel = FRAMEPATH_ROOT,
		.panes = { .list = { [PANE_PEEK].at = NONE,
				   [PANE_INFO].at = NONE },
			.extra = PANES },
	};
}

/* True if all options with this `undone` are equal; the zoom is ignored. */
static bool
same_options(const struct state *a, const struct state *b, bool undone)
{
	struct query q[2] = { a->query, b->query };
	struct settings set[2] = { a->settings, b->settings };
	struct options_target ta = { .query = &q[0], .settings = &set[0] };
	struct options_target tb = { .query = &q[1], .settings = &set[1] };
	bool same = true;
	size_t n;
	const struct option *o = options_all(&n);

	set[0].zoom = set[1].zoom = STR_EMPTY;
	for (size_t i = 0; i < n && same; i++)
		same = o[i].undone != undone || option_same(&o[i], ta, tb);
	return same;
}

bool
state_looks_same(const struct state *a, const struct state *b)
{
	return same_options(a, b, false);
}

bool
state_same(const struct state *a, const struct state *b)
{
	struct framepath za = state_zoom(a), zb = state_zoom(b);

	for (int i = 0; i < PANES; i++)
		if (!str_eq(a->rows[i], b->rows[i]))
			return false;
	return framepath_eq(&za, &zb) && str_eq(a->off, b->off) &&
		str_eq(a->opened, b->opened) && same_options(a, b, true);
}

struct state
state_back(const struct state *now, const struct state *to)
{
	struct state back = *to, kept = *now;
	struct options_target from = { .query = &kept.query,
		.settings = &kept.settings };
	struct options_target into = { .query = &back.query,
		.settings = &back.settings };
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++)
		if (!to->whole && !o[i].undone)
			option_copy(&o[i], into, from);
	back.pinned = now->pinned;
	back.panes.focus = now->panes.focus;
	back.panes.extra = now->panes.extra;
	back.panes.paired = now->panes.paired;
	back.panes.before = now->panes.before;
	back.panes.maximized = now->panes.maximized;
	return back;
}

size_t
state_opened(const struct state *s)
{
	return s->opened.n / sizeof(struct framepath);
}

struct framepath
state_opened_at(const struct state *s, size_t i)
{
	struct framepath path;

	memcpy(&path, s->opened.p + i * sizeof(path), sizeof(path));
	return path;
}

void
state_open(struct intern *pool, struct state *s, struct framepath path)
{
	struct strbuf all = STRBUF_INIT;
	size_t n = state_opened(s), first = n >= OPENED_MOST ? 1 : 0;

	strbuf_add(&all, str_skip(s->opened, first * sizeof(path)));
	strbuf_add(&all, str_from((const char *)&path, sizeof(path)));
	s->opened = intern_keep(pool, strbuf_str(&all));
	strbuf_free(&all);
}

void
state_close_all(struct state *s)
{
	s->opened = STR_EMPTY;
}

struct framepath
state_zoom(const struct state *s)
{
	struct framepath all = FRAMEPATH_ROOT;

	return s->n_zooms > 0 ? s->zoom[s->n_zooms - 1] : all;
}

void
state_push_zoom(struct state *s, struct framepath zoom)
{
	if (zoom.steps.n == 0 && zoom.x0 == 0 && zoom.x1 == ZOOM_ONE) {
		s->n_zooms = 0;
		return;
	}
	if (s->n_zooms == ZOOM_STEPS) {
		memmove(&s->zoom[0], &s->zoom[1],
			(ZOOM_STEPS - 1) * sizeof(s->zoom[0]));
		s->n_zooms--;
	}
	s->zoom[s->n_zooms++] = zoom;
}

void
state_set_zoom(struct state *s, struct framepath zoom)
{
	if (s->n_zooms > 0)
		s->n_zooms--;
	/* Going back to an equal zoom would change nothing. */
	if (s->n_zooms == 0 || !framepath_eq(&s->zoom[s->n_zooms - 1], &zoom))
		state_push_zoom(s, zoom);
}

/* ---- Paths of frames ---- */

/* One frame of a path; ids in the pool. */
struct state_step {
	uint32_t text, name, file;
	uint32_t inlined;
};

struct framepath
framepath_of(struct intern *pool, struct flamegraph *p, struct selection s)
{
	const struct view *v = flamegraph_view(p);
	struct framepath path = FRAMEPATH_ROOT;
	const struct tree *t;
	struct state_step *step;
	uint32_t n;

	path.direction = (uint8_t)v->query.direction;
	path.side = s.side;
	path.count = s.count;
	s = selection_first(p, s);
	/* An empty sandwich has no nodes. */
	if (s.node == NONE)
		return path;
	t = flamegraph_tree(p, s.side);
	n = tree_depth(t, s.node);
	if (n == 0)
		return path;
	step = xmalloc(mul_size(n, sizeof(*step)));
	for (node_id node = s.node; tree_depth(t, node) > 0;
		node = t->parent[node]) {
		const struct frame *f = &v->frames->frame[t->frame[node]];

		step[tree_depth(t, node) - 1] = (struct state_step){
			.text = intern_copy(pool, f->text),
			.name = intern_copy(pool, f->name),
			.file = intern_copy(
				pool, frame_file(v->frames, t->frame[node])),
			.inlined = t->flags[node] & TREE_INLINE,
		};
	}
	path.steps = intern_keep(
		pool, str_from((const char *)step, n * sizeof(*step)));
	free(step);
	return path;
}

struct framepath
framepath_of_zoom(
	struct intern *pool, struct flamegraph *p, const struct zoom *z)
{
	struct framepath path = framepath_of(pool, p, z->at);

	path.x0 = z->x0;
	path.x1 = z->x1;
	return path;
}

static uint32_t
framepath_depth(const struct framepath *p)
{
	return (uint32_t)(p->steps.n / sizeof(struct state_step));
}

static struct state_step
framepath_step(const struct framepath *p, uint32_t i)
{
	struct state_step step;

	memcpy(&step, p->steps.p + i * sizeof(step), sizeof(step));
	return step;
}

bool
framepath_eq(const struct framepath *a, const struct framepath *b)
{
	return str_eq(a->steps, b->steps) && a->count == b->count &&
		a->x0 == b->x0 && a->x1 == b->x1 &&
		(a->steps.n == 0 ||
			(a->direction == b->direction && a->side == b->side));
}

/* Return how well a frame matches a step: 0 (not at all) to 3 (same text). */
static int
step_likeness(const struct intern *pool, const struct view *v, frame_id frame,
	const struct state_step *step)
{
	const struct frame *f = &v->frames->frame[frame];
	struct str name = intern_str(pool, step->name);
	struct str file = intern_str(pool, step->file);

	if (str_eq(f->text, intern_str(pool, step->text)))
		return 3;
	if (name.n > 0 && str_eq(f->name, name))
		return 2;
	/* Compare files if one side has no function name. */
	if ((name.n == 0 || f->name.n == 0) && file.n > 0 &&
		str_eq(frame_file(v->frames, frame), file))
		return 1;
	return 0;
}

/* The nodes that a path may lead to, step by step. In a graph of lines, several
   frames may match a step; the next step decides between them:

       path   main > caller > two
       lines  main:9 > caller:31 > work       caller:31 and :35 match;
		     `-> caller:35 > two      `two` decides for :35

   Inlined calls that the path does not have are skipped. */
struct state_trail {
	const struct intern *pool;
	const struct flamegraph *p;
	enum flamegraph_side side;
	const struct view *v;
	const struct tree *t;
	VEC(struct state_footing) at, next;
};

struct state_footing {
	node_id node;
	int32_t fit;
};

enum {
	FOOTINGS_MOST = 1000,
	PASSED_MOST = 64, /* inlined calls skipped in a row */
};

/* Find the drawn children of a node that match the step best. They become
   r->next[from..]; `most` is the best likeness so far. Return the best. */
static int
trail_children(struct state_trail *r, node_id parent,
	const struct state_step *step, int32_t fit, size_t from, int most,
	int passed)
{
	const struct tree *t = r->t;

	for (node_id c = tree_first(t, parent); c != 0; c = t->next[c]) {
		uint8_t inlined = t->flags[c] & TREE_INLINE;
		int like;

		if (!flamegraph_draws(r->p, r->side, c))
			continue;
		like = step_likeness(r->pool, r->v, t->frame[c], step);
		if (like > most) {
			r->next.n = from;
			most = like;
		}
		if (like > 0 && like == most && r->next.n < FOOTINGS_MOST)
			vec_push(&r->next,
				((struct state_footing){ c,
					fit + 2 * like +
						(inlined == step->inlined) }));
		else if (like == 0 && inlined && passed < PASSED_MOST)
			most = trail_children(
				r, c, step, fit - 1, from, most, passed + 1);
	}
	return most;
}

/* Return the group of `count` siblings that begins at s, or s if there are
   fewer. */
static struct selection
find_group(struct flamegraph *p, struct selection s, uint32_t count)
{
	const struct tree *t = flamegraph_tree(p, s.side);
	node_id parent = t->parent[s.node];
	uint32_t rank = flamegraph_rank(p, s.side, s.node);
	uint32_t n = flamegraph_children(p, s.side, parent).n;

	if (rank + count > n)
		return s;
	return (struct selection){
		.side = s.side, .node = parent, .rank = rank, .count = count
	};
}

struct selection
framepath_find(const struct intern *pool, struct flamegraph *p,
	const struct framepath *path)
{
	const struct view *v = flamegraph_view(p);
	struct selection s = { .side = SIDE_MAIN };
	uint32_t n = framepath_depth(path);
	struct state_step last;
	const struct tree *anywhere_t;
	uint8_t *like;
	node_id anywhere_best = 0;

	if (n == 0)
		return selection_root(p);
	if (path->direction == v->query.direction) {
		const struct tree *t;
		uint32_t follow_n;
		struct state_trail r;
		node_id end;
		struct state_footing best;

		s.side = flamegraph_view(p)->query.direction == DIR_SANDWICH
			? path->side
			: SIDE_MAIN;
		t = flamegraph_tree(p, s.side);
		follow_n = t->n > 0 ? framepath_depth(path) : 0;
		r = (struct state_trail){
			.pool = pool, .p = p, .side = s.side, .v = v, .t = t
		};
		vec_push(&r.at, ((struct state_footing){ .node = 0 }));
		for (uint32_t i = 0; i < follow_n; i++) {
			struct state_step step = framepath_step(path, i);

			r.next.n = 0;
			for (size_t k = 0; k < r.at.n; k++)
				(void)trail_children(&r, r.at.p[k].node, &step,
					r.at.p[k].fit, r.next.n, 0, 0);
			/* Skip a frame that is gone. */
			if (r.next.n == 0)
				continue;
			r.at.n = 0;
			for (size_t k = 0; k < r.next.n; k++)
				vec_push(&r.at, r.next.p[k]);
		}
		/* Take the best fit, and the heaviest among equals. */
		best = r.at.p[0];
		for (size_t i = 1; i < r.at.n; i++) {
			struct state_footing f = r.at.p[i];

			if (f.fit > best.fit ||
				(f.fit == best.fit &&
					i64_abs(tree_total(r.t, f.node)) >
						i64_abs(tree_total(
							r.t, best.node))))
				best = f;
		}
		end = best.node;
		vec_free(&r.at);
		vec_free(&r.next);
		s.node = end;
		if (s.node != 0)
			return path->count == 0 ? s
						: find_group(p, s, path->count);
		/* A sandwich may have a different pivot: search all of it. */
		if (path->direction != DIR_SANDWICH)
			return selection_root(p);
	}
	last = framepath_step(path, n - 1);
	s.side = SIDE_MAIN;
	/* Find the heaviest drawn node in the whole tree whose frame matches
	   the last step best. */
	anywhere_t = flamegraph_tree(p, SIDE_MAIN);
	like = xmalloc(v->frames->n);
	for (frame_id frame = 0; frame < v->frames->n; frame++)
		like[frame] = (uint8_t)step_likeness(pool, v, frame, &last);
	if (anywhere_t->unfold != NULL) {
		const node_id root = 0;
		struct bits frames = bits_new(v->frames->n);
		node_id unfolded_best = NONE;
		uint8_t most = 0;

		/* A tree of callers is unfolded on demand, so search the frames
		   that the full tree will have. */
		for (frame_id f = 0; f < v->frames->n; f++)
			if (v->nodes[f] > 0 && like[f] > most)
				most = like[f];
		for (frame_id f = 0; f < v->frames->n; f++)
			if (v->nodes[f] > 0 && like[f] == most)
				bits_set(&frames, f);
		if (most > 0)
			unfolded_best =
				unfold_heaviest(anywhere_t, &root, 1, &frames);
		free(frames.word);
		anywhere_best = unfolded_best != NONE ? unfolded_best : 0;
		free(like);
		s.node = anywhere_best;
	} else {
		for (node_id node = 1; node < anywhere_t->n; node++) {
			int now = like[anywhere_t->frame[node]];
			int before = anywhere_best == 0
				? 0
				: like[anywhere_t->frame[anywhere_best]];

			if (now == 0 || now < before ||
				!flamegraph_draws(p, SIDE_MAIN, node))
				continue;
			if (now > before ||
				i64_abs(tree_total(anywhere_t, node)) >
					i64_abs(tree_total(
						anywhere_t, anywhere_best)))
				anywhere_best = node;
		}
		free(like);
		s.node = anywhere_best;
	}
	return s.node == 0 ? selection_root(p) : s;
}

struct zoom
framepath_find_zoom(const struct intern *pool, struct flamegraph *p,
	const struct framepath *path)
{
	struct zoom z = zoom_all(p);

	/* Another direction means a different graph: show all of it. */
	if (path->steps.n > 0 &&
		path->direction != flamegraph_view(p)->query.direction)
		return z;
	z.at = framepath_find(pool, p, path);
	z.x0 = path->x0;
	z.x1 = path->x1;
	return z;
}

struct framepath
framepath_from_names(
	struct intern *pool, struct str names, enum direction direction)
{
	struct framepath path = FRAMEPATH_ROOT;
	struct strbuf steps = STRBUF_INIT, name = STRBUF_INIT;

	path.direction = (uint8_t)direction;
	while (framepath_next_name(&names, &name)) {
		struct state_step step = { .name = 0 };

		step.text = intern_copy(pool, strbuf_str(&name));
		strbuf_add(&steps, str_from((const char *)&step, sizeof(step)));
	}
	path.steps = intern_keep(pool, strbuf_str(&steps));
	strbuf_free(&name);
	strbuf_free(&steps);
	return path;
}

void
framepath_names(const struct intern *pool, const struct framepath *p,
	struct strbuf *out)
{
	uint32_t n = framepath_depth(p);

	for (uint32_t i = 0; i < n; i++)
		framepath_add_name(
			out, intern_str(pool, framepath_step(p, i).text));
}

void
state_take_derivation(struct state *s, const struct profile_variant *d)
{
	s->settings.diff = d->diff;
	s->settings.diff_swap = d->swap;
	s->settings.range = d->range;
	s->settings.interval = d->interval;
	if (d->diff.n > 0)
		s->settings.base_range = d->base_range;
	s->settings.demangle = d->demangle;
	s->settings.rules = d->rules;
	s->settings.debuginfod = d->fetch;
	s->query.normalize = d->normalize;
}
