/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several profiles as one, by pprof's rules.
 *
 *     part: profile --ratio--> values --common columns, finest units--+
 *     part: profile --ratio--> values --common columns, finest units--+
 *                                                                     v
 *                 equal (stack, labels) summed, in order of first appearance
 *
 * A base is a part with ratios of -1, and a label if its samples shall stay
 * apart. Values are rounded at each step, as pprof does, and samples that a
 * step brings to zero go. Where a ratio is not 1 or -1, the samples keep their
 * raw values (profile.h).
 *
 * pprof has the ratios -1, of -normalize, and of units. Those that it has not,
 * of a mean and of a base that was measured for another time, are of_sums: the
 * parts add up to the whole, and of a base what was sampled stays even where
 * nothing of its value does.
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
	bool of_sums; /* the ratio is one of sums, no value's own: scale.h */
	bool is_base; /* gets the label pprof::base = true */
};

struct merge_options {
	/* What is done to the result: */
	bool blank_urls;           /* see builder_blank_urls() */
	bool all_frames;           /* no drop_frames and keep_frames */
	struct str comment;        /* added behind all others, or "" */
	size_t max_memory;         /* for the new tables; 0: no limit */
	struct progress *progress; /* or NULL */
	/* Gets what each part has when they do not go together. Or NULL. */
	struct warnings *warnings;
};

/* A new reference. A single part without ratio and label that has no two
   types of one name comes back as it is, or a copy of it if the options
   change something: pprof neither sums its equal samples nor drops its zeros.
   NULL and err for parts that do not go together. */
struct profile *merge_profiles(const struct merge_part *part, size_t n,
	const struct merge_options *options, struct err *err);

/*
 * The same of profiles that come one after the other and are not kept: what is
 * in memory is what they make together, however many they are. It takes those
 * that are of the same types as the first one, which is what several dumps of
 * one program are.
 */
struct merger;

/* The first is added at once. NULL: it has no types. `options` must live as
   long. */
struct merger *merger_new(
	const struct merge_part *first, const struct merge_options *options);
/* 1; 0: it is not of the types of the first, and nothing was done; -1 and err.
   Its profile may go then. */
int merger_add(
	struct merger *m, const struct merge_part *part, struct err *err);
/* Bytes held now. */
size_t merger_bytes(const struct merger *m);
/* What merge_profiles() gives; the merger is gone. NULL and err. */
struct profile *merger_end(struct merger *m, struct err *err);
void merger_free(struct merger *m); /* NULL is fine */

/* May samples of equal stacks have been summed before their profiles are merged
   with others? `parts` is how many these are, `first` one of them. False where
   sums over equal labels may not be what sums over equal stacks are: values of
   both signs, other units, so large ones that doubles or 64 bits do not hold
   them; and with in_order where values are 0, as a stack would then not come
   where the first of its samples that counts is. */
bool merge_of_sums(const struct profile *first, const struct profile *p,
	size_t parts, bool in_order);

/* The ratios that give `source` the sums of `base`, column by column; 0 for a
   column whose sum is 0. Both must have the same types. */
int merge_normalize(const struct merge_part *source,
	const struct merge_part *base, double *ratio, struct warnings *warnings,
	struct err *err);

#endif
