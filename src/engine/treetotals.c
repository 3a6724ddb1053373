/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of a tree, from leaves to chains, nodes and frames. */
#include "prelude.h"

#include "engine/treetotals.h"

#include "base/strbuf.h"
#include "base/threads.h"
#include "engine/calltotals.h"
#include "engine/engine_internal.h"
#include "engine/framefilter.h"
#include "engine/frametree.h"
#include "engine/leafsamples.h"
#include "engine/significance.h"
#include "engine/sums.h"

/* Sums of the selected values of a chain: `ends` at its last node, `passes`
   through the whole chain. */
struct chain_sums {
	int64_t *ends, *passes; /* [chains.n] */
	uint8_t *live;          /* [chains.n] LIVE_* of its last node */
};

/* ---- Leaves: which stay, and what ends where ---- */

/* Set *result to the PICK_* bits of each trie node's location and all above, or
   to NULL without focus and ignore. */
static int
path_bits(const struct run *run, struct block *room, const uint8_t **result)
{
	const struct profile *p = run->input->profile;
	const node_id *parent = p->trie.parent;
	const loc_id *loc = p->trie.loc;
	const uint8_t *pick = run->pick->loc;
	uint8_t *bits;

	*result = NULL;
	if (pick == NULL)
		return 0;
	bits = block_take(room, p->trie.n, 1);
	bits[0] = 0;
	for (node_id i = 1; i < p->trie.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		bits[i] = bits[parent[i]] | pick[loc[i]];
	}
	*result = bits;
	return 0;
}

/* Return the sums of all leaves that pass, column by column, as most columns
   are missing. */
static struct row_sum
sum_leaves(const struct run *run, const uint8_t *pass,
	const struct columns *columns)
{
	struct row_sum sum = { .value = 0 };

	for (int k = 0; k < COLUMNS; k++) {
		const int64_t *column = columns->column[k];
		uint32_t n = column != NULL ? run->input->n_slots : 0;

		for (uint32_t slot = 0; slot < n; slot++)
			if (pass[slot] != 0)
				i64_sum(&sum.column[k], column[slot]);
	}
	return sum;
}

void
weigh_whole(const struct run *run, const uint8_t *pass, const struct sums *sums,
	struct weights *w)
{
	w->column = sums->column;
	w->kept = sum_leaves(run, pass, &sums->value);
	w->whole = sums->total;
	w->whole_div = sums->total_div;
	if (run->q->relative_percentages) {
		struct row_sum all = sum_leaves(run, pass, &sums->magnitude);

		w->whole = sums_total(&all, &w->whole_div);
	}
}

/* ---- Nodes and frames ---- */

/* A frame's sums, kept together so that each node needs one cache line, not
   three. */
struct treetotals_tally {
	int64_t total;
	uint32_t nodes, inlined;
};

/* Sums over the nodes that one thread has processed. */
struct tallies {
	struct treetotals_tally *frame; /* [frames.n] */
	int64_t *self;       /* [frames.n] */
	uint32_t max_depth;
};

/* The loop from chains to nodes and frames, in pieces of chains. */
struct node_work {
	const struct run *run;
	const struct chains *chains;
	const struct chain_sums *r;
	const struct tree *t;
	unsigned n; /* number of pieces */
	struct tallies of[PIECES_THREADS];
};

/* Add up the chains of one piece, without the root, which has no frame. */
static void
weigh_piece(void *arg, unsigned thread, unsigned piece)
{
	struct node_work *n = arg;
	uint64_t chains = n->chains->n - 1;
	uint32_t from = (uint32_t)(1 + chains * piece / n->n);
	uint32_t to = (uint32_t)(1 + chains * (piece + 1) / n->n);
	struct tallies mine = n->of[thread];

	for (uint32_t c = from; c < to; c++) {
		if ((c - from) % RUN_STRIDE == 0 &&
			progress_stopped(n->run->progress))
			break;
		if (n->r->live[c] != 0) {
			const struct tree *t = n->t;
			const uint8_t *flags = t->flags;
			const frame_id *frame = t->frame;
			node_id last = chains_last(n->chains, c);
			int64_t passes = n->r->passes[c];

			for (node_id i = n->chains->first[c]; i <= last; i++) {
				struct treetotals_tally *f =
					&mine.frame[frame[i]];

				i64_sum(&f->total,
					(flags[i] & TREE_OUTERMOST) != 0
						? passes
						: 0);
				f->nodes++;
				f->inlined += (flags[i] & TREE_INLINE) != 0;
			}
			i64_sum(&mine.self[frame[last]], n->r->ends[c]);
			if (tree_depth(t, last) > mine.max_depth)
				mine.max_depth = tree_depth(t, last);
		}
	}
	n->of[thread] = mine;
}

