/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of the info pane while they are made: for infopane.c, which begins,
   and infoknown.c, which ends. */
#ifndef FT_PRESENT_INFOLINES_H
#define FT_PRESENT_INFOLINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "present/infopane.h"
#include "profile/profile.h"

struct info {
	struct info_pane *out;
	const struct profile *p;
	struct strbuf text; /* scratch of the line being put together */
};

/* Behind a blank line, unless it is the first. */
void info_heading(struct info *in, const char *text);
/* The scratch text as a value; it is empty afterwards. */
void info_field(struct info *in, const char *label);

/* How many mappings name something. */
uint32_t info_mappings(const struct profile *p);
/* The mark of a base is none of the user's. */
bool info_is_own_label(const struct profile *p, str_id key);

/* What the frames of each mapping have; what is not in the profile. */
void info_add_mappings(struct info *in);
void info_add_missing(struct info *in);

#endif
