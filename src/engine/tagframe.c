/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tagroot and tagleaf: see tagframe.h. */
#include "config.h"

#include "engine/tagframe.h"

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/core.h"
#include "engine/restack.h"
#include "engine/rewrite.h"
#include "profile/unit.h"

#include "base/banned.h"

struct keys {
	VEC(struct str) name; /* as typed, empty ones left out */
	bool hit;             /* some sample has one of them */
};

struct tagger {
	const struct run *run;
	const struct profile *p;
	struct builder *b;
	struct keys root, leaf;
	uint64_t func_id, loc_id; /* the highest so far */
	struct map64 loc;         /* (key, value) -> location */
	/* Per label set, root.n + leaf.n locations, root first. */
	loc_id *frames;
	struct strbuf text;
};

static void
split(struct keys *keys, struct str list)
{
	while (list.n > 0) {
		struct str key = str_cut(&list, ',');

		if (key.n > 0)
			vec_push(&keys->name, key);
	}
}

static void
add_value(struct tagger *t, bool *any, struct str value)
{
	if (*any)
		strbuf_addch(&t->text, ',');
	strbuf_add(&t->text, value);
	*any = true;
}

/* The labels of one key: its texts, then its numbers, each in the unit it
   came with. Numbers without any unit are printed plainly. */
static bool
values_of(struct tagger *t, lset_id set, struct str key)
{
	const struct labels *labels = &t->p->labels;
	bool any = false, units = false;
	char number[UNIT_TEXT_MAX];

	strbuf_reset(&t->text);
	for (uint32_t i = labels->first[set]; i < labels->first[set + 1]; i++) {
		const struct label *l = &labels->label[i];

		if (!str_eq(profile_str(t->p, l->key), key))
			continue;
		if (l->str != NONE)
			add_value(t, &any, profile_str(t->p, l->str));
		else if (l->unit != 0)
			units = true;
	}
	for (uint32_t i = labels->first[set]; i < labels->first[set + 1]; i++) {
		const struct label *l = &labels->label[i];
		int n;

		if (l->str != NONE || !str_eq(profile_str(t->p, l->key), key))
			continue;
		n = unit_label(l->num, profile_str(t->p, l->unit),
			units ? t->run->q->unit : STR_EMPTY, number);
		add_value(t, &any, str_from(number, (size_t)n));
	}
	return any;
}

static loc_id
frame_of(struct tagger *t, struct str key)
{
	struct builder_function f = {
		.name = builder_string(t->b, strbuf_str(&t->text)),
		.file = builder_string(t->b, key),
	};
	struct builder_line line = { .func = 0 };
	struct builder_location loc = {
		.map = NONE, .line = &line, .nlines = 1
	};
	uint32_t *known = map64_at(&t->loc, (uint64_t)f.file << 32 | f.name);

	if (*known == NONE) {
		f.id = ++t->func_id;
		loc.id = ++t->loc_id;
		line.func = builder_function(t->b, &f);
		*known = builder_location(t->b, &loc);
	}
	return *known;
}

/* From the last key to the first, as pprof numbers them. */
static void
frames_of_keys(struct tagger *t, lset_id set, struct keys *keys, loc_id *out)
{
	for (size_t i = keys->name.n; i-- > 0;) {
		if (values_of(t, set, keys->name.p[i]))
			keys->hit = true;
		out[i] = frame_of(t, keys->name.p[i]);
	}
}

/* Only for sets that some sample has: a frame that no sample has must not be
   there for a filter to match. In the order of the samples, which is that of
   the ids in a raw report. */
static int
frames_of_sets(struct tagger *t)
{
	const struct profile *p = t->p;
	size_t width = t->root.name.n + t->leaf.name.n;
	uint8_t *used = xcalloc((size_t)p->labels.n + 1, 1);
	int rc = 0;

	t->frames = xrealloc(
		NULL, mul_size(p->labels.n, width), sizeof(*t->frames));
	for (size_t i = 0; i < p->sample.n && rc == 0; i++) {
		lset_id set = p->sample.labels[i];
		loc_id *at = t->frames + set * width;

		if (i % RUN_STRIDE == 0)
			rc = run_check(t->run);
		if (used[set] != 0)
			continue;
		used[set] = 1;
		frames_of_keys(t, set, &t->root, at);
		frames_of_keys(t, set, &t->leaf, at + t->root.name.n);
	}
	free(used);
	return rc;
}

static uint64_t
highest(const uint64_t *id, uint32_t n)
{
	uint64_t max = 0;

	for (uint32_t i = 0; i < n; i++)
		if (id[i] > max)
			max = id[i];
	return max;
}

static void
warn_misses(const struct tagger *t, struct warnings *warnings)
{
	const struct query *q = t->run->q;

	if (q->tagroot.n > 0 && !t->root.hit)
		warnings_add(warnings, "TagRoot expression matched no samples");
	if (q->tagleaf.n > 0 && !t->leaf.hit)
		warnings_add(warnings, "TagLeaf expression matched no samples");
}

static struct profile *
rewrite(struct tagger *t, struct warnings *warnings)
{
	struct restack r = {
		.p = t->p, .above = t->root.name.n, .below = t->leaf.name.n
	};
	struct profile *made = NULL;

	t->b = rewrite_tables(t->p, true, MAP_ALL, t->run->progress);
	t->func_id = highest(t->p->func.id, t->p->func.n);
	t->loc_id = highest(t->p->loc.id, t->p->loc.n);
	if (frames_of_sets(t) == 0) {
		warn_misses(t, warnings);
		r.frames = t->frames;
		if (restack(t->run, &r, t->b) == 0)
			made = builder_seal(t->b, t->run->err);
		else
			builder_free(t->b);
	} else {
		builder_free(t->b);
	}
	free(t->frames);
	map64_free(&t->loc);
	strbuf_free(&t->text);
	return made;
}

struct profile *
tagframe_profile(const struct run *run, struct warnings *warnings)
{
	struct tagger t = {
		.run = run, .p = run->e->opened, .loc = MAP64_INIT
	};
	struct profile *made;

	if (run->q->tagroot.n + run->q->tagleaf.n == 0)
		return profile_ref(run->e->opened);
	split(&t.root, run->q->tagroot);
	split(&t.leaf, run->q->tagleaf);
	made = rewrite(&t, warnings);
	vec_free(&t.root.name);
	vec_free(&t.leaf.name);
	return made;
}
