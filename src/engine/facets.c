/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What labels weigh, to choose among them: see facets.h. */
#include "config.h"

#include "engine/facets.h"

#include <stdlib.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

struct faceting {
	struct progress *progress;
	struct facets *out;
	const struct query *q;
	VEC(struct str) key; /* those with a filter, each once */
	VEC(struct tags *) tags;
	VEC(struct facet) facet;
};

struct str
tag_filter_key(struct str filter)
{
	ptrdiff_t eq = str_chr(filter, '=');

	return eq < 0 ? STR_EMPTY : str_sub(filter, 0, (size_t)eq);
}

static void
see_filter(struct faceting *f, struct str filter)
{
	struct str key = tag_filter_key(filter);

	if (key.n == 0)
		return;
	for (size_t i = 0; i < f->key.n; i++)
		if (str_eq(f->key.p[i], key))
			return;
	vec_push(&f->key, key);
}

static void
see_filters(struct faceting *f)
{
	struct str more = f->q->more_tagfocus, drop = f->q->more_tagignore;

	see_filter(f, f->q->tagfocus);
	see_filter(f, f->q->tagignore);
	while (more.n > 0)
		see_filter(f, str_cut(&more, '\n'));
	while (drop.n > 0)
		see_filter(f, str_cut(&drop, '\n'));
}

/* The lines that are not about a key. */
static struct str
without(struct arena *arena, struct str lines, struct str key)
{
	struct strbuf out = STRBUF_INIT;
	struct str kept;

	while (lines.n > 0) {
		struct str line = str_cut(&lines, '\n');

		if (str_eq(tag_filter_key(line), key))
			continue;
		if (out.n > 0)
			strbuf_addch(&out, '\n');
		strbuf_add(&out, line);
	}
	kept = arena_str(arena, strbuf_str(&out));
	strbuf_free(&out);
	return kept;
}

static int
add_tags(struct faceting *f, struct engine *e, const struct query *q,
	struct err *err)
{
	struct tags *tags = tags_new(e, q, f->progress, err);

	if (tags == NULL)
		return -1;
	vec_push(&f->tags, tags);
	return 0;
}

/* One key without its own filters. */
static int
add_filtered(
	struct faceting *f, struct engine *e, struct str key, struct err *err)
{
	struct query q = *f->q;
	struct arena *arena = &f->out->arena;
	const struct tags *tags;

	if (str_eq(tag_filter_key(q.tagfocus), key))
		q.tagfocus = STR_EMPTY;
	if (str_eq(tag_filter_key(q.tagignore), key))
		q.tagignore = STR_EMPTY;
	q.more_tagfocus = without(arena, q.more_tagfocus, key);
	q.more_tagignore = without(arena, q.more_tagignore, key);
	if (add_tags(f, e, &q, err) != 0)
		return -1;
	tags = f->tags.p[f->tags.n - 1];
	for (size_t i = 0; i < tags->n; i++) {
		struct facet facet = {
			.key = &tags->key[i], .of = tags, .filtered = true
		};

		if (str_eq(tags->key[i].key, key))
			vec_push(&f->facet, facet);
	}
	return 0;
}

static bool
is_filtered(const struct faceting *f, struct str key)
{
	for (size_t i = 0; i < f->key.n; i++)
		if (str_eq(f->key.p[i], key))
			return true;
	return false;
}

static void
add_others(struct faceting *f)
{
	const struct tags *tags = f->tags.p[0];

	for (size_t i = 0; i < tags->n; i++) {
		struct facet facet = { .key = &tags->key[i], .of = tags };

		if (!is_filtered(f, tags->key[i].key))
			vec_push(&f->facet, facet);
	}
}

static int
by_name(const void *a, const void *b)
{
	return str_cmp(((const struct facet *)a)->key->key,
		((const struct facet *)b)->key->key);
}

static int
fill(struct faceting *f, struct engine *e, struct progress *progress,
	struct err *err)
{
	see_filters(f);
	f->out->view = view_compute(e, f->q, progress, err);
	if (f->out->view == NULL || add_tags(f, e, f->q, err) != 0)
		return -1;
	for (size_t i = 0; i < f->key.n; i++) {
		if (progress_stopped(progress))
			return err_set(err, ERR_CANCELLED, "cancelled");
		if (add_filtered(f, e, f->key.p[i], err) != 0)
			return -1;
	}
	add_others(f);
	if (f->facet.n > 0)
		qsort(f->facet.p, f->facet.n, sizeof(*f->facet.p), by_name);
	return 0;
}

struct facets *
facets_new(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct faceting f = { .q = q, .progress = progress };
	int rc;

	f.out = xcalloc(1, sizeof(*f.out));
	rc = fill(&f, e, progress, err);
	vec_free(&f.key);
	f.out->n = f.facet.n;
	f.out->facet = f.facet.p;
	f.out->n_tags = f.tags.n;
	f.out->tags = f.tags.p;
	if (rc == 0)
		return f.out;
	facets_free(f.out);
	return NULL;
}

void
facets_free(struct facets *f)
{
	if (f == NULL)
		return;
	for (size_t i = 0; i < f->n_tags; i++)
		tags_free(f->tags[i]);
	free(f->tags);
	view_unref(f->view);
	free(f->facet);
	arena_free(&f->arena);
	free(f);
}
