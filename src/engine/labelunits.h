/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units of numeric labels. */
#ifndef FT_ENGINE_LABELUNITS_H
#define FT_ENGINE_LABELUNITS_H

#include "base/arena.h"
#include "base/str.h"
#include "base/warnings.h"
#include "profile/profile.h"

/* The unit of each numeric label key (a str_id), in order of first appearance.
   tag_units() warns about mixed units ("For tag KEY used unit U, also
   encountered unit(s) A, B"), unless warnings is NULL. */
struct tag_units {
	size_t n;
	str_id *key;
	struct str *unit;
	struct tag_unit_at { /* [n] sorted by key, for tag_unit() */
		str_id key;
		uint32_t at;
	} * by_key;
};
struct tag_units tag_units(const struct profile *p, struct arena *arena,
	struct warnings *warnings);
/* Return the unit of one key; "" if the key has no numbers. */
struct str tag_unit(const struct tag_units *units, str_id key);

#endif
