/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns from tabs: see tabs.h. */
#include "config.h"

#include "report/tabs.h"

#include "base/utf8.h"
#include "base/vec.h"

#include "base/banned.h"

enum { ESCAPE = 0xFF, PADDING = 1 };

struct tab_cell {
	struct str text;
	int width;  /* code points */
	int column; /* its column's width, once that is known; 0 for the last
		       cell of a line, which is in none */
};

struct line {
	size_t first, n;   /* of its cells */
	bool ends_columns; /* a form feed ended it */
};

struct table {
	VEC(struct tab_cell) cells;
	VEC(struct line) lines;
};

/* Code points but for the two bytes around what is escaped. */
static int
tabs_width_of(struct str s)
{
	int n = 0, escapes = 0;

	for (; s.n > 0; n++) {
		uint32_t cp;

		escapes += (unsigned char)s.p[0] == ESCAPE;
		s = str_skip(s, utf8_decode(s, &cp));
	}
	return n - escapes / 2 * 2;
}

static void
add_cell(struct table *t, struct str text)
{
	struct tab_cell cell = { .text = text, .width = tabs_width_of(text) };

	vec_push(&t->cells, cell);
	t->lines.p[t->lines.n - 1].n++;
}

static void
tabs_add_line(struct table *t)
{
	struct line line = { .first = t->cells.n };

	vec_push(&t->lines, line);
}

static void
tabs_split(struct table *t, struct str text)
{
	bool escaped = false;
	size_t from = 0;

	tabs_add_line(t);
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c == ESCAPE)
			escaped = !escaped;
		if (escaped || strchr("\t\v\n\f", c) == NULL || c == '\0')
			continue;
		add_cell(t, str_sub(text, from, i));
		from = i + 1;
		if (c == '\t' || c == '\v')
			continue;
		t->lines.p[t->lines.n - 1].ends_columns = c == '\f';
		tabs_add_line(t);
	}
	add_cell(t, str_skip(text, from));
}

/* The last cell of a line is in no column. */
static bool
has_cell(const struct table *t, size_t line, size_t column)
{
	return line < t->lines.n && column + 1 < t->lines.p[line].n;
}

/* The width of the column that starts at this line, for all its cells.
   Returns the line behind it. */
static size_t
set_width(struct table *t, size_t line, size_t column)
{
	size_t end = line;
	bool ended = false;
	int width = 0;

	while (!ended && has_cell(t, end, column)) {
		const struct line *l = &t->lines.p[end++];
		int w = t->cells.p[l->first + column].width + PADDING;

		width = w > width ? w : width;
		ended = l->ends_columns;
	}
	for (; line < end; line++)
		t->cells.p[t->lines.p[line].first + column].column = width;
	return end;
}

static void
tabs_put(const struct table *t, struct strbuf *out)
{
	for (size_t i = 0; i < t->lines.n; i++) {
		const struct line *l = &t->lines.p[i];

		if (i > 0)
			strbuf_addch(out, '\n');
		for (size_t k = 0; k < l->n; k++) {
			const struct tab_cell *c = &t->cells.p[l->first + k];

			if (c->width < c->column)
				strbuf_addn(out, ' ',
					(size_t)(c->column - c->width));
			strbuf_add(out, c->text);
		}
	}
}

void
tabs_align(struct str text, struct strbuf *out)
{
	struct table t = { .cells = { 0 } };
	bool more = true;

	tabs_split(&t, text);
	for (size_t column = 0; more; column++) {
		more = false;
		for (size_t i = 0; i < t.lines.n;) {
			if (has_cell(&t, i, column)) {
				i = set_width(&t, i, column);
				more = true;
			} else {
				i++;
			}
		}
	}
	tabs_put(&t, out);
	vec_free(&t.cells);
	vec_free(&t.lines);
}
