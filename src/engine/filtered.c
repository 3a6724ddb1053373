/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples as the filters leave them: see filtered.h. */
#include "config.h"

#include "engine/filtered.h"

#include <stdlib.h>

#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/mask.h"
#include "engine/rewrite.h"
#include "engine/shape.h"
#include "engine/input.h"
#include "engine/tagfilter.h"
#include "engine/weigh.h"

#include "base/banned.h"

struct profile_editor {
	const struct run *run;
	const struct profile *p;
	struct builder *b;
	node_id *image; /* [trie.n] node in the new trie, NONE: none yet */
	lset_id *lset;  /* [labels.n] the set without hidden keys */
	bool columns;   /* of lines stay */
};

static bool
line_stays(const struct profile_editor *e, loc_id loc, line_id line)
{
	const uint8_t *cut = e->run->cut->line;

	if (cut != NULL && cut[line] == 0)
		return false;
	if (!e->run->q->noinlines)
		return true;
	/* the outermost of those that the filters left */
	for (line_id i = line + 1; i < e->p->loc.line0[loc + 1]; i++)
		if (cut == NULL || cut[i] != 0)
			return false;
	return true;
}

static void
edit_location(struct profile_editor *e, loc_id loc)
{
	const struct profile *p = e->p;
	VEC(struct builder_line) lines = { 0 };
	struct builder_location l = { .id = p->loc.id[loc],
		.address = p->loc.address[loc],
		.map = p->loc.map[loc],
		.folded = p->loc.folded[loc] != 0 };

	for (line_id i = p->loc.line0[loc]; i < p->loc.line0[loc + 1]; i++) {
		struct builder_line line = { .func = p->line.func[i],
			.line = p->line.line[i],
			.column = e->columns ? p->line.column[i] : 0 };

		if (line_stays(e, loc, i))
			vec_push(&lines, line);
	}
	l.line = lines.p;
	l.nlines = lines.n;
	(void)builder_location(e->b, &l);
	vec_free(&lines);
}

/* The new trie: without hidden locations, from the outermost match of
   show_from on. */
static void
edit_trie(struct profile_editor *e)
{
	const struct profile *p = e->p;
	const uint8_t *cut = e->run->cut->loc;
	bool from = e->run->q->show_from.n > 0;

	e->image[0] = from ? NONE : 0;
	for (node_id i = 1; i < p->trie.n; i++) {
		loc_id loc = p->trie.loc[i];
		uint8_t bits = cut != NULL ? cut[loc] : 0;
		node_id at = e->image[p->trie.parent[i]];

		if (at == NONE && (bits & CUT_FROM) != 0)
			at = 0;
		if (at != NONE && (bits & CUT_GONE) == 0)
			at = builder_step(e->b, at, loc);
		e->image[i] = at;
	}
}

/* prune_from is decided from the leaf: a sample ends at the last match on
   its path. */
static void
edit_ends(struct profile_editor *e)
{
	const struct profile *p = e->p;
	const uint8_t *cut = e->run->cut->loc;
	node_id *last = xcalloc(p->trie.n, sizeof(*last));

	for (node_id i = 1; i < p->trie.n; i++) {
		last[i] = last[p->trie.parent[i]];
		if (e->image[i] != NONE && cut != NULL &&
			(cut[p->trie.loc[i]] & CUT_PRUNE) != 0)
			last[i] = i;
		if (last[i] != 0 && e->image[i] != NONE)
			e->image[i] = e->image[last[i]];
	}
	free(last);
}

static void
edit_labels(struct profile_editor *e)
{
	const struct labels *labels = &e->p->labels;
	const uint8_t *hidden = e->run->tagged->hidden;
	VEC(struct label) left = { 0 };

	for (lset_id set = 0; set < labels->n; set++) {
		left.n = 0;
		for (uint32_t i = labels->first[set];
			i < labels->first[set + 1]; i++)
			if (hidden == NULL || hidden[labels->label[i].key] == 0)
				vec_push(&left, labels->label[i]);
		e->lset[set] = hidden == NULL
			? set
			: builder_labels(e->b, left.p, left.n);
	}
	vec_free(&left);
}

static void
edit_samples(struct profile_editor *e)
{
	const struct profile *p = e->p;
	int64_t *value =
		xcalloc((size_t)profile_columns(p) + 1, sizeof(*value));

	for (size_t i = 0; i < p->sample.n; i++) {
		if (!run_keeps(e->run, i))
			continue;
		for (uint32_t t = 0; t < profile_columns(p); t++)
			value[t] = p->sample.value[t][i];
		if (builder_sample(e->b, e->image[p->sample.leaf[i]],
			    e->lset[p->sample.labels[i]], value) != 0)
			break;
	}
	free(value);
}

static struct profile *
edit_profile(struct profile_editor *e)
{
	const struct profile *p = e->p;

	e->image = xcalloc(p->trie.n, sizeof(*e->image));
	e->lset = xcalloc((size_t)p->labels.n + 1, sizeof(*e->lset));
	e->columns = !e->run->q->noinlines || e->run->q->showcolumns;
	e->b = rewrite_tables(p, false,
		e->run->q->noinlines ? MAP_ALL & ~MAP_INLINES : MAP_ALL,
		e->run->progress);
	for (loc_id loc = 0; loc < p->loc.n; loc++)
		edit_location(e, loc);
	edit_trie(e);
	if (e->run->q->prune_from.n > 0)
		edit_ends(e);
	edit_labels(e);
	edit_samples(e);
	free(e->image);
	free(e->lset);
	return builder_seal(e->b, e->run->err);
}

struct profile *
filtered_profile(struct engine *engine, const struct query *q,
	struct progress *progress, struct err *err)
{
	struct run run = {
		.e = engine, .q = q, .progress = progress, .err = err
	};
	struct profile_editor e = { .run = &run };

	if (run_stages(&run) != 0)
		return NULL;
	e.p = run.input->profile;
	if (!query_has_filters(q) && !q->noinlines &&
		q->system == SYSTEM_SHOW && q->tagshow.n + q->taghide.n == 0)
		return profile_ref(e.p);
	return edit_profile(&e);
}
