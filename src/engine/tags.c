/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What labels weigh: see tags.h. */
#include "config.h"

#include "engine/tags.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/unit.h"
#include "engine/core.h"
#include "engine/layers.h"
#include "engine/subject.h"
#include "engine/sums.h"
#include "engine/tagfilter.h"
#include "engine/weigh.h"

#include "base/banned.h"

struct collector {
	const struct run *run;
	const struct layers *on;
	const struct profile *p;
	struct tags *tags;
	VEC(lset_id) order; /* of the sets' first samples */
	str_id base;        /* the key that marks samples of a base, or NONE */
	struct intern texts;
	struct map64 key_at;   /* key -> position in keys */
	struct map64 value_at; /* (position, text) -> position in values */
	VEC(struct tag_key) keys;
	struct value_list {
		VEC(struct tag_value) values;
	} * lists; /* [keys.n] */
};

/* The samples with one label set. */
struct carriers {
	int64_t weight;   /* signed */
	uint64_t samples; /* weight 0 included */
};

static struct carriers *
sums_of_sets(struct collector *c, const struct weighed *w)
{
	const struct profile *p = c->p;
	const struct subject *subject = c->on->subject;
	const int64_t *value = p->sample.value[c->on->sums->column];
	struct carriers *of = xcalloc((size_t)p->labels.n + 1, sizeof(*of));

	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];

		if (i % RUN_STRIDE == 0 && run_check(c->run) != 0)
			break;
		if (w->pass[subject->slot[i]] == 0 ||
			!tagged_pass(c->on->tagged->lset[set]))
			continue;
		if (of[set].samples++ == 0)
			vec_push(&c->order, set);
		of[set].weight = i64_wrap_add(of[set].weight, value[i]);
	}
	return of;
}

static uint32_t
key_position(struct collector *c, str_id key)
{
	uint32_t *at = map64_at(&c->key_at, key);
	struct tag_key fresh = { .key = profile_str(c->p, key),
		.unit = subject_unit(c->on->subject, key) };

	if (*at == NONE) {
		*at = (uint32_t)c->keys.n;
		vec_push(&c->keys, fresh);
		c->lists = xrealloc(c->lists, c->keys.n, sizeof(*c->lists));
		c->lists[*at] = (struct value_list){ .values = { 0 } };
	}
	return *at;
}

static struct tag_value *
value_of(struct collector *c, uint32_t key, const struct label *label)
{
	struct value_list *list = &c->lists[key];
	struct tag_value fresh = { .num = label->num,
		.max = label->num,
		.numeric = label->str == NONE };
	char number[UNIT_TEXT_MAX];
	uint32_t text, *at;

	if (fresh.numeric) {
		int n = unit_label(label->num, c->keys.p[key].unit,
			c->run->q->unit, number);

		text = intern_copy(&c->texts, str_from(number, (size_t)n));
	} else {
		text = intern_copy(&c->texts, profile_str(c->p, label->str));
	}
	at = map64_at(&c->value_at, (uint64_t)key << 32 | text);
	if (*at == NONE) {
		*at = (uint32_t)list->values.n;
		fresh.text = intern_str(&c->texts, text);
		vec_push(&list->values, fresh);
	}
	return &list->values.p[*at];
}

static void
add_label(struct collector *c, uint32_t key, const struct label *label,
	const struct carriers *of)
{
	struct tag_value *v = value_of(c, key, label);

	if (label->num < v->num)
		v->num = label->num;
	if (label->num > v->max)
		v->max = label->num;
	v->weight = i64_wrap_add(v->weight, of->weight);
	v->samples += of->samples;
	c->keys.p[key].weight = i64_wrap_add(c->keys.p[key].weight, of->weight);
}

/* A set's labels of one key are neighbours. */
static void
add_set(struct collector *c, lset_id set, const struct carriers *of)
{
	const struct labels *labels = &c->p->labels;
	const uint8_t *hidden = c->on->tagged->hidden;
	struct tags *tags = c->tags;
	uint32_t before = NONE;
	bool bare = true;

	for (uint32_t i = labels->first[set]; i < labels->first[set + 1]; i++) {
		const struct label *label = &labels->label[i];
		uint32_t key;

		if (hidden != NULL && hidden[label->key] != 0)
			continue;
		bare = bare && label->key == c->base;
		key = key_position(c, label->key);
		add_label(c, key, label, of);
		if (key == before)
			continue;
		before = key;
		c->keys.p[key].carried =
			i64_wrap_add(c->keys.p[key].carried, of->weight);
		c->keys.p[key].carriers += of->samples;
	}
	tags->kept = i64_wrap_add(tags->kept, of->weight);
	tags->samples += of->samples;
	if (bare) {
		tags->bare = i64_wrap_add(tags->bare, of->weight);
		tags->bare_samples += of->samples;
	}
}

