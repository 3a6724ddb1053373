/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of a server's profiles, or of the kinds of files, to open one of
   them (commands.h). */
#include "prelude.h"

#include "fetch/choices.h"
#include "ui/commands.h"
#include "ui/screen_internal.h"

static void
fill_sources(struct screen *s, struct dialog *b)
{
	const struct choices *c = s->app->choices;

	for (size_t i = 0; c != NULL && i < c->row.n; i++) {
		const struct choice *row = &c->row.p[i];
		struct dialog_row *to = dialog_add(b, row->text, row->address);

		to->heading = row->address.n == 0;
		to->current = row->current;
		to->tag = i;
	}
}

/* Open a row's profile on Enter. In a row with `others`, Space also opens the
   profile, and ! opens the others. Backspace returns to the list before. */
static enum dialog_answer
act_sources(struct screen *s, const struct dialog_row *row, int key)
{
	struct app *app = s->app;
	struct load_spec spec = app->spec;
	const struct choice *file;
	struct str others;

	if (key == K_BACKSPACE && s->dialog.filter.text.n == 0 &&
		choices_back(&app->choices)) {
		menu_sources(s);
		return DIALOG_STAYS;
	}
	/* The first list of a start: q leaves, as on the screen. */
	if (key == 'q' && s->starts && !s->loaded &&
		app->choices->before == NULL && s->dialog.filter.text.n == 0)
		return DIALOG_CLOSES;
	if (row == NULL || row->heading)
		return DIALOG_IGNORED;
	others = app->choices->row.p[row->tag].others;
	if (s->dialog.filter.text.n > 0 || others.n == 0) {
		if (key != K_ENTER)
			return DIALOG_IGNORED;
	} else if (key != K_ENTER && key != ' ' && key != '!') {
		return DIALOG_IGNORED;
	}
	file = &app->choices->row.p[row->tag];
	if (file->files > 0) {
		app_open_names(app, file->file, file->files);
		return DIALOG_CLOSES;
	}
	spec.source = key == '!' ? &others : &row->command;
	spec.n_sources = 1;
	spec.n_bases = 0;
	app_choose(app, &spec);
	return DIALOG_CLOSES;
}

void
menu_sources(struct screen *s)
{
	const struct choices *c = s->app->choices;
	struct strbuf title = STRBUF_INIT;
	struct dialog *b;

	strbuf_add(&title, c->title);
	b = dialog_open(s, DIALOG_MENU, strbuf_c(&title));
	b->is.act = act_sources;
	b->is.fill = fill_sources;
	b->is.filters = b->is.grouped = true;
	fill_sources(s, b);
	strbuf_reset(&title);
	strbuf_add(&title, c->footer);
	if (title.n > 0)
		dialog_footer(b, strbuf_c(&title));
	dialog_footer(b,
		c->before != NULL
			? "Enter opens it  Backspace back  Esc leaves"
			: "Enter opens it  letters filter  Esc leaves");
	dialog_ready(b);
	strbuf_free(&title);
}
