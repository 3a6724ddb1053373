/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/dialog.h"

#include <stdarg.h>

#include "app/command.h"
#include "present/overlay.h"
#include "ui/pane.h"

struct dialog *
dialog_open(struct screen *s, enum dialog_kind kind, const char *title)
{
	struct dialog *b = &s->dialog;

	dialog_close(s);
	b->kind = kind;
	b->title = str_c(arena_copy(&b->arena, title, strlen(title)));
	prompt_init(&b->filter, s->history, STR("menu"));
	return b;
}

void
dialog_fini(struct dialog *b)
{
	if (b->kind != DIALOG_CLOSED)
		prompt_fini(&b->filter);
	vec_free(&b->row);
	vec_free(&b->shown);
	strbuf_free(&b->count);
	arena_free(&b->arena);
	*b = (struct dialog){ .kind = DIALOG_CLOSED };
}

void
dialog_menu(struct screen *s, const struct menu *m)
{
	struct dialog *b = dialog_open(s, DIALOG_MENU, m->title);

	b->is = *m;
	m->fill(s, b);
	for (size_t i = 0; i < COUNT_OF(m->footer); i++)
		if (m->footer[i] != NULL)
			dialog_footer(b, m->footer[i]);
	dialog_ready(b);
}

void
dialog_close(struct screen *s)
{
	dialog_fini(&s->dialog);
}

struct dialog_row *
dialog_add(struct dialog *b, struct str text, struct str command)
{
	struct dialog_row row = { .heading = false };

	row.text = arena_str(&b->arena, text);
	row.command = arena_str(&b->arena, command);
	vec_push(&b->row, row);
	return &b->row.p[b->row.n - 1];
}

struct dialog_row *
dialog_addf(struct dialog *b, struct str command, const char *fmt, ...)
{
	struct strbuf text = STRBUF_INIT;
	struct dialog_row *row;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&text, fmt, ap);
	va_end(ap);
	row = dialog_add(b, strbuf_str(&text), command);
	strbuf_free(&text);
	return row;
}

void
dialog_heading(struct dialog *b, const char *text)
{
	dialog_add(b, str_c(text), STR_EMPTY)->heading = true;
}

void
dialog_footer(struct dialog *b, const char *text)
{
	if (b->n_footer < COUNT_OF(b->footer))
		b->footer[b->n_footer++] =
			str_c(arena_copy(&b->arena, text, strlen(text)));
}

/* True if every word of the filter occurs in the text. */
static bool
text_passes(struct str text, struct str filter)
{
	while (filter.n > 0) {
		struct str word = str_cut(&filter, ' '), rest = text;

		while (rest.n >= word.n &&
			!str_eq_letters(str_sub(rest, 0, word.n), word))
			rest = str_skip(rest, 1);
		if (rest.n < word.n)
			return false;
	}
	return true;
}

static const struct dialog_row *
row_at(const struct dialog *b, size_t i)
{
	return i < b->shown.n ? &b->row.p[b->shown.p[i]] : NULL;
}

static bool
is_no_heading(void *dialog, uint32_t i)
{
	const struct dialog *b = dialog;

	return !b->row.p[b->shown.p[i]].heading;
}

static void
dialog_move(struct dialog *b, enum move move)
{
	list_move(&b->list, move, b->shown.n, b->page, is_no_heading, b);
}

/* Show the texts that pass the filter: headings with further lines, which begin
   with two blanks. */
static void
show_paragraphs(struct dialog *b, struct str filter)
{
	struct strbuf text = STRBUF_INIT;
	size_t end;

	for (size_t i = 0; i < b->row.n; i = end) {
		strbuf_reset(&text);
		end = i;
		do
			strbuf_add3(&text, "", b->row.p[end++].text, " ");
		while (end < b->row.n && b->row.p[i].heading &&
			b->row.p[end].heading &&
			str_starts(b->row.p[end].text, STR("  ")));
		if (end > i + 1 && text_passes(strbuf_str(&text), filter))
			for (size_t k = i; k < end; k++)
				vec_push(&b->shown, k);
	}
	strbuf_free(&text);
}

