/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of labels (label_sums.h). */
#include "prelude.h"

#include "analysis/label_sums.h"

#include "analysis/graph.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/labelunits.h"
#include "engine/leafsamples.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/treetotals.h"
#include "profile/labels.h"
#include "profile/samplecount.h"
#include "profile/unit.h"

struct value_list {
	VEC(struct tag_value) values;
};

/* Numeric labels seen recently, by their low bits: formatting a number and
   looking up its text take longer than the sums. */
enum { LATELY = 256 };
struct tag_lately {
	bool is_set;
	uint32_t key, at; /* index into the key's values */
	int64_t num;
};

struct tag_collector {
	const struct run *run;
	const struct profile *p;
	struct tags *tags;
	VEC(lset_id) order; /* label sets in the order of the samples */
	str_id base;        /* key that marks base samples, or NONE */
	/* Labels' texts have the ids of the profile's strings. Numbers with
	   other texts are here, with ids from strings.n on. */
	struct intern texts;
	struct map64 key_at;   /* key -> index into keys */
	struct map64 value_at; /* (index of key, text) -> index into values */
	VEC(struct tag_key) keys;
	VEC(struct value_list) lists; /* [keys.n] values of each key */
	struct tag_lately lately[LATELY];
};

/* Sums of the samples with one label set. */
struct set_sums {
	int64_t weight; /* signed */
	struct tag_base base;
	uint64_t samples; /* includes samples of weight 0 */
	int64_t events;
};

static void
base_add(struct tag_base *b, const struct tag_base *other)
{
	b->value = i64_wrap_add(b->value, other->value);
	b->variance += other->variance;
}

static uint32_t
text_of_number(
	struct tag_collector *c, uint32_t key, int64_t num, struct str *text)
{
	char number[UNIT_TEXT_MAX];
	int n = unit_label(num, c->keys.p[key].unit, c->run->q->unit, number);
	uint32_t id;

	*text = str_from(number, (size_t)n);
	id = intern_find(&c->p->strings, *text);
	if (id != NONE) {
		*text = profile_str(c->p, id);
		return id;
	}
	id = intern_copy(&c->texts, *text);
	*text = intern_str(&c->texts, id);
	return (uint32_t)c->p->strings.n + id;
}

static struct tag_value *
value_of(struct tag_collector *c, uint32_t key, const struct label *label)
{
	struct value_list *list = &c->lists.p[key];
	struct tag_value fresh = { .num = label->num,
		.max = label->num,
		.numeric = label->str == NONE };
	uint32_t text = label->str, *at;
	struct tag_lately *seen =
		&c->lately[((uint64_t)label->num + key) % LATELY];

	if (fresh.numeric && seen->is_set && seen->key == key &&
		seen->num == label->num)
		return &list->values.p[seen->at];
	if (fresh.numeric)
		text = text_of_number(c, key, label->num, &fresh.text);
	else
		fresh.text = profile_str(c->p, text);
	at = map64_at(&c->value_at, (uint64_t)key << 32 | text);
	if (*at == NONE) {
		*at = (uint32_t)list->values.n;
		/* Start with room for one value, as many keys have only one. */
		if (list->values.n == 0) {
			list->values.p = xmalloc(sizeof(fresh));
			list->values.cap = 1;
		}
		vec_push(&list->values, fresh);
	}
	if (fresh.numeric)
		*seen = (struct tag_lately){ true, key, *at, label->num };
	return &list->values.p[*at];
}

