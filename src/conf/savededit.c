/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving, deleting, renaming (saved.h): files are read, edited, replaced. */
#include "config.h"

#include "conf/saved.h"

#include <assert.h>

#include "base/file.h"
#include "conf/configfile.h"
#include "conf/configs.h"
#include "conf/savedfile.h"
#include "conf/views.h"

#include "base/banned.h"

static int
no_folder(struct err *err)
{
	return err_set(err, ERR_USAGE,
		"no folder for it: neither XDG_CONFIG_HOME nor HOME is set");
}

/* Replace a file; a damaged one is copied first. */
static int
replace(const char *path, struct str text, const struct warnings *damage,
	struct strbuf *kept, struct err *err)
{
	if (damage->n > 0 && file_keep(path, kept, err) != 0)
		return -1;
	return file_replace(path, text, err);
}

/* Work on a file of views, then write it. */
struct edit {
	struct strbuf path;
	struct views views;
	struct arena arena;
	struct warnings damage;
};

static int
edit_begin(struct edit *e, const struct userdirs *dirs, struct err *err)
{
	struct saved_list l = { .arena = ARENA_INIT };

	*e = (struct edit){ .views = VIEWS_INIT, .arena = ARENA_INIT };
	warnings_init(&e->damage, &e->arena);
	if (savedfile_text(dirs, SAVED_OWN, &e->path, &e->views.text, err) != 0)
		return -1;
	if (e->path.n == 0)
		return no_folder(err);
	views_scan(&e->views, &e->damage);
	/* Lines that are no options count as damage, too. */
	warnings_init(&l.damage, &l.arena);
	savedfile_views(&l, dirs, SAVED_OWN);
	warnings_join(&e->damage, &l.damage);
	saved_fini(&l);
	return 0;
}

static int
edit_end(struct edit *e, int status, struct strbuf *kept, struct err *err)
{
	if (status == 0)
		status = replace(strbuf_c(&e->path), strbuf_str(&e->views.text),
			&e->damage, kept, err);
	views_fini(&e->views);
	strbuf_free(&e->path);
	arena_free(&e->arena);
	return status;
}

static int
find_view(const struct edit *e, struct str name, size_t *i, struct err *err)
{
	*i = views_find(&e->views, name);
	if (*i != SIZE_MAX)
		return 0;
	return err_set(err, ERR_USAGE, "there is no view \"%.*s\" of yours",
		STR_ARG(name));
}

/* What differs from the base, as lines. */
static void
view_body(struct strbuf *body, struct options_target t,
	struct options_target base)
{
	struct strbuf value = STRBUF_INIT;
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		if (!o[i].saved || option_same(&o[i], t, base))
			continue;
		strbuf_reset(&value);
		option_get(&o[i], t, &value);
		config_put(body, &o[i], strbuf_str(&value));
	}
	strbuf_free(&value);
}

static int
put_view(const struct userdirs *dirs, struct str name, struct options_target t,
	struct options_target base, struct strbuf *kept, struct err *err)
{
	struct strbuf body = STRBUF_INIT;
	struct edit e;
	int status = edit_begin(&e, dirs, err);

	if (status == 0)
		status = views_check_name(name, err);
	if (status == 0) {
		view_body(&body, t, base);
		views_put(&e.views, name, strbuf_str(&body));
	}
	strbuf_free(&body);
	return edit_end(&e, status, kept, err);
}

/* The same for pprof's file. */
struct config_edit {
	struct strbuf path;
	struct configs cs;
	struct arena arena;
	struct warnings damage;
};

static int
configs_begin(
	struct config_edit *e, const struct userdirs *dirs, struct err *err)
{
	*e = (struct config_edit){ .cs = CONFIGS_INIT, .arena = ARENA_INIT };
	warnings_init(&e->damage, &e->arena);
	if (savedfile_configs(dirs, &e->cs, &e->path, &e->damage, err) != 0)
		return -1;
	/* What this program could not read again it does not write. */
	if (configs_parse(&e->cs, STR("{}"), &e->damage, err) != 0)
		return -1;
	return e->path.n > 0 ? 0 : no_folder(err);
}

