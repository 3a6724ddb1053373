/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings kept for good: see configedit.h. */
#include "config.h"

#include "conf/configedit.h"

#include "base/file.h"
#include "conf/configfile.h"

#include "base/banned.h"

/* Which lines are meant. */
struct target {
	const struct option *option; /* NULL: the key */
	int key;
};

static bool
is_map(struct str line, struct str *key)
{
	if (!str_starts(line, STR("map ")) && !str_starts(line, STR("map\t")))
		return false;
	line = str_trim(str_skip(line, 4));
	*key = str_cut(&line, ' ');
	return true;
}

static bool
is_meant(struct str line, const struct target *t)
{
	struct strbuf text = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	const struct option *o = NULL;
	struct str value, key;
	bool is;

	if (line.n == 0 || line.p[0] == '#')
		return false;
	if (is_map(line, &key))
		return t->option == NULL && key_parse(key) == t->key;
	is = t->option != NULL &&
		config_line(line, &o, &value, &text, &ignored) == 0 &&
		o == t->option;
	strbuf_free(&text);
	return is;
}

/* Take out the lines that are meant, and put `lines` where the last of them
   was, or at the end. */
static void
replace_lines(struct strbuf *text, const struct target *t, struct str lines)
{
	struct strbuf out = STRBUF_INIT;
	struct str rest = strbuf_str(text);
	size_t at = SIZE_MAX;

	while (rest.n > 0) {
		struct str before = rest;
		struct str line = str_cut(&rest, '\n');

		if (is_meant(str_trim(line), t))
			at = out.n;
		else
			strbuf_add(&out, str_sub(before, 0, before.n - rest.n));
	}
	if (at == SIZE_MAX || at == out.n) {
		if (out.n > 0 && out.p[out.n - 1] != '\n')
			strbuf_addch(&out, '\n');
		strbuf_add(&out, lines);
	} else {
		strbuf_insert(&out, at, lines);
	}
	strbuf_reset(text);
	strbuf_add(text, strbuf_str(&out));
	strbuf_free(&out);
}

static bool
is_damaged(struct str text)
{
	struct arena arena = ARENA_INIT;
	struct query query;
	struct settings settings;
	struct options_target t = {
		.query = &query, .settings = &settings, .text = &arena
	};
	struct warnings damage;
	struct err ignored = ERR_INIT;
	struct keymap *km = keymap_new(&ignored);
	bool is;

	query_init(&query);
	settings_init(&settings);
	warnings_init(&damage, &arena);
	config_apply(text, t, km, &damage);
	is = damage.n > 0;
	keymap_free(km);
	arena_free(&arena);
	return is;
}

static int
edit(const struct userdirs *dirs, const struct target *t, struct str lines,
	struct strbuf *kept, struct err *err)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	int status;

	if (!userdirs_path(&path, dirs->config, "flametop/config"))
		return err_set(err, ERR_USAGE,
			"no folder for it: neither XDG_CONFIG_HOME nor HOME "
			"is set");
	status = file_read(path.p, CONFIG_MAX, &text, err) < 0 ? -1 : 0;
	if (status == 0 && is_damaged(strbuf_str(&text)))
		status = file_keep(path.p, kept, err);
	if (status == 0) {
		replace_lines(&text, t, lines);
		status = file_replace(path.p, strbuf_str(&text), err);
	}
	strbuf_free(&path);
	strbuf_free(&text);
	return status;
}

int
config_keep(const struct userdirs *dirs, const struct option *o,
	struct options_target t, struct strbuf *kept, struct err *err)
{
	const struct target target = { .option = o };
	struct strbuf value = STRBUF_INIT, lines = STRBUF_INIT;
	int status;

	option_get(o, t, &value);
	if (!option_is_default(o, t))
		config_put(&lines, o, strbuf_str(&value));
	status = edit(dirs, &target, strbuf_str(&lines), kept, err);
	strbuf_free(&value);
	strbuf_free(&lines);
	return status;
}

int
config_keep_key(const struct userdirs *dirs, const struct keymap *km, int key,
	struct strbuf *kept, struct err *err)
{
	const struct target target = { .key = key };
	const struct binding *b = keymap_user(km, key);
	struct strbuf lines = STRBUF_INIT;
	int status;

	if (b != NULL)
		strbuf_addf(&lines, "map %s %s\n", b->key, b->command);
	status = edit(dirs, &target, strbuf_str(&lines), kept, err);
	strbuf_free(&lines);
	return status;
}
