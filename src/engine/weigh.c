/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a tree: see weigh.h. */
#include "config.h"

#include "engine/weigh.h"

#include <stdlib.h>

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/mask.h"
#include "engine/shape.h"
#include "engine/subject.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/weighdiff.h"

#include "base/banned.h"

static void
add(int64_t *sum, int64_t v)
{
	*sum = i64_wrap_add(*sum, v);
}

/* The PICK bits of every trie node: those of its location and of all above
   it. NULL without focus and ignore. */
static int
path_bits(
	const struct run *run, const struct layers *on, const uint8_t **result)
{
	const struct profile *p = on->subject->profile;
	const node_id *parent = p->trie.parent;
	const loc_id *loc = p->trie.loc;
	const uint8_t *pick = on->pick->loc;
	uint8_t *bits;

	*result = NULL;
	if (pick == NULL)
		return 0;
	arena_reset(&run->e->scratch);
	bits = arena_alloc(&run->e->scratch, p->trie.n);
	bits[0] = 0;
	for (node_id i = 1; i < p->trie.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		bits[i] = bits[parent[i]] | pick[loc[i]];
	}
	*result = bits;
	return 0;
}

/* Sums over the leaves that pass; of all of them, and of a base. */
struct kept {
	int64_t value, magnitude, div, base_magnitude, base_div;
};

static void
keep(struct kept *kept, const struct sums *sums, uint32_t slot)
{
	add(&kept->value, sums->value[slot]);
	add(&kept->magnitude, sums->magnitude[slot]);
	if (sums->div != NULL)
		add(&kept->div, sums->div[slot]);
	if (sums->base_magnitude != NULL)
		add(&kept->base_magnitude, sums->base_magnitude[slot]);
	if (sums->base_div != NULL)
		add(&kept->base_div, sums->base_div[slot]);
}

static void
set_total(struct weights *w, const struct query *q, const struct sums *sums,
	const struct kept *kept)
{
	w->kept = kept->value;
	w->kept_div = kept->div;
	w->total = sums->total;
	w->total_div = sums->total_div;
	if (q->relative_percentages)
		w->total = sums_total(kept->magnitude, kept->div,
			kept->base_magnitude, kept->base_div, &w->total_div);
}

/* Does the stack that ends at this leaf stay? */
static bool
leaf_passes(const struct layers *on, const uint8_t *bits, node_id leaf)
{
	return on->shape->map[leaf] != NONE &&
		(bits == NULL ||
			(bits[leaf] & (PICK_FOCUS | PICK_IGNORE)) ==
				PICK_FOCUS);
}

static int
self_loop(const struct run *run, const struct layers *on, struct weighed *w)
{
	const struct subject *subject = on->subject;
	const struct sums *sums = on->sums;
	struct kept kept = { 0 };
	const uint8_t *bits;

	if (run_check(run) != 0 || path_bits(run, on, &bits) != 0)
		return -1;
	for (uint32_t slot = 0; slot < subject->n_slots; slot++) {
		node_id leaf = subject->leaf[slot];
		node_id at = on->shape->map[leaf];

		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		w->pass[slot] = leaf_passes(on, bits, leaf);
		if (w->pass[slot] == 0)
			continue;
		w->flags |= sums->flags[slot];
		if (sums->count[slot] == 0)
			continue;
		w->samples += sums->count[slot];
		keep(&kept, sums, slot);
		add(&w->tree.self[at], sums->value[slot]);
		if (sums->div != NULL)
			add(&w->tree.div_self[at], sums->div[slot]);
		if ((sums->flags[slot] & SUM_NONZERO) != 0)
			w->tree.live[at] = LIVE_PASSES | LIVE_ENDS;
	}
	set_total(&w->w, run->q, sums, &kept);
	return 0;
}

