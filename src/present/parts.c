/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a line: see parts.h. */
#include "config.h"

#include "present/parts.h"

#include "base/utf8.h"

#include "base/banned.h"

/* The columns of the parts whose rank is at most `rank`; *next is the
   highest rank below that one. */
static int
columns(const struct part *part, size_t n, int rank, bool ascii, int *next)
{
	int sum = 0;

	*next = 0;
	for (size_t i = 0; i < n; i++) {
		if (part[i].text.n == 0 || part[i].rank > rank)
			continue;
		if (part[i].rank < rank && part[i].rank > *next)
			*next = part[i].rank;
		sum += (sum > 0 ? part[i].gap : 0) +
			utf8_columns(part[i].text, ascii);
	}
	return sum;
}

int
parts_draw(struct grid *g, int row, int col, int cols, const struct part *part,
	size_t n)
{
	int rank = UINT8_MAX, next, start = col, end = col + cols;

	while (columns(part, n, rank, g->ascii, &next) > cols && rank > 0)
		rank = next;
	for (size_t i = 0; i < n && col < end; i++) {
		if (part[i].text.n == 0 || part[i].rank > rank)
			continue;
		for (int gap = col > start ? part[i].gap : 0;
			gap > 0 && col < end; gap--)
			col += grid_put(g, row, col, 1, STR(" "), STYLE_NORMAL);
		if (col < end)
			col += grid_put_cut(g, row, col, end - col,
				part[i].text, part[i].style);
	}
	return col < end ? col - start : cols;
}
