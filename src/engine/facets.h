/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the labels weigh, to choose among them: each key as if there were no
 * label filter on that very key, with all other filters as they are.
 *
 *     tagfocus=tenant=acme    tenant    acme 10s, globex 8s, initech 2s
 *                             endpoint  of acme's samples only
 *
 * So the values that were not chosen stay there to be chosen, and a number
 * says what the graph would show. For a key without a filter the numbers are
 * those of the report -tags.
 */
#ifndef FT_ENGINE_FACETS_H
#define FT_ENGINE_FACETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/tags.h"

struct facet {
	const struct tag_key *key;
	const struct tags *of; /* what it is part of: total, kept */
	bool filtered;         /* the query has a label filter on it */
};

struct facets {
	struct arena arena;
	const struct view *view; /* a reference: of the same query */
	size_t n;
	struct facet *facet; /* owned; by name */
	size_t n_tags;
	struct tags **tags; /* [n_tags] owned; tags[0]: with all filters */
};

/* NULL and err as view_compute(). */
struct facets *facets_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void facets_free(struct facets *f); /* NULL is fine */

/* The key that a label filter is about, what is before its "="; "" when it
   names none. */
struct str tag_filter_key(struct str filter);

#endif