/* Add a set's sums. Labels with equal keys are adjacent in a set. */
static void
add_set(struct tag_collector *c, lset_id set, const struct set_sums *of)
{
	const struct labels *labels = &c->p->labels;
	const uint8_t *hidden = c->run->tagged->hidden;
	struct tags *tags = c->tags;
	uint32_t before = NONE;
	bool bare = true;

	for (uint32_t i = labels->first[set]; i < labels->first[set + 1]; i++) {
		const struct label *label = &labels->label[i];
		struct tag_value *v;
		struct tag_key *k;
		uint32_t key;
		str_id position_key;
		uint32_t *at;
		struct tag_key fresh;
		struct value_list empty = { .values = { 0 } };

		if (hidden != NULL && hidden[label->key] != 0)
			continue;
		bare = bare && label->key == c->base;
		position_key = label->key;
		at = map64_at(&c->key_at, position_key);
		fresh = (struct tag_key){ .key = profile_str(
						  c->p, position_key),
			.unit = tag_unit(&c->run->input->units, position_key) };
		if (*at == NONE) {
			*at = (uint32_t)c->keys.n;
			vec_push(&c->keys, fresh);
			vec_push(&c->lists, empty);
		}
		key = *at;
		v = value_of(c, key, label);
		if (label->num < v->num)
			v->num = label->num;
		if (label->num > v->max)
			v->max = label->num;
		v->weight = i64_wrap_add(v->weight, of->weight);
		base_add(&v->base, &of->base);
		v->samples += of->samples;
		i64_sum(&v->events, of->events);
		k = &c->keys.p[key];
		k->weight = i64_wrap_add(k->weight, of->weight);
		if (key == before)
			continue;
		before = key;
		k->carried = i64_wrap_add(k->carried, of->weight);
		base_add(&k->base, &of->base);
		k->carriers += of->samples;
		i64_sum(&k->events, of->events);
	}
	tags->kept = i64_wrap_add(tags->kept, of->weight);
	base_add(&tags->kept_base, &of->base);
	tags->samples += of->samples;
	i64_sum(&tags->events, of->events);
	if (bare) {
		tags->bare = i64_wrap_add(tags->bare, of->weight);
		base_add(&tags->bare_base, &of->base);
		i64_sum(&tags->bare_events, of->events);
	}
}

static int
collect_tags(struct tag_collector *c)
{
	enum { AHEAD = 8 };
	struct set_sums *of;
	int rc;
	const struct profile *p;
	const int64_t *value;
	const struct events *e;
	bool diff;
	bool known;

	p = c->p;
	value = p->sample.value[c->run->sums->column];
	e = &c->run->input->events[c->run->sums->column];
	of = xcalloc((size_t)p->labels.n + 1, sizeof(*of));
	diff = c->run->sums->value.base != NULL;
	known = diff && c->run->sums->whole.unknown == NULL;
	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];

		if (i % RUN_STRIDE == 0 && run_check(c->run) != 0)
			break;
		if (!run_keeps(c->run, i))
			continue;
		if (of[set].samples++ == 0)
			vec_push(&c->order, set);
		of[set].weight = i64_wrap_add(of[set].weight, value[i]);
		i64_sum(&of[set].events, events_parts(e, i));
		if (diff && (c->run->tagged->lset[set] & TAG_BASE) != 0)
			of[set].base.value =
				i64_wrap_sub(of[set].base.value, value[i]);
		if (known)
			of[set].base.variance +=
				events_variance(e, i, value[i]);
	}
	rc = run_check(c->run);

	for (size_t i = 0; rc == 0 && i < c->order.n; i++) {
		if (i % RUN_STRIDE == 0)
			rc = run_check(c->run);
		if (c->order.n - i > AHEAD) {
			lset_id set = c->order.p[i + AHEAD];
			const struct labels *labels = &c->p->labels;

			/* Prefetch the values of a set that is added soon. */
			for (uint32_t j = labels->first[set];
				j < labels->first[set + 1]; j++) {
				const struct label *label = &labels->label[j];
				uint32_t key =
					map64_get(&c->key_at, label->key);

				if (key != NONE && label->str != NONE)
					map64_ahead(&c->value_at,
						(uint64_t)key << 32 |
							label->str);
			}
		}
		add_set(c, c->order.p[i], &of[c->order.p[i]]);
	}
	vec_free(&c->order);
	free(of);
	return rc;
}

/* Sort key of a value. */
struct value_rank {
	int64_t weight;
	uint32_t order; /* rank of its text */
	uint32_t at;
};

static int
by_text(const struct value_rank *x, const struct value_rank *y)
{
	return (x->order > y->order) - (x->order < y->order);
}

