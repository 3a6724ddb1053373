/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists that scroll, and lines of text to page through: which part of them is
 * seen, and where that is in the whole. Pure; ui/ moves it.
 *
 *            skip
 *             |<-- cols -->|
 *     line 0  |            |
 *     first   |............|  rows
 *             |............|
 */
#ifndef FT_PRESENT_PAGE_H
#define FT_PRESENT_PAGE_H

#include "base/bits.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "present/grid.h"

struct page {
	const struct str *line; /* without tabs */
	size_t n;
	size_t first;             /* line at the top */
	int skip;                 /* columns scrolled out at the left */
	const struct bits *match; /* lines that were found, or NULL, */
	struct regexp *word;       /* by this */
	size_t found;             /* the one that was gone to; SIZE_MAX */
};

/* The first of n rows to show, `page` at a time, so that the selected one is
   visible, moving no more than needed and leaving no needless blank rows.
   selected >= n: none. */
size_t list_scroll(size_t first, size_t selected, size_t n, int page);

/* Draw into a rectangle. */
void page_draw(struct grid *g, struct rect r, const struct page *p);
/* list_scroll() to a line, which may be before the first. */
size_t page_first(const struct page *p, int64_t first, int rows);
/* "lines 21-40 of 61  from column 9". */
void page_where(struct strbuf *out, const struct page *p, int rows);
/* "all", "top", "end" or "43%". */
void page_far(struct strbuf *out, const struct page *p, int rows);
/* Append a line with its tabs as blanks, at every eighth column. */
void page_expand(struct strbuf *out, struct str line);

#endif
