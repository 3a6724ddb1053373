/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saved views and configurations. */
#include "prelude.h"

#include "conf/saved.h"

#include "base/file.h"
#include "base/utf8.h"
#include "conf/configfile.h"
#include "conf/pprofconfig.h"

/* ---- Reading ---- */

/* Append a file's path and text. Both stay empty if its folder is unknown, only
   the text if the file is missing. -1 and err if it cannot be read. */
static int
read_text(const struct userdirs *dirs, enum saved_from from,
	struct strbuf *path, struct strbuf *text, struct err *err)
{
	if (from == SAVED_PROJECT)
		strbuf_add(path, dirs->project);
	else
		(void)userdirs_path(path, dirs->config,
			from == SAVED_OWN ? "flametop/views"
					  : "pprof/settings.json");
	return path->n == 0 ||
			file_read(path->p, CONFIGFILE_MAX, text, err) >= 0
		? 0
		: -1;
}

/* Find a view's errors by applying it to the defaults. */
static void
try_view(const struct savedfile *v, size_t i, struct arena *arena,
	struct warnings *damage)
{
	struct option_fields f;

	savedfile_apply(savedfile_body(v, i), v->section.p[i].line,
		option_defaults(&f, arena), damage);
}

/* Append a file's views to a list. */
static void
add_views(
	struct saved_list *l, const struct userdirs *dirs, enum saved_from from)
{
	struct strbuf path = STRBUF_INIT;
	struct savedfile v = SAVEDFILE_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;

	warnings_init(&warnings, &l->arena);
	if (read_text(dirs, from, &path, &v.text, &err) != 0)
		warnings_add(&l->damage, "%s", err.msg);
	savedfile_scan(&v, &warnings);
	for (size_t i = 0; i < v.section.n; i++) {
		struct saved one = { .from = from,
			.name = arena_str(&l->arena, savedfile_name(&v, i)),
			.body = arena_str(&l->arena, savedfile_body(&v, i)),
			.line = v.section.p[i].line };

		try_view(&v, i, &l->arena, &warnings);
		vec_push(&l->item, one);
	}
	configfile_damage(&l->damage, strbuf_c(&path), &warnings);
	savedfile_fini(&v);
	strbuf_free(&path);
}

/* Read pprof's configurations. -1 and err also if this program has no JSON
   reader; damage causes warnings "line: why". */
static int
read_configs(const struct userdirs *dirs, struct pprof_configs *cs,
	struct strbuf *path, struct warnings *warnings, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int status = read_text(dirs, SAVED_PPROF, path, &text, err);

	if (status == 0 && text.p != NULL)
		status = pprof_configs_parse(
			cs, strbuf_str(&text), warnings, err);
	strbuf_free(&text);
	return status;
}

