/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A picture of a screen, as a test sees it: characters with their
 * attributes, wherever they came from (a terminal emulator, or the program's
 * grid without any terminal). Rows and columns count from 0 here; scripts
 * and messages count from 1, as people do.
 */
#ifndef FT_TESTS_SCREEN_SCREEN_H
#define FT_TESTS_SCREEN_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/strbuf.h"

enum {
	SCREEN_BOLD = 1,
	SCREEN_UNDERLINE = 2,
	SCREEN_REVERSE = 4,
	SCREEN_BLINK = 8,
};

/* A colour: the terminal's own, an index below 256, or RGB. */
enum { SCREEN_DEFAULT = -1, SCREEN_RGB = 1 << 24 };

struct screen_cell {
	char text[28]; /* UTF-8; " " when blank, "" for the right half of a
			  wide character */
	uint8_t flags; /* SCREEN_BOLD ... */
	int32_t fg, bg;
};

struct screen {
	int rows, cols;
	struct screen_cell *cell; /* [rows * cols], owned */
	int cursor_row, cursor_col;
	bool cursor_visible;
};

#define SCREEN_INIT \
	{ \
		.cell = NULL \
	}

void screen_free(struct screen *s);
/* Give s this size, blank; memory is reused. */
void screen_clear(struct screen *s, int rows, int cols);
void screen_copy(struct screen *to, const struct screen *from);

static inline struct screen_cell *
screen_at(const struct screen *s, int row, int col)
{
	return &s->cell[row * s->cols + col];
}

/* Append the text of a row without the blanks at its end. */
void screen_row(const struct screen *s, int row, struct strbuf *out);
/* The first row at or after `from` that contains the text, or -1. */
int screen_find(const struct screen *s, int from, struct str text);
/* How often the text is on the screen; it never spans rows. */
int screen_count(const struct screen *s, struct str text);
/* The text starting in this very cell? */
bool screen_is_at(const struct screen *s, int row, int col, struct str text);

/* Equal in size and in every cell? If not, append to `why` where and how the
   first difference shows. The cursor is not compared: it may rest anywhere
   while it is hidden. */
bool screen_equal(
	const struct screen *a, const struct screen *b, struct strbuf *why);

/* Append the whole screen, framed and with row numbers, for a message. */
void screen_dump(const struct screen *s, struct strbuf *out);
/* "reverse bold fg=3": what is special about a cell; "plain" if nothing. */
void screen_describe(const struct screen_cell *c, struct strbuf *out);

#endif
