/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of text to page through. */
#include "prelude.h"

#include "present/page.h"

#include "engine/regexp.h"
#include "present/list.h"

enum { TAB = 8 };

void
page_draw(struct grid *g, struct rect r, const struct page *p)
{
	for (int i = 0; i < r.rows; i++) {
		struct rect line = { r.row + i, r.col, 1, r.cols };
		size_t k = p->first + (size_t)i;
		enum style style =
			k == p->found ? STYLE_CURSOR_ROW : STYLE_NORMAL;

		if (k >= p->n)
			break;
		if (k == p->found)
			grid_fill(g, line, STR(" "), style);
		grid_put_skip(
			g, line.row, r.col, r.cols, p->line[k], p->skip, style);
		if (p->match != NULL && bits_get(p->match, k)) {
			struct str s = p->line[k];
			size_t from, to = 0;

			/* Mark the matches in the line. */
			while (regexp_next(p->word, s, &from, &to)) {
				int col = utf8_columns(
					str_sub(s, 0, from), g->ascii);
				int end = col +
					utf8_columns(
						str_sub(s, from, to), g->ascii);

				for (col = col < p->skip ? p->skip : col;
					col < end && col - p->skip < line.cols;
					col++)
					grid_at(g, line.row,
						line.col + col - p->skip)
						->style = STYLE_MATCH;
				to += to == from; /* skip an empty match */
			}
		}
	}
}

size_t
page_first(const struct page *p, int64_t first, int rows)
{
	return list_scroll(first < 0 ? 0 : (size_t)first, p->n, p->n, rows);
}

static size_t
page_end_of(const struct page *p, int rows)
{
	size_t end = p->first + (size_t)(rows > 0 ? rows : 0);

	return end < p->n ? end : p->n;
}

void
page_where(struct strbuf *out, const struct page *p, int rows)
{
	if (p->n == 0)
		strbuf_addstr(out, "empty");
	else
		strbuf_addf(out, "lines %zu-%zu of %zu", p->first + 1,
			page_end_of(p, rows), p->n);
	if (p->skip > 0)
		strbuf_addf(out, "  from column %d", p->skip + 1);
}

void
page_far(struct strbuf *out, const struct page *p, int rows)
{
	size_t end = page_end_of(p, rows);

	if (p->first == 0 && end == p->n)
		strbuf_addstr(out, "all");
	else if (end == p->n)
		strbuf_addstr(out, "end");
	else if (p->first == 0)
		strbuf_addstr(out, "top");
	else
		strbuf_addf(out, "%zu%%", end * 100 / p->n);
}

void
page_expand(struct strbuf *out, struct str line)
{
	int col = 0;

	while (line.p != NULL) {
		struct str part = str_cut(&line, '\t');

		strbuf_add(out, part);
		col += utf8_columns(part, false);
		if (line.p == NULL)
			break;
		strbuf_addn(out, ' ', (size_t)(TAB - col % TAB));
		col += TAB - col % TAB;
	}
}
