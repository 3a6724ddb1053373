/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines at the bottom: see status.h. */
#include "config.h"

#include "present/status.h"

#include "base/arena.h"
#include "present/chrome.h"
#include "present/difflines.h"
#include "present/words.h"

#include "base/banned.h"

/* Columns under which there are no words beside the numbers. */
enum { NARROW = 60 };

/* "base 3.90s 13.9%" */
static void
add_value(struct words *w, int gap, const char *label, int64_t value,
	int64_t total, const struct numbers *n)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s ", label);
	value_put(&text, n, value, total);
	(void)words_add(w, gap, strbuf_str(&text));
	strbuf_free(&text);
}

static void
add_share(struct words *w, int gap, const char *label, int64_t value,
	int64_t base)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s ", label);
	if (percent_put(&text, value, base))
		(void)words_add(w, gap, str_trim(strbuf_str(&text)));
	strbuf_free(&text);
}

static int64_t
percent_base(const struct view *v)
{
	return v->w.total;
}

static void
status_of_group(struct words *w, struct plan *p, struct spot s,
	const struct zoom *z, const struct numbers *n, enum caption_mode labels)
{
	const struct view *v = plan_view(p);
	struct kids kids = plan_kids(p, (enum plan_side)s.side, s.node);
	const struct tree *t = plan_tree(p, (enum plan_side)s.side);
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	int gap;

	(void)z;
	strbuf_addf(&text, "+%u frames", s.count);
	gap = words_begin(w, strbuf_str(&text));
	add_value(w, gap, "total", spot_value(p, s), percent_base(v), n);
	for (uint32_t i = 0; i < 3 && i < s.count; i++) {
		frame_id frame = t->frame[kids.kid[s.rank + i].node];

		if (!words_add(w, i == 0 ? gap : 1,
			    caption_short(v, frame, labels, &arena)))
			break;
		if (i < 2 && i + 1 < s.count)
			(void)words_add(w, 0, STR(","));
	}
	if (s.count > 3)
		(void)words_add(w, 1, glyph_of(w->ascii, "\xE2\x80\xA6", "~"));
	(void)words_add(w, gap, STR("Enter opens them"));
	strbuf_free(&text);
	arena_free(&arena);
}

/* The longest form that leaves room for numbers. */
static struct str
fitted_name(const struct view *v, frame_id frame, enum caption_mode labels,
	int cols, bool ascii, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	struct name_forms forms;
	struct str name;

	caption_forms(&forms, v, frame, labels, arena);
	name_fit(&text, &forms, cols, ascii);
	name = arena_str(arena, strbuf_str(&text));
	strbuf_free(&text);
	return name;
}

void
status_of_spot(struct strbuf *out, struct plan *p, struct spot s,
	const struct zoom *z, const struct numbers *n, enum caption_mode labels,
	bool ascii, int cols)
{
	const struct view *v = plan_view(p);
	struct words w = { .out = out, .ascii = ascii, .left = cols };
	struct arena arena = ARENA_INIT;
	frame_id frame = spot_frame(p, s);
	int64_t value = spot_value(p, s);
	bool wide = cols >= 100;
	struct str name;
	int gap;

	if (v->is_diff) {
		diff_status_of_spot(out, p, s, n, labels, ascii, cols);
		return;
	}
	if (spot_is_group(s)) {
		status_of_group(&w, p, s, z, n, labels);
		return;
	}
	if (frame == NONE)
		name = STR("root");
	else if (cols < NARROW)
		name = fitted_name(v, frame, labels, cols / 2, ascii, &arena);
	else
		name = caption_short(v, frame, labels, &arena);
	gap = words_begin(&w, name);
	if (cols < NARROW) {
		/* "applyRules 5.70s 19.0% self 2.8%" */
		struct strbuf number = STRBUF_INIT;

		number_put(&number, n, value);
		(void)words_add(&w, 1, strbuf_str(&number));
		strbuf_free(&number);
		add_share(&w, 1, "", value, percent_base(v));
		add_share(&w, 1, "self", spot_self(p, s), percent_base(v));
		arena_free(&arena);
		return;
	}
	add_value(&w, gap, "self", spot_self(p, s), percent_base(v), n);
	add_value(&w, gap, "total", value, percent_base(v), n);
	if (!zoom_is_all(p, z) || v->w.kept != v->w.total)
		add_share(&w, gap, wide ? "of view" : "view", value,
			spot_value(p, z->at));
	if (wide && s.node != plan_root(p, (enum plan_side)s.side))
		add_share(&w, gap, "of parent", value,
			spot_value(p, spot_parent(p, s)));
	if (frame != NONE)
		words_places(&w, gap, v, frame);
	arena_free(&arena);
}

void
status_of_search(struct strbuf *out, const struct view *v,
	const struct numbers *n, uint32_t index, bool ascii)
{
	const struct found *f = &v->found;

	strbuf_addch(out, ' ');
	strbuf_add(out, glyph_of(ascii, "\xE2\x9C\xB1", "*"));
	if (f->n_nodes == 0) {
		strbuf_addc(out, " no match");
		return;
	}
	if (index > 0)
		strbuf_addf(out, " %u/%u", index, f->n_nodes);
	else
		strbuf_addf(out, " %u", f->n_nodes);
	strbuf_addf(out, " frame%s, %u function%s, ", plural(f->n_nodes),
		f->n_frames, plural(f->n_frames));
	value_put(out, n, f->value, percent_base(v));
}

