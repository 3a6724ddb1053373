/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a line. */
#include "prelude.h"

#include "present/segments.h"

#include "base/utf8.h"
#include "present/caption.h"

/* Return the width of the parts with at most this rank, and set *next to the
   next lower rank. */
static int
segments_columns(
	const struct segment *part, size_t n, int rank, bool ascii, int *next)
{
	int sum = 0;

	*next = 0;
	for (size_t i = 0; i < n; i++) {
		if (part[i].text.n == 0 || part[i].rank > rank)
			continue;
		if (part[i].rank < rank && part[i].rank > *next)
			*next = part[i].rank;
		sum += (sum > 0 ? part[i].gap : 0) +
			utf8_columns(part[i].text, ascii);
	}
	return sum;
}

int
segments_draw(struct grid *g, int row, int col, int cols,
	const struct segment *part, size_t n)
{
	int rank = UINT8_MAX, next, start = col, end = col + cols;

	while (segments_columns(part, n, rank, g->ascii, &next) > cols &&
		rank > 0)
		rank = next;
	for (size_t i = 0; i < n && col < end; i++) {
		if (part[i].text.n == 0 || part[i].rank > rank)
			continue;
		for (int gap = col > start ? part[i].gap : 0;
			gap > 0 && col < end; gap--)
			col += grid_put(g, row, col, 1, STR(" "), STYLE_NORMAL);
		if (col < end)
			col += grid_put_cut(g, row, col, end - col,
				part[i].text, part[i].style);
	}
	return col < end ? col - start : cols;
}

/* ---- Words ---- */

bool
words_add(struct words *w, int gap, struct str text)
{
	int need = gap + utf8_columns(text, w->ascii);

	if (text.n == 0 || need > w->left)
		return false;
	strbuf_addn(w->out, ' ', (size_t)gap);
	strbuf_add(w->out, text);
	w->left -= need;
	return true;
}

int
words_begin(struct words *w, struct str name)
{
	int gap = w->left >= 100 ? 3 : 2;
	int room = w->left - (w->left >= 60 ? 40 : 20);
	struct strbuf cut = STRBUF_INIT;

	if (w->left >= 60) {
		strbuf_addch(w->out, ' ');
		w->left--;
	}
	if (room < 8)
		room = 8;
	text_cut(&cut, name, w->ascii, room);
	words_add(w, 0, strbuf_str(&cut));
	strbuf_free(&cut);
	return gap;
}

void
words_source(struct words *w, int gap, const struct view *v, frame_id frame)
{
	struct strbuf text = STRBUF_INIT;

	if ((v->inlined[frame] & 3) == 1)
		words_add(w, gap, STR("inlined"));
	caption_source_put(&text, v, frame, w->left > 50);
	words_add(w, gap, strbuf_str(&text));
	strbuf_free(&text);
}
