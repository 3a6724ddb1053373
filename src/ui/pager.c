/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on the screen, paged and searched: see pager.h. */
#include "config.h"

#include "ui/pager.h"

#include <assert.h>
#include <string.h>

#include "engine/match.h"
#include "present/chrome.h"
#include "present/status.h"
#include "ui/parts.h"

#include "base/banned.h"

enum { STEP = 8 }; /* columns of a step to the side */

void
pager_close(struct pager *p)
{
	prompt_fini(&p->find);
	strbuf_free(&p->pattern);
	strbuf_free(&p->bad_message);
	vec_free(&p->line);
	arena_free(&p->arena);
	*p = (struct pager){ .open = false };
}

static void
add_line(struct pager *p, struct str line)
{
	struct strbuf text = STRBUF_INIT;
	int cols;

	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
	page_expand(&text, line);
	line = arena_str(&p->arena, strbuf_str(&text));
	cols = utf8_columns(line, false);
	p->widest = cols > p->widest ? cols : p->widest;
	vec_push(&p->line, line);
	strbuf_free(&text);
}

void
pager_open(struct screen *s, struct str title, struct str text)
{
	struct pager *p = &s->pager;
	int rows = p->rows, cols = p->cols;

	pager_close(p);
	p->open = true;
	p->rows = rows;
	p->cols = cols;
	p->title = arena_str(&p->arena, title);
	while (text.n > 0)
		add_line(p, str_cut(&text, '\n'));
	p->page = (struct page){
		.line = p->line.p, .n = p->line.n, .found = SIZE_MAX
	};
	p->match.n = p->line.n;
	p->match.word = arena_alloc(&p->arena, bits_bytes(p->line.n));
}

/* Search. */

static void
forget_search(struct pager *p)
{
	strbuf_reset(&p->pattern);
	p->page.match = NULL;
	p->page.found = SIZE_MAX;
	p->n_match = 0;
}

/* Mark what matches. False when the pattern is no good; the marks of before
   then stay. */
static bool
search(struct pager *p, struct str pattern)
{
	struct err err = ERR_INIT;
	struct match *m = match_new_smart(pattern, &p->bad_offset, &err);

	p->bad = m == NULL;
	if (m == NULL) {
		strbuf_reset(&p->bad_message);
		strbuf_addc(&p->bad_message, err.msg);
		return false;
	}
	forget_search(p);
	strbuf_add(&p->pattern, pattern);
	if (p->page.n > 0)
		memset(p->match.word, 0, bits_bytes(p->page.n));
	for (size_t i = 0; i < p->page.n && pattern.n > 0; i++) {
		if (!match_str(m, p->page.line[i]))
			continue;
		bits_set(&p->match, i);
		p->n_match++;
	}
	p->bad = match_stopped(m);
	match_free(m);
	if (p->bad) {
		forget_search(p);
		p->bad_offset = pattern.n;
		strbuf_reset(&p->bad_message);
		strbuf_addc(&p->bad_message, "too complex, stopped");
		return false;
	}
	p->page.match = pattern.n > 0 ? &p->match : NULL;
	return true;
}

/* The next line that matches, from `at` on and round the end; SIZE_MAX when
   there is none. */
static size_t
match_from(const struct pager *p, size_t at, bool forward, bool *wrapped)
{
	size_t n = p->page.n;

	*wrapped = false;
	for (size_t i = 0; i < n; i++) {
		if (at >= n) { /* also one before line 0 */
			at = forward ? 0 : n - 1;
			*wrapped = true;
		}
		if (bits_get(&p->match, at))
			return at;
		at = forward ? at + 1 : at - 1;
	}
	return SIZE_MAX;
}

static void
show_line(struct pager *p, size_t line)
{
	size_t rows = p->rows > 0 ? (size_t)p->rows : 1;

	p->page.found = line;
	if (line < p->page.first || line >= p->page.first + rows)
		p->page.first = page_first(
			&p->page, (int64_t)line - p->rows / 3, p->rows);
}

static void
step(struct screen *s, bool forward)
{
	struct pager *p = &s->pager;
	size_t at = p->page.found;
	bool wrapped;

	if (p->pattern.n == 0) {
		app_say(s->app, "nothing searched for; / searches");
		return;
	}
	if (at == SIZE_MAX)
		at = p->page.first;
	else
		at = forward ? at + 1 : at - 1;
	at = match_from(p, at, forward, &wrapped);
	if (at == SIZE_MAX)
		return;
	show_line(p, at);
	if (wrapped)
		app_say(s->app, "search goes on from the %s",
			forward ? "top" : "end");
}

