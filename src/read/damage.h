/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Damage in one part of a file: a sample, a cost, a node. The other parts are
 * read, and a remark counts what was left out. A file of which nothing is
 * left is refused, for the reason of the first part:
 *
 *     if (rc != 0 && damage_take(&samples, err))
 *             rc = 0;
 *     ...
 *     if (rows.n == 0)
 *             return damage_refuse(&samples, err);
 *     damage_warn(&samples, job->warnings, "Samples");
 */
#ifndef FT_READ_DAMAGE_H
#define FT_READ_DAMAGE_H

#include "base/err.h"
#include "base/json.h"
#include "base/warnings.h"

/* All 0 at first. */
struct damage {
	size_t n; /* parts left out */
	struct err first;
};

/* Count what err says, and clear it. False, and err stays: it is no damage,
   such as a limit or a cancelled load. */
bool damage_take(struct damage *d, struct err *err);
/* The same for the walk's err, which gets its place in the text. Only that of
   the first is looked for: it costs a walk from the start. */
bool damage_take_at(struct damage *d, const struct jwalk *w, size_t at);

/* -1 and why the first was left out, if any was. Otherwise 0. */
int damage_refuse(const struct damage *d, struct err *err);
/* "Samples left out, as they cannot be read: 3; the first: why". Says nothing
   if there are none. */
void damage_warn(
	const struct damage *d, struct warnings *warnings, const char *what);

#endif
