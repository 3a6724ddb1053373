/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pages of text: the visible part, and its position in the whole text.
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
#include "present/list.h"

struct page {
	const struct str *line; /* without tabs */
	size_t n;
	struct list list;         /* `at`: line of the current match */
	const struct bits *match; /* lines with a match, or NULL */
	struct regexp *word;      /* the search pattern */
};

void page_draw(struct grid *g, struct rect r, const struct page *p);
/* Append "lines 21-40 of 61  from column 9". */
void page_where(struct strbuf *out, const struct page *p, int rows);
/* Append the position: "all", "top", "end" or "43%". */
void page_far(struct strbuf *out, const struct page *p, int rows);
/* Append a line with its tabs expanded to every eighth column. */
void page_expand(struct strbuf *out, struct str line);

#endif
