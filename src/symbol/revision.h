/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The revision that a profile's program was built from, by the build
 * information of Go programs that are on this machine. The build id must be the
 * profile's; a program without one must be older than the profile.
 */
#ifndef FT_SYMBOL_REVISION_H
#define FT_SYMBOL_REVISION_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "profile/profile.h"

struct revision {
	struct arena arena;
	struct str order;
	struct str text; /* "": unknown, or not the same of all programs */
	bool modified;   /* sources were changed that are in no revision */
	struct str why;  /* text is "": the reason */
};

/* Append an order for the profile's programs in Go. `self`: path of this
   program, whose child reads them. */
void revision_order_put(
	struct strbuf *out, const struct profile *p, struct str self);
/* Return NULL only if cancelled by progress, which may be NULL. */
struct revision *revision_new(struct str order, struct progress *progress);
void revision_free(struct revision *r); /* NULL is fine */

#endif
