/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tagroot and tagleaf: label values as frames.
 *
 *     main;work  {tenant=acme}     tagroot=tenant   acme;main;work
 *     main;idle                                     <unknown>;main;idle
 *
 * Each listed key adds one frame to every sample, named after the key's values,
 * with the key as its file. The result is a new profile, which all filters
 * treat like any other.
 */
#include "prelude.h"

#include "engine/leafsamples.h"

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "profile/rewrite.h"
#include "profile/unit.h"

/* ---- Stacks with frames around them ---- */

/*
 * Each stack gets frames at its ends, which depend on the sample's labels.
 *
 *     sample  leaf  labels        frames of labels      new stack
 *     0       B     set 1         T | -                 T A B
 *     1       B     set 2         U | -                 U A B
 *     2       B     set 1         T | -                 same as sample 0
 *
 * Each distinct new stack is stored once. The builder makes one trie of all
 * stacks, as when a file is read (profile/stacks.h).
 */
/* Stacks between checks of the stop flag: some have thousands of frames. */
enum { RUN_FEW = 256 };

/* A new stack: an old one plus the frames of a label set. The first of several
   sets with the same frames represents them all. */
struct labelframes_pair {
	node_id leaf;
	lset_id set;
};

struct restacker {
	const struct run *run;
	const struct profile *p;
	/* [labels.n] rows of `width` locations of the builder, outermost first;
	   only for sets that some sample has. */
	loc_id *frames;
	size_t above, width; /* frames added above the stack, and in total */
	lset_id *alike;      /* [labels.n] the first set with the same frames */
	struct labelframes_pair *pair; /* new stacks; room for one per sample */
	uint32_t *slot; /* [slots] hash of indices into pair[], or NONE */
	size_t slots;
	struct builder_bulk bulk;
};

/* Return the index of a stack in pair[]; a new stack is appended. */
static uint32_t
number_stack(struct restacker *s, struct labelframes_pair pair)
{
	uint64_t key = (uint64_t)pair.set << 32 | pair.leaf;
	size_t mask = s->slots - 1, at = (size_t)hash_key(key) & mask;

	for (; s->slot[at] != NONE; at = (at + 1) & mask) {
		const struct labelframes_pair *have = &s->pair[s->slot[at]];

		if (have->leaf == pair.leaf && have->set == pair.set)
			return s->slot[at];
	}
	s->slot[at] = s->bulk.stacks.n;
	s->pair[s->bulk.stacks.n] = pair;
	return s->bulk.stacks.n++;
}

/* Set the offset of each new stack in stacks.loc[]. */
static int
place_stacks(struct restacker *s)
{
	struct stacks *stacks = &s->bulk.stacks;

	stacks->first = xmalloc(mul_size(stacks->n, sizeof(*stacks->first)));
	for (uint32_t i = 0; i < stacks->n; i++) {
		if (i % RUN_FEW == 0 && run_check(s->run) != 0)
			return -1;
		stacks->first[i] = (uint32_t)stacks->nloc;
		stacks->nloc += s->width + 1;
		for (node_id at = s->pair[i].leaf; at != 0;
			at = s->p->trie.parent[at])
			stacks->nloc++;
		if (stacks->nloc >= NONE)
			return err_set(s->run->err, ERR_LIMIT,
				"its stacks have too many frames with labels");
	}
	return 0;
}

static void *
copy_column(const void *from, size_t size)
{
	void *to = xmalloc(size);

	if (size > 0)
		memcpy(to, from, size);
	return to;
}

/* Add all samples, with the new stacks, to a builder that already has the
   tables (rewrite.h). */
