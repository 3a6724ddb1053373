/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diff's further columns: see weighdiff.h. */
#include "config.h"

#include "engine/weighdiff.h"

#include "engine/core.h"
#include "engine/evidence.h"
#include "engine/framed.h"
#include "engine/shape.h"
#include "engine/spread.h"
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
column(struct block *block, size_t n)
{
	return block_take(block, n, sizeof(int64_t));
}

static void *
zeroed(struct block *block, size_t n, size_t cap)
{
	void *p = column(block, cap);

	memset(p, 0, n * sizeof(int64_t));
	return p;
}

void
weigh_diff_take(struct weighed *w, const struct sums *sums, struct block *block,
	size_t n, size_t cap, size_t frames)
{
	struct tree *t = &w->tree;

	if (sums->base_value == NULL)
		return;
	t->base_self = column(block, cap);
	t->base_total = column(block, cap);
	w->w.base_flat = column(block, frames);
	w->w.base_cum = column(block, frames);
	if (sums->base_value_div != NULL) {
		t->base_div_self = column(block, cap);
		t->base_div_total = column(block, cap);
		w->w.base_flat_div = column(block, frames);
		w->w.base_cum_div = column(block, frames);
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

/* The base's values are negative in the profile and positive from here on. */
static int
spread_base(
	const struct run *run, const struct layers *on, const struct weighed *w)
{
	const struct sums *sums = on->sums;
	const struct tree *t = &w->tree;
	struct spread s = { .pass = w->pass,
		.value = sums->base_value,
		.negate = true,
		.self = t->base_self,
		.total = t->base_total,
		.flat = w->w.base_flat,
		.cum = w->w.base_cum };

	if (spread(run, on, &s) != 0)
		return -1;
	if (sums->base_value_div == NULL)
		return 0;
	s.value = sums->base_value_div;
	s.self = t->base_div_self;
	s.total = t->base_div_total;
	s.flat = w->w.base_flat_div;
	s.cum = w->w.base_cum_div;
	return spread(run, on, &s);
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

	if (sums->base_value == NULL)
		return 0;
	if (spread_base(run, on, w) != 0 || run_check(run) != 0)
		return -1;
	if (sums->noise != NULL)
		spread_noise(on, w);
	add_sums(&w->w, on, w->pass, sums);
	w->evidence = evidence_new(
		w, on->framed->frames->n, &sums->whole, &w->stage.arena);
	return 0;
}

int
weigh_diff_beside(const struct run *run, const struct layers *on,
	const struct weighed *weighed, const struct sums *sums,
	struct arena *arena, struct weights *w)
{
	size_t n = on->framed->frames->n;
	struct spread s = {
		.pass = weighed->pass, .value = sums->base_value, .negate = true
	};

	if (sums->base_value == NULL)
		return 0;
	s.flat = w->base_flat = ARENA_ARRAY(arena, int64_t, n);
	s.cum = w->base_cum = ARENA_ARRAY(arena, int64_t, n);
	if (spread(run, on, &s) != 0)
		return -1;
	if (sums->base_value_div != NULL) {
		s.value = sums->base_value_div;
		s.flat = w->base_flat_div = ARENA_ARRAY(arena, int64_t, n);
		s.cum = w->base_cum_div = ARENA_ARRAY(arena, int64_t, n);
		if (spread(run, on, &s) != 0)
			return -1;
	}
	add_sums(w, on, weighed->pass, sums);
	return 0;
}
