/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns and lines of the inspector: see inspectwrite.h. */
#include "config.h"

#include "present/inspectwrite.h"

#include <string.h>

#include "base/utf8.h"

#include "base/banned.h"

int
write_columns(const struct writer *w)
{
	return utf8_columns(strbuf_str(&w->text), w->of->ascii);
}

void
write_end(struct writer *w, bool heading)
{
	struct strbuf cut = STRBUF_INIT;
	struct inspector_line line = { .heading = heading };
	struct str text = strbuf_str(&w->text);

	while (text.n > 0 && text.p[text.n - 1] == ' ')
		text.n--;
	if (utf8_columns(text, w->of->ascii) > w->cols) {
		utf8_put(&cut, text, w->of->ascii, w->cols - 1);
		strbuf_addc(&cut, w->of->ascii ? "~" : "\xE2\x80\xA6");
		text = strbuf_str(&cut);
	}
	line.text = arena_str(w->arena, text);
	vec_push(&w->line, line);
	strbuf_reset(&w->text);
	strbuf_free(&cut);
}

void
write_heading(struct writer *w, const char *text)
{
	write_end(w, false);
	strbuf_addc(&w->text, text);
	write_end(w, true);
}

void
write_pad(struct writer *w, int to)
{
	int n = to - write_columns(w);

	if (n > 0)
		strbuf_addn(&w->text, ' ', (size_t)n);
}

void
write_label(struct writer *w, const char *name)
{
	strbuf_addc(&w->text, name);
	write_pad(w, LABEL_COLS);
}

void
write_long(struct writer *w, const char *name, struct str text)
{
	int room = w->cols - LABEL_COLS, used = 0;
	struct utf8_cell cell;
	size_t at = 0;

	if (text.n == 0)
		return;
	write_label(w, name);
	while (utf8_next(text, &at, w->of->ascii, &cell)) {
		if (used + cell.width > room) {
			write_end(w, false);
			write_label(w, "");
			used = 0;
		}
		strbuf_add(&w->text, str_from(cell.text, cell.len));
		used += cell.width;
	}
	write_end(w, false);
}

void
write_percent(struct writer *w, int64_t value, int64_t whole, int width)
{
	size_t from = w->text.n;

	(void)percent_put(&w->text, value, whole);
	strbuf_pad_left(&w->text, from, width);
}

void
write_value(
	struct writer *w, const struct numbers *n, int64_t value, int64_t whole)
{
	size_t from = w->text.n;

	number_put(&w->text, n, value);
	strbuf_pad_left(&w->text, from, w->pair - 7);
	write_percent(w, value, whole, 7);
}
