/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums per frame without a tree. The same walk computes the sums of frames and,
 * once the kept frames are known, those of edges; only the work per step
 * differs.
 */
#include "prelude.h"

#include "engine/calltotals.h"
#include "engine/framesums.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/threads.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/framefilter.h"
#include "engine/leafsamples.h"
#include "engine/opencalls.h"
#include "engine/sums.h"

/* ---- The walk ---- */

/* A node on the current path. */
struct open_node {
	node_id node;
	loc_id loc;
	/* For edges: the innermost kept frame on the path, or NONE, and the
	   number of calls that are open above this node. */
	frame_id inner;
	uint32_t calls;
	uint8_t picked; /* PICK_* of the locations on the path */
	bool live;      /* some nonzero sample ends here or below */
	int64_t passes; /* sum of the samples that end here or below */
};

/* The sums of a frame, kept together to use one cache line, not three. */
struct framesums_tally {
	int64_t total, self;
	uint32_t open; /* number of times the frame is on the path */
	uint8_t how;   /* bits as in weighed.inlined */
};

struct edge_state {
	struct graph_edge edge;
	bool live; /* some nonzero sample passes the edge */
};

/* A call on the current path that is an edge. */
struct open_call {
	uint32_t edge;
	bool inlined;
};

/* The state of one thread. */
struct framesums_walker {
	VEC(struct open_node) path;
	/* For sums of frames: */
	struct framesums_tally *tally; /* [frames.n] */
	/* For edges: */
	VEC(struct open_call) calls;
	struct opencalls counted; /* rows are indices into edges */
	VEC(struct edge_state) edges;
};

struct framesums_walk {
	const struct framesums *r;
	const struct profile *p;
	const uint8_t *pick;  /* [loc.n] PICK_*; NULL: all stacks pass */
	const int64_t *value; /* [n_slots] */
	struct progress *progress;
	unsigned pieces;
	bool for_edges;
	const struct bits *kept; /* for edges; NULL: all frames */
	const uint8_t *wanted;   /* [loc.n] 0: skip nodes with the location;
				    NULL: skip none */
	bool sparse;             /* true: skipped nodes have a kept frame;
				    false: they have none */
	struct framesums_walker of[PIECES_THREADS];
};

static uint32_t
edge_find(struct framesums_walker *w, frame_id from, frame_id to)
{
	struct edge_state fresh = {
		.edge = { .from = from, .to = to, .inlined = true }
	};
	uint32_t row = opencalls_row(&w->counted, from, to);

	if (row == w->edges.n)
		vec_push(&w->edges, fresh);
	return row;
}

static inline bool
is_kept(const struct framesums_walk *k, frame_id f)
{
	return k->kept == NULL || bits_get(k->kept, f);
}

/* True if edges to the frame are needed: it is kept and has an inlined call. */
static inline bool
needs_edges(const struct framesums_walk *k, frame_id f)
{
	return is_kept(k, f) && (k->r->weighed.inlined[f] & 1) != 0;
}

/* Return the innermost kept frame of a location, or `inner` if it has none. */
static inline frame_id
inner_of(const struct framesums_walk *k, loc_id loc, frame_id inner)
{
	uint32_t n;
	const uint32_t *step = steps_of(&k->r->steps, loc, &n);

	while (n-- > 0)
		if (is_kept(k, step[n] >> 1))
			return step[n] >> 1;
	return inner;
}

/* Enter a node. This runs for every node, so the path entry is filled in place:
   copying it would stall on the stores just made. */
static inline void
go_into(const struct framesums_walk *k, struct framesums_walker *w, node_id i)
{
	loc_id loc = k->p->trie.loc[i];
	struct open_node *here;
	uint32_t n;
	const uint32_t *step = steps_of(&k->r->steps, loc, &n);

	vec_reserve(&w->path, w->path.n + 1);
	here = &w->path.p[w->path.n];
	here->node = i;
	here->loc = loc;
	here->picked = k->pick != NULL ? here[-1].picked | k->pick[loc] : 0;
	here->live = false;
	here->passes = 0;
	if (k->for_edges) {
		const struct open_node *above = &w->path.p[w->path.n - 1];
		node_id up = k->p->trie.parent[here->node];

		/* Open those of the node's calls that are edges, each from the
		   nearest kept frame above. */
		here->calls = (uint32_t)w->calls.n;
		here->inner = k->sparse && above->node != up
			? inner_of(k, k->p->trie.loc[up], NONE)
			: above->inner;
		for (uint32_t s = 0; s < n; s++) {
			frame_id f = step[s] >> 1;
			struct open_call call = {
				.inlined = (step[s] & STEP_INLINE) != 0
			};

			if (needs_edges(k, f) && here->inner != NONE &&
				here->inner != f) {
				call.edge = edge_find(w, here->inner, f);
				(void)opencalls_enter(&w->counted, call.edge);
				vec_push(&w->calls, call);
			}
			if (is_kept(k, f))
				here->inner = f;
		}
	} else
		for (uint32_t s = 0; s < n; s++)
			w->tally[step[s] >> 1].open++;
	w->path.n++;
}

