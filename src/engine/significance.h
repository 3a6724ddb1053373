/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Significance of the changes in a diff, if the profile has the number of
 * events that each value comes from.
 *
 * A sample of k events and the value v is k draws of v/k each. Events arrive as
 * a Poisson process, so the variance of v is v^2/k, and the variance of a sum
 * is the sum of the variances. For a frame, over both sides,
 *
 *     standard error of delta = sqrt(sum over base and new of v^2 / k)
 *
 * or u * sqrt(k_base + k_new) if all samples weigh u. k is the number of events
 * actually sampled, before a side or a heap profile's counts were scaled.
 *
 * Each side has a weight u of one event and an exposure e relative to the other
 * side. e is 1 unless -normalize or a base range has scaled the values: a side
 * multiplied by f counts as recorded for 1 / f.
 *
 *                               u_new  u_base  e_new  e_base  share
 *     the same program twice     10ms    10ms      1       1  1/2
 *     new 1,000 Hz, base 100 Hz   1ms    10ms      1       1  10/11
 *     new 1 min, base 10 min     10ms    10ms      1      10  1/11
 *
 * If nothing changed, an event is on the new side with the probability
 *
 *     share = e_new/u_new / (e_new/u_new + e_base/u_base)
 *
 * so p is the two-sided binomial probability of such a delta, for k_base +
 * k_new events. If the events of a side differ in weight, as heap objects do, k
 * is value / u with a mean u that gives the right variance. If the sides have
 * different sampling periods, the share follows from the numbers of events that
 * both values would have at each of the two periods.
 *
 * -normalize makes the totals equal, so they get no verdict, and a frame with
 * the share s of them has the variance
 *
 *     variance * (1 - 2s) + variance of the totals * s^2
 *
 * Each function is tested twice, self and total, and the sum of all once. Tests
 * with too few events to ever be significant are left out. chance.h decides
 * which tests are significant.
 *
 * There are no verdicts with `mean`, nor if event counts are unknown (hardware
 * counters, and values that a process sums up over its life, such as lock
 * waits). evidence.why gives the reason. Counts of all events, such as
 * callgrind's instructions, need none: see evidence_is_exact().
 */
#ifndef FT_ENGINE_SIGNIFICANCE_H
#define FT_ENGINE_SIGNIFICANCE_H

#include "base/limit.h"
#include "base/num.h"
#include "engine/sides.h"
#include "engine/tree.h"
#include "engine/verdict.h"
#include "engine/weights.h"

/* The verdict on one change. */
struct verdict {
	enum significance is; /* ignore the rest unless it is known */
	double error;         /* standard error, in the unit of the values */
	uint32_t of;  /* number of functions tested; 1: only this one */
	double p;     /* probability of such a delta if nothing changed */
	/* Basis of the verdict. */
	struct verdict_side {
		double events;
		double weight;   /* weight of one event, as recorded */
		double exposure; /* relative to the other side */
	} new, base;
	double share;       /* expected share of new-side events */
	size_t tests;       /* number of tests; 1: only this one */
	struct limit limit; /* the largest significant p */
};

struct evidence {
	/* Scales of the change categories, which need no event counts. */
	struct change_scale self, total;
	bool known;            /* event counts are known */
	const char *why;       /* if not: "the profile has no ..."; else NULL */
	struct verdict kept;   /* on the sum of all kept samples */
	uint8_t *frames;       /* [frames.n][2] significance of self and total;
				  NULL unless known */
	uint32_t n_frames; /* frames whose self or total changed */
	uint32_t n_tested; /* frames with at least one test */
	uint32_t n_real;   /* frames with a significant self or total */
	size_t n_tests;
	/* Nodes of the graph, and those that both sides have. */
	uint64_t n_nodes, n_shared;
	struct limit limit; /* the largest significant p */
	struct noise noise; /* for verdicts on demand */
};

struct arena;
struct view;
struct weighed;

/* Return the evidence for a diff's weights, in the arena. `noise` is that of
   its sums. */
const struct evidence *evidence_new(const struct weighed *w, uint32_t n_frames,
	const struct noise *noise, struct arena *arena);

/* Return the stored significance of a function's self or total; for NONE, the
   samples without frames, it is unknown. */
enum significance frame_significance(
	const struct view *v, frame_id frame, bool total);
/* Return the significance of the sum of any samples, such as those of a line, a
   call or a label, given the sum's variance. */
enum significance sum_significance(
	const struct view *v, struct sides s, double variance);

/* Return the verdict on a function, or on a node of v->tree, v->full or
   v->callers. A node is significant if its p is within the limit for
   functions. */
struct verdict evidence_frame(const struct view *v, frame_id frame, bool total);
struct verdict evidence_node(
	const struct view *v, const struct tree *t, node_id node, bool self);
/* Return the verdict on the sum of any samples. */
struct verdict evidence_sum(
	const struct evidence *e, struct sides s, double variance);

/* True if the change of a sum can be a cause: if it is significant or, if event
   counts are unknown, large enough to count as a change of totals. */
bool evidence_counts(const struct evidence *e, struct sides s, double variance);

/* The 95% confidence interval of a change: for many events 1.96 standard
   errors to each side; for few, the combined score intervals of both counts
   (MOVER, by Zou and Donner), which extend further upwards. It is not corrected
   for the number of tests: of a hundred unchanged functions, five have an
   interval without 0. */
struct interval {
	double low, high;
};

struct interval verdict_interval(const struct verdict *v, struct sides s);
/* True if the change would be significant as the only test. */
bool verdict_stands_alone(const struct verdict *v);
/* Return the verdict as if this were the only test, for callers that test one
   change alone, such as a gate on the total. */
struct verdict verdict_alone(struct verdict v);

/* Return how many times as many events would make a change of this relative
   size significant, in four of five profiles of that length; 0 if that is
   unknown, or if the change is significant already. */
double verdict_needs(const struct verdict *v);

/* True if both sides are exact counts, so that every difference is real. */
bool evidence_is_exact(const struct view *v);
/* True if the sides were recorded for times that differ by more than 10%. */
bool evidence_lengths_differ(const struct view *v);

#endif
