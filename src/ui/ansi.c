/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/ansi.h"

static bool
look_equal(struct look a, struct look b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

/* Append ";38;5;12" for one of 256 colours, ";32" or ";92" for one of 16. */
static void
put_color(struct strbuf *out, int color, int base)
{
	if (color < 0)
		return;
	if (color < 8)
		strbuf_addf(out, ";%d", base + color);
	else if (color < 16)
		strbuf_addf(out, ";%d", base + 60 + color - 8);
	else
		strbuf_addf(out, ";%d;5;%d", base + 8, color);
}

void
ansi_put(struct strbuf *out, const struct grid *g, int from, int to,
	const struct scheme *scheme)
{
	for (int row = from; row < to; row++) {
		if (scheme->level == LEVEL_MONO) {
			grid_row_text(g, row, out);
			strbuf_addch(out, '\n');
		} else {
			static const struct look plain = { .fg = -1, .bg = -1 };
			struct look now = plain;
			int end = g->cols;

			while (end > 0) {
				const struct cell *cell =
					grid_at(g, row, end - 1);
				struct look look = color_look(scheme, cell);

				if (cell->len != 1 || cell->text[0] != ' ' ||
					look.bg >= 0 ||
					(look.attr &
						(LOOK_REVERSE |
							LOOK_UNDERLINE)) != 0)
					break;
				end--;
			}
			for (int col = 0; col < end; col++) {
				const struct cell *cell = grid_at(g, row, col);
				struct look look = color_look(scheme, cell);

				if (cell->len == 0)
					continue;
				if (!look_equal(look, now)) {
					strbuf_addstr(out, "\033[0");
					if (look.attr & LOOK_BOLD)
						strbuf_addstr(out, ";1");
					if (look.attr & LOOK_UNDERLINE)
						strbuf_addstr(out, ";4");
					if (look.attr & LOOK_REVERSE)
						strbuf_addstr(out, ";7");
					put_color(out, look.fg, 30);
					put_color(out, look.bg, 40);
					strbuf_addch(out, 'm');
				}
				now = look;
				strbuf_add(
					out, str_from(cell->text, cell->len));
			}
			if (!look_equal(now, plain))
				strbuf_addstr(out, "\033[0m");
			strbuf_addch(out, '\n');
		}
	}
}

/* ---- The clipboard ---- */

bool
osc52_put(struct strbuf *out, struct str text)
{
	static const char digit[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789+/";

	if (text.n > OSC52_MAX)
		return false;
	strbuf_addstr(out, "\033]52;c;");
	/* Three bytes become four base64 digits; '=' pads the last group. */
	for (; text.n > 0; text = str_skip(text, 3)) {
		uint32_t v = 0;

		for (size_t i = 0; i < 3; i++)
			v = v << 8 |
				(i < text.n ? (unsigned char)text.p[i] : 0);
		for (size_t i = 0; i < 4; i++)
			strbuf_addch(out,
				i > text.n ? '='
					   : digit[v >> (18 - 6 * i) & 63]);
	}
	strbuf_addch(out, '\a');
	return true;
}

void
screen_pass(struct strbuf *out, struct str bytes)
{
	enum { PIECE = 512 };

	while (bytes.n > 0) {
		size_t n = bytes.n < PIECE ? bytes.n : PIECE;

		strbuf_add3(out, "\033P", str_sub(bytes, 0, n), "\033\\");
		bytes = str_skip(bytes, n);
	}
}