static void
start_find(struct screen *s)
{
	struct pager *p = &s->pager;

	prompt_fini(&p->find);
	prompt_init(&p->find, s->history, STR("search"));
	p->finding = true;
	p->bad = false;
	p->from = p->page.first;
}

/* The text of the prompt has changed: go to the first match from where the
   search began. */
static void
changed(struct pager *p)
{
	size_t at;
	bool wrapped;

	if (!search(p, strbuf_str(&p->find.text)))
		return;
	p->page.first = p->from;
	at = match_from(p, p->from, true, &wrapped);
	if (p->pattern.n > 0 && at != SIZE_MAX)
		show_line(p, at);
}

static void
end_find(struct screen *s, bool keep)
{
	struct pager *p = &s->pager;

	if (keep && p->bad)
		return;
	p->finding = p->bad = false;
	if (keep) {
		history_add(
			s->history, STR("search"), strbuf_str(&p->find.text));
	} else {
		forget_search(p);
		p->page.first = p->from;
	}
}

static void
find_key(struct screen *s, int key)
{
	struct pager *p = &s->pager;

	switch (prompt_feed(&p->find, key)) {
	case PROMPT_CHANGED:
		changed(p);
		break;
	case PROMPT_ENTER:
		end_find(s, true);
		break;
	case PROMPT_CANCEL:
		end_find(s, false);
		break;
	default:
		break;
	}
}

/* Moving. */

static void
move_by(struct pager *p, int64_t lines)
{
	p->page.first =
		page_first(&p->page, (int64_t)p->page.first + lines, p->rows);
}

static void
aside(struct pager *p, int cols)
{
	int most = p->widest - p->cols, to = p->page.skip + cols;

	to = to > most ? most : to;
	p->page.skip = to < 0 ? 0 : to;
}

/* Esc: the nearest thing that can be left. */
static void
back(struct screen *s)
{
	struct pager *p = &s->pager;

	if (s->app->message_kind == MESSAGE_ERROR)
		app_hush(s->app);
	else if (p->pattern.n > 0)
		forget_search(p);
	else
		pager_close(p);
}

static bool
run(struct screen *s, struct str command)
{
	struct pager *p = &s->pager;
	int page = p->rows > 1 ? p->rows - 1 : 1;

	if (str_is(command, "up"))
		move_by(p, -1);
	else if (str_is(command, "down"))
		move_by(p, 1);
	else if (str_is(command, "pageup"))
		move_by(p, -page);
	else if (str_is(command, "pagedown"))
		move_by(p, page);
	else if (str_is(command, "halfup"))
		move_by(p, -(page + 1) / 2);
	else if (str_is(command, "halfdown"))
		move_by(p, (page + 1) / 2);
	else if (str_is(command, "first"))
		move_by(p, -(int64_t)p->page.n);
	else if (str_is(command, "last"))
		move_by(p, (int64_t)p->page.n);
	else if (str_is(command, "left"))
		aside(p, -STEP);
	else if (str_is(command, "right"))
		aside(p, STEP);
	else if (str_is(command, "linestart"))
		p->page.skip = 0;
	else if (str_is(command, "lineend"))
		aside(p, p->widest);
	else if (str_is(command, "find"))
		start_find(s);
	else if (str_is(command, "next") || str_is(command, "prev"))
		step(s, str_is(command, "next"));
	else if (str_is(command, "back"))
		back(s);
	else if (str_is(command, "close"))
		pager_close(p);
	else
		return false;
	return true;
}

/* Keys that mean the same everywhere. */
static bool
is_global(const char *command)
{
	static const char *const these[] = { "prompt command", "help", "setup",
		"quit", "redraw", "suspend", "status", "cancel", "undo", "redo",
		"export" };

	for (size_t i = 0; i < COUNT_OF(these); i++)
		if (strcmp(command, these[i]) == 0)
			return true;
	return false;
}

