/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diff's further columns: see weighdiff.h. */
#include "config.h"

#include "engine/weighdiff.h"

#include "engine/core.h"
#include "engine/evidence.h"
#include "engine/framed.h"
#include "engine/shape.h"
#include "engine/subject.h"
#include "engine/sums.h"

#include "base/banned.h"

/* How many columns of nodes there are, and as many of frames. */
static size_t
columns(const struct sums *sums)
{
	if (sums->base_value == NULL)
		return 0;
	return 2u + 2u * (sums->base_value_div != NULL) +
		2u * (sums->noise != NULL);
}

size_t
weigh_diff_bytes(const struct sums *sums, size_t nodes, size_t frames)
{
	return mul_size(columns(sums),
		add_size(block_size(nodes, sizeof(int64_t)),
			block_size(frames, sizeof(int64_t))));
}

/* Eight bytes each: int64_t or double. */
static void *
zeroed(struct block *block, size_t n, size_t cap)
{
	const size_t size = sizeof(int64_t);
	void *p = block_take(block, cap, size);

	memset(p, 0, n * size);
	return p;
}

void
weigh_diff_take(struct weighed *w, const struct sums *sums, struct block *block,
	size_t n, size_t cap, size_t frames)
{
	struct tree *t = &w->tree;

	if (sums->base_value == NULL)
		return;
	t->base_self = zeroed(block, n, cap);
	t->base_total = zeroed(block, n, cap);
	w->w.base_flat = zeroed(block, frames, frames);
	w->w.base_cum = zeroed(block, frames, frames);
	if (sums->base_value_div != NULL) {
		t->base_div_self = zeroed(block, n, cap);
		t->base_div_total = zeroed(block, n, cap);
		w->w.base_flat_div = zeroed(block, frames, frames);
		w->w.base_cum_div = zeroed(block, frames, frames);
	}
	if (sums->noise != NULL) {
		t->noise_self = zeroed(block, n, cap);
		t->noise_total = zeroed(block, n, cap);
		w->w.noise_flat = zeroed(block, frames, frames);
		w->w.noise_cum = zeroed(block, frames, frames);
	}
}

static bool
outermost(const struct tree *t, node_id i)
{
	return (t->flags[i] & TREE_OUTERMOST) != 0;
}

/* One summed column, from leaves to nodes to frames. The base's values are
   negative in the profile and positive from here on. */
static void
spread(const struct layers *on, const struct weighed *w, const int64_t *value,
	int64_t *self, int64_t *total, int64_t *flat, int64_t *cum)
{
	const struct tree *t = &w->tree;

	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++) {
		node_id at = on->shape->map[on->subject->leaf[slot]];

		if (w->pass[slot] != 0)
			self[at] = i64_wrap_sub(self[at], value[slot]);
	}
	memcpy(total, self, t->n * sizeof(*total));
	for (node_id i = t->n - 1; i > 0; i--)
		total[t->parent[i]] =
			i64_wrap_add(total[t->parent[i]], total[i]);
	for (node_id i = 1; i < t->n; i++) {
		frame_id f = t->frame[i];

		flat[f] = i64_wrap_add(flat[f], self[i]);
		if (outermost(t, i))
			cum[f] = i64_wrap_add(cum[f], total[i]);
	}
}

static void
spread_noise(const struct layers *on, struct weighed *w)
{
	const double *noise = on->sums->noise;
	struct tree *t = &w->tree;

	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++) {
		node_id at = on->shape->map[on->subject->leaf[slot]];

		if (w->pass[slot] != 0)
			t->noise_self[at] += noise[slot];
	}
	memcpy(t->noise_total, t->noise_self, t->n * sizeof(double));
	for (node_id i = t->n - 1; i > 0; i--)
		t->noise_total[t->parent[i]] += t->noise_total[i];
	for (node_id i = 1; i < t->n; i++) {
		w->w.noise_flat[t->frame[i]] += t->noise_self[i];
		if (outermost(t, i))
			w->w.noise_cum[t->frame[i]] += t->noise_total[i];
	}
}

/* After kept and kept_div. */
static void
add_sums(struct weights *w, const struct layers *on, const uint8_t *pass,
	const struct sums *sums)
{
	for (uint32_t slot = 0; slot < on->subject->n_slots; slot++) {
		if (pass[slot] == 0)
			continue;
		w->base_sum = i64_wrap_sub(w->base_sum, sums->base_value[slot]);
		if (sums->base_value_div != NULL)
			w->base_sum_div = i64_wrap_sub(
				w->base_sum_div, sums->base_value_div[slot]);
	}
	w->new_sum = i64_wrap_add(w->kept, w->base_sum);
	w->new_sum_div = i64_wrap_add(w->kept_div, w->base_sum_div);
}

int
weigh_diff(const struct run *run, const struct layers *on, struct weighed *w)
{
	const struct sums *sums = on->sums;
	struct tree *t = &w->tree;

	if (sums->base_value == NULL)
		return 0;
	if (run_check(run) != 0)
		return -1;
	spread(on, w, sums->base_value, t->base_self, t->base_total,
		w->w.base_flat, w->w.base_cum);
	if (sums->base_value_div != NULL)
		spread(on, w, sums->base_value_div, t->base_div_self,
			t->base_div_total, w->w.base_flat_div,
			w->w.base_cum_div);
	if (run_check(run) != 0)
		return -1;
	if (sums->noise != NULL)
		spread_noise(on, w);
	add_sums(&w->w, on, w->pass, sums);
	w->evidence = evidence_new(
		w, on->framed->frames->n, &sums->whole, &w->stage.arena);
	return 0;
}

static void
spread_beside(const struct run *run, const struct layers *on,
	const struct weighed *w, const int64_t *value, int64_t *flat,
	int64_t *cum)
{
	struct arena *scratch = &run->e->scratch;
	size_t n = w->tree.n;
	int64_t *self;

	arena_reset(scratch);
	self = arena_zalloc(scratch, mul_size(n, 2 * sizeof(*self)));
	spread(on, w, value, self, self + n, flat, cum);
}

void
weigh_diff_beside(const struct run *run, const struct layers *on,
	const struct weighed *weighed, const struct sums *sums,
	struct arena *arena, struct weights *w)
{
	size_t n = on->framed->frames->n;

	if (sums->base_value == NULL)
		return;
	w->base_flat = ARENA_ZARRAY(arena, int64_t, n);
	w->base_cum = ARENA_ZARRAY(arena, int64_t, n);
	spread_beside(
		run, on, weighed, sums->base_value, w->base_flat, w->base_cum);
	if (sums->base_value_div != NULL) {
		w->base_flat_div = ARENA_ZARRAY(arena, int64_t, n);
		w->base_cum_div = ARENA_ZARRAY(arena, int64_t, n);
		spread_beside(run, on, weighed, sums->base_value_div,
			w->base_flat_div, w->base_cum_div);
	}
	add_sums(w, on, weighed->pass, sums);
}
