/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts the damaged parts of a file: samples, costs or nodes. The other parts
 * are read, and a warning gives the number left out. If nothing is left, the
 * file is refused with the error of the first part:
 *
 *     if (rc != 0 && damage_take(&samples, err))
 *             rc = 0;
 *     ...
 *     if (rows.n == 0)
 *             return damage_refuse(&samples, err);
 *     damage_warn(&samples, job->warnings, "samples");
 */
#ifndef FT_READ_DAMAGE_H
#define FT_READ_DAMAGE_H

#include "base/err.h"
#include "base/json.h"
#include "base/warnings.h"

/* Initialised with zeros. */
struct damage {
	size_t n; /* parts left out */
	struct err first;
};

/* Count the error in err and clear it. False, with err unchanged, if the error
   is not damage but a limit or a cancelled load. */
bool damage_take(struct damage *d, struct err *err);
/* Like damage_take() for w->err, with the position of offset `at` added. Only
   the first error gets one, because finding it takes a walk from the start. */
bool damage_take_at(struct damage *d, const struct jwalk *w, size_t at);

/* Return -1 and the first error if parts were left out, else 0. */
int damage_refuse(const struct damage *d, struct err *err);
/* Warn "WHAT left out, as they cannot be read: 3; the first: WHY", if any were
   left out. */
void damage_warn(
	const struct damage *d, struct warnings *warnings, const char *what);

#endif
