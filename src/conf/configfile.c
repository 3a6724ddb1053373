/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The configuration file. */
#include "prelude.h"

#include "conf/configfile.h"

#include <unistd.h>

#include "base/file.h"

/* ---- Reading ---- */

int
configfile_line(struct str line, const struct option **o, struct str *value,
	struct strbuf *text, struct err *err)
{
	ptrdiff_t equals = str_chr(line, '=');
	struct str name = line;
	struct str quoted_s;

	*value = STR_EMPTY;
	if (equals >= 0)
		name = str_trim(str_sub(line, 0, (size_t)equals));
	*o = option_find(name, value);
	if (*o == NULL)
		return option_unknown(name, err);
	if (equals < 0)
		return 0;
	if (value->n > 0)
		return err_set(err, ERR_USAGE, "write \"%s = %.*s\"",
			(*o)->doc.name, STR_ARG(*value));
	*value = str_trim(str_skip(line, (size_t)equals + 1));
	quoted_s = *value;
	if (quoted_s.n >= 2 && quoted_s.p[0] == '"' &&
		quoted_s.p[quoted_s.n - 1] == '"') {
		struct str s = *value;

		s = str_sub(s, 1, s.n - 1);
		strbuf_reset(text);
		for (size_t i = 0; i < s.n; i++) {
			char c = s.p[i];

			if (c == '\\' && i + 1 < s.n &&
				strchr("\"\\n", s.p[i + 1]))
				c = s.p[++i] == 'n' ? '\n' : s.p[i];
			strbuf_addch(text, c);
		}
		*value = str_from(strbuf_c(text), text->n);
	}
	return 0;
}

bool
configfile_next(struct str *text, struct str *line, size_t *number)
{
	while (text->n > 0) {
		*line = str_trim(str_cut(text, '\n'));
		++*number;
		if (line->n > 0 && line->p[0] != '#')
			return true;
	}
	return false;
}

void
configfile_damage(
	struct warnings *out, const char *path, const struct warnings *lines)
{
	for (const struct warning *w = lines->head; w != NULL; w = w->next)
		warnings_add(out, "%s:%.*s", path, STR_ARG(w->text));
}

/* Cut "map " off "map KEY command"; false for other lines. */
static bool
take_map(struct str *line)
{
	if (!str_starts(*line, STR("map ")) && !str_starts(*line, STR("map\t")))
		return false;
	*line = str_trim(str_skip(*line, 4));
	return true;
}

static int
configfile_apply_line(struct str line, size_t number, struct options_target t,
	struct keymap *keymap, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	const struct option *o;
	struct str value;
	int status;

	if (take_map(&line))
		return keymap_map(keymap, line, number, err);
	status = configfile_line(line, &o, &value, &text, err);
	if (status == 0)
		status = option_append(o, t, value, err);
	strbuf_free(&text);
	return status;
}

void
configfile_apply(struct str text, struct options_target t,
	struct keymap *keymap, struct warnings *damage)
{
	struct str line;
	size_t number = 0;

	while (configfile_next(&text, &line, &number)) {
		struct err err = ERR_INIT;

		if (named_begins(line))
			break;
		if (configfile_apply_line(line, number, t, keymap, &err) != 0)
			warnings_add(damage, "%zu: %s", number, err.msg);
	}
}

void
configfile_read(const char *path, struct options_target t,
	struct keymap *keymap, struct named_servers *servers,
	struct warnings *damage)
{
	struct strbuf text = STRBUF_INIT;
	struct warnings lines;
	struct err err = ERR_INIT;

	warnings_init(&lines, damage->arena);
	if (file_read(path, CONFIGFILE_MAX, &text, &err) < 0) {
		warnings_add(damage, "%s", err.msg);
	} else {
		configfile_apply(strbuf_str(&text), t, keymap, &lines);
		named_read(servers, strbuf_str(&text), &lines);
	}
	configfile_damage(damage, path, &lines);
	strbuf_free(&text);
}

/* ---- Writing ---- */

void
configfile_put(
	struct strbuf *out, const struct option *o, struct options_target t)
{
	struct strbuf text = STRBUF_INIT;
	struct str value;

