/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is this change real? What a diff's numbers can bear, where the profile
 * knows how many samples stand behind them.
 *
 * A sample of k events and the value v stands for k draws of v/k each. Events
 * come as a Poisson process does, so the variance of v is v^2/k, and sums of
 * samples have the sums of these. For a frame, with both sides,
 *
 *     standard error of delta = sqrt(sum over base and new of v^2 / k)
 *
 * which for samples that all weigh u is u * sqrt(k_base + k_new). k is the
 * number of events as they were sampled: before a side was scaled, and before
 * a heap profile's counts were.
 *
 * Each side has its own u, what one of its events weighs, and its own e, how
 * long it was exposed compared with the other one. Sides are as they were
 * recorded, e = 1, unless -normalize or a base range has scaled their values:
 * what was multiplied by f counts as recorded for 1 / f.
 *
 *                               u_new  u_base  e_new  e_base  share
 *     the same program twice     10ms    10ms      1       1  1/2
 *     at 1,000 Hz, then 100 Hz    1ms    10ms      1       1  10/11
 *     1 minute against 10        10ms    10ms      1      10  1/11
 *
 * Without a change, an event of either side is one of the new side with the
 *
 *     share = e_new/u_new / (e_new/u_new + e_base/u_base)
 *
 * so the chance p to see so large a delta is that of the binomial distribution
 * for k_base + k_new events, two-sided. Where the events of a side weigh
 * differently, k is value / u with a mean weight u that gives their variance.
 * Those of a heap weigh what their objects do, whatever the profiler did; where
 * both sides have sampling periods of their own, the share is that of the
 * events which both values would be, at one period and at the other.
 *
 * With -normalize the totals are equal by force: nothing is said of them, and
 * a frame with the share s of them has
 *
 *     variance * (1 - 2s) + variance of the totals * s^2
 *
 * Each function gives two tests, self and total, and the sum of all gives one,
 * but for those that so few events could never pass. Which of them are called
 * real is the rule of chance.h.
 *
 * No claim is made, and `why` says so, where events are not known (values
 * that a process sums up over its life, such as lock waits, and counters of
 * hardware), and with `mean`.
 */
#ifndef FT_ENGINE_SIGNIFICANCE_H
#define FT_ENGINE_SIGNIFICANCE_H

#include "base/bits.h"
#include "base/limit.h"
#include "base/num.h"
#include "engine/sides.h"
#include "engine/tree.h"
#include "engine/weights.h"

/* Whether one change is real. */
struct verdict {
	bool known;  /* false: no claim, and the rest is 0 */
	bool forced; /* -normalize has made both sides equal */
	bool tested; /* false: too few events to tell anything */
	bool real;
	double error; /* standard error, in the unit of the values */
	uint32_t of;  /* so many functions were tested; 1: it alone */
	double p;     /* chance of such a delta without a change */
	/* What that rests on. */
	struct verdict_side {
		double events;
		double weight;   /* of one, as it was recorded */
		double exposure; /* compared with the other side */
	} new, base;
	double share; /* that an event is of the new side, without a change */
	size_t tests; /* on self and total of functions; 1: it alone */
	struct limit limit; /* the largest p called real */
};

struct evidence {
	/* Categories work without events, too. */
	struct change_scale self, total;
	bool known;            /* events are known */
	const char *why;       /* if not: "the profile has no ..."; else NULL */
	struct verdict kept;   /* of all that the filters leave */
	struct bits self_real; /* [frames.n]; empty unless known */
	struct bits total_real;
	uint32_t n_frames; /* whose self or total has changed */
	uint32_t n_tested; /* frames with at least one test */
	uint32_t n_real;   /* with self or total real: how many stand out */
	size_t n_tests;
	struct limit limit; /* the largest p called real */
	struct noise noise; /* for verdicts on demand */
};

struct arena;
struct view;
struct weighed;

/* Of the weights of a diff, where n_frames frames are known and `noise` is
   that of its sums. Lives in the arena. */
const struct evidence *evidence_new(const struct weighed *w, uint32_t n_frames,
	const struct noise *noise, struct arena *arena);

/* Of a function in the table, of a place in v->tree, v->full or v->callers.
   For a place `real` means a p within the limit of the functions. */
struct verdict evidence_frame(const struct view *v, frame_id frame, bool total);
/* Its verdict's `real` alone, which is there for all frames. */
bool evidence_frame_is_real(const struct view *v, frame_id frame, bool total);
struct verdict evidence_node(
	const struct view *v, const struct tree *t, node_id node, bool self);

/* Of any part of what the sums are made of, with its variance. */
struct verdict evidence_of_part(
	const struct evidence *e, struct sides s, double variance);
/* Whether it is real; where events are not known, whether it is large enough to
   be called a change of totals. */
bool evidence_part_is_real(
	const struct evidence *e, struct sides s, double variance);

/* Where the change lies with 95 % certainty: for many events 1.96 standard
   errors to each side, for few what the score intervals of both counts give
   together (Zou and Donner's MOVER), which are wider upwards. Looked at alone:
   of a hundred functions that did not change, five have an interval without 0.
   Not rounded. */
struct interval {
	double low, high;
};

struct interval verdict_interval(const struct verdict *v, struct sides s);
/* Would it be real if nothing else had been tested? */
bool verdict_stands_alone(const struct verdict *v);
/* The same as the only test there is: for who asks of this change alone, such
   as a gate on the total. */
struct verdict verdict_alone(struct verdict v);

/* Is what is compared a sum over times that differ by more than a tenth? */
bool evidence_lengths_differ(const struct view *v);

#endif
