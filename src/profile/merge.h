/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several profiles merged into one, by pprof's rules.
 *
 *     part: profile --ratio--> values --common columns, finest units--+
 *     part: profile --ratio--> values --common columns, finest units--+
 *                                                                     v
 *                 equal (stack, labels) summed, in order of first appearance
 *
 * A base is a part with ratios of -1, and a label if its samples stay separate.
 * Values are rounded at each step, as pprof does, and samples that a step
 * reduces to zero are dropped. If a ratio is neither 1 nor -1, the samples keep
 * their raw values (profile.h).
 *
 * pprof has the ratios -1, those of -normalize, and those of units. The others,
 * for a mean and for a base of another duration, are of_sums: the scaled parts
 * add up to the scaled whole, and a base keeps the samples whose values become
 * 0.
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
	struct str name;               /* for messages */
	const double *ratio;           /* [types.n], or NULL: all 1 */
	bool of_sums; /* scale sums, not single values: scale.h */
	bool is_base; /* add the label pprof::base = true */
};

struct merge_options {
	/* Changes to the result: */
	bool blank_urls;           /* see builder_blank_urls() */
	bool all_frames;           /* clear drop_frames and keep_frames */
	struct str comment;        /* added last, or "" */
	size_t max_memory;         /* for the new tables; 0: no limit */
	struct progress *progress; /* or NULL */
	/* Receives the types of each part if they are incompatible. Or NULL. */
	struct warnings *warnings;
};

/* Return a new reference. A single part without ratio and label, whose type
   names are distinct, is returned unchanged, or as a copy if the options change
   it: pprof neither sums its equal samples nor drops its zeros. NULL and err if
   the parts are incompatible. */
struct profile *merge_profiles(const struct merge_part *part, size_t n,
	const struct merge_options *options, struct err *err);

/*
 * Merging profiles one after the other, keeping only their sum in memory. Each
 * profile must have the sample types of the first one, as several dumps of one
 * program do.
 */
struct merger;

/* Return a merger that contains the first part. NULL if that has no types or is
   scaled. `options` must live as long. */
struct merger *merger_new(
	const struct merge_part *first, const struct merge_options *options);
/* Add a part, whose profile may then be freed. Returns 1; 0, adding nothing, if
   its types differ from the first part's; or -1 and err. */
int merger_add(
	struct merger *m, const struct merge_part *part, struct err *err);
/* Return the bytes held now. */
size_t merger_bytes(const struct merger *m);
/* Return what merge_profiles() returns, and free the merger. NULL and err. */
struct profile *merger_end(struct merger *m, struct err *err);
void merger_free(struct merger *m); /* NULL is fine */

/* True if samples of equal stacks may be summed before their profiles are
   merged. `parts` is the number of profiles, `first` one of them. False if
   types differ, values are negative, or sums exceed what doubles or 64 bits
   hold. With in_order also false if some values are 0: the position of a stack
   is that of its first non-zero sample. */
bool merge_of_sums(const struct profile *first, const struct profile *p,
	size_t parts, bool in_order);

/* Fill in the ratios that give each column of `source` the sum of that of
   `base`; 0 for a column whose sum is 0. Both must have the same types. */
int merge_normalize(const struct merge_part *source,
	const struct merge_part *base, double *ratio, struct warnings *warnings,
	struct err *err);

#endif