static int
node_loop(const struct run *run, struct weighed *w, const struct chain_sums *r,
	struct block *room)
{
	enum { PIECE = 8192, MAX = 64 };
	uint32_t n_frames = run->framed->frames->n;
	const struct tree *t = &w->tree;
	struct node_work n = {
		.run = run, .chains = &run->shape->chains, .r = r, .t = t
	};

	/* Use two threads only if there are many nodes, absolutely and per
	   frame: each thread clears its tallies, and they are added up. */
	n.n = n.chains->n / PIECE;
	if (n.n == 0 || t->n / 8 < n_frames)
		n.n = 1;
	else if (n.n > MAX)
		n.n = MAX;
	for (unsigned i = 0; i < PIECES_THREADS && i < n.n; i++) {
		struct tallies *to = &n.of[i];

		to->frame = block_take(room, n_frames, sizeof(*to->frame));
		to->self = block_take(room, n_frames, sizeof(*to->self));
		memset(to->frame, 0, n_frames * sizeof(*to->frame));
		memset(to->self, 0, n_frames * sizeof(*to->self));
	}
	pieces_do(n.n, weigh_piece, &n);
	if (run_check(run) != 0)
		return -1;
	/* Add up both threads and store the sums. */
	for (frame_id f = 0; f < n_frames; f++) {
		struct treetotals_tally *tally = &n.of[0].frame[f];

		if (n.of[1].frame != NULL) {
			i64_sum(&n.of[0].self[f], n.of[1].self[f]);
			i64_sum(&tally->total, n.of[1].frame[f].total);
			tally->nodes += n.of[1].frame[f].nodes;
			tally->inlined += n.of[1].frame[f].inlined;
		}
		w->w.self.value[f] = n.of[0].self[f];
		w->w.total.value[f] = tally->total;
		w->nodes[f] = tally->nodes;
		w->inlined[f] = (uint8_t)((tally->inlined > 0 ? 1 : 0) |
			(tally->inlined < tally->nodes ? 2 : 0));
		w->n_live += tally->nodes > 0;
	}
	w->max_depth = n.of[0].max_depth > n.of[1].max_depth
		? n.of[0].max_depth
		: n.of[1].max_depth;
	return 0;
}

/* ---- The other columns ---- */

/* One column, from leaves to nodes (NULL: not needed) and frames. */
struct accumulation {
	const uint8_t *pass;   /* [n_slots] 1: this leaf counts */
	const int64_t *value;  /* [n_slots] */
	int64_t *ends, *passes; /* [chains.n + 1], [chains.n] */
	int64_t *self, *total;  /* [frames.n] */
};