static void
dialog_narrow(struct dialog *b)
{
	struct str filter = strbuf_str(&b->filter.text);
	bool narrows = filter.n > 0 && !b->is.searches;

	b->shown.n = 0;
	if (narrows && b->is.grouped) {
		struct strbuf text = STRBUF_INIT;
		size_t heading = SIZE_MAX;

		/* Show matching rows below the headings of their groups. */
		for (size_t i = 0; i < b->row.n; i++) {
			const struct dialog_row *row = &b->row.p[i];

			if (row->heading) {
				heading = i;
				continue;
			}
			strbuf_reset(&text);
			if (heading != SIZE_MAX)
				strbuf_add3(
					&text, "", b->row.p[heading].text, " ");
			strbuf_add(&text, row->text);
			if (!text_passes(strbuf_str(&text), filter))
				continue;
			if (heading != SIZE_MAX &&
				(b->shown.n == 0 ||
					b->shown.p[b->shown.n - 1] < heading))
				vec_push(&b->shown, heading);
			vec_push(&b->shown, i);
		}
		strbuf_free(&text);
	} else {
		/* Show matching rows, first those whose first column
		   matches. */
		for (int later = 0; later <= narrows; later++) {
			for (size_t i = 0; i < b->row.n; i++) {
				const struct dialog_row *row = &b->row.p[i];
				struct str head;
				struct str text;
				ptrdiff_t blanks;

				/* The first column ends at a tab or at two
				   blanks. */
				text = row->text;
				blanks = str_find(text, STR("  "), 0);
				text = str_cut(&text, '\t');
				head = blanks >= 0 && (size_t)blanks < text.n
					? str_sub(text, 0, (size_t)blanks)
					: text;

				/* A filter hides titles and unfiltered
				   rows. */
				if (narrows &&
					(row->heading || row->unfiltered ||
						!text_passes(
							row->text, filter) ||
						text_passes(head, filter) ==
							(later != 0)))
					continue;
				vec_push(&b->shown, i);
			}
		}
		if (narrows)
			show_paragraphs(b, filter);
	}
	b->list = (struct list){ .at = NONE };
	dialog_move(b, MOVE_FIRST);
}

void
dialog_ready(struct dialog *b)
{
	dialog_narrow(b);
	for (size_t i = 0; i < b->shown.n; i++)
		if (row_at(b, i)->current)
			b->list.at = (uint32_t)i;
}

/* Let the menu handle a key. Return false if the menu does not use it. */
static bool
dialog_act(struct screen *s, int key)
{
	struct dialog *b = &s->dialog;
	enum dialog_answer answer = DIALOG_IGNORED;
	uint32_t at;

	if (b->is.act != NULL)
		answer = b->is.act(s, row_at(b, b->list.at), key);
	if (answer == DIALOG_CLOSES)
		dialog_close(s);
	if (answer != DIALOG_STAYS || b->is.fill == NULL)
		return answer != DIALOG_IGNORED;
	/* Fill the menu again and keep the selected position. */
	at = b->list.at;
	b->row.n = 0;
	b->is.fill(s, b);
	dialog_narrow(b);
	if (at < b->shown.n)
		b->list.at = at;
	else if (b->shown.n > 0)
		dialog_move(b, MOVE_LAST);
	return true;
}

static int
cmd_menu_move(const struct call *call)
{
	struct screen *s = call->on;
	struct dialog *b = &s->dialog;
	enum move move = (enum move)call->self->data;
	size_t n = b->shown.n;

	/* A text scrolls; in a menu the selection moves. */
	if (b->kind == DIALOG_TEXT)
		list_turn(&b->list, list_steps(move, b->page, (int64_t)n), n,
			b->page);
	else if (b->list.at != NONE)
		dialog_move(b, move);
	return 0;
}

static int
cmd_menu_close(const struct call *call)
{
	dialog_close(call->on);
	return 0;
}

static int
cmd_menu_act(const struct call *call)
{
	struct screen *s = call->on;
	const struct dialog_row *row = row_at(&s->dialog, s->dialog.list.at);
	int key = call->self->data;
	struct str command;

	if (dialog_act(s, key) || key != K_ENTER || row == NULL ||
		row->command.n == 0)
		return 0;
	command = app_keep(s->app, row->command);
	dialog_close(s);
	screen_run(s, command);
	return 0;
}

/* The help texts are in the key table. */
const struct command menu_commands[] = {
	{ "up", NULL, NULL, cmd_menu_move, MOVE_UP },
	{ "down", NULL, NULL, cmd_menu_move, MOVE_DOWN },
	{ "pageup", NULL, NULL, cmd_menu_move, MOVE_PAGE_UP },
	{ "pagedown", NULL, NULL, cmd_menu_move, MOVE_PAGE_DOWN },
	{ "first", NULL, NULL, cmd_menu_move, MOVE_FIRST },
	{ "last", NULL, NULL, cmd_menu_move, MOVE_LAST },
	{ "close", NULL, NULL, cmd_menu_close },
	{ "choose", NULL, NULL, cmd_menu_act, K_ENTER },
	{ "delete", NULL, NULL, cmd_menu_act, K_DELETE },
	{ NULL },
};

/* In a list with a filter line all letters are text. Only ? and F1, which open
   the help, close it again. */