	option_get(o, t, &text);
	value = strbuf_str(&text);
	do {
		struct str one = value;

		if (option_is_list(o))
			one = str_cut(&value, '\n');
		strbuf_addf(out, "%s = ", o->doc.name);
		if ((one.n < 2 || one.p[0] != '"' || one.p[one.n - 1] != '"') &&
			str_chr(one, '\n') < 0 && str_trim(one).n == one.n) {
			strbuf_add(out, one);
		} else {
			strbuf_addch(out, '"');
			for (size_t i = 0; i < one.n; i++) {
				char c = one.p[i];

				if (strchr("\"\\\n", c) != NULL && c != '\0')
					strbuf_addch(out, '\\');
				strbuf_addch(out, c == '\n' ? 'n' : c);
			}
			strbuf_addch(out, '"');
		}
		strbuf_addch(out, '\n');
	} while (option_is_list(o) && value.n > 0);
	strbuf_free(&text);
}

/* The lines to edit: those of an option or a key. */
struct meant {
	const struct option *option; /* NULL: the lines of `key` */
	int key;
};

static int
configfile_edit(const struct userdirs *dirs, const struct meant *t,
	struct str lines, struct strbuf *kept, struct err *err)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	int status;

	if (!userdirs_path(&path, dirs->config, "flametop/config"))
		return userdirs_unknown(err);
	status = file_read(path.p, CONFIGFILE_MAX, &text, err) < 0 ? -1 : 0;

	if (status == 0) {
		struct str damaged_text = strbuf_str(&text);
		struct arena arena = ARENA_INIT;
		struct option_fields f;
		struct options_target target = option_defaults(&f, &arena);
		struct warnings damage;
		struct err ignored = ERR_INIT;
		struct keymap *km = keymap_new(&ignored);
		bool is;

		warnings_init(&damage, &arena);
		configfile_apply(damaged_text, target, km, &damage);
		is = damage.n > 0;
		keymap_free(km);
		arena_free(&arena);
		if (is)
			status = file_keep(path.p, kept, err);
	}
	if (status == 0) {
		struct strbuf out = STRBUF_INIT;
		struct str rest = strbuf_str(&text);
		size_t at = SIZE_MAX;

		/* Remove the old lines. Put `lines` in place of the last of
		   these, else at the end, before the servers. */
		while (rest.n > 0) {
			struct str before = rest;
			struct str line = str_cut(&rest, '\n');
			struct str meant_line;
			struct strbuf meant_text = STRBUF_INIT;
			struct err ignored = ERR_INIT;
			const struct option *o = NULL;
			struct str value;
			bool is;
			bool is_meant;

			if (named_begins(str_trim(line))) {
				rest = before;
				break;
			}
			meant_line = str_trim(line);
			if (meant_line.n == 0 || meant_line.p[0] == '#') {
				is_meant = false;
			} else if (take_map(&meant_line)) {
				is_meant = t->option == NULL &&
					key_parse(str_cut(&meant_line, ' ')) ==
						t->key;
			} else {
				is = t->option != NULL &&
					configfile_line(meant_line, &o, &value,
						&meant_text, &ignored) == 0 &&
					o == t->option;
				strbuf_free(&meant_text);
				is_meant = is;
			}
			if (is_meant)
				at = out.n;
			else
				strbuf_add(&out,
					str_sub(before, 0, before.n - rest.n));
		}
		if (at == SIZE_MAX || at == out.n) {
			if (out.n > 0 && out.p[out.n - 1] != '\n')
				strbuf_addch(&out, '\n');
			strbuf_add(&out, lines);
		} else {
			strbuf_insert(&out, at, lines);
		}
		strbuf_add(&out, rest);
		strbuf_reset(&text);
		strbuf_add(&text, strbuf_str(&out));
		strbuf_free(&out);
		status = file_replace(path.p, strbuf_str(&text), err);
	}
	strbuf_free(&path);
	strbuf_free(&text);
	return status;
}

int
configfile_keep(const struct userdirs *dirs, const struct option *o,
	struct options_target t, struct strbuf *kept, struct err *err)
{
	const struct meant target = { .option = o };
	struct strbuf lines = STRBUF_INIT;
	int status;

	if (!option_is_default(o, t))
		configfile_put(&lines, o, t);
	status = configfile_edit(dirs, &target, strbuf_str(&lines), kept, err);
	strbuf_free(&lines);
	return status;
}

