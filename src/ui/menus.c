/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menus declared in commands.h. */
#include "prelude.h"

#include "app/filter.h"
#include "app/undo.h"
#include "base/utf8.h"
#include "conf/options.h"
#include "engine/regexp.h"
#include "load/snapshots.h"
#include "present/labelkeys.h"
#include "present/top.h"
#include "present/why.h"
#include "profile/sampletype.h"
#include "profile/unit.h"
#include "report/report.h"
#include "ui/commands.h"
#include "ui/pane.h"
#include "ui/screen_internal.h"

/* The table's order. */

static void
add_sort(struct screen *s, struct dialog *b, const char *key, const char *what)
{
	struct strbuf command = STRBUF_INIT;
	struct strbuf now = STRBUF_INIT;
	struct top_sort sort = table_top(s)->o.sort;

	sort.reverse = false;
	top_sort_print(sort, s->app->shown.view, &now);
	strbuf_addf(&command, "tablesort=%s", key);
	dialog_addf(b, strbuf_str(&command), "%s\t%s", key, what)->current =
		str_is(strbuf_str(&now), key);
	strbuf_free(&now);
	strbuf_free(&command);
}

static void
fill_sort(struct screen *s, struct dialog *b)
{
	const struct view *v = s->app->shown.view;
	const struct profile *p = v->profile;
	struct strbuf key = STRBUF_INIT;

	if (v->is_diff)
		add_sort(s, b, "cause",
			"the function whose own change explains its callers'");
	add_sort(s, b, "self", "the function's own code");
	add_sort(s, b, "total", "the function and what it calls");
	add_sort(s, b, "name", "A to Z");
	add_sort(s, b, "file", "file and line");
	for (uint32_t i = 0; i < v->n_beside; i++) {
		strbuf_reset(&key);
		strbuf_add(&key,
			profile_str(p, p->types.type[v->beside[i].column]));
		add_sort(s, b, strbuf_c(&key), "self");
		strbuf_addstr(&key, ":total");
		add_sort(s, b, strbuf_c(&key), "total");
	}
	strbuf_free(&key);
}

void
menu_sort(struct screen *s)
{
	static const struct menu menu = { .title = "Sort the table by  (S)",
		.filters = true,
		.fill = fill_sort,
		.footer = { "! reverses  < > next column" } };

	dialog_menu(s, &menu);
}

/* Filters. */

static void
fill_filters(struct screen *s, struct dialog *b)
{
	struct filter f[FILTERS_MAX];
	size_t n = filters_of(&s->app->now, f);
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < n; i++) {
		strbuf_reset(&text);
		filter_text(&text, &f[i]);
		dialog_addf(b, STR_EMPTY, "%s\t%s", f[i].off ? "[ ]" : "[x]",
			strbuf_c(&text))
			->tag = i;
	}
	if (n == 0)
		dialog_heading(b, "no filters left");
	strbuf_free(&text);
}

static enum dialog_answer
act_filters(struct screen *s, const struct dialog_row *row, int key)
{
	struct filter f[FILTERS_MAX];
	size_t n = filters_of(&s->app->now, f);
	struct state before;
	struct err err = ERR_INIT;
	const struct filter *it;
	bool deletes = key == K_DELETE || key == 'd';

	if (key == 'C') {
		screen_run(s, STR("clear"));
		return DIALOG_CLOSES;
	}
	if (row == NULL || row->heading || row->tag >= n)
		return DIALOG_IGNORED;
	it = &f[row->tag];
	if (key == 'e') {
		/* The prompt can only add tag filters, not edit them. */
		if (it->off || it->option->type != OPT_REGEX)
			return DIALOG_IGNORED;
		dialog_close(s);
		if (live_start(s, str_c(it->option->doc.name), it->value,
			    &err) != 0)
			app_error(s->app, "%s", err.msg);
		return DIALOG_STAYS;
	}
	if (!deletes && key != K_ENTER && key != ' ')
		return DIALOG_IGNORED;
	before = change_begin(s->app);
	if (deletes)
		filter_delete(s->app, it);
	else
		filter_switch(s->app, it);
	change_done(s->app, &before);
	return DIALOG_STAYS;
}

void
menu_filters(struct screen *s)
{
	static const struct menu menu = { .title = "Filters  (c)",
		.act = act_filters,
		.fill = fill_filters,
		.footer = { "Enter switch  d delete  e edit  C clear all" } };
	struct filter f[FILTERS_MAX];

	if (filters_of(&s->app->now, f) == 0)
		app_say(s->app,
			"no filters; f focus, i ignore, x hide, o show, r "
			"show_from, t tags");
	else
		dialog_menu(s, &menu);
}

/* Append a pattern that matches only the selected frame; nothing for the root.
   Blanks become '.', because they would end the word of the command line. */