static const char *
letter_command(const struct dialog *b, int key)
{
	static const struct {
		int key;
		const char *command;
	} letters[] = { { '?', "close" }, { K_F1, "close" }, { 'j', "down" },
		{ 'k', "up" }, { 'g', "first" }, { 'G', "last" },
		{ 'q', "close" }, { ' ', "pagedown" },
		{ 'f' & 0x1f, "pagedown" }, { 'b', "pageup" },
		{ 'b' & 0x1f, "pageup" } };
	size_t n = b->is.filters ? 2 : COUNT_OF(letters);

	if (b->is.searches || b->filter.text.n > 0)
		return "";
	for (size_t i = 0; i < n; i++)
		if (letters[i].key == key)
			return letters[i].command;
	return "";
}

static void
dialog_filter_changed(struct screen *s)
{
	struct dialog *b = &s->dialog;

	if (b->is.searches) {
		b->row.n = 0;
		b->is.fill(s, b);
	}
	dialog_narrow(b);
}

bool
dialog_key(struct screen *s, int key)
{
	struct dialog *b = &s->dialog;
	const struct binding *binding = keymap_find(s->keymap, "menu", key);
	enum prompt_event event;

	if (b->kind == DIALOG_CLOSED)
		return false;
	if (binding != NULL && strcmp(binding->map, "menu") == 0 &&
		screen_run_row(s, menu_commands, binding->command))
		return true;
	if (key == K_ENTER && b->kind == DIALOG_TEXT) {
		dialog_close(s);
		return true;
	}
	if (dialog_act(s, key) || screen_terminal_key(s, key))
		return true;
	if (screen_run_row(s, menu_commands, letter_command(b, key)))
		return true;
	if (b->is.filters && b->filter.text.n == 0 && !b->is.searches &&
		key == '/')
		return true;
	if (b->is.filters) {
		event = prompt_feed(&b->filter, key);
		if (event == PROMPT_CHANGED)
			dialog_filter_changed(s);
		return event != PROMPT_IGNORED || (key & K_ALT) == 0;
	}
	if (!b->passes)
		return (key & K_ALT) == 0;
	dialog_close(s);
	return false;
}

void
dialog_paste(struct screen *s, struct str text)
{
	struct dialog *b = &s->dialog;

	if (b->is.filters && prompt_paste(&b->filter, text) == PROMPT_CHANGED)
		dialog_filter_changed(s);
}

void
dialog_draw(struct screen *s, struct grid *g)
{
	struct dialog *b = &s->dialog;
	struct str footer[COUNT_OF(b->footer)];
	VEC(struct item) item = { NULL, 0, 0 };
	struct overlay o = { .title = b->title,
		.has_filter = b->is.filters,
		.filter = strbuf_str(&b->filter.text),
		.filter_cursor = b->filter.cursor,
		.drops_last = b->is.drops_last,
		.footer = footer,
		.n_footer = b->n_footer,
		.row = b->row_at,
		.col = b->col_at };
	struct strbuf count = STRBUF_INIT;
	size_t selectable_rows = 0, left = 0;
	struct rect list;

	memcpy(footer, b->footer, sizeof(footer));
	for (size_t i = 0; i < b->row.n; i++)
		selectable_rows += !b->row.p[i].heading;
	for (size_t i = 0; i < b->shown.n; i++) {
		const struct dialog_row *row = row_at(b, i);
		struct item it = { .text = row->text,
			.heading = row->heading,
			.current = row->current };

		left += !row->heading;
		vec_push(&item, it);
	}
	strbuf_addf(&count, "%zu of %zu", left, selectable_rows);
	if (b->count.n > 0)
		o.count = strbuf_str(&b->count);
	else if (b->is.filters && b->filter.text.n > 0)
		o.count = strbuf_str(&count);
	o.item = item.p;
	o.n_items = item.n;
	b->page = overlay_page(g, &o);
	if (b->kind == DIALOG_MENU && b->list.at != NONE)
		list_show(&b->list, item.n, b->page);
	o.list = b->list;
	if (b->kind == DIALOG_TEXT)
		o.list.at = NONE;
	b->most_rows = b->page > b->most_rows ? b->page : b->most_rows;
	o.least_rows = b->most_rows;
	o.least_cols = b->most_cols;
	/* A box that hides the message line shows messages itself. */
	if (b->n_footer > 0 &&
		((size_t)b->page < item.n ||
			b->box.row + b->box.rows >= g->rows - 2) &&
		s->app->message_kind != MESSAGE_NONE)
		footer[0] = strbuf_str(&s->app->message);
	list = overlay_draw(g, &o);
	b->box =
		(struct rect){ list.row - (b->is.filters ? 3 : 1), list.col - 2,
			b->most_rows + (b->is.filters ? 4 : 2) +
				(b->n_footer > 0 ? (int)b->n_footer + 1 : 0),
			list.cols + 4 };
	b->most_cols = list.cols;
	strbuf_free(&count);
	vec_free(&item);
}
