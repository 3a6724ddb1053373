/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells and lines: see sound.h; sums are in sound_sums.c. */
#include "prelude.h"

#include "pty/sound.h"

#include "base/str.h"
#include "base/xalloc.h"

/* Lines from a prompt with a mistake on, and from a long message on, which
   takes two of the panes' lines. */
enum { PROMPT = 4, MESSAGE = 5 };

static bool
offence(struct strbuf *why, const char *what, int row, int col)
{
	strbuf_addf(why, "%s at row %d, column %d", what, row + 1, col + 1);
	return false;
}

bool
sound_cells(const struct picture *p, struct strbuf *why)
{
	for (int row = 0; row < p->rows; row++) {
		for (int col = 0; col < p->cols; col++) {
			struct str text = str_c(picture_at(p, row, col)->text);
			bool half = text.n == 0;

			/* The right half of something. */
			if (half &&
				(col == 0 ||
					picture_at(p, row, col - 1)->text[0] ==
						'\0'))
				return offence(
					why, "half a character", row, col);
			if (!half &&
				((unsigned char)text.p[0] < ' ' ||
					text.p[0] == '\177'))
				return offence(
					why, "a control character", row, col);
		}
	}
	return true;
}

static bool
is(const struct picture *p, int row, int col, const char *texts)
{
	const char *text;
	const char *at;

	if (row < 0 || col < 0 || row >= p->rows || col >= p->cols)
		return false;
	text = picture_at(p, row, col)->text;
	/* ASCII is no part of any of these, so a whole character matches. */
	at = text[0] == '\0' ? NULL : strstr(texts, text);
	return at != NULL && (unsigned char)text[0] >= 0x80;
}

/* ---- boxes ---- */

/* The cells covered by a complete box: no other box is visible there. */
struct cover {
	const struct picture *p;
	bool *covered; /* [rows * cols] */
};

static bool
is_covered(const struct cover *c, int row, int col)
{
	return row < c->p->rows && col < c->p->cols &&
		c->covered[row * c->p->cols + col];
}

static bool
may_be(const struct cover *c, int row, int col, const char *texts)
{
	return is_covered(c, row, col) || is(c->p, row, col, texts);
}

static bool
begins_box(const struct picture *p, int row, int col)
{
	return is(p, row, col, "┌") && is(p, row, col + 1, "─");
}

/* The column of the corner that ends the row in which a box begins: those of
   boxes over it are in pairs. -1: it is not a box; or covered. */
static int
right_corner(const struct cover *c, int row, int col)
{
	int depth = 1;

	if (!begins_box(c->p, row, col) || is_covered(c, row, col))
		return -1;
	for (int at = col + 1; at < c->p->cols; at++) {
		if (is_covered(c, row, at))
			continue;
		if (is(c->p, row, at, "┌"))
			depth++;
		if (is(c->p, row, at, "┐") && --depth == 0)
			return at;
	}
	return -1;
}

struct fault {
	const char *what; /* NULL: none */
	int row, col;
};

/* Down from the corner at the top left, and along the end. A corner that is
   covered ends nothing: what is below it is not looked at. */
static struct fault
check_box(struct cover *c, int row, int col, int right)
{
	const char *open = "a box is open", *corner = "a box has no corner";
	int r = row + 1;

	for (; may_be(c, r, col, "│") &&
		(is_covered(c, r, right) || !is(c->p, r, right, "┘"));
		r++)
		if (!may_be(c, r, right, "│▴▾▲▼█▓░"))
			return (struct fault){ open, r, right };
	if (r >= c->p->rows)
		return (struct fault){ corner, r - 1, col };
	if (!may_be(c, r, col, "└"))
		return is_covered(c, r - 1, col)
			? (struct fault){ NULL, r, right }
			: (struct fault){ corner, r, col };
	if (!may_be(c, r, right, "┘"))
		return (struct fault){ corner, r, right };
	for (int at = col + 1; at < right; at++)
		if (!may_be(c, r, at, "─"))
			return (struct fault){ open, r, at };
	return (struct fault){ NULL, r, right };
}

