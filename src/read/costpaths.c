/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks for a call graph: see costpaths.h. */
#include "config.h"

#include "read/costpaths.h"

#include <string.h>

#include "base/num.h"
#include "base/vec.h"
#include "read/costgraph.h"
#include "read/costinner.h"
#include "read/costplace.h"
#include "read/costshare.h"

#include "base/banned.h"

enum {
	STEPS_MAX = 300000,   /* frames of all paths, if that can be had */
	STEPS_MOST = 3000000, /* ... and if it cannot */
	LOOK_EVERY = 1 << 14, /* visits between two looks at the user */
};

/* A path that arrives at a function, with what it brings: cost[at ..]. */
struct visit {
	uint32_t fn;
	node_id node; /* of its caller */
	size_t at;
};

struct paths {
	struct cost_graph *g;
	struct builder *b;
	const struct progress *progress;
	struct cost_share *share;
	struct cost_inner *inner;
	struct cost_places *places;
	VEC(struct visit) todo;
	VEC(int64_t) brings;
	int64_t *now;   /* [events] of the visit */
	int64_t *large; /* [events]: what is shared out among all calls */
	size_t steps, steps_max;
	bool is_dry; /* only count steps */
	struct rows *rows;
};

static void
push(struct paths *p, uint32_t fn, node_id node, const int64_t *cost)
{
	uint32_t n = p->g->events;

	vec_reserve(&p->brings, p->brings.n + n);
	memcpy(p->brings.p + p->brings.n, cost, n * sizeof(*cost));
	vec_push(&p->todo, ((struct visit){ fn, node, p->brings.n }));
	p->brings.n += n;
}

static node_id
step(struct paths *p, node_id node, uint32_t site)
{
	loc_id loc;

	p->steps++;
	if (p->is_dry || node == NONE)
		return node;
	loc = cost_place(p->places, site);
	return loc == NONE ? NONE : builder_step(p->b, node, loc);
}

static void
emit(struct paths *p, node_id leaf, const int64_t *cost)
{
	if (!p->is_dry)
		rows_add(p->rows, leaf, 0, cost, 0);
}

/* What one function, reached by a path, has in one line or sends down by one
   call. */
struct portion {
	struct paths *p;
	node_id node; /* of its caller */
};

static void
place_portion(void *arg, uint32_t site, const int64_t *cost)
{
	struct portion *to = arg;
	struct paths *p = to->p;
	node_id node = step(p, to->node, site);
	uint32_t target = p->g->site.p[site].target;

	if (target == NONE)
		emit(p, node, cost);
	else
		push(p, target, node, cost);
}

/* From the function that a path reached, within a circle, to the one whose
   lines and calls get something. */
static node_id
go_inside(struct paths *p, uint32_t from, uint32_t to, node_id node)
{
	const uint32_t *site;
	size_t n = cost_inner_path(p->inner, from, to, &site);

	for (size_t i = 0; i < n; i++)
		node = step(p, node, site[i]);
	return node;
}

static bool
is_large(const struct paths *p)
{
	for (uint32_t e = 0; e < p->g->events; e++)
		if (p->now[e] > p->large[e])
			return true;
	return false;
}

static void
visit(struct paths *p)
{
	struct visit v = p->todo.p[--p->todo.n];
	struct cost_share *s = p->share;
	uint32_t groups;

	memcpy(p->now, p->brings.p + v.at, p->g->events * sizeof(*p->now));
	p->brings.n = v.at;
	groups = cost_share_out(
		s, p->g->fn.p[v.fn].component, p->now, is_large(p));
	p->steps += groups;
	for (uint32_t i = 0; i < groups; i++) {
		struct portion to = { p, NONE };

		/* Paths end there: enough for counting them. */
		if (p->is_dry && cost_share_target(s, i) == NONE)
			continue;
		to.node = go_inside(p, v.fn, cost_share_fn(s, i), v.node);
		cost_share_sites(s, i, place_portion, &to);
	}
}

/* Until all paths have come to their ends. False when there are too many, or
   the user has had enough. */
static bool
run(struct paths *p)
{
	size_t n = 0;

	while (p->todo.n > 0) {
		if (p->steps > p->steps_max ||
			(++n % LOOK_EVERY == 0 &&
				progress_stopped(p->progress)) ||
			builder_err(p->b) != NULL)
			return false;
		visit(p);
	}
	return true;
}

/* The member of a component that most is called through: for those that
   nobody calls from outside. */
static void
find_heads(const struct paths *p, uint32_t *head)
{
	const struct cost_graph *g = p->g;
	int64_t *most = xcalloc((size_t)g->components + 1, sizeof(*most));
	int64_t *all = xcalloc(g->fn.n + 1, sizeof(*all));
	bool clipped;

	for (uint32_t i = 0; i < g->site.n; i++) {
		int64_t *sum = &all[g->site.p[i].fn];

		*sum = i64_add(*sum, cost_of(g, i)[0], &clipped);
	}
	for (uint32_t f = 0; f < g->fn.n; f++) {
		uint32_t c = g->fn.p[f].component;

		if (head[c] != NONE && all[f] <= most[c])
			continue;
		head[c] = f;
		most[c] = all[f];
	}
	free(most);
	free(all);
}

