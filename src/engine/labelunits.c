/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of labels, and warnings about mixed ones. */
#include "prelude.h"

#include "engine/labelunits.h"

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/unit.h"

/* The units of one key, while they are collected. */
struct key_units {
	str_id key;
	str_id unit;        /* unit seen first; 0: none yet */
	VEC(str_id) others; /* further units, each once */
};

struct unit_finder {
	const struct profile *p;
	struct map64 index; /* key -> index into keys */
	struct map64 known; /* (index in keys, unit) -> 1 if the unit is in
			       `others` */
	VEC(struct key_units) keys;
};

static void
see_label(struct unit_finder *f, const struct label *label)
{
	uint32_t *at = map64_at(&f->index, label->key), *known;
	struct key_units *k;

	if (*at == NONE) {
		struct key_units fresh = { .key = label->key };

		*at = (uint32_t)f->keys.n;
		vec_push(&f->keys, fresh);
	}
	k = &f->keys.p[*at];
	if (label->unit == 0 || label->unit == k->unit)
		return;
	if (k->unit == 0) {
		k->unit = label->unit;
		return;
	}
	known = map64_at(&f->known, (uint64_t)*at << 32 | label->unit);
	if (*known == NONE)
		vec_push(&k->others, label->unit);
	*known = 1;
}

static struct str
key_unit(const struct profile *p, const struct key_units *k)
{
	struct str key = profile_str(p, k->key);

	if (k->unit != 0)
		return profile_str(p, k->unit);
	if (str_is(key, "request") || str_is(key, "alignment"))
		return STR("bytes");
	return key;
}

/* Warn about mixed units, sorted by key as in pprof. */
static void
warn_all(const struct unit_finder *f, struct warnings *warnings)
{
	struct named {
		struct str name; /* must be the first member, for
				    str_compare() */
		const struct key_units *key;
	} *mixed = xcalloc(f->keys.n, sizeof(*mixed));
	size_t n = 0;

	for (size_t i = 0; i < f->keys.n; i++)
		if (f->keys.p[i].others.n > 0)
			mixed[n++] = (struct named){ profile_str(f->p,
							     f->keys.p[i].key),
				&f->keys.p[i] };
	if (n > 0)
		qsort(mixed, n, sizeof(*mixed), str_compare);
	for (size_t i = 0; i < n; i++) {
		const struct key_units *k = mixed[i].key;
		struct str *sorted = xcalloc(k->others.n, sizeof(*sorted));
		struct strbuf list = STRBUF_INIT;

		for (size_t j = 0; j < k->others.n; j++)
			sorted[j] = profile_str(f->p, k->others.p[j]);
		qsort(sorted, k->others.n, sizeof(*sorted), str_compare);
		for (size_t j = 0; j < k->others.n; j++) {
			if (j > 0)
				strbuf_addstr(&list, ", ");
			strbuf_add(&list, sorted[j]);
		}
		warnings_add(warnings,
			"For tag %.*s used unit %.*s, also encountered unit(s) "
			"%s",
			STR_ARG(profile_str(f->p, k->key)),
			STR_ARG(key_unit(f->p, k)), strbuf_c(&list));
		strbuf_free(&list);
		free(sorted);
	}
	free(mixed);
}

static int
by_key_id(const void *a, const void *b)
{
	str_id x = ((const struct tag_unit_at *)a)->key;
	str_id y = ((const struct tag_unit_at *)b)->key;

	return (x > y) - (x < y);
}

struct tag_units
tag_units(
	const struct profile *p, struct arena *arena, struct warnings *warnings)
{
	struct unit_finder f = { .p = p, .index = MAP64_INIT };
	struct tag_units units;
	const struct profile *q = f.p;
	uint8_t *seen = xcalloc((size_t)q->labels.n + 1, 1);

	/* Visit each label set once, in the order of the samples. */
	for (size_t i = 0; i < q->sample.n; i++) {
		lset_id set = q->sample.labels[i];

		if (seen[set] != 0)
			continue;
		seen[set] = 1;
		for (uint32_t k = q->labels.first[set];
			k < q->labels.first[set + 1]; k++)
			if (q->labels.label[k].str == NONE)
				see_label(&f, &q->labels.label[k]);
	}
	free(seen);
	if (warnings != NULL)
		warn_all(&f, warnings);
	units.n = f.keys.n;
	units.key = ARENA_ARRAY(arena, str_id, f.keys.n);
	units.unit = ARENA_ARRAY(arena, struct str, f.keys.n);
	units.by_key = ARENA_ARRAY(arena, struct tag_unit_at, f.keys.n);
	for (uint32_t i = 0; i < f.keys.n; i++) {
		units.key[i] = f.keys.p[i].key;
		units.by_key[i] = (struct tag_unit_at){ units.key[i], i };
		units.unit[i] = key_unit(p, &f.keys.p[i]);
		vec_free(&f.keys.p[i].others);
	}
	if (units.n > 0)
		qsort(units.by_key, units.n, sizeof(*units.by_key), by_key_id);
	vec_free(&f.keys);
	map64_free(&f.index);
	map64_free(&f.known);
	return units;
}

struct str
tag_unit(const struct tag_units *units, str_id key)
{
	const struct tag_unit_at wanted = { .key = key };
	const struct tag_unit_at *found = units->n == 0
		? NULL
		: bsearch(&wanted, units->by_key, units->n, sizeof(wanted),
			  by_key_id);

	return found != NULL ? units->unit[found->at] : STR_EMPTY;
}