void
saved_read(struct saved_list *l, const struct userdirs *dirs)
{
	struct saved first = {
		.from = SAVED_PPROF, .name = STR("Default"), .is_builtin = true
	};
	struct pprof_configs cs = PPROF_CONFIGS_INIT;
	struct strbuf path = STRBUF_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;

	*l = (struct saved_list){ .arena = ARENA_INIT };
	warnings_init(&l->damage, &l->arena);
	add_views(l, dirs, SAVED_OWN);
	add_views(l, dirs, SAVED_PROJECT);
	warnings_init(&warnings, &l->arena);
	vec_push(&l->item, first);
	if (read_configs(dirs, &cs, &path, &warnings, &err) != 0)
		warnings_add(&l->damage, "%s", err.msg);
	configfile_damage(&l->damage, strbuf_c(&path), &warnings);
	for (size_t i = 0; i < cs.row.n; i++) {
		const char *config_path = strbuf_c(&path);
		struct saved one = { .from = SAVED_PPROF,
			.name = arena_str(&l->arena, cs.row.p[i].name) };
		struct strbuf body = STRBUF_INIT;
		struct err config_err = ERR_INIT;
		struct option_fields f;
		struct options_target t = option_defaults(&f, &l->arena);

		/* Write a configuration as a view: the values that differ from
		   pprof's defaults. */
		if (pprof_config_get(&cs.row.p[i], t, &config_err) == 0) {
			for (size_t j = 0; pprof_configs_field(j) != NULL;
				j++) {
				const struct option *o = option_find(
					str_c(pprof_configs_field(j)), NULL);

				if (o != NULL && !option_is_default(o, t))
					configfile_put(&body, o, t);
			}
		}
		if (config_err.code != ERR_NONE)
			warnings_add(&l->damage,
				"%s: the configuration \"%.*s\": %s",
				config_path, STR_ARG(cs.row.p[i].name),
				config_err.msg);
		one.body = arena_str(&l->arena, strbuf_str(&body));
		strbuf_free(&body);
		if (config_err.code == ERR_NONE)
			vec_push(&l->item, one);
	}
	pprof_configs_fini(&cs);
	strbuf_free(&path);
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

/* ---- Applying ---- */

void
saved_apply(const struct saved *v, struct options_target t,
	struct options_target base, struct warnings *damage)
{
	size_t n;
	const struct option *o = options_all(&n);
	const struct option *diff = option_find(STR("diff"), NULL);

	if (v->from == SAVED_PPROF) {
		/* Reset the fields to pprof's defaults. */
		for (size_t i = 0; pprof_configs_field(i) != NULL; i++) {
			const struct option *fields_o = option_find(
				str_c(pprof_configs_field(i)), NULL);

			if (fields_o != NULL)
				option_reset(fields_o, t);
		}
		option_reset(option_find(STR("more_tagfocus"), NULL), t);
		option_reset(option_find(STR("more_tagignore"), NULL), t);
	}
	for (size_t i = 0; i < n && v->from != SAVED_PPROF; i++)
		if (o[i].saved)
			option_copy(&o[i], t, base);
	savedfile_apply(v->body, v->line, t, damage);
	/* A project file may come from anyone, so it must not open files. */
	if (v->from == SAVED_PROJECT && !option_same(diff, t, base)) {
		option_copy(diff, t, base);
		warnings_add(damage, "diff is ignored in a project file");
	}
}

bool
saved_is_current(const struct saved *v, struct options_target t,
	struct options_target base)
{
	struct arena arena = ARENA_INIT;
	struct option_fields f = { *t.query, *t.settings };
	struct options_target after = {
		.query = &f.query, .settings = &f.settings, .text = &arena
	};
	bool same = true;
	size_t n;
	const struct option *o = options_all(&n);

	saved_apply(v, after, base, NULL);
	for (size_t i = 0; i < n && same; i++)
		same = option_same(&o[i], t, after);
	arena_free(&arena);
	return same;
}

void
saved_summary(struct strbuf *out, const struct saved *v)
{
	struct str body = v->body, line;
	size_t number = 0;
	bool is_first = true;

	if (v->is_builtin) {
		strbuf_addstr(out, "pprof's defaults");
		return;
	}
	while (configfile_next(&body, &line, &number)) {
		bool has_value = str_chr(line, '=') >= 0;

		strbuf_add3(out, is_first ? "" : "  ",
			str_trim(str_cut(&line, '=')), has_value ? "=" : "");
		strbuf_add(out, str_trim(line));
		is_first = false;
	}
	if (is_first)
		strbuf_addstr(out, "defaults");
}

/* ---- Saving, deleting, renaming: files are read, edited, replaced ---- */

/* A file being edited. */
struct edit {
	enum saved_from from; /* SAVED_OWN or SAVED_PPROF */
	struct strbuf path;
	struct savedfile views;
	struct pprof_configs configs;
	struct arena arena;
	struct warnings damage;
};

static int
begin_views(struct edit *e, const struct userdirs *dirs, struct err *err)
{
	if (read_text(dirs, SAVED_OWN, &e->path, &e->views.text, err) != 0)
		return -1;
	savedfile_scan(&e->views, &e->damage);
	/* Invalid options also count as damage. */
	for (size_t i = 0; i < e->views.section.n; i++)
		try_view(&e->views, i, &e->arena, &e->damage);
	return 0;
}

static int
begin_configs(struct edit *e, const struct userdirs *dirs, struct err *err)
{
	if (read_configs(dirs, &e->configs, &e->path, &e->damage, err) != 0)
		return -1;
	/* Fail without a JSON reader, even if there is no file yet. */
	return pprof_configs_parse(&e->configs, STR("{}"), &e->damage, err);
}

static int
edit_begin(struct edit *e, const struct userdirs *dirs, enum saved_from from,
	struct err *err)
{
	*e = (struct edit){ .from = from,
		.views = SAVEDFILE_INIT,
		.configs = PPROF_CONFIGS_INIT,
		.arena = ARENA_INIT };
	warnings_init(&e->damage, &e->arena);
	if (from == SAVED_PROJECT)
		return err_set(err, ERR_USAGE,
			"edit the project file .flametop by hand");
	if ((from == SAVED_PPROF ? begin_configs : begin_views)(e, dirs, err) !=
		0)
		return -1;
	return e->path.n > 0 ? 0 : userdirs_unknown(err);
}

/* Replace the file if all went well; a damaged one is copied first. */
static int
edit_end(struct edit *e, int status, struct strbuf *kept, struct err *err)
{
	if (status == 0 && e->from == SAVED_PPROF)
		pprof_configs_print(&e->configs, &e->views.text);
	if (status == 0 && e->damage.n > 0)
		status = file_keep(e->path.p, kept, err);
	if (status == 0)
		status = file_replace(
			e->path.p, strbuf_str(&e->views.text), err);
	savedfile_fini(&e->views);
	pprof_configs_fini(&e->configs);
	strbuf_free(&e->path);
	arena_free(&e->arena);
	return status;
}

static bool
edit_has(const struct edit *e, struct str name)
{
	return e->from == SAVED_PPROF
		? pprof_configs_find(&e->configs, name) != NULL
		: savedfile_find(&e->views, name) != SIZE_MAX;
}

int
saved_put(const struct userdirs *dirs, enum saved_from from, struct str name,
	struct options_target t, struct options_target base,
	struct strbuf *kept, struct err *err)
{
	struct strbuf body = STRBUF_INIT;
	size_t n;
	const struct option *o = options_all(&n);
	struct edit e;
	int status = edit_begin(&e, dirs, from, err);

	if (status == 0 && from == SAVED_PPROF && name.n == 0)
		status = err_set(err, ERR_USAGE, "invalid config name");
	if (status == 0)
		status = savedfile_check_name(name, err);
	if (status == 0 && from == SAVED_PPROF) {
		pprof_configs_put(&e.configs, name, t);
	} else if (status == 0) {
		for (size_t i = 0; i < n; i++)
			if (o[i].saved && !option_same(&o[i], t, base))
				configfile_put(&body, &o[i], t);
		savedfile_put(&e.views, name, strbuf_str(&body));
	}
	strbuf_free(&body);
	return edit_end(&e, status, kept, err);
}

int
saved_change(const struct userdirs *dirs, enum saved_from from, struct str name,
	const struct str *to, struct strbuf *kept, struct err *err)
{
	struct edit e;
	int status = edit_begin(&e, dirs, from, err);

	if (status == 0) {
		bool is_config = e.from == SAVED_PPROF;

		/* Errors about pprof's file are worded as in pprof. */
		if (!edit_has(&e, name))
			status = err_set(err, ERR_USAGE,
				is_config ? "config %.*s not found"
					  : "you have no view \"%.*s\"",
				STR_ARG(name));
		else if (to == NULL)
			status = 0;
		else if (savedfile_check_name(*to, err) != 0)
			status = -1;
		else if (edit_has(&e, *to))
			status = err_set(err, ERR_USAGE,
				is_config ? "config %.*s already exists"
					  : "the view \"%.*s\" already exists",
				STR_ARG(*to));
		else
			status = 0;
	}
	if (status == 0 && from == SAVED_PPROF) {
		struct pprof_config *c = pprof_configs_find(&e.configs, name);

		if (to != NULL)
			c->name = *to;
		else
			pprof_configs_remove(&e.configs, c);
	} else if (status == 0) {
		size_t i = savedfile_find(&e.views, name);

		if (to != NULL)
			savedfile_rename(&e.views, i, *to);
		else
			savedfile_remove(&e.views, i);
	}
	return edit_end(&e, status, kept, err);
}

/* ---- A file of saved views, as text ---- */

void
savedfile_fini(struct savedfile *v)
{
	strbuf_free(&v->text);
	vec_free(&v->section);
}

void
savedfile_scan(struct savedfile *v, struct warnings *damage)
{
	struct str rest = strbuf_str(&v->text), line;
	size_t number = 0;
	bool is_inside = false, is_lost = false;

	v->section.n = 0;
	while (configfile_next(&rest, &line, &number)) {
		size_t next = v->text.n - rest.n;

		if (line.p[0] == '[') {
			struct savedfile_section s = { .from = (size_t)(line.p -
							       v->text.p),
				.body = next,
				.to = next,
				.line = number + 1 };
			struct str name;

			if (line.p[line.n - 1] != ']') {
				is_inside = false;
			} else {
				name = str_trim(str_sub(line, 1, line.n - 1));
				if (name.n == 0) {
					is_inside = false;
				} else {
					s.name = (size_t)(name.p - v->text.p);
					s.name_end = s.name + name.n;
					vec_push(&v->section, s);
					is_inside = true;
				}
			}
			is_lost = !is_inside;
			if (is_lost)
				warnings_add(damage,
					"%zu: a view's name belongs in "
					"brackets: [name]",
					number);
		} else if (is_inside) {
			v->section.p[v->section.n - 1].to = next;
		} else if (!is_lost) {
			warnings_add(damage,
				"%zu: outside any view; a view begins with "
				"[name]",
				number);
			is_lost = true;
		}
	}
}

struct str
savedfile_name(const struct savedfile *v, size_t i)
{
	const struct savedfile_section *s = &v->section.p[i];

	return str_sub(strbuf_str(&v->text), s->name, s->name_end);
}

struct str
savedfile_body(const struct savedfile *v, size_t i)
{
	const struct savedfile_section *s = &v->section.p[i];

	return str_sub(strbuf_str(&v->text), s->body, s->to);
}

size_t
savedfile_find(const struct savedfile *v, struct str name)
{
	for (size_t i = 0; i < v->section.n; i++)
		if (str_eq(savedfile_name(v, i), name))
			return i;
	return SIZE_MAX;
}

int
savedfile_check_name(struct str name, struct err *err)
{
	if (name.n == 0 || str_trim(name).n != name.n)
		return err_set(err, ERR_USAGE,
			"a name cannot be empty or begin or end with a blank");
	while (name.n > 0) {
		uint32_t c;
		size_t n = utf8_decode(name, &c);

		if (c == UTF8_BAD || c < ' ' || (c >= 0x7f && c < 0xa0))
			return err_set(err, ERR_USAGE,
				"a name cannot contain control characters");
		name = str_skip(name, n);
	}
	return 0;
}

void
savedfile_put(struct savedfile *v, struct str name, struct str body)
{
	size_t i = savedfile_find(v, name);

	if (i != SIZE_MAX) {
		const struct savedfile_section *s = &v->section.p[i];

		strbuf_remove(&v->text, s->body, s->to - s->body);
		strbuf_insert(&v->text, s->body, body);
		/* The [name] line may have been the last, without a newline. */
		if (s->body > 0 && v->text.p[s->body - 1] != '\n')
			strbuf_insert(&v->text, s->body, STR("\n"));
	} else {
		if (v->text.n > 0 && v->text.p[v->text.n - 1] != '\n')
			strbuf_addch(&v->text, '\n');
		strbuf_addf(&v->text, "%s[%.*s]\n", v->text.n > 0 ? "\n" : "",
			STR_ARG(name));
		strbuf_add(&v->text, body);
	}
	savedfile_scan(v, NULL);
}

void
savedfile_remove(struct savedfile *v, size_t i)
{
	struct savedfile_section s = v->section.p[i];

	/* Also remove one empty line after or before the view. */
	if (s.to < v->text.n && v->text.p[s.to] == '\n')
		s.to++;
	else if (s.from > 1 && v->text.p[s.from - 1] == '\n' &&
		v->text.p[s.from - 2] == '\n')
		s.from--;
	strbuf_remove(&v->text, s.from, s.to - s.from);
	savedfile_scan(v, NULL);
}

void
savedfile_rename(struct savedfile *v, size_t i, struct str name)
{
	const struct savedfile_section *s = &v->section.p[i];

	strbuf_remove(&v->text, s->name, s->name_end - s->name);
	strbuf_insert(&v->text, s->name, name);
	savedfile_scan(v, NULL);
}

void
savedfile_apply(struct str body, size_t line, struct options_target t,
	struct warnings *damage)
{
	const struct option *last = NULL;
	struct str one;

	while (configfile_next(&body, &one, &line)) {
		struct err err = ERR_INIT;
		struct strbuf text = STRBUF_INIT;
		const struct option *o;
		struct str value;
		int status = configfile_line(one, &o, &value, &text, &err);

		/* `last` is the option of the previous line: the lines of a
		   list are adjacent. */
		if (status == 0 && !o->saved)
			status = err_set(&err, ERR_USAGE,
				"%s cannot be part of a view", o->doc.name);
		if (status == 0 && o == last)
			status = option_append(o, t, value, &err);
		else if (status == 0)
			status = option_set(o, t, value, &err);
		last = o;
		strbuf_free(&text);
		if (status != 0)
			warnings_add(damage, "%zu: %s", line - 1, err.msg);
	}
}