static inline void
close_frames(const struct framesums_walk *k, struct framesums_walker *w,
	const struct open_node *node)
{
	uint32_t n;
	const uint32_t *step = steps_of(&k->r->steps, node->loc, &n);

	while (n-- > 0) {
		struct framesums_tally *t = &w->tally[step[n] >> 1];

		if (--t->open == 0)
			i64_sum(&t->total, node->passes);
		if (node->live)
			t->how |= (step[n] & STEP_INLINE) != 0 ? 1 : 2;
	}
}

/* Leave nodes until the path ends at `to` or, if `to` was skipped, at its
   nearest entered ancestor. In preorder `to` is on the path to the previous
   node, and the nodes below `to` on that path have larger ids. */
static inline void
back_to(const struct framesums_walk *k, struct framesums_walker *w, node_id to)
{
	while (w->path.p[w->path.n - 1].node > to) {
		struct open_node *here = &w->path.p[--w->path.n];

		if (k->for_edges) {
			struct framesums_walker *walker = w;

			/* If the same call is open further up, the sum goes to
			   that call. */
			while (walker->calls.n > here->calls) {
				const struct open_call *c =
					&walker->calls.p[--walker->calls.n];
				struct edge_state *e =
					&walker->edges.p[c->edge];

				if (!opencalls_leave(
					    &walker->counted, c->edge) ||
					!here->live)
					continue;
				i64_sum(&e->edge.weight, here->passes);
				e->live = true;
				e->edge.inlined = e->edge.inlined && c->inlined;
			}
		} else
			close_frames(k, w, here);
		i64_sum(&here[-1].passes, here->passes);
		here[-1].live = here[-1].live || here->live;
	}
}

/* Count a slot's samples, which end at or below the path's last node. */
static inline void
end_slot(const struct framesums_walk *k, struct framesums_walker *w, loc_id loc,
	uint32_t slot)
{
	const struct sums *sums = k->r->sums;
	struct open_node *here = &w->path.p[w->path.n - 1];
	uint8_t *pass = &k->r->weighed.pass[slot];
	uint32_t n;
	const uint32_t *step;

	if (!k->for_edges)
		*pass = k->pick == NULL ||
			(here->picked & (PICK_FOCUS | PICK_IGNORE)) ==
				PICK_FOCUS;
	if (*pass == 0)
		return;
	i64_sum(&here->passes, k->value[slot]);
	if ((sums->flags[slot] & SUM_NONZERO) != 0)
		here->live = true;
	step = steps_of(&k->r->steps, loc, &n);
	if (!k->for_edges && n > 0)
		i64_sum(&w->tally[step[n - 1] >> 1].self, k->value[slot]);
}

static inline bool
is_wanted(const struct framesums_walk *k, node_id i)
{
	return k->wanted == NULL || k->wanted[k->p->trie.loc[i]] != 0;
}

