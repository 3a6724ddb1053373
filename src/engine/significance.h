/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Significance of the changes in a diff, if the profile has the number of
 * samples that its values come from.
 *
 * A sample of k events and the value v is k draws of v/k each. Events arrive as
 * a Poisson process, so the variance of v is v^2/k, and the variance of a sum
 * is the sum of the variances. For a frame, over both sides,
 *
 *     standard error of delta = sqrt(sum over base and new of v^2 / k)
 *
 * which for samples that all weigh u is u * sqrt(k_base + k_new). k is the
 * number of events as they were sampled: before a side or a heap profile's
 * counts were scaled.
 *
 * Each side has its own u, the weight of one event, and its own e, its exposure
 * compared with the other side. Sides are as recorded, e = 1, unless -normalize
 * or a base range has scaled their values: a side multiplied by f counts as
 * recorded for 1 / f.
 *
 *                               u_new  u_base  e_new  e_base  share
 *     the same program twice     10ms    10ms      1       1  1/2
 *     at 1,000 Hz, then 100 Hz    1ms    10ms      1       1  10/11
 *     1 minute against 10        10ms    10ms      1      10  1/11
 *
 * Without a change, an event of either side is one of the new side with
 *
 *     share = e_new/u_new / (e_new/u_new + e_base/u_base)
 *
 * so the p of so large a delta is that of the binomial distribution for k_base
 * + k_new events, two-sided. If the events of a side differ in weight, k is
 * value / u with a mean weight u that gives their variance. Events of a heap
 * weigh what their objects do. If both sides have sampling periods of their
 * own, the share is that of the events which both values would be at each of
 * the two periods.
 *
 * With -normalize the totals are equal by force, so they get no verdict, and a
 * frame with the share s of them has the variance
 *
 *     variance * (1 - 2s) + variance of the totals * s^2
 *
 * Each function gives two tests, self and total, and the total of all gives
 * one; tests that so few events could never pass are left out. chance.h decides
 * which are significant.
 *
 * No claim is made, and `why` gives the reason, if events are unknown (values
 * that a process sums up over its life, such as lock waits, and hardware
 * counters), and with `mean`.
 */
#ifndef FT_ENGINE_SIGNIFICANCE_H
#define FT_ENGINE_SIGNIFICANCE_H

#include "base/bits.h"
#include "base/limit.h"
#include "base/num.h"
#include "engine/sides.h"
#include "engine/tree.h"
#include "engine/weights.h"

/* The verdict on one change. */
struct verdict {
	bool known;  /* false: no claim, and the rest is 0 */
	bool forced; /* -normalize made both sides equal */
	bool tested; /* false: too few events to test */
	bool real;
	double error; /* standard error, in the unit of the values */
	uint32_t of;  /* number of functions tested; 1: it alone */
	double p;     /* probability of such a delta if unchanged */
	/* Basis of the verdict. */
	struct verdict_side {
		double events;
		double weight;   /* weight of one event, as recorded */
		double exposure; /* compared with the other side */
	} new, base;
	double share;       /* part of events on the new side, if unchanged */
	size_t tests;       /* tests of self and total; 1: it alone */
	struct limit limit; /* the largest significant p */
};

struct evidence {
	/* Scales of the change categories, which work without events. */
	struct change_scale self, total;
	bool known;            /* events are known */
	const char *why;       /* if not: "the profile has no ..."; else NULL */
	struct verdict kept;   /* on the sum of all that the filters keep */
	struct bits self_real; /* [frames.n]; empty unless known */
	struct bits total_real;
	uint32_t n_frames; /* frames whose self or total changed */
	uint32_t n_tested; /* frames with at least one test */
	uint32_t n_real;   /* frames with a significant self or total */
	size_t n_tests;
	struct limit limit; /* the largest significant p */
	struct noise noise; /* for verdicts on demand */
};

struct arena;
struct view;
struct weighed;

/* Return the evidence for a diff's weights with n_frames frames; `noise` is
   that of its sums. Lives in the arena. */
const struct evidence *evidence_new(const struct weighed *w, uint32_t n_frames,
	const struct noise *noise, struct arena *arena);

/* Return the verdict on a function, or on a node of v->tree, v->full or
   v->callers. For a node `real` means a p within the functions' limit. */
struct verdict evidence_frame(const struct view *v, frame_id frame, bool total);
/* Return the verdict's `real` alone, which is stored for all frames. */
bool evidence_frame_is_real(const struct view *v, frame_id frame, bool total);
struct verdict evidence_node(
	const struct view *v, const struct tree *t, node_id node, bool self);

/* Return the verdict on any part of the sums, with its variance. */
struct verdict evidence_of_part(
	const struct evidence *e, struct sides s, double variance);
/* True if the part's change is significant; if events are unknown, if it is
   large enough to count as a change of totals. */
bool evidence_part_is_real(
	const struct evidence *e, struct sides s, double variance);

/* The change's 95% confidence interval: for many events 1.96 standard errors to
   each side; for few the score intervals of both counts combined (Zou and
   Donner's MOVER), which are wider upwards. It ignores the number of tests: of
   a hundred functions that did not change, five have an interval without 0. Not
   rounded. */
struct interval {
	double low, high;
};

struct interval verdict_interval(const struct verdict *v, struct sides s);
/* True if the change would be significant as the only test. */
bool verdict_stands_alone(const struct verdict *v);
/* Return the verdict as the only test, for callers that test this change alone,
   such as a gate on the total. */
struct verdict verdict_alone(struct verdict v);

/* True if the sides are sums over times that differ by more than a tenth. */
bool evidence_lengths_differ(const struct view *v);

#endif
