/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frames that each location adds to a stack, computed once per location as
 * steps, outermost first.
 *
 *     location  lines, innermost first   steps
 *     0x10      copy, read, main         main, read inlined, copy inlined
 *     0x20      main                     main
 *     0x30      (hidden)                 none
 */
#ifndef FT_ENGINE_LOCFRAMES_H
#define FT_ENGINE_LOCFRAMES_H

#include "base/compiler.h"
#include "profile/ids.h"

struct run;

/* A step is frame * 2, plus STEP_INLINE for an inlined call. */
enum { STEP_INLINE = 1 };

#define STEP_NONE UINT32_MAX
#define STEP_MANY (UINT32_MAX - 1)

struct steps {
	struct {
		uint32_t only;  /* the only step, or STEP_NONE, STEP_MANY */
		uint32_t first; /* offset into step */
	} * of;                 /* [loc.n + 1] */
	uint32_t *step;
};

/* Make the steps of all locations, as run->cut leaves them. -1 and the run's
   err when stopped; call steps_free() either way. */
int steps_init(struct steps *s, const struct run *run);
void steps_free(struct steps *s);

/* Return the steps of a location, *n of them. */
static inline const uint32_t *
steps_of(const struct steps *s, loc_id loc, uint32_t *n)
{
	if (s->of[loc].only < STEP_MANY) {
		*n = 1;
		return &s->of[loc].only;
	}
	*n = s->of[loc + 1].first - s->of[loc].first;
	return &s->step[s->of[loc].first];
}

/* Prefetch distances, in nodes. A loop over nodes reads these tables and its
   own, by frame, in random order and would stall at each. steps_ahead()
   prefetches the row of a far node and the steps of a nearer one; the loop
   prefetches its own data for the frames of the next node. */
enum { STEPS_FAR = 24, STEPS_NEAR = 16, STEPS_NEXT = 8 };

static inline void
steps_ahead(const struct steps *s, loc_id far, loc_id near)
{
	PREFETCH(&s->of[far]);
	if (s->of[near].only == STEP_MANY)
		PREFETCH(&s->step[s->of[near].first]);
}

#endif
