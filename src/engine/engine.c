/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine: the caches of its stages, and the memory that they share. */
#include "prelude.h"

#include "engine/view.h"

#include "base/memory.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/framesums.h"
#include "engine/leafsamples.h"
#include "engine/tagfilter.h"
#include "engine/treetotals.h"
#include "input/bytes.h"

struct engine *
engine_new(const struct profile *p)
{
	struct engine *e = xcalloc(1, sizeof(*e));

	e->opened = profile_ref(p);
	/* A view uses one stage of each cache, except hits (six patterns) and
	   sums (one per sample type). One more is kept for going back a step.
	   Of the large stages, two exist while one view replaces another. */
	e->inputs = (struct stages){ .max = 2, .fini = input_fini };
	e->framed = (struct stages){ .max = 2, .fini = framed_fini };
	e->inverted = (struct stages){ .max = 2, .fini = inverted_fini };
	e->hits.max = STAGES_MAX;
	e->picks.max = e->cuts.max = e->tagged.max = 4;
	e->by_leaf.max = e->sums.max = 4;
	e->shapes.max = e->weighed.max = 2;
	e->framesums = (struct stages){ .max = 2, .fini = framesums_fini };
	e->searched.max = 4;
	return e;
}

enum { CACHES = 13 };

/* List the caches, largest stages first: freeing those helps most. */
static void
engine_caches(struct engine *e, struct stages *all[CACHES])
{
	struct stages *list[CACHES] = { &e->inverted, &e->weighed, &e->shapes,
		&e->by_leaf, &e->sums, &e->framesums, &e->searched, &e->inputs,
		&e->tagged, &e->cuts, &e->picks, &e->hits, &e->framed };

	memcpy(all, list, sizeof(list));
}

void
engine_limit(struct engine *e, size_t max_bytes)
{
	e->max_bytes = max_bytes;
}

static size_t
engine_bytes(struct engine *e)
{
	struct stages *all[CACHES];
	size_t bytes = add_size(profile_bytes(e->opened), e->scratch.held);

	engine_caches(e, all);
	for (size_t i = 0; i < CACHES; i++)
		bytes = add_size(bytes, stages_bytes(all[i]));
	return bytes;
}

size_t
engine_allowed(struct engine *e)
{
	return memory_allowed(e->max_bytes, engine_bytes(e));
}

int
engine_full(const struct engine *e, struct err *err)
{
	char limit[32];

	bytes_size(e->max_bytes, limit);
	return err_set(err, ERR_LIMIT,
		"showing it needs more memory than the limit of %s (see "
		"--max-memory)",
		limit);
}

bool
engine_shrink(struct engine *e)
{
	struct stages *all[CACHES];
	bool any = false;

	engine_caches(e, all);
	for (size_t i = 0; i < CACHES; i++)
		while (stages_shrink(all[i]))
			any = true;
	return any;
}

int
run_room(const struct run *run, size_t size)
{
	struct engine *e = run->e;
	struct stages *all[CACHES];
	char need[32], limit[32];
	size_t total = e->max_bytes == 0 ? 0 : add_size(engine_bytes(e), size);

	engine_caches(e, all);
	for (size_t i = 0; i < CACHES && total > e->max_bytes; i++)
		while (total > e->max_bytes && stages_shrink(all[i]))
			total = add_size(engine_bytes(e), size);
	if (total <= e->max_bytes)
		return 0;
	bytes_size(add_size(total, (1 << 20) - 1), need);
	bytes_size(e->max_bytes, limit);
	return err_set(run->err, ERR_LIMIT,
		"showing it takes %s including the profile; the limit is %s "
		"(see --max-memory)",
		need, limit);
}

void
engine_free(struct engine *e)
{
	struct stages *all[CACHES];

	if (e == NULL)
		return;
	engine_caches(e, all);
	for (size_t i = 0; i < CACHES; i++)
		stages_free(all[i]);
	arena_free(&e->scratch);
	profile_unref(e->opened);
	free(e);
}

void
engine_keep(struct engine *e)
{
	struct stages *all[CACHES];

	engine_caches(e, all);
	for (size_t i = 0; i < CACHES; i++)
		all[i]->before = all[i]->clock;
}

bool
run_keeps(const struct run *run, size_t sample)
{
	const struct profile *p = run->input->profile;

	return run->weighed->pass[run->input->slot[sample]] != 0 &&
		tagged_pass(run->tagged->lset[p->sample.labels[sample]]);
}
