/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy of a profile with some of its value columns. */
#ifndef FT_PROFILE_SELECT_H
#define FT_PROFILE_SELECT_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "profile/profile.h"

struct builder;

/* Everything else stays as it is, rows and ids too; default_type is the new
   default. Not sealed yet, for what the caller may want to change; the
   builder remembers when it needs more than max_memory (0: no limit). */
struct builder *profile_select(const struct profile *p, const uint32_t *column,
	size_t n, struct str default_type, size_t max_memory);

#endif
