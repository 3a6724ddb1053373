/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of labels. */
#include "prelude.h"

#include "present/labelkeys.h"

#include "base/hash.h"
#include "base/num.h"
#include "profile/labels.h"
#include "profile/unit.h"

enum {
	IDS_LEAST = 9,      /* with fewer values, they are not ids */
	LOOKED_AT = 1 << 16 /* about how many samples are weighed */
};

/* A number of at least this many ns is a time since 1970, not a duration. */
#define NS_1970_TO_2001 1e18

bool
label_key_is_id(const struct label_key *k)
{
	struct str ignored;

	if (unit_is_time(k->unit))
		return unit_scale(k->number, k->unit, STR("ns"), &ignored) >=
			NS_1970_TO_2001;
	return k->values >= IDS_LEAST && !unit_is_memory(k->unit) &&
		k->values >= k->samples - k->samples / 10;
}

static int
class_of(const struct label_key *k)
{
	return k->weight == 0 ? 2 : label_key_is_id(k);
}

int
label_key_order(const void *a, const void *b)
{
	const struct label_key *x = a, *y = b;
	int i = class_of(x), j = class_of(y);

	if (i != j)
		return i - j;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return str_cmp(x->key, y->key);
}

/* Return the index of a key, which is added if it is new. */
static uint32_t
key_index(struct label_keys *k, struct map64 *at, const struct profile *p,
	str_id key)
{
	uint32_t *i = map64_at(at, key);

	if (*i == NONE) {
		struct label_key fresh = { .key = profile_str(p, key) };

		*i = (uint32_t)k->key.n;
		vec_push(&k->key, fresh);
	}
	return *i;
}

/* Add the weight of a sample to the keys of its labels. */
static void
weigh_sample(struct label_keys *k, struct map64 *key_at, struct map64 *seen,
	const struct profile *p, lset_id set, uint64_t weight)
{
	str_id before = NONE;

	for (uint32_t i = p->labels.first[set]; i < p->labels.first[set + 1];
		i++) {
		const struct label *l = &p->labels.label[i];
		uint32_t at = l->str == NONE ? NONE : map64_get(key_at, l->key);
		struct label_key *key;
		uint32_t *value;

		if (at == NONE)
			continue;
		key = &k->key.p[at];
		value = map64_at(seen, (uint64_t)l->key << 32 | l->str);
		key->values += *value == NONE;
		*value = 0;
		if (l->key == before)
			continue;
		before = l->key;
		key->samples++;
		key->weight += weight;
	}
}

void
label_keys_init(struct label_keys *k, const struct profile *p, uint32_t column)
{
	struct map64 key_at = { 0 }, seen = { 0 };
	uint32_t n = p->labels.first[p->labels.n];
	size_t stride = p->sample.n / LOOKED_AT + 1;

	*k = (struct label_keys){ .key = { 0 } };
	for (uint32_t i = 0; i < n; i++) {
		const struct label *l = &p->labels.label[i];

		if (l->str != NONE && !label_is_base(profile_str(p, l->key)))
			(void)key_index(k, &key_at, p, l->key);
	}
	for (size_t i = 0; i < p->sample.n; i += stride)
		weigh_sample(k, &key_at, &seen, p, p->sample.labels[i],
			u64_abs(p->sample.value[column][i]));
	if (k->key.n > 0)
		qsort(k->key.p, k->key.n, sizeof(*k->key.p), label_key_order);
	map64_free(&key_at);
	map64_free(&seen);
}

void
label_keys_fini(struct label_keys *k)
{
	vec_free(&k->key);
}
