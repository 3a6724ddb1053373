/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands that look at the screen.
 */
#include "prelude.h"

#include <regex.h>

#include "base/compiler.h"
#include "base/file.h"
#include "screen/player.h"
#include "ui/svg.h"
#include "unit/util_source.h"

/* ---- text ---- */

static bool
sees(struct player *p, void *arg)
{
	struct str text = *(struct str *)arg;

	return picture_find(&p->seen, 0, text) >= 0 ||
		player_fail(p, "not on the screen");
}

static bool
sees_not(struct player *p, void *arg)
{
	struct str text = *(struct str *)arg;
	int row = picture_find(&p->seen, 0, text);

	return row < 0 || player_fail(p, "it is in row %d", row + 1);
}

static bool
do_see(struct player *p, const struct command *c)
{
	struct str text = script_text(c->rest);

	return player_until(p, sees, &text);
}

static bool
do_not(struct player *p, const struct command *c)
{
	struct str text = script_text(c->rest);

	return player_until(p, sees_not, &text);
}

struct place {
	int row, col, count;
	struct str text;
	bool absent;
};

/* Row n from 1; -1 is the last. */
static int
row_index(const struct picture *s, int n)
{
	return n > 0 ? n - 1 : s->rows + n;
}

static bool
row_has(struct player *p, void *arg)
{
	const struct place *at = arg;
	int row = row_index(&p->seen, at->row);
	struct strbuf line = STRBUF_INIT;
	bool has;

	if (row < 0 || row >= p->seen.rows)
		return player_fail(p, "there is no row %d", at->row);
	picture_row(&p->seen, row, &line);
	has = str_find(strbuf_str(&line), at->text, 0) >= 0;
	if (at->text.n == 0)
		has = line.n == 0; /* ROW n alone: a blank row */
	if (has == at->absent)
		player_fail(p, "row %d is |%s", row + 1, strbuf_c(&line));
	strbuf_free(&line);
	return has != at->absent;
}

static bool
do_row(struct player *p, const struct command *c)
{
	struct place at = { .text = c->rest };

	if (!player_int(p, &at.text, &at.row))
		return false;
	at.text = script_text(at.text);
	return player_until(p, row_has, &at);
}

static bool
do_row_not(struct player *p, const struct command *c)
{
	struct place at = { .text = c->rest, .absent = true };

	if (!player_int(p, &at.text, &at.row))
		return false;
	at.text = script_text(at.text);
	return player_until(p, row_has, &at);
}

static bool
is_at(struct player *p, void *arg)
{
	const struct place *at = arg;

	return picture_is_at(&p->seen, row_index(&p->seen, at->row),
		       at->col - 1, at->text) ||
		player_fail(p, "not there");
}

static bool
do_at(struct player *p, const struct command *c)
{
	struct place at = { .text = c->rest };

	if (!player_int(p, &at.text, &at.row) ||
		!player_int(p, &at.text, &at.col))
		return false;
	at.text = script_text(at.text);
	return player_until(p, is_at, &at);
}

/* The column of a text in a row, or -1. */
static int
column_of(const struct picture *s, int row, struct str text)
{
	for (int col = 0; col < s->cols; col++)
		if (picture_is_at(s, row, col, text))
			return col;
	return -1;
}

/* place.row to place.col: the first and the last row. */
static bool
is_straight(struct player *p, void *arg)
{
	const struct place *at = arg;
	int first = row_index(&p->seen, at->row);
	int last = row_index(&p->seen, at->col);
	int want = first < 0 || last >= p->seen.rows
		? -1
		: column_of(&p->seen, first, at->text);

	if (want < 0)
		return player_fail(p, "not in row %d", first + 1);
	for (int row = first; row <= last; row++)
		if (!picture_is_at(&p->seen, row, want, at->text))
			return player_fail(p,
				"column %d in row %d, not in row %d", want + 1,
				first + 1, row + 1);
	return true;
}

static bool
do_edge(struct player *p, const struct command *c)
{
	struct place at = { .text = c->rest };

	if (!player_int(p, &at.text, &at.row) ||
		!player_int(p, &at.text, &at.col))
		return false;
	at.text = script_text(at.text);
	return player_until(p, is_straight, &at);
}

static bool
counts(struct player *p, void *arg)
{
	const struct place *at = arg;
	int n = picture_count(&p->seen, at->text);

	return n == at->count ||
		player_fail(p, "it is on the screen %d times", n);
}

static bool
do_count(struct player *p, const struct command *c)
{
	struct place at = { .text = c->rest };

	if (!player_int(p, &at.text, &at.count))
		return false;
	at.text = script_text(at.text);
	return player_until(p, counts, &at);
}

