/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns tabs into columns. */
#include "prelude.h"

#include "report/tabwriter.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"

enum { ESCAPE = 0xFF, PADDING = 1 };

/* A cell; there are millions, so it is small. */
struct tab_cell {
	size_t n;  /* bytes; a tab or line end follows */
	int width; /* width in code points; later the number of blanks before
		      the cell */
};

struct tabwriter_line {
	size_t first;      /* index of the line's first cell */
	bool ends_columns; /* the line ends with a form feed */
};

struct tabs {
	VEC(struct tab_cell) cells;
	VEC(struct tabwriter_line) lines; /* the last one is an end mark */
	size_t next;                      /* index of the next line */
	struct str rest;                  /* text from the next line on */
};

/* Return the number of code points, without the bytes around escaped text. */
static int
tabs_width_of(struct str s)
{
	int n = 0, escapes = 0;
	unsigned char bits = 0;
	bool has_only_ascii;

	for (size_t i = 0; i < s.n; i++)
		bits |= (unsigned char)s.p[i];
	has_only_ascii = bits < 0x80;
	if (has_only_ascii)
		return (int)s.n;

	for (; s.n > 0; n++) {
		uint32_t cp;

		escapes += (unsigned char)s.p[0] == ESCAPE;
		s = str_skip(s, utf8_decode(s, &cp));
	}
	return n - escapes / 2 * 2;
}

static void
add_cell(struct tabs *t, struct str text)
{
	struct tab_cell cell = { .n = text.n, .width = tabs_width_of(text) };

	vec_push(&t->cells, cell);
}

static void
tabs_add_line(struct tabs *t)
{
	struct tabwriter_line line = { .first = t->cells.n };

	vec_push(&t->lines, line);
}

/* True if a line has a cell in the column; its last cell is in no column. */
static bool
has_cell(const struct tabs *t, size_t line, size_t column)
{
	return line + 1 < t->lines.n &&
		t->lines.p[line].first + column + 1 <
		t->lines.p[line + 1].first;
}

struct tabs *
tabs_new(struct str text)
{
	struct tabs *t = xcalloc(1, sizeof(*t));
	bool more = true;
	bool escaped = false;
	size_t from = 0;

	t->rest = text;
	tabs_add_line(t);
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c == ESCAPE)
			escaped = !escaped;
		/* \t, \n, \v and \f are adjacent. */
		if (escaped || c < '\t' || c > '\f')
			continue;
		add_cell(t, str_sub(text, from, i));
		from = i + 1;
		if (c == '\t' || c == '\v')
			continue;
		t->lines.p[t->lines.n - 1].ends_columns = c == '\f';
		tabs_add_line(t);
	}
	add_cell(t, str_skip(text, from));
	tabs_add_line(t);
	for (size_t column = 0; more; column++) {
		more = false;
		for (size_t i = 0; i + 1 < t->lines.n;) {
			if (has_cell(t, i, column)) {
				size_t line = i;
				size_t end = line;
				bool ended = false;
				int width = 0;

				/* Compute the width of the column that starts
				   at this line. */
				while (!ended && has_cell(t, end, column)) {
					const struct tabwriter_line *l =
						&t->lines.p[end++];
					int w = t->cells.p[l->first + column]
							.width +
						PADDING;

					width = w > width ? w : width;
					ended = l->ends_columns;
				}
				for (; line < end; line++) {
					struct tab_cell *cell =
						&t->cells.p[t->lines.p[line]
								    .first +
							column];

					cell->width = width - cell->width;
				}
				i = end;
				more = true;
			} else {
				i++;
			}
		}
	}
	return t;
}

bool
tabs_put_line(struct tabs *t, struct strbuf *out)
{
	size_t k = t->lines.p[t->next].first;
	size_t end = t->lines.p[++t->next].first;
	bool more = t->next + 1 < t->lines.n;

	for (; k < end; k++) {
		const struct tab_cell *c = &t->cells.p[k];

		if (k + 1 < end)
			strbuf_addn(out, ' ', (size_t)c->width);
		strbuf_add(out, str_sub(t->rest, 0, c->n));
		t->rest = str_skip(t->rest, c->n + 1);
	}
	if (more)
		strbuf_addch(out, '\n');
	return more;
}

void
tabs_free(struct tabs *t)
{
	vec_free(&t->cells);
	vec_free(&t->lines);
	free(t);
}
