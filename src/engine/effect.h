/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why nothing is left: how much each filter lets pass of what the ones
 * before it let pass, in pprof's order. Only worked out when asked.
 *
 *     focus=main 9.2s   hide=gc 9.1s   tagfocus=acme 0
 */
#ifndef FT_ENGINE_EFFECT_H
#define FT_ENGINE_EFFECT_H

#include "engine/view.h"

struct run;
struct layers;

/* Fill v->effect in the arena. prune_from and what only takes labels away
   cannot empty a view and are not listed. */
int effects_fill(const struct run *run, const struct layers *on,
	struct arena *arena, struct view *v);

#endif
