/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A picture of a screen, as a test sees it: characters with their
 * attributes, wherever they came from (a terminal emulator, or the program's
 * grid without any terminal). Rows and columns count from 0 here; scripts
 * and messages count from 1, as people do.
 */
#ifndef FT_TESTS_SCREEN_PICTURE_H
#define FT_TESTS_SCREEN_PICTURE_H

#include "base/str.h"
#include "base/strbuf.h"

enum {
	PICTURE_BOLD = 1,
	PICTURE_UNDERLINE = 2,
	PICTURE_REVERSE = 4,
	PICTURE_BLINK = 8,
};

/* A colour: the terminal's own, an index below 256, or RGB. */
enum { PICTURE_DEFAULT = -1, PICTURE_RGB = 1 << 24 };

struct picture_cell {
	char text[28]; /* UTF-8; " " when blank, "" for the right half of a
			  wide character */
	uint8_t flags; /* PICTURE_BOLD ... */
	int32_t fg, bg;
};

struct picture {
	int rows, cols;
	struct picture_cell *cell; /* [rows * cols], owned */
	int cursor_row, cursor_col;
	bool cursor_visible;
};

#define PICTURE_INIT \
	{ \
		.cell = NULL \
	}

void picture_free(struct picture *s);
/* Give s this size, blank; memory is reused. */
void picture_clear(struct picture *s, int rows, int cols);
void picture_copy(struct picture *to, const struct picture *from);

static inline struct picture_cell *
picture_at(const struct picture *s, int row, int col)
{
	return &s->cell[row * s->cols + col];
}

/* Append the text of a row without the blanks at its end. */
void picture_row(const struct picture *s, int row, struct strbuf *out);
/* The first row at or after `from` that contains the text, or -1. */
int picture_find(const struct picture *s, int from, struct str text);
/* How often the text is on the screen; it never spans rows. */
int picture_count(const struct picture *s, struct str text);
/* The text starting in this very cell? */
bool picture_is_at(const struct picture *s, int row, int col, struct str text);

/* Equal in size and in every cell? If not, append to `why` where and how the
   first difference shows. The cursor is not compared: it may rest anywhere
   while it is hidden. */
bool picture_equal(
	const struct picture *a, const struct picture *b, struct strbuf *why);

/* Append the whole screen, framed and with row numbers, for a message. */
void picture_dump(const struct picture *s, struct strbuf *out);
/* "reverse bold fg=3": the attributes of a cell; "plain" if there are none. */
void picture_describe(const struct picture_cell *c, struct strbuf *out);

#endif