static void
put_own_pattern(struct strbuf *line, struct app *app)
{
	frame_id frame = selected_frame(app);
	size_t from = line->n;

	if (frame == NONE)
		return;
	strbuf_addstr(line, " ^");
	regexp_quote(line, app->shown.view->frames->frame[frame].text);
	strbuf_addch(line, '$');
	for (size_t i = from + 1; i < line->n; i++)
		if (line->p[i] == ' ')
			line->p[i] = '.';
}

/* Actions on the selected frame. */

void
menu_actions(struct screen *s)
{
	static const struct {
		const char *what, *map, *command;
	} rows[] = {
		{ "zoom to it", "flame", "zoom" },
		{ "zoom out one step", "all", "zoomout" },
		{ "focus: only stacks with it", "all", "apply focus" },
		{ "ignore: only stacks without it", "all", "apply ignore" },
		{ "hide: its cost goes to its callers", "all", "apply hide" },
		{ "show: only it", "all", "apply show" },
		{ "find its next occurrence", "all", "searchself next" },
		{ "callers and callees: sandwich", "all", "toggle_sandwich" },
		{ "the call tree from it on, as text", "all", "calltree" },
		{ "pin the peek pane to it", "all", "pin" },
		{ "open its chain, or fold it", "all", "chain_open" },
		{ "fold all chains, or none", "all", "toggle_chains" },
		{ "everything about it", "all", "inspect" },
		{ "copy its name", "all", "yank name" },
		{ "copy its stack", "all", "yank stack" },
		{ "down the hottest path", "all", "hotpath" },
		{ "what grows over time: a leak?", "all", "pane grows" },
	};
	struct strbuf title = STRBUF_INIT, keys = STRBUF_INIT;
	struct strbuf line = STRBUF_INIT;
	struct str name = selected_name(s->app);
	struct dialog *b;

	strbuf_addf(&title, "Menu  %.*s", (int)(name.n < 60 ? name.n : 60),
		name.p != NULL ? name.p : "");
	b = dialog_open(s, DIALOG_MENU, strbuf_c(&title));
	b->is.filters = true;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		strbuf_reset(&keys);
		keymap_keys_of(s->keymap, rows[i].map, str_c(rows[i].command),
			1, &keys);
		strbuf_reset(&line);
		strbuf_addstr(&line, rows[i].command);
		if (report_find(strbuf_str(&line)) != NULL)
			put_own_pattern(&line, s->app);
		dialog_addf(b, strbuf_str(&line), "%s\t%s", strbuf_c(&keys),
			rows[i].what);
	}
	strbuf_free(&line);
	dialog_footer(b, "type to filter  Enter run  Esc close");
	dialog_ready(b);
	strbuf_free(&title);
	strbuf_free(&keys);
}

/* Texts. */

static enum dialog_answer
act_text(struct screen *s, const struct dialog_row *row, int key)
{
	(void)row;
	if (key != 'y')
		return DIALOG_IGNORED;
	s->wants |= SCREEN_COPY;
	app_say(s->app, "copied to the terminal's clipboard");
	return DIALOG_STAYS;
}

void
menu_text(struct screen *s, const char *title, struct str text)
{
	struct dialog *b = dialog_open(s, DIALOG_TEXT, title);
	int cols = s->cols > 40 ? s->cols - 10 : 30;

	for (struct str rest = text; rest.n > 0;)
		(void)dialog_add(
			b, utf8_line(&rest, is_ascii(s), cols), STR_EMPTY);
	dialog_footer(b, "q close");
	dialog_ready(b);
	if (!s->app->now.settings.osc52)
		return;
	b->is.act = act_text;
	dialog_footer(b, "y copies it");
	strbuf_reset(&s->copy);
	strbuf_add(&s->copy, text);
}

void
menu_why(struct screen *s)
{
	const struct shown *shown = &s->app->shown;
	struct strbuf text = STRBUF_INIT;

	why_put_target(&text, shown->flamegraph, shown->sel, &shown->numbers,
		is_ascii(s));
	menu_text(s, "What the verdict rests on  (:why)", strbuf_str(&text));
	strbuf_free(&text);
}

void
menu_messages(struct screen *s)
{
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < s->app->log.n; i++) {
		strbuf_add(&text, s->app->log.p[i]);
		strbuf_addch(&text, '\n');
	}
	if (text.n == 0)
		strbuf_addstr(&text, "no messages so far\n");
	menu_text(s, "Messages", strbuf_str(&text));
	strbuf_free(&text);
}

void
menu_symbols(struct screen *s)
{
	const struct session *of = s->app->session;
	struct str notes = of != NULL ? strbuf_str(&of->notes) : STR_EMPTY;

	menu_text(s, "Names for addresses",
		notes.n > 0 ? notes : STR("no binary was searched\n"));
}

/* ---- Sample types ---- */

