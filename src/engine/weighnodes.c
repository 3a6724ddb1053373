/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From chains to nodes and frames: see weighnodes.h. */
#include "config.h"

#include "engine/weighnodes.h"

#include "base/threads.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/shape.h"
#include "engine/weigh.h"

#include "base/banned.h"

/* What a frame gets, side by side: nodes come in no order of frames, and one
   place in memory is waited for sooner than three. */
struct tally {
	int64_t cum;
	uint32_t places, inlined;
};

/* What the nodes add up to that one thread has seen. */
struct tallies {
	struct tally *frame; /* [frames.n] */
	int64_t *flat;       /* [frames.n] */
	uint32_t max_depth;
};

/* From chains to nodes and frames, a piece of the chains after the other. */
struct nodes {
	const struct run *run;
	const struct chains *chains;
	const struct rising *r;
	struct tree *t;
	unsigned n; /* pieces */
	struct tallies of[PIECES_THREADS];
};

static void
dead_chain(const struct nodes *n, uint32_t c)
{
	node_id from = n->chains->first[c];
	size_t size = n->chains->first[c + 1] - from;

	memset(&n->t->self[from], 0, size * sizeof(*n->t->self));
	memset(&n->t->total[from], 0, size * sizeof(*n->t->total));
	memset(&n->t->live[from], 0, size);
}

static void
live_chain(const struct nodes *n, uint32_t c, struct tallies *to)
{
	const struct tree *t = n->t;
	const uint8_t *flags = t->flags;
	const frame_id *frame = t->frame;
	node_id last = chains_last(n->chains, c);
	int64_t *self = t->self, *total = t->total, passes = n->r->passes[c];
	uint8_t *live = t->live;

	for (node_id i = n->chains->first[c]; i <= last; i++) {
		struct tally *f = &to->frame[frame[i]];

		self[i] = 0;
		total[i] = passes;
		live[i] = LIVE_PASSES;
		i64_sum(&f->cum, (flags[i] & TREE_OUTERMOST) != 0 ? passes : 0);
		f->places++;
		f->inlined += (flags[i] & TREE_INLINE) != 0;
	}
	self[last] = n->r->ends[c];
	live[last] = n->r->live[c];
	i64_sum(&to->flat[frame[last]], n->r->ends[c]);
	if (t->depth[last] > to->max_depth)
		to->max_depth = t->depth[last];
}

/* The chains of one piece, but not the root, which has no frame. */
static void
node_loop(void *arg, unsigned thread, unsigned piece)
{
	struct nodes *n = arg;
	uint64_t chains = n->chains->n - 1;
	uint32_t from = (uint32_t)(1 + chains * piece / n->n);
	uint32_t to = (uint32_t)(1 + chains * (piece + 1) / n->n);
	struct tallies mine = n->of[thread];

	for (uint32_t c = from; c < to; c++) {
		if ((c - from) % RUN_STRIDE == 0 &&
			progress_stopped(n->run->progress))
			break;
		if (n->r->live[c] != 0)
			live_chain(n, c, &mine);
		else
			dead_chain(n, c);
	}
	n->of[thread] = mine;
}

/* Two threads where the nodes are many, also beside the frames: each thread's
   tallies are cleared before, and added up behind. */
static unsigned
pieces(const struct nodes *n, uint32_t n_frames)
{
	enum { PIECE = 8192, MAX = 64 };
	uint32_t pieces = n->chains->n / PIECE;

	if (pieces == 0 || n->t->n / 8 < n_frames)
		return 1;
	return pieces < MAX ? pieces : MAX;
}

static void
set_frame(struct weighed *w, frame_id f, const struct tally *t, int64_t flat)
{
	w->w.flat[f] = flat;
	w->w.cum[f] = t->cum;
	w->places[f] = t->places;
	w->inlined[f] = (uint8_t)((t->inlined > 0 ? 1 : 0) |
		(t->inlined < t->places ? 2 : 0));
	w->n_live += t->places > 0;
}

/* Both threads' together. */
static void
set_frames(struct weighed *w, uint32_t n_frames, struct tallies *to,
	const struct tallies *other)
{
	for (frame_id f = 0; f < n_frames; f++) {
		struct tally *t = &to->frame[f];

		if (other->frame != NULL) {
			i64_sum(&to->flat[f], other->flat[f]);
			i64_sum(&t->cum, other->frame[f].cum);
			t->places += other->frame[f].places;
			t->inlined += other->frame[f].inlined;
		}
		set_frame(w, f, t, to->flat[f]);
	}
	w->max_depth = to->max_depth > other->max_depth ? to->max_depth
							: other->max_depth;
}

static void
tallies_init(struct tallies *to, size_t n_frames, struct block *room)
{
	to->frame = block_take(room, n_frames, sizeof(*to->frame));
	to->flat = block_take(room, n_frames, sizeof(*to->flat));
	memset(to->frame, 0, n_frames * sizeof(*to->frame));
	memset(to->flat, 0, n_frames * sizeof(*to->flat));
}

size_t
weigh_nodes_bytes(size_t n_frames)
{
	return mul_size(PIECES_THREADS,
		add_size(block_size(n_frames, sizeof(struct tally)),
			block_size(n_frames, sizeof(int64_t))));
}

int
weigh_nodes(const struct run *run, const struct layers *on, struct weighed *w,
	const struct rising *r, struct block *room)
{
	uint32_t n_frames = on->framed->frames->n;
	struct tree *t = &w->tree;
	struct nodes n = {
		.run = run, .chains = &on->shape->chains, .r = r, .t = t
	};

	n.n = pieces(&n, n_frames);
	for (unsigned i = 0; i < PIECES_THREADS && i < n.n; i++)
		tallies_init(&n.of[i], n_frames, room);
	/* The root has no frame. */
	t->self[0] = r->ends[0];
	t->total[0] = r->passes[0];
	t->live[0] = r->live[0];
	pieces_do(n.n, node_loop, &n);
	if (run_check(run) != 0)
		return -1;
	set_frames(w, n_frames, &n.of[0], &n.of[1]);
	return 0;
}
