/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several profiles merged into one, by pprof's rules.
 *
 *     part: profile --ratio--> values --common columns, finest units--+
 *     part: profile --ratio--> values --common columns, finest units--+
 *                                                                     v
 *                 equal (stack, labels) summed, in order of first appearance
 *
 * A base profile is a part with ratios of -1. If its samples are to stay
 * separate, they get a label. As in pprof, values are rounded at each step, and
 * samples that a step reduces to zero are dropped. If a ratio is neither 1 nor
 * -1, the samples keep their raw values (profile.h).
 *
 * pprof has the ratio -1 and those for -normalize and for units. Other ratios,
 * for means and for base profiles of a different duration, are applied with
 * of_sums: rounded values add up to the scaled total, and a base profile keeps
 * the samples whose values become 0.
 */
#ifndef FT_PROFILE_MERGE_H
#define FT_PROFILE_MERGE_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/warnings.h"
#include "profile/profile.h"

struct merge_part {
	const struct profile *profile; /* borrowed */
	/* Stacks from builder_seal_part(), for merger_add() only; NULL: the
	   profile has a trie. */
	const struct stacks *stacks;
	struct str name;               /* for messages */
	const double *ratio;           /* [types.n]; NULL: all 1 */
	bool of_sums; /* scale with scale_values(), see scale.h */
	bool is_base; /* add the label pprof::base = true */
};

/* Parts that are changed before they are merged. */
struct merge_weighed {
	struct merge_part *part; /* [n]; each holds a reference */
	size_t n;
	const size_t *of; /* [n] the name that a part comes from */
	const struct str *name;
	const double *weight; /* both [names] */
	size_t names;
	struct warnings *warnings;
};

struct merge_options {
	/* Changes to the result: */
	bool blank_urls;           /* see builder_blank_urls() */
	bool all_frames;           /* clear drop_frames and keep_frames */
	/* Keep samples apart whose sum is beyond 64 bits, for fit_values(). In
	   pprof sums wrap around. In formats that pprof does not read, samples
	   are always kept apart. */
	bool clamps;
	struct str comment;        /* added last; "": none */
	size_t max_memory;         /* bytes for the new tables; 0: no limit */
	struct progress *progress; /* or NULL */
	/* Receives the types of incompatible parts; may be NULL. */
	struct warnings *warnings;
};

/* Return the merged profile, with a new reference. NULL and err on failure. A
   single part without ratio and label is returned unchanged, or copied if the
   options or duplicate types require it. As in pprof, its equal samples are not
   summed, and its zeros not dropped. */
struct profile *merge_profiles(const struct merge_part *part, size_t n,
	const struct merge_options *options, struct err *err);

/*
 * Merging profiles one after the other, keeping only their sum in memory. Each
 * profile must have the sample types of the first one, as several dumps of one
 * program do.
 */
struct merger;

/* Return a merger that contains the first part. NULL if the part has no sample
   types or is scaled. `options` must outlive the merger. */
struct merger *merger_new(
	const struct merge_part *first, const struct merge_options *options);
/* Add a part, whose profile may then be freed. Returns 1; 0, adding nothing, if
   its types differ from the first part's; or -1 and err. */
int merger_add(
	struct merger *m, const struct merge_part *part, struct err *err);
/* Return the bytes taken from the memory limit. */
size_t merger_bytes(const struct merger *m);
/* Return the merged profile and free the merger. NULL and err on failure. */
struct profile *merger_end(struct merger *m, struct err *err);
void merger_free(struct merger *m); /* NULL is fine */

/* True if the samples of each stack in p may be summed before p and `first` are
   merged with others, `parts` profiles in total. False if types differ, values
   are negative or beyond the precision of a double, or sums may exceed 64 bits.
   With in_order also false if only some values of a column are 0: the first
   non-zero sample of a stack determines its position. */
bool merge_of_sums(const struct profile *first, const struct profile *p,
	size_t parts, bool in_order);

/* Fill in ratio[types.n] so that `source` times ratio has the column sums of
   `base`; 0 for a column whose sum is 0. -1 and err if the types differ. */
int merge_normalize(const struct merge_part *source,
	const struct merge_part *base, double *ratio, struct warnings *warnings,
	struct err *err);

#endif
