/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What labels weigh among the kept samples of a view: for completion in tag
 * prompts with shares, and for the reports about tags.
 */
#ifndef FT_ANALYSIS_LABEL_SUMS_H
#define FT_ANALYSIS_LABEL_SUMS_H

#include "base/arena.h"
#include "base/warnings.h"
#include "engine/view.h"

/* Of a diff, what goes with a weight, which is its change: the base's part of
   it, positive, and the variance, see significance.h. */
struct tag_base {
	int64_t value;
	double variance;
};

struct tag_value {
	struct str text; /* the string, or the number with its unit */
	bool numeric;
	int64_t num, max; /* numeric: in the key's unit, the least and the
			     largest of those that have this text */
	int64_t weight;
	struct tag_base base;
	uint64_t samples;
	int64_t events; /* in parts (profile/samplecount.h), as below */
};

struct tag_key {
	struct str key;
	struct str unit; /* of its numbers */
	int64_t weight;  /* sum over its values: a sample that has two of them
			    counts twice, as in pprof */
	int64_t carried; /* the samples that have it, each once, */
	struct tag_base base; /* and what goes with that */
	uint64_t carriers;    /* how many these are, */
	int64_t events;       /* and how many stand behind them */
	size_t n;
	struct tag_value *value; /* heaviest first, then text */
};

struct tags {
	struct arena arena;
	size_t n;
	struct tag_key *key; /* by name */
	int64_t total;       /* 100 %, as in weights.total */
	int64_t kept;        /* signed sum of the samples that pass */
	struct tag_base kept_base, bare_base;
	uint64_t samples;      /* that pass */
	int64_t bare;          /* of those without any label but for the one
				  that marks a base, */
	uint64_t bare_samples; /* and how many there are */
	int64_t events, bare_events;
};

/* Over the samples that pass the query's filters, label filters included;
   keys that tagshow and taghide take away are not there. Numbers are shown
   in the query's unit, and equal texts are one value. Weights are sums of
   the selected type, never divided. NULL and err as view_compute(). */
struct tags *tags_new(struct engine *e, const struct query *q,
	struct progress *progress, struct err *err);
void tags_free(struct tags *t);

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
