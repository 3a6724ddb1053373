/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Different spans of bytes, numbered in the order in which they first came.
 * Equal parts of samples are equal bytes, mostly, so each is decoded once.
 * The bytes are borrowed and must stay where they are; or they are copied, so
 * that short ones that come from everywhere are near each other.
 *
 *     spans_begin ---> hash, ask for the slot        each for a batch
 *     spans_reach ---> ask for the span in it        of spans before the
 *     spans_touch ---> ask for the bytes of that     next step
 *     spans_number --> compare, number
 *
 * The steps are one look-up. Done for many spans step by step, the waits for
 * memory overlap.
 */
#ifndef FT_READ_SPANS_H
#define FT_READ_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct spans_slot {
	uint32_t hash;
	uint32_t number; /* NONE: free */
};

struct spans {
	uint32_t n;
	size_t cap;
	struct str *span; /* [n] */
	struct spans_slot *slot;
	size_t slots; /* a power of two */
	bool copies;
	struct arena arena; /* for them */
};

void spans_init(struct spans *s, bool copies);
void spans_fini(struct spans *s);
/* The hash of a span, for the others. */
uint32_t spans_begin(const struct spans *s, struct str span);
void spans_reach(const struct spans *s, uint32_t hash);
void spans_touch(const struct spans *s, uint32_t hash);
/* NONE: there are more than can be numbered. */
uint32_t spans_number(struct spans *s, struct str span, uint32_t hash);
/* Bytes held. */
size_t spans_bytes(const struct spans *s);

#endif