/* What a component cost beyond what its callers know of: it is where paths
   begin. */
static void
push_roots(struct paths *p, const uint32_t *head)
{
	const struct cost_graph *g = p->g;
	int64_t *rest = xcalloc(
		mul_size((size_t)g->components + 1, g->events), sizeof(*rest));

	for (uint32_t i = 0; i < g->site.n; i++) {
		const struct cost_site *s = &g->site.p[i];

		if (!site_leaves(g, s))
			continue;
		for (uint32_t e = 0; e < g->events; e++) {
			int64_t *to =
				&rest[(size_t)g->fn.p[s->target].component *
						g->events +
					e];

			*to = i64_wrap_add(*to, cost_of(g, i)[e]);
		}
	}
	for (uint32_t c = 0; c < g->components; c++) {
		const int64_t *all = cost_share_left(p->share, c);
		int64_t *in = rest + (size_t)c * g->events;
		bool any = false;

		for (uint32_t e = 0; e < g->events; e++) {
			in[e] = in[e] < all[e] ? all[e] - in[e] : 0;
			any |= in[e] > 0;
		}
		if (any)
			push(p, head[c], 0, in);
	}
	free(rest);
}

static bool
walk(struct paths *p, const uint32_t *head)
{
	push_roots(p, head);
	if (!run(p))
		return false;
	/* Of graphs that do not add up: what nobody brought anything for. */
	for (uint32_t c = p->g->components; c-- > 0;) {
		push(p, head[c], 0, cost_share_left(p->share, c));
		if (!run(p))
			return false;
	}
	return true;
}

/* Too many paths: what is left of each function stands alone. */
static void
leave_alone(struct paths *p)
{
	p->todo.n = 0;
	p->brings.n = 0;
	for (uint32_t i = 0; i < p->g->site.n && builder_err(p->b) == NULL;
		i++) {
		const int64_t *left = cost_share_site_left(p->share, i);
		bool any = false;

		for (uint32_t e = 0; e < p->g->events; e++)
			any |= left[e] > 0;
		if (any && p->g->site.p[i].target == NONE)
			emit(p, step(p, 0, i), left);
	}
}

static void
set_large(struct paths *p, double cutoff)
{
	const struct cost_graph *g = p->g;
	double *sum = xcalloc(g->events, sizeof(*sum));

	for (uint32_t i = 0; i < g->site.n; i++)
		for (uint32_t e = 0; e < g->events; e++)
			if (g->site.p[i].target == NONE)
				sum[e] += (double)cost_of(g, i)[e];
	for (uint32_t e = 0; e < g->events; e++)
		p->large[e] = sum[e] * cutoff < 9e18
			? (int64_t)(sum[e] * cutoff)
			: INT64_MAX;
	free(sum);
}

/* With the finest sharing that is not too much. */
static void
walk_finest(struct paths *p, const uint32_t *head, bool *is_cut)
{
	bool fits = false;

	p->is_dry = true;
	p->steps_max = STEPS_MAX;
	for (double cutoff = 1e-4; !fits && cutoff < 10; cutoff *= 10) {
		set_large(p, cutoff);
		cost_share_reset(p->share);
		p->todo.n = p->brings.n = p->steps = 0;
		fits = walk(p, head);
		if (progress_stopped(p->progress))
			return;
	}
	p->is_dry = false;
	p->steps = p->todo.n = p->brings.n = 0;
	p->steps_max = STEPS_MOST;
	cost_share_reset(p->share);
	*is_cut = !walk(p, head);
	if (*is_cut && !progress_stopped(p->progress))
		leave_alone(p);
}

static bool
has_circles(const struct cost_graph *g)
{
	for (size_t i = 0; i < g->site.n; i++)
		if (g->site.p[i].target != NONE &&
			g->site.p[i].target != g->site.p[i].fn &&
			!site_leaves(g, &g->site.p[i]))
			return true;
	return false;
}

bool
cost_paths_make(struct cost_graph *g, struct builder *b,
	const struct progress *progress, struct cost_paths *out)
{
	struct paths p = { .g = g,
		.b = b,
		.progress = progress,
		.share = cost_share_new(g),
		.inner = cost_inner_new(g),
		.places = cost_places_new(g, b),
		.rows = &out->rows };
	uint32_t *head = ids_new(g->components);

	*out = (struct cost_paths){ .has_circles = has_circles(g) };
	rows_init(&out->rows, b, g->events, false);
	p.now = xcalloc(g->events, sizeof(*p.now));
	p.large = xcalloc(g->events, sizeof(*p.large));
	find_heads(&p, head);
	walk_finest(&p, head, &out->is_cut);
	cost_places_end(p.places);
	cost_share_free(p.share);
	cost_inner_free(p.inner);
	cost_places_free(p.places);
	vec_free(&p.todo);
	vec_free(&p.brings);
	free(p.now);
	free(p.large);
	free(head);
	return !progress_stopped(progress) && builder_err(b) == NULL;
}

void
cost_paths_fini(struct cost_paths *p)
{
	rows_fini(&p->rows);
}