void
status_draw(struct grid *g, int row, struct str text, enum style style)
{
	grid_fill(g, (struct rect){ row, 0, 1, g->cols }, STR(" "), style);
	(void)grid_put_cut(g, row, 0, g->cols, text, style);
}

/* The bytes of the line that begins a text: as many words as fit. */
static size_t
line_bytes(const struct grid *g, struct str text)
{
	size_t end = text.n;

	while (end > 0 &&
		utf8_columns(str_sub(text, 0, end), g->ascii) > g->cols - 1) {
		ptrdiff_t blank = str_rchr(str_sub(text, 0, end), ' ');

		if (blank <= 0)
			return text.n;
		end = (size_t)blank;
	}
	return end;
}

void
status_draw_whole(
	struct grid *g, int row, int most, struct str text, enum style style)
{
	struct str rest = text;
	int lines = 0;

	for (; rest.n > 0 && lines < most; lines++)
		rest = str_trim(str_skip(rest, line_bytes(g, rest)));
	for (int i = 0; i < lines; i++) {
		size_t n = i + 1 < lines ? line_bytes(g, text) : text.n;

		status_draw(g, row - lines + 1 + i, str_sub(text, 0, n), style);
		text = str_trim(str_skip(text, n));
	}
}

static struct str
hint_key(const struct grid *g, const struct hint *h)
{
	return str_c(g->ascii && h->ascii_key != NULL ? h->ascii_key : h->key);
}

void
hints_draw(struct grid *g, int row, const struct hint *hint, size_t n)
{
	int col = g->cols < 60 ? 0 : 1, gap = g->cols < 60 ? 1 : 2;

	for (size_t i = 0; i < n; i++) {
		struct str key = hint_key(g, &hint[i]);
		struct str label = str_c(hint[i].label);
		int need = utf8_columns(key, g->ascii) + 1 +
			utf8_columns(label, g->ascii);

		if (col + need > g->cols)
			break;
		col += grid_put(g, row, col, g->cols - col, key, STYLE_KEY);
		col += label.n > 0;
		col += grid_put(g, row, col, g->cols - col, label, STYLE_DIM) +
			gap;
	}
}

void
fkeys_draw(struct grid *g, int row, const struct fkey *key, size_t n)
{
	bool narrow;
	int need = 0, col = 0;

	for (size_t i = 0; i < n; i++)
		need += 5 + utf8_columns(str_c(key[i].label), g->ascii);
	narrow = need > g->cols;
	for (size_t i = 0; i < n; i++) {
		struct str label = str_c(narrow ? key[i].narrow : key[i].label);
		int digits = i + 1 < 10 ? 1 : 2, start = col;
		int width = 1 + digits + utf8_columns(label, g->ascii);

		if (col + width > g->cols)
			break;
		grid_printf(g, row, col, 1 + digits, STYLE_KEY, "F%zu", i + 1);
		col += 1 + digits;
		col += grid_put(
			g, row, col, g->cols - col, label, STYLE_KEY_LABEL);
		grid_hit(g, (struct rect){ row, start, 1, width },
			HIT_FKEY + (uint32_t)i + 1);
		col += narrow ? 1 : 2;
	}
}

static int
prompt_rows(const struct prompt_line *pl)
{
	return pl->bad ? 2 : 1;
}

/* The caret under the place, and the message beside it where there is more
   room. */
static void
put_caret(struct grid *g, int row, int col, struct str message)
{
	struct str caret = STR("^");
	int width = utf8_columns(message, g->ascii);

	(void)grid_put(g, row, col, 1, caret, STYLE_ERROR);
	if (col + 2 + width <= g->cols || col < g->cols / 2)
		(void)grid_put_cut(g, row, col + 2, g->cols - col - 2, message,
			STYLE_ERROR);
	else
		(void)grid_put_cut(g, row,
			col - 1 - width > 0 ? col - 1 - width : 0, col - 1,
			message, STYLE_ERROR);
}

void
prompt_draw(struct grid *g, int row, const struct prompt_line *pl)
{
	int col = g->cols < 60 ? 0 : 1, room, result;
	size_t from;
	enum style style = pl->bad ? STYLE_PROMPT_BAD : STYLE_PROMPT;

	grid_fill(g, (struct rect){ row, 0, prompt_rows(pl), g->cols },
		STR(" "), STYLE_NORMAL);
	if (pl->bad)
		(void)grid_put(g, row, 0, 1, STR("!"), STYLE_ERROR);
	if (pl->bad && col == 0)
		col = 1;
	col += grid_put_cut(g, row, col, g->cols / 2, pl->label, STYLE_KEY) + 1;
	result = utf8_columns(pl->result, g->ascii);
	room = g->cols - col;
	/* the result gives way to the text, not the other way round */
	if (result > 0 &&
		utf8_columns(pl->text, g->ascii) + 2 + result < room) {
		grid_put_right(g, row, col, room - 1, pl->result, STYLE_DIM);
		room -= result + 2;
	}
	/* The cursor is seen, behind the text before it. */
	from = utf8_end(
		str_sub(pl->text, 0, pl->cursor), g->ascii, room - 1);
	(void)grid_put(g, row, col, room, str_skip(pl->text, from), style);
	g->cursor_row = row;
	g->cursor_col = col +
		utf8_columns(str_sub(pl->text, from, pl->cursor), g->ascii);
	if (pl->bad) {
		size_t at = pl->bad_offset < from ? from : pl->bad_offset;

		put_caret(g, row + 1,
			col +
				utf8_columns(
					str_sub(pl->text, from, at), g->ascii),
			pl->message);
	}
}
