/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8 and columns: see utf8.h. */
#include "config.h"

#include "base/utf8.h"

#include <wchar.h>

#include "base/banned.h"

/* Bytes that follow a lead byte, or -1 for a byte that cannot lead. */
static int
trail_bytes(unsigned char c)
{
	if (c < 0x80)
		return 0;
	if (c >= 0xC2 && c <= 0xDF)
		return 1;
	if (c >= 0xE0 && c <= 0xEF)
		return 2;
	if (c >= 0xF0 && c <= 0xF4)
		return 3;
	return -1;
}

size_t
utf8_decode(struct str s, uint32_t *cp)
{
	static const unsigned char lead_mask[] = { 0x7F, 0x1F, 0x0F, 0x07 };
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	unsigned char c = (unsigned char)s.p[0];
	int trail = trail_bytes(c);
	uint32_t v;

	*cp = UTF8_BAD;
	if (trail < 0 || s.n < (size_t)trail + 1)
		return 1;
	v = c & lead_mask[trail];
	for (int i = 1; i <= trail; i++) {
		unsigned char t = (unsigned char)s.p[i];

		if ((t & 0xC0) != 0x80)
			return 1;
		v = v << 6 | (t & 0x3F);
	}
	if (v < least[trail] || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF))
		return 1;
	*cp = v;
	return (size_t)trail + 1;
}

size_t
utf8_encode(uint32_t cp, char out[4])
{
	if (cp < 0x80) {
		out[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = (char)(0xC0 | cp >> 6);
		out[1] = (char)(0x80 | (cp & 0x3F));
		return 2;
	}
	if (cp < 0x10000) {
		out[0] = (char)(0xE0 | cp >> 12);
		out[1] = (char)(0x80 | (cp >> 6 & 0x3F));
		out[2] = (char)(0x80 | (cp & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | cp >> 18);
	out[1] = (char)(0x80 | (cp >> 12 & 0x3F));
	out[2] = (char)(0x80 | (cp >> 6 & 0x3F));
	out[3] = (char)(0x80 | (cp & 0x3F));
	return 4;
}

int
utf8_width(uint32_t cp)
{
	if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0))
		return -1;
	if (cp < 0x7F)
		return 1;
	return wcwidth((wchar_t)cp);
}

/* Invisible characters that change the look of their neighbours. */
static bool
is_dropped(uint32_t cp)
{
	return (cp >= 0x200B && cp <= 0x200F) || /* joiners, marks */
		(cp >= 0x202A && cp <= 0x202E) || /* direction overrides */
		(cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF || cp == 0xAD ||
		(cp >= 0xFE00 && cp <= 0xFE0F) ||
		(cp >= 0xE0000 && cp <= 0xE0FFF);
}

static void
cell_set(struct utf8_cell *cell, uint32_t cp, int width)
{
	cell->len = (uint8_t)utf8_encode(cp, cell->text);
	cell->text[cell->len] = '\0';
	cell->width = (uint8_t)width;
}

/* Add the combining marks that follow to the cell, as far as they fit. */
static void
take_marks(struct str s, size_t *at, struct utf8_cell *cell)
{
	while (*at < s.n) {
		uint32_t cp;
		char enc[4];
		size_t used = utf8_decode(str_skip(s, *at), &cp), n;

		if (cp < 0x80 || cp == UTF8_BAD)
			return;
		if (!is_dropped(cp)) {
			if (utf8_width(cp) != 0)
				return;
			n = utf8_encode(cp, enc);
			if (cell->len + n <= UTF8_CELL_MAX) {
				memcpy(cell->text + cell->len, enc, n);
				cell->len = (uint8_t)(cell->len + n);
				cell->text[cell->len] = '\0';
			}
		}
		*at += used;
	}
}

bool
utf8_next(struct str s, size_t *at, bool ascii, struct utf8_cell *cell)
{
	uint32_t cp;
	int width;

	do {
		if (*at >= s.n)
			return false;
		*at += utf8_decode(str_skip(s, *at), &cp);
	} while (is_dropped(cp));
	if (cp < 0x7F && cp >= 0x20) {
		cell_set(cell, cp, 1);
		if (*at < s.n && (unsigned char)s.p[*at] >= 0x80 && !ascii)
			take_marks(s, at, cell);
		return true;
	}
	if (ascii) {
		cell_set(cell, '?', 1);
		return true;
	}
	width = utf8_width(cp);
	if (width < 0) {
		cell_set(cell, UTF8_BAD, 1);
		return true;
	}
	if (width == 0) {
		/* A mark without a base gets a dotted circle to stand on. */
		cell_set(cell, 0x25CC, 1);
		*at -= utf8_encode(cp, (char[4]){ 0 });
	} else {
		cell_set(cell, cp, width);
	}
	take_marks(s, at, cell);
	return true;
}

int
utf8_columns(struct str s, bool ascii)
{
	struct utf8_cell cell;
	size_t at = 0;
	int columns = 0;

	while (utf8_next(s, &at, ascii, &cell))
		columns += cell.width;
	return columns;
}

void
utf8_put(struct strbuf *out, struct str s, bool ascii, int max)
{
	struct utf8_cell cell;
	size_t at = 0;
	int columns = 0;

	while (utf8_next(s, &at, ascii, &cell)) {
		columns += cell.width;
		if (max >= 0 && columns > max)
			return;
		strbuf_add(out, str_from(cell.text, cell.len));
	}
}