static bool
matches(struct player *p, void *arg)
{
	const regex_t *re = arg;
	struct strbuf line = STRBUF_INIT;
	bool found = false;

	for (int row = 0; row < p->seen.rows && !found; row++) {
		strbuf_reset(&line);
		picture_row(&p->seen, row, &line);
		found = regexec(re, strbuf_c(&line), 0, NULL, 0) == 0;
	}
	strbuf_free(&line);
	return found || player_fail(p, "no row matches");
}

static bool
do_match(struct player *p, const struct command *c)
{
	struct str text = script_text(c->rest);
	char *pattern = xstrndup(text.p, text.n);
	regex_t re;
	bool ok;

	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB) != 0) {
		free(pattern);
		return player_fail(p, "not a regular expression");
	}
	ok = player_until(p, matches, &re);
	regfree(&re);
	free(pattern);
	return ok;
}

/* ---- the whole screen ---- */

static bool
is_screen(struct player *p, void *arg)
{
	struct str rest = *(struct str *)arg;
	struct strbuf line = STRBUF_INIT;
	bool same = true;

	for (int row = 0; row < p->seen.rows && same; row++) {
		struct str want = str_cut(&rest, '\n');

		/* "  |text|" shows where a row ends; the frame is optional */
		while (want.n > 0 && want.p[want.n - 1] == ' ')
			want.n--;
		strbuf_reset(&line);
		picture_row(&p->seen, row, &line);
		same = str_eq(strbuf_str(&line), want);
		if (!same)
			player_fail(p,
				"row %d\n  expected |%.*s\n  seen     "
				"|%s",
				row + 1, STR_ARG(want), strbuf_c(&line));
	}
	strbuf_free(&line);
	return same;
}

static bool
do_screen(struct player *p, const struct command *c)
{
	struct str block = c->block;

	return player_until(p, is_screen, &block);
}

static struct saved_screen *
find_screen(struct player *p, struct str name)
{
	for (size_t i = 0; i < p->screens.n; i++)
		if (str_eq(p->screens.p[i].name, name))
			return &p->screens.p[i];
	return NULL;
}

static bool
do_save(struct player *p, const struct command *c)
{
	struct saved_screen *s = find_screen(p, c->rest);

	if (s == NULL) {
		struct saved_screen fresh = { .name = c->rest };

		vec_push(&p->screens, fresh);
		s = &p->screens.p[p->screens.n - 1];
	}
	p->ops->screen(p->stage, &p->seen);
	picture_copy(&s->screen, &p->seen);
	return true;
}

static bool
is_same(struct player *p, void *arg)
{
	const struct saved_screen *s = arg;

	return picture_equal(&s->screen, &p->seen, &p->why);
}

static bool
is_other(struct player *p, void *arg)
{
	const struct saved_screen *s = arg;

	return !picture_equal(&s->screen, &p->seen, &p->why) ||
		player_fail(p, "nothing is different");
}

static bool
compare(struct player *p, const struct command *c, condition_fn how)
{
	struct saved_screen *s = find_screen(p, c->rest);

	if (s == NULL)
		return player_fail(p, "no screen was saved as that");
	return player_until(p, how, s);
}

static bool
do_same(struct player *p, const struct command *c)
{
	return compare(p, c, is_same);
}

static bool
do_other(struct player *p, const struct command *c)
{
	return compare(p, c, is_other);
}

/* ---- looks ---- */

struct looks {
	struct str words; /* "reverse,bold" */
	struct str text;
};

static bool
has_word(struct str described, struct str word)
{
	while (described.n > 0)
		if (str_eq(str_cut(&described, ' '), word))
			return true;
	return false;
}

/* Does the cell look like each of the words? "!bold" means: not so. */
static bool
cell_looks(const struct picture_cell *cell, struct str words)
{
	struct strbuf is = STRBUF_INIT;
	bool all = true;

	picture_describe(cell, &is);
	while (all && words.n > 0) {
		struct str word = str_cut(&words, ',');
		bool negated = word.n > 0 && word.p[0] == '!';

		if (str_is(word, "uncoloured"))
			all = cell->fg == PICTURE_DEFAULT &&
				cell->bg == PICTURE_DEFAULT;
		else
			all = negated !=
				has_word(strbuf_str(&is),
					str_skip(word, negated));
	}
	strbuf_free(&is);
	return all;
}

/* Do all cells of the text that starts here? */
static bool
text_looks(const struct picture *s, int row, int col, const struct looks *l)
{
	size_t done = 0;

	for (; done < l->text.n && col < s->cols; col++) {
		const struct picture_cell *cell = picture_at(s, row, col);

		if (!cell_looks(cell, l->words))
			return false;
		done += strlen(cell->text);
	}
	return true;
}

