/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units of numeric labels: see tags.h. */
#include "config.h"

#include "engine/tags.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

/* Units of one key while they are collected. */
struct key_units {
	str_id key;
	str_id unit;        /* the first one seen; 0: none yet */
	VEC(str_id) others; /* further ones, once each */
};

struct unit_finder {
	const struct profile *p;
	struct map64 index; /* key -> position */
	VEC(struct key_units) keys;
};

static void
see_label(struct unit_finder *f, const struct label *label)
{
	uint32_t *at = map64_at(&f->index, label->key);
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
	for (size_t i = 0; i < k->others.n; i++)
		if (k->others.p[i] == label->unit)
			return;
	vec_push(&k->others, label->unit);
}

/* Every label set once, in the order in which samples bring them. */
static void
see_labels(struct unit_finder *f)
{
	const struct profile *p = f->p;
	uint8_t *seen = xcalloc((size_t)p->labels.n + 1, 1);

	for (size_t i = 0; i < p->sample.n; i++) {
		lset_id set = p->sample.labels[i];

		if (seen[set] != 0)
			continue;
		seen[set] = 1;
		for (uint32_t k = p->labels.first[set];
			k < p->labels.first[set + 1]; k++)
			if (p->labels.label[k].str == NONE)
				see_label(f, &p->labels.label[k]);
	}
	free(seen);
}

static struct str
unit_of(const struct profile *p, const struct key_units *k)
{
	struct str key = profile_str(p, k->key);

	if (k->unit != 0)
		return profile_str(p, k->unit);
	if (str_is(key, "request") || str_is(key, "alignment"))
		return STR("bytes");
	return key;
}

static int
by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static void
warn_mixed(const struct profile *p, const struct key_units *k,
	struct warnings *warnings)
{
	struct str *sorted = xcalloc(k->others.n, sizeof(*sorted));
	struct strbuf list = STRBUF_INIT;

	for (size_t i = 0; i < k->others.n; i++)
		sorted[i] = profile_str(p, k->others.p[i]);
	qsort(sorted, k->others.n, sizeof(*sorted), by_text);
	for (size_t i = 0; i < k->others.n; i++) {
		if (i > 0)
			strbuf_addc(&list, ", ");
		strbuf_add(&list, sorted[i]);
	}
	warnings_add(warnings,
		"For tag %.*s used unit %.*s, also encountered unit(s) %s",
		STR_ARG(profile_str(p, k->key)), STR_ARG(unit_of(p, k)),
		strbuf_c(&list));
	strbuf_free(&list);
	free(sorted);
}

/* By key, as pprof prints them. */
static void
warn_all(const struct unit_finder *f, struct warnings *warnings)
{
	size_t done = 0, best;
	struct str last = STR_EMPTY;

	do {
		best = f->keys.n;
		for (size_t i = 0; i < f->keys.n; i++) {
			struct str key = profile_str(f->p, f->keys.p[i].key);

			if (f->keys.p[i].others.n == 0 ||
				(done > 0 && str_cmp(key, last) <= 0))
				continue;
			if (best == f->keys.n ||
				str_cmp(key,
					profile_str(
						f->p, f->keys.p[best].key)) < 0)
				best = i;
		}
		if (best < f->keys.n) {
			warn_mixed(f->p, &f->keys.p[best], warnings);
			last = profile_str(f->p, f->keys.p[best].key);
			done++;
		}
	} while (best < f->keys.n);
}

struct tag_units
tag_units(
	const struct profile *p, struct arena *arena, struct warnings *warnings)
{
	struct unit_finder f = { .p = p, .index = MAP64_INIT };
	struct tag_units units;

	see_labels(&f);
	if (warnings != NULL)
		warn_all(&f, warnings);
	units.n = f.keys.n;
	units.key = ARENA_ARRAY(arena, str_id, f.keys.n);
	units.unit = ARENA_ARRAY(arena, struct str, f.keys.n);
	for (size_t i = 0; i < f.keys.n; i++) {
		units.key[i] = f.keys.p[i].key;
		units.unit[i] = unit_of(p, &f.keys.p[i]);
		vec_free(&f.keys.p[i].others);
	}
	vec_free(&f.keys);
	map64_free(&f.index);
	return units;
}
