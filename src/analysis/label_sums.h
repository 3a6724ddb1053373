/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights of labels in the samples that a view keeps: for completion in tag
 * prompts, with shares, and for reports on tags.
 */
#ifndef FT_ANALYSIS_LABEL_SUMS_H
#define FT_ANALYSIS_LABEL_SUMS_H

#include "base/arena.h"
#include "base/warnings.h"
#include "engine/view.h"

/* The base of a weight in a diff, where weights are changes. */
struct tag_base {
	int64_t value;   /* weight in the base profile, positive */
	double variance; /* variance of the change (significance.h) */
};

struct tag_value {
	struct str text; /* the string, or the number with its unit */
	bool numeric;
	int64_t num, max; /* numeric: smallest and largest number with this
			     text, in the key's unit */
	int64_t weight;
	struct tag_base base;
	uint64_t samples;
	int64_t events; /* in parts (profile/samplecount.h) */
};

struct tag_key {
	struct str key;
	struct str unit;      /* unit of its numbers */
	int64_t weight;       /* sum over the key's values: a sample with two of
				 them counts twice, as in pprof */
	int64_t carried;      /* sum of samples with the key, each once */
	struct tag_base base; /* for samples with the key */
	uint64_t carriers;    /* number of samples with the key */
	int64_t events;       /* for samples with the key, in parts */
	size_t n;
	struct tag_value *value; /* [n] heaviest first, then by text */
};

struct tags {
	struct arena arena;
	size_t n;
	struct tag_key *key; /* [n] by name */
	int64_t total;       /* 100%: weights.whole */
	int64_t kept;        /* signed sum of samples that pass the filters */
	struct tag_base kept_base, bare_base;
	uint64_t samples;      /* number of samples that pass */
	int64_t bare;          /* sum of samples without labels, except the
				  label that marks base samples */
	int64_t events, bare_events;
};

/* Sum the labels of samples that pass the query's filters, label filters
   included. Keys hidden by tagshow and taghide are left out. Numbers are in the
   query's unit, and equal texts count as one value. Weights are sums of the
   selected type, undivided. NULL and err as in view_compute(). */
struct tags *tags_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void tags_free(struct tags *t);

/*
 * Label weights for choosing filters: each key is counted without its own label
 * filters, but with all other filters.
 *
 *     tagfocus=tenant=acme    tenant    acme 10s, globex 8s, initech 2s
 *                             endpoint  only in acme's samples
 *
 * So unselected values stay available, with the weight they would select.
 * A key without a filter has the numbers of the -tags report.
 */
struct facet {
	const struct tag_key *key;
	const struct tags *of; /* tags whose total or kept is 100% */
	bool filtered;         /* a label filter of the query is on this key */
};

struct facets {
	struct arena arena;
	const struct view *view; /* owned reference; same query */
	size_t n;
	struct facet *facet; /* [n] owned; by name */
	size_t n_tags;
	struct tags **tags; /* [n_tags] owned; tags[0]: with all filters */
};

/* Compute the facets. NULL and err as in view_compute(). */
struct facets *facets_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void facets_free(struct facets *f); /* f may be NULL */

/* Return a label filter's key, the text before its "="; "" if it has none. */
struct str tag_filter_key(struct str filter);

#endif
