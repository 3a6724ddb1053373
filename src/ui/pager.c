/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/pager.h"

#include <assert.h>

#include "app/command.h"
#include "app/history.h"
#include "base/utf8.h"
#include "engine/regexp.h"
#include "present/chrome.h"
#include "present/status.h"
#include "ui/pane.h"

void
pager_close(struct pager *p)
{
	prompt_fini(&p->find);
	strbuf_free(&p->pattern);
	regexp_free(p->page.word);
	vec_free(&p->line);
	arena_free(&p->arena);
	*p = (struct pager){ .open = false };
}

void
pager_open(struct screen *s, struct str title, struct str text)
{
	struct pager *p = &s->pager;
	int rows = p->rows, cols = p->cols, line_cols;
	struct strbuf expanded = STRBUF_INIT;

	pager_close(p);
	p->open = true;
	p->rows = rows;
	p->cols = cols;
	p->title = arena_str(&p->arena, title);
	while (text.n > 0) {
		struct str line = str_cut(&text, '\n');

		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		strbuf_reset(&expanded);
		page_expand(&expanded, line);
		vec_push(&p->line, arena_str(&p->arena, strbuf_str(&expanded)));
		line_cols = utf8_columns(strbuf_str(&expanded), false);
		p->widest = line_cols > p->widest ? line_cols : p->widest;
	}
	strbuf_free(&expanded);
	p->page = (struct page){
		.line = p->line.p, .n = p->line.n, .list.at = NONE
	};
	p->match.n = p->line.n;
	p->match.word = arena_alloc(&p->arena, bits_bytes(p->line.n));
}

/* Search. */

static void
forget_search(struct pager *p)
{
	strbuf_reset(&p->pattern);
	regexp_free(p->page.word);
	p->page.word = NULL;
	p->page.match = NULL;
	p->page.list.at = NONE;
	p->n_match = 0;
}

/* Mark the lines that match. Return false if the pattern is too complex or
   invalid; an invalid one keeps the old marks. */
static bool
pager_search(struct pager *p, struct str pattern)
{
	struct err err = ERR_INIT;
	size_t offset = 0;
	struct regexp *m = regexp_new_smart(pattern, &offset, &err);

	p->find.bad = false;
	if (m == NULL) {
		prompt_complain(&p->find, offset, err.msg);
		return false;
	}
	forget_search(p);
	strbuf_add(&p->pattern, pattern);
	p->page.word = m;
	if (p->page.n > 0)
		memset(p->match.word, 0, bits_bytes(p->page.n));
	for (size_t i = 0; i < p->page.n && pattern.n > 0; i++) {
		if (!regexp_str(m, p->page.line[i]))
			continue;
		bits_set(&p->match, i);
		p->n_match++;
	}
	if (regexp_stopped(m)) {
		forget_search(p);
		prompt_complain(&p->find, pattern.n, "too complex, stopped");
		return false;
	}
	p->page.match = pattern.n > 0 ? &p->match : NULL;
	return true;
}

/* Return the next matching line from `at` on, wrapping around if necessary, or
   NONE. */
static uint32_t
pager_match_from(
	const struct pager *p, uint32_t at, bool forward, bool *wrapped)
{
	uint32_t n = (uint32_t)p->page.n;

	*wrapped = false;
	for (size_t i = 0; i < n; i++) {
		if (at >= n) { /* past either end */
			at = forward ? 0 : n - 1;
			*wrapped = true;
		}
		if (bits_get(&p->match, at))
			return at;
		at = forward ? at + 1 : at - 1;
	}
	return NONE;
}

static void
pager_show_line(struct pager *p, uint32_t line)
{
	struct list *l = &p->page.list;

	l->at = line;
	if (line >= l->first && line < l->first + (uint32_t)p->rows)
		return;
	l->first = list_row((int64_t)line - p->rows / 3, line + 1);
	list_turn(l, 0, p->page.n, p->rows);
}

