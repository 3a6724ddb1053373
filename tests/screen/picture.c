/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text search, comparison and printing of a screen picture.
 */
#include "prelude.h"

#include "screen/picture.h"

#include "base/xalloc.h"

void
picture_free(struct picture *s)
{
	free(s->cell);
	*s = (struct picture)PICTURE_INIT;
}

void
picture_clear(struct picture *s, int rows, int cols)
{
	size_t n = (size_t)rows * (size_t)cols;

	if (n > (size_t)s->rows * (size_t)s->cols || s->cell == NULL)
		s->cell = xrealloc(s->cell, n, sizeof(*s->cell));
	*s = (struct picture){ .rows = rows, .cols = cols, .cell = s->cell };
	for (size_t i = 0; i < n; i++)
		s->cell[i] = (struct picture_cell){ .text = " ",
			.fg = PICTURE_DEFAULT,
			.bg = PICTURE_DEFAULT };
}

void
picture_copy(struct picture *to, const struct picture *from)
{
	size_t n = (size_t)from->rows * (size_t)from->cols;
	struct picture_cell *cell = xrealloc(to->cell, n, sizeof(*cell));

	memcpy(cell, from->cell, n * sizeof(*cell));
	*to = *from;
	to->cell = cell;
}

static void
trim_end(struct strbuf *out, size_t start)
{
	size_t n = out->n;

	while (n > start && out->p[n - 1] == ' ')
		n--;
	strbuf_cut(out, n);
}

void
picture_row(const struct picture *s, int row, struct strbuf *out)
{
	size_t start = out->n;

	for (int col = 0; col < s->cols; col++)
		strbuf_addstr(out, picture_at(s, row, col)->text);
	trim_end(out, start);
}

int
picture_find(const struct picture *s, int from, struct str text)
{
	struct strbuf line = STRBUF_INIT;
	int found = -1;

	for (int row = from; row < s->rows && found < 0; row++) {
		strbuf_reset(&line);
		picture_row(s, row, &line);
		if (str_find(strbuf_str(&line), text, 0) >= 0)
			found = row;
	}
	strbuf_free(&line);
	return found;
}

int
picture_count(const struct picture *s, struct str text)
{
	struct strbuf line = STRBUF_INIT;
	int n = 0;

	for (int row = 0; row < s->rows; row++) {
		ptrdiff_t at = 0;

		strbuf_reset(&line);
		picture_row(s, row, &line);
		while ((at = str_find(strbuf_str(&line), text, (size_t)at)) >=
			0) {
			n++;
			at += (ptrdiff_t)text.n;
		}
	}
	strbuf_free(&line);
	return n;
}

bool
picture_is_at(const struct picture *s, int row, int col, struct str text)
{
	struct strbuf rest = STRBUF_INIT;
	bool is;

	if (row < 0 || row >= s->rows || col < 0 || col >= s->cols ||
		picture_at(s, row, col)->text[0] == '\0')
		return false;
	for (; col < s->cols; col++)
		strbuf_addstr(&rest, picture_at(s, row, col)->text);
	is = str_starts(strbuf_str(&rest), text);
	strbuf_free(&rest);
	return is;
}

static void
describe_colour(const char *what, int32_t colour, struct strbuf *out)
{
	if (colour >= PICTURE_RGB)
		strbuf_addf(out, " %s=#%06x", what,
			(unsigned)(colour & (PICTURE_RGB - 1)));
	else if (colour != PICTURE_DEFAULT)
		strbuf_addf(out, " %s=%d", what, (int)colour);
}

void
picture_describe(const struct picture_cell *c, struct strbuf *out)
{
	struct strbuf b = STRBUF_INIT;

	if (c->flags & PICTURE_REVERSE)
		strbuf_addstr(&b, " reverse");
	if (c->flags & PICTURE_BOLD)
		strbuf_addstr(&b, " bold");
	if (c->flags & PICTURE_UNDERLINE)
		strbuf_addstr(&b, " underline");
	if (c->flags & PICTURE_BLINK)
		strbuf_addstr(&b, " blink");
	describe_colour("fg", c->fg, &b);
	describe_colour("bg", c->bg, &b);
	if (b.n == 0)
		strbuf_addstr(&b, " plain");
	strbuf_add(out, str_skip(strbuf_str(&b), 1));
	strbuf_free(&b);
}

static bool
cell_equal(const struct picture_cell *a, const struct picture_cell *b)
{
	return strcmp(a->text, b->text) == 0 && a->flags == b->flags &&
		a->fg == b->fg && a->bg == b->bg;
}

static void
explain(const struct picture *a, const struct picture *b, int row, int col,
	struct strbuf *why)
{
	const struct picture_cell *x = picture_at(a, row, col);
	const struct picture_cell *y = picture_at(b, row, col);

	strbuf_addf(
		why, "row %d column %d is \"%s\" (", row + 1, col + 1, y->text);
	picture_describe(y, why);
	strbuf_addf(why, "), not \"%s\" (", x->text);
	picture_describe(x, why);
	strbuf_addstr(why, ")\n  expected |");
	picture_row(a, row, why);
	strbuf_addstr(why, "\n  seen     |");
	picture_row(b, row, why);
	strbuf_addch(why, '\n');
}

bool
picture_equal(
	const struct picture *a, const struct picture *b, struct strbuf *why)
{
	if (a->rows != b->rows || a->cols != b->cols) {
		strbuf_addf(why, "size is %dx%d, not %dx%d\n", b->cols, b->rows,
			a->cols, a->rows);
		return false;
	}
	for (int row = 0; row < a->rows; row++) {
		for (int col = 0; col < a->cols; col++) {
			if (cell_equal(picture_at(a, row, col),
				    picture_at(b, row, col)))
				continue;
			explain(a, b, row, col, why);
			return false;
		}
	}
	return true;
}

static void
dump_rule(int cols, struct strbuf *out)
{
	strbuf_addstr(out, "     +");
	for (int col = 1; col <= cols; col++) {
		char mark = '-';

		if (col % 10 == 0)
			mark = (char)('0' + col / 10 % 10);
		strbuf_addch(out, mark);
	}
	strbuf_addstr(out, "+\n");
}

void
picture_dump(const struct picture *s, struct strbuf *out)
{
	dump_rule(s->cols, out);
	for (int row = 0; row < s->rows; row++) {
		strbuf_addf(out, "%4d |", row + 1);
		for (int col = 0; col < s->cols; col++)
			strbuf_addstr(out, picture_at(s, row, col)->text);
		strbuf_addstr(out, "|\n");
	}
	dump_rule(s->cols, out);
	strbuf_addf(out, "     cursor %s at row %d column %d\n",
		s->cursor_visible ? "shown" : "hidden", s->cursor_row + 1,
		s->cursor_col + 1);
}
