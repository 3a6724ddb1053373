/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of text to page through. */
#include "prelude.h"

#include "present/page.h"

#include "engine/regexp.h"
#include "profile/ids.h"

enum { TAB = 8 };

void
page_draw(struct grid *g, struct rect r, const struct page *p)
{
	struct list_rows row = list_rows(g, r, &p->list, p->n, false);
	int skip = p->list.skip;

	/* The current match is not marked as a cursor. */
	row.at = NONE;
	while (list_next(&row)) {
		struct rect line = row.line;
		struct str s = p->line[row.i];
		bool found = row.i == p->list.at;
		enum style style = found ? STYLE_CURSOR_ROW : STYLE_NORMAL;

		if (found)
			grid_fill(g, line, STR(" "), style);
		grid_put_skip(g, line.row, r.col, r.cols, s, skip, style);
		if (p->match != NULL && bits_get(p->match, row.i)) {
			size_t from, to = 0;

			/* Mark the matches in the line. */
			while (regexp_next(p->word, s, &from, &to)) {
				int col = utf8_columns(
					str_sub(s, 0, from), g->ascii);
				int end = col +
					utf8_columns(
						str_sub(s, from, to), g->ascii);

				for (col = col < skip ? skip : col;
					col < end && col - skip < line.cols;
					col++)
					grid_at(g, line.row,
						line.col + col - skip)
						->style = STYLE_MATCH;
				to += to == from; /* skip an empty match */
			}
		}
	}
}

static size_t
page_end_of(const struct page *p, int rows)
{
	size_t end = p->list.first + (size_t)(rows > 0 ? rows : 0);

	return end < p->n ? end : p->n;
}

void
page_where(struct strbuf *out, const struct page *p, int rows)
{
	if (p->n == 0)
		strbuf_addstr(out, "empty");
	else
		strbuf_addf(out, "lines %u-%zu of %zu", p->list.first + 1,
			page_end_of(p, rows), p->n);
	if (p->list.skip > 0)
		strbuf_addf(out, "  from column %d", p->list.skip + 1);
}

void
page_far(struct strbuf *out, const struct page *p, int rows)
{
	size_t end = page_end_of(p, rows);

	if (p->list.first == 0 && end == p->n)
		strbuf_addstr(out, "all");
	else if (end == p->n)
		strbuf_addstr(out, "end");
	else if (p->list.first == 0)
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
