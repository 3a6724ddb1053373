/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a tree: see weigh.h. */
#include "config.h"

#include "engine/weigh.h"

#include "base/strbuf.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/mask.h"
#include "engine/shape.h"
#include "engine/spread.h"
#include "engine/subject.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/weighdiff.h"
#include "engine/weighnodes.h"

#include "base/banned.h"

/* The PICK bits of every trie node: those of its location and of all above
   it. NULL without focus and ignore. */
static int
path_bits(const struct run *run, const struct layers *on, struct block *room,
	const uint8_t **result)
{
	const struct profile *p = on->subject->profile;
	const node_id *parent = p->trie.parent;
	const loc_id *loc = p->trie.loc;
	const uint8_t *pick = on->pick->loc;
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

/* Sums over the leaves that pass; of all of them, and of a base. */
struct kept {
	int64_t value, magnitude, div, base_magnitude, base_div;
};

static void
keep(struct kept *kept, const struct sums *sums, uint32_t slot)
{
	i64_sum(&kept->value, sums->value[slot]);
	i64_sum(&kept->magnitude, sums->magnitude[slot]);
	if (sums->div != NULL)
		i64_sum(&kept->div, sums->div[slot]);
	if (sums->base_magnitude != NULL)
		i64_sum(&kept->base_magnitude, sums->base_magnitude[slot]);
	if (sums->base_div != NULL)
		i64_sum(&kept->base_div, sums->base_div[slot]);
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
leaf_passes(const struct layers *on, const uint8_t *bits, uint32_t slot)
{
	if (on->shape->chains.of_slot[slot] == NONE)
		return false;
	return bits == NULL ||
		(bits[on->subject->leaf[slot]] & (PICK_FOCUS | PICK_IGNORE)) ==
		PICK_FOCUS;
}

/* What ends where. */
static int
end_loop(const struct run *run, const struct layers *on, const uint8_t *bits,
	struct weighed *w, struct rising *r)
{
	const uint32_t *of_slot = on->shape->chains.of_slot;
	const struct sums *sums = on->sums;
	struct kept kept = { 0 };

	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++) {
		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		w->pass[slot] = leaf_passes(on, bits, slot);
		if (w->pass[slot] == 0)
			continue;
		w->flags |= sums->flags[slot];
		if (sums->count[slot] == 0)
			continue;
		w->samples += sums->count[slot];
		keep(&kept, sums, slot);
		i64_sum(&r->ends[of_slot[slot]], sums->value[slot]);
		if ((sums->flags[slot] & SUM_NONZERO) != 0)
			r->live[of_slot[slot]] = LIVE_PASSES | LIVE_ENDS;
	}
	set_total(&w->w, run->q, sums, &kept);
	return 0;
}

/* What passes where: chains come after those they hang below, so one loop
   from the end sums up. */
static int
pass_loop(const struct run *run, const struct layers *on, struct weighed *w,
	struct rising *r)
{
	const struct chains *chains = &on->shape->chains;
	int64_t sign = 0;

	memcpy(r->passes, r->ends, chains->n * sizeof(*r->passes));
	for (uint32_t c = chains->n - 1; c > 0; c--) {
		if (c % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		if (r->live[c] == 0)
			continue;
		i64_sum(&r->passes[chains->parent[c]], r->passes[c]);
		r->live[chains->parent[c]] |= LIVE_PASSES;
		sign |= r->ends[c] | r->passes[c];
	}
	w->tree.negative = (sign | r->ends[0] | r->passes[0]) < 0;
	return 0;
}

/* The divisors of `mean`. */
static int
spread_div(const struct run *run, const struct layers *on, struct weighed *w)
{
	const struct spread s = { .pass = w->pass,
		.value = on->sums->div,
		.self = w->tree.div_self,
		.total = w->tree.div_total,
		.flat = w->w.flat_div,
		.cum = w->w.cum_div };

	return on->sums->div != NULL ? spread(run, on, &s) : 0;
}

/* One piece of the scratch, which so stays what it is from key to key. */
static void
take_room(const struct run *run, const struct layers *on, struct rising *r,
	struct block *room)
{
	uint32_t n = on->shape->chains.n;
	size_t nodes = on->pick->loc != NULL ? on->subject->profile->trie.n : 0;

	arena_reset(&run->e->scratch);
	block_init(room, &run->e->scratch,
		2 * block_size(n, sizeof(int64_t)) + block_size(n, 1) +
			block_size(nodes, 1) +
			weigh_nodes_bytes(on->framed->frames->n));
	r->ends = block_take(room, n, sizeof(*r->ends));
	r->passes = block_take(room, n, sizeof(*r->passes));
	r->live = block_take(room, n, 1);
	run_zero(run, r->ends, n * sizeof(*r->ends));
	run_zero(run, r->live, n);
}

static int
fill(const struct run *run, const struct layers *on, struct weighed *w)
{
	struct block room;
	struct rising r;
	const uint8_t *bits;

	take_room(run, on, &r, &room);
	if (path_bits(run, on, &room, &bits) != 0 ||
		end_loop(run, on, bits, w, &r) != 0 ||
		pass_loop(run, on, w, &r) != 0 ||
		weigh_nodes(run, on, w, &r, &room) != 0 ||
		spread_div(run, on, w) != 0)
		return -1;
	return weigh_diff(run, on, w);
}

/* Room for the largest tree there can be: see shape.c. Nothing is zeroed: all
   that is used will be written. */
static void
allocate(struct weighed *w, const struct layers *on, bool mean)
{
	size_t nodes = on->shape->cap, frames = on->framed->frames->n;
	size_t slots = on->subject->n_slots, value = sizeof(int64_t);
	size_t pair = mean ? 4 : 2;
	size_t size = pair * block_size(nodes, value) + block_size(nodes, 1) +
		pair * block_size(frames, value) +
		block_size(frames, sizeof(uint32_t)) + block_size(frames, 1) +
		block_size(slots, 1) +
		weigh_diff_bytes(on->sums, nodes, frames);
	struct tree *t = &w->tree;
	struct block block;

	block_init(&block, &w->stage.arena, size);
	*t = on->shape->tree;
	t->self = block_take(&block, nodes, value);
	t->total = block_take(&block, nodes, value);
	w->w.flat = block_take(&block, frames, value);
	w->w.cum = block_take(&block, frames, value);
	if (mean) {
		t->div_self = block_take(&block, nodes, value);
		t->div_total = block_take(&block, nodes, value);
		w->w.flat_div = block_take(&block, frames, value);
		w->w.cum_div = block_take(&block, frames, value);
	}
	t->live = block_take(&block, nodes, 1);
	w->places = block_take(&block, frames, sizeof(uint32_t));
	w->inlined = block_take(&block, frames, 1);
	w->pass = block_take(&block, slots, 1);
	weigh_diff_take(w, on->sums, &block, t->n, nodes, frames);
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
	key_num(&key, on->sums->stage.id); /* its key is long */
	key_num(&key, run->q->relative_percentages);
	w = (struct weighed *)stages_find(cache, strbuf_str(&key));
	if (w == NULL) {
		w = (struct weighed *)stages_new(
			cache, sizeof(*w), strbuf_str(&key), NULL);
		w->w.column = on->sums->column;
		allocate(w, on, on->sums->div != NULL);
		if (fill(run, on, w) == 0) {
			stages_keep(cache, &w->stage);
		} else {
			stages_abandon(cache, &w->stage);
			w = NULL;
		}
	}
	strbuf_free(&key);
	return w;
}

int
weigh_beside(const struct run *run, const struct layers *on,
	const struct weighed *weighed, const struct sums *sums,
	struct arena *arena, struct weights *w)
{
	size_t n = on->framed->frames->n;
	struct spread s = { .pass = weighed->pass, .value = sums->value };
	struct kept kept = { 0 };

	*w = (struct weights){ .column = sums->column };
	s.flat = w->flat = ARENA_ARRAY(arena, int64_t, n);
	s.cum = w->cum = ARENA_ARRAY(arena, int64_t, n);
	if (spread(run, on, &s) != 0)
		return -1;
	if (sums->div != NULL) {
		s.value = sums->div;
		s.flat = w->flat_div = ARENA_ARRAY(arena, int64_t, n);
		s.cum = w->cum_div = ARENA_ARRAY(arena, int64_t, n);
		if (spread(run, on, &s) != 0)
			return -1;
	}
	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++)
		if (weighed->pass[slot] != 0)
			keep(&kept, sums, slot);
	set_total(w, run->q, sums, &kept);
	return weigh_diff_beside(run, on, weighed, sums, arena, w);
}