bool
pager_key(struct screen *s, int key)
{
	const struct binding *b = keymap_find(s->keymap, "pager", key);
	char name[KEY_TEXT_MAX];

	if (!s->pager.open)
		return false;
	if (s->pager.finding) {
		find_key(s, key);
		return true;
	}
	if (b != NULL && strcmp(b->map, "pager") == 0 &&
		run(s, str_c(b->command)))
		return true;
	if (b != NULL && is_global(b->command)) {
		screen_run(s, str_c(b->command));
		return true;
	}
	if (key & K_ALT)
		return false;
	app_say(s->app, "%s does nothing here; q closes the report",
		key_text(key, name));
	return true;
}

void
pager_paste(struct screen *s, struct str text)
{
	struct pager *p = &s->pager;

	if (p->finding && prompt_paste(&p->find, text) == PROMPT_CHANGED)
		changed(p);
}

/* Drawing. */

void
pager_draw(struct screen *s, struct grid *g, struct rect r)
{
	struct pager *p = &s->pager;
	struct strbuf where = STRBUF_INIT, far = STRBUF_INIT;
	struct rule rule = { .name = p->title, .focused = true };

	p->rows = r.rows - 1;
	p->cols = r.cols;
	p->page.first = page_first(&p->page, (int64_t)p->page.first, p->rows);
	aside(p, 0);
	page_where(&where, &p->page, p->rows);
	page_far(&far, &p->page, p->rows);
	rule.info = strbuf_str(&where);
	rule.right = strbuf_str(&far);
	grid_fill(g, r, STR(" "), STYLE_NORMAL);
	rule_draw(g, r.row, r.col, r.cols, &rule);
	page_draw(g, (struct rect){ r.row + 1, r.col, r.rows - 1, r.cols },
		&p->page);
	g->cursor_row = -1;
	if (p->page.found >= p->page.first &&
		p->page.found < p->page.first + (size_t)p->rows) {
		g->cursor_row =
			r.row + 1 + (int)(p->page.found - p->page.first);
		g->cursor_col = r.col;
	}
	strbuf_free(&where);
	strbuf_free(&far);
}

/* "2 of 17 lines" */
static void
result(const struct pager *p, struct strbuf *out)
{
	size_t index = 0;

	if (p->pattern.n == 0)
		return;
	if (p->n_match == 0) {
		strbuf_addc(out, "in no line");
		return;
	}
	assert(p->page.found < p->page.n);
	for (size_t i = 0; i <= p->page.found; i++)
		index += bits_get(&p->match, i);
	strbuf_addf(out, "%zu of %zu line%s", index, p->n_match,
		p->n_match == 1 ? "" : "s");
}

static void
draw_prompt(struct pager *p, struct grid *g, int row, struct str right)
{
	struct prompt_line line = { .label = STR("find:"),
		.text = strbuf_str(&p->find.text),
		.cursor = p->find.cursor,
		.result = right,
		.bad = p->bad,
		.bad_offset = p->bad_offset,
		.message = strbuf_str(&p->bad_message) };

	prompt_draw(g, row, &line);
}

void
pager_draw_bottom(struct screen *s, struct grid *g, int row, int hints)
{
	static const struct keylegend reading[] = { { "q", "close", NULL },
		{ "Space", "page", NULL }, { "/", "find", NULL },
		{ "n N", "matches", NULL }, { "← →", "sideways", "h l" },
		{ "g G", "ends", NULL }, { ":", "command", NULL },
		{ "?", "help", NULL } };
	static const struct keylegend finding[] = { { "Enter", "keep", NULL },
		{ "Esc", "cancel", NULL }, { "↑", "history", "Up" } };
	struct pager *p = &s->pager;
	struct strbuf text = STRBUF_INIT, right = STRBUF_INIT;

	result(p, &right);
	if (hints >= 0 && !p->bad)
		keylegend_draw(g, hints, p->finding ? finding : reading,
			p->finding ? COUNT_OF(finding) : COUNT_OF(reading));
	if (p->finding) {
		draw_prompt(p, g, row, strbuf_str(&right));
	} else if (s->app->message_kind == MESSAGE_NONE) {
		strbuf_addf(&text, " %.*s", STR_ARG(p->title));
		if (p->pattern.n > 0)
			strbuf_addf(&text, "   /%s  %s", strbuf_c(&p->pattern),
				strbuf_c(&right));
		status_draw(g, row, strbuf_str(&text), STYLE_STATUS);
	}
	strbuf_free(&text);
	strbuf_free(&right);
}
