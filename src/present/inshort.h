/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A view in a few sentences, one a row: in a diff the causes of the change, for
 * a stack dump the waiting threads, then the owners of the code, the main path,
 * and the user's line with the highest cost.
 *
 *     change caused by scan -2.04s, concat +0.81s; 5 of 210 changes stand out
 *     waits  10 of 18 goroutines wait for 2 minutes in sync.(*Mutex).Lock <
 *            (*pool).get
 *     code   by self: libraries 48.5%, runtime 44.4% (system calls 12.6%,
 *            garbage collection 10.9%), yours 7.1%
 *     path   most goes through serve > ServeHTTP 74.8%; it splits: Checkout
 *            34.1%, Search 22.5%
 *     line   your heaviest line is server.go:88 in Checkout: 27.0%, including
 *            the library and runtime code it calls
 *
 * A row without evidence is left out: the path of a tree of callers, or a line
 * with less than 5% of the view or less than five samples. Means do not add
 * up, so a view of means has only the waits. Each row has a command that shows
 * more about it.
 */
#ifndef FT_PRESENT_INSHORT_H
#define FT_PRESENT_INSHORT_H

#include "analysis/ownership.h"
#include "base/arena.h"
#include "present/flamegraph.h"

struct inshort_row {
	const char *name; /* "change", "waits", "code", "path" or "line" */
	struct str text;  /* in the arena, as is `less` */
	struct str less;  /* a shorter form, or the same */
	const char *command;
};

enum { INSHORT_MOST = 4 + WAITS_MOST };
struct inshort {
	struct arena arena;
	struct inshort_row row[INSHORT_MOST];
	size_t n;
};

/* Fill in `out`; o NULL: not known yet. The path ends in the user's code if
   origins is not NULL (mainpath_put()). Free with inshort_free(). */
void inshort_make(struct inshort *out, const struct ownership *o,
	struct flamegraph *p, struct origins *origins, bool ascii);
void inshort_free(struct inshort *s);

#endif