static enum dialog_answer
act_types(struct screen *s, const struct dialog_row *row, int key)
{
	(void)row;
	if (key != 'm' || s->dialog.filter.text.n > 0)
		return DIALOG_IGNORED;
	dialog_close(s);
	screen_run(s, STR("cycle mean"));
	return DIALOG_STAYS;
}

void
menu_types(struct screen *s)
{
	const struct profile *p = s->app->session->profile;
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Sample type  (s)");
	struct strbuf mean = STRBUF_INIT;
	const struct profile *q;
	unsigned groups = 0;

	b->is.filters = true;
	b->is.act = act_types;
	/* Add a heading for each group, if there are several. */
	q = s->app->session->profile;
	for (uint32_t i = 0; i < q->types.n; i++)
		groups |= 1U << kind_of_column(q, i)->group;
	for (int g = 0; g < KIND_GROUPS; g++) {
		if ((groups & 1U << g) == 0)
			continue;
		if ((groups & (groups - 1)) != 0)
			dialog_heading(b, kind_group_name((enum kind_group)g));
		for (uint32_t i = 0; i < q->types.n; i++)
			if (kind_of_column(q, i)->group == (enum kind_group)g) {
				const struct kind *kind = kind_of_column(p, i);
				struct str unit =
					profile_str(p, p->types.unit[i]);
				int64_t sum = s->app->session->facts->sum[i];
				struct strbuf total = STRBUF_INIT;
				char command[32];
				bool empty = sum == 0;

				amount_put(&total, sum, unit);
				(void)snprintf(command, sizeof(command),
					"sample_index=%u", i);
				dialog_addf(b, str_c(command),
					"%.*s\t%.*s\t%s%s\t%s",
					STR_ARG(profile_str(
						p, p->types.type[i])),
					STR_ARG(unit),
					empty ? "empty" : strbuf_c(&total),
					empty ? "" : " total",
					kind->hint != NULL ? kind->hint : "")
					->current =
					i == s->app->shown.view->column;
				strbuf_free(&total);
			}
	}
	if (p->types.n > 1) {
		strbuf_addf(&mean, "m mean per %.*s: %s",
			STR_ARG(profile_str(p, p->types.type[0])),
			s->app->now.query.mean ? "on" : "off");
		dialog_footer(b, strbuf_c(&mean));
	}
	dialog_footer(b, "type to filter  Enter choose  Esc cancel");
	dialog_ready(b);
	strbuf_free(&mean);
}

/* ---- Menus of the timeline ---- */

static void
fill_times(struct screen *s, struct dialog *b)
{
	static const struct {
		const char *text, *command;
	} rows[] = { { "the last 5 minutes", "window=5m" },
		{ "15 minutes", "window=15m" }, { "1 hour", "window=1h" },
		{ "6 hours", "window=6h" }, { "1 day", "window=1d" },
		{ "7 days", "window=7d" }, { "all", "window=" }, { NULL, NULL },
		{ "the stretch before it", "time_compare before" },
		{ "1 hour earlier", "time_compare hour" },
		{ "1 day earlier", "time_compare day" },
		{ "1 week earlier", "time_compare week" },
		{ "the first 15% with the last 15%", "time_compare ends" },
		{ "the quietest part with the busiest",
			"time_compare extremes" } };

	(void)s;
	dialog_heading(b, "Show");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (rows[i].text == NULL)
			dialog_heading(b, "Compare the range with");
		else
			dialog_add(
				b, str_c(rows[i].text), str_c(rows[i].command));
	}
}

void
menu_times(struct screen *s)
{
	static const struct menu menu = { .title = "Times  (t)",
		.filters = true,
		.fill = fill_times,
		.footer = { ":range=14:02..14:04 for others" } };

	dialog_menu(s, &menu);
}

static void
offer_group(struct dialog *b, struct str label)
{
	struct strbuf command = STRBUF_INIT;

	strbuf_add3(&command, "group=", label, "");
	dialog_add(b, label, strbuf_str(&command));
	strbuf_free(&command);
}

/* List the labels of a server's snapshots and of the samples. */
static void
fill_groups(struct screen *s, struct dialog *b)
{
	const struct profile *p = s->app->session->profile;
	const struct snapshots *snapshots = s->app->session->snapshots;
	struct label_keys keys;
	size_t found = 0;

	for (; snapshots != NULL && found < snapshots->label.n; found++)
		offer_group(b, snapshots->label.p[found]);
	label_keys_init(&keys, p, s->app->shown.view->column);
	for (size_t i = 0; i < keys.key.n; i++)
		offer_group(b, keys.key.p[i].key);
	if (keys.key.n + found == 0)
		dialog_heading(b, "the samples have no labels");
	else
		dialog_add(b, STR("(one line for all)"), STR("group="));
	label_keys_fini(&keys);
}

void
menu_groups(struct screen *s)
{
	static const struct menu menu = { .title = "A line for each  (r)",
		.filters = true,
		.fill = fill_groups };

	dialog_menu(s, &menu);
}