static int
by_value(const void *a, const void *b)
{
	const struct value_rank *x = a, *y = b;
	int64_t i = i64_abs(x->weight), j = i64_abs(y->weight);

	return i != j ? (i > j ? -1 : 1) : by_text(x, y);
}

/* Compare as pprof does: +5 and -5 are unordered (base/sort.h). */
static int
by_value_rule(const void *a, const void *b)
{
	const struct value_rank *x = a, *y = b;

	if (x->weight == y->weight)
		return by_text(x, y);
	return i64_abs(x->weight) == i64_abs(y->weight) ? 0 : by_value(a, b);
}

/* Return the sorted values on the heap, or NULL if cancelled. */
static struct value_rank *
rank_values(const struct tag_value *value, size_t n,
	const struct progress *progress)
{
	struct value_rank *rank = xcalloc(n, sizeof(*rank));
	struct str *text = xmalloc(mul_size(n, sizeof(*text)));
	uint32_t *order = xmalloc(mul_size(n, sizeof(*order)));
	bool goes_on;

	for (size_t i = 0; i < n; i++)
		text[i] = value[i].text;
	goes_on = sort_text_ranks(text, n, order, progress);
	for (size_t i = 0; i < n && goes_on; i++)
		rank[i] = (struct value_rank){ value[i].weight, order[i],
			(uint32_t)i };
	free(text);
	free(order);
	if (n > GOSORT_FEW && goes_on) {
		struct sort_key *key = xmalloc(mul_size(n, 2 * sizeof(*key)));

		/* Sort many values by text, then stably by weight: the result
		   is the same as by by_value(). */
		for (size_t i = 0; i < n; i++)
			key[i] =
				(struct sort_key){ rank[i].order, (uint32_t)i };
		sort_keys(key, key + n, n);
		for (size_t i = 0; i < n; i++)
			key[i].word = ~graph_magnitude(rank[key[i].at].weight);
		sort_keys(key, key + n, n);
		for (size_t i = 0; i < n; i++)
			rank[i].at = key[i].at;
		free(key);
	} else if (goes_on)
		(void)gosort(
			rank, n, sizeof(*rank), by_value_rule, by_value, NULL);
	if (goes_on)
		return rank;
	free(rank);
	return NULL;
}

static int
by_key(const void *a, const void *b)
{
	return str_cmp(((const struct tag_key *)a)->key,
		((const struct tag_key *)b)->key);
}

/* Copy a key and its sorted values, with their texts, into the arena. */
static int
finish_key(const struct tag_collector *c, struct tag_key *key,
	struct value_list *list)
{
	struct arena *arena = &c->tags->arena;
	const struct tag_value *from = list->values.p;
	size_t n = list->values.n;
	struct value_rank *rank = rank_values(from, n, c->run->progress);

	if (rank == NULL)
		return run_check(c->run);
	key->key = arena_str(arena, key->key);
	key->unit = arena_str(arena, key->unit);
	key->n = n;
	key->value = ARENA_ARRAY(arena, struct tag_value, n);
	for (size_t i = 0; i < n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(c->run) != 0)
			break;
		key->value[i] = from[rank[i].at];
		key->value[i].text = arena_str(arena, key->value[i].text);
	}
	free(rank);
	return run_check(c->run);
}

static int
finish_keys(struct tag_collector *c)
{
	struct tags *tags = c->tags;
	size_t n = c->keys.n;

	for (size_t i = 0; i < n; i++)
		if (finish_key(c, &c->keys.p[i], &c->lists.p[i]) != 0)
			return -1;
	tags->n = n;
	tags->key = arena_dup(&tags->arena, c->keys.p, n, sizeof(*tags->key));
	if (n > 0)
		qsort(tags->key, n, sizeof(*tags->key), by_key);
	return 0;
}