static int
restack(struct restacker *s, struct builder *b)
{
	const struct profile *p;
	size_t n, columns;
	size_t count;
	const struct profile *q;
	struct stacks *stacks;
	loc_id *to;
	size_t width = s->width, alike_n = s->p->sample.n;
	struct map64 steps = MAP64_INIT;
	uint32_t numbers = 0;
	int rc = 0;

	/* Label sets that differ only in keys without frames share a stack. */
	s->alike = ids_new(s->p->labels.n);
	for (size_t i = 0; i < alike_n && rc == 0; i++) {
		lset_id set = s->p->sample.labels[i];
		const loc_id *frame = s->frames + set * width;
		uint32_t at = 0;

		if (i % RUN_STRIDE == 0)
			rc = run_check(s->run);
		if (s->alike[set] != NONE)
			continue;
		for (size_t k = 0; k < width; k++) {
			uint32_t *alike_to =
				map64_at(&steps, (uint64_t)at << 32 | frame[k]);

			if (*alike_to == NONE)
				*alike_to = k + 1 < width ? ++numbers : set;
			at = *alike_to;
		}
		s->alike[set] = at;
	}
	map64_free(&steps);
	if (rc != 0)
		return -1;
	count = s->p->sample.n;
	if (count >= NONE)
		return err_set(s->run->err, ERR_LIMIT, "too many samples");
	s->slots = 64;
	while (s->slots * 2 < count * 3)
		s->slots *= 2;
	s->slot = ids_new(s->slots);
	s->pair = xmalloc(mul_size(count, sizeof(*s->pair)));
	s->bulk.leaf = xmalloc(mul_size(count, sizeof(*s->bulk.leaf)));
	for (size_t i = 0; i < count; i++) {
		struct labelframes_pair pair = { s->p->sample.leaf[i],
			s->alike[s->p->sample.labels[i]] };

		if (i % RUN_STRIDE == 0 && run_check(s->run) != 0)
			return -1;
		s->bulk.leaf[i] = number_stack(s, pair);
	}
	q = s->p;
	stacks = &s->bulk.stacks;
	if (place_stacks(s) != 0)
		return -1;
	stacks->loc = xmalloc(mul_size(stacks->nloc, sizeof(*stacks->loc)));
	/* Fill the array from its end, each stack from leaf to root. */
	to = stacks->loc + stacks->nloc;
	for (uint32_t i = stacks->n; i-- > 0;) {
		const loc_id *frame = s->frames + s->pair[i].set * s->width;

		if (i % RUN_FEW == 0 && run_check(s->run) != 0)
			return -1;
		*--to = NONE;
		for (size_t k = s->width; k > s->above; k--)
			*--to = frame[k - 1];
		for (node_id at = s->pair[i].leaf; at != 0;
			at = q->trie.parent[at])
			*--to = q->trie.loc[at];
		for (size_t k = s->above; k > 0; k--)
			*--to = frame[k - 1];
	}
	p = s->p;
	n = p->sample.n;
	columns = profile_columns(p);
	s->bulk.n = n;
	s->bulk.labels = copy_column(p->sample.labels, n * sizeof(lset_id));
	if (p->sample.time != NULL)
		s->bulk.time = copy_column(p->sample.time, n * sizeof(int64_t));
	s->bulk.value = xcalloc(columns + 1, sizeof(*s->bulk.value));
	for (size_t i = 0; i < columns && run_check(s->run) == 0; i++)
		s->bulk.value[i] =
			copy_column(p->sample.value[i], n * sizeof(int64_t));
	if (run_check(s->run) != 0)
		return -1;
	if (builder_bulk(b, &s->bulk) == 0)
		return 0;
	*s->run->err = *builder_err(b);
	return -1;
}

/* ---- Labels as frames ---- */

struct labelframes_keys {
	VEC(struct str) name; /* listed keys, empty ones left out */
	bool hit;             /* some sample has one of the keys */
};

struct label_framer {
	const struct run *run;
	const struct profile *p;
	struct builder *b;
	struct labelframes_keys root, leaf;
	uint64_t func_id, loc_id; /* highest ids in use */
	struct map64 loc;         /* (key, value) -> location */
	struct strbuf text;
};

static void
split_keys(struct labelframes_keys *keys, struct str list)
{
	while (list.n > 0) {
		struct str key = str_cut(&list, ',');

		if (key.n > 0)
			vec_push(&keys->name, key);
	}
}

static void
add_label_value(struct label_framer *t, bool *any, struct str value)
{
	if (*any)
		strbuf_addch(&t->text, ',');
	strbuf_add(&t->text, value);
	*any = true;
}