/* Children come after their parents: one loop from the end sums up. */
static int
total_loop(const struct run *run, struct tree *t)
{
	int64_t sign = 0;

	for (node_id i = t->n - 1; i > 0; i--) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (t->live[i] == 0)
			continue;
		add(&t->total[i], t->self[i]);
		add(&t->total[t->parent[i]], t->total[i]);
		t->live[t->parent[i]] |= LIVE_PASSES;
		sign |= t->self[i] | t->total[i];
		if (t->div_self == NULL)
			continue;
		add(&t->div_total[i], t->div_self[i]);
		add(&t->div_total[t->parent[i]], t->div_total[i]);
	}
	add(&t->total[0], t->self[0]);
	t->negative = (sign | t->self[0] | t->total[0]) < 0;
	if (t->div_self != NULL)
		add(&t->div_total[0], t->div_self[0]);
	return 0;
}

/* What a frame gets, side by side: nodes come in no order of frames, and one
   place in memory is waited for sooner than five. */
struct tally {
	int64_t flat, cum, flat_div, cum_div;
	uint32_t places;
	uint8_t inlined;
};

static int
tally_nodes(const struct run *run, struct weighed *w, struct tally *tally)
{
	enum { AHEAD = 16 };
	const struct tree *t = &w->tree;
	const frame_id *frame = t->frame;
	uint32_t max_depth = 0;

	for (node_id i = 1; i < t->n; i++) {
		struct tally *f;

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (i + AHEAD < t->n && t->live[i + AHEAD] != 0)
			PREFETCH(&tally[frame[i + AHEAD]]);
		if (t->live[i] == 0)
			continue;
		f = &tally[frame[i]];
		add(&f->flat, t->self[i]);
		if ((t->flags[i] & TREE_OUTERMOST) != 0)
			add(&f->cum, t->total[i]);
		if (t->div_self != NULL) {
			add(&f->flat_div, t->div_self[i]);
			if ((t->flags[i] & TREE_OUTERMOST) != 0)
				add(&f->cum_div, t->div_total[i]);
		}
		f->places++;
		f->inlined |= (t->flags[i] & TREE_INLINE) != 0 ? 1 : 2;
		if (t->depth[i] > max_depth)
			max_depth = t->depth[i];
	}
	w->max_depth = max_depth;
	return 0;
}

static int
frame_loop(const struct run *run, const struct layers *on, struct weighed *w)
{
	uint32_t n = on->framed->frames->n;
	struct tally *tally = xcalloc((size_t)n + 1, sizeof(*tally));
	int rc = tally_nodes(run, w, tally);

	for (frame_id f = 0; rc == 0 && f < n; f++) {
		w->w.flat[f] = tally[f].flat;
		w->w.cum[f] = tally[f].cum;
		if (w->w.flat_div != NULL) {
			w->w.flat_div[f] = tally[f].flat_div;
			w->w.cum_div[f] = tally[f].cum_div;
		}
		w->places[f] = tally[f].places;
		w->inlined[f] = tally[f].inlined;
		w->n_live += tally[f].places > 0;
	}
	free(tally);
	return rc;
}

/* A zeroed column of n with room for cap; zeroed as far as nobody says
   stop. */
static void *
column(const struct run *run, struct block *block, size_t n, size_t cap,
	size_t size)
{
	void *p = block_take(block, cap, size);

	run_zero(run, p, n * size);
	return p;
}

/* Room for the largest tree there can be: see shape.c. */
static void
allocate(const struct run *run, struct weighed *w, const struct layers *on,
	bool mean)
{
	size_t n = on->shape->tree.n, nodes = on->shape->cap;
	size_t frames = on->framed->frames->n;
	size_t slots = on->subject->n_slots;
	size_t pair = mean ? 4 : 2;
	size_t size = pair * block_size(nodes, sizeof(int64_t)) +
		block_size(nodes, 1) +
		pair * block_size(frames, sizeof(int64_t)) +
		block_size(frames, sizeof(uint32_t)) + block_size(frames, 1) +
		block_size(slots, 1) +
		weigh_diff_bytes(on->sums, nodes, frames);
	struct tree *t = &w->tree;
	struct block block;

	block_init(&block, &w->stage.arena, size);
	*t = on->shape->tree;
	t->self = column(run, &block, n, nodes, sizeof(int64_t));
	t->total = column(run, &block, n, nodes, sizeof(int64_t));
	w->w.flat = column(run, &block, frames, frames, sizeof(int64_t));
	w->w.cum = column(run, &block, frames, frames, sizeof(int64_t));
	if (mean) {
		t->div_self = column(run, &block, n, nodes, sizeof(int64_t));
		t->div_total = column(run, &block, n, nodes, sizeof(int64_t));
		w->w.flat_div =
			column(run, &block, frames, frames, sizeof(int64_t));
		w->w.cum_div =
			column(run, &block, frames, frames, sizeof(int64_t));
	}
	t->live = column(run, &block, n, nodes, 1);
	w->places = column(run, &block, frames, frames, sizeof(uint32_t));
	w->inlined = column(run, &block, frames, frames, 1);
	w->pass = column(run, &block, slots, slots, 1);
	weigh_diff_take(w, on->sums, &block, n, nodes, frames);
}

