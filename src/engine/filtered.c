/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile after the filters, as a new profile. */
#include "prelude.h"

#include "engine/filtered.h"

#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/framefilter.h"
#include "engine/frametree.h"
#include "engine/leafsamples.h"
#include "engine/tagfilter.h"
#include "engine/treetotals.h"
#include "profile/rewrite.h"

struct profile_editor {
	const struct run *run;
	const struct profile *p;
	struct builder *b;
	node_id *image; /* [trie.n] node in the new trie, or NONE */
	lset_id *lset;  /* [labels.n] new set, without hidden keys */
};

struct profile *
filtered_profile(struct engine *engine, const struct query *q,
	struct progress *progress, struct err *err)
{
	struct run run = {
		.e = engine, .q = q, .progress = progress, .err = err
	};
	struct profile_editor e = { .run = &run };
	const struct profile *p;
	int rc;
	const struct labels *labels;
	const uint8_t *hidden;
	VEC(struct label) left = { 0 };
	const struct profile *trie_p;
	const uint8_t *trie_cut;
	bool from;

	if (run_stages(&run) != 0)
		return NULL;
	e.p = p = run.input->profile;
	if (!query_drops_samples(q) && !q->noinlines &&
		q->system == SYSTEM_SHOW && q->tagshow.n + q->taghide.n == 0)
		return profile_ref(p);
	e.image = xcalloc(p->trie.n, sizeof(*e.image));
	e.lset = xcalloc((size_t)p->labels.n + 1, sizeof(*e.lset));
	e.b = rewrite_tables(p, false,
		q->noinlines ? MAP_ALL & ~MAP_INLINES : MAP_ALL, progress);
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		const struct query *r = e.run->q;
		const uint8_t *cut = e.run->cut->line;
		struct rewrite_lines lines = { .from = e.p->loc.line0[loc],
			.to = e.p->loc.line0[loc + 1],
			.stays = cut,
			.columns = !r->noinlines || r->showcolumns };

		/* With noinlines, keep only the outermost line left by the
		   filters. */
		if (r->noinlines) {
			while (cut != NULL && lines.to > lines.from &&
				cut[lines.to - 1] == 0)
				lines.to--;
			if (lines.to > lines.from)
				lines.from = lines.to - 1;
		}
		(void)rewrite_location(e.b, e.p, loc, lines);
	}
	/* The new trie has no hidden locations and begins at the outermost
	   match of show_from. */
	trie_p = e.p;
	trie_cut = e.run->cut->loc;
	from = e.run->q->show_from.n > 0;
	e.image[0] = from ? NONE : 0;
	for (node_id i = 1; i < trie_p->trie.n; i++) {
		loc_id loc = trie_p->trie.loc[i];
		uint8_t bits = trie_cut != NULL ? trie_cut[loc] : 0;
		node_id at = e.image[trie_p->trie.parent[i]];

		if (at == NONE && (bits & CUT_FROM) != 0)
			at = 0;
		if (at != NONE && (bits & CUT_GONE) == 0)
			at = builder_step(e.b, at, loc);
		e.image[i] = at;
	}
	rc = cut_ends(&run, e.image);
	labels = &e.p->labels;
	hidden = e.run->tagged->hidden;
	for (lset_id set = 0; set < labels->n; set++) {
		left.n = 0;
		for (uint32_t i = labels->first[set];
			i < labels->first[set + 1]; i++)
			if (hidden == NULL || hidden[labels->label[i].key] == 0)
				vec_push(&left, labels->label[i]);
		e.lset[set] = hidden == NULL
			? set
			: builder_labels(e.b, left.p, left.n);
	}
	vec_free(&left);
	for (size_t i = 0; i < p->sample.n && rc == 0; i++)
		if (run_keeps(&run, i))
			rc = rewrite_sample(e.b, p, i,
				e.image[p->sample.leaf[i]],
				e.lset[p->sample.labels[i]]);
	free(e.image);
	free(e.lset);
	if (!progress_stopped(progress))
		return builder_seal(e.b, err);
	builder_free(e.b);
	(void)err_set(err, ERR_CANCELLED, "cancelled");
	return NULL;
}