static int
collect(struct collector *c, const struct weighed *w)
{
	struct carriers *of = sums_of_sets(c, w);
	int rc = run_check(c->run);

	for (size_t i = 0; rc == 0 && i < c->order.n; i++) {
		if (i % RUN_STRIDE == 0)
			rc = run_check(c->run);
		add_set(c, c->order.p[i], &of[c->order.p[i]]);
	}
	vec_free(&c->order);
	free(of);
	return rc;
}

static int
by_weight(const void *a, const void *b)
{
	const struct tag_value *x = a, *y = b;
	int64_t i = i64_abs(x->weight), j = i64_abs(y->weight);

	if (i != j)
		return i > j ? -1 : 1;
	return str_cmp(x->text, y->text);
}

/* As pprof compares: see gosort.h. */
static int
by_weight_rule(const void *a, const void *b)
{
	const struct tag_value *x = a, *y = b;

	if (x->weight == y->weight)
		return str_cmp(x->text, y->text);
	return i64_abs(x->weight) == i64_abs(y->weight) ? 0 : by_weight(a, b);
}

static int
by_name(const void *a, const void *b)
{
	return str_cmp(((const struct tag_key *)a)->key,
		((const struct tag_key *)b)->key);
}

/* The values in their order, with texts of their own. */
static int
finish_key(
	const struct collector *c, struct tag_key *key, struct value_list *list)
{
	struct arena *arena = &c->tags->arena;
	const struct tag_value *from = list->values.p;
	size_t n = list->values.n;

	if (!gosort(list->values.p, n, sizeof(*from), by_weight_rule, by_weight,
		    c->run->progress))
		return run_check(c->run);
	key->key = arena_str(arena, key->key);
	key->unit = arena_str(arena, key->unit);
	key->n = n;
	key->value = ARENA_ARRAY(arena, struct tag_value, n);
	for (size_t i = 0; i < n; i++) {
		if (i % RUN_STRIDE == 0 && run_check(c->run) != 0)
			return -1;
		key->value[i] = from[i];
		key->value[i].text = arena_str(arena, from[i].text);
	}
	return 0;
}

static int
finish(struct collector *c)
{
	struct tags *tags = c->tags;
	size_t n = c->keys.n;

	for (size_t i = 0; i < n; i++)
		if (finish_key(c, &c->keys.p[i], &c->lists[i]) != 0)
			return -1;
	tags->n = n;
	tags->key = arena_dup(&tags->arena, c->keys.p, n, sizeof(*tags->key));
	if (n > 0)
		qsort(tags->key, n, sizeof(*tags->key), by_name);
	return 0;
}

struct tags *
tags_new(struct engine *e, const struct query *q, struct progress *progress,
	struct err *err)
{
	const struct run run = {
		.e = e, .q = q, .progress = progress, .err = err
	};
	struct layers on = { .subject = NULL };
	struct collector c = { .run = &run, .on = &on };
	const struct weighed *w;
	struct arena texts = ARENA_INIT;
	int rc;

	if (layers_get(&run, &on) != 0)
		return NULL;
	w = weigh_get(&run, &on);
	if (w == NULL)
		return NULL;
	c.p = on.subject->profile;
	c.base = intern_find(&c.p->strings, STR("pprof::base"));
	c.tags = xcalloc(1, sizeof(*c.tags));
	c.tags->total = w->w.total;
	intern_init(&c.texts, &texts);
	rc = collect(&c, w);
	if (rc == 0)
		rc = finish(&c);
	for (size_t i = 0; i < c.keys.n; i++)
		vec_free(&c.lists[i].values);
	intern_fini(&c.texts);
	arena_free(&texts);
	map64_free(&c.key_at);
	map64_free(&c.value_at);
	vec_free(&c.keys);
	free(c.lists);
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
