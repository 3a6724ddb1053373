/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports to files. formats[] has a row for each format. */
#include "prelude.h"

#include "app/complete.h"
#include "base/file.h"
#include "input/shell.h"
#include "present/top.h"
#include "report/report.h"
#include "ui/ansi.h"
#include "ui/commands.h"
#include "ui/pane.h"
#include "ui/svg.h"

/* Source of an export: a report, the table, the timeline's points, or the
   screen as text or as a picture. */
enum made_of { OF_REPORT, OF_TABLE, OF_TIMES, OF_SCREEN, OF_PICTURE };

static const struct format {
	const char *name, *suffix, *help;
	const struct report *report;
	enum made_of made_of;
	enum color_level level; /* for OF_SCREEN */
} formats[] = {
	{ "pb.gz", "pb.gz", "the profile with the filters applied",
		&report_proto },
	{ "folded", "folded", "stacks with their values, one per line",
		&report_folded },
	{ "speedscope", "speedscope.json", "a file for speedscope.app",
		&report_speedscope },
	{ "svg", "svg", "the flame graph; zooms and searches in a browser",
		&report_flamesvg },
	{ "html", "html", "flame graph and table as a web page",
		&report_flamehtml },
	{ "csv", "csv", "the table as shown, all rows", NULL, OF_TABLE },
	{ "points", "csv", "the timeline's points as CSV", NULL, OF_TIMES },
	{ "text", "txt", "this screen", NULL, OF_SCREEN, LEVEL_MONO },
	{ "ansi", "ansi", "this screen with its colours: less -R shows it",
		NULL, OF_SCREEN, LEVEL_256 },
	{ "picture", "svg", "this screen as a picture, for a web page", NULL,
		OF_PICTURE },
};

void
offer_formats(void *on, struct completion *c, struct str begun)
{
	(void)on;
	for (size_t i = 0; i < COUNT_OF(formats); i++)
		complete_offer(c, str_c(formats[i].name),
			str_c(formats[i].help), begun);
}

static const struct format *
format_named(struct str name, struct err *err)
{
	struct strbuf all = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		if (str_is(name, formats[i].name)) {
			strbuf_free(&all);
			return &formats[i];
		}
		strbuf_addf(&all, "%s%s", i > 0 ? ", " : "", formats[i].name);
	}
	(void)err_set(err, ERR_USAGE, "export: unknown format \"%.*s\" (%s)",
		STR_ARG(name), strbuf_c(&all));
	strbuf_free(&all);
	return NULL;
}

/* Append the profile's file name with the format's suffix: "shop-cpu.svg". */
static void
usual_name(const struct screen *s, const struct format *f, struct strbuf *out)
{
	static const char *const ends[] = { ".gz", ".zst", ".pb", ".pprof",
		".prof", ".folded", ".txt", ".json", ".speedscope",
		".cpuprofile", ".heapprofile", ".trace" };
	const struct load_spec *spec = &s->app->spec;
	struct str name = STR("profile");
	struct strbuf file = STRBUF_INIT;

	if (spec->n_sources == 1 && !str_is(spec->source[0], "-"))
		name = str_basename(spec->source[0]);
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (str_ends(name, str_c(ends[i])) && name.n > strlen(ends[i]))
			name.n -= strlen(ends[i]);
	strbuf_add(&file, name);
	strbuf_addf(&file, ".%s", f->suffix);
	shell_to_type(out, strbuf_str(&file));
	strbuf_free(&file);
}

/* List the formats. Enter opens the command line with a suggested file name. */
static void
fill_formats(struct screen *s, struct dialog *d)
{
	struct strbuf command = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		strbuf_reset(&command);
		strbuf_addf(
			&command, "prompt command export %s ", formats[i].name);
		usual_name(s, &formats[i], &command);
		dialog_addf(d, strbuf_str(&command), "%s\t%s", formats[i].name,
			formats[i].help);
	}
	strbuf_free(&command);
}

