/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters one by one: see filter.h. */
#include "config.h"

#include "app/filter.h"

#include <string.h>

#include "app/change.h"
#include "engine/match.h"

#include "base/banned.h"

static const char *const filter_names[] = { "focus", "ignore", "hide", "show",
	"show_from", "prune_from", "tagfocus", "more_tagfocus", "tagignore",
	"more_tagignore", "tagshow", "taghide", "tagroot", "tagleaf",
	"system" };

static const struct option *
option_named(const char *name)
{
	return option_find(str_c(name), NULL);
}

/* Where a filter's text is in a query: all filters are strings, but for one
   that is a choice; its first choice is to filter nothing. */
static struct str
option_text(const struct query *q, const struct option *o)
{
	struct str s;

	if (o->type == OPT_ENUM) {
		int choice;

		memcpy(&choice, (const char *)q + o->field, sizeof(choice));
		return choice == 0 ? STR_EMPTY : str_c(o->doc.choices[choice]);
	}
	memcpy(&s, (const char *)q + o->field, sizeof(s));
	return s;
}

static void
set_text(struct app *app, const struct option *o, struct str value)
{
	if (o->type == OPT_ENUM) {
		struct err ignored = ERR_INIT;

		if (value.n == 0)
			option_reset(o, app_target(app, &app->now));
		else
			(void)option_set(
				o, app_target(app, &app->now), value, &ignored);
		return;
	}
	value = app_keep(app, value);
	memcpy((char *)&app->now.query + o->field, &value, sizeof(value));
}

static size_t
filter_add(struct filter out[FILTERS_MAX], size_t n, struct filter f)
{
	if (n < FILTERS_MAX && f.value.n > 0)
		out[n++] = f;
	return n;
}

size_t
filters_of(const struct state *s, struct filter out[FILTERS_MAX])
{
	struct str off = s->off;
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(filter_names); i++) {
		struct filter f = { .option = option_named(filter_names[i]) };
		struct str text = option_text(&s->query, f.option);

		if (f.option->type != OPT_LIST) {
			f.value = text;
			n = filter_add(out, n, f);
			continue;
		}
		for (; text.n > 0; f.line++) {
			f.value = str_cut(&text, '\n');
			n = filter_add(out, n, f);
		}
	}
	for (size_t line = 0; off.n > 0; line++) {
		struct str value = str_cut(&off, '\n');
		struct str name = str_cut(&value, '=');
		struct filter f = { .option = option_find(name, NULL),
			.value = value,
			.line = line,
			.off = true };

		n = filter_add(out, n, f);
	}
	return n;
}

void
filter_text(struct strbuf *out, const struct filter *f)
{
	struct str name = str_c(f->option->doc.name);

	if (str_starts(name, STR("more_")))
		name = str_skip(name, 5);
	strbuf_add3(out, "", name, "=");
	strbuf_add(out, f->value);
}

/* All lines but one. */
static void
filter_without_line(struct strbuf *out, struct str lines, size_t line)
{
	for (size_t i = 0; lines.n > 0; i++) {
		struct str one = str_cut(&lines, '\n');

		if (i != line)
			strbuf_add3(out, out->n > 0 ? "\n" : "", one, "");
	}
}

/* `lines` and one more. */
static void
filter_add_line(struct strbuf *out, struct str lines, struct str line)
{
	strbuf_add3(out, "", lines, lines.n > 0 ? "\n" : "");
	strbuf_add(out, line);
}

void
filter_delete(struct app *app, const struct filter *f)
{
	struct strbuf rest = STRBUF_INIT;

	if (f->off) {
		filter_without_line(&rest, app->now.off, f->line);
		app->now.off = app_keep(app, strbuf_str(&rest));
	} else {
		if (f->option->type == OPT_LIST)
			filter_without_line(&rest,
				option_text(&app->now.query, f->option),
				f->line);
		set_text(app, f->option, strbuf_str(&rest));
	}
	strbuf_free(&rest);
}

/* Set aside a filter that is set. */
static void
put_off(struct app *app, const struct option *o, struct str value)
{
	struct strbuf off = STRBUF_INIT;

	filter_add_line(&off, app->now.off, str_c(o->doc.name));
	strbuf_addch(&off, '=');
	strbuf_add(&off, value);
	app->now.off = app_keep(app, strbuf_str(&off));
	strbuf_free(&off);
}

void
filter_switch(struct app *app, const struct filter *f)
{
	struct str before = option_text(&app->now.query, f->option);
	struct strbuf text = STRBUF_INIT;

	filter_delete(app, f);
	if (!f->off) {
		put_off(app, f->option, f->value);
		return;
	}
	if (f->option->type == OPT_LIST)
		filter_add_line(&text, before, f->value);
	else
		strbuf_add(&text, f->value);
	if (f->option->type != OPT_LIST && before.n > 0)
		put_off(app, f->option, before);
	set_text(app, f->option, strbuf_str(&text));
	strbuf_free(&text);
}

void
filters_clear(struct app *app)
{
	for (size_t i = 0; i < COUNT_OF(filter_names); i++)
		set_text(app, option_named(filter_names[i]), STR_EMPTY);
	app->now.off = STR_EMPTY;
	for (int i = 0; i < PANES; i++)
		app->now.rows[i] = STR_EMPTY;
}

const struct option *
filter_target(struct app *app, const struct state *base,
	const struct option *option, struct str value, struct str *out)
{
	const struct option *more = NULL;
	struct strbuf lines = STRBUF_INIT;

	if (strcmp(option->doc.name, "tagfocus") == 0)
		more = option_named("more_tagfocus");
	else if (strcmp(option->doc.name, "tagignore") == 0)
		more = option_named("more_tagignore");
	if (more == NULL || option_text(&base->query, option).n == 0 ||
		value.n == 0) {
		*out = app_keep(app, value);
		return option;
	}
	filter_add_line(&lines, option_text(&base->query, more), value);
	*out = app_keep(app, strbuf_str(&lines));
	strbuf_free(&lines);
	return more;
}

/* The text of a frame in a pattern: its function, else its
   file. Name filters know nothing else. */
static struct str
pattern_text(const struct app *app)
{
	frame_id id = selected_frame(app);
	const struct frame *f;

	if (id == NONE)
		return STR_EMPTY;
	f = &app->shown.view->frames->frame[id];
	if (f->name.n > 0)
		return f->name;
	return frame_file(app->shown.view, id);
}

int
filter_apply(struct app *app, const struct option *o, struct err *err)
{
	struct str text = pattern_text(app);
	bool adds = strcmp(o->doc.name, "ignore") == 0 ||
		strcmp(o->doc.name, "hide") == 0;
	struct strbuf pattern = STRBUF_INIT;
	struct str old;
	int rc;

	if (text.n == 0)
		return err_set(err, ERR_USAGE, "%s: select a function first",
			o->doc.name);
	match_quote(&pattern, text);
	old = option_text(&app->now.query, o);
	if (adds && old.n > 0) {
		strbuf_addch(&pattern, '|');
		strbuf_add(&pattern, old);
	}
	rc = change_option(app, o, app_keep(app, strbuf_str(&pattern)), err);
	strbuf_free(&pattern);
	return rc;
}
