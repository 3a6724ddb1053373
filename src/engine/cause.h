/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions of a diff are the reason for its changes: those of which a
 * real change is left when one takes away what their callees explain.
 *
 *     main     +3.0s   of that +2.9s in parse and emit: explained
 *     parse    +2.0s   of that +2.0s in scan:           explained
 *     scan     +2.0s   calls nothing that changed:      cause +2.0s
 *     emit     +0.9s   +0.8s of it in runtime.concat:   cause +0.9s
 *
 * A callee explains what it costs more or less when called from there if that
 * change is real, or the callee's own is. If a function recurses, a sample
 * belongs to what its innermost call called. So causes add up: where all
 * changes are real and all code is the user's, their sum is the change of the
 * total.
 *
 * What is not the user's own code (origin.h) explains nothing and is no cause:
 * its costs are those of the own function that called it, so a cause is
 * something that somebody wrote. That a garbage collector has more to do is the
 * effect of one. Where no function is the user's own, all are.
 *
 * Real is what significance.h says; where events are not known, what is a
 * change at all.
 */
#ifndef FT_ENGINE_CAUSE_H
#define FT_ENGINE_CAUSE_H

struct arena;
struct view;

/* [frames.n]: the change that a function is the cause of, 0 for others. Of a
   diff's view that has its trees and evidence. */
const int64_t *causes_new(const struct view *v, struct arena *arena);

#endif