static bool
some_looks(struct player *p, void *arg)
{
	const struct looks *l = arg;
	int n = 0;

	for (int row = 0; row < p->seen.rows; row++) {
		for (int col = 0; col < p->seen.cols; col++) {
			if (!picture_is_at(&p->seen, row, col, l->text))
				continue;
			n++;
			if (text_looks(&p->seen, row, col, l))
				return true;
		}
	}
	return player_fail(p,
		n == 0 ? "not on the screen"
		       : "none of the places looks like that");
}

static bool
do_looks(struct player *p, const struct command *c)
{
	struct looks l = { .text = c->rest };

	l.words = script_word(&l.text);
	l.text = script_text(l.text);
	if (l.text.n == 0)
		return player_fail(p, "LOOKS needs style and text");
	return player_until(p, some_looks, &l);
}

struct cell_style {
	int row, col;
	struct str words;
};

static bool
has_style(struct player *p, void *arg)
{
	const struct cell_style *s = arg;
	int row = row_index(&p->seen, s->row);
	const struct picture_cell *cell;

	if (row < 0 || row >= p->seen.rows || s->col < 1 ||
		s->col > p->seen.cols)
		return player_fail(p, "there is no such cell");
	cell = picture_at(&p->seen, row, s->col - 1);
	if (cell_looks(cell, s->words))
		return true;
	strbuf_addf(&p->why, "\"%s\" there is ", cell->text);
	picture_describe(cell, &p->why);
	return false;
}

static bool
do_style(struct player *p, const struct command *c)
{
	struct cell_style s = { .words = c->rest };

	return player_int(p, &s.words, &s.row) &&
		player_int(p, &s.words, &s.col) &&
		player_until(p, has_style, &s);
}

/* The selection is where the cursor is, for those who follow that. */
static bool
cursor_is(struct player *p, void *arg)
{
	const struct place *at = arg;

	return (p->seen.cursor_row == row_index(&p->seen, at->row) &&
		       p->seen.cursor_col == at->col - 1) ||
		player_fail(p, "it is at row %d column %d",
			p->seen.cursor_row + 1, p->seen.cursor_col + 1);
}

static bool
do_cursor(struct player *p, const struct command *c)
{
	struct place at = { .text = c->rest };

	return player_int(p, &at.text, &at.row) &&
		player_int(p, &at.text, &at.col) &&
		player_until(p, cursor_is, &at);
}

/* ---- pictures ---- */

/* PICTURE docs/NAME.svg TITLE: the screen as SVG equals this file of the
   sources. UPDATE=1 writes the file. */
static bool
do_picture(struct player *p, const struct command *c)
{
	struct str title = c->rest, name = script_word(&title);
	const struct grid *g = p->ops->grid(p->stage);
	const char *update = getenv("UPDATE");
	struct strbuf path = STRBUF_INIT, now = STRBUF_INIT, was = STRBUF_INIT;
	struct err err = ERR_INIT;
	bool ok = true;

	if (g == NULL)
		return true;
	strbuf_addf(&path, "%s/%.*s", source_dir(), STR_ARG(name));
	svg_put(&now, g, DIFF_BLUE_ORANGE, str_trim(title));
	if (update != NULL && strcmp(update, "1") == 0)
		ok = whole_write(strbuf_str(&path), strbuf_str(&now),
			     WHOLE_DRAWN, &err) == 0;
	else if (file_read(strbuf_c(&path), SIZE_MAX / 2, &was, &err) != 0)
		ok = false;
	else if (!str_eq(strbuf_str(&was), strbuf_str(&now)))
		ok = player_fail(p,
			"the screen is not this picture: UPDATE=1 "
			"tests/screen/play draws it anew");
	if (err.msg[0] != '\0')
		player_fail(p, "%s", err.msg);
	strbuf_free(&path);
	strbuf_free(&now);
	strbuf_free(&was);
	return ok;
}

const struct verb check_verbs[] = {
	{ "SEE", do_see, NEEDS_STAGE },
	{ "NOT", do_not, NEEDS_STAGE },
	{ "ROW", do_row, NEEDS_STAGE },
	{ "ROWNOT", do_row_not, NEEDS_STAGE },
	{ "AT", do_at, NEEDS_STAGE },
	{ "EDGE", do_edge, NEEDS_STAGE },
	{ "COUNT", do_count, NEEDS_STAGE },
	{ "MATCH", do_match, NEEDS_STAGE },
	{ "SCREEN", do_screen, NEEDS_STAGE },
	{ "PICTURE", do_picture, NEEDS_STAGE },
	{ "SAVE", do_save, NEEDS_STAGE },
	{ "SAME", do_same, NEEDS_STAGE },
	{ "OTHER", do_other, NEEDS_STAGE },
	{ "LOOKS", do_looks, NEEDS_STAGE },
	{ "STYLE", do_style, NEEDS_STAGE },
	{ "CURSOR", do_cursor, NEEDS_STAGE },
};
const int check_verb_count = (int)COUNT_OF(check_verbs);