static void
cover(struct cover *c, int row, int col, int last_row, int last_col)
{
	for (int r = row; r <= last_row && r < c->p->rows; r++)
		for (int at = col; at <= last_col; at++)
			c->covered[r * c->p->cols + at] = true;
}

/* Another one within: whatever is on top comes first. */
static bool
has_inner(const struct cover *c, int row, int col, const struct fault *end)
{
	for (int r = row; r <= end->row && r < c->p->rows; r++)
		for (int at = col; at < end->col; at++)
			if ((r != row || at != col) &&
				right_corner(c, r, at) >= 0)
				return true;
	return false;
}

/* Take the whole boxes off, again and again; what is left is at fault. */
static bool
check_boxes(struct cover *c, struct strbuf *why)
{
	struct fault first;
	bool more = true;

	while (more) {
		more = false;
		first.what = NULL;
		for (int row = 0; row < c->p->rows; row++) {
			for (int col = 0; col < c->p->cols; col++) {
				int right = right_corner(c, row, col);
				struct fault f;

				if (right < 0)
					continue;
				f = check_box(c, row, col, right);
				if (f.what == NULL &&
					has_inner(c, row, col, &f))
					continue;
				if (f.what == NULL) {
					cover(c, row, col, f.row, f.col);
					more = true;
				} else if (first.what == NULL) {
					first = f;
				}
			}
		}
	}
	return first.what == NULL ||
		offence(why, first.what, first.row, first.col);
}

bool
sound_has_boxes(const struct picture *p)
{
	bool ascii = true;

	for (int row = 0; row < p->rows; row++)
		for (int col = 0; col < p->cols; col++) {
			if (begins_box(p, row, col) && row > 0)
				return true;
			if (is(p, row, col, "─"))
				ascii = false;
		}
	return ascii && picture_find(p, 0, STR("+- ")) >= 0;
}

/* ---- borders of panes ---- */

/* Down from where a line between panes begins. */
static bool
check_border(const struct picture *p, int row, int col, struct strbuf *why)
{
	int r = row + 1;

	while (is(p, r, col, "│├┤┼"))
		r++;
	if (r == row + 1)
		return offence(why, "a border ends at once", r, col);
	/* A remark may stand in the last rule, over the joint, and a message
	   of several lines on it; on a small screen there is no such rule. */
	if (!is(p, r, col, "┴") && !is(p, r, 0, "─") && r < p->rows - MESSAGE)
		return offence(why, "a border ends in nothing", r, col);
	return true;
}

static bool
check_borders(const struct picture *p, struct strbuf *why)
{
	for (int row = 0; row < p->rows; row++) {
		for (int col = 0; col < p->cols; col++) {
			if (is(p, row, col, "┬") &&
				!check_border(p, row, col, why))
				return false;
			if (is(p, row, col, "├┼") && !is(p, row, col + 1, "─"))
				return offence(
					why, "no line goes right", row, col);
			if (is(p, row, col, "┴├┼┤") &&
				!is(p, row - 1, col, "│├┤┼┬┌"))
				return offence(
					why, "no line comes down", row, col);
		}
	}
	return true;
}

bool
sound_lines(const struct picture *p, struct strbuf *why)
{
	struct cover c = { .p = p };
	bool ok;

	/* The completions of a prompt cover everything. */
	if (p->cursor_visible && p->cursor_row >= p->rows - PROMPT)
		return true;
	c.covered = xcalloc((size_t)p->rows, (size_t)p->cols * sizeof(bool));
	ok = check_boxes(&c, why);
	free(c.covered);
	/* Boxes, and what hangs from a prompt, hide parts of borders. */
	return ok &&
		(sound_has_boxes(p) || p->cursor_visible ||
			check_borders(p, why));
}
