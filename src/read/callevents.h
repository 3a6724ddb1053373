/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The events of callgrind as sample types, and what is computed from them as
 * KCachegrind does:
 *
 *     L1m = I1mr + D1mr + D1mw      misses of the first level
 *     LLm = ILmr + DLmr + DLmw      ... of the last
 *     Bm = Bcm + Bim                wrong guesses of branches
 *     CEst = Ir + 10 Bm + 10 L1m + 100 LLm      cycles, an estimate
 */
#ifndef FT_READ_CALLEVENTS_H
#define FT_READ_CALLEVENTS_H

#include <stdint.h>

#include "base/str.h"
#include "profile/builder.h"

enum { CALL_EVENTS_MAX = 64, CALL_DERIVED = 4 };

struct call_events {
	uint32_t n;
	str_id *name;    /* [n], owned */
	int64_t *factor; /* [n], owned: the unit is so many of its own */
	/* What each derived type is made of, [n] each; NULL: it is not there.
	 */
	int64_t *weight[CALL_DERIVED];
	int64_t *value; /* scratch */
};

/* From the value of a line "events:". 0; 1 when they are others than before;
   -1 when there are none or too many. */
int call_events_set(struct call_events *e, struct builder *b, struct str value);
void call_events_fini(struct call_events *e);
/* Sample types, and the default one: CEst where caches were simulated, else
   the first. */
void call_events_types(struct call_events *e, struct builder *b);
/* A sample with these costs, [n]. -1 at a limit. */
int call_events_sample(struct call_events *e, struct builder *b, node_id leaf,
	const int64_t *cost);

#endif
