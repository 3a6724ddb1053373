/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search: see found.h. */
#include "config.h"

#include "engine/found.h"

#include "base/strbuf.h"
#include "engine/core.h"
#include "engine/framed.h"
#include "engine/match.h"

#include "base/banned.h"

static int
search_fill(
	const struct run *run, const struct frames *frames, struct searched *s)
{
	struct err ignored = ERR_INIT;
	struct match *m;
	int rc = 0;

	s->frame = bits_in(&s->stage.arena, frames->n);
	if (run->q->search.n == 0)
		return 0;
	m = match_new_smart(run->q->search, NULL, &ignored);
	if (m == NULL)
		return 0;
	for (frame_id f = 0; f < frames->n && rc == 0; f++) {
		if (match_str(m, frames->frame[f].text))
			bits_set(&s->frame, f);
		if (f % 64 == 0)
			rc = run_check(run);
	}
	s->stopped = match_stopped(m);
	s->active = !s->stopped;
	match_free(m);
	return rc;
}

const struct searched *
search_get(const struct run *run, const struct framed *framed)
{
	struct stages *cache = &run->e->found;
	struct strbuf key = STRBUF_INIT;
	struct searched *s;

	strbuf_add(&key, framed->stage.key);
	key_str(&key, run->q->search);
	s = (struct searched *)stages_find(cache, strbuf_str(&key));
	if (s == NULL) {
		s = (struct searched *)stages_new(
			cache, sizeof(*s), strbuf_str(&key), NULL);
		if (search_fill(run, framed->frames, s) == 0) {
			stages_keep(cache, &s->stage);
		} else {
			stages_abandon(cache, &s->stage);
			s = NULL;
		}
	}
	strbuf_free(&key);
	return s;
}

static uint32_t
live_places(const struct bits *frame, const struct tree *t, node_id from)
{
	uint32_t n = 0;

	for (node_id i = from; i < t->n; i++)
		n += t->live[i] != 0 && bits_get(frame, t->frame[i]);
	return n;
}

/* What ends below any match: each sample once. */
static int
coverage(const struct run *run, const struct bits *frame, const struct tree *t,
	int64_t *value, int64_t *div)
{
	uint8_t *covered;

	arena_reset(&run->e->scratch);
	covered = arena_alloc(&run->e->scratch, t->n);
	covered[0] = 0;
	for (node_id i = 1; i < t->n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return -1;
		covered[i] =
			covered[t->parent[i]] || bits_get(frame, t->frame[i]);
		if (covered[i] == 0)
			continue;
		*value = i64_wrap_add(*value, t->self[i]);
		if (t->div_self != NULL)
			*div = i64_wrap_add(*div, t->div_self[i]);
	}
	return 0;
}

int
found_fill(const struct run *run, const struct searched *s, struct view *v)
{
	struct found *found = &v->found;
	int64_t value = 0, div = 0;

	found->active = s->active;
	found->stopped = s->stopped;
	found->frame = s->frame;
	if (s->stopped)
		warnings_add(&v->warnings,
			"search: pattern too complex, stopped: %.*s",
			STR_ARG(run->q->search));
	if (!s->active)
		return 0;
	for (frame_id f = 0; f < v->frames->n; f++)
		found->n_frames += v->places[f] > 0 && bits_get(&s->frame, f);
	if (found->n_frames == 0)
		return 0;
	found->n_nodes = live_places(&s->frame, &v->tree, 1);
	/* The pivot is in both trees and counts once. */
	if (v->callers.n > 2)
		found->n_nodes += live_places(&s->frame, &v->callers, 2);
	if (coverage(run, &s->frame, &v->full, &value, &div) != 0)
		return -1;
	found->value = weight_div(value, div);
	return 0;
}