struct tags *
tags_new(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct run run = { .e = e, .q = q, .progress = progress, .err = err };
	struct tag_collector c = { .run = &run };
	struct arena texts = ARENA_INIT;
	int rc;

	if (run_stages(&run) != 0)
		return NULL;
	c.p = run.input->profile;
	c.base = intern_find(&c.p->strings, STR(LABEL_BASE));
	c.tags = xcalloc(1, sizeof(*c.tags));
	c.tags->total = run.weighed->w.whole;
	intern_init(&c.texts, &texts);
	rc = collect_tags(&c);
	if (rc == 0)
		rc = finish_keys(&c);
	for (size_t i = 0; i < c.keys.n; i++)
		vec_free(&c.lists.p[i].values);
	intern_fini(&c.texts);
	arena_free(&texts);
	map64_free(&c.key_at);
	map64_free(&c.value_at);
	vec_free(&c.keys);
	vec_free(&c.lists);
	if (rc == 0)
		return c.tags;
	tags_free(c.tags);
	return NULL;
}

void
tags_free(struct tags *t)
{
	if (t == NULL)
		return;
	arena_free(&t->arena);
	free(t);
}

/* ---- Facets ---- */

struct faceting {
	struct engine *e;
	const struct query *q;
	struct progress *progress;
	struct err *err;
	struct facets *out;
	VEC(struct str) key; /* keys with a filter, without duplicates */
	VEC(struct tags *) tags;
	VEC(struct facet) facet;
};

struct str
tag_filter_key(struct str filter)
{
	ptrdiff_t eq = str_chr(filter, '=');

	return eq < 0 ? STR_EMPTY : str_sub(filter, 0, (size_t)eq);
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
see_filter(struct faceting *f, struct str filter)
{
	struct str key = tag_filter_key(filter);

	if (key.n > 0 && !is_filtered(f, key))
		vec_push(&f->key, key);
}

/* Return the filters that are not on `key`, one per line. */
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

/* Add the facet of `key`; if it is "", the facets of keys without a filter. */
static int
add_facets(struct faceting *f, const struct query *q, struct str key)
{
	struct tags *tags = tags_new(f->e, q, f->progress, f->err);

	if (tags == NULL)
		return -1;
	vec_push(&f->tags, tags);
	for (size_t i = 0; i < tags->n; i++) {
		struct facet facet = { .key = &tags->key[i],
			.of = tags,
			.filtered = is_filtered(f, tags->key[i].key) };

		if (key.n > 0 ? str_eq(tags->key[i].key, key) : !facet.filtered)
			vec_push(&f->facet, facet);
	}
	return 0;
}

static int
by_facet(const void *a, const void *b)
{
	return by_key(
		((const struct facet *)a)->key, ((const struct facet *)b)->key);
}

static int
facets_fill(struct faceting *f)
{
	struct str more = f->q->more_tagfocus, drop = f->q->more_tagignore;

	see_filter(f, f->q->tagfocus);
	see_filter(f, f->q->tagignore);
	while (more.n > 0)
		see_filter(f, str_cut(&more, '\n'));
	while (drop.n > 0)
		see_filter(f, str_cut(&drop, '\n'));
	f->out->view = view_compute(f->e, f->q, f->progress, f->err);
	if (f->out->view == NULL || add_facets(f, f->q, STR_EMPTY) != 0)
		return -1;
	for (size_t i = 0; i < f->key.n; i++) {
		struct str key;
		struct query q;
		struct arena *arena;

		if (progress_stopped(f->progress))
			return err_set(f->err, ERR_CANCELLED, "cancelled");
		/* Remove the key's own filters from the query. */
		key = f->key.p[i];
		q = *f->q;
		arena = &f->out->arena;
		if (str_eq(tag_filter_key(q.tagfocus), key))
			q.tagfocus = STR_EMPTY;
		if (str_eq(tag_filter_key(q.tagignore), key))
			q.tagignore = STR_EMPTY;
		q.more_tagfocus = without(arena, q.more_tagfocus, key);
		q.more_tagignore = without(arena, q.more_tagignore, key);
		if (add_facets(f, &q, key) != 0)
			return -1;
	}
	if (f->facet.n > 0)
		qsort(f->facet.p, f->facet.n, sizeof(*f->facet.p), by_facet);
	return 0;
}

struct facets *
facets_new(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	struct faceting f = {
		.e = e, .q = q, .progress = progress, .err = err
	};
	int rc;

	f.out = xcalloc(1, sizeof(*f.out));
	rc = facets_fill(&f);
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
