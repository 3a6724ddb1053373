/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder's git work tree and its tracked files, from the index; git is not
 * run.
 */
#ifndef FT_REPORT_SRCTREE_H
#define FT_REPORT_SRCTREE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Return the folder with .git at or above an absolute path; or empty. */
struct str srctree_top(struct str path);
/* Find the file that shares the most parts at the end of its name, at least
   two; the first of several. False: none. */
bool srctree_longest_tail(struct str top, struct str name, struct strbuf *out);

/* Find it in an index's bytes; damage ends the search. For tests. */
bool srctree_index_tail(struct str index, struct str name, struct strbuf *out);

#endif