/* Go to the next or the previous match (n, N). */
static int
cmd_pager_step(const struct call *call)
{
	struct screen *s = call->on;
	struct pager *p = &s->pager;
	bool forward = call->self->data > 0;
	uint32_t at = p->page.list.at;
	bool wrapped;

	if (p->pattern.n == 0) {
		app_say(s->app, "nothing searched for; / searches");
		return 0;
	}
	if (at == NONE)
		at = p->page.list.first;
	else
		at = forward ? at + 1 : at - 1;
	at = pager_match_from(p, at, forward, &wrapped);
	if (at == NONE)
		return 0;
	pager_show_line(p, at);
	if (wrapped)
		app_say(s->app, "search continued at the %s",
			forward ? "top" : "end");
	return 0;
}

/* Search again after a change of the pattern, from the line at which the search
   began. */
static void
pager_changed(struct pager *p)
{
	uint32_t at;
	bool wrapped;

	if (!pager_search(p, strbuf_str(&p->find.text)))
		return;
	p->page.list.first = p->from;
	at = pager_match_from(p, p->from, true, &wrapped);
	if (p->pattern.n > 0 && at != NONE)
		pager_show_line(p, at);
}

/* Moving. */

static void
pager_aside(struct pager *p, int cols)
{
	int most = p->widest - p->cols, to = p->page.list.skip + cols;

	to = to > most ? most : to;
	p->page.list.skip = to < 0 ? 0 : to;
}

static int
cmd_pager_move(const struct call *call)
{
	struct screen *s = call->on;
	struct pager *p = &s->pager;
	int page = p->rows > 1 ? p->rows - 1 : 1;
	int64_t all = (int64_t)p->page.n;

	list_turn(&p->page.list,
		list_steps((enum move)call->self->data, page, all), p->page.n,
		p->rows);
	return 0;
}

static int
cmd_pager_aside(const struct call *call)
{
	struct screen *s = call->on;

	pager_aside(&s->pager, call->self->data);
	return 0;
}

static int
cmd_pager_find(const struct call *call)
{
	struct screen *s = call->on;
	struct pager *p = &s->pager;

	prompt_fini(&p->find);
	prompt_init(&p->find, s->history, STR("search"));
	p->finding = true;
	p->from = p->page.list.first;
	return 0;
}

/* Clear the search, else close the pager (Esc). */
static int
cmd_pager_back(const struct call *call)
{
	struct screen *s = call->on;

	if (s->erred)
		return 0;
	if (s->pager.pattern.n > 0)
		forget_search(&s->pager);
	else
		pager_close(&s->pager);
	return 0;
}

static int
cmd_pager_close(const struct call *call)
{
	struct screen *s = call->on;

	pager_close(&s->pager);
	return 0;
}

enum { STEP = 8, FAR_ASIDE = 1 << 24 }; /* columns */

/* Help texts are in the key table. */
const struct command pager_commands[] = {
	{ "up", NULL, NULL, cmd_pager_move, MOVE_UP },
	{ "down", NULL, NULL, cmd_pager_move, MOVE_DOWN },
	{ "pageup", NULL, NULL, cmd_pager_move, MOVE_PAGE_UP },
	{ "pagedown", NULL, NULL, cmd_pager_move, MOVE_PAGE_DOWN },
	{ "halfup", NULL, NULL, cmd_pager_move, MOVE_HALF_UP },
	{ "halfdown", NULL, NULL, cmd_pager_move, MOVE_HALF_DOWN },
	{ "first", NULL, NULL, cmd_pager_move, MOVE_FIRST },
	{ "last", NULL, NULL, cmd_pager_move, MOVE_LAST },
	{ "left", NULL, NULL, cmd_pager_aside, -STEP },
	{ "right", NULL, NULL, cmd_pager_aside, STEP },
	{ "linestart", NULL, NULL, cmd_pager_aside, -FAR_ASIDE },
	{ "lineend", NULL, NULL, cmd_pager_aside, FAR_ASIDE },
	{ "find", NULL, NULL, cmd_pager_find },
	{ "next", NULL, NULL, cmd_pager_step, 1 },
	{ "prev", NULL, NULL, cmd_pager_step, -1 },
	{ "back", NULL, NULL, cmd_pager_back },
	{ "close", NULL, NULL, cmd_pager_close },
	{ NULL },
};

