/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The revision that a profile's program was built from, found in Go programs on
 * this machine. A program must have the profile's build id or, if it has none,
 * must be older than the profile.
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
	struct str text; /* "": unknown, or programs differ */
	bool modified;   /* built with uncommitted changes */
	struct str why;  /* why `text` is "" */
};

/* Append an order for the profile's Go programs. `self`: path of this program,
   which runs the child that reads them. */
void revision_order_put(
	struct strbuf *out, const struct profile *p, struct str self);
/* Return NULL only if cancelled by progress, which may be NULL. */
struct revision *revision_new(struct str order, struct progress *progress);
void revision_free(struct revision *r); /* NULL is fine */

#endif
