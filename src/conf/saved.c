/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was saved: the list, and how it is applied. See saved.h. */
#include "config.h"

#include "conf/saved.h"

#include "base/file.h"
#include "conf/configfile.h"
#include "conf/configs.h"
#include "conf/savedfile.h"
#include "conf/views.h"

#include "base/banned.h"

/* The file's name, for people; "" when nobody knows where it is. */
static void
path_of(
	const struct userdirs *dirs, enum saved_from from, struct strbuf *path)
{
	switch (from) {
	case SAVED_OWN:
		(void)userdirs_path(path, dirs->config, "flametop/views");
		break;
	case SAVED_PROJECT:
		strbuf_add(path, dirs->project);
		break;
	case SAVED_PPROF:
		(void)userdirs_path(path, dirs->config, "pprof/settings.json");
		break;
	}
}

/* Reading. */

/* Warnings about a file, behind its name. */
static void
join_warnings(
	struct warnings *out, const char *path, const struct warnings *warnings)
{
	for (const struct warning *n = warnings->head; n != NULL; n = n->next)
		warnings_add(out, "%s:%.*s", path, STR_ARG(n->text));
}

int
savedfile_text(const struct userdirs *dirs, enum saved_from from,
	struct strbuf *path, struct strbuf *text, struct err *err)
{
	path_of(dirs, from, path);
	return path->n == 0 || file_read(path->p, CONFIG_MAX, text, err) >= 0
		? 0
		: -1;
}

void
savedfile_views(
	struct saved_list *l, const struct userdirs *dirs, enum saved_from from)
{
	struct strbuf path = STRBUF_INIT;
	struct views v = VIEWS_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;

	warnings_init(&warnings, &l->arena);
	if (savedfile_text(dirs, from, &path, &v.text, &err) != 0)
		warnings_add(&l->damage, "%s", err.msg);
	views_scan(&v, &warnings);
	for (size_t i = 0; i < v.section.n; i++) {
		struct saved one = { .from = from,
			.name = arena_str(&l->arena, views_name(&v, i)),
			.body = arena_str(&l->arena, views_body(&v, i)),
			.line = v.section.p[i].line };
		struct query query;
		struct settings settings;
		struct options_target t = { .query = &query,
			.settings = &settings,
			.text = &l->arena };

		/* To find out now what is wrong with it. */
		query_init(&query);
		settings_init(&settings);
		views_apply(one.body, one.line, t, &warnings);
		vec_push(&l->item, one);
	}
	join_warnings(&l->damage, strbuf_c(&path), &warnings);
	views_fini(&v);
	strbuf_free(&path);
}

/* A configuration as the lines of a view: what is not pprof's default. */
static void
config_body(const struct config *c, struct arena *arena, struct strbuf *body,
	struct err *err)
{
	struct query query;
	struct settings settings;
	struct options_target t = {
		.query = &query, .settings = &settings, .text = arena
	};
	struct strbuf value = STRBUF_INIT;

	query_init(&query);
	settings_init(&settings);
	if (config_get(c, t, err) != 0)
		return;
	for (size_t i = 0; configs_field(i) != NULL; i++) {
		const struct option *o =
			option_find(str_c(configs_field(i)), NULL);

		if (o == NULL || option_is_default(o, t))
			continue;
		strbuf_reset(&value);
		option_get(o, t, &value);
		config_put(body, o, strbuf_str(&value));
	}
	strbuf_free(&value);
}

static void
add_config(struct saved_list *l, const char *path, const struct config *c)
{
	struct saved one = { .from = SAVED_PPROF,
		.name = arena_str(&l->arena, c->name) };
	struct strbuf body = STRBUF_INIT;
	struct err err = ERR_INIT;

	config_body(c, &l->arena, &body, &err);
	if (err.code != ERR_NONE)
		warnings_add(&l->damage, "%s: the configuration \"%.*s\": %s",
			path, STR_ARG(c->name), err.msg);
	one.body = arena_str(&l->arena, strbuf_str(&body));
	strbuf_free(&body);
	if (err.code == ERR_NONE)
		vec_push(&l->item, one);
}

int
savedfile_configs(const struct userdirs *dirs, struct configs *cs,
	struct strbuf *path, struct warnings *warnings, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int status = savedfile_text(dirs, SAVED_PPROF, path, &text, err);

	if (status == 0 && text.p != NULL)
		status = configs_parse(cs, strbuf_str(&text), warnings, err);
	strbuf_free(&text);
	return status;
}

