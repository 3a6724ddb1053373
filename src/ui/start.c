/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list with which the screen opens if no profile was named (ui.h):
 *
 *     opened before
 *       cpu.pb.gz        /home/me/run
 *     servers
 *       prod:            https://profiles.example.org
 *     below this folder
 *       run/day.jfr      2.1MB   14:02:30
 *
 * and the record of what was opened.
 */
#include "prelude.h"

#include <sys/stat.h>

#include "conf/recent.h"
#include "fetch/choices.h"
#include "fetch/url.h"
#include "input/source.h"
#include "load/nearby.h"
#include "present/number.h"
#include "profile/timetext.h"
#include "ui/commands.h"
#include "ui/screen_internal.h"

/* Add a row, below a heading that is added with its first row. */
static struct choice *
add_below(struct choices *c, const char **heading, const struct strbuf *text,
	struct str address)
{
	if (*heading != NULL)
		(void)choices_add(c, str_c(*heading), STR_EMPTY);
	*heading = NULL;
	return choices_add(c, strbuf_str(text), address);
}

static bool
is_there(const struct recent *r, struct arena *arena)
{
	struct stat st;
	struct str full;

	for (size_t i = 0; i < r->n; i++)
		if (!url_is_address(r->name[i], arena, &full) &&
			!source_stat(r->name[i], &st))
			return false;
	return true;
}

static void
add_recents(struct choices *c, const struct recents *all)
{
	const char *heading = "opened before";
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < all->n; i++) {
		const struct recent *r = &all->p[i];
		struct str first = r->name[0], full;
		struct choice *row;

		if (!is_there(r, &c->arena))
			continue;
		strbuf_reset(&text);
		if (url_is_address(first, &c->arena, &full)) {
			utf8_put(&text, first, false, -1);
		} else {
			struct str base = str_basename(first);

			utf8_put(&text, base, false, -1);
			if (r->n > 1)
				strbuf_addf(&text, " and %zu more", r->n - 1);
			strbuf_addch(&text, '\t');
			if (first.n > base.n)
				utf8_put(&text,
					str_sub(first, 0, first.n - base.n),
					false, -1);
		}
		row = add_below(c, &heading, &text, first);
		row->file = r->name;
		row->files = r->n;
	}
	strbuf_free(&text);
}

static void
add_servers(struct choices *c, const struct named_servers *named)
{
	const char *heading = "servers";
	struct strbuf text = STRBUF_INIT;
	struct str name;

	for (size_t i = 0; (name = named_at(named, i)).n > 0; i++) {
		struct str address;

		strbuf_reset(&text);
		strbuf_add3(&text, "", name, ":");
		address = named_expand(named, strbuf_str(&text), &c->arena);
		strbuf_addch(&text, '\t');
		(void)url_shown(&text, address);
		(void)add_below(c, &heading, &text, address);
	}
	strbuf_free(&text);
}

/* Add the files that were not opened before. */
static void
add_nearby(struct choices *c, const struct recents *known)
{
	const char *heading = "below this folder";
	struct nearby found = { .n = 0 };
	struct strbuf text = STRBUF_INIT;
	int64_t now = (int64_t)time(NULL) * 1000;

	nearby_find(&found, &c->arena);
	for (size_t i = 0; i < found.n; i++) {
		const struct nearby_file *file = &found.p[i];
		struct choice *row;
		bool again = false;

		strbuf_reset(&text);
		(void)recent_line(&text, &file->path, 1);
		for (size_t k = 0; k < known->n; k++)
			again = again ||
				str_eq(known->p[k].line, strbuf_str(&text));
		if (again)
			continue;
		strbuf_reset(&text);
		utf8_put(&text, file->path, false, -1);
		strbuf_addch(&text, '\t');
		amount_put(&text, (int64_t)file->bytes, STR("bytes"));
		strbuf_addch(&text, '\t');
		instant_put(&text, file->time, now);
		row = add_below(c, &heading, &text, file->path);
		row->file = arena_dup(
			&c->arena, &file->path, 1, sizeof(file->path));
		row->files = 1;
	}
	if (found.stopped)
		c->footer = STR("the search ended early; name other "
				"profiles on the command line");
	vec_free(&found);
	strbuf_free(&text);
}

struct choices *
ui_choices(const struct userdirs *dirs, const struct named_servers *named)
{
	struct choices *c = choices_new(STR("Open a profile"));
	struct recents known = { NULL, 0, 0 };

	recent_read(dirs, &c->arena, &known);
	add_recents(c, &known);
	add_servers(c, named);
	add_nearby(c, &known);
	vec_free(&known);
	if (c->row.n > 0)
		return c;
	choices_free(c);
	return NULL;
}

void
start_opened(struct screen *s)
{
	const struct app *app = s->app;
	const struct load_spec *spec = &app->spec, *named = &app->walk.named;
	struct strbuf line = STRBUF_INIT;

	/* Record a folder once, not each of its files. */
	if (!s->records || app->walk.at > 0)
		return;
	if (named->n_sources > 0 && spec->n_sources > 0 &&
		str_eq(named->source[0], spec->source[0]))
		spec = named;
	if (recent_line(&line, spec->source, spec->n_sources) &&
		!str_eq(s->recorded, strbuf_str(&line))) {
		s->recorded = app_keep(s->app, strbuf_str(&line));
		s->record_due = true;
	}
	strbuf_free(&line);
}

void
start_record(struct screen *s)
{
	struct err err = ERR_INIT;

	if (s->record_due && recent_add(&s->dirs, s->recorded, &err) != 0)
		app_note(s->app, str_c(err.msg));
	s->record_due = false;
}
