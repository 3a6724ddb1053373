/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text search, comparison and printing of a screen picture.
 */
#include "config.h"

#include "screen/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#include "base/banned.h"

void
screen_free(struct screen *s)
{
	free(s->cell);
	*s = (struct screen)SCREEN_INIT;
}

void
screen_clear(struct screen *s, int rows, int cols)
{
	size_t n = (size_t)rows * (size_t)cols;

	if (n > (size_t)s->rows * (size_t)s->cols || s->cell == NULL)
		s->cell = xrealloc(s->cell, n, sizeof(*s->cell));
	*s = (struct screen){ .rows = rows, .cols = cols, .cell = s->cell };
	for (size_t i = 0; i < n; i++)
		s->cell[i] = (struct screen_cell){
			.text = " ", .fg = SCREEN_DEFAULT, .bg = SCREEN_DEFAULT
		};
}

void
screen_copy(struct screen *to, const struct screen *from)
{
	size_t n = (size_t)from->rows * (size_t)from->cols;
	struct screen_cell *cell = xrealloc(to->cell, n, sizeof(*cell));

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
screen_row(const struct screen *s, int row, struct strbuf *out)
{
	size_t start = out->n;

	for (int col = 0; col < s->cols; col++)
		strbuf_addc(out, screen_at(s, row, col)->text);
	trim_end(out, start);
}

int
screen_find(const struct screen *s, int from, struct str text)
{
	struct strbuf line = STRBUF_INIT;
	int found = -1;

	for (int row = from; row < s->rows && found < 0; row++) {
		strbuf_reset(&line);
		screen_row(s, row, &line);
		if (str_find(strbuf_str(&line), text, 0) >= 0)
			found = row;
	}
	strbuf_free(&line);
	return found;
}

int
screen_count(const struct screen *s, struct str text)
{
	struct strbuf line = STRBUF_INIT;
	int n = 0;

	for (int row = 0; row < s->rows; row++) {
		ptrdiff_t at = 0;

		strbuf_reset(&line);
		screen_row(s, row, &line);
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
screen_is_at(const struct screen *s, int row, int col, struct str text)
{
	struct strbuf rest = STRBUF_INIT;
	bool is;

	if (row < 0 || row >= s->rows || col < 0 || col >= s->cols ||
		screen_at(s, row, col)->text[0] == '\0')
		return false;
	for (; col < s->cols; col++)
		strbuf_addc(&rest, screen_at(s, row, col)->text);
	is = str_starts(strbuf_str(&rest), text);
	strbuf_free(&rest);
	return is;
}

static void
describe_colour(const char *what, int32_t colour, struct strbuf *out)
{
	if (colour >= SCREEN_RGB)
		strbuf_addf(out, " %s=#%06x", what,
			(unsigned)(colour & (SCREEN_RGB - 1)));
	else if (colour != SCREEN_DEFAULT)
		strbuf_addf(out, " %s=%d", what, (int)colour);
}

void
screen_describe(const struct screen_cell *c, struct strbuf *out)
{
	struct strbuf b = STRBUF_INIT;

	if (c->flags & SCREEN_REVERSE)
		strbuf_addc(&b, " reverse");
	if (c->flags & SCREEN_BOLD)
		strbuf_addc(&b, " bold");
	if (c->flags & SCREEN_UNDERLINE)
		strbuf_addc(&b, " underline");
	if (c->flags & SCREEN_BLINK)
		strbuf_addc(&b, " blink");
	describe_colour("fg", c->fg, &b);
	describe_colour("bg", c->bg, &b);
	if (b.n == 0)
		strbuf_addc(&b, " plain");
	strbuf_add(out, str_skip(strbuf_str(&b), 1));
	strbuf_free(&b);
}

static bool
cell_equal(const struct screen_cell *a, const struct screen_cell *b)
{
	return strcmp(a->text, b->text) == 0 && a->flags == b->flags &&
		a->fg == b->fg && a->bg == b->bg;
}

static void
explain(const struct screen *a, const struct screen *b, int row, int col,
	struct strbuf *why)
{
	const struct screen_cell *x = screen_at(a, row, col);
	const struct screen_cell *y = screen_at(b, row, col);

	strbuf_addf(
		why, "row %d column %d is \"%s\" (", row + 1, col + 1, y->text);
	screen_describe(y, why);
	strbuf_addf(why, "), not \"%s\" (", x->text);
	screen_describe(x, why);
	strbuf_addc(why, ")\n  expected |");
	screen_row(a, row, why);
	strbuf_addc(why, "\n  seen     |");
	screen_row(b, row, why);
	strbuf_addch(why, '\n');
}

bool
screen_equal(const struct screen *a, const struct screen *b, struct strbuf *why)
{
	if (a->rows != b->rows || a->cols != b->cols) {
		strbuf_addf(why, "size is %dx%d, not %dx%d\n", b->cols, b->rows,
			a->cols, a->rows);
		return false;
	}
	for (int row = 0; row < a->rows; row++) {
		for (int col = 0; col < a->cols; col++) {
			if (cell_equal(screen_at(a, row, col),
				    screen_at(b, row, col)))
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
	strbuf_addc(out, "     +");
	for (int col = 1; col <= cols; col++)
		strbuf_addch(
			out, col % 10 == 0 ? '0' + (char)(col / 10 % 10) : '-');
	strbuf_addc(out, "+\n");
}

void
screen_dump(const struct screen *s, struct strbuf *out)
{
	dump_rule(s->cols, out);
	for (int row = 0; row < s->rows; row++) {
		strbuf_addf(out, "%4d |", row + 1);
		for (int col = 0; col < s->cols; col++)
			strbuf_addc(out, screen_at(s, row, col)->text);
		strbuf_addc(out, "|\n");
	}
	dump_rule(s->cols, out);
	strbuf_addf(out, "     cursor %s at row %d column %d\n",
		s->cursor_visible ? "shown" : "hidden", s->cursor_row + 1,
		s->cursor_col + 1);
}