int
cmd_export(const struct call *call)
{
	static const struct menu menu = { .title = "Export  (E)",
		.filters = true,
		.fill = fill_formats,
		.footer = { "type to filter  Enter choose  Esc close" } };
	struct screen *s = call->on;
	struct report_line ask = { .query = s->app->now.query };
	struct str typed = call->arg, name = str_cut(&typed, ' '), file;
	const struct format *f;
	struct strbuf line = STRBUF_INIT;

	typed = str_trim(typed);
	if (name.n == 0) {
		dialog_menu(s, &menu);
		return 0;
	}
	f = format_named(name, call->err);
	if (f == NULL)
		return -1;
	if (typed.n == 0) {
		strbuf_addf(&line, "prompt command export %s ", f->name);
		usual_name(s, f, &line);
		screen_run(s, strbuf_str(&line));
		strbuf_free(&line);
		return 0;
	}
	shell_typed(&line, typed);
	file = app_keep(s->app, strbuf_str(&line));
	strbuf_free(&line);
	if (strcmp(call->self->name, "export") == 0 && whole_exists(file)) {
		struct strbuf title = STRBUF_INIT, command = STRBUF_INIT;
		struct dialog *d;

		/* Ask before replacing a file. */
		strbuf_addf(&title, "%.*s exists", STR_ARG(file));
		d = dialog_open(s, DIALOG_MENU, strbuf_c(&title));
		strbuf_addf(&command, "prompt command export %s ", f->name);
		shell_to_type(&command, file);
		dialog_add(d, STR("choose another name"), strbuf_str(&command));
		strbuf_reset(&command);
		strbuf_addf(&command, "export! %s ", f->name);
		shell_to_type(&command, file);
		dialog_add(d, STR("replace it"), strbuf_str(&command));
		dialog_footer(d, "Enter choose  Esc cancel");
		dialog_ready(d);
		strbuf_free(&title);
		strbuf_free(&command);
		return 0;
	}
	if (f->report == NULL) {
		const struct settings *set = &s->app->now.settings;
		const struct scheme scheme = { .level = f->level,
			.light = set->background == BACKGROUND_LIGHT,
			.palette = set->diff_palette };
		struct strbuf text = STRBUF_INIT;
		struct grid g;
		int rc;

		if (f->made_of == OF_TIMES && !timeline_is_there(s))
			return err_set(call->err, ERR_USAGE,
				"export: there is no timeline, so no points");
		/* A table has names from the profile, which a terminal must not
		   get unchanged; a picture is this program's own output. */
		if (f->made_of == OF_TABLE || f->made_of == OF_TIMES) {
			if (f->made_of == OF_TABLE)
				top_csv(table_top(s), &text);
			else
				timeline_csv(s, &text);
			rc = whole_write(
				file, strbuf_str(&text), WHOLE_TEXT, call->err);
		} else {
			grid_init(&g, s->rows, s->cols, is_ascii(s));
			screen_draw(s, &g);
			if (f->made_of == OF_PICTURE)
				svg_put(&text, &g, scheme.palette,
					STR("flametop"));
			else
				ansi_put(&text, &g, 0, g.rows, &scheme);
			grid_fini(&g);
			rc = whole_write(file, strbuf_str(&text), WHOLE_DRAWN,
				call->err);
		}
		if (rc == 0)
			app_say(s->app, "%s written to %.*s", f->name,
				STR_ARG(file));
		strbuf_free(&text);
		return rc;
	}
	ask.report = f->report;
	ask.sink = (struct sink){ .kind = SINK_FILE, .name = file };
	app_ask_report(s->app, &ask);
	return 0;
}

/* Finished reports. */

/* Return the name by which the user knows a written report. */
static const char *
name_of_export(const struct report_line *line)
{
	/* line->text is empty for a report of :export, whose formats have names
	   of their own. */
	for (size_t i = 0; line->text.n == 0 && i < COUNT_OF(formats); i++)
		if (formats[i].report == line->report)
			return formats[i].name;
	return line->report->doc.name;
}

void
export_report(struct screen *s)
{
	struct app *app = s->app;
	const struct report *r = app->report_ready;
	struct str text = strbuf_str(&app->report_text);
	struct sink sink = app->report_line.sink;
	struct strbuf title = STRBUF_INIT, path = STRBUF_INIT;
	struct err err = ERR_INIT;

	app->report_ready = NULL;
	switch (sink.kind) {
	case SINK_SCREEN:
		/* A report that is not text goes to a file of its own, as in
		   pprof's shell. The title shows the command: ":top20 -cum". */
		if (r->suffix == NULL) {
			strbuf_addf(&title, ":%.*s",
				STR_ARG(app->report_line.text));
			pager_open(s, strbuf_str(&title), text);
		} else if ((r->temporary ? whole_write_temporary_from(r->suffix,
						   &(struct whole){ .from = -1,
							   .text = text },
						   &path, &err)
					 : whole_write_unused("profile",
						   r->suffix, text, &path,
						   &err)) != 0) {
			app_error(app, "%s", err.msg);
		} else {
			app_say(app, "%s written to %s", r->doc.name,
				strbuf_c(&path));
		}
		break;
	case SINK_FILE:
		if (whole_write(sink.name, text,
			    sink.appends ? WHOLE_BEHIND : WHOLE_TEXT,
			    &err) != 0)
			app_error(app, "%s", err.msg);
		else
			app_say(app, "%s %s %.*s",
				name_of_export(&app->report_line),
				sink.appends ? "added to" : "written to",
				STR_ARG(sink.name));
		break;
	case SINK_COMMAND:
		strbuf_reset(&s->command);
		strbuf_add(&s->command, sink.name);
		s->command_reads = true;
		s->wants |= SCREEN_RUN;
		break;
	}
	strbuf_free(&title);
	strbuf_free(&path);
}