static void
read_pprof(struct saved_list *l, const struct userdirs *dirs)
{
	struct saved first = {
		.from = SAVED_PPROF, .name = STR("Default"), .is_builtin = true
	};
	struct configs cs = CONFIGS_INIT;
	struct strbuf path = STRBUF_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;

	warnings_init(&warnings, &l->arena);
	vec_push(&l->item, first);
	if (savedfile_configs(dirs, &cs, &path, &warnings, &err) != 0)
		warnings_add(&l->damage, "%s", err.msg);
	join_warnings(&l->damage, strbuf_c(&path), &warnings);
	for (size_t i = 0; i < cs.row.n; i++)
		add_config(l, strbuf_c(&path), &cs.row.p[i]);
	configs_fini(&cs);
	strbuf_free(&path);
}

void
saved_read(struct saved_list *l, const struct userdirs *dirs)
{
	*l = (struct saved_list){ .arena = ARENA_INIT };
	warnings_init(&l->damage, &l->arena);
	savedfile_views(l, dirs, SAVED_OWN);
	savedfile_views(l, dirs, SAVED_PROJECT);
	read_pprof(l, dirs);
}

void
saved_fini(struct saved_list *l)
{
	vec_free(&l->item);
	arena_free(&l->arena);
}

const struct saved *
saved_find(const struct saved_list *l, struct str name)
{
	for (size_t i = 0; i < l->item.n; i++)
		if (str_eq(l->item.p[i].name, name))
			return &l->item.p[i];
	return NULL;
}

const struct saved *
saved_find_from(
	const struct saved_list *l, enum saved_from from, struct str name)
{
	for (size_t i = 0; i < l->item.n; i++)
		if (l->item.p[i].from == from &&
			str_eq(l->item.p[i].name, name))
			return &l->item.p[i];
	return NULL;
}

/* Applying. */

/* Back to where a configuration of pprof begins. */
static void
reset_fields(struct options_target t)
{
	for (size_t i = 0; configs_field(i) != NULL; i++) {
		const struct option *o =
			option_find(str_c(configs_field(i)), NULL);

		if (o != NULL)
			option_reset(o, t);
	}
	option_reset(option_find(STR("more_tagfocus"), NULL), t);
	option_reset(option_find(STR("more_tagignore"), NULL), t);
}

/* A project file comes from anybody; it opens no files. */
static void
refuse_files(struct options_target t, struct options_target base,
	struct warnings *damage)
{
	const struct option *o = option_find(STR("diff"), NULL);

	if (option_same(o, t, base))
		return;
	option_copy(o, t, base);
	warnings_add(damage, "diff is not taken from a project file");
}

void
saved_apply(const struct saved *v, struct options_target t,
	struct options_target base, struct warnings *damage)
{
	size_t n;
	const struct option *o = options_all(&n);

	if (v->from == SAVED_PPROF)
		reset_fields(t);
	for (size_t i = 0; i < n && v->from != SAVED_PPROF; i++)
		if (o[i].saved)
			option_copy(&o[i], t, base);
	views_apply(v->body, v->line, t, damage);
	if (v->from == SAVED_PROJECT)
		refuse_files(t, base, damage);
}

bool
saved_is_current(const struct saved *v, struct options_target t,
	struct options_target base)
{
	struct arena arena = ARENA_INIT;
	struct query query = *t.query;
	struct settings settings = *t.settings;
	struct options_target after = {
		.query = &query, .settings = &settings, .text = &arena
	};
	struct warnings ignored;
	bool same = true;
	size_t n;
	const struct option *o = options_all(&n);

	warnings_init(&ignored, &arena);
	saved_apply(v, after, base, &ignored);
	for (size_t i = 0; i < n && same; i++)
		same = option_same(&o[i], t, after);
	arena_free(&arena);
	return same;
}

void
saved_summary(struct strbuf *out, const struct saved *v)
{
	struct str body = v->body;
	bool is_first = true;

	if (v->is_builtin) {
		strbuf_addc(out, "as pprof begins");
		return;
	}
	while (body.n > 0) {
		struct str line = str_trim(str_cut(&body, '\n'));
		ptrdiff_t at = str_chr(line, '=');

		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (!is_first)
			strbuf_addc(out, "  ");
		is_first = false;
		if (at < 0) {
			strbuf_add(out, line);
			continue;
		}
		strbuf_add(out, str_trim(str_sub(line, 0, (size_t)at)));
		strbuf_addch(out, '=');
		strbuf_add(out, str_trim(str_skip(line, (size_t)at + 1)));
	}
	if (is_first)
		strbuf_addc(out, "as configured");
}
