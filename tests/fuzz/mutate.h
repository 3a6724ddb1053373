/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes to a profile. Each is a row of one of two tables: mutate_wire.c has
 * those of how fields are written, mutate_sense.c those of what they say.
 */
#ifndef FT_FUZZ_MUTATE_H
#define FT_FUZZ_MUTATE_H

#include "base/strbuf.h"
#include "fields.h"

struct mutation {
	const char *name;
	/* False: there is nothing in this profile that it could change. */
	bool (*apply)(struct fields *profile, uint64_t *seed);
};

/* Each ends with a name of NULL. */
extern const struct mutation wire_mutations[], sense_mutations[];

/* Chance: the same from the same seed. */
uint64_t below(uint64_t *seed, uint64_t n);
/* A number with which something may go wrong. */
uint64_t odd_number(uint64_t *seed);
/* Put something odd at some place of a text, and drop the rest of it. */
void odd_text(struct strbuf *text, uint64_t *seed);

#endif