/* Sum one column from leaves to frames, in the engine's scratch arena. */
static int
accumulate(const struct run *run, const struct accumulation *a)
{
	const struct chains *chains = &run->shape->chains;
	struct arena *scratch = &run->e->scratch;
	size_t n_frames = run->framed->frames->n;
	int64_t *ends, *passes;

	arena_reset(scratch);
	ends = a->ends;
	passes = a->passes;
	if (ends == NULL) {
		ends = ARENA_ARRAY(scratch, int64_t, (size_t)chains->n + 1);
		passes = ARENA_ARRAY(scratch, int64_t, chains->n);
	}
	memset(ends, 0, ((size_t)chains->n + 1) * sizeof(*ends));
	memset(a->self, 0, n_frames * sizeof(*a->self));
	memset(a->total, 0, n_frames * sizeof(*a->total));
	if (run_check(run) != 0)
		return -1;
	for (uint32_t slot = 0; slot < run->input->n_slots; slot++)
		if (a->pass[slot] != 0)
			i64_sum(&ends[chains->of_slot[slot]], a->value[slot]);
	memcpy(passes, ends, chains->n * sizeof(*passes));
	for (uint32_t c = chains->n - 1; c > 0; c--) {
		if (c % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		i64_sum(&passes[chains->parent[c]], passes[c]);
	}
	for (uint32_t c = 0; c < chains->n; c++) {
		int64_t chain_ends;
		int64_t chain_passes;
		node_id last;

		if (c % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		/* Add the chain to the frames of its nodes. */
		chain_ends = ends[c];
		chain_passes = passes[c];
		last = chains_last(chains, c);
		for (node_id i = chains->first[c]; i <= last; i++) {
			if (i > 0 &&
				(run->shape->tree.flags[i] & TREE_OUTERMOST) !=
					0)
				i64_sum(&a->total[run->shape->tree.frame[i]],
					chain_passes);
		}
		if (last > 0)
			i64_sum(&a->self[run->shape->tree.frame[last]],
				chain_ends);
	}
	return 0;
}

/* Sum all columns from `column` on. */
static int
accumulate_columns(const struct run *run, int column, const uint8_t *pass,
	const struct sums *sums, const struct tree *t, const struct weights *w)
{
	for (int k = column; k < COLUMNS; k++) {
		const struct accumulation a = { .pass = pass,
			.value = sums->value.column[k],
			.ends = t != NULL ? t->self.column[k] : NULL,
			.passes = t != NULL ? t->total.column[k] : NULL,
			.self = w->self.column[k],
			.total = w->total.column[k] };

		if (a.value != NULL && accumulate(run, &a) != 0)
			return -1;
	}
	return 0;
}

static void
accumulate_noise(const struct run *run, struct weighed *w)
{
	const struct chains *chains = &run->shape->chains;
	const double *noise = run->sums->noise;
	struct tree *t = &w->tree;

	memset(t->noise_self, 0, ((size_t)chains->n + 1) * sizeof(double));
	for (uint32_t slot = 0; slot < run->input->n_slots; slot++)
		if (w->pass[slot] != 0)
			t->noise_self[chains->of_slot[slot]] += noise[slot];
	memcpy(t->noise_total, t->noise_self, chains->n * sizeof(double));
	for (uint32_t c = chains->n - 1; c > 0; c--)
		t->noise_total[chains->parent[c]] += t->noise_total[c];
	for (uint32_t c = 1; c < chains->n; c++) {
		node_id last = chains_last(chains, c);

		for (node_id i = chains->first[c]; i <= last; i++)
			if ((t->flags[i] & TREE_OUTERMOST) != 0)
				w->w.noise_total[t->frame[i]] +=
					t->noise_total[c];
		w->w.noise_self[t->frame[last]] += t->noise_self[c];
	}
}

/* ---- The stage ---- */

/* Allocate room for the largest possible tree (shape.cap). */
static int
allocate_columns(const struct run *run, struct weighed *w)
{
	const struct columns *like = &run->sums->value;
	size_t noise = run->sums->noise != NULL ? sizeof(double) : 0;
	size_t rows = (size_t)run->shape->cap + 1;
	size_t frames = run->framed->frames->n;
	size_t slots = run->input->n_slots;
	size_t size =
		2 * (columns_bytes(like, rows) + columns_bytes(like, frames)) +
		2 * (block_size(rows, noise) + block_size(frames, noise)) +
		block_size(rows, 1) + block_size(frames, sizeof(uint32_t)) +
		block_size(frames, 1) + block_size(slots, 1);
	struct tree *t = &w->tree;
	struct block b;

	if (run_room(run, size) != 0)
		return -1;
	block_init(&b, &w->stage.arena, size);
	*t = run->shape->tree;
	columns_take(&t->self, like, &b, rows);
	columns_take(&t->total, like, &b, rows);
	columns_take(&w->w.self, like, &b, frames);
	columns_take(&w->w.total, like, &b, frames);
	t->live = block_take(&b, rows, 1);
	w->nodes = block_take(&b, frames, sizeof(uint32_t));
	w->inlined = block_take(&b, frames, 1);
	w->pass = block_take(&b, slots, 1);
	if (noise > 0) {
		t->noise_self = block_take(&b, rows, noise);
		t->noise_total = block_take(&b, rows, noise);
		w->w.noise_self = block_take(&b, frames, noise);
		w->w.noise_total = block_take(&b, frames, noise);
		memset(w->w.noise_self, 0, frames * noise);
		memset(w->w.noise_total, 0, frames * noise);
	}
	return 0;
}

static int
weigh_fill(const struct run *run, void *stage, const void *arg)
{
	struct weighed *w = stage;
	struct block room;
	struct chain_sums r;
	const uint8_t *bits;
	size_t rows;
	size_t nodes;
	size_t frames;
	const struct chains *chains;
	int64_t sign = 0;
	const uint32_t *of_slot;
	const struct sums *sums;

	(void)arg;
	if (allocate_columns(run, w) != 0)
		return -1;
	/* Take one scratch block, of the same size at each key press. */
	nodes = run->pick->loc != NULL ? run->input->profile->trie.n : 0;
	frames = run->framed->frames->n;
	arena_reset(&run->e->scratch);
	block_init(&room, &run->e->scratch,
		block_size(nodes, 1) +
			PIECES_THREADS *
				(block_size(frames,
					 sizeof(struct treetotals_tally)) +
					block_size(frames, sizeof(int64_t))));
	/* Clear the sums. The row after the last chain's stays 0. */
	rows = (size_t)run->shape->chains.n + 1;
	r = (struct chain_sums){ .ends = w->tree.self.value,
		.passes = w->tree.total.value,
		.live = w->tree.live };
	run_zero(run, r.ends, rows * sizeof(*r.ends));
	run_zero(run, r.live, rows);
	/* Sum the values that end at each chain, then those that pass through
	   it. A chain comes after its parent, so a single backward pass is
	   enough. */
	if (path_bits(run, &room, &bits) != 0)
		return -1;
	of_slot = run->shape->chains.of_slot;
	sums = run->sums;
	for (uint32_t slot = 0; slot < run->input->n_slots; slot++) {
		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		/* Find out whether the stacks that end here pass the
		   filters. */
		if (run->shape->chains.of_slot[slot] == NONE)
			w->pass[slot] = false;
		else
			w->pass[slot] = bits == NULL ||
				(bits[run->input->leaf[slot]] &
					(PICK_FOCUS | PICK_IGNORE)) ==
					PICK_FOCUS;
		if (w->pass[slot] == 0)
			continue;
		w->flags |= sums->flags[slot];
		if (sums->count[slot] == 0)
			continue;
		w->samples += sums->count[slot];
		i64_sum(&r.ends[of_slot[slot]], sums->value.value[slot]);
		if ((sums->flags[slot] & SUM_NONZERO) != 0)
			r.live[of_slot[slot]] = LIVE_PASSES | LIVE_ENDS;
	}
	chains = &run->shape->chains;
	memcpy(r.passes, r.ends, chains->n * sizeof(*r.passes));
	for (uint32_t c = chains->n - 1; c > 0; c--) {
		if (c % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (r.live[c] == 0)
			continue;
		i64_sum(&r.passes[chains->parent[c]], r.passes[c]);
		r.live[chains->parent[c]] |= LIVE_PASSES;
		sign |= r.ends[c] | r.passes[c];
	}
	w->tree.negative = (sign | r.ends[0] | r.passes[0]) < 0;
	if (node_loop(run, w, &r, &room) != 0 ||
		accumulate_columns(run, COLUMN_DIV, w->pass, run->sums,
			&w->tree, &w->w) != 0 ||
		run_check(run) != 0)
		return -1;
	weigh_whole(run, w->pass, run->sums, &w->w);
	if (calltotals_apply(
		    run, run->sums, &w->stage.arena, &w->w, &w->entries) != 0)
		return -1;
	if (run->sums->noise != NULL)
		accumulate_noise(run, w);
	if (run->sums->value.base != NULL)
		w->evidence = evidence_new(w, run->framed->frames->n,
			&run->sums->whole, &w->stage.arena);
	return 0;
}

const struct weighed *
weigh_get(const struct run *run)
{
	struct strbuf key = STRBUF_INIT;

	/* The tree borrows the shape's structure. */
	key_num(&key, run->shape->stage.id);
	strbuf_add(&key, run->pick->stage.key);
	key_num(&key, run->sums->stage.id); /* not its key, which is long */
	key_num(&key, run->q->relative_percentages);
	return stages_get(&run->e->weighed, &key, sizeof(struct weighed), run,
		weigh_fill, NULL);
}

int
weigh_beside(const struct run *run, const struct sums *sums,
	struct arena *arena, struct weights *w)
{
	const uint8_t *pass = run->weighed->pass;
	size_t n = run->framed->frames->n;

	*w = (struct weights){ .column = sums->column };
	for (int k = 0; k < COLUMNS; k++) {
		if (sums->value.column[k] == NULL)
			continue;
		w->self.column[k] = ARENA_ARRAY(arena, int64_t, n);
		w->total.column[k] = ARENA_ARRAY(arena, int64_t, n);
	}
	weigh_whole(run, pass, sums, w);
	return accumulate_columns(run, COLUMN_VALUE, pass, sums, NULL, w) != 0
		? -1
		: calltotals_apply(run, sums, arena, w, NULL);
}
