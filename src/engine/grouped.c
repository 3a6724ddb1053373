/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples by slot: see grouped.h. */
#include "config.h"

#include "engine/grouped.h"

#include "base/strbuf.h"
#include "engine/core.h"
#include "engine/subject.h"

#include "base/banned.h"

static void
allocate(struct grouped *g, size_t n_slots, size_t n_samples, bool mean)
{
	struct block block;

	block_init(&block, &g->stage.arena,
		block_size(n_slots + 1, sizeof(*g->first)) +
			block_size(n_samples, sizeof(*g->labels)) +
			(mean ? 2 : 1) *
				block_size(n_samples, sizeof(*g->value)));
	g->first = block_take(&block, n_slots + 1, sizeof(*g->first));
	g->labels = block_take(&block, n_samples, sizeof(*g->labels));
	g->value = block_take(&block, n_samples, sizeof(*g->value));
	if (mean)
		g->div = block_take(&block, n_samples, sizeof(*g->div));
}

/* Where each slot begins, at the place of the slot behind it. */
static int
count(const struct run *run, struct grouped *g, const struct subject *subject)
{
	uint32_t before = 0;

	memset(g->first, 0, (subject->n_slots + (size_t)1) * sizeof(*g->first));
	for (size_t i = 0; i < subject->profile->sample.n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		g->first[subject->slot[i] + 1]++;
	}
	for (uint32_t slot = 0; slot < subject->n_slots; slot++) {
		uint32_t n = g->first[slot + 1];

		g->first[slot + 1] = before;
		before += n;
	}
	return 0;
}

static int
fill(const struct run *run, struct grouped *g, const struct subject *subject,
	uint32_t column)
{
	const struct profile *p = subject->profile;

	if (count(run, g, subject) != 0)
		return -1;
	/* Each sample moves the end of its slot on, to where it belongs. */
	for (size_t i = 0; i < p->sample.n; i++) {
		uint32_t at = g->first[subject->slot[i] + 1]++;

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		g->labels[at] = p->sample.labels[i];
		g->value[at] = p->sample.value[column][i];
		if (g->div != NULL)
			g->div[at] = p->sample.value[0][i];
	}
	return 0;
}

const struct grouped *
grouped_get(const struct run *run, const struct subject *subject,
	uint32_t column, bool mean)
{
	struct stages *cache = &run->e->grouped;
	struct strbuf key = STRBUF_INIT;
	struct grouped *g;

	strbuf_add(&key, subject->stage.key);
	key_num(&key, column);
	key_num(&key, mean);
	g = (struct grouped *)stages_find(cache, strbuf_str(&key));
	if (g == NULL) {
		g = (struct grouped *)stages_new(
			cache, sizeof(*g), strbuf_str(&key), NULL);
		allocate(g, subject->n_slots, subject->profile->sample.n, mean);
		if (fill(run, g, subject, column) == 0) {
			stages_keep(cache, &g->stage);
		} else {
			stages_abandon(cache, &g->stage);
			g = NULL;
		}
	}
	strbuf_free(&key);
	return g;
}