const struct weighed *
weigh_get(const struct run *run, const struct layers *on)
{
	struct stages *cache = &run->e->weighed;
	struct strbuf key = STRBUF_INIT;
	struct weighed *w;

	/* The tree's structure is the shape's own. */
	key_num(&key, on->shape->stage.id);
	strbuf_add(&key, on->pick->stage.key);
	strbuf_add(&key, on->sums->stage.key);
	key_num(&key, run->q->relative_percentages);
	w = (struct weighed *)stages_find(cache, strbuf_str(&key));
	if (w == NULL) {
		w = (struct weighed *)stages_new(
			cache, sizeof(*w), strbuf_str(&key), NULL);
		w->w.column = on->sums->column;
		allocate(run, w, on, on->sums->div != NULL);
		if (self_loop(run, on, w) == 0 &&
			total_loop(run, &w->tree) == 0 &&
			frame_loop(run, on, w) == 0 &&
			weigh_diff(run, on, w) == 0) {
			stages_keep(cache, &w->stage);
		} else {
			stages_abandon(cache, &w->stage);
			w = NULL;
		}
	}
	strbuf_free(&key);
	return w;
}

static void
beside_frames(const struct tree *t, const int64_t *self, int64_t *total,
	int64_t *flat, int64_t *cum)
{
	for (node_id i = t->n - 1; i > 0; i--)
		add(&total[t->parent[i]], total[i]);
	for (node_id i = 1; i < t->n; i++) {
		add(&flat[t->frame[i]], self[i]);
		if ((t->flags[i] & TREE_OUTERMOST) != 0)
			add(&cum[t->frame[i]], total[i]);
	}
}

/* Flat and cum of one summed column; self and total are scratch. */
static void
beside_column(const struct run *run, const struct layers *on,
	const struct weighed *weighed, const int64_t *value, int64_t *flat,
	int64_t *cum)
{
	const struct tree *t = &weighed->tree;
	struct arena *scratch = &run->e->scratch;
	int64_t *self, *total;

	arena_reset(scratch);
	self = arena_zalloc(scratch, mul_size(t->n, 2 * sizeof(*self)));
	total = self + t->n;
	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++)
		if (weighed->pass[slot] != 0)
			add(&self[on->shape->map[on->subject->leaf[slot]]],
				value[slot]);
	memcpy(total, self, t->n * sizeof(*total));
	beside_frames(t, self, total, flat, cum);
}

int
weigh_beside(const struct run *run, const struct layers *on,
	const struct weighed *weighed, const struct sums *sums,
	struct arena *arena, struct weights *w)
{
	size_t n = on->framed->frames->n;
	struct kept kept = { 0 };

	*w = (struct weights){ .column = sums->column,
		.flat = ARENA_ZARRAY(arena, int64_t, n),
		.cum = ARENA_ZARRAY(arena, int64_t, n) };
	if (run_check(run) != 0)
		return -1;
	beside_column(run, on, weighed, sums->value, w->flat, w->cum);
	if (sums->div != NULL) {
		w->flat_div = ARENA_ZARRAY(arena, int64_t, n);
		w->cum_div = ARENA_ZARRAY(arena, int64_t, n);
		beside_column(
			run, on, weighed, sums->div, w->flat_div, w->cum_div);
	}
	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++)
		if (weighed->pass[slot] != 0)
			keep(&kept, sums, slot);
	set_total(w, run->q, sums, &kept);
	weigh_diff_beside(run, on, weighed, sums, arena, w);
	return 0;
}