int
configfile_keep_key(const struct userdirs *dirs, const struct keymap *km,
	int key, struct strbuf *kept, struct err *err)
{
	const struct meant target = { .key = key };
	const struct binding *b = keymap_user(km, key);
	struct strbuf lines = STRBUF_INIT;
	int status;

	if (b != NULL)
		strbuf_addf(&lines, "map %s %s\n", b->key, b->command);
	status = configfile_edit(dirs, &target, strbuf_str(&lines), kept, err);
	strbuf_free(&lines);
	return status;
}

/* ---- The look of the screen at the last exit ---- */

void
remembered_read(const struct userdirs *dirs, struct options_target t)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf unquoted = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	struct str rest = STR_EMPTY, line, value;
	const struct option *o;
	size_t number = 0;

	if (userdirs_path(&path, dirs->state, "flametop/last") &&
		file_read(path.p, CONFIGFILE_MAX, &text, &ignored) == 0)
		rest = strbuf_str(&text);
	while (configfile_next(&rest, &line, &number))
		if (configfile_line(line, &o, &value, &unquoted, &ignored) ==
				0 &&
			o->remembered)
			(void)option_set(o, t, value, &ignored);
	strbuf_free(&path);
	strbuf_free(&text);
	strbuf_free(&unquoted);
}

int
remembered_write(const struct userdirs *dirs, struct options_target begin,
	struct options_target now, struct err *err)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	bool is_changed = false;
	int rc = 0;
	size_t n;
	const struct option *o = options_all(&n);

	strbuf_addstr(&text, "# written by flametop when it quits\n");
	for (size_t i = 0; i < n; i++) {
		if (!o[i].remembered)
			continue;
		is_changed = is_changed || !option_same(&o[i], begin, now);
		configfile_put(&text, &o[i], now);
	}
	if (is_changed && userdirs_path(&path, dirs->state, "flametop/last"))
		rc = file_remember(path.p, strbuf_str(&text), err);
	strbuf_free(&path);
	strbuf_free(&text);
	return rc == 0 ? 0 : err_wrap(err, "layout not saved");
}

/* ---- The user's folders ---- */

static struct str
folder(struct arena *arena, const char *xdg, const char *home,
	const char *below)
{
	struct strbuf path = STRBUF_INIT;
	struct str s;

	if (xdg != NULL && xdg[0] == '/')
		strbuf_addstr(&path, xdg);
	else if (home != NULL && home[0] != '\0')
		strbuf_addf(&path, "%s/%s", home, below);
	s = arena_str(arena, strbuf_str(&path));
	strbuf_free(&path);
	return s;
}

/* Find the nearest .flametop at or above cwd. */
static struct str
project(struct arena *arena, const char *cwd)
{
	struct str up = str_c(cwd), found = STR_EMPTY;
	struct strbuf path = STRBUF_INIT;

	while (up.n > 0 && up.p[0] == '/') {
		strbuf_reset(&path);
		strbuf_addf(&path, "%.*s/.flametop", up.n > 1 ? (int)up.n : 0,
			up.p);
		if (access(path.p, F_OK) == 0) {
			found = arena_str(arena, strbuf_str(&path));
			break;
		}
		if (up.n == 1)
			break;
		up.n = (size_t)str_rchr(up, '/');
		if (up.n == 0)
			up.n = 1;
	}
	strbuf_free(&path);
	return found;
}

struct userdirs
userdirs_find(struct arena *arena, const char *xdg_config,
	const char *xdg_state, const char *home, const char *cwd)
{
	return (struct userdirs){
		.config = folder(arena, xdg_config, home, ".config"),
		.state = folder(arena, xdg_state, home, ".local/state"),
		.project = project(arena, cwd),
	};
}

bool
userdirs_path(struct strbuf *path, struct str folder, const char *name)
{
	if (folder.n == 0)
		return false;
	strbuf_add(path, folder);
	strbuf_addf(path, "/%s", name);
	return true;
}

int
userdirs_unknown(struct err *err)
{
	return err_set(err, ERR_USAGE,
		"nowhere to save it: neither XDG_CONFIG_HOME nor HOME is set");
}