/* Set out[] to a label set's frames, last key first, as pprof assigns ids. */
static void
frames_of_keys(struct label_framer *t, lset_id set,
	struct labelframes_keys *keys, loc_id *out)
{
	for (size_t i = keys->name.n; i-- > 0;) {
		struct label_framer *framer;
		struct builder_function f;
		struct builder_line line = { .func = 0 };
		struct builder_location loc;
		uint32_t *known;
		struct str key = keys->name.p[i];
		const struct labels *labels = &t->p->labels;
		bool any = false, units = false;
		char number[UNIT_TEXT_MAX];

		/* Join the values of a key: strings, then numbers with units.
		   If no number has a unit, all are printed plainly. */
		strbuf_reset(&t->text);
		for (uint32_t j = labels->first[set];
			j < labels->first[set + 1]; j++) {
			const struct label *l = &labels->label[j];

			if (!str_eq(profile_str(t->p, l->key), key))
				continue;
			if (l->str != NONE)
				add_label_value(
					t, &any, profile_str(t->p, l->str));
			else if (l->unit != 0)
				units = true;
		}
		for (uint32_t j = labels->first[set];
			j < labels->first[set + 1]; j++) {
			const struct label *l = &labels->label[j];
			int n;

			if (l->str != NONE ||
				!str_eq(profile_str(t->p, l->key), key))
				continue;
			n = unit_label(l->num, profile_str(t->p, l->unit),
				units ? t->run->q->unit : STR_EMPTY, number);
			add_label_value(t, &any, str_from(number, (size_t)n));
		}
		if (any)
			keys->hit = true;
		framer = t;
		f = (struct builder_function){
			.name = builder_string(
				framer->b, strbuf_str(&framer->text)),
			.file = builder_string(framer->b, keys->name.p[i]),
		};
		loc = (struct builder_location){
			.map = NONE, .line = &line, .nlines = 1
		};
		known = map64_at(&framer->loc, (uint64_t)f.file << 32 | f.name);
		if (*known == NONE) {
			f.id = ++framer->func_id;
			loc.id = ++framer->loc_id;
			line.func = builder_function(framer->b, &f);
			*known = builder_location(framer->b, &loc);
		}
		out[i] = *known;
	}
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

struct profile *
labelframes_profile(const struct run *run, struct warnings *warnings)
{
	const struct query *q = run->q;
	const struct profile *p = run->e->opened;
	struct label_framer t = { .run = run, .p = p, .loc = MAP64_INIT };
	struct restacker s = { .run = run, .p = p };
	struct profile *made = NULL;
	bool ok;
	struct builder_bulk *bulk;
	const struct profile *sets_p;
	uint8_t *used;
	int rc = 0;

	if (q->tagroot.n + q->tagleaf.n == 0)
		return profile_ref(p);
	split_keys(&t.root, q->tagroot);
	split_keys(&t.leaf, q->tagleaf);
	s.above = t.root.name.n;
	s.width = s.above + t.leaf.name.n;
	t.b = rewrite_tables(p, true, MAP_ALL, run->progress);
	t.func_id = highest(p->func.id, p->func.n);
	t.loc_id = highest(p->loc.id, p->loc.n);
	/* Make frames only for label sets in use, so that no filter matches
	   unused frames. The order of the samples decides the ids in a raw
	   report. */
	sets_p = t.p;
	used = xcalloc((size_t)sets_p->labels.n + 1, 1);
	s.frames = xrealloc(
		NULL, mul_size(sets_p->labels.n, s.width), sizeof(*s.frames));
	for (size_t i = 0; i < sets_p->sample.n && rc == 0; i++) {
		lset_id set = sets_p->sample.labels[i];
		loc_id *at = s.frames + set * s.width;

		if (i % RUN_STRIDE == 0)
			rc = run_check(t.run);
		if (used[set] != 0)
			continue;
		used[set] = 1;
		frames_of_keys(&t, set, &t.root, at);
		frames_of_keys(&t, set, &t.leaf, at + s.above);
	}
	free(used);
	ok = rc == 0;
	if (ok && q->tagroot.n > 0 && !t.root.hit)
		warnings_add_unmatched(warnings, "tagroot", "TagRoot");
	if (ok && q->tagleaf.n > 0 && !t.leaf.hit)
		warnings_add_unmatched(warnings, "tagleaf", "TagLeaf");
	if (ok && restack(&s, t.b) == 0)
		made = builder_seal(t.b, run->err);
	else
		builder_free(t.b);
	bulk = &s.bulk;
	free(bulk->leaf);
	free(bulk->labels);
	free(bulk->time);
	for (size_t i = 0; bulk->value != NULL && i < profile_columns(s.p); i++)
		free(bulk->value[i]);
	free(bulk->value);
	stacks_free(&bulk->stacks);
	free(s.alike);
	free(s.pair);
	free(s.slot);
	free(s.frames);
	map64_free(&t.loc);
	strbuf_free(&t.text);
	vec_free(&t.root.name);
	vec_free(&t.leaf.name);
	return made;
}