static int
configs_end(
	struct config_edit *e, int status, struct strbuf *kept, struct err *err)
{
	struct strbuf text = STRBUF_INIT;

	if (status == 0) {
		configs_print(&e->cs, &text);
		status = replace(strbuf_c(&e->path), strbuf_str(&text),
			&e->damage, kept, err);
	}
	strbuf_free(&text);
	configs_fini(&e->cs);
	strbuf_free(&e->path);
	arena_free(&e->arena);
	return status;
}

/* In pprof's words. */
static struct config *
find_config(struct config_edit *e, struct str name, struct err *err)
{
	struct config *c = configs_find(&e->cs, name);

	if (c == NULL)
		(void)err_set(
			err, ERR_USAGE, "config %.*s not found", STR_ARG(name));
	return c;
}

static int
put_config(const struct userdirs *dirs, struct str name,
	struct options_target t, struct strbuf *kept, struct err *err)
{
	struct config_edit e;
	int status = configs_begin(&e, dirs, err);

	if (status == 0 && name.n == 0)
		status = err_set(err, ERR_USAGE, "invalid config name");
	if (status == 0)
		status = views_check_name(name, err);
	if (status == 0)
		configs_put(&e.cs, name, t);
	return configs_end(&e, status, kept, err);
}

int
saved_put(const struct userdirs *dirs, enum saved_from from, struct str name,
	struct options_target t, struct options_target base,
	struct strbuf *kept, struct err *err)
{
	assert(from != SAVED_PROJECT);
	if (from == SAVED_PPROF)
		return put_config(dirs, name, t, kept, err);
	return put_view(dirs, name, t, base, kept, err);
}

static int
by_hand(struct err *err)
{
	return err_set(
		err, ERR_USAGE, "the project file .flametop is edited by hand");
}

/* Rename, or remove when there is no new name. */
static int
change_config(const struct userdirs *dirs, struct str name,
	const struct str *to, struct strbuf *kept, struct err *err)
{
	struct config_edit e;
	int status = configs_begin(&e, dirs, err);
	struct config *c = NULL;

	if (status == 0 && (c = find_config(&e, name, err)) == NULL)
		status = -1;
	if (status == 0 && to != NULL)
		status = views_check_name(*to, err);
	if (status == 0 && to != NULL && configs_find(&e.cs, *to) != NULL)
		status = err_set(err, ERR_USAGE, "config %.*s is there already",
			STR_ARG(*to));
	if (status == 0 && to != NULL)
		c->name = *to;
	else if (status == 0)
		configs_remove(&e.cs, c);
	return configs_end(&e, status, kept, err);
}

static int
change_view(const struct userdirs *dirs, struct str name, const struct str *to,
	struct strbuf *kept, struct err *err)
{
	struct edit e;
	size_t i = 0;
	int status = edit_begin(&e, dirs, err);

	if (status == 0)
		status = find_view(&e, name, &i, err);
	if (status == 0 && to != NULL)
		status = views_check_name(*to, err);
	if (status == 0 && to != NULL && views_find(&e.views, *to) != SIZE_MAX)
		status = err_set(err, ERR_USAGE,
			"the view \"%.*s\" is there already", STR_ARG(*to));
	if (status == 0 && to != NULL)
		views_rename(&e.views, i, *to);
	else if (status == 0)
		views_remove(&e.views, i);
	return edit_end(&e, status, kept, err);
}

int
saved_remove(const struct userdirs *dirs, enum saved_from from, struct str name,
	struct strbuf *kept, struct err *err)
{
	if (from == SAVED_PROJECT)
		return by_hand(err);
	return from == SAVED_PPROF ? change_config(dirs, name, NULL, kept, err)
				   : change_view(dirs, name, NULL, kept, err);
}

int
saved_rename(const struct userdirs *dirs, enum saved_from from, struct str name,
	struct str to, struct strbuf *kept, struct err *err)
{
	if (from == SAVED_PROJECT)
		return by_hand(err);
	return from == SAVED_PPROF ? change_config(dirs, name, &to, kept, err)
				   : change_view(dirs, name, &to, kept, err);
}
