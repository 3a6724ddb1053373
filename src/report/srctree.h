/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work tree of git that a folder is in, and the files that git knows there.
 * No git is run: its index is read.
 */
#ifndef FT_REPORT_SRCTREE_H
#define FT_REPORT_SRCTREE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"

/* The folder with .git at or above an absolute path, a part of it; or empty. */
struct str srctree_top(struct str path);
/* The file whose name ends as this one does, in the largest number of parts and
   in at least two; of several the first. False: there is none. */
bool srctree_longest_tail(struct str top, struct str name, struct strbuf *out);

/* The same among the names of an index's bytes; what is damaged ends it. For
   tests. */
bool srctree_index_tail(struct str index, struct str name, struct strbuf *out);

#endif