bool
pager_key(struct screen *s, int key)
{
	const struct binding *b = keymap_find(s->keymap, "pager", key);
	struct pager *p = &s->pager;
	char name[KEY_TEXT_MAX];
	enum prompt_event event;

	if (!p->open)
		return false;
	if (p->finding) {
		event = prompt_feed(&p->find, key);
		if (event == PROMPT_CHANGED)
			pager_changed(p);
		else if (event == PROMPT_ENTER || event == PROMPT_CANCEL) {
			bool keep = event == PROMPT_ENTER;

			if (!keep || !p->find.bad) {
				p->finding = p->find.bad = false;
				if (keep) {
					history_add(s->history, STR("search"),
						strbuf_str(&p->find.text));
				} else {
					forget_search(p);
					p->page.list.first = p->from;
				}
			}
		}
		return true;
	}
	if (b != NULL && strcmp(b->map, "pager") == 0 &&
		screen_run_row(s, pager_commands, b->command))
		return true;
	if (b != NULL &&
		commands_allow(&s->commands, str_c(b->command), CMD_ANYWHERE)) {
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
		pager_changed(p);
}

/* Drawing. */

void
pager_draw(struct screen *s, struct grid *g, struct rect r)
{
	struct pager *p = &s->pager;
	struct list *l = &p->page.list;
	struct strbuf where = STRBUF_INIT, far = STRBUF_INIT;
	struct rule rule = { .name = p->title, .focused = true };

	p->rows = r.rows - 1;
	p->cols = r.cols;
	list_turn(l, 0, p->page.n, p->rows);
	pager_aside(p, 0);
	page_where(&where, &p->page, p->rows);
	page_far(&far, &p->page, p->rows);
	rule.info = strbuf_str(&where);
	rule.right = strbuf_str(&far);
	grid_fill(g, r, STR(" "), STYLE_NORMAL);
	rule_draw(g, r.row, r.col, r.cols, &rule);
	page_draw(g, (struct rect){ r.row + 1, r.col, r.rows - 1, r.cols },
		&p->page);
	g->cursor_row = -1;
	if (l->at >= l->first && l->at < l->first + (uint32_t)p->rows) {
		g->cursor_row = r.row + 1 + (int)(l->at - l->first);
		g->cursor_col = r.col;
	}
	strbuf_free(&where);
	strbuf_free(&far);
}

void
pager_draw_bottom(struct screen *s, struct grid *g, int row, int hints)
{
	static const struct keylegend reading[] = { { "q", "close" },
		{ "Space", "page" }, { "/", "find" }, { "n N", "matches" },
		{ "← →", "sideways", "h l" }, { "g G", "ends" },
		{ ":", "command" }, { "?", "help" } };
	static const struct keylegend finding[] = { { "Enter", "keep" },
		{ "Esc", "cancel" }, { "↑", "history", "Up" } };
	struct pager *p = &s->pager;
	struct strbuf text = STRBUF_INIT, right = STRBUF_INIT;
	struct prompt_line line = { .label = STR("find:"),
		.text = strbuf_str(&p->find.text),
		.cursor = p->find.cursor,
		.bad = p->find.bad,
		.bad_offset = p->find.bad_offset,
		.message = strbuf_str(&p->find.bad_message) };
	size_t index = 0;

	/* "2 of 17 lines" */
	if (p->pattern.n != 0) {
		if (p->n_match == 0) {
			strbuf_addstr(&right, "no match");
		} else {
			assert(p->page.list.at < p->page.n);
			for (size_t i = 0; i <= p->page.list.at; i++)
				index += bits_get(&p->match, i);
			strbuf_addf(&right, "%zu of %zu line%s", index,
				p->n_match, p->n_match == 1 ? "" : "s");
		}
	}
	if (hints >= 0 && !p->find.bad)
		keylegend_draw(g, hints, p->finding ? finding : reading,
			p->finding ? COUNT_OF(finding) : COUNT_OF(reading));
	if (p->finding) {
		line.result = strbuf_str(&right);
		prompt_draw(g, row, &line);
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