/* Return the first slot whose stacks end at this node or later. */
static uint32_t
slot_from(const struct input *input, node_id node)
{
	uint32_t from = 0, to = input->n_slots;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (input->leaf[middle] < node)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static inline void
ask_early(const struct framesums_walk *k, const struct framesums_walker *w,
	node_id i)
{
	const struct steps *s = &k->r->steps;
	const loc_id *loc = k->p->trie.loc;
	uint32_t n;
	const uint32_t *step;

	if (i + STEPS_FAR >= k->p->trie.n)
		return;
	steps_ahead(s, loc[i + STEPS_FAR], loc[i + STEPS_NEAR]);
	if (k->for_edges)
		return;
	step = steps_of(s, loc[i + STEPS_NEXT], &n);
	while (n-- > 0)
		PREFETCH(&w->tally[step[n] >> 1]);
}

static node_id
piece_begin(const struct framesums_walk *k, unsigned piece)
{
	uint64_t nodes = k->p->trie.n - 1;

	return (node_id)(1 + nodes * piece / k->pieces);
}

static void
walk_piece(void *arg, unsigned thread, unsigned piece)
{
	struct framesums_walk *k = arg;
	const struct input *input = k->r->input;
	const node_id *parent = k->p->trie.parent;
	node_id from = piece_begin(k, piece), to = piece_begin(k, piece + 1);
	/* A copy, so that two threads do not write to the same cache line. */
	struct framesums_walker w = k->of[thread];
	uint32_t slot = slot_from(input, from);
	bool ends;
	VEC(node_id) above = { .p = NULL };
	struct open_node root = { .inner = NONE };

	if (from == to)
		return;
	/* Enter the path to the first node, without samples that end on it. */
	w.path.n = 0;
	vec_push(&w.path, root);
	for (node_id i = parent[from]; i != 0; i = parent[i])
		vec_push(&above, i);
	while (above.n-- > 0)
		if (is_wanted(k, above.p[above.n]))
			go_into(k, &w, above.p[above.n]);
	vec_free(&above);
	for (node_id i = from; i < to; i++) {
		if ((i - from) % RUN_STRIDE == 0 &&
			progress_stopped(k->progress))
			break;
		ends = slot < input->n_slots && input->leaf[slot] == i;
		ask_early(k, &w, i);
		back_to(k, &w, parent[i]);
		if (is_wanted(k, i))
			go_into(k, &w, i);
		if (ends)
			end_slot(k, &w, k->p->trie.loc[i], slot++);
	}
	back_to(k, &w, 0);
	k->of[thread] = w;
}

/* True if the paths to all pieces add more than a quarter of the nodes. */
static bool
enters_much(const struct framesums_walk *k)
{
	const node_id *parent = k->p->trie.parent;
	uint32_t few = k->p->trie.n / 4, n = 0;

	for (unsigned piece = 1; piece < k->pieces; piece++)
		for (node_id i = piece_begin(k, piece); i != 0; i = parent[i])
			if (n++ == few)
				return true;
	return false;
}

static void
take_walk(struct framesums_walk *k)
{
	enum { PIECE = 65536, MAX = 32 };

	k->pieces = k->p->trie.n / PIECE;
	if (k->pieces == 0)
		k->pieces = 1;
	else if (k->pieces > MAX)
		k->pieces = MAX;
	while (k->pieces > 1 && enters_much(k))
		k->pieces /= 2;
	pieces_do(k->pieces, walk_piece, k);
	for (unsigned i = 0; i < PIECES_THREADS; i++)
		vec_free(&k->of[i].path);
}

/* ---- The stage ---- */

static int
framesums_fill(const struct run *run, void *stage, const void *arg)
{
	struct framesums *r = stage;
	struct weighed *w = &r->weighed;
	struct arena *arena = &w->stage.arena;
	const struct columns *like = &run->sums->value;
	const struct sums *sums;

	(void)arg;
	r->input = run->input;
	r->sums = run->sums;
	r->n_frames = run->framed->frames->n;
	w->pass = ARENA_ARRAY(arena, uint8_t, run->input->n_slots);
	w->inlined = ARENA_ARRAY(arena, uint8_t, r->n_frames);
	/* Samples without a stack end at node 0, which the walk skips. */
	if (run->input->n_slots > 0)
		w->pass[0] = run->pick->loc == NULL;
	if (steps_init(&r->steps, run) != 0)
		return -1;
	for (int k = COLUMN_VALUE; k <= COLUMN_DIV; k++) {
		int column;
		struct framesums_walk h;
		uint32_t n_frames;
		const struct framesums_tally *a;
		const struct framesums_tally *b;

		if (like->column[k] == NULL)
			continue;
		w->w.self.column[k] = ARENA_ARRAY(arena, int64_t, r->n_frames);
		w->w.total.column[k] = ARENA_ARRAY(arena, int64_t, r->n_frames);
		column = k;
		h = (struct framesums_walk){ .r = r,
			.p = run->input->profile,
			.pick = run->pick->loc,
			.value = run->sums->value.column[column],
			.progress = run->progress };
		for (unsigned i = 0; i < PIECES_THREADS; i++)
			h.of[i].tally = xcalloc((size_t)r->n_frames + 1,
				sizeof(*h.of[i].tally));
		take_walk(&h);
		/* Add the sums of both threads. */
		n_frames = r->n_frames;
		a = h.of[0].tally;
		b = h.of[1].tally;
		for (frame_id f = 0; f < n_frames; f++) {
			r->weighed.w.self.column[column][f] =
				i64_wrap_add(a[f].self, b[f].self);
			r->weighed.w.total.column[column][f] =
				i64_wrap_add(a[f].total, b[f].total);
			if (column != COLUMN_VALUE)
				continue;
			r->weighed.inlined[f] = a[f].how | b[f].how;
			r->weighed.n_live += r->weighed.inlined[f] != 0;
		}
		for (unsigned i = 0; i < PIECES_THREADS; i++)
			free(h.of[i].tally);
		if (run_check(run) != 0)
			return -1;
	}
	/* Sums of the stacks that pass. */
	sums = run->sums;
	for (uint32_t slot = 0; slot < run->input->n_slots; slot++) {
		if (w->pass[slot] == 0)
			continue;
		w->flags |= sums->flags[slot];
		w->samples += sums->count[slot];
	}
	weigh_whole(run, w->pass, sums, &w->w);
	if (calltotals_apply(run, run->sums, arena, &w->w, &w->entries) != 0)
		return -1;
	return run_check(run);
}

void
framesums_fini(struct stage *stage)
{
	steps_free(&((struct framesums *)stage)->steps);
}

bool
framesums_suffice(const struct run *run)
{
	const struct query *q = run->q;

	return run->cut->loc == NULL && q->beside.n == 0 && q->search.n == 0 &&
		!run->framed->frames->trims_on;
}

const struct framesums *
framesums_get(const struct run *run)
{
	struct strbuf key = STRBUF_INIT;

	key_num(&key, run->input->stage.id);
	key_num(&key, run->framed->stage.id);
	strbuf_add(&key, run->pick->stage.key);
	key_num(&key, run->sums->stage.id);
	key_num(&key, run->q->relative_percentages);
	return stages_get(&run->e->framesums, &key, sizeof(struct framesums),
		run, framesums_fill, NULL);
}

/* ---- Edges ---- */

/* Return the locations with nodes to enter, [loc.n]: those with kept frames or,
   if there are fewer, those that need edges or have no kept frame. The
   innermost kept frame below a skipped node is known either way. */
static uint8_t *
choose_nodes(struct framesums_walk *k)
{
	enum { KEEPS = 1, SPARSE = 2 };
	uint32_t locs = k->p->loc.n, n, keeps = 0, sparse = 0;
	uint8_t *wanted = xcalloc((size_t)locs + 1, 1);

	for (loc_id loc = 0; loc < locs; loc++) {
		const uint32_t *step = steps_of(&k->r->steps, loc, &n);
		uint8_t is = 0;

		while (n-- > 0) {
			is |= is_kept(k, step[n] >> 1) ? KEEPS : 0;
			is |= needs_edges(k, step[n] >> 1) ? SPARSE : 0;
		}
		is |= (is & KEEPS) == 0 ? SPARSE : 0;
		keeps += is & KEEPS;
		sparse += (is & SPARSE) != 0;
		wanted[loc] = is;
	}
	k->sparse = sparse < keeps;
	for (loc_id loc = 0; loc < locs; loc++)
		wanted[loc] &= k->sparse ? SPARSE : KEEPS;
	return wanted;
}

struct graph_edge *
framesums_edges(const struct framesums *r, const struct bits *kept,
	struct arena *arena, size_t *n)
{
	struct framesums_walk k = { .r = r,
		.p = r->input->profile,
		.value = r->sums->value.value,
		.for_edges = true,
		.kept = kept };
	struct framesums_walker *w = &k.of[0];
	struct graph_edge *edge;
	uint8_t *wanted;
	bool some_inlined;

	*n = 0;
	/* Without an inlined call there are no edges. */
	some_inlined = false;
	for (frame_id f = 0; f < r->n_frames; f++)
		if ((r->weighed.inlined[f] & 1) != 0 &&
			(kept == NULL || bits_get(kept, f))) {
			some_inlined = true;
			break;
		}
	if (!some_inlined)
		return NULL;
	k.wanted = wanted = choose_nodes(&k);
	take_walk(&k);
	free(wanted);
	/* Add the edges of the second thread. */
	for (size_t i = 0; i < k.of[1].edges.n; i++) {
		const struct edge_state *e = &k.of[1].edges.p[i];
		uint32_t at = edge_find(w, e->edge.from, e->edge.to);
		struct edge_state *sum = &w->edges.p[at];

		i64_sum(&sum->edge.weight, e->edge.weight);
		sum->live = sum->live || e->live;
		sum->edge.inlined = sum->edge.inlined && e->edge.inlined;
	}
	edge = ARENA_ARRAY(arena, struct graph_edge, w->edges.n);
	for (size_t i = 0; i < w->edges.n; i++)
		if (w->edges.p[i].live)
			edge[(*n)++] = w->edges.p[i].edge;
	for (unsigned i = 0; i < PIECES_THREADS; i++) {
		vec_free(&k.of[i].calls);
		vec_free(&k.of[i].edges);
		opencalls_free(&k.of[i].counted);
	}
	return edge;
}
