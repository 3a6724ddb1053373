/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds a folder's git work tree and tracked files, which it reads from the
 * index without running git.
 */
#ifndef FT_REPORT_SRCTREE_H
#define FT_REPORT_SRCTREE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Return the folder that contains .git, at or above an absolute path, or "". */
struct str srctree_top(struct str path);
/* Find the tracked file whose path shares the most parts at its end with name,
   at least two; the first of several. False if there is none. */
bool srctree_longest_tail(struct str top, struct str name, struct strbuf *out);

/* Do the same with the bytes of an index; damage ends the search. For tests. */
bool srctree_index_tail(struct str index, struct str name, struct strbuf *out);

#endif
