/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights of labels among the samples that a view keeps: for completion in tag
 * prompts with shares, and for reports about tags.
 */
#ifndef FT_ANALYSIS_LABEL_SUMS_H
#define FT_ANALYSIS_LABEL_SUMS_H

#include "base/arena.h"
#include "base/warnings.h"
#include "engine/view.h"

/* In a diff a weight is a change. This is the base's part, positive, and the
   change's variance; see significance.h. */
struct tag_base {
	int64_t value;
	double variance;
};

struct tag_value {
	struct str text; /* the string, or the number with its unit */
	bool numeric;
	int64_t num, max; /* numeric: least and largest number with this text,
			     in the key's unit */
	int64_t weight;
	struct tag_base base;
	uint64_t samples;
	int64_t events; /* in parts (profile/samplecount.h), as below */
};

struct tag_key {
	struct str key;
	struct str unit;      /* unit of its numbers */
	int64_t weight;       /* sum over its values: a sample with two of them
				 counts twice, as in pprof */
	int64_t carried;      /* samples that have the key, each once */
	struct tag_base base; /* the same samples' base */
	uint64_t carriers;    /* their number */
	int64_t events;       /* their events */
	size_t n;
	struct tag_value *value; /* heaviest first, then text */
};

struct tags {
	struct arena arena;
	size_t n;
	struct tag_key *key; /* by name */
	int64_t total;       /* 100 %, as weights.total */
	int64_t kept;        /* signed sum of samples that pass */
	struct tag_base kept_base, bare_base;
	uint64_t samples;      /* that pass */
	int64_t bare;          /* samples without labels except the mark of a
				  base */
	uint64_t bare_samples; /* their number */
	int64_t events, bare_events;
};

/* Sum the labels of samples that pass the query's filters, label filters
   included. Keys hidden by tagshow and taghide are left out. Numbers are in the
   query's unit, and equal texts are one value. Weights are sums of the selected
   type, undivided. NULL and err as in view_compute(). */
struct tags *tags_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void tags_free(struct tags *t);

/*
 * Label weights to choose from: each key is counted as if it had no label
 * filter itself, while all other filters apply.
 *
 *     tagfocus=tenant=acme    tenant    acme 10s, globex 8s, initech 2s
 *                             endpoint  of acme's samples only
 *
 * Unselected values thus stay available, with the number that the graph would
 * show. A key without a filter has the numbers of the -tags report.
 */
struct facet {
	const struct tag_key *key;
	const struct tags *of; /* its total and kept are 100 % */
	bool filtered;         /* a label filter of the query is on this key */
};

struct facets {
	struct arena arena;
	const struct view *view; /* the same query's; a reference */
	size_t n;
	struct facet *facet; /* owned; by name */
	size_t n_tags;
	struct tags **tags; /* [n_tags] owned; tags[0]: with all filters */
};

/* NULL and err as in view_compute(). */
struct facets *facets_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void facets_free(struct facets *f); /* NULL is fine */

/* Return a label filter's key, the text before its "="; "" if it has none. */
struct str tag_filter_key(struct str filter);

#endif
